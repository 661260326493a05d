//! Creation of a map from the driver's arguments, with the checks of an H200's driver.
//!
//! The limits are those observed (`testdata/gpu/tensor/codes.txt`). The driver does not check two documented
//! requirements: that the map is aligned to 64 bytes, and that 32-byte slices use the 32-byte swizzle.

use super::elements::Element;
use super::map::{Fill, Im2col, Interleave, Map, RANKS, Swizzle};

/// Largest box in bytes: an SM's shared memory.
const MAX_BYTES: u64 = 228 << 10;
/// Largest extent of a box in elements, and of channels.
const MAX_EXTENT: u32 = 256;
/// Largest number of pixels of a column.
const MAX_PIXELS: u32 = 1024;
/// Largest step.
const MAX_STEP: u32 = 8;
/// Exclusive limit of strides in bytes.
const STRIDE_LIMIT: u64 = 1 << 40;

/// Arguments of both kinds of maps; enumerations are the driver's numbers.
#[derive(Clone, Copy, Debug)]
pub struct Tensor<'a> {
    /// `CUtensorMapDataType`
    pub element: u32,
    /// Address of the tensor.
    pub address: u64,
    /// Extents in elements, by dimension.
    pub dims: &'a [u64],
    /// Strides in bytes, of all dimensions but the first.
    pub strides: &'a [u64],
    /// Element steps, by dimension.
    pub steps: &'a [u32],
    /// `CUtensorMapInterleave`
    pub interleave: u32,
    /// `CUtensorMapSwizzle`
    pub swizzle: u32,
    /// `CUtensorMapL2promotion`, a hint that is only checked.
    pub promotion: u32,
    /// `CUtensorMapFloatOOBfill`
    pub fill: u32,
}

/// Arguments of an im2col map.
#[derive(Clone, Copy, Debug)]
pub struct Columns<'a> {
    /// Lower corner, by spatial dimension.
    pub lower: &'a [i32],
    /// Upper corner, by spatial dimension.
    pub upper: &'a [i32],
    /// Channels of a pixel.
    pub channels: u32,
    /// Pixels of a copy.
    pub pixels: u32,
}

/// An invalid argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EncodeError {
    /// Unknown element type, or one that Hopper lacks.
    #[error("unknown element type {0}")]
    Type(u32),
    /// Rank outside 1 to 5, or 3 to 5 with slices or columns.
    #[error("invalid number of dimensions {0} for a tensor map")]
    Rank(usize),
    /// Address not a multiple of 16, or of 32 with 32-byte slices.
    #[error("the tensor's address {0:#x} is not aligned")]
    Address(u64),
    /// Extent of zero or above 2^32.
    #[error("invalid dimension of {0} elements")]
    Dim(u64),
    /// Stride not a multiple of 16 (32 with 32-byte slices), or not below 2^40.
    #[error("invalid stride of {0} bytes")]
    Stride(u64),
    /// Box extent of zero or above 256; in the innermost dimension, not a multiple of 16 bytes or larger than
    /// the swizzle span.
    #[error("invalid box of {0} elements in a dimension")]
    Box(u32),
    /// Step of zero or above 8.
    #[error("invalid element stride {0}")]
    Step(u32),
    /// Unknown number.
    #[error("unknown interleaving {0}")]
    Interleave(u32),
    /// Unknown number.
    #[error("unknown swizzle {0}")]
    Swizzle(u32),
    /// Unknown number.
    #[error("unknown L2 promotion {0}")]
    Promotion(u32),
    /// Unknown number, or NaN for integers.
    #[error("unknown fill {0} for these elements")]
    Fill(u32),
    /// Corner outside the range for this rank, or a box that ends before it starts.
    #[error("invalid corner {0} of the pixel box")]
    Corner(i32),
    /// Zero pixels, or more than 1024.
    #[error("invalid column of {0} pixels")]
    Pixels(u32),
    /// Box larger than shared memory.
    #[error("a box of {0} bytes exceeds shared memory")]
    Bytes(u64),
}

/// Creates a map of boxes of `extent` elements (`cuTensorMapEncodeTiled`).
///
/// # Errors
/// Returns the first invalid argument.
pub fn tiled(tensor: &Tensor<'_>, extent: &[u32]) -> Result<Map, EncodeError> {
    let mut map = common(tensor)?;
    let rank = map.rank;
    let extent = &extent[..rank.min(extent.len())];
    if let Some(&bad) = extent.iter().find(|&&n| n == 0 || n > MAX_EXTENT) {
        return Err(EncodeError::Box(bad));
    }
    if extent.len() < rank {
        return Err(EncodeError::Rank(rank));
    }
    map.extent[..rank].copy_from_slice(extent);
    inner(&map)?;
    let rows = (1..rank).map(|n| u64::from(map.extent[n].div_ceil(map.steps[n]))).product::<u64>();
    check_whole_pieces(u64::from(map.extent[0] * map.element.bytes()) * rows)?;
    Ok(map)
}

