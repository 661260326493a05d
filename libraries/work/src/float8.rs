//! Floats of 8 bits.

use crate::scalar::Stored;
use half::f16;

/// 8-bit float with 4 bits of exponent: no infinities, one NaN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub struct E4m3(pub u8);

/// 8-bit float with 5 bits of exponent, the upper half of an `f16`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub struct E5m2(pub u8);

/// Rounds the magnitude of an `f32` to a format with `mantissa` bits of fraction and a least normal exponent,
/// to nearest, ties to even. Returns its bits, which may exceed those of the format's largest number.
fn round(magnitude: f32, mantissa: u32, least: i32) -> u32 {
    if magnitude == 0.0 {
        return 0;
    }
    let exponent = ((magnitude.to_bits() >> 23) as i32 - 127).max(least);
    // In units of the last place, which is a power of two, the conversion is exact.
    let units = f64::from(magnitude) * 2f64.powi(mantissa as i32 - exponent);
    let units = units.round_ties_even() as u32;
    // The leading bit of a normal number adds one to its exponent's field.
    (((exponent - least) as u32) << mantissa) + units
}

/// Bits of a number: what is too large becomes the largest.
fn saturated(value: f32, mantissa: u32, least: i32, largest: u32) -> u8 {
    let sign = if value.is_sign_negative() { 0x80 } else { 0 };
    let bits = if value.is_nan() { 0x7f } else { round(value.abs().min(1e6), mantissa, least).min(largest) };
    sign | bits as u8
}

impl Stored for E4m3 {
    type Computed = f32;
    fn load(self) -> f32 {
        let (field, fraction) = (i32::from(self.0 >> 3 & 15), f32::from(self.0 & 7));
        let magnitude = match (field, self.0 & 7) {
            (15, 7) => f32::NAN,
            (0, _) => fraction * 2f32.powi(-9),
            _ => (8.0 + fraction) * 2f32.powi(field - 10),
        };
        if self.0 & 0x80 == 0 { magnitude } else { -magnitude }
    }
    fn store(value: f32) -> E4m3 {
        E4m3(saturated(value, 3, -6, 0x7e))
    }
}

impl Stored for E5m2 {
    type Computed = f32;
    fn load(self) -> f32 {
        f16::from_bits(u16::from(self.0) << 8).to_f32()
    }
    fn store(value: f32) -> E5m2 {
        E5m2(saturated(value, 2, -14, 0x7b))
    }
}

#[cfg(test)]
mod tests {
    use super::{E4m3, E5m2};
    use crate::Stored;

    #[test]
    fn every_number_is_stored_as_it_was() {
        for bits in 0..=u8::MAX {
            let (four, five) = (E4m3(bits), E5m2(bits));
            if !four.load().is_nan() {
                assert_eq!(E4m3::store(four.load()), four);
            }
            if five.load().is_finite() {
                assert_eq!(E5m2::store(five.load()), five);
            }
        }
    }

    #[test]
    fn floats_round_to_nearest_and_saturate() {
        assert_eq!([448.0, 1e9, f32::INFINITY, 464.0].map(|x| E4m3::store(x).load()), [448.0; 4]);
        assert_eq!([57344.0, 1e9, f32::NEG_INFINITY].map(|x| E5m2::store(x).load().abs()), [57344.0; 3]);
        // Ties go to the even neighbour: 17 is between 16 and 18, 19 between 18 and 20.
        assert_eq!([17.0, 19.0, 17.1].map(|x| E4m3::store(x).load()), [16.0, 20.0, 18.0]);
        assert_eq!(E4m3::store(2f32.powi(-10)).load(), 0.0);
        assert_eq!(E4m3::store(1.1 * 2f32.powi(-10)).load(), 2f32.powi(-9));
        assert!(E4m3::store(f32::NAN).load().is_nan() && E5m2::store(f32::NAN).load().is_nan());
    }
}
