//! Bytes drive calls of the C API: handles that are stale, of another kind or invented, device addresses that
//! are nobody's. No call may do harm, and none may answer `hipErrorUnknown`, which only a mistake of ours
//! gives.
//!
//! Host pointers are always right: C gives a library no way to check those.

#![no_main]

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use std::ffi::c_void;

mod hip;
use hip::*;

const UNKNOWN: u32 = 999;
const MODULE: &[u8] = concat!(include_str!("../../runtime/tests/it/kernels.ptx"), "\0").as_bytes();
/// Kernels that end, whatever they are given; and one that is none.
const KERNELS: [&[u8]; 5] = [b"store\0", b"add_one\0", b"reverse\0", b"trapper\0", b"nothing\0"];
const PAGE: usize = 4096;

/// Results of earlier calls, for reuse in valid and invalid ways.
struct Pool {
    words: Vec<Word>,
    contexts: Vec<Word>,
}

impl Pool {
    fn pick(&self, u: &mut Unstructured<'_>) -> Result<Word> {
        let near = |word: Word, by: i8| word.wrapping_add_signed(by.into());
        Ok(match u.int_in_range(0..=7u8)? {
            0 => 0,
            1 => u.int_in_range(0..=3)?,
            2 => u.arbitrary()?,
            3 if !self.words.is_empty() => near(*u.choose(&self.words)?, u.arbitrary()?),
            _ if self.words.is_empty() => 0,
            _ => *u.choose(&self.words)?,
        })
    }
}

/// Bytes: few, none, or more than there are.
fn size(u: &mut Unstructured<'_>) -> Result<u64> {
    Ok(match u.int_in_range(0..=7u8)? {
        0 => 0,
        1 => u64::MAX,
        2 => 1 << 45,
        _ => u.int_in_range(1..=1 << 16)?,
    })
}

/// One call; what it answered.
fn call(u: &mut Unstructured<'_>, pool: &mut Pool) -> Result<u32> {
    let mut out: Word = 0;
    let mut page = [0u8; PAGE];
    let some = u.int_in_range(0..=PAGE)? as u64;
    let (a, b) = (pool.pick(u)?, pool.pick(u)?);
    // SAFETY: pointers to the host's memory are to locals of the size that the call is told.
    let code = unsafe {
        match u.int_in_range(0..=28u8)? {
            0 => {
                let code = hipCtxCreate(&raw mut out, u.int_in_range(0..=8)?, u.int_in_range(-1..=1)?);
                pool.contexts.extend((code == 0).then_some(out));
                code
            }
            1 => hipCtxDestroy(a),
            2 => hipCtxSetCurrent(a),
            3 => hipCtxPushCurrent(a),
            4 => hipCtxPopCurrent(&raw mut out),
            5 => hipCtxSynchronize(),
            6 => hipMalloc(&raw mut out, size(u)?),
            7 => hipMallocManaged(&raw mut out, size(u)?, u.int_in_range(0..=4)?),
            8 => hipHostMalloc(&raw mut out, size(u)?, u.arbitrary()?),
            9 => hipFree(a),
            10 => hipHostFree(a),
            11 => hipMemcpyHtoD(a, page.as_ptr().cast(), some),
            12 => hipMemcpyDtoH(page.as_mut_ptr().cast(), a, some),
            13 => hipMemcpyDtoDAsync(a, b, size(u)?, pool.pick(u)?),
            14 => hipMemsetD32Async(a, u.arbitrary()?, size(u)?, b),
            15 => hipStreamCreateWithPriority(&raw mut out, u.int_in_range(0..=2)?, u.arbitrary()?),
            16 => hipStreamDestroy(a),
            17 => hipStreamQuery(a),
            18 => hipStreamSynchronize(a),
            19 => hipStreamWaitEvent(a, b, u.int_in_range(0..=2)?),
            20 => hipEventCreateWithFlags(&raw mut out, u.int_in_range(0..=8)?),
            21 => hipEventDestroy(a),
            22 => hipEventRecord(a, b),
            23 => hipEventSynchronize(a),
            24 => hipEventElapsedTime(&raw mut out as *mut f32, a, b),
            25 => hipModuleLoadData(&raw mut out, MODULE.as_ptr().cast()),
            26 => hipModuleUnload(a),
            27 => hipModuleGetFunction(&raw mut out, a, u.choose(&KERNELS)?.as_ptr().cast()),
            _ => return launch(u, pool),
        }
    };
    if code == 0 && out != 0 {
        pool.words.push(out);
    }
    Ok(code)
}

fn launch(u: &mut Unstructured<'_>, pool: &Pool) -> Result<u32> {
    let mut values = [pool.pick(u)?, pool.pick(u)?];
    let mut params = values.each_mut().map(|value| (&raw mut *value).cast::<c_void>());
    let mut extent = || u.int_in_range(0..=33u32);
    let (grid, block) = ([extent()?, extent()?, 1], [extent()?, extent()?, extent()?]);
    let (function, stream, shared) = (pool.pick(u)?, pool.pick(u)?, size(u)? as u32);
    // SAFETY: no kernel has more than two parameters or any of more than eight bytes.
    Ok(unsafe {
        hipModuleLaunchKernel(
            function,
            grid[0],
            grid[1],
            grid[2],
            block[0],
            block[1],
            block[2],
            shared,
            stream,
            params.as_mut_ptr(),
            std::ptr::null_mut(),
        )
    })
}

fuzz_target!(|bytes: &[u8]| {
    let mut u = Unstructured::new(bytes);
    let mut pool = Pool { words: Vec::new(), contexts: Vec::new() };
    // SAFETY: takes no pointer.
    unsafe { hipInit(0) };
    while !u.is_empty() && pool.words.len() < 256 {
        match call(&mut u, &mut pool) {
            Ok(code) => assert_ne!(code, UNKNOWN, "a panic was caught"),
            Err(_) => break,
        }
    }
    for context in pool.contexts {
        // SAFETY: a handle, which may have been destroyed.
        unsafe { hipCtxDestroy(context) };
    }
    // SAFETY: takes no pointer. Primary contexts go, with what was made in them.
    unsafe { hipDeviceReset() };
});
