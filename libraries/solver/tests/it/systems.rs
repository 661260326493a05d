//! Systems of equations and reflections.

use crate::calls::{Handle, LOWER, UPPER, by_rows, by_type, ok, positive, status};
use crate::shared::{Buffer, Element, Matrix, Pointer, check_near, for_all_types, place};
use hipsolver::Status;
use num_complex::Complex64;
use std::ptr::null_mut;

const N: usize = 40;

for_all_types! {
    systems_are_solved_by_lu,
    positive_systems_are_solved_by_cholesky,
    reflections_make_the_matrix,
    least_squares_are_found,
}

mod tests {
    use super::*;

    /// A vector's worth of errors grows with the sizes.
    fn check<T: Element>(what: &str, got: &[T], wanted: &[Complex64]) {
        let scale = |z: Complex64| T::narrow(z / N as f64);
        let got: Vec<T> = got.iter().map(|x| scale(x.wide())).collect();
        check_near(what, &got, &wanted.iter().map(|z| z / N as f64).collect::<Vec<_>>());
    }

    fn wide<T: Element>(of: &Matrix<T>) -> Vec<Complex64> {
        of.by_columns().into_iter().map(T::wide).collect()
    }

    pub(super) fn systems_are_solved_by_lu<T: Element>() {
        let handle = Handle::new();
        let mut a = Matrix::<T>::noise(N, N, 0.0, 1);
        // Rows must be exchanged, and the condition stays small.
        for row in 0..N {
            let value = &mut a.values[row * N + (row + 1) % N];
            *value = T::narrow(value.wide() + 8.0);
        }
        let x = Matrix::<T>::noise(N, 3, 0.0, 2);
        let (pivots, info) = (Buffer::new(&[0i32; N]), Buffer::new(&[9i32]));
        let mut work = 0i32;
        let of_a = Buffer::new(&a.by_columns());
        let n = N as i32;
        by_type!(
            T,
            hipsolverDnSgetrf_bufferSize,
            hipsolverDnDgetrf_bufferSize,
            hipsolverDnCgetrf_bufferSize,
            hipsolverDnZgetrf_bufferSize(handle.0, n, n, of_a.at, n, place(&mut work))
        );
        assert!(work > 0);
        by_type!(
            T,
            hipsolverDnSgetrf,
            hipsolverDnDgetrf,
            hipsolverDnCgetrf,
            hipsolverDnZgetrf(handle.0, n, n, of_a.at, n, null_mut(), pivots.at, info.at)
        );
        assert_eq!(info.read(), [0]);
        for (number, op) in [(0, 111), (1, 112), (2, 113)] {
            let b = a.operand(number).times(&x.operand(0));
            let b = Matrix { rows: N, columns: 3, values: b.values.iter().map(|&z| T::narrow(z)).collect() };
            let of_b = Buffer::new(&b.by_columns());
            by_type!(
                T,
                hipsolverDnSgetrs,
                hipsolverDnDgetrs,
                hipsolverDnCgetrs,
                hipsolverDnZgetrs(handle.0, op, n, 3, of_a.at, n, pivots.at, of_b.at, n, info.at)
            );
            check("getrs", &of_b.read(), &wide(&x));
        }
        // Wide matrices have as many pivots as rows.
        let (w, pivots) = (Matrix::<T>::noise(5, 9, 0.0, 3), Buffer::new(&[0i32; 5]));
        let of_w = Buffer::new(&w.by_columns());
        by_type!(
            T,
            hipsolverDnSgetrf,
            hipsolverDnDgetrf,
            hipsolverDnCgetrf,
            hipsolverDnZgetrf(handle.0, 5, 9, of_w.at, 5, null_mut(), pivots.at, info.at)
        );
        let factors = of_w.read();
        let part = |keep: &dyn Fn(usize, usize) -> Option<f64>, columns: usize| {
            let value = |n: usize| match keep(n / columns, n % columns) {
                Some(one) if one > 0.0 => Complex64::new(one, 0.0),
                Some(_) => factors[n % columns * 5 + n / columns].wide(),
                None => Complex64::ZERO,
            };
            Matrix { rows: 5, columns, values: (0..5 * columns).map(value).collect() }
        };
        let lower = part(
            &|i, j| {
                if i == j {
                    Some(1.0)
                } else if i > j {
                    Some(0.0)
                } else {
                    None
                }
            },
            5,
        );
        let upper = part(&|i, j| if i <= j { Some(0.0) } else { None }, 9);
        let mut product = lower.times(&upper);
        for (row, other) in pivots.read().into_iter().enumerate().rev() {
            (0..9).for_each(|j| product.values.swap(row * 9 + j, (other as usize - 1) * 9 + j));
        }
        check("wide", &w.values, &product.values);
    }

