//! Formats of blocks and slices, and products with entries that are found once.

use crate::device::{Bsr, Csr, Handle, made, ok, status};
use crate::shared::{Buffer, Element, Matrix, Pointer, check_near, for_all_types, host, place};
use hipsparse::Status;
use num_complex::Complex64;
use std::ptr::null_mut;

const INT: u32 = 2;
const BY_COLUMNS: u32 = 1;
const BY_ROWS: u32 = 2;
const DEFAULT: u32 = 0;

for_all_types! {
    products_are_right_in_formats_of_blocks_and_slices,
    products_of_a_batch_of_entries_are_right,
    dense_matrices_become_blocks,
    sampled_products_fill_batches_of_blocks,
    entries_of_products_are_reused,
    values_of_analysed_matrices_are_replaced,
}

/// A matrix of `rows` by 12, in which whole blocks of 2 by 3 are zero.
fn blocky<T: Element>(rows: usize, seed: u64) -> Matrix<T> {
    let (noise, holes) =
        (Matrix::<T>::noise(rows, 12, 0.2, seed), Matrix::<T>::noise(rows / 2, 4, 0.5, seed + 1));
    let zero = T::narrow(Complex64::new(0.0, 0.0));
    let value = |n: usize| {
        let (i, j) = (n / 12, n % 12);
        if holes.get(i / 2, j / 3).wide().norm() == 0.0 { zero } else { noise.get(i, j) }
    };
    Matrix { rows, columns: 12, values: (0..rows * 12).map(value).collect() }
}

/// Arrays of a matrix in a format, which it outlives.
struct Stored<T> {
    matrix: Pointer,
    _indices: [Buffer<i32>; 2],
    _values: Buffer<T>,
}

fn bsr<T: Element>(of: &Matrix<T>, by_columns: bool) -> Stored<T> {
    let Bsr { offsets, indices, values, count } = Bsr::new(of, (2, 3), by_columns);
    let (rows, order) = (of.rows as i64 / 2, if by_columns { BY_COLUMNS } else { BY_ROWS });
    let columns = of.columns as i64 / 3;
    let matrix = made!(hipsparseExtCreateBsr(
        rows,
        columns,
        count as i64,
        2,
        3,
        offsets.at,
        indices.at,
        values.at,
        INT,
        INT,
        0,
        T::TYPE,
        order
    ));
    Stored { matrix, _indices: [offsets, indices], _values: values }
}

/// Two blocks of 2 by 2 in each row of blocks, at columns that are given; -1 is none.
fn blocked_ell<T: Element>(columns: &[i32], values: &[T]) -> Stored<T> {
    let (indices, values) = (Buffer::new(columns), Buffer::new(values));
    let rows = columns.len() as i64;
    let matrix = made!(hipsparseCreateBlockedEll(rows, 12, 2, 4, indices.at, values.at, INT, 0, T::TYPE));
    Stored { matrix, _indices: [Buffer::new(&[0]), indices], _values: values }
}

/// Slices of three rows, with indices from one.
fn sliced_ell<T: Element>(of: &Matrix<T>) -> Stored<T> {
    let row = |i: usize| {
        of.places().into_iter().filter(|place| place.0 == i).map(|place| place.1).collect::<Vec<_>>()
    };
    let (mut offsets, mut indices, mut values) = (vec![1], Vec::new(), Vec::new());
    for slice in 0..of.rows.div_ceil(3) {
        let rows: Vec<Vec<usize>> =
            (slice * 3..slice * 3 + 3).map(|i| if i < of.rows { row(i) } else { Vec::new() }).collect();
        for k in 0..rows.iter().map(Vec::len).max().unwrap_or(0) {
            for (i, row) in rows.iter().enumerate() {
                indices.push(row.get(k).map_or(-1, |&j| j as i32 + 1));
                values.push(
                    row.get(k).map_or(T::narrow(Complex64::new(9.0, 9.0)), |&j| of.get(slice * 3 + i, j)),
                );
            }
        }
        offsets.push(indices.len() as i32 + 1);
    }
    let stored = indices.len() as i64;
    let (offsets, indices, values) = (Buffer::new(&offsets), Buffer::new(&indices), Buffer::new(&values));
    let (rows, count) = (of.rows as i64, of.places().len() as i64);
    let matrix = made!(hipsparseExtCreateSlicedEll(
        rows,
        of.columns as i64,
        count,
        stored,
        3,
        offsets.at,
        indices.at,
        values.at,
        INT,
        INT,
        1,
        T::TYPE
    ));
    Stored { matrix, _indices: [offsets, indices], _values: values }
}

