//! Handles: the stream and the modes of calls.

use crate::status::Status;
use std::ffi::c_void;
use std::sync::atomic::{AtomicPtr, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use work::{Handles, Stream};

/// `hipblasHandle_t`
pub(crate) type Handle = *mut c_void;

/// State of a handle, which threads may share.
pub(crate) struct State {
    stream: AtomicPtr<c_void>,
    pub(crate) pointer_mode: AtomicU32,
    pub(crate) math_mode: AtomicU32,
    pub(crate) atomics_mode: AtomicU32,
    /// Ordinal of the device that it was created for.
    device: i32,
    /// The program's workspace: address and bytes. Nothing here needs one.
    workspace: Mutex<(usize, usize)>,
}

/// `HIPBLAS_POINTER_MODE_DEVICE`
pub(crate) const ON_DEVICE: u32 = 1;
/// `HIPBLAS_ATOMICS_ALLOWED`
const ATOMICS_ALLOWED: u32 = 1;
/// Alignment of workspaces.
const WORKSPACE_ALIGN: usize = 256;

static STATES: Handles<State> = Handles::new();

/// Returns the state of a handle.
pub(crate) fn state(handle: Handle) -> Result<Arc<State>, Status> {
    STATES.get(handle).ok_or(Status::NotInitialized)
}

/// Creates a handle for the thread's device.
pub(crate) fn create() -> Result<Handle, Status> {
    let device = work::current_device().map_err(|_| Status::NotInitialized)?;
    Ok(STATES.add(State::new(device)))
}

/// Destroys a handle, after its stream's work as documented.
pub(crate) fn destroy(handle: Handle) -> Result<(), Status> {
    let gone = STATES.remove(handle).ok_or(Status::NotInitialized)?;
    gone.stream().finish();
    Ok(())
}

impl State {
    /// State of a handle that was just created for a device.
    pub(crate) fn new(device: i32) -> State {
        State {
            stream: AtomicPtr::new(std::ptr::null_mut()),
            pointer_mode: AtomicU32::new(0),
            math_mode: AtomicU32::new(0),
            atomics_mode: AtomicU32::new(ATOMICS_ALLOWED),
            device,
            workspace: Mutex::new((0, 0)),
        }
    }

    pub(crate) fn stream(&self) -> Stream {
        Stream::from_handle(self.stream.load(Ordering::Relaxed))
    }

    /// Sets the stream, which must be of the handle's device. The workspace becomes the library's own again.
    pub(crate) fn set_stream(&self, stream: Stream) -> Result<(), Status> {
        if stream != Stream::DEFAULT {
            match stream.device() {
                Ok(device) if device == self.device => {}
                _ => return Err(Status::InvalidValue),
            }
        }
        *self.workspace.lock().unwrap_or_else(PoisonError::into_inner) = (0, 0);
        self.stream.store(stream.handle(), Ordering::Relaxed);
        Ok(())
    }

    pub(crate) fn set_workspace(&self, start: usize, bytes: usize) -> Result<(), Status> {
        if bytes > 0 && (start == 0 || !start.is_multiple_of(WORKSPACE_ALIGN)) {
            return Err(Status::InvalidValue);
        }
        *self.workspace.lock().unwrap_or_else(PoisonError::into_inner) = (start, bytes);
        Ok(())
    }

    /// Returns whether scalars and results are in device memory.
    pub(crate) fn is_on_device(&self) -> bool {
        self.pointer_mode.load(Ordering::Relaxed) == ON_DEVICE
    }
}
