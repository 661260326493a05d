//! Residence of managed memory: a model of the unified-memory driver, by pages of 4 KiB and blocks of 2 MiB.
//!
//! [`Residence`] receives a program's advice, prefetches and accesses, and keeps for each page the advice,
//! the processors that hold it and those that map it. A full device evicts its oldest block, by arrival and
//! not by use, as the driver does; the block's pages go to the host. It counts the costs. It moves no bytes
//! and knows neither addresses nor time: a region is a numbered row of pages.
//!
//! State is kept by runs of equal pages, so that an operation on a large range takes time proportional to its
//! distinct runs. Discarded pages are moved without their bytes, and a block of discarded pages is evicted
//! first. The driver's heuristics with timers (pinning pages that thrash, prefetching around faults) are
//! available on request ([`Habits`]), by counts.

mod grow;
mod page;
mod runs;
mod used;

pub use page::{Access, Act, Cost, Habits, Page, Place, Policy, Processor, Processors, Reach};

use grow::Subset;
use runs::Runs;
use std::collections::BTreeMap;
use std::ops::Range;
use used::{Stretch, Used};

/// Size of a page, bytes.
pub const PAGE: u64 = 4096;
/// Size of a block, bytes.
pub const BLOCK: u64 = 2 << 20;

const PAGES: u64 = BLOCK / PAGE;

/// Reason for which an operation was rejected; the state is unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ResidenceError {
    /// Unknown region.
    #[error("there is no region {0}")]
    NoRegion(u64),
    /// The region exists already.
    #[error("there is a region {0} already")]
    Exists(u64),
    /// The range is empty or ends after its region.
    #[error("{bytes} bytes from {start} on are not part of a region of {have} bytes")]
    BadRange {
        /// First byte of the range.
        start: u64,
        /// Size of the range, bytes.
        bytes: u64,
        /// Size of the region, bytes, in whole pages.
        have: u64,
    },
    /// Unknown device.
    #[error("there is no processor {0:?}")]
    NoDevice(Processor),
}

/// Costs of a region, in pages unless stated otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    /// Accesses that faulted.
    pub faults: u64,
    /// Pages populated.
    pub populated: u64,
    /// Migrations from one place to another, evictions excluded.
    pub migrations: u64,
    /// Duplicates created.
    pub duplications: u64,
    /// Blocks evicted from a full device.
    pub evictions: u64,
    /// Pages migrated without a fault, together with a faulting page.
    pub grown: u64,
    /// Faults at pages that had migrated too often, and were pinned.
    pub pinned: u64,
    /// Bytes copied from devices to the host.
    pub to_host: u64,
    /// Bytes copied from the host to devices.
    pub to_device: u64,
    /// Bytes copied from device to device.
    pub between_devices: u64,
}

impl std::ops::Sub for Counters {
    type Output = Counters;

    /// Returns the difference to an earlier count.
    fn sub(self, earlier: Counters) -> Counters {
        Counters {
            faults: self.faults - earlier.faults,
            populated: self.populated - earlier.populated,
            migrations: self.migrations - earlier.migrations,
            duplications: self.duplications - earlier.duplications,
            evictions: self.evictions - earlier.evictions,
            grown: self.grown - earlier.grown,
            pinned: self.pinned - earlier.pinned,
            to_host: self.to_host - earlier.to_host,
            to_device: self.to_device - earlier.to_device,
            between_devices: self.between_devices - earlier.between_devices,
        }
    }
}

impl std::ops::AddAssign for Counters {
    fn add_assign(&mut self, more: Counters) {
        self.faults += more.faults;
        self.populated += more.populated;
        self.migrations += more.migrations;
        self.duplications += more.duplications;
        self.evictions += more.evictions;
        self.grown += more.grown;
        self.pinned += more.pinned;
        self.to_host += more.to_host;
        self.to_device += more.to_device;
        self.between_devices += more.between_devices;
    }
}

impl Counters {
    fn add(&mut self, cost: Cost, pages: u64) {
        let counted = |is: bool| if is { pages } else { 0 };
        self.faults += counted(cost.fault);
        self.populated += counted(cost.populated);
        self.duplications += counted(cost.duplicated);
        self.grown += counted(cost.grown);
        self.pinned += counted(cost.pinned);
        self.migrations += counted(cost.copied.is_some() && !cost.duplicated);
        match cost.copied.filter(|_| !cost.empty) {
            Some((_, Processor::HOST)) => self.to_host += pages * PAGE,
            Some((Processor::HOST, _)) => self.to_device += pages * PAGE,
            Some(_) => self.between_devices += pages * PAGE,
            None => {}
        }
    }
}

