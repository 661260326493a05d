//! UCX, loaded at run time: tagged messages between the workers of two processes. Structures and numbers are
//! those of UCP's version 1, which later versions extend at their ends, by the mask of fields.

use libloading::Library;
use std::ffi::{CStr, c_char, c_void};
use std::ptr::{null, null_mut};

/// File that is loaded, and the packages that have it.
const FILE: &str = "libucp.so.0";
const PACKAGES: &str = "Debian and Ubuntu: libucx0; Fedora: ucx";

/// `ucs_status_t`, a byte.
pub(super) type Code = i8;

/// `UCS_INPROGRESS`
const IN_PROGRESS: Code = 1;
/// `UCS_ERR_BUSY`
const BUSY: Code = -15;
/// Statuses in place of pointers are above this.
const LAST_STATUS: isize = -100;

type Handle = *mut c_void;

/// `ucp_params_t`
#[repr(C)]
struct ContextParameters {
    mask: u64,
    features: u64,
    rest: [u64; 7],
}

/// `ucp_worker_params_t`
#[repr(C)]
struct WorkerParameters {
    mask: u64,
    thread_mode: i32,
    rest: [u64; 24],
}

/// `ucp_ep_params_t`
#[repr(C)]
struct EndpointParameters {
    mask: u64,
    address: *const c_void,
    error_mode: i32,
    on_error: extern "C" fn(*mut c_void, Handle, Code),
    argument: *mut c_void,
    rest: [u64; 9],
}

/// `ucp_request_param_t`, of which nothing is set.
#[repr(C)]
struct RequestParameters([u64; 9]);

/// `ucp_tag_recv_info_t`
#[repr(C)]
#[derive(Default)]
struct Received {
    tag: u64,
    length: usize,
}

/// Functions of the library.
struct Functions {
    ep_create: unsafe extern "C" fn(Handle, *const EndpointParameters, *mut Handle) -> Code,
    tag_send: unsafe extern "C" fn(Handle, *const c_void, usize, u64, *const RequestParameters) -> Handle,
    tag_probe: unsafe extern "C" fn(Handle, u64, u64, i32, *mut Received) -> Handle,
    tag_receive: unsafe extern "C" fn(Handle, *mut c_void, usize, Handle, *const RequestParameters) -> Handle,
    check: unsafe extern "C" fn(Handle) -> Code,
    free: unsafe extern "C" fn(Handle),
    progress: unsafe extern "C" fn(Handle) -> u32,
    arm: unsafe extern "C" fn(Handle) -> Code,
    signal: unsafe extern "C" fn(Handle) -> Code,
    text: unsafe extern "C" fn(Code) -> *const c_char,
}

/// A worker. Its thread makes all calls but `wake`.
pub(super) struct Worker {
    functions: Functions,
    worker: Handle,
    /// Becomes readable when there may be progress.
    events: i32,
    pub(super) address: Vec<u8>,
    /// Never unloaded: threads of its own run in it.
    _library: &'static Library,
}

// SAFETY: UCX allows a worker's calls from any thread, one at a time (`UCS_THREAD_MODE_SERIALIZED`), which
// the engine's thread makes; `wake` may be called at any time.
unsafe impl Send for Worker {}
// SAFETY: as above.
unsafe impl Sync for Worker {}

/// An endpoint, which leads to another process.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Endpoint(Handle);

// SAFETY: a handle for the engine's thread.
unsafe impl Send for Endpoint {}

/// A send or a receive on its way, with its bytes.
pub(super) struct Request {
    handle: Handle,
    pub(super) bytes: Vec<u8>,
}

// SAFETY: a handle for the engine's thread.
unsafe impl Send for Request {}

/// Calls a function while the handlers of some signals stay as they are: UCX's start replaces those of
/// faults, which the runtime needs.
fn keeping_signals<R>(call: impl FnOnce() -> R) -> R {
    const SIGNALS: [i32; 4] = [libc::SIGSEGV, libc::SIGBUS, libc::SIGILL, libc::SIGFPE];
    let kept = SIGNALS.map(|signal| {
        let mut action = std::mem::MaybeUninit::<libc::sigaction>::zeroed();
        // SAFETY: asks for the action, which zeros are one of.
        unsafe {
            libc::sigaction(signal, null(), action.as_mut_ptr());
            action.assume_init()
        }
    });
    let made = call();
    for (signal, action) in SIGNALS.into_iter().zip(&kept) {
        // SAFETY: the action that was there.
        unsafe { libc::sigaction(signal, action, null_mut()) };
    }
    made
}

