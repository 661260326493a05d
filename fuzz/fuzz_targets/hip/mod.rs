//! The C API as the targets call it: handles and device addresses are words, which may be anything.

#![allow(dead_code, reason = "each target calls some of it")]

use std::ffi::{c_char, c_void};

// The library is linked for its C symbols.
extern crate amdhip64;

/// A handle or a device address.
pub type Word = u64;

unsafe extern "C" {
    pub fn hipInit(flags: u32) -> u32;
    pub fn hipDeviceReset() -> u32;
    pub fn hipCtxCreate(out: *mut Word, flags: u32, device: i32) -> u32;
    pub fn hipCtxDestroy(context: Word) -> u32;
    pub fn hipCtxSetCurrent(context: Word) -> u32;
    pub fn hipCtxPushCurrent(context: Word) -> u32;
    pub fn hipCtxPopCurrent(out: *mut Word) -> u32;
    pub fn hipCtxSynchronize() -> u32;
    pub fn hipMalloc(out: *mut Word, size: u64) -> u32;
    pub fn hipMallocManaged(out: *mut Word, size: u64, flags: u32) -> u32;
    pub fn hipHostMalloc(out: *mut Word, size: u64, flags: u32) -> u32;
    pub fn hipFree(address: Word) -> u32;
    pub fn hipHostFree(address: Word) -> u32;
    pub fn hipMemcpyHtoD(to: Word, from: *const c_void, size: u64) -> u32;
    pub fn hipMemcpyDtoH(to: *mut c_void, from: Word, size: u64) -> u32;
    pub fn hipMemcpyDtoDAsync(to: Word, from: Word, size: u64, stream: Word) -> u32;
    pub fn hipMemsetD32Async(to: Word, value: i32, count: u64, stream: Word) -> u32;
    pub fn hipStreamCreateWithPriority(out: *mut Word, flags: u32, priority: i32) -> u32;
    pub fn hipStreamDestroy(stream: Word) -> u32;
    pub fn hipStreamQuery(stream: Word) -> u32;
    pub fn hipStreamSynchronize(stream: Word) -> u32;
    pub fn hipStreamWaitEvent(stream: Word, event: Word, flags: u32) -> u32;
    pub fn hipEventCreateWithFlags(out: *mut Word, flags: u32) -> u32;
    pub fn hipEventDestroy(event: Word) -> u32;
    pub fn hipEventRecord(event: Word, stream: Word) -> u32;
    pub fn hipEventSynchronize(event: Word) -> u32;
    pub fn hipEventElapsedTime(out: *mut f32, start: Word, stop: Word) -> u32;
    pub fn hipModuleLoadData(out: *mut Word, image: *const c_void) -> u32;
    pub fn hipGetLastError() -> u32;
    pub fn hipHostRegister(at: *mut c_void, size: u64, flags: u32) -> u32;
    pub fn hipHostUnregister(at: *mut c_void) -> u32;
    pub fn hipLaunchHostFunc(stream: Word, function: extern "C" fn(*mut c_void), data: *mut c_void) -> u32;
    pub fn hipMemcpyDtoHAsync(to: *mut c_void, from: Word, size: u64, stream: Word) -> u32;
    pub fn hipMemcpyHtoDAsync(to: Word, from: *const c_void, size: u64, stream: Word) -> u32;
    pub fn hipModuleUnload(module: Word) -> u32;
    pub fn hipModuleGetFunction(out: *mut Word, module: Word, name: *const c_char) -> u32;
    pub fn hipModuleLaunchKernel(
        function: Word,
        grid_x: u32,
        grid_y: u32,
        grid_z: u32,
        block_x: u32,
        block_y: u32,
        block_z: u32,
        shared: u32,
        stream: Word,
        params: *mut *mut c_void,
        extra: *mut *mut c_void,
    ) -> u32;
}