struct Region {
    pages: Runs<Page>,
    counters: Counters,
}

/// The residence of all managed memory.
pub struct Residence {
    reach: Reach,
    habits: Habits,
    /// By device, whether it may hold discarded pages.
    discards: Vec<bool>,
    devices: Vec<Used>,
    regions: BTreeMap<u64, Region>,
    /// Sum over all regions, removed ones included.
    total: Counters,
}

impl Residence {
    /// Creates the model for devices with `blocks` blocks of memory each; a device has at least one.
    pub fn new(blocks: &[u64], reach: Reach) -> Self {
        let devices = blocks.iter().take(Processor::MAX_DEVICES as usize);
        let devices: Vec<Used> = devices.map(|&blocks| Used::new(blocks.max(1))).collect();
        let discards = vec![false; devices.len()];
        let (habits, regions, total) = (Habits::default(), BTreeMap::new(), Counters::default());
        Residence { reach, habits, discards, devices, regions, total }
    }

    /// Returns the model with heuristics of the driver.
    #[must_use]
    pub fn with_habits(self, habits: Habits) -> Self {
        Residence { habits, ..self }
    }

    /// Adds a region with unpopulated pages.
    ///
    /// # Errors
    /// `Exists`; `BadRange` for 0 bytes.
    pub fn insert(&mut self, region: u64, bytes: u64) -> Result<(), ResidenceError> {
        if self.regions.contains_key(&region) {
            return Err(ResidenceError::Exists(region));
        }
        if bytes == 0 {
            return Err(ResidenceError::BadRange { start: 0, bytes, have: 0 });
        }
        let pages = Runs::new(bytes.div_ceil(PAGE), Page::default());
        self.regions.insert(region, Region { pages, counters: Counters::default() });
        Ok(())
    }

    /// Removes a region; returns its costs.
    ///
    /// # Errors
    /// `NoRegion`.
    pub fn remove(&mut self, region: u64) -> Result<Counters, ResidenceError> {
        let found = self.regions.remove(&region).ok_or(ResidenceError::NoRegion(region))?;
        for used in &mut self.devices {
            used.remove(region, 0..found.pages.end().div_ceil(PAGES));
        }
        Ok(found.counters)
    }

    /// Applies an action to all pages that a range of bytes touches, in order.
    ///
    /// # Errors
    /// `NoRegion`, `BadRange`, `NoDevice`.
    pub fn act(&mut self, region: u64, start: u64, bytes: u64, act: Act) -> Result<(), ResidenceError> {
        let range = self.pages(region, start, bytes)?;
        let who = match act {
            Act::AccessedBy(who) | Act::NotAccessedBy(who) | Act::Touch(who, _) | Act::Grow(who) => Some(who),
            Act::Preferred(place) => place.map(Place::processor),
            Act::Ask(place) | Act::Prefetch(place) => Some(place.processor()),
            Act::ReadMostly(_) | Act::Discard | Act::Coarse(_) => None,
        };
        if let Some(device) = who.and_then(Processor::ordinal) {
            self.used(device)?;
        }
        if act == Act::Discard {
            self.discards.fill(true);
        }
        match act {
            Act::Touch(who, _) if self.habits.grow => self.touch_and_grow(region, range, act, who),
            _ => self.carry_out(region, range, act),
        }
    }

    /// Applies an access, page by page where it faults, each with the pages migrated together.
    fn touch_and_grow(
        &mut self,
        region: u64,
        range: Range<u64>,
        act: Act,
        who: Processor,
    ) -> Result<(), ResidenceError> {
        let mut at = range.start;
        while at < range.end {
            let Some((page, end)) = self.region(region)?.pages.run_at(at) else { break };
            let (next, _) = page.apply(act, &self.reach, &self.habits);
            let comes = next.resident.has(who) && !page.resident.has(who);
            let end = if comes { at + 1 } else { end.min(range.end) };
            self.carry_out(region, at..end, act)?;
            if comes {
                let first = at / PAGES * PAGES;
                let pages = &self.region(region)?.pages;
                let here = first..pages.end().min(first + PAGES);
                let mut there = Subset::default();
                for (run, _) in pages.runs_in(here.clone()).filter(|(_, page)| page.resident.has(who)) {
                    there.add(run.start - first..run.end - first);
                }
                let part = there.part_around(at - first, here.end - first);
                self.carry_out(region, first + part.start..first + part.end, Act::Grow(who))?;
            }
            at = end;
        }
        Ok(())
    }

