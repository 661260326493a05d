//! Operands: reads as a type, writes, and addresses.

use super::names::{Frame, Place, RESERVED_SHARED, Special, special};
use super::{Lower, SharedKey};
use crate::ast::{Instruction, Operand, Register};
use crate::diag::Problem;
use crate::ir::ssa::{Ssa, Var};
use crate::ir::{Class, Cmp, IntOp, IntUnary, Op, Scalar, Space, Sreg, System, Type, Value};
use crate::module::{Symbol, function_address};
use crate::parse::isa::{Slot, SlotKind};

/// Returns whether a register declared as `declared` may be an operand of type `wanted` (PTX ISA, "Operand
/// Type Checking").
fn compatible(declared: Scalar, wanted: Scalar) -> bool {
    use Class::{Bits, Float, Pred, Signed, SmallFloat, Unsigned};
    declared.bits() == wanted.bits()
        && match (declared.class(), wanted.class()) {
            (Pred, Pred) => true,
            (Pred, _) | (_, Pred) => false,
            (Bits, _) | (_, Bits) => true,
            (Float, Float) => true,
            (Float, SmallFloat) | (SmallFloat, Float) => wanted == Scalar::Tf32,
            (Float, _) | (_, Float) => false,
            (SmallFloat, _) | (_, SmallFloat) => declared == wanted,
            (Signed | Unsigned, Signed | Unsigned) => true,
        }
}

/// Returns whether the register of a move or conversion may be wider than the instruction's type.
fn compatible_wider(inst: &Instruction<'_>, declared: Scalar, wanted: Scalar) -> bool {
    if compatible(declared, wanted) {
        return true;
    }
    // Memory accesses treat registers as bits: loads zero-extend, stores truncate.
    if matches!(inst.form.base(), "ld" | "ldu" | "st") {
        let one_is_bits = [declared, wanted].iter().any(|s| s.class() == Class::Bits);
        let numbers = [declared, wanted].iter().all(|s| s.class() != Class::Pred);
        if declared.bits() > wanted.bits() && one_is_bits && numbers {
            return true;
        }
    }
    let widens = match wanted.class() {
        Class::Float | Class::Pred => false,
        Class::SmallFloat => matches!(wanted, Scalar::F16 | Scalar::F16x2) && declared.class() == Class::Bits,
        Class::Bits | Class::Signed | Class::Unsigned => {
            matches!(declared.class(), Class::Bits | Class::Signed | Class::Unsigned)
        }
    };
    declared.bits() > wanted.bits() && widens
}

/// Resolved `[address]`.
pub(super) enum Address {
    /// Memory: a base, a byte offset, and the state space if the address is a variable's name.
    Memory { base: Value, offset: i64, space: Option<Space> },
    /// Scalar parameter of a call, which has no address.
    Cell,
}

/// Returns the elements of an operand that is a vector register.
fn elements<'m>(frame: &mut Frame<'m>, ssa: &mut Ssa, operand: &Operand<'m>) -> Option<Vec<Operand<'m>>> {
    let Operand::Name { name: vector, negated: false, offset: 0 } = *operand else { return None };
    match frame.lookup(ssa, vector)? {
        Place::Vector { lanes, .. } => Some((0..lanes).map(|lane| Operand::Lane { vector, lane }).collect()),
        _ => None,
    }
}

impl<'m> Lower<'m> {
    fn mismatch<T>(&mut self, inst: &Instruction<'m>, n: usize) -> Option<T> {
        let instruction = inst.form.text.to_string();
        self.error(Problem::OperandMismatch { instruction, operand: n + 1 });
        None
    }

    /// Checks the number of operands against the form.
    pub(super) fn check_count(&mut self, inst: &Instruction<'m>) -> Option<()> {
        if inst.form.operand_count()?.contains(&inst.operands.len()) {
            return Some(());
        }
        let problem = Problem::OperandCount { instruction: inst.form.text.into(), got: inst.operands.len() };
        self.error(problem);
        None
    }

