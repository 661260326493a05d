//! When two buffers count as equal.

use crate::elem::Elem;
use serde::Deserialize;

/// The rule of one output buffer.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Rule {
    /// Bit for bit, but any NaN equals any NaN.
    Exact,
    /// Bit for bit.
    Bits,
}

impl Rule {
    fn element(self, elem: Elem, got: u64, want: u64) -> bool {
        if got == want {
            return true;
        }
        if !elem.is_float() || self == Rule::Bits {
            return false;
        }
        let (a, b) = (elem.to_f64(got), elem.to_f64(want));
        a.is_nan() && b.is_nan()
    }

    /// Compares two buffers; an error tells how many elements differ and shows the first.
    pub fn check(self, elem: Elem, got: &[u8], want: &[u8]) -> Result<(), String> {
        if got.len() != want.len() {
            return Err(format!("{} bytes instead of {}", got.len(), want.len()));
        }
        let count = want.len() / elem.bytes();
        let wrong = |&n: &usize| !self.element(elem, elem.bits_at(got, n), elem.bits_at(want, n));
        let mut bad = (0..count).filter(wrong);
        let Some(first) = bad.next() else { return Ok(()) };
        let (g, w) = (elem.bits_at(got, first), elem.bits_at(want, first));
        let mut text = format!("{} of {count} differ; [{first}] is {g:#x}, not {w:#x}", 1 + bad.count());
        if elem.is_float() {
            text += &format!(" ({:e}, not {:e})", elem.to_f64(g), elem.to_f64(w));
        }
        Err(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn f32s(values: &[f32]) -> Vec<u8> {
        values.iter().flat_map(|v| v.to_le_bytes()).collect()
    }

    #[test]
    fn rules_tell_nans_apart() {
        let next = f32::from_bits(1f32.to_bits() + 1);
        let (a, b) = (f32s(&[1.0, f32::NAN, -0.0]), f32s(&[next, f32::NAN, 0.0]));
        assert!(Rule::Exact.check(Elem::F32, &a, &b).unwrap_err().starts_with("2 of 3 differ; [0]"));
        let quiet = f32s(&[f32::from_bits(0x7fc0_0001)]);
        assert!(Rule::Exact.check(Elem::F32, &quiet, &f32s(&[f32::NAN])).is_ok());
        assert!(Rule::Bits.check(Elem::F32, &quiet, &f32s(&[f32::NAN])).is_err());
    }
}
