//! Products of compressed rows with vectors, on the arrays in device memory as they are.

use crate::formats::Format;
use crate::objects::{Matrix, Vector};
use crate::types::{Index, wrong_index};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use work::{Memory, Number, Refused};

/// Whether a product needs no copies: rows, with elements and indices of the types that are computed with.
pub(crate) fn fits<T: Number>(a: &Matrix, x: &Vector, y: &Vector) -> bool {
    let elements = [a.ty, x.ty, y.ty].iter().all(|&ty| ty == T::TYPE);
    elements && a.format == Format::Rows && a.offset_type == a.index_type && a.index_type != Index::Short
}

/// `y = alpha A x + beta y`
pub(crate) fn multiply<T: Number>(
    memory: &Memory,
    a: &Matrix,
    x: &Vector,
    factors: (T, T),
    y: &Vector,
) -> Result<(), Refused> {
    match a.index_type {
        Index::Long => multiply_by::<T, i64>(memory, a, x, factors, y),
        Index::Int | Index::Short => multiply_by::<T, i32>(memory, a, x, factors, y),
    }
}

/// Rows that a thread takes at once.
const ROWS: usize = 256;

/// Rows below this number of entries are multiplied on one thread.
const PARALLEL_FROM: usize = 1 << 14;

fn multiply_by<T: Number, I: Copy + Into<i64> + Send + Sync>(
    memory: &Memory,
    a: &Matrix,
    x: &Vector,
    (alpha, beta): (T, T),
    y: &Vector,
) -> Result<(), Refused> {
    let (rows, columns, count) = (a.shape.0, a.shape.1, a.count);
    let offsets = memory.vector::<I>(a.offsets, rows + 1, 1, false)?;
    let indices = memory.vector::<I>(a.indices, count, 1, false)?;
    let values = memory.vector::<T>(a.values, count, 1, false)?;
    let x = memory.vector::<T>(x.values, columns, 1, false)?;
    let y = memory.vector::<T>(y.values, rows, 1, true)?;
    let base = a.base as i64;
    // An index below the base becomes one that is too large.
    let from_zero = |n: I| n.into().wrapping_sub(base) as usize;
    let is_wrong = AtomicBool::new(false);
    let row = |row: usize| {
        let (start, end) = (from_zero(offsets.get(row)), from_zero(offsets.get(row + 1)));
        if start > end || end > count {
            return is_wrong.store(true, Ordering::Relaxed);
        }
        let (indices, values, x) = (indices.parts().0, values.parts().0, x.parts().0);
        let mut sum = T::zero();
        for at in start..end {
            // SAFETY: entries up to `count` are held, and columns below `columns`.
            unsafe {
                let column = from_zero(indices.add(at).read());
                if column >= columns {
                    return is_wrong.store(true, Ordering::Relaxed);
                }
                sum += values.add(at).read() * x.add(column).read();
            }
        }
        let old = if beta.is_zero() { T::zero() } else { beta * y.get(row) };
        y.set(row, alpha * sum + old);
    };
    match count < PARALLEL_FROM {
        true => (0..rows).for_each(row),
        false => (0..rows).into_par_iter().with_min_len(ROWS).for_each(row),
    }
    if is_wrong.into_inner() { Err(wrong_index(memory)) } else { Ok(()) }
}
