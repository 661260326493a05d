//! Functions of the first kind: matrices by their arrays.

use crate::device::{Csr, Handle, made, ok};
use crate::shared::{Buffer, Matrix, for_all_types, host, place};
use num_complex::Complex64;
use std::ptr::null_mut;

for_all_types! {
    products_and_sums_by_arrays_are_right,
    formats_are_converted,
}

mod tests {
    use super::*;
    use crate::shared::{Element, check_near};

    macro_rules! by_type {
        ($T:ty, $single:ident, $double:ident, $complex:ident, $double_complex:ident ($($argument:expr),* $(,)?)) => {
            match <$T>::TYPE {
                0 => ok!($single($($argument),*)),
                1 => ok!($double($($argument),*)),
                4 => ok!($complex($($argument),*)),
                _ => ok!($double_complex($($argument),*)),
            }
        };
    }

    pub(super) fn products_and_sums_by_arrays_are_right<T: Element>() {
        let (handle, description) = (Handle::new(), made!(hipsparseCreateMatDescr()));
        ok!(hipsparseSetMatIndexBase(description, 1));
        let (a, b) = (Matrix::<T>::noise(12, 12, 0.6, 30), Matrix::<T>::noise(12, 12, 0.6, 31));
        let (of_a, of_b) = (Csr::new(&a, 1), Csr::new(&b, 1));
        let (alpha, beta) = (T::narrow(Complex64::new(0.5, 1.0)), T::narrow(Complex64::new(-1.0, 0.25)));
        let (x, y) = (Matrix::<T>::noise(12, 1, 0.0, 32), Matrix::<T>::noise(12, 1, 0.0, 33));
        let (dx, dy) = (Buffer::new(&x.values), Buffer::new(&y.values));
        let (o, i, v) = (of_a.offsets.at, of_a.indices.at, of_a.values.at);
        by_type!(
            T,
            hipsparseScsrmv,
            hipsparseDcsrmv,
            hipsparseCcsrmv,
            hipsparseZcsrmv(
                handle.0,
                2,
                12,
                12,
                of_a.count as i32,
                host(&alpha),
                description,
                v,
                o,
                i,
                dx.at,
                host(&beta),
                dy.at
            )
        );
        let product = a.operand(2).times(&x.operand(0)).values;
        let wanted: Vec<Complex64> =
            product.iter().zip(&y.values).map(|(p, y)| alpha.wide() * p + beta.wide() * y.wide()).collect();
        check_near("csrmv", &dy.read(), &wanted);
        // The sum of both.
        let (offsets, mut total) = (Buffer::new(&[0i32; 13]), 0i32);
        let (ob, ib, vb) = (of_b.offsets.at, of_b.indices.at, of_b.values.at);
        ok!(hipsparseXcsrgeam2Nnz(
            handle.0,
            12,
            12,
            description,
            of_a.count as i32,
            o,
            i,
            description,
            of_b.count as i32,
            ob,
            ib,
            description,
            offsets.at,
            place(&mut total),
            null_mut()
        ));
        let zero = T::narrow(Complex64::ZERO);
        let (indices, values) =
            (Buffer::new(&vec![0i32; total as usize]), Buffer::new(&vec![zero; total as usize]));
        by_type!(
            T,
            hipsparseScsrgeam2,
            hipsparseDcsrgeam2,
            hipsparseCcsrgeam2,
            hipsparseZcsrgeam2(
                handle.0,
                12,
                12,
                host(&alpha),
                description,
                of_a.count as i32,
                v,
                o,
                i,
                host(&beta),
                description,
                of_b.count as i32,
                vb,
                ob,
                ib,
                description,
                values.at,
                offsets.at,
                indices.at,
                null_mut()
            )
        );
        let dense = Buffer::new(&[zero; 144]);
        by_type!(
            T,
            hipsparseScsr2dense,
            hipsparseDcsr2dense,
            hipsparseCcsr2dense,
            hipsparseZcsr2dense(
                handle.0,
                12,
                12,
                description,
                values.at,
                offsets.at,
                indices.at,
                dense.at,
                12
            )
        );
        let sum: Vec<Complex64> = a
            .by_columns()
            .iter()
            .zip(b.by_columns())
            .map(|(a, b)| alpha.wide() * a.wide() + beta.wide() * b.wide())
            .collect();
        check_near("csrgeam2", &dense.read(), &sum);
    }

