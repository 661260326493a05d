//! Streams that wait for words of memory, and write them (HIP: "Stream Memory Operations").

use crate::entry::{In, entry_points};
use crate::memory::stream;
use crate::types::Stream;
use runtime::Error;
use runtime::api::stream_memory::{self, Comparison, MemOp};
use std::ffi::c_void;

/// `hipStreamBatchMemOpParams`: what the words mean depends on the operation.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Operation {
    kind: u32,
    /// Of a barrier or a flush.
    own_flags: u32,
    address: u64,
    value: u64,
    flags: u32,
    rest: [u32; 5],
}

const _: () = assert!(size_of::<Operation>() == 48);

// `hipStreamBatchMemOpType`
const WAIT_32: u32 = 1;
const WRITE_32: u32 = 2;
const FLUSH: u32 = 3;
const WAIT_64: u32 = 4;
const WRITE_64: u32 = 5;
const BARRIER: u32 = 6;

fn wait(address: u64, wide: bool, value: u64, mask: u64, flags: u32) -> Result<MemOp, Error> {
    Ok(MemOp::Wait { address, wide, value, mask, until: Comparison::from_flags(flags)? })
}

fn write(address: u64, wide: bool, value: u64, flags: u32) -> Result<MemOp, Error> {
    if flags != 0 {
        return Err(Error::BadFlags { what: "a write of a value", got: flags.into() });
    }
    Ok(MemOp::Write { address, wide, value })
}

impl Operation {
    /// As the runtime has it.
    pub(crate) fn op(&self) -> Result<MemOp, Error> {
        let Operation { kind, address, value, flags, .. } = *self;
        // Of a narrow value only its own half of the union was written.
        let narrow = value & u64::from(u32::MAX);
        match kind {
            WAIT_32 => wait(address, false, narrow, u64::MAX, flags),
            WAIT_64 => wait(address, true, value, u64::MAX, flags),
            WRITE_32 => write(address, false, narrow, flags),
            WRITE_64 => write(address, true, value, flags),
            BARRIER if self.own_flags > 1 => {
                Err(Error::BadFlags { what: "a barrier of memory", got: self.own_flags.into() })
            }
            BARRIER => Ok(MemOp::Barrier),
            FLUSH => Err(Error::Unsupported { what: "flushing writes of other devices" }),
            got => Err(Error::UnknownEnumerator { what: "hipStreamBatchMemOpType", got: got.into() }),
        }
    }
}

/// The operations of a batch.
pub(crate) fn batch(count: u32, operations: In<Operation>, flags: u32) -> Result<Vec<MemOp>, Error> {
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
    operations.array(count as usize)?.iter().map(Operation::op).collect()
}

entry_points! {
    /// Waits until a word compares with a value.
    fn hipStreamWaitValue32(on: Stream, pointer: *mut c_void, value: u32, flags: u32, mask: u32) {
        let op = wait(pointer as u64, false, value.into(), mask.into(), flags)?;
        stream_memory::submit(stream(on)?, &[op])?;
    }
    /// Waits until a word of 8 bytes compares with a value.
    fn hipStreamWaitValue64(on: Stream, pointer: *mut c_void, value: u64, flags: u32, mask: u64) {
        stream_memory::submit(stream(on)?, &[wait(pointer as u64, true, value, mask, flags)?])?;
    }
    /// Writes a word.
    fn hipStreamWriteValue32(on: Stream, pointer: *mut c_void, value: u32, flags: u32) {
        stream_memory::submit(stream(on)?, &[write(pointer as u64, false, value.into(), flags)?])?;
    }
    /// Writes a word of 8 bytes.
    fn hipStreamWriteValue64(on: Stream, pointer: *mut c_void, value: u64, flags: u32) {
        stream_memory::submit(stream(on)?, &[write(pointer as u64, true, value, flags)?])?;
    }
    /// Waits and writes, one after the other.
    fn hipStreamBatchMemOp(on: Stream, count: u32, operations: In<Operation>, flags: u32) {
        stream_memory::submit(stream(on)?, &batch(count, operations, flags)?)?;
    }
}
