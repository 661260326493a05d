//! Machine code as bytes, in two parts: frequently executed code, and the rest, which follows it.
//!
//! Jumps and references to constants are completed once everything has its place.

use super::codes::{Vop, Width};
use super::inst::Cond;
use cranelift_codegen::ir::SourceLoc;
use iced_x86::{Code, Encoder, Instruction, MemoryOperand, Register};

/// A register of either class, as the processor numbers it.
pub(super) type Number = u8;

pub(super) const RAX: Number = 0;
pub(super) const RDX: Number = 2;
pub(super) const RSP: Number = 4;
/// The integer register that is never allocated.
pub(super) const SPARE: Number = 11;

/// A place in the code to which jumps lead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Label(u32);

/// An operand in memory, in registers.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    At { base: Option<Number>, index: Option<Number>, scale: u8, disp: i32 },
    Pool(u32),
}

/// One part of the code.
struct Part {
    encoder: Encoder,
    len: u32,
    /// Instruction of the kernel for each piece of code, by offset.
    places: Vec<(u32, u32)>,
    /// Places of 32-bit distances, and the labels they lead to.
    jumps: Vec<(u32, Label)>,
    /// Places of 32-bit distances, the ends of their instructions, and offsets in the pool.
    pooled: Vec<(u32, u32, u32)>,
}

impl Part {
    fn new() -> Part {
        Part { encoder: Encoder::new(64), len: 0, places: Vec::new(), jumps: Vec::new(), pooled: Vec::new() }
    }
}

pub(super) struct Assembler {
    parts: [Part; 2],
    cold: bool,
    /// Part and offset of each label.
    labels: Vec<Option<(bool, u32)>>,
    /// Jump tables: their place in the pool and their labels.
    tables: Vec<(u32, Vec<Label>)>,
    pool: Vec<u8>,
    pub(super) evex: bool,
    failed: Option<String>,
}

/// Complete machine code.
pub(super) struct Assembled {
    pub(super) bytes: Vec<u8>,
    pub(super) places: Vec<(u32, u32)>,
}

impl Assembler {
    pub(super) fn new(pool: Vec<u8>, evex: bool) -> Assembler {
        Assembler {
            parts: [Part::new(), Part::new()],
            cold: false,
            labels: Vec::new(),
            tables: Vec::new(),
            pool,
            evex,
            failed: None,
        }
    }

    /// Selects the part to which code is added, and returns the one before.
    pub(super) fn switch(&mut self, cold: bool) -> bool {
        std::mem::replace(&mut self.cold, cold)
    }

    fn part(&mut self) -> &mut Part {
        &mut self.parts[usize::from(self.cold)]
    }

