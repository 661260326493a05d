//! A handle of the library, and its calls.

use crate::shared::{Buffer, Element, Matrix, Pointer, place};
use num_complex::Complex64;
use std::ptr::null_mut;

pub(crate) const UPPER: u32 = 121;
pub(crate) const LOWER: u32 = 122;

/// The status of a call.
macro_rules! status {
    ($function:ident($($argument:expr),* $(,)?)) => {
        // SAFETY: device memory is checked by the library; the other pointers are null or of locals.
        unsafe { hipsolver::$function($($argument),*) }
    };
}
pub(crate) use status;

/// Calls a function of the library, which must succeed.
macro_rules! ok {
    ($function:ident($($argument:expr),* $(,)?)) => {
        assert_eq!(crate::calls::status!($function($($argument),*)), hipsolver::Status::Success, stringify!($function))
    };
}
pub(crate) use ok;

/// Calls the function of a type's letter.
macro_rules! by_type {
    ($T:ty, $single:ident, $double:ident, $complex:ident, $double_complex:ident ($($argument:expr),* $(,)?)) => {
        match <$T>::TYPE {
            0 => crate::calls::ok!($single($($argument),*)),
            1 => crate::calls::ok!($double($($argument),*)),
            4 => crate::calls::ok!($complex($($argument),*)),
            _ => crate::calls::ok!($double_complex($($argument),*)),
        }
    };
}
pub(crate) use by_type;

/// A handle of the library.
pub(crate) struct Handle(pub(crate) Pointer);

impl Handle {
    pub(crate) fn new() -> Handle {
        let mut handle: Pointer = null_mut();
        ok!(hipsolverDnCreate(place(&mut handle)));
        Handle(handle)
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        assert_eq!(status!(hipsolverDnDestroy(self.0)), hipsolver::Status::Success);
    }
}

/// `A Aᴴ + n I`
pub(crate) fn positive(a: &Matrix<Complex64>) -> Matrix<Complex64> {
    let mut made = a.times(&a.operand(2));
    for row in 0..made.rows {
        made.values[row * made.columns + row] += made.rows as f64;
    }
    made
}

/// A matrix whose elements come column by column.
pub(crate) fn by_rows(values: &[Complex64], rows: usize, columns: usize) -> Matrix<Complex64> {
    let values = (0..rows * columns).map(|n| values[n % columns * rows + n / columns]).collect();
    Matrix { rows, columns, values }
}

/// Real numbers of a type's precision, read as they are.
pub(crate) enum Reals {
    Single(Buffer<f32>),
    Double(Buffer<f64>),
}

impl Reals {
    pub(crate) fn new<T: Element>(count: usize) -> Reals {
        match T::TYPE {
            0 | 4 => Reals::Single(Buffer::new(&vec![0f32; count])),
            _ => Reals::Double(Buffer::new(&vec![0f64; count])),
        }
    }

    pub(crate) fn pointer(&self) -> Pointer {
        match self {
            Reals::Single(buffer) => buffer.at,
            Reals::Double(buffer) => buffer.at,
        }
    }

    pub(crate) fn read(&self) -> Vec<f64> {
        match self {
            Reals::Single(buffer) => buffer.read().into_iter().map(f64::from).collect(),
            Reals::Double(buffer) => buffer.read(),
        }
    }
}