/// Checks `op(A) x` and `op(A) B` with these factors.
fn check_products<T: Element>(what: &str, handle: &Handle, matrix: Pointer, a: &Matrix<T>, op: u32) {
    let (alpha, beta) = (T::narrow(Complex64::new(0.5, -0.25)), T::narrow(Complex64::new(-1.5, 1.0)));
    let (m, k) = if op == 0 { (a.rows, a.columns) } else { (a.columns, a.rows) };
    for n in [1, 3] {
        let (b, c) = (Matrix::<T>::noise(k, n, 0.0, 2), Matrix::<T>::noise(m, n, 0.0, 3));
        let product = a.operand(op).times(&b.operand(0)).values;
        let old = c.values.iter().map(|c| beta.wide() * c.wide());
        let wanted: Vec<Complex64> =
            product.iter().zip(old).map(|(&p, old)| alpha.wide() * p + old).collect();
        let (of_b, of_c) = (Buffer::new(&b.values), Buffer::new(&c.values));
        if n == 1 {
            let x = made!(hipsparseCreateDnVec(k as i64, of_b.at, T::TYPE));
            let y = made!(hipsparseCreateDnVec(m as i64, of_c.at, T::TYPE));
            ok!(hipsparseSpMV(
                handle.0,
                op,
                host(&alpha),
                matrix,
                x,
                host(&beta),
                y,
                T::TYPE,
                DEFAULT,
                null_mut()
            ));
        } else {
            let (k, m, n) = (k as i64, m as i64, n as i64);
            let db = made!(hipsparseCreateDnMat(k, n, n, of_b.at, T::TYPE, BY_ROWS));
            let dc = made!(hipsparseCreateDnMat(m, n, n, of_c.at, T::TYPE, BY_ROWS));
            ok!(hipsparseSpMM(
                handle.0,
                op,
                0,
                host(&alpha),
                matrix,
                db,
                host(&beta),
                dc,
                T::TYPE,
                DEFAULT,
                null_mut()
            ));
        }
        check_near(what, &of_c.read(), &wanted);
    }
}

mod tests {
    use super::*;

    pub(super) fn products_are_right_in_formats_of_blocks_and_slices<T: Element>() {
        let handle = Handle::new();
        let a = blocky::<T>(8, 1);
        for op in 0..3 {
            for by_columns in [false, true] {
                check_products("blocks", &handle, bsr(&a, by_columns).matrix, &a, op);
            }
            let ragged = Matrix::<T>::noise(7, 12, 0.7, 9);
            check_products("slices", &handle, sliced_ell(&ragged).matrix, &ragged, op);
            // Values are by rows of the matrix, four of each.
            let (columns, values) = ([1, -1, 5, 0, -1, -1, 3, 2], Matrix::<T>::noise(8, 4, 0.0, 5));
            let mut whole =
                Matrix { rows: 8, columns: 12, values: vec![T::narrow(Complex64::new(0.0, 0.0)); 96] };
            for (i, j) in (0..8).flat_map(|i| (0..4).map(move |j| (i, j))) {
                if let Ok(block) = usize::try_from(columns[i / 2 * 2 + j / 2]) {
                    whole.values[i * 12 + block * 2 + j % 2] = values.get(i, j);
                }
            }
            check_products("blocked ELL", &handle, blocked_ell(&columns, &values.values).matrix, &whole, op);
        }
    }

