//! Errors of decompositions in the book's table.

use crate::accuracy_table::{Table, error_of_product, error_of_solution, norm, residual};
use crate::calls::{Handle, LOWER, by_rows, by_type, ok, positive};
use crate::shared::{Buffer, Element, Matrix};
use num_complex::{Complex32, Complex64};
use std::ptr::null_mut;

const N: usize = 60;
const SIZE: i64 = N as i64;
const VECTORS: u32 = 202;

fn on_device<T: Element>(of: &Matrix<Complex64>) -> Buffer<T> {
    Buffer::new(&of.by_columns().into_iter().map(T::narrow).collect::<Vec<_>>())
}

fn read<T: Element>(of: &Buffer<T>, columns: usize) -> Matrix<Complex64> {
    by_rows(&of.read().into_iter().map(T::wide).collect::<Vec<_>>(), N, columns)
}

/// Elements of which a condition on row and column holds.
fn part(of: &Matrix<Complex64>, is_there: impl Fn(usize, usize) -> bool) -> Matrix<Complex64> {
    let element = |n: usize| if is_there(n / N, n % N) { of.values[n] } else { Complex64::ZERO };
    Matrix { values: (0..N * N).map(element).collect(), ..*of }
}

fn diagonal(values: impl Iterator<Item = f64>) -> Matrix<Complex64> {
    let mut made = vec![Complex64::ZERO; N * N];
    values.enumerate().for_each(|(n, value)| made[n * N + n] = value.into());
    Matrix { rows: N, columns: N, values: made }
}

/// Error of `A V = U D`, in relation to the norm of `A`.
fn error_of_values(
    a: &Matrix<Complex64>,
    v: &Matrix<Complex64>,
    u: &Matrix<Complex64>,
    d: &Matrix<Complex64>,
) -> f64 {
    // As one product `[A -U] [V; D]`, so that nothing is rounded between.
    let row = |i: usize| {
        (0..2 * N).map(move |j| if j < N { a.get(i, j) } else { -u.get(i, j - N) }).collect::<Vec<_>>()
    };
    let beside = Matrix { rows: N, columns: 2 * N, values: (0..N).flat_map(row).collect() };
    let above = Matrix { rows: 2 * N, columns: N, values: [v.values.clone(), d.values.clone()].concat() };
    norm(&residual(&beside, &above, &diagonal(std::iter::empty()))) / norm(a)
}

/// Real numbers of a type in memory for as many of the type.
fn reals<T: Element>(of: &Buffer<T>) -> Vec<f64> {
    let values = of.read();
    let at = values.as_ptr();
    // SAFETY: a number of the type has the bytes of a real one at least.
    (0..N)
        .map(|n| unsafe {
            match T::TYPE {
                0 | 4 => f64::from(at.cast::<f32>().add(n).read()),
                _ => at.cast::<f64>().add(n).read(),
            }
        })
        .collect()
}

