//! LU decompositions of matrices that are larger than a panel, and steps of decompositions.

use crate::calls::{Handle, LOWER, UPPER, by_rows, by_type, ok, status};
use crate::shared::{Buffer, Element, Matrix, Pointer, check_near, for_all_types, place};
use hipsolver::Status;
use num_complex::Complex64;
use std::ptr::null_mut;

for_all_types! {
    decompositions_have_lapacks_exchanges,
    columns_without_a_pivot_are_passed_over,
    rows_are_exchanged_both_ways,
    triangles_are_multiplied_with_their_adjoints,
}

/// Factors in one matrix, exchanged rows from 1, and `info`.
fn decompose<T: Element>(a: &Matrix<T>) -> (Matrix<Complex64>, Vec<usize>, i32) {
    let handle = Handle::new();
    let (m, n) = (a.rows, a.columns);
    let (of_a, pivots, info) =
        (Buffer::new(&a.by_columns()), Buffer::new(&vec![0i32; m.min(n)]), Buffer::new(&[-9i32]));
    by_type!(
        T,
        hipsolverDnSgetrf,
        hipsolverDnDgetrf,
        hipsolverDnCgetrf,
        hipsolverDnZgetrf(handle.0, m as i32, n as i32, of_a.at, m as i32, null_mut(), pivots.at, info.at)
    );
    let factors: Vec<Complex64> = of_a.read().into_iter().map(T::wide).collect();
    let rows = pivots.read().into_iter().map(|row| row as usize).collect();
    (by_rows(&factors, m, n), rows, info.read()[0])
}

/// The matrix with exchanged rows, column by column, and the product of the factors.
fn both_sides<T: Element>(
    a: &Matrix<T>,
    factors: &Matrix<Complex64>,
    rows: &[usize],
) -> (Vec<T>, Vec<Complex64>) {
    let (m, n) = (a.rows, a.columns);
    let mut order: Vec<usize> = (0..m).collect();
    rows.iter().enumerate().for_each(|(one, &other)| order.swap(one, other - 1));
    let rank = m.min(n);
    let (mut lower, mut upper) = (vec![Complex64::ZERO; m * rank], vec![Complex64::ZERO; rank * n]);
    for i in 0..m {
        for j in 0..n {
            match i <= j {
                true => upper[i * n + j] = factors.get(i, j),
                false => lower[i * rank + j] = factors.get(i, j),
            }
        }
        if i < rank {
            lower[i * rank + i] = Complex64::ONE;
        }
    }
    let lower = Matrix { rows: m, columns: rank, values: lower };
    let product = lower.times(&Matrix { rows: rank, columns: n, values: upper });
    let wanted = (0..m * n).map(|n_th| a.get(order[n_th % m], n_th / m)).collect();
    (wanted, product.by_columns())
}

/// A sum of as many products as the rank has errors of as many roundings.
fn check<T: Element>(what: &str, got: &[T], wanted: &[Complex64], sums: usize) {
    let share = |z: Complex64| z / sums as f64;
    let got: Vec<T> = got.iter().map(|x| T::narrow(share(x.wide()))).collect();
    check_near(what, &got, &wanted.iter().map(|&z| share(z)).collect::<Vec<_>>());
}

mod tests {
    use super::*;

    pub(super) fn decompositions_have_lapacks_exchanges<T: Element>() {
        for (m, n, seed) in [(70, 70, 1), (100, 66, 2), (66, 80, 3), (64, 64, 4), (65, 65, 5), (1, 90, 6)] {
            let a = Matrix::<T>::noise(m, n, 0.0, seed);
            let (factors, rows, info) = decompose(&a);
            assert_eq!(info, 0);
            let (wanted, product) = both_sides(&a, &factors, &rows);
            check("factors", &wanted, &product, m.min(n));
            // No exchange leads back, and no row had a greater element: of real numbers none is above one.
            assert!(rows.iter().enumerate().all(|(one, &other)| other > one && other <= m));
            let most = |i: usize| (0..i.min(n)).map(|j| factors.get(i, j).norm()).fold(0.0, f64::max);
            assert!((0..m).all(|i| most(i) <= 2f64.sqrt() + 1e-3), "{m} x {n}");
        }
    }