    pub(super) fn products_of_a_batch_of_entries_are_right<T: Element>() {
        let handle = Handle::new();
        // Two instances with as many entries, at other places.
        let a = [Matrix::<T>::noise(5, 4, 0.0, 1), Matrix::<T>::noise(5, 4, 0.0, 2)];
        let all = |index: fn(&(usize, usize)) -> usize| {
            Buffer::new(
                &a.iter().flat_map(|a| a.places()).map(|place| index(&place) as i32).collect::<Vec<_>>(),
            )
        };
        let (rows, columns) = (all(|place| place.0), all(|place| place.1));
        let values = Buffer::new(&a.iter().flat_map(|a| a.values.clone()).collect::<Vec<_>>());
        let matrix = made!(hipsparseCreateCoo(5, 4, 20, rows.at, columns.at, values.at, INT, 0, T::TYPE));
        ok!(hipsparseCooSetStridedBatch(matrix, 2, 20));
        let b = Matrix::<T>::noise(8, 3, 0.0, 3);
        let (of_b, of_c) = (Buffer::new(&b.values), Buffer::new(&[T::narrow(Complex64::new(7.0, 0.0)); 30]));
        let db = made!(hipsparseCreateDnMat(4, 3, 3, of_b.at, T::TYPE, BY_ROWS));
        let dc = made!(hipsparseCreateDnMat(5, 3, 3, of_c.at, T::TYPE, BY_ROWS));
        ok!(hipsparseDnMatSetStridedBatch(db, 2, 12));
        ok!(hipsparseDnMatSetStridedBatch(dc, 2, 15));
        let (one, zero) = (T::narrow(Complex64::new(1.0, 0.0)), T::narrow(Complex64::new(0.0, 0.0)));
        ok!(hipsparseSpMM(
            handle.0,
            0,
            0,
            host(&one),
            matrix,
            db,
            host(&zero),
            dc,
            T::TYPE,
            DEFAULT,
            null_mut()
        ));
        let instance = |n: usize| {
            let b = Matrix { rows: 4, columns: 3, values: b.values[n * 12..n * 12 + 12].to_vec() };
            a[n].operand(0).times(&b.operand(0)).values
        };
        check_near("batch", &of_c.read(), &[instance(0), instance(1)].concat());
        let mut parts = [0i64; 3];
        let (mut row, mut column, mut value, mut kinds) =
            (null_mut::<u8>(), null_mut::<u8>(), null_mut::<u8>(), [0u32; 3]);
        let [m, n, count] = &mut parts;
        let [index, base, ty] = &mut kinds;
        ok!(hipsparseCooGet(
            matrix,
            place(m),
            place(n),
            place(count),
            place(&mut row),
            place(&mut column),
            place(&mut value),
            place(index),
            place(base),
            place(ty)
        ));
        assert_eq!((parts, row.addr(), kinds), ([5, 4, 20], rows.at.addr(), [INT, 0, T::TYPE]));
    }

