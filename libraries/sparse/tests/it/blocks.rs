//! Functions of the first kind: dense blocks, conversions, products, interleaved systems.

#![expect(clippy::too_many_arguments, reason = "functions take what C has them take")]

use crate::device::{Bsr, Csr, Handle, description, made, ok, status};
use crate::shared::{Buffer, Element, Matrix, Pointer, check_near, for_all_types, host, place};
use hipsparse::Status;
use num_complex::{Complex32, Complex64};
use std::ptr::null_mut;

/// Declares a trait with the functions of each of the four types.
macro_rules! by_letter {
    ($($name:ident: $s:ident $d:ident $c:ident $z:ident ($($arg:ident: $ty:ty),*);)*) => {
        /// Functions of a type of elements.
        trait Functions: Element {$(
            unsafe fn $name(handle: Pointer, $($arg: $ty),*) -> Status;
        )*}
        by_letter!(@of f32: $($name $s ($($arg: $ty),*);)*);
        by_letter!(@of f64: $($name $d ($($arg: $ty),*);)*);
        by_letter!(@of Complex32: $($name $c ($($arg: $ty),*);)*);
        by_letter!(@of Complex64: $($name $z ($($arg: $ty),*);)*);
    };
    (@of $of:ty: $($name:ident $function:ident ($($arg:ident: $ty:ty),*);)*) => {
        impl Functions for $of {$(
            unsafe fn $name(handle: Pointer, $($arg: $ty),*) -> Status {
                // SAFETY: as the caller says.
                unsafe { hipsparse::$function(handle, $($arg),*) }
            }
        )*}
    };
}
by_letter! {
    bsrmm: hipsparseSbsrmm hipsparseDbsrmm hipsparseCbsrmm hipsparseZbsrmm (direction: u32, op_a: u32, op_b: u32, mb: i32, n: i32, kb: i32, nnzb: i32, alpha: Pointer, of: Pointer, values: Pointer, offsets: Pointer, indices: Pointer, side: i32, b: Pointer, ldb: i32, beta: Pointer, c: Pointer, ldc: i32);
    bsrxmv: hipsparseSbsrxmv hipsparseDbsrxmv hipsparseCbsrxmv hipsparseZbsrxmv (direction: u32, op: u32, listed: i32, mb: i32, nb: i32, nnzb: i32, alpha: Pointer, of: Pointer, values: Pointer, mask: Pointer, offsets: Pointer, ends: Pointer, indices: Pointer, side: i32, x: Pointer, beta: Pointer, y: Pointer);
    bsrilu02: hipsparseSbsrilu02 hipsparseDbsrilu02 hipsparseCbsrilu02 hipsparseZbsrilu02 (direction: u32, mb: i32, nnzb: i32, of: Pointer, values: Pointer, offsets: Pointer, indices: Pointer, side: i32, info: Pointer, policy: u32, buffer: Pointer);
    boost: hipsparseSbsrilu02_numericBoost hipsparseDbsrilu02_numericBoost hipsparseCbsrilu02_numericBoost hipsparseZbsrilu02_numericBoost (info: Pointer, enable: i32, limit: Pointer, value: Pointer);
    bsric02: hipsparseSbsric02 hipsparseDbsric02 hipsparseCbsric02 hipsparseZbsric02 (direction: u32, mb: i32, nnzb: i32, of: Pointer, values: Pointer, offsets: Pointer, indices: Pointer, side: i32, info: Pointer, policy: u32, buffer: Pointer);
    bsrsv2: hipsparseSbsrsv2_solve hipsparseDbsrsv2_solve hipsparseCbsrsv2_solve hipsparseZbsrsv2_solve (direction: u32, op: u32, mb: i32, nnzb: i32, alpha: Pointer, of: Pointer, values: Pointer, offsets: Pointer, indices: Pointer, side: i32, info: Pointer, f: Pointer, x: Pointer, policy: u32, buffer: Pointer);
    bsrsm2: hipsparseSbsrsm2_solve hipsparseDbsrsm2_solve hipsparseCbsrsm2_solve hipsparseZbsrsm2_solve (direction: u32, op: u32, op_x: u32, mb: i32, n: i32, nnzb: i32, alpha: Pointer, of: Pointer, values: Pointer, offsets: Pointer, indices: Pointer, side: i32, info: Pointer, b: Pointer, ldb: i32, x: Pointer, ldx: i32, policy: u32, buffer: Pointer);
    csr2gebsr: hipsparseScsr2gebsr hipsparseDcsr2gebsr hipsparseCcsr2gebsr hipsparseZcsr2gebsr (direction: u32, m: i32, n: i32, of: Pointer, values: Pointer, offsets: Pointer, indices: Pointer, of_c: Pointer, to: Pointer, to_offsets: Pointer, to_indices: Pointer, rows: i32, columns: i32, buffer: Pointer);
    gebsr2csr: hipsparseSgebsr2csr hipsparseDgebsr2csr hipsparseCgebsr2csr hipsparseZgebsr2csr (direction: u32, mb: i32, nb: i32, of: Pointer, values: Pointer, offsets: Pointer, indices: Pointer, rows: i32, columns: i32, of_c: Pointer, to: Pointer, to_offsets: Pointer, to_indices: Pointer);
    gebsr2gebsr: hipsparseSgebsr2gebsr hipsparseDgebsr2gebsr hipsparseCgebsr2gebsr hipsparseZgebsr2gebsr (direction: u32, mb: i32, nb: i32, nnzb: i32, of: Pointer, values: Pointer, offsets: Pointer, indices: Pointer, rows: i32, columns: i32, of_c: Pointer, to: Pointer, to_offsets: Pointer, to_indices: Pointer, to_rows: i32, to_columns: i32, buffer: Pointer);
    gebsr2gebsc: hipsparseSgebsr2gebsc hipsparseDgebsr2gebsc hipsparseCgebsr2gebsc hipsparseZgebsr2gebsc (mb: i32, nb: i32, nnzb: i32, values: Pointer, offsets: Pointer, indices: Pointer, rows: i32, columns: i32, to: Pointer, to_indices: Pointer, to_offsets: Pointer, action: u32, base: u32, buffer: Pointer);
    csru2csr: hipsparseScsru2csr hipsparseDcsru2csr hipsparseCcsru2csr hipsparseZcsru2csr (m: i32, n: i32, nnz: i32, of: Pointer, values: Pointer, offsets: Pointer, indices: Pointer, info: Pointer, buffer: Pointer);
    csr2csru: hipsparseScsr2csru hipsparseDcsr2csru hipsparseCcsr2csru hipsparseZcsr2csru (m: i32, n: i32, nnz: i32, of: Pointer, values: Pointer, offsets: Pointer, indices: Pointer, info: Pointer, buffer: Pointer);
    gemmi: hipsparseSgemmi hipsparseDgemmi hipsparseCgemmi hipsparseZgemmi (m: i32, n: i32, k: i32, nnz: i32, alpha: Pointer, a: Pointer, lda: i32, values: Pointer, offsets: Pointer, indices: Pointer, beta: Pointer, c: Pointer, ldc: i32);
    csrgemm2: hipsparseScsrgemm2 hipsparseDcsrgemm2 hipsparseCcsrgemm2 hipsparseZcsrgemm2 (m: i32, n: i32, k: i32, alpha: Pointer, of_a: Pointer, nnz_a: i32, a: Pointer, offsets_a: Pointer, indices_a: Pointer, of_b: Pointer, nnz_b: i32, b: Pointer, offsets_b: Pointer, indices_b: Pointer, beta: Pointer, of_d: Pointer, nnz_d: i32, d: Pointer, offsets_d: Pointer, indices_d: Pointer, of_c: Pointer, c: Pointer, offsets_c: Pointer, indices_c: Pointer, info: Pointer, buffer: Pointer);
    gtsv: hipsparseSgtsvInterleavedBatch hipsparseDgtsvInterleavedBatch hipsparseCgtsvInterleavedBatch hipsparseZgtsvInterleavedBatch (algorithm: i32, m: i32, below: Pointer, middle: Pointer, above: Pointer, x: Pointer, batch: i32, buffer: Pointer);
    gpsv: hipsparseSgpsvInterleavedBatch hipsparseDgpsvInterleavedBatch hipsparseCgpsvInterleavedBatch hipsparseZgpsvInterleavedBatch (algorithm: i32, m: i32, lowest: Pointer, below: Pointer, middle: Pointer, above: Pointer, highest: Pointer, x: Pointer, batch: i32, buffer: Pointer);
}

