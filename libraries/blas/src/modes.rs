//! Handles and their modes, and transfers: the functions that compute nothing.

use crate::handle::{self, Handle};
use crate::status::{self, Status};
use crate::transfer::{self, Place};
use std::ffi::{c_char, c_void};
use std::sync::atomic::{AtomicU32, Ordering};
use work::Stream;

type Done = Result<(), Status>;

/// Writes a value to a place of the program's.
fn put<T>(to: *mut c_void, value: T) -> Done {
    if to.is_null() {
        return Err(Status::InvalidValue);
    }
    // SAFETY: not null, and C promised a value of this type.
    unsafe { to.cast::<T>().write_unaligned(value) };
    Ok(())
}

fn set(place: &AtomicU32, value: u32, count: u32) -> Done {
    if value >= count {
        return Err(Status::InvalidEnum);
    }
    place.store(value, Ordering::Relaxed);
    Ok(())
}

/// `hipblasMath_t` has this many values.
const MATH_MODES: u32 = 6;

pub(crate) fn create(to: *mut c_void) -> Done {
    if to.is_null() {
        return Err(Status::HandleIsNull);
    }
    put(to, handle::create()?)
}

pub(crate) fn destroy(of: Handle) -> Done {
    handle::destroy(of)
}

pub(crate) fn set_stream(of: Handle, stream: *mut c_void) -> Done {
    handle::state(of)?.set_stream(Stream::from_handle(stream))
}

pub(crate) fn stream(of: Handle, to: *mut c_void) -> Done {
    put(to, handle::state(of)?.stream().handle())
}

pub(crate) fn set_pointer_mode(of: Handle, mode: u32) -> Done {
    set(&handle::state(of)?.pointer_mode, mode, 2)
}

pub(crate) fn pointer_mode(of: Handle, to: *mut c_void) -> Done {
    put(to, handle::state(of)?.pointer_mode.load(Ordering::Relaxed))
}

pub(crate) fn set_math_mode(of: Handle, mode: u32) -> Done {
    set(&handle::state(of)?.math_mode, mode, MATH_MODES)
}

pub(crate) fn math_mode(of: Handle, to: *mut c_void) -> Done {
    put(to, handle::state(of)?.math_mode.load(Ordering::Relaxed))
}

pub(crate) fn set_atomics_mode(of: Handle, mode: u32) -> Done {
    set(&handle::state(of)?.atomics_mode, mode, 2)
}

pub(crate) fn atomics_mode(of: Handle, to: *mut c_void) -> Done {
    put(to, handle::state(of)?.atomics_mode.load(Ordering::Relaxed))
}

pub(crate) fn set_workspace(of: Handle, start: *mut c_void, bytes: usize) -> Done {
    handle::state(of)?.set_workspace(start.addr(), bytes)
}

pub(crate) fn vector(n: i64, bytes: i64, x: *mut c_void, incx: i64, y: *mut c_void, incy: i64) -> Done {
    let (from, to) = (Place { pointer: x, lead: incx }, Place { pointer: y, lead: incy });
    transfer::vector(n, bytes, from, to, None)
}

pub(crate) fn vector_async(
    n: i64,
    bytes: i64,
    x: *mut c_void,
    incx: i64,
    y: *mut c_void,
    incy: i64,
    stream: *mut c_void,
) -> Done {
    let (from, to) = (Place { pointer: x, lead: incx }, Place { pointer: y, lead: incy });
    transfer::vector(n, bytes, from, to, Some(stream))
}

pub(crate) fn matrix(
    rows: i64,
    columns: i64,
    bytes: i64,
    a: *mut c_void,
    lda: i64,
    b: *mut c_void,
    ldb: i64,
) -> Done {
    let (from, to) = (Place { pointer: a, lead: lda }, Place { pointer: b, lead: ldb });
    transfer::matrix((rows, columns), bytes, from, to, None)
}

pub(crate) fn matrix_async(
    rows: i64,
    columns: i64,
    bytes: i64,
    a: *mut c_void,
    lda: i64,
    b: *mut c_void,
    ldb: i64,
    stream: *mut c_void,
) -> Done {
    let (from, to) = (Place { pointer: a, lead: lda }, Place { pointer: b, lead: ldb });
    transfer::matrix((rows, columns), bytes, from, to, Some(stream))
}

/// Version of cuBLAS in CUDA 12.0, which `hipblas_types.h` defines as `CUBLAS_VERSION`: major, minor, patch.
const CUBLAS: [i32; 3] = [12, 0, 1];

/// Writes the version of cuBLAS. As there, the handle is not read.
pub(crate) fn version(_of: Handle, to: *mut c_void) -> Done {
    let [major, minor, patch] = CUBLAS;
    put(to, major * 10000 + minor * 100 + patch)
}

/// Writes a part of the version of cuBLAS: `hipLibraryPropertyType`.
pub(crate) fn property(which: u32, to: *mut c_void) -> Done {
    put(to, *CUBLAS.get(which as usize).ok_or(Status::InvalidValue)?)
}

/// `size_t hipblasExtGetCudartVersion(void)`: the version of CUDA that `hipcc` states as `CUDART_VERSION`.
#[unsafe(no_mangle)]
pub extern "C" fn hipblasExtGetCudartVersion() -> usize {
    12000
}

/// `const char *hipblasStatusToString(hipblasStatus_t status)`
#[unsafe(no_mangle)]
pub extern "C" fn hipblasStatusToString(code: u32) -> *const c_char {
    status::name(code)
}
