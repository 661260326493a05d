//! Loads, stores, atomics, fences.

use super::Lower;
use super::convert::space;
use super::names::Place;
use super::operand::Address;
use crate::ast::{Instruction, Operand};
use crate::diag::Problem;
use crate::ir::{AsyncStep, AtomOp, Class, IntOp, Op, Order, Scalar, Space, Type, Value};
use crate::parse::isa::{Form, SlotKind};

/// Returns the memory ordering that a form's modifiers request.
pub(super) fn order(form: &Form<'_>) -> Order {
    match form.one_of(&["volatile", "relaxed", "acquire", "release", "acq_rel", "mmio"]) {
        Some("volatile") => Order::Volatile,
        Some("relaxed" | "mmio") => Order::Relaxed,
        Some("acquire") => Order::Acquire,
        Some("release") => Order::Release,
        Some(_) => Order::AcqRel,
        None => Order::Weak,
    }
}

/// Returns the number of elements of a form's vector.
pub(super) fn lanes(form: &Form<'_>) -> usize {
    match form.one_of(&["v2", "v4", "v8"]) {
        Some("v2") => 2,
        Some("v4") => 4,
        Some(_) => 8,
        None => 1,
    }
}

/// Returns the read-modify-write operation that a form names.
pub(super) fn atomic_op(form: &Form<'_>) -> Option<AtomOp> {
    Some(match form.one_of(&["add", "min", "max", "and", "or", "xor", "exch", "cas", "inc", "dec"])? {
        "add" => AtomOp::Add,
        "min" => AtomOp::Min,
        "max" => AtomOp::Max,
        "and" => AtomOp::And,
        "or" => AtomOp::Or,
        "xor" => AtomOp::Xor,
        "exch" => AtomOp::Exch,
        "cas" => AtomOp::Cas,
        "inc" => AtomOp::Inc,
        _ => AtomOp::Dec,
    })
}

/// Resolved memory operand.
#[derive(Clone, Copy)]
pub(super) struct Memory {
    pub(super) space: Space,
    pub(super) base: Value,
    pub(super) offset: i64,
}

impl<'m> Lower<'m> {
    /// Returns the elements of operand `n`, which may be a vector.
    pub(super) fn elements<'o>(&mut self, inst: &'o Instruction<'m>, n: usize) -> Option<&'o [Operand<'m>]> {
        let operand = inst.operands.get(n)?;
        let elements = match operand {
            Operand::Vector(list) => list.as_slice(),
            one => std::slice::from_ref(one),
        };
        if elements.len() != lanes(&inst.form) {
            self.bad_operand(inst, n)?;
            return None;
        }
        let bytes = lanes(&inst.form) as u32 * inst.form.ty(0).bytes();
        if let Some(hint) = inst.form.one_of(&["L2::evict_normal", "L2::evict_first", "L2::evict_last"])
            && bytes != 32
        {
            let instruction = inst.form.text.into();
            self.error(Problem::BadModifier { modifier: hint.into(), instruction });
            return None;
        }
        if bytes > 16 {
            // Vectors of 32 bytes exist since sm_100, for whole words in global memory.
            let wide = matches!(inst.form.base(), "ld" | "st") && bytes == 32 && inst.form.ty(0).bits() >= 32;
            if !wide || !matches!(space(&inst.form), Space::Global | Space::Generic) {
                self.error(Problem::VectorTooLarge { instruction: inst.form.text.into(), bytes });
                return None;
            }
            self.needs(inst, (8, 8), 100)?;
        }
        Some(elements)
    }

    /// Resolves operand `n`. The state space is the form's, or that of the variable named.
    pub(super) fn memory(&mut self, inst: &Instruction<'m>, n: usize) -> Option<Memory> {
        self.memory_in(inst, n, space(&inst.form))
    }

    /// Returns whether the body being lowered belongs to a function, not a kernel.
    fn is_in_function(&self) -> bool {
        self.calls.active.last().is_some_and(|&index| !self.module.functions[index].kernel)
    }

