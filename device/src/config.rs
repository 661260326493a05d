//! Configuration of a context's channels: number, depth, binding of streams.

/// Configuration of the front end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// Compute channels of a context, 1..=32 (`CUDA_DEVICE_MAX_CONNECTIONS`).
    pub channels: u32,
    /// Copy channels for each direction, 1..=32 (`CUDA_DEVICE_MAX_COPY_CONNECTIONS`).
    pub copy_channels: u32,
    /// Entries of a channel's ring.
    pub ring_entries: u32,
    /// Bytes of a channel's pushbuffer, for methods and kernel parameters.
    pub pushbuffer_bytes: u64,
    /// Binding of streams to channels.
    pub binding: Binding,
    /// Time after a push during which a channel does not count as idle, in the unit of
    /// [`Device::set_clock`](crate::Device::set_clock): the launching side learns no sooner that the front
    /// end has passed an entry.
    pub settle: u64,
    /// The same for copy channels.
    pub copy_settle: u64,
}

/// Kind of work of a channel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lane {
    /// Kernels, timed events, copies within the device and fills.
    Compute,
    /// Copies to the device.
    Upload,
    /// Copies from the device.
    Download,
}

impl Lane {
    pub(crate) const COUNT: usize = 3;
    pub(crate) const ALL: [Lane; Lane::COUNT] = [Lane::Compute, Lane::Upload, Lane::Download];
}

/// Policy by which a stream selects a channel.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Binding {
    /// With every push an idle channel, the least recently used first (observed on an H200).
    #[default]
    Dynamic,
    /// The stream's number modulo the number of channels, as programs assume that distribute streams by hand.
    Static,
}

impl Config {
    /// Returns `channels` channels of each kind, with rings and pushbuffers of `quarters / 4` times the
    /// default size (`CUDA_SCALE_LAUNCH_QUEUES`: 0.25x is 1, 4x is 16).
    pub fn scaled(channels: u32, quarters: u32) -> Self {
        Config {
            channels,
            copy_channels: channels,
            ring_entries: 256 * quarters,
            pushbuffer_bytes: (1 << 20) * u64::from(quarters),
            binding: Binding::Dynamic,
            settle: 0,
            copy_settle: 0,
        }
    }
}

/// Returns the quarters of a `CUDA_SCALE_LAUNCH_QUEUES` value; `None` if CUDA has no such scale.
pub fn queue_quarters(scale: &str) -> Option<u32> {
    Some(match scale {
        "0.25x" => 1,
        "0.5x" => 2,
        "1x" => 4,
        "2x" => 8,
        "4x" => 16,
        _ => return None,
    })
}

impl Default for Config {
    fn default() -> Self {
        Config::scaled(8, 4)
    }
}
