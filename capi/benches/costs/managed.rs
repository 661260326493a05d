//! Benchmark of advice and prefetches over much managed memory: their time must not grow with its size.

use super::{Effort, cost, good};
use runtime::sys::*;
use std::ptr::null_mut;

const BYTES: usize = 64 << 30;

/// Goal for a call over the whole range, in nanoseconds; nothing was recorded on hardware.
const MOST: f64 = 10_000.0;

/// Measures calls over 64 GiB of addresses, as a whole and in pieces with other advice.
pub(crate) fn all(effort: Effort) {
    println!("\n{:<44} {:>11} {:>13} {:>6}", "64 GiB of managed memory", "aim", "ours", "ratio");
    let mut at = null_mut();
    // SAFETY: the range is all of an allocation that lives to the end of this function; nothing touches its
    // bytes.
    unsafe {
        good(hipMallocManaged(&mut at, BYTES, hipMemAttachGlobal));
        let line = |what: &str, ours: f64| {
            println!("{what:<44} {MOST:>8.0} ns {ours:>10.1} ns {:>6.2}", ours / MOST);
        };
        let wait = || good(hipDeviceSynchronize());
        let advise = |calls: u32| {
            for call in 0..calls {
                let advice = [
                    hipMemoryAdvise::hipMemAdviseSetReadMostly,
                    hipMemoryAdvise::hipMemAdviseUnsetReadMostly,
                ];
                good(hipMemAdvise(at, BYTES, advice[call as usize % 2], 0));
            }
        };
        let prefetch = |calls: u32| {
            (0..calls).for_each(|call| good(hipMemPrefetchAsync(at, BYTES, -(call as i32 % 2), null_mut())));
        };
        line("hipMemAdvise", cost(effort, advise, || ()));
        line("hipMemPrefetchAsync, device and host in turn", cost(effort, prefetch, wait));
        // Some pages get other advice.
        for piece in 0..64usize {
            let page = at.byte_add(piece << 30);
            good(hipMemAdvise(page, 4096, hipMemoryAdvise::hipMemAdviseSetPreferredLocation, 0));
        }
        line("hipMemAdvise, of 129 parts", cost(effort, advise, || ()));
        line("hipMemPrefetchAsync, of 129 parts", cost(effort, prefetch, wait));
        let mut mostly = 0i32;
        let attribute = |calls: u32| {
            for _ in 0..calls {
                let which = hipMemRangeAttribute::hipMemRangeAttributeReadMostly;
                good(hipMemRangeGetAttribute((&raw mut mostly).cast(), 4, which, at, BYTES));
            }
        };
        line("hipMemRangeGetAttribute, of 129 parts", cost(effort, attribute, || ()));
        good(hipFree(at));
    }
}