for_all_types! {
    products_with_blocks_are_right,
    blocks_are_decomposed_and_solved,
    conversions_between_blocks_keep_all_elements,
    sorting_is_undone,
    products_with_compressed_columns_and_sums_are_right,
    interleaved_systems_are_solved,
}

/// Calls a function of a type, which must succeed.
macro_rules! call {
    ($type:ident::$function:ident($($argument:expr),* $(,)?)) => {
        // SAFETY: device memory is checked by the library; the other pointers are null or of locals.
        assert_eq!(unsafe { <$type as Functions>::$function($($argument),*) }, Status::Success, stringify!($function))
    };
}

fn number<T: Element>(re: f64) -> T {
    T::narrow(Complex64::new(re, 0.0))
}

mod tests {
    use super::*;

    pub(super) fn products_with_blocks_are_right<T: Functions>() {
        let (handle, of) = (Handle::new(), description());
        let a = Matrix::<T>::noise(6, 8, 0.7, 1);
        let (alpha, beta) = (number::<T>(0.5), number::<T>(-1.0));
        for by_columns in [false, true] {
            let blocks = Bsr::new(&a, (2, 2), by_columns);
            let (b, c) = (Matrix::<T>::noise(3, 8, 0.0, 2), Matrix::<T>::noise(3, 6, 0.0, 3));
            // Rows on the host are columns here: `B` is 8 by 3, and once given transposed.
            let transposed = Buffer::new(&b.by_columns());
            for (op_b, of_b, ldb) in [(0, Buffer::new(&b.values), 8), (1, transposed, 3)] {
                let of_c = Buffer::new(&c.values);
                let (direction, count) = (u32::from(by_columns), blocks.count as i32);
                call!(T::bsrmm(
                    handle.0,
                    direction,
                    0,
                    op_b,
                    3,
                    3,
                    4,
                    count,
                    host(&alpha),
                    of,
                    blocks.values.at,
                    blocks.offsets.at,
                    blocks.indices.at,
                    2,
                    of_b.at,
                    ldb,
                    host(&beta),
                    of_c.at,
                    6
                ));
                let product = a.operand(0).times(&b.operand(1));
                let wanted: Vec<Complex64> =
                    (0..18).map(|n| product.get(n % 6, n / 6) * 0.5 - c.values[n].wide()).collect();
                check_near("bsrmm", &of_c.read(), &wanted);
            }
            let (x, y) = (Buffer::new(&b.values[..8]), Buffer::new(&c.values[..6]));
            let (mask, ends) = (Buffer::new(&[2, 0]), Buffer::new(&blocks.offsets.read()[1..]));
            call!(T::bsrxmv(
                handle.0,
                by_columns.into(),
                0,
                2,
                3,
                4,
                blocks.count as i32,
                host(&alpha),
                of,
                blocks.values.at,
                mask.at,
                blocks.offsets.at,
                ends.at,
                blocks.indices.at,
                2,
                x.at,
                host(&beta),
                y.at
            ));
            let product =
                |i: usize| (0..8).map(|j| a.get(i, j).wide() * b.values[j].wide()).sum::<Complex64>();
            let old = |i: usize| c.values[i].wide();
            let wanted: Vec<Complex64> =
                (0..6).map(|i| if i / 2 == 1 { old(i) } else { product(i) * 0.5 - old(i) }).collect();
            check_near("bsrxmv", &y.read(), &wanted);
        }
    }

