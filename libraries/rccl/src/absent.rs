//! Functions of NCCL 2.28 and newer that are refused by name. Clients such as PyTorch are linked with them,
//! and call them only if a program wants growing communicators, windows in kernels or signals.

use crate::last_error::fail;
use crate::status::Status;

/// Defines functions that refuse; their arguments are not read.
macro_rules! refused {
    ($($name:ident;)*) => {$(
        /// Not available: `ncclInvalidUsage`.
        // SAFETY: no other library of a program defines this symbol.
        #[unsafe(no_mangle)]
        pub extern "C" fn $name() -> Status {
            fail(Status::InvalidUsage, concat!(stringify!($name), " is not implemented"))
        }
    )*};
}

refused! {
    ncclCommGetUniqueId;
    ncclCommGrow;
    ncclCommMemStats;
    ncclCommQueryProperties;
    ncclCommResume;
    ncclCommRevoke;
    ncclCommSuspend;
    ncclDevCommCreate;
    ncclDevCommDestroy;
    ncclGetLsaDevicePointer;
    ncclGetLsaMultimemDevicePointer;
    ncclGetMultimemDevicePointer;
    ncclGetPeerDevicePointer;
    ncclPutSignal;
    ncclSignal;
    ncclWaitSignal;
    ncclWinGetUserPtr;
}
