//! Functions with 64-bit sizes, which are told types, and approximations of low rank.

use crate::calls::{Handle, LOWER, UPPER, by_rows, by_type, ok, positive, status};
use crate::shared::{Buffer, Element, Matrix, Pointer, check_near, for_all_types, host, place};
use hipsolver::Status;
use num_complex::Complex64;
use std::ptr::null_mut;

const N: usize = 24;
const SIZE: i64 = N as i64;
const NO_VECTORS: u32 = 201;
const VECTORS: u32 = 202;

for_all_types! {
    systems_are_solved_and_triangles_inverted,
    eigenvalues_of_hermitian_matrices_are_right,
    eigenvalues_of_general_matrices_have_their_vectors,
    singular_values_make_the_matrix,
    the_greatest_values_approximate,
}

/// Type of the real numbers of a type, and numbers of it.
struct Reals<T> {
    of: Buffer<T>,
    count: usize,
}

impl<T: Element> Reals<T> {
    const TYPE: u32 = if T::TYPE == 0 || T::TYPE == 4 { 0 } else { 1 };

    /// Room for numbers, which are no larger than those of the type.
    fn new(count: usize) -> Reals<T> {
        Reals { of: Buffer::new(&vec![T::narrow(Complex64::ZERO); count]), count }
    }

    fn read(&self) -> Vec<f64> {
        let values = self.of.read();
        // SAFETY: the bytes are numbers of the real type, of which there are at least so many.
        unsafe {
            match Self::TYPE {
                0 => std::slice::from_raw_parts(values.as_ptr().cast::<f32>(), self.count)
                    .iter()
                    .map(|&x| x.into())
                    .collect(),
                _ => std::slice::from_raw_parts(values.as_ptr().cast::<f64>(), self.count).to_vec(),
            }
        }
    }
}

fn options() -> Pointer {
    let mut made: Pointer = null_mut();
    ok!(hipsolverDnCreateParams(place(&mut made)));
    ok!(hipsolverDnSetAdvOptions(made, 0, 231));
    made
}

fn narrow<T: Element>(of: &Matrix<Complex64>) -> Vec<T> {
    of.by_columns().into_iter().map(T::narrow).collect()
}

/// Compares sums of some dozen numbers.
fn check<T: Element>(what: &str, got: &Matrix<Complex64>, wanted: &Matrix<Complex64>) {
    let scaled = |of: &Matrix<Complex64>| of.values.iter().map(|z| z / N as f64).collect::<Vec<_>>();
    let got: Vec<T> = scaled(got).into_iter().map(T::narrow).collect();
    check_near(what, &got, &scaled(wanted));
}

fn wide<T: Element>(of: &Buffer<T>) -> Vec<Complex64> {
    of.read().into_iter().map(T::wide).collect()
}

mod tests {
    use super::*;

