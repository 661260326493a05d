//! Tensor maps, by which kernels copy boxes of tensors (`hipExtTensorMap…`; HIP has none).
//!
//! A map is a value of 128 bytes that the program stores; it needs no context. [`ptx::tensor`] defines its
//! meaning.

use crate::Error;
use ptx::tensor::encode;
pub use ptx::tensor::encode::{Columns, Tensor};
use ptx::tensor::{BYTES, Map};

/// A map's bytes.
pub type Bytes = [u8; BYTES];

/// A map of boxes of `extent` elements.
///
/// # Errors
/// `TensorMap`.
pub fn encode_tiled(tensor: &Tensor<'_>, extent: &[u32]) -> Result<Bytes, Error> {
    encode::tiled(tensor, extent).map(|map| map.to_bytes()).map_err(Error::TensorMap)
}

/// A map of columns.
///
/// # Errors
/// `TensorMap`.
pub fn encode_im2col(tensor: &Tensor<'_>, columns: &Columns<'_>) -> Result<Bytes, Error> {
    encode::im2col(tensor, columns).map(|map| map.to_bytes()).map_err(Error::TensorMap)
}

/// The map of the same tensor at another address.
///
/// # Errors
/// `TensorMap`; `UnknownEnumerator` if the bytes are no map.
pub fn replace_address(bytes: &Bytes, address: u64) -> Result<Bytes, Error> {
    let no_map = Error::UnknownEnumerator { what: "mark of a tensor map", got: bytes[60].into() };
    let mut map = Map::from_bytes(bytes).ok_or(no_map)?;
    encode::move_to(&mut map, address).map_err(Error::TensorMap)?;
    Ok(map.to_bytes())
}