    /// Resolves operand `n`, an address in state space `named`.
    pub(super) fn memory_in(&mut self, inst: &Instruction<'m>, n: usize, named: Space) -> Option<Memory> {
        match self.address(inst, n)? {
            Address::Memory { base, offset, space: implied } => {
                let space = match (named, implied) {
                    (Space::Generic, Some(implied @ (Space::Global | Space::Shared | Space::Local))) => {
                        implied
                    }
                    // `ld.param` of an aggregate parameter of a call, which is on the stack.
                    (Space::Param, Some(Space::Local)) => Space::Local,
                    // An address in a register. In a function it refers to the function's own parameters,
                    // unless the form names the kernel's.
                    (Space::Param, None) if self.is_in_function() && !inst.form.has("param::entry") => {
                        Space::Local
                    }
                    (Space::Cluster, Some(Space::Shared)) => Space::Cluster,
                    (named, Some(implied)) if named != implied => return self.space_mismatch(inst),
                    (named, _) => named,
                };
                if space == Space::Cluster {
                    return Some(self.cluster_memory(base, offset));
                }
                let base = match space {
                    // With 64-bit addressing, address registers must have 64 bits, except for constant
                    // memory.
                    Space::Generic | Space::Global
                        if implied.is_none()
                            && self.f.ty(base) == Type::I32
                            && self.module.address_size == 64 =>
                    {
                        self.bad_operand(inst, n);
                        return None;
                    }
                    Space::Generic | Space::Global | Space::Const => self.resize(base, Type::I64),
                    _ => base,
                };
                Some(Memory { space, base, offset })
            }
            Address::Cell => {
                self.bad_operand(inst, n);
                None
            }
        }
    }

    /// Lowers `ld` and `ldu`.
    pub(super) fn load(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let form = &inst.form;
        let ty = form.ty(0);
        let elements = self.elements(inst, 0)?;
        let mut types = Vec::with_capacity(elements.len());
        for element in elements {
            types.push(self.loaded_type(element, ty));
        }
        let values = match self.address_or_cell(inst, 1)? {
            Target::Cell(place, offset) => {
                let mut values = Vec::with_capacity(types.len());
                for (n, &(scalar, register)) in types.iter().enumerate() {
                    let at = offset + n as i64 * i64::from(ty.bytes());
                    values.push(self.read_cell(&place, at, scalar, register)?);
                }
                values
            }
            Target::Memory(Memory { space, base, offset }) => {
                // One operation loads one format. If the registers differ, it is the instruction's.
                let same = types.iter().all(|t| t.0 == types[0].0);
                let scalar = if same { types[0].0 } else { ty };
                let registers: Vec<Type> =
                    types.iter().map(|t| if same { t.1 } else { t.1.to_int() }).collect();
                self.op_many(
                    Op::Load { space, ty: scalar, offset, order: order(form) },
                    vec![base],
                    &registers,
                )
            }
        };
        for (element, v) in elements.iter().zip(values) {
            let Some(name) = element.register() else {
                return self.bad_operand(inst, 0);
            };
            self.write_name(inst, 0, name, ty, v, true)?;
        }
        Some(())
    }

    /// Returns the format to load for a destination, and the type of the result. Bits for a float register
    /// are loaded as a float.
    fn loaded_type(&mut self, dest: &Operand<'m>, ty: Scalar) -> (Scalar, Type) {
        let declared = self.register_type(dest).unwrap_or(ty);
        if ty.class() == Class::Bits && declared.class() == Class::Float && declared.bits() == ty.bits() {
            return (declared, declared.register());
        }
        if declared.bits() > ty.bits() {
            let bits = if ty.class() == Class::Float { Scalar::B32 } else { ty };
            return (bits, declared.register().to_int());
        }
        (ty, ty.register())
    }

