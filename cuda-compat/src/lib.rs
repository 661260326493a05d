//! `libcuda.so.1`: CUDA's driver API on the software device, for programs that nobody translated.
//!
//! A thin layer over the C functions of `capi`, never a second runtime: `forward` is written from the table
//! `api/functions.tsv`, `own` holds the calls whose numbers or structures differ between CUDA and HIP, and
//! every answer leaves as a `CUresult`. What is missing is exported, says its name once, and answers
//! `CUDA_ERROR_NOT_SUPPORTED`. The core is in `libamdhip64.so.7`, beside this library, and is the process's
//! only one: handles and addresses are the same behind all names.

#![expect(unsafe_code, reason = "pointers of C pass through here")]
#![expect(
    clashing_extern_declarations,
    reason = "the same C function by the classes of its arguments, and by their types"
)]
#![expect(unreachable_pub, reason = "exported by symbol, not by path")]

// Tests are programs of their own; the library gets the core from the one that is loaded.
#[cfg(test)]
use amdhip64 as _;

mod entry;
mod forward;
mod own;
mod result;
