//! Makes a map of the driver's arguments, and refuses those that an H200's driver refuses.
//!
//! The limits are its answers (`testdata/gpu/tensor/codes.txt`): what its documents ask for besides, that the
//! map lies at a multiple of 64 and that 32-byte slices are swizzled by 32 bytes, it does not check.

use super::elements::Element;
use super::map::{Fill, Im2col, Interleave, Map, RANKS, Swizzle};
use std::fmt;

/// Most bytes of a box: an SM's shared memory.
const MOST_BYTES: u64 = 228 << 10;
/// Most elements of a box in a dimension, and channels.
const MOST_EXTENT: u32 = 256;
/// Most pixels of a column.
const MOST_PIXELS: u32 = 1024;
/// The largest step.
const MOST_STEP: u32 = 8;
/// Strides are less.
const END_OF_STRIDES: u64 = 1 << 40;

/// What both kinds of maps are made of; enumerations are the driver's numbers.
#[derive(Clone, Copy, Debug)]
pub struct Tensor<'a> {
    /// `CUtensorMapDataType`
    pub element: u32,
    /// Where it begins.
    pub address: u64,
    /// Elements, by dimension.
    pub dims: &'a [u64],
    /// Bytes, of all dimensions but the first.
    pub strides: &'a [u64],
    /// By dimension.
    pub steps: &'a [u32],
    /// `CUtensorMapInterleave`
    pub interleave: u32,
    /// `CUtensorMapSwizzle`
    pub swizzle: u32,
    /// `CUtensorMapL2promotion`, a hint that is checked.
    pub promotion: u32,
    /// `CUtensorMapFloatOOBfill`
    pub fill: u32,
}

/// The box of columns.
#[derive(Clone, Copy, Debug)]
pub struct Columns<'a> {
    /// By spatial dimension.
    pub lower: &'a [i32],
    /// By spatial dimension.
    pub upper: &'a [i32],
    /// Channels of a pixel.
    pub channels: u32,
    /// Pixels of a copy.
    pub pixels: u32,
}

/// The argument that is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refused {
    /// No such type, or one that Hopper has not.
    Type(u32),
    /// Not 1 to 5; 3 to 5 with slices or columns.
    Rank(usize),
    /// Not a multiple of 16, with 32-byte slices of 32.
    Address(u64),
    /// Zero, or more than 2^32.
    Dim(u64),
    /// Not a multiple of 16, with 32-byte slices of 32, or 2^40 or more.
    Stride(u64),
    /// Zero, more than 256; of the innermost dimension not a multiple of 16 bytes, or more than the swizzle
    /// has.
    Box(u32),
    /// Zero, or more than 8.
    Step(u32),
    /// No such number.
    Interleave(u32),
    /// No such number.
    Swizzle(u32),
    /// No such number.
    Promotion(u32),
    /// No such number, or NaN for integers.
    Fill(u32),
    /// Outside what so many dimensions can have, or a box that ends before it begins.
    Corner(i32),
    /// Zero, or more than 1024.
    Pixels(u32),
    /// A box of more bytes than shared memory has.
    Bytes(u64),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Type(n) => write!(f, "no type of elements has the number {n}"),
            Refused::Rank(n) => write!(f, "a tensor map of {n} dimensions"),
            Refused::Address(a) => write!(f, "the tensor's address {a:#x} is not aligned"),
            Refused::Dim(n) => write!(f, "a dimension of {n} elements"),
            Refused::Stride(n) => write!(f, "a stride of {n} bytes"),
            Refused::Box(n) => write!(f, "a box of {n} elements in a dimension"),
            Refused::Step(n) => write!(f, "an element stride of {n}"),
            Refused::Interleave(n) => write!(f, "no interleaving has the number {n}"),
            Refused::Swizzle(n) => write!(f, "no swizzle has the number {n}"),
            Refused::Promotion(n) => write!(f, "no L2 promotion has the number {n}"),
            Refused::Fill(n) => write!(f, "no fill for these elements has the number {n}"),
            Refused::Corner(n) => write!(f, "a corner of the pixel box at {n}"),
            Refused::Pixels(n) => write!(f, "a column of {n} pixels"),
            Refused::Bytes(n) => write!(f, "a box of {n} bytes"),
        }
    }
}

/// A map of boxes of `extent` elements (`cuTensorMapEncodeTiled`). Slices are as long as the tensor has
/// dimensions.
///
/// # Errors
/// The first argument that is refused.
pub fn tiled(tensor: &Tensor<'_>, extent: &[u32]) -> Result<Map, Refused> {
    let mut map = common(tensor)?;
    let rank = map.rank;
    let extent = &extent[..rank.min(extent.len())];
    if let Some(&bad) = extent.iter().find(|&&n| n == 0 || n > MOST_EXTENT) {
        return Err(Refused::Box(bad));
    }
    if extent.len() < rank {
        return Err(Refused::Rank(rank));
    }
    map.extent[..rank].copy_from_slice(extent);
    inner(&map)?;
    let rows = (1..rank).map(|n| u64::from(map.extent[n].div_ceil(map.steps[n]))).product::<u64>();
    whole(u64::from(map.extent[0] * map.element.bytes()) * rows)?;
    Ok(map)
}

