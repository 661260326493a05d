//! Memory for collectives, and registration, which changes nothing: pieces are copied in any case.

use crate::communicator::communicator;
use crate::last_error::fail;
use crate::status::Status;
use work::{Handles, Pointer, put};

type Done = Result<(), Status>;

/// A registered range.
struct Range {
    team: u64,
    rank: u32,
}

static RANGES: Handles<Range> = Handles::new();

/// `ncclMemAlloc`
pub(crate) fn alloc(to: Pointer, bytes: usize) -> Done {
    if to.is_null() {
        return Err(fail(Status::InvalidArgument, "ncclMemAlloc: the place of the pointer is null"));
    }
    let made = work::allocate(bytes.max(1));
    put(to, made.map_err(|code| fail(Status::UnhandledCudaError, format!("ncclMemAlloc: {code:?}")))?)
}

/// `ncclMemFree`
pub(crate) fn free(pointer: Pointer) -> Done {
    work::free(pointer).map_err(|code| fail(Status::UnhandledCudaError, format!("ncclMemFree: {code:?}")))
}

/// `ncclCommRegister`
pub(crate) fn register(handle: Pointer, buffer: Pointer, bytes: usize, to: Pointer) -> Done {
    let communicator = communicator(handle)?;
    if buffer.is_null() || bytes == 0 {
        return Err(fail(Status::InvalidArgument, "the range to register is empty"));
    }
    if to.is_null() {
        return Err(fail(Status::InvalidArgument, "the place of the handle is null"));
    }
    put(to, RANGES.add(Range { team: communicator.team, rank: communicator.rank }))
}

/// `ncclCommWindowRegister`
pub(crate) fn register_window(
    handle: Pointer,
    buffer: Pointer,
    bytes: usize,
    to: Pointer,
    flags: i64,
) -> Done {
    /// `NCCL_WIN_COLL_SYMMETRIC`
    const SYMMETRIC: i64 = 1;
    /// `NCCL_WIN_REQUIRED_ALIGNMENT`
    const ALIGNMENT: usize = 4096;
    if flags & !SYMMETRIC != 0 {
        return Err(fail(Status::InvalidArgument, format!("{flags:#x} are no flags of a window")));
    }
    if !buffer.addr().is_multiple_of(ALIGNMENT) {
        return Err(fail(Status::InvalidArgument, format!("a window is not aligned to {ALIGNMENT} bytes")));
    }
    register(handle, buffer, bytes, to)
}

/// `ncclCommDeregister`, `ncclCommWindowDeregister`
pub(crate) fn deregister(handle: Pointer, range: Pointer) -> Done {
    let communicator = communicator(handle)?;
    let known = RANGES.get(range);
    if known.is_none_or(|range| (range.team, range.rank) != (communicator.team, communicator.rank)) {
        return Err(fail(Status::InvalidArgument, "the handle is no registration of this communicator"));
    }
    RANGES.remove(range);
    Ok(())
}