    pub(super) fn columns_without_a_pivot_are_passed_over<T: Element>() {
        // A column of zeros in the first panel, in a later one, and at the end.
        for zero in [3, 70, 79] {
            let mut a = Matrix::<T>::noise(80, 80, 0.0, 7);
            (0..80).for_each(|row| a.values[row * 80 + zero] = T::narrow(Complex64::ZERO));
            let (factors, rows, info) = decompose(&a);
            assert_eq!(info, zero as i32 + 1);
            let (wanted, product) = both_sides(&a, &factors, &rows);
            assert!(product.iter().all(|z| z.is_finite()));
            check("factors", &wanted, &product, 80);
        }
        // The first of two counts, and a pivot whose reciprocal is infinite is one.
        let mut a = Matrix::<T>::noise(70, 70, 0.0, 8);
        for row in 0..70 {
            a.values[row * 70 + 66] = T::narrow(Complex64::ZERO);
            a.values[row * 70 + 68] = T::narrow(Complex64::ZERO);
            a.values[row * 70] = T::narrow(Complex64::new(if row == 5 { 1e-40 } else { 0.0 }, 0.0));
        }
        let (factors, rows, info) = decompose(&a);
        assert_eq!((info, rows[0]), (67, 6));
        assert!(factors.values.iter().all(|z| z.is_finite()));
    }

    pub(super) fn rows_are_exchanged_both_ways<T: Element>() {
        let handle = Handle::new();
        let a = Matrix::<T>::noise(6, 3, 0.0, 9);
        let partners = Buffer::new(&[1i32, 0, 4, 0, 6, 0, 5]);
        // Rows 1 to 3 with every second of the list: (1 1), (2 4), (3 6).
        let run = |step: i32, at: &Buffer<T>| {
            by_type!(
                T,
                hipsolverExtSlaswp,
                hipsolverExtDlaswp,
                hipsolverExtClaswp,
                hipsolverExtZlaswp(handle.0, 3, at.at, 6, 1, 3, partners.at, step)
            );
            at.read()
        };
        let of_a = Buffer::new(&a.by_columns());
        let forth: Vec<Complex64> = run(2, &of_a).into_iter().map(T::wide).collect();
        let order = [0, 3, 5, 1, 4, 2];
        let wanted: Vec<Complex64> = (0..18).map(|n| a.get(order[n % 6], n / 6).wide()).collect();
        assert_eq!(forth, wanted);
        let back: Vec<Complex64> = run(-2, &of_a).into_iter().map(T::wide).collect();
        assert_eq!(back, a.by_columns().into_iter().map(T::wide).collect::<Vec<_>>());
        let code = status!(hipsolverExtSlaswp(handle.0, 3, of_a.at, 6, 0, 3, partners.at, 1));
        assert_eq!(code, Status::InvalidValue);
    }

    pub(super) fn triangles_are_multiplied_with_their_adjoints<T: Element>() {
        const N: usize = 20;
        let handle = Handle::new();
        let a = Matrix::<T>::noise(N, N, 0.0, 10);
        for fill in [LOWER, UPPER] {
            let (of_a, info, n) = (Buffer::new(&a.by_columns()), Buffer::new(&[9i32]), N as i32);
            let none: Pointer = null_mut();
            by_type!(
                T,
                hipsolverExtSlauum,
                hipsolverExtDlauum,
                hipsolverExtClauum,
                hipsolverExtZlauum(handle.0, fill, n, of_a.at, n, none, 0, info.at)
            );
            assert_eq!(info.read(), [0]);
            let is_stored = |i: usize, j: usize| if fill == LOWER { i >= j } else { i <= j };
            let value = |k: usize| match is_stored(k / N, k % N) {
                true => a.values[k].wide(),
                false => Complex64::ZERO,
            };
            let factor = Matrix { rows: N, columns: N, values: (0..N * N).map(value).collect() };
            let product = if fill == LOWER {
                factor.operand(2).times(&factor)
            } else {
                factor.times(&factor.operand(2))
            };
            let wanted: Vec<Complex64> = (0..N * N)
                .map(|k| (k % N, k / N))
                .map(|(i, j)| if is_stored(i, j) { product.get(i, j) } else { a.get(i, j).wide() })
                .collect();
            check("lauum", &of_a.read(), &wanted, N);
        }
        let mut work = 0i32;
        ok!(hipsolverExtSlauum_bufferSize(handle.0, LOWER, 20, null_mut(), 20, place(&mut work)));
        assert!(work > 0);
    }
}
