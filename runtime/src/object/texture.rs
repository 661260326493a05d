//! What textures and surfaces were made of.

use super::{ArrayObject, MipmapObject};
use crate::handle::Id;
use device::OpId;
use ptx::texture::Format;
use std::collections::VecDeque;

/// What a texture reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resource {
    /// An array.
    Array(Id<ArrayObject>),
    /// An array with levels.
    Mipmapped(Id<MipmapObject>),
    /// Texels one after the other, which integers index.
    Linear {
        /// Of the first.
        address: u64,
        /// Of a channel.
        format: Format,
        /// Of a texel: 1, 2 or 4.
        channels: u32,
        /// All of them.
        bytes: u64,
    },
    /// Rows of texels.
    Rows {
        /// Of the first.
        address: u64,
        /// Of a channel.
        format: Format,
        /// Of a texel: 1, 2 or 4.
        channels: u32,
        /// Texels of a row.
        width: u64,
        /// Rows.
        height: u64,
        /// Bytes from row to row.
        pitch: u64,
    },
}

/// How it is read, as the driver API has it.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct TextureDesc {
    /// Beyond the edges: 0 wrap, 1 clamp, 2 mirror, 3 border.
    pub address_modes: [u32; 3],
    /// Between texels: 0 the nearest, 1 a weighted sum.
    pub filter: u32,
    /// 1 integers stay integers, 2 normalised coordinates, 16 sRGB, 64 seamless cubes.
    pub flags: u32,
    /// Largest ratio.
    pub anisotropy: u32,
    /// Between levels, as `filter`.
    pub level_filter: u32,
    /// Added to the level of detail.
    pub bias: f32,
    /// Lowest and highest level of detail.
    pub levels: [f32; 2],
    /// Red, green, blue, alpha.
    pub border: [f32; 4],
}

/// What a texture was made of.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Made {
    /// What it reads.
    pub resource: Resource,
    /// How; a surface has none.
    pub texture: Option<TextureDesc>,
}

/// Handles that were destroyed, oldest first, each with the operations that were the last of their streams.
#[derive(Debug, Default)]
pub(crate) struct Retired(VecDeque<(u64, Vec<OpId>)>);

impl Retired {
    /// Adds a handle that was destroyed.
    pub(crate) fn push(&mut self, handle: u64, before: Vec<OpId>) {
        self.0.push_back((handle, before));
    }

    /// The handles that no operation uses any more. A stream's operations end in order: where those before a
    /// handle have not ended, those before a later one have not either, so the others need no look.
    pub(crate) fn take_ended(&mut self, mut is_done: impl FnMut(OpId) -> bool) -> Vec<u64> {
        let mut ended = Vec::new();
        while self.0.front().is_some_and(|(_, before)| before.iter().all(|&op| is_done(op))) {
            ended.extend(self.0.pop_front().map(|(handle, _)| handle));
        }
        ended
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use device::{Config, Device, Op, Spec, StreamKind};

    #[test]
    fn each_call_looks_at_one_handle_more_than_it_takes() {
        const HANDLES: u64 = 1000;
        let mut front = Device::new(Spec::named("NVIDIA H200").expect("the default device"));
        let context = front.create_context(&Config::default());
        let stream = front.create_stream(context, StreamKind::NonBlocking, 0, None).expect("a stream");
        let op = front.submit(stream, Op::Copy).expect("an operation");
        let mut retired = Retired::default();
        let mut looks = 0;
        for handle in 1..=HANDLES {
            retired.push(handle, vec![op]);
            let ended = retired.take_ended(|_| {
                looks += 1;
                false
            });
            assert_eq!(ended, [0; 0]);
        }
        assert_eq!(looks, HANDLES, "handles that are in use cost nothing more");
        let ended = retired.take_ended(|_| true);
        assert!(ended.into_iter().eq(1..=HANDLES), "all at once, oldest first");
    }
}
