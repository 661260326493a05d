//! Layout of frames on a thread's stack, and accesses to them.
//!
//! A frame consists of a header, the callee's results, its parameters, its variables, and the spill slots for
//! calls inside it. Frames are stacked upwards in local memory, starting with the kernel's.

use super::Lower;
use crate::ast::Instruction;
use crate::diag::Problem;
use crate::ir::{Cmp, Function, InstId, Op, Order, Scalar, Space, Type, Value};
use crate::module::Formal;

/// Offset of the number of the call to return to.
pub(super) const RETURN: u32 = 0;
/// Offset of the address of the caller's frame.
pub(super) const CALLER: u32 = 4;
/// Bytes before the results.
pub(super) const HEADER: u32 = 8;
/// Alignment of frames.
pub(super) const ALIGN: u32 = 16;

/// Offsets of a call's results and parameters in the callee's frame.
pub(super) struct Layout {
    pub(super) returns: Vec<u32>,
    pub(super) params: Vec<u32>,
    pub(super) end: u32,
}

impl Layout {
    /// Computes the layout for these formals; `None` if they exceed any stack.
    pub(super) fn new(returns: &[Formal], params: &[Formal]) -> Option<Layout> {
        let mut end = HEADER;
        let mut place = |formal: &Formal| {
            let offset = end.checked_next_multiple_of(formal.align)?;
            end = offset.checked_add(formal.bytes).filter(|&end| end < 1 << 20)?;
            Some(offset)
        };
        let returns = returns.iter().map(&mut place).collect::<Option<_>>()?;
        let params = params.iter().map(&mut place).collect::<Option<_>>()?;
        Some(Layout { returns, params, end })
    }
}

/// Returns whether a function with formals `a` can be called as one with formals `b`.
pub(super) fn same_shape(a: &[Formal], b: &[Formal]) -> bool {
    let same = |a: &Formal, b: &Formal| a.bytes == b.bytes && a.align == b.align && a.lanes == b.lanes;
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
}

/// Returns the memory format of a value on the stack; a predicate is stored as a word.
fn format(ty: Type) -> Scalar {
    match ty {
        Type::I16 => Scalar::B16,
        Type::Pred | Type::I32 => Scalar::B32,
        Type::I64 => Scalar::B64,
        Type::I128 => Scalar::B128,
        Type::F32 => Scalar::F32,
        Type::F64 => Scalar::F64,
    }
}

/// Returns the size, and alignment, of a value on the stack in bytes.
pub(super) fn slot_bytes(ty: Type) -> u32 {
    format(ty).bytes()
}

/// Creates the instructions that store a value at `frame + offset`.
pub(super) fn spill(f: &mut Function, v: Value, frame: Value, offset: u32) -> Vec<InstId> {
    let ty = f.ty(v);
    let mut made = Vec::new();
    let mut v = v;
    if ty == Type::Pred {
        let one = f.make_inst(Op::Const(1), Vec::new(), &[Type::I32], 0);
        let zero = f.make_inst(Op::Const(0), Vec::new(), &[Type::I32], 0);
        let args = vec![v, f.inst(one).results[0], f.inst(zero).results[0]];
        let word = f.make_inst(Op::Select, args, &[Type::I32], 0);
        v = f.inst(word).results[0];
        made.extend([one, zero, word]);
    }
    let op = Op::Store { space: Space::Local, ty: format(ty), offset: i64::from(offset), order: Order::Weak };
    made.push(f.make_inst(op, vec![frame, v], &[], 0));
    made
}