    pub(super) fn dense_matrices_become_blocks<T: Element>() {
        let handle = Handle::new();
        let dense = Matrix::<T>::noise(4, 12, 0.0, 4);
        let zeros = [T::narrow(Complex64::new(0.0, 0.0)); 16];
        let (columns, seven) = ([4, -1, 0, 2], T::narrow(Complex64::new(7.0, 7.0)));
        let to = blocked_ell(&columns, &[seven; 16]);
        let of_dense = Buffer::new(&dense.values);
        let from = made!(hipsparseCreateDnMat(4, 12, 12, of_dense.at, T::TYPE, BY_ROWS));
        let mut bytes = 0usize;
        ok!(hipsparseDenseToSparse_bufferSize(handle.0, from, to.matrix, DEFAULT, place(&mut bytes)));
        ok!(hipsparseDenseToSparse_analysis(handle.0, from, to.matrix, DEFAULT, null_mut()));
        ok!(hipsparseDenseToSparse_convert(handle.0, from, to.matrix, DEFAULT, null_mut()));
        let mut wanted = zeros.map(Element::wide);
        for (i, j) in (0..4).flat_map(|i| (0..4).map(move |j| (i, j))) {
            if let Ok(block) = usize::try_from(columns[i / 2 * 2 + j / 2]) {
                wanted[i * 4 + j] = dense.get(i, block * 2 + j % 2).wide();
            }
        }
        check_near("blocks", &to._values.read(), &wanted);
        let (mut sizes, mut kinds) = ([0i64; 4], [0u32; 3]);
        let (mut index, mut value) = (null_mut::<u8>(), null_mut::<u8>());
        let [rows, columns, side, width] = &mut sizes;
        let [index_type, base, ty] = &mut kinds;
        ok!(hipsparseBlockedEllGet(
            to.matrix,
            place(rows),
            place(columns),
            place(side),
            place(width),
            place(&mut index),
            place(&mut value),
            place(index_type),
            place(base),
            place(ty)
        ));
        assert_eq!((sizes, kinds), ([4, 12, 2, 4], [INT, 0, T::TYPE]));
        // Rows that are no whole number of blocks.
        let mut no: Pointer = null_mut();
        let code = status!(hipsparseCreateBlockedEll(
            place(&mut no),
            5,
            12,
            2,
            4,
            index.cast(),
            value.cast(),
            INT,
            0,
            T::TYPE
        ));
        assert_eq!(code, Status::InvalidValue);
        let blocks = bsr(&blocky::<T>(4, 1), false);
        let code =
            status!(hipsparseDenseToSparse_analysis(handle.0, from, blocks.matrix, DEFAULT, null_mut()));
        assert_eq!(code, Status::NotSupported);
    }

    pub(super) fn sampled_products_fill_batches_of_blocks<T: Element>() {
        let handle = Handle::new();
        let c = blocky::<T>(4, 6);
        let stored = Bsr::new(&c, (2, 3), true);
        let stride = stored.count as i64 * 6;
        let values = Buffer::new(&[stored.values.read(), stored.values.read()].concat());
        let matrix = made!(hipsparseExtCreateBsr(
            2,
            4,
            stored.count as i64,
            2,
            3,
            stored.offsets.at,
            stored.indices.at,
            values.at,
            INT,
            INT,
            0,
            T::TYPE,
            BY_COLUMNS
        ));
        ok!(hipsparseExtBsrSetStridedBatch(matrix, 2, 0, 0, stride));
        let (a, b) = (Matrix::<T>::noise(8, 5, 0.0, 7), Matrix::<T>::noise(10, 12, 0.0, 8));
        let (of_a, of_b) = (Buffer::new(&a.values), Buffer::new(&b.values));
        let da = made!(hipsparseCreateDnMat(4, 5, 5, of_a.at, T::TYPE, BY_ROWS));
        let db = made!(hipsparseCreateDnMat(5, 12, 12, of_b.at, T::TYPE, BY_ROWS));
        ok!(hipsparseDnMatSetStridedBatch(da, 2, 20));
        ok!(hipsparseDnMatSetStridedBatch(db, 2, 60));
        let (alpha, beta) = (T::narrow(Complex64::new(0.5, 0.0)), T::narrow(Complex64::new(2.0, 0.0)));
        ok!(hipsparseSDDMM(
            handle.0,
            0,
            0,
            host(&alpha),
            da,
            db,
            host(&beta),
            matrix,
            T::TYPE,
            DEFAULT,
            null_mut()
        ));
        let mut wanted = Vec::new();
        for n in 0..2 {
            let part = |of: &Matrix<T>, rows: usize| {
                let size = rows * of.columns;
                Matrix { rows, columns: of.columns, values: of.values[n * size..(n + 1) * size].to_vec() }
            };
            let product = part(&a, 4).operand(0).times(&part(&b, 5).operand(0));
            let sum = |(p, c): (&Complex64, &T)| p * 0.5 + c.wide() * 2.0;
            let values = product.values.iter().zip(&c.values).map(sum).collect();
            // The product is whole; blocks are where `C` has some.
            let whole: Matrix<Complex64> = Matrix { rows: 4, columns: 12, values };
            let (offsets, indices) = (stored.offsets.read(), stored.indices.read());
            for i in 0..2 {
                for &block in &indices[offsets[i] as usize..offsets[i + 1] as usize] {
                    let element = |n: usize| whole.get(i * 2 + n % 2, block as usize * 3 + n / 2);
                    wanted.extend((0..6).map(element));
                }
            }
        }
        check_near("SDDMM", &values.read(), &wanted);
    }

