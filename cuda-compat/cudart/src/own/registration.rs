//! Functions that nvcc and clang call in host objects: constructors that register device code, and stubs of
//! `<<<>>>` launches.

use crate::entry::{Code, Dim3, Pointer, of_hip, per_thread};
use std::collections::BTreeMap;
use std::ffi::{c_char, c_int};
use std::sync::{Mutex, PoisonError};

unsafe extern "C" {
    fn __hipRegisterFatBinary(data: Pointer) -> Pointer;
    fn __hipUnregisterFatBinary(image: Pointer);
    fn __hipRegisterFunction(
        image: Pointer,
        host: Pointer,
        device: *mut c_char,
        name: *const c_char,
        limit: u32,
        _: Pointer,
        _: Pointer,
        _: Pointer,
        _: Pointer,
        _: Pointer,
    );
    fn __hipRegisterVar(
        image: Pointer,
        host: Pointer,
        device: *mut c_char,
        name: *const c_char,
        external: c_int,
        size: usize,
        constant: c_int,
        global: c_int,
    );
    fn __hipPushCallConfiguration(grid: Dim3, block: Dim3, shared: usize, stream: Pointer) -> Code;
    fn __hipPopCallConfiguration(grid: Pointer, block: Pointer, shared: Pointer, stream: Pointer) -> Code;
    fn hipGetSymbolAddress(address: *mut Pointer, symbol: Pointer) -> Code;
    fn hipLaunchKernel(
        host: Pointer,
        grid: Dim3,
        block: Dim3,
        arguments: Pointer,
        shared: usize,
        stream: Pointer,
    ) -> Code;
}

/// `void **__cudaRegisterFatBinary(void *fatCubin)`
///
/// # Safety
/// The record stays valid until it is unregistered.
pub unsafe extern "C" fn cudaRegisterFatBinary(data: Pointer) -> Pointer {
    // SAFETY: as the caller says.
    unsafe { __hipRegisterFatBinary(data) }
}

/// `void __cudaRegisterFatBinaryEnd(void **fatCubinHandle)`: does nothing, since images are read when they
/// are needed.
pub extern "C" fn cudaRegisterFatBinaryEnd(_: Pointer) {}

/// `void __cudaUnregisterFatBinary(void **fatCubinHandle)`
///
/// # Safety
/// Safe for any value.
pub unsafe extern "C" fn cudaUnregisterFatBinary(image: Pointer) {
    managed().remove(&image.addr());
    // SAFETY: as the caller says.
    unsafe { __hipUnregisterFatBinary(image) }
}

/// `void __cudaRegisterFunction(void **fatCubinHandle, const char *hostFun, char *deviceFun, const char
/// *deviceName, int thread_limit, uint3 *tid, uint3 *bid, dim3 *bDim, dim3 *gDim, int *wSize)`
///
/// # Safety
/// Names are null or end in a zero.
pub unsafe extern "C" fn cudaRegisterFunction(
    image: Pointer,
    host: Pointer,
    device: *mut c_char,
    name: *const c_char,
    limit: u32,
    thread: Pointer,
    block: Pointer,
    block_size: Pointer,
    grid_size: Pointer,
    warp: Pointer,
) {
    // SAFETY: as the caller says.
    unsafe {
        __hipRegisterFunction(image, host, device, name, limit, thread, block, block_size, grid_size, warp);
    }
}

/// `void __cudaRegisterVar(void **fatCubinHandle, char *hostVar, char *deviceAddress, const char *deviceName,
/// int ext, size_t size, int constant, int global)`
///
/// # Safety
/// Names are null or end in a zero.
pub unsafe extern "C" fn cudaRegisterVar(
    image: Pointer,
    host: Pointer,
    device: *mut c_char,
    name: *const c_char,
    external: c_int,
    size: usize,
    constant: c_int,
    global: c_int,
) {
    // SAFETY: as the caller says.
    unsafe { __hipRegisterVar(image, host, device, name, external, size, constant, global) }
}

/// `void __cudaRegisterHostVar(void **fatCubinHandle, const char *deviceName, char *hostVar, size_t size)`:
/// does nothing, since device code can access every host variable by its address.
pub extern "C" fn cudaRegisterHostVar(_: Pointer, _: *const c_char, _: Pointer, _: usize) {}

/// Host locations of the addresses of managed variables, by image.
static MANAGED: Mutex<BTreeMap<usize, Vec<usize>>> = Mutex::new(BTreeMap::new());

