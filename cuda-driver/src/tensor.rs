//! Tensor maps, which the driver writes for its hardware.
#![expect(unsafe_code, reason = "the driver is a C library")]

use crate::{Driver, Failure};
use std::ffi::c_void;

/// `CUtensorMap`.
#[repr(C, align(64))]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TensorMap(pub [u8; 128]);

/// Tensor, and how a map reads it; enumerations are the driver's numbers. All slices but the strides have one
/// element for each dimension.
#[derive(Clone, Copy, Debug)]
pub struct Tensor<'a> {
    /// `CUtensorMapDataType`
    pub element: u32,
    /// Address of the tensor.
    pub address: u64,
    /// Extents in elements.
    pub dims: &'a [u64],
    /// Strides in bytes, of all dimensions but the first.
    pub strides: &'a [u64],
    /// Element steps.
    pub steps: &'a [u32],
    /// `CUtensorMapInterleave`, `CUtensorMapSwizzle`, `CUtensorMapL2promotion`, `CUtensorMapFloatOOBfill`
    pub modes: [u32; 4],
}

/// Columns of an im2col map.
#[derive(Clone, Copy, Debug)]
pub struct Columns<'a> {
    /// Lower and upper corner, by spatial dimension.
    pub corners: [&'a [i32]; 2],
    /// Channels of a pixel.
    pub channels: u32,
    /// Pixels of a copy.
    pub pixels: u32,
}

/// `CUDA_ERROR_INVALID_VALUE`
const INVALID_VALUE: u32 = 1;

impl Tensor<'_> {
    /// Number of dimensions, if the slices have as many elements as the driver reads.
    fn rank(&self, call: &'static str, others: &[(usize, usize)]) -> Result<u32, Failure> {
        let rank = self.dims.len();
        let whole = self.strides.len() + 1 >= rank && self.steps.len() >= rank;
        match rank > 0 && whole && others.iter().all(|(length, less)| length + less >= rank) {
            true => Ok(rank as u32),
            false => Err(Failure { call, code: INVALID_VALUE }),
        }
    }

    fn place(&self) -> *mut c_void {
        std::ptr::with_exposed_provenance_mut(self.address as usize)
    }
}

impl Driver {
    /// Makes a map of boxes of so many elements.
    ///
    /// # Errors
    /// The driver's.
    pub fn tiled_map(&self, tensor: &Tensor<'_>, extent: &[u32]) -> Result<TensorMap, Failure> {
        let rank = tensor.rank("cuTensorMapEncodeTiled", &[(extent.len(), 0)])?;
        let (mut map, [interleave, swizzle, promotion, fill]) = (TensorMap([0; 128]), tensor.modes);
        // SAFETY: the arrays have as many elements as the rank says.
        unsafe {
            self.cuTensorMapEncodeTiled(
                &raw mut map,
                tensor.element,
                rank,
                tensor.place(),
                tensor.dims.as_ptr(),
                tensor.strides.as_ptr(),
                extent.as_ptr(),
                tensor.steps.as_ptr(),
                interleave,
                swizzle,
                promotion,
                fill,
            )?;
        }
        Ok(map)
    }

    /// Makes a map of columns.
    ///
    /// # Errors
    /// The driver's.
    pub fn column_map(&self, tensor: &Tensor<'_>, columns: &Columns<'_>) -> Result<TensorMap, Failure> {
        let [lower, upper] = columns.corners;
        let rank = tensor.rank("cuTensorMapEncodeIm2col", &[(lower.len(), 2), (upper.len(), 2)])?;
        let (mut map, [interleave, swizzle, promotion, fill]) = (TensorMap([0; 128]), tensor.modes);
        // SAFETY: the arrays have as many elements as the rank says.
        unsafe {
            self.cuTensorMapEncodeIm2col(
                &raw mut map,
                tensor.element,
                rank,
                tensor.place(),
                tensor.dims.as_ptr(),
                tensor.strides.as_ptr(),
                lower.as_ptr(),
                upper.as_ptr(),
                columns.channels,
                columns.pixels,
                tensor.steps.as_ptr(),
                interleave,
                swizzle,
                promotion,
                fill,
            )?;
        }
        Ok(map)
    }

    /// Returns the map of the same tensor at another address.
    ///
    /// # Errors
    /// The driver's.
    pub fn moved_map(&self, map: TensorMap, address: u64) -> Result<TensorMap, Failure> {
        let mut map = map;
        let place = std::ptr::with_exposed_provenance_mut(address as usize);
        // SAFETY: a local map; the driver does not access the address.
        unsafe { self.cuTensorMapReplaceAddress(&raw mut map, place) }.map(|()| map)
    }
}
