//! Managed memory as the model of residence has it: what is advised about its pages, and which of them each device holds.
//!
//! Host and device share one memory here, so nothing ever moves. The model says what would have, for attributes of ranges, for
//! what a device's memory has left, and for the account at the end (`HIP_SOFT_UM`). What is told to it in the order in
//! which it happens: advice at the call, prefetches when their stream's turn comes, touches, where they are traced, when a
//! kernel has ended.

mod report;

use super::budget::Budget;
use super::location::{Advice, Location};
use super::range::Allocation;
use crate::sync::{Mutex, Rank};
use device::residence::{Act, BLOCK, Counters, PAGE, Processor, Reach, Residence};
use std::collections::{BTreeMap, BTreeSet};

/// The number of the region that is all memory of the program's own, by address.
const PAGEABLE: u64 = 0;

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
}

/// What of it is modelled and kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Settings {
    /// Devices fault and hold pages one by one; else memory is the device's as a whole, from its allocation on.
    pub(crate) concurrent: bool,
    /// Devices reach the program's own memory.
    pub(crate) pageable: bool,
    /// The host maps devices' memory.
    pub(crate) coherent: bool,
    /// What was freed is kept for the account at the end.
    pub(crate) account: bool,
}

struct State {
    model: Residence,
    /// What the model has as regions, by number.
    live: BTreeMap<u64, Live>,
    gone: BTreeMap<u64, Gone>,
}

/// An allocation.
#[derive(Clone, Copy)]
struct Live {
    bytes: u64,
}

/// An allocation that was freed, and what was done for it.
struct Gone {
    bytes: u64,
    counters: Counters,
}

impl Unified {
    /// On devices that share a budget.
    pub(super) fn new(budget: &Budget, settings: Settings) -> Self {
        let blocks: Vec<u64> = budget.limits().map(|bytes| bytes / BLOCK).collect();
        let reach = Reach { coherent: settings.coherent, ..Reach::default() };
        let state =
            State { model: Residence::new(&blocks, reach), live: BTreeMap::new(), gone: BTreeMap::new() };
        Unified { state: Mutex::new(Rank::Leaf, state), settings }
    }

    /// Whether devices reach the program's own memory.
    pub(crate) fn reaches_pageable(&self) -> bool {
        self.settings.pageable
    }

    /// Whether devices fault and hold pages one by one.
    pub(crate) fn is_concurrent(&self) -> bool {
        self.settings.concurrent
    }

    pub(super) fn allocated(&self, region: u64, bytes: u64) {
        let mut state = self.state.lock();
        if state.model.insert(region, bytes).is_ok() {
            state.live.insert(region, Live { bytes });
        }
    }

    pub(super) fn freed(&self, region: u64, budget: &Budget) {
        let mut state = self.state.lock();
        if let (Some(Live { bytes, .. }), Ok(counters)) =
            (state.live.remove(&region), state.model.remove(region))
            && self.settings.account
        {
            state.gone.insert(region, Gone { bytes, counters });
        }
        self.publish(&state, budget);
    }

    /// Does something to the pages that a range of an allocation touches. Whoever asks has checked the range; nothing comes of
    /// it if another thread has freed the allocation meanwhile.
    pub(super) fn act(&self, target: Target, act: Act, budget: &Budget) {
        let Target { region, start, bytes } = target;
        let mut state = self.state.lock();
        if !state.live.contains_key(&region) {
            let first = region == PAGEABLE && state.model.insert(PAGEABLE, ADDRESSES).is_ok();
            if !first {
                return;
            }
            state.live.insert(PAGEABLE, Live { bytes: ADDRESSES });
        }
        self.resize(&mut state, budget);
        if let Err(error) = state.model.act(region, start, bytes, act) {
            crate::trace::complain(&format!("managed memory: {error}"));
        }
        self.publish(&state, budget);
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