    pub(super) fn formats_are_converted<T: Element>() {
        let (handle, description) = (Handle::new(), made!(hipsparseCreateMatDescr()));
        let a = Matrix::<T>::noise(8, 12, 0.7, 34);
        let (dense, zero) = (Buffer::new(&a.by_columns()), T::narrow(Complex64::ZERO));
        let (of_line, mut total) = (Buffer::new(&[0i32; 8]), 0i32);
        by_type!(
            T,
            hipsparseSnnz,
            hipsparseDnnz,
            hipsparseCnnz,
            hipsparseZnnz(handle.0, 0, 8, 12, description, dense.at, 8, of_line.at, place(&mut total))
        );
        let wanted = Csr::new(&a, 0);
        assert_eq!(total as usize, wanted.count);
        let (offsets, indices) = (Buffer::new(&[0i32; 9]), Buffer::new(&vec![0i32; wanted.count]));
        let values = Buffer::new(&vec![zero; wanted.count]);
        by_type!(
            T,
            hipsparseSdense2csr,
            hipsparseDdense2csr,
            hipsparseCdense2csr,
            hipsparseZdense2csr(
                handle.0,
                8,
                12,
                description,
                dense.at,
                8,
                of_line.at,
                values.at,
                offsets.at,
                indices.at
            )
        );
        assert_eq!((offsets.read(), indices.read()), (wanted.offsets.read(), wanted.indices.read()));
        // Compressed columns, and dense again.
        let (by_column, of_row) = (Buffer::new(&[0i32; 13]), Buffer::new(&vec![0i32; wanted.count]));
        let moved = Buffer::new(&vec![zero; wanted.count]);
        by_type!(
            T,
            hipsparseScsr2csc,
            hipsparseDcsr2csc,
            hipsparseCcsr2csc,
            hipsparseZcsr2csc(
                handle.0,
                8,
                12,
                total,
                values.at,
                offsets.at,
                indices.at,
                moved.at,
                of_row.at,
                by_column.at,
                1,
                0
            )
        );
        let back = Buffer::new(&[zero; 96]);
        by_type!(
            T,
            hipsparseScsc2dense,
            hipsparseDcsc2dense,
            hipsparseCcsc2dense,
            hipsparseZcsc2dense(handle.0, 8, 12, description, moved.at, of_row.at, by_column.at, back.at, 8)
        );
        let all: Vec<Complex64> = a.by_columns().into_iter().map(T::wide).collect();
        check_near("columns", &back.read(), &all);
        // Blocks of 4 x 4, and rows again.
        let (block_offsets, mut blocks) = (Buffer::new(&[0i32; 3]), 0i32);
        ok!(hipsparseXcsr2bsrNnz(
            handle.0,
            1,
            8,
            12,
            description,
            offsets.at,
            indices.at,
            4,
            description,
            block_offsets.at,
            place(&mut blocks)
        ));
        let block_indices = Buffer::new(&vec![0i32; blocks as usize]);
        let elements = Buffer::new(&vec![zero; blocks as usize * 16]);
        by_type!(
            T,
            hipsparseScsr2bsr,
            hipsparseDcsr2bsr,
            hipsparseCcsr2bsr,
            hipsparseZcsr2bsr(
                handle.0,
                1,
                8,
                12,
                description,
                values.at,
                offsets.at,
                indices.at,
                4,
                description,
                elements.at,
                block_offsets.at,
                block_indices.at
            )
        );
        let count = blocks as usize * 16;
        let (offsets, indices, values) =
            (Buffer::new(&[0i32; 9]), Buffer::new(&vec![0i32; count]), Buffer::new(&vec![zero; count]));
        by_type!(
            T,
            hipsparseSbsr2csr,
            hipsparseDbsr2csr,
            hipsparseCbsr2csr,
            hipsparseZbsr2csr(
                handle.0,
                1,
                2,
                3,
                description,
                elements.at,
                block_offsets.at,
                block_indices.at,
                4,
                description,
                values.at,
                offsets.at,
                indices.at
            )
        );
        by_type!(
            T,
            hipsparseScsr2dense,
            hipsparseDcsr2dense,
            hipsparseCcsr2dense,
            hipsparseZcsr2dense(handle.0, 8, 12, description, values.at, offsets.at, indices.at, back.at, 8)
        );
        check_near("blocks", &back.read(), &all);
    }
}

