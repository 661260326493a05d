//! Operations of streams on words of memory.

use crate::Error;
use crate::exec::{Work, spin_wait};
use crate::memory::Memory;
use crate::memory::word::Word;
use crate::object::StreamObject;
use crate::types::MemOp;
use device::Op;

/// Most operations of a batch.
const MOST: usize = 256;

/// Finds what is wrong with operations.
///
/// # Errors
/// `OutOfRange` for more than 256; `BadPointer`, `PastEnd`, `Unaligned`.
pub(crate) fn check(memory: &Memory, ops: &[MemOp]) -> Result<(), Error> {
    words(memory, ops).map(drop)
}

/// Puts operations into a stream, one after the other; all are checked before the first.
///
/// # Errors
/// As [`check`]; what is wrong with the stream.
pub(crate) fn submit(stream: &StreamObject, ops: &[MemOp]) -> Result<(), Error> {
    words(stream.context.memory(), ops)?.into_iter().try_for_each(|(op, word)| put(stream, op, word))
}

/// The operations that touch words, with these.
fn words(memory: &Memory, ops: &[MemOp]) -> Result<Vec<(MemOp, Word)>, Error> {
    if ops.len() > MOST {
        let (got, max) = (ops.len() as u64, MOST as u64);
        return Err(Error::OutOfRange { what: "number of operations", got, min: 0, max });
    }
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
                spin_wait::record_copy(address, || Ok(if wide { 8 } else { 4 }));
                word.store(value);
            };
            engine.submit(stream.front, &Op::Copy, Work::Copy(Box::new(write)))?;
        }
        MemOp::Barrier => {}
    }
    Ok(())
}
