//! Eigenvalues and singular values.

use crate::calls::{Handle, LOWER, Reals, UPPER, by_rows, by_type, ok, positive};
use crate::shared::{Buffer, Element, Matrix, check_near, for_all_types, place};
use num_complex::Complex64;
use std::ptr::null_mut;

const N: usize = 24;
const NO_VECTORS: u32 = 201;
const VECTORS: u32 = 202;

for_all_types! {
    eigenvalues_rise_and_have_their_vectors,
    pairs_have_eigenvalues,
    singular_values_make_the_matrix,
}

mod tests {
    use super::*;

    fn narrow<T: Element>(of: &Matrix<Complex64>) -> Vec<T> {
        of.by_columns().into_iter().map(T::narrow).collect()
    }

    fn check<T: Element>(what: &str, got: &Matrix<Complex64>, wanted: &Matrix<Complex64>) {
        let scaled = |of: &Matrix<Complex64>| of.values.iter().map(|z| z / N as f64).collect::<Vec<_>>();
        let got: Vec<T> = scaled(got).into_iter().map(T::narrow).collect();
        check_near(what, &got, &scaled(wanted));
    }

    fn diagonal(values: &[f64], rows: usize, columns: usize) -> Matrix<Complex64> {
        let element = |n: usize| match (n / columns, n % columns) {
            (i, j) if i == j && i < values.len() => Complex64::new(values[i], 0.0),
            _ => Complex64::ZERO,
        };
        Matrix { rows, columns, values: (0..rows * columns).map(element).collect() }
    }

    fn hermitian<T: Element>(seed: u64) -> Matrix<Complex64> {
        let a = Matrix::<T>::noise(N, N, 0.0, seed);
        let (plain, adjoint) = (a.operand(0), a.operand(2));
        let values = plain.values.iter().zip(&adjoint.values).map(|(a, b)| a + b).collect();
        Matrix { rows: N, columns: N, values }
    }

    pub(super) fn eigenvalues_rise_and_have_their_vectors<T: Element>() {
        let (handle, n, info) = (Handle::new(), N as i32, Buffer::new(&[9i32, 9]));
        let a = hermitian::<T>(1);
        for fill in [LOWER, UPPER] {
            let mut stored = a.clone();
            // The other triangle is not read.
            for (i, j) in
                (0..N * N).map(|n| (n / N, n % N)).filter(|&(i, j)| (i < j) == (fill == LOWER) && i != j)
            {
                stored.values[i * N + j] = Complex64::new(1e3, 0.0);
            }
            let (of_a, values) = (Buffer::new(&narrow::<T>(&stored)), Reals::new::<T>(N));
            by_type!(
                T,
                hipsolverDnSsyevd,
                hipsolverDnDsyevd,
                hipsolverDnCheevd,
                hipsolverDnZheevd(
                    handle.0,
                    VECTORS,
                    fill,
                    n,
                    of_a.at,
                    n,
                    values.pointer(),
                    null_mut(),
                    0,
                    info.at
                )
            );
            assert_eq!(info.read()[0], 0);
            let (values, read) = (values.read(), of_a.read());
            assert!(values.windows(2).all(|pair| pair[0] <= pair[1]));
            let vectors = by_rows(&read.into_iter().map(T::wide).collect::<Vec<_>>(), N, N);
            check::<T>("A V = V D", &a.times(&vectors), &vectors.times(&diagonal(&values, N, N)));
            check::<T>("VᴴV", &vectors.operand(2).times(&vectors), &diagonal(&[1.0; N], N, N));
            // Some of them, by their numbers.
            let (of_a, some, mut count) = (Buffer::new(&narrow::<T>(&stored)), Reals::new::<T>(N), 0i32);
            match T::TYPE {
                0 => ok!(hipsolverDnSsyevdx(
                    handle.0,
                    NO_VECTORS,
                    223,
                    fill,
                    n,
                    of_a.at,
                    n,
                    0.0,
                    0.0,
                    3,
                    7,
                    place(&mut count),
                    some.pointer(),
                    null_mut(),
                    0,
                    info.at
                )),
                1 => ok!(hipsolverDnDsyevdx(
                    handle.0,
                    NO_VECTORS,
                    223,
                    fill,
                    n,
                    of_a.at,
                    n,
                    0.0,
                    0.0,
                    3,
                    7,
                    place(&mut count),
                    some.pointer(),
                    null_mut(),
                    0,
                    info.at
                )),
                4 => ok!(hipsolverDnCheevdx(
                    handle.0,
                    NO_VECTORS,
                    223,
                    fill,
                    n,
                    of_a.at,
                    n,
                    0.0,
                    0.0,
                    3,
                    7,
                    place(&mut count),
                    some.pointer(),
                    null_mut(),
                    0,
                    info.at
                )),
                _ => ok!(hipsolverDnZheevdx(
                    handle.0,
                    NO_VECTORS,
                    223,
                    fill,
                    n,
                    of_a.at,
                    n,
                    0.0,
                    0.0,
                    3,
                    7,
                    place(&mut count),
                    some.pointer(),
                    null_mut(),
                    0,
                    info.at
                )),
            }
            assert_eq!((count, &some.read()[..5]), (5, &values[2..7]));
        }
        // A batch, of which one matrix has no numbers.
        let mut both = narrow::<T>(&a);
        both.extend(vec![T::narrow(Complex64::new(f64::NAN, 0.0)); N * N]);
        let (of_both, values) = (Buffer::new(&both), Reals::new::<T>(2 * N));
        let mut parameters = null_mut();
        ok!(hipsolverDnCreateSyevjInfo(place(&mut parameters)));
        by_type!(
            T,
            hipsolverDnSsyevjBatched,
            hipsolverDnDsyevjBatched,
            hipsolverDnCheevjBatched,
            hipsolverDnZheevjBatched(
                handle.0,
                VECTORS,
                LOWER,
                n,
                of_both.at,
                n,
                values.pointer(),
                null_mut(),
                0,
                info.at,
                parameters,
                2
            )
        );
        assert_eq!(info.read(), [0, n]);
        ok!(hipsolverDnDestroySyevjInfo(parameters));
    }

