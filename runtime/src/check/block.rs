//! Checker state of one running block: consumes the block's events and reports errors.

use super::clocks::Clocks;
use super::flight::Flights;
use super::grid::{Accessor, Grid};
use super::kernel::Kernel;
use super::race::{Past, Races};
use super::report::{Finding, Pointer, What};
use super::shadow::{Bits, Live};
use super::sync::Sync;
use crate::config::Checks;
use crate::sync::Arc;
use jit::check::{BlockWatch, Mark, Marks, Passes, Times};
use ptx::analysis::origin;
use ptx::exec::{Fault, FaultKind};
use ptx::interp::watch::{Access, AccessKind, Event, NO_INST, Stored};
use ptx::ir::{AsyncStep, InstId, Op, Order, SharedPlace, Space};
use std::collections::BTreeMap;
use std::ops::Range;

/// Buffers of a block's state that are reused by a later block.
#[derive(Default)]
pub(crate) struct Parts {
    pub(super) clocks: Clocks,
    pub(super) races: Races,
    written: Bits,
    pub(super) near: Vec<Option<LastAllocation>>,
    changes: u64,
    pub(super) marks: Marks,
}

/// Allocation that an instruction accessed last.
pub(super) struct LastAllocation {
    pub(super) inst: u32,
    pub(super) live: Live,
    /// Bytes that the instruction may access.
    pub(super) range: Range<u64>,
}

impl LastAllocation {
    /// Records the bytes of a store as written. Returns `false` if a load reads unwritten bytes.
    #[inline]
    pub(super) fn is_written(&self, access: &Access, range: &Range<u64>) -> bool {
        let Some(written) = &self.live.written else { return true };
        let offsets = range.start - self.live.base..range.end - self.live.base;
        if access.kind == AccessKind::Store {
            written.wrote(&offsets, 0);
            return true;
        }
        written.unwritten(&offsets) == 0
    }
}

/// Number of instructions whose last allocation is cached.
pub(super) const CACHED: usize = 64;
/// Time of a block's clock after which the per-place state is cleared, before the clock can overflow.
const RESET_AFTER: u32 = 1 << 30;

/// State of one running block.
pub(crate) struct BlockState {
    kernel: Arc<Kernel>,
    at: [u32; 3],
    pub(super) index: u32,
    pub(super) parts: Parts,
    pub(super) checks: Checks,
    /// Part of shared memory that each instruction may access, as of its last access.
    places: [Range<u64>; CACHED],
    /// Accesses of the launch's blocks to global memory, held while this block runs.
    pub(super) grid: Option<Box<Grid>>,
    flights: Flights,
    sync: Sync,
    /// Unwritten bytes that a load found and does not use, by thread and instruction. A store may copy them.
    pub(super) carried: BTreeMap<(u32, u32), u64>,
    /// Set if an access was reported that is about to fault as well.
    reported: bool,
    /// Time of the block's clock before its first access.
    start: u32,
    /// Bytes of a place of global memory, as a shift.
    pub(super) shift: u32,
}

impl Drop for BlockState {
    fn drop(&mut self) {
        self.pause();
        self.kernel.spare.lock().push(std::mem::take(&mut self.parts));
    }
}

impl BlockState {
    /// Creates the state of a block that is about to start; `index` is its linear index.
    pub(crate) fn new(kernel: &Arc<Kernel>, index: u64) -> Self {
        let spare = kernel.spare.lock().pop();
        let mut parts = spare.unwrap_or_default();
        let fresh = parts.clocks.now > RESET_AFTER;
        if fresh {
            parts.clocks = Clocks::default();
        }
        let checks = kernel.checker.checks;
        parts.clocks.tick();
        let start = parts.clocks.now;
        if checks.race {
            parts.clocks.reset(kernel.geometry.threads() as usize);
            parts.races.reset(kernel.shared, kernel.facts.shifts[0], fresh);
        }
        if checks.uninit {
            parts.written.clear(kernel.shared);
        }
        if fresh || parts.marks.is_empty() {
            lay_out(&mut parts.marks, kernel);
        }
        parts.near.resize_with(CACHED, || None);
        let at = kernel.geometry.block_at(index);
        let mut block = BlockState {
            kernel: Arc::clone(kernel),
            at,
            index: index as u32,
            parts,
            checks,
            places: std::array::from_fn(|_| 0..0),
            grid: None,
            flights: Flights::default(),
            sync: Sync::default(),
            carried: BTreeMap::new(),
            reported: false,
            start,
            shift: kernel.facts.shifts[1],
        };
        block.time_passed();
        block
    }