#[test]
fn entries_are_sorted_with_their_permutation() {
    let (handle, description) = (Handle::new(), made!(hipsparseCreateMatDescr()));
    let (rows, columns) = (Buffer::new(&[2i32, 0, 1, 0, 2]), Buffer::new(&[1i32, 3, 0, 2, 0]));
    let permutation = Buffer::new(&[9i32; 5]);
    ok!(hipsparseCreateIdentityPermutation(handle.0, 5, permutation.at));
    ok!(hipsparseXcoosortByRow(handle.0, 3, 4, 5, rows.at, columns.at, permutation.at, null_mut()));
    assert_eq!(rows.read(), [0, 0, 1, 2, 2]);
    assert_eq!((columns.read(), permutation.read()), (vec![2, 3, 0, 0, 1], vec![3, 1, 2, 4, 0]));
    let offsets = Buffer::new(&[0i32; 4]);
    ok!(hipsparseXcoo2csr(handle.0, rows.at, 5, 3, offsets.at, 0));
    assert_eq!(offsets.read(), [0, 2, 3, 5]);
    let unsorted = Buffer::new(&[3i32, 2, 0, 1, 0]);
    ok!(hipsparseXcsrsort(
        handle.0,
        3,
        4,
        5,
        description,
        offsets.at,
        unsorted.at,
        permutation.at,
        null_mut()
    ));
    assert_eq!((unsorted.read(), permutation.read()), (vec![2, 3, 0, 0, 1], vec![1, 3, 2, 0, 4]));
    let back = Buffer::new(&[0i32; 5]);
    ok!(hipsparseXcsr2coo(handle.0, offsets.at, 5, 3, back.at, 0));
    assert_eq!(back.read(), [0, 0, 1, 2, 2]);
    ok!(hipsparseXcoosortByColumn(handle.0, 3, 4, 5, rows.at, columns.at, null_mut(), null_mut()));
    assert_eq!((rows.read(), columns.read()), (vec![1, 2, 2, 0, 0], vec![0, 0, 1, 2, 3]));
}

/// Offsets, indices and values of a matrix from which entries are taken.
struct Left {
    offsets: Buffer<i32>,
    indices: Buffer<i32>,
    values: Buffer<f32>,
    total: i32,
}

impl Left {
    fn new() -> Left {
        Left {
            offsets: Buffer::new(&[-1i32; 4]),
            indices: Buffer::new(&[-1i32; 6]),
            values: Buffer::new(&[0f32; 6]),
            total: -1,
        }
    }

    fn check(&self, offsets: [i32; 4], indices: &[i32], values: &[f32]) {
        let count = indices.len();
        assert_eq!((self.total as usize, self.offsets.read()), (count, offsets.to_vec()));
        assert_eq!((&self.indices.read()[..count], &self.values.read()[..count]), (indices, values));
    }
}

