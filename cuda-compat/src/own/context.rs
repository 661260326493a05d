//! Context functions of CUDA without an equivalent in HIP.

use super::{get, put};
use crate::entry::{Code, PER_THREAD, Pointer, context, named, need, of_hip, per_thread};
use crate::result::{INVALID_CONTEXT, INVALID_HANDLE, INVALID_VALUE, SUCCESS, UNSUPPORTED_AFFINITY};

unsafe extern "C" {
    fn hipCtxGetCurrent(context: *mut Pointer) -> Code;
    fn hipCtxGetDevice(device: *mut u32) -> Code;
    fn hipExecutionCtxGetId(context: Pointer, id: *mut u64) -> Code;
    fn hipExecutionCtxGetDevice(device: *mut u32, context: Pointer) -> Code;
    fn hipDevicePrimaryCtxRetain(context: *mut Pointer, device: u32) -> Code;
    fn hipDevicePrimaryCtxRelease(device: u32) -> Code;
    fn hipCtxGetFlags(flags: *mut u32) -> Code;
    fn hipExtStreamGetGreenCtx(stream: Pointer, green: Pointer) -> Code;
    fn hipExecutionCtxSynchronize(context: Pointer) -> Code;
    fn hipExtCtxFromGreenCtx(context: *mut Pointer, green: Pointer) -> Code;
    fn hipExtStreamGetCtx(stream: Pointer, context: Pointer) -> Code;
    fn hipExtStreamGetCtx_v2(stream: Pointer, context: Pointer, green: *mut Pointer) -> Code;
    fn hipDeviceGetLimit(value: Pointer, limit: u32) -> Code;
}

/// Returns the current context, or the primary one if the process uses CUDA's runtime, which makes it
/// current.
fn current() -> Result<Pointer, Code> {
    let mut current = std::ptr::null_mut();
    // SAFETY: a local's address.
    match unsafe { hipCtxGetCurrent(&raw mut current) } {
        SUCCESS if current.is_null() && context().is_ok() => primary(),
        SUCCESS => Ok(current),
        code => Err(of_hip(code)),
    }
}

/// Returns the primary context of the thread's device.
fn primary() -> Result<Pointer, Code> {
    let (mut device, mut primary) = (0, std::ptr::null_mut());
    // SAFETY: locals' addresses; what is retained is released.
    let code = unsafe {
        match hipCtxGetDevice(&raw mut device) {
            SUCCESS => match hipDevicePrimaryCtxRetain(&raw mut primary, device) {
                SUCCESS => hipDevicePrimaryCtxRelease(device),
                code => code,
            },
            code => code,
        }
    };
    if code == SUCCESS { Ok(primary) } else { Err(of_hip(code)) }
}

/// `CUresult cuCtxGetCurrent(CUcontext *pctx)`
///
/// # Safety
/// The pointer is null or leads to a context.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxGetCurrent(to: *mut Pointer) -> Code {
    need!(init);
    match current() {
        // SAFETY: as the caller says.
        Ok(current) => unsafe { put(to, current) },
        Err(code) => code,
    }
}

/// Returns the context that an argument means: null is the current one.
fn resolve(context: Pointer) -> Result<Pointer, Code> {
    if !context.is_null() {
        return Ok(named(context));
    }
    current().and_then(|current| if current.is_null() { Err(INVALID_CONTEXT) } else { Ok(current) })
}

/// `CUresult cuCtxGetId(CUcontext ctx, unsigned long long *ctxId)`
///
/// # Safety
/// The last pointer is null or leads to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxGetId(context: Pointer, id: *mut u64) -> Code {
    need!(init);
    match resolve(context) {
        // SAFETY: as the caller says.
        Ok(context) => of_hip(unsafe { hipExecutionCtxGetId(context, id) }),
        Err(code) => code,
    }
}

/// Returns whether a handle is a default stream, which belongs to the current context: null, the legacy one
/// or the per-thread one.
fn is_default(stream: Pointer) -> bool {
    stream.addr() <= PER_THREAD.addr()
}