    pub(super) fn entries_of_products_are_reused<T: Element>() {
        let handle = Handle::new();
        let (a, b) = (Matrix::<T>::noise(9, 7, 0.6, 1), Matrix::<T>::noise(7, 8, 0.6, 2));
        let (of_a, of_b) = (Csr::new(&a, 0), Csr::new(&b, 0));
        let create = |of: &Csr<T>, m: i64, n: i64| {
            made!(hipsparseCreateCsr(
                m,
                n,
                of.count as i64,
                of.offsets.at,
                of.indices.at,
                of.values.at,
                INT,
                INT,
                0,
                T::TYPE
            ))
        };
        let (da, db) = (create(&of_a, 9, 7), create(&of_b, 7, 8));
        let offsets = Buffer::new(&[0i32; 10]);
        let dc = made!(hipsparseCreateCsr(9, 8, 0, offsets.at, null_mut(), null_mut(), INT, INT, 0, T::TYPE));
        let of = made!(hipsparseSpGEMM_createDescr());
        let (buffer, mut bytes, mut others) = (Buffer::new(&[0u8; 256]), 0usize, [0usize; 3]);
        let mut count = 0i64;
        assert_eq!(status!(hipsparseExtSpGEMM_getNumProducts(of, place(&mut count))), Status::InvalidValue);
        for at in [null_mut(), buffer.at] {
            ok!(hipsparseSpGEMMreuse_workEstimation(
                handle.0,
                0,
                0,
                da,
                db,
                dc,
                DEFAULT,
                of,
                place(&mut bytes),
                at
            ));
        }
        ok!(hipsparseExtSpGEMM_getNumProducts(of, place(&mut count)));
        let of_row = |k: usize| b.places().iter().filter(|place| place.0 == k).count();
        assert_eq!(count as usize, a.places().iter().map(|place| of_row(place.1)).sum::<usize>());
        for at in [null_mut(), buffer.at] {
            let [second, third, fourth] = &mut others;
            ok!(hipsparseSpGEMMreuse_nnz(
                handle.0,
                0,
                0,
                da,
                db,
                dc,
                DEFAULT,
                of,
                place(second),
                at,
                place(third),
                at,
                place(fourth),
                at
            ));
        }
        let (mut m, mut n) = (0i64, 0i64);
        ok!(hipsparseSpMatGetSize(dc, place(&mut m), place(&mut n), place(&mut count)));
        let two = T::narrow(Complex64::new(2.0, 0.0));
        let (indices, values) =
            (Buffer::new(&vec![0i32; count as usize]), Buffer::new(&vec![two; count as usize]));
        ok!(hipsparseCsrSetPointers(dc, offsets.at, indices.at, values.at));
        for at in [null_mut(), buffer.at] {
            ok!(hipsparseSpGEMMreuse_copy(handle.0, 0, 0, da, db, dc, DEFAULT, of, place(&mut bytes), at));
        }
        let (alpha, beta) = (T::narrow(Complex64::new(0.5, 0.0)), T::narrow(Complex64::new(1.0, 0.0)));
        let wanted = a.operand(0).times(&b.operand(0));
        let mut old = 2.0;
        for _ in 0..2 {
            ok!(hipsparseSpGEMMreuse_compute(
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
                of
            ));
            let (starts, columns, got) = (offsets.read(), indices.read(), values.read());
            let entry = |i: usize, n: usize| {
                let product = wanted.get(i, columns[n] as usize);
                product * if old == 2.0 { 0.5 } else { 1.0 } + 2.0
            };
            let entries =
                (0..9).flat_map(|i| (starts[i] as usize..starts[i + 1] as usize).map(move |n| (i, n)));
            let all: Vec<Complex64> = entries.map(|(i, n)| entry(i, n)).collect();
            check_near("SpGEMMreuse", &got, &all);
            old = 0.0;
        }
        ok!(hipsparseSpGEMM_destroyDescr(of));
    }