    pub(super) fn pairs_have_eigenvalues<T: Element>() {
        let (handle, n, info) = (Handle::new(), N as i32, Buffer::new(&[9i32]));
        let (a, b) = (hermitian::<T>(2), positive(&Matrix::<T>::noise(N, N, 0.0, 3).operand(0)));
        for (pair, fill) in [(211, LOWER), (212, UPPER), (213, LOWER), (211, UPPER)] {
            let (of_a, of_b) = (Buffer::new(&narrow::<T>(&a)), Buffer::new(&narrow::<T>(&b)));
            let values = Reals::new::<T>(N);
            by_type!(
                T,
                hipsolverDnSsygvd,
                hipsolverDnDsygvd,
                hipsolverDnChegvd,
                hipsolverDnZhegvd(
                    handle.0,
                    pair,
                    VECTORS,
                    fill,
                    n,
                    of_a.at,
                    n,
                    of_b.at,
                    n,
                    values.pointer(),
                    null_mut(),
                    0,
                    info.at
                )
            );
            assert_eq!(info.read(), [0]);
            let x = by_rows(&of_a.read().into_iter().map(T::wide).collect::<Vec<_>>(), N, N);
            let d = diagonal(&values.read(), N, N);
            let (left, right) = match pair {
                211 => (a.times(&x), b.times(&x).times(&d)),
                212 => (a.times(&b).times(&x), x.times(&d)),
                _ => (b.times(&a).times(&x), x.times(&d)),
            };
            // The numbers are some hundreds.
            let scaled = |of: Matrix<Complex64>| Matrix {
                values: of.values.iter().map(|z| z / 100.0).collect(),
                ..of
            };
            check::<T>("pair", &scaled(left), &scaled(right));
            if T::TYPE != 1 {
                continue;
            }
            // Some of the values, and their vectors, by their numbers.
            let (of_a, of_b) = (Buffer::new(&narrow::<T>(&a)), Buffer::new(&narrow::<T>(&b)));
            let (some, mut count) = (Reals::new::<T>(N), 0i32);
            ok!(hipsolverDnDsygvdx(
                handle.0,
                pair,
                VECTORS,
                223,
                fill,
                n,
                of_a.at,
                n,
                of_b.at,
                n,
                0.0,
                0.0,
                3,
                7,
                place(&mut count),
                some.pointer(),
                null_mut(),
                0,
                info.at
            ));
            assert_eq!((info.read(), count), (vec![0], 5));
            let whole = values.read();
            let far = |all: &[f64]| {
                let pairs = all.iter().zip(&whole[2..7]).map(|(a, b)| (a - b).abs() / (1.0 + b.abs()));
                pairs.fold(0.0, f64::max)
            };
            assert!(far(&some.read()[..5]) < 1e-12);
            let vectors = by_rows(&of_a.read().into_iter().map(T::wide).collect::<Vec<_>>(), N, N);
            let is_near = |j: usize| {
                let product = (0..N).map(|i| vectors.get(i, j) * x.get(i, j + 2)).sum::<Complex64>();
                let own = (0..N).map(|i| x.get(i, j + 2).norm_sqr()).sum::<f64>();
                (product.norm() / own - 1.0).abs() < 1e-9
            };
            assert!((0..5).all(is_near));
        }
        // B is not positive.
        let (of_a, of_b) =
            (Buffer::new(&narrow::<T>(&a)), Buffer::new(&narrow::<T>(&diagonal(&[1.0, -1.0], N, N))));
        let values = Reals::new::<T>(N);
        by_type!(
            T,
            hipsolverDnSsygvd,
            hipsolverDnDsygvd,
            hipsolverDnChegvd,
            hipsolverDnZhegvd(
                handle.0,
                211,
                VECTORS,
                LOWER,
                n,
                of_a.at,
                n,
                of_b.at,
                n,
                values.pointer(),
                null_mut(),
                0,
                info.at
            )
        );
        assert_eq!(info.read(), [n + 2]);
    }

