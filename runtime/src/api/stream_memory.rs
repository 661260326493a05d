//! Streams that wait for words of memory, and write them (HIP: "Stream Memory Operations").

pub use crate::types::{Comparison, MemOp};

use crate::Error;
use crate::api::stream::{self, StreamRef};
use crate::exec::{Work, meeting};
use crate::graph::{BatchCall, Operation, capture};
use crate::memory::word::Word;
use crate::object::StreamObject;
use crate::state::process;
use device::Op;

impl Comparison {
    /// The comparison that C's flags of a wait mean.
    ///
    /// # Errors
    /// `BadFlags`; `Unsupported` for flushing writes of other devices, which an H200 does not support either.
    pub fn from_flags(flags: u32) -> Result<Self, Error> {
        const FLUSH: u32 = 1 << 30;
        match flags {
            // Unknown flags beside it are an invalid value, as without it.
            flags if flags & FLUSH != 0 && flags & !FLUSH <= 3 => {
                Err(Error::Unsupported { what: "a wait that flushes writes of other devices" })
            }
            0 => Ok(Comparison::AtLeast),
            1 => Ok(Comparison::Equal),
            2 => Ok(Comparison::And),
            3 => Ok(Comparison::Nor),
            got => Err(Error::BadFlags { what: "a wait for a value", got: got.into() }),
        }
    }
}

/// Most operations of a batch.
const MOST: usize = 256;

/// Puts operations into a stream, one after the other (`hipStreamBatchMemOp`); all are checked before the first.
///
/// # Errors
/// `OutOfRange` for more than 256; `BadPointer`, `PastEnd`, `Unaligned`; what is wrong with the stream.
pub fn submit(stream: StreamRef, ops: &[MemOp]) -> Result<(), Error> {
    let stream = stream::resolve(stream)?;
    if capture::take(&stream, || Ok(Operation::Batch(BatchCall::new(ops))))? {
        return Ok(());
    }
    submit_in(&stream, ops)
}

/// Finds what is wrong with operations.
///
/// # Errors
/// As [`submit`].
pub(crate) fn check(ops: &[MemOp]) -> Result<(), Error> {
    words(ops).map(drop)
}

/// As [`submit`], in a stream that does not capture.
///
/// # Errors
/// As [`submit`].
pub(crate) fn submit_in(stream: &StreamObject, ops: &[MemOp]) -> Result<(), Error> {
    words(ops)?.into_iter().try_for_each(|(op, word)| put(stream, op, word))
}

/// The operations that touch words, with these.
fn words(ops: &[MemOp]) -> Result<Vec<(MemOp, Word)>, Error> {
    if ops.len() > MOST {
        let (got, max) = (ops.len() as u64, MOST as u64);
        return Err(Error::OutOfRange { what: "number of operations", got, min: 0, max });
    }
    let memory = process()?.memory;
    let word = |op: &MemOp| match *op {
        MemOp::Wait { address, wide, .. } | MemOp::Write { address, wide, .. } => {
            Word::at(memory, address, wide).map(Some)
        }
        MemOp::Barrier => Ok(None),
    };
    let words = ops.iter().map(word).collect::<Result<Vec<_>, _>>()?;
    Ok(ops.iter().zip(words).filter_map(|(op, word)| Some((*op, word?))).collect())
}

fn put(stream: &StreamObject, op: MemOp, word: Word) -> Result<(), Error> {
    let engine = stream.context.engine();
    match op {
        MemOp::Wait { wide, value, mask, until, .. } => {
            let condition = Box::new(move || until.holds(word.load() & mask, value, wide));
            engine.submit(stream.front, &Op::Host, Work::Until(stream.context.front, condition))?;
        }
        MemOp::Write { address, wide, value } => {
            let write = move || {
                meeting::copies(address, || Ok(if wide { 8 } else { 4 }));
                word.store(value);
            };
            engine.submit(stream.front, &Op::Copy, Work::Copy(Box::new(write)))?;
        }
        MemOp::Barrier => {}
    }
    Ok(())
}