    /// A matrix whose diagonal weighs more than the rest, of whole blocks.
    fn heavy<T: Element>(seed: u64) -> Matrix<T> {
        let mut a = Matrix::<T>::noise(9, 9, 0.0, seed);
        (0..9).for_each(|i| a.values[i * 10] = number(8.0));
        a
    }

    pub(super) fn blocks_are_decomposed_and_solved<T: Functions>() {
        let (handle, of) = (Handle::new(), description());
        let (a, one, side) = (heavy::<T>(4), number::<T>(1.0), 3);
        let blocks = Bsr::new(&a, (3, 3), true);
        let info = made!(hipsparseCreateBsrilu02Info());
        call!(T::bsrilu02(
            handle.0,
            1,
            3,
            9,
            of,
            blocks.values.at,
            blocks.offsets.at,
            blocks.indices.at,
            side,
            info,
            0,
            null_mut()
        ));
        let mut row = 7i32;
        ok!(hipsparseXbsrilu02_zeroPivot(handle.0, info, place(&mut row)));
        assert_eq!(row, -1);
        // `A x = b` by both triangles, where all blocks are there and nothing is left out.
        let x = Matrix::<T>::noise(9, 2, 0.0, 5);
        let b: Vec<T> = a.operand(0).times(&x.operand(0)).values.iter().map(|&b| T::narrow(b)).collect();
        let (lower, upper) = (description(), description());
        ok!(hipsparseSetMatDiagType(lower, 1));
        ok!(hipsparseSetMatFillMode(upper, 1));
        let of_b = Buffer::new(&b);
        let (of_y, of_x) = (Buffer::new(&b), Buffer::new(&b));
        let of_sm = made!(hipsparseCreateBsrsm2Info());
        // The two columns are given transposed, which rows on the host are.
        for (of, from, to) in [(lower, &of_b, &of_y), (upper, &of_y, &of_x)] {
            call!(T::bsrsm2(
                handle.0,
                1,
                0,
                1,
                3,
                2,
                9,
                host(&one),
                of,
                blocks.values.at,
                blocks.offsets.at,
                blocks.indices.at,
                side,
                of_sm,
                from.at,
                2,
                to.at,
                2,
                0,
                null_mut()
            ));
        }
        check_near("bsrsm2", &of_x.read(), &x.operand(0).values);
        let of_sv = made!(hipsparseCreateBsrsv2Info());
        let first = |of: &[T]| Buffer::new(&of.iter().step_by(2).copied().collect::<Vec<_>>());
        let (from, between, to) = (first(&b), first(&b), first(&b));
        for (of, from, to) in [(lower, &from, &between), (upper, &between, &to)] {
            call!(T::bsrsv2(
                handle.0,
                1,
                0,
                3,
                9,
                host(&one),
                of,
                blocks.values.at,
                blocks.offsets.at,
                blocks.indices.at,
                side,
                of_sv,
                from.at,
                to.at,
                0,
                null_mut()
            ));
        }
        let wanted: Vec<Complex64> = x.values.iter().step_by(2).map(|x| x.wide()).collect();
        check_near("bsrsv2", &to.read(), &wanted);
        // A zero in the second block's diagonal; then it is replaced.
        let mut zeros = Matrix { rows: 9, columns: 9, values: vec![number::<T>(0.0); 81] };
        (0..9).filter(|&i| i != 4).for_each(|i| zeros.values[i * 10] = one);
        zeros.values[3 * 9 + 5] = one;
        for (enable, wanted) in [(0, Some(1)), (1, None)] {
            let blocks = Bsr::new(&zeros, (3, 3), false);
            let (limit, value) = (1e-9f64, number::<T>(0.5));
            call!(T::boost(handle.0, info, enable, host(&limit), host(&value)));
            call!(T::bsrilu02(
                handle.0,
                0,
                3,
                3,
                of,
                blocks.values.at,
                blocks.offsets.at,
                blocks.indices.at,
                side,
                info,
                0,
                null_mut()
            ));
            let code = status!(hipsparseXbsrilu02_zeroPivot(handle.0, info, place(&mut row)));
            assert_eq!(
                (code, row),
                match wanted {
                    Some(row) => (Status::ZeroPivot, row),
                    None => (Status::Success, -1),
                }
            );
            let pivot = blocks.values.read()[9 + 4].wide().re;
            assert_eq!(pivot, if enable == 1 { 0.5 } else { 0.0 });
        }
        // A Hermitian matrix, and its factor times its adjoint.
        let whole = a.operand(0).times(&a.operand(2));
        let hermitian = Matrix {
            rows: 9,
            columns: 9,
            values: whole.values.iter().map(|&z| T::narrow(z / 16.0)).collect::<Vec<T>>(),
        };
        let blocks = Bsr::new(&hermitian, (3, 3), false);
        let of_ic = made!(hipsparseCreateBsric02Info());
        call!(T::bsric02(
            handle.0,
            0,
            3,
            9,
            of,
            blocks.values.at,
            blocks.offsets.at,
            blocks.indices.at,
            side,
            of_ic,
            0,
            null_mut()
        ));
        let got = blocks.values.read();
        let at = |i: usize, j: usize| got[(i / 3 * 3 + j / 3) * 9 + i % 3 * 3 + j % 3].wide();
        let lower: Matrix<Complex64> = Matrix {
            rows: 9,
            columns: 9,
            values: (0..81)
                .map(|n| if n % 9 <= n / 9 { at(n / 9, n % 9) } else { Complex64::ZERO })
                .collect(),
        };
        let product = lower.times(&lower.operand(2));
        let narrow: Vec<T> = product.values.iter().map(|&z| T::narrow(z)).collect();
        check_near("bsric02", &narrow, &hermitian.operand(0).values);
    }

