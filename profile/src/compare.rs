//! Comparison of two profiles, and limits for continuous integration.

use crate::report::{Kernel, Profile};
use crate::summary::duration;
use std::fmt::Write as _;

/// Returns the differences of two profiles, kernel by kernel; those of equal names are compared.
pub fn compare(before: &Profile, after: &Profile) -> String {
    let mut text = String::new();
    if before.device.name != after.device.name {
        let _ = writeln!(text, "devices differ: {}, {}", before.device.name, after.device.name);
    }
    for new in &after.kernels {
        let Some(old) = before.kernels.iter().find(|old| old.name == new.name) else {
            let _ = writeln!(text, "{}: new, {} in {} launches", new.name, duration(new.ns), new.launches);
            continue;
        };
        let each = |kernel: &Kernel| kernel.ns / kernel.launches.max(1) as f64;
        let (a, b) = (each(old), each(new));
        let _ = writeln!(
            text,
            "{}: {} a launch, {} before ({:+.1} %), bound by {}{}",
            new.name,
            duration(b),
            duration(a),
            100.0 * (b / a.max(1e-9) - 1.0),
            new.bound.name(),
            if old.bound == new.bound { String::new() } else { format!(", before by {}", old.bound.name()) }
        );
        for ((name, now), (_, then)) in new.counts.named().into_iter().zip(old.counts.named()) {
            let per = |count: u64, kernel: &Kernel| count as f64 / kernel.launches.max(1) as f64;
            let (then, now) = (per(then, old), per(now, new));
            if (then - now).abs() > 0.005 * then.max(now) {
                let change = if then > 0.0 {
                    format!(" ({:+.1} %)", 100.0 * (now / then - 1.0))
                } else {
                    String::new()
                };
                let _ = writeln!(text, "  {name} a launch: {now:.0}, before {then:.0}{change}");
            }
        }
    }
    for old in &before.kernels {
        if !after.kernels.iter().any(|new| new.name == old.name) {
            let _ = writeln!(text, "{}: gone", old.name);
        }
    }
    text
}

/// Limits of a kernel's counters; a missing one is not checked.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Limits {
    /// Sectors of a request to global memory.
    pub sectors_per_request: Option<f64>,
    /// Bank conflicts of a request to shared memory.
    pub bank_conflicts: Option<f64>,
    /// Part of branches that diverge.
    pub divergence: Option<f64>,
    /// Sectors of local memory of a launch.
    pub local_sectors: Option<f64>,
    /// Time of a launch, µs.
    pub micros: Option<f64>,
}

/// Returns what exceeds the limits, one line each, of kernels with `name` in their names.
pub fn exceeded(profile: &Profile, limits: &Limits, name: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for kernel in profile.kernels.iter().filter(|kernel| kernel.name.contains(name)) {
        let launches = kernel.launches.max(1) as f64;
        let counts = &kernel.counts;
        let values = [
            ("sectors a request", counts.sectors_per_request(), limits.sectors_per_request),
            ("bank conflicts a request", counts.conflicts_per_request(), limits.bank_conflicts),
            ("divergent part of branches", counts.divergence(), limits.divergence),
            (
                "sectors of local memory a launch",
                counts.local_sectors as f64 / launches,
                limits.local_sectors,
            ),
            ("µs a launch", kernel.ns / launches / 1e3, limits.micros),
        ];
        for (what, value, limit) in values {
            if let Some(limit) = limit.filter(|limit| value > *limit) {
                lines.push(format!("{}: {value:.2} {what}, the limit is {limit}", kernel.name));
            }
        }
    }
    lines
}
