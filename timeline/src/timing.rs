//! Durations on the virtual timeline.

use device::Spec;

/// Durations of the time model, picoseconds unless stated otherwise. Scripts and the command line set them by
/// name (`timing submit=3us`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Timing {
    /// An SM clock cycle.
    pub cycle: u64,
    /// Submission of a launch, copy or timed record by a host thread.
    pub submit: u64,
    /// Submission of an untimed record or a wait by a host thread.
    pub record: u64,
    /// Time from the front end's pass of a launch to its first block.
    pub grid: u64,
    /// Time after a push until the channel counts as idle again.
    pub settle: u64,
    /// The same for a copy channel.
    pub copy_settle: u64,
    /// Time from an end to the return of the waiting host thread.
    pub wake: u64,
    /// Latency of a copy before its first byte.
    pub copy: u64,
    /// Bandwidth between host and device in one direction, bytes a second.
    pub host_bandwidth: u64,
    /// Bandwidth within a device, bytes a second, each read and written.
    pub device_bandwidth: u64,
    /// Bandwidth between devices, bytes a second.
    pub peer_bandwidth: u64,
}

impl Timing {
    /// Returns the default times of a device.
    ///
    /// Observed on an H200: an asynchronous launch takes the host 2.6 µs, launch and wait of an empty kernel
    /// 7.5 µs, a recorded event 0.67 µs, a copy of 4 bytes 5 µs. A channel does not count as idle within 7 µs
    /// of a push: with two channels, one of them stalled, every second stream is queued behind it if launches
    /// are up to 6.2 µs apart, none from 7.1 µs on; with copies from 8.8 µs on. The split of the 7.5 µs into
    /// submission, an empty kernel of 1 µs and wake-up is our choice. Bandwidths: a PCIe 5 link of 16 lanes,
    /// the memory bus by the device's clock and width, a fourth-generation NVLink.
    pub fn from_spec(spec: &Spec) -> Timing {
        let bus_bytes = u64::from(spec.bus_bits) / 8;
        Timing {
            cycle: 1_000_000_000 / u64::from(spec.clock_khz.max(1)),
            submit: 2_600_000,
            record: 670_000,
            grid: 1_800_000,
            settle: 7_000_000,
            copy_settle: 9_000_000,
            wake: 2_100_000,
            copy: 300_000,
            host_bandwidth: 55_000_000_000,
            device_bandwidth: (u64::from(spec.memory_clock_khz) * 2_000 * bus_bytes / 2).max(1),
            peer_bandwidth: 450_000_000_000,
        }
    }

    /// Sets a duration by name; `false` if the name is unknown.
    pub fn set(&mut self, name: &str, value: u64) -> bool {
        let field = match name {
            "cycle" => &mut self.cycle,
            "submit" => &mut self.submit,
            "record" => &mut self.record,
            "grid" => &mut self.grid,
            "settle" => &mut self.settle,
            "copy_settle" => &mut self.copy_settle,
            "wake" => &mut self.wake,
            "copy" => &mut self.copy,
            "host_bandwidth" => &mut self.host_bandwidth,
            "device_bandwidth" => &mut self.device_bandwidth,
            "peer_bandwidth" => &mut self.peer_bandwidth,
            _ => return false,
        };
        *field = value;
        true
    }

    /// Returns the duration of a copy.
    pub(super) fn copy_time(&self, way: crate::Way, bytes: u64) -> u64 {
        let bandwidth = match way {
            crate::Way::HostToDevice | crate::Way::DeviceToHost => self.host_bandwidth,
            crate::Way::DeviceToDevice | crate::Way::Fill => self.device_bandwidth,
            crate::Way::Peer => self.peer_bandwidth,
        };
        let picoseconds = u128::from(bytes) * 1_000_000_000_000 / u128::from(bandwidth.max(1));
        self.copy.saturating_add(u64::try_from(picoseconds).unwrap_or(u64::MAX))
    }
}
