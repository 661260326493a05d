//! Texels as bytes, as numbers, and as what a kernel's registers get.

use super::srgb::SRGB;

/// What a channel of a texel is.
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
    /// The format of this name.
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

    /// Bytes of a channel.
    pub const fn bytes(self) -> u32 {
        match self {
            Format::U8 | Format::S8 => 1,
            Format::U16 | Format::S16 | Format::F16 => 2,
            Format::U32 | Format::S32 | Format::F32 => 4,
        }
    }

    /// Two's complement numbers.
    pub const fn is_signed(self) -> bool {
        matches!(self, Format::S8 | Format::S16 | Format::S32)
    }

    /// Floats.
    pub const fn is_float(self) -> bool {
        matches!(self, Format::F16 | Format::F32)
    }

    /// The low bits of a word as a channel: extended by its sign.
    pub(super) const fn extend(self, word: u32) -> u32 {
        match self {
            Format::U8 => word as u8 as u32,
            Format::S8 => word as i8 as u32,
            Format::U16 | Format::F16 => word as u16 as u32,
            Format::S16 => word as i16 as u32,
            Format::U32 | Format::S32 | Format::F32 => word,
        }
    }

    /// A channel as a float's bits: integers over their largest value.
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

    /// A float as a channel, as a border's colour becomes one: clamped, and towards zero.
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

/// An sRGB byte as a half, in steps of 2⁻¹⁴ below 2⁻⁶ and of eight significant bits above, as the hardware's
/// table has it.
pub(super) fn linear_from_srgb(byte: u8) -> u16 {
    SRGB[usize::from(byte)]
}

/// A half as a float's bits; a NaN keeps its payload.
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

/// Sign, exponent and mantissa as they stand.
pub(super) fn split(half: u16) -> (bool, u32, u32) {
    (half >> 15 != 0, u32::from(half >> 10 & 31), u32::from(half & 1023))
}

/// A float as a half, cut off; what is too large is the largest number.
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
