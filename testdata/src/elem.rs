//! Element types of recorded buffers, and numbers on their way into bytes.

use half::{bf16, f16};
use serde::Deserialize;

/// The type of a buffer's elements or of a scalar argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Elem {
    U8,
    I8,
    U16,
    I16,
    U32,
    I32,
    U64,
    I64,
    F32,
    F64,
    F16,
    Bf16,
    Ptr,
}

impl Elem {
    /// Size and alignment in bytes.
    pub const fn bytes(self) -> usize {
        match self {
            Elem::U8 | Elem::I8 => 1,
            Elem::U16 | Elem::I16 | Elem::F16 | Elem::Bf16 => 2,
            Elem::U32 | Elem::I32 | Elem::F32 => 4,
            Elem::U64 | Elem::I64 | Elem::F64 | Elem::Ptr => 8,
        }
    }

    /// Returns whether elements are floating-point numbers.
    pub const fn is_float(self) -> bool {
        matches!(self, Elem::F32 | Elem::F64 | Elem::F16 | Elem::Bf16)
    }

    /// Appends an integer, wrapped to the element's width (floats take its value).
    pub fn push_int(self, value: i128, out: &mut Vec<u8>) {
        if self.is_float() {
            self.push_float(value as f64, out);
        } else {
            self.push_bits(value as u64, out);
        }
    }

    /// Appends a number rounded to the element's type; integers are truncated and wrapped.
    pub fn push_float(self, value: f64, out: &mut Vec<u8>) {
        let bits = match self {
            Elem::F32 => u64::from((value as f32).to_bits()),
            Elem::F64 => value.to_bits(),
            Elem::F16 => u64::from(f16::from_f64(value).to_bits()),
            // By way of f32, as the recorder did.
            Elem::Bf16 => u64::from(bf16::from_f32(value as f32).to_bits()),
            _ => value as i128 as u64,
        };
        self.push_bits(bits, out);
    }

    /// Appends the low bits.
    pub fn push_bits(self, bits: u64, out: &mut Vec<u8>) {
        out.extend_from_slice(&bits.to_le_bytes()[..self.bytes()]);
    }

    /// Reads element `n` as bits.
    pub fn bits_at(self, bytes: &[u8], n: usize) -> u64 {
        let mut word = [0; 8];
        let size = self.bytes();
        word[..size].copy_from_slice(&bytes[n * size..(n + 1) * size]);
        u64::from_le_bytes(word)
    }

    /// A float element's bits as a number.
    pub fn to_f64(self, bits: u64) -> f64 {
        match self {
            Elem::F32 => f64::from(f32::from_bits(bits as u32)),
            Elem::F64 => f64::from_bits(bits),
            Elem::F16 => f16::from_bits(bits as u16).to_f64(),
            Elem::Bf16 => bf16::from_bits(bits as u16).to_f64(),
            _ => bits as f64,
        }
    }
}
