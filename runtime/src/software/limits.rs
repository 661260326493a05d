//! Limits of contexts (`hipLimit_t`).

use super::context::Context;
use super::desk::parameters::PENDING;
use super::desk::{HEAP_BYTES, PRINTF_BYTES};
use crate::Error;
use crate::sync::{Mutex, Rank};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// Limit that this device has.
struct Limit {
    number: u32,
    /// An H200's default.
    default: u64,
}

/// `hipLimit_t`, as far as this device has it.
const LIMITS: &[Limit] = &[
    Limit { number: STACK_LIMIT, default: STACK_BYTES },
    Limit { number: PRINTF_LIMIT, default: PRINTF_BYTES },
    Limit { number: HEAP_LIMIT, default: HEAP_BYTES },
    Limit { number: PENDING_LIMIT, default: PENDING as u64 },
    Limit { number: GRANULARITY_LIMIT, default: GRANULARITY },
    Limit { number: PERSISTING_LIMIT, default: 3 * PERSISTING_STEP },
];

/// `hipLimitStackSize`, of one thread
const STACK_LIMIT: u32 = 0;
const STACK_BYTES: u64 = 1024;

/// `hipLimitPrintfFifoSize`, `hipLimitMallocHeapSize`
const PRINTF_LIMIT: u32 = 1;
const HEAP_LIMIT: u32 = 2;
/// `cudaLimitDevRuntimePendingLaunchCount`, a number that HIP leaves free
const PENDING_LIMIT: u32 = 4;
/// Number that has room in 4 GiB, at 7 KiB each.
const MOST_PENDING: u64 = u32::MAX as u64 / (7 << 10);
const LEAST_PENDING: u64 = 32;
/// `cudaLimitMaxL2FetchGranularity`, bytes.
const GRANULARITY_LIMIT: u32 = 5;
const GRANULARITY: u64 = 64;
const MOST_GRANULARITY: u64 = 128;
/// `cudaLimitPersistingL2CacheSize`, bytes: a multiple of the step, up to
/// `hipDeviceAttributePersistingL2CacheMaxSize`.
const PERSISTING_LIMIT: u32 = 6;
const PERSISTING_STEP: u64 = 3_932_160;
const MOST_PERSISTING: u64 = 10 * PERSISTING_STEP;

/// Numbers of limits that this device does not have: CUDA's others, and AMD's about scratch memory.
const OTHER_LIMITS: [RangeInclusive<u32>; 2] = [3..=8, 4096..=4098];

/// Largest heap that an H200 agrees to, bytes.
const MOST_HEAP: u64 = 17_681_179_680;

/// Limits that were set, by number.
#[derive(Debug)]
pub(crate) struct Limits(Mutex<BTreeMap<u32, u64>>);

impl Default for Limits {
    fn default() -> Self {
        Limits(Mutex::new(Rank::Object, BTreeMap::new()))
    }
}

impl Context {
    /// Returns a limit as kernels see it: the one that was set, or the device's default; none if the device
    /// does not have it. A green context has its primary context's (observed on an H200).
    pub(crate) fn known_limit(&self, number: u32) -> Option<u64> {
        let known = LIMITS.iter().find(|limit| limit.number == number)?;
        Some(self.limits.0.lock().get(&number).copied().unwrap_or(known.default))
    }

    /// Returns the bytes of stack that a thread has for calls.
    pub(crate) fn stack_limit(&self) -> u64 {
        self.known_limit(STACK_LIMIT).unwrap_or(STACK_BYTES)
    }

    /// Returns a limit.
    ///
    /// # Errors
    /// `UnsupportedLimit`, `UnknownEnumerator`.
    pub(super) fn get_limit(&self, number: u32) -> Result<u64, Error> {
        self.known_limit(number).ok_or(match OTHER_LIMITS.iter().any(|range| range.contains(&number)) {
            true => Error::UnsupportedLimit { got: number },
            false => Error::UnknownEnumerator { what: "limit", got: number.into() },
        })
    }

    /// Sets a limit.
    ///
    /// # Errors
    /// As [`Context::get_limit`]; `OutOfRange` for what kernels have used already, and for more of the cache
    /// than there is.
    pub(super) fn change_limit(&self, number: u32, value: u64) -> Result<(), Error> {
        let before = self.get_limit(number)?;
        let refuse = |max| Err(Error::OutOfRange { what: "a limit of the cache", got: value, min: 0, max });
        // Bounds and steps are an H200's.
        let (value, free) = match number {
            PRINTF_LIMIT => {
                let bytes = value.clamp(512 << 10, 2 << 30).next_multiple_of(256);
                (bytes, self.desk.limit_printf(bytes))
            }
            HEAP_LIMIT => {
                let bytes = value.min(MOST_HEAP).next_multiple_of(64 << 10).clamp(4 << 20, MOST_HEAP);
                (bytes, self.desk.limit_heap(bytes))
            }
            PENDING_LIMIT => {
                let launches = value.clamp(LEAST_PENDING, MOST_PENDING);
                self.desk.parameters.set_limit(launches as u32);
                self.engine().set_pending(self.front, launches as u32);
                (launches, true)
            }
            GRANULARITY_LIMIT if value > MOST_GRANULARITY => return refuse(MOST_GRANULARITY),
            PERSISTING_LIMIT if value > MOST_PERSISTING => return refuse(MOST_PERSISTING),
            PERSISTING_LIMIT => (value.next_multiple_of(PERSISTING_STEP), true),
            _ => (value, true),
        };
        if !free {
            return Err(Error::OutOfRange {
                what: "a limit that is in use",
                got: value,
                min: before,
                max: before,
            });
        }
        self.limits.0.lock().insert(number, value);
        Ok(())
    }
}
