//! Accesses to all replicas of a multicast address: `multimem.ld_reduce multimem.st multimem.red`, and the
//! bulk copies `multimem.cp`.
//!
//! A multicast address represents one piece of memory on each device of a team; [`Op::Replica`] returns their
//! addresses. An access is a loop over them, in the order in which the devices were added. Any other address
//! is its own single replica.

use super::Lower;
use super::memory::{Memory, atomic_op, order};
use crate::ast::{Instruction, Operand};
use crate::ir::{
    AtomOp, Class, Cmp, Edge, FloatOp, IntOp, Mode, Op, Order, Round, Scalar, Space, Term, Type, Value,
};
use crate::parse::isa::Form;

/// Returns the conversion of a float, rounded to nearest.
const fn convert(from: Scalar, to: Scalar) -> Op {
    let mode = Mode { round: Round::Nearest, ftz: false, sat: false, relu: false };
    Op::Cvt { to, from, mode, integral: false }
}

/// Returns the scalar of one half of a packed format, and the number of halves in a register; 1 for other
/// formats.
const fn halves(ty: Scalar) -> (Scalar, usize) {
    match ty {
        Scalar::F16x2 => (Scalar::F16, 2),
        Scalar::Bf16x2 => (Scalar::Bf16, 2),
        whole => (whole, 1),
    }
}

/// Returns the reduction of two values of a type.
fn reduction(form: &Form<'_>, ty: Scalar) -> Option<Op> {
    let op = atomic_op(form)?;
    if ty.is_float() {
        let op = match op {
            AtomOp::Add => FloatOp::Add,
            AtomOp::Min => FloatOp::Min { nan: false, xorsign: false },
            AtomOp::Max => FloatOp::Max { nan: false, xorsign: false },
            _ => return None,
        };
        return Some(Op::Float { op, ty, mode: Mode::RN });
    }
    Some(Op::Int(match (op, ty.class() == Class::Signed) {
        (AtomOp::Add, _) => IntOp::Add,
        (AtomOp::Min, false) => IntOp::MinU,
        (AtomOp::Min, true) => IntOp::MinS,
        (AtomOp::Max, false) => IntOp::MaxU,
        (AtomOp::Max, true) => IntOp::MaxS,
        (AtomOp::And, _) => IntOp::And,
        (AtomOp::Or, _) => IntOp::Or,
        (AtomOp::Xor, _) => IntOp::Xor,
        _ => return None,
    }))
}

impl<'m> Lower<'m> {
    /// Resolves memory operand `n`, which must be in global memory.
    fn multicast_memory(&mut self, inst: &Instruction<'m>, n: usize) -> Option<Memory> {
        let memory = self.memory(inst, n)?;
        match memory.space {
            Space::Global | Space::Generic => Some(memory),
            _ => self.space_mismatch(inst),
        }
    }

    /// Applies `each` to each replica, with its address and its number, an `i32`.
    pub(super) fn for_each_replica(&mut self, place: Memory, each: impl FnOnce(&mut Self, Memory, Value)) {
        let Memory { space, base, offset } = place;
        let mut whole = self.resize(base, Type::I64);
        if offset != 0 {
            let by = self.constant(offset as u64, Type::I64);
            whole = self.op(Op::Int(IntOp::Add), vec![whole, by], Type::I64);
        }
        let (number, address) = (self.ssa.declare(Type::I32), self.ssa.declare(Type::I64));
        let zero = self.constant(0, Type::I32);
        // The first replica of any address is accessed, so that an invalid address faults.
        let first = self.op(Op::Replica, vec![whole, zero], Type::I64);
        self.ssa.write(number, self.cursor.block, zero);
        self.ssa.write(address, self.cursor.block, first);
        let (body, after) = (self.new_block(), self.new_block());
        self.terminate(Term::Jump(Edge::new(body)));
        self.cursor.block = body;
        self.cursor.open = true;
        let base = self.ssa.read(&mut self.f, address, body);
        let here = self.ssa.read(&mut self.f, number, body);
        each(self, Memory { space, base, offset: 0 }, here);
        let one = self.constant(1, Type::I32);
        let next = self.op(Op::Int(IntOp::Add), vec![here, one], Type::I32);
        let at = self.op(Op::Replica, vec![whole, next], Type::I64);
        self.ssa.write(number, self.cursor.block, next);
        self.ssa.write(address, self.cursor.block, at);
        let none = self.constant(0, Type::I64);
        let more = Op::Cmp { op: Cmp::Ne, ty: Scalar::U64, ftz: false };
        let cond = self.op(more, vec![at, none], Type::Pred);
        self.terminate(Term::Branch { cond, then: Edge::new(body), other: Edge::new(after) });
        self.ssa.seal(&mut self.f, body);
        self.start_sealed(after);
    }