/// A map of columns (`cuTensorMapEncodeIm2col`).
///
/// # Errors
/// The first argument that is refused.
pub fn im2col(tensor: &Tensor<'_>, columns: &Columns<'_>) -> Result<Map, Refused> {
    let mut map = common(tensor)?;
    if map.rank < 3 {
        return Err(Refused::Rank(map.rank));
    }
    let spatial = map.rank - 2;
    let bits = 16 / spatial as u32;
    let (least, most) = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1);
    let mut corners = Im2col { lower: [0; 3], upper: [0; 3], pixels: 0 };
    for n in 0..spatial {
        let (Some(&lower), Some(&upper)) = (columns.lower.get(n), columns.upper.get(n)) else {
            return Err(Refused::Rank(map.rank));
        };
        if let Some(bad) = [lower, upper].into_iter().find(|corner| !(least..=most).contains(corner)) {
            return Err(Refused::Corner(bad));
        }
        // With slices the pixels' dimensions are the first ones.
        let pixels = map.dims[n + usize::from(map.interleave == Interleave::None)] as i64;
        if pixels - 1 + i64::from(upper) < i64::from(lower) {
            return Err(Refused::Corner(upper));
        }
        (corners.lower[n], corners.upper[n]) = (lower as i16, upper as i16);
    }
    if columns.channels == 0 || columns.channels > MOST_EXTENT {
        return Err(Refused::Box(columns.channels));
    }
    if columns.pixels == 0 || columns.pixels > MOST_PIXELS {
        return Err(Refused::Pixels(columns.pixels));
    }
    corners.pixels = columns.pixels as u16;
    map.extent[0] = columns.channels;
    map.im2col = Some(corners);
    inner(&map)?;
    whole(u64::from(columns.channels * map.element.bytes()) * u64::from(columns.pixels))?;
    Ok(map)
}

/// Puts a tensor elsewhere (`cuTensorMapReplaceAddress`).
///
/// # Errors
/// The address is not a multiple of 16.
pub fn move_to(map: &mut Map, address: u64) -> Result<(), Refused> {
    if !address.is_multiple_of(16) {
        return Err(Refused::Address(address));
    }
    map.address = address;
    Ok(())
}

/// What both kinds check.
fn common(tensor: &Tensor<'_>) -> Result<Map, Refused> {
    let element = Element::from_driver(tensor.element).ok_or(Refused::Type(tensor.element))?;
    let rank = tensor.dims.len();
    let interleave = match tensor.interleave {
        0 => Interleave::None,
        1 => Interleave::Bytes16,
        2 => Interleave::Bytes32,
        other => return Err(Refused::Interleave(other)),
    };
    let least = if interleave == Interleave::None { 1 } else { 3 };
    if !(least..=RANKS).contains(&rank) || tensor.strides.len() + 1 < rank || tensor.steps.len() < rank {
        return Err(Refused::Rank(rank));
    }
    let unit = if interleave == Interleave::Bytes32 { 32 } else { 16 };
    if !tensor.address.is_multiple_of(unit) {
        return Err(Refused::Address(tensor.address));
    }
    if let Some(&bad) = tensor.dims.iter().find(|&&n| n == 0 || n > 1 << 32) {
        return Err(Refused::Dim(bad));
    }
    let strides = &tensor.strides[..rank - 1];
    if let Some(&bad) = strides.iter().find(|&&n| !n.is_multiple_of(unit) || n >= END_OF_STRIDES) {
        return Err(Refused::Stride(bad));
    }
    let steps = &tensor.steps[..rank];
    if let Some(&bad) = steps.iter().find(|&&n| n == 0 || n > MOST_STEP) {
        return Err(Refused::Step(bad));
    }
    let swizzle = match tensor.swizzle {
        0 => Swizzle::None,
        1 => Swizzle::Bytes32,
        2 => Swizzle::Bytes64,
        3 => Swizzle::Bytes128,
        other => return Err(Refused::Swizzle(other)),
    };
    if tensor.promotion > 3 {
        return Err(Refused::Promotion(tensor.promotion));
    }
    let fill = match tensor.fill {
        0 => Fill::Zeros,
        1 if element.is_float() => Fill::Nan,
        other => return Err(Refused::Fill(other)),
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

/// The innermost row of a box is whole pieces of 16 bytes, and no longer than the swizzle.
fn inner(map: &Map) -> Result<(), Refused> {
    let bytes = map.extent[0] * map.element.bytes();
    let swizzled = map.interleave == Interleave::None && map.swizzle != Swizzle::None;
    if !bytes.is_multiple_of(16) || swizzled && bytes > map.swizzle.span() {
        return Err(Refused::Box(map.extent[0]));
    }
    Ok(())
}

fn whole(bytes: u64) -> Result<(), Refused> {
    if bytes > MOST_BYTES { Err(Refused::Bytes(bytes)) } else { Ok(()) }
}
