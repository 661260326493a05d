//! Limits of contexts (`hipLimit_t`).

use super::ContextObject;
use super::desk::parameters::PENDING;
use super::desk::{HEAP_BYTES, PRINTF_BYTES};

/// A limit that this device has.
pub(crate) struct Limit {
    pub(crate) number: u32,
    /// What an H200 begins with.
    pub(crate) default: u64,
}

/// `hipLimit_t`, as far as this device has it.
pub(crate) const LIMITS: &[Limit] = &[
    Limit { number: STACK_LIMIT, default: STACK_BYTES },
    Limit { number: PRINTF_LIMIT, default: PRINTF_BYTES },
    Limit { number: HEAP_LIMIT, default: HEAP_BYTES },
    Limit { number: PENDING_LIMIT, default: PENDING as u64 },
    Limit { number: GRANULARITY_LIMIT, default: GRANULARITY },
    Limit { number: PERSISTING_LIMIT, default: 3 * PERSISTING_STEP },
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
pub(crate) const MOST_GRANULARITY: u64 = 128;
/// `cudaLimitPersistingL2CacheSize`, bytes: a multiple of the step, up to
/// `hipDeviceAttributePersistingL2CacheMaxSize`.
pub(crate) const PERSISTING_LIMIT: u32 = 6;
pub(crate) const PERSISTING_STEP: u64 = 3_932_160;
pub(crate) const MOST_PERSISTING: u64 = 10 * PERSISTING_STEP;

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
