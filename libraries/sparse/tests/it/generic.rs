//! Functions of descriptors.

use crate::device::{Handle, made, ok, status};
use crate::shared::{Buffer, Pointer, for_all_types, host, place};
use hipsparse::Status;
use std::ptr::null_mut;

unsafe extern "C" {
    fn hipStreamCreateWithFlags(to: *mut Pointer, flags: u32) -> u32;
    fn hipStreamDestroy(stream: Pointer) -> u32;
    fn hipStreamSynchronize(stream: Pointer) -> u32;
    fn hipStreamBeginCapture(stream: Pointer, mode: u32) -> u32;
    fn hipStreamEndCapture(stream: Pointer, graph: *mut Pointer) -> u32;
    fn hipGraphInstantiateWithFlags(to: *mut Pointer, graph: Pointer, flags: u64) -> u32;
    fn hipGraphLaunch(graph: Pointer, stream: Pointer) -> u32;
    fn hipGraphExecDestroy(graph: Pointer) -> u32;
    fn hipGraphDestroy(graph: Pointer) -> u32;
}

const INT: u32 = 2;
const LONG: u32 = 3;
const BY_COLUMNS: u32 = 1;
const BY_ROWS: u32 = 2;
const DEFAULT: u32 = 0;

for_all_types! {
    products_with_vectors_are_right_in_all_formats,
    products_with_matrices_are_right_in_both_orders,
    products_of_sparse_matrices_are_right,
    sampled_products_are_right,
    sparse_and_dense_matrices_are_converted,
    sparse_vectors_meet_dense_ones,
}

mod tests {
    use super::*;
    use crate::device::Csr;
    use crate::shared::{Element, Matrix, check_near};
    use num_complex::Complex64;

    fn factors<T: Element>() -> (T, T) {
        (T::narrow(Complex64::new(0.5, -0.25)), T::narrow(Complex64::new(-1.5, 1.0)))
    }

    /// `alpha product + beta old`
    fn combined<T: Element>(product: &[Complex64], old: &[T]) -> Vec<Complex64> {
        let (alpha, beta) = factors::<T>();
        product.iter().zip(old).map(|(&p, old)| alpha.wide() * p + beta.wide() * old.wide()).collect()
    }

    pub(super) fn products_with_vectors_are_right_in_all_formats<T: Element>() {
        let handle = Handle::new();
        let a = Matrix::<T>::noise(37, 23, 0.7, 1);
        let wide = |n: &Buffer<i32>| Buffer::new(&n.read().into_iter().map(i64::from).collect::<Vec<_>>());
        for (op, base) in [(0, 0), (1, 1), (2, 0)] {
            let (m, n) = if op == 0 { (37, 23) } else { (23, 37) };
            let (x, y) = (Matrix::<T>::noise(n, 1, 0.0, 2), Matrix::<T>::noise(m, 1, 0.0, 3));
            let wanted = combined(&a.operand(op).times(&x.operand(0)).values, &y.values);
            let rows = Csr::new(&a, base);
            let (long_offsets, long_indices) = (wide(&rows.offsets), wide(&rows.indices));
            let of_row: Vec<i32> = a.places().iter().map(|place| place.0 as i32 + base).collect();
            let of_row = Buffer::new(&of_row);
            let transposed = Matrix { rows: 23, columns: 37, values: a.by_columns() };
            let columns = Csr::new(&transposed, base);
            let (count, base) = (rows.count as i64, base as u32);
            let all = [
                made!(hipsparseCreateCsr(
                    37,
                    23,
                    count,
                    rows.offsets.at,
                    rows.indices.at,
                    rows.values.at,
                    INT,
                    INT,
                    base,
                    T::TYPE
                )),
                made!(hipsparseCreateCsr(
                    37,
                    23,
                    count,
                    long_offsets.at,
                    long_indices.at,
                    rows.values.at,
                    LONG,
                    LONG,
                    base,
                    T::TYPE
                )),
                made!(hipsparseCreateCsc(
                    37,
                    23,
                    count,
                    columns.offsets.at,
                    columns.indices.at,
                    columns.values.at,
                    INT,
                    INT,
                    base,
                    T::TYPE
                )),
                made!(hipsparseCreateCoo(
                    37,
                    23,
                    count,
                    of_row.at,
                    rows.indices.at,
                    rows.values.at,
                    INT,
                    base,
                    T::TYPE
                )),
            ];
            for matrix in all {
                let (of_x, of_y) = (Buffer::new(&x.values), Buffer::new(&y.values));
                let (vx, vy) = (
                    made!(hipsparseCreateDnVec(n as i64, of_x.at, T::TYPE)),
                    made!(hipsparseCreateDnVec(m as i64, of_y.at, T::TYPE)),
                );
                let ((alpha, beta), mut bytes) = (factors::<T>(), 0usize);
                ok!(hipsparseSpMV_bufferSize(
                    handle.0,
                    op,
                    host(&alpha),
                    matrix,
                    vx,
                    host(&beta),
                    vy,
                    T::TYPE,
                    DEFAULT,
                    place(&mut bytes)
                ));
                ok!(hipsparseSpMV(
                    handle.0,
                    op,
                    host(&alpha),
                    matrix,
                    vx,
                    host(&beta),
                    vy,
                    T::TYPE,
                    DEFAULT,
                    null_mut()
                ));
                check_near("SpMV", &of_y.read(), &wanted);
                ok!(hipsparseDestroyDnVec(vx));
                ok!(hipsparseDestroyDnVec(vy));
                ok!(hipsparseDestroySpMat(matrix));
            }
        }
    }

