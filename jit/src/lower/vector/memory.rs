//! Loads and stores of strips.
//!
//! Accesses of a block at addresses that differ by constants form a [group](Group): one test, at the first of
//! them, covers the whole range that the strip touches through all of them. Addresses without a step are
//! tested in vectors. If a test fails, the access is done lane by lane, which finds the faulting lane.

use super::chunk::{Chunks, Layout, MOST};
use super::control::every;
use super::group::Group;
use super::kind::Kind;
use super::state::Vectors;
use crate::check::Checked;
use crate::lower::memory::KERNEL;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value as Cl, types};
use ptx::ir::{Def, Inst, InstId, IntOp, Op, Order, Scalar, Space, Type, Value};

/// Limit of steps and offsets within a group, bytes.
const FAR: i64 = 1 << 20;

/// Log2 of the page size: a page is mapped as a whole.
const PAGE_BITS: i64 = 12;

/// A decoded load or store.
pub(super) struct Access {
    pub(super) id: InstId,
    pub(super) space: Space,
    pub(super) ty: Scalar,
    pub(super) address: Value,
    /// Offset in the instruction.
    pub(super) own_offset: i64,
    /// Value to which the address is relative, by `offset` bytes.
    pub(super) root: Value,
    pub(super) offset: i64,
    /// Bytes from lane to lane, if known; 0 if all lanes have one address.
    pub(super) stride: Option<i64>,
    pub(super) values: Vec<Value>,
    pub(super) load: bool,
    /// `true` for a plain access of at most 16 bytes.
    pub(super) simple: bool,
    /// Other threads cannot see when it happens.
    pub(super) weak: bool,
}

impl Access {
    pub(super) fn bytes(&self) -> i64 {
        i64::from(self.ty.bytes()) * self.values.len() as i64
    }

    /// Returns whether a group can test it.
    pub(super) fn groups(&self) -> bool {
        let near = |n: i64| n.abs() < FAR && n % self.bytes() == 0;
        // Threads' own memories are tested at one address.
        let own = self.space != Space::Local || self.stride == Some(0);
        self.simple && own && near(self.offset) && self.stride.is_some_and(near)
    }

    /// Returns the values that it sets.
    fn loaded(&self) -> &[Value] {
        if self.load { &self.values } else { &[] }
    }

    fn is_uniform_load(&self, vectors: &Vectors<'_>) -> bool {
        self.load && self.values.iter().all(|&v| vectors.kind(v) == Kind::Uniform)
    }

    pub(super) fn key(&self) -> (Space, Value) {
        (self.space, self.root)
    }
}

