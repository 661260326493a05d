//! Products of matrices in memory of the host or of the device (cuBLASXt): they are copied to the device, and
//! the result back. One device computes, whichever are selected.

use crate::call::transpose_of;
use crate::status::Status;
use dense::Transpose;
use dense::engine::{Factors, multiply};
use std::sync::{Mutex, PoisonError};
use work::{Handles, MatrixView, Pointer, Rows, Scalar, Stream, copy_rows, put, take};

type Done = Result<(), Status>;

/// Choices of a handle, which change nothing.
#[derive(Clone, Copy)]
struct Choices {
    block: i32,
    pinning: u32,
}

static HANDLES: Handles<Mutex<Choices>> = Handles::new();

fn choices(handle: Pointer) -> Result<Choices, Status> {
    let found = HANDLES.get(handle).ok_or(Status::NotInitialized)?;
    Ok(*found.lock().unwrap_or_else(PoisonError::into_inner))
}

fn change(handle: Pointer, change: impl FnOnce(&mut Choices)) -> Done {
    let found = HANDLES.get(handle).ok_or(Status::NotInitialized)?;
    change(&mut found.lock().unwrap_or_else(PoisonError::into_inner));
    Ok(())
}

pub(crate) fn create(to: Pointer) -> Done {
    const BLOCK: i32 = 2048;
    work::current_device().map_err(|_| Status::NotInitialized)?;
    put(to, HANDLES.add(Mutex::new(Choices { block: BLOCK, pinning: 0 })))
}

pub(crate) fn destroy(handle: Pointer) -> Done {
    HANDLES.remove(handle).map(drop).ok_or(Status::NotInitialized)
}

pub(crate) fn select(handle: Pointer, count: i64, devices: Pointer) -> Done {
    choices(handle)?;
    let count = usize::try_from(count).ok().filter(|&count| count > 0).ok_or(Status::InvalidValue)?;
    let known = 0..work::device_count();
    let all = take::<Status, i32>(devices, count)?;
    if all.iter().all(|device| known.contains(device)) { Ok(()) } else { Err(Status::InvalidValue) }
}

pub(crate) fn set_block(handle: Pointer, block: i64) -> Done {
    let block = i32::try_from(block).ok().filter(|&block| block > 0).ok_or(Status::InvalidValue)?;
    change(handle, |choices| choices.block = block)
}

pub(crate) fn block(handle: Pointer, to: Pointer) -> Done {
    put(to, choices(handle)?.block)
}

pub(crate) fn set_pinning(handle: Pointer, mode: u32) -> Done {
    if mode > 1 {
        return Err(Status::InvalidValue);
    }
    change(handle, |choices| choices.pinning = mode)
}

pub(crate) fn pinning(handle: Pointer, to: Pointer) -> Done {
    put(to, choices(handle)?.pinning)
}

/// Columns in device memory, without gaps.
struct Scratch {
    at: Pointer,
    shape: (usize, usize),
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be freed is the runtime's to report.
        let _ = work::free(self.at);
    }
}

/// A matrix of the program's.
#[derive(Clone, Copy)]
struct Own {
    at: Pointer,
    shape: (usize, usize),
    lead: usize,
}

impl Own {
    fn new(at: Pointer, shape: (usize, usize), lead: usize) -> Result<Own, Status> {
        let is_empty = shape.0 == 0 || shape.1 == 0;
        if lead < shape.0.max(1) || (at.is_null() && !is_empty) {
            return Err(Status::InvalidValue);
        }
        Ok(Own { at, shape, lead })
    }

    fn rows<T>(&self) -> Result<(Rows, usize), Status> {
        let pitch = self.lead.checked_mul(size_of::<T>()).ok_or(Status::InvalidValue)?;
        Ok((Rows { first: self.at, pitch }, self.shape.0 * size_of::<T>()))
    }

    /// Copies the matrix to device memory, unless it is only written.
    fn stage<T>(&self, is_read: bool) -> Result<Scratch, Status> {
        let (from, width) = self.rows::<T>()?;
        let bytes = width.checked_mul(self.shape.1).ok_or(Status::InvalidValue)?;
        let at = work::allocate(bytes.max(1)).map_err(|_| Status::AllocFailed)?;
        let made = Scratch { at, shape: self.shape };
        if is_read && bytes > 0 {
            let to = Rows { first: at, pitch: width };
            copy_rows(to, from, width, self.shape.1, None).map_err(|_| Status::MappingError)?;
        }
        Ok(made)
    }

    fn fetch<T>(&self, from: &Scratch) -> Done {
        let (to, width) = self.rows::<T>()?;
        let from = Rows { first: from.at, pitch: width };
        copy_rows(to, from, width, self.shape.1, None).map_err(|_| Status::MappingError)
    }
}

/// `C = alpha op(A) op(B) + beta C`; factors are on the host.
pub(crate) fn gemm<T: Scalar>(
    handle: Pointer,
    (op_a, op_b): (u32, u32),
    (m, n, k): (usize, usize, usize),
    alpha: Pointer,
    (a, lda): (Pointer, usize),
    (b, ldb): (Pointer, usize),
    beta: Pointer,
    (c, ldc): (Pointer, usize),
) -> Done {
    choices(handle)?;
    let (op_a, op_b) = (transpose_of(op_a)?, transpose_of(op_b)?);
    let (alpha, beta) = (take::<Status, T>(alpha, 1)?[0], take::<Status, T>(beta, 1)?[0]);
    let (a, b) = (Own::new(a, op_a.stored(m, k), lda)?, Own::new(b, op_b.stored(k, n), ldb)?);
    let c = Own::new(c, (m, n), ldc)?;
    if m == 0 || n == 0 {
        return Ok(());
    }
    let (of_a, of_b) = (a.stage::<T>(true)?, b.stage::<T>(true)?);
    let of_c = c.stage::<T>(!beta.is_zero())?;
    let held = |of: &Scratch| (of.at.expose_provenance(), of.shape);
    let (at_a, at_b, at_c) = (held(&of_a), held(&of_b), held(&of_c));
    let call = work::Call::<Status>::new(c"cublasXt gemm", Stream::DEFAULT, false);
    call.compute(move |memory| {
        let view =
            |(at, shape): (usize, (usize, usize)), write: bool| memory.matrix::<T>(at, shape, shape.0, write);
        let operand = |op: Transpose, stored: MatrixView<T>| (op.view(stored), op.conjugates());
        let factors = Factors { a: operand(op_a, view(at_a, false)?), b: operand(op_b, view(at_b, false)?) };
        multiply(view(at_c, true)?, factors, alpha, beta);
        Ok(())
    })?;
    c.fetch::<T>(&of_c)
}
