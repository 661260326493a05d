//! Copies of boxes (`cp.async.bulk.tensor`, `cp.reduce.async.bulk.tensor`) and changes of tensor maps
//! (`tensormap`).
//!
//! The issuing thread copies a box immediately, like other bulk copies. [`crate::tensor`] defines the meaning
//! of a copy.

use super::Lower;
use super::memory::{Memory, atomic_op};
use super::operand::Address;
use crate::ast::{Instruction, Operand};
use crate::diag::Problem;
use crate::ir::tensor::{Move, Tensor};
use crate::ir::{Cmp, Edge, IntOp, Op, Order, Scalar, Space, Sreg, Term, Type, Value};
use crate::tensor::{BYTES, Field};

const RANKS: &[&str] = &["1d", "2d", "3d", "4d", "5d"];

const FIELDS: &[(&str, Field)] = &[
    ("global_address", Field::GlobalAddress),
    ("rank", Field::Rank),
    ("box_dim", Field::BoxDim),
    ("global_dim", Field::GlobalDim),
    ("global_stride", Field::GlobalStride),
    ("element_stride", Field::ElementStride),
    ("elemtype", Field::ElemType),
    ("interleave_layout", Field::InterleaveLayout),
    ("swizzle_mode", Field::SwizzleMode),
    ("fill_mode", Field::FillMode),
];

/// Returns, for a field set by constants, the number of supported values and of all values.
fn values(field: Field) -> Option<(u64, u64)> {
    match field {
        Field::ElemType => Some((13, 16)),
        Field::SwizzleMode => Some((4, 5)),
        Field::InterleaveLayout => Some((3, 3)),
        Field::FillMode => Some((2, 2)),
        _ => None,
    }
}

impl<'m> Lower<'m> {
    /// Lowers `cp.async.bulk.tensor` and `cp.reduce.async.bulk.tensor`. Operands: `[to], [map, {at}],
    /// [mbarrier] {, {by}} {, mask}` of a load, `[map, {at}], [from]` of a store, `[map, {at}] {, {by}}` of a
    /// prefetch; each may end in `{, policy}`.
    pub(super) fn tensor(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let form = &inst.form;
        let rank = RANKS.iter().position(|r| form.has(r))? as u8 + 1;
        let im2col = form.one_of(&["im2col", "im2col_no_offs"]).is_some();
        let load = |moves| Tensor { rank, im2col, moves };
        if form.has("prefetch") {
            self.map(inst, 0, rank)?;
            return if im2col { self.offsets(inst, 1, &load(Move::Load)).map(|_| ()) } else { Some(()) };
        }
        if !form.has("mbarrier::complete_tx::bytes") {
            let what = if form.has("reduce") { Move::Reduce(atomic_op(form)?) } else { Move::Store };
            let args = self.map(inst, 0, rank);
            let from = self.memory_in(inst, 1, Space::Shared);
            let (mut args, from) = (args?, from?);
            let from = self.generic(from);
            args.insert(1, from);
            self.op(Op::Tensor(load(what)), args, Type::I32);
            return Some(());
        }
        let what = load(Move::Load);
        let many = form.has("multicast::cluster");
        let space = if form.has("shared::cta") || many { Space::Shared } else { Space::Cluster };
        let to = self.memory_in(inst, 0, space);
        let args = self.map(inst, 1, rank);
        let object = self.memory_in(inst, 2, space);
        let offsets = if im2col { self.offsets(inst, 3, &what)? } else { Vec::new() };
        let (to, mut args, object) = (to?, args?, object?);
        args.extend(offsets);
        if !many {
            self.load_box(what, to, args, object);
            return Some(());
        }
        let mask = self.read_as(inst, if im2col { 4 } else { 3 }, Scalar::B16)?;
        self.for_each_rank(mask, |this, rank| {
            let [to, object] = [to, object].map(|memory| this.memory_of_rank(memory, rank));
            this.load_box(what, to, args, object);
        });
        Some(())
    }

    /// Copies a box and counts its bytes.
    fn load_box(&mut self, what: Tensor, to: Memory, mut args: Vec<Value>, object: Memory) {
        let generic = self.generic(to);
        args.insert(1, generic);
        let bytes = self.op(Op::Tensor(what), args, Type::I32);
        self.bulk_step(to, bytes, object);
        self.complete_bytes(object, bytes);
    }

