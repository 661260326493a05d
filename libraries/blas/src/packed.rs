//! Triangles in packed storage, to and from full storage.

use crate::call::{Call, Operand, size, triangle_of};
use crate::status::Status;
use work::{Memory, Refused, Scalar};

type Done = Result<(), Status>;

/// Places of a triangle's elements in packed storage: row, column and index.
fn places(triangle: dense::Triangle, n: usize) -> impl Iterator<Item = (usize, usize, usize)> {
    let elements = (0..n).flat_map(move |j| triangle.rows(j, n).map(move |i| (i, j)));
    elements.enumerate().map(|(at, (i, j))| (i, j, at))
}

/// Checks operands and submits work, unless the matrix is empty.
fn submit(
    call: &Call,
    n: usize,
    full: Operand,
    packed: Operand,
    work: impl Fn(&Memory) -> Result<(), Refused> + Send + Sync + 'static,
) -> Done {
    full.check_matrix(n)?;
    if n == 0 {
        return Ok(());
    }
    full.check()?;
    packed.check()?;
    call.launch(work)
}

/// Copies a triangle from packed to full storage; the other triangle stays as it is.
pub(crate) fn tpttr<T: Scalar>(call: &Call, triangle: u32, n: i64, packed: Operand, full: Operand) -> Done {
    let (triangle, n) = (triangle_of(triangle)?, size(n)?);
    submit(call, n, full, packed, move |memory| {
        let from = memory.vector::<T>(packed.address, n * (n + 1) / 2, 1, false)?;
        let to = memory.matrix::<T>(full.address, (n, n), full.lead as usize, true)?;
        places(triangle, n).for_each(|(i, j, at)| to.set(i, j, from.get(at)));
        Ok(())
    })
}

/// Copies a triangle from full to packed storage.
pub(crate) fn trttp<T: Scalar>(call: &Call, triangle: u32, n: i64, full: Operand, packed: Operand) -> Done {
    let (triangle, n) = (triangle_of(triangle)?, size(n)?);
    submit(call, n, full, packed, move |memory| {
        let from = memory.matrix::<T>(full.address, (n, n), full.lead as usize, false)?;
        let to = memory.vector::<T>(packed.address, n * (n + 1) / 2, 1, true)?;
        places(triangle, n).for_each(|(i, j, at)| to.set(at, from.get(i, j)));
        Ok(())
    })
}
