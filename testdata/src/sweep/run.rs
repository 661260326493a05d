//! Instructions that only compute, as kernels: each thread reads its registers from memory and writes what it
//! got.

use super::{DECLARATIONS, instructions};
use crate::generate::draw;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Threads of a kernel: one block.
pub const THREADS: usize = 128;
/// Registers that are read: a word of 16 bytes each.
const INPUTS: usize = 32;

/// Threads of a warp: those that an engine of little speed runs.
pub const WARP: usize = 32;

/// A kernel `k(.param .u64 input, .param .u64 output)` around an instruction, and what an H200 made of it.
#[derive(Clone, Debug)]
pub struct Probe {
    /// The instruction.
    pub text: String,
    /// A module with the kernel.
    pub module: String,
    /// CRC-32 of what the first [`WARP`] threads write.
    pub warp: u32,
    /// CRC-32 of what all [`THREADS`] write.
    pub block: u32,
}

impl Probe {
    /// Bytes that so many threads write; before, each is [`crate::mma::FILL`].
    pub const fn output(threads: usize) -> usize {
        threads * 32
    }

    /// Compares the output of the threads with that of the H200.
    ///
    /// # Errors
    /// The instruction.
    pub fn check(&self, output: &[u8]) -> Result<(), String> {
        let want = if output.len() == Self::output(WARP) { self.warp } else { self.block };
        if crc32fast::hash(output) == want {
            Ok(())
        } else {
            Err(format!("{}: other bits than an H200's", self.text))
        }
    }
}

/// Base names of instructions that compute the same bits on every device from their operands alone.
const PURE: &[&str] = &[
    "abs",
    "add",
    "addc",
    "and",
    "bfe",
    "bfi",
    "bfind",
    "bmsk",
    "brev",
    "clz",
    "cnot",
    "copysign",
    "cvt",
    "div",
    "dp2a",
    "dp4a",
    "fma",
    "fns",
    "lop3",
    "mad",
    "mad24",
    "madc",
    "max",
    "min",
    "mov",
    "mul",
    "mul24",
    "neg",
    "not",
    "or",
    "popc",
    "prmt",
    "rcp",
    "rem",
    "sad",
    "selp",
    "set",
    "setp",
    "shf",
    "shl",
    "shr",
    "slct",
    "sqrt",
    "sub",
    "subc",
    "szext",
    "testp",
    "vabsdiff",
    "vabsdiff2",
    "vabsdiff4",
    "vadd",
    "vadd2",
    "vadd4",
    "vavrg2",
    "vavrg4",
    "vmad",
    "vmax",
    "vmax2",
    "vmax4",
    "vmin",
    "vmin2",
    "vmin4",
    "vset",
    "vset2",
    "vset4",
    "vshl",
    "vshr",
    "vsub",
    "vsub2",
    "vsub4",
    "xor",
];

/// Kernels for all instructions of a table that only compute exactly, and have a recorded answer.
///
/// # Panics
/// If the answers cannot be read, or one is of an instruction that the table no longer has.
pub fn probes(table: &str) -> Vec<Probe> {
    let path = crate::root().join("gpu/sweep/answers.tsv");
    let answers =
        std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("cannot read {}: {e}", path.display()));
    let mut left: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
    for row in tsv::rows(&answers) {
        let columns: Vec<&str> = tsv::cells(row).collect();
        let sum = |n: usize| columns.get(n).and_then(|c| u32::from_str_radix(c, 16).ok()).expect("a sum");
        left.insert(columns[0], (sum(1), sum(2)));
    }
    let mut all = Vec::new();
    for i in instructions(table).iter().filter(|i| PURE.contains(&i.base.as_str())) {
        let Some((warp, block)) = left.remove(i.text.as_str()) else { continue };
        all.push(Probe { text: i.text.clone(), module: module(&i.text, &i.written), warp, block });
    }
    assert!(left.is_empty(), "the table has no more of {:?}", left.keys().next());
    all
}

