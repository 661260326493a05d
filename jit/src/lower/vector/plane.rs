//! Planes: the rows of a block whose values step from row to row.
//!
//! A block of several rows runs a region row by row. Where all that a row needs is affine in `%tid.x` and
//! `%tid.y`, the values of a strip are those of the strip in the first row plus a multiple of a step. A
//! 32-bit value that does not wrap before the last row wraps in none between, and an address that is in
//! bounds in the first row and in the last is so in all: the tests of all strips are made once a region. If
//! one of them fails, rows are run one by one, each with its own tests.
//!
//! Strips are run column by column. Words of shared memory that all strips of a column load are loaded once.

use super::chunk::Chunks;
use super::group::Group;
use super::kind::{Kind, is_widening};
use super::region_code::NotVectorizable;
use super::row_values::{Count, MOST, Part, RowValues};
use super::rows::{Bound, widens};
use super::state::{Strip, Vectors, Whole};
use super::sweep::Frame;
use super::trace::Trace;
use crate::abi::offset;
use crate::hostcalls::Host;
use crate::lower::emitter::TRUSTED;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, StackSlotData, StackSlotKind, Value as Cl, types};
use ptx::analysis::regions::{Region, Start};
use ptx::ir::{BlockId, Cmp, Def, Effect, InstId, IntOp, IntUnary, Op, Order, Space, Sreg, Type, Value};

/// Limit of a step of addresses from row to row, of 32 and of 64 bits: 1024 steps are less than what a number
/// of the size counts.
const NEAR: [i64; 2] = [1 << 20, 1 << 50];

/// A group of accesses of a block that is tested for a whole row: block, space and root, range.
pub(super) type RowGroup = (BlockId, (Space, Value), Group);

/// The rows of a block as a plane: values that its strips use.
pub(super) struct Plane {
    values: Vec<Value>,
}

/// Code of a plane's strips: the region, its trace, and what is affine and tested along the rows.
pub(super) type PlaneCode<'a> = (&'a Region, &'a Trace, &'a Plane, &'a [RowGroup]);

/// The strips of all rows at one place.
pub(super) struct Column {
    /// Values in the first row.
    top: RowValues,
    /// Addresses of the groups' roots in the first row.
    places: Vec<Cl>,
    /// Vectors that were loaded for all strips.
    shared: Vec<(InstId, Chunks)>,
    /// Bits of the active lanes of all strips, if others may be idle.
    active: Option<Cl>,
}

/// Values that all strips of a plane share.
pub(super) struct Settled {
    /// Length of a block's row, `i32`, and of a row of all blocks that run as one, `i64`.
    pub(super) length: [Cl; 2],
    /// Values of the first thread.
    pub(super) first: RowValues,
    /// Steps of the plane's values from row to row, and of the groups' addresses; `None` for none.
    pub(super) steps: Vec<Option<Cl>>,
    pub(super) group_steps: Vec<Option<Cl>>,
    /// The threads of each row that follow the trace, if the others are idle.
    pub(super) part: Option<RowsPart>,
    /// Conditions of whole rows of joined blocks: sides in the first row, and their steps.
    pub(super) tests: Vec<RowTest>,
}

/// A condition of a row: comparison, and its sides in the first row with their steps.
pub(super) type RowTest = (IntCC, [(Cl, Option<Cl>); 2]);

/// The threads of each row that follow the trace: `low..high`, `i64`.
#[derive(Clone, Copy)]
pub(super) struct RowsPart {
    pub(super) low: Cl,
    pub(super) high: Cl,
    /// These are all threads.
    whole: Cl,
}

impl Plane {
    /// Returns the values that strips use.
    pub(super) fn values(&self) -> &[Value] {
        &self.values
    }
}

