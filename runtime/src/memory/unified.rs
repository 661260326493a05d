//! Managed memory in the model of residence: advice about pages, and the pages resident on each device.
//!
//! Host and device share one memory here, so nothing is ever migrated. The model computes what would be: for
//! range attributes, for free device memory, and for the report at process exit (`HIP_SOFT_UM`). Its inputs
//! come in this order: advice at the call; prefetches in stream order; accesses, if they are traced. Those of
//! a kernel come at its end, by address, with the loads of a block before its stores; those of the host
//! before the next other input.

mod report;
pub(crate) mod touches;

use super::budget::Budget;
use super::range::Allocation;
use crate::sync::{Mutex, Rank};
use crate::types::{Advice, Location};
use device::residence::{Access, Act, BLOCK, Counters, Habits, PAGE, Processor, Reach, Residence};
use jit::watch::Watch;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use timeline::MemoryChange;
use touches::{Spare, Touched};

/// Region that stands for all pageable memory of the program, by address.
const PAGEABLE: u64 = 0;

const BLOCK_PAGES: u64 = BLOCK / PAGE;

/// Size of that region: the address space of a process.
const ADDRESSES: u64 = 1 << 47;

/// Checked range of a region.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    region: u64,
    start: u64,
    bytes: u64,
}

impl Target {
    /// Creates a target in the managed allocation that contains it.
    pub(crate) fn new(allocation: &Allocation, address: u64, bytes: u64) -> Self {
        Target { region: allocation.serial, start: address - allocation.base(), bytes }
    }

    /// Creates a target in the program's pageable memory.
    pub(super) fn pageable(address: u64, bytes: u64) -> Option<Self> {
        let end = address.checked_add(bytes)?;
        (end <= ADDRESSES).then_some(Target { region: PAGEABLE, start: address, bytes })
    }
}

/// All managed memory.
pub(crate) struct Unified {
    state: Mutex<ManagedState>,
    settings: Settings,
    spare: Spare,
    /// Trace of the host's accesses, if wanted.
    watch: Option<Watch>,
}

/// Aspects that are modelled and recorded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Settings {
    /// `true` if devices fault and hold single pages (`concurrentManagedAccess`). If not, an allocation is on
    /// its device as a whole.
    pub(crate) concurrent: bool,
    /// `true` if devices access the program's pageable memory.
    pub(crate) pageable: bool,
    /// `true` if the host maps devices' memory.
    pub(crate) coherent: bool,
    /// `true` if freed allocations and kernels are recorded for the report at exit.
    pub(crate) account: bool,
    /// `true` if accesses by kernels are traced.
    pub(crate) kernels: bool,
    /// `true` if accesses by the host are traced.
    pub(crate) host: bool,
    /// `true` if changes are drawn in a trace.
    pub(crate) drawn: bool,
    /// Heuristics of the driver.
    pub(crate) habits: Habits,
}

struct ManagedState {
    model: Residence,
    /// Regions of the model, by number.
    live: BTreeMap<u64, Live>,
    freed: BTreeMap<u64, Freed>,
    /// Work done for kernels, by name.
    kernels: BTreeMap<String, KernelWork>,
    /// Work done for the host.
    host: Counters,
    /// Values last reported for drawing, by region.
    drawn: BTreeMap<u64, Reported>,
}

/// Live allocation.
#[derive(Clone, Copy)]
struct Live {
    base: u64,
    bytes: u64,
}

impl Live {
    /// Addresses of its pages.
    fn range(self) -> Range<u64> {
        self.base..self.base + self.bytes.next_multiple_of(PAGE)
    }
}

/// Values last reported for a region: counters, and bytes held by each device.
#[derive(Default)]
struct Reported {
    counters: Counters,
    held: BTreeMap<usize, u64>,
}

/// Work done for all launches of a kernel.
#[derive(Clone, Copy, Default)]
struct KernelWork {
    launches: u64,
    counters: Counters,
}

/// Freed allocation, with the work done for it.
struct Freed {
    bytes: u64,
    counters: Counters,
}

impl Unified {
    /// Creates the model for the devices of a budget.
    pub(super) fn new(window: &jit::Window, budget: &Budget, settings: Settings) -> Self {
        let blocks: Vec<u64> = budget.sizes().map(|bytes| bytes / BLOCK).collect();
        let reach = Reach { coherent: settings.coherent, ..Reach::default() };
        let state = ManagedState {
            model: Residence::new(&blocks, reach).with_habits(settings.habits),
            live: BTreeMap::new(),
            freed: BTreeMap::new(),
            kernels: BTreeMap::new(),
            host: Counters::default(),
            drawn: BTreeMap::new(),
        };
        let watch = settings.host.then(|| Watch::new(window)).and_then(|watch| match watch {
            Ok(watch) => Some(watch),
            Err(error) => {
                crate::trace::complain(&format!("HIP_SOFT_UM: the host's touches are not traced: {error}"));
                None
            }
        });
        Unified { state: Mutex::new(Rank::Leaf, state), settings, spare: Spare::default(), watch }
    }

