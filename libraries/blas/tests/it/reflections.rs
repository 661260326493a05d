//! QR decompositions and least squares in batches, by what they must satisfy.

use crate::device::{Buffer, Handle, Pointer, ok};
use crate::shared::{Element, Matrix, for_all_types, host, place};
use hipblas::Status;
use num_complex::{Complex32, Complex64};
use std::ptr::null_mut;

for_all_types! {
    a_matrix_is_the_product_of_its_factors,
    solutions_have_the_least_residual_or_the_least_norm,
}

type Geqrf = unsafe extern "C" fn(Pointer, i32, i32, Pointer, i32, Pointer, Pointer, i32) -> Status;
type Gels = unsafe extern "C" fn(
    Pointer,
    u32,
    i32,
    i32,
    i32,
    Pointer,
    i32,
    Pointer,
    i32,
    Pointer,
    Pointer,
    i32,
) -> Status;

/// The functions of a type.
trait Functions: Element {
    const GEQRF: Geqrf;
    const GELS: Gels;
}

macro_rules! functions {
    ($($ty:ty: $geqrf:ident $gels:ident;)*) => {$(
        impl Functions for $ty {
            const GEQRF: Geqrf = hipblas::$geqrf;
            const GELS: Gels = hipblas::$gels;
        }
    )*};
}
functions! {
    f32: hipblasSgeqrfBatched hipblasSgelsBatched;
    f64: hipblasDgeqrfBatched hipblasDgelsBatched;
    Complex32: hipblasCgeqrfBatched hipblasCgelsBatched;
    Complex64: hipblasZgeqrfBatched hipblasZgelsBatched;
}

/// Addresses of some buffers, in device memory.
fn list<T: Copy>(all: &[Buffer<T>]) -> Buffer<Pointer> {
    Buffer::new(&all.iter().map(|buffer| buffer.at).collect::<Vec<_>>())
}

/// Matrix of a column-major array.
fn columns<T: Element>(values: &[T], rows: usize, columns: usize) -> Matrix<Complex64> {
    let element = |n: usize| values[n % columns * rows + n / columns].wide();
    Matrix { rows, columns, values: (0..rows * columns).map(element).collect() }
}

fn largest(m: &Matrix<Complex64>) -> f64 {
    m.values.iter().fold(0.0, |most, value| f64::max(most, value.norm()))
}

fn difference(a: &Matrix<Complex64>, b: &Matrix<Complex64>) -> Matrix<Complex64> {
    let values = a.values.iter().zip(&b.values).map(|(a, b)| a - b).collect();
    Matrix { values, ..*a }
}

mod tests {
    use super::*;

    pub(super) fn a_matrix_is_the_product_of_its_factors<T: Functions>() {
        let handle = Handle::new();
        for (m, n) in [(40, 37), (5, 9), (1, 1)] {
            let given = [1, 2, 3].map(|seed| Matrix::<T>::noise(m, n, 0.0, seed));
            let k = m.min(n);
            let on_a = given.each_ref().map(|a| Buffer::new(&a.by_columns()));
            let on_tau = [(); 3].map(|()| Buffer::new(&vec![T::narrow(Complex64::ZERO); k]));
            let (a, tau, mut info) = (list(&on_a), list(&on_tau), 7i32);
            // SAFETY: device memory is checked by the library; the place is a local's.
            let status = unsafe {
                T::GEQRF(handle.0, m as i32, n as i32, a.at, m as i32, tau.at, place(&mut info), 3)
            };
            assert_eq!((status, info), (Status::Success, 0));
            for ((given, a), tau) in given.iter().zip(&on_a).zip(&on_tau) {
                let (made, tau) = (columns(&a.read(), m, n), tau.read());
                // The product of the reflections with the upper triangle, from the last one to the first.
                let mut product = made.clone();
                (0..m).for_each(|i| (0..n.min(i)).for_each(|j| product.values[i * n + j] = Complex64::ZERO));
                for step in (0..k).rev() {
                    let v = |i: usize| if i == step { Complex64::ONE } else { made.get(i, step) };
                    for j in 0..n {
                        let sum: Complex64 = (step..m).map(|i| v(i).conj() * product.get(i, j)).sum();
                        let factor = tau[step].wide() * sum;
                        (step..m).for_each(|i| product.values[i * n + j] -= factor * v(i));
                    }
                }
                let error = largest(&difference(&product, &given.operand(0)));
                assert!(error < 4.0 * T::ERROR, "{m} {n}: {error:e}");
            }
        }
    }

