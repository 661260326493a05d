//! Inputs made from a few numbers, so that no input file is stored: splitmix64 in counter form.

use crate::elem::Elem;
use serde::Deserialize;

/// Content of a buffer before the first launch.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[expect(missing_docs, reason = "the format is told in testdata/gpu/README.md")]
pub enum Init {
    Fill {
        value: serde_json::Number,
    },
    Iota {
        start: serde_json::Number,
        step: serde_json::Number,
    },
    Rand {
        seed: u64,
        lo: i64,
        hi: i64,
        den: i64,
    },
    Uniform {
        seed: u64,
        lo: f64,
        hi: f64,
    },
    Bits {
        seed: u64,
    },
    Pattern {
        values: Vec<serde_json::Number>,
    },
    Hexbits {
        values: Vec<String>,
    },
    Mulmod {
        mul: u64,
        add: u64,
        r#mod: u64,
    },
    Perm {
        seed: u64,
    },
    Text {
        value: String,
    },
    Words,
    /// The module's own initialiser stays.
    Module,
}

fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Draw `i` of the stream with this seed.
pub fn draw(seed: u64, i: u64) -> u64 {
    mix(seed.wrapping_add((i + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)))
}

fn push_number(elem: Elem, value: &serde_json::Number, out: &mut Vec<u8>) {
    if let Some(v) = value.as_i64() {
        elem.push_int(v.into(), out);
    } else if let Some(v) = value.as_u64() {
        elem.push_int(v.into(), out);
    } else {
        elem.push_float(value.as_f64().unwrap_or(f64::NAN), out);
    }
}

impl Init {
    /// The bytes of `count` elements; empty for [`Init::Module`].
    pub fn bytes(&self, elem: Elem, count: usize) -> Vec<u8> {
        let mut out = Vec::with_capacity(count * elem.bytes());
        let n = count as u64;
        match self {
            Init::Fill { value } => (0..n).for_each(|_| push_number(elem, value, &mut out)),
            Init::Iota { start, step } => (0..n).for_each(|i| match (start.as_i64(), step.as_i64()) {
                (Some(start), Some(step)) => {
                    elem.push_int(i128::from(start) + i128::from(i) * i128::from(step), &mut out);
                }
                _ => {
                    let (start, step) = (start.as_f64().unwrap_or(0.0), step.as_f64().unwrap_or(0.0));
                    elem.push_float(start + i as f64 * step, &mut out);
                }
            }),
            Init::Rand { seed, lo, hi, den } => (0..n).for_each(|i| {
                let span = hi.wrapping_sub(*lo).wrapping_add(1) as u64;
                let v = if span == 0 { draw(*seed, i) } else { draw(*seed, i) % span };
                if elem.is_float() {
                    elem.push_float((v as f64 + *lo as f64) / *den as f64, &mut out);
                } else {
                    elem.push_bits((*lo as u64).wrapping_add(v), &mut out);
                }
            }),
            Init::Uniform { seed, lo, hi } => (0..n).for_each(|i| {
                let u = (draw(*seed, i) >> 11) as f64 * 2f64.powi(-53);
                elem.push_float(lo + (hi - lo) * u, &mut out);
            }),
            Init::Bits { seed } => (0..n).for_each(|i| elem.push_bits(draw(*seed, i), &mut out)),
            Init::Pattern { values } => {
                (0..count).for_each(|i| push_number(elem, &values[i % values.len()], &mut out));
            }
            Init::Hexbits { values } => (0..count).for_each(|i| {
                let text = &values[i % values.len()];
                let bits = u64::from_str_radix(text.trim_start_matches("0x"), 16);
                elem.push_bits(bits.unwrap_or_else(|e| panic!("hexbits `{text}`: {e}")), &mut out);
            }),
            Init::Mulmod { mul, add, r#mod } => (0..n).for_each(|i| {
                let v = (u128::from(i) * u128::from(*mul) + u128::from(*add)) % u128::from(*r#mod);
                elem.push_int(v as i128, &mut out);
            }),
            Init::Perm { seed } => {
                let mut p: Vec<u64> = (0..n).collect();
                for i in (1..n).rev() {
                    p.swap(i as usize, (draw(*seed, n - 1 - i) % (i + 1)) as usize);
                }
                p.into_iter().for_each(|v| elem.push_int(v.into(), &mut out));
            }
            Init::Text { value } => {
                let text = value.as_bytes();
                out.extend((0..count * elem.bytes()).map(|i| text[i % text.len()]));
            }
            Init::Words => {
                let mut state = 12345_u32;
                for i in 0..n {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    let word = (state >> 8).wrapping_mul(2_654_435_761);
                    let small = i < 300 && i % 11 == 0;
                    elem.push_bits(if small { i % 7 } else { word.into() }, &mut out);
                }
            }
            Init::Module => {}
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|b| format!("{b:02x}")).collect()
    }

    #[test]
    fn the_stream_is_the_recorders() {
        let first: Vec<u64> = (0..4).map(|i| draw(1, i)).collect();
        assert_eq!(first, [0x910a2dec89025cc1, 0xbeeb8da1658eec67, 0xf893a2eefb32555e, 0x71c18690ee42c90b]);
    }

    #[test]
    fn bytes_are_the_recorders() {
        let check = |init: Init, elem, count, want: &str| assert_eq!(hex(&init.bytes(elem, count)), want);
        check(Init::Uniform { seed: 21, lo: -8.0, hi: 8.0 }, Elem::F32, 3, "eb6bf2c0fe9fd440e095cc3e");
        check(
            Init::Uniform { seed: 23, lo: -8.0, hi: 8.0 },
            Elem::F64,
            2,
            "60c00680f6351a40e0723be11038f93f",
        );
        let rand = |seed, lo, hi, den| Init::Rand { seed, lo, hi, den };
        check(rand(71, -1_000_000, 1_000_000, 1), Elem::I32, 4, "897ffcff850df7ff95820b00fc3cfdff");
        check(rand(61, -8, 8, 16), Elem::F16, 4, "003500b800b50038");
        check(rand(521, -128, 128, 16), Elem::Bf16, 4, "e8bf603f86c0303f");
        check(Init::Bits { seed: 3 }, Elem::U8, 8, "ed8901cf9607b816");
        check(Init::Perm { seed: 1232 }, Elem::U32, 6, "020000000300000000000000010000000500000004000000");
    }
}
