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
