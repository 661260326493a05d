//! The account of managed memory at the end of the process (`HIP_SOFT_UM=report`).

use super::{Done, Live, PAGEABLE, State, Unified};
use device::residence::{BLOCK, Counters, PAGE, Processor};
use std::collections::BTreeMap;

/// What the columns of numbers are; all but the faults are bytes.
const HEADS: [&str; 7] =
    ["placed first", "to devices", "to host", "peer to peer", "copies", "evicted", "pages faulted"];

fn numbers(counters: Counters) -> [u64; 7] {
    [
        counters.populated * PAGE,
        counters.to_device,
        counters.to_host,
        counters.between_devices,
        counters.duplications * PAGE,
        counters.evictions * BLOCK,
        counters.faults,
    ]
}

fn row(text: &mut String, first: &str, numbers: impl IntoIterator<Item = String>, last: &str) {
    *text += &format!("hip: {first:>14}");
    numbers.into_iter().for_each(|number| *text += &format!(" {number:>14}"));
    *text += &format!("  {last}\n");
}

impl Unified {
    /// The tables: a line for each allocation, in the order of their making, and one for each kernel and the host if their
    /// touches are traced; empty if there was no managed memory.
    pub(crate) fn report(&self) -> String {
        let mut state = self.state.lock();
        self.see_host(&mut state);
        let mut text = String::new();
        if state.live.is_empty() && state.gone.is_empty() {
            return text;
        }
        text += "hip: managed memory, bytes and pages of 4096 bytes; ";
        text += match (self.settings.kernels, self.watch.is_some()) {
            (true, true) => "by advice, prefetches and touches\n",
            (true, false) => "by advice, prefetches and kernels' touches (the host's are not traced)\n",
            (false, true) => "by advice, prefetches and the host's touches (kernels' are not traced)\n",
            (false, false) => "by advice and prefetches alone (touches are not traced)\n",
        };
        row(&mut text, "allocated", HEADS.map(str::to_owned), "at the end");
        let live = state.live.iter().map(|(&region, &Live { bytes, .. })| (region, (bytes, None)));
        let gone = state.gone.iter().map(|(&region, gone)| (region, (gone.bytes, Some(gone.counters))));
        let rows: BTreeMap<u64, (u64, Option<Counters>)> = live.chain(gone).collect();
        for (region, (bytes, freed)) in rows {
            let counters = freed.or_else(|| state.model.counters(region).ok()).unwrap_or_default();
            let first = if region == PAGEABLE { "the program's".to_owned() } else { bytes.to_string() };
            let last = if freed.is_some() { "freed".to_owned() } else { state.places(region) };
            row(&mut text, &first, numbers(counters).map(|number| number.to_string()), &last);
        }
        if self.settings.kernels || self.watch.is_some() {
            row(&mut text, "launches", HEADS.map(str::to_owned), "of");
        }
        for (name, Done { launches, counters }) in &state.kernels {
            row(&mut text, &launches.to_string(), numbers(*counters).map(|number| number.to_string()), name);
        }
        if let Some(watch) = self.watch {
            row(&mut text, "-", numbers(state.host).map(|number| number.to_string()), "the host");
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

impl State {
    /// Who holds how much of a live allocation.
    fn places(&self, region: u64) -> String {
        let devices = (0..Processor::MAX_DEVICES).filter_map(Processor::device);
        let held = std::iter::once(Processor::HOST).chain(devices).filter_map(|who| {
            let pages = self.model.held(region, who).unwrap_or(0);
            let name = who.ordinal().map_or("host".to_owned(), |ordinal| format!("device {ordinal}"));
            (pages > 0).then(|| format!("{name}: {}", pages * PAGE))
        });
        let held: Vec<String> = held.collect();
        if held.is_empty() { "not placed".to_owned() } else { held.join(", ") }
    }
}
