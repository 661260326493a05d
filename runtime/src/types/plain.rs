//! Types with plain bytes as values.
#![expect(unsafe_code, reason = "a promise about a type's bytes, and the views that rest on it")]

/// Type for which every bit pattern is a value, and no byte is padding.
/// `#[derive(Plain)]` implements it for structures, and the feature `bytemuck` has `Pod` for types of
/// other crates.
///
/// # Safety
/// All bytes of a value are initialised, and any bytes are a valid value.
#[diagnostic::on_unimplemented(
    message = "not all bytes of `{Self}` are known to be plain values",
    label = "not `Plain`",
    note = "derive `Plain` for a structure of numbers"
)]
pub unsafe trait Plain: Copy + Send + Sync + 'static {}

macro_rules! plain {
    ($($ty:ty),*) => {$(
        // SAFETY: a number without padding; every bit pattern is a value.
        unsafe impl Plain for $ty {}
    )*};
}

plain!(u8, i8, u16, i16, u32, i32, u64, i64, u128, i128, usize, isize, f32, f64);

// SAFETY: an array has no gaps between elements.
unsafe impl<T: Plain, const N: usize> Plain for [T; N] {}

/// Views values as bytes.
pub(crate) fn bytes<T: Plain>(values: &[T]) -> &[u8] {
    // SAFETY: `Plain` promises initialised bytes; the slice borrows the values.
    unsafe { std::slice::from_raw_parts(values.as_ptr().cast(), size_of_val(values)) }
}

/// Views values as mutable bytes.
pub(crate) fn bytes_mut<T: Plain>(values: &mut [T]) -> &mut [u8] {
    // SAFETY: `Plain` promises that any bytes are valid values; the slice borrows the values.
    unsafe { std::slice::from_raw_parts_mut(values.as_mut_ptr().cast(), size_of_val(values)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_bytes_are_views_of_each_other() {
        let mut values = [[1u16, 2], [3, 4]];
        assert_eq!(bytes(&values), [1, 0, 2, 0, 3, 0, 4, 0]);
        bytes_mut(&mut values)[3] = 1;
        assert_eq!(values, [[1, 258], [3, 4]]);
        assert!(bytes::<u64>(&[]).is_empty() && bytes_mut::<u64>(&mut []).is_empty());
    }
}
