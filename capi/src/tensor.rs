//! Tensor maps (an extension; `hip/hip_soft.h`).

use crate::entry::{In, Out, entry_points};
use runtime::Error;
use runtime::api::tensor::{self, Bytes, Columns, Tensor};
use std::ffi::c_void;

/// Maximum rank of a tensor, and length of the arrays.
const RANKS: usize = 5;

/// Arrays that C passes, with one element for each dimension.
struct Arrays {
    dims: Vec<u64>,
    strides: Vec<u64>,
    steps: Vec<u32>,
}

impl Arrays {
    fn read(rank: u32, dims: In<u64>, strides: In<u64>, steps: In<u32>) -> Result<Arrays, Error> {
        let rank = count(rank)?;
        for (null, what) in [
            (dims.is_null(), "globalDim"),
            (strides.is_null(), "globalStrides"),
            (steps.is_null(), "elementStrides"),
        ] {
            if null {
                return Err(Error::Null { what });
            }
        }
        let (dims, steps) = (dims.array(rank)?, steps.array(rank)?);
        Ok(Arrays { dims, strides: strides.array(rank - 1)?, steps })
    }

    /// Returns the tensor, with its element type, address and layout.
    fn tensor(&self, element: u32, address: *mut c_void, how: [u32; 4]) -> Tensor<'_> {
        let [interleave, swizzle, promotion, fill] = how;
        Tensor {
            element,
            address: address as u64,
            dims: &self.dims,
            strides: &self.strides,
            steps: &self.steps,
            interleave,
            swizzle,
            promotion,
            fill,
        }
    }
}

/// Checks a rank, and returns it as a length of arrays.
fn count(rank: u32) -> Result<usize, Error> {
    let out = Error::OutOfRange { what: "tensorRank", got: rank.into(), min: 1, max: RANKS as u64 };
    usize::try_from(rank).ok().filter(|rank| (1..=RANKS).contains(rank)).ok_or(out)
}

entry_points! {
    /// Creates a map for tiles.
    fn hipExtTensorMapEncodeTiled(
        map: Out<Bytes>,
        element: u32,
        rank: u32,
        address: *mut c_void,
        dims: In<u64>,
        strides: In<u64>,
        extent: In<u32>,
        steps: In<u32>,
        interleave: u32,
        swizzle: u32,
        promotion: u32,
        fill: u32,
    ) {
        let place = map.wanted("tensorMap")?;
        let arrays = Arrays::read(rank, dims, strides, steps)?;
        if extent.is_null() {
            return Err(Error::Null { what: "boxDim" });
        }
        let tensor = arrays.tensor(element, address, [interleave, swizzle, promotion, fill]);
        place.set(tensor::encode_tiled(&tensor, &extent.array(arrays.dims.len())?)?);
    }

    /// Creates a map for im2col access.
    fn hipExtTensorMapEncodeIm2col(
        map: Out<Bytes>,
        element: u32,
        rank: u32,
        address: *mut c_void,
        dims: In<u64>,
        strides: In<u64>,
        lower: In<i32>,
        upper: In<i32>,
        channels: u32,
        pixels: u32,
        steps: In<u32>,
        interleave: u32,
        swizzle: u32,
        promotion: u32,
        fill: u32,
    ) {
        let place = map.wanted("tensorMap")?;
        let arrays = Arrays::read(rank, dims, strides, steps)?;
        let spatial = arrays.dims.len().saturating_sub(2);
        let (lower, upper) = (lower.array(spatial)?, upper.array(spatial)?);
        if lower.len() < spatial || upper.len() < spatial {
            return Err(Error::Null { what: "a corner of the pixel box" });
        }
        let columns = Columns { lower: &lower, upper: &upper, channels, pixels };
        let tensor = arrays.tensor(element, address, [interleave, swizzle, promotion, fill]);
        place.set(tensor::encode_im2col(&tensor, &columns)?);
    }

    /// Replaces the address of a map's tensor.
    fn hipExtTensorMapReplaceAddress(map: Out<Bytes>, address: *mut c_void) {
        let place = map.wanted("tensorMap")?;
        place.set(tensor::replace_address(&place.get(), address as u64)?);
    }
}
