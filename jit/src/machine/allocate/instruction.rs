//! Registers of one instruction.

use super::{ARGUMENTS, Allocator, Mask, NEVER, NOWHERE, PRESERVED};
use crate::machine::assembler::{Number, Place, RAX, RSP};
use crate::machine::codes;
use crate::machine::emit::Placed;
use crate::machine::inst::{
    Alu, Call, Class, Constant, End, Flags, Floats, Inst, Mem, NONE, OPERANDS, Op, Shift, Update,
};

/// Registers that an instruction overwrites besides its result.
fn overwritten(op: Op) -> Mask {
    match op {
        Op::Divide { .. } | Op::MultiplyHigh { .. } => 1 | 1 << 2,
        Op::CompareExchange(_) | Op::Update(Update::Logic(_) | Update::Extreme(_), _) => 1,
        _ => 0,
    }
}

/// Constraints of a result's register.
enum Tie {
    /// None: operands are read first.
    Free,
    /// It replaces the first operand; others are read later.
    First,
    /// It replaces the first operand or, just as well, the second.
    Either,
    /// It replaces one of the last two operands.
    Choice,
    /// It replaces one of three.
    Fused,
    /// It replaces none: operands are read after it is written.
    Apart,
}

fn tie(op: Op, inst: &Inst) -> Tie {
    match op {
        Op::Alu(Alu::Sub, _) => Tie::First,
        Op::Alu(..) | Op::Multiply(_) if inst.plain == 2 => Tie::Either,
        Op::Alu(..)
        | Op::Multiply(_)
        | Op::Negate(_)
        | Op::Not(_)
        | Op::SwapBytes(_)
        | Op::Permute2(_)
        | Op::AddBytes(_)
        | Op::AddPairs(_)
        | Op::AddWhere(_)
        | Op::Replace(_) => Tie::First,
        Op::ShiftBy(shift, ..) if shift != Shift::RotateRight => Tie::First,
        Op::Select(..) | Op::VSelect(..) => Tie::Choice,
        Op::Fma(..) | Op::RoundedFma(..) | Op::Logic3(..) => Tie::Fused,
        Op::Gather(..) | Op::GatherNear(..) | Op::LoadLanes(..) => Tie::Apart,
        _ => Tie::Free,
    }
}