    /// Returns whether devices access the program's pageable memory.
    pub(crate) fn reaches_pageable(&self) -> bool {
        self.settings.pageable
    }

    /// Returns whether devices fault and hold single pages.
    pub(crate) fn is_concurrent(&self) -> bool {
        self.settings.concurrent
    }

    pub(super) fn allocated(&self, region: u64, base: u64, bytes: u64) {
        self.spare.clear(base, bytes);
        let mut state = self.state.lock();
        if state.model.insert(region, bytes).is_ok() {
            let live = Live { base, bytes };
            state.live.insert(region, live);
            if let Some(watch) = self.watch {
                watch.start(live.range());
            }
        }
    }

    pub(super) fn freed(&self, region: u64, budget: &Budget) {
        let mut state = self.state.lock();
        self.apply_host_accesses(&mut state);
        if let (Some(live), Ok(counters)) = (state.live.remove(&region), state.model.remove(region)) {
            if let Some(watch) = self.watch {
                watch.stop(live.range());
            }
            if self.settings.account {
                state.freed.insert(region, Freed { bytes: live.bytes, counters });
            }
        }
        self.publish(&state, budget);
    }

    /// Applies an action to the pages of a range, which the caller has checked. Without effect if another
    /// thread has freed the allocation meanwhile.
    pub(super) fn act(&self, target: Target, act: Act, budget: &Budget) {
        let Target { region, start, bytes } = target;
        let mut state = self.state.lock();
        if !state.live.contains_key(&region) {
            let first = region == PAGEABLE && state.model.insert(PAGEABLE, ADDRESSES).is_ok();
            if !first {
                return;
            }
            state.live.insert(PAGEABLE, Live { base: 0, bytes: ADDRESSES });
        }
        self.apply_host_accesses(&mut state);
        self.resize(&mut state, budget);
        state.act(region, start, bytes, act);
        self.protect_from_host(&state, region);
        self.publish(&state, budget);
    }

    /// Applies the accesses of a kernel that has ended on a device.
    fn apply_kernel_accesses(&self, kernel: &str, device: usize, touched: &[Touched], budget: &Budget) {
        let Some(who) = u32::try_from(device).ok().and_then(Processor::device) else { return };
        let mut state = self.state.lock();
        self.apply_host_accesses(&mut state);
        self.resize(&mut state, budget);
        let before = state.model.total();
        for Touched { region, pages, ways } in touched {
            // Block by block: a page that comes in may evict one that came before.
            let mut from = pages.start;
            while from < pages.end && state.live.contains_key(region) {
                let to = pages.end.min((from / BLOCK_PAGES + 1) * BLOCK_PAGES);
                for (way, access) in ways.iter().zip([Access::Read, Access::Write, Access::Atomic]) {
                    if *way {
                        state.act(*region, from * PAGE, (to - from) * PAGE, Act::Touch(who, access));
                    }
                }
                from = to;
            }
        }
        if self.settings.account {
            let counters = state.model.total() - before;
            let done = state.kernels.entry(kernel.to_owned()).or_default();
            done.launches += 1;
            done.counters += counters;
        }
        let regions: BTreeSet<u64> = touched.iter().map(|touched| touched.region).collect();
        regions.into_iter().for_each(|region| self.protect_from_host(&state, region));
        self.publish(&state, budget);
    }

    /// Applies the accesses of the host since the last call.
    fn apply_host_accesses(&self, state: &mut ManagedState) {
        let Some(watch) = self.watch.filter(|watch| watch.any()) else { return };
        let live: Vec<(u64, Live)> = state.live.iter().map(|(&region, &live)| (region, live)).collect();
        let before = state.model.total();
        for (region, live) in live.into_iter().filter(|(region, _)| *region != PAGEABLE) {
            let taken = watch.taken(live.range());
            for (pages, wrote) in &taken {
                let access = if *wrote { Access::Write } else { Access::Read };
                let (start, bytes) = (pages.start - live.base, pages.end - pages.start);
                state.act(region, start, bytes, Act::Touch(Processor::HOST, access));
            }
            if !taken.is_empty() {
                self.protect_from_host(state, region);
            }
        }
        let done = state.model.total() - before;
        state.host += done;
    }

    /// Permits host access to the pages that it has mapped, and revokes it for the others.
    fn protect_from_host(&self, state: &ManagedState, region: u64) {
        let (Some(watch), Some(live)) = (self.watch, state.live.get(&region)) else { return };
        let Ok(runs) = state.model.states(region, 0, live.bytes) else { return };
        for (run, page) in runs.filter(|_| region != PAGEABLE) {
            let access = match (page.mapped.has(Processor::HOST), page.resident.count()) {
                (false, _) => jit::window::Access::None,
                (true, 1) => jit::window::Access::ReadWrite,
                (true, _) => jit::window::Access::Read,
            };
            watch.allow(live.base + run.start * PAGE..live.base + run.end * PAGE, access);
        }
    }