    fn grid(&mut self) -> &mut Grid {
        let kernel = &self.kernel;
        self.grid.get_or_insert_with(|| {
            let taken = kernel.grid.lock().take();
            taken.unwrap_or_else(|| kernel.checker.grid())
        })
    }

    fn access(&mut self, access: &Access, stored: &Stored<'_>) -> bool {
        match access.space {
            Space::Param => true,
            Space::Local => self.local(access),
            Space::Shared => self.shared(access, stored),
            _ => self.global(access, stored),
        }
    }

    /// Checks the bounds of an access to local memory. Returns whether it is executed.
    fn local(&mut self, access: &Access) -> bool {
        let (limit, size) = (self.kernel.local, u64::from(access.bytes));
        if size <= limit && access.address <= limit - size {
            return true;
        }
        if self.checks.memory {
            self.report(access, What::Beyond(*access, limit, None));
        }
        // Without the check, the access faults as usual.
        !self.checks.memory
    }

    fn shared(&mut self, access: &Access, stored: &Stored<'_>) -> bool {
        let size = u64::from(access.bytes);
        let range = access.address..access.address.saturating_add(size);
        let slot = access.inst as usize % CACHED;
        let known = &self.places[slot];
        if (range.start < known.start || range.end > known.end) && !self.in_variable(access, &range, slot) {
            return !self.checks.memory;
        }
        self.take_marks(&range);
        let early = self.checks.race && access.kind.reads() && self.reports_early_read(access, &range);
        if !early {
            self.in_shared(access, stored, &range);
        }
        self.leave_marks(&range);
        true
    }

    /// Checks an access to shared memory that is in bounds and not early.
    fn in_shared(&mut self, access: &Access, stored: &Stored<'_>, range: &Range<u64>) {
        let size = u64::from(access.bytes);
        if self.checks.race {
            self.shared_races(access, stored);
        }
        if self.checks_written() {
            let unwritten = if access.kind.reads() { self.parts.written.unwritten(range) } else { 0 };
            if unwritten != 0 && self.is_used(access, unwritten) {
                let first = access.address + u64::from(unwritten.trailing_zeros());
                // Report each byte once.
                self.parts.written.set(access.address, size, true);
                self.report(access, What::Unwritten(*access, first, None));
            }
            if access.kind.writes() {
                let carried = self.carried_to(access);
                self.parts.written.wrote(range, carried);
            }
        }
    }

    /// Returns whether reads of unwritten shared memory are checked. Not in a cluster, whose blocks write
    /// each other's shared memory unobserved.
    fn checks_written(&self) -> bool {
        self.checks.uninit && self.kernel.geometry.cluster.is_none()
    }

    /// Imports the marks that compiled code set for the places of a range.
    fn take_marks(&mut self, range: &Range<u64>) {
        let written = self.checks_written();
        let Parts { clocks, races, written: bits, marks, .. } = &mut self.parts;
        for place in places(range) {
            let (mark, at) = (marks.get(place), place * PLACE);
            if written && mark.is_written() && mark.time() >= self.start {
                bits.wrote(&(at..at + PLACE), 0);
            }
            if let Passes::Thread { thread, store, inst } = mark.passes()
                && self.checks.race
                && mark.time() >= clocks.epoch
            {
                races.record_marked(at, (thread, inst), mark.time(), store);
            }
        }
    }

    /// Sets marks for the places of a range, which tell compiled code which accesses need no check.
    fn leave_marks(&mut self, range: &Range<u64>) {
        let written = self.checks_written();
        let judged = self.checks.race && self.carried.is_empty();
        let Parts { clocks, races, written: bits, marks, .. } = &mut self.parts;
        for place in places(range) {
            let bytes = place * PLACE..(place + 1) * PLACE;
            let whole = !written || bits.unwritten(&bytes) == 0;
            let passes = if judged && whole { races.passes(clocks, &bytes) } else { Passes::None };
            let under_way = self.flights.is_in_flight(&bytes);
            let mark = if under_way { Mark::CLOSED } else { Mark::new(clocks.now, passes, whole) };
            marks.set(place, mark);
        }
    }

    /// Advances the clock: no access may skip the check any more because of an earlier one.
    fn time_passed(&mut self) {
        self.parts.clocks.tick();
        let clocks = &self.parts.clocks;
        let epoch = match self.checks {
            // Copies of unwritten bytes are tracked at every access.
            _ if !self.carried.is_empty() => 0,
            Checks { race: false, .. } => u32::MAX,
            _ if !self.parts.races.has_large_places() => 0,
            _ => clocks.epoch,
        };
        let start = if self.checks_written() { self.start } else { 0 };
        self.parts.marks.set_times(Times { now: clocks.now, epoch, start });
    }

