//! Functions of NCCL 2.28 and newer that only NVIDIA's library has: the software device refuses them by
//! name. Clients such as PyTorch are linked with them, and call them only if a program wants growing
//! communicators, windows in kernels or signals.

use crate::last_error::fail;
use crate::nvidia::exported;
use crate::status::Status;
use work::Pointer;

/// Refuses a call.
fn refuse(name: &str) -> Result<(), Status> {
    Err(fail(Status::InvalidUsage, format!("{name} is not implemented")))
}

#[rustfmt::skip]
exported! {
    ncclCommGetUniqueId(comm: Pointer, unique_id: Pointer) => refuse: ("ncclCommGetUniqueId");
    ncclCommGrow(comm: Pointer, ranks: i32, unique_id: Pointer, rank: i32, new: Pointer, config: Pointer) => refuse: ("ncclCommGrow");
    ncclCommMemStats(comm: Pointer, stat: u32, value: Pointer) => refuse: ("ncclCommMemStats");
    ncclCommQueryProperties(comm: Pointer, properties: Pointer) => refuse: ("ncclCommQueryProperties");
    ncclCommResume(comm: Pointer) => refuse: ("ncclCommResume");
    ncclCommRevoke(comm: Pointer, flags: i32) => refuse: ("ncclCommRevoke");
    ncclCommSuspend(comm: Pointer, flags: i32) => refuse: ("ncclCommSuspend");
    ncclDevCommCreate(comm: Pointer, requirements: Pointer, to: Pointer) => refuse: ("ncclDevCommCreate");
    ncclDevCommDestroy(comm: Pointer, in_kernels: Pointer) => refuse: ("ncclDevCommDestroy");
    ncclGetLsaDevicePointer(window: Pointer, offset: usize, rank: i32, to: Pointer) => refuse: ("ncclGetLsaDevicePointer");
    ncclGetLsaMultimemDevicePointer(window: Pointer, offset: usize, to: Pointer) => refuse: ("ncclGetLsaMultimemDevicePointer");
    ncclGetMultimemDevicePointer(window: Pointer, offset: usize, multimem: Pointer, to: Pointer) => refuse: ("ncclGetMultimemDevicePointer");
    ncclGetPeerDevicePointer(window: Pointer, offset: usize, peer: i32, to: Pointer) => refuse: ("ncclGetPeerDevicePointer");
    ncclPutSignal(from: Pointer, count: usize, ty: u32, peer: i32, window: Pointer, offset: usize, signal: i32, context: i32, flags: u32, comm: Pointer, stream: Pointer) on stream => refuse: ("ncclPutSignal");
    ncclSignal(peer: i32, signal: i32, context: i32, flags: u32, comm: Pointer, stream: Pointer) on stream => refuse: ("ncclSignal");
    ncclWaitSignal(count: i32, signals: Pointer, comm: Pointer, stream: Pointer) on stream => refuse: ("ncclWaitSignal");
    ncclWinGetUserPtr(comm: Pointer, window: Pointer, to: Pointer) => refuse: ("ncclWinGetUserPtr");
}
