//! Errors of the driver as the runtime's.

use crate::{Error, Status};
use cuda_driver::{Failure, error_name};

/// `CUDA_ERROR_OUT_OF_MEMORY`
pub(super) const OUT_OF_MEMORY: u32 = 2;

/// `CUDA_ERROR_NOT_READY`
pub(super) const NOT_READY: u32 = 600;

/// `CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED`, `CUDA_ERROR_PEER_ACCESS_NOT_ENABLED`
pub(super) const PEER_IS_ON: u32 = 704;
pub(super) const PEER_IS_OFF: u32 = 705;

/// Errors after which a context is unusable: uncorrectable memory, and faults of kernels.
const POISONS: [u32; 13] = [214, 220, 226, 700, 702, 710, 714, 715, 716, 717, 718, 719, 721];

/// Returns whether a context is unusable after an error.
pub(super) fn poisons(code: u32) -> bool {
    POISONS.contains(&code)
}

/// Returns the error of a failed call, with what the driver says besides.
pub(super) fn with_text(failure: Failure, text: &str) -> Error {
    let status = match failure.is_missing() {
        true => Status::NotSupported,
        false => cuda_driver::hip_error(failure.code).and_then(Status::from_code).unwrap_or(Status::Unknown),
    };
    let name = match (failure.is_missing(), error_name(failure.code)) {
        (true, _) => "this driver does not have the function".to_owned(),
        (_, Some(name)) => name.to_owned(),
        (_, None) => format!("CUDA error {}", failure.code),
    };
    let text = if text.is_empty() { name } else { format!("{name}: {text}") };
    Error::Driver { call: failure.call, status, text: text.into() }
}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Error {
        with_text(failure, "")
    }
}