    /// Lowers `st`.
    pub(super) fn store(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let form = &inst.form;
        let ty = form.ty(0);
        let elements = self.elements(inst, 1)?;
        let mut values = Vec::with_capacity(elements.len());
        for element in elements {
            if matches!(element, Operand::Name { name: "_", .. }) && elements.len() > 4 {
                self.error(Problem::UnsupportedInstruction {
                    instruction: format!("{} with '_'", form.text),
                });
                return None;
            }
            let v = self.read_raw(inst, 1, element, ty, true)?;
            values.push(if ty.class() == Class::Float { self.resize(v, ty.register()) } else { v });
        }
        match self.address_or_cell(inst, 0)? {
            Target::Cell(place, offset) => {
                for (n, v) in values.into_iter().enumerate() {
                    self.write_cell(inst, &place, offset + n as i64 * i64::from(ty.bytes()), ty, v)?;
                }
            }
            Target::Memory(Memory { space, base, offset }) => {
                // Untyped values are stored as floats if all of them are.
                let floats = ty.class() == Class::Bits
                    && values.iter().all(|&v| self.f.ty(v).is_float() && self.f.ty(v).bits() == ty.bits());
                let ty = match ty.bits() {
                    32 if floats => Scalar::F32,
                    64 if floats => Scalar::F64,
                    _ => ty,
                };
                let mut args = vec![base];
                for v in values {
                    let register = self.f.ty(v);
                    args.push(if ty.class() == Class::Float { v } else { self.cast(v, register.to_int()) });
                }
                self.effect(Op::Store { space, ty, offset, order: order(form) }, args);
            }
        }
        Some(())
    }

    fn address_or_cell(&mut self, inst: &Instruction<'m>, n: usize) -> Option<Target> {
        if let Some(&Operand::Address { base: Some(name), offset, .. }) = inst.operands.get(n)
            && let Some(place @ Place::Cell { .. }) = self.lookup(name)
        {
            if space(&inst.form) != Space::Param {
                return self.space_mismatch(inst);
            }
            return Some(Target::Cell(place, offset));
        }
        self.memory(inst, n).map(Target::Memory)
    }

    /// Resolves operand `n`, which must not be a variable of another space than `wanted`. [`Space::Generic`]
    /// stands for all spaces with generic addresses.
    pub(super) fn address_in(&mut self, inst: &Instruction<'m>, n: usize, wanted: Space) -> Option<Address> {
        let address = self.address(inst, n)?;
        let Address::Memory { space: Some(named), .. } = address else { return Some(address) };
        let fits = match wanted {
            Space::Generic => named != Space::Const,
            Space::Cluster => named == Space::Shared,
            _ => named == wanted,
        };
        if fits { Some(address) } else { self.space_mismatch(inst) }
    }

    /// Reports that an address has the wrong state space.
    pub(super) fn space_mismatch<T>(&mut self, inst: &Instruction<'m>) -> Option<T> {
        self.error(Problem::SpaceMismatch { instruction: inst.form.text.into() });
        None
    }

    /// Writes part of a scalar parameter.
    fn write_cell(
        &mut self,
        inst: &Instruction<'m>,
        place: &Place,
        offset: i64,
        ty: Scalar,
        v: Value,
    ) -> Option<()> {
        let &Place::Cell { var, ty: declared } = place else { return None };
        let register = self.ssa.ty(var);
        let size = i64::from(declared.bytes());
        if offset < 0 || offset + i64::from(ty.bytes()) > size {
            return self.bad_operand(inst, 0);
        }
        if offset == 0 && ty.bits() == declared.bits() && self.f.ty(v).bits() == register.bits() {
            self.assign(var, v);
            return Some(());
        }
        // Insert the field into the existing bits.
        let int = register.to_int();
        let old = self.ssa.read(&mut self.f, var, self.cursor.block);
        let old = self.cast(old, int);
        let v = self.resize(v, int);
        let pos = self.constant(offset as u64 * 8, Type::I32);
        let len = self.constant(u64::from(ty.bits()), Type::I32);
        let new = match int {
            Type::I32 | Type::I64 => self.op(Op::Bfi, vec![v, old, pos, len], int),
            _ => {
                let mask = ((1u64 << ty.bits()) - 1) << (offset * 8);
                let (keep, field) = (self.constant(!mask, int), self.constant(mask, int));
                let old = self.op(Op::Int(IntOp::And), vec![old, keep], int);
                let v = self.op(Op::Int(IntOp::Shl), vec![v, pos], int);
                let v = self.op(Op::Int(IntOp::And), vec![v, field], int);
                self.op(Op::Int(IntOp::Or), vec![old, v], int)
            }
        };
        self.assign(var, new);
        Some(())
    }

