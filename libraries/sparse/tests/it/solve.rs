//! Solutions and decompositions.

use crate::device::{Handle, made, ok, status};
use crate::shared::{Buffer, for_all_types, host, place};
use hipsparse::Status;
use std::ptr::null_mut;

const INT: u32 = 2;
const DEFAULT: u32 = 0;
const UPPER: u32 = 1;
const FILL: u32 = 0;
const DIAGONAL: u32 = 1;

for_all_types! {
    triangles_are_solved,
}

mod tests {
    use super::*;
    use crate::device::Csr;
    use crate::shared::{Element, Matrix, check_near};
    use num_complex::Complex64;

    /// A matrix whose diagonal weighs more than the rest.
    fn heavy<T: Element>(n: usize, seed: u64) -> Matrix<T> {
        let mut a = Matrix::<T>::noise(n, n, 0.6, seed);
        for row in 0..n {
            a.values[row * n + row] = T::narrow(Complex64::new(4.0 + row as f64 / 8.0, 0.5));
        }
        a
    }

    pub(super) fn triangles_are_solved<T: Element>() {
        const N: usize = 16;
        let handle = Handle::new();
        let a = heavy::<T>(N, 20);
        let rows = Csr::new(&a, 0);
        for (op, upper, unit) in [(0, false, false), (0, true, false), (1, false, true), (2, true, false)] {
            // The other triangle is stored, and not read.
            let mut triangle = a.clone();
            for (i, j) in (0..N * N).map(|n| (n / N, n % N)) {
                let value = &mut triangle.values[i * N + j];
                match (i == j, unit) {
                    (true, true) => *value = T::narrow(Complex64::new(1.0, 0.0)),
                    (false, _) if (j > i) != upper => *value = T::narrow(Complex64::ZERO),
                    _ => {}
                }
            }
            let x = Matrix::<T>::noise(N, 2, 0.0, 21);
            let alpha = T::narrow(Complex64::new(2.0, 0.0));
            let b: Vec<T> = triangle
                .operand(op)
                .times(&x.operand(0))
                .values
                .iter()
                .map(|&b| T::narrow(b / 2.0))
                .collect();
            let matrix = made!(hipsparseCreateCsr(
                N as i64,
                N as i64,
                rows.count as i64,
                rows.offsets.at,
                rows.indices.at,
                rows.values.at,
                INT,
                INT,
                0,
                T::TYPE
            ));
            for (attribute, value) in [(FILL, u32::from(upper)), (DIAGONAL, u32::from(unit))] {
                ok!(hipsparseSpMatSetAttribute(matrix, attribute, host(&value), 4));
            }
            let (of_b, of_x) = (Buffer::new(&b), Buffer::new(&b));
            let db = made!(hipsparseCreateDnMat(N as i64, 2, 2, of_b.at, T::TYPE, 2));
            let dx = made!(hipsparseCreateDnMat(N as i64, 2, 2, of_x.at, T::TYPE, 2));
            let descriptor = made!(hipsparseSpSM_createDescr());
            ok!(hipsparseSpSM_analysis(
                handle.0,
                op,
                0,
                host(&alpha),
                matrix,
                db,
                dx,
                T::TYPE,
                DEFAULT,
                descriptor,
                null_mut()
            ));
            ok!(hipsparseSpSM_solve(
                handle.0,
                op,
                0,
                host(&alpha),
                matrix,
                db,
                dx,
                T::TYPE,
                DEFAULT,
                descriptor,
                null_mut()
            ));
            let wanted: Vec<Complex64> = x.values.iter().map(|x| x.wide()).collect();
            // Errors grow with the condition of the triangle.
            let scaled = |values: &[Complex64]| values.iter().map(|z| z / 8.0).collect::<Vec<_>>();
            let got: Vec<T> = of_x.read().into_iter().map(|x| T::narrow(x.wide() / 8.0)).collect();
            check_near("SpSM", &got, &scaled(&wanted));
            let column = |of: &[T]| of.iter().step_by(2).copied().collect::<Vec<T>>();
            let (of_f, of_y) = (Buffer::new(&column(&b)), Buffer::new(&column(&b)));
            let (vf, vy) = (
                made!(hipsparseCreateDnVec(N as i64, of_f.at, T::TYPE)),
                made!(hipsparseCreateDnVec(N as i64, of_y.at, T::TYPE)),
            );
            let descriptor = made!(hipsparseSpSV_createDescr());
            ok!(hipsparseSpSV_solve(
                handle.0,
                op,
                host(&alpha),
                matrix,
                vf,
                vy,
                T::TYPE,
                DEFAULT,
                descriptor
            ));
            assert_eq!(format!("{:?}", of_y.read()), format!("{:?}", column(&of_x.read())));
        }
    }
}

/// A matrix of 4 x 4 with three diagonals, by its arrays.
fn tridiagonal() -> [Buffer<i32>; 2] {
    [Buffer::new(&[0i32, 2, 5, 8, 10]), Buffer::new(&[0i32, 1, 0, 1, 2, 1, 2, 3, 2, 3])]
}

