//! Tridiagonal and bidiagonal forms: their factors give the matrix again.

use crate::calls::{Handle, LOWER, Reals, UPPER, by_type, ok, status};
use crate::shared::{Buffer, Element, Matrix, check_near, for_all_types};
use hipsolver::Status;
use num_complex::Complex64;
use std::ptr::null_mut;

for_all_types! {
    tridiagonal_forms_give_the_matrix_again,
    bidiagonal_forms_give_the_matrix_again,
    symmetric_matrices_are_decomposed_with_exchanges,
}

/// Matrix with real diagonals: the main one, and one beside it.
fn diagonals(rows: usize, columns: usize, main: &[f64], above: &[f64], below: &[f64]) -> Matrix<Complex64> {
    let value = |i: usize, j: usize| match (i, j) {
        _ if i == j => main[i],
        _ if i + 1 == j && i < above.len() => above[i],
        _ if i == j + 1 && j < below.len() => below[j],
        _ => 0.0,
    };
    let values =
        (0..rows * columns).map(|at| Complex64::new(value(at / columns, at % columns), 0.0)).collect();
    Matrix { rows, columns, values }
}

/// Matrix of elements column by column.
fn matrix<T: Element>(rows: usize, columns: usize, values: &[T]) -> Matrix<Complex64> {
    let values = (0..rows * columns).map(|at| values[at % columns * rows + at / columns].wide()).collect();
    Matrix { rows, columns, values }
}

fn near<T: Element>(what: &str, got: &Matrix<Complex64>, wanted: &Matrix<Complex64>) {
    let got: Vec<T> = got.values.iter().map(|&z| T::narrow(z)).collect();
    check_near(what, &got, &wanted.values);
}

mod tests {
    use super::*;

    pub(super) fn tridiagonal_forms_give_the_matrix_again<T: Element>() {
        let handle = Handle::new();
        let (h, none) = (handle.0, null_mut());
        for (n, fill) in [(1usize, LOWER), (2, UPPER), (37, LOWER), (37, UPPER)] {
            let noise = Matrix::<T>::noise(n, n, 0.0, n as u64);
            let half = |i: usize, j: usize| (noise.get(i, j).wide() + noise.get(j, i).wide().conj()) / 2.0;
            let whole =
                Matrix { rows: n, columns: n, values: (0..n * n).map(|at| half(at / n, at % n)).collect() };
            // What the other triangle has does not count.
            let other = T::narrow(Complex64::new(99.0, 0.0));
            let is_stored = |i: usize, j: usize| if fill == LOWER { i >= j } else { i <= j };
            let stored: Vec<T> = (0..n * n)
                .map(|at| (at % n, at / n))
                .map(|(i, j)| if is_stored(i, j) { T::narrow(whole.get(i, j)) } else { other })
                .collect();
            let a = Buffer::new(&stored);
            let (d, e, tau) = (Reals::new::<T>(n), Reals::new::<T>(n), Buffer::new(&stored[..n]));
            let (info, n32) = (Buffer::new(&[7i32]), n as i32);
            by_type!(
                T,
                hipsolverDnSsytrd,
                hipsolverDnDsytrd,
                hipsolverDnChetrd,
                hipsolverDnZhetrd(
                    h,
                    fill,
                    n32,
                    a.at,
                    n32,
                    d.pointer(),
                    e.pointer(),
                    tau.at,
                    none,
                    0,
                    info.at
                )
            );
            assert_eq!(info.read(), [0]);
            let kept = a.read();
            (0..n * n)
                .filter(|at| !is_stored(at % n, at / n))
                .for_each(|at| assert_eq!(kept[at].wide().re, 99.0));
            let (values, beside) = (d.read(), e.read());
            let form = diagonals(n, n, &values, &beside[..n - 1], &beside[..n - 1]);
            // The factor, by two ways: made in the place of the reflections, and applied to the identity.
            let one: Vec<T> = (0..n * n)
                .map(|at| T::narrow(Complex64::new(f64::from(u8::from(at % n == at / n)), 0.0)))
                .collect();
            let q_of_one = Buffer::new(&one);
            by_type!(
                T,
                hipsolverDnSormtr,
                hipsolverDnDormtr,
                hipsolverDnCunmtr,
                hipsolverDnZunmtr(
                    h,
                    141,
                    fill,
                    111,
                    n32,
                    n32,
                    a.at,
                    n32,
                    tau.at,
                    q_of_one.at,
                    n32,
                    none,
                    0,
                    info.at
                )
            );
            let adjoint = Buffer::new(&one);
            let op = if T::TYPE < 4 { 112 } else { 113 };
            by_type!(
                T,
                hipsolverDnSormtr,
                hipsolverDnDormtr,
                hipsolverDnCunmtr,
                hipsolverDnZunmtr(
                    h, 142, fill, op, n32, n32, a.at, n32, tau.at, adjoint.at, n32, none, 0, info.at
                )
            );
            by_type!(
                T,
                hipsolverDnSorgtr,
                hipsolverDnDorgtr,
                hipsolverDnCungtr,
                hipsolverDnZungtr(h, fill, n32, a.at, n32, tau.at, none, 0, info.at)
            );
            let q = matrix(n, n, &a.read());
            near::<T>("the product of reflections", &matrix(n, n, &q_of_one.read()), &q);
            near::<T>("its adjoint", &matrix(n, n, &adjoint.read()), &q.operand(2));
            near::<T>("the matrix", &q.times(&form).times(&q.operand(2)), &whole);
            near::<T>("the identity", &q.times(&q.operand(2)), &matrix(n, n, &one));
        }
    }