/// A word for a register: bits that mean something as numbers of several types.
fn word(thread: usize, register: usize) -> u128 {
    let bits = draw(0x5eed, (thread * INPUTS + register) as u64);
    let pick = |list: &[u64]| list[(bits >> 8) as usize % list.len()];
    let low = match bits % 8 {
        // Any bits at all.
        0 | 1 => draw(0x5eed ^ bits, 1),
        // Small whole numbers of either sign.
        2 => (bits >> 20) % 70,
        3 => ((bits >> 20) % 70).wrapping_neg(),
        // Halves in all places, floats in both, doubles.
        4 => {
            let half = pick(&[
                0, 0x8000, 0x3c00, 0xbc00, 0x7c00, 0xfc00, 0x7e00, 1, 0x83ff, 0x7bff, 0x3f80, 0x4248, 0xffff,
            ]);
            half * 0x0001_0001_0001_0001
        }
        5 => {
            let float = pick(&[
                0,
                1 << 31,
                0x3f80_0000,
                0xbf80_0000,
                0x7f80_0000,
                0xff80_0000,
                0x7fc0_0000,
                1,
                0x807f_ffff,
                0x7f7f_ffff,
                0x4b00_0001,
                0x4f00_0000,
                0xcf00_0000,
                0x3effffff,
                0x7f80_0001,
                0x3380_0001,
            ]);
            float * 0x0000_0001_0000_0001
        }
        6 => pick(&[
            0,
            1 << 63,
            0x3ff0 << 48,
            0xbff0 << 48,
            0x7ff0 << 48,
            0xfff0 << 48,
            0x7ff8 << 48,
            1,
            0x7fef_ffff_ffff_ffff,
            0x43e0 << 48,
            0xc3e0 << 48,
            0x3810_0000_0000_0001,
            0x3fdf_ffff_ffff_ffff,
            0x41f0_0000_0010_0000,
        ]),
        _ => u64::from((((bits >> 20) % 4001) as f32 / 16.0 - 125.0).to_bits()) * 0x0000_0001_0000_0001,
    };
    u128::from(low) | u128::from(draw(bits, 2)) << 64
}

/// Returns the content of the input.
pub fn inputs() -> Vec<u8> {
    (0..THREADS).flat_map(|t| (0..INPUTS).flat_map(move |r| word(t, r).to_le_bytes())).collect()
}

/// Registers that a text names, once each, in the order they come.
pub(super) fn registers(text: &str) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    for part in text.split(|c: char| !c.is_ascii_alphanumeric() && c != '%') {
        if part.starts_with('%') && !found.contains(&part) {
            found.push(part);
        }
    }
    found
}

/// Loads or stores a register at `address`.
pub(super) fn access(store: bool, register: &str, address: &str) -> String {
    let ty = match register.as_bytes().get(1) {
        Some(b'h') => "b16",
        Some(b'r') => "b32",
        Some(b'l') => "b64",
        Some(b'f') => "f32",
        Some(b'd') => "f64",
        Some(b'q') => "b128",
        _ if store => return format!("selp.b32 %r40, 1, 0, {register}; st.global.b32 {address}, %r40; "),
        _ => {
            return format!(
                "ld.global.b32 %r40, {address}; and.b32 %r40, %r40, 1; setp.ne.u32 {register}, %r40, 0; "
            );
        }
    };
    if store {
        format!("st.global.{ty} {address}, {register}; ")
    } else {
        format!("ld.global.{ty} {register}, {address}; ")
    }
}

/// The kernel around one instruction that writes these registers.
fn module(text: &str, written: &[String]) -> String {
    let mut kernel = String::from(".version 9.0\n.target sm_90a\n.address_size 64\n");
    kernel += &format!(".visible .entry k(.param .u64 input, .param .u64 output) {{ {DECLARATIONS} ");
    kernel += ".reg .b64 %in, %out; .reg .b32 %t; mov.u32 %t, %tid.x; ld.param.u64 %in, [input]; ld.param.u64 %out, [output]; ";
    write!(kernel, "mad.wide.u32 %in, %t, {}, %in; mad.wide.u32 %out, %t, 32, %out; ", INPUTS * 16)
        .expect("a string grows");
    for (n, register) in registers(text).iter().enumerate() {
        kernel += &access(false, register, &format!("[%in+{}]", n * 16));
    }
    // A carry comes from somewhere.
    if ["addc", "subc", "madc"].iter().any(|base| text.starts_with(base)) {
        kernel += &access(false, "%r30", &format!("[%in+{}]", 30 * 16));
        kernel += &access(false, "%r31", &format!("[%in+{}]", 31 * 16));
        kernel += "add.cc.u32 %r30, %r30, %r31; ";
    }
    write!(kernel, "{text}; ").expect("a string grows");
    for (n, register) in written.iter().take(2).enumerate() {
        kernel += &access(true, register, &format!("[%out+{}]", n * 16));
    }
    if text.contains(".cc.") {
        // What carry it leaves, in the unused bytes of the first result.
        kernel += "addc.u32 %r30, 0, 0; st.global.b32 [%out+8], %r30; ";
    }
    kernel += "END: ret; }\n";
    kernel
}
