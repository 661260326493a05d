//! Settings of managed memory, from `HIP_SOFT_UM`.

/// Tracing and driver heuristics of managed memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Managed {
    /// Report at process exit.
    pub report: bool,
    /// Trace pages that kernels access.
    pub kernels: bool,
    /// Trace pages that the host accesses.
    pub host: bool,
    /// Number of migrations by faults after which a page is pinned; 0 for never.
    pub pin_after: u8,
    /// Faults migrate neighbouring pages of the same block, too.
    pub grow: bool,
}

/// Migrations after which the driver pins a page: three mark it as thrashing, then processors are throttled
/// ten times.
const THRASHING: u8 = 13;

/// Parses a list of settings for managed memory; empty for none.
pub(super) fn parse(list: &str) -> Option<Managed> {
    let mut found = Managed::default();
    for word in list.split(',').map(str::trim).filter(|word| !word.is_empty()) {
        match word {
            "report" => found.report = true,
            "kernels" => found.kernels = true,
            "host" => found.host = true,
            "prefetch" => found.grow = true,
            "thrashing" => found.pin_after = THRASHING,
            _ => {
                let count = word.strip_prefix("thrashing=")?.parse().ok();
                found.pin_after = count.filter(|&count| count > 0)?;
            }
        }
    }
    Some(found)
}
