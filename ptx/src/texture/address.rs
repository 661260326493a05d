//! From a coordinate to texels: their indices along one dimension, and where between them the point lies.

use super::Edge;

/// Bits of a normalised coordinate behind the point; what lies below them is cut off.
const FRACTION: u32 = 21;

/// Two neighbours along a dimension.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pair {
    /// The lower and the upper; `None` is the border.
    pub(super) at: [Option<u32>; 2],
    /// Weight of the upper one in 256ths, 0..=255.
    pub(super) weight: u32,
}

/// A coordinate and how it is read.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Axis {
    /// As the kernel gives it.
    pub(super) coordinate: f32,
    /// Texels.
    pub(super) size: u32,
    /// Texels of the largest level, which coordinates that are not normalised count.
    pub(super) whole: u32,
    /// Beyond the edge.
    pub(super) edge: Edge,
    /// The coordinate runs from 0 to 1.
    pub(super) normalized: bool,
    /// Texels added to it.
    pub(super) offset: i32,
}

/// The largest integer that is not above, within bounds; 0 for what is not a number. Without `f64::floor`,
/// which is a call on processors before SSE4.1.
fn floor(v: f64) -> i64 {
    let cut = v as i64;
    cut.saturating_sub(i64::from(cut as f64 > v))
}

impl Axis {
    /// The coordinate in texels, times 2²¹, its period taken off; beyond the bounds, somewhere beyond the
    /// edge.
    fn position(self) -> i64 {
        const ONE: i64 = 1 << FRACTION;
        const FAR: i64 = 1 << 40;
        let v = f64::from(self.coordinate);
        let scaled = floor(v * ONE as f64);
        if !self.normalized {
            // Only in texels is the fraction finer than 2⁻²¹; half an 8-bit step is all that counts of it.
            let position = scaled.clamp(-FAR, FAR);
            if self.size == self.whole {
                return position;
            }
            return (i128::from(position) * i128::from(self.size)).div_euclid(self.whole.into()) as i64;
        }
        let whole = match self.edge {
            Edge::Wrap | Edge::Mirror if v.is_infinite() => 0,
            Edge::Wrap => scaled.rem_euclid(ONE),
            Edge::Mirror => scaled.rem_euclid(2 * ONE),
            Edge::Clamp | Edge::Border => scaled.clamp(-FAR / 1024, FAR / 1024),
        };
        whole * i64::from(self.size)
    }

    /// The texel with this index, by the rule of the edge.
    fn texel(self, index: i64) -> Option<u32> {
        let last = i64::from(self.size) - 1;
        if (0..=last).contains(&index) {
            return Some(index as u32);
        }
        match self.edge {
            Edge::Wrap if self.normalized => Some(index.rem_euclid(last + 1) as u32),
            Edge::Border => None,
            Edge::Mirror if self.normalized => {
                let within = index.rem_euclid(2 * (last + 1));
                Some(if within > last { 2 * last + 1 - within } else { within } as u32)
            }
            _ => Some(index.clamp(0, last) as u32),
        }
    }

    /// The texel that the point lies in.
    pub(super) fn nearest(self) -> Option<u32> {
        self.texel((self.position() >> FRACTION) + i64::from(self.offset))
    }

    /// The index of the texel whose middle is at or below the point, wherever that is, and the next one's
    /// weight.
    pub(super) fn unbounded(self) -> (i64, u32) {
        let half = 1i64 << (FRACTION - 1);
        let round = 1i64 << (FRACTION - 9);
        let fixed = (self.position() - half + round) >> (FRACTION - 8);
        ((fixed >> 8) + i64::from(self.offset), (fixed & 255) as u32)
    }

    /// The texels whose middles the point lies between.
    pub(super) fn between(self) -> Pair {
        let (lower, upper) = self.unbounded();
        let at = [self.texel(lower), self.texel(lower + 1)];
        // Beyond an edge there is nothing between, so that weights of other dimensions are not split and
        // rounded.
        let weight = if at[0] == at[1] { 0 } else { upper };
        Pair { at, weight }
    }
}
