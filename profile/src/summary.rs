//! Summary of a profile for a terminal.

use crate::advice::{findings, of_shape};
use crate::report::{Kernel, Line, Profile};
use std::fmt::Write as _;

/// Findings of a kernel that are shown.
const SHOWN: usize = 3;

/// Returns a duration with its unit.
pub fn duration(ns: f64) -> String {
    match ns {
        _ if ns < 1e3 => format!("{ns:.0} ns"),
        _ if ns < 1e6 => format!("{:.1} µs", ns / 1e3),
        _ if ns < 1e9 => format!("{:.2} ms", ns / 1e6),
        _ => format!("{:.2} s", ns / 1e9),
    }
}

/// Returns where a line is: in the source, if known, else in the PTX.
pub fn place(line: &Line) -> String {
    match &line.source {
        Some((file, number)) => {
            let name = file.rsplit('/').next().unwrap_or(file);
            format!("{name}:{number}")
        }
        None => format!("PTX line {}", line.ptx),
    }
}

/// Returns a count with its noun.
pub(crate) fn counted(count: u64, noun: &str) -> String {
    format!(
        "{count} {noun}{}",
        if count == 1 {
            ""
        } else if noun.ends_with('h') {
            "es"
        } else {
            "s"
        }
    )
}

/// Returns a sentence on what the numbers are.
pub fn honesty(profile: &Profile) -> String {
    let constants = match profile.device.recorded {
        true => {
            "with constants recorded on that device: on launches that were not used to fit it, \
                 it was off by a factor of 1.2 (geometric mean)"
        }
        false => "with constants of its data sheet, never compared with such a device",
    };
    format!(
        "Requests, sectors, wavefronts, conflicts and divergence are counted; instructions are estimated from PTX; \
         times, caches and bytes from memory are modelled, {constants}."
    )
}

/// Returns the summary.
pub fn summary(profile: &Profile, most: usize) -> String {
    let mut text = String::new();
    let total: f64 = profile.kernels.iter().map(|kernel| kernel.ns).sum();
    let launches: u64 = profile.kernels.iter().map(|kernel| kernel.launches).sum();
    let _ = writeln!(
        text,
        "{}: {} of {}, {} (modelled)",
        profile.device.name,
        counted(launches, "launch"),
        counted(profile.kernels.len() as u64, "kernel"),
        duration(total)
    );
    for kernel in profile.kernels.iter().take(most) {
        of_kernel(kernel, profile, total, &mut text);
    }
    if profile.kernels.len() > most {
        let _ = writeln!(text, "\n{} more", counted((profile.kernels.len() - most) as u64, "kernel"));
    }
    let _ = writeln!(text, "\n{}", honesty(profile));
    text
}

fn of_kernel(kernel: &Kernel, profile: &Profile, total: f64, text: &mut String) {
    let Kernel { counts, occupancy, .. } = kernel;
    let _ = writeln!(
        text,
        "\n{}  {} in {}, {:.0} % of the time, bound by {}",
        kernel.name,
        duration(kernel.ns),
        counted(kernel.launches, "launch"),
        100.0 * kernel.ns / total.max(1.0),
        kernel.bound.name()
    );
    let busy: Vec<String> = kernel
        .busy
        .iter()
        .filter(|(_, part)| **part >= 0.1)
        .map(|(bound, part)| format!("{} {:.0} %", bound.name(), 100.0 * part))
        .collect();
    let _ = writeln!(text, "  busy: {}", busy.join(", "));
    let _ = writeln!(
        text,
        "  {:.1} sectors a request, {:.2} bank conflicts a request, {:.0} % of branches diverge, {:.1} of 32 lanes active",
        counts.sectors_per_request(),
        counts.conflicts_per_request(),
        100.0 * counts.divergence(),
        counts.active_lanes()
    );
    let _ = writeln!(
        text,
        "  {} on an SM, limited by {} ({} registers{}, {} bytes of shared memory, {} threads)",
        counted(occupancy.warps.into(), "warp"),
        occupancy.limit,
        occupancy.registers,
        if occupancy.registers_known { "" } else { " estimated" },
        occupancy.shared,
        occupancy.threads
    );
    if kernel.blocks[1] < kernel.blocks[0] {
        let _ = writeln!(text, "  counted in {} of {} blocks and scaled", kernel.blocks[1], kernel.blocks[0]);
    }
    if kernel.lost > 0 {
        let _ = writeln!(text, "  {} warps ran too long to be recorded: counts are too small", kernel.lost);
    }
    if let Some(found) = of_shape(kernel, &profile.device) {
        let _ = writeln!(text, "  {found}");
    }
    for finding in findings(kernel).iter().take(SHOWN) {
        let _ = writeln!(text, "  {}: {}: {}", place(&finding.line), finding.reason.name(), finding.counted);
        let _ = writeln!(text, "      {}", finding.line.text);
        let _ = writeln!(text, "      {}", finding.reason.help());
    }
}