    pub(super) fn systems_are_solved_and_triangles_inverted<T: Element>() {
        let (handle, params, info, ty) = (Handle::new(), options(), Buffer::new(&[9i32]), T::TYPE);
        let (mut on_device, mut on_host) = (0usize, 9usize);
        let x = Matrix::<T>::noise(N, 2, 0.0, 2).operand(0);
        let a = positive(&Matrix::<T>::noise(N, N, 0.0, 1).operand(0));
        let solved = |of_a: &Buffer<T>, solve: &dyn Fn(Pointer, Pointer)| {
            let of_b = Buffer::new(&narrow::<T>(&a.times(&x)));
            solve(of_a.at, of_b.at);
            assert_eq!(info.read(), [0]);
            check::<T>("solution", &by_rows(&wide(&of_b), N, 2), &x);
        };
        let of_a = Buffer::new(&narrow::<T>(&a));
        ok!(hipsolverDnXpotrf_bufferSize(
            handle.0,
            params,
            LOWER,
            SIZE,
            ty,
            of_a.at,
            SIZE,
            ty,
            place(&mut on_device),
            place(&mut on_host)
        ));
        assert!(on_device > 0 && on_host == 0);
        ok!(hipsolverDnXpotrf(
            handle.0,
            params,
            LOWER,
            SIZE,
            ty,
            of_a.at,
            SIZE,
            ty,
            null_mut(),
            0,
            null_mut(),
            0,
            info.at
        ));
        solved(&of_a, &|a, b| {
            ok!(hipsolverDnXpotrs(handle.0, params, LOWER, SIZE, 2, ty, a, SIZE, ty, b, SIZE, info.at));
        });
        // The factor's inverse, by both ways to name it.
        let lower = Matrix {
            rows: N,
            columns: N,
            values: by_rows(&wide(&of_a), N, N)
                .values
                .into_iter()
                .enumerate()
                .map(|(n, z)| if n % N <= n / N { z } else { Complex64::ZERO })
                .collect(),
        };
        ok!(hipsolverExtXtrtri(
            handle.0,
            LOWER,
            131,
            SIZE,
            ty,
            of_a.at,
            SIZE,
            null_mut(),
            0,
            null_mut(),
            0,
            info.at
        ));
        let inverse = by_rows(&wide(&of_a), N, N).values;
        let inverse = (0..N * N).map(|n| if n % N <= n / N { inverse[n] } else { Complex64::ZERO }).collect();
        let identity = (0..N * N).map(|n| Complex64::new(f64::from(u8::from(n % N == n / N)), 0.0)).collect();
        let product = lower.times(&Matrix { rows: N, columns: N, values: inverse });
        check::<T>("trtri", &product, &Matrix { rows: N, columns: N, values: identity });
        let (of_a, pivots) = (Buffer::new(&narrow::<T>(&a)), Buffer::new(&[0i64; N]));
        ok!(hipsolverDnXgetrf(
            handle.0,
            null_mut(),
            SIZE,
            SIZE,
            ty,
            of_a.at,
            SIZE,
            pivots.at,
            ty,
            null_mut(),
            0,
            null_mut(),
            0,
            info.at
        ));
        assert!(pivots.read().iter().all(|row| (1..=SIZE).contains(row)));
        solved(&of_a, &|a, b| {
            ok!(hipsolverDnXgetrs(
                handle.0, params, 111, SIZE, 2, ty, a, SIZE, pivots.at, ty, b, SIZE, info.at
            ));
        });
        // `Rᴴ R` is `Aᴴ A`.
        let (of_a, tau) = (Buffer::new(&narrow::<T>(&a)), Buffer::new(&[T::narrow(Complex64::ZERO); N]));
        ok!(hipsolverDnXgeqrf(
            handle.0,
            params,
            SIZE,
            SIZE,
            ty,
            of_a.at,
            SIZE,
            ty,
            tau.at,
            ty,
            null_mut(),
            0,
            null_mut(),
            0,
            info.at
        ));
        let r = by_rows(&wide(&of_a), N, N).values;
        let r = (0..N * N).map(|n| if n % N >= n / N { r[n] } else { Complex64::ZERO }).collect();
        let r = Matrix { rows: N, columns: N, values: r };
        let scaled = |of: Matrix<Complex64>| {
            let values = of.values.iter().map(|z| z / (N * N) as f64).collect();
            Matrix { rows: N, columns: N, values }
        };
        check::<T>("geqrf", &scaled(r.operand(2).times(&r)), &scaled(a.operand(2).times(&a)));
        // Types that do not fit, and none.
        let potrf = |ty: u32, compute: u32| {
            status!(hipsolverDnXpotrf(
                handle.0,
                params,
                LOWER,
                SIZE,
                ty,
                of_a.at,
                SIZE,
                compute,
                null_mut(),
                0,
                null_mut(),
                0,
                info.at
            ))
        };
        assert_eq!(potrf(ty, 1 - ty % 2), Status::NotSupported);
        assert_eq!((potrf(2, 2), potrf(99, 99)), (Status::NotSupported, Status::InvalidEnum));
        ok!(hipsolverDnDestroyParams(params));
        assert_eq!(potrf(ty, ty), Status::InvalidValue);
    }

