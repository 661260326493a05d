//! Operations with a vector form.

use super::chunk::{Chunks, little};
use super::kind::{Kind, is_widening};
use super::nan::is_fast;
use super::state::Vectors;
use crate::lower::convert::is_native;
use crate::machine::Extra;
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{InstBuilder, Value as Cl, types};
use ptx::ir::{
    Approx, Class, Cmp, FloatOp, FloatUnary, Inst, InstId, IntOp, IntUnary, Mode, Op, Scalar, Space, Type,
    Value,
};

impl Vectors<'_> {
    /// Emits a pure instruction, or one with a result that depends only on the lane.
    pub(super) fn pure(&mut self, id: InstId) {
        let inst: &Inst = self.e.f.inst(id);
        let Some(&result) = inst.results.first() else { return };
        match self.kind(result) {
            Kind::Uniform | Kind::Affine(_) => {
                for (v, value) in self.on_lane_zero(id) {
                    self.set_base(v, value);
                }
            }
            Kind::Widened(_) => {
                let flag = self.step_holds(id, inst);
                for (v, value) in self.on_lane_zero(id) {
                    self.set_base(v, value);
                }
                self.set_flag(result, flag);
                if self.storage.held[result.index()].from_frame {
                    let chunks = self.computed(id);
                    self.set_chunks(result, &chunks);
                }
            }
            Kind::Varying => {
                let chunks = self.computed(id);
                self.set_chunks(result, &chunks);
            }
        }
    }

    /// Computes a widened value's lanes from the lanes of its operands.
    pub(super) fn exact_chunks(&mut self, v: Value) -> Chunks {
        match self.e.f.value(v).def {
            ptx::ir::Def::Inst(id, _) => {
                let (place, lane) = (self.e.inst, self.e.lane);
                let chunks = self.computed(id);
                self.e.lane = lane;
                self.e.set_place(place);
                chunks
            }
            ptx::ir::Def::Param(..) => {
                let base = self.base(v);
                self.splat(self.e.f.ty(v), base)
            }
        }
    }

    /// Tests whether a widened result keeps its step: 32-bit operands must not wrap within the strip before
    /// they are extended.
    fn step_holds(&mut self, id: InstId, inst: &Inst) -> Cl {
        if let Some(signed) = is_widening(self.e.f, id) {
            let stepping = inst.args.iter().find_map(|&v| match self.kind(v) {
                Kind::Affine(stride) => Some((v, stride)),
                _ => None,
            });
            let Some((v, stride)) = stepping else { return self.e.b.ins().iconst(types::I8, 1) };
            let base = self.base(v);
            let wide = if signed {
                self.e.b.ins().sextend(types::I64, base)
            } else {
                self.e.b.ins().uextend(types::I64, base)
            };
            let last = self.e.b.ins().iadd_imm_s(wide, stride * i64::from(self.width - 1));
            let low = self.e.b.ins().ireduce(types::I32, last);
            let again = if signed {
                self.e.b.ins().sextend(types::I64, low)
            } else {
                self.e.b.ins().uextend(types::I64, low)
            };
            return self.e.b.ins().icmp(IntCC::Equal, last, again);
        }
        let mut flag = None;
        for &v in &inst.args {
            if matches!(self.kind(v), Kind::Widened(_)) {
                let own = self.flag(v);
                flag = Some(flag.map_or(own, |flag| self.e.b.ins().band(flag, own)));
            }
        }
        flag.unwrap_or_else(|| self.e.b.ins().iconst(types::I8, 1))
    }

    /// Computes all lanes of a pure instruction's result.
    fn computed(&mut self, id: InstId) -> Chunks {
        self.e.set_place(id.index() as u32);
        let inst: &Inst = self.e.f.inst(id);
        if let Some(chunks) = inst.results.first().and_then(|&v| self.vector(inst, self.e.f.ty(v))) {
            return chunks;
        }
        if self.has_scalar_form(inst) {
            return self.on_each_lane(id);
        }
        // The host computes it: a loop over the active lanes keeps the code small.
        self.looped(id)
    }

    /// Computes an instruction's one result in a loop over the lanes.
    fn looped(&mut self, id: InstId) -> Chunks {
        let result = self.e.f.inst(id).results[0];
        self.on_running_lanes(&[id], &[result], self.active.mask);
        self.read_chunks(result)
    }

    /// Returns whether the scalar emitter has machine code for an operation. An estimate: a wrong answer
    /// costs time or code size only.
    fn has_scalar_form(&self, inst: &Inst) -> bool {
        match &inst.op {
            Op::Sreg(_)
            | Op::VarAddr(_)
            | Op::Cvta { .. }
            | Op::IsSpace(_)
            | Op::RankOf
            | Op::Replica
            | Op::Bitcast
            | Op::Select => true,
            Op::Bfind { .. } => self.e.f.ty(inst.args[0]) == Type::I32,
            Op::Int(op) => !matches!(op, IntOp::AddSat | IntOp::SubSat),
            Op::IntUnary(_) | Op::MulWide { .. } | Op::Shf { .. } | Op::Pack | Op::Part(_) => true,
            Op::AddCarry | Op::CarryOut | Op::SubBorrow | Op::BorrowOut | Op::Lop3(_) => true,
            Op::Float { ty, mode, .. } | Op::Fma { ty, mode } | Op::FloatUnary { ty, mode, .. } => {
                matches!(ty, Scalar::F32 | Scalar::F64) && *mode == Mode::RN
            }
            Op::Cmp { ty, ftz, .. } => !ftz && !matches!(ty.class(), Class::SmallFloat),
            Op::Cvt { to, from, mode, integral } if is_native(*to, *from, *mode, *integral) => true,
            Op::Cvt { to, from, mode, integral: false } => {
                let integer = |s: &Scalar| matches!(s.class(), Class::Bits | Class::Unsigned | Class::Signed);
                integer(from)
                    && !mode.sat
                    && (integer(to) || matches!(to, Scalar::F32 | Scalar::F64) && *mode == Mode::RN)
            }
            _ => false,
        }
    }

    fn vector(&mut self, inst: &Inst, ty: Type) -> Option<Chunks> {
        let first = inst.args.first().map(|&v| self.e.f.ty(v))?;
        if let Some(made) = self.halves(ty, inst).or_else(|| self.fields(ty, inst)) {
            return Some(made);
        }
        match &inst.op {
            Op::Int(op) => self.integers(*op, ty, inst),
            Op::IntUnary(op) => self.unary(*op, ty, inst),
            Op::MulWide { signed } if first == Type::I32 => self.mul_wide(*signed, inst),
            Op::Select => {
                let raw = inst.results.iter().all(|v| self.analysis.raw[v.index()]);
                let mask = self.chunks(inst.args[0]);
                let [a, b] = [1, 2].map(|n| self.chunks_as(inst.args[n], raw));
                Some(self.blend(ty, Self::first_words(&mask), &a, &b))
            }
            Op::Cmp { op, ty: scalar, ftz }
                if first != Type::Pred && !(first == Type::I16 && scalar.is_float()) =>
            {
                self.compare(*op, *scalar, *ftz, first, inst)
            }
            Op::Cmp { op, ty: scalar, ftz } if first == Type::I16 => {
                self.compare_halves(*op, (*scalar, *ftz), inst)
            }
            Op::Lop3(table) if ty == Type::I32 => {
                let [a, b, c] = [0, 1, 2].map(|n| self.chunks(inst.args[n]));
                let mut out = a;
                for n in 0..self.words() {
                    out[n] = self.e.lop3(*table, a[n], b[n], c[n]);
                }
                Some(out)
            }
            Op::Float { op, ty: Scalar::F32, mode } if is_fast(*mode) => {
                // The smaller or larger of flushed numbers is one of them.
                let copies = matches!(op, FloatOp::Min { .. } | FloatOp::Max { .. });
                let left = if copies { *mode } else { self.left_to_code(*mode) };
                let [a, b] = [0, 1].map(|n| self.flushed_operand(left, inst.args[n]));
                let raw = self.each2(ty, &a, &b, |this, x, y| this.arithmetic(*op, x, y))?;
                let rounds = matches!(op, FloatOp::Mul | FloatOp::Div);
                let mode = Mode { ftz: left.ftz && !copies, ..*mode };
                let given = self.mode_result(mode, inst, &raw, rounds);
                Some(self.normalised(inst, given))
            }
            Op::Fma { ty: Scalar::F32, mode } if is_fast(*mode) && self.e.has_fma() => {
                // The machine instruction overwrites its first operand: a vector used once is better there
                // than a splat.
                let order = if self.kind(inst.args[0]) == Kind::Uniform { [1, 0, 2] } else { [0, 1, 2] };
                let mode = self.left_to_code(*mode);
                let [a, b, c] = order.map(|n| self.flushed_operand(mode, inst.args[n]));
                let mut raw = a;
                for n in 0..self.layout(ty).count {
                    raw[n] = self.e.b.ins().fma(a[n], b[n], c[n]);
                }
                let given = self.mode_result(mode, inst, &raw, true);
                Some(self.normalised(inst, given))
            }
            Op::FloatUnary { op, ty: Scalar::F32, mode } if is_fast(*mode) => {
                let is_sign = matches!(op, FloatUnary::Neg | FloatUnary::Abs);
                let left = if is_sign { *mode } else { self.left_to_code(*mode) };
                let a = self.flushed_operand(left, inst.args[0]);
                let raw = self.each(ty, &a, |this, x| {
                    Some(match op {
                        FloatUnary::Neg => this.e.b.ins().fneg(x),
                        FloatUnary::Abs => this.e.b.ins().fabs(x),
                        FloatUnary::Sqrt => this.e.b.ins().sqrt(x),
                        FloatUnary::Rcp => {
                            let one = this.e.b.ins().f32const(1.0);
                            let one = this.splat(Type::F32, one)[0];
                            this.e.b.ins().fdiv(one, x)
                        }
                    })
                })?;
                // Of flushed numbers, only reciprocals may be subnormal.
                let inverts = *op == FloatUnary::Rcp;
                let mode = Mode { ftz: left.ftz && inverts, ..*mode };
                let given = self.mode_result(mode, inst, &raw, inverts);
                Some(self.normalised(inst, given))
            }
            Op::Approx { op, ty: Scalar::F32, ftz, fast: true } => {
                let raw = self.fast_approximated(*op, *ftz, inst)?;
                Some(self.normalised(inst, raw))
            }
            Op::Approx { op, ty: Scalar::F32, ftz, .. } => {
                let made = self.approximated(*op, *ftz, inst);
                let exact = matches!(op, Approx::Sin | Approx::Cos | Approx::Tanh);
                Some(if exact { made } else { self.normalised(inst, made) })
            }
            Op::Float { ty: Scalar::F64, mode: Mode::RN, .. }
            | Op::Fma { ty: Scalar::F64, mode: Mode::RN }
            | Op::FloatUnary { ty: Scalar::F64, mode: Mode::RN, .. } => self.doubles(&inst.op, inst),
            Op::Float { .. } | Op::Fma { .. } | Op::FloatUnary { .. } => self.directed(ty, inst),
            Op::Math { op, ty: Scalar::F32 } => op.single().map(|function| self.library(function, inst)),
            Op::Bitcast => self.bitcast(first, ty, inst),
            Op::Cvt { to, from, mode, integral } => self.convert((*to, *from), *mode, *integral, ty, inst),
            Op::Pack => self.side_by_side(ty, inst),
            Op::Part(n) => self.picked(*n, ty, inst),
            Op::Shf { left, clamp } => self.funnel(*left, *clamp, inst),
            Op::AddCarry | Op::CarryOut | Op::SubBorrow | Op::BorrowOut => self.carry(first, inst),
            Op::Cvta { space: Space::Local, to_generic } if ty == Type::I64 => {
                Some(self.local_address(*to_generic, inst))
            }
            _ => None,
        }
    }

    /// Returns what the machine leaves of a mode of arithmetic for further instructions.
    pub(super) fn left_to_code(&self, mode: Mode) -> Mode {
        Mode { ftz: mode.ftz && !self.e.flushing, ..mode }
    }

    pub(super) fn flushed_operand(&mut self, mode: Mode, v: Value) -> Chunks {
        let chunks = self.raw_chunks(v);
        self.mode_operand(mode, v, &chunks)
    }

    /// Returns a result of binary32 arithmetic, raw or with PTX's NaN.
    pub(super) fn normalised(&mut self, inst: &Inst, raw: Chunks) -> Chunks {
        let keep = inst.results.iter().all(|v| self.analysis.raw[v.index()]);
        if keep { raw } else { self.canonical(raw) }
    }

    pub(super) fn each(
        &mut self,
        ty: Type,
        a: &Chunks,
        mut f: impl FnMut(&mut Self, Cl) -> Option<Cl>,
    ) -> Option<Chunks> {
        let mut out = *a;
        for n in 0..self.layout(ty).count {
            out[n] = f(self, a[n])?;
        }
        Some(out)
    }

    pub(super) fn each2(
        &mut self,
        ty: Type,
        a: &Chunks,
        b: &Chunks,
        mut f: impl FnMut(&mut Self, Cl, Cl) -> Option<Cl>,
    ) -> Option<Chunks> {
        let mut out = *a;
        for n in 0..self.layout(ty).count {
            out[n] = f(self, a[n], b[n])?;
        }
        Some(out)
    }

    fn integers(&mut self, op: IntOp, ty: Type, inst: &Inst) -> Option<Chunks> {
        let bitwise = matches!(op, IntOp::And | IntOp::Or | IntOp::Xor);
        let arithmetic = matches!(ty, Type::I16 | Type::I32 | Type::I64);
        if !arithmetic && !bitwise {
            return None;
        }
        if matches!(op, IntOp::Shl | IntOp::ShrU | IntOp::ShrS) {
            return self.shift(op, ty, inst);
        }
        if matches!(op, IntOp::DivU | IntOp::DivS | IntOp::RemU | IntOp::RemS) && ty == Type::I32 {
            return Some(self.divided(op, inst));
        }
        if matches!(op, IntOp::MulHiU | IntOp::MulHiS) && ty == Type::I32 {
            let wide = self.mul_wide(op == IntOp::MulHiS, inst)?;
            return Some(self.parts_of(&wide, 1));
        }
        let possible = match op {
            IntOp::Add | IntOp::Sub | IntOp::Mul | IntOp::And | IntOp::Or | IntOp::Xor => true,
            IntOp::MinU | IntOp::MaxU => true,
            IntOp::MinS | IntOp::MaxS => ty != Type::I16,
            _ => false,
        };
        if !possible {
            return None;
        }
        let [a, b] = [0, 1].map(|n| self.chunks(inst.args[n]));
        let out = self.each2(ty, &a, &b, |this, x, y| {
            let wins = match op {
                IntOp::MinU => IntCC::UnsignedLessThan,
                IntOp::MinS => IntCC::SignedLessThan,
                IntOp::MaxU => IntCC::UnsignedGreaterThan,
                _ => IntCC::SignedGreaterThan,
            };
            let ins = this.e.b.ins();
            Some(match op {
                IntOp::Add => ins.iadd(x, y),
                IntOp::Sub => ins.isub(x, y),
                IntOp::Mul => ins.imul(x, y),
                IntOp::And => ins.band(x, y),
                IntOp::Or => ins.bor(x, y),
                IntOp::Xor => ins.bxor(x, y),
                _ if ty == Type::I64 => this.wide_extreme(wins, x, y),
                IntOp::MinU => ins.umin(x, y),
                IntOp::MinS => ins.smin(x, y),
                IntOp::MaxU => ins.umax(x, y),
                IntOp::MaxS => ins.smax(x, y),
                _ => return None,
            })
        })?;
        // The upper 16 bits stay zero.
        let spills = ty == Type::I16 && matches!(op, IntOp::Add | IntOp::Sub | IntOp::Mul);
        Some(if spills { self.cut(out, 16) } else { out })
    }

    fn unary(&mut self, op: IntUnary, ty: Type, inst: &Inst) -> Option<Chunks> {
        let known = match op {
            IntUnary::Not => true,
            IntUnary::Neg => matches!(ty, Type::I16 | Type::I32 | Type::I64),
            IntUnary::Abs => ty == Type::I32,
            _ => false,
        };
        if !known {
            return None;
        }
        let a = self.chunks(inst.args[0]);
        let out = self.each(ty, &a, |this, x| {
            Some(match op {
                IntUnary::Not => this.e.b.ins().bnot(x),
                IntUnary::Neg => this.e.b.ins().ineg(x),
                _ => this.e.b.ins().iabs(x),
            })
        })?;
        Some(if ty == Type::I16 { self.cut(out, 16) } else { out })
    }

    fn mul_wide(&mut self, signed: bool, inst: &Inst) -> Option<Chunks> {
        let [a, b] = [0, 1].map(|n| self.chunks(inst.args[n]));
        let (a, b) = (self.widened(signed, &a), self.widened(signed, &b));
        self.each2(Type::I64, &a, &b, |this, x, y| Some(this.e.b.ins().imul(x, y)))
    }

    /// Extends 32-bit lanes to 64 bits.
    pub(super) fn widened(&mut self, signed: bool, chunks: &Chunks) -> Chunks {
        let mut wide = *chunks;
        for n in 0..self.words() {
            let b = &mut self.e.b;
            (wide[2 * n], wide[2 * n + 1]) = if signed {
                (b.ins().swiden_low(chunks[n]), b.ins().swiden_high(chunks[n]))
            } else {
                (b.ins().uwiden_low(chunks[n]), b.ins().uwiden_high(chunks[n]))
            };
        }
        wide
    }

    fn compare(&mut self, op: Cmp, scalar: Scalar, ftz: bool, ty: Type, inst: &Inst) -> Option<Chunks> {
        let count = self.layout(ty).count;
        let [mut a, mut b] = [0, 1].map(|n| self.raw_chunks(inst.args[n]));
        if ftz && ty == Type::F32 {
            let mode = self.left_to_code(Mode { ftz, ..Mode::RN });
            a = self.mode_operand(mode, inst.args[0], &a);
            b = self.mode_operand(mode, inst.args[1], &b);
        }
        if ty == Type::I16 && scalar.is_signed() {
            (a, b) = (self.extended_lanes(Scalar::S16, a), self.extended_lanes(Scalar::S16, b));
        }
        if ty == Type::I32
            && !scalar.is_float()
            && let Some(code) = crate::lower::arith::condition(op, scalar.is_signed())
            && let Some(known) = self.compared_when_made(code, &a, &b)
        {
            return Some(known);
        }
        let mut out = a;
        for n in 0..count {
            let (x, y) = (a[n], b[n]);
            out[n] = if scalar.is_float() {
                if ty.to_int() == ty {
                    return None;
                }
                self.compare_floats(op, x, y)
            } else {
                let code = crate::lower::arith::condition(op, scalar.is_signed())?;
                self.e.b.ins().icmp(code, x, y)
            };
        }
        Some(if count > self.words() { self.parts_of(&out, 0) } else { out })
    }

    pub(super) fn compare_floats(&mut self, op: Cmp, x: Cl, y: Cl) -> Cl {
        use FloatCC::{
            Equal, GreaterThan, GreaterThanOrEqual, LessThan, LessThanOrEqual, Ordered, Unordered,
        };
        let code = match op {
            Cmp::Eq => Equal,
            Cmp::Lt => LessThan,
            Cmp::Le => LessThanOrEqual,
            Cmp::Gt => GreaterThan,
            Cmp::Ge => GreaterThanOrEqual,
            Cmp::NeuU => FloatCC::NotEqual,
            Cmp::Num => Ordered,
            Cmp::Nan => Unordered,
            // An unordered comparison holds if the opposite ordered one does not.
            Cmp::LtuU | Cmp::LeuU | Cmp::GtuU | Cmp::GeuU => {
                let opposite = match op {
                    Cmp::LtuU => GreaterThanOrEqual,
                    Cmp::LeuU => GreaterThan,
                    Cmp::GtuU => LessThanOrEqual,
                    _ => LessThan,
                };
                let not = self.e.b.ins().fcmp(opposite, x, y);
                return self.e.b.ins().bnot(not);
            }
            Cmp::Ne | Cmp::EquU => {
                let less = self.e.b.ins().fcmp(LessThan, x, y);
                let more = self.e.b.ins().fcmp(GreaterThan, x, y);
                let either = self.e.b.ins().bor(less, more);
                return if op == Cmp::Ne { either } else { self.e.b.ins().bnot(either) };
            }
        };
        self.e.b.ins().fcmp(code, x, y)
    }

    fn arithmetic(&mut self, op: FloatOp, x: Cl, y: Cl) -> Option<Cl> {
        Some(match op {
            FloatOp::Add => self.e.b.ins().fadd(x, y),
            FloatOp::Sub => self.e.b.ins().fsub(x, y),
            FloatOp::Mul => self.e.b.ins().fmul(x, y),
            FloatOp::Div => self.e.b.ins().fdiv(x, y),
            FloatOp::Min { nan: false, xorsign: false } => self.extreme(x, y, FloatCC::LessThan),
            FloatOp::Max { nan: false, xorsign: false } => self.extreme(x, y, FloatCC::GreaterThan),
            _ => return None,
        })
    }

    /// Returns the smaller or larger of two; a number rather than a NaN; -0 is less than +0.
    fn extreme(&mut self, a: Cl, b: Cl, wins: FloatCC) -> Cl {
        let vector = self.e.b.func.dfg.value_type(a);
        // Operands are flushed, which makes NaNs quiet.
        if self.e.flushing && vector == types::F32X16 && self.bounds.vector_bytes == 64 {
            let op = if wins == FloatCC::LessThan { Extra::LeastNumber } else { Extra::MostNumber };
            return self.e.extra(op, &[a, b], vector);
        }
        let pick = |this: &mut Self, mask: Cl, x: Cl, y: Cl| {
            let mask = this.e.b.ins().bitcast(vector, little(), mask);
            this.e.b.ins().bitselect(mask, x, y)
        };
        let a_wins = self.e.b.ins().fcmp(wins, a, b);
        let picked = pick(self, a_wins, a, b);
        let merged =
            if wins == FloatCC::LessThan { self.e.b.ins().bor(a, b) } else { self.e.b.ins().band(a, b) };
        let equal = self.e.b.ins().fcmp(FloatCC::Equal, a, b);
        let picked = pick(self, equal, merged, picked);
        let b_is_nan = self.e.b.ins().fcmp(FloatCC::Unordered, b, b);
        pick(self, b_is_nan, a, picked)
    }

    /// Computes binary64 arithmetic. The payload of a NaN depends on the operands: if a NaN occurs, the host
    /// computes the instruction.
    fn doubles(&mut self, op: &Op, inst: &Inst) -> Option<Chunks> {
        let operands: Vec<Chunks> = inst.args.iter().map(|&v| self.chunks(v)).collect();
        let raw = self.raw_doubles(op, &operands)?;
        let count = self.layout(Type::F64).count;
        let id = ptx::ir::InstId::new(self.e.inst as usize);
        self.unless_nan(&raw[..count], vec![raw], |this| vec![this.by_host(id)]).pop()
    }

    /// Computes binary64 arithmetic as the machine does.
    pub(super) fn raw_doubles(&mut self, op: &Op, operands: &[Chunks]) -> Option<Chunks> {
        if matches!(op, Op::Fma { .. }) && !self.e.has_fma() {
            return None;
        }
        let mut raw = operands[0];
        for (n, lanes) in raw.iter_mut().enumerate().take(self.layout(Type::F64).count) {
            let [x, y, z] = [0, 1, 2].map(|k| operands.get(k).unwrap_or(&operands[0])[n]);
            *lanes = match op {
                Op::Fma { .. } => self.e.b.ins().fma(x, y, z),
                Op::FloatUnary { op: FloatUnary::Sqrt, .. } => self.e.b.ins().sqrt(x),
                Op::FloatUnary { op: FloatUnary::Neg, .. } => self.e.b.ins().fneg(x),
                Op::FloatUnary { op: FloatUnary::Abs, .. } => self.e.b.ins().fabs(x),
                Op::FloatUnary { op: FloatUnary::Rcp, .. } => {
                    let one = self.e.b.ins().f64const(1.0);
                    let one = self.splat(Type::F64, one)[0];
                    self.e.b.ins().fdiv(one, x)
                }
                Op::Float { op, .. } => self.arithmetic(*op, x, y)?,
                _ => return None,
            };
        }
        Some(raw)
    }

    fn bitcast(&mut self, from: Type, to: Type, inst: &Inst) -> Option<Chunks> {
        if self.layout(from).count != self.layout(to).count || from == Type::I16 || from == Type::Pred {
            return None;
        }
        let a = self.chunks(inst.args[0]);
        if self.layout(from).vector == self.layout(to).vector {
            return Some(a);
        }
        let vector = self.layout(to).vector;
        self.each(to, &a, |this, x| Some(this.e.b.ins().bitcast(vector, little(), x)))
    }
}