impl Worker {
    /// Loads UCX and starts a worker. `on_error` is told of endpoints that fail, by the worker's thread.
    pub(super) fn start() -> Result<Worker, String> {
        keeping_signals(|| {
            // SAFETY: the library's initialisers are UCX's, which expect to be loaded.
            let library = unsafe { Library::new(FILE) };
            let library = library.map_err(|e| {
                format!("ranks of several processes need UCX, which is not installed ({PACKAGES}): {e}")
            })?;
            // SAFETY: UCX has these functions with these types since its version 1.10.
            unsafe { Worker::open(Box::leak(Box::new(library))) }
        })
    }

    /// # Safety
    /// The library is UCX's.
    unsafe fn open(library: &'static Library) -> Result<Worker, String> {
        /// `UCP_PARAM_FIELD_FEATURES`; `UCP_FEATURE_TAG`, `UCP_FEATURE_WAKEUP`
        const FEATURES: (u64, u64) = (1, 1 | 1 << 4);
        /// `UCP_WORKER_PARAM_FIELD_THREAD_MODE`, `UCS_THREAD_MODE_SERIALIZED`
        const THREADS: (u64, i32) = (1, 1);
        /// Version of the structures here.
        const VERSION: (u32, u32) = (1, 10);

        /// Looks a function up.
        ///
        /// # Safety
        /// It has the type.
        unsafe fn find<T: Copy>(library: &Library, name: &CStr) -> Result<T, String> {
            // SAFETY: as the caller says.
            let found = unsafe { library.get::<T>(name.to_bytes_with_nul()) };
            found.map(|symbol| *symbol).map_err(|e| format!("{FILE}: {e}"))
        }

        type Init = unsafe extern "C" fn(u32, u32, *const ContextParameters, Handle, *mut Handle) -> Code;
        type Create = unsafe extern "C" fn(Handle, *const WorkerParameters, *mut Handle) -> Code;
        type Address = unsafe extern "C" fn(Handle, *mut Handle, *mut usize) -> Code;
        type Events = unsafe extern "C" fn(Handle, *mut i32) -> Code;
        // SAFETY: types are those of UCX's headers; places are those of locals.
        unsafe {
            let functions = Functions {
                ep_create: find(library, c"ucp_ep_create")?,
                tag_send: find(library, c"ucp_tag_send_nbx")?,
                tag_probe: find(library, c"ucp_tag_probe_nb")?,
                tag_receive: find(library, c"ucp_tag_msg_recv_nbx")?,
                check: find(library, c"ucp_request_check_status")?,
                free: find(library, c"ucp_request_free")?,
                progress: find(library, c"ucp_worker_progress")?,
                arm: find(library, c"ucp_worker_arm")?,
                signal: find(library, c"ucp_worker_signal")?,
                text: find(library, c"ucs_status_string")?,
            };
            let checked = |what: &str, code: Code| match code {
                0 => Ok(()),
                code => {
                    Err(format!("UCX: {what}: {}", CStr::from_ptr((functions.text)(code)).to_string_lossy()))
                }
            };
            let (mut context, mut worker) = (null_mut(), null_mut());
            let parameters = ContextParameters { mask: FEATURES.0, features: FEATURES.1, rest: [0; 7] };
            let init: Init = find(library, c"ucp_init_version")?;
            checked("init", init(VERSION.0, VERSION.1, &raw const parameters, null_mut(), &raw mut context))?;
            let parameters = WorkerParameters { mask: THREADS.0, thread_mode: THREADS.1, rest: [0; 24] };
            let create: Create = find(library, c"ucp_worker_create")?;
            checked("worker", create(context, &raw const parameters, &raw mut worker))?;
            let (mut address, mut length, mut events) = (null_mut(), 0, -1);
            let own: Address = find(library, c"ucp_worker_get_address")?;
            checked("address", own(worker, &raw mut address, &raw mut length))?;
            let address = std::slice::from_raw_parts(address.cast::<u8>(), length).to_vec();
            let descriptor: Events = find(library, c"ucp_worker_get_efd")?;
            checked("events", descriptor(worker, &raw mut events))?;
            Ok(Worker { functions, worker, events, address, _library: library })
        }
    }