fn decompositions<T: Element>(table: &mut Table) {
    let (handle, info, ty, none) = (Handle::new(), Buffer::new(&[9i32]), T::TYPE, null_mut());
    let real = ty % 4;
    let (given, x) = (Matrix::<T>::noise(N, N, 0.0, 1), Matrix::<T>::noise(N, 4, 0.0, 2));
    let (a, b, square) = (given.operand(0), x.operand(0), "60 × 60");
    let rounded = |of: Matrix<Complex64>| {
        let values = of.values.iter().map(|&z| T::narrow(z).wide()).collect();
        Matrix { values, ..of }
    };

    let (of_a, pivots, of_b) = (on_device::<T>(&a), Buffer::new(&[0i64; N]), on_device::<T>(&b));
    let at = of_a.at;
    ok!(hipsolverDnXgetrf(
        handle.0, none, SIZE, SIZE, ty, at, SIZE, pivots.at, ty, none, 0, none, 0, info.at
    ));
    ok!(hipsolverDnXgetrs(handle.0, none, 111, SIZE, 4, ty, at, SIZE, pivots.at, ty, of_b.at, SIZE, info.at));
    let (made, mut exchanged) = (read(&of_a, N), a.clone());
    for (row, other) in pivots.read().into_iter().map(|row| row as usize - 1).enumerate() {
        (0..N).for_each(|j| exchanged.values.swap(row * N + j, other * N + j));
    }
    let mut lower = part(&made, |i, j| i > j);
    (0..N).for_each(|n| lower.values[n * N + n] = Complex64::ONE);
    let error = error_of_product(&lower, &part(&made, |i, j| i <= j), &exchanged);
    table.add("getrf", square, ty, error, 8.0);
    table.add("getrs", "60 × 4", ty, error_of_solution(&a, &read(&of_b, 4), &b), 2.0);

    let hermitian = rounded(positive(&a));
    let of_a = on_device::<T>(&hermitian);
    ok!(hipsolverDnXpotrf(handle.0, none, LOWER, SIZE, ty, of_a.at, SIZE, ty, none, 0, none, 0, info.at));
    let lower = part(&read(&of_a, N), |i, j| i >= j);
    table.add("potrf", square, ty, error_of_product(&lower, &lower.operand(2), &hermitian), 4.0);

    let (of_a, tau) = (on_device::<T>(&a), Buffer::new(&[T::narrow(Complex64::ZERO); N]));
    let (n, at) = (N as i32, of_a.at);
    ok!(hipsolverDnXgeqrf(
        handle.0, none, SIZE, SIZE, ty, at, SIZE, ty, tau.at, ty, none, 0, none, 0, info.at
    ));
    let upper = part(&read(&of_a, N), |i, j| i <= j);
    by_type!(
        T,
        hipsolverDnSorgqr,
        hipsolverDnDorgqr,
        hipsolverDnCungqr,
        hipsolverDnZungqr(handle.0, n, n, n, at, n, tau.at, none, 0, info.at)
    );
    let q = read(&of_a, N);
    let identity = diagonal([1.0; N].into_iter());
    table.add("geqrf", square, ty, error_of_product(&q, &upper, &a), 8.0);
    table.add("orgqr, of the identity", square, ty, error_of_product(&q.operand(2), &q, &identity), 8.0);

    let (of_a, of_values) = (on_device::<T>(&hermitian), Buffer::new(&[T::narrow(Complex64::ZERO); N]));
    let (at, values) = (of_a.at, of_values.at);
    ok!(hipsolverExtXsyevd(
        handle.0, none, VECTORS, LOWER, SIZE, ty, at, SIZE, real, values, ty, none, 0, none, 0, info.at
    ));
    let (v, values) = (read(&of_a, N), diagonal(reals(&of_values).into_iter()));
    table.add("syevd", square, ty, error_of_values(&hermitian, &v, &v, &values), 60.0);

    let [of_a, u, v] = [&a, &a, &a].map(on_device::<T>);
    let (at, values, mut sigma) = (of_a.at, of_values.at, 0f64);
    let (to_u, to_v, sigma) = (u.at, v.at, crate::shared::place(&mut sigma));
    ok!(hipsolverExtXgesvdp(
        handle.0, none, VECTORS, 1, SIZE, SIZE, ty, at, SIZE, real, values, ty, to_u, SIZE, ty, to_v, SIZE,
        ty, none, 0, none, 0, info.at, sigma
    ));
    let values = diagonal(reals(&of_values).into_iter());
    table.add("gesvd", square, ty, error_of_values(&a, &read(&v, N), &read(&u, N), &values), 60.0);
}

#[test]
fn errors_are_those_of_the_book() {
    let mut table = Table::new("solver");
    decompositions::<f32>(&mut table);
    decompositions::<f64>(&mut table);
    decompositions::<Complex32>(&mut table);
    decompositions::<Complex64>(&mut table);
    table.check();
}