impl Vectors<'_> {
    /// Returns the groups of accesses of a trace that step along a row.
    pub(super) fn row_groups(&mut self, region: &Region, trace: &Trace) -> Vec<RowGroup> {
        let mut all = Vec::new();
        for &at in &trace.places {
            let id = region.blocks[at];
            let sync = self.analysis.sync_at_end(self.e.f, id);
            let insts: Vec<InstId> =
                self.e.f.block(id).insts.iter().copied().filter(|&i| Some(i) != sync).collect();
            self.group(&insts);
            let along =
                |key: &(Space, Value)| key.0 != Space::Local && self.analysis.row_affine[key.1.index()];
            all.extend(self.groups.iter().filter(|(key, _)| along(key)).map(|(key, g)| (id, *key, *g)));
        }
        self.groups.clear();
        all
    }

    /// Returns the plane of a region, if its rows are one.
    pub(super) fn plane(&self, region: &Region, trace: &Trace, groups: &[RowGroup]) -> Option<Plane> {
        let mut values = self.used_along(region, trace);
        for root in groups.iter().map(|group| group.1.1) {
            if self.is_along(root) && !values.contains(&root) {
                values.push(root);
            }
        }
        let steps = |v: Value| self.steps_by_row(v).is_some();
        let bounds = trace.bounds.iter().all(|bound| {
            let own = bound.stepping.unwrap_or(bound.fixed);
            bound.op != Cmp::Ne && steps(own) && steps(bound.limit)
        });
        (bounds && values.iter().all(|&v| steps(v))).then_some(Plane { values })
    }

    /// Returns whether a value steps from row to row, always by the same number; `None` if it may differ in
    /// another way.
    pub(super) fn steps_by_row(&self, v: Value) -> Option<bool> {
        let f = self.e.f;
        if f.constant(v).is_some() || self.analysis.invariant[v.index()] {
            return Some(false);
        }
        let inst = f.def_inst(v).filter(|_| self.analysis.row_affine[v.index()])?;
        let args: Vec<bool> = inst.args.iter().map(|&arg| self.steps_by_row(arg)).collect::<Option<_>>()?;
        match inst.op {
            // Blocks with several planes are none: `%tid.z` is 0.
            Op::Sreg(Sreg::Tid(axis)) => Some(axis == 1),
            _ if !args.contains(&true) => Some(false),
            _ if !matches!(f.ty(v), Type::I32 | Type::I64) => None,
            Op::Int(IntOp::Add | IntOp::Sub) | Op::IntUnary(IntUnary::Neg) => Some(true),
            Op::Int(IntOp::Mul) | Op::MulWide { .. } if args.contains(&false) => Some(true),
            Op::Int(IntOp::Shl) if args == [true, false] => Some(true),
            Op::Cvt { .. } if widens(f, v) => Some(true),
            Op::Cvta { space: Space::Global, .. } => Some(true),
            _ => None,
        }
    }

    /// Emits the sweep over all strips of a plane; code at `other` runs the region if a test fails.
    pub(super) fn plane_sweep(
        &mut self,
        (region, trace, plane, groups): PlaneCode<'_>,
        frame: &Frame,
        (whole, other, done): (Cl, Block, Block),
    ) -> Result<(), NotVectorizable> {
        if let Some(joint) = self.joint(region, trace, groups) {
            return self.joined_sweep((region, trace, plane, groups), frame, &joint, (whole, other, done));
        }
        let settled = self.settle_plane((plane, trace, groups), frame, (done, other), None);
        if region.start == Start::Entry {
            self.prefetch_rows(&settled, groups);
        }
        if let Some(part) = settled.part {
            let [all, some] = std::array::from_fn(|_| self.e.b.create_block());
            self.e.b.ins().brif(part.whole, all, &[], some, &[]);
            self.e.open(some);
            self.columns((region, trace, plane, groups), frame, (&settled, Some(part)), (whole, done))?;
            self.e.open(all);
        }
        self.columns((region, trace, plane, groups), frame, (&settled, None), (whole, done))
    }

    /// Emits the loops over the columns of strips and over the rows, of all lanes or of those of a part.
    fn columns(
        &mut self,
        (region, trace, plane, groups): PlaneCode<'_>,
        frame: &Frame,
        (settled, part): (&Settled, Option<RowsPart>),
        (whole, done): (Cl, Block),
    ) -> Result<(), NotVectorizable> {
        let [column, strip, end, past] = std::array::from_fn(|_| self.e.b.create_block());
        let zero = self.e.b.ins().iconst(types::I64, 0);
        self.e.b.ins().jump(column, &[zero.into()]);

        self.e.b.switch_to_block(column);
        let place = self.e.b.append_block_param(column, types::I64);
        let unknown = self.e.b.ins().iconst(types::I32, 0);
        self.e.b.ins().store(TRUSTED, unknown, self.e.context, offset!(running));
        let active = part.map(|part| self.lanes_of_part(part, place));
        if let Some(active) = active {
            let some = self.e.b.create_block();
            self.e.b.ins().brif(active, some, &[], past, &[]);
            self.e.open(some);
        }
        let first_thread = self.e.b.ins().ireduce(types::I32, place);
        let mut top = self.moved_along(plane, &settled.first, place);
        let places = self.group_places(groups, &mut top);
        let shared = self.shared_loads(region, trace, groups, &places);
        let mut args = vec![zero, first_thread];
        args.extend(places.iter().zip(&settled.group_steps).filter(|(_, step)| step.is_some()).map(|p| *p.0));
        let own = Column { top, places, shared, active };
        let args = match self.together(region, trace, plane) {
            Some(together) if active.is_none() => {
                let (code, rest) = ((region, trace, plane, groups), (args.as_slice(), past));
                self.strips_together(code, frame, (settled, &own, whole), together, rest)?
            }
            _ => args,
        };
        let params = self.params_like(strip, &args);
        self.jump_to_strip(strip, &args);

        self.e.b.switch_to_block(strip);
        let (at, made) = self.strip_of_row((plane, groups), frame, (settled, &own, end), &params);
        self.region.strip = Some(at.0);
        self.region.whole = Some(at.1);
        self.enter_lane_zero();
        let wanted = self.wanted(&plane.values);
        self.set_row_values(&wanted, &made, zero);
        self.traced(region, trace)?;
        self.region.whole = None;
        self.active.entered += 1;

        self.e.open(end);
        let next = self.row_below(settled, &params, 1);
        let again = self.e.b.create_block();
        let more = self.e.b.ins().icmp(IntCC::UnsignedLessThan, next[1], whole);
        self.e.b.ins().brif(more, again, &[], past, &[]);
        self.e.open(again);
        self.jump_to_strip(strip, &next);
        self.e.b.seal_block(strip);
        self.e.open(past);
        let next = self.e.b.ins().iadd_imm_s(place, i64::from(self.width));
        let more = self.e.b.ins().icmp(IntCC::SignedLessThan, next, settled.length[1]);
        self.e.b.ins().brif(more, column, &[next.into()], done, &[]);
        self.e.b.seal_block(column);
        Ok(())
    }

    /// Returns a strip of a column from the parameters of the code for it, and its values: the number of the
    /// row, the first thread, and the addresses that step from row to row.
    pub(super) fn strip_of_row(
        &mut self,
        (plane, groups): (&Plane, &[RowGroup]),
        frame: &Frame,
        (settled, column, end): (&Settled, &Column, Block),
        params: &[Cl],
    ) -> ((Strip, Whole), RowValues) {
        self.enter_strip(frame, params[1], end);
        let here = self.groups_of_row(groups, (&column.places, settled), params);
        let made = self.moved_down(plane, &column.top, &settled.steps, params[0]);
        let row_offset = self.e.b.ins().iconst(types::I64, 0);
        let (lanes, active, shared) = (self.width, column.active, column.shared.clone());
        ((self.strip(), Whole { lanes, active, row_offset, groups: here, shared }), made)
    }

    /// Returns the addresses of the groups' roots from the values of a thread.
    pub(super) fn group_places(&mut self, groups: &[RowGroup], made: &mut RowValues) -> Vec<Cl> {
        let mut places = Vec::new();
        for (_, (space, root), group) in groups {
            let base = self.row_value(*root, made);
            let start = self.start_of(base, group);
            places.push(self.address_in(*space, start));
        }
        places
    }

    /// Returns the groups with their addresses in a row, from those in the first row and the parameters of
    /// the code for the row.
    pub(super) fn groups_of_row(
        &self,
        groups: &[RowGroup],
        (places, settled): (&[Cl], &Settled),
        params: &[Cl],
    ) -> Vec<(BlockId, (Space, Value), Cl)> {
        let mut own = params[2..].iter().copied();
        let mut here = Vec::new();
        for ((&(id, key, _), &place), step) in groups.iter().zip(places).zip(&settled.group_steps) {
            let at = step.and_then(|_| own.next()).unwrap_or(place);
            here.push((id, key, at));
        }
        here
    }

    /// Returns the parameters of a strip's code for a row further down.
    pub(super) fn row_below(&mut self, settled: &Settled, params: &[Cl], rows: i64) -> Vec<Cl> {
        let down = |this: &mut Self, step: Cl| {
            if rows == 1 { step } else { this.e.b.ins().imul_imm_s(step, rows) }
        };
        let thread = down(self, settled.length[0]);
        let mut next =
            vec![self.e.b.ins().iadd_imm_s(params[0], rows), self.e.b.ins().iadd(params[1], thread)];
        for (&at, &step) in params[2..].iter().zip(settled.group_steps.iter().flatten()) {
            let step = down(self, step);
            next.push(self.e.b.ins().iadd(at, step));
        }
        next
    }

    /// Appends parameters to a block for some arguments.
    pub(super) fn params_like(&mut self, block: Block, args: &[Cl]) -> Vec<Cl> {
        let types: Vec<_> = args.iter().map(|&arg| self.e.b.func.dfg.value_type(arg)).collect();
        types.into_iter().map(|ty| self.e.b.append_block_param(block, ty)).collect()
    }

    pub(super) fn jump_to_strip(&mut self, block: Block, args: &[Cl]) {
        let args: Vec<BlockArg> = args.iter().map(|&v| v.into()).collect();
        self.e.b.ins().jump(block, &args);
    }

    /// Prefetches what the next blocks of the grid read in device memory. Blocks come in squads along a row
    /// of the grid; each prefetches its share of what the next squad's rows read, as long pieces: the
    /// processor then reads ahead by itself.
    fn prefetch_rows(&mut self, settled: &Settled, groups: &[RowGroup]) {
        const SQUAD: i64 = 8;
        let [x, columns] = [offset!(ctaid), offset!(nctaid)].map(|field| self.e.field(types::I32, field));
        let first = self.e.b.ins().band_imm_s(x, -SQUAD);
        let first = self.e.b.ins().iadd_imm_s(first, SQUAD);
        let zero = self.e.b.ins().iconst(types::I32, 0);
        let block = self.block_at(first, zero);
        let mut rows = Vec::new();
        let mut made = settled.first.clone();
        for ((_, (space, root), group), step) in groups.iter().zip(&settled.group_steps) {
            if self.e.size(*space).is_none()
                && let Some(step) = *step
                && let Some(start) = self.start_in_block(*root, group, (block, &mut made))
            {
                let bytes = self.e.times(settled.length[1], group.stride);
                rows.push([start, step, bytes]);
            }
        }
        if rows.is_empty() {
            return;
        }
        let words = StackSlotData::new(StackSlotKind::ExplicitSlot, 24 * rows.len() as u32, 3);
        let slot = self.e.b.create_sized_stack_slot(words);
        for (n, &word) in rows.iter().flatten().enumerate() {
            self.e.b.ins().stack_store(types::I64, word, slot, 8 * n as i32);
        }
        let at = self.e.b.ins().stack_addr(types::I64, slot, 0);
        let count = self.e.b.ins().iconst(types::I32, rows.len() as i64);
        let rows = self.e.field(types::I32, offset!(ntid) + 4);
        let own = self.e.b.ins().band_imm_u(x, SQUAD - 1);
        let most = self.e.b.ins().iconst(types::I32, SQUAD);
        let squad = self.e.b.ins().umin(columns, most);
        self.e.call(Host::PrefetchRows, &[at, count, rows, own, squad], None);
    }

    /// Emits the values of the first thread, their steps, and the tests of all rows; if one fails, the region
    /// continues at `other`. `joined` is the number of blocks that run as one.
    pub(super) fn settle_plane(
        &mut self,
        (plane, trace, groups): (&Plane, &Trace, &[RowGroup]),
        frame: &Frame,
        (end, other): (Block, Block),
        joined: Option<Cl>,
    ) -> Settled {
        let other: (Block, &[BlockArg]) = (other, &[]);
        let [x, y, z] = [0, 4, 8].map(|axis| self.e.field(types::I32, offset!(ntid) + axis));
        let zero = self.e.b.ins().iconst(types::I64, 0);
        let none = self.e.b.ins().iconst(types::I32, 0);
        let last = self.e.b.ins().iadd_imm_s(y, -1);
        let last_thread = self.e.b.ins().imul(last, x);
        let last = self.e.b.ins().uextend(types::I64, last);
        let all = joined.map_or(x, |count| self.e.b.ins().imul(count, x));
        let length = self.e.b.ins().uextend(types::I64, all);
        let all = Count { count: length, most: MOST };
        let flat = self.e.b.ins().icmp_imm_u(IntCC::Equal, z, 1);
        self.require(flat, other);
        // The first row, the second, and the last. A block without a second row has several planes.
        let rows = [none, x, last_thread].map(|thread| {
            self.enter_strip(frame, thread, end);
            let mut made = RowValues::at(zero);
            let operands = trace.bounds.iter().flat_map(|b| [b.stepping.unwrap_or(b.fixed), b.limit]);
            for v in plane.values.iter().copied().chain(operands) {
                self.row_value(v, &mut made);
            }
            made
        });
        let [mut first, second, mut bottom] = rows;
        // Rows of joined blocks that do nothing are left out.
        let some_rows = joined.is_some() && trace.idle;
        let bounds = trace.bounds.iter().copied().filter(|b| b.stepping.is_some() || !some_rows);
        let bounds: Vec<Bound> = bounds.collect();
        let mut parts = Vec::new();
        for row in [&mut first, &mut bottom] {
            self.steps_hold(&plane.values, row, all, &mut |this, flag| this.require(flag, other));
            if !bounds.is_empty() {
                let Part { low, high, exact, .. } = self.row_part(&bounds, length, row);
                let fits = [
                    self.e.b.ins().icmp(IntCC::SignedLessThanOrEqual, low, zero),
                    self.e.b.ins().icmp(IntCC::SignedGreaterThanOrEqual, high, length),
                ];
                self.require_all(exact, other);
                if self.may_be_part(trace, groups) {
                    parts.push((low, high, fits));
                } else {
                    fits.into_iter().for_each(|fits| self.require(fits, other));
                }
            }
        }
        let part = match parts[..] {
            [(low, high, fits), (last_low, last_high, _)] => {
                let some = self.e.is_less(low, high);
                self.require(some, other);
                for (a, b) in [(low, last_low), (high, last_high)] {
                    let same = self.e.b.ins().icmp(IntCC::Equal, a, b);
                    self.require(same, other);
                }
                let whole = self.e.both(fits[0], fits[1]);
                Some(RowsPart { low, high, whole })
            }
            _ => None,
        };
        let mut rows = [first, second, bottom];
        let mut tests = Vec::new();
        let of_rows = trace.bounds.iter().filter(|b| b.stepping.is_none() && some_rows);
        for &Bound { fixed, limit, signed, op, .. } in of_rows {
            if let Some(code) = crate::lower::arith::condition(op, signed) {
                let sides = [fixed, limit].map(|v| {
                    let step = self.row_step(v, &mut rows);
                    (self.row_value(v, &mut rows[0]), step)
                });
                tests.push((code, sides));
            }
        }
        for v in self.wanted(&plane.values) {
            let signed = match self.e.f.value(v).def {
                Def::Inst(id, _) if widens(self.e.f, v) => is_widening(self.e.f, id).map(|s| (id, s)),
                _ => None,
            };
            let Some((id, signed)) = signed else { continue };
            for &arg in &self.e.f.inst(id).args {
                let steps = self.steps_exactly(arg, signed, &mut rows, last);
                self.require_all(steps, other);
            }
        }
        for &Bound { stepping, fixed, limit, signed, .. } in &trace.bounds {
            for v in [stepping.unwrap_or(fixed), limit] {
                for v in self.wanted(&[v]) {
                    if let Def::Inst(id, _) = self.e.f.value(v).def
                        && let Some(signed) = is_widening(self.e.f, id)
                    {
                        for &arg in &self.e.f.inst(id).args {
                            let steps = self.steps_exactly(arg, signed, &mut rows, last);
                            self.require_all(steps, other);
                        }
                    }
                }
                let steps = self.steps_exactly(v, signed, &mut rows, last);
                self.require_all(steps, other);
            }
        }
        let steps = plane.values.iter().map(|&v| self.row_step(v, &mut rows)).collect();
        let mut group_steps = Vec::new();
        for (_, (space, root), group) in groups {
            for row in [0, 2] {
                let base = self.row_value(*root, &mut rows[row]);
                let fits = self.test_row(*space, base, group, all).0;
                self.require_all(fits, other);
            }
            let Some(step) = self.row_step(*root, &mut rows) else {
                group_steps.push(None);
                continue;
            };
            let ty = self.e.f.ty(*root);
            let step = self.e.as_wide(ty, true, step);
            let near = self.is_near(step, NEAR[usize::from(ty == Type::I64)]);
            self.require(near, other);
            let odd = self.e.b.ins().band_imm_u(step, group.align - 1);
            let aligned = self.e.b.ins().icmp_imm_u(IntCC::Equal, odd, 0);
            self.require(aligned, other);
            group_steps.push(Some(step));
        }
        let [first, ..] = rows;
        Settled { length: [x, length], first, steps, group_steps, part, tests }
    }

    /// Returns whether rows may have idle threads: those of all rows are then the same ones, and nothing is
    /// read or written for them.
    pub(super) fn may_be_part(&self, trace: &Trace, groups: &[RowGroup]) -> bool {
        let along = |bound: &Bound| {
            let steps = |v: Value| self.steps_by_row(v) != Some(false);
            bound.stepping.is_none_or(|own| !steps(own) && !steps(bound.limit))
        };
        let ends = trace.idle && self.region.nexts == [0];
        ends && trace.bounds.iter().all(along) && groups.iter().all(|(_, _, group)| group.masked)
    }

    /// Returns the bits of the lanes of a part in the strips that start at a place of their rows.
    pub(super) fn lanes_of_part(&mut self, part: RowsPart, place: Cl) -> Cl {
        let [none, width] = [0, i64::from(self.width)].map(|n| self.e.b.ins().iconst(types::I64, n));
        let [below, upto] = [part.low, part.high].map(|end| {
            let lanes = self.e.b.ins().isub(end, place);
            let lanes = self.e.b.ins().smax(lanes, none);
            let lanes = self.e.b.ins().smin(lanes, width);
            let one = self.e.b.ins().iconst(types::I64, 1);
            let bits = self.e.b.ins().ishl(one, lanes);
            self.e.b.ins().iadd_imm_s(bits, -1)
        });
        let lanes = self.e.b.ins().band_not(upto, below);
        self.e.b.ins().ireduce(types::I32, lanes)
    }

    /// Returns the flag that `-most <= n < most`.
    fn is_near(&mut self, n: Cl, most: i64) -> Cl {
        let moved = self.e.plus(n, most);
        let most = self.e.b.ins().iconst(types::I64, 2 * most);
        self.e.b.ins().icmp(IntCC::UnsignedLessThan, moved, most)
    }

    /// Returns a value's step from row to row; `None` for none. `rows` has the first one and the second.
    fn row_step(&mut self, v: Value, rows: &mut [RowValues; 3]) -> Option<Cl> {
        if self.steps_by_row(v) != Some(true) {
            return None;
        }
        let [a, b, _] = rows;
        let (a, b) = (self.row_value(v, a), self.row_value(v, b));
        Some(self.e.b.ins().isub(b, a))
    }

    /// Tests whether a value as a number of 64 bits steps exactly from the first row to the last; `None` if
    /// it does not step.
    fn steps_exactly(&mut self, v: Value, signed: bool, rows: &mut [RowValues; 3], last: Cl) -> Option<Cl> {
        if self.steps_by_row(v) != Some(true) {
            return None;
        }
        let ty = self.e.f.ty(v);
        let [a, b, c] = rows.each_mut().map(|row| {
            let n = self.row_value(v, row);
            self.e.as_wide(ty, signed, n)
        });
        let step = self.e.b.ins().isub(b, a);
        if ty == Type::I64 {
            return Some(self.is_near(step, NEAR[1]));
        }
        let reach = self.e.b.ins().imul(step, last);
        let expected = self.e.b.ins().iadd(a, reach);
        Some(self.e.b.ins().icmp(IntCC::Equal, expected, c))
    }

    /// Returns the values at a place in the first row, from those of its first thread.
    fn moved_along(&mut self, plane: &Plane, first: &RowValues, place: Cl) -> RowValues {
        let narrow = self.e.b.ins().ireduce(types::I32, place);
        let mut made = RowValues::at(place);
        for &v in &plane.values {
            let Some(value) = first.get(v) else { continue };
            let value = match self.kind(v) {
                Kind::Affine(stride) | Kind::Widened(stride) => {
                    let own = if self.e.f.ty(v) == Type::I64 { place } else { narrow };
                    let by = self.stepped_by(own, stride);
                    self.e.b.ins().iadd(value, by)
                }
                Kind::Uniform | Kind::Varying => value,
            };
            made.set(v, value);
        }
        made
    }

    /// Returns the values in a row, from those at the same place in the first one.
    pub(super) fn moved_down(
        &mut self,
        plane: &Plane,
        top: &RowValues,
        steps: &[Option<Cl>],
        row: Cl,
    ) -> RowValues {
        let narrow = self.e.b.ins().ireduce(types::I32, row);
        let mut made = RowValues::at(row);
        for (&v, step) in plane.values.iter().zip(steps) {
            let Some(mut value) = top.get(v) else { continue };
            if let Some(step) = *step {
                let number = if self.e.f.ty(v) == Type::I64 { row } else { narrow };
                let by = self.e.b.ins().imul(number, step);
                value = self.e.b.ins().iadd(by, value);
            }
            made.set(v, value);
        }
        made
    }

    /// Loads the vectors of shared memory that all strips of a column read, if nothing writes there. The
    /// groups' addresses in the column's first row are at `places`.
    fn shared_loads(
        &mut self,
        region: &Region,
        trace: &Trace,
        groups: &[RowGroup],
        places: &[Cl],
    ) -> Vec<(InstId, Chunks)> {
        // Vectors in registers through the loop, of 32 or 16.
        let most = if self.bounds.vector_bytes == 64 { 20 } else { 8 };
        let f = self.e.f;
        let quiet = trace.every_place().into_iter().all(|at| {
            let id = region.blocks[at];
            let sync = self.analysis.sync_at_end(f, id);
            let own = f.block(id).insts.iter().filter(|&&i| Some(i) != sync).map(|&i| &f.inst(i).op);
            own.into_iter().all(|op| matches!(op, Op::Load { .. }) || op.effect() == Effect::Pure)
        });
        let mut loads = Vec::new();
        let mut vectors = 0;
        if !quiet {
            return loads;
        }
        for (&(id, key, _), &at) in groups.iter().zip(places) {
            if key.0 != Space::Shared || self.steps_by_row(key.1) != Some(false) {
                continue;
            }
            for &inst in &f.block(id).insts {
                if let Op::Load { order: Order::Weak, .. } = f.inst(inst).op
                    && let Some(chunks) = self.load_of_group(inst, key, at)
                {
                    vectors += chunks.1;
                    if vectors > most {
                        return loads;
                    }
                    loads.push((inst, chunks.0));
                }
            }
        }
        loads
    }
}
