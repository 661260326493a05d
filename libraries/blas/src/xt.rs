//! Level 3 on matrices in memory of the host or of the device (cuBLASXt): they are copied to the device, and
//! the result back. One device computes, whichever are selected.

use crate::call::{Call, Operand, is_left, transpose_of, triangle_of};
use crate::level3;
use crate::status::Status;
use std::ffi::CStr;
use std::sync::{Mutex, PoisonError};
use work::{Handles, Pointer, Rows, Scalar, Stream, copy_rows, put, take};

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
        let made = Own { at, shape, lead };
        if lead < shape.0.max(1) || (at.is_null() && !made.is_empty()) {
            return Err(Status::InvalidValue);
        }
        Ok(made)
    }

    fn is_empty(&self) -> bool {
        self.shape.0 == 0 || self.shape.1 == 0
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

/// Copies operands to device memory, computes by a function of level 3, and copies the result back.
fn compute<T: Scalar>(
    name: &'static CStr,
    inputs: &[Own],
    c: Own,
    is_read: bool,
    compute: impl FnOnce(&Call, &[Operand], Operand) -> Done,
) -> Done {
    if c.is_empty() {
        return Ok(());
    }
    let inputs = inputs.iter().map(|input| input.stage::<T>(true)).collect::<Result<Vec<_>, _>>()?;
    let to = c.stage::<T>(is_read)?;
    let operand = |of: &Scratch| Operand::new(of.at, of.shape.0.max(1) as i64, 0);
    let operands: Vec<Operand> = inputs.iter().map(operand).collect();
    compute(&Call::on_default_stream(name)?, &operands, operand(&to))?;
    Stream::DEFAULT.synchronize()?;
    c.fetch::<T>(&to)
}

/// Sizes as level 3 takes them.
fn sizes<const N: usize>(all: [usize; N]) -> Result<[i64; N], Status> {
    match all.iter().any(|&n| i64::try_from(n).is_err()) {
        true => Err(Status::InvalidValue),
        false => Ok(all.map(|n| n as i64)),
    }
}

/// Returns whether a factor on the host is zero, so that what it scales need not be read.
fn is_zero<T: Scalar>(factor: Pointer) -> Result<bool, Status> {
    Ok(take::<Status, T>(factor, 1)?[0].is_zero())
}

/// `C = alpha op(A) op(B) + beta C`; factors are on the host.
pub(crate) fn gemm<T: Scalar>(
    handle: Pointer,
    (op_a, op_b): (u32, u32),
    shape: (usize, usize, usize),
    alpha: Pointer,
    (a, lda): (Pointer, usize),
    (b, ldb): (Pointer, usize),
    beta: Pointer,
    (c, ldc): (Pointer, usize),
) -> Done {
    choices(handle)?;
    let (of_a, of_b, (m, n, k)) = (transpose_of(op_a)?, transpose_of(op_b)?, shape);
    let inputs = [Own::new(a, of_a.stored(m, k), lda)?, Own::new(b, of_b.stored(k, n), ldb)?];
    let (c, [m, n, k]) = (Own::new(c, (m, n), ldc)?, sizes([m, n, k])?);
    compute::<T>(c"cublasXt gemm", &inputs, c, !is_zero::<T>(beta)?, |call, inputs, c| {
        level3::gemm::<T>(call, op_a, op_b, m, n, k, alpha, inputs[0], inputs[1], beta, c)
    })
}

/// Products with a symmetric or Hermitian matrix, of which one triangle is stored.
macro_rules! symmetric {
    ($($name:ident as $c_name:literal;)*) => {$(
        /// `C = alpha A B + beta C` or `alpha B A + beta C`.
        pub(crate) fn $name<T: Scalar>(
            handle: Pointer, (side, triangle): (u32, u32), shape: (usize, usize), alpha: Pointer,
            (a, lda): (Pointer, usize), (b, ldb): (Pointer, usize), beta: Pointer, (c, ldc): (Pointer, usize),
        ) -> Done {
            choices(handle)?;
            let order = if is_left(side)? { shape.0 } else { shape.1 };
            let inputs = [Own::new(a, (order, order), lda)?, Own::new(b, shape, ldb)?];
            let (c, [m, n]) = (Own::new(c, shape, ldc)?, sizes([shape.0, shape.1])?);
            compute::<T>($c_name, &inputs, c, !is_zero::<T>(beta)?, |call, inputs, c| {
                level3::$name::<T>(call, side, triangle, m, n, alpha, inputs[0], inputs[1], beta, c)
            })
        }
    )*};
}
symmetric! {
    symm as c"cublasXt symm";
    hemm as c"cublasXt hemm";
}

/// The same with a triangle whose columns follow each other without gaps.
pub(crate) fn spmm<T: Scalar>(
    handle: Pointer,
    (side, triangle): (u32, u32),
    shape: (usize, usize),
    alpha: Pointer,
    packed: Pointer,
    b: (Pointer, usize),
    beta: Pointer,
    c: (Pointer, usize),
) -> Done {
    choices(handle)?;
    let (order, of) = (if is_left(side)? { shape.0 } else { shape.1 }, triangle_of(triangle)?);
    let count = order.checked_mul(order + 1).ok_or(Status::InvalidValue)? / 2;
    let mut values = vec![T::zero(); count];
    let local = Own::new(values.as_mut_ptr().cast(), (count, 1), count.max(1))?;
    local.fetch::<T>(&Own::new(packed, (count, 1), count.max(1))?.stage::<T>(true)?)?;
    let (mut full, mut values) = (vec![T::zero(); order * order], values.into_iter());
    for column in 0..order {
        of.rows(column, order).zip(&mut values).for_each(|(row, value)| full[column * order + row] = value);
    }
    symm::<T>(handle, (side, triangle), shape, alpha, (full.as_mut_ptr().cast(), order.max(1)), b, beta, c)
}

/// Updates of a triangle by a product of a matrix with itself.
macro_rules! updates {
    ($($name:ident as $c_name:literal: $factor:ty;)*) => {$(
        /// `C = alpha op(A) op(A)ᵀ + beta C` in a triangle; `ᴴ` if Hermitian.
        pub(crate) fn $name<T: Scalar + From<$factor>>(
            handle: Pointer, (triangle, op): (u32, u32), (n, k): (usize, usize), alpha: Pointer,
            (a, lda): (Pointer, usize), beta: Pointer, (c, ldc): (Pointer, usize),
        ) -> Done {
            choices(handle)?;
            let inputs = [Own::new(a, transpose_of(op)?.stored(n, k), lda)?];
            let (c, [n, k]) = (Own::new(c, (n, n), ldc)?, sizes([n, k])?);
            // The other triangle is copied back as it was.
            compute::<T>($c_name, &inputs, c, true, |call, inputs, c| {
                level3::$name::<T>(call, triangle, op, n, k, alpha, inputs[0], beta, c)
            })
        }
    )*};
}
updates! {
    syrk as c"cublasXt syrk": T;
    herk as c"cublasXt herk": T::Real;
}

/// Updates of a triangle by products of two matrices.
macro_rules! updates_by_two {
    ($($name:ident as $c_name:literal: $factor:ty;)*) => {$(
        /// `C = alpha op(A) op(B)ᵀ + beta C` in a triangle, or with the product in the other order added.
        pub(crate) fn $name<T: Scalar + From<$factor>>(
            handle: Pointer, (triangle, op): (u32, u32), (n, k): (usize, usize), alpha: Pointer,
            (a, lda): (Pointer, usize), (b, ldb): (Pointer, usize), beta: Pointer, (c, ldc): (Pointer, usize),
        ) -> Done {
            choices(handle)?;
            let stored = transpose_of(op)?.stored(n, k);
            let inputs = [Own::new(a, stored, lda)?, Own::new(b, stored, ldb)?];
            let (c, [n, k]) = (Own::new(c, (n, n), ldc)?, sizes([n, k])?);
            compute::<T>($c_name, &inputs, c, true, |call, inputs, c| {
                level3::$name::<T>(call, triangle, op, n, k, alpha, inputs[0], inputs[1], beta, c)
            })
        }
    )*};
}
updates_by_two! {
    syrkx as c"cublasXt syrkx": T;
    herkx as c"cublasXt herkx": T::Real;
    syr2k as c"cublasXt syr2k": T;
    her2k as c"cublasXt her2k": T::Real;
}

/// `C = alpha op(A) B` or `alpha B op(A)` with a triangular `A`.
pub(crate) fn trmm<T: Scalar>(
    handle: Pointer,
    (side, triangle, op, diagonal): (u32, u32, u32, u32),
    shape: (usize, usize),
    alpha: Pointer,
    (a, lda): (Pointer, usize),
    (b, ldb): (Pointer, usize),
    (c, ldc): (Pointer, usize),
) -> Done {
    choices(handle)?;
    let order = if is_left(side)? { shape.0 } else { shape.1 };
    let inputs = [Own::new(a, (order, order), lda)?, Own::new(b, shape, ldb)?];
    let (c, [m, n]) = (Own::new(c, shape, ldc)?, sizes([shape.0, shape.1])?);
    compute::<T>(c"cublasXt trmm", &inputs, c, false, |call, inputs, c| {
        level3::trmm::<T>(call, side, triangle, op, diagonal, m, n, alpha, inputs[0], inputs[1], c)
    })
}

/// Solution of `op(A) X = alpha B` or `X op(A) = alpha B` with a triangular `A`, in the place of `B`.
pub(crate) fn trsm<T: Scalar>(
    handle: Pointer,
    (side, triangle, op, diagonal): (u32, u32, u32, u32),
    shape: (usize, usize),
    alpha: Pointer,
    (a, lda): (Pointer, usize),
    (b, ldb): (Pointer, usize),
) -> Done {
    choices(handle)?;
    let order = if is_left(side)? { shape.0 } else { shape.1 };
    let inputs = [Own::new(a, (order, order), lda)?];
    let (b, [m, n]) = (Own::new(b, shape, ldb)?, sizes([shape.0, shape.1])?);
    compute::<T>(c"cublasXt trsm", &inputs, b, true, |call, inputs, b| {
        level3::trsm::<T>(call, side, triangle, op, diagonal, m, n, alpha, inputs[0], b)
    })
}

/// Number of boards, each of which has one device.
pub(crate) fn boards(to: Pointer) -> Done {
    put(to, work::device_count())
}

/// The same among some devices.
pub(crate) fn boards_of(count: i64, devices: Pointer, to: Pointer) -> Done {
    let count = usize::try_from(count).map_err(|_| Status::InvalidValue)?;
    let mut all = take::<Status, i32>(devices, count)?;
    if !all.iter().all(|device| (0..work::device_count()).contains(device)) {
        return Err(Status::InvalidValue);
    }
    all.sort_unstable();
    all.dedup();
    put(to, all.len() as i32)
}