    /// Lowers `atom` and `red`; the elements of a vector are separate operations, as the memory model
    /// permits.
    pub(super) fn atomic(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let form = &inst.form;
        let ty = form.ty(0);
        let result = form.base() == "atom";
        let at = usize::from(result);
        let op = atomic_op(form)?;
        let order = match order(form) {
            Order::Weak => Order::Relaxed,
            strong => strong,
        };
        let memory = self.memory(inst, at);
        let mut values = Vec::new();
        for element in self.elements(inst, at + 1)? {
            let v = self.read_raw(inst, at + 1, element, ty, false)?;
            values.push(self.cast(v, ty.register()));
        }
        // The next operand is the new value of `cas`, or a cache policy.
        let new = if op == AtomOp::Cas { Some(self.read_as(inst, at + 2, ty)?) } else { None };
        let Memory { space, base, offset } = memory?;
        for (n, v) in values.into_iter().enumerate() {
            let mut args = vec![base, v];
            args.extend(new);
            let offset = offset + n as i64 * i64::from(ty.bytes());
            let op = Op::Atom { space, op, ty, offset, order };
            if !result {
                self.effect(op, args);
                continue;
            }
            let old = self.op(op, args, ty.register());
            let Some(name) = self.elements(inst, 0)?.get(n).and_then(Operand::register) else {
                return self.bad_operand(inst, 0);
            };
            self.write_name(inst, 0, name, ty, old, false)?;
        }
        Some(())
    }

    /// Reports a wrong number of operands.
    pub(super) fn count_error(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let problem = Problem::OperandCount { instruction: inst.form.text.into(), got: inst.operands.len() };
        self.error(problem);
        None
    }

    /// Lowers `cp.async`. The copy is executed immediately, so waiting for it is a no-op.
    pub(super) fn copy_async(&mut self, inst: &Instruction<'m>) -> Option<()> {
        if let Some(step) = inst.form.one_of(&["commit_group", "wait_group", "wait_all"]) {
            let groups = if step == "wait_group" { self.immediate(inst, 0)? } else { u32::MAX.into() };
            match step {
                "commit_group" => self.async_step(AsyncStep::Commit, |_| Vec::new()),
                _ => self.async_step(AsyncStep::Wait, |this| vec![this.constant(groups, Type::I32)]),
            }
            return Some(());
        }
        let bytes = self.immediate(inst, 2)?;
        if !matches!(bytes, 4 | 8 | 16) || (inst.form.has("cg") && bytes != 16) {
            return self.bad_operand(inst, 2);
        }
        let (Address::Memory { base: to, offset: to_offset, .. }, Address::Memory { base: from, offset, .. }) =
            (self.address_in(inst, 0, Space::Shared)?, self.address_in(inst, 1, Space::Global)?)
        else {
            return self.bad_operand(inst, 0);
        };
        let from = self.resize(from, Type::I64);
        let words = (bytes / 4) as usize;
        // The size may be followed by the size of the source, or by a predicate that suppresses the read; a
        // cache policy comes last.
        let policy = usize::from(inst.form.has("L2::cache_hint"));
        let source_size = match inst.operands.get(3) {
            Some(_) if inst.operands.len() <= 3 + policy => None,
            None => None,
            Some(Operand::Int(n)) if *n >= bytes => None,
            Some(operand @ Operand::Name { negated, .. })
                if *negated || self.register_type(operand) == Some(Scalar::Pred) =>
            {
                let ignored = self.read_as(inst, 3, Scalar::Pred)?;
                let (none, all) = (self.constant(0, Type::I32), self.constant(bytes, Type::I32));
                Some(self.op(Op::Select, vec![ignored, none, all], Type::I32))
            }
            Some(_) => Some(self.read_as(inst, 3, Scalar::U32)?),
        };
        let load = |offset| Op::Load { space: Space::Global, ty: Scalar::B32, offset, order: Order::Weak };
        let values = match source_size {
            None => self.op_many(load(offset), vec![from], &vec![Type::I32; words]),
            // Bytes beyond the source's size are zero and are not read.
            Some(size) => (0..words)
                .map(|n| self.load_partial(size, n as u64 * 4, from, offset + n as i64 * 4))
                .collect(),
        };
        let mut args = vec![to];
        args.extend(values);
        let store =
            Op::Store { space: Space::Shared, ty: Scalar::B32, offset: to_offset, order: Order::Weak };
        self.effect(store, args);
        self.async_step(AsyncStep::Copy, |this| {
            let to = this.generic(Memory { space: Space::Shared, base: to, offset: to_offset });
            vec![to, this.constant(bytes, Type::I32)]
        });
        Some(())
    }

