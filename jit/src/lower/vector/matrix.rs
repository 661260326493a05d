//! `ldmatrix` on strips of whole warps: lanes load neighbouring words of rows of 16 bytes, by rows.

use super::chunk::{Chunks, MOST, slot_of};
use super::state::Vectors;
use super::values::is_lane_number;
use crate::machine::Extra;
use cranelift_codegen::ir::{InstBuilder, Value as Cl, types};
use ptx::exec::WARP;
use ptx::interp::mma::row_holder;
use ptx::ir::{BlockId, Def, Effect, Inst, InstId, IntOp, Op, Order, Space, Type, Value};

/// Size of a row of registers, bytes: one word a lane.
const ROW: u32 = 4 * WARP;

/// Size of a row of an 8×8 matrix of halves, bytes.
const MATRIX_ROW: i64 = 16;

/// Alignment of rows, bytes, that suffices for the loads of single lanes.
const ALIGN: i64 = 4;

/// Addresses of rows in the lanes that hold them, after an [`Op::Rows`].
#[derive(Clone, Copy)]
pub(super) struct RowAddresses {
    id: InstId,
    /// The block after the operation, where they are at hand.
    next: BlockId,
    transposed: bool,
    words: Chunks,
}

impl RowAddresses {
    /// Returns whether a block follows the operation.
    pub(super) fn is_before(&self, block: BlockId) -> bool {
        self.next == block
    }
}

/// The loads of an `ldmatrix`.
struct RowLoads {
    /// Each with the number of its address among the operation's results, and its result.
    loads: Vec<(InstId, usize, Value)>,
    /// Offset of all of them.
    offset: i64,
    /// Pure instructions in between: those that do not use what is loaded, and those that do.
    before: Vec<InstId>,
    after: Vec<InstId>,
    /// Instructions from the first to the last load, or one behind it.
    count: usize,
}