/// Creates an im2col map (`cuTensorMapEncodeIm2col`).
///
/// # Errors
/// Returns the first invalid argument.
pub fn im2col(tensor: &Tensor<'_>, columns: &Columns<'_>) -> Result<Map, EncodeError> {
    let mut map = common(tensor)?;
    if map.rank < 3 {
        return Err(EncodeError::Rank(map.rank));
    }
    let spatial = map.rank - 2;
    let bits = 16 / spatial as u32;
    let (least, most) = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1);
    let mut corners = Im2col { lower: [0; 3], upper: [0; 3], pixels: 0 };
    for n in 0..spatial {
        let (Some(&lower), Some(&upper)) = (columns.lower.get(n), columns.upper.get(n)) else {
            return Err(EncodeError::Rank(map.rank));
        };
        if let Some(bad) = [lower, upper].into_iter().find(|corner| !(least..=most).contains(corner)) {
            return Err(EncodeError::Corner(bad));
        }
        // In an interleaved tensor, the spatial dimensions come first.
        let pixels = map.dims[n + usize::from(map.interleave == Interleave::None)] as i64;
        if pixels - 1 + i64::from(upper) < i64::from(lower) {
            return Err(EncodeError::Corner(upper));
        }
        (corners.lower[n], corners.upper[n]) = (lower as i16, upper as i16);
    }
    if columns.channels == 0 || columns.channels > MAX_EXTENT {
        return Err(EncodeError::Box(columns.channels));
    }
    if columns.pixels == 0 || columns.pixels > MAX_PIXELS {
        return Err(EncodeError::Pixels(columns.pixels));
    }
    corners.pixels = columns.pixels as u16;
    map.extent[0] = columns.channels;
    map.im2col = Some(corners);
    inner(&map)?;
    check_whole_pieces(u64::from(columns.channels * map.element.bytes()) * u64::from(columns.pixels))?;
    Ok(map)
}

/// Changes the address of a tensor (`cuTensorMapReplaceAddress`).
///
/// # Errors
/// Returns an error if the address is not a multiple of 16.
pub fn move_to(map: &mut Map, address: u64) -> Result<(), EncodeError> {
    if !address.is_multiple_of(16) {
        return Err(EncodeError::Address(address));
    }
    map.address = address;
    Ok(())
}

/// Checks the arguments of both kinds.
fn common(tensor: &Tensor<'_>) -> Result<Map, EncodeError> {
    let element = Element::from_driver(tensor.element).ok_or(EncodeError::Type(tensor.element))?;
    let rank = tensor.dims.len();
    let interleave = match tensor.interleave {
        0 => Interleave::None,
        1 => Interleave::Bytes16,
        2 => Interleave::Bytes32,
        other => return Err(EncodeError::Interleave(other)),
    };
    let least = if interleave == Interleave::None { 1 } else { 3 };
    if !(least..=RANKS).contains(&rank) || tensor.strides.len() + 1 < rank || tensor.steps.len() < rank {
        return Err(EncodeError::Rank(rank));
    }
    let unit = if interleave == Interleave::Bytes32 { 32 } else { 16 };
    if !tensor.address.is_multiple_of(unit) {
        return Err(EncodeError::Address(tensor.address));
    }
    if let Some(&bad) = tensor.dims.iter().find(|&&n| n == 0 || n > 1 << 32) {
        return Err(EncodeError::Dim(bad));
    }
    let strides = &tensor.strides[..rank - 1];
    if let Some(&bad) = strides.iter().find(|&&n| !n.is_multiple_of(unit) || n >= STRIDE_LIMIT) {
        return Err(EncodeError::Stride(bad));
    }
    let steps = &tensor.steps[..rank];
    if let Some(&bad) = steps.iter().find(|&&n| n == 0 || n > MAX_STEP) {
        return Err(EncodeError::Step(bad));
    }
    let swizzle = match tensor.swizzle {
        0 => Swizzle::None,
        1 => Swizzle::Bytes32,
        2 => Swizzle::Bytes64,
        3 => Swizzle::Bytes128,
        other => return Err(EncodeError::Swizzle(other)),
    };
    if tensor.promotion > 3 {
        return Err(EncodeError::Promotion(tensor.promotion));
    }
    let fill = match tensor.fill {
        0 => Fill::Zeros,
        1 if element.is_float() => Fill::Nan,
        other => return Err(EncodeError::Fill(other)),
    };
    let mut map = Map {
        address: tensor.address,
        rank,
        element,
        dims: [1; RANKS],
        strides: [0; RANKS - 1],
        extent: [1; RANKS],
        steps: [1; RANKS],
        interleave,
        swizzle,
        fill,
        im2col: None,
    };
    map.dims[..rank].copy_from_slice(tensor.dims);
    map.strides[..rank - 1].copy_from_slice(strides);
    map.steps[..rank].copy_from_slice(steps);
    Ok(map)
}

/// Checks the innermost row of a box: whole pieces of 16 bytes, at most the swizzle span.
fn inner(map: &Map) -> Result<(), EncodeError> {
    let bytes = map.extent[0] * map.element.bytes();
    let swizzled = map.interleave == Interleave::None && map.swizzle != Swizzle::None;
    if !bytes.is_multiple_of(16) || swizzled && bytes > map.swizzle.span() {
        return Err(EncodeError::Box(map.extent[0]));
    }
    Ok(())
}

fn check_whole_pieces(bytes: u64) -> Result<(), EncodeError> {
    if bytes > MAX_BYTES { Err(EncodeError::Bytes(bytes)) } else { Ok(()) }
}
