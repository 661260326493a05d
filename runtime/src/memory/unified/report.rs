//! The account of managed memory at the end of the process (`HIP_SOFT_UM=report`).

use super::{Live, State, Unified};
use device::residence::{BLOCK, Counters, PAGE, Processor};
use std::collections::BTreeMap;

impl Unified {
    /// The table: a line for each allocation, in the order of their making; empty if there was none.
    pub(crate) fn report(&self) -> String {
        let state = self.state.lock();
        let mut text = String::new();
        if state.live.is_empty() && state.gone.is_empty() {
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
        let live = state.live.iter().map(|(&region, &Live { bytes, .. })| (region, (bytes, None)));
        let gone = state.gone.iter().map(|(&region, gone)| (region, (gone.bytes, Some(gone.counters))));
        let rows: BTreeMap<u64, (u64, Option<Counters>)> = live.chain(gone).collect();
        for (region, (bytes, freed)) in rows {
            let counters = freed.or_else(|| state.model.counters(region).ok()).unwrap_or_default();
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
            text.push_str(&if freed.is_some() { "freed".to_owned() } else { state.places(region) });
            text.push('\n');
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