    fn hermitian<T: Element>() -> Matrix<Complex64> {
        let a = Matrix::<T>::noise(N, N, 0.0, 3);
        let (plain, adjoint) = (a.operand(0), a.operand(2));
        let values = plain.values.iter().zip(&adjoint.values).map(|(a, b)| a + b).collect();
        Matrix { rows: N, columns: N, values }
    }

    pub(super) fn eigenvalues_of_hermitian_matrices_are_right<T: Element>() {
        let (handle, info, ty, real) = (Handle::new(), Buffer::new(&[9i32, 9]), T::TYPE, Reals::<T>::TYPE);
        let a = hermitian::<T>();
        let both: Vec<T> = [narrow::<T>(&a), narrow::<T>(&a)].concat();
        let (of_a, values) = (Buffer::new(&both), Reals::<T>::new(2 * N));
        ok!(hipsolverExtXsyevBatched(
            handle.0,
            null_mut(),
            VECTORS,
            UPPER,
            SIZE,
            ty,
            of_a.at,
            SIZE,
            real,
            values.of.at,
            ty,
            null_mut(),
            0,
            null_mut(),
            0,
            info.at,
            2
        ));
        assert_eq!(info.read(), [0, 0]);
        let all = values.read();
        assert_eq!(all[..N], all[N..]);
        let vectors = by_rows(&wide(&of_a)[N * N..], N, N);
        let scaled = (0..N * N).map(|n| vectors.values[n] * all[n % N]).collect();
        check::<T>("A v", &a.times(&vectors), &Matrix { rows: N, columns: N, values: scaled });
        // The third to the seventh, and those between two limits.
        for (which, low, high) in [(223, 0.0, 0.0), (222, (all[1] + all[2]) / 2.0, (all[6] + all[7]) / 2.0)] {
            let (of_a, some) = (Buffer::new(&narrow::<T>(&a)), Reals::<T>::new(N));
            let singles = [low as f32, high as f32];
            let doubles = [low, high];
            let limit = |n: usize| if real == 0 { host(&singles[n]) } else { host(&doubles[n]) };
            let mut count = 0i64;
            ok!(hipsolverExtXsyevdx(
                handle.0,
                null_mut(),
                NO_VECTORS,
                which,
                LOWER,
                SIZE,
                ty,
                of_a.at,
                SIZE,
                limit(0),
                limit(1),
                3,
                7,
                place(&mut count),
                real,
                some.of.at,
                ty,
                null_mut(),
                0,
                null_mut(),
                0,
                info.at
            ));
            assert_eq!(count, 5);
            let error = |n: usize| (some.read()[n] - all[n + 2]).abs();
            assert!((0..5).all(|n| error(n) < N as f64 * T::ERROR), "{which}");
        }
    }