    pub(super) fn conversions_between_blocks_keep_all_elements<T: Functions>() {
        let (handle, of) = (Handle::new(), description());
        let a = Matrix::<T>::noise(6, 12, 0.8, 6);
        let rows = Csr::new(&a, 0);
        let wanted = Bsr::new(&a, (3, 2), true);
        let (mut count, offsets) = (0i32, Buffer::new(&[0i32; 3]));
        ok!(hipsparseXcsr2gebsrNnz(
            handle.0,
            1,
            6,
            12,
            of,
            rows.offsets.at,
            rows.indices.at,
            of,
            offsets.at,
            3,
            2,
            place(&mut count),
            null_mut()
        ));
        assert_eq!((count as usize, offsets.read()), (wanted.count, wanted.offsets.read()));
        let (indices, values) =
            (Buffer::new(&vec![0i32; wanted.count]), Buffer::new(&vec![number::<T>(7.0); wanted.count * 6]));
        call!(T::csr2gebsr(
            handle.0,
            1,
            6,
            12,
            of,
            rows.values.at,
            rows.offsets.at,
            rows.indices.at,
            of,
            values.at,
            offsets.at,
            indices.at,
            3,
            2,
            null_mut()
        ));
        let wide = |of: &Buffer<T>| of.read().iter().map(|value| value.wide()).collect::<Vec<_>>();
        assert_eq!((indices.read(), wide(&values)), (wanted.indices.read(), wide(&wanted.values)));
        // Blocks of another shape.
        let other = Bsr::new(&a, (2, 4), true);
        let to_offsets = Buffer::new(&[0i32; 4]);
        ok!(hipsparseXgebsr2gebsrNnz(
            handle.0,
            1,
            2,
            6,
            wanted.count as i32,
            of,
            offsets.at,
            indices.at,
            3,
            2,
            of,
            to_offsets.at,
            2,
            4,
            place(&mut count),
            null_mut()
        ));
        assert!(count as usize >= other.count);
        let (to_indices, to) = (
            Buffer::new(&vec![0i32; count as usize]),
            Buffer::new(&vec![number::<T>(7.0); count as usize * 8]),
        );
        call!(T::gebsr2gebsr(
            handle.0,
            1,
            2,
            6,
            wanted.count as i32,
            of,
            values.at,
            offsets.at,
            indices.at,
            3,
            2,
            of,
            to.at,
            to_offsets.at,
            to_indices.at,
            2,
            4,
            null_mut()
        ));
        // Back to rows, of which some are explicit zeros.
        let size = count as usize * 8;
        let (back_offsets, back_indices, back) = (
            Buffer::new(&[0i32; 7]),
            Buffer::new(&vec![0i32; size]),
            Buffer::new(&vec![number::<T>(7.0); size]),
        );
        call!(T::gebsr2csr(
            handle.0,
            1,
            3,
            3,
            of,
            to.at,
            to_offsets.at,
            to_indices.at,
            2,
            4,
            of,
            back.at,
            back_offsets.at,
            back_indices.at
        ));
        let (starts, columns, got) = (back_offsets.read(), back_indices.read(), back.read());
        let mut whole = vec![Complex64::ZERO; 72];
        for i in 0..6 {
            for n in starts[i] as usize..starts[i + 1] as usize {
                whole[i * 12 + columns[n] as usize] += got[n].wide();
            }
        }
        assert_eq!(whole, a.operand(0).values);
        // Columns of blocks; the elements of each keep their order.
        let (c_offsets, c_indices, c) = (
            Buffer::new(&[0i32; 7]),
            Buffer::new(&vec![0i32; wanted.count]),
            Buffer::new(&vec![number::<T>(7.0); wanted.count * 6]),
        );
        call!(T::gebsr2gebsc(
            handle.0,
            2,
            6,
            wanted.count as i32,
            values.at,
            offsets.at,
            indices.at,
            3,
            2,
            c.at,
            c_indices.at,
            c_offsets.at,
            1,
            0,
            null_mut()
        ));
        let (starts, rows_of, got) = (c_offsets.read(), c_indices.read(), c.read());
        let mut whole = vec![Complex64::ZERO; 72];
        for block in 0..6 {
            for n in starts[block] as usize..starts[block + 1] as usize {
                for k in 0..6 {
                    whole[(rows_of[n] as usize * 3 + k % 3) * 12 + block * 2 + k / 3] = got[n * 6 + k].wide();
                }
            }
        }
        assert_eq!(whole, a.operand(0).values);
    }

