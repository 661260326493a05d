//! Fused operations, and the steps of quotients before their last product.

use super::Fused;
use crate::ir::{
    Approx, BlockId, Cmp, Def, FloatOp, FloatUnary, Function, InstId, Mode, Op, Scalar, Type, Value,
};
use std::collections::HashMap;

/// Rewrites a function as planned.
pub(super) struct Emitter<'a> {
    f: &'a mut Function,
    /// What each sum is fused with, by its number.
    fused: Vec<Option<Fused>>,
    /// Factors of the last products of quotients.
    quotients: HashMap<Value, [Value; 2]>,
    /// Instructions of the block that is being rewritten.
    insts: Vec<InstId>,
    /// Line of the instruction that is being rewritten.
    line: u32,
}

impl<'a> Emitter<'a> {
    pub(super) fn new(f: &'a mut Function, fused: Vec<Option<Fused>>) -> Self {
        Emitter { f, fused, quotients: HashMap::new(), insts: Vec::new(), line: 0 }
    }

    pub(super) fn run(mut self) {
        for b in self.f.blocks() {
            self.block(b);
        }
    }

    fn block(&mut self, b: BlockId) {
        let insts = std::mem::take(&mut self.f.block_mut(b).insts);
        self.insts = Vec::with_capacity(insts.len());
        for id in insts {
            self.line = self.f.inst(id).line;
            if let Some(fused) = self.fused[id.index()] {
                self.fuse(id, fused);
            }
            self.insts.push(id);
        }
        self.f.block_mut(b).insts = std::mem::take(&mut self.insts);
    }

    /// Adds an instruction to the block and returns its result.
    fn add(&mut self, op: Op, args: &[Value], ty: Type) -> Value {
        let id = self.f.make_inst(op, args.to_vec(), &[ty], self.line);
        self.insts.push(id);
        self.f.inst(id).results[0]
    }

    /// Makes a sum a fused operation.
    fn fuse(&mut self, id: InstId, Fused { product, used }: Fused) {
        let inst = self.f.inst(id);
        let Op::Float { op, ty, mode } = inst.op else { return };
        let mut addend = inst.args[1 - used.place];
        let [mut first, second] = self.factors(product);
        let subtracts = op == FloatOp::Sub;
        if used.negated != (subtracts && used.place == 1) {
            first = self.negated(first, ty);
        }
        if subtracts && used.place == 0 {
            addend = self.negated(addend, ty);
        }
        let inst = self.f.inst_mut(id);
        inst.op = Op::Fma { ty, mode };
        inst.args = vec![first, second, addend];
    }

    fn negated(&mut self, v: Value, ty: Scalar) -> Value {
        let op = Op::FloatUnary { op: FloatUnary::Neg, ty, mode: Mode::RN };
        self.add(op, &[v], ty.register())
    }

    /// Returns the factors of a product, or of a quotient's last step.
    fn factors(&mut self, product: Value) -> [Value; 2] {
        if let Some(&factors) = self.quotients.get(&product) {
            return factors;
        }
        let Def::Inst(id, _) = self.f.value(product).def else { return [product; 2] };
        let inst = self.f.inst(id);
        let [a, b] = [inst.args[0], inst.args[1]];
        let Op::Approx { op, ftz, fast, .. } = inst.op else { return [a, b] };
        let factors = self.quotient(op, ftz, fast, [a, b]);
        self.quotients.insert(product, factors);
        factors
    }

    /// Adds the steps of a quotient before its last product: both operands are scaled if the divisor is too
    /// small or too large for its reciprocal (the assembler's own steps, the same as in [`crate::sfu::div`]).
    fn quotient(&mut self, op: Approx, ftz: bool, fast: bool, [mut a, mut b]: [Value; 2]) -> [Value; 2] {
        const SMALLEST: f32 = f32::MIN_POSITIVE;
        /// 2^126, 2^24 and 2^-2.
        const LARGE: f32 = 1.0 / f32::MIN_POSITIVE;
        const UP: f32 = 16_777_216.0;
        const DOWN: f32 = 0.25;
        let mut scale = None;
        if op == Approx::DivFull {
            scale = Some(self.scale(b, Cmp::Gt, LARGE, DOWN, None));
        }
        if !ftz {
            scale = Some(self.scale(b, Cmp::Lt, SMALLEST, UP, scale));
        }
        if let Some(scale) = scale {
            let product = Op::Float { op: FloatOp::Mul, ty: Scalar::F32, mode: Mode { ftz, ..Mode::RN } };
            a = self.add(product.clone(), &[a, scale], Type::F32);
            b = self.add(product, &[b, scale], Type::F32);
        }
        let reciprocal = Op::Approx { op: Approx::Rcp, ty: Scalar::F32, ftz: true, fast };
        [a, self.add(reciprocal, &[b], Type::F32)]
    }

    /// Returns `factor` if the divisor's size compares so with a limit, else another one, or 1.
    fn scale(&mut self, b: Value, op: Cmp, limit: f32, factor: f32, other: Option<Value>) -> Value {
        let absolute = Op::FloatUnary { op: FloatUnary::Abs, ty: Scalar::F32, mode: Mode::RN };
        let size = self.add(absolute, &[b], Type::F32);
        let limit = self.constant(limit);
        let compare = Op::Cmp { op, ty: Scalar::F32, ftz: false };
        let holds = self.add(compare, &[size, limit], Type::Pred);
        let factor = self.constant(factor);
        let other = other.unwrap_or_else(|| self.constant(1.0));
        self.add(Op::Select, &[holds, factor, other], Type::F32)
    }

    fn constant(&mut self, x: f32) -> Value {
        self.add(Op::Const(u64::from(x.to_bits())), &[], Type::F32)
    }
}
