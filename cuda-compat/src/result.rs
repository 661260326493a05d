//! `CUresult`: conversion from HIP's codes, and names.

use hip_sys::hipError_t;
use std::collections::BTreeMap;
use std::ffi::{CStr, CString};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// `CUresult` or `hipError_t`.
pub(crate) type Code = u32;

pub(crate) const SUCCESS: Code = 0;
pub(crate) const INVALID_VALUE: Code = 1;
pub(crate) const NOT_INITIALIZED: Code = 3;
pub(crate) const INVALID_CONTEXT: Code = 201;
pub(crate) const UNSUPPORTED_AFFINITY: Code = 224;
pub(crate) const NOT_FOUND: Code = 500;
pub(crate) const NOT_SUPPORTED: Code = 801;
pub(crate) const INVALID_HANDLE: Code = 400;
const INVALID_CLUSTER_SIZE: Code = 912;
const STREAM_DETACHED: Code = 917;
pub(crate) const UNKNOWN: Code = 999;

/// Values and names.
static NAMES: LazyLock<BTreeMap<Code, CString>> = LazyLock::new(|| {
    let name = |[value, name]: [&str; 2]| Some((value.parse().ok()?, CString::new(name).ok()?));
    tsv::table(include_str!("../api/errors.tsv")).filter_map(name).collect()
});

/// Returns the name of a `CUresult`, or `None` for an unknown code.
pub(crate) fn name(code: Code) -> Option<&'static CStr> {
    NAMES.get(&code).map(CString::as_c_str)
}

/// Converts a HIP code to the code of CUDA's driver. The numbers are equal, except for codes that only a
/// runtime API has, and a few that have other numbers in HIP.
#[inline]
pub(crate) fn of_hip(code: Code) -> Code {
    unsafe extern "C" {
        fn __hipFrontForget(code: Code);
    }
    if code == SUCCESS {
        return SUCCESS;
    }
    // SAFETY: takes any number.
    unsafe { __hipFrontForget(code) };
    error(code)
}

/// `CUDA_ERROR_NO_BINARY_FOR_GPU`
const NO_BINARY: Code = 209;

/// Prints once how a client can provide code that runs here.
fn advise() {
    static SAID: AtomicBool = AtomicBool::new(false);
    if !SAID.swap(true, Ordering::Relaxed) {
        eprintln!(
            "cuda: machine code runs on a GPU only. Hand over PTX: nvcc -gencode arch=compute_80,code=compute_80; NVRTC with \
             --gpu-architecture=compute_80 and nvrtcGetPTX; cuLinkAddData in place of nvJitLink (as Numba and cuda.core do where \
             nvidia-nvjitlink is not installed)"
        );
    }
}

#[cold]
fn error(code: Code) -> Code {
    match hipError_t(code) {
        hipError_t::hipErrorNoBinaryForGpu => {
            advise();
            NO_BINARY
        }
        // The last two have numbers that CUDA uses for other errors.
        hipError_t::hipErrorInvalidConfiguration
        | hipError_t::hipErrorInvalidPitchValue
        | hipError_t::hipErrorInvalidDevicePointer
        | hipError_t::hipErrorInvalidMemcpyDirection
        | hipError_t::hipErrorInvalidChannelDescriptor
        | hipError_t::hipErrorInvalidTexture => INVALID_VALUE,
        hipError_t::hipErrorInvalidSymbol => NOT_FOUND,
        hipError_t::hipErrorInvalidDeviceFunction => INVALID_HANDLE,
        hipError_t::hipErrorStreamDetached => STREAM_DETACHED,
        hipError_t::hipErrorInvalidClusterSize => INVALID_CLUSTER_SIZE,
        hipError_t(code) if name(code).is_some() => code,
        _ => UNKNOWN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_read_and_codes_of_a_runtime_api_become_the_driver_s() {
        assert_eq!(NAMES.len(), tsv::rows(include_str!("../api/errors.tsv")).count());
        assert_eq!(name(700), Some(c"CUDA_ERROR_ILLEGAL_ADDRESS"));
        let of = [1, 9, 98, 700, 801, 916, 1052, 1054].map(error);
        assert_eq!(of, [1, 1, 400, 700, 801, 917, 999, 912]);
        assert!((0..2000).map(error).all(|code| name(code).is_some()), "every answer has a name");
    }

    #[test]
    fn the_way_back_that_the_table_says_leads_here() {
        for [value, name, hip] in tsv::table(include_str!("../api/errors.tsv")) {
            let Ok(hip) = hip.parse() else { continue };
            assert_eq!(of_hip(hip).to_string(), value, "{name}");
        }
    }
}