    pub(super) fn sorting_is_undone<T: Functions>() {
        let (handle, of) = (Handle::new(), description());
        let (offsets, indices) = (Buffer::new(&[0, 3, 3, 5]), Buffer::new(&[4, 0, 2, 3, 1]));
        let values = Buffer::new(&[1.0, 2.0, 3.0, 4.0, 5.0].map(number::<T>));
        let info = made!(hipsparseCreateCsru2csrInfo());
        let read = |of: &Buffer<T>| of.read().iter().map(|value| value.wide().re).collect::<Vec<_>>();
        call!(T::csru2csr(handle.0, 3, 5, 5, of, values.at, offsets.at, indices.at, info, null_mut()));
        assert_eq!((indices.read(), read(&values)), (vec![0, 2, 4, 1, 3], vec![2.0, 3.0, 1.0, 5.0, 4.0]));
        call!(T::csr2csru(handle.0, 3, 5, 5, of, values.at, offsets.at, indices.at, info, null_mut()));
        assert_eq!((indices.read(), read(&values)), (vec![4, 0, 2, 3, 1], vec![1.0, 2.0, 3.0, 4.0, 5.0]));
        ok!(hipsparseDestroyCsru2csrInfo(info));
    }

    pub(super) fn products_with_compressed_columns_and_sums_are_right<T: Functions>() {
        let (handle, of) = (Handle::new(), description());
        let (a, b) = (Matrix::<T>::noise(4, 5, 0.0, 1), Matrix::<T>::noise(5, 6, 0.6, 2));
        let transposed = Matrix { rows: 6, columns: 5, values: b.by_columns() };
        let (columns, c) = (Csr::new(&transposed, 0), Matrix::<T>::noise(4, 6, 0.0, 3));
        let (of_a, of_c) = (Buffer::new(&a.by_columns()), Buffer::new(&c.by_columns()));
        let (alpha, beta) = (number::<T>(0.5), number::<T>(2.0));
        call!(T::gemmi(
            handle.0,
            4,
            6,
            5,
            columns.count as i32,
            host(&alpha),
            of_a.at,
            4,
            columns.values.at,
            columns.offsets.at,
            columns.indices.at,
            host(&beta),
            of_c.at,
            4
        ));
        let product = a.operand(0).times(&b.operand(0));
        let wanted = |i: usize, j: usize| product.get(i, j) * 0.5 + c.get(i, j).wide() * 2.0;
        let all: Vec<Complex64> = (0..24).map(|n| wanted(n % 4, n / 4)).collect();
        check_near("gemmi", &of_c.read(), &all);
        // The same with all matrices sparse.
        let (a, b, d) = (Csr::new(&a, 0), Csr::new(&b, 0), Csr::new(&c, 0));
        let (offsets, indices) = (Buffer::new(&[0i32; 5]), Buffer::new(&[0i32; 24]));
        let (values, info) = (Buffer::new(&[number::<T>(7.0); 24]), made!(hipsparseCreateCsrgemm2Info()));
        let mut count = 0i32;
        ok!(hipsparseXcsrgemm2Nnz(
            handle.0,
            4,
            6,
            5,
            of,
            a.count as i32,
            a.offsets.at,
            a.indices.at,
            of,
            b.count as i32,
            b.offsets.at,
            b.indices.at,
            of,
            d.count as i32,
            d.offsets.at,
            d.indices.at,
            of,
            offsets.at,
            place(&mut count),
            info,
            null_mut()
        ));
        assert_eq!(count, 24);
        call!(T::csrgemm2(
            handle.0,
            4,
            6,
            5,
            host(&alpha),
            of,
            a.count as i32,
            a.values.at,
            a.offsets.at,
            a.indices.at,
            of,
            b.count as i32,
            b.values.at,
            b.offsets.at,
            b.indices.at,
            host(&beta),
            of,
            d.count as i32,
            d.values.at,
            d.offsets.at,
            d.indices.at,
            of,
            values.at,
            offsets.at,
            indices.at,
            info,
            null_mut()
        ));
        let all: Vec<Complex64> = (0..24).map(|n| wanted(n / 6, n % 6)).collect();
        check_near("csrgemm2", &values.read(), &all);
    }

