//! Report on managed memory at process exit (`HIP_SOFT_UM=report`).

use super::{KernelWork, Live, ManagedState, PAGEABLE, Unified};
use device::residence::{BLOCK, Counters, Habits, PAGE, Processor};
use ptx::demangle::Readable;
use std::collections::BTreeMap;

/// Column: heading and value. All values are bytes except the faults.
type Column = (&'static str, fn(Counters) -> u64);

const COLUMNS: [Column; 7] = [
    ("placed first", |c| c.populated * PAGE),
    ("to devices", |c| c.to_device),
    ("to host", |c| c.to_host),
    ("peer to peer", |c| c.between_devices),
    ("copies", |c| c.duplications * PAGE),
    ("evicted", |c| c.evictions * BLOCK),
    ("pages faulted", |c| c.faults),
];
/// Columns for drivers with these heuristics.
const GROWN: Column = ("came along", |c| c.grown * PAGE);
const PINNED: Column = ("faults pinned", |c| c.pinned);

fn columns(habits: Habits) -> Vec<Column> {
    let more = [(habits.grow, GROWN), (habits.pin_after > 0, PINNED)];
    COLUMNS.into_iter().chain(more.into_iter().filter(|(is, _)| *is).map(|(_, column)| column)).collect()
}

fn row(text: &mut String, first: &str, numbers: impl IntoIterator<Item = String>, last: &str) {
    *text += &format!("hip: {first:>14}");
    numbers.into_iter().for_each(|number| *text += &format!(" {number:>14}"));
    *text += &format!("  {last}\n");
}

impl Unified {
    /// Tables of the report: a row for each allocation, in order of creation; if accesses are traced, a row
    /// for each kernel and one for the host. Empty without managed memory.
    pub(crate) fn report(&self) -> String {
        let mut state = self.state.lock();
        self.apply_host_accesses(&mut state);
        let mut text = String::new();
        let columns = columns(self.settings.habits);
        let heads = || columns.iter().map(|(head, _)| (*head).to_owned());
        let numbers =
            |counters: Counters| columns.iter().map(move |(_, number)| number(counters).to_string());
        if state.live.is_empty() && state.freed.is_empty() {
            return text;
        }
        text += "hip: managed memory, bytes and pages of 4096 bytes; ";
        text += match (self.settings.kernels, self.watch.is_some()) {
            (true, true) => "by advice, prefetches and touches\n",
            (true, false) => "by advice, prefetches and kernels' touches (the host's are not traced)\n",
            (false, true) => "by advice, prefetches and the host's touches (kernels' are not traced)\n",
            (false, false) => "by advice and prefetches alone (touches are not traced)\n",
        };
        row(&mut text, "allocated", heads(), "at the end");
        let live = state.live.iter().map(|(&region, &Live { bytes, .. })| (region, (bytes, None)));
        let gone = state.freed.iter().map(|(&region, gone)| (region, (gone.bytes, Some(gone.counters))));
        let rows: BTreeMap<u64, (u64, Option<Counters>)> = live.chain(gone).collect();
        for (region, (bytes, freed)) in rows {
            let counters = freed.or_else(|| state.model.counters(region).ok()).unwrap_or_default();
            let first = if region == PAGEABLE { "the program's".to_owned() } else { bytes.to_string() };
            let last = if freed.is_some() { "freed".to_owned() } else { state.places(region) };
            row(&mut text, &first, numbers(counters), &last);
        }
        if self.settings.kernels || self.watch.is_some() {
            row(&mut text, "launches", heads(), "of");
        }
        for (name, KernelWork { launches, counters }) in &state.kernels {
            row(&mut text, &launches.to_string(), numbers(*counters), &Readable(name).to_string());
        }
        if let Some(watch) = self.watch {
            row(&mut text, "-", numbers(state.host), "the host");
            if watch.lost() > 0 {
                text += &format!(
                    "hip: {} pages were not traced to the end: they lay in too many parts\n",
                    watch.lost()
                );
            }
        }
        text
    }
}

impl ManagedState {
    /// Bytes of a live allocation by location.
    fn places(&self, region: u64) -> String {
        let devices = (0..Processor::MAX_DEVICES).filter_map(Processor::device);
        let held = std::iter::once(Processor::HOST).chain(devices).filter_map(|who| {
            let pages = self.model.held_pages(region, who).unwrap_or(0);
            let name = who.ordinal().map_or("host".to_owned(), |ordinal| format!("device {ordinal}"));
            (pages > 0).then(|| format!("{name}: {}", pages * PAGE))
        });
        let held: Vec<String> = held.collect();
        if held.is_empty() { "not placed".to_owned() } else { held.join(", ") }
    }
}