    pub(super) fn products_with_matrices_are_right_in_both_orders<T: Element>() {
        let handle = Handle::new();
        let a = Matrix::<T>::noise(19, 11, 0.6, 4);
        let rows = Csr::new(&a, 0);
        let matrix = made!(hipsparseCreateCsr(
            19,
            11,
            rows.count as i64,
            rows.offsets.at,
            rows.indices.at,
            rows.values.at,
            INT,
            INT,
            0,
            T::TYPE
        ));
        for (op_a, op_b, order) in [(0, 0, BY_COLUMNS), (1, 0, BY_ROWS), (0, 2, BY_ROWS), (2, 1, BY_COLUMNS)]
        {
            let (m, k) = if op_a == 0 { (19, 11) } else { (11, 19) };
            let b =
                if op_b == 0 { Matrix::<T>::noise(k, 7, 0.0, 5) } else { Matrix::<T>::noise(7, k, 0.0, 5) };
            let c = Matrix::<T>::noise(m, 7, 0.0, 6);
            let wanted = combined(&a.operand(op_a).times(&b.operand(op_b)).values, &c.values);
            let stored = |of: &Matrix<T>| match order {
                BY_ROWS => (Buffer::new(&of.values), of.columns as i64),
                _ => (Buffer::new(&of.by_columns()), of.rows as i64),
            };
            let ((of_b, ldb), (of_c, ldc)) = (stored(&b), stored(&c));
            let db =
                made!(hipsparseCreateDnMat(b.rows as i64, b.columns as i64, ldb, of_b.at, T::TYPE, order));
            let dc = made!(hipsparseCreateDnMat(m as i64, 7, ldc, of_c.at, T::TYPE, order));
            let (alpha, beta) = factors::<T>();
            ok!(hipsparseSpMM(
                handle.0,
                op_a,
                op_b,
                host(&alpha),
                matrix,
                db,
                host(&beta),
                dc,
                T::TYPE,
                DEFAULT,
                null_mut()
            ));
            let mut got = of_c.read();
            if order == BY_COLUMNS {
                got = Matrix { rows: 7, columns: m, values: got }.by_columns();
            }
            check_near("SpMM", &got, &wanted);
        }
    }