#[test]
fn small_entries_are_pruned_by_limits_and_shares() {
    // (1 0 -5; 0 2 0; 3 -4 0), by columns.
    let (handle, plain, from_one) =
        (Handle::new(), made!(hipsparseCreateMatDescr()), made!(hipsparseCreateMatDescr()));
    ok!(hipsparseSetMatIndexBase(from_one, 1));
    let dense = Buffer::new(&[1f32, 0.0, 3.0, 0.0, 2.0, -4.0, -5.0, 0.0, 0.0]);
    let (two, mut bytes, none) = (2f32, 0usize, null_mut());
    let mut left = Left::new();
    let (o, i, v) = (left.offsets.at, left.indices.at, left.values.at);
    let bytes_at = place(&mut bytes);
    ok!(hipsparseSpruneDense2csr_bufferSizeExt(
        handle.0,
        3,
        3,
        dense.at,
        3,
        host(&two),
        plain,
        v,
        o,
        i,
        bytes_at
    ));
    let total = place(&mut left.total);
    ok!(hipsparseSpruneDense2csrNnz(handle.0, 3, 3, dense.at, 3, host(&two), plain, o, total, none));
    ok!(hipsparseSpruneDense2csr(handle.0, 3, 3, dense.at, 3, host(&two), plain, v, o, i, none));
    left.check([0, 1, 1, 3], &[2, 0, 1], &[-5.0, 3.0, -4.0]);
    // Of nine entries, zeros included, the smallest six go: 0, 0, 0, 0, 1, 2.
    let (info, share) = (made!(hipsparseCreatePruneInfo()), 60.0);
    let total = place(&mut left.total);
    ok!(hipsparseSpruneDense2csrNnzByPercentage(
        handle.0, 3, 3, dense.at, 3, share, from_one, o, total, info, none
    ));
    ok!(hipsparseSpruneDense2csrByPercentage(
        handle.0, 3, 3, dense.at, 3, share, from_one, v, o, i, info, none
    ));
    left.check([1, 2, 2, 4], &[3, 1, 2], &[-5.0, 3.0, -4.0]);
    // The same of compressed rows: of five entries the smallest two go.
    let (offsets, indices) = (Buffer::new(&[0i32, 2, 3, 5]), Buffer::new(&[0i32, 2, 1, 0, 1]));
    let values = Buffer::new(&[1f32, -5.0, 2.0, 3.0, -4.0]);
    let (oa, ia, va) = (offsets.at, indices.at, values.at);
    let total = place(&mut left.total);
    ok!(hipsparseSpruneCsr2csrNnzByPercentage(
        handle.0, 3, 3, 5, plain, va, oa, ia, 40.0, plain, o, total, info, none
    ));
    ok!(hipsparseSpruneCsr2csrByPercentage(
        handle.0, 3, 3, 5, plain, va, oa, ia, 40.0, plain, v, o, i, info, none
    ));
    left.check([0, 1, 1, 3], &[2, 0, 1], &[-5.0, 3.0, -4.0]);
    let (four, total) = (4f32, place(&mut left.total));
    ok!(hipsparseSpruneCsr2csrNnz(
        handle.0,
        3,
        3,
        5,
        plain,
        va,
        oa,
        ia,
        host(&four),
        from_one,
        o,
        total,
        none
    ));
    ok!(hipsparseSpruneCsr2csr(handle.0, 3, 3, 5, plain, va, oa, ia, host(&four), from_one, v, o, i, none));
    left.check([1, 2, 2, 2], &[3], &[-5.0]);
    ok!(hipsparseDestroyPruneInfo(info));
}

#[test]
fn rows_are_coloured() {
    let (handle, description, info) =
        (Handle::new(), made!(hipsparseCreateMatDescr()), made!(hipsparseCreateColorInfo()));
    // A chain of four rows: two colours, the even rows first.
    let (offsets, indices) = (Buffer::new(&[0i32, 1, 3, 5, 6]), Buffer::new(&[1i32, 0, 2, 1, 3, 2]));
    let (values, colors, order) =
        (Buffer::new(&[1f64; 6]), Buffer::new(&[-1i32; 4]), Buffer::new(&[-1i32; 4]));
    let (share, mut count) = (1f64, 0i32);
    ok!(hipsparseDcsrcolor(
        handle.0,
        4,
        6,
        description,
        values.at,
        offsets.at,
        indices.at,
        host(&share),
        place(&mut count),
        colors.at,
        order.at,
        info
    ));
    assert_eq!((count, colors.read(), order.read()), (2, vec![0, 1, 0, 1], vec![0, 2, 1, 3]));
    ok!(hipsparseDestroyColorInfo(info));
}
