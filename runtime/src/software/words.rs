//! Operations of streams on words of memory.

use super::stream::Stream;
use crate::Error;
use crate::exec::{Work, spin_wait};
use crate::memory::word::Word;
use crate::types::MemOp;
use device::Op;

/// Submits operations, one after the other; all are checked before the first.
pub(super) fn submit(stream: &Stream, ops: &[MemOp]) -> Result<(), Error> {
    let words = stream.context.memory().words(ops)?;
    words.into_iter().try_for_each(|(op, word)| put(stream, op, word))
}

fn put(stream: &Stream, op: MemOp, word: Word) -> Result<(), Error> {
    match op {
        MemOp::Wait { wide, value, mask, until, .. } => {
            stream.hold_until(Box::new(move || until.holds(word.load() & mask, value, wide)))
        }
        MemOp::Write { address, wide, value } => {
            let write = move || {
                spin_wait::record_copy(address, || Ok(if wide { 8 } else { 4 }));
                word.store(value);
            };
            stream.submit(&Op::Copy, Work::Copy(Box::new(write))).map(drop)
        }
        MemOp::Barrier => Ok(()),
    }
}