    pub(super) fn singular_values_make_the_matrix<T: Element>() {
        let (handle, info) = (Handle::new(), Buffer::new(&[9i32]));
        for (m, n, u, v) in
            [(20, 12, b'A', b'A'), (20, 12, b'S', b'S'), (12, 20, b'A', b'S'), (20, 12, b'O', b'A')]
        {
            let a = Matrix::<T>::noise(m, n, 0.0, 4).operand(0);
            let some = m.min(n);
            let zero = T::narrow(Complex64::ZERO);
            let (of_a, values) = (Buffer::new(&narrow::<T>(&a)), Reals::new::<T>(some));
            let (left, right) = (Buffer::new(&vec![zero; m * m]), Buffer::new(&vec![zero; n * n]));
            let ldv = if v == b'S' { some } else { n };
            by_type!(
                T,
                hipsolverDnSgesvd,
                hipsolverDnDgesvd,
                hipsolverDnCgesvd,
                hipsolverDnZgesvd(
                    handle.0,
                    u as i8,
                    v as i8,
                    m as i32,
                    n as i32,
                    of_a.at,
                    m as i32,
                    values.pointer(),
                    left.at,
                    m as i32,
                    right.at,
                    ldv as i32,
                    null_mut(),
                    0,
                    null_mut(),
                    info.at
                )
            );
            assert_eq!(info.read(), [0]);
            let values = values.read();
            assert!(values.windows(2).all(|pair| pair[0] >= pair[1]) && values[some - 1] >= 0.0);
            let wide = |buffer: &Buffer<T>| buffer.read().into_iter().map(T::wide).collect::<Vec<_>>();
            let columns = if u == b'A' { m } else { some };
            let left = by_rows(&if u == b'O' { wide(&of_a) } else { wide(&left) }[..m * columns], m, columns);
            let right = by_rows(&wide(&right)[..ldv * n], ldv, n);
            let made = left.times(&diagonal(&values, columns, ldv)).times(&right);
            check::<T>("U S Vᴴ", &made, &a);
        }
        // Right vectors by columns.
        let a = Matrix::<T>::noise(9, 7, 0.0, 5).operand(0);
        let zero = T::narrow(Complex64::ZERO);
        let (of_a, values) = (Buffer::new(&narrow::<T>(&a)), Reals::new::<T>(7));
        let (left, right) = (Buffer::new(&[zero; 63]), Buffer::new(&[zero; 49]));
        let mut parameters = null_mut();
        ok!(hipsolverDnCreateGesvdjInfo(place(&mut parameters)));
        by_type!(
            T,
            hipsolverDnSgesvdj,
            hipsolverDnDgesvdj,
            hipsolverDnCgesvdj,
            hipsolverDnZgesvdj(
                handle.0,
                VECTORS,
                1,
                9,
                7,
                of_a.at,
                9,
                values.pointer(),
                left.at,
                9,
                right.at,
                7,
                null_mut(),
                0,
                info.at,
                parameters
            )
        );
        let wide = |buffer: &Buffer<T>| buffer.read().into_iter().map(T::wide).collect::<Vec<_>>();
        let (left, right) = (by_rows(&wide(&left), 9, 7), by_rows(&wide(&right), 7, 7));
        check::<T>("U S Vᴴ", &left.times(&diagonal(&values.read(), 7, 7)).times(&right.operand(2)), &a);
    }
}