    pub(super) fn interleaved_systems_are_solved<T: Functions>() {
        const M: usize = 11;
        const BATCH: usize = 3;
        let handle = Handle::new();
        // Diagonals from the lowest to the highest, of all systems. Zeros in the middle need exchanges.
        let mut diagonals = [1, 2, 3, 4, 5].map(|seed| Matrix::<T>::noise(M, BATCH, 0.0, seed));
        diagonals[2].values[BATCH + 1] = number(0.0);
        diagonals[2].values[0] = number(0.0);
        let x = Matrix::<T>::noise(M, BATCH, 0.0, 6);
        for (widest, algorithm) in [(2, 0), (1, 1), (1, 2), (1, 0)] {
            if algorithm == 0 && widest == 1 {
                // Without exchanges the middle diagonal must weigh more.
                diagonals[2].values.iter_mut().for_each(|value| *value = number(4.0));
            }
            let side = |n: usize| {
                let (i, system) = (n / BATCH, n % BATCH);
                let element = |k: usize| {
                    let j = (i + k).checked_sub(2).filter(|&j| j < M && k.abs_diff(2) <= widest);
                    j.map_or(Complex64::ZERO, |j| {
                        diagonals[k].get(i, system).wide() * x.get(j, system).wide()
                    })
                };
                T::narrow((0..5).map(element).sum())
            };
            let sides = Buffer::new(&(0..M * BATCH).map(side).collect::<Vec<_>>());
            let [lowest, below, middle, above, highest] =
                diagonals.each_ref().map(|of| Buffer::new(&of.values));
            let (m, batch) = (M as i32, BATCH as i32);
            if widest == 2 {
                call!(T::gpsv(
                    handle.0,
                    algorithm,
                    m,
                    lowest.at,
                    below.at,
                    middle.at,
                    above.at,
                    highest.at,
                    sides.at,
                    batch,
                    null_mut()
                ));
            } else {
                call!(T::gtsv(
                    handle.0,
                    algorithm,
                    m,
                    below.at,
                    middle.at,
                    above.at,
                    sides.at,
                    batch,
                    null_mut()
                ));
            }
            // The systems are not as well conditioned as sums.
            let (got, wanted) = (sides.read(), x.operand(0).values);
            for (n, (got, wanted)) in got.iter().zip(&wanted).enumerate() {
                let error = (got.wide() - wanted).norm();
                assert!(error <= 100.0 * T::ERROR, "{widest} {algorithm}: {n} is {got:?}, not {wanted}");
            }
        }
        // SAFETY: nothing is read.
        let code =
            unsafe { T::gtsv(handle.0, 3, 4, null_mut(), null_mut(), null_mut(), null_mut(), 1, null_mut()) };
        assert_eq!(code, Status::InvalidValue);
    }
}