    pub(super) fn positive_systems_are_solved_by_cholesky<T: Element>() {
        let handle = Handle::new();
        let a = positive(&Matrix::<T>::noise(N, N, 0.0, 4).operand(0));
        let a = Matrix::<T> { rows: N, columns: N, values: a.values.iter().map(|&z| T::narrow(z)).collect() };
        let x = Matrix::<T>::noise(N, 2, 0.0, 5);
        let b = a.operand(0).times(&x.operand(0));
        let b = Matrix { rows: N, columns: 2, values: b.values.iter().map(|&z| T::narrow(z)).collect() };
        let (n, info) = (N as i32, Buffer::new(&[9i32, 9]));
        for fill in [LOWER, UPPER] {
            let (of_a, of_b) = (Buffer::new(&a.by_columns()), Buffer::new(&b.by_columns()));
            by_type!(
                T,
                hipsolverDnSpotrf,
                hipsolverDnDpotrf,
                hipsolverDnCpotrf,
                hipsolverDnZpotrf(handle.0, fill, n, of_a.at, n, null_mut(), 0, info.at)
            );
            assert_eq!(info.read()[0], 0);
            by_type!(
                T,
                hipsolverDnSpotrs,
                hipsolverDnDpotrs,
                hipsolverDnCpotrs,
                hipsolverDnZpotrs(handle.0, fill, n, 2, of_a.at, n, of_b.at, n, info.at)
            );
            check("potrs", &of_b.read(), &wide(&x));
            by_type!(
                T,
                hipsolverDnSpotri,
                hipsolverDnDpotri,
                hipsolverDnCpotri,
                hipsolverDnZpotri(handle.0, fill, n, of_a.at, n, null_mut(), 0, info.at)
            );
            let half: Vec<Complex64> = of_a.read().into_iter().map(T::wide).collect();
            let half = by_rows(&half, N, N);
            let stored = |i: usize, j: usize| if fill == LOWER { i >= j } else { i <= j };
            let element = |n: usize| match (n / N, n % N) {
                (i, j) if stored(i, j) => half.get(i, j),
                (i, j) => half.get(j, i).conj(),
            };
            let inverse = Matrix { rows: N, columns: N, values: (0..N * N).map(element).collect() };
            let product: Vec<T> = a.operand(0).times(&inverse).values.iter().map(|&z| T::narrow(z)).collect();
            let one = |n: usize| Complex64::new(f64::from(n / N == n % N), 0.0);
            check("potri", &product, &(0..N * N).map(one).collect::<Vec<_>>());
        }
        // A batch, of which the second matrix is not positive.
        let mut wrong = a.by_columns();
        wrong[2 * N + 2] = T::narrow(Complex64::new(-1.0, 0.0));
        let both = [Buffer::new(&a.by_columns()), Buffer::new(&wrong)];
        let arrays = Buffer::new(&[both[0].at, both[1].at]);
        by_type!(
            T,
            hipsolverDnSpotrfBatched,
            hipsolverDnDpotrfBatched,
            hipsolverDnCpotrfBatched,
            hipsolverDnZpotrfBatched(handle.0, LOWER, n, arrays.at, n, info.at, 2)
        );
        assert_eq!(info.read(), [0, 3]);
    }

