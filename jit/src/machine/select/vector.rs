//! Vectors: arithmetic, comparisons, conversions and elements.

use super::memory::width;
use super::scalar::rounding;
use super::{Operand, Select, Taken, refuse};
use crate::machine::codes::{self, Vop, Width};
use crate::machine::inst::{Class, Floats, Op, Reg};
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{self, InstructionData, Opcode, Type, Value, types};

/// Returns the instruction for lanes of 64 bits or of 32.
fn of(ty: Type, short: Vop, long: Vop) -> Vop {
    if ty.lane_bits() == 64 { long } else { short }
}

/// A comparison of lanes into a mask register.
pub(super) struct Comparison {
    pub(super) op: Vop,
    /// The processor's number of the condition.
    pub(super) number: u8,
    pub(super) width: Width,
    /// `true` for lanes of 64 bits.
    pub(super) long: bool,
    pub(super) operands: [Value; 2],
}

/// Returns the processor's number of a condition of floats.
fn float_number(cond: FloatCC) -> u8 {
    match cond {
        FloatCC::Equal => 0,
        FloatCC::LessThan => 1,
        FloatCC::LessThanOrEqual => 2,
        FloatCC::Unordered => 3,
        FloatCC::NotEqual => 4,
        FloatCC::UnorderedOrGreaterThanOrEqual => 5,
        FloatCC::UnorderedOrGreaterThan => 6,
        FloatCC::Ordered => 7,
        FloatCC::UnorderedOrEqual => 8,
        FloatCC::UnorderedOrLessThan => 9,
        FloatCC::UnorderedOrLessThanOrEqual => 10,
        FloatCC::OrderedNotEqual => 12,
        FloatCC::GreaterThanOrEqual => 13,
        FloatCC::GreaterThan => 14,
    }
}

/// Returns the processor's number of a condition of integers, and whether it is signed.
fn int_number(cond: IntCC) -> (bool, u8) {
    match cond {
        IntCC::Equal => (true, 0),
        IntCC::SignedLessThan => (true, 1),
        IntCC::SignedLessThanOrEqual => (true, 2),
        IntCC::NotEqual => (true, 4),
        IntCC::SignedGreaterThanOrEqual => (true, 5),
        IntCC::SignedGreaterThan => (true, 6),
        IntCC::UnsignedLessThan => (false, 1),
        IntCC::UnsignedLessThanOrEqual => (false, 2),
        IntCC::UnsignedGreaterThanOrEqual => (false, 5),
        IntCC::UnsignedGreaterThan => (false, 6),
    }
}