    pub(super) fn eigenvalues_of_general_matrices_have_their_vectors<T: Element>() {
        let (handle, info, ty) = (Handle::new(), Buffer::new(&[9i32]), T::TYPE);
        let is_real = ty < 2;
        let complex = if Reals::<T>::TYPE == 0 { 4 } else { 5 };
        let a = Matrix::<T>::noise(N, N, 0.0, 4).operand(0);
        for ty_values in if is_real { vec![complex, ty] } else { vec![complex] } {
            let (of_a, values, vectors) = (
                Buffer::new(&narrow::<T>(&a)),
                Reals::<T>::new(2 * N),
                Buffer::new(&[T::narrow(Complex64::ZERO); N * N]),
            );
            ok!(hipsolverExtXgeev(
                handle.0,
                null_mut(),
                NO_VECTORS,
                VECTORS,
                SIZE,
                ty,
                of_a.at,
                SIZE,
                ty_values,
                values.of.at,
                ty,
                null_mut(),
                SIZE,
                ty,
                vectors.at,
                SIZE,
                ty,
                null_mut(),
                0,
                null_mut(),
                0,
                info.at
            ));
            assert_eq!(info.read(), [0]);
            let parts = values.read();
            let value = |j: usize| match ty_values == complex {
                true => Complex64::new(parts[2 * j], parts[2 * j + 1]),
                false => Complex64::new(parts[j], parts[N + j]),
            };
            let stored = by_rows(&wide(&vectors), N, N);
            // Of a pair the first column is the real part, and the second the imaginary one.
            let vector = |i: usize, j: usize| match value(j).im {
                _ if !is_real => stored.get(i, j),
                0.0 => stored.get(i, j),
                im if im > 0.0 => Complex64::new(stored.get(i, j).re, stored.get(i, j + 1).re),
                _ => Complex64::new(stored.get(i, j - 1).re, -stored.get(i, j).re),
            };
            let whole =
                Matrix { rows: N, columns: N, values: (0..N * N).map(|n| vector(n / N, n % N)).collect() };
            let scaled = (0..N * N).map(|n| whole.values[n] * value(n % N)).collect();
            check::<T>("A v", &a.times(&whole), &Matrix { rows: N, columns: N, values: scaled });
            let length = |j: usize| (0..N).map(|i| whole.get(i, j).norm_sqr()).sum::<f64>();
            assert!((0..N).all(|j| (length(j) - 1.0).abs() < N as f64 * T::ERROR));
        }
        let code = status!(hipsolverExtXgeev(
            handle.0,
            null_mut(),
            VECTORS,
            NO_VECTORS,
            SIZE,
            ty,
            null_mut(),
            SIZE,
            complex,
            null_mut(),
            ty,
            null_mut(),
            SIZE,
            ty,
            null_mut(),
            SIZE,
            ty,
            null_mut(),
            0,
            null_mut(),
            0,
            info.at
        ));
        assert_eq!(code, Status::NotSupported);
    }

    /// `U S Vᴴ` for vectors by columns.
    fn made(u: &Matrix<Complex64>, values: &[f64], v: &Matrix<Complex64>) -> Matrix<Complex64> {
        let count = u.columns;
        let scaled = (0..u.rows * count).map(|n| u.values[n] * values[n % count]).collect();
        Matrix { rows: u.rows, columns: count, values: scaled }.times(&v.operand(2))
    }

    pub(super) fn singular_values_make_the_matrix<T: Element>() {
        const M: usize = 30;
        let (handle, info, ty, real) = (Handle::new(), Buffer::new(&[9i32]), T::TYPE, Reals::<T>::TYPE);
        let a = Matrix::<T>::noise(M, N, 0.0, 5).operand(0);
        let room = |count: usize| Buffer::new(&vec![T::narrow(Complex64::ZERO); count]);
        let (of_a, values, u, v) =
            (Buffer::new(&narrow::<T>(&a)), Reals::<T>::new(N), room(M * N), room(N * N));
        let letter = b'S' as i8;
        ok!(hipsolverExtXgesvd(
            handle.0,
            null_mut(),
            letter,
            letter,
            M as i64,
            SIZE,
            ty,
            of_a.at,
            M as i64,
            real,
            values.of.at,
            ty,
            u.at,
            M as i64,
            ty,
            v.at,
            SIZE,
            ty,
            null_mut(),
            0,
            null_mut(),
            0,
            info.at
        ));
        let right = by_rows(&wide(&v), N, N).operand(2);
        check::<T>("gesvd", &made(&by_rows(&wide(&u), M, N), &values.read(), &right), &a);
        let (of_a, mut error) = (Buffer::new(&narrow::<T>(&a)), 9f64);
        ok!(hipsolverExtXgesvdp(
            handle.0,
            null_mut(),
            VECTORS,
            1,
            M as i64,
            SIZE,
            ty,
            of_a.at,
            M as i64,
            real,
            values.of.at,
            ty,
            u.at,
            M as i64,
            ty,
            v.at,
            SIZE,
            ty,
            null_mut(),
            0,
            null_mut(),
            0,
            info.at,
            place(&mut error)
        ));
        let right = by_rows(&wide(&v), N, N);
        check::<T>("gesvdp", &made(&by_rows(&wide(&u), M, N), &values.read(), &right), &a);
        assert_eq!(error, 0.0);
    }

