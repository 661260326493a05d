//! Tensor maps, by which kernels copy boxes of tensors (`hipExtTensorMap…`; HIP has none).
//!
//! A map is a value of 128 bytes that the program stores; it needs no context. The device makes it for its
//! kernels; [`ptx::tensor`] defines its meaning.

use crate::Error;
use crate::backend::Device;
use crate::state::process;
use ptx::tensor::BYTES;
pub use ptx::tensor::encode::{Columns, Tensor};

/// A map's bytes.
pub type Bytes = [u8; BYTES];

/// The device that maps are for: all devices of a process are of one kind.
fn device() -> Result<&'static dyn Device, Error> {
    Ok(process()?.device(0)?.backend)
}

/// A map of boxes of `extent` elements.
///
/// # Errors
/// `TensorMap`; those of the runtime's start.
pub fn encode_tiled(tensor: &Tensor<'_>, extent: &[u32]) -> Result<Bytes, Error> {
    device()?.tiled_map(tensor, extent)
}

/// A map of columns.
///
/// # Errors
/// `TensorMap`; those of the runtime's start.
pub fn encode_im2col(tensor: &Tensor<'_>, columns: &Columns<'_>) -> Result<Bytes, Error> {
    device()?.column_map(tensor, columns)
}

/// The map of the same tensor at another address.
///
/// # Errors
/// `TensorMap`; `UnknownEnumerator` if the bytes are no map; those of the runtime's start.
pub fn replace_address(bytes: &Bytes, address: u64) -> Result<Bytes, Error> {
    device()?.moved_map(bytes, address)
}