impl Vectors<'_> {
    /// Collects the accesses among `insts` that can be tested together.
    pub(super) fn group(&mut self, insts: &[InstId]) {
        self.groups.clear();
        for &id in insts {
            let Some(access) = self.grouped(id) else { continue };
            let (low, high) = (access.offset, access.offset + access.bytes());
            let own = Group {
                low,
                high,
                align: access.bytes(),
                stride: access.stride.unwrap_or(0),
                tested_at: None,
                partial: self.may_be_partial(&access),
                masked: self.is_masked(&access),
            };
            let group = self.groups.entry(access.key()).or_insert(own);
            group.partial &= own.partial;
            group.masked &= own.masked;
            group.low = group.low.min(low);
            group.high = group.high.max(high);
            group.align = group.align.max(access.bytes());
        }
    }

    /// Returns an access that a group tests.
    fn grouped(&self, id: InstId) -> Option<Access> {
        let access = self.decode(id).filter(Access::groups)?;
        let shared = access.stride == Some(0) && access.space != Space::Local;
        let apart = shared && (!access.is_uniform_load(self) || self.is_known(&access));
        (!apart).then_some(access)
    }

    pub(super) fn decode(&self, id: InstId) -> Option<Access> {
        let inst: &Inst = self.e.f.inst(id);
        let (space, ty, offset, order) = match inst.op {
            Op::Load { space, ty, offset, order } | Op::Store { space, ty, offset, order } => {
                (space, ty, offset, order)
            }
            _ => return None,
        };
        let load = matches!(inst.op, Op::Load { .. });
        let address = *inst.args.first()?;
        let values = if load { inst.results.clone() } else { inst.args[1..].to_vec() };
        let stride = match self.kind(address) {
            Kind::Uniform => Some(0),
            Kind::Affine(stride) | Kind::Widened(stride) => Some(stride),
            Kind::Varying => None,
        };
        let (root, more) = self.root(address);
        let bytes = ty.bytes() * values.len() as u32;
        let plain = matches!(order, Order::Weak | Order::Volatile | Order::Relaxed);
        let laid_out = space != Space::Local || self.analysis.laid_out;
        let simple = plain && laid_out && bytes.is_power_of_two() && bytes <= 16 && ty.bytes() <= 8;
        let (own_offset, offset) = (offset, offset + more);
        let weak = order == Order::Weak;
        Some(Access { id, space, ty, address, own_offset, root, offset, stride, values, load, simple, weak })
    }

    /// Splits an address into another value and a constant.
    fn root(&self, address: Value) -> (Value, i64) {
        let (mut root, mut more) = (address, 0i64);
        // The search is bounded: longer sums are rare.
        for _ in 0..8 {
            if self.region.live_in.binary_search(&root).is_ok() {
                // Its operands may not be available in this region.
                break;
            }
            let Def::Inst(id, _) = self.e.f.value(root).def else { break };
            let inst = self.e.f.inst(id);
            let (Op::Int(IntOp::Add), [a, b]) = (&inst.op, inst.args.as_slice()) else { break };
            let (base, constant) = match (self.signed_constant(*a), self.signed_constant(*b)) {
                (None, Some(c)) => (*a, c),
                (Some(c), None) => (*b, c),
                _ => break,
            };
            if self.kind(base) != self.kind(root) || (more + constant).abs() >= FAR {
                break;
            }
            (root, more) = (base, more + constant);
        }
        (root, more)
    }

    fn signed_constant(&self, v: Value) -> Option<i64> {
        let bits = self.e.f.constant(v)?;
        match self.e.f.ty(v) {
            Type::I32 => Some(i64::from(bits as i32)),
            Type::I64 => Some(bits as i64).filter(|c| c.abs() < FAR),
            _ => None,
        }
    }

    pub(super) fn access(&mut self, id: InstId) {
        self.e.set_place(id.index() as u32);
        let Some(access) = self.decode(id) else { return };
        let shared = self.region.whole.iter().flat_map(|whole| &whole.shared).find(|own| own.0 == id);
        if let Some(&(_, chunks)) = shared {
            return self.set_chunks(access.values[0], &chunks);
        }
        let groups = access.groups();
        let uniform = access.is_uniform_load(self);
        match access.stride {
            Some(0)
                if uniform
                    && let Some(at) = self.group_for(&access).tested_at
                    && groups =>
            {
                self.uniform_load(&access, at);
            }
            Some(0) if access.space == Space::Local && groups => {
                let group = self.group_for(&access);
                match group.tested_at {
                    Some(at) => self.local(&access, at),
                    None => {
                        let (fine, at) = self.test(access.key(), &group);
                        self.with_fallback(&access, fine, |this, access| this.local(access, at));
                    }
                }
            }
            Some(0) if !access.load && groups && self.stores_one(&access) => {
                let (low, high) = (access.offset, access.offset + access.bytes());
                let align = access.bytes();
                let group =
                    Group { low, high, align, stride: 0, tested_at: None, partial: true, masked: false };
                let (fine, at) = self.test(access.key(), &group);
                self.with_fallback(&access, fine, |this, access| {
                    let v = access.values[0];
                    if let Some(value) = this.of_last_lane(v) {
                        let ty = this.e.f.ty(v);
                        this.e.store_value(access.ty, ty, value, at, access.offset as i32);
                    }
                });
            }
            _ if uniform => {
                for (v, value) in self.on_first_lane(id) {
                    self.set_base(v, value);
                }
            }
            Some(stride) if stride != 0 && groups => self.strided(&access, stride),
            None if access.simple
                && self.e.f.ty(access.address) == Type::I64
                && self.is_flat(access.space) =>
            {
                self.scattered(&access);
            }
            None if access.simple
                && self.analysis.laid_out
                && matches!(access.space, Space::Shared | Space::Local) =>
            {
                self.block_scattered(&access);
            }
            _ => self.lane_by_lane(&access),
        }
    }

    /// Returns whether a store of all lanes to one address is that of the last active one.
    fn stores_one(&self, access: &Access) -> bool {
        let &[v] = access.values.as_slice() else { return false };
        let watched = self.e.asks.checked != Checked::No || self.e.asks.traced;
        let one = self.kind(v) == Kind::Uniform || self.has_last_lane(self.e.f.ty(v));
        access.space != Space::Local && self.is_whole(access, v) && one && !watched
    }

    pub(super) fn is_flat(&self, space: Space) -> bool {
        matches!(space, Space::Generic | Space::Global | Space::Const)
    }

    /// Returns whether the scalar emitter needs no test at all.
    fn is_known(&self, access: &Access) -> bool {
        self.e.f.constant(access.address).is_some() && !self.is_flat(access.space)
    }

    /// Returns an access that has been tested, and its place in lane 0.
    pub(super) fn tested(&self, id: InstId) -> Option<(Access, (Cl, i32))> {
        let access = self.decode(id).filter(Access::groups)?;
        let at = self.group_for(&access).tested_at?;
        let first = access.offset as i32;
        Some((access, (at, first)))
    }

    /// Returns an access's group, or a group of the access alone.
    pub(super) fn group_for(&self, access: &Access) -> Group {
        let (low, high) = (access.offset, access.offset + access.bytes());
        let stride = access.stride.unwrap_or(0);
        let partial = self.may_be_partial(access);
        let (align, masked) = (access.bytes(), self.is_masked(access));
        let own = Group { low, high, align, stride, tested_at: None, partial, masked };
        self.groups.get(&access.key()).copied().unwrap_or(own)
    }

    /// Tests whether all of a group may be accessed, `i8`; also returns lane 0's address of its root.
    pub(super) fn test(&mut self, (space, root): (Space, Value), group: &Group) -> (Cl, Cl) {
        if space == Space::Local {
            self.enter_lane_zero();
        }
        let base = self.base(root);
        let start = self.start_of(base, group);
        let reach = group.stride * i64::from(self.width - 1);
        let span = group.high - group.low + reach.abs();
        let offset = group.low + reach.min(0);
        let together = offset % group.align == 0;
        let unit = if together { group.align.trailing_zeros() } else { 0 };
        let mut fine = self.lies_inside(space, start, offset, (span, unit));
        if !together {
            let odd = self.e.b.ins().band_imm_u(start, group.align - 1);
            let aligned = self.e.b.ins().icmp_imm_u(IntCC::Equal, odd, 0);
            fine = self.e.b.ins().band(fine, aligned);
        }
        if let Kind::Widened(_) = self.kind(root) {
            let flag = self.flag(root);
            fine = self.e.b.ins().band(fine, flag);
        }
        if self.none_idles() {
            // All lanes are active.
        } else if space == Space::Local && self.active.controlled {
            let there = self.is_complete();
            fine = self.e.b.ins().band(fine, there);
        } else if space == Space::Local || group.stride != 0 && !self.active.controlled && !group.partial {
            let all = self.all_run();
            fine = self.e.both(fine, all);
        } else if group.stride != 0 && self.is_flat(space) && !group.masked {
            // Inactive lanes are read as well, which is safe only within the pages that active lanes
            // touch.
            let low = self.plus(start, offset);
            let end = self.e.b.ins().iadd_imm_s(low, span - 1);
            let apart = self.e.b.ins().bxor(low, end);
            let apart = self.e.b.ins().ushr_imm_u(apart, PAGE_BITS);
            let one = self.e.b.ins().icmp_imm_u(IntCC::Equal, apart, 0);
            let all = self.all_run();
            let either = self.e.b.ins().bor(one, all);
            fine = self.e.b.ins().band(fine, either);
        }
        let at = match self.e.base(space) {
            Some(origin) => self.e.b.ins().iadd(origin, start),
            None => start,
        };
        (fine, at)
    }

    /// Loads contiguous words whose group's root is at a tested address. Returns them and the number of
    /// vectors; `None` for any other access, or one of another group.
    pub(super) fn load_of_group(
        &mut self,
        id: InstId,
        key: (Space, Value),
        at: Cl,
    ) -> Option<(Chunks, usize)> {
        let access = self.decode(id).filter(Access::groups)?;
        let &[v] = access.values.as_slice() else { return None };
        let contiguous = access.stride == Some(access.bytes()) && self.is_whole(&access, v);
        if !access.load || access.key() != key || !contiguous {
            return None;
        }
        self.e.set_place(id.index() as u32);
        let chunks = self.read_places(&access, 0, v, &[(at, access.offset as i32)], true);
        Some((chunks, self.layout(self.e.f.ty(v)).count))
    }

    /// Returns the key of the group that tests an access.
    pub(super) fn group_of(&self, id: InstId) -> Option<(Space, Value)> {
        self.grouped(id).map(|access| access.key())
    }

    /// Returns whether code for an access is right for any active lanes, though inactive ones may be read.
    fn may_be_partial(&self, access: &Access) -> bool {
        let whole = |&v: &Value| access.stride == Some(access.bytes()) && self.is_whole(access, v);
        let stored = matches!(access.values.as_slice(), [v] if whole(v)) || self.is_narrow(access);
        access.space != Space::Local && (access.load || stored)
    }

    /// Returns a group's root in 64 bits, such that its lowest access lies at `group.low` from there. A
    /// 32-bit root wraps before it is extended, since it may lie below the start of the space.
    pub(super) fn start_of(&mut self, base: Cl, group: &Group) -> Cl {
        if self.e.b.func.dfg.value_type(base) != types::I32 {
            return base;
        }
        if group.low == 0 {
            return self.e.as_wide(Type::I32, false, base);
        }
        let low = match self.e.const_value(base) {
            Some(n) => {
                self.e.b.ins().iconst(types::I32, i64::from((n as i32).wrapping_add(group.low as i32)))
            }
            None => self.e.b.ins().iadd_imm_s(base, group.low),
        };
        let low = self.e.as_wide(Type::I32, false, low);
        self.e.plus(low, -group.low)
    }

    /// Returns whether an access leaves out the inactive lanes by the processor's masks.
    fn is_masked(&self, access: &Access) -> bool {
        let contiguous = access.stride == Some(access.bytes());
        let whole = matches!(access.values.as_slice(), &[v] if self.is_whole(access, v));
        contiguous && whole && self.is_flat(access.space) && self.has_lanes(access)
    }

    pub(super) fn plus(&mut self, value: Cl, more: i64) -> Cl {
        if more == 0 { value } else { self.e.b.ins().iadd_imm_s(value, more) }
    }

    /// Does an access lane by lane, for the active lanes.
    pub(super) fn lane_by_lane(&mut self, access: &Access) {
        self.on_running_lanes(&[access.id], access.loaded(), self.active.mask);
    }

    /// Loads one value from one address for all lanes.
    fn uniform_load(&mut self, access: &Access, at: Cl) {
        let bytes = access.ty.bytes() as i32;
        for (n, &v) in access.values.iter().enumerate() {
            let place = access.offset as i32 + n as i32 * bytes;
            let value = self.e.load(access.ty, self.e.f.ty(v), at, place);
            self.set_base(v, value);
        }
    }

    /// Emits fast code for an access for when `fine` holds, and careful code for when it does not.
    pub(super) fn with_fallback(&mut self, access: &Access, fine: Cl, fast: impl FnOnce(&mut Self, &Access)) {
        self.or_else(fine, |this| fast(this, access), |this| this.carefully(access));
    }

    /// Emits fast code of instructions for when `fine` holds, and a loop over the lanes for when it does not,
    /// which sets those of their results that are `wanted`.
    pub(super) fn or_lane_by_lane(
        &mut self,
        ids: &[InstId],
        wanted: &[Value],
        fine: Cl,
        fast: impl FnOnce(&mut Self),
    ) {
        self.or_else(fine, fast, |this| this.on_running_lanes(ids, wanted, this.active.mask));
    }

    /// Emits fast code for when `fine` holds, and rarely executed code for when it does not.
    pub(super) fn or_else(&mut self, fine: Cl, fast: impl FnOnce(&mut Self), slow: impl FnOnce(&mut Self)) {
        if self.e.const_value(fine) == Some(1) {
            return fast(self);
        }
        let [quick, careful, after] = std::array::from_fn(|_| self.e.b.create_block());
        let vectors = self.active.vectors;
        self.e.b.ins().brif(fine, quick, &[], careful, &[]);
        self.e.open(careful);
        let warm = self.e.enter_cold();
        slow(self);
        self.e.b.ins().jump(after, &[]);
        self.e.leave_cold(warm);
        self.active.vectors = vectors;
        self.active.entered += 1;
        self.e.open(quick);
        fast(self);
        self.e.b.ins().jump(after, &[]);
        self.active.vectors = vectors;
        self.active.entered += 1;
        self.e.open(after);
    }

    /// Emits one piece of code for when a flag is set, and another for when it is not.
    pub(super) fn either(&mut self, flag: Cl, yes: impl FnOnce(&mut Self), no: impl FnOnce(&mut Self)) {
        self.either_all(&[(flag, true)], yes, no);
    }

    /// Emits one piece of code for when all flags are as wanted, and another for when one is not. The
    /// processor compares and branches at once, so each flag has a branch.
    pub(super) fn either_all(
        &mut self,
        flags: &[(Cl, bool)],
        yes: impl FnOnce(&mut Self),
        no: impl FnOnce(&mut Self),
    ) {
        let [unset, after] = std::array::from_fn(|_| self.e.b.create_block());
        let vectors = self.active.vectors;
        for &(flag, wanted) in flags {
            let next = self.e.b.create_block();
            let [set, clear] = if wanted { [next, unset] } else { [unset, next] };
            self.e.b.ins().brif(flag, set, &[], clear, &[]);
            self.e.open(next);
        }
        yes(self);
        self.e.b.ins().jump(after, &[]);
        (self.active.vectors, self.active.entered) = (vectors, self.active.entered + 1);
        self.e.open(unset);
        no(self);
        self.e.b.ins().jump(after, &[]);
        (self.active.vectors, self.active.entered) = (vectors, self.active.entered + 1);
        self.e.open(after);
    }

    /// Returns whether all lanes of the strip are known to be active.
    pub(super) fn none_idles(&self) -> bool {
        let full = |mask: i64| mask as u32 == every(self.width);
        let whole = || match &self.region.whole {
            Some(whole) => whole.active.is_none(),
            None => self.e.const_value(self.active.mask).is_some_and(full),
        };
        !self.active.controlled && whole()
    }

    /// Returns whether some lanes of the strip may be inactive.
    pub(super) fn may_idle(&self) -> bool {
        !self.none_idles()
    }

    /// Returns the flag that all lanes are active.
    pub(super) fn all_run(&mut self) -> Cl {
        let (mask, all) = (self.active.mask, every(self.width));
        match self.e.const_value(mask) {
            Some(mask) => self.e.b.ins().iconst(types::I8, i64::from(mask as u32 == all)),
            None => self.e.b.ins().icmp_imm_u(IntCC::Equal, mask, i64::from(all)),
        }
    }

    /// Accesses lanes at a constant step.
    fn strided(&mut self, access: &Access, stride: i64) {
        let fast = |this: &mut Self, access: &Access, at: Cl| {
            let first = access.offset as i32;
            if this.is_narrow(access) {
                return this.touch_narrow(access, (at, first));
            }
            let contiguous = stride == access.bytes() && access.values.len() == 1;
            if contiguous && access.load && this.advances(access) {
                this.prefetch_ahead(true, (at, first), access.bytes());
            }
            if !contiguous && this.has_lanes(access) {
                if !access.load {
                    return this.store_apart(access, (at, first), stride);
                }
                if this.is_small(access) {
                    return this.touch_apart(access, (at, first), stride);
                }
                // Far apart, lanes are faster loaded one by one.
                if this.load_interleaved(access, at, stride) {
                    return;
                }
            }
            let places: Vec<(Cl, i32)> =
                (0..this.width as i32).map(|k| (at, first + k * stride as i32)).collect();
            this.touch(access, &places, stride == access.bytes());
        };
        let group = self.group_for(access);
        if let Some(at) = group.tested_at {
            return fast(self, access, at);
        }
        let (fine, at) = self.test(access.key(), &group);
        self.with_fallback(access, fine, |this, access| fast(this, access, at));
    }

    /// Stores the values of lanes at a constant step, the first at a tested place.
    fn store_apart(&mut self, access: &Access, (at, first): (Cl, i32), stride: i64) {
        let apart = |this: &mut Self| this.touch_apart(access, (at, first), stride);
        if !self.stores_rows(access) {
            return apart(self);
        }
        if self.none_idles() {
            return self.write_rows(access, (at, first));
        }
        // Mostly all lanes are active even where that is not guaranteed.
        let all = self.all_run();
        self.either(all, |this| this.write_rows(access, (at, first)), apart);
    }

    /// Accesses lanes at a constant step, the first at a tested place, as at unrelated addresses.
    fn touch_apart(&mut self, access: &Access, (at, first): (Cl, i32), stride: i64) {
        let at = self.plus(at, i64::from(first));
        let addresses = self.ramp(Type::I64, at, stride);
        self.touch_lanes(access, &addresses);
    }

    /// Loads or stores at tested places, one a lane.
    pub(super) fn touch(&mut self, access: &Access, places: &[(Cl, i32)], contiguous: bool) {
        if let Some(few) = self.short_lanes() {
            return self.access_short(access, places, few, contiguous);
        }
        if access.load {
            for (n, &v) in access.values.iter().enumerate() {
                let chunks = self.read_places(access, n, v, places, contiguous);
                self.set_chunks(v, &chunks);
            }
            return;
        }
        match access.values[..] {
            [v] if contiguous && self.is_whole(access, v) && !self.may_idle() => {
                self.write_whole(access, v, places[0]);
            }
            [v] if contiguous && self.is_whole(access, v) && access.space == Space::Shared => {
                // No other thread reads it meanwhile: inactive lanes write the old word.
                let old = self.read_places(access, 0, v, places, true);
                let (mask, new) = (self.mask_vectors(), self.chunks(v));
                let mixed = self.blend(self.e.f.ty(v), mask, &new, &old);
                self.write_chunks_at(v, &mixed, places[0]);
            }
            [v] if contiguous && self.is_whole(access, v) => {
                // Mostly all lanes are active even where that is not guaranteed.
                let full = self.all_run();
                if self.e.const_value(full) == Some(1) {
                    return self.write_whole(access, v, places[0]);
                }
                if self.has_lanes(access) {
                    return self.write_lanes(v, places[0]);
                }
                let [all, some, after] = std::array::from_fn(|_| self.e.b.create_block());
                self.e.b.ins().brif(full, all, &[], some, &[]);
                self.e.open(all);
                self.write_whole(access, v, places[0]);
                self.e.b.ins().jump(after, &[]);
                self.e.open(some);
                self.write_places(access, places, true);
                self.e.b.ins().jump(after, &[]);
                self.e.open(after);
            }
            _ => self.write_places(access, places, self.active.controlled),
        }
    }

    /// Stores a strip of contiguous words.
    fn write_whole(&mut self, access: &Access, v: Value, place: (Cl, i32)) {
        let (chunks, count) = (self.chunks(v), self.layout(self.e.f.ty(v)).count);
        self.write_strip(access, &chunks[..count], place);
    }

    /// Returns whether a store may bypass the caches.
    pub(super) fn may_bypass(&self, access: &Access) -> bool {
        self.analysis.streamed[access.id.index()]
    }

    fn write_chunks_at(&mut self, v: Value, chunks: &Chunks, (at, first): (Cl, i32)) {
        let layout = self.layout(self.e.f.ty(v));
        for (n, &chunk) in chunks.iter().enumerate().take(layout.count) {
            self.e.b.ins().store(KERNEL, chunk, at, first + layout.place(n));
        }
    }

    pub(super) fn is_whole(&self, access: &Access, v: Value) -> bool {
        self.e.f.ty(v).bits() == access.ty.bits() && matches!(access.ty.bytes(), 4 | 8)
    }

    pub(super) fn read_places(
        &mut self,
        access: &Access,
        n: usize,
        v: Value,
        places: &[(Cl, i32)],
        contiguous: bool,
    ) -> Chunks {
        let have = self.e.f.ty(v);
        let layout @ Layout { vector, count, .. } = self.layout(have);
        if contiguous && access.values.len() == 1 && self.is_whole(access, v) {
            let (at, first) = places[0];
            if self.may_idle() && self.is_masked(access) {
                return self.read_lanes(v, places[0]);
            }
            let mut chunks = [at; MOST];
            for (n, chunk) in chunks.iter_mut().enumerate().take(count) {
                *chunk = self.e.b.ins().load(vector, KERNEL, at, first + layout.place(n));
            }
            return chunks;
        }
        let more = n as i32 * access.ty.bytes() as i32;
        let lanes: Vec<Cl> =
            places.iter().map(|&(place, at)| self.e.load(access.ty, have, place, at + more)).collect();
        self.gathered(have, &lanes)
    }

    /// Stores lane by lane, all values of a lane together: a later lane overwrites an earlier one. `partial`
    /// if a lane may be inactive.
    pub(super) fn write_places(&mut self, access: &Access, places: &[(Cl, i32)], partial: bool) {
        let mut all: Vec<Option<Chunks>> = Vec::new();
        for &v in &access.values {
            let vectors = matches!(self.kind(v), Kind::Varying | Kind::Widened(_));
            all.push(if vectors { Some(self.chunks(v)) } else { None });
        }
        let bases: Vec<Cl> =
            access.values.iter().zip(&all).map(|(&v, c)| c.map_or_else(|| self.base(v), |c| c[0])).collect();
        for (k, &(place, at)) in places.iter().enumerate() {
            let after = partial.then(|| {
                let [store, after] = std::array::from_fn(|_| self.e.b.create_block());
                let runs = self.e.b.ins().band_imm_u(self.active.mask, 1 << k);
                self.e.b.ins().brif(runs, store, &[], after, &[]);
                self.e.open(store);
                after
            });
            for (n, &v) in access.values.iter().enumerate() {
                let ty = self.e.f.ty(v);
                let value = match (&all[n], self.kind(v)) {
                    (Some(chunks), _) => self.extract(ty, chunks, k as u32),
                    (None, Kind::Affine(stride)) => self.stepped(ty, bases[n], stride, k as u32),
                    (None, _) => bases[n],
                };
                let more = n as i32 * access.ty.bytes() as i32;
                self.e.store_value(access.ty, ty, value, place, at + more);
            }
            if let Some(after) = after {
                self.e.b.ins().jump(after, &[]);
                self.e.open(after);
            }
        }
    }
}
