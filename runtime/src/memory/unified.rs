//! Managed memory as the model of residence has it: what is advised about its pages, and which of them each
//! device holds.
//!
//! Host and device share one memory here, so nothing ever moves. The model says what would have, for
//! attributes of ranges, for what a device's memory has left, and for the account at the end (`HIP_SOFT_UM`).
//! It is told in the order in which things happen: advice at the call, prefetches when their stream's turn
//! comes, and touches where they are traced: a kernel's when it has ended, in the order of addresses, a
//! block's loads before its stores; the host's before whatever comes next.

mod report;
pub(crate) mod touches;

use super::budget::Budget;
use super::location::{Advice, Location};
use super::range::Allocation;
use crate::sync::{Mutex, Rank};
use device::residence::{Access, Act, BLOCK, Counters, Habits, PAGE, Processor, Reach, Residence};
use jit::watch::Watch;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use timeline::MemoryChange;
use touches::{Spare, Touched};

/// The number of the region that is all memory of the program's own, by address.
const PAGEABLE: u64 = 0;

const BLOCK_PAGES: u64 = BLOCK / PAGE;

/// Bytes of it: what a process can have.
const ADDRESSES: u64 = 1 << 47;

/// A range of a region; whoever made it has checked that it is one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    region: u64,
    start: u64,
    bytes: u64,
}

impl Target {
    /// Of a managed allocation that holds all of it.
    pub(crate) fn of(allocation: &Allocation, address: u64, bytes: u64) -> Self {
        Target { region: allocation.serial, start: address - allocation.base(), bytes }
    }

    /// Of the program's own memory.
    pub(super) fn pageable(address: u64, bytes: u64) -> Option<Self> {
        let end = address.checked_add(bytes)?;
        (end <= ADDRESSES).then_some(Target { region: PAGEABLE, start: address, bytes })
    }
}

/// All managed memory.
pub(crate) struct Unified {
    state: Mutex<State>,
    settings: Settings,
    spare: Spare,
    /// The host's touches, where they are traced.
    watch: Option<Watch>,
}

/// What of it is modelled and kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Settings {
    /// Devices fault and hold pages one by one; else memory is the device's as a whole, from its allocation
    /// on.
    pub(crate) concurrent: bool,
    /// Devices reach the program's own memory.
    pub(crate) pageable: bool,
    /// The host maps devices' memory.
    pub(crate) coherent: bool,
    /// What was freed, and what kernels did, is kept for the account at the end.
    pub(crate) account: bool,
    /// Kernels' touches are traced.
    pub(crate) kernels: bool,
    /// The host's touches are traced.
    pub(crate) host: bool,
    /// What becomes of it is drawn.
    pub(crate) drawn: bool,
    /// What the driver does of its own accord.
    pub(crate) habits: Habits,
}

struct State {
    model: Residence,
    /// What the model has as regions, by number.
    live: BTreeMap<u64, Live>,
    gone: BTreeMap<u64, Gone>,
    /// What was done for kernels, by their names.
    kernels: BTreeMap<String, Done>,
    /// What was done for the host.
    host: Counters,
    /// What was told for drawings, by region.
    drawn: BTreeMap<u64, Drawn>,
}

/// An allocation.
#[derive(Clone, Copy)]
struct Live {
    base: u64,
    bytes: u64,
}

impl Live {
    /// Its pages' addresses.
    fn range(self) -> Range<u64> {
        self.base..self.base + self.bytes.next_multiple_of(PAGE)
    }
}

/// What was told of a region: what was done for it, and what devices held.
#[derive(Default)]
struct Drawn {
    counters: Counters,
    held: BTreeMap<usize, u64>,
}

/// What was done for all launches of a kernel.
#[derive(Clone, Copy, Default)]
struct Done {
    launches: u64,
    counters: Counters,
}

/// An allocation that was freed, and what was done for it.
struct Gone {
    bytes: u64,
    counters: Counters,
}

impl Unified {
    /// On devices that share a budget.
    pub(super) fn new(window: &jit::Window, budget: &Budget, settings: Settings) -> Self {
        let blocks: Vec<u64> = budget.limits().map(|bytes| bytes / BLOCK).collect();
        let reach = Reach { coherent: settings.coherent, ..Reach::default() };
        let state = State {
            model: Residence::new(&blocks, reach).with_habits(settings.habits),
            live: BTreeMap::new(),
            gone: BTreeMap::new(),
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

    /// Whether devices reach the program's own memory.
    pub(crate) fn reaches_pageable(&self) -> bool {
        self.settings.pageable
    }

    /// Whether devices fault and hold pages one by one.
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
        self.see_host(&mut state);
        if let (Some(live), Ok(counters)) = (state.live.remove(&region), state.model.remove(region)) {
            if let Some(watch) = self.watch {
                watch.stop(live.range());
            }
            if self.settings.account {
                state.gone.insert(region, Gone { bytes: live.bytes, counters });
            }
        }
        self.publish(&state, budget);
    }

    /// Does something to the pages that a range of an allocation touches. Whoever asks has checked the range;
    /// nothing comes of it if another thread has freed the allocation meanwhile.
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
        self.see_host(&mut state);
        self.resize(&mut state, budget);
        state.act(region, start, bytes, act);
        self.show_host(&state, region);
        self.publish(&state, budget);
    }