    pub(super) fn bidiagonal_forms_give_the_matrix_again<T: Element>() {
        let handle = Handle::new();
        let (h, none) = (handle.0, null_mut());
        for (m, n) in [(1usize, 1usize), (3, 1), (1, 3), (40, 35), (35, 40), (34, 34)] {
            let whole = Matrix::<T>::noise(m, n, 0.0, (m * n) as u64);
            let count = m.min(n);
            let a = Buffer::new(&whole.by_columns());
            let (d, e) = (Reals::new::<T>(count), Reals::new::<T>(count));
            let zero = vec![T::narrow(Complex64::ZERO); count];
            let (of_left, of_right) = (Buffer::new(&zero), Buffer::new(&zero));
            let (info, rows, columns) = (Buffer::new(&[7i32]), m as i32, n as i32);
            by_type!(
                T,
                hipsolverDnSgebrd,
                hipsolverDnDgebrd,
                hipsolverDnCgebrd,
                hipsolverDnZgebrd(
                    h,
                    rows,
                    columns,
                    a.at,
                    rows,
                    d.pointer(),
                    e.pointer(),
                    of_left.at,
                    of_right.at,
                    none,
                    0,
                    info.at
                )
            );
            assert_eq!(info.read(), [0]);
            let (values, beside) = (d.read(), e.read());
            let beside = &beside[..count - 1];
            let (above, below) = if m >= n { (beside, &[][..]) } else { (&[][..], beside) };
            let form = diagonals(count, count, &values, above, below);
            // The first columns of the left factor, the first rows of the right factor's adjoint.
            let reflections = a.read();
            let left = Buffer::new(&reflections[..m * count]);
            let right: Vec<T> = (0..n * count).map(|at| reflections[at / count * m + at % count]).collect();
            let right = Buffer::new(&right);
            let (min, of_a) = (count as i32, rows.max(1));
            by_type!(
                T,
                hipsolverDnSorgbr,
                hipsolverDnDorgbr,
                hipsolverDnCungbr,
                hipsolverDnZungbr(h, 141, rows, min, columns, left.at, of_a, of_left.at, none, 0, info.at)
            );
            by_type!(
                T,
                hipsolverDnSorgbr,
                hipsolverDnDorgbr,
                hipsolverDnCungbr,
                hipsolverDnZungbr(h, 142, min, columns, rows, right.at, min, of_right.at, none, 0, info.at)
            );
            let (q, p) = (matrix(m, count, &left.read()), matrix(count, n, &right.read()));
            let wanted =
                Matrix { rows: m, columns: n, values: whole.values.iter().map(|z| z.wide()).collect() };
            near::<T>("the matrix", &q.times(&form).times(&p), &wanted);
        }
    }

