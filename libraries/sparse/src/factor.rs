//! Incomplete decompositions, in place: LU and Cholesky's without further entries.

use crate::compressed::Compressed;
use crate::handle::{self, Call};
use crate::legacy::Csr;
use crate::objects::Matrix;
use crate::status::Status;
use crate::types::{size, widen};
use work::{Number, Pointer, Scalar};

type Done = Result<(), Status>;

/// Decomposes rows with sorted entries. A pivot up to a limit is replaced by a value. Returns the first row
/// whose pivot is zero.
fn lower_upper<T: Scalar>(a: &mut Compressed<T>, boost: Option<(f64, T)>) -> Option<usize> {
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
        if let (Some((limit, value)), Some(pivot)) = (boost, a.values.get_mut(places[row]))
            && widen(*pivot).norm() <= limit
        {
            *pivot = value;
        }
        if zero.is_none() && a.values.get(places[row]).is_none_or(|pivot| pivot.is_zero()) {
            zero = Some(row);
        }
        range.for_each(|n| places[a.indices[n]] = usize::MAX);
    }
    zero
}

/// Decomposes the lower triangle of rows with sorted entries into a factor and its transposed. Returns the
/// first row whose pivot is no positive number.
fn cholesky<T: Scalar>(a: &mut Compressed<T>, _: Option<(f64, T)>) -> Option<usize> {
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

/// Decomposition of rows: with the replacement of small pivots, if any, it finds the first zero pivot.
type Decompose<T> = fn(&mut Compressed<T>, Option<(f64, T)>) -> Option<usize>;

/// Decomposes the values of a matrix, of which `side` rows are one for the program.
fn in_place<T: Number>(call: &Call, a: Matrix, side: usize, info: Pointer, decompose: Decompose<T>) -> Done {
    let info = handle::info(info)?;
    if a.shape.0 != a.shape.1 {
        return Err(Status::InvalidValue);
    }
    let boost = info.boost();
    call.launch(move |memory| {
        let boost = boost.map(|boost| boost.read(memory)).transpose()?;
        let (mut rows, places) = (a.read::<T>(memory)?, a.places(memory)?);
        info.set(decompose(&mut rows, boost).map(|row| row / side));
        let mut values = T::read(memory, a.values, a.stored(), a.ty)?;
        places.values.iter().zip(&rows.values).for_each(|(&place, &value)| values[place] = value);
        T::write(memory, a.values, &values, a.ty)
    })
}

pub(crate) fn csrilu02<T: Number>(call: &Call, m: i64, nnz: i64, a: Csr, info: Pointer) -> Done {
    in_place::<T>(call, a.matrix::<T>(m, m, nnz)?, 1, info, lower_upper::<T>)
}

pub(crate) fn csric02<T: Number>(call: &Call, m: i64, nnz: i64, a: Csr, info: Pointer) -> Done {
    in_place::<T>(call, a.matrix::<T>(m, m, nnz)?, 1, info, cholesky::<T>)
}

// Without further blocks, an elimination by blocks is the one by elements: a block is whole or not there.
pub(crate) fn bsrilu02<T: Number>(
    call: &Call,
    direction: u32,
    m: i64,
    nnz: i64,
    a: Csr,
    side: i64,
    info: Pointer,
) -> Done {
    let a = a.blocks::<T>((m, m, nnz), direction, (side, side))?;
    in_place::<T>(call, a, size(side)?, info, lower_upper::<T>)
}

pub(crate) fn bsric02<T: Number>(
    call: &Call,
    direction: u32,
    m: i64,
    nnz: i64,
    a: Csr,
    side: i64,
    info: Pointer,
) -> Done {
    let a = a.blocks::<T>((m, m, nnz), direction, (side, side))?;
    in_place::<T>(call, a, size(side)?, info, cholesky::<T>)
}