/// Creates the instructions that load a value stored by [`spill`]; returns the value too.
pub(super) fn reload(f: &mut Function, ty: Type, frame: Value, offset: u32) -> (Vec<InstId>, Value) {
    let op = Op::Load { space: Space::Local, ty: format(ty), offset: i64::from(offset), order: Order::Weak };
    let register = if ty == Type::Pred { Type::I32 } else { ty };
    let load = f.make_inst(op, vec![frame], &[register], 0);
    let v = f.inst(load).results[0];
    if ty != Type::Pred {
        return (vec![load], v);
    }
    let zero = f.make_inst(Op::Const(0), Vec::new(), &[Type::I32], 0);
    let op = Op::Cmp { op: Cmp::Ne, ty: Scalar::U32, ftz: false };
    let args = vec![v, f.inst(zero).results[0]];
    let test = f.make_inst(op, args, &[Type::Pred], 0);
    (vec![load, zero, test], f.inst(test).results[0])
}

/// Returns the untyped scalar of this many bytes.
fn bits(bytes: u32) -> Scalar {
    match bytes {
        1 => Scalar::B8,
        2 => Scalar::B16,
        4 => Scalar::B32,
        8 => Scalar::B64,
        _ => Scalar::B128,
    }
}

impl<'m> Lower<'m> {
    /// Appends a load from local memory.
    pub(super) fn load_local(&mut self, base: Value, offset: u32, ty: Scalar, register: Type) -> Value {
        let op = Op::Load { space: Space::Local, ty, offset: i64::from(offset), order: Order::Weak };
        self.op(op, vec![base], register)
    }

    /// Appends a store to local memory.
    pub(super) fn store_local(&mut self, base: Value, offset: u32, ty: Scalar, v: Value) {
        let op = Op::Store { space: Space::Local, ty, offset: i64::from(offset), order: Order::Weak };
        self.effect(op, vec![base, v]);
    }

    /// Stores a scalar parameter or result of a call in a frame.
    pub(super) fn store_scalar(&mut self, base: Value, offset: u32, formal: &Formal, v: Value) {
        if self.f.ty(v) == Type::Pred {
            let (one, zero) = (self.constant(1, Type::I16), self.constant(0, Type::I16));
            let v = self.op(Op::Select, vec![v, one, zero], Type::I16);
            self.store_local(base, offset, Scalar::B8, v);
            return;
        }
        let v = self.cast(v, formal.ty.register().to_int());
        self.store_local(base, offset, bits(formal.bytes), v);
    }

    /// Loads a scalar stored by [`Lower::store_scalar`].
    pub(super) fn load_scalar(&mut self, base: Value, offset: u32, formal: &Formal) -> Value {
        let register = formal.ty.register();
        if register == Type::Pred {
            let v = self.load_local(base, offset, Scalar::B8, Type::I16);
            let zero = self.constant(0, Type::I16);
            return self.op(Op::Cmp { op: Cmp::Ne, ty: Scalar::U16, ftz: false }, vec![v, zero], Type::Pred);
        }
        let v = self.load_local(base, offset, bits(formal.bytes), register.to_int());
        self.cast(v, register)
    }

    /// Copies an aggregate inside the stack.
    pub(super) fn copy_local(&mut self, from: (Value, u32), to: (Value, u32), bytes: u32, align: u32) {
        let mut at = 0;
        while at < bytes {
            let known = from.1 | to.1 | at | align | 8;
            let mut size = 1 << known.trailing_zeros();
            while size > bytes - at {
                size /= 2;
            }
            let register = match size {
                8 => Type::I64,
                4 => Type::I32,
                _ => Type::I16,
            };
            let v = self.load_local(from.0, from.1 + at, self::bits(size), register);
            self.store_local(to.0, to.1 + at, self::bits(size), v);
            at += size;
        }
    }

    /// Returns the layout of a call; reports an error if it is too large.
    pub(super) fn call_layout(
        &mut self,
        inst: &Instruction<'m>,
        returns: &[Formal],
        params: &[Formal],
    ) -> Option<Layout> {
        let layout = Layout::new(returns, params);
        if layout.is_none() {
            let bytes = returns.iter().chain(params).map(|formal| u64::from(formal.bytes)).sum();
            self.error(Problem::TooLarge { name: inst.form.text.into(), bytes });
        }
        layout
    }
}
