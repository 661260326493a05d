//! `cudaError_t`: conversion from HIP's codes, and names.

use hip_sys::hipError_t;
use std::collections::BTreeMap;
use std::ffi::{CStr, CString};
use std::sync::LazyLock;

/// `cudaError_t` or `hipError_t`.
pub type Code = u32;

pub(crate) const SUCCESS: Code = 0;
pub(crate) const INVALID_VALUE: Code = 1;
pub(crate) const INVALID_DEVICE_FUNCTION: Code = 98;
pub(crate) const INVALID_DEVICE: Code = 101;
pub(crate) const INVALID_RESOURCE_HANDLE: Code = 400;
pub(crate) const SYMBOL_NOT_FOUND: Code = 500;
/// `cudaErrorNotSupported`
pub const NOT_SUPPORTED: Code = 801;
const INVALID_TEXTURE: Code = 18;
const INVALID_CHANNEL_DESCRIPTOR: Code = 20;
const INVALID_CLUSTER_SIZE: Code = 912;
const STREAM_DETACHED: Code = 917;
pub(crate) const UNKNOWN: Code = 999;

/// Values and names.
static NAMES: LazyLock<BTreeMap<Code, CString>> = LazyLock::new(|| {
    let name = |[value, name]: [&str; 2]| Some((value.parse().ok()?, CString::new(name).ok()?));
    tsv::table(include_str!("../../api/runtime_errors.tsv")).filter_map(name).collect()
});

/// Returns the name of a `cudaError_t`, or `None` for an unknown code.
pub(crate) fn name(code: Code) -> Option<&'static CStr> {
    NAMES.get(&code).map(CString::as_c_str)
}

/// Converts a HIP code to the code of CUDA's runtime. They are equal, except for a few that have other
/// numbers in HIP.
#[inline]
pub fn of_hip(code: Code) -> Code {
    if code == SUCCESS { SUCCESS } else { error(code) }
}

#[cold]
fn error(code: Code) -> Code {
    match hipError_t(code) {
        hipError_t::hipErrorInvalidChannelDescriptor => INVALID_CHANNEL_DESCRIPTOR,
        hipError_t::hipErrorInvalidTexture => INVALID_TEXTURE,
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
    fn every_row_is_read_and_every_answer_has_a_name() {
        assert_eq!(NAMES.len(), tsv::rows(include_str!("../../api/runtime_errors.tsv")).count());
        assert_eq!(name(700), Some(c"cudaErrorIllegalAddress"));
        assert_eq!(
            [0, 1, 9, 98, 700, 801, 911, 912, 916, 1052, 1054].map(of_hip),
            [0, 1, 9, 98, 700, 801, 20, 18, 917, 999, 912]
        );
        assert!((0..2000).map(of_hip).all(|code| name(code).is_some()), "every answer has a name");
    }
}