    pub(super) fn products_of_sparse_matrices_are_right<T: Element>() {
        let handle = Handle::new();
        let (a, b) = (Matrix::<T>::noise(17, 13, 0.7, 7), Matrix::<T>::noise(13, 15, 0.7, 8));
        let (of_a, of_b) = (Csr::new(&a, 0), Csr::new(&b, 1));
        let create = |of: &Csr<T>, m, n, base| {
            made!(hipsparseCreateCsr(
                m,
                n,
                of.count as i64,
                of.offsets.at,
                of.indices.at,
                of.values.at,
                INT,
                INT,
                base,
                T::TYPE
            ))
        };
        let (da, db) = (create(&of_a, 17, 13, 0), create(&of_b, 13, 15, 1));
        let offsets = Buffer::new(&[0i32; 18]);
        let dc =
            made!(hipsparseCreateCsr(17, 15, 0, offsets.at, null_mut(), null_mut(), INT, INT, 0, T::TYPE));
        let descriptor = made!(hipsparseSpGEMM_createDescr());
        let (alpha, beta) = (factors::<T>().0, T::narrow(Complex64::new(0.0, 0.0)));
        let (mut bytes, buffer) = (0usize, Buffer::new(&[0u8; 256]));
        for at in [null_mut(), buffer.at] {
            ok!(hipsparseSpGEMM_workEstimation(
                handle.0,
                0,
                0,
                host(&alpha),
                da,
                db,
                host(&beta),
                dc,
                T::TYPE,
                DEFAULT,
                descriptor,
                place(&mut bytes),
                at
            ));
            assert!((1..=256).contains(&bytes));
        }
        for at in [null_mut(), buffer.at] {
            ok!(hipsparseSpGEMM_compute(
                handle.0,
                0,
                0,
                host(&alpha),
                da,
                db,
                host(&beta),
                dc,
                T::TYPE,
                DEFAULT,
                descriptor,
                place(&mut bytes),
                at
            ));
        }
        let (mut m, mut n, mut count) = (0i64, 0i64, 0i64);
        ok!(hipsparseSpMatGetSize(dc, place(&mut m), place(&mut n), place(&mut count)));
        assert_eq!((m, n), (17, 15));
        let count = count as usize;
        let (indices, values) = (Buffer::new(&vec![0i32; count]), Buffer::new(&vec![beta; count]));
        ok!(hipsparseCsrSetPointers(dc, offsets.at, indices.at, values.at));
        ok!(hipsparseSpGEMM_copy(
            handle.0,
            0,
            0,
            host(&alpha),
            da,
            db,
            host(&beta),
            dc,
            T::TYPE,
            DEFAULT,
            descriptor
        ));
        ok!(hipsparseSpGEMM_destroyDescr(descriptor));
        let dense = Buffer::new(&[beta; 17 * 15]);
        let to = made!(hipsparseCreateDnMat(17, 15, 15, dense.at, T::TYPE, BY_ROWS));
        ok!(hipsparseSparseToDense(handle.0, dc, to, DEFAULT, null_mut()));
        let wanted: Vec<Complex64> =
            a.operand(0).times(&b.operand(0)).values.iter().map(|&p| alpha.wide() * p).collect();
        check_near("SpGEMM", &dense.read(), &wanted);
    }

    pub(super) fn sampled_products_are_right<T: Element>() {
        let handle = Handle::new();
        let (a, b) = (Matrix::<T>::noise(9, 5, 0.0, 9), Matrix::<T>::noise(5, 8, 0.0, 10));
        let c = Matrix::<T>::noise(9, 8, 0.6, 11);
        let of_c = Csr::new(&c, 1);
        let (of_a, of_b) = (Buffer::new(&a.values), Buffer::new(&b.by_columns()));
        let da = made!(hipsparseCreateDnMat(9, 5, 5, of_a.at, T::TYPE, BY_ROWS));
        let db = made!(hipsparseCreateDnMat(5, 8, 5, of_b.at, T::TYPE, BY_COLUMNS));
        let dc = made!(hipsparseCreateCsr(
            9,
            8,
            of_c.count as i64,
            of_c.offsets.at,
            of_c.indices.at,
            of_c.values.at,
            INT,
            INT,
            1,
            T::TYPE
        ));
        let (alpha, beta) = factors::<T>();
        ok!(hipsparseSDDMM(
            handle.0,
            0,
            0,
            host(&alpha),
            da,
            db,
            host(&beta),
            dc,
            T::TYPE,
            DEFAULT,
            null_mut()
        ));
        let product = a.operand(0).times(&b.operand(0));
        let picked = |from: &dyn Fn(usize, usize) -> Complex64| -> Vec<Complex64> {
            c.places().iter().map(|&(i, j)| from(i, j)).collect()
        };
        let old: Vec<T> = c.places().iter().map(|&(i, j)| c.get(i, j)).collect();
        check_near("SDDMM", &of_c.values.read(), &combined(&picked(&|i, j| product.get(i, j)), &old));
    }