impl Allocator<'_> {
    pub(super) fn instruction(&mut self, inst: &Inst, at: u32) {
        self.asm.place(inst.place);
        if let Op::Call(list) = inst.op {
            return self.call(inst, list, at);
        }
        let clobbered = overwritten(inst.op);
        for number in 0..16 {
            if clobbered >> number & 1 != 0 {
                self.vacate(number, clobbered);
            }
        }
        let mut inst = *inst;
        let mut placed = self.operands_of(&mut inst, at, clobbered);
        let after = self.after[at as usize];
        let (own, avoid) = self.tied(&inst, &after, &mut placed);
        // The result may replace an operand that is read for the last time.
        for (&reg, &next) in inst.registers().iter().zip(&after) {
            if next == NEVER {
                self.release(reg);
            } else {
                self.next[reg as usize] = next;
            }
        }
        if inst.def != NONE {
            let class = self.class(inst.def);
            let wish = self.wish[inst.def as usize];
            let wished =
                wish != NOWHERE && avoid >> wish & 1 == 0 && self.holds[class][wish as usize] == NONE;
            let number = match own {
                Some(number) => number,
                None if wished => wish,
                // What the instruction still reads is not evicted before it.
                None => self.pick(class, avoid | self.registers_of(&inst, class)),
            };
            placed.d = Some(number);
            self.put(inst.def, number);
        }
        self.asm.emit(&placed);
        if inst.def != NONE && self.next[inst.def as usize] == NEVER {
            self.release(inst.def);
        }
    }

    /// Returns the registers of a class that an instruction's operands have.
    fn registers_of(&self, inst: &Inst, class: usize) -> Mask {
        let own = inst.registers().iter().filter(|&&reg| self.class(reg) == class);
        let numbers = own.map(|&reg| self.home[reg as usize]).filter(|&number| number != NOWHERE);
        numbers.fold(0, |all, number| all | 1 << number)
    }

    /// Returns the register that the result replaces, if it can, and those that it must not have.
    fn tied(&self, inst: &Inst, after: &[u32], placed: &mut Placed) -> (Option<Number>, Mask) {
        if inst.def == NONE {
            return (None, 0);
        }
        let class = self.class(inst.def);
        let dying = |k: usize| {
            let number = self.home[inst.args[k] as usize];
            (after[k] == NEVER && number != NOWHERE && self.class(inst.args[k]) == class).then_some(number)
        };
        let all = self.registers_of(inst, class);
        let own = match tie(inst.op, inst) {
            Tie::Free => return (None, 0),
            Tie::Apart => None,
            Tie::First => dying(0),
            Tie::Either => dying(0).or_else(|| {
                let other = dying(1).filter(|_| placed.mem.is_none())?;
                placed.r.swap(0, 1);
                Some(other)
            }),
            Tie::Choice => {
                let last = usize::from(inst.plain);
                dying(last - 1).or_else(|| dying(last - 2))
            }
            Tie::Fused => (0..inst.operands()).find_map(dying),
        };
        (own, all)
    }

    /// Brings the operands of an instruction into registers, or leaves the last one in memory.
    pub(super) fn operands(&mut self, inst: &Inst, at: u32, not: Mask) -> Placed {
        let mut inst = *inst;
        self.operands_of(&mut inst, at, not)
    }

    fn operands_of(&mut self, inst: &mut Inst, at: u32, not: Mask) -> Placed {
        if let Op::V2Either(..) = inst.op
            && inst.plain == 2
            && self.home[inst.args[0] as usize] == NOWHERE
            && self.home[inst.args[1] as usize] != NOWHERE
        {
            inst.args.swap(0, 1);
            self.after[at as usize].swap(0, 1);
        }
        let operands = inst.operands();
        let mut pinned: [Mask; 2] = [not, 0];
        for k in 0..operands {
            let number = self.home[inst.args[k] as usize];
            if number != NOWHERE {
                pinned[self.class(inst.args[k])] |= 1 << number;
            }
        }
        let folded = self.folded(inst, at, pinned);
        let first = self.loaded_first(inst, at);
        for k in 0..operands {
            let reg = inst.args[k];
            let loaded = first.is_some() && k == 0;
            if Some(k) == folded || loaded || self.home[reg as usize] != NOWHERE {
                continue;
            }
            let class = self.class(reg);
            let wish = self.wish[reg as usize];
            let wished =
                wish != NOWHERE && pinned[class] >> wish & 1 == 0 && self.holds[class][wish as usize] == NONE;
            let number = if wished { wish } else { self.pick(class, pinned[class]) };
            pinned[class] |= 1 << number;
            self.load_to(reg, number);
            self.put(reg, number);
        }
        let plain = usize::from(inst.plain);
        let mut placed = Placed {
            op: inst.op,
            d: None,
            r: [0; OPERANDS],
            plain: inst.plain,
            first,
            mem: None,
            mem_at: u8::MAX,
            imm: inst.has_imm.then_some(inst.imm),
        };
        let mut next = 0;
        for k in 0..plain {
            if Some(k) == folded {
                placed.mem_at = k as u8;
                placed.mem = self.memory_of(inst.args[k]);
                placed.plain -= 1;
            } else {
                placed.r[next] = self.home[inst.args[k] as usize];
                next += 1;
            }
        }
        let of = |this: &Self, k: usize| Some(this.home[inst.args[k] as usize]);
        match inst.mem {
            Mem::None => {}
            Mem::At { base, scale, disp } => {
                let first = if base { of(self, plain) } else { None };
                let index = if scale != 0 { of(self, plain + usize::from(base)) } else { None };
                placed.mem = Some(Place::At { base: first, index, scale, disp });
            }
            Mem::Frame { scale, disp } => {
                let index = if scale != 0 { of(self, plain) } else { None };
                placed.mem = Some(Place::At { base: Some(RSP), index, scale, disp });
            }
        }
        placed
    }

    /// Returns the place of a table that is loaded into the result's register, which a permutation
    /// overwrites: a copy of a register would take a place among the arithmetic.
    fn loaded_first(&self, inst: &Inst, at: u32) -> Option<Place> {
        let Op::Permute2(width) = inst.op else { return None };
        let table = inst.args[0] as usize;
        let dies = self.home[table] != NOWHERE && self.after[at as usize][0] == NEVER;
        match self.code.infos[table].constant {
            Some(Constant::Pool(place, bytes)) if !dies && bytes == 4 + width => Some(Place::Pool(place)),
            _ => None,
        }
    }

    /// Returns the operand that stays in memory.
    fn folded(&self, inst: &Inst, at: u32, pinned: [Mask; 2]) -> Option<usize> {
        if inst.mem != Mem::None || inst.has_imm {
            return None;
        }
        let last = usize::from(inst.plain).checked_sub(1)?;
        let candidates = match inst.op {
            // With VEX, these take registers only.
            Op::V1Imm(op, ..) if codes::is_shift_by(op) && !self.code.evex => return None,
            Op::V1(..) | Op::V1Imm(..) | Op::FromInt(_) | Op::ToVector(_) | Op::Extend { .. } => 0..1,
            Op::V2(..)
            | Op::V2Imm(..)
            | Op::V2Either(..)
            | Op::MaskOf(..)
            | Op::BitsOf(..)
            | Op::Insert(..) => 1..2,
            Op::Blend(_)
            | Op::Logic3(..)
            | Op::Permute2(_)
            | Op::AddBytes(_)
            | Op::AddPairs(_)
            | Op::Replace(_) => 2..3,
            Op::Fma(..) => 0..3,
            Op::Alu(..) | Op::Multiply(_) if last == 1 => 1..2,
            Op::End if self.compares() => 1..2,
            _ => return None,
        };
        candidates.into_iter().filter(|&k| k <= last).find(|&k| {
            let reg = inst.args[k];
            let info = self.code.infos[reg as usize];
            let fits = match info.constant {
                Some(Constant::Int(_) | Constant::Frame(_) | Constant::Zero) => false,
                Some(Constant::Pool(_, log_bytes)) => log_bytes >= read_by(inst.op, info.class),
                None => info.log_bytes >= read_by(inst.op, info.class),
            };
            let once = inst.args[..inst.operands()].iter().filter(|&&other| other == reg).count() == 1;
            let here = self.home[reg as usize] == NOWHERE;
            let after = self.after[at as usize][k];
            let class = self.class(reg);
            let room = self.free_register(class, pinned[class]).is_some();
            here && fits && once && (after == NEVER || !room)
        })
    }

    /// Empties a register: its value is moved to another one, or stored.
    pub(super) fn vacate(&mut self, number: Number, not: Mask) {
        let reg = self.holds[0][number as usize];
        if reg == NONE {
            return;
        }
        if self.next[reg as usize] == NEVER {
            return self.release(reg);
        }
        match self.free_register(0, not | 1 << number) {
            Some(other) => {
                self.asm.move_int(other, number);
                self.release(reg);
                self.put(reg, other);
            }
            None => self.evict(number, 0),
        }
    }

    fn call(&mut self, inst: &Inst, list: u32, at: u32) {
        let code = self.code;
        let Call { spares, args } = &code.calls[list as usize];
        let passed = ARGUMENTS[..args.len()].iter().fold(1, |all: Mask, number| all | 1 << number);
        let kept = |class: usize, number: Number| match class {
            0 if *spares => passed >> number & 1 == 0,
            0 => PRESERVED.contains(&number),
            _ => *spares,
        };
        let target = inst.args[0];
        self.next[target as usize] = self.after[at as usize][0];
        for &reg in args {
            self.next[reg as usize] = self.after_calls.pop().unwrap_or(NEVER);
        }
        // What lives on is stored, or in a register that the call preserves.
        for class in 0..2 {
            for number in 0..32u8 {
                let reg = self.holds[class][number as usize];
                if reg != NONE && !kept(class, number) && self.next[reg as usize] != NEVER {
                    self.save(reg);
                }
            }
        }
        self.pass(args, target);
        if code.wide && !spares {
            self.asm.clear_upper();
        }
        self.asm.call(RAX);
        for class in 0..2 {
            for number in 0..32u8 {
                let reg = self.holds[class][number as usize];
                if reg != NONE && (!kept(class, number) || self.next[reg as usize] == NEVER) {
                    self.release(reg);
                }
            }
        }
        if inst.def != NONE && self.next[inst.def as usize] != NEVER {
            self.put(inst.def, 0);
        }
    }

    /// Returns whether the block ends with a comparison of integers.
    fn compares(&self) -> bool {
        let end = &self.code.blocks[self.block as usize].end;
        matches!(end, End::Branch(Flags::Compare(_), ..))
    }
}

/// Returns log2 of the bytes that an instruction reads of an operand in memory.
fn read_by(op: Op, class: Class) -> u8 {
    if class == Class::Int {
        return 3;
    }
    match op {
        Op::V1(op, width)
        | Op::V1Imm(op, width, _)
        | Op::V2(op, width)
        | Op::V2Imm(op, width, _)
        | Op::V2Either(op, width) => {
            if codes::is_scalar(op) {
                2
            } else {
                4 + width
            }
        }
        Op::Blend(width)
        | Op::Permute2(width)
        | Op::AddBytes(width)
        | Op::AddPairs(width)
        | Op::Replace(width)
        | Op::Logic3(width, _)
        | Op::MaskOf(_, width, ..)
        | Op::BitsOf(_, width, _) => 4 + width,
        Op::Fma(floats, width) => match floats {
            Floats::Single | Floats::Double => 2,
            _ => 4 + width,
        },
        _ => 4,
    }
}