    pub(super) fn solutions_have_the_least_residual_or_the_least_norm<T: Functions>() {
        let handle = Handle::new();
        let adjoint = if T::TYPE < 4 { 112 } else { 113 };
        for ((m, n), op) in [((30, 7), 111), ((30, 7), adjoint), ((6, 20), 111), ((6, 20), adjoint)] {
            let a = Matrix::<T>::noise(m, n, 0.0, 5);
            let wide = a.operand(if op == 111 { 0 } else { 2 });
            let back = a.operand(if op == 111 { 2 } else { 0 });
            // Of too few equations the least solution is in the range of the adjoint.
            let is_wide = wide.rows < wide.columns;
            let known = match is_wide {
                true => back.times(&Matrix::<T>::noise(wide.rows, 2, 0.0, 6).operand(0)),
                false => Matrix::<T>::noise(wide.columns, 2, 0.0, 6).operand(0),
            };
            let mut right = wide.times(&known);
            if !is_wide {
                right.values.iter_mut().enumerate().for_each(|(n, value)| *value += (n % 7) as f64 / 8.0);
            }
            let lead = m.max(n);
            let mut b = vec![T::narrow(Complex64::ZERO); lead * 2];
            (0..wide.rows).for_each(|i| (0..2).for_each(|j| b[j * lead + i] = T::narrow(right.get(i, j))));
            let (on_a, on_b) = ([Buffer::new(&a.by_columns())], [Buffer::new(&b)]);
            let (of_a, of_b, mut info, states) = (list(&on_a), list(&on_b), 7i32, Buffer::new(&[9i32]));
            // SAFETY: device memory is checked by the library; the place is a local's.
            let status = unsafe {
                let (m, n, lead, at) = (m as i32, n as i32, lead as i32, place(&mut info));
                T::GELS(handle.0, op, m, n, 2, of_a.at, m, of_b.at, lead, at, states.at, 1)
            };
            assert_eq!((status, info, states.read()), (Status::Success, 0, vec![0]));
            let all = columns(&on_b[0].read(), lead, 2);
            let x =
                Matrix { rows: wide.columns, columns: 2, values: all.values[..wide.columns * 2].to_vec() };
            let error = match is_wide {
                true => largest(&difference(&x, &known)),
                false => largest(&back.times(&difference(&wide.times(&x), &right))),
            };
            assert!(error < 1e2 * T::ERROR, "{m} {n} {op}: {error:e}");
        }
    }
}

#[test]
fn wrong_arguments_of_least_squares_are_told_apart() {
    let (handle, one) = (Handle::new(), [Buffer::new(&[1.0f32, 0.0, 0.0, 0.0])]);
    let (a, mut info, states) = (list(&one), 7i32, Buffer::new(&[9i32]));
    let mut call = |op: u32, m: i32, lda: i32, b: Pointer| {
        // SAFETY: device memory is checked by the library; the place is a local's.
        let status = unsafe {
            let (at, ld) = (place(&mut info), 2);
            hipblas::hipblasSgelsBatched(handle.0, op, m, 2, 1, a.at, lda, b, ld, at, states.at, 1)
        };
        (status, info)
    };
    assert_eq!(call(7, 2, 2, a.at), (Status::InvalidEnum, 7));
    assert_eq!(call(111, -1, 2, a.at), (Status::InvalidValue, -2));
    assert_eq!(call(111, 2, 1, a.at), (Status::InvalidValue, -6));
    assert_eq!(call(111, 2, 2, null_mut()), (Status::InvalidValue, -7));
    // The second column is zero.
    assert_eq!(call(111, 2, 2, a.at), (Status::Success, 0));
    assert_eq!(states.read(), [2]);
    let z = [Buffer::new(&[Complex64::ONE; 4])];
    let of_z = list(&z);
    // SAFETY: as above.
    let status = unsafe {
        let at = place(&mut info);
        hipblas::hipblasZgelsBatched(handle.0, 112, 2, 2, 1, of_z.at, 2, of_z.at, 2, at, null_mut(), 1)
    };
    assert_eq!((status, info), (Status::InvalidValue, -1));
    let (on_a, tau) = (Buffer::new(&[3.0f32, 4.0]), Buffer::new(&[0.0f32]));
    ok!(hipblasSgeqrf(handle.0, 2, 1, on_a.at, 2, tau.at, place(&mut info)));
    assert_eq!((on_a.read(), tau.read(), info), (vec![-5.0, 0.5], vec![1.6], 0));
    // SAFETY: refused before any address is used.
    let status =
        unsafe { hipblas::hipblasSgeqrf(handle.0, 2, 1, host(&1.0f32), 1, null_mut(), place(&mut info)) };
    assert_eq!((status, info), (Status::InvalidValue, -4));
}