    pub(super) fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() as u32 - 1)
    }

    pub(super) fn bind(&mut self, label: Label) {
        let at = self.part().len;
        self.labels[label.0 as usize] = Some((self.cold, at));
    }

    /// Attributes the code from here on to an instruction of the kernel.
    pub(super) fn place(&mut self, place: u32) {
        let part = self.part();
        // Code that belongs to none cannot fault.
        let known = place != SourceLoc::default().bits();
        if known && part.places.last().is_none_or(|last| last.1 != place) {
            part.places.push((part.len, place));
        }
    }

    fn raw(&mut self, bytes: &[u8]) {
        let part = self.part();
        for &byte in bytes {
            part.encoder.write_u8(byte);
        }
        part.len += bytes.len() as u32;
    }

    pub(super) fn jump(&mut self, to: Label) {
        self.raw(&[0xe9, 0, 0, 0, 0]);
        let part = self.part();
        let at = part.len - 4;
        part.jumps.push((at, to));
    }

    pub(super) fn jump_if(&mut self, cond: Cond, to: Label) {
        self.raw(&[0x0f, 0x80 | cond.0, 0, 0, 0, 0]);
        let part = self.part();
        let at = part.len - 4;
        part.jumps.push((at, to));
    }

    /// Adds a word to the pool and returns its place there.
    pub(super) fn pooled(&mut self, word: u32) -> u32 {
        let at = self.pool.len().next_multiple_of(4);
        self.pool.resize(at, 0);
        self.pool.extend(word.to_le_bytes());
        at as u32
    }

    /// Adds a table of distances from its own start to labels, and returns its place in the pool.
    pub(super) fn table(&mut self, labels: Vec<Label>) -> u32 {
        let at = self.pool.len().next_multiple_of(4);
        self.pool.resize(at + 4 * labels.len(), 0);
        self.tables.push((at as u32, labels));
        at as u32
    }

    /// Encodes an instruction.
    pub(super) fn encode(&mut self, made: Result<Instruction, iced_x86::IcedError>, pooled: Option<u32>) {
        let part = &mut self.parts[usize::from(self.cold)];
        let encoded = match &made {
            Ok(inst) => {
                part.encoder.encode(inst, u64::from(part.len)).map_err(|e| format!("{e}: {:?}", inst.code()))
            }
            Err(error) => Err(error.to_string()),
        };
        match encoded {
            Ok(length) => {
                let start = part.len;
                part.len += length as u32;
                if let Some(at) = pooled {
                    let offset = part.encoder.get_constant_offsets().displacement_offset() as u32;
                    part.pooled.push((start + offset, part.len, at));
                }
            }
            Err(error) => {
                self.failed.get_or_insert(error);
            }
        }
    }

    /// Returns the operand for memory, and its offset in the pool if it is there.
    pub(super) fn memory(&self, place: Place) -> (MemoryOperand, Option<u32>) {
        match place {
            Place::Pool(at) => (MemoryOperand::with_base_displ(Register::RIP, 0), Some(at)),
            Place::At { base, index, scale, disp } => {
                let base = base.map_or(Register::None, |n| int(n, 8));
                let index = index.map_or(Register::None, |n| int(n, 8));
                let small = i8::try_from(disp).is_ok();
                let size = if base == Register::None {
                    8
                } else if disp == 0 {
                    0
                } else if small {
                    1
                } else {
                    8
                };
                let scale = u32::from(scale.max(1));
                (MemoryOperand::new(base, index, scale, i64::from(disp), size, false, Register::None), None)
            }
        }
    }

    /// Returns the code of a vector instruction.
    pub(super) fn code(&mut self, op: Vop, width: Width) -> Code {
        match op.code(self.evex, width) {
            Some(code) => code,
            None => {
                self.failed.get_or_insert_with(|| format!("no encoding of {op:?}"));
                Code::INVALID
            }
        }
    }

    /// Puts all parts together, with a beginning and constants at the end.
    pub(super) fn finish(mut self, prologue: Assembler) -> Result<Assembled, String> {
        if let Some(failed) = self.failed.or(prologue.failed) {
            return Err(failed);
        }
        let [mut before, _] = prologue.parts;
        let mut bytes = before.encoder.take_buffer();
        for (at, label) in before.jumps {
            let (_, to) = prologue.labels[label.0 as usize].ok_or("a jump to nowhere")?;
            bytes[at as usize..at as usize + 4].copy_from_slice(&to.wrapping_sub(at + 4).to_le_bytes());
        }
        let mut places = Vec::new();
        let starts = [bytes.len() as u32, bytes.len() as u32 + self.parts[0].len];
        for (part, start) in self.parts.iter_mut().zip(starts) {
            bytes.extend(part.encoder.take_buffer());
            places.extend(part.places.iter().map(|&(at, place)| (start + at, place)));
        }
        let pool = bytes.len().next_multiple_of(64);
        let labels = &self.labels;
        let address = |label: Label| {
            let (cold, at) = labels[label.0 as usize].ok_or("a jump to nowhere")?;
            Ok::<u32, String>(starts[usize::from(cold)] + at)
        };
        let mut patch = |at: u32, distance: u32| {
            bytes[at as usize..at as usize + 4].copy_from_slice(&distance.to_le_bytes());
        };
        for (part, start) in self.parts.iter().zip(starts) {
            for &(at, label) in &part.jumps {
                patch(start + at, address(label)?.wrapping_sub(start + at + 4));
            }
            for &(at, end, offset) in &part.pooled {
                patch(start + at, (pool as u32 + offset).wrapping_sub(start + end));
            }
        }
        if !self.pool.is_empty() {
            // What a wide load reads behind a short constant is there, too.
            bytes.resize(pool, 0xcc);
            for (at, labels) in &self.tables {
                for (n, &label) in labels.iter().enumerate() {
                    let distance = address(label)?.wrapping_sub(pool as u32 + at);
                    let at = *at as usize + 4 * n;
                    self.pool[at..at + 4].copy_from_slice(&distance.to_le_bytes());
                }
            }
            bytes.extend(&self.pool);
        }
        Ok(Assembled { bytes, places })
    }
}

/// Returns an integer register of some bytes.
pub(super) fn int(n: Number, size: u8) -> Register {
    match size {
        8 => Register::RAX + u32::from(n),
        4 => Register::EAX + u32::from(n),
        2 => Register::AX + u32::from(n),
        _ if n < 4 => Register::AL + u32::from(n),
        _ => Register::SPL + u32::from(n - 4),
    }
}

/// Returns a vector register of a width.
pub(super) fn vector(n: Number, width: Width) -> Register {
    let first = match width {
        0 => Register::XMM0,
        1 => Register::YMM0,
        _ => Register::ZMM0,
    };
    first + u32::from(n)
}