    /// A kernel has ended that touched pages of a device.
    fn kernel_ended(&self, kernel: &str, device: usize, touched: &[Touched], budget: &Budget) {
        let Some(who) = u32::try_from(device).ok().and_then(Processor::device) else { return };
        let mut state = self.state.lock();
        self.see_host(&mut state);
        self.resize(&mut state, budget);
        let before = state.model.total();
        for Touched { region, pages, ways } in touched {
            // Block by block: what comes in may put out what came before.
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
        regions.into_iter().for_each(|region| self.show_host(&state, region));
        self.publish(&state, budget);
    }

    /// Tells the model what the host touched since it was told last.
    fn see_host(&self, state: &mut State) {
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
                self.show_host(state, region);
            }
        }
        let done = state.model.total() - before;
        state.host += done;
    }

    /// Lets the host touch what it has mapped, and closes the rest to it.
    fn show_host(&self, state: &State, region: u64) {
        let (Some(watch), Some(live)) = (self.watch, state.live.get(&region)) else { return };
        let Ok(runs) = state.model.over(region, 0, live.bytes) else { return };
        for (run, page) in runs.filter(|_| region != PAGEABLE) {
            let access = match (page.mapped.has(Processor::HOST), page.resident.count()) {
                (false, _) => jit::window::Access::None,
                (true, 1) => jit::window::Access::ReadWrite,
                (true, _) => jit::window::Access::Read,
            };
            watch.allow(live.base + run.start * PAGE..live.base + run.end * PAGE, access);
        }
    }

    /// What became of each allocation since this was asked last, and of what a device holds of it; nothing
    /// unless it is drawn.
    pub(crate) fn changes(&self, device: usize, what: &str) -> Vec<MemoryChange> {
        let by = u32::try_from(device).ok().and_then(Processor::device).filter(|_| self.settings.drawn);
        let Some(by) = by else { return Vec::new() };
        let mut state = self.state.lock();
        let State { model, live, drawn, .. } = &mut *state;
        let mut changes = Vec::new();
        for &region in live.keys() {
            drawn.entry(region).or_default();
        }
        drawn.retain(|&region, told| {
            let counters = model.counters(region).unwrap_or(told.counters);
            let on_device = model.held(region, by).unwrap_or(0) * PAGE;
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

    /// What managed memory takes of devices is to be told.
    pub(super) fn settle(&self, budget: &Budget) {
        if self.watch.is_some() {
            let mut state = self.state.lock();
            self.see_host(&mut state);
            self.publish(&state, budget);
        }
    }

    /// Has devices give up managed pages that plain allocations took the place of.
    pub(super) fn make_room(&self, budget: &Budget) {
        let mut state = self.state.lock();
        self.resize(&mut state, budget);
        self.publish(&state, budget);
    }

    fn resize(&self, state: &mut State, budget: &Budget) {
        for (device, who) in devices(budget) {
            // The model has all devices of the budget.
            let _ = state.model.resize(who, budget.left(device) / BLOCK);
        }
    }

    fn publish(&self, state: &State, budget: &Budget) {
        if !self.settings.concurrent {
            return;
        }
        for (device, who) in devices(budget) {
            budget.managed(device, state.model.blocks_in_use(who).unwrap_or(0) * BLOCK);
        }
    }

    /// Bytes of a range that somebody else holds: what a prefetch would copy now.
    pub(crate) fn absent(&self, target: Target, at: Processor) -> u64 {
        let state = self.state.lock();
        let Ok(runs) = state.model.over(target.region, target.start, target.bytes) else { return 0 };
        let absent = runs.filter(|(_, page)| !page.resident.is_empty() && !page.resident.has(at));
        absent.map(|(run, _)| (run.end - run.start) * PAGE).sum()
    }

    /// What holds for all pages that a range touches.
    pub(crate) fn advice(&self, target: Target) -> Advice {
        let state = self.state.lock();
        let Ok(runs) = state.model.over(target.region, target.start, target.bytes) else {
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
        common.reduce(fold).unwrap_or_default()
    }
}

impl State {
    /// Whoever asks has checked the range.
    fn act(&mut self, region: u64, start: u64, bytes: u64, act: Act) {
        if let Err(error) = self.model.act(region, start, bytes, act) {
            crate::trace::complain(&format!("managed memory: {error}"));
        }
    }
}

/// Devices by ordinal and as the model names them.
fn devices(budget: &Budget) -> impl Iterator<Item = (usize, Processor)> {
    let all = (0..).zip(budget.limits());
    all.filter_map(|(ordinal, _)| Processor::device(ordinal).map(|who| (ordinal as usize, who)))
}

fn location(who: Processor) -> Location {
    who.ordinal().map_or(Location::Host, Location::Device)
}

/// What two parts have in common.
fn fold(one: Advice, other: Advice) -> Advice {
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
