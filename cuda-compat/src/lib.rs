//! `libcuda.so.1`: CUDA's driver API on the software device, for untranslated programs.
//!
//! A thin layer over the C functions of `capi`, without a runtime of its own: `forward` is generated from the
//! table `api/functions.tsv`, `own` has the functions that differ between CUDA and HIP in numbers or
//! structures, and every answer is a `CUresult`. Functions that are not implemented are exported, print their
//! name once, and return `CUDA_ERROR_NOT_SUPPORTED`. The core is in `libamdhip64.so.7`, next to this library,
//! and is the only one of the process: handles and addresses are the same in all libraries.

#![expect(unsafe_code, reason = "pointers of C pass through here")]
#![expect(
    clashing_extern_declarations,
    reason = "the same C function by the classes of its arguments, and by their types"
)]
#![expect(unreachable_pub, reason = "exported by symbol, not by path")]

// Tests are separate programs. The library uses the core that is already loaded.
#[cfg(test)]
use amdhip64 as _;

mod entry;
mod forward;
mod own;
mod result;
