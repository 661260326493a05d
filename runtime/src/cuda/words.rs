//! Operations of streams on words of memory.

use crate::Error;
use crate::types::{Comparison, MemOp};
use cuda_driver::{Driver, Failure, Handle, Image, LaunchAttributes, Shape};
use hip_sys::{
    hipStreamBatchMemOpParams, hipStreamBatchMemOpType as Kind,
    hipStreamMemOpMemoryBarrierParams_t as Barrier, hipStreamMemOpWaitValueParams_t as Wait,
    hipStreamMemOpWriteValueParams_t as Write, zeroed,
};
use std::ffi::CStr;

/// Most operations of a call.
const MOST: usize = 256;

/// Part of a list of operations.
pub(super) enum Step {
    /// Operations of the driver.
    Plain(Vec<hipStreamBatchMemOpParams>),
    /// A wait with a mask, which the driver lacks.
    Masked(Masked),
}

/// Wait for a part of a word to be equal to a value, or at least it.
pub(super) struct Masked {
    address: u64,
    mask: u64,
    value: u64,
    wide: bool,
    at_least: bool,
}

/// Kernel of one thread that waits for a part of a word; `shift` moves the word's sign to the top.
const WAIT: &CStr = c"
.version 7.0
.target sm_70
.address_size 64
.visible .entry hip_wait_masked(.param .u64 address, .param .u64 mask, .param .u64 value, .param .u32 shift, \
 .param .u32 least)
{
	.reg .pred %wide, %least, %done;
	.reg .b32 %shift, %half, %flag;
	.reg .b64 %address, %mask, %value, %word;
	ld.param.u64 %address, [address];
	ld.param.u64 %mask, [mask];
	ld.param.u64 %value, [value];
	ld.param.u32 %shift, [shift];
	ld.param.u32 %flag, [least];
	setp.eq.u32 %wide, %shift, 0;
	setp.ne.u32 %least, %flag, 0;
$again:
	@%wide ld.volatile.u64 %word, [%address];
	@!%wide ld.volatile.u32 %half, [%address];
	@!%wide cvt.u64.u32 %word, %half;
	and.b64 %word, %word, %mask;
	sub.s64 %word, %word, %value;
	shl.b64 %word, %word, %shift;
	@%least setp.ge.s64 %done, %word, 0;
	@!%least setp.eq.s64 %done, %word, 0;
	@%done bra $over;
	nanosleep.u32 200;
	bra $again;
$over:
	ret;
}
";

impl Masked {
    /// Loads the kernel into the current context.
    ///
    /// # Errors
    /// The driver's.
    pub(super) fn kernel(driver: &Driver) -> Result<Handle, Failure> {
        let module = driver.load_module(Image::Text(WAIT)).map_err(|(failure, _)| failure)?;
        driver.module_function(module, "hip_wait_masked")
    }

    /// Has a stream wait by the kernel.
    ///
    /// # Errors
    /// The driver's.
    pub(super) fn launch(&self, driver: &Driver, kernel: Handle, on: Handle) -> Result<(), Failure> {
        let shift: u32 = if self.wide { 0 } else { 32 };
        let words = [self.address, self.mask, self.value, u64::from(shift) | u64::from(self.at_least) << 32];
        let mut parameters = [0; 32];
        for (bytes, word) in parameters.chunks_exact_mut(8).zip(words) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        let attributes = LaunchAttributes::default();
        let shape = Shape { grid: [1; 3], block: [1; 3], shared_bytes: 0, attributes };
        driver.launch(kernel, &shape, &parameters, on)
    }
}

/// Returns operations as the driver takes them, in parts.
///
/// # Errors
/// `OutOfRange` for too many.
pub(super) fn steps(operations: &[MemOp]) -> Result<Vec<Step>, Error> {
    if operations.len() > MOST {
        let (got, max) = (operations.len() as u64, MOST as u64);
        return Err(Error::OutOfRange { what: "number of operations", got, min: 1, max });
    }
    let mut steps = Vec::new();
    for operation in operations {
        let step = step(operation);
        match (steps.last_mut(), step) {
            (_, None) => {}
            (Some(Step::Plain(list)), Some(Step::Plain(next))) => list.extend(next),
            (_, Some(step)) => steps.push(step),
        }
    }
    Ok(steps)
}

/// Returns an operation as the driver takes it; none for a wait that never lasts.
fn step(operation: &MemOp) -> Option<Step> {
    let at = |address: u64| std::ptr::with_exposed_provenance_mut(address as usize);
    let params = match *operation {
        MemOp::Wait { address, wide, value, mask, until } => {
            let full = if wide { u64::MAX } else { u64::from(u32::MAX) };
            let (mask, mut value) = (mask & full, value & full);
            match until {
                // The driver's comparison leaves out the bits that the value lacks.
                Comparison::And => value &= mask,
                // A bit outside the mask that the value lacks ends the wait; else the value covers them.
                Comparison::Nor if !mask & !value & full != 0 => return None,
                Comparison::Equal | Comparison::AtLeast if mask != full => {
                    let at_least = until == Comparison::AtLeast;
                    return Some(Step::Masked(Masked { address, mask, value, wide, at_least }));
                }
                _ => {}
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
    };
    Some(Step::Plain(vec![params]))
}
