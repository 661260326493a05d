//! What may be turned about a context's channels: how many, how deep, who goes where.

/// What may be turned about the front end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// Compute channels of a context, 1..=32 (`CUDA_DEVICE_MAX_CONNECTIONS`).
    pub channels: u32,
    /// Channels for copies, so many for each direction, 1..=32 (`CUDA_DEVICE_MAX_COPY_CONNECTIONS`).
    pub copy_channels: u32,
    /// Entries of a channel's ring.
    pub ring_entries: u32,
    /// Bytes of a channel's pushbuffer, for methods and kernel parameters.
    pub pushbuffer_bytes: u64,
    /// How streams come to channels.
    pub binding: Binding,
    /// How long after a push a channel does not count as idle, in the unit of
    /// [`Device::set_clock`](crate::Device::set_clock): who launches does not learn sooner that the front
    /// end has passed an entry.
    pub settle: u64,
    /// The same of channels for copies.
    pub copy_settle: u64,
}

/// What a channel is for.
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

/// Which channel a stream pushes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Binding {
    /// As measured: an idle one, the least recently used first, with every push.
    #[default]
    Dynamic,
    /// The stream's number modulo the number of channels: what programs that spread streams by hand assume.
    Static,
}

impl Config {
    /// `channels` channels of each kind whose rings and pushbuffers are `quarters / 4` times the usual size
    /// (`CUDA_SCALE_LAUNCH_QUEUES`: 0.25x is 1, 4x is 16).
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

/// The quarters that a `CUDA_SCALE_LAUNCH_QUEUES` stands for; none if CUDA has no such scale.
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