#[test]
fn small_entries_are_removed() {
    let (handle, of) = (Handle::new(), description());
    let a = Matrix { rows: 2, columns: 3, values: vec![1.0, -0.1, 3.0, 0.05, -2.0, 0.2] };
    let rows = Csr::new(&a, 0);
    let (of_row, mut count) = (Buffer::new(&[0i32; 2]), 0i32);
    ok!(hipsparseDnnz_compress(
        handle.0,
        2,
        of,
        rows.values.at,
        rows.offsets.at,
        of_row.at,
        place(&mut count),
        0.1
    ));
    assert_eq!((count, of_row.read()), (4, vec![2, 2]));
    let (offsets, indices, values) =
        (Buffer::new(&[0i32; 3]), Buffer::new(&[0i32; 4]), Buffer::new(&[0.0; 4]));
    ok!(hipsparseDcsr2csr_compress(
        handle.0,
        2,
        3,
        of,
        rows.values.at,
        rows.indices.at,
        rows.offsets.at,
        6,
        of_row.at,
        values.at,
        indices.at,
        offsets.at,
        0.1
    ));
    assert_eq!(
        (offsets.read(), indices.read(), values.read()),
        (vec![0, 2, 4], vec![0, 2, 1, 2], vec![1.0, 3.0, -2.0, 0.2])
    );
}
