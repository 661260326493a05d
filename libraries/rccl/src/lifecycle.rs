//! Ends of communicators.

use crate::communicator::{Communicator, Entry};
use crate::last_error::fail;
use crate::status::Status;
use crate::transport;
use std::sync::Arc;
use work::Pointer;

type Done = Result<(), Status>;

/// Waits for a communicator's operations, and for what they send.
fn settle(communicator: &Arc<Communicator>) -> Done {
    if !communicator.settle() {
        let why = format!(
            "operations of rank {} have not ended within {} s (HIP_RCCL_TIMEOUT)",
            communicator.rank,
            crate::settings::timeout().as_secs_f64()
        );
        transport::fail(communicator, Status::RemoteError, &why);
    }
    transport::flush(communicator);
    communicator.check()
}

/// `ncclCommFinalize`
pub(crate) fn finalize(handle: Pointer) -> Done {
    let entry = Entry::get(handle)?;
    let communicator = entry.communicator()?;
    if entry.finalize() {
        return Err(fail(Status::InvalidArgument, "the communicator was finalized before"));
    }
    if entry.is_blocking() { settle(&communicator) } else { communicator.check() }
}

/// `ncclCommDestroy`. Null is no communicator, and nothing to destroy.
pub(crate) fn destroy(handle: Pointer) -> Done {
    if handle.is_null() {
        return Ok(());
    }
    let entry = Entry::close(handle)?;
    match entry.communicator() {
        Ok(communicator) => {
            let settled = settle(&communicator);
            communicator.inbox.abort();
            settled
        }
        // Its ranks never met: there is nothing to wait for.
        Err(_) => Ok(()),
    }
}

/// `ncclCommAbort`: its operations end without results, and those of the other ranks fail.
pub(crate) fn abort(handle: Pointer) -> Done {
    if handle.is_null() {
        return Ok(());
    }
    let entry = Entry::close(handle)?;
    if let Ok(communicator) = entry.communicator() {
        communicator.inbox.abort();
        if !communicator.is_settled() {
            transport::fail(&communicator, Status::InvalidUsage, "ncclCommAbort was called");
        }
        transport::flush(&communicator);
    }
    Ok(())
}