impl Vectors<'_> {
    /// Emits an [`Op::Rows`] in front of block `next`: each lane gets the addresses of its rows.
    pub(super) fn distribute_rows(&mut self, id: InstId, next: BlockId) {
        let inst = self.e.f.inst(id);
        let Op::Rows { transposed, .. } = inst.op else { return };
        let mut words = self.chunks(inst.args[0]);
        if !self.has_all_lanes() {
            let active = self.vectors_of(self.active.mask);
            for n in 0..self.words() {
                words[n] = self.e.b.ins().band(words[n], active[n]);
            }
        }
        for (n, &result) in inst.results.iter().enumerate() {
            let from: Vec<u32> =
                (0..WARP).map(|lane| row_holder(transposed, n, lane as usize) as u32).collect();
            let moved = self.permuted(Type::I32, &words, &from);
            self.set_chunks(result, &moved);
        }
        let rows = RowAddresses { id, next, transposed, words };
        self.storage.rows = self.side.is_none().then_some(rows);
    }

    /// Returns whether all lanes are known to be active.
    pub(super) fn has_all_lanes(&self) -> bool {
        self.e.const_value(self.active.mask).is_some_and(|mask| mask as u32 == u32::MAX)
    }

    /// Emits the loads of an `ldmatrix` at the start of `insts`, if there are some: a row of a matrix at
    /// once. Returns how many instructions these are.
    pub(super) fn row_loads(&mut self, insts: &[InstId]) -> Option<usize> {
        let rows = self.storage.rows?;
        if self.bounds.vector_bytes != 64 || self.short_lanes().is_some() || self.e.asks.traced {
            return None;
        }
        let run = self.run_of_rows(&rows, insts)?;
        run.before.iter().for_each(|&id| self.instruction(id));
        let (fine, offsets, base) = self.test_rows(&rows, run.offset)?;
        let fine = if self.none_idles() {
            fine
        } else {
            let all = self.all_run();
            self.e.both(fine, all)
        };
        let (ids, results): (Vec<InstId>, Vec<Value>) = run.loads.iter().map(|load| (load.0, load.2)).unzip();
        self.or_lane_by_lane(&ids, &results, fine, |this| this.load_rows(&rows, &run, (&offsets, base)));
        for &v in &results {
            self.store_to_frame(v);
        }
        run.after.iter().for_each(|&id| self.instruction(id));
        Some(run.count)
    }

    /// Returns the loads at the start of `insts` from the rows at hand, each lane at its place in a row; pure
    /// instructions may lie in between.
    fn run_of_rows(&self, rows: &RowAddresses, insts: &[InstId]) -> Option<RowLoads> {
        let f = self.e.f;
        let (number, offset) = self.row_load(rows, f.inst(*insts.first()?))?;
        let loads = vec![(insts[0], number, f.inst(insts[0]).results[0])];
        let mut run = RowLoads { loads, offset, before: Vec::new(), after: Vec::new(), count: 1 };
        let mut later = f.inst(insts[0]).results.clone();
        let (mut before, mut after) = (Vec::new(), Vec::new());
        for (n, &id) in insts.iter().enumerate().skip(1) {
            let inst = f.inst(id);
            match self.row_load(rows, inst) {
                Some((number, own)) if own == offset => {
                    run.loads.push((id, number, inst.results[0]));
                    run.before.append(&mut before);
                    run.after.append(&mut after);
                    run.count = n + 1;
                    later.extend(&inst.results);
                }
                None if inst.op.effect() == Effect::Pure => {
                    if inst.args.iter().any(|v| later.contains(v)) {
                        later.extend(&inst.results);
                        after.push(id);
                    } else {
                        before.push(id);
                    }
                }
                _ => break,
            }
        }
        Some(run)
    }

    /// Returns the number of the address among an operation's results, and the offset, of a load of a lane's
    /// part of a row.
    fn row_load(&self, rows: &RowAddresses, inst: &Inst) -> Option<(usize, i64)> {
        let f = self.e.f;
        let Op::Load { space: Space::Shared, ty, offset, order: Order::Weak } = inst.op else { return None };
        let (&[address], &[v]) = (inst.args.as_slice(), inst.results.as_slice()) else { return None };
        let sum = f.def_inst(address).filter(|inst| inst.op == Op::Int(IntOp::Add))?;
        let number = |v: Value| match f.value(v).def {
            Def::Inst(id, n) if id == rows.id => Some(n as usize),
            _ => None,
        };
        let (number, column) = match (number(sum.args[0]), number(sum.args[1])) {
            (Some(number), None) => (number, sum.args[1]),
            (None, Some(number)) => (number, sum.args[0]),
            _ => return None,
        };
        // Neighbouring elements of a row, or the same one of neighbouring rows.
        let (bytes, loaded) = if rows.transposed { (2, Type::I16) } else { (4, Type::I32) };
        let place = |lane: u32| if rows.transposed { lane / 4 * 2 } else { lane % 4 * 4 };
        let in_row = (0..WARP).all(|lane| self.value_in_lane(column, lane, DEEPEST) == Some(place(lane)));
        (ty.bytes() == bytes && f.ty(v) == loaded && in_row).then_some((number, offset))
    }

    /// Returns the value of a word in a lane, if only the lane's number decides it.
    fn value_in_lane(&self, v: Value, lane: u32, depth: u32) -> Option<u32> {
        let f = self.e.f;
        if let Some(bits) = f.constant(v) {
            return Some(bits as u32);
        }
        if is_lane_number(f, &self.analysis.kinds, self.width, v) {
            return Some(lane);
        }
        let inst = f.def_inst(v).filter(|_| depth > 0 && f.ty(v) == Type::I32)?;
        let (Op::Int(op), &[a, b]) = (&inst.op, inst.args.as_slice()) else { return None };
        let (a, b) = (self.value_in_lane(a, lane, depth - 1)?, self.value_in_lane(b, lane, depth - 1)?);
        match op {
            IntOp::And => Some(a & b),
            IntOp::Add => Some(a.wrapping_add(b)),
            IntOp::Mul => Some(a.wrapping_mul(b)),
            IntOp::Shl => Some(a.checked_shl(b).unwrap_or(0)),
            IntOp::ShrU => Some(a.checked_shr(b).unwrap_or(0)),
            _ => None,
        }
    }

    /// Tests whether all rows may be loaded. Returns that, their offsets in shared memory, and its address.
    fn test_rows(&mut self, rows: &RowAddresses, offset: i64) -> Option<(Cl, Chunks, Cl)> {
        let Op::Rows { matrices, .. } = self.e.f.inst(rows.id).op else { return None };
        let mut offsets = rows.words;
        self.moved(&mut offsets, offset);
        let holders = 8 * u32::from(matrices);
        if holders < WARP {
            // The other lanes' words are no addresses of rows.
            let held = self.pattern((0..WARP).map(|lane| if lane < holders { u32::MAX } else { 0 }));
            for n in 0..self.words() {
                offsets[n] = self.e.b.ins().band(offsets[n], held[n]);
            }
        }
        let (fine, base) = self.test_offsets(Space::Shared, &offsets, (MATRIX_ROW, ALIGN))?;
        Some((fine, offsets, base))
    }

    /// Loads the rows of matrices at tested offsets.
    fn load_rows(&mut self, rows: &RowAddresses, run: &RowLoads, (offsets, base): (&Chunks, Cl)) {
        let slot =
            *self.e.slots.matrix_rows.get_or_insert_with(|| self.e.b.create_sized_stack_slot(slot_of(ROW)));
        self.store_row((slot, 0), Type::I32, offsets);
        let layout = self.layout(Type::I32);
        let mut last: Option<(usize, Chunks)> = None;
        for &(_, number, v) in &run.loads {
            let (matrix, part) = if rows.transposed { (number / 2, number % 2) } else { (number, 0) };
            let loaded = match last {
                Some((own, loaded)) if own == matrix => loaded,
                _ => {
                    let mut loaded = [base; MOST];
                    for (n, words) in loaded[..layout.count].iter_mut().enumerate() {
                        let first = 4 * (8 * matrix + 4 * n) as i32;
                        let place = self.e.b.ins().stack_addr(types::I64, slot, first);
                        *words = self.e.extra(Extra::LoadRows, &[place, base], layout.vector);
                    }
                    loaded
                }
            };
            last = Some((matrix, loaded));
            let out = if rows.transposed { self.of_columns(&loaded, part as u32) } else { loaded };
            self.set_chunks(v, &out);
        }
    }

    /// Returns elements of a matrix of halves in rows: of each lane's column that of its first or second row.
    fn of_columns(&mut self, rows: &Chunks, part: u32) -> Chunks {
        let from = |lane: u32| (2 * (lane % 4) + part) * 4 + lane / 4 / 2;
        let numbers = self.pattern((0..WARP).map(from));
        let shifts = self.pattern((0..WARP).map(|lane| lane / 4 % 2 * 16));
        let half = self.e.b.ins().iconst(types::I32, 0xffff);
        let half = self.splat(Type::I32, half)[0];
        let vector = self.layout(Type::I32).vector;
        let mut out = *rows;
        for (n, words) in out[..self.layout(Type::I32).count].iter_mut().enumerate() {
            let pair = self.e.extra(Extra::Pick, &[rows[0], numbers[n], rows[1]], vector);
            let own = self.e.extra(Extra::ShiftRight, &[pair, shifts[n]], vector);
            *words = self.e.b.ins().band(own, half);
        }
        out
    }
}

/// Operations between a lane's number and its place in a row, at most.
const DEEPEST: u32 = 6;