    /// Text of a status.
    pub(super) fn text(&self, code: Code) -> String {
        // SAFETY: a text for every number.
        unsafe { CStr::from_ptr((self.functions.text)(code)) }.to_string_lossy().into_owned()
    }

    /// Opens the way to a worker by its address. `on_error` gets `argument` if the process vanishes.
    pub(super) fn connect(
        &self,
        address: &[u8],
        on_error: extern "C" fn(*mut c_void, *mut c_void, Code),
        argument: *mut c_void,
    ) -> Result<Endpoint, String> {
        /// `UCP_EP_PARAM_FIELD_REMOTE_ADDRESS`, `…_ERR_HANDLING_MODE`, `…_ERR_HANDLER`
        const MASK: u64 = 1 | 1 << 1 | 1 << 2;
        /// `UCP_ERR_HANDLING_MODE_PEER`
        const PEER: i32 = 1;
        let address = address.as_ptr().cast();
        let parameters =
            EndpointParameters { mask: MASK, address, error_mode: PEER, on_error, argument, rest: [0; 9] };
        let mut endpoint = null_mut();
        // SAFETY: the address is one that a worker gave, which the call copies.
        match unsafe { (self.functions.ep_create)(self.worker, &raw const parameters, &raw mut endpoint) } {
            0 => Ok(Endpoint(endpoint)),
            code => Err(self.text(code)),
        }
    }

    fn request(&self, handle: Handle, bytes: Vec<u8>) -> Result<Request, Code> {
        if (LAST_STATUS..0).contains(&handle.addr().cast_signed()) {
            return Err(handle.addr() as Code);
        }
        Ok(Request { handle, bytes })
    }

    /// Sends a message.
    pub(super) fn send(&self, to: Endpoint, bytes: Vec<u8>) -> Result<Request, Code> {
        let parameters = RequestParameters([0; 9]);
        let data = bytes.as_ptr().cast();
        // SAFETY: the request keeps the bytes until it is done.
        let handle = unsafe { (self.functions.tag_send)(to.0, data, bytes.len(), 0, &raw const parameters) };
        self.request(handle, bytes)
    }

    /// Begins to receive the next message, if one has come.
    pub(super) fn receive(&self) -> Option<Result<Request, Code>> {
        let (mut info, parameters) = (Received::default(), RequestParameters([0; 9]));
        // SAFETY: a local's address.
        let message = unsafe { (self.functions.tag_probe)(self.worker, 0, 0, 1, &raw mut info) };
        if message.is_null() {
            return None;
        }
        let mut bytes = vec![0u8; info.length];
        let data = bytes.as_mut_ptr().cast();
        // SAFETY: the request keeps the bytes until it is done.
        let handle = unsafe {
            (self.functions.tag_receive)(self.worker, data, info.length, message, &raw const parameters)
        };
        Some(self.request(handle, bytes))
    }

    /// Whether a request is done.
    pub(super) fn check(&self, request: &mut Request) -> Result<bool, Code> {
        if request.handle.is_null() {
            return Ok(true);
        }
        // SAFETY: a request that was not freed.
        let code = unsafe { (self.functions.check)(request.handle) };
        if code == IN_PROGRESS {
            return Ok(false);
        }
        // SAFETY: as above; it is forgotten here.
        unsafe { (self.functions.free)(std::mem::replace(&mut request.handle, null_mut())) };
        if code == 0 { Ok(true) } else { Err(code) }
    }

    /// Makes all progress that is possible.
    pub(super) fn progress(&self) {
        // SAFETY: the worker's thread.
        while unsafe { (self.functions.progress)(self.worker) } != 0 {}
    }

    /// Waits for an event, at most for some milliseconds.
    pub(super) fn wait(&self, milliseconds: i32) {
        // SAFETY: the worker's thread.
        if unsafe { (self.functions.arm)(self.worker) } == BUSY {
            return;
        }
        let mut events = libc::pollfd { fd: self.events, events: libc::POLLIN, revents: 0 };
        // SAFETY: a local's address.
        unsafe { libc::poll(&raw mut events, 1, milliseconds) };
    }

    /// Ends a wait.
    pub(super) fn wake(&self) {
        // SAFETY: allowed at any time.
        unsafe { (self.functions.signal)(self.worker) };
    }
}