    /// Reports a step of asynchronous copies if the kernel is watched.
    pub(super) fn async_step(&mut self, step: AsyncStep, args: impl FnOnce(&mut Self) -> Vec<Value>) {
        if self.module.watched {
            let args = args(self);
            self.effect(Op::Async(step), args);
        }
    }

    /// Loads the word at `from + offset`, which starts at byte `start` of a copy; its bytes at or above
    /// `size` are zero.
    fn load_partial(&mut self, size: Value, start: u64, from: Value, offset: i64) -> Value {
        let var = self.ssa.declare(Type::I32);
        let zero = self.constant(0, Type::I32);
        self.ssa.write(var, self.cursor.block, zero);
        for byte in 0..4 {
            let k = self.constant(start + byte, Type::I32);
            let compare = Op::Cmp { op: crate::ir::Cmp::Gt, ty: Scalar::U32, ftz: false };
            let inside = self.op(compare, vec![size, k], Type::Pred);
            let (then, after) = (self.new_block(), self.new_block());
            self.terminate(crate::ir::Term::Branch {
                cond: inside,
                then: crate::ir::Edge::new(then),
                other: crate::ir::Edge::new(after),
            });
            self.start_sealed(then);
            let op = Op::Load {
                space: Space::Global,
                ty: Scalar::U8,
                offset: offset + byte as i64,
                order: Order::Weak,
            };
            let v = self.op(op, vec![from], Type::I32);
            let shift = self.constant(byte * 8, Type::I32);
            let v = self.op(Op::Int(IntOp::Shl), vec![v, shift], Type::I32);
            let old = self.ssa.read(&mut self.f, var, self.cursor.block);
            let v = self.op(Op::Int(IntOp::Or), vec![old, v], Type::I32);
            self.ssa.write(var, self.cursor.block, v);
            self.terminate(crate::ir::Term::Jump(crate::ir::Edge::new(after)));
            self.start_sealed(after);
        }
        self.ssa.read(&mut self.f, var, self.cursor.block)
    }

    /// Lowers `fence` and `membar`.
    pub(super) fn fence(&mut self, inst: &Instruction<'m>) -> Option<()> {
        self.hint(inst)?;
        self.effect(Op::Fence, Vec::new());
        Some(())
    }

    /// Lowers `nanosleep`.
    pub(super) fn nanosleep(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let n = self.read_as(inst, 0, Scalar::U32)?;
        self.effect(Op::Nanosleep, vec![n]);
        Some(())
    }

    /// Checks the operands of an instruction that is only a hint.
    pub(super) fn hint(&mut self, inst: &Instruction<'m>) -> Option<()> {
        for (n, slot) in inst.form.row?.operands.iter().enumerate().take(inst.operands.len()) {
            match slot.kind {
                SlotKind::Address => {
                    self.address_in(inst, n, space(&inst.form))?;
                }
                SlotKind::Constant(value) => {
                    let given = self.immediate(inst, n)?;
                    if value.is_some_and(|v| v != given) {
                        return self.bad_operand(inst, n);
                    }
                }
                _ => {
                    self.arg(inst, n)?;
                }
            }
        }
        Some(())
    }

    /// Lowers `createpolicy`. The result is arbitrary, because cache hints are ignored.
    pub(super) fn policy(&mut self, inst: &Instruction<'m>) -> Option<()> {
        for n in 1..inst.operands.len() {
            if let Operand::Address { .. } = inst.operands[n] {
                self.address(inst, n).map(|_| ())
            } else {
                self.arg(inst, n).map(|_| ())
            }?;
        }
        let v = self.constant(0, Type::I64);
        self.set(inst, 0, v)
    }
}

/// Target of a load or store.
enum Target {
    Memory(Memory),
    Cell(Place, i64),
}
