//! Errors of products of sparse matrices in the book's table.

use crate::accuracy_table::{Table, error_of_product, error_of_solution};
use crate::device::{Csr, Handle, made, ok};
use crate::shared::{Buffer, Element, Matrix, Pointer, host, place};
use num_complex::{Complex32, Complex64};
use std::ptr::null_mut;

const INT: u32 = 2;
const BY_ROWS: u32 = 2;
const DEFAULT: u32 = 0;
/// Rows and columns of the first matrix, columns of the second; a tenth of the elements are not zero.
const SHAPE: (usize, usize, usize) = (200, 180, 150);

fn matrix<T: Element>(of: &Csr<T>, rows: usize, columns: usize) -> Pointer {
    let (offsets, indices, values) = (of.offsets.at, of.indices.at, of.values.at);
    let (rows, columns, count) = (rows as i64, columns as i64, of.count as i64);
    made!(hipsparseCreateCsr(rows, columns, count, offsets, indices, values, INT, INT, 0, T::TYPE))
}

fn wide<T: Element>(of: &Buffer<T>, rows: usize, columns: usize) -> Matrix<Complex64> {
    Matrix { rows, columns, values: of.read().into_iter().map(T::wide).collect() }
}

fn products<T: Element>(table: &mut Table) {
    let ((m, k, n), handle) = (SHAPE, Handle::new());
    let (a, b) = (Matrix::<T>::noise(m, k, 0.9, 1), Matrix::<T>::noise(k, n, 0.9, 2));
    let x = Matrix::<T>::noise(k, 8, 0.0, 3);
    let (one, zero) = (T::narrow(Complex64::ONE), T::narrow(Complex64::ZERO));
    let (alpha, beta, ty) = (host(&one), host(&zero), T::TYPE);
    let (of_a, of_b) = (Csr::new(&a, 0), Csr::new(&b, 0));
    let (da, db) = (matrix(&of_a, m, k), matrix(&of_b, k, n));

    let column: Vec<T> = x.values.iter().step_by(8).copied().collect();
    let (of_x, of_y) = (Buffer::new(&column), Buffer::new(&vec![zero; m]));
    let vx = made!(hipsparseCreateDnVec(k as i64, of_x.at, ty));
    let vy = made!(hipsparseCreateDnVec(m as i64, of_y.at, ty));
    ok!(hipsparseSpMV(handle.0, 0, alpha, da, vx, beta, vy, ty, DEFAULT, null_mut()));
    let column = Matrix { rows: k, columns: 1, values: column };
    let error = error_of_product(&a.operand(0), &column.operand(0), &wide(&of_y, m, 1));
    table.add("SpMV", "200 × 180", ty, error, 2.0);

    let (of_x, of_y) = (Buffer::new(&x.values), Buffer::new(&vec![zero; m * 8]));
    let mx = made!(hipsparseCreateDnMat(k as i64, 8, 8, of_x.at, ty, BY_ROWS));
    let my = made!(hipsparseCreateDnMat(m as i64, 8, 8, of_y.at, ty, BY_ROWS));
    ok!(hipsparseSpMM(handle.0, 0, 0, alpha, da, mx, beta, my, ty, DEFAULT, null_mut()));
    let error = error_of_product(&a.operand(0), &x.operand(0), &wide(&of_y, m, 8));
    table.add("SpMM", "200 × 180 × 8", ty, error, 2.0);

    let offsets = Buffer::new(&vec![0i32; m + 1]);
    let (rows, columns, none) = (m as i64, n as i64, null_mut());
    let dc = made!(hipsparseCreateCsr(rows, columns, 0, offsets.at, none, none, INT, INT, 0, ty));
    let (of, mut bytes, buffer) = (made!(hipsparseSpGEMM_createDescr()), 0usize, Buffer::new(&[0u8; 256]));
    let (at, size) = (buffer.at, place(&mut bytes));
    ok!(hipsparseSpGEMM_workEstimation(handle.0, 0, 0, alpha, da, db, beta, dc, ty, DEFAULT, of, size, at));
    ok!(hipsparseSpGEMM_compute(handle.0, 0, 0, alpha, da, db, beta, dc, ty, DEFAULT, of, size, at));
    let (mut rows, mut columns, mut count) = (0i64, 0i64, 0i64);
    ok!(hipsparseSpMatGetSize(dc, place(&mut rows), place(&mut columns), place(&mut count)));
    let count = count as usize;
    let (indices, values) = (Buffer::new(&vec![0i32; count]), Buffer::new(&vec![zero; count]));
    ok!(hipsparseCsrSetPointers(dc, offsets.at, indices.at, values.at));
    ok!(hipsparseSpGEMM_copy(handle.0, 0, 0, alpha, da, db, beta, dc, ty, DEFAULT, of));
    ok!(hipsparseSpGEMM_destroyDescr(of));
    let dense = Buffer::new(&vec![zero; m * n]);
    let to = made!(hipsparseCreateDnMat(rows, columns, columns, dense.at, ty, BY_ROWS));
    ok!(hipsparseSparseToDense(handle.0, dc, to, DEFAULT, null_mut()));
    let error = error_of_product(&a.operand(0), &b.operand(0), &wide(&dense, m, n));
    table.add("SpGEMM", "200 × 180 × 150", ty, error, 2.0);
}

/// Triangular systems with a tenth of the elements.
fn systems<T: Element>(table: &mut Table) {
    const N: usize = 200;
    let handle = Handle::new();
    let mut a = Matrix::<T>::noise(N, N, 0.9, 4);
    for (i, j) in (0..N * N).map(|at| (at / N, at % N)).filter(|(i, j)| i <= j) {
        a.values[i * N + j] = T::narrow(Complex64::new(if i == j { 4.0 } else { 0.0 }, 0.0));
    }
    let b = Matrix::<T>::noise(N, 1, 0.0, 5);
    let one = T::narrow(Complex64::ONE);
    let (alpha, ty, of_a) = (host(&one), T::TYPE, Csr::new(&a, 0));
    let (of_b, of_x) = (Buffer::new(&b.values), Buffer::new(&b.values));
    let (da, mut bytes, buffer) = (matrix(&of_a, N, N), 0usize, Buffer::new(&[0u8; 256]));
    let vb = made!(hipsparseCreateDnVec(N as i64, of_b.at, ty));
    let vx = made!(hipsparseCreateDnVec(N as i64, of_x.at, ty));
    let (of, at) = (made!(hipsparseSpSV_createDescr()), buffer.at);
    ok!(hipsparseSpSV_bufferSize(handle.0, 0, alpha, da, vb, vx, ty, DEFAULT, of, place(&mut bytes)));
    ok!(hipsparseSpSV_analysis(handle.0, 0, alpha, da, vb, vx, ty, DEFAULT, of, at));
    ok!(hipsparseSpSV_solve(handle.0, 0, alpha, da, vb, vx, ty, DEFAULT, of));
    ok!(hipsparseSpSV_destroyDescr(of));
    let error = error_of_solution(&a.operand(0), &wide(&of_x, N, 1), &b.operand(0));
    table.add("SpSV", "200 × 200", ty, error, 1.0);
}

#[test]
fn errors_are_those_of_the_book() {
    let mut table = Table::new("sparse");
    products::<f32>(&mut table);
    systems::<f32>(&mut table);
    products::<f64>(&mut table);
    systems::<f64>(&mut table);
    products::<Complex32>(&mut table);
    systems::<Complex32>(&mut table);
    products::<Complex64>(&mut table);
    systems::<Complex64>(&mut table);
    table.check();
}
