//! Elements by generator: the same numbers here and in the recorder.

/// Number of distributions of floats: near 1, of many sizes, of all sizes, with special values, subnormal,
/// mostly zero, and mostly zero with products at the limit of the result's range. Integers use the first two:
/// any, extreme.
pub(super) const DISTRIBUTIONS: u32 = 7;

/// Bits of an element.
pub(crate) fn width(element: &str) -> u32 {
    match element {
        "b1" => 1,
        "s4" | "u4" => 4,
        "s8" | "u8" | "e4m3" | "e5m2" => 8,
        "f16" | "bf16" => 16,
        "f64" => 64,
        _ => 32,
    }
}

/// Exponent and fraction bits of a float.
pub(crate) fn layout(element: &str) -> Option<(u32, u32)> {
    Some(match element {
        "f16" => (5, 10),
        "bf16" => (8, 7),
        "tf32" | "f32" => (8, 23),
        "f64" => (11, 52),
        "e4m3" => (4, 3),
        "e5m2" => (5, 2),
        _ => return None,
    })
}

fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The `i`th number of a seed.
pub(crate) fn draw(seed: u64, i: usize) -> u64 {
    mix(seed.wrapping_add((i as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)))
}

/// The `i`th element of a seed.
pub(crate) fn element(seed: u64, i: usize, ty: &str, distribution: u32) -> u64 {
    let r = draw(seed, i);
    let x = mix(r);
    let Some((exponent_bits, fraction_bits)) = layout(ty) else {
        return integer(r, x, ty, distribution);
    };
    let bias = (1u64 << (exponent_bits - 1)) - 1;
    let top = (1u64 << exponent_bits) - if ty == "e4m3" { 1 } else { 2 };
    let sign = (r & 1) << (exponent_bits + fraction_bits);
    let fraction = (r >> 1) & ((1 << fraction_bits) - 1);
    let (low, high) = (bias.saturating_sub(12), top.min(bias + 12));
    let exponent = match distribution {
        0 | 3 => bias - 2 + x % 5,
        1 | 5 => low + x % (high - low + 1),
        2 => x % (top + 1),
        6 if matches!(ty, "bf16" | "tf32") => bias - 76 + x % 5,
        _ => x % 4,
    };
    if distribution == 3 && x.is_multiple_of(24) {
        let infinity = ((1 << exponent_bits) - 1) << fraction_bits;
        let special = if ty == "e4m3" {
            [0, 1 << 7, 0x7f, 0xff, 0x7f, 1, 7, 0x7e]
        } else {
            let negative = 1 << (exponent_bits + fraction_bits);
            let (nan, largest) = (infinity | 1, infinity - 1);
            [0, negative, infinity, infinity | negative, nan, 1, (1 << fraction_bits) - 1, largest]
        };
        return special[((x >> 8) % 8) as usize];
    }
    if distribution >= 5 && !(x >> 40).is_multiple_of(4) {
        return sign;
    }
    sign | exponent << fraction_bits | fraction
}

fn integer(r: u64, x: u64, ty: &str, distribution: u32) -> u64 {
    let bits = width(ty);
    let full = (1u64 << bits) - 1;
    if distribution == 0 {
        return r & full;
    }
    let least = 1u64 << (bits - 1);
    let edges = [least, least - 1, 0, full, full, least, full >> 1, 1];
    let edge = edges[(x % 8) as usize] & full;
    if ty == "s32" && x >> 60 >= 8 { edge.wrapping_add(r % 65536).wrapping_sub(32768) & full } else { edge }
}

/// Metadata of eight groups of a sparse A, a number drawn for each: four bits a group, two places in rising
/// order; of `tf32` one, as two halves.
pub(crate) fn metadata(ty: &str, draw: impl Fn(usize) -> u64) -> u32 {
    let codes: &[u64] = if ty == "tf32" { &[4, 14] } else { &[4, 8, 12, 9, 13, 14] };
    let code = |p: usize| codes[(draw(p) % codes.len() as u64) as usize];
    (0..8).fold(0, |word, p| word | code(p) << (4 * p)) as u32
}