    /// Checks that an access to shared memory is in bounds, and inside of the variable that it starts in if
    /// variables have gaps between them. Caches the variable for the instruction.
    fn in_variable(&mut self, access: &Access, range: &Range<u64>, slot: usize) -> bool {
        let limit = self.kernel.shared;
        let of = variable(&self.kernel, access.address);
        let end = of.map_or(limit, |of| end_of(of, limit));
        if range.end <= limit && (range.end <= end || !self.checks.memory) {
            self.places[slot] = of.map_or(0..limit, |of| u64::from(of.offset)..end);
            return true;
        }
        if self.checks.memory {
            let of = of.cloned();
            self.report(access, What::Beyond(*access, limit, of));
        }
        false
    }

    /// Reports a read that precedes the completion of an asynchronous copy. Returns whether there was one.
    fn reports_early_read(&mut self, access: &Access, range: &Range<u64>) -> bool {
        if access.kind == AccessKind::Load && access.order != Order::Weak && access.bytes == 8 {
            self.flights.complete_object(access.address);
        }
        let Some(flight) = self.flights.take_in_flight(range.clone()) else { return false };
        let other = self.kernel.geometry.thread_at(flight.thread);
        let what = What::Early { access: *access, other, other_line: flight.line, bulk: flight.bulk };
        self.report(access, what);
        true
    }

    fn shared_races(&mut self, access: &Access, stored: &Stored<'_>) {
        let strong = super::clocks::is_strong(access);
        let Parts { clocks, races, .. } = &mut self.parts;
        if strong {
            clocks.acquire(access.thread as usize, access);
        }
        let found = races.access(clocks, access);
        if strong && access.kind.writes() {
            clocks.release(access.thread as usize, access);
        }
        if strong {
            self.time_passed();
        }
        if let Some(past) = found {
            self.race(access, stored, past);
        }
    }

    fn race(&mut self, access: &Access, stored: &Stored<'_>, past: Past) {
        // Two stores of the same value: the result does not depend on their order.
        let same = past.write && access.kind == AccessKind::Store && stored.is_same();
        let other = self.kernel.geometry.thread_at(past.thread);
        let other_block = past.block.map(|linear| self.kernel.geometry.block_at(linear));
        let other_line = self.kernel.facts.line(past.inst);
        let race =
            What::Race { access: *access, other, other_block, other_line, other_wrote: past.write, same };
        self.report(access, race);
    }

    /// Allocation of an access, from the instruction's cache if that matches. The error is the allocation
    /// that its pointer points to.
    fn allocation_of(&mut self, access: &Access) -> Result<&LastAllocation, Option<Live>> {
        let slot = access.inst as usize % CACHED;
        let end = access.address.saturating_add(access.bytes.into());
        let fits = |near: &LastAllocation| {
            near.inst == access.inst && near.range.start <= access.address && end <= near.range.end
        };
        if !self.parts.near[slot].as_ref().is_some_and(fits) {
            let base = self.kernel.base(access.inst);
            let Some(live) = self.kernel.checker.live(access.address, access.bytes.into()) else {
                return Err(base);
            };
            if base.as_ref().is_some_and(|base| base.base != live.base && base.is_apart(&live)) {
                return Err(base);
            }
            let range = live.base..live.base + live.bytes;
            self.parts.near[slot] = Some(LastAllocation { inst: access.inst, live, range });
        }
        self.parts.near[slot].as_ref().ok_or(None)
    }

    fn global(&mut self, access: &Access, stored: &Stored<'_>) -> bool {
        let checks = self.checks;
        let range = access.address..access.address + u64::from(access.bytes);
        let carries = !self.carried.is_empty();
        let (base, of_kernel, settled) = match self.allocation_of(access) {
            Ok(near) => {
                let settled = !checks.uninit || !carries && near.is_written(access, &range);
                (near.live.base, near.live.is_of_kernel(), settled)
            }
            Err(base) => return self.report_outside(access, base),
        };
        if checks.race && !of_kernel && access.space != Space::Const {
            self.global_races(access, stored);
        }
        if settled {
            return true;
        }
        // Taken out while the access is checked.
        let slot = access.inst as usize % CACHED;
        let written = self.parts.near[slot].as_mut().and_then(|near| near.live.written.take());
        if let Some(written) = &written {
            let offsets = range.start - base..range.end - base;
            let unwritten = if access.kind.reads() { written.unwritten(&offsets) } else { 0 };
            if unwritten != 0 && self.is_used(access, unwritten) {
                let first = access.address + u64::from(unwritten.trailing_zeros());
                // Report each byte once.
                written.set(offsets.start, offsets.end - offsets.start, true);
                let near = self.kernel.checker.nearest(first);
                self.report(access, What::Unwritten(*access, first, near));
            }
            if access.kind.writes() {
                let carried = self.carried_to(access);
                written.wrote(&offsets, carried);
            }
        }
        if let Some(near) = &mut self.parts.near[slot] {
            near.live.written = written;
        }
        true
    }