/// `CUresult cuStreamGetGreenCtx(CUstream hStream, CUgreenCtx *phCtx)`: the per-thread default stream is
/// invalid in a green context, as on an H200.
///
/// # Safety
/// The last pointer is null or leads to a green context.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamGetGreenCtx(stream: Pointer, to: Pointer) -> Code {
    need!(init);
    if is_default(stream) {
        need!(context);
    }
    // SAFETY: as the caller says.
    let code = of_hip(unsafe { hipExtStreamGetGreenCtx(stream, to) });
    // SAFETY: what was written there is a handle or null.
    let green = code == SUCCESS && !unsafe { get(to.cast::<Pointer>()) }.is_none_or(Pointer::is_null);
    if green && stream == PER_THREAD { INVALID_HANDLE } else { code }
}

/// `CUresult cuStreamGetCtx(CUstream hStream, CUcontext *pctx)`: a green context is returned as its context.
///
/// # Safety
/// The last pointer is null or leads to a context.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamGetCtx(stream: Pointer, to: Pointer) -> Code {
    need!(init);
    if is_default(stream) {
        need!(context);
    }
    // SAFETY: as the caller says.
    of_hip(unsafe { hipExtStreamGetCtx(stream, to) })
}

/// `cuStreamGetCtx` with the per-thread default stream for null.
///
/// # Safety
/// Same as [`cuStreamGetCtx`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamGetCtx_ptsz(stream: Pointer, to: Pointer) -> Code {
    // SAFETY: as the caller says.
    unsafe { cuStreamGetCtx(per_thread(stream), to) }
}

/// `CUresult cuCtxSynchronize_v2(CUcontext ctx)`: null is the current one.
#[unsafe(no_mangle)]
pub extern "C" fn cuCtxSynchronize_v2(context: Pointer) -> Code {
    need!(init);
    match resolve(context) {
        // SAFETY: takes any handle.
        Ok(context) => of_hip(unsafe { hipExecutionCtxSynchronize(context) }),
        Err(code) => code,
    }
}

/// `CUresult cuStreamGetCtx_v2(CUstream hStream, CUcontext *pCtx, CUgreenCtx *pGreenCtx)`: the per-thread
/// default stream is invalid in a green context, as documented.
///
/// # Safety
/// Each of the last pointers is null or leads to a context.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamGetCtx_v2(stream: Pointer, context: Pointer, green: Pointer) -> Code {
    need!(init);
    if is_default(stream) {
        need!(context);
    }
    let mut own: Pointer = std::ptr::null_mut();
    // SAFETY: a local's address, and as the caller says.
    unsafe {
        match of_hip(hipExtStreamGetCtx_v2(stream, context, &raw mut own)) {
            SUCCESS if stream == PER_THREAD && !own.is_null() => INVALID_HANDLE,
            SUCCESS if green.is_null() => SUCCESS,
            SUCCESS => put(green.cast(), own),
            code => code,
        }
    }
}

/// `cuStreamGetCtx_v2` with the per-thread default stream for null.
///
/// # Safety
/// Same as [`cuStreamGetCtx_v2`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamGetCtx_v2_ptsz(stream: Pointer, context: Pointer, green: Pointer) -> Code {
    // SAFETY: as the caller says.
    unsafe { cuStreamGetCtx_v2(per_thread(stream), context, green) }
}

/// API version of contexts, which drivers have reported since CUDA 3.2.
const API_VERSION: u32 = 3020;

/// `CUresult cuCtxGetApiVersion(CUcontext ctx, unsigned int *version)`
///
/// # Safety
/// The last pointer is null or leads to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxGetApiVersion(context: Pointer, version: *mut u32) -> Code {
    need!(init);
    let mut id = 0;
    let code = match resolve(context) {
        // SAFETY: a local's address.
        Ok(context) => of_hip(unsafe { hipExecutionCtxGetId(context, &raw mut id) }),
        Err(code) => code,
    };
    // SAFETY: as the caller says.
    if code == SUCCESS { unsafe { put(version, API_VERSION) } } else { code }
}