    /// Changes of each allocation, and of a device's share of it, since the last call; empty unless they are
    /// drawn.
    pub(crate) fn changes(&self, device: usize, what: &str) -> Vec<MemoryChange> {
        let by = u32::try_from(device).ok().and_then(Processor::device).filter(|_| self.settings.drawn);
        let Some(by) = by else { return Vec::new() };
        let mut state = self.state.lock();
        let ManagedState { model, live, drawn, .. } = &mut *state;
        let mut changes = Vec::new();
        for &region in live.keys() {
            drawn.entry(region).or_default();
        }
        drawn.retain(|&region, told| {
            let counters = model.counters(region).unwrap_or(told.counters);
            let on_device = model.held_pages(region, by).unwrap_or(0) * PAGE;
            let held = told.held.insert(device, on_device).unwrap_or(0);
            let cost = counters - told.counters;
            told.counters = counters;
            if cost != Counters::default() || held != on_device {
                let region = format!("allocation {region}").into();
                changes.push(MemoryChange { region, what: what.into(), cost, on_device });
            }
            live.contains_key(&region) || told.held.values().any(|&held| held > 0)
        });
        changes
    }

    /// Publishes the device memory that managed memory occupies, if the host's accesses are traced.
    pub(super) fn settle(&self, budget: &Budget) {
        if self.watch.is_some() {
            let mut state = self.state.lock();
            self.apply_host_accesses(&mut state);
            self.publish(&state, budget);
        }
    }

    /// Evicts managed pages that plain allocations have displaced.
    pub(super) fn make_room(&self, budget: &Budget) {
        let mut state = self.state.lock();
        self.resize(&mut state, budget);
        self.publish(&state, budget);
    }

    fn resize(&self, state: &mut ManagedState, budget: &Budget) {
        for (device, who) in devices(budget) {
            // The model has all devices of the budget.
            let _ = state.model.resize(who, budget.managed_limit(device) / BLOCK);
        }
    }

    fn publish(&self, state: &ManagedState, budget: &Budget) {
        if !self.settings.concurrent {
            return;
        }
        for (device, who) in devices(budget) {
            budget.set_managed(device, state.model.blocks_in_use(who).unwrap_or(0) * BLOCK);
        }
    }

    /// Bytes of a range that are resident elsewhere, which a prefetch to `at` would copy now.
    pub(crate) fn absent(&self, target: Target, at: Processor) -> u64 {
        let state = self.state.lock();
        let Ok(runs) = state.model.states(target.region, target.start, target.bytes) else { return 0 };
        let absent = runs.filter(|(_, page)| !page.resident.is_empty() && !page.resident.has(at));
        absent.map(|(run, _)| (run.end - run.start) * PAGE).sum()
    }

    /// Advice that applies to all pages of a range.
    pub(crate) fn advice(&self, target: Target) -> Advice {
        let state = self.state.lock();
        let Ok(runs) = state.model.states(target.region, target.start, target.bytes) else {
            return Advice::default();
        };
        let policies = runs.map(|(_, page)| page.policy);
        let common = policies.map(|policy| Advice {
            read_mostly: policy.read_mostly,
            preferred: policy.preferred.into(),
            accessed_by: policy.accessed_by.iter().map(location).collect(),
            last_prefetch: policy.last_prefetch.into(),
            coarse: Some(policy.coarse),
        });
        common.reduce(intersect).unwrap_or_default()
    }
}

impl ManagedState {
    /// Applies an action to a range that the caller has checked.
    fn act(&mut self, region: u64, start: u64, bytes: u64, act: Act) {
        if let Err(error) = self.model.act(region, start, bytes, act) {
            crate::trace::complain(&format!("managed memory: {error}"));
        }
    }
}

/// Devices by ordinal and by processor number of the model.
fn devices(budget: &Budget) -> impl Iterator<Item = (usize, Processor)> {
    let all = (0..).zip(budget.sizes());
    all.filter_map(|(ordinal, _)| Processor::device(ordinal).map(|who| (ordinal as usize, who)))
}

fn location(who: Processor) -> Location {
    who.ordinal().map_or(Location::Host, Location::Device)
}

/// Common part of two pieces of advice.
fn intersect(one: Advice, other: Advice) -> Advice {
    let same = |a: Location, b: Location| if a == b { a } else { Location::Unset };
    let accessed_by: BTreeSet<Location> = &one.accessed_by & &other.accessed_by;
    Advice {
        read_mostly: one.read_mostly && other.read_mostly,
        preferred: same(one.preferred, other.preferred),
        accessed_by,
        last_prefetch: same(one.last_prefetch, other.last_prefetch),
        coarse: one.coarse.filter(|_| one.coarse == other.coarse),
    }
}