impl Select<'_> {
    /// Returns a comparison of lanes of 32 or 64 bits, if there are mask registers.
    fn comparison(&self, inst: ir::Inst) -> Option<Comparison> {
        let (op, number, operands) = match self.f.dfg.insts[inst] {
            InstructionData::IntCompare { cond, args, .. } => {
                let (signed, number) = int_number(cond);
                let op = match (signed, self.ty(args[0]).lane_bits()) {
                    (true, 32) => codes::PCMPD,
                    (true, 64) => codes::PCMPQ,
                    (false, 32) => codes::PCMPUD,
                    (false, 64) => codes::PCMPUQ,
                    _ => return None,
                };
                (op, number, args)
            }
            InstructionData::FloatCompare { cond, args, .. } => {
                (of(self.ty(args[0]), codes::CMPPS, codes::CMPPD), float_number(cond), args)
            }
            _ => return None,
        };
        let ty = self.ty(operands[0]);
        let (width, long) = (width(ty), ty.lane_bits() == 64);
        (self.evex && ty.is_vector()).then_some(Comparison { op, number, width, long, operands })
    }

    /// Returns the comparison in this block that makes a mask, if its lanes have the mask's size.
    pub(super) fn comparison_of(&self, mask: Value) -> Option<Comparison> {
        let lane_bits = self.ty(mask).lane_bits();
        let mut mask = self.resolved(mask);
        while let Some((_, &InstructionData::LoadNoOffset { opcode: Opcode::Bitcast, arg, .. })) =
            self.def(mask)
        {
            mask = self.resolved(arg);
        }
        let (inst, _) = self.def(mask)?;
        let here = self.f.layout.inst_block(inst) == self.block && self.has_one_use(inst);
        self.comparison(inst).filter(|own| here && (32 << u32::from(own.long)) == lane_bits)
    }

    pub(super) fn vector(&mut self, inst: ir::Inst, opcode: Opcode, def: Reg, ty: Type) -> Taken {
        let a = match self.f.dfg.inst_args(inst).first() {
            Some(_) => self.arg(inst, 0),
            None => return refuse(opcode),
        };
        let from = self.ty(a);
        let w = width(ty);
        if ty.is_vector() && ty.lane_bits() < 32 && !matches!(opcode, Opcode::Shuffle) {
            return refuse(format!("{opcode} of {ty}"));
        }
        match opcode {
            Opcode::Fadd => self.binary(of(ty, codes::ADDPS, codes::ADDPD), inst, def, true),
            Opcode::Fsub => self.binary(of(ty, codes::SUBPS, codes::SUBPD), inst, def, false),
            Opcode::Fmul => self.binary(of(ty, codes::MULPS, codes::MULPD), inst, def, true),
            Opcode::Fdiv => self.binary(of(ty, codes::DIVPS, codes::DIVPD), inst, def, false),
            Opcode::Iadd => self.binary(of(ty, codes::PADDD, codes::PADDQ), inst, def, true),
            Opcode::Isub => self.binary(of(ty, codes::PSUBD, codes::PSUBQ), inst, def, false),
            Opcode::Imul => return self.multiply(inst, def, ty),
            Opcode::Band | Opcode::Bor | Opcode::Bxor => self.logic(inst, opcode, def, w),
            Opcode::Bnot => {
                let a = self.reg(a);
                let ones = self.repeated(&[0xff], w);
                self.emit(Op::V2(codes::PXOR, w), def, &[a, ones]);
            }
            Opcode::Ineg => {
                let a = self.reg(a);
                let zero = self.repeated(&[0], w);
                self.emit(Op::V2(of(ty, codes::PSUBD, codes::PSUBQ), w), def, &[zero, a]);
            }
            Opcode::Iabs if ty.lane_bits() == 32 || self.evex => {
                self.unary(of(ty, codes::PABSD, codes::PABSQ), a, def, w);
            }
            Opcode::Umin | Opcode::Umax | Opcode::Smin | Opcode::Smax
                if ty.lane_bits() == 32 || self.evex =>
            {
                let op = match opcode {
                    Opcode::Umin => of(ty, codes::PMINUD, codes::PMINUQ),
                    Opcode::Umax => of(ty, codes::PMAXUD, codes::PMAXUQ),
                    Opcode::Smin => of(ty, codes::PMINSD, codes::PMINSQ),
                    _ => of(ty, codes::PMAXSD, codes::PMAXSQ),
                };
                self.binary(op, inst, def, true);
            }
            Opcode::Ishl | Opcode::Ushr | Opcode::Sshr => return self.shift_lanes(inst, opcode, def, ty),
            Opcode::Icmp => return self.compare_lanes(inst, def, from),
            Opcode::Fcmp => self.compare_float_lanes(inst, def, from),
            Opcode::Bitselect => self.choose(inst, def, w),
            Opcode::Fma => {
                let operands = [0, 1, 2].map(|n| self.arg(inst, n)).map(|v| self.reg(v));
                let floats = if ty.lane_bits() == 64 { Floats::Doubles } else { Floats::Singles };
                self.emit(Op::Fma(floats, w), def, &operands);
            }
            Opcode::Sqrt => self.unary(of(ty, codes::SQRTPS, codes::SQRTPD), a, def, w),
            Opcode::Fneg | Opcode::Fabs => {
                let a = self.reg(a);
                let (op, mask) = self.sign_mask(opcode, ty.lane_type(), w);
                self.emit(Op::V2(op, w), def, &[a, mask]);
            }
            Opcode::Ceil | Opcode::Floor | Opcode::Trunc | Opcode::Nearest => {
                let a = self.operand(a);
                let op = of(ty, codes::ROUNDPS, codes::ROUNDPD);
                self.emit_with(Op::V1Imm(op, w, rounding(opcode)), def, &[], a);
            }
            Opcode::SwidenLow | Opcode::UwidenLow if from.lane_bits() == 32 => {
                let signed = opcode == Opcode::SwidenLow;
                let op = if signed { codes::PMOVSXDQ } else { codes::PMOVZXDQ };
                let a = self.reg(a);
                self.emit(Op::V1(op, w), def, &[a]);
            }
            Opcode::SwidenHigh | Opcode::UwidenHigh if from.lane_bits() == 32 => {
                let a = self.reg(a);
                if w > 0 {
                    let high = self.lanes(w - 1);
                    self.emit(Op::High(w), high, &[a]);
                    let op = if opcode == Opcode::SwidenHigh { codes::PMOVSXDQ } else { codes::PMOVZXDQ };
                    self.emit(Op::V1(op, w), def, &[high]);
                } else if opcode == Opcode::UwidenHigh {
                    let zero = self.repeated(&[0], w);
                    self.emit(Op::V2(codes::PUNPCKHDQ, w), def, &[a, zero]);
                } else {
                    let high = self.lanes(w);
                    self.emit(Op::V1Imm(codes::PSHUFD, w, 0xee), high, &[a]);
                    self.emit(Op::V1(codes::PMOVSXDQ, w), def, &[high]);
                }
            }
            Opcode::FvpromoteLow if ty.lane_bits() == 64 => {
                let a = self.reg(a);
                self.emit(Op::V1(codes::CVTPS2PD, w), def, &[a]);
            }
            Opcode::Fvdemote => {
                let a = self.reg(a);
                self.emit(Op::V1(codes::CVTPD2PS, width(from)), def, &[a]);
            }
            Opcode::FcvtFromSint | Opcode::FcvtFromUint => {
                return self.floats_of(a, opcode == Opcode::FcvtFromSint, def, ty);
            }
            Opcode::FcvtToSintSat if ty.lane_bits() == 32 => self.signed_lanes(a, def, w),
            Opcode::FcvtToUintSat if ty.lane_bits() == 32 => self.unsigned_lanes(a, def, w),
            Opcode::Snarrow | Opcode::Uunarrow => return self.narrow(inst, opcode, def),
            Opcode::VhighBits => {
                if let Some(Comparison { op, number, width, operands, .. }) = self.comparison_of(a) {
                    let [a, b] = operands.map(|v| self.reg(v));
                    self.emit(Op::BitsOf(op, width, number), def, &[a, b]);
                    return Ok(());
                }
                let a = self.reg(a);
                match from.lane_bits() {
                    bits @ (32 | 64) => self.emit(Op::TopBits(width(from), bits == 64), def, &[a]),
                    _ => return refuse(opcode),
                }
            }
            Opcode::VanyTrue | Opcode::VallTrue => {
                let own = self.f.dfg.inst_results(inst)[0];
                let (flags, cond, operands) = self.test(own)?;
                self.emit_compared(Op::Set(flags, cond), def, operands, &[]);
            }
            Opcode::Splat => self.splat(a, def, ty),
            Opcode::Extractlane => return self.extract(inst, def, ty),
            Opcode::Insertlane => return self.insert(inst, def, ty),
            Opcode::Shuffle => return self.shuffle(inst, def),
            Opcode::Select => {
                let (flags, cond, operands) = self.test(a)?;
                let [yes, no] = [1, 2].map(|n| self.arg(inst, n)).map(|v| self.reg(v));
                self.emit_compared(Op::VSelect(flags, cond, w), def, operands, &[yes, no]);
            }
            Opcode::Bitcast if !(ty.is_vector() && from.is_vector()) => return refuse(opcode),
            _ => return refuse(opcode),
        }
        Ok(())
    }

    fn unary(&mut self, op: Vop, a: Value, def: Reg, w: Width) {
        let a = self.operand(a);
        self.emit_with(Op::V1(op, w), def, &[], a);
    }

    /// Emits bitwise logic.
    pub(super) fn logic(&mut self, inst: ir::Inst, opcode: Opcode, def: Reg, w: Width) {
        let ty = self.ty(self.f.dfg.inst_results(inst)[0]);
        let float = ty.lane_type().is_float();
        if self.rotation(inst, opcode, def, w) || self.logic_of_three(inst, def, w) {
            return;
        }
        let op = match (opcode, float) {
            (Opcode::Band, false) => codes::PAND,
            (Opcode::Band, true) => codes::ANDPS,
            (Opcode::Bor, false) => codes::POR,
            (Opcode::Bor, true) => codes::ORPS,
            (_, false) => codes::PXOR,
            (_, true) => codes::XORPS,
        };
        let [a, b] = [0, 1].map(|n| self.arg(inst, n));
        for (a, b) in [(a, b), (b, a)] {
            if opcode == Opcode::Band
                && ty.is_vector()
                && let Some(not) = self.def_of(b, Opcode::Bnot)
            {
                // The machine negates the first operand.
                let a = self.operand(a);
                let b = self.arg(not, 0);
                let b = self.reg(b);
                let op = if float { codes::ANDNPS } else { codes::PANDN };
                return self.emit_with(Op::V2(op, w), def, &[b], a);
            }
        }
        if !ty.is_vector() {
            let (a, b) = (self.reg(a), self.reg(b));
            return self.emit(Op::V2Either(op, w), def, &[a, b]);
        }
        self.binary(op, inst, def, true);
    }

    fn multiply(&mut self, inst: ir::Inst, def: Reg, ty: Type) -> Taken {
        let w = width(ty);
        if ty.lane_bits() == 32 {
            self.binary(codes::PMULLD, inst, def, true);
            return Ok(());
        }
        let [a, b] = [0, 1].map(|n| self.arg(inst, n));
        let widened = |this: &Self, v: Value, low, high| {
            this.def_of(v, low).is_some() || this.def_of(v, high).is_some()
        };
        let both = |this: &Self, low, high| widened(this, a, low, high) && widened(this, b, low, high);
        let signed = both(self, Opcode::SwidenLow, Opcode::SwidenHigh);
        let unsigned = both(self, Opcode::UwidenLow, Opcode::UwidenHigh);
        let (x, y) = (self.reg(a), self.reg(b));
        if signed || unsigned {
            let op = if signed { codes::PMULDQ } else { codes::PMULUDQ };
            self.emit(Op::V2Either(op, w), def, &[x, y]);
        } else if self.evex {
            self.emit(Op::V2Either(codes::PMULLQ, w), def, &[x, y]);
        } else {
            // The product of the low halves, and those of a low and a high one moved up.
            let [high_x, high_y, one, other, both, up, low] = std::array::from_fn(|_| self.lanes(w));
            self.emit(Op::V1Imm(codes::PSRLQ_BY, w, 32), high_x, &[x]);
            self.emit(Op::V1Imm(codes::PSRLQ_BY, w, 32), high_y, &[y]);
            self.emit(Op::V2(codes::PMULUDQ, w), one, &[high_x, y]);
            self.emit(Op::V2(codes::PMULUDQ, w), other, &[high_y, x]);
            self.emit(Op::V2(codes::PADDQ, w), both, &[one, other]);
            self.emit(Op::V1Imm(codes::PSLLQ_BY, w, 32), up, &[both]);
            self.emit(Op::V2(codes::PMULUDQ, w), low, &[x, y]);
            self.emit(Op::V2(codes::PADDQ, w), def, &[low, up]);
        }
        Ok(())
    }

    fn shift_lanes(&mut self, inst: ir::Inst, opcode: Opcode, def: Reg, ty: Type) -> Taken {
        let (a, by) = (self.arg(inst, 0), self.arg(inst, 1));
        let (w, bits) = (width(ty), ty.lane_bits());
        let (fixed, variable) = match (opcode, bits) {
            (Opcode::Ishl, 32) => (codes::PSLLD_BY, codes::PSLLD),
            (Opcode::Ishl, _) => (codes::PSLLQ_BY, codes::PSLLQ),
            (Opcode::Ushr, 32) => (codes::PSRLD_BY, codes::PSRLD),
            (Opcode::Ushr, _) => (codes::PSRLQ_BY, codes::PSRLQ),
            (_, 32) => (codes::PSRAD_BY, codes::PSRAD),
            _ => {
                let Some(n) = self.number(by) else { return refuse("a shift of signed 64-bit lanes") };
                self.shift_long(a, n as u8 & 63, def, w);
                return Ok(());
            }
        };
        let a = self.reg(a);
        if let Some(n) = self.number(by) {
            self.emit(Op::V1Imm(fixed, w, n as u8 & (bits as u8 - 1)), def, &[a]);
            return Ok(());
        }
        let by = self.reg(by);
        let masked = self.int();
        let amount = self.temp(Class::Vector, 4);
        self.emit_with(
            Op::Alu(crate::machine::inst::Alu::And, 4),
            masked,
            &[by],
            Operand::Imm(bits as i32 - 1),
        );
        self.emit(Op::ToVector(false), amount, &[masked]);
        self.emit(Op::V2(variable, w), def, &[a, amount]);
        Ok(())
    }

    /// Shifts signed 64-bit lanes right.
    fn shift_long(&mut self, a: Value, by: u8, def: Reg, w: Width) {
        let a = self.reg(a);
        if self.evex {
            return self.emit(Op::V1Imm(codes::PSRAQ_BY, w, by), def, &[a]);
        }
        let sign = self.repeated(&(1u64 << (63 - by)).to_le_bytes(), w);
        let [moved, flipped] = std::array::from_fn(|_| self.lanes(w));
        self.emit(Op::V1Imm(codes::PSRLQ_BY, w, by), moved, &[a]);
        self.emit(Op::V2(codes::PXOR, w), flipped, &[moved, sign]);
        self.emit(Op::V2(codes::PSUBQ, w), def, &[flipped, sign]);
    }

    fn compare_lanes(&mut self, inst: ir::Inst, def: Reg, from: Type) -> Taken {
        let InstructionData::IntCompare { cond, .. } = self.f.dfg.insts[inst] else {
            return refuse(Opcode::Icmp);
        };
        let (w, long) = (width(from), from.lane_bits() == 64);
        if from.lane_bits() < 32 {
            return refuse(Opcode::Icmp);
        }
        let [a, b] = [0, 1].map(|n| self.arg(inst, n)).map(|v| self.reg(v));
        if let Some(Comparison { op, number, .. }) = self.comparison(inst) {
            self.emit(Op::MaskOf(op, w, number, long), def, &[a, b]);
            return Ok(());
        }
        let (equal, greater) =
            if long { (codes::PCMPEQQ, codes::PCMPGTQ) } else { (codes::PCMPEQD, codes::PCMPGTD) };
        let unsigned = matches!(
            cond,
            IntCC::UnsignedLessThan
                | IntCC::UnsignedLessThanOrEqual
                | IntCC::UnsignedGreaterThan
                | IntCC::UnsignedGreaterThanOrEqual
        );
        if !long && unsigned {
            // At least as large as the other: the larger of both.
            let (extreme, negate) = match cond {
                IntCC::UnsignedGreaterThanOrEqual => (codes::PMAXUD, false),
                IntCC::UnsignedLessThan => (codes::PMAXUD, true),
                IntCC::UnsignedLessThanOrEqual => (codes::PMINUD, false),
                _ => (codes::PMINUD, true),
            };
            let most = self.lanes(w);
            self.emit(Op::V2(extreme, w), most, &[a, b]);
            self.masked(Op::V2(equal, w), [most, a], negate, def, w);
            return Ok(());
        }
        let (a, b) = if unsigned {
            let sign = self.repeated(&(1u64 << 63).to_le_bytes(), w);
            let moved = [a, b].map(|v| {
                let own = self.lanes(w);
                self.emit(Op::V2(codes::PXOR, w), own, &[v, sign]);
                own
            });
            (moved[0], moved[1])
        } else {
            (a, b)
        };
        let (op, operands, negate) = match cond {
            IntCC::Equal => (equal, [a, b], false),
            IntCC::NotEqual => (equal, [a, b], true),
            IntCC::SignedGreaterThan | IntCC::UnsignedGreaterThan => (greater, [a, b], false),
            IntCC::SignedLessThan | IntCC::UnsignedLessThan => (greater, [b, a], false),
            IntCC::SignedLessThanOrEqual | IntCC::UnsignedLessThanOrEqual => (greater, [a, b], true),
            IntCC::SignedGreaterThanOrEqual | IntCC::UnsignedGreaterThanOrEqual => (greater, [b, a], true),
        };
        self.masked(Op::V2(op, w), operands, negate, def, w);
        Ok(())
    }

    fn masked(&mut self, op: Op, operands: [Reg; 2], negate: bool, def: Reg, w: Width) {
        if !negate {
            return self.emit(op, def, &operands);
        }
        let own = self.lanes(w);
        let ones = self.repeated(&[0xff], w);
        self.emit(op, own, &operands);
        self.emit(Op::V2(codes::PXOR, w), def, &[own, ones]);
    }

    fn compare_float_lanes(&mut self, inst: ir::Inst, def: Reg, from: Type) {
        let InstructionData::FloatCompare { cond, .. } = self.f.dfg.insts[inst] else { return };
        let number = float_number(cond);
        let [a, b] = [0, 1].map(|n| self.arg(inst, n)).map(|v| self.reg(v));
        self.float_mask(number, [a, b], def, from.lane_bits() == 64, width(from));
    }

    fn float_mask(&mut self, number: u8, operands: [Reg; 2], def: Reg, long: bool, w: Width) {
        let op = if long { codes::CMPPD } else { codes::CMPPS };
        let op = if self.evex { Op::MaskOf(op, w, number, long) } else { Op::V2Imm(op, w, number) };
        self.emit(op, def, &operands);
    }

    /// Emits a choice, bit by bit.
    fn choose(&mut self, inst: ir::Inst, def: Reg, w: Width) {
        let mask = self.arg(inst, 0);
        if let Some(Comparison { op, number, long, operands, .. }) = self.comparison_of(mask) {
            let [a, b] = operands.map(|v| self.reg(v));
            let [yes, no] = [1, 2].map(|n| self.arg(inst, n)).map(|v| self.reg(v));
            return self.emit(Op::PickBy(op, w, number, long), def, &[a, b, yes, no]);
        }
        let whole_lanes = self.is_lane_mask(mask, 8);
        let [mask, yes, no] = [0, 1, 2].map(|n| self.arg(inst, n)).map(|v| self.reg(v));
        self.pick(mask, yes, no, whole_lanes, def, w);
    }

    fn pick(&mut self, mask: Reg, yes: Reg, no: Reg, whole_lanes: bool, def: Reg, w: Width) {
        if self.evex {
            return self.emit(Op::Logic3(w, 0xca), def, &[mask, yes, no]);
        }
        if whole_lanes {
            return self.emit(Op::Blend(w), def, &[no, mask, yes]);
        }
        let [kept, other] = std::array::from_fn(|_| self.lanes(w));
        self.emit(Op::V2(codes::PAND, w), kept, &[mask, yes]);
        self.emit(Op::V2(codes::PANDN, w), other, &[mask, no]);
        self.emit(Op::V2(codes::POR, w), def, &[kept, other]);
    }

    /// Returns whether each 32-bit lane of a vector is all zeros or all ones, as far as a short search finds.
    fn is_lane_mask(&self, value: Value, depth: u32) -> bool {
        let Some((_, data)) = self.def(value) else { return false };
        if depth == 0 {
            return false;
        }
        match *data {
            InstructionData::IntCompare { .. } | InstructionData::FloatCompare { .. } => true,
            InstructionData::LoadNoOffset { opcode: Opcode::Bitcast, arg, .. } => {
                self.ty(arg).is_vector() && self.is_lane_mask(arg, depth - 1)
            }
            InstructionData::Unary { opcode: Opcode::Bnot, arg } => self.is_lane_mask(arg, depth - 1),
            InstructionData::Binary { opcode: Opcode::Band | Opcode::Bor | Opcode::Bxor, args } => {
                args.iter().all(|&v| self.is_lane_mask(v, depth - 1))
            }
            InstructionData::Ternary { opcode: Opcode::Bitselect, args } => {
                args.iter().all(|&v| self.is_lane_mask(v, depth - 1))
            }
            InstructionData::Shuffle { .. } => false,
            InstructionData::UnaryConst { constant_handle, .. } => {
                let bytes = self.f.dfg.constants.get(constant_handle).as_slice();
                bytes.chunks(4).all(|lane| lane == [0; 4] || lane == [0xff; 4])
            }
            _ => false,
        }
    }

    fn floats_of(&mut self, a: Value, signed: bool, def: Reg, ty: Type) -> Taken {
        let (from, w) = (self.ty(a), width(ty));
        if ty.lane_bits() == 32 && from.lane_bits() == 32 {
            if signed {
                self.unary(codes::CVTDQ2PS, a, def, w);
            } else if self.evex {
                self.unary(codes::CVTUDQ2PS, a, def, w);
            } else {
                self.unsigned_singles(a, def, w);
            }
            return Ok(());
        }
        // Integers of 64 bits are converted if they were 32 bits before.
        let widen = if signed { Opcode::SwidenLow } else { Opcode::UwidenLow };
        let Some(narrow) = self.def_of(a, widen).filter(|_| ty.lane_bits() == 64) else {
            return refuse("a conversion of 64-bit lanes");
        };
        let narrow = self.arg(narrow, 0);
        let narrow = self.reg(narrow);
        if signed {
            self.emit(Op::V1(codes::CVTDQ2PD, w), def, &[narrow]);
        } else if self.evex {
            self.emit(Op::V1(codes::CVTUDQ2PD, w), def, &[narrow]);
        } else {
            // The integer as the lowest bits of 2^52.
            let magic = self.repeated(&2f64.powi(52).to_le_bytes(), w);
            let [wide, shifted] = std::array::from_fn(|_| self.lanes(w));
            self.emit(Op::V1(codes::PMOVZXDQ, w), wide, &[narrow]);
            self.emit(Op::V2(codes::POR, w), shifted, &[wide, magic]);
            self.emit(Op::V2(codes::SUBPD, w), def, &[shifted, magic]);
        }
        Ok(())
    }

    /// Converts unsigned integers: both halves are exact, and their sum is rounded once.
    fn unsigned_singles(&mut self, a: Value, def: Reg, w: Width) {
        let a = self.reg(a);
        let mask = self.repeated(&0xffffu32.to_le_bytes(), w);
        let low_base = self.repeated(&0x4b00_0000u32.to_le_bytes(), w);
        let high_base = self.repeated(&0x5300_0000u32.to_le_bytes(), w);
        let both = self.repeated(&f32::from_bits(0x5300_0080).to_le_bytes(), w);
        let [low, low_float, high, high_float, upper] = std::array::from_fn(|_| self.lanes(w));
        self.emit(Op::V2(codes::PAND, w), low, &[a, mask]);
        self.emit(Op::V2(codes::POR, w), low_float, &[low, low_base]);
        self.emit(Op::V1Imm(codes::PSRLD_BY, w, 16), high, &[a]);
        self.emit(Op::V2(codes::POR, w), high_float, &[high, high_base]);
        self.emit(Op::V2(codes::SUBPS, w), upper, &[high_float, both]);
        self.emit(Op::V2(codes::ADDPS, w), def, &[upper, low_float]);
    }

    /// Converts binary32 to signed integers: clamped, and a NaN to 0.
    fn signed_lanes(&mut self, a: Value, def: Reg, w: Width) {
        let a = self.reg(a);
        let limit = self.repeated(&2f32.powi(31).to_le_bytes(), w);
        let [number, finite, plain, above] = std::array::from_fn(|_| self.lanes(w));
        self.float_mask(7, [a, a], number, false, w);
        self.emit(Op::V2(codes::ANDPS, w), finite, &[a, number]);
        self.emit(Op::V1(codes::CVTTPS2DQ, w), plain, &[finite]);
        self.float_mask(13, [finite, limit], above, false, w);
        self.emit(Op::V2(codes::PXOR, w), def, &[plain, above]);
    }

    /// Converts binary32 to unsigned integers: clamped, and a NaN to 0.
    fn unsigned_lanes(&mut self, a: Value, def: Reg, w: Width) {
        let a = self.reg(a);
        let zero = self.repeated(&[0], w);
        let positive = self.lanes(w);
        // The second operand wins over a NaN.
        self.emit(Op::V2(codes::MAXPS, w), positive, &[a, zero]);
        if self.evex {
            return self.emit(Op::V1(codes::CVTTPS2UDQ, w), def, &[positive]);
        }
        let limit = self.repeated(&2f32.powi(31).to_le_bytes(), w);
        let top = self.repeated(&(1u32 << 31).to_le_bytes(), w);
        let [plain, less, upper, beyond, clamped, flipped, above] = std::array::from_fn(|_| self.lanes(w));
        self.emit(Op::V1(codes::CVTTPS2DQ, w), plain, &[positive]);
        self.emit(Op::V2(codes::SUBPS, w), less, &[positive, limit]);
        self.emit(Op::V1(codes::CVTTPS2DQ, w), upper, &[less]);
        self.float_mask(13, [less, limit], beyond, false, w);
        self.emit(Op::V2(codes::PXOR, w), clamped, &[upper, beyond]);
        self.emit(Op::V2(codes::POR, w), flipped, &[clamped, top]);
        self.float_mask(13, [positive, limit], above, false, w);
        self.pick(above, flipped, plain, true, def, w);
    }

    /// Converts two doubles to 32-bit integers, clamped, beside zeros.
    fn narrow(&mut self, inst: ir::Inst, opcode: Opcode, def: Reg) -> Taken {
        let (a, b) = (self.arg(inst, 0), self.arg(inst, 1));
        let signed = opcode == Opcode::Snarrow;
        let convert = if signed { Opcode::FcvtToSintSat } else { Opcode::FcvtToUintSat };
        let from = self.def_of(a, convert).filter(|_| self.ty(a).lane_bits() == 64);
        let zero = self.def(b).is_some_and(|(_, data)| match data {
            InstructionData::UnaryConst { constant_handle, .. } => {
                self.f.dfg.constants.get(*constant_handle).as_slice().iter().all(|&b| b == 0)
            }
            _ => false,
        });
        let Some(from) = from.filter(|_| zero) else { return refuse(opcode) };
        let from = self.arg(from, 0);
        if self.ty(from).lane_type() != types::F64 {
            return refuse(opcode);
        }
        let w = width(self.ty(from));
        let x = self.reg(from);
        if signed {
            let most = self.repeated(&f64::from(i32::MAX).to_le_bytes(), w);
            let [number, finite, below] = std::array::from_fn(|_| self.lanes(w));
            self.float_mask(7, [x, x], number, true, w);
            self.emit(Op::V2(codes::ANDPS, w), finite, &[x, number]);
            self.emit(Op::V2(codes::MINPD, w), below, &[finite, most]);
            self.emit(Op::V1(codes::CVTTPD2DQ, w), def, &[below]);
            return Ok(());
        }
        let none = self.repeated(&[0], w);
        let positive = self.lanes(w);
        // The second operand wins over a NaN.
        self.emit(Op::V2(codes::MAXPD, w), positive, &[x, none]);
        if self.evex {
            self.emit(Op::V1(codes::CVTTPD2UDQ, w), def, &[positive]);
            return Ok(());
        }
        let most = self.repeated(&f64::from(u32::MAX).to_le_bytes(), w);
        let magic = self.repeated(&2f64.powi(52).to_le_bytes(), w);
        let [below, whole, shifted] = std::array::from_fn(|_| self.lanes(w));
        self.emit(Op::V2(codes::MINPD, w), below, &[positive, most]);
        self.emit(Op::V1Imm(codes::ROUNDPD, w, rounding(Opcode::Trunc)), whole, &[below]);
        self.emit(Op::V2(codes::ADDPD, w), shifted, &[whole, magic]);
        if w == 0 {
            self.emit(Op::V2Imm(codes::SHUFPS, 0, 0x88), def, &[shifted, none]);
        } else {
            let upper = self.lanes(0);
            self.emit(Op::High(w), upper, &[shifted]);
            self.emit(Op::V2Imm(codes::SHUFPS, 0, 0x88), def, &[shifted, upper]);
        }
        Ok(())
    }

    fn splat(&mut self, a: Value, def: Reg, ty: Type) {
        let w = width(ty);
        let long = ty.lane_bits() == 64;
        if let Some(load) = self.sinkable(a) {
            let address = self.sink(load);
            let op = if long { codes::BROADCASTQ } else { codes::BROADCASTD };
            return self.emit_at(Op::V1(op, w), def, &[], address);
        }
        let float = self.ty(a).is_float();
        let value = self.reg(a);
        let op = if long { codes::BROADCASTQ } else { codes::BROADCASTD };
        if float {
            return self.emit(Op::V1(op, w), def, &[value]);
        }
        if self.evex {
            let op = if long { codes::BROADCASTQ_INT } else { codes::BROADCASTD_INT };
            return self.emit(Op::Splat(op, w), def, &[value]);
        }
        let own = self.temp(Class::Vector, 3);
        self.emit(Op::ToVector(long), own, &[value]);
        self.emit(Op::V1(op, w), def, &[own]);
    }

    fn extract(&mut self, inst: ir::Inst, def: Reg, ty: Type) -> Taken {
        let InstructionData::BinaryImm8 { arg, imm, .. } = self.f.dfg.insts[inst] else {
            return refuse(Opcode::Extractlane);
        };
        let vector = self.reg(arg);
        let from = self.ty(arg);
        let per = 128 / from.lane_bits() as u8;
        let part = self.part(vector, imm / per, width(from));
        let at = imm % per;
        match ty {
            types::I32 | types::I64 if at == 0 => self.emit(Op::FromVector(ty == types::I64), def, &[part]),
            types::I32 => self.emit(Op::Extract(codes::PEXTRD, at), def, &[part]),
            types::I64 => self.emit(Op::Extract(codes::PEXTRQ, at), def, &[part]),
            types::F32 => {
                let pick = at | at << 2 | at << 4 | at << 6;
                self.emit(Op::V1Imm(codes::PERMILPS_BY, 0, pick), def, &[part]);
            }
            types::F64 => {
                self.emit(Op::V1Imm(codes::PSHUFD, 0, if at == 0 { 0xe4 } else { 0xee }), def, &[part])
            }
            _ => return refuse(Opcode::Extractlane),
        }
        Ok(())
    }

    fn insert(&mut self, inst: ir::Inst, def: Reg, ty: Type) -> Taken {
        let InstructionData::TernaryImm8 { imm, .. } = self.f.dfg.insts[inst] else {
            return refuse(Opcode::Insertlane);
        };
        if ty.bits() != 128 {
            return refuse(Opcode::Insertlane);
        }
        let (vector, value) = (self.arg(inst, 0), self.arg(inst, 1));
        let vector = self.reg(vector);
        match ty.lane_type() {
            types::I32 | types::I64 => {
                let op = if ty.lane_bits() == 64 { codes::PINSRQ } else { codes::PINSRD };
                let value = self.operand(value);
                self.emit_with(Op::Insert(op, imm), def, &[vector], value);
            }
            types::F32 => {
                // A load takes element 0 of memory.
                let value = self.operand(value);
                self.emit_with(Op::V2Imm(codes::INSERTPS, 0, imm << 4), def, &[vector], value);
            }
            types::F64 => {
                let value = self.reg(value);
                let pick = if imm == 0 { (value, vector, 2) } else { (vector, value, 0) };
                self.emit(Op::V2Imm(codes::SHUFPD, 0, pick.2), def, &[pick.0, pick.1]);
            }
            _ => return refuse(Opcode::Insertlane),
        }
        Ok(())
    }
}