    pub(super) fn values_of_analysed_matrices_are_replaced<T: Element>() {
        let handle = Handle::new();
        let one = T::narrow(Complex64::new(1.0, 0.0));
        // A lower triangle of ones; twos replace all, threes the diagonal.
        let ones = Matrix {
            rows: 4,
            columns: 4,
            values: (0..16)
                .map(|n| if n % 4 <= n / 4 { one } else { T::narrow(Complex64::new(0.0, 0.0)) })
                .collect(),
        };
        let rows = Csr::new(&ones, 0);
        let matrix = made!(hipsparseCreateCsr(
            4,
            4,
            10,
            rows.offsets.at,
            rows.indices.at,
            rows.values.at,
            INT,
            INT,
            0,
            T::TYPE
        ));
        let (of_x, of_y) = (Buffer::new(&[one; 4]), Buffer::new(&[one; 4]));
        let x = made!(hipsparseCreateDnVec(4, of_x.at, T::TYPE));
        let y = made!(hipsparseCreateDnVec(4, of_y.at, T::TYPE));
        let of = made!(hipsparseSpSV_createDescr());
        let solved = |handle: &Handle| {
            ok!(hipsparseSpSV_solve(handle.0, 0, host(&one), matrix, x, y, T::TYPE, DEFAULT, of));
            of_y.read()
        };
        let wide = |values: [f64; 4]| values.map(|re| Complex64::new(re, 0.0));
        assert_eq!(status!(hipsparseExtSpSV_updateMatrix(handle.0, of, of_x.at, 0)), Status::InvalidValue);
        ok!(hipsparseSpSV_analysis(handle.0, 0, host(&one), matrix, x, y, T::TYPE, DEFAULT, of, null_mut()));
        check_near("own", &solved(&handle), &wide([1.0, 0.0, 0.0, 0.0]));
        let twos = Buffer::new(&[T::narrow(Complex64::new(2.0, 0.0)); 10]);
        ok!(hipsparseExtSpSV_updateMatrix(handle.0, of, twos.at, 0));
        check_near("all", &solved(&handle), &wide([0.5, 0.0, 0.0, 0.0]));
        let diagonal = Buffer::new(&[T::narrow(Complex64::new(4.0, 0.0)); 4]);
        ok!(hipsparseExtSpSV_updateMatrix(handle.0, of, diagonal.at, 1));
        let wanted = [0.25, 0.125, 0.0625, 0.03125];
        check_near("diagonal", &solved(&handle), &wide(wanted));
        assert_eq!(status!(hipsparseExtSpSV_updateMatrix(handle.0, of, twos.at, 2)), Status::InvalidValue);
        ok!(hipsparseSpSV_destroyDescr(of));
        assert_eq!(
            status!(hipsparseSpSV_solve(handle.0, 0, host(&one), matrix, x, y, T::TYPE, DEFAULT, of)),
            Status::InvalidValue
        );
    }
}
