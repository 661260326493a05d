//! One-time report on a grid whose blocks have only been spinning for long. The grid keeps running, as on
//! hardware.

use super::{Grid, Program, Running};
use crate::memory::Memory;
use crate::memory::copy::Copy;
use crate::sync::Ordering;
use crate::trace;
use ptx::standstill::{Standstill, TRIPS};

/// Limit of blocks in a report.
const MAX_BLOCKS: usize = 4;

impl Program {
    /// Loop trips that threads of a yielded block made in its time slice; 0 if they did anything besides
    /// spinning.
    fn idle(&self, block: &Running) -> u64 {
        match block {
            Running::Compiled(cluster) => cluster.idle(),
            Running::Interpreted(cluster) => cluster.idle(),
        }
    }

    fn standstill(&self, block: &Running, memory: &Memory) -> Option<Vec<Standstill>> {
        let peek = |address, bytes| peek(memory, address, bytes);
        match (self, block) {
            (Program::Compiled(launch), Running::Compiled(block)) => block.standstill(launch, &peek),
            (Program::Interpreted(launch), Running::Interpreted(block)) => launch.standstill(block, &peek),
            _ => None,
        }
    }

    /// PTX text of the module, if it is kept.
    fn text(&self) -> &str {
        match self {
            Program::Compiled(launch) => launch.text().unwrap_or_default(),
            Program::Interpreted(launch) => &launch.text,
        }
    }
}

impl Grid {
    /// Accounts for a time slice of some blocks; `ended` if any of them ended. Returns whether a report is
    /// due.
    pub(super) fn waits_long(&self, ended: bool, yielded: &[&Running]) -> bool {
        let idle: Vec<u64> = yielded.iter().map(|block| self.launch.idle(block)).collect();
        if ended || idle.contains(&0) {
            self.idle.store(0, Ordering::Relaxed);
            return false;
        }
        let trips: u64 = idle.iter().sum();
        let before = self.idle.fetch_add(trips, Ordering::Relaxed);
        before.saturating_add(trips) >= TRIPS && !self.reported.load(Ordering::Relaxed)
    }

    /// Reports what blocks wait for, unless they do more than wait.
    pub(super) fn report_standstill(&self, blocks: &[&Running]) {
        let Some(&block) = blocks.first() else { return };
        let Some(found) = self.launch.standstill(block, self.memory) else {
            // A trip round this loop does work.
            self.idle.store(0, Ordering::Relaxed);
            return;
        };
        if self.reported.swap(true, Ordering::Relaxed) {
            return;
        }
        for standstill in found.iter().take(MAX_BLOCKS) {
            let lines = standstill.lines(self.launch.text());
            lines.iter().for_each(|line| trace::complain(&format!("no progress: {line}")));
        }
    }
}

/// Reads up to eight bytes of device memory.
fn peek(memory: &Memory, address: u64, bytes: u32) -> Option<u64> {
    let mut word = [0; 8];
    let to = word.get_mut(..bytes as usize)?;
    let from = memory.reached(address, bytes.into());
    Copy::borrowing_mut(memory, to, from).ok()?.run();
    Some(u64::from_le_bytes(word))
}
