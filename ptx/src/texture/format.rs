//! Formats of texels: encoding, numeric value, and register contents.

use super::srgb::SRGB;

/// Type of a texel's channel.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the names of PTX's types say it")]
pub enum Format {
    U8,
    U16,
    U32,
    S8,
    S16,
    S32,
    F16,
    F32,
}

impl Format {
    /// Returns the format with this name.
    pub fn from_name(name: &str) -> Option<Format> {
        Some(match name {
            "u8" => Format::U8,
            "u16" => Format::U16,
            "u32" => Format::U32,
            "s8" => Format::S8,
            "s16" => Format::S16,
            "s32" => Format::S32,
            "f16" => Format::F16,
            "f32" => Format::F32,
            _ => return None,
        })
    }

    /// Returns the size of a channel in bytes.
    pub const fn bytes(self) -> u32 {
        match self {
            Format::U8 | Format::S8 => 1,
            Format::U16 | Format::S16 | Format::F16 => 2,
            Format::U32 | Format::S32 | Format::F32 => 4,
        }
    }

    /// Returns whether it is a signed integer.
    pub const fn is_signed(self) -> bool {
        matches!(self, Format::S8 | Format::S16 | Format::S32)
    }

    /// Returns whether it is a float.
    pub const fn is_float(self) -> bool {
        matches!(self, Format::F16 | Format::F32)
    }

    /// Returns the low bits of a word as a channel, extended by its sign.
    pub(super) const fn extend(self, word: u32) -> u32 {
        let above = 32 - 8 * self.bytes();
        if self.is_signed() { ((word << above) as i32 >> above) as u32 } else { word << above >> above }
    }

    /// Converts a channel to bits of a float; integers are divided by their largest value.
    #[inline(always)]
    pub(super) fn number(self, raw: u32) -> u32 {
        let signed = |most: i32| (raw as i32).max(-most) as f32 / most as f32;
        match self {
            Format::U8 => (raw as f32 / 255.0).to_bits(),
            Format::U16 => (raw as f32 / 65535.0).to_bits(),
            Format::S8 => signed(127).to_bits(),
            Format::S16 => signed(32767).to_bits(),
            Format::F16 => widen(raw as u16),
            Format::U32 | Format::S32 | Format::F32 => raw,
        }
    }

    /// Converts a float to a channel, clamped and rounded towards zero, as for the border's colour.
    pub(super) fn quantize(self, bits: u32) -> u32 {
        let v = f64::from(f32::from_bits(bits));
        match self {
            Format::U8 => (v.clamp(0.0, 1.0) * 255.0) as u32,
            Format::U16 => (v.clamp(0.0, 1.0) * 65535.0) as u32,
            Format::S8 => (v.clamp(-1.0, 1.0) * 127.0) as i32 as u32,
            Format::S16 => (v.clamp(-1.0, 1.0) * 32767.0) as i32 as u32,
            Format::F16 => u32::from(narrow_towards_zero(bits)),
            Format::U32 | Format::S32 | Format::F32 => bits,
        }
    }
}

/// Converts an sRGB byte to binary16 by the hardware's table: steps of 2⁻¹⁴ below 2⁻⁶, eight significant bits
/// above.
pub(super) fn linear_from_srgb(byte: u8) -> u16 {
    SRGB[usize::from(byte)]
}

/// Converts a binary16 to bits of a float; a NaN keeps its payload.
pub(super) fn widen(half: u16) -> u32 {
    let (sign, exponent, mantissa) = split(half);
    let sign = if sign { 1 << 31 } else { 0 };
    match (exponent, mantissa) {
        (0, 0) => sign,
        (0, m) => {
            let top = 31 - m.leading_zeros();
            sign | (top + 103) << 23 | (m << (23 - top)) & 0x7f_ffff
        }
        (31, m) => sign | 0x7f80_0000 | m << 13,
        (e, m) => sign | (e + 112) << 23 | m << 13,
    }
}

/// Returns sign, exponent and mantissa, undecoded.
pub(super) fn split(half: u16) -> (bool, u32, u32) {
    (half >> 15 != 0, u32::from(half >> 10 & 31), u32::from(half & 1023))
}

/// Truncates a float to binary16; values out of range become the largest number.
pub(super) fn narrow_towards_zero(bits: u32) -> u16 {
    let sign = (bits >> 16 & 0x8000) as u16;
    let (exponent, mantissa) = ((bits >> 23 & 255) as i32, bits & 0x7f_ffff);
    match exponent - 112 {
        143 if mantissa != 0 => sign | 0x7e00 | (mantissa >> 13) as u16,
        143 => sign | 0x7c00,
        31.. => sign | 0x7bff,
        e @ 1..=30 => sign | (e as u16) << 10 | (mantissa >> 13) as u16,
        e @ -10..=0 => sign | ((mantissa | 1 << 23) >> (14 - e)) as u16,
        _ => sign,
    }
}