    pub(super) fn sparse_and_dense_matrices_are_converted<T: Element>() {
        let handle = Handle::new();
        let a = Matrix::<T>::noise(6, 9, 0.5, 12);
        let dense = Buffer::new(&a.by_columns());
        let from = made!(hipsparseCreateDnMat(6, 9, 6, dense.at, T::TYPE, BY_COLUMNS));
        let offsets = Buffer::new(&[0i32; 7]);
        let to = made!(hipsparseCreateCsr(6, 9, 0, offsets.at, null_mut(), null_mut(), INT, INT, 0, T::TYPE));
        ok!(hipsparseDenseToSparse_analysis(handle.0, from, to, DEFAULT, null_mut()));
        let (mut m, mut n, mut count) = (0i64, 0i64, 0i64);
        ok!(hipsparseSpMatGetSize(to, place(&mut m), place(&mut n), place(&mut count)));
        let count = count as usize;
        let wanted = Csr::new(&a, 0);
        assert_eq!(count, wanted.count);
        let zero = T::narrow(Complex64::new(0.0, 0.0));
        let (indices, values) = (Buffer::new(&vec![0i32; count]), Buffer::new(&vec![zero; count]));
        ok!(hipsparseCsrSetPointers(to, offsets.at, indices.at, values.at));
        ok!(hipsparseDenseToSparse_convert(handle.0, from, to, DEFAULT, null_mut()));
        assert_eq!((offsets.read(), indices.read()), (wanted.offsets.read(), wanted.indices.read()));
        let back = Buffer::new(&[zero; 54]);
        let of_back = made!(hipsparseCreateDnMat(6, 9, 6, back.at, T::TYPE, BY_COLUMNS));
        ok!(hipsparseSparseToDense(handle.0, to, of_back, DEFAULT, null_mut()));
        let all: Vec<Complex64> = a.by_columns().into_iter().map(T::wide).collect();
        check_near("there and back", &back.read(), &all);
    }

    pub(super) fn sparse_vectors_meet_dense_ones<T: Element>() {
        let handle = Handle::new();
        let (x, y) = (Matrix::<T>::noise(3, 1, 0.0, 13).values, Matrix::<T>::noise(8, 1, 0.0, 14).values);
        let places = [1usize, 4, 7];
        let indices = Buffer::new(&[2i32, 5, 8]);
        let (of_x, of_y) = (Buffer::new(&x), Buffer::new(&y));
        let vx = made!(hipsparseCreateSpVec(8, 3, indices.at, of_x.at, INT, 1, T::TYPE));
        let vy = made!(hipsparseCreateDnVec(8, of_y.at, T::TYPE));
        let (alpha, beta) = factors::<T>();
        let mut result = T::narrow(Complex64::new(0.0, 0.0));
        ok!(hipsparseSpVV(handle.0, 2, vx, vy, place(&mut result), T::TYPE, null_mut()));
        let wanted = places.iter().zip(&x).map(|(&n, x)| x.wide().conj() * y[n].wide()).sum();
        check_near("SpVV", &[result], &[wanted]);
        ok!(hipsparseAxpby(handle.0, host(&alpha), vx, host(&beta), vy));
        let spread: Vec<Complex64> = (0..8)
            .map(|n| places.iter().position(|&place| place == n).map_or(Complex64::ZERO, |n| x[n].wide()))
            .collect();
        let wanted = combined(&spread, &y);
        check_near("Axpby", &of_y.read(), &wanted);
        ok!(hipsparseGather(handle.0, vy, vx));
        check_near("Gather", &of_x.read(), &places.map(|n| wanted[n]));
        ok!(hipsparseScatter(handle.0, vx, vy));
        check_near("Scatter", &of_y.read(), &wanted);
        let (c, s) = (T::narrow(Complex64::new(0.6, 0.0)), T::narrow(Complex64::new(0.8, 0.0)));
        ok!(hipsparseRot(handle.0, host(&c), host(&s), vx, vy));
        check_near("Rot", &of_x.read(), &places.map(|n| 1.4 * wanted[n]));
    }
}

