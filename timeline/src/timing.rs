//! How long things take on the virtual timeline.

use device::Spec;

/// Durations of the time model, picoseconds unless said otherwise. Each can be changed by its name in a
/// script or on the command line (`timing submit=3us`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Timing {
    /// Of an SM clock cycle.
    pub cycle: u64,
    /// A host thread puts a launch, copy or timed mark into a channel.
    pub submit: u64,
    /// A host thread records an event or makes a stream wait for one.
    pub record: u64,
    /// From the front end's pass of a launch to its first block.
    pub grid: u64,
    /// From a push until its channel can count as idle again.
    pub settle: u64,
    /// The same of a channel for copies.
    pub copy_settle: u64,
    /// From an end to the return of the host thread that waited for it.
    pub wake: u64,
    /// A copy before its first byte.
    pub copy: u64,
    /// Bytes a second between host and device, one way.
    pub host_bandwidth: u64,
    /// Bytes a second within a device, each read and written.
    pub device_bandwidth: u64,
    /// Bytes a second between devices.
    pub peer_bandwidth: u64,
}

impl Timing {
    /// The default times of a device.
    ///
    /// Measured on an H200: an asynchronous launch takes the host 2.6 µs, launch and wait of an empty kernel
    /// 7.5 µs, a recorded event 0.67 µs, a copy of 4 bytes 5 µs. A channel that was pushed to less than 7
    /// µs ago is not taken for idle: with two channels, one of them stalled, every second stream gets
    /// behind it if launches are up to 6.2 µs apart, none from 7.1 µs on; with copies from 8.8 µs on. How
    /// the rest of the 7.5 µs splits into the way there, an empty kernel of 1 µs and the way back is our
    /// choice. Bandwidths: a PCIe 5 link of 16 lanes, the memory bus by the device's clock and width, an
    /// NVLink of the fourth generation.
    pub fn of(spec: &Spec) -> Timing {
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

    /// Changes one by its name; false if there is none of that name.
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

    /// How long a copy takes.
    pub(super) fn of_copy(&self, way: crate::Way, bytes: u64) -> u64 {
        let bandwidth = match way {
            crate::Way::HostToDevice | crate::Way::DeviceToHost => self.host_bandwidth,
            crate::Way::DeviceToDevice | crate::Way::Fill => self.device_bandwidth,
            crate::Way::Peer => self.peer_bandwidth,
        };
        let picoseconds = u128::from(bytes) * 1_000_000_000_000 / u128::from(bandwidth.max(1));
        self.copy.saturating_add(u64::try_from(picoseconds).unwrap_or(u64::MAX))
    }
}
