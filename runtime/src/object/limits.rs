//! Limits of contexts (`hipLimit_t`).

use super::ContextObject;
use super::desk::parameters::PENDING;
use super::desk::{HEAP_BYTES, PRINTF_BYTES};

/// A limit that this device has.
pub(crate) struct Limit {
    pub(crate) number: u32,
    /// What an H200 begins with.
    pub(crate) default: u64,
    /// Whether the host can ask for it; kernels can ask for all.
    pub(crate) of_host: bool,
}

/// `hipLimit_t`, as far as this device has it.
pub(crate) const LIMITS: &[Limit] = &[
    Limit { number: STACK_LIMIT, default: STACK_BYTES, of_host: true },
    Limit { number: PRINTF_LIMIT, default: PRINTF_BYTES, of_host: true },
    Limit { number: HEAP_LIMIT, default: HEAP_BYTES, of_host: true },
    Limit { number: PENDING_LIMIT, default: PENDING as u64, of_host: true },
    Limit { number: GRANULARITY_LIMIT, default: GRANULARITY, of_host: false },
];

/// `hipLimitStackSize`, of one thread
pub(crate) const STACK_LIMIT: u32 = 0;
pub(crate) const STACK_BYTES: u64 = 1024;

/// `hipLimitPrintfFifoSize`, `hipLimitMallocHeapSize`
pub(crate) const PRINTF_LIMIT: u32 = 1;
pub(crate) const HEAP_LIMIT: u32 = 2;
/// `cudaLimitDevRuntimePendingLaunchCount`, a number that HIP leaves free
pub(crate) const PENDING_LIMIT: u32 = 4;
/// As many as have room in 4 GiB, 7 KiB each.
pub(crate) const MOST_PENDING: u64 = u32::MAX as u64 / (7 << 10);
pub(crate) const LEAST_PENDING: u64 = 32;
/// `cudaLimitMaxL2FetchGranularity`, bytes.
pub(crate) const GRANULARITY_LIMIT: u32 = 5;
pub(crate) const GRANULARITY: u64 = 64;

impl ContextObject {
    /// A limit, as kernels see it: what was set, or what the device begins with.
    /// A green context's are its primary context's (an H200).
    pub(crate) fn limit(&self, number: u32) -> Option<u64> {
        let known = LIMITS.iter().find(|limit| limit.number == number)?;
        Some(self.regular().limits.lock().get(&number).copied().unwrap_or(known.default))
    }

    /// Bytes of stack that a thread is given for calls.
    pub(crate) fn stack_limit(&self) -> u64 {
        self.limit(STACK_LIMIT).unwrap_or(STACK_BYTES)
    }
}