    fn global_races(&mut self, access: &Access, stored: &Stored<'_>) {
        let strong = super::clocks::is_strong(access);
        if strong {
            self.parts.clocks.acquire(access.thread as usize, access);
        }
        let (block, shift) = (self.index, self.shift);
        self.grid();
        let Some(grid) = self.grid.as_mut() else { return };
        let found = grid.access(&Accessor { block, clocks: &self.parts.clocks, shift }, access);
        if strong && access.kind.writes() {
            self.parts.clocks.release(access.thread as usize, access);
        }
        if strong {
            self.time_passed();
        }
        if let Some(past) = found {
            self.race(access, stored, past);
        }
    }

    /// Reports an access outside of live allocations, or in another one than its pointer points to. Returns
    /// whether it is executed.
    fn report_outside(&mut self, access: &Access, base: Option<Live>) -> bool {
        let checker = self.kernel.checker;
        if !self.checks.memory {
            return true;
        }
        let ours = self.kernel.memory.is_ours(access.address);
        let pointer = match access.address {
            0..0x10000 => Pointer::Null,
            _ if ours => Pointer::Device,
            _ if crate::host::is_mapped(access.address, access.bytes.into()) => Pointer::Host,
            _ => Pointer::Nowhere,
        };
        let near = match &base {
            Some(base) if pointer == Pointer::Device => {
                // A freed allocation is the better explanation.
                let near = checker.nearest(access.address);
                near.filter(|near| near.freed && near.holds(access.address)).or(Some(base.describe()))
            }
            _ => checker.nearest(access.address),
        };
        self.report(access, What::Outside(*access, near, pointer));
        // An access outside of the window then faults, as without the checker.
        self.reported = !ours;
        self.reported
    }

    /// Returns whether a load's unwritten bytes are used other than for a store; if not, records them.
    fn is_used(&mut self, access: &Access, unwritten: u64) -> bool {
        let f = &self.kernel.facts.function;
        if access.inst == NO_INST || access.kind != AccessKind::Load {
            return true;
        }
        let inst = f.inst(InstId::new(access.inst as usize));
        // Padding may be copied unwritten; a value without any written byte is not padding.
        let nothing = unwritten.count_ones() == access.bytes;
        if nothing || self.kernel.facts.origins.used_load_bytes(f, inst) & unwritten != 0 {
            return true;
        }
        self.carried.insert((access.thread, access.inst), unwritten);
        self.time_passed();
        false
    }

    /// Bytes of a store that stem from unwritten bytes of a load.
    fn carried_to(&self, access: &Access) -> u64 {
        if self.carried.is_empty() || access.inst == NO_INST || access.kind != AccessKind::Store {
            return 0;
        }
        let f = &self.kernel.facts.function;
        let inst = f.inst(InstId::new(access.inst as usize));
        let Op::Store { ty, .. } = inst.op else { return 0 };
        let mut mask = 0;
        for byte in 0..access.bytes {
            let value = inst.args[1 + (byte / ty.bytes()) as usize];
            if let Some((load, from)) = origin::copied_byte(f, value, byte % ty.bytes())
                && let Some(unwritten) = self.carried.get(&(access.thread, load.index() as u32))
            {
                mask |= (unwritten >> from & 1) << byte;
            }
        }
        mask
    }

    /// Drops the record of a load's earlier unwritten bytes when it runs again.
    fn forget(&mut self, access: &Access) {
        if !self.carried.is_empty() && access.kind == AccessKind::Load {
            self.carried.remove(&(access.thread, access.inst));
            self.time_passed();
        }
    }

    fn report(&self, access: &Access, what: What) {
        self.add(what, access.line, Some(access.thread));
    }

    fn add(&self, what: What, line: u32, thread: Option<u32>) {
        let kernel = &*self.kernel;
        let thread = thread.map(|thread| kernel.geometry.thread_at(thread));
        let (name, text, block) = (&kernel.facts.function.name, &*kernel.facts.text, Some(self.at));
        kernel.checker.add(&Finding { what, kernel: name, text, line, block, thread });
    }
}