/// `CUresult cuCtxFromGreenCtx(CUcontext *pContext, CUgreenCtx hCtx)`: a green context is also a context
/// here.
///
/// # Safety
/// The first pointer is null or leads to a context.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxFromGreenCtx(to: *mut Pointer, green: Pointer) -> Code {
    need!(init);
    let mut device = 0;
    // SAFETY: a local's address: asked in order to learn whether the handle is one.
    match of_hip(unsafe { hipExecutionCtxGetDevice(&raw mut device, green) }) {
        SUCCESS => {
            let mut context = std::ptr::null_mut();
            // SAFETY: a local's address; a context that is not green stands for itself. `to` is as the caller
            // says.
            unsafe {
                hipExtCtxFromGreenCtx(&raw mut context, green);
                put(to, green)
            }
        }
        code => code,
    }
}

/// `CUresult cuCtxGetLimit(size_t *pvalue, CUlimit limit)`
///
/// # Safety
/// The pointer is null or leads to a size.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxGetLimit(value: *mut u64, limit: u32) -> Code {
    need!(context);
    // SAFETY: as the caller says.
    of_hip(unsafe { hipDeviceGetLimit(value.cast(), limit) })
}

/// `CU_CTX_MAP_HOST`, which every context has, as on an H200.
const MAP_HOST: u32 = 8;

/// `CUresult cuCtxGetFlags(unsigned int *flags)`
///
/// # Safety
/// The pointer is null or leads to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxGetFlags(to: *mut u32) -> Code {
    need!(context);
    let mut flags = 0;
    // SAFETY: a local's address.
    match of_hip(unsafe { hipCtxGetFlags(&raw mut flags) }) {
        // SAFETY: as the caller says.
        SUCCESS => unsafe { put(to, flags | MAP_HOST) },
        code => code,
    }
}

/// `CUexecAffinityParam`: a type, and a number of SMs.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Affinity {
    kind: u32,
    sms: u32,
}

/// `CU_EXEC_AFFINITY_TYPE_SM_COUNT`, the only one.
const SM_COUNT: u32 = 0;
/// `CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT`
const SMS: u32 = 16;

/// `CUresult cuCtxGetExecAffinity(CUexecAffinityParam *pExecAffinity, CUexecAffinityType type)`: contexts
/// have all SMs. For green contexts it fails (an H200).
///
/// # Safety
/// The pointer is null or leads to the structure.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxGetExecAffinity(to: *mut Affinity, kind: u32) -> Code {
    need!(context);
    let mut green = std::ptr::null_mut::<std::ffi::c_void>();
    // SAFETY: a local's address: the null stream is the current context's.
    match of_hip(unsafe { hipExtStreamGetGreenCtx(std::ptr::null_mut(), (&raw mut green).cast()) }) {
        SUCCESS if green.is_null() => {}
        SUCCESS => return INVALID_CONTEXT,
        code => return code,
    }
    if to.is_null() {
        return INVALID_VALUE;
    }
    let (mut device, mut sms) = (0, 0);
    // SAFETY: locals' addresses; `to` is not null, and the caller's.
    unsafe {
        if kind != SM_COUNT {
            (&raw mut (*to).kind).write_unaligned(kind);
            return UNSUPPORTED_AFFINITY;
        }
        let code = match hipCtxGetDevice(&raw mut device) {
            SUCCESS => cudart::own::cudaDeviceGetAttribute(&raw mut sms, SMS, device),
            code => code,
        };
        if code == SUCCESS {
            to.write_unaligned(Affinity { kind, sms: sms.cast_unsigned() });
        }
        of_hip(code)
    }
}

/// `CUresult cuMemAlloc_v2(CUdeviceptr *dptr, size_t bytesize)`: zero bytes are an error, unlike in HIP.
///
/// # Safety
/// The pointer is null or leads to an address.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemAlloc_v2(to: Pointer, bytes: usize) -> Code {
    unsafe extern "C" {
        fn hipMalloc(to: Pointer, bytes: usize) -> Code;
    }
    need!(context);
    if bytes == 0 {
        return INVALID_VALUE;
    }
    // SAFETY: as the caller says.
    of_hip(unsafe { hipMalloc(to, bytes) })
}
