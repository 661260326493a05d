//! Operations of streams on words of memory.

use crate::Error;
use crate::types::MemOp;
use hip_sys::{
    hipStreamBatchMemOpParams, hipStreamBatchMemOpType as Kind,
    hipStreamMemOpMemoryBarrierParams_t as Barrier, hipStreamMemOpWaitValueParams_t as Wait,
    hipStreamMemOpWriteValueParams_t as Write, zeroed,
};

/// Most operations of a call.
const MOST: usize = 256;

/// Returns operations as the driver takes them.
///
/// # Errors
/// `OutOfRange` for too many; `Unsupported` for one that the driver does not have.
pub(super) fn list(operations: &[MemOp]) -> Result<Vec<hipStreamBatchMemOpParams>, Error> {
    if operations.len() > MOST {
        let (got, max) = (operations.len() as u64, MOST as u64);
        return Err(Error::OutOfRange { what: "number of operations", got, min: 1, max });
    }
    operations.iter().map(params).collect()
}

/// Returns an operation as the driver takes it.
fn params(operation: &MemOp) -> Result<hipStreamBatchMemOpParams, Error> {
    let at = |address: u64| std::ptr::with_exposed_provenance_mut(address as usize);
    Ok(match *operation {
        MemOp::Wait { address, wide, value, mask, until } => {
            let full = if wide { u64::MAX } else { u64::from(u32::MAX) };
            if mask & full != full {
                return Err(Error::Unsupported { what: "cuStreamWaitValue: a mask with HIP_BACKEND=cuda" });
            }
            let operation =
                if wide { Kind::hipStreamMemOpWaitValue64 } else { Kind::hipStreamMemOpWaitValue32 };
            let mut wait: Wait = Wait { operation, address: at(address), flags: until.flags(), ..zeroed() };
            wait.__bindgen_anon_1.value64 = value;
            hipStreamBatchMemOpParams { waitValue: wait }
        }
        MemOp::Write { address, wide, value } => {
            let operation =
                if wide { Kind::hipStreamMemOpWriteValue64 } else { Kind::hipStreamMemOpWriteValue32 };
            let mut write: Write = Write { operation, address: at(address), ..zeroed() };
            write.__bindgen_anon_1.value64 = value;
            hipStreamBatchMemOpParams { writeValue: write }
        }
        MemOp::Barrier => {
            let barrier = Barrier { operation: Kind::hipStreamMemOpBarrier, flags: 0 };
            hipStreamBatchMemOpParams { memoryBarrier: barrier }
        }
    })
}
