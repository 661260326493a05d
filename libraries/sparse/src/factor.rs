//! Incomplete decompositions, in place: LU and Cholesky's without further entries.

use crate::compressed::Compressed;
use crate::handle::{self, Call};
use crate::legacy::Csr;
use crate::objects::Matrix;
use crate::status::Status;

use work::{Number, Pointer, Scalar};

type Done = Result<(), Status>;

/// Decomposes rows with sorted entries. Returns the first row whose pivot is zero.
fn lower_upper<T: Scalar>(a: &mut Compressed<T>) -> Option<usize> {
    let mut zero = None;
    // Place of each column's entry in the present row.
    let mut places = vec![usize::MAX; a.columns];
    let mut diagonals = vec![usize::MAX; a.rows()];
    for row in 0..a.rows() {
        let range = a.offsets[row]..a.offsets[row + 1];
        range.clone().for_each(|n| places[a.indices[n]] = n);
        for n in range.clone() {
            let column = a.indices[n];
            if column >= row {
                continue;
            }
            let Some(&pivot) = diagonals.get(column).and_then(|&at| a.values.get(at)) else { continue };
            let factor = a.values[n] / pivot;
            a.values[n] = factor;
            for m in a.offsets[column]..a.offsets[column + 1] {
                let place = places[a.indices[m]];
                if a.indices[m] > column && place != usize::MAX {
                    let change = factor * a.values[m];
                    a.values[place] -= change;
                }
            }
        }
        diagonals[row] = places[row];
        if zero.is_none() && a.values.get(places[row]).is_none_or(|pivot| pivot.is_zero()) {
            zero = Some(row);
        }
        range.for_each(|n| places[a.indices[n]] = usize::MAX);
    }
    zero
}

/// Decomposes the lower triangle of rows with sorted entries into a factor and its transposed. Returns the
/// first row whose pivot is no positive number.
fn cholesky<T: Scalar>(a: &mut Compressed<T>) -> Option<usize> {
    use num_traits::{Float as _, Zero as _};
    let mut zero = None;
    for row in 0..a.rows() {
        for n in a.offsets[row]..a.offsets[row + 1] {
            let column = a.indices[n];
            if column > row {
                continue;
            }
            let mut sum = a.values[n];
            // Entries that both rows have before this column.
            let mut other = a.offsets[column];
            for m in a.offsets[row]..n {
                while other < a.offsets[column + 1] && a.indices[other] < a.indices[m] {
                    other += 1;
                }
                if other < a.offsets[column + 1] && a.indices[other] == a.indices[m] && a.indices[m] < column
                {
                    sum -= a.values[m] * a.values[other].conj_if(true);
                }
            }
            if column < row {
                let diagonal = (a.offsets[column]..a.offsets[column + 1]).find(|&m| a.indices[m] == column);
                a.values[n] = diagonal.map_or(sum, |at| sum / a.values[at]);
            } else {
                if zero.is_none() && (sum.re() <= T::Real::zero() || sum.re().is_nan()) {
                    zero = Some(row);
                }
                a.values[n] = T::real(sum.re().sqrt());
            }
        }
        let has_pivot = (a.offsets[row]..a.offsets[row + 1]).any(|n| a.indices[n] == row);
        if zero.is_none() && !has_pivot {
            zero = Some(row);
        }
    }
    zero
}

fn in_place<T: Number>(
    call: &Call,
    a: Matrix,
    info: Pointer,
    decompose: fn(&mut Compressed<T>) -> Option<usize>,
) -> Done {
    let info = handle::info(info)?;
    call.launch(move |memory| {
        let mut values = a.read::<T>(memory)?;
        info.set(decompose(&mut values));
        T::write(memory, a.values, &values.values, a.ty)
    })
}

pub(crate) fn csrilu02<T: Number>(call: &Call, m: i64, nnz: i64, a: Csr, info: Pointer) -> Done {
    in_place::<T>(call, a.matrix::<T>(m, m, nnz)?, info, lower_upper::<T>)
}

pub(crate) fn csric02<T: Number>(call: &Call, m: i64, nnz: i64, a: Csr, info: Pointer) -> Done {
    in_place::<T>(call, a.matrix::<T>(m, m, nnz)?, info, cholesky::<T>)
}
