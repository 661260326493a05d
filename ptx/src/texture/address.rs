//! Coordinates to texel indices along one dimension, and weights between neighbours.

use super::Edge;

/// Fraction bits of a normalised coordinate; lower bits are truncated.
pub(super) const FRACTION: u32 = 21;

/// Two neighbours along a dimension.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pair {
    /// Indices of the lower and the upper; `None` is the border.
    pub(super) at: [Option<u32>; 2],
    /// Weight of the upper neighbour in 256ths, 0..=255.
    pub(super) weight: u32,
}

/// Coordinate with its parameters.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Axis {
    /// Value in the kernel.
    pub(super) coordinate: f32,
    /// Size of the level in texels.
    pub(super) size: u32,
    /// Size of the largest level in texels, the unit of coordinates that are not normalised.
    pub(super) whole: u32,
    /// Treatment outside the image.
    pub(super) edge: Edge,
    /// `true` if the coordinate ranges from 0 to 1.
    pub(super) normalized: bool,
    /// Offset in texels.
    pub(super) offset: i32,
}

/// Returns the largest integer not above `v`, saturated; 0 for NaN. It avoids `f64::floor`, which is a call
/// on processors before SSE4.1.
#[inline]
fn floor(v: f64) -> i64 {
    let cut = v as i64;
    cut.saturating_sub(i64::from(cut as f64 > v))
}

/// Returns a position in 256ths of a texel, from the centre of the first one.
#[inline(always)]
pub(super) fn centred(position: i64) -> i64 {
    let half = 1i64 << (FRACTION - 1);
    let round = 1i64 << (FRACTION - 9);
    (position - half + round) >> (FRACTION - 8)
}

impl Axis {
    /// Returns the coordinate in texels, times 2²¹, reduced by its period; saturated outside the image.
    #[inline]
    fn position(self) -> i64 {
        const ONE: i64 = 1 << FRACTION;
        const FAR: i64 = 1 << 40;
        let v = f64::from(self.coordinate);
        let scaled = floor(v * ONE as f64);
        if !self.normalized {
            // Coordinates in texels have a finer fraction than 2⁻²¹; only half an 8-bit step of it matters.
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

    /// Returns the texel at an index, subject to the treatment outside the image.
    #[inline]
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

    /// Returns the nearest texel.
    #[inline]
    pub(super) fn nearest(self) -> Option<u32> {
        self.texel((self.position() >> FRACTION) + i64::from(self.offset))
    }

    /// Returns the index of the texel whose centre is at or below the position, without bounds, and the
    /// weight of the next.
    #[inline]
    pub(super) fn unbounded(self) -> (i64, u32) {
        let fixed = centred(self.position());
        ((fixed >> 8) + i64::from(self.offset), (fixed & 255) as u32)
    }

    /// Returns the texels between whose centres the position lies.
    #[inline]
    pub(super) fn neighbours(self) -> Pair {
        let (lower, upper) = self.unbounded();
        let at = [self.texel(lower), self.texel(lower + 1)];
        // Outside the edge both are the same texel: weight 0, so that weights of other dimensions are not
        // split and rounded.
        let weight = if at[0] == at[1] { 0 } else { upper };
        Pair { at, weight }
    }
}
