//! Handles, and parameters of iterations.

use crate::status::Status;
use std::ffi::CStr;
use std::sync::{Mutex, PoisonError};
use work::{Handles, Pointer, Stream, put};

type Done = Result<(), Status>;

/// Call of a function with a handle.
pub(crate) type Call = work::Call<Status>;

/// Stream of each handle, and its mode of results (`hipsolverDeterministicMode_t`).
static STATES: Handles<Mutex<(Stream, u32)>> = Handles::new();

/// `HIPSOLVER_DETERMINISTIC_RESULTS`, which all results are.
const DETERMINISTIC: u32 = 241;
/// `HIPSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS`
const ANY: u32 = 242;

fn state(handle: Pointer) -> Result<(Stream, u32), Status> {
    let state = STATES.get(handle).ok_or(Status::NotInitialized)?;
    Ok(*state.lock().unwrap_or_else(PoisonError::into_inner))
}

fn change(handle: Pointer, change: impl FnOnce(&mut (Stream, u32))) -> Done {
    let state = STATES.get(handle).ok_or(Status::NotInitialized)?;
    change(&mut state.lock().unwrap_or_else(PoisonError::into_inner));
    Ok(())
}

/// Starts a call.
pub(crate) fn call(name: &'static CStr, handle: Pointer) -> Result<Call, Status> {
    Ok(Call::new(name, state(handle)?.0, false))
}

pub(crate) fn create(to: Pointer) -> Done {
    if to.is_null() {
        return Err(Status::HandleIsNull);
    }
    work::current_device().map_err(|_| Status::NotInitialized)?;
    put(to, STATES.add(Mutex::new((Stream::DEFAULT, DETERMINISTIC))))
}

pub(crate) fn destroy(handle: Pointer) -> Done {
    STATES.remove(handle).map(drop).ok_or(Status::NotInitialized)
}

pub(crate) fn set_stream(handle: Pointer, stream: Pointer) -> Done {
    change(handle, |state| state.0 = Stream::from_handle(stream))
}

pub(crate) fn stream(handle: Pointer, to: Pointer) -> Done {
    put(to, state(handle)?.0.handle())
}

pub(crate) fn set_mode(handle: Pointer, mode: u32) -> Done {
    if !(DETERMINISTIC..=ANY).contains(&mode) {
        return Err(Status::InvalidEnum);
    }
    change(handle, |state| state.1 = mode)
}

pub(crate) fn mode(handle: Pointer, to: Pointer) -> Done {
    put(to, state(handle)?.1)
}

/// Writes the size of a work area, which is not used.
pub(crate) fn int_buffer(_call: &Call, to: Pointer) -> Done {
    put(to, 1i32)
}

/// The same as C's `size_t`.
pub(crate) fn buffer(_call: &Call, to: Pointer) -> Done {
    put(to, 1usize)
}

/// The sizes of work areas on the device and on the host, which are not used.
pub(crate) fn buffers(_call: &Call, on_device: Pointer, on_host: Pointer) -> Done {
    put::<Status, _>(on_device, 1usize)?;
    put(on_host, 0usize)
}

/// Advanced options of calls with 64-bit sizes. There is one algorithm for each purpose.
static OPTIONS: Handles<()> = Handles::new();

/// Checks that options are there, or none.
pub(crate) fn options(handle: Pointer) -> Done {
    if handle.is_null() { Ok(()) } else { OPTIONS.get(handle).map(drop).ok_or(Status::InvalidValue) }
}

pub(crate) fn create_options(to: Pointer) -> Done {
    put(to, OPTIONS.add(()))
}

pub(crate) fn destroy_options(handle: Pointer) -> Done {
    OPTIONS.remove(handle).map(drop).ok_or(Status::InvalidValue)
}

/// `HIPSOLVER_ALG_0` and `HIPSOLVER_ALG_1`
const ALGORITHMS: std::ops::RangeInclusive<u32> = 231..=232;

/// Chooses an algorithm for a function, which changes nothing.
pub(crate) fn set_options(handle: Pointer, _function: u32, algorithm: u32) -> Done {
    OPTIONS.get(handle).ok_or(Status::InvalidValue)?;
    if ALGORITHMS.contains(&algorithm) { Ok(()) } else { Err(Status::InvalidEnum) }
}

/// Parameters of Jacobi's iterations, which the engine does not need.
static PARAMETERS: Handles<()> = Handles::new();

fn parameters(handle: Pointer) -> Done {
    PARAMETERS.get(handle).map(drop).ok_or(Status::InvalidValue)
}

pub(crate) fn create_parameters(to: Pointer) -> Done {
    put(to, PARAMETERS.add(()))
}

pub(crate) fn destroy_parameters(handle: Pointer) -> Done {
    PARAMETERS.remove(handle).map(drop).ok_or(Status::InvalidValue)
}

pub(crate) fn set_tolerance(of: Pointer, _tolerance: f64) -> Done {
    parameters(of)
}

pub(crate) fn set_sweeps(of: Pointer, sweeps: i64) -> Done {
    parameters(of)?;
    if sweeps > 0 { Ok(()) } else { Err(Status::InvalidValue) }
}

/// Results are always in order.
pub(crate) fn set_order(of: Pointer, _in_order: i64) -> Done {
    parameters(of)
}

/// No iteration leaves a residual that is measured.
pub(crate) fn residual(of: Pointer, to: Pointer) -> Done {
    parameters(of)?;
    put(to, 0f64)
}

pub(crate) fn sweeps(of: Pointer, to: Pointer) -> Done {
    parameters(of)?;
    put(to, 1i32)
}
