//! Values of a row at the thread where a sweep stands, and tests of how far their steps hold.

use super::group::{Group, LINE};
use super::kind::{Kind, is_widening};
use super::rows::{Bound, widens};
use super::state::Vectors;
use super::trace::Trace;
use crate::abi::offset;
use crate::hostcalls::Host;
use crate::lower::emitter::Emitter;
use crate::lower::plan::Home;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value as Cl, types};
use ptx::analysis::regions::Region;
use ptx::ir::{BlockId, Cmp, Def, InstId, Op, Space, Sreg, Type, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Distance, in blocks, from a block to the later one that it prefetches for.
pub(super) const AHEAD: i64 = 4;

/// Maximum number of threads in a row.
pub(super) const MOST: i64 = 1024;

/// Values of one thread of a row.
#[derive(Clone)]
pub(super) struct RowValues {
    /// The thread's position in its row, `i64`.
    place: Cl,
    values: BTreeMap<Value, Cl>,
}

impl RowValues {
    pub(super) fn at(place: Cl) -> RowValues {
        RowValues { place, values: BTreeMap::new() }
    }

    /// Sets a value that is known.
    pub(super) fn set(&mut self, v: Value, value: Cl) {
        self.values.insert(v, value);
    }

    /// Returns a value, if it is known.
    pub(super) fn get(&self, v: Value) -> Option<Cl> {
        self.values.get(&v).copied()
    }
}

/// Number of threads of a row: `count`, an `i64` in the code, is at most `most`.
#[derive(Clone, Copy)]
pub(super) struct Count {
    pub(super) count: Cl,
    pub(super) most: i64,
}

/// The threads of a row that satisfy a condition: `low..high`, `i64`.
pub(super) struct Part {
    pub(super) low: Cl,
    pub(super) high: Cl,
    /// Upper bound of `high`, known when code is made.
    pub(super) most: i64,
    /// `true` if the part is the row's first `most` threads in every row that has as many.
    pub(super) first: bool,
    /// Condition under which `low..high` is exact (no sum wraps); `None` if it always is.
    pub(super) exact: Option<Cl>,
}

impl Vectors<'_> {
    /// Returns the threads of a row that satisfy all of `bounds`, from the values of its first thread.
    pub(super) fn row_part(&mut self, bounds: &[Bound], length: Cl, made: &mut RowValues) -> Part {
        let zero = self.e.b.ins().iconst(types::I64, 0);
        let mut part = Part { low: zero, high: length, most: MOST, first: true, exact: None };
        for bound in bounds {
            let limit = self.row_value(bound.limit, made);
            let Some(v) = bound.stepping else {
                let fixed = self.row_value(bound.fixed, made);
                let Some(code) = crate::lower::arith::condition(bound.op, bound.signed) else { continue };
                let holds = self.e.b.ins().icmp(code, fixed, limit);
                part.high = self.e.b.ins().select(holds, part.high, zero);
                part.first = false;
                continue;
            };
            let start = self.row_value(v, made);
            let ty = self.e.f.ty(v);
            let [start, limit] = [start, limit].map(|n| self.e.as_wide(ty, bound.signed, n));
            let mut exact = self.overflow_tests(ty, bound.signed, start, limit, length);
            let all = Count { count: length, most: MOST };
            self.steps_hold(&[v], made, all, &mut |_, flag| exact.push(flag));
            exact.extend(part.exact);
            part.exact = exact.into_iter().reduce(|a, b| self.e.both(a, b));
            let distance = self.e.difference(limit, start);
            let past = self.e.plus(distance, 1);
            let (low, high) = match bound.op {
                Cmp::Lt => (None, Some(distance)),
                Cmp::Le => (None, Some(past)),
                Cmp::Gt => (Some(past), None),
                Cmp::Ge => (Some(distance), None),
                _ => (Some(distance), Some(past)),
            };
            if let Some(low) = low {
                part.first &= self.e.const_value(low).is_some_and(|n| n <= 0);
                part.low = self.e.greater(part.low, low);
            }
            if let Some(high) = high {
                part.first &= self.e.const_value(high).is_some();
                part.most = self.e.const_value(high).map_or(part.most, |n| n.clamp(0, part.most));
                part.high = self.e.lesser(part.high, high);
            }
        }
        if !bounds.is_empty() {
            if self.e.const_value(part.low) != Some(0) {
                part.low = self.e.lesser(part.low, length);
            }
            part.high = self.e.greater(part.high, zero);
        }
        part
    }

    /// Returns the conditions under which no sum or difference of the row's values overflows.
    fn overflow_tests(&mut self, ty: Type, signed: bool, start: Cl, limit: Cl, length: Cl) -> Vec<Cl> {
        /// Magnitude below which differences of two numbers fit 64 bits.
        const FAR: i64 = 1 << 61;
        if ty == Type::I32 {
            let most = if signed { i64::from(i32::MAX) } else { i64::from(u32::MAX) };
            if self.e.const_value(start).is_some_and(|start| start + MOST <= most) {
                return Vec::new();
            }
            let last = self.e.sum(start, length);
            // One past the last value.
            let most = self.e.b.ins().iconst(types::I64, most + 1);
            return vec![self.e.b.ins().icmp(IntCC::SignedLessThanOrEqual, last, most)];
        }
        let b = &mut self.e.b;
        let bound = b.ins().iconst(types::I64, 2 * FAR);
        let own = [start, limit].map(|n| {
            let moved = if signed { b.ins().iadd_imm_s(n, FAR) } else { n };
            b.ins().icmp(IntCC::UnsignedLessThan, moved, bound)
        });
        own.to_vec()
    }

    /// Returns the row-affine values that other instructions of the trace use, and their operands.
    pub(super) fn wanted(&self, used: &[Value]) -> Vec<Value> {
        let (mut wanted, mut known) = (Vec::new(), BTreeSet::new());
        for &v in used {
            self.want(v, &mut wanted, &mut known);
        }
        wanted
    }

    /// Returns the row-affine values that other instructions of the trace use.
    pub(super) fn used_along(&self, region: &Region, trace: &Trace) -> Vec<Value> {
        let f = self.e.f;
        let (mut all, mut known) = (Vec::new(), BTreeSet::new());
        for at in trace.every_place() {
            let block = f.block(region.blocks[at]);
            let mut used = Vec::new();
            let needed = |inst: &&ptx::ir::Inst| {
                inst.results.is_empty() || !inst.results.iter().all(|v| trace.unused.contains(v))
            };
            for inst in block.insts.iter().map(|&i| f.inst(i)).filter(needed) {
                let known = !inst.results.is_empty()
                    && inst.results.iter().all(|v| self.analysis.row_affine[v.index()]);
                if known {
                    used.extend(inst.results.iter().filter(|&&v| self.e.plan.home(v) != Home::Nowhere));
                } else {
                    used.extend(&inst.args);
                }
            }
            used.extend(block.term.edges().flat_map(|e| &e.args));
            used.extend(block.term.selector().filter(|_| !trace.decided.contains_key(&at)));
            for v in used {
                if self.is_along(v) && known.insert(v) {
                    all.push(v);
                }
            }
        }
        all
    }

    /// Returns whether a value is recomputed along a row: row-affine, but not invariant.
    pub(super) fn is_along(&self, v: Value) -> bool {
        self.analysis.row_affine[v.index()] && !self.analysis.invariant[v.index()]
    }

    fn want(&self, v: Value, wanted: &mut Vec<Value>, known: &mut BTreeSet<Value>) {
        if !known.insert(v) {
            return;
        }
        let args = self.e.f.def_inst(v).into_iter().flat_map(|inst| &inst.args);
        for &arg in args.filter(|&&arg| self.is_along(arg)) {
            self.want(arg, wanted, known);
        }
        wanted.push(v);
    }

    /// Returns the value of `v` for the thread of `made`.
    pub(super) fn row_value(&mut self, v: Value, made: &mut RowValues) -> Cl {
        if self.e.f.constant(v).is_some() || self.analysis.invariant[v.index()] {
            return self.base(v);
        }
        if let Some(&value) = made.values.get(&v) {
            return value;
        }
        let Def::Inst(id, _) = self.e.f.value(v).def else { return self.base(v) };
        let args = &self.e.f.inst(id).args;
        let given: Vec<_> = args.iter().map(|&arg| (arg, self.row_value(arg, made))).collect();
        let value = match self.place_or_number(id, &given, made.place) {
            Some(value) => value,
            None => self.scalar(id, given).first().map_or(self.active.mask, |r| r.1),
        };
        made.values.insert(v, value);
        value
    }

    /// Returns an instruction's result if it is the thread's position in its row, or a constant.
    fn place_or_number(&mut self, id: InstId, given: &[(Value, Cl)], place: Cl) -> Option<Cl> {
        let inst = self.e.f.inst(id);
        let &[result] = inst.results.as_slice() else { return None };
        let ty = self.e.f.ty(result);
        if ty == Type::I32 && inst.op == Op::Sreg(Sreg::Tid(0)) {
            return Some(match self.e.const_value(place) {
                Some(n) => self.e.b.ins().iconst(types::I32, n),
                None => self.e.b.ins().ireduce(types::I32, place),
            });
        }
        let integer = |ty: Type| matches!(ty, Type::I32 | Type::I64);
        let op = &inst.op;
        if !matches!(op, Op::Int(_) | Op::IntUnary(_) | Op::MulWide { .. } | Op::Cvt { .. }) || !integer(ty) {
            return None;
        }
        let (mut types, mut numbers) = (Vec::new(), Vec::new());
        for &(v, value) in given {
            let ty = self.e.f.ty(v);
            let n = self.e.const_value(value).filter(|_| integer(ty))?;
            types.push(ty);
            numbers.push(u128::from(if ty == Type::I32 { u64::from(n as u32) } else { n as u64 }));
        }
        let number = ptx::interp::value::eval(op, ty, &types, &numbers);
        Some(self.e.constant(ty, number as u64))
    }

    /// Prefetches what a later block reads with this access. Returns address and size of the bytes to
    /// prefetch after this block's own reads: the processor has a limited number of outstanding misses.
    pub(super) fn prefetch(
        &mut self,
        root: Value,
        group: &Group,
        made: &mut RowValues,
        count: Cl,
    ) -> Option<[Cl; 2]> {
        const AT_ONCE: i64 = 32 * LINE;
        const PAGE: i64 = 4096;
        if !(1..=LINE).contains(&group.stride) {
            return None;
        }
        let start = self.root_in_later_block(root, AHEAD, made)?;
        let start = self.e.plus(start, group.low);
        let reach = self.e.times(count, group.stride);
        let mut bytes = self.e.plus(reach, group.high - group.low - group.stride);
        if group.high - group.low <= group.stride {
            // The processor itself follows one stream through a page.
            let page = self.e.b.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, bytes, PAGE);
            let none = self.e.b.ins().iconst(types::I64, 0);
            bytes = self.e.select(page, none, bytes);
        }
        if group.high - group.low <= AT_ONCE {
            self.e.call(Host::Prefetch, &[start, bytes], None);
            return None;
        }
        let part = self.e.b.ins().iconst(types::I64, AT_ONCE);
        self.e.call(Host::Prefetch, &[start, part], None);
        Some([self.e.plus(start, AT_ONCE), self.e.plus(bytes, -AT_ONCE)])
    }

    /// Returns the value of an address in a block some blocks later, if it depends on the block.
    pub(super) fn root_in_later_block(
        &mut self,
        root: Value,
        blocks: i64,
        made: &mut RowValues,
    ) -> Option<Cl> {
        if !self.depends_on_block(root) {
            return None;
        }
        let x = self.e.field(types::I32, offset!(ctaid));
        let columns = self.e.field(types::I32, offset!(nctaid));
        let x = self.e.b.ins().iadd_imm_s(x, blocks);
        let past = self.e.b.ins().isub(x, columns);
        let block = self.block_at(x, past);
        Some(self.in_block(root, block, made))
    }

    /// Returns the address of what the first row of another block reads with this access, if it depends on
    /// the block.
    pub(super) fn start_in_block(
        &mut self,
        root: Value,
        group: &Group,
        (block, made): ([Cl; 2], &mut RowValues),
    ) -> Option<Cl> {
        if !(1..=64).contains(&group.stride) || !self.depends_on_block(root) {
            return None;
        }
        let start = self.in_block(root, block, made);
        Some(self.e.plus(start, group.low))
    }

    fn depends_on_block(&self, v: Value) -> bool {
        let Some(inst) = self.e.f.def_inst(v).filter(|_| self.analysis.row_affine[v.index()]) else {
            return false;
        };
        matches!(inst.op, Op::Sreg(Sreg::Ctaid(0 | 1)))
            || inst.args.iter().any(|&arg| self.depends_on_block(arg))
    }

    /// Returns the value of `v` in the block with other numbers in the first two dimensions.
    fn in_block(&mut self, v: Value, block: [Cl; 2], made: &mut RowValues) -> Cl {
        let Def::Inst(id, _) = self.e.f.value(v).def else { return self.row_value(v, made) };
        if !self.depends_on_block(v) {
            return self.row_value(v, made);
        }
        if let Op::Sreg(Sreg::Ctaid(axis @ (0 | 1))) = self.e.f.inst(id).op {
            return block[usize::from(axis)];
        }
        let args = &self.e.f.inst(id).args;
        let given = args.iter().map(|&arg| (arg, self.in_block(arg, block, made))).collect();
        self.scalar(id, given).first().map_or(self.active.mask, |result| result.1)
    }

    /// Returns the numbers of the block at `x` in this row of the grid, or at `otherwise` in the next row if
    /// this one ends before.
    pub(super) fn block_at(&mut self, x: Cl, otherwise: Cl) -> [Cl; 2] {
        let [y, columns] = [offset!(ctaid) + 4, offset!(nctaid)].map(|field| self.e.field(types::I32, field));
        let stays = self.e.b.ins().icmp(IntCC::UnsignedLessThan, x, columns);
        let below = self.e.b.ins().iadd_imm_s(y, 1);
        [(x, otherwise), (y, below)].map(|(own, next)| self.e.b.ins().select(stays, own, next))
    }

    /// Tests whether widened values and their operands keep their steps over `threads`; passes the flags on,
    /// if it is open.
    pub(super) fn steps_hold(
        &mut self,
        values: &[Value],
        made: &mut RowValues,
        threads: Count,
        take: &mut dyn FnMut(&mut Self, Cl),
    ) {
        let all = self.wanted(values);
        for v in all {
            if !widens(self.e.f, v) || self.analysis.invariant[v.index()] {
                continue;
            }
            let Def::Inst(id, _) = self.e.f.value(v).def else { continue };
            let Some(signed) = is_widening(self.e.f, id) else { continue };
            for &arg in &self.e.f.inst(id).args {
                let Kind::Affine(stride) = self.kind(arg) else { continue };
                let start = self.row_value(arg, made);
                let start = self.e.as_wide(Type::I32, signed, start);
                let last = |start: i64| stride.checked_mul(threads.most - 1)?.checked_add(start);
                if let Some(last) = self.e.const_value(start).and_then(last)
                    && last == if signed { i64::from(last as i32) } else { i64::from(last as u32) }
                {
                    continue;
                }
                let reach = self.e.plus(threads.count, -1);
                let reach = self.e.times(reach, stride);
                let last = self.e.sum(start, reach);
                let low = self.e.b.ins().ireduce(types::I32, last);
                let extended = self.e.as_wide(Type::I32, signed, low);
                let own = self.e.b.ins().icmp(IntCC::Equal, last, extended);
                take(self, own);
            }
        }
    }

    /// Tests whether `threads` may access all of a group, `None` if they always may. Also returns the address
    /// of the group's root for the first of them.
    pub(super) fn test_row(
        &mut self,
        space: Space,
        base: Cl,
        group: &Group,
        threads: Count,
    ) -> (Option<Cl>, Cl) {
        let start = self.start_of(base, group);
        let fine = if self.is_inside(space, start, group, threads.most) {
            None
        } else {
            Some(self.fits(space, start, group, threads.count))
        };
        (fine, self.address_in(space, start))
    }

    /// Returns the address of an offset into a space.
    pub(super) fn address_in(&mut self, space: Space, offset: Cl) -> Cl {
        match self.e.base(space) {
            Some(origin) => self.e.sum(origin, offset),
            None => offset,
        }
    }

    /// Returns whether the group lies in declared memory for `most` threads, as known at compile time.
    fn is_inside(&self, space: Space, start: Cl, group: &Group, most: i64) -> bool {
        let declared = match space {
            Space::Shared => self.e.f.shared_bytes,
            Space::Param => self.e.f.param_bytes,
            _ => return false,
        };
        let Some(start) = self.e.const_value(start).filter(|start| start % group.align == 0) else {
            return false;
        };
        let reach = group.stride * (most - 1).max(0);
        let low = start.checked_add(group.low + reach.min(0));
        let high = start.checked_add(group.high + reach.max(0));
        low.is_some_and(|low| low >= 0) && high.is_some_and(|high| high <= i64::from(declared))
    }

    fn fits(&mut self, space: Space, start: Cl, group: &Group, count: Cl) -> Cl {
        let reach = self.e.plus(count, -1);
        let reach = self.e.times(reach, group.stride.abs());
        let span = self.e.plus(reach, group.high - group.low);
        let low = self.e.plus(start, group.low);
        let low = if group.stride < 0 { self.e.difference(low, reach) } else { low };
        let together =
            self.e.size(space).is_none() && group.low % group.align == 0 && group.stride % group.align == 0;
        let mut fine = match self.e.size(space) {
            Some(size) => {
                let room = self.e.b.ins().isub(size, low);
                let inside = self.e.b.ins().icmp(IntCC::UnsignedLessThanOrEqual, low, size);
                let enough = self.e.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, room, span);
                self.e.b.ins().band(inside, enough)
            }
            None => {
                let mut within = self.e.b.ins().isub(low, self.e.reach);
                let mut last = self.e.b.ins().isub(self.e.reach_bytes, span);
                if together && group.align > 1 {
                    // In units, an address that is no multiple is out of range.
                    let unit = i64::from(group.align.trailing_zeros());
                    within = self.e.b.ins().rotr_imm_u(within, unit);
                    last = self.e.b.ins().ushr_imm_u(last, unit);
                }
                self.e.b.ins().icmp(IntCC::UnsignedLessThanOrEqual, within, last)
            }
        };
        if group.align > 1 && !together {
            let odd = self.e.b.ins().band_imm_u(start, group.align - 1);
            let aligned = self.e.b.ins().icmp_imm_u(IntCC::Equal, odd, 0);
            fine = self.e.b.ins().band(fine, aligned);
        }
        fine
    }

    /// Sets a strip's values from those of the row's first whole strip.
    pub(super) fn set_row_values(&mut self, wanted: &[Value], made: &RowValues, row_offset: Cl) {
        let narrow = match self.e.const_value(row_offset) {
            Some(n) => self.e.b.ins().iconst(types::I32, n),
            None => self.e.b.ins().ireduce(types::I32, row_offset),
        };
        for &v in wanted {
            let Some(&first) = made.values.get(&v) else { continue };
            let value = match self.kind(v) {
                Kind::Affine(stride) | Kind::Widened(stride) => {
                    let own = if Emitter::clif(self.e.f.ty(v)) == types::I32 { narrow } else { row_offset };
                    let step = self.stepped_by(own, stride);
                    if self.e.const_value(step) == Some(0) { first } else { self.e.b.ins().iadd(first, step) }
                }
                Kind::Uniform | Kind::Varying => first,
            };
            self.set_base(v, value);
            if let Kind::Widened(_) = self.kind(v) {
                let yes = self.e.b.ins().iconst(types::I8, 1);
                self.set_flag(v, yes);
            }
        }
    }

    pub(super) fn stepped_by(&mut self, n: Cl, stride: i64) -> Cl {
        match stride {
            _ if self.e.const_value(n) == Some(0) => n,
            1 => n,
            2 | 4 | 8 => self.e.b.ins().ishl_imm_u(n, i64::from(stride.trailing_zeros())),
            _ => self.e.b.ins().imul_imm_s(n, stride),
        }
    }

    /// Marks a block's accesses that were tested for the whole row.
    pub(super) fn reuse_row_tests(&mut self, id: BlockId) {
        let Some(whole) = &self.region.whole else { return };
        let row_offset = whole.row_offset;
        let own: Vec<_> =
            whole.groups.iter().filter(|(b, ..)| *b == id).map(|&(_, key, at)| (key, at)).collect();
        for (key, at) in own {
            let Some(stride) = self.groups.get(&key).map(|group| group.stride) else { continue };
            let at = if stride == 0 || self.e.const_value(row_offset) == Some(0) {
                at
            } else {
                let step = self.stepped_by(row_offset, stride);
                self.e.b.ins().iadd(at, step)
            };
            if let Some(group) = self.groups.get_mut(&key) {
                group.tested_at = Some(at);
            }
        }
    }
}