    /// Returns the instruction with its vector registers expanded to vectors of elements, if it has any.
    pub(super) fn with_vectors_expanded(&mut self, inst: &Instruction<'m>) -> Option<Instruction<'m>> {
        let frame = self.calls.frames.last_mut().filter(|frame| frame.has_vectors)?;
        let mut changed = false;
        let mut operands = inst.operands.clone();
        for operand in &mut operands {
            // The list of a call contains the elements as members.
            if let Operand::Group(list) = operand {
                let mut whole = Vec::with_capacity(list.len());
                for member in list.drain(..) {
                    if let Some(all) = elements(frame, &mut self.ssa, &member) {
                        whole.extend(all);
                        changed = true;
                    } else {
                        whole.push(member);
                    }
                }
                *list = whole;
            } else if let Some(all) = elements(frame, &mut self.ssa, operand) {
                (*operand, changed) = (Operand::Vector(all), true);
            }
        }
        changed.then(|| Instruction { operands, ..inst.clone() })
    }

    fn slot(inst: &Instruction<'m>, n: usize) -> Option<Slot> {
        inst.form.row?.operands.get(n).copied()
    }

    /// Returns the type of operand `n` in the form.
    pub(super) fn slot_scalar(inst: &Instruction<'m>, n: usize) -> Scalar {
        match Self::slot(inst, n).map(|s| s.kind) {
            Some(SlotKind::Value(ty) | SlotKind::Vector(ty)) => inst.form.slot_type(ty),
            _ => inst.form.ty(0),
        }
    }

    /// Reads operand `n` as its form says.
    pub(super) fn arg(&mut self, inst: &Instruction<'m>, n: usize) -> Option<Value> {
        self.read_as(inst, n, Self::slot_scalar(inst, n))
    }

    /// Reads operands `from..` as the form says; omitted operands are skipped.
    pub(super) fn args_from(&mut self, inst: &Instruction<'m>, from: usize) -> Option<Vec<Value>> {
        // Read all operands before failing, so that every mismatch is reported.
        let all: Vec<Option<Value>> = (from..inst.operands.len()).map(|n| self.arg(inst, n)).collect();
        all.into_iter().collect()
    }

    /// Reads operand `n` as `ty`, in the register type of `ty`.
    pub(super) fn read_as(&mut self, inst: &Instruction<'m>, n: usize, ty: Scalar) -> Option<Value> {
        let operand = inst.operands.get(n)?;
        let v = self.read_raw(inst, n, operand, ty, false)?;
        Some(self.cast(v, ty.register()))
    }

    /// Reads operand `n` as `ty`; a wider register is read whole.
    pub(super) fn read_wider(&mut self, inst: &Instruction<'m>, n: usize, ty: Scalar) -> Option<Value> {
        let operand = inst.operands.get(n)?;
        self.read_raw(inst, n, operand, ty, true)
    }

    /// Reads an operand without conversion: its IR type may be another one of the same width.
    pub(super) fn read_raw(
        &mut self,
        inst: &Instruction<'m>,
        n: usize,
        operand: &Operand<'m>,
        ty: Scalar,
        wider: bool,
    ) -> Option<Value> {
        match *operand {
            Operand::Name { name, negated, offset } => {
                let v = self.read_name(inst, n, name, offset, ty, wider)?;
                if !negated {
                    return Some(v);
                }
                if ty != Scalar::Pred {
                    return self.mismatch(inst, n);
                }
                Some(self.op(Op::IntUnary(IntUnary::Not), vec![v], Type::Pred))
            }
            Operand::Lane { vector, lane } => {
                let Some(Place::Register { var, ty: declared }) =
                    self.register_place(Register { name: vector, lane: Some(lane) })
                else {
                    return self.mismatch(inst, n);
                };
                let fits =
                    if wider { compatible_wider(inst, declared, ty) } else { compatible(declared, ty) };
                if !fits {
                    return self.mismatch(inst, n);
                }
                Some(self.ssa.read(&mut self.f, var, self.cursor.block))
            }
            Operand::Int(v) => match ty.class() {
                Class::Float | Class::SmallFloat => self.mismatch(inst, n),
                _ if matches!(ty, Scalar::U16x2 | Scalar::S16x2) => self.mismatch(inst, n),
                Class::Pred => Some(self.constant(u64::from(v != 0), Type::Pred)),
                _ => {
                    let narrow = if ty.bits() == 8 { self.extend_byte(v, ty) } else { v };
                    Some(self.constant(narrow, ty.register()))
                }
            },
            Operand::Single(bits) => match ty {
                Scalar::F32 => Some(self.constant(u64::from(bits), Type::F32)),
                Scalar::F64 => Some(self.constant(f64::from(f32::from_bits(bits)).to_bits(), Type::F64)),
                Scalar::B32 => Some(self.constant(u64::from(bits), Type::I32)),
                _ => self.mismatch(inst, n),
            },
            Operand::Double(bits) => match ty {
                Scalar::F64 => Some(self.constant(bits, Type::F64)),
                Scalar::F32 => {
                    let narrow = (f64::from_bits(bits) as f32).to_bits();
                    Some(self.constant(u64::from(narrow), Type::F32))
                }
                Scalar::B64 => Some(self.constant(bits, Type::I64)),
                _ => self.mismatch(inst, n),
            },
            _ => self.mismatch(inst, n),
        }
    }

    fn extend_byte(&self, v: u64, ty: Scalar) -> u64 {
        if ty.is_signed() { v as u8 as i8 as i64 as u64 } else { u64::from(v as u8) }
    }

    fn read_name(
        &mut self,
        inst: &Instruction<'m>,
        n: usize,
        name: &'m str,
        offset: i64,
        ty: Scalar,
        wider: bool,
    ) -> Option<Value> {
        match self.lookup(name) {
            Some(Place::Register { var, ty: declared }) => {
                let fits =
                    if wider { compatible_wider(inst, declared, ty) } else { compatible(declared, ty) };
                if !fits {
                    return self.mismatch(inst, n);
                }
                let v = self.ssa.read(&mut self.f, var, self.cursor.block);
                if offset == 0 {
                    return Some(v);
                }
                if declared.is_float() || declared == Scalar::Pred {
                    let instruction = format!("{} of '{name}{offset:+}'", inst.form.text);
                    self.error(Problem::UnsupportedInstruction { instruction });
                    return None;
                }
                let register = self.f.ty(v);
                let v = self.cast(v, register.to_int());
                let k = self.constant(offset as u64, register.to_int());
                Some(self.op(Op::Int(IntOp::Add), vec![v, k], register.to_int()))
            }
            Some(place) => {
                if ty.bits() < 32 || ty.is_float() {
                    return self.mismatch(inst, n);
                }
                let v = self.variable_address(name, &place, ty.register())?;
                let v = self.resize(v, ty.register());
                if offset == 0 {
                    return Some(v);
                }
                let ty = self.f.ty(v);
                let k = self.constant(offset as u64, ty);
                Some(self.op(Op::Int(IntOp::Add), vec![v, k], ty))
            }
            None => match special(name) {
                Some(Some((sreg, width))) => {
                    let float = (0..inst.form.type_count()).any(|n| inst.form.ty(n).is_float());
                    if !matches!(inst.form.base(), "mov" | "cvt") || float {
                        let instruction = inst.form.text.into();
                        self.error(Problem::SpecialRegister { name: name.into(), instruction });
                        return None;
                    }
                    // The lower half may be read of some 32-bit special registers, and of the grid's number.
                    let old = ["%tid", "%ntid", "%ctaid", "%nctaid"].iter().any(|s| name.starts_with(s));
                    let narrow =
                        ty.bits() == 16 && width == Type::I32 && (old || matches!(inst.form.base(), "cvt"));
                    let fits = ty.bits() == width.bits()
                        || narrow
                        || (sreg == Special::Register(Sreg::GridId) && ty.bits() == 32);
                    if !fits || offset != 0 {
                        return self.mismatch(inst, n);
                    }
                    if let (Type::Pred, Special::Register(sreg)) = (width, sreg) {
                        let word = self.op(Op::Sreg(sreg), Vec::new(), Type::I32);
                        let zero = self.constant(0, Type::I32);
                        let op = Op::Cmp { op: Cmp::Ne, ty: Scalar::U32, ftz: false };
                        return Some(self.op(op, vec![word, zero], Type::Pred));
                    }
                    let v = self.special_value(sreg, width);
                    Some(self.resize(v, ty.register()))
                }
                Some(None) => {
                    self.error(Problem::UnsupportedRegister { name: name.into() });
                    None
                }
                None => {
                    self.error(Problem::UnknownSymbol { name: name.into() });
                    None
                }
            },
        }
    }

    /// Returns the value of a special register.
    pub(super) fn special_value(&mut self, register: Special, width: Type) -> Value {
        match register {
            Special::Register(sreg) => self.op(Op::Sreg(sreg), Vec::new(), width),
            Special::Constant(bits) => self.constant(bits, width),
            Special::Call(call) => self.op(Op::System(System::Call(call)), Vec::new(), width),
            Special::SharedTotal => {
                // Dynamic shared memory follows the variables: its start is patched when all are known.
                let variables = self.constant(0, Type::I32);
                if let crate::ir::Def::Inst(inst, _) = self.f.value(variables).def {
                    self.shared.dynamic.push(inst);
                }
                let dynamic = self.op(Op::Sreg(Sreg::DynamicSmemSize), Vec::new(), Type::I32);
                let sum = self.op(Op::Int(IntOp::Add), vec![variables, dynamic], Type::I32);
                let reserved = self.constant(RESERVED_SHARED, Type::I32);
                self.op(Op::Int(IntOp::Add), vec![sum, reserved], Type::I32)
            }
        }
    }

    /// Resolves a name in the current scope.
    pub(super) fn lookup(&mut self, name: &'m str) -> Option<Place> {
        let module = self.module;
        let frame = self.calls.frames.last_mut()?;
        if let Some(place) = frame.lookup(&mut self.ssa, name) {
            return Some(place);
        }
        Some(match *module.symbols.get(name)? {
            Symbol::Function(index) => Place::Function { index },
            Symbol::Var(var) => {
                Place::Module { var, constant: module.vars[var.index()].space == Space::Const }
            }
            Symbol::Shared(n) => {
                let shared = &module.shared[n];
                if shared.dynamic {
                    Place::DynamicShared { align: shared.align }
                } else {
                    let (size, align) = (shared.size, shared.align);
                    Place::Shared { offset: self.allocate_shared(SharedKey::Module(n), size, align, name) }
                }
            }
        })
    }

    /// Returns the address of a variable in its own space: 64 bits for module variables, else an integer of
    /// type `ty`.
    fn variable_address(&mut self, name: &str, place: &Place, ty: Type) -> Option<Value> {
        Some(match *place {
            Place::Module { var, .. } => self.op(Op::VarAddr(var), Vec::new(), Type::I64),
            Place::Shared { offset } | Place::KernelParam { offset } => self.constant(u64::from(offset), ty),
            Place::Stack { offset, .. } => {
                let at = self.constant(u64::from(offset), ty);
                if self.outline.current == 0 {
                    return Some(at);
                }
                let frame = self.frame_address();
                let frame = self.resize(frame, ty);
                self.op(Op::Int(IntOp::Add), vec![frame, at], ty)
            }
            Place::DynamicShared { align } => {
                let v = self.constant(0, ty);
                if let crate::ir::Def::Inst(inst, _) = self.f.value(v).def {
                    self.shared.dynamic.push(inst);
                }
                self.shared.align_dynamic(align);
                v
            }
            Place::Function { index } => self.constant(function_address(index), ty),
            Place::Register { .. } | Place::Vector { .. } | Place::Cell { .. } => {
                self.error(Problem::WrongSymbol { name: name.into(), expected: "a variable in memory" });
                return None;
            }
        })
    }

    /// Zero-extends or truncates an integer.
    pub(super) fn resize(&mut self, v: Value, ty: Type) -> Value {
        let from = self.f.ty(v);
        if from.bits() == ty.bits() {
            return self.cast(v, ty);
        }
        let (v, from) = (self.cast(v, from.to_int()), from.to_int());
        let unsigned = |t: Type| match t {
            Type::I16 => Scalar::U16,
            Type::I64 | Type::F64 => Scalar::U64,
            _ => Scalar::U32,
        };
        let mode = crate::ir::Mode::RN;
        let op = Op::Cvt { to: unsigned(ty), from: unsigned(from), mode, integral: false };
        let v = self.op(op, vec![v], ty.to_int());
        self.cast(v, ty)
    }

    /// Writes destination `n` (a register or `_`) with a value of the form's type.
    pub(super) fn set(&mut self, inst: &Instruction<'m>, n: usize, v: Value) -> Option<()> {
        let ty = Self::slot_scalar(inst, n);
        match *inst.operands.get(n)? {
            Operand::Name { name, negated: false, offset: 0 }
                if !Self::slot(inst, n).is_some_and(|s| s.pair_needed) =>
            {
                self.write_name(inst, n, name, ty, v, false)
            }
            Operand::Pair(name, _) if Self::slot(inst, n).is_some_and(|s| s.pair) => {
                self.write_name(inst, n, name, ty, v, false)
            }
            _ => self.mismatch(inst, n),
        }
    }

    /// Writes the second destination of `d|p`, if present.
    pub(super) fn set_second(&mut self, inst: &Instruction<'m>, n: usize, v: Value) -> Option<()> {
        match inst.operands.get(n)? {
            &Operand::Pair(_, name) => self.write_name(inst, n, name, Scalar::Pred, v, false),
            _ => Some(()),
        }
    }

    /// Returns the declared type of the register that an operand names.
    pub(super) fn register_type(&mut self, operand: &Operand<'m>) -> Option<Scalar> {
        match *operand {
            Operand::Name { name, .. } | Operand::Pair(name, _) => match self.lookup(name) {
                Some(Place::Register { ty, .. }) => Some(ty),
                _ => None,
            },
            _ => match self.register_place(operand.register()?) {
                Some(Place::Register { ty, .. }) => Some(ty),
                _ => None,
            },
        }
    }

    /// Resolves a destination register.
    pub(super) fn register_place(&mut self, register: Register<'m>) -> Option<Place> {
        match (self.lookup(register.name)?, register.lane.map(usize::from)) {
            (Place::Vector { vars, lanes, ty }, Some(lane)) if lane < usize::from(lanes) => {
                Some(Place::Register { var: vars[lane], ty })
            }
            (_, Some(_)) => None,
            (place, None) => Some(place),
        }
    }

    /// Returns the address of `array[index]`; the index counts scalars, regardless of the array's dimensions.
    pub(super) fn element(
        &mut self,
        inst: &Instruction<'m>,
        n: usize,
        (array, index): (&'m str, u64),
        ty: Scalar,
    ) -> Option<Value> {
        if index == 0 {
            return self.read_name(inst, n, array, 0, ty, false);
        }
        let module = self.module;
        let scalar = match (self.lookup(array), module.symbols.get(array)) {
            (Some(Place::Module { var, .. }), _) => module.vars[var.index()].scalar,
            (Some(Place::Shared { .. } | Place::DynamicShared { .. }), Some(&Symbol::Shared(n))) => {
                module.shared[n].scalar
            }
            (None, _) => {
                self.error(Problem::UnknownSymbol { name: array.into() });
                return None;
            }
            _ => {
                let (name, index) = (array.into(), index.to_string());
                self.error(Problem::UnsupportedElement { name, index });
                return None;
            }
        };
        let offset = (index as i64).wrapping_mul(scalar.into());
        self.read_name(inst, n, array, offset, ty, false)
    }

    /// Writes a register by name. With `wider` the register may be wider than `ty`; then `v` has the
    /// register's width.
    pub(super) fn write_name(
        &mut self,
        inst: &Instruction<'m>,
        n: usize,
        register: impl Into<Register<'m>>,
        ty: Scalar,
        v: Value,
        wider: bool,
    ) -> Option<()> {
        let register = register.into();
        let name = register.name;
        if name == "_" {
            return Some(());
        }
        match self.register_place(register) {
            Some(Place::Register { var, ty: declared }) => {
                let fits =
                    if wider { compatible_wider(inst, declared, ty) } else { compatible(declared, ty) };
                if !fits {
                    return self.mismatch(inst, n);
                }
                self.assign(var, v);
                Some(())
            }
            Some(_) => self.mismatch(inst, n),
            None if special(name).is_some() => self.mismatch(inst, n),
            None => {
                self.error(Problem::UnknownSymbol { name: name.into() });
                None
            }
        }
    }

    /// Assigns a variable, subject to the current guard.
    pub(super) fn assign(&mut self, var: Var, v: Value) {
        let v = match self.cursor.guard {
            None => v,
            Some((guard, negated)) => {
                let ty = self.f.ty(v);
                let old = self.ssa.read(&mut self.f, var, self.cursor.block);
                let old = self.cast(old, ty);
                let args = if negated { vec![guard, old, v] } else { vec![guard, v, old] };
                self.op(Op::Select, args, ty)
            }
        };
        debug_assert_eq!(self.f.ty(v).bits(), self.ssa.ty(var).bits());
        self.ssa.write(var, self.cursor.block, v);
    }

    /// Resolves operand `n`, an address.
    pub(super) fn address(&mut self, inst: &Instruction<'m>, n: usize) -> Option<Address> {
        let Some(Operand::Address { base, offset, coordinates }) = inst.operands.get(n) else {
            return self.mismatch(inst, n);
        };
        if !coordinates.is_empty() {
            return self.mismatch(inst, n);
        }
        self.resolve(inst, n, *base, *offset)
    }

    /// Resolves an address of this name and offset, operand `n`.
    pub(super) fn resolve(
        &mut self,
        inst: &Instruction<'m>,
        n: usize,
        base: Option<&'m str>,
        offset: i64,
    ) -> Option<Address> {
        let Some(name) = base else {
            let base = self.constant(offset as u64, Type::I64);
            return Some(Address::Memory { base, offset: 0, space: None });
        };
        match self.lookup(name) {
            Some(Place::Register { var, ty }) => {
                if !matches!(ty.bits(), 32 | 64) || ty.is_float() {
                    return self.mismatch(inst, n);
                }
                let v = self.ssa.read(&mut self.f, var, self.cursor.block);
                let base = self.cast(v, ty.register());
                Some(Address::Memory { base, offset, space: None })
            }
            Some(Place::Cell { .. }) => Some(Address::Cell),
            Some(Place::KernelParam { offset: at }) => {
                let base = self.constant(0, Type::I32);
                let offset = offset.wrapping_add(i64::from(at));
                Some(Address::Memory { base, offset, space: Some(Space::Param) })
            }
            Some(Place::Stack { offset: at, .. }) => {
                let (base, at) = self.frame_place(at);
                let offset = offset.wrapping_add(i64::from(at));
                Some(Address::Memory { base, offset, space: Some(Space::Local) })
            }
            Some(place) => {
                let space = place.space().unwrap_or(Space::Shared);
                let base = self.variable_address(name, &place, Type::I32)?;
                Some(Address::Memory { base, offset, space: Some(space) })
            }
            None => {
                self.error(Problem::UnknownSymbol { name: name.into() });
                None
            }
        }
    }

    /// Returns operand `n`, an integer constant.
    pub(super) fn immediate(&mut self, inst: &Instruction<'m>, n: usize) -> Option<u64> {
        match inst.operands.get(n) {
            Some(&Operand::Int(v)) => Some(v),
            _ => self.mismatch(inst, n),
        }
    }

    /// Reports that operand `n` has the wrong type.
    pub(super) fn bad_operand(&mut self, inst: &Instruction<'m>, n: usize) -> Option<()> {
        self.mismatch(inst, n)
    }
}