    pub(super) fn reflections_make_the_matrix<T: Element>() {
        let handle = Handle::new();
        const M: usize = 30;
        const K: usize = 20;
        let a = Matrix::<T>::noise(M, K, 0.0, 6);
        let zero = T::narrow(Complex64::ZERO);
        let (of_a, tau, info) = (Buffer::new(&a.by_columns()), Buffer::new(&[zero; K]), Buffer::new(&[9i32]));
        let (m, k) = (M as i32, K as i32);
        by_type!(
            T,
            hipsolverDnSgeqrf,
            hipsolverDnDgeqrf,
            hipsolverDnCgeqrf,
            hipsolverDnZgeqrf(handle.0, m, k, of_a.at, m, tau.at, null_mut(), 0, info.at)
        );
        let factors = of_a.read();
        let upper = |n: usize| {
            let (i, j) = (n / K, n % K);
            if i <= j { factors[j * M + i].wide() } else { Complex64::ZERO }
        };
        let upper = Matrix { rows: M, columns: K, values: (0..M * K).map(upper).collect() };
        assert!((0..K).all(|j| upper.get(j, j).im == 0.0), "the diagonal is real, as LAPACK's");
        // Q R from the left, and the adjoint back.
        let narrow: Vec<T> = upper.by_columns().into_iter().map(T::narrow).collect();
        let (c, left) = (Buffer::new(&narrow), 141);
        let adjoint = if T::TYPE < 4 { 112 } else { 113 };
        for (op, wanted) in [(111, wide(&a)), (adjoint, upper.by_columns())] {
            by_type!(
                T,
                hipsolverDnSormqr,
                hipsolverDnDormqr,
                hipsolverDnCunmqr,
                hipsolverDnZunmqr(
                    handle.0,
                    left,
                    op,
                    m,
                    k,
                    k,
                    of_a.at,
                    m,
                    tau.at,
                    c.at,
                    m,
                    null_mut(),
                    0,
                    info.at
                )
            );
            check("ormqr", &c.read(), &wanted);
        }
        // From the right it is what the columns of Q say.
        let identity: Vec<T> =
            (0..M * M).map(|n| T::narrow(Complex64::new(f64::from(n / M == n % M), 0.0))).collect();
        let whole = Buffer::new(&identity);
        by_type!(
            T,
            hipsolverDnSormqr,
            hipsolverDnDormqr,
            hipsolverDnCunmqr,
            hipsolverDnZunmqr(
                handle.0,
                142,
                111,
                m,
                m,
                k,
                of_a.at,
                m,
                tau.at,
                whole.at,
                m,
                null_mut(),
                0,
                info.at
            )
        );
        by_type!(
            T,
            hipsolverDnSorgqr,
            hipsolverDnDorgqr,
            hipsolverDnCungqr,
            hipsolverDnZungqr(handle.0, m, k, k, of_a.at, m, tau.at, null_mut(), 0, info.at)
        );
        let q: Vec<Complex64> = of_a.read().into_iter().map(T::wide).collect();
        check("orgqr", &whole.read()[..M * K], &q);
        let q = by_rows(&q, M, K);
        let gram: Vec<T> = q.operand(2).times(&q).values.iter().map(|&z| T::narrow(z)).collect();
        check(
            "QᴴQ",
            &gram,
            &(0..K * K).map(|n| Complex64::new(f64::from(n / K == n % K), 0.0)).collect::<Vec<_>>(),
        );
    }

    pub(super) fn least_squares_are_found<T: Element>() {
        let handle = Handle::new();
        let a = Matrix::<T>::noise(12, 4, 0.0, 7);
        let x = Matrix::<T>::noise(4, 2, 0.0, 8);
        let b = a.operand(0).times(&x.operand(0));
        let b = Matrix { rows: 12, columns: 2, values: b.values.iter().map(|&z| T::narrow(z)).collect() };
        let zero = T::narrow(Complex64::ZERO);
        let (of_a, of_b) = (Buffer::new(&a.by_columns()), Buffer::new(&b.by_columns()));
        let (of_x, info, mut iterations) = (Buffer::new(&[zero; 8]), Buffer::new(&[9i32]), 9i32);
        by_type!(
            T,
            hipsolverDnSSgels,
            hipsolverDnDDgels,
            hipsolverDnCCgels,
            hipsolverDnZZgels(
                handle.0,
                12,
                4,
                2,
                of_a.at,
                12,
                of_b.at,
                12,
                of_x.at,
                4,
                null_mut(),
                0,
                place(&mut iterations),
                info.at
            )
        );
        check("gels", &of_x.read(), &wide(&x));
        assert_eq!((info.read(), iterations), (vec![0], 0));
    }
}

