//! Vectors and matrices between host and device.

use crate::status::Status;
use std::ffi::c_void;
use work::{Rows, copy_rows};

type Done = Result<(), Status>;

/// A vector or matrix in memory, with the distance of its elements or columns.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) pointer: *mut c_void,
    pub(crate) lead: i64,
}

fn positive(n: i64) -> Result<usize, Status> {
    usize::try_from(n).ok().filter(|&n| n > 0).ok_or(Status::InvalidValue)
}

/// Copies `n` elements.
pub(crate) fn vector(n: i64, bytes: i64, from: Place, to: Place, stream: Option<*mut c_void>) -> Done {
    let count = usize::try_from(n).map_err(|_| Status::InvalidValue)?;
    let (bytes, from_step, to_step) = (positive(bytes)?, positive(from.lead)?, positive(to.lead)?);
    if count == 0 {
        return Ok(());
    }
    let overflow = || Status::InvalidValue;
    if from_step == 1 && to_step == 1 {
        let width = count.checked_mul(bytes).ok_or_else(overflow)?;
        return copy((from, width), (to, width), width, 1, stream);
    }
    let pitch = |step: usize| step.checked_mul(bytes).ok_or_else(overflow);
    copy((from, pitch(from_step)?), (to, pitch(to_step)?), bytes, count, stream)
}

/// Copies a matrix, column by column.
pub(crate) fn matrix(
    (rows, columns): (i64, i64),
    bytes: i64,
    from: Place,
    to: Place,
    stream: Option<*mut c_void>,
) -> Done {
    let negative = |_| Status::InvalidValue;
    let (rows, columns) =
        (usize::try_from(rows).map_err(negative)?, usize::try_from(columns).map_err(negative)?);
    let (bytes, from_lead, to_lead) = (positive(bytes)?, positive(from.lead)?, positive(to.lead)?);
    if from_lead < rows || to_lead < rows {
        return Err(Status::InvalidValue);
    }
    if rows == 0 || columns == 0 {
        return Ok(());
    }
    let in_bytes = |n: usize| n.checked_mul(bytes).ok_or(Status::InvalidValue);
    copy((from, in_bytes(from_lead)?), (to, in_bytes(to_lead)?), in_bytes(rows)?, columns, stream)
}

fn copy(
    (from, from_pitch): (Place, usize),
    (to, to_pitch): (Place, usize),
    width: usize,
    height: usize,
    stream: Option<*mut c_void>,
) -> Done {
    if from.pointer.is_null() || to.pointer.is_null() {
        return Err(Status::InvalidValue);
    }
    let (to, from) =
        (Rows { first: to.pointer, pitch: to_pitch }, Rows { first: from.pointer, pitch: from_pitch });
    copy_rows(to, from, width, height, stream).map_err(|_| Status::MappingError)
}