    pub(super) fn the_greatest_values_approximate<T: Element>() {
        const RANK: usize = 3;
        let (handle, info, ty, real) = (Handle::new(), Buffer::new(&[9i32; 2]), T::TYPE, Reals::<T>::TYPE);
        // Two matrices of rank three, the second with a part of rank one beside it.
        let (left, right) =
            (Matrix::<T>::noise(N, RANK, 0.0, 6).operand(0), Matrix::<T>::noise(8, RANK, 0.0, 7).operand(0));
        let low = left.times(&right.operand(2));
        let mut beside = low.clone();
        (0..N * 8).for_each(|n| beside.values[n] += 1e-3);
        let room = |count: usize| Buffer::new(&vec![T::narrow(Complex64::ZERO); count]);
        let (of_a, values, u, v) = (
            Buffer::new(&[narrow::<T>(&low), narrow::<T>(&beside)].concat()),
            Reals::<T>::new(10),
            room(2 * N * RANK),
            room(2 * 8 * RANK),
        );
        let mut norms = [9f64; 2];
        by_type!(
            T,
            hipsolverDnSgesvdaStridedBatched,
            hipsolverDnDgesvdaStridedBatched,
            hipsolverDnCgesvdaStridedBatched,
            hipsolverDnZgesvdaStridedBatched(
                handle.0,
                VECTORS,
                RANK as i32,
                N as i32,
                8,
                of_a.at,
                N as i32,
                SIZE * 8,
                values.of.at,
                5,
                u.at,
                N as i32,
                SIZE * RANK as i64,
                v.at,
                8,
                8 * RANK as i64,
                null_mut(),
                0,
                info.at,
                place(&mut norms),
                2
            )
        );
        assert_eq!(info.read(), [0, 0]);
        let all = values.read();
        for (number, wanted) in [low, beside].into_iter().enumerate() {
            let u = by_rows(&wide(&u)[number * N * RANK..(number + 1) * N * RANK], N, RANK);
            let v = by_rows(&wide(&v)[number * 8 * RANK..(number + 1) * 8 * RANK], 8, RANK);
            let got = made(&u, &all[number * 5..number * 5 + RANK], &v);
            let error =
                got.values.iter().zip(&wanted.values).map(|(a, b)| (a - b).norm_sqr()).sum::<f64>().sqrt();
            let noise = 10.0 * N as f64 * T::ERROR;
            assert!((error - norms[number]).abs() < noise, "{number}: {error}, not {}", norms[number]);
            assert!(norms[number] < if number == 0 { noise } else { 2e-2 });
        }
        // The same by the function that may draw random vectors.
        let first = Reals::<T>::new(RANK);
        let letter = b'S' as i8;
        ok!(hipsolverExtXgesvdr(
            handle.0,
            null_mut(),
            letter,
            letter,
            SIZE,
            8,
            RANK as i64,
            2,
            2,
            ty,
            of_a.at,
            SIZE,
            real,
            first.of.at,
            ty,
            u.at,
            SIZE,
            ty,
            v.at,
            8,
            ty,
            null_mut(),
            0,
            null_mut(),
            0,
            info.at
        ));
        assert_eq!(first.read(), all[..RANK]);
    }
}