#[test]
fn a_singular_matrix_has_its_row_in_info() {
    let (handle, info) = (Handle::new(), Buffer::new(&[9i32]));
    let (a, pivots) = (Buffer::new(&[1f64, 2.0, 3.0, 2.0, 4.0, 6.0, 1.0, 0.0, 1.0]), Buffer::new(&[0i32; 3]));
    ok!(hipsolverDnDgetrf(handle.0, 3, 3, a.at, 3, null_mut(), pivots.at, info.at));
    assert_eq!(info.read(), [2]);
    assert!(a.read().iter().all(|value| value.is_finite()));
}

#[test]
fn wrong_arguments_are_statuses() {
    let (handle, a, info) = (Handle::new(), Buffer::new(&[1f32; 16]), Buffer::new(&[0i32]));
    let potrf =
        |handle, fill, n, a, lda| status!(hipsolverDnSpotrf(handle, fill, n, a, lda, null_mut(), 0, info.at));
    assert_eq!(potrf(null_mut(), LOWER, 4, a.at, 4), Status::NotInitialized);
    assert_eq!(potrf(handle.0, 1, 4, a.at, 4), Status::InvalidEnum);
    assert_eq!(potrf(handle.0, LOWER, -1, a.at, 4), Status::InvalidValue);
    assert_eq!(potrf(handle.0, LOWER, 4, a.at, 3), Status::InvalidValue);
    assert_eq!(potrf(handle.0, LOWER, 4, null_mut(), 4), Status::InvalidValue);
    assert_eq!(potrf(handle.0, LOWER, 0, null_mut(), 1), Status::Success);
    assert_eq!(status!(hipsolverDnCreate(null_mut())), Status::HandleIsNull);
}

#[test]
fn solutions_that_cusolver_refines_are_exact() {
    let handle = Handle::new();
    let made = |create: unsafe extern "C" fn(Pointer) -> Status| {
        let mut made: Pointer = null_mut();
        // SAFETY: the place is a local's.
        assert_eq!(unsafe { create((&raw mut made).cast()) }, Status::Success);
        made
    };
    let (double, single, half, complex) = (1203, 1204, 1205, 1213);
    let params = made(hipsolver::hipsolverExtIRSParamsCreate);
    let infos = made(hipsolver::hipsolverExtIRSInfosCreate);
    let (a, b) = (Buffer::new(&[4.0f64, 1.0, 2.0, 3.0]), Buffer::new(&[10.0f64, 10.0]));
    let (x, info, mut iterations) = (Buffer::new(&[0.0f64; 2]), Buffer::new(&[7i32]), 7i32);
    let (h, none) = (handle.0, null_mut());
    let mut solve = |infos| {
        let count = (&raw mut iterations).cast();
        status!(hipsolverExtIRSXgesv(
            h, params, infos, 2, 1, a.at, 2, b.at, 2, x.at, 2, none, 0, count, info.at
        ))
    };
    // Precisions are told first, and the lower one is no higher.
    assert_eq!(solve(infos), Status::InvalidValue);
    let set = |main, lowest| status!(hipsolverExtIRSParamsSetSolverPrecisions(params, main, lowest));
    assert_eq!((set(single, double), set(half, half)), (Status::InvalidValue, Status::InvalidValue));
    assert_eq!((set(complex, single), set(double, 7)), (Status::InvalidValue, Status::InvalidValue));
    assert_eq!(set(double, half), Status::Success);
    let refine = |how| status!(hipsolverExtIRSParamsSetRefinementSolver(params, how));
    assert_eq!((refine(1104), refine(1100)), (Status::Success, Status::InvalidValue));
    assert_eq!((solve(none), solve(infos)), (Status::InvalidValue, Status::Success));
    assert_eq!((x.read(), info.read()), (vec![1.0, 3.0], vec![0]));
    assert_eq!(iterations, 0);
    assert_eq!(status!(hipsolverExtIRSInfosDestroy(infos)), Status::Success);
    assert_eq!(status!(hipsolverExtIRSParamsDestroy(params)), Status::Success);
}
