//! Waits of streams on words of memory, and writes (HIP: "Stream Memory Operations").
#![expect(unsafe_code, reason = "a caller vouches for memory that it names by address")]

pub use crate::types::{Comparison, MemOp};

use crate::Error;
use crate::api::stream::{self, StreamRef};
use crate::graph::{BatchCall, Operation, capture};

impl Comparison {
    /// The comparison that C's flags of a wait mean.
    ///
    /// # Errors
    /// `BadFlags`; `Unsupported` for flushing writes of other devices, which an H200 does not support either.
    pub fn from_flags(flags: u32) -> Result<Self, Error> {
        const FLUSH: u32 = 1 << 30;
        match flags {
            // Unknown flags beside it are an invalid value, as without it.
            flags if flags & FLUSH != 0 && flags & !FLUSH <= hip_sys::hipStreamWaitValueNor => {
                Err(Error::Unsupported { what: "a wait that flushes writes of other devices" })
            }
            hip_sys::hipStreamWaitValueGte => Ok(Comparison::AtLeast),
            hip_sys::hipStreamWaitValueEq => Ok(Comparison::Equal),
            hip_sys::hipStreamWaitValueAnd => Ok(Comparison::And),
            hip_sys::hipStreamWaitValueNor => Ok(Comparison::Nor),
            got => Err(Error::BadFlags { what: "a wait for a value", got: got.into() }),
        }
    }
}

/// Submits operations to a stream, in order (`hipStreamBatchMemOp`); all are checked before the first.
///
/// # Errors
/// `OutOfRange` for more than 256; `BadPointer`, `PastEnd`, `Unaligned`; errors of the stream.
///
/// # Safety
/// Nothing else writes or reads the words that the operations write; nothing but atomics writes others.
pub unsafe fn submit(stream: StreamRef, ops: &[MemOp]) -> Result<(), Error> {
    let stream = stream::resolve(stream)?;
    // SAFETY: the caller promises what this wants.
    let batch = || Ok(Operation::Batch(unsafe { BatchCall::new(ops) }));
    if capture::take(&stream, batch)? {
        return Ok(());
    }
    stream.backend.words(ops)
}
