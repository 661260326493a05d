//! NVIDIA's library, to which calls go on a GPU: its handles are the program's, and the driver's streams
//! stand for the runtime's.

mod capture;
mod library;
mod search;

pub(crate) use library::Library;

use crate::last_error::{self, fail};
use crate::status::Status;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::ffi::CStr;
use std::sync::{Mutex, OnceLock, PoisonError};
use work::{Pointer, Stream};

/// Functions that concern no device: a process may call them before it has chosen one.
const WITHOUT_DEVICE: [&CStr; 7] = [
    c"ncclCommCount",
    c"ncclCommCuDevice",
    c"ncclCommGetAsyncError",
    c"ncclCommUserRank",
    c"ncclGetUniqueId",
    c"ncclGetVersion",
    c"ncclGroupStart",
];

/// Returns NVIDIA's library, which is loaded at the first call; none on the software device.
///
/// # Errors
/// `SystemError` if a GPU is used and the library is missing.
pub(crate) fn library() -> Result<Option<&'static Library>, Status> {
    static LOADED: OnceLock<Result<Option<Library>, String>> = OnceLock::new();
    let loaded = LOADED.get_or_init(|| match work::driver_place() {
        Ok(place) => search::load(place).map(Some),
        // The software device, or no device at all, which later calls report.
        Err(_) => Ok(None),
    });
    match loaded {
        Ok(library) => Ok(library.as_ref()),
        Err(why) => Err(fail(Status::SystemError, why)),
    }
}

/// Ordinals of devices by the driver's numbers, of those on which calls were made.
static ORDINALS: Mutex<BTreeMap<i32, i32>> = Mutex::new(BTreeMap::new());

/// Notes the driver's number of a device.
fn know(number: i32, device: i32) {
    ORDINALS.lock().unwrap_or_else(PoisonError::into_inner).insert(number, device);
}

/// Returns the ordinal of the device with a number of the driver's, which has made calls.
pub(crate) fn ordinal(number: i32) -> Option<i32> {
    ORDINALS.lock().unwrap_or_else(PoisonError::into_inner).get(&number).copied()
}

/// Returns the driver's number of a device.
///
/// # Errors
/// Those of the runtime.
pub(crate) fn number(device: i32) -> Result<i32, Status> {
    let on_device = work::on_device(device, || work::on_driver(Stream::DEFAULT, |_, number| number));
    let number = on_device
        .and_then(|outcome| outcome)
        .map_err(|code| fail(Status::UnhandledCudaError, format!("there is no device {device}: {code:?}")))?;
    know(number, device);
    Ok(number)
}

/// Makes a call of NVIDIA's library, on a stream if it has one.
///
/// # Errors
/// The library's; those of the runtime.
pub(crate) fn call(
    name: &'static CStr,
    stream: Option<Pointer>,
    call: impl FnOnce(Pointer) -> u32,
) -> Result<(), Status> {
    if WITHOUT_DEVICE.contains(&name) {
        follow_group(name);
        return outcome(name, call(std::ptr::null_mut()));
    }
    let refused = |code| {
        let name = name.to_string_lossy();
        fail(
            Status::UnhandledCudaError,
            format!("{name}: the runtime refused the stream or the device: {code:?}"),
        )
    };
    let on = stream.map_or(Stream::DEFAULT, Stream::from_handle);
    let is_captured = stream.is_some() && on.is_capturing();
    let failed = |why: String| {
        let name = name.to_string_lossy();
        fail(Status::UnhandledCudaError, format!("{name}: it cannot be captured: {why}"))
    };
    let standing = if is_captured { Some(capture::begin(on).map_err(failed)?) } else { None };
    let answered = work::on_driver(if is_captured { Stream::DEFAULT } else { on }, |handle, number| {
        (call(standing.unwrap_or(handle)), number)
    });
    let (code, number) = answered.map_err(refused)?;
    if let Ok(device) = work::current_device() {
        know(number, device);
    }
    if follow_group(name) == 0 {
        capture::end(name).map_err(failed)?;
    }
    outcome(name, code)
}

/// Follows the thread's groups. Returns how many are open after a call.
fn follow_group(name: &CStr) -> u32 {
    thread_local! {
        static DEPTH: Cell<u32> = const { Cell::new(0) };
    }
    let depth = match name.to_bytes() {
        b"ncclGroupStart" => DEPTH.get() + 1,
        b"ncclGroupEnd" | b"ncclGroupSimulateEnd" => DEPTH.get().saturating_sub(1),
        _ => DEPTH.get(),
    };
    DEPTH.set(depth);
    depth
}

/// Status that stands for an answer of NVIDIA's library.
fn outcome(name: &CStr, code: u32) -> Result<(), Status> {
    let status = match code {
        0 => return Ok(()),
        1 => Status::UnhandledCudaError,
        2 => Status::SystemError,
        3 => Status::InternalError,
        4 => Status::InvalidArgument,
        5 => Status::InvalidUsage,
        6 => Status::RemoteError,
        7 => Status::InProgress,
        code => {
            let name = name.to_string_lossy();
            return Err(fail(Status::InternalError, format!("{name}: NVIDIA's library answered {code}")));
        }
    };
    last_error::leave_to_library();
    Err(status)
}

/// Exports functions that go to NVIDIA's library on a GPU: for each function its name, its parameters in C,
/// the one that is a stream, and what computes on the software device.
macro_rules! exported {
    ($($name:ident($($arg:ident: $ty:ty),*) $(on $stream:ident)? => $function:path: ($($given:expr),*);)*) => {$(
        /// The function of C.
        ///
        /// # Safety
        /// Pointers to memory of the host are null or lead to what the C declaration requires.
        #[unsafe(no_mangle)]
        #[allow(unused_variables, reason = "refused functions read no argument")]
        pub unsafe extern "C" fn $name($($arg: $ty),*) -> $crate::status::Status {
            work::run(|| {
                let Some(library) = $crate::nvidia::library()? else { return $function($($given),*) };
                static FUNCTION: std::sync::OnceLock<Option<usize>> = std::sync::OnceLock::new();
                const NAME: &std::ffi::CStr =
                    match std::ffi::CStr::from_bytes_with_nul(concat!(stringify!($name), "\0").as_bytes()) {
                        Ok(name) => name,
                        Err(_) => panic!("a name has one zero, at its end"),
                    };
                let found = *FUNCTION.get_or_init(|| library.find(NAME));
                let found = found.ok_or_else(|| library.lacks(NAME))?;
                // SAFETY: the table declares the function as NCCL does.
                let function = unsafe {
                    std::mem::transmute::<usize, unsafe extern "C" fn($($ty),*) -> u32>(found)
                };
                let stream: Option<work::Pointer> = [$($stream)?].first().copied();
                $crate::nvidia::call(NAME, stream, |handle| {
                    $(let $stream = handle;)?
                    // SAFETY: the program's arguments, and the driver's handle of its stream.
                    unsafe { function($($arg),*) }
                })
            })
        }
    )*};
}
pub(crate) use exported;