#[test]
fn numbers_of_16_and_8_bits_are_computed_in_32() {
    let handle = Handle::new();
    let (offsets, indices) = (Buffer::new(&[0i32, 2, 3]), Buffer::new(&[0i32, 1, 1]));
    let (halves, bytes) = (Buffer::new(&[0x3c00u16, 0x4000, 0x4200]), Buffer::new(&[1i8, 2, 3]));
    let (x, x8) = (Buffer::new(&[0x4000u16, 0x3c00]), Buffer::new(&[100i8, -128]));
    let (y, y32) = (Buffer::new(&[0f32; 2]), Buffer::new(&[7i32; 2]));
    let matrix =
        |values, ty| made!(hipsparseCreateCsr(2, 2, 3, offsets.at, indices.at, values, INT, INT, 0, ty));
    let (one, zero, vy) = (1f32, 0f32, made!(hipsparseCreateDnVec(2, y.at, 0)));
    let (a, vx) = (matrix(halves.at, 2), made!(hipsparseCreateDnVec(2, x.at, 2)));
    ok!(hipsparseSpMV(handle.0, 0, host(&one), a, vx, host(&zero), vy, 0, DEFAULT, null_mut()));
    assert_eq!(y.read(), [4.0, 3.0]);
    let (one, two, vy) = (1i32, 2i32, made!(hipsparseCreateDnVec(2, y32.at, 10)));
    let (a, vx) = (matrix(bytes.at, 3), made!(hipsparseCreateDnVec(2, x8.at, 3)));
    ok!(hipsparseSpMV(handle.0, 0, host(&one), a, vx, host(&two), vy, 10, DEFAULT, null_mut()));
    assert_eq!(y32.read(), [100 - 256 + 14, -384 + 14]);
}

#[test]
fn wrong_arguments_are_statuses() {
    let handle = Handle::new();
    let (one, mut to) = (1f32, 0usize);
    let values = Buffer::new(&[1f32; 4]);
    let x = made!(hipsparseCreateDnVec(4, values.at, 0));
    let a = made!(hipsparseCreateCsr(2, 3, 0, values.at, values.at, values.at, INT, INT, 0, 0));
    let mv = |handle, op, alpha, a, x, ty| {
        status!(hipsparseSpMV(handle, op, alpha, a, x, host(&one), x, ty, DEFAULT, null_mut()))
    };
    assert_eq!(mv(null_mut(), 0, host(&one), a, x, 0), Status::NotInitialized);
    assert_eq!(mv(handle.0, 3, host(&one), a, x, 0), Status::InvalidValue);
    assert_eq!(mv(handle.0, 0, null_mut(), a, x, 0), Status::InvalidValue);
    assert_eq!(mv(handle.0, 0, host(&one), x.wrapping_byte_add(1), x, 0), Status::InvalidValue);
    assert_eq!(mv(handle.0, 0, host(&one), a, x, 0), Status::InvalidValue, "sizes differ");
    assert_eq!(mv(handle.0, 0, host(&one), a, x, 1), Status::NotSupported);
    assert_eq!(status!(hipsparseCreateDnVec(place(&mut to), -1, values.at, 0)), Status::InvalidValue);
    assert_eq!(status!(hipsparseCreateDnVec(null_mut(), 1, values.at, 0)), Status::InvalidValue);
    assert_eq!(
        status!(hipsparseCreateDnMat(place(&mut to), 4, 4, 3, values.at, 0, BY_ROWS)),
        Status::InvalidValue
    );
    assert_eq!(
        status!(hipsparseCreateCsr(place(&mut to), 1, 1, 1, values.at, values.at, values.at, 4, INT, 0, 0)),
        Status::InvalidValue
    );
    ok!(hipsparseDestroyDnVec(x));
    assert_eq!(status!(hipsparseDestroyDnVec(x)), Status::InvalidValue);
}

