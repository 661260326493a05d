//! Stream operations that wait for memory words and write them (HIP: "Stream Memory Operations").

use crate::entry::{In, entry_points};
use crate::memory::stream;
use crate::types::Stream;
use hip_sys::{hipStreamBatchMemOpParams, hipStreamBatchMemOpType as Kind};
use runtime::Error;
use runtime::api::StreamRef;
use runtime::api::stream_memory::{self, Comparison, MemOp};
use std::ffi::c_void;

fn wait(address: u64, wide: bool, value: u64, mask: u64, flags: u32) -> Result<MemOp, Error> {
    Ok(MemOp::Wait { address, wide, value, mask, until: Comparison::from_flags(flags)? })
}

fn write(address: u64, wide: bool, value: u64, flags: u32) -> Result<MemOp, Error> {
    if flags != 0 {
        return Err(Error::BadFlags { what: "a write of a value", got: flags.into() });
    }
    Ok(MemOp::Write { address, wide, value })
}

/// Converts an operation of a batch.
fn op(given: &hipStreamBatchMemOpParams) -> Result<MemOp, Error> {
    // SAFETY: any bytes are values of all members; all begin with the operation.
    let (kind, waits, writes, barrier) =
        unsafe { (given.operation, given.waitValue, given.writeValue, given.memoryBarrier) };
    // SAFETY: as above. Of a narrow value only its own part of the union was written.
    let (until, narrow_until, value, narrow) = unsafe {
        let (until, value) = (waits.__bindgen_anon_1, writes.__bindgen_anon_1);
        (until.value64, until.value.into(), value.value64, value.value.into())
    };
    match kind {
        Kind::hipStreamMemOpWaitValue32 => {
            wait(waits.address as u64, false, narrow_until, u64::MAX, waits.flags)
        }
        Kind::hipStreamMemOpWaitValue64 => wait(waits.address as u64, true, until, u64::MAX, waits.flags),
        Kind::hipStreamMemOpWriteValue32 => write(writes.address as u64, false, narrow, writes.flags),
        Kind::hipStreamMemOpWriteValue64 => write(writes.address as u64, true, value, writes.flags),
        Kind::hipStreamMemOpBarrier if barrier.flags > 1 => {
            Err(Error::BadFlags { what: "a barrier of memory", got: barrier.flags.into() })
        }
        Kind::hipStreamMemOpBarrier => Ok(MemOp::Barrier),
        Kind::hipStreamMemOpFlushRemoteWrites => {
            Err(Error::Unsupported { what: "flushing writes of other devices" })
        }
        Kind(got) => Err(Error::UnknownEnumerator { what: "hipStreamBatchMemOpType", got: got.into() }),
    }
}

/// Returns the operations of a batch.
pub(crate) fn batch(
    count: u32,
    operations: In<hipStreamBatchMemOpParams>,
    flags: u32,
) -> Result<Vec<MemOp>, Error> {
    if flags != 0 {
        return Err(Error::BadFlags { what: "a batch", got: flags.into() });
    }
    if count > 0 && operations.is_null() {
        return Err(Error::Null { what: "paramArray" });
    }
    let most = 256;
    if count > most {
        let (got, max) = (count.into(), most.into());
        return Err(Error::OutOfRange { what: "number of operations", got, min: 0, max });
    }
    operations.array(count as usize)?.iter().map(op).collect()
}

fn submit(on: StreamRef, ops: &[MemOp]) -> Result<(), Error> {
    // SAFETY: C promised that the words are used by atomic operations alone.
    unsafe { stream_memory::submit(on, ops) }
}

entry_points! {
    /// Waits until a word compares with a value.
    fn hipStreamWaitValue32(on: Stream, pointer: *mut c_void, value: u32, flags: u32, mask: u32) {
        let op = wait(pointer as u64, false, value.into(), mask.into(), flags)?;
        submit(stream(on)?, &[op])?;
    }
    /// Waits until a word of 8 bytes compares with a value.
    fn hipStreamWaitValue64(on: Stream, pointer: *mut c_void, value: u64, flags: u32, mask: u64) {
        submit(stream(on)?, &[wait(pointer as u64, true, value, mask, flags)?])?;
    }
    /// Writes a word.
    fn hipStreamWriteValue32(on: Stream, pointer: *mut c_void, value: u32, flags: u32) {
        submit(stream(on)?, &[write(pointer as u64, false, value.into(), flags)?])?;
    }
    /// Writes a word of 8 bytes.
    fn hipStreamWriteValue64(on: Stream, pointer: *mut c_void, value: u64, flags: u32) {
        submit(stream(on)?, &[write(pointer as u64, true, value, flags)?])?;
    }
    /// Waits and writes, one after the other.
    fn hipStreamBatchMemOp(on: Stream, count: u32, operations: In<hipStreamBatchMemOpParams>, flags: u32) {
        submit(stream(on)?, &batch(count, operations, flags)?)?;
    }
}
