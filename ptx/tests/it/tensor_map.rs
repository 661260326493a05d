//! Tensor maps of recorded trials. The compiler's tests include this file.

use hip_ptx::tensor::encode::{self, Columns, EncodeError, Tensor};
use hip_ptx::tensor::{BYTES, Map};
use testdata::tensor::Trial;

/// Returns the map of a tensor at an address.
pub(crate) fn map(trial: &Trial, address: u64) -> Result<Map, EncodeError> {
    let unsigned = |key: &str| trial.list(key).into_iter().map(|v| v as u64).collect::<Vec<u64>>();
    let words = |key: &str| trial.list(key).into_iter().map(|v| v as u32).collect::<Vec<u32>>();
    let signed = |key: &str| trial.list(key).into_iter().map(|v| v as i32).collect::<Vec<i32>>();
    let (mut dims, strides, mut steps) = (unsigned("dims"), unsigned("strides"), words("steps"));
    if trial.has("rank") {
        dims.resize(trial.number("rank") as usize, 1);
    }
    steps.resize(steps.len().max(dims.len()), 1);
    let tensor = Tensor {
        element: trial.number("type") as u32,
        address,
        dims: &dims,
        strides: &strides,
        steps: &steps,
        interleave: trial.number("interleave") as u32,
        swizzle: trial.number("swizzle") as u32,
        promotion: trial.number("l2") as u32,
        fill: trial.number("nan") as u32,
    };
    let extent = words("box");
    if trial.has("lower") {
        let (lower, upper) = (signed("lower"), signed("upper"));
        let columns = Columns { lower: &lower, upper: &upper, channels: extent[0], pixels: extent[1] };
        encode::im2col(&tensor, &columns)
    } else {
        encode::tiled(&tensor, &extent)
    }
}

/// Returns its encoding; the maps of all recorded copies are valid.
pub(crate) fn bytes(trial: &Trial, address: u64) -> [u8; BYTES] {
    let map = map(trial, address.wrapping_add(trial.number("base") as u64));
    map.unwrap_or_else(|refused| panic!("{}: {refused}", trial.line)).to_bytes()
}
