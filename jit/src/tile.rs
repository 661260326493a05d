//! Matrix products as tensor cores compute them, many elements at once.
//!
//! [`ptx::interp::mma`] defines the result: products are exact, aligned to the exponent of the largest term,
//! truncated there, and summed. In binary32 this is a product, a scaling by a power of two and a truncating
//! conversion to an integer: all exact if exponents are far from binary32's limits. Otherwise, or with
//! infinities or NaN, [`floats`] returns `false` and the reference computes the product.

#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod bytes;
mod eighths;
pub(crate) mod fragments;
pub(crate) mod halves;

use ptx::ir::Scalar;

/// Columns that are summed at once.
const WIDTH: usize = 16;

/// A matrix, with elements as numbers.
#[derive(Default)]
pub(crate) struct Matrix {
    /// Elements.
    pub(crate) values: Vec<f32>,
    /// Power of two of each element's exponent; for a subnormal the smallest of its format, for zero zero.
    powers: Vec<f32>,
    /// Integer elements.
    pub(crate) integers: Vec<i32>,
    /// `true` if infinities or NaN are among the elements.
    is_special: bool,
    element: Option<Scalar>,
}

/// Converts an element of a float format to binary32; `None` for infinities and NaN.
#[inline]
fn decode(s: Scalar, bits: u32) -> Option<f32> {
    match s {
        Scalar::F16 => half(bits),
        Scalar::E5m2 => half(bits << 8),
        Scalar::E4m3 => (bits & 0x7f != 0x7f).then(|| {
            let magnitude = f32::from_bits((bits & 0x7f) << 20) * f32::from_bits(0x7b80_0000);
            f32::from_bits(magnitude.to_bits() | (bits & 0x80) << 24)
        }),
        _ => {
            let bits = match s {
                Scalar::Bf16 => bits << 16,
                Scalar::Tf32 => bits & !0x1fff,
                _ => bits,
            };
            (bits & 0x7f80_0000 != 0x7f80_0000).then(|| f32::from_bits(bits))
        }
    }
}

/// Converts a binary16 to binary32; `None` for infinities and NaN.
#[inline]
pub(crate) fn half(bits: u32) -> Option<f32> {
    // Moves the exponent to its place in binary32 and corrects the bias by an exact product.
    let magnitude = f32::from_bits((bits & 0x7fff) << 13) * f32::from_bits(0x7780_0000);
    (bits & 0x7c00 != 0x7c00).then(|| f32::from_bits(magnitude.to_bits() | (bits & 0x8000) << 16))
}

/// Returns the power of two of a format's smallest exponent.
const fn least(s: Scalar) -> f32 {
    f32::from_bits(match s {
        Scalar::F16 | Scalar::E5m2 => (127 - 14) << 23,
        Scalar::E4m3 => (127 - 6) << 23,
        _ => 1 << 23,
    })
}

/// Returns the power of two of a number's exponent.
#[inline(always)]
fn power(value: f32, least: f32) -> f32 {
    let power = f32::from_bits(value.to_bits() & 0x7f80_0000).max(least);
    if value == 0.0 { 0.0 } else { power }
}

impl Matrix {
    /// Clears the matrix to zeros of an element type.
    pub(crate) fn clear(&mut self, element: Scalar, len: usize) {
        self.element = Some(element);
        self.is_special = false;
        if element.is_float() {
            for list in [&mut self.values, &mut self.powers] {
                list.clear();
                list.resize(len, 0.0);
            }
        } else {
            self.integers.clear();
            self.integers.resize(len, 0);
        }
    }

    /// Sets an element, negated or not.
    #[inline]
    pub(crate) fn set(&mut self, at: usize, bits: u32, negate: bool) {
        let Some(element) = self.element else { return };
        match element {
            Scalar::S8 => self.integers[at] = i32::from(bits as i8),
            Scalar::U8 => self.integers[at] = i32::from(bits as u8),
            _ => match decode(element, bits) {
                Some(value) => {
                    self.values[at] = if negate { -value } else { value };
                    self.powers[at] = power(value, least(element));
                }
                None => self.is_special = true,
            },
        }
    }
}

/// Operands of a product: rows of A with the rows of B for their elements, and columns of B.
pub(crate) struct Product<'a> {
    /// Rows of A, contiguous.
    pub(crate) a: &'a Matrix,
    /// Row of B for each element of A; `None` for the element's index in its row.
    pub(crate) partners: Option<&'a [u16]>,
    /// Rows of B, contiguous, each of [`padded`] columns.
    pub(crate) b: &'a Matrix,
    /// Rows of A.
    pub(crate) rows: usize,
    /// Elements of a row of A.
    pub(crate) depth: usize,
    /// Columns of B.
    pub(crate) columns: usize,
    /// Element type of C.
    pub(crate) addend: Scalar,
}

