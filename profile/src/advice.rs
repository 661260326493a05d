//! The lines of a kernel that cost the most, why, and what usually helps.

use crate::clock::Bound;
use crate::report::{Counts, Device, Kernel, Line, ratio};
use crate::summary::counted;
use std::collections::BTreeMap;

/// Reason for which a line is slow on a GPU.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reason {
    /// Requests touch more sectors than their bytes need.
    Uncoalesced,
    /// Lanes access different words of one bank.
    BankConflicts,
    /// Lanes update the same address.
    ContendedAtomics,
    /// Lanes of a warp branch to different places.
    Divergence,
    /// Local memory: spilled registers or indexed arrays.
    LocalMemory,
}

impl Reason {
    /// Returns the name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Uncoalesced => "uncoalesced access",
            Reason::BankConflicts => "bank conflicts",
            Reason::ContendedAtomics => "contended atomics",
            Reason::Divergence => "divergent branch",
            Reason::LocalMemory => "local memory",
        }
    }

    /// Returns what usually helps.
    pub const fn help(self) -> &'static str {
        match self {
            Reason::Uncoalesced => {
                "let neighbouring lanes access neighbouring addresses: swap loops or layouts, or go through a tile in shared memory"
            }
            Reason::BankConflicts => "pad the rows of the shared array by one element, or swizzle its index",
            Reason::ContendedAtomics => {
                "reduce in registers or shared memory first, and update global memory once a warp or block"
            }
            Reason::Divergence => {
                "sort or group the data so that a warp takes one way, or compute both ways without a branch"
            }
            Reason::LocalMemory => {
                "index arrays by constants (unroll the loop), or move them to shared memory"
            }
        }
    }
}

/// A line that costs more than it needs to: of the source, if known, with the first line of its PTX.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// The line.
    pub line: Line,
    /// Why.
    pub reason: Reason,
    /// Superfluous work: sectors, wavefronts or instructions, in sectors.
    pub waste: u64,
    /// Counted events, in words.
    pub counted: String,
}

/// Returns what a kernel's launches leave unused of the device, and what usually helps.
pub fn of_shape(kernel: &Kernel, device: &Device) -> Option<String> {
    let (blocks, own) = (kernel.blocks[0] / kernel.launches.max(1), &kernel.occupancy);
    if blocks < u64::from(device.sms) {
        return Some(format!(
            "too few blocks: {} a launch for {} SMs; split the work among more blocks",
            counted(blocks, "block"),
            device.sms
        ));
    }
    if kernel.bound != Bound::Latency || own.warps * 4 > device.most_warps {
        return None;
    }
    let help = match &*own.limit {
        "registers" => "use fewer registers (`__launch_bounds__`)",
        "shared memory" => "use less shared memory a block",
        "grid" => "use more blocks, or larger ones",
        _ => "choose another block size",
    };
    Some(format!(
        "too few warps to hide latency: {} of {} on an SM, limited by {}; {help}",
        own.warps, device.most_warps, own.limit
    ))
}

/// Returns the costly lines of a kernel, the worst first.
pub fn findings(kernel: &Kernel) -> Vec<Finding> {
    // A line of the source may be several of PTX; the first one with a cost stands for them.
    let mut merged: BTreeMap<(&(String, u32), Reason), Line> = BTreeMap::new();
    let mut found = Vec::new();
    for line in &kernel.lines {
        for one in of_line(line) {
            match &line.source {
                None => found.push(one),
                Some(source) => match merged.get_mut(&(source, one.reason)) {
                    Some(sum) => sum.counts.add(&line.counts),
                    None => {
                        merged.insert((source, one.reason), line.clone());
                    }
                },
            }
        }
    }
    for ((_, reason), line) in &merged {
        found.extend(of_line(line).into_iter().filter(|one| one.reason == *reason));
    }
    found.sort_by(|a, b| b.waste.cmp(&a.waste).then(a.line.ptx.cmp(&b.line.ptx)));
    found
}

fn of_line(line: &Line) -> Vec<Finding> {
    let counts: &Counts = &line.counts;
    let mut found = Vec::new();
    let mut add = |reason, waste, counted| {
        if waste > 0 {
            found.push(Finding { line: line.clone(), reason, waste, counted });
        }
    };
    let (requests, sectors) = (counts.requests(), counts.sectors());
    let plain = sectors - counts.atomic_sectors;
    let needed = counts.ideal_sectors;
    if counts.atomic_requests > 0 {
        let each = ratio(counts.atomic_sectors, counts.atomic_requests);
        if each > 8.0 {
            let counted = format!("{each:.1} sector operations a request");
            add(Reason::ContendedAtomics, counts.atomic_sectors - counts.atomic_requests, counted);
        }
    } else if plain as f64 > 1.5 * needed as f64 {
        let counted =
            format!("{:.1} sectors a request, {:.1} needed", ratio(plain, requests), ratio(needed, requests));
        add(Reason::Uncoalesced, plain - needed, counted);
    }
    if counts.bank_conflicts * 4 > counts.shared_requests {
        let counted = format!("{:.1} conflicts a request", counts.conflicts_per_request());
        add(Reason::BankConflicts, counts.bank_conflicts, counted);
    }
    if counts.divergence() > 0.2 {
        let counted = format!("{:.0} % of {} branches diverge", 100.0 * counts.divergence(), counts.branches);
        add(Reason::Divergence, counts.diverged, counted);
    }
    if counts.local_requests > 0 {
        let counted = format!("{} requests, {} sectors", counts.local_requests, counts.local_sectors);
        add(Reason::LocalMemory, counts.local_sectors, counted);
    }
    found
}
