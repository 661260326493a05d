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