    /// Lowers `multimem.ld_reduce`.
    pub(super) fn load_reduce(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let form = &inst.form;
        let ty = form.ty(0);
        let elements = self.elements(inst, 0)?;
        let place = self.multicast_memory(inst, 1)?;
        // Format of the sums, and the number of values in a register.
        let wide = form.has("acc::f32");
        let (half, parts) = if wide { halves(ty) } else { (ty, 1) };
        let sum = if wide { Scalar::F32 } else { ty };
        let reduce = reduction(form, sum)?;
        let sums: Vec<_> = (0..elements.len() * parts).map(|_| self.ssa.declare(sum.register())).collect();
        for &var in &sums {
            let zero = self.constant(0, sum.register());
            self.ssa.write(var, self.cursor.block, zero);
        }
        // The value is read from memory each time: a loop may wait for it even without a memory ordering.
        let order = match order(form) {
            Order::Weak => Order::Relaxed,
            strong => strong,
        };
        let load = Op::Load { space: place.space, ty, offset: 0, order };
        let registers = vec![ty.register(); elements.len()];
        self.for_each_replica(place, |this, memory, number| {
            let so_far: Vec<Value> =
                sums.iter().map(|&var| this.ssa.read(&mut this.f, var, this.cursor.block)).collect();
            let loaded = this.op_many(load, vec![memory.base], &registers);
            let values: Vec<Value> = if wide {
                loaded.iter().flat_map(|&v| this.convert_to_f32(v, half, parts)).collect()
            } else {
                loaded
            };
            let zero = this.constant(0, Type::I32);
            let is_first = Op::Cmp { op: Cmp::Eq, ty: Scalar::U32, ftz: false };
            let first = this.op(is_first, vec![number, zero], Type::Pred);
            for ((&var, old), v) in sums.iter().zip(so_far).zip(values) {
                let both = this.op(reduce.clone(), vec![old, v], sum.register());
                let now = this.op(Op::Select, vec![first, v, both], sum.register());
                this.ssa.write(var, this.cursor.block, now);
            }
        });
        for (element, vars) in elements.iter().zip(sums.chunks(parts)) {
            let Some(name) = element.register() else {
                return self.bad_operand(inst, 0);
            };
            let mut values: Vec<Value> =
                vars.iter().map(|&var| self.ssa.read(&mut self.f, var, self.cursor.block)).collect();
            if wide {
                for v in &mut values {
                    *v = self.op(convert(Scalar::F32, half), vec![*v], half.register());
                }
            }
            let v = match values[..] {
                [one] => one,
                _ => self.op(Op::Pack, values, ty.register()),
            };
            self.write_name(inst, 0, name, ty, v, false)?;
        }
        Some(())
    }

    /// Converts the parts of a register to 32-bit floats.
    fn convert_to_f32(&mut self, v: Value, half: Scalar, parts: usize) -> Vec<Value> {
        let whole = |this: &mut Self, v| this.op(convert(half, Scalar::F32), vec![v], Type::F32);
        if parts == 1 {
            return vec![whole(self, v)];
        }
        (0..parts as u8)
            .map(|n| {
                let part = self.op(Op::Part(n), vec![v], half.register());
                whole(self, part)
            })
            .collect()
    }

    /// Reads the values of operand 1, to be stored or reduced as `ty`.
    fn multicast_values(&mut self, inst: &Instruction<'m>, ty: Scalar, bits: bool) -> Option<Vec<Value>> {
        let elements: &[Operand<'m>] = self.elements(inst, 1)?;
        let mut values = Vec::with_capacity(elements.len());
        for element in elements {
            let v = self.read_raw(inst, 1, element, ty, bits)?;
            values.push(self.resize(v, ty.register()));
        }
        Some(values)
    }

    /// Lowers `multimem.st`.
    pub(super) fn multicast_store(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let ty = inst.form.ty(0);
        let place = self.multicast_memory(inst, 0)?;
        let values = self.multicast_values(inst, ty, true)?;
        let store = Op::Store { space: place.space, ty, offset: 0, order: order(&inst.form) };
        self.for_each_replica(place, |this, memory, _| {
            let args = std::iter::once(memory.base).chain(values).collect();
            this.effect(store, args);
        });
        Some(())
    }

    /// Lowers `multimem.red`; the elements of a vector are separate operations.
    pub(super) fn multicast_reduce(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let form = &inst.form;
        let ty = form.ty(0);
        let op = atomic_op(form)?;
        let order = match order(form) {
            Order::Weak => Order::Relaxed,
            strong => strong,
        };
        let place = self.multicast_memory(inst, 0)?;
        let values = self.multicast_values(inst, ty, false)?;
        self.for_each_replica(place, |this, memory, _| {
            for (n, v) in values.into_iter().enumerate() {
                let offset = n as i64 * i64::from(ty.bytes());
                this.effect(Op::Atom { space: memory.space, op, ty, offset, order }, vec![memory.base, v]);
            }
        });
        Some(())
    }
}