    /// Applies an action to pages of a region.
    fn carry_out(&mut self, region: u64, range: Range<u64>, act: Act) -> Result<(), ResidenceError> {
        let mut at = range.start;
        while at < range.end {
            let Some((page, end)) = self.region(region)?.pages.run_at(at) else { break };
            let (next, cost) = page.apply(act, &self.reach, &self.habits);
            let mut end = end.min(range.end);
            if let Some(device) = next.resident.minus(page.resident).iter().find_map(Processor::ordinal) {
                self.discards[device as usize] |= next.discarded;
                end = self.make_room(device, region, at..end)?;
                // Making room may have found no discarded page, but this one is.
                self.discards[device as usize] |= next.discarded;
            }
            self.total.add(cost, end - at);
            let found = self.region_mut(region)?;
            found.counters.add(cost, end - at);
            if next != page {
                found.pages.set(at..end, next);
                for device in page.resident.minus(next.resident).iter().filter_map(Processor::ordinal) {
                    self.settle(device, region, at..end)?;
                }
            }
            at = end;
        }
        Ok(())
    }

    /// Returns the states of the pages that a range of bytes touches, by runs of page numbers.
    ///
    /// # Errors
    /// `NoRegion`, `BadRange`.
    pub fn states(
        &self,
        region: u64,
        start: u64,
        bytes: u64,
    ) -> Result<impl Iterator<Item = (Range<u64>, Page)>, ResidenceError> {
        let range = self.pages(region, start, bytes)?;
        Ok(self.region(region)?.pages.runs_in(range))
    }

    /// Returns the costs of a region so far.
    ///
    /// # Errors
    /// `NoRegion`.
    pub fn counters(&self, region: u64) -> Result<Counters, ResidenceError> {
        Ok(self.region(region)?.counters)
    }

    /// Returns the costs of all regions so far, removed ones included.
    pub fn total(&self) -> Counters {
        self.total
    }

    /// Returns how many pages of a region a processor holds.
    ///
    /// # Errors
    /// `NoRegion`.
    pub fn held_pages(&self, region: u64, by: Processor) -> Result<u64, ResidenceError> {
        let pages = &self.region(region)?.pages;
        let held = pages.runs_in(0..pages.end()).filter(|(_, page)| page.resident.has(by));
        Ok(held.map(|(run, _)| run.end - run.start).sum())
    }

    /// Returns how many blocks of a device hold managed pages.
    ///
    /// # Errors
    /// `NoDevice`.
    pub fn blocks_in_use(&self, device: Processor) -> Result<u64, ResidenceError> {
        let ordinal = device.ordinal().ok_or(ResidenceError::NoDevice(device))?;
        Ok(self.used(ordinal)?.count())
    }

    /// Sets the number of a device's blocks for managed memory, at least one: plain allocations reduce it,
    /// and the oldest blocks are evicted.
    ///
    /// # Errors
    /// `NoDevice`.
    pub fn resize(&mut self, device: Processor, blocks: u64) -> Result<(), ResidenceError> {
        let ordinal = device.ordinal().ok_or(ResidenceError::NoDevice(device))?;
        self.used_mut(ordinal)?.capacity = blocks.max(1);
        loop {
            let used = self.used(ordinal)?;
            match used.count().saturating_sub(used.capacity) {
                0 => return Ok(()),
                excess => drop(self.evict(ordinal, excess)?),
            }
        }
    }

    fn pages(&self, region: u64, start: u64, bytes: u64) -> Result<Range<u64>, ResidenceError> {
        let pages = self.region(region)?.pages.end();
        let end = start.checked_add(bytes).map(|end| end.div_ceil(PAGE));
        match end.filter(|&end| bytes > 0 && end <= pages) {
            Some(end) => Ok(start / PAGE..end),
            None => Err(ResidenceError::BadRange { start, bytes, have: pages * PAGE }),
        }
    }

    fn region(&self, region: u64) -> Result<&Region, ResidenceError> {
        self.regions.get(&region).ok_or(ResidenceError::NoRegion(region))
    }

    fn region_mut(&mut self, region: u64) -> Result<&mut Region, ResidenceError> {
        self.regions.get_mut(&region).ok_or(ResidenceError::NoRegion(region))
    }

    fn used(&self, ordinal: u32) -> Result<&Used, ResidenceError> {
        self.devices.get(ordinal as usize).ok_or_else(|| no_device(ordinal))
    }

    fn used_mut(&mut self, ordinal: u32) -> Result<&mut Used, ResidenceError> {
        self.devices.get_mut(ordinal as usize).ok_or_else(|| no_device(ordinal))
    }