/// Shared variable at or before an offset, if variables have gaps between them.
fn variable(kernel: &Kernel, offset: u64) -> Option<&SharedPlace> {
    let places = &kernel.facts.function.shared_vars;
    places.iter().filter(|place| u64::from(place.offset) <= offset).max_by_key(|place| place.offset)
}

fn end_of(place: &SharedPlace, limit: u64) -> u64 {
    (u64::from(place.offset) + u64::from(place.bytes)).min(limit)
}

/// Bytes of a place that has a mark.
const PLACE: u64 = 4;

/// Places of a range of bytes.
fn places(range: &Range<u64>) -> Range<u64> {
    range.start / PLACE..range.end.div_ceil(PLACE)
}

/// Initialises the marks of a block's shared memory: only places inside of a single variable may skip checks.
fn lay_out(marks: &mut Marks, kernel: &Kernel) {
    let written = !kernel.checker.checks.uninit || kernel.geometry.cluster.is_some();
    let inner = |place: u64| {
        let end = variable(kernel, place * PLACE).map_or(kernel.shared, |of| end_of(of, kernel.shared));
        (place + 1) * PLACE <= end
    };
    marks.lay_out((0..kernel.shared / PLACE).map(inner), written);
}

impl BlockWatch for BlockState {
    fn event(&mut self, event: Event<'_>) -> bool {
        let checks = self.checks;
        // By reference: a copy of a value just written in parts would stall on store forwarding.
        if let Event::Access(ref access, ref stored) = event {
            if self.quick(access) {
                return true;
            }
            self.forget(access);
            return self.access(access, stored);
        }
        if checks.race {
            self.parts.clocks.event(&event);
            match event {
                Event::Fence { .. } => {
                    let block = self.index;
                    self.grid().fence(block);
                }
                Event::Async { thread, step, to, number, object, line } => {
                    let copies = matches!(step, AsyncStep::Copy | AsyncStep::Bulk);
                    let range = |to: u64| to..(to + u64::from(number)).min(self.kernel.shared);
                    let to = to.filter(|_| copies).map(range).filter(|range| !range.is_empty());
                    to.iter().for_each(|to| self.take_marks(to));
                    self.flights.step(step, (thread, line), to.clone(), (number, object));
                    to.iter().for_each(|to| self.leave_marks(to));
                }
                _ => {}
            }
        }
        self.time_passed();
        if checks.sync
            && let Some(misuse) = self.sync.event(&event, self.kernel.geometry.threads())
        {
            let (thread, line) = misuse.place();
            self.add(What::Misuse(misuse, self.kernel.geometry), line, Some(thread));
        }
        true
    }

    fn range(&mut self, space: Space, address: u64, inst: u32) -> Option<Range<u64>> {
        let checks = self.checks;
        if checks.race || checks.uninit {
            return None;
        }
        match space {
            Space::Shared => {
                let limit = self.kernel.shared;
                let of = variable(&self.kernel, address);
                Some(of.map_or(0..limit, |of| of.offset.into()..end_of(of, limit)))
            }
            _ => {
                let near = self.parts.near[inst as usize % CACHED].as_ref()?;
                let holds = near.inst == inst && near.range.contains(&address) && !near.live.is_of_kernel();
                holds.then(|| near.range.clone())
            }
        }
    }

    fn changed(&mut self) -> bool {
        let changes = self.kernel.checker.changes();
        let changed = self.parts.changes != changes;
        if changed {
            self.parts.changes = changes;
            self.parts.near.fill_with(|| None);
        }
        changed
    }

    fn marks(&self) -> Option<&Marks> {
        Some(&self.parts.marks)
    }

    fn pause(&mut self) {
        if let Some(grid) = self.grid.take() {
            *self.kernel.grid.lock() = Some(grid);
        }
    }

    fn fault(&mut self, fault: &Fault) {
        let checks = self.checks;
        let reported = match fault.kind {
            FaultKind::IllegalAddress { .. } => checks.memory && !self.reported,
            FaultKind::Misaligned { .. } | FaultKind::BadFree { .. } => checks.memory,
            FaultKind::Deadlock => checks.sync,
            _ => false,
        };
        if reported {
            let Fault { kind, ref kernel, line, block, thread, .. } = *fault;
            let text = &*self.kernel.facts.text;
            self.kernel.checker.add(&Finding {
                what: What::Fault(kind),
                kernel,
                text,
                line,
                block: Some(block),
                thread,
            });
        }
    }
}
