//! What advice and prefetches did to each allocation of managed memory, told at the end (`HIP_SOFT_UM=report`).
//!
//! Touches are not traced, neither kernels' nor the host's: faults, first touches and what they move are not counted, and
//! the table says so. Prefetches count in the order of their calls, so that a report is the same in every run.

use super::Location;
use crate::api::managed::Advise;
use device::residence::{Act, BLOCK, Counters, PAGE, Place, Processor, Reach, Residence};
use std::collections::BTreeMap;

/// An allocation that is gone.
struct Gone {
    bytes: u64,
    counters: Counters,
}

/// The residence of managed memory, by the serial numbers of allocations.
pub(crate) struct Unified {
    model: Residence,
    /// Bytes by serial number.
    live: BTreeMap<u64, u64>,
    gone: BTreeMap<u64, Gone>,
    devices: u32,
}

fn processor(location: Location) -> Option<Processor> {
    match location {
        Location::Unset => None,
        Location::Host => Some(Processor::HOST),
        Location::Device(ordinal) => Processor::device(ordinal),
    }
}

fn place(location: Location) -> Option<Place> {
    processor(location).map(|who| if who == Processor::HOST { Place::Host } else { Place::Device(who) })
}

impl Unified {
    /// Of devices with so many bytes of memory each.
    pub(super) fn new(limits: &[u64]) -> Self {
        let blocks: Vec<u64> = limits.iter().map(|bytes| bytes / BLOCK).collect();
        Unified {
            model: Residence::new(&blocks, Reach::default()),
            live: BTreeMap::new(),
            gone: BTreeMap::new(),
            devices: limits.len() as u32,
        }
    }

    pub(super) fn allocated(&mut self, serial: u64, bytes: u64) {
        if self.model.insert(serial, bytes).is_ok() {
            self.live.insert(serial, bytes);
        }
    }

    pub(super) fn freed(&mut self, serial: u64) {
        if let (Some(bytes), Ok(counters)) = (self.live.remove(&serial), self.model.remove(serial)) {
            self.gone.insert(serial, Gone { bytes, counters });
        }
    }

    pub(crate) fn advised(&mut self, serial: u64, start: u64, bytes: u64, advice: Advise) {
        let act = match advice {
            Advise::SetReadMostly => Some(Act::ReadMostly(true)),
            Advise::UnsetReadMostly => Some(Act::ReadMostly(false)),
            Advise::SetPreferredLocation(at) => Some(Act::Preferred(place(at))),
            Advise::UnsetPreferredLocation => Some(Act::Preferred(None)),
            Advise::SetAccessedBy(who) => processor(who).map(Act::AccessedBy),
            Advise::UnsetAccessedBy(who) => processor(who).map(Act::NotAccessedBy),
        };
        self.act(serial, start, bytes, act);
    }

    pub(crate) fn prefetched(&mut self, serial: u64, start: u64, bytes: u64, to: Location) {
        self.act(serial, start, bytes, place(to).map(Act::Prefetch));
    }

    /// The range was checked by whoever tells of it; an allocation that another thread has freed meanwhile needs nothing.
    fn act(&mut self, serial: u64, start: u64, bytes: u64, act: Option<Act>) {
        if let Some(act) = act
            && self.live.contains_key(&serial)
            && let Err(error) = self.model.act(serial, start, bytes, act)
        {
            crate::trace::complain(&format!("HIP_SOFT_UM: {error}"));
        }
    }

    /// Bytes that a processor holds of an allocation.
    fn held(&self, serial: u64, bytes: u64, who: Processor) -> u64 {
        let Ok(runs) = self.model.over(serial, 0, bytes) else { return 0 };
        let held = runs.filter(|(_, page)| page.resident.has(who));
        held.map(|(run, _)| (run.end - run.start) * PAGE).sum()
    }

    /// The table: a line for each allocation, in the order of their making; empty if there was none.
    pub(crate) fn report(&self) -> String {
        let mut text = String::new();
        if self.live.is_empty() && self.gone.is_empty() {
            return text;
        }
        text.push_str(
            "hip: managed memory, by advice and prefetches alone (touches by kernels and the host are not traced: no \
             faults, and a page is placed first by its first prefetch); bytes\n",
        );
        let heads =
            ["allocated", "placed first", "to devices", "to host", "peer to peer", "copies", "evicted"];
        text.push_str("hip:");
        heads.iter().for_each(|head| text += &format!(" {head:>14}"));
        text.push_str("  at the end\n");
        let live = self.live.iter().map(|(&serial, &bytes)| (serial, (bytes, None)));
        let gone = self.gone.iter().map(|(&serial, gone)| (serial, (gone.bytes, Some(gone.counters))));
        let rows: BTreeMap<u64, (u64, Option<Counters>)> = live.chain(gone).collect();
        for (serial, (bytes, freed)) in rows {
            let counters = freed.or_else(|| self.model.counters(serial).ok()).unwrap_or_default();
            let numbers = [
                bytes,
                counters.populated * PAGE,
                counters.to_device,
                counters.to_host,
                counters.between_devices,
                counters.duplications * PAGE,
                counters.evictions * BLOCK,
            ];
            text.push_str("hip:");
            numbers.iter().for_each(|number| text += &format!(" {number:>14}"));
            text.push_str("  ");
            text.push_str(&if freed.is_some() { "freed".to_owned() } else { self.places(serial, bytes) });
            text.push('\n');
        }
        text
    }

    /// Who holds how much of a live allocation.
    fn places(&self, serial: u64, bytes: u64) -> String {
        let devices = (0..self.devices).filter_map(Processor::device);
        let held = std::iter::once(Processor::HOST).chain(devices).filter_map(|who| {
            let held = self.held(serial, bytes, who);
            let name = who.ordinal().map_or("host".to_owned(), |ordinal| format!("device {ordinal}"));
            (held > 0).then(|| format!("{name}: {held}"))
        });
        let held: Vec<String> = held.collect();
        if held.is_empty() { "not placed".to_owned() } else { held.join(", ") }
    }
}