#[test]
fn decompositions_without_further_entries_are_exact_for_three_diagonals() {
    let (handle, [offsets, indices]) = (Handle::new(), tridiagonal());
    let a = [4.0f64, 1.0, 1.0, 4.0, 1.0, 1.0, 4.0, 1.0, 1.0, 4.0];
    let description = made!(hipsparseCreateMatDescr());
    let values = Buffer::new(&a);
    let info = made!(hipsparseCreateCsrilu02Info());
    let (o, i, v) = (offsets.at, indices.at, values.at);
    ok!(hipsparseDcsrilu02(handle.0, 4, 10, description, v, o, i, info, 0, null_mut()));
    let mut row = 9i32;
    ok!(hipsparseXcsrilu02_zeroPivot(handle.0, info, place(&mut row)));
    assert_eq!(row, -1);
    let pivots = [4.0, 4.0 - 1.0 / 4.0, 4.0 - 1.0 / 3.75, 4.0 - 1.0 / (4.0 - 1.0 / 3.75)];
    let made = values.read();
    for (got, wanted) in [made[0], made[3], made[6], made[9]].into_iter().zip(pivots) {
        assert!((got - wanted).abs() < 1e-14, "{got} {wanted}");
    }
    // The triangles solve the system.
    let (lower, upper) = (description, made!(hipsparseCreateMatDescr()));
    ok!(hipsparseSetMatFillMode(lower, 0));
    ok!(hipsparseSetMatDiagType(lower, 1));
    ok!(hipsparseSetMatFillMode(upper, UPPER));
    let (b, y, x) =
        (Buffer::new(&[6.0f64, 12.0, 18.0, 19.0]), Buffer::new(&[0f64; 4]), Buffer::new(&[0f64; 4]));
    let (one, solve) = (1f64, made!(hipsparseCreateCsrsv2Info()));
    ok!(hipsparseDcsrsv2_solve(
        handle.0,
        0,
        4,
        10,
        host(&one),
        lower,
        v,
        o,
        i,
        solve,
        b.at,
        y.at,
        0,
        null_mut()
    ));
    ok!(hipsparseDcsrsv2_solve(
        handle.0,
        0,
        4,
        10,
        host(&one),
        upper,
        v,
        o,
        i,
        solve,
        y.at,
        x.at,
        0,
        null_mut()
    ));
    for (got, wanted) in x.read().into_iter().zip([1.0, 2.0, 3.0, 4.0]) {
        assert!((got - wanted).abs() < 1e-13, "{got} {wanted}");
    }
    let (values, info) = (Buffer::new(&a), made!(hipsparseCreateCsric02Info()));
    ok!(hipsparseDcsric02(handle.0, 4, 10, upper, values.at, o, i, info, 0, null_mut()));
    let made = values.read();
    for (got, wanted) in [made[0], made[3], made[6], made[9]].into_iter().zip(pivots) {
        assert!((got * got - wanted).abs() < 1e-14, "{got} {wanted}");
    }
}

#[test]
fn a_pivot_that_is_zero_is_found() {
    let (handle, [offsets, indices]) = (Handle::new(), tridiagonal());
    let values = Buffer::new(&[4.0f32, 1.0, 1.0, 4.0, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0]);
    let (one, description) = (1f32, made!(hipsparseCreateMatDescr()));
    let info = made!(hipsparseCreateCsrsv2Info());
    let (b, x) = (Buffer::new(&[1f32; 4]), Buffer::new(&[0f32; 4]));
    let mut row = 9i32;
    ok!(hipsparseXcsrsv2_zeroPivot(handle.0, info, place(&mut row)));
    let (o, i, v) = (offsets.at, indices.at, values.at);
    ok!(hipsparseScsrsv2_solve(
        handle.0,
        0,
        4,
        10,
        host(&one),
        description,
        v,
        o,
        i,
        info,
        b.at,
        x.at,
        0,
        null_mut()
    ));
    assert_eq!(status!(hipsparseXcsrsv2_zeroPivot(handle.0, info, place(&mut row))), Status::ZeroPivot);
    assert_eq!(row, 2);
}

#[test]
fn systems_of_three_diagonals_are_solved_with_and_without_exchanges() {
    let handle = Handle::new();
    // The first pivot is smaller than what is below it: rows are exchanged.
    let (below, middle, above) =
        ([0.0f64, 8.0, 1.0, -2.0, 1.0], [1.0, 3.0, 5.0, 4.0, 6.0], [2.0, -1.0, 1.0, 0.5, 0.0]);
    let x = [1.0, -2.0, 3.0, 0.5, 2.0, 4.0, 1.0, -1.0, 2.0, 3.0];
    let row = |x: &[f64], i: usize| {
        let after = if i < 4 { above[i] * x[i + 1] } else { 0.0 };
        let before = if i > 0 { below[i] * x[i - 1] } else { 0.0 };
        before + middle[i] * x[i] + after
    };
    let b: Vec<f64> = x.chunks(5).flat_map(|x| (0..5).map(|i| row(x, i)).collect::<Vec<_>>()).collect();
    let [dl, d, du] = [below, middle, above].map(|values| Buffer::new(&values));
    let check_near = |got: Vec<f64>, wanted: &[f64]| {
        assert!(got.iter().zip(wanted).all(|(got, wanted)| (got - wanted).abs() < 1e-12), "{got:?}");
    };
    let both = Buffer::new(&b);
    ok!(hipsparseDgtsv2(handle.0, 5, 2, dl.at, d.at, du.at, both.at, 5, null_mut()));
    check_near(both.read(), &x);
    let both = Buffer::new(&b);
    ok!(hipsparseDgtsv2_nopivot(handle.0, 5, 2, dl.at, d.at, du.at, both.at, 5, null_mut()));
    check_near(both.read(), &x);
    let twice = |values: [f64; 5]| Buffer::new(&[values, values].concat());
    let ([dl, d, du], both) = ([below, middle, above].map(twice), Buffer::new(&b));
    ok!(hipsparseDgtsv2StridedBatch(handle.0, 5, dl.at, d.at, du.at, both.at, 2, 5, null_mut()));
    check_near(both.read(), &x);
}
