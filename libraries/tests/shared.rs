//! Parts that the tests of the libraries share: memory of the device, numbers of the four types, matrices.

#![allow(dead_code, unused_imports, unused_macros, reason = "each library's tests use a part of them")]

use num_complex::{Complex32, Complex64};
use std::ffi::c_void;
use std::marker::PhantomData;
use std::ptr::null_mut;

pub(crate) type Pointer = *mut c_void;

unsafe extern "C" {
    fn hipMalloc(to: *mut Pointer, bytes: usize) -> u32;
    fn hipFree(pointer: Pointer) -> u32;
    fn hipMemcpy(to: Pointer, from: *const c_void, bytes: usize, kind: u32) -> u32;
    fn hipDeviceSynchronize() -> u32;
}

/// Waits for the device and returns its status.
pub(crate) fn synchronize() -> u32 {
    // SAFETY: no arguments.
    unsafe { hipDeviceSynchronize() }
}

/// Values in device memory.
pub(crate) struct Buffer<T> {
    pub(crate) at: Pointer,
    count: usize,
    of: PhantomData<T>,
}

impl<T: Copy> Buffer<T> {
    pub(crate) fn new(values: &[T]) -> Buffer<T> {
        let (mut at, bytes) = (null_mut(), size_of_val(values));
        // SAFETY: places and sizes are those of a local and of the slice.
        unsafe {
            assert_eq!(hipMalloc(&raw mut at, bytes.max(1)), 0);
            assert_eq!(hipMemcpy(at, values.as_ptr().cast(), bytes, 4), 0);
        }
        Buffer { at, count: values.len(), of: PhantomData }
    }

    /// Address of an element.
    pub(crate) fn place(&self, n: usize) -> Pointer {
        self.at.cast::<T>().wrapping_add(n).cast()
    }

    /// Reads the values after all work of the default stream.
    pub(crate) fn read(&self) -> Vec<T> {
        let mut values = Vec::with_capacity(self.count);
        // SAFETY: the vector has room for the bytes that are written.
        unsafe {
            assert_eq!(hipMemcpy(values.as_mut_ptr() as Pointer, self.at, self.count * size_of::<T>(), 4), 0);
            values.set_len(self.count);
        }
        values
    }
}

impl<T> Drop for Buffer<T> {
    fn drop(&mut self) {
        // SAFETY: allocated by `new`.
        unsafe { hipFree(self.at) };
    }
}

/// Address of a value on the host.
pub(crate) fn host<T>(value: &T) -> Pointer {
    (&raw const *value).cast_mut().cast()
}

/// Place of a result on the host.
pub(crate) fn place<T>(value: &mut T) -> Pointer {
    (&raw mut *value).cast()
}

/// Number of one of the four types.
pub(crate) trait Element: Copy + std::fmt::Debug {
    /// `hipDataType`
    const TYPE: u32;
    /// Greatest error of sums of some numbers about one.
    const ERROR: f64;
    fn narrow(value: Complex64) -> Self;
    fn wide(self) -> Complex64;
}

macro_rules! elements {
    ($($ty:ty: $code:literal, $error:literal, $of:expr, $wide:expr;)*) => {$(
        impl Element for $ty {
            const TYPE: u32 = $code;
            const ERROR: f64 = $error;
            fn narrow(value: Complex64) -> Self {
                let narrow: fn(Complex64) -> $ty = $of;
                narrow(value)
            }
            fn wide(self) -> Complex64 {
                let wide: fn($ty) -> Complex64 = $wide;
                wide(self)
            }
        }
    )*};
}
elements! {
    f32: 0, 2e-5, |z| z.re as f32, |x| Complex64::new(x.into(), 0.0);
    f64: 1, 1e-13, |z| z.re, |x| Complex64::new(x, 0.0);
    Complex32: 4, 2e-5, |z| Complex32::new(z.re as f32, z.im as f32), |z| Complex64::new(z.re.into(), z.im.into());
    Complex64: 5, 1e-13, |z| z, |z| z;
}

/// Runs a generic test for the four types.
macro_rules! for_all_types {
    ($($function:ident,)*) => {$(
        #[test]
        fn $function() {
            tests::$function::<f32>();
            tests::$function::<f64>();
            tests::$function::<num_complex::Complex32>();
            tests::$function::<num_complex::Complex64>();
        }
    )*};
}
pub(crate) use for_all_types;

/// A dense matrix on the host, row by row.
#[derive(Clone, Debug)]
pub(crate) struct Matrix<T> {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) values: Vec<T>,
}

impl<T: Element> Matrix<T> {
    /// Numbers between -1 and 1, of which a part is zero.
    pub(crate) fn noise(rows: usize, columns: usize, zeros: f64, seed: u64) -> Matrix<T> {
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 11) as f64 / (1u64 << 53) as f64
        };
        let mut number = || {
            let (there, re, im) = (next() >= zeros, 2.0 * next() - 1.0, 2.0 * next() - 1.0);
            T::narrow(if there { Complex64::new(re, im) } else { Complex64::new(0.0, 0.0) })
        };
        Matrix { rows, columns, values: (0..rows * columns).map(|_| number()).collect() }
    }

    pub(crate) fn get(&self, row: usize, column: usize) -> T {
        self.values[row * self.columns + column]
    }

    /// The operand of an operation, by its number.
    pub(crate) fn operand(&self, op: u32) -> Matrix<Complex64> {
        let conjugated = |z: Complex64| if op == 2 { z.conj() } else { z };
        let (rows, columns) = if op == 0 { (self.rows, self.columns) } else { (self.columns, self.rows) };
        let place = |n: usize| if op == 0 { (n / columns, n % columns) } else { (n % columns, n / columns) };
        let values =
            (0..rows * columns).map(|n| conjugated(self.get(place(n).0, place(n).1).wide())).collect();
        Matrix { rows, columns, values }
    }

    /// Elements column by column.
    pub(crate) fn by_columns(&self) -> Vec<T> {
        (0..self.columns)
            .flat_map(|j| (0..self.rows).map(move |i| (i, j)))
            .map(|(i, j)| self.get(i, j))
            .collect()
    }

    /// Places of the elements that are not zero, row by row.
    pub(crate) fn places(&self) -> Vec<(usize, usize)> {
        let all = (0..self.rows).flat_map(|i| (0..self.columns).map(move |j| (i, j)));
        all.filter(|&(i, j)| self.get(i, j).wide().norm() != 0.0).collect()
    }
}

impl Matrix<Complex64> {
    pub(crate) fn times(&self, other: &Matrix<Complex64>) -> Matrix<Complex64> {
        let element = |n: usize| {
            let (i, j) = (n / other.columns, n % other.columns);
            (0..self.columns).map(|k| self.get(i, k) * other.get(k, j)).sum()
        };
        let values = (0..self.rows * other.columns).map(element).collect();
        Matrix { rows: self.rows, columns: other.columns, values }
    }
}

/// Compares with what is expected.
pub(crate) fn check_near<T: Element>(what: &str, got: &[T], wanted: &[Complex64]) {
    assert_eq!(got.len(), wanted.len(), "{what}");
    for (n, (got, &wanted)) in got.iter().zip(wanted).enumerate() {
        let error = (got.wide() - T::narrow(wanted).wide()).norm();
        assert!(error <= T::ERROR * wanted.norm().max(1.0), "{what}: element {n} is {got:?}, not {wanted}");
    }
}