/// Returns the padded length of a row of `columns` columns.
pub(crate) const fn padded(columns: usize) -> usize {
    columns.next_multiple_of(WIDTH)
}

/// Returns 2^`kept` over a power of two, or zero for zero.
#[inline(always)]
fn scale(power: f32, kept: u32) -> f32 {
    let field = power.to_bits() >> 23;
    f32::from_bits(if field == 0 { 0 } else { (254 + kept - field) << 23 })
}

/// Returns the inverse of [`scale`]; for zero any number.
#[inline(always)]
fn unit(power: f32, kept: u32) -> f64 {
    let field = power.to_bits() >> 23;
    f64::from_bits(u64::from(field + 1023 - 127 - kept) << 52)
}

/// Range of the exponents to which this module aligns sums.
const RANGE: std::ops::RangeInclusive<f32> =
    f32::from_bits((127 - 90) << 23)..=f32::from_bits((127 + 100) << 23);

/// Adds the products of floats to C, which has padded rows; terms keep `kept` bits after the point of the
/// largest exponent. Results are exact sums. Returns `false` if the reference must compute the product;
/// `sums` is then partly written.
pub(crate) fn floats(product: &Product<'_>, kept: u32, c: &[f32], sums: &mut [f64]) -> bool {
    if product.a.is_special || product.b.is_special {
        return false;
    }
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx512f") {
        // SAFETY: the processor has the instructions.
        return unsafe { floats_avx512(product, kept, c, sums) };
    }
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has the instructions.
        return unsafe { floats_avx2(product, kept, c, sums) };
    }
    floats_with(product, kept, c, sums)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn floats_avx512(product: &Product<'_>, kept: u32, c: &[f32], sums: &mut [f64]) -> bool {
    floats_with(product, kept, c, sums)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn floats_avx2(product: &Product<'_>, kept: u32, c: &[f32], sums: &mut [f64]) -> bool {
    floats_with(product, kept, c, sums)
}

type Strip<T> = [T; WIDTH];

/// Returns what a function computes for each place. Unlike `std::array::from_fn`, it becomes part of a caller
/// with wide vectors.
#[inline(always)]
fn each<T: Copy + Default>(value: impl Fn(usize) -> T) -> Strip<T> {
    let mut strip = [T::default(); WIDTH];
    for (n, to) in strip.iter_mut().enumerate() {
        *to = value(n);
    }
    strip
}

/// Raises the largest powers to those of the products with a factor.
#[inline(always)]
fn raise(largest: &mut Strip<f32>, powers: &Strip<f32>, factor: f32) {
    for (largest, &power) in largest.iter_mut().zip(powers) {
        let power = power * factor;
        *largest = if power > *largest { power } else { *largest };
    }
}

/// Returns whether sums of terms with these largest powers can be aligned.
#[inline(always)]
fn are_in_range(largest: &Strip<f32>) -> bool {
    let mut all = true;
    for power in largest {
        all &= *power == 0.0 || RANGE.contains(power);
    }
    all
}

/// Truncates a scaled term.
///
/// # Safety
/// The [`scale`] must be that of the largest power of two. A term is less than four times that power, and
/// less than 2^27 scaled.
#[inline(always)]
unsafe fn cut(term: f32) -> i32 {
    // SAFETY: an integer of 32 bits has it.
    unsafe { term.to_int_unchecked() }
}

/// Adds the products with a factor, scaled and truncated.
///
/// # Safety
/// As of [`cut`].
#[inline(always)]
unsafe fn add_terms(sum: &mut Strip<i32>, values: &Strip<f32>, factor: f32, scale: &Strip<f32>) {
    for ((sum, &value), &scale) in sum.iter_mut().zip(values).zip(scale) {
        // SAFETY: the caller's.
        *sum += unsafe { cut(value * factor * scale) };
    }
}

#[inline(always)]
fn strip<T: Copy>(list: &[T], at: usize) -> &Strip<T> {
    list[at..].first_chunk().unwrap_or_else(|| unreachable!("rows are padded"))
}

#[inline(always)]
fn floats_with(product: &Product<'_>, kept: u32, c: &[f32], sums: &mut [f64]) -> bool {
    let &Product { a, partners, b, rows, depth, columns, addend: format } = product;
    let width = padded(columns);
    for row in 0..rows {
        let elements = row * depth..(row + 1) * depth;
        let (a_values, a_powers) = (&a.values[elements.clone()], &a.powers[elements.clone()]);
        let partners = partners.map(|partners| &partners[elements.clone()]);
        let line = |n: usize| width * partners.map_or(n, |partners| usize::from(partners[n]));
        for first in (0..width).step_by(WIDTH) {
            let addend = strip(c, row * width + first);
            let mut largest: Strip<f32> = each(|n| power(addend[n], least(format)));
            for (n, &a) in a_powers.iter().enumerate() {
                raise(&mut largest, strip(&b.powers, line(n) + first), a);
            }
            if !are_in_range(&largest) {
                return false;
            }
            let scale: Strip<f32> = each(|n| scale(largest[n], kept));
            let unit: Strip<f64> = each(|n| unit(largest[n], kept));
            // Sixteen terms of less than 2^27 fit.
            let mut total: Strip<f64> = each(|n| {
                // SAFETY: the scale is that of the largest power.
                f64::from(unsafe { cut(addend[n] * scale[n]) })
            });
            for (from, part) in (0..).step_by(16).zip(a_values.chunks(16)) {
                let mut sum: Strip<i32> = [0; WIDTH];
                for (n, &a) in part.iter().enumerate() {
                    // SAFETY: the scales are those of the largest powers.
                    unsafe { add_terms(&mut sum, strip(&b.values, line(from + n) + first), a, &scale) };
                }
                total.iter_mut().zip(sum).for_each(|(total, sum)| *total += f64::from(sum));
            }
            let sums = &mut sums[row * width + first..][..WIDTH];
            for ((sum, total), unit) in sums.iter_mut().zip(total).zip(unit) {
                *sum = total * unit;
            }
        }
    }
    true
}

/// Converts an exact sum to `F32`, truncated to `fraction` bits.
#[inline(always)]
pub(crate) fn to_single(sum: f64, fraction: u32) -> u32 {
    // Exponents are far from the limits, so nothing is rounded.
    (f64::from_bits(sum.to_bits() & (u64::MAX << (52 - fraction))) as f32).to_bits()
}

/// Converts an exact sum to `F16`, to nearest; no zero is negative.
#[inline]
pub(crate) fn to_half(sum: f64) -> u32 {
    let bits = sum.to_bits();
    // Truncates with a sticky last bit, so that rounding twice equals rounding once.
    let cut = bits & (u64::MAX << 29) | u64::from(bits & ((1 << 29) - 1) != 0) << 29;
    let half = narrow(f64::from_bits(cut) as f32);
    if half & 0x7fff == 0 { 0 } else { half }
}

/// Converts a finite binary32 to binary16, to nearest, ties to even.
fn narrow(value: f32) -> u32 {
    const LARGEST: u32 = (127 + 16) << 23;
    const NORMAL: u32 = (127 - 14) << 23;
    let (sign, magnitude) = (value.to_bits() >> 16 & 0x8000, value.to_bits() & 0x7fff_ffff);
    let half = if magnitude >= LARGEST {
        0x7c00
    } else if magnitude < NORMAL {
        // In this sum the last bit of the fraction is that of the smallest subnormal.
        let magic = f32::from_bits((127 - 14 + 13) << 23);
        (f32::from_bits(magnitude) + magic).to_bits().wrapping_sub(magic.to_bits())
    } else {
        let odd = magnitude >> 13 & 1;
        (magnitude - (112 << 23) + 0xfff + odd) >> 13
    };
    sign | half
}

/// Adds sums of integer products to C.
pub(crate) fn integers(product: &Product<'_>, saturate: bool, c: &mut [i32]) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has the instructions.
        return unsafe { integers_avx2(product, saturate, c) };
    }
    integers_with(product, saturate, c);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn integers_avx2(product: &Product<'_>, saturate: bool, c: &mut [i32]) {
    integers_with(product, saturate, c);
}

#[inline(always)]
fn integers_with(product: &Product<'_>, saturate: bool, c: &mut [i32]) {
    let &Product { a, partners, b, rows, depth, columns, .. } = product;
    let width = padded(columns);
    for row in 0..rows {
        let elements = row * depth..(row + 1) * depth;
        let a = &a.integers[elements.clone()];
        let partners = partners.map(|partners| &partners[elements]);
        for first in (0..width).step_by(WIDTH) {
            let mut sum: Strip<i32> = [0; WIDTH];
            for (n, &a) in a.iter().enumerate() {
                let line = width * partners.map_or(n, |partners| usize::from(partners[n]));
                let b = strip(&b.integers, line + first);
                sum.iter_mut().zip(b).for_each(|(sum, &b)| *sum += a * b);
            }
            let c = &mut c[row * width + first..][..WIDTH];
            for (c, sum) in c.iter_mut().zip(sum) {
                *c = if saturate { c.saturating_add(sum) } else { c.wrapping_add(sum) };
            }
        }
    }
}

#[cfg(test)]
mod tests;
