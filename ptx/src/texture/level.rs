//! Levels of detail, in 256ths.

use super::Sampler;

/// One or two levels and the weight of the second in 256ths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Levels {
    /// The larger one.
    pub(super) first: usize,
    /// Of the one after it; 0 if it does not count.
    pub(super) weight: u32,
}

/// A level of detail in 256ths; what is not a number is 0.
pub(super) fn fixed(lod: f32) -> i32 {
    // Within what any sum with a bias leaves in range.
    (f64::from(lod) * 256.0).floor().clamp(-1e6, 1e6) as i32
}

/// The levels that a level of detail means, before bias and bounds.
pub(super) fn levels(sampler: &Sampler, lod: i32, count: usize) -> Levels {
    let last = count.saturating_sub(1) as i32;
    let lod = lod.saturating_add(sampler.bias).min(sampler.highest).max(sampler.lowest).clamp(0, last << 8);
    if sampler.linear_levels {
        Levels { first: (lod >> 8) as usize, weight: (lod & 255) as u32 }
    } else {
        Levels { first: ((lod + 128) >> 8) as usize, weight: 0 }
    }
}

/// The level of detail that derivatives ask for: the logarithm of the longer one's length in texels.
pub(super) fn gradient(lengths: [f32; 2]) -> i32 {
    let longer = lengths[0].max(lengths[1]);
    fixed(longer.log2() * 0.5)
}
