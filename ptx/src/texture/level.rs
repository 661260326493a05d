//! Levels of detail, in 256ths.

use super::Sampler;

/// One or two levels, and the weight of the second in 256ths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Levels {
    /// Larger level.
    pub(super) first: usize,
    /// Weight of the next level; 0 if it does not contribute.
    pub(super) weight: u32,
}

/// Converts a level of detail to 256ths; NaN is 0.
pub(super) fn fixed(lod: f32) -> i32 {
    // The limit keeps sums with a bias in range.
    (f64::from(lod) * 256.0).floor().clamp(-1e6, 1e6) as i32
}

/// Returns the levels for a level of detail, with bias and bounds applied.
#[inline]
pub(super) fn levels(sampler: &Sampler, lod: i32, count: usize) -> Levels {
    let last = count.saturating_sub(1) as i32;
    let lod = lod.saturating_add(sampler.bias).min(sampler.highest).max(sampler.lowest).clamp(0, last << 8);
    if sampler.linear_levels {
        Levels { first: (lod >> 8) as usize, weight: (lod & 255) as u32 }
    } else {
        Levels { first: ((lod + 128) >> 8) as usize, weight: 0 }
    }
}

/// Logarithms of 1 to 2 in steps of 1/256, in 256ths, as on an H200.
#[rustfmt::skip]
const LOGARITHMS: [u8; 256] = [
    0, 2, 4, 5, 6, 8, 9, 11, 12, 13, 15, 16, 18, 19, 20, 22, 23, 24, 26, 27, 28, 30, 31, 32,
    34, 35, 36, 38, 39, 40, 42, 43, 44, 45, 47, 48, 49, 50, 52, 53, 54, 55, 57, 58, 59, 60, 62, 63,
    64, 65, 66, 68, 69, 70, 71, 72, 74, 75, 76, 77, 78, 79, 81, 82, 83, 84, 85, 86, 88, 89, 90, 91,
    92, 93, 94, 95, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 109, 110, 111, 112, 113, 114, 115, 116, 117,
    118, 119, 120, 121, 122, 123, 124, 125, 126, 127, 128, 129, 130, 131, 132, 133, 135, 136, 137, 137, 138, 139, 140, 141,
    142, 143, 144, 145, 146, 147, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159, 160, 161, 162, 162, 163, 164,
    165, 166, 167, 168, 169, 170, 171, 172, 173, 173, 174, 175, 176, 177, 178, 179, 180, 181, 181, 182, 183, 184, 185, 186,
    187, 188, 188, 189, 190, 191, 192, 193, 194, 195, 195, 196, 197, 198, 199, 200, 200, 201, 202, 203, 204, 205, 205, 206,
    207, 208, 209, 210, 210, 211, 212, 213, 214, 214, 215, 216, 217, 218, 218, 219, 220, 221, 222, 222, 223, 224, 225, 226,
    226, 227, 228, 229, 229, 230, 231, 232, 233, 233, 234, 235, 236, 236, 237, 238, 239, 239, 240, 241, 242, 242, 243, 244,
    245, 245, 246, 247, 248, 248, 249, 250, 251, 251, 252, 253, 253, 254, 255, 255,
];

/// Returns the level of detail for two derivatives in texels, with the estimate of an H200: the largest
/// length of the derivatives and of 11/16 of their sum and difference, the diagonals of the footprint. One in
/// a hundred is off by 1/256.
pub(super) fn gradient([x, y]: [[f32; 3]; 2]) -> i32 {
    let short = |v: [f32; 3]| v.map(|c| f64::from(f32::from_bits(c.to_bits() & !0x3fff)));
    let (x, y) = (short(x), short(y));
    let diagonal = |sign: f64| std::array::from_fn(|n| (x[n] + sign * y[n]) * (11.0 / 16.0));
    let lengths = [x, y, diagonal(1.0), diagonal(-1.0)].map(length);
    if lengths.iter().any(|l| l.is_nan()) {
        return 0;
    }
    logarithm(lengths.into_iter().fold(0.0, f64::max))
}

/// Approximates a length without squares: the largest component, 11/32 of the next, a quarter of the
/// smallest, each with ten bits.
fn length(v: [f64; 3]) -> f64 {
    let mut v = v.map(|c| f64::from_bits(c.abs().to_bits() & !((1 << 43) - 1)));
    v.sort_by(f64::total_cmp);
    v[2] + v[1] * (11.0 / 32.0) + v[0] * 0.25
}

/// Returns the logarithm in 256ths, from eight bits of the mantissa.
fn logarithm(v: f64) -> i32 {
    let bits = v.to_bits();
    let exponent = (bits >> 52) as i32 - 1023;
    exponent * 256 + i32::from(LOGARITHMS[(bits >> 44) as usize & 255])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_of_derivatives() {
        assert_eq!(gradient([[1.0, 0.0, 0.0], [0.0; 3]]), 0);
        assert_eq!(gradient([[0.0; 3], [0.0, -8.0, 0.0]]), 3 * 256);
        assert_eq!(gradient([[6.570_3, -1.431_5, 0.0], [0.0; 3]]), 722);
        assert_eq!(gradient([[26.644_4, 0.528_2, 0.0], [-23.541_2, -1.220_8, 0.0]]), 1311);
        assert_eq!(gradient([[f32::NAN, 0.0, 0.0], [0.0; 3]]), 0);
        assert!(gradient([[0.0; 3]; 2]) < -1000 && gradient([[f32::INFINITY, 0.0, 0.0], [0.0; 3]]) > 1000);
    }
}