    /// Allocates memory of a device for pages of a range, at least for the first; returns the end of the
    /// pages that have it.
    fn make_room(&mut self, ordinal: u32, region: u64, pages: Range<u64>) -> Result<u64, ResidenceError> {
        let first = pages.start / PAGES;
        let used = self.used(ordinal)?;
        let (present, end) = used.span(region, first);
        let end = pages.end.min(end.saturating_mul(PAGES));
        if present {
            return Ok(end);
        }
        let wanted = end.div_ceil(PAGES) - first;
        let free = match used.free() {
            0 => self.evict(ordinal, wanted)?,
            free => free,
        };
        let blocks = wanted.min(free);
        self.used_mut(ordinal)?.push(Stretch { region, first, blocks });
        Ok(end.min((first + blocks) * PAGES))
    }

    /// Returns the oldest block of a device that holds only discarded pages.
    fn unwanted(&mut self, ordinal: u32, device: Processor) -> Result<Option<Stretch>, ResidenceError> {
        let mut any = false;
        for stretch in self.used(ordinal)?.by_age() {
            let pages = &self.region(stretch.region)?.pages;
            let mut block = stretch.first;
            while block < stretch.first + stretch.blocks {
                let here = block * PAGES..((block + 1) * PAGES).min(pages.end());
                let wanted = |(_, page): &(Range<u64>, Page)| page.resident.has(device) && !page.discarded;
                any |=
                    pages.runs_in(here.clone()).any(|(_, page)| page.resident.has(device) && page.discarded);
                match pages.runs_in(here).find(wanted) {
                    None => return Ok(Some(Stretch { first: block, blocks: 1, ..*stretch })),
                    // Blocks in the same run of pages are not discarded either.
                    Some((run, _)) => {
                        let end = pages.run_at(run.start).map_or(run.end, |(_, end)| end);
                        block = (end / PAGES).max(block + 1);
                    }
                }
            }
        }
        // Without discarded pages the search is skipped until something is discarded or arrives.
        self.discards[ordinal as usize] = any;
        Ok(None)
    }

    /// Evicts at least one and at most `most` blocks from a device, the oldest ones or a discarded one;
    /// returns their number.
    fn evict(&mut self, ordinal: u32, most: u64) -> Result<u64, ResidenceError> {
        let device = Processor::device(ordinal).ok_or_else(|| no_device(ordinal))?;
        // With discarded pages each eviction searches again: new pages may be discarded too.
        let discards = self.discards.get(ordinal as usize) == Some(&true);
        let most = if discards { 1 } else { most };
        let unwanted = if discards { self.unwanted(ordinal, device)? } else { None };
        let victim = match unwanted {
            Some(found) => {
                self.used_mut(ordinal)?.remove(found.region, found.first..found.first + 1);
                Some(found)
            }
            None => self.used_mut(ordinal)?.pop(most),
        };
        let Some(victim) = victim else { return Ok(0) };
        let found = self.regions.get_mut(&victim.region).ok_or(ResidenceError::NoRegion(victim.region))?;
        let pages = victim.first * PAGES..((victim.first + victim.blocks) * PAGES).min(found.pages.end());
        let mut copied_pages = 0;
        let runs: Vec<_> = found.pages.runs_in(pages).collect();
        for (run, page) in runs {
            let (next, copied) = page.evicted(device, &self.reach);
            if copied {
                copied_pages += run.end - run.start;
            }
            found.pages.set(run, next);
        }
        let cost = Counters { evictions: victim.blocks, to_host: copied_pages * PAGE, ..Counters::default() };
        found.counters += cost;
        self.total += cost;
        Ok(victim.blocks)
    }

    /// Releases a device's blocks around a range that hold no page any more.
    fn settle(&mut self, ordinal: u32, region: u64, pages: Range<u64>) -> Result<(), ResidenceError> {
        let device = Processor::device(ordinal).ok_or_else(|| no_device(ordinal))?;
        let (first, end) = (pages.start / PAGES, pages.end.div_ceil(PAGES));
        let runs = &self.region(region)?.pages;
        let mut empty = Vec::new();
        let mut from = first;
        for (run, page) in runs.runs_in(first * PAGES..(end * PAGES).min(runs.end())) {
            if page.resident.has(device) {
                empty.push(from..run.start / PAGES);
                from = run.end.div_ceil(PAGES);
            }
        }
        empty.push(from..end);
        let used = self.used_mut(ordinal)?;
        empty
            .into_iter()
            .filter(|blocks| blocks.start < blocks.end)
            .for_each(|blocks| used.remove(region, blocks));
        Ok(())
    }
}

fn no_device(ordinal: u32) -> ResidenceError {
    Processor::device(ordinal).map_or(ResidenceError::NoDevice(Processor::HOST), ResidenceError::NoDevice)
}
