//! What nvcc and clang write into host objects: constructors that register device code, and stubs of `<<<>>>`
//! launches.

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
/// The record stays until it is unregistered.
pub unsafe extern "C" fn cudaRegisterFatBinary(data: Pointer) -> Pointer {
    // SAFETY: as the caller says.
    unsafe { __hipRegisterFatBinary(data) }
}

/// `void __cudaRegisterFatBinaryEnd(void **fatCubinHandle)`: nothing waits for the end; images are read when
/// they are needed.
pub extern "C" fn cudaRegisterFatBinaryEnd(_: Pointer) {}

/// `void __cudaUnregisterFatBinary(void **fatCubinHandle)`
///
/// # Safety
/// Any value may be given.
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

/// `void __cudaRegisterHostVar(void **fatCubinHandle, const char *deviceName, char *hostVar, size_t size)`: a
/// variable of the host that device code reaches by its address, as it does here without being told.
pub extern "C" fn cudaRegisterHostVar(_: Pointer, _: *const c_char, _: Pointer, _: usize) {}

/// By image: where the host keeps addresses of managed variables.
static MANAGED: Mutex<BTreeMap<usize, Vec<usize>>> = Mutex::new(BTreeMap::new());

fn managed() -> std::sync::MutexGuard<'static, BTreeMap<usize, Vec<usize>>> {
    MANAGED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// `void __cudaRegisterManagedVar(void **fatCubinHandle, void **hostVarPtrAddress, char *deviceAddress, const
/// char *deviceName, int ext, size_t size, int constant, int global)`: the variable's memory and first value
/// are the module's; its address is put where the host keeps it by `__cudaInitModule`.
///
/// # Safety
/// Names are null or end in a zero; the second pointer is the place of an address.
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

/// `char __cudaInitModule(void **fatCubinHandle)`: puts addresses of managed variables where host code reads
/// them; a variable whose module cannot be loaded stays null, and the log says why.
///
/// # Safety
/// The places that were registered are there still.
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
/// Any value may be given.
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

/// `cudaError_t __cudaGetKernel(cudaKernel_t *kernel, const void *function)`: the stub's own, asked for
/// before a device is chosen: the host function itself, which a launch takes for the kernel.
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
/// As `cudaLaunchKernel`.
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

/// `__cudaLaunchKernel` with the thread's own stream for none.
///
/// # Safety
/// As `cudaLaunchKernel`.
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