/// Set in the process of a test that loses its context.
const CHILD: &str = "HIP_SPARSE_TEST_CHILD";

#[test]
fn an_index_outside_of_the_matrix_is_the_contexts_error() {
    if std::env::var_os(CHILD).is_none() {
        let test = "generic::an_index_outside_of_the_matrix_is_the_contexts_error";
        let own = std::env::current_exe().expect("the tests");
        let ran =
            std::process::Command::new(own).args([test, "--exact", "--nocapture"]).env(CHILD, "1").output();
        let ran = ran.expect("started");
        let said = String::from_utf8_lossy(&ran.stderr);
        assert!(ran.status.success() && said.contains("hipsparseSpMV"), "{said}");
        return;
    }
    let (handle, one) = (Handle::new(), 1f32);
    let (offsets, indices, values) = (Buffer::new(&[0i32, 1]), Buffer::new(&[5i32]), Buffer::new(&[1f32]));
    let a = made!(hipsparseCreateCsr(1, 1, 1, offsets.at, indices.at, values.at, INT, INT, 0, 0));
    let x = made!(hipsparseCreateDnVec(1, values.at, 0));
    ok!(hipsparseSpMV(handle.0, 0, host(&one), a, x, host(&one), x, 0, DEFAULT, null_mut()));
    const ILLEGAL_ADDRESS: u32 = 700;
    assert_eq!(crate::shared::synchronize(), ILLEGAL_ADDRESS);
    std::process::exit(0);
}

/// Calls a function of the runtime, which must succeed.
macro_rules! hip {
    ($function:ident($($argument:expr),* $(,)?)) => {
        // SAFETY: handles are the runtime's, places are locals'.
        assert_eq!(unsafe { $function($($argument),*) }, 0, stringify!($function))
    };
}

#[test]
fn a_captured_product_of_vectors_writes_its_result_at_each_launch() {
    let (handle, mut stream) = (Handle::new(), null_mut());
    let (indices, values, dense) =
        (Buffer::new(&[0, 2]), Buffer::new(&[2.0f64, 3.0]), Buffer::new(&[5.0f64, 7.0, 11.0]));
    let x = made!(hipsparseCreateSpVec(3, 2, indices.at, values.at, INT, 0, 1));
    let y = made!(hipsparseCreateDnVec(3, dense.at, 1));
    hip!(hipStreamCreateWithFlags(&raw mut stream, 1));
    ok!(hipsparseSetStream(handle.0, stream));
    // Of this thread: allocations of tests that run beside this one would invalidate a global capture.
    hip!(hipStreamBeginCapture(stream, 1));
    let result = Box::leak(Box::new(0.0f64));
    ok!(hipsparseSpVV(handle.0, 0, x, y, place(result), 1, null_mut()));
    let (mut graph, mut executable) = (null_mut(), null_mut());
    hip!(hipStreamEndCapture(stream, &raw mut graph));
    hip!(hipGraphInstantiateWithFlags(&raw mut executable, graph, 0));
    hip!(hipGraphDestroy(graph));
    assert_eq!(*result, 0.0);
    hip!(hipGraphLaunch(executable, stream));
    hip!(hipStreamSynchronize(stream));
    assert_eq!(*result, 43.0);
    hip!(hipGraphExecDestroy(executable));
    hip!(hipStreamDestroy(stream));
}