    /// Reads `[map, {coordinates}]`: the generic address of the map, and the coordinates.
    fn map(&mut self, inst: &Instruction<'m>, n: usize, rank: u8) -> Option<Vec<Value>> {
        let Some(Operand::Address { base, offset, coordinates }) = inst.operands.get(n) else {
            self.bad_operand(inst, n);
            return None;
        };
        if coordinates.len() != usize::from(rank) {
            self.bad_operand(inst, n);
            return None;
        }
        let map = match self.resolve(inst, n, *base, *offset)? {
            Address::Memory { base, offset, space } => {
                self.generic(Memory { space: space.unwrap_or(Space::Generic), base, offset })
            }
            Address::Cell => {
                self.bad_operand(inst, n);
                return None;
            }
        };
        let mut args = vec![map];
        for coordinate in coordinates {
            let v = self.read_raw(inst, n, coordinate, Scalar::S32, false)?;
            args.push(self.cast(v, Type::I32));
        }
        Some(args)
    }

    /// Reads the im2col `{offsets}`.
    fn offsets(&mut self, inst: &Instruction<'m>, n: usize, what: &Tensor) -> Option<Vec<Value>> {
        let list = match inst.operands.get(n)? {
            Operand::Vector(list) => list.as_slice(),
            one => std::slice::from_ref(one),
        };
        if list.len() != what.offsets() {
            self.bad_operand(inst, n);
            return None;
        }
        let mut values = Vec::new();
        for operand in list {
            let v = self.read_raw(inst, n, operand, Scalar::B16, false)?;
            let v = self.cast(v, Type::I16);
            values.push(self.resize(v, Type::I32));
        }
        Some(values)
    }

    /// Returns the generic address of memory.
    pub(super) fn generic(&mut self, memory: Memory) -> Value {
        let Memory { space, base, offset } = memory;
        let narrow = matches!(space, Space::Shared | Space::Param | Space::Local);
        let ty = if narrow { Type::I32 } else { Type::I64 };
        let mut base = self.resize(base, ty);
        if offset != 0 {
            let by = self.constant(if narrow { u64::from(offset as u32) } else { offset as u64 }, ty);
            base = self.op(Op::Int(IntOp::Add), vec![base, by], ty);
        }
        if !narrow {
            return base;
        }
        self.op(Op::Cvta { space, to_generic: true }, vec![base], Type::I64)
    }

    /// Lowers `tensormap.replace` (`[map] {, ordinal}, value`) and `tensormap.cp_fenceproxy` (`[to], [from],
    /// 128`).
    pub(super) fn tensor_map(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let form = &inst.form;
        if form.has("cp_fenceproxy") {
            let to = self.memory_in(inst, 0, Space::Global);
            let from = self.memory_in(inst, 1, Space::Shared);
            let (to, from) = (to?, from?);
            if self.immediate(inst, 2)? != BYTES as u64 {
                return self.bad_operand(inst, 2);
            }
            self.for_first_lane(|this| {
                let size = this.constant(BYTES as u64, Type::I32);
                this.copy_pieces(from, to, size);
            });
            self.effect(Op::Fence, Vec::new());
            return Some(());
        }
        let &(_, field) = FIELDS.iter().find(|(name, _)| form.has(name))?;
        let many =
            matches!(field, Field::BoxDim | Field::GlobalDim | Field::GlobalStride | Field::ElementStride);
        let ordinal = if many { self.immediate(inst, 1)? } else { 0 };
        if many {
            self.check_range(inst, 1, RANKS.len() as u64)?;
        } else if let Some((known, all)) = values(field) {
            self.check_range(inst, 1, all)?;
            if self.immediate(inst, 1)? >= known {
                let instruction = form.text.into();
                self.error(Problem::UnsupportedInstruction { instruction });
                return None;
            }
        }
        let memory = self.memory(inst, 0);
        let value = self.read_as(inst, if many { 2 } else { 1 }, form.ty(0));
        let (memory, value) = (memory?, value?);
        // A fifth stride is accepted, but does not exist.
        let Some((at, bytes)) = field.place(ordinal) else { return Some(()) };
        let ty = match bytes {
            8 => Scalar::B64,
            4 => Scalar::B32,
            _ => Scalar::B8,
        };
        let op = Op::Store { space: memory.space, ty, offset: memory.offset + at as i64, order: Order::Weak };
        self.effect(op, vec![memory.base, value]);
        Some(())
    }

    /// Emits code that only the first lane of each warp runs.
    fn for_first_lane(&mut self, what: impl FnOnce(&mut Self)) {
        let lane = self.op(Op::Sreg(Sreg::LaneId), Vec::new(), Type::I32);
        let zero = self.constant(0, Type::I32);
        let first = Op::Cmp { op: Cmp::Eq, ty: Scalar::U32, ftz: false };
        let cond = self.op(first, vec![lane, zero], Type::Pred);
        let (there, after) = (self.new_block(), self.new_block());
        self.terminate(Term::Branch { cond, then: Edge::new(there), other: Edge::new(after) });
        self.start_sealed(there);
        what(self);
        self.terminate(Term::Jump(Edge::new(after)));
        self.start_sealed(after);
    }
}