    pub(super) fn symmetric_matrices_are_decomposed_with_exchanges<T: Element>() {
        let handle = Handle::new();
        for (n, fill, is_small) in
            [(1usize, LOWER, false), (23, LOWER, false), (24, UPPER, true), (24, LOWER, true)]
        {
            let noise = Matrix::<T>::noise(n, n, 0.0, n as u64);
            // Small elements on the diagonal, which need blocks of two rows.
            let element = |i: usize, j: usize| match i == j && is_small {
                true => noise.get(i, i).wide() / 64.0,
                false => (noise.get(i, j).wide() + noise.get(j, i).wide()) / 2.0,
            };
            let stored: Vec<T> = (0..n * n).map(|at| T::narrow(element(at % n, at / n))).collect();
            let (a, places) = (Buffer::new(&stored), Buffer::new(&vec![0i32; n]));
            let (info, n32, none) = (Buffer::new(&[7i32]), n as i32, null_mut());
            by_type!(
                T,
                hipsolverDnSsytrf,
                hipsolverDnDsytrf,
                hipsolverDnCsytrf,
                hipsolverDnZsytrf(handle.0, fill, n32, a.at, n32, places.at, none, 0, info.at)
            );
            assert_eq!(info.read(), [0]);
            // The upper form is the lower one of the reversed matrix.
            let turn = |i: usize| if fill == UPPER { n - 1 - i } else { i };
            let made = matrix(n, n, &a.read());
            let factor = |i: usize, j: usize| made.get(turn(i), turn(j));
            let pivot = |k: usize| places.read()[turn(k)];
            let row = |k: usize| turn(pivot(k).unsigned_abs() as usize - 1);
            let (mut k, mut blocks) = (0, Vec::new());
            while k < n {
                blocks.push((k, if pivot(k) < 0 { 2 } else { 1 }));
                k += blocks[blocks.len() - 1].1;
            }
            assert!(!is_small || blocks.iter().any(|&(_, rows)| rows == 2));
            let mut product = vec![vec![Complex64::ZERO; n]; n];
            for &(k, rows) in &blocks {
                for (i, j) in (0..rows * rows).map(|at| (at / rows, at % rows)) {
                    product[k + i][k + j] = factor(k + i.max(j), k + i.min(j));
                }
            }
            for &(k, rows) in blocks.iter().rev() {
                // Rows and columns behind the block get their multiples of those of the block.
                for (i, at) in (k + rows..n).flat_map(|i| (k..k + rows).map(move |at| (i, at))) {
                    let old = product[at].clone();
                    product[i].iter_mut().zip(old).for_each(|(to, from)| *to += factor(i, at) * from);
                }
                for (j, at) in (k + rows..n).flat_map(|j| (k..k + rows).map(move |at| (j, at))) {
                    for line in &mut product {
                        let change = factor(j, at) * line[at];
                        line[j] += change;
                    }
                }
                let (one, other) = (k + rows - 1, row(k));
                product.swap(one, other);
                product.iter_mut().for_each(|line| line.swap(one, other));
            }
            let got = Matrix { rows: n, columns: n, values: product.concat() };
            let wanted = Matrix {
                rows: n,
                columns: n,
                values: (0..n * n).map(|at| element(turn(at / n), turn(at % n))).collect(),
            };
            near::<T>("the matrix", &got, &wanted);
        }
        let zero = Buffer::new(&[T::narrow(Complex64::ZERO); 4]);
        let (places, info, none) = (Buffer::new(&[0i32; 2]), Buffer::new(&[7i32]), null_mut());
        by_type!(
            T,
            hipsolverDnSsytrf,
            hipsolverDnDsytrf,
            hipsolverDnCsytrf,
            hipsolverDnZsytrf(handle.0, LOWER, 2, zero.at, 2, places.at, none, 0, info.at)
        );
        assert_eq!((info.read(), places.read()), (vec![1], vec![1, 2]));
    }
}

#[test]
fn wrong_arguments_of_forms_are_statuses() {
    let handle = Handle::new();
    let (h, none, a, info) = (handle.0, null_mut(), Buffer::new(&[1f64; 16]), Buffer::new(&[7i32]));
    let p = a.at;
    let tridiagonal =
        |fill, n, lead| status!(hipsolverDnDsytrd(h, fill, n, p, lead, p, p, p, none, 0, info.at));
    assert_eq!(
        (tridiagonal(LOWER, -1, 4), tridiagonal(LOWER, 4, 3)),
        (Status::InvalidValue, Status::InvalidValue)
    );
    assert_eq!(tridiagonal(7, 4, 4), Status::InvalidEnum);
    let factor = |side, m, n, k| status!(hipsolverDnDorgbr(h, side, m, n, k, p, 4, p, none, 0, info.at));
    assert_eq!((factor(141, 2, 3, 2), factor(142, 3, 2, 2)), (Status::InvalidValue, Status::InvalidValue));
    assert_eq!(factor(7, 2, 2, 2), Status::InvalidEnum);
    let product = |op| status!(hipsolverDnZunmtr(h, 141, LOWER, op, 1, 1, p, 1, p, p, 1, none, 0, info.at));
    assert_eq!((product(112), product(7)), (Status::InvalidValue, Status::InvalidEnum));
    assert_eq!(status!(hipsolverDnDgebrd(h, 2, 2, p, 1, p, p, p, p, none, 0, info.at)), Status::InvalidValue);
    ok!(hipsolverDnDsytrd(h, UPPER, 0, none, 1, none, none, none, none, 0, info.at));
}
