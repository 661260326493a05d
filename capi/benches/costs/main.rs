//! Benchmark of the host time of calls through the C ABI, next to times recorded on the host of an H200.
//!
//! Run `cargo bench -p hip-capi --bench costs`; without `--bench` each call is made only a few times.
//! `README.md` in this directory records results.

#![expect(clippy::print_stdout, reason = "a benchmark says what it measured")]
#![expect(unsafe_code, reason = "the calls are C's")]

mod copies;
mod managed;

use amdhip64 as _;
use runtime::sys::*;
use std::ffi::c_void;
use std::hint::black_box;
use std::ptr::{null, null_mut};
use std::time::Instant;

/// Panics if a call failed: the time of a failing call is of no use.
fn good(code: hipError_t) {
    assert_eq!(code, hipSuccess);
}

/// Numbers of repetitions.
#[derive(Clone, Copy)]
struct Effort {
    samples: u32,
    calls: u32,
}

/// Returns the lower quartile of samples, in nanoseconds per call: other programs can only add to the time.
fn cost(effort: Effort, mut calls: impl FnMut(u32), mut between: impl FnMut()) -> f64 {
    let mut samples = Vec::new();
    for _ in 0..effort.samples {
        let start = Instant::now();
        calls(effort.calls);
        samples.push(start.elapsed().as_secs_f64() * 1e9 / f64::from(effort.calls));
        between();
    }
    samples.sort_by(f64::total_cmp);
    samples[samples.len() / 4]
}

fn report(what: &str, recorded: f64, ours: f64) {
    println!("{what:<44} {recorded:>8.0} ns {ours:>10.1} ns {:>6.2}", ours / recorded);
}

fn main() {
    let bench = std::env::args().any(|argument| argument == "--bench");
    let effort = if bench { Effort { samples: 60, calls: 2000 } } else { Effort { samples: 2, calls: 4 } };
    let mut context = null_mut();
    // SAFETY: the place is a local's; the primary context stays for the program's life.
    unsafe {
        good(hipInit(0));
        good(hipDevicePrimaryCtxRetain(&mut context, 0));
        good(hipCtxSetCurrent(context));
    }
    println!("{:<44} {:>11} {:>13} {:>6}", "call", "H200's host", "ours", "ratio");
    queries(effort);
    memory(effort, if bench { 100_000 } else { 10 });
    launches(effort);
    managed::all(effort);
    copies::all(bench);
}

/// Measures queries that touch no queue.
fn queries(effort: Effort) {
    let (mut stream, mut context) = (null_mut(), null_mut());
    // SAFETY: places are locals, and handles live until they are destroyed.
    unsafe {
        good(hipStreamCreateWithFlags(&mut stream, hipStreamNonBlocking));
        let get = |n| (0..n).for_each(|_| good(hipCtxGetCurrent(black_box(&mut context))));
        report("hipCtxGetCurrent", 6.0, cost(effort, get, || ()));
        let query = |n| (0..n).for_each(|_| good(hipStreamQuery(stream)));
        report("hipStreamQuery, idle", 106.0, cost(effort, query, || ()));
        let (mut event, wait) = (null_mut(), || good(hipStreamSynchronize(stream)));
        good(hipEventCreateWithFlags(&mut event, 0));
        let few = Effort { calls: effort.calls.min(500), ..effort };
        let record = |n| (0..n).for_each(|_| good(hipEventRecord(event, stream)));
        report("hipEventRecord", 670.0, cost(few, record, wait));
        good(hipEventDestroy(event));
        good(hipStreamDestroy(stream));
    }
}

/// Measures allocations and pointer queries, with few and with many allocations.
fn memory(effort: Effort, many: usize) {
    // SAFETY: places are locals, and each allocation is freed once.
    unsafe {
        let pair = |n| {
            for _ in 0..n {
                let mut p = null_mut();
                good(hipMalloc(&mut p, 1 << 20));
                good(hipFree(black_box(p)));
            }
        };
        report("hipMalloc and hipFree, 1 MiB", 1250.0, cost(effort, pair, || ()));
        let mut one = null_mut();
        good(hipMalloc(&mut one, 4096));
        let attribute = |p: *mut c_void| {
            move |n| {
                for _ in 0..n {
                    let mut kind = 0u32;
                    let place = (&raw mut kind).cast();
                    good(hipPointerGetAttribute(place, HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, p));
                    assert_eq!(kind, 2);
                }
            }
        };
        report("hipPointerGetAttribute", 26.0, cost(effort, attribute(one), || ()));
        let mut held = Vec::new();
        for _ in 0..many {
            let mut p = null_mut();
            good(hipMalloc(&mut p, 256));
            held.push(p);
        }
        let middle = held[many / 2];
        report("  with 100,000 allocations", 26.0, cost(effort, attribute(middle), || ()));
        for p in held {
            good(hipFree(p));
        }
        good(hipFree(one));
        let mut p = null_mut();
        good(hipMalloc(&mut p, 4));
        let word = 7u32;
        let copy = |n| (0..n).for_each(|_| good(hipMemcpyHtoD(p, (&raw const word).cast(), 4)));
        report("hipMemcpyHtoD, 4 bytes", 5000.0, cost(effort, copy, || ()));
        good(hipFree(p));
    }
}

/// Measures launches of an empty kernel with one block of 32 threads.
fn launches(effort: Effort) {
    let text =
        std::fs::read(testdata::root().join("bench/empty.ptx")).expect("the kernel is part of the test data");
    let text = std::ffi::CString::new(text).expect("PTX has no zero");
    let (mut module, mut kernel, mut stream) = (null_mut(), null_mut(), null_mut());
    // SAFETY: places are locals, the text ends with a zero, the kernel takes no arguments, and handles live
    // until they are given back.
    unsafe {
        good(hipModuleLoadData(&mut module, text.as_ptr().cast()));
        good(hipModuleGetFunction(&mut kernel, module, c"empty".as_ptr()));
        good(hipStreamCreateWithFlags(&mut stream, hipStreamNonBlocking));
        let launch = || {
            good(hipModuleLaunchKernel(
                kernel,
                1,
                1,
                1,
                32,
                1,
                1,
                0,
                stream,
                null_mut(),
                null::<*mut c_void>().cast_mut(),
            ));
        };
        let wait = || good(hipStreamSynchronize(stream));
        launch();
        wait();
        let few = Effort { calls: effort.calls.min(500), ..effort };
        report(
            "hipModuleLaunchKernel, 500 in a row",
            2600.0,
            cost(few, |n| (0..n).for_each(|_| launch()), wait),
        );
        let trip = |n| {
            (0..n).for_each(|_| {
                launch();
                wait();
            });
        };
        report("launch and hipStreamSynchronize", 7500.0, cost(few, trip, || ()));
        good(hipStreamDestroy(stream));
        good(hipModuleUnload(module));
    }
}
