//! Functions that answer: handles and their streams, versions, errors.

use crate::{BAD_PARAM, Code, NOT_SUPPORTED, NULL_POINTER, SUCCESS, export, put};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ffi::{c_char, c_int, c_void};
use std::sync::{Mutex, PoisonError};

type Pointer = *mut c_void;

/// Version of these functions; clients want at least the one that they were built with.
const VERSION: [u16; 3] = [9, 28, 1];

/// Version of CUDA's runtime.
const CUDART: usize = 13_000;

thread_local! {
    /// Text of the thread's last error.
    static LAST: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Returns an error, and keeps its text for `cudnnGetLastErrorString`.
pub(crate) fn fail(code: Code, why: &str) -> Code {
    LAST.with_borrow_mut(|last| why.clone_into(last));
    code
}

/// Handles, which are numbers from 1 on, and the addresses of their streams.
struct Handles {
    last: usize,
    streams: BTreeMap<usize, usize>,
}

static HANDLES: Mutex<Handles> = Mutex::new(Handles { last: 0, streams: BTreeMap::new() });

/// Does something with the stream of a handle.
fn with_stream(handle: Pointer, act: impl FnOnce(&mut usize) -> Code) -> Code {
    let mut handles = HANDLES.lock().unwrap_or_else(PoisonError::into_inner);
    match handles.streams.get_mut(&handle.addr()) {
        Some(stream) => act(stream),
        None => fail(BAD_PARAM, "no handle of cuDNN's"),
    }
}

/// `cudnnStatus_t cudnnCreate(cudnnHandle_t *handle)`
///
/// # Safety
/// The pointer is null or leads to a handle.
unsafe extern "C" fn cudnnCreate(to: *mut Pointer) -> Code {
    if to.is_null() {
        return fail(NULL_POINTER, "the place of the handle is null");
    }
    let mut handles = HANDLES.lock().unwrap_or_else(PoisonError::into_inner);
    handles.last += 1;
    let number = handles.last;
    handles.streams.insert(number, 0);
    // SAFETY: as the caller says.
    unsafe { put(to, std::ptr::without_provenance_mut(number)) }
}

/// `cudnnStatus_t cudnnDestroy(cudnnHandle_t handle)`
extern "C" fn cudnnDestroy(handle: Pointer) -> Code {
    let mut handles = HANDLES.lock().unwrap_or_else(PoisonError::into_inner);
    match handles.streams.remove(&handle.addr()) {
        Some(_) => SUCCESS,
        None => fail(BAD_PARAM, "no handle of cuDNN's"),
    }
}

/// `cudnnStatus_t cudnnSetStream(cudnnHandle_t handle, cudaStream_t streamId)`
extern "C" fn cudnnSetStream(handle: Pointer, stream: Pointer) -> Code {
    with_stream(handle, |own| {
        *own = stream.expose_provenance();
        SUCCESS
    })
}

/// `cudnnStatus_t cudnnGetStream(cudnnHandle_t handle, cudaStream_t *streamId)`
///
/// # Safety
/// The pointer is null or leads to a stream.
unsafe extern "C" fn cudnnGetStream(handle: Pointer, to: *mut Pointer) -> Code {
    // SAFETY: as the caller says.
    with_stream(handle, |own| unsafe { put(to, std::ptr::with_exposed_provenance_mut(*own)) })
}

/// `size_t cudnnGetVersion(void)`
extern "C" fn cudnnGetVersion() -> usize {
    let [major, minor, patch] = VERSION.map(usize::from);
    major * 10_000 + minor * 100 + patch
}

/// `size_t cudnnGetCudartVersion(void)`
extern "C" fn cudnnGetCudartVersion() -> usize {
    CUDART
}

/// `size_t cudnnGetMaxDeviceVersion(void)`: no kernel is for a device.
extern "C" fn cudnnGetMaxDeviceVersion() -> usize {
    0
}

/// `cudnnStatus_t cudnnGetProperty(libraryPropertyType type, int *value)`
///
/// # Safety
/// The pointer is null or leads to a number.
unsafe extern "C" fn cudnnGetProperty(kind: u32, to: *mut c_int) -> Code {
    match VERSION.get(kind as usize) {
        // SAFETY: as the caller says.
        Some(part) => unsafe { put(to, (*part).into()) },
        None => fail(BAD_PARAM, "no property"),
    }
}

/// `const char *cudnnGetErrorString(cudnnStatus_t status)`
extern "C" fn cudnnGetErrorString(code: Code) -> *const c_char {
    let text = match code {
        SUCCESS => c"CUDNN_STATUS_SUCCESS",
        BAD_PARAM => c"CUDNN_STATUS_BAD_PARAM",
        NULL_POINTER => c"CUDNN_STATUS_BAD_PARAM_NULL_POINTER",
        NOT_SUPPORTED => c"CUDNN_STATUS_NOT_SUPPORTED",
        _ => c"CUDNN_STATUS_UNKNOWN",
    };
    text.as_ptr()
}

/// `void cudnnGetLastErrorString(char *message, size_t max_size)`: the thread's last error, once.
///
/// # Safety
/// The pointer is null or has `size` bytes.
unsafe extern "C" fn cudnnGetLastErrorString(to: *mut c_char, size: usize) {
    let text = LAST.take();
    if to.is_null() || size == 0 {
        return;
    }
    let length = text.len().min(size - 1);
    // SAFETY: not null, and it has room for the text's start and a zero.
    unsafe {
        std::ptr::copy_nonoverlapping(text.as_ptr().cast(), to, length);
        to.add(length).write(0);
    }
}

export! {
    cudnnCreate;
    cudnnDestroy;
    cudnnGetCudartVersion;
    cudnnGetErrorString;
    cudnnGetLastErrorString;
    cudnnGetMaxDeviceVersion;
    cudnnGetProperty;
    cudnnGetStream;
    cudnnGetVersion;
    cudnnSetStream;
}