fn managed() -> std::sync::MutexGuard<'static, BTreeMap<usize, Vec<usize>>> {
    MANAGED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// `void __cudaRegisterManagedVar(void **fatCubinHandle, void **hostVarPtrAddress, char *deviceAddress, const
/// char *deviceName, int ext, size_t size, int constant, int global)`: the module provides the variable's
/// memory and initial value. `__cudaInitModule` stores its address at the host location.
///
/// # Safety
/// Names are null or end in a zero. The second pointer is the location of an address.
pub unsafe extern "C" fn cudaRegisterManagedVar(
    image: Pointer,
    place: *mut Pointer,
    device: *mut c_char,
    name: *const c_char,
    external: c_int,
    size: usize,
    constant: c_int,
    global: c_int,
) {
    managed().entry(image.addr()).or_default().push(place.expose_provenance());
    // SAFETY: as the caller says.
    unsafe { __hipRegisterVar(image, place.cast(), device, name, external, size, constant, global) }
}

/// `char __cudaInitModule(void **fatCubinHandle)`: stores the addresses of managed variables where host code
/// reads them. If the module of a variable cannot be loaded, its address stays null, and the log gives the
/// reason.
///
/// # Safety
/// The registered locations are still valid.
pub unsafe extern "C" fn cudaInitModule(image: Pointer) -> c_char {
    let places = managed().get(&image.addr()).cloned().unwrap_or_default();
    for place in places {
        let place = std::ptr::with_exposed_provenance_mut::<Pointer>(place);
        let mut address = std::ptr::null_mut();
        // SAFETY: a local's address, and a symbol that was registered.
        let code = unsafe { hipGetSymbolAddress(&raw mut address, place.cast()) };
        if code == 0 {
            // SAFETY: as the caller says.
            unsafe { place.write(address) };
        }
    }
    1
}

/// `unsigned int __cudaPushCallConfiguration(dim3 gridDim, dim3 blockDim, size_t sharedMem, struct
/// CUstream_st *stream)`
///
/// # Safety
/// Safe for any value.
pub unsafe extern "C" fn cudaPushCallConfiguration(
    grid: Dim3,
    block: Dim3,
    shared: usize,
    stream: Pointer,
) -> Code {
    // SAFETY: numbers only.
    of_hip(unsafe { __hipPushCallConfiguration(grid, block, shared, stream) })
}

/// `cudaError_t __cudaPopCallConfiguration(dim3 *gridDim, dim3 *blockDim, size_t *sharedMem, void *stream)`
///
/// # Safety
/// Pointers are null or lead to what the declaration says.
pub unsafe extern "C" fn cudaPopCallConfiguration(
    grid: Pointer,
    block: Pointer,
    shared: Pointer,
    stream: Pointer,
) -> Code {
    // SAFETY: as the caller says.
    of_hip(unsafe { __hipPopCallConfiguration(grid, block, shared, stream) })
}

/// `cudaError_t __cudaGetKernel(cudaKernel_t *kernel, const void *function)`: called by stubs before a device
/// is chosen. Returns the host function itself, which launches accept as a kernel.
///
/// # Safety
/// The first pointer is null or leads to a handle.
pub unsafe extern "C" fn cudaGetKernel(kernel: *mut Pointer, host: Pointer) -> Code {
    // SAFETY: as the caller says.
    unsafe { crate::entry::put(kernel, host) }
}

/// `cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 gridDim, dim3 blockDim, void **args, size_t
/// sharedMem, cudaStream_t stream)`
///
/// # Safety
/// Same as `cudaLaunchKernel`.
pub unsafe extern "C" fn cudaLaunchKernel(
    kernel: Pointer,
    grid: Dim3,
    block: Dim3,
    arguments: Pointer,
    shared: usize,
    stream: Pointer,
) -> Code {
    // SAFETY: as the caller says.
    of_hip(unsafe { hipLaunchKernel(kernel, grid, block, arguments, shared, stream) })
}

/// `__cudaLaunchKernel` with the per-thread stream for null.
///
/// # Safety
/// Same as `cudaLaunchKernel`.
pub unsafe extern "C" fn cudaLaunchKernel_ptsz(
    kernel: Pointer,
    grid: Dim3,
    block: Dim3,
    arguments: Pointer,
    shared: usize,
    stream: Pointer,
) -> Code {
    // SAFETY: as the caller says.
    unsafe { cudaLaunchKernel(kernel, grid, block, arguments, shared, per_thread(stream)) }
}
