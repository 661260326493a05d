//! Arrays (HIP: "Memory Management", "Texture Management").

use crate::entry::{In, Out, entry_points};
use crate::memory::{direction, host, stream};
use crate::rectangle::extent;
use crate::types::{Array, Mipmap, Stream};
use hip_sys::{
    HIP_ARRAY_DESCRIPTOR, HIP_ARRAY3D_DESCRIPTOR, hipArray_Format, hipArrayMemoryRequirements,
    hipChannelFormatDesc, hipChannelFormatKind, hipExtent, hipMemcpyKind,
};
use runtime::Error;
use runtime::api::StreamRef;
use runtime::api::array::{self, ArrayDesc, Format};
use runtime::api::memory::{self, Direction, End, Extent, Pitch};
use std::ffi::c_void;

crate::entry::export!(hipCreateChannelDesc);

pub(crate) fn format(code: hipArray_Format) -> Result<Format, Error> {
    array::format_of(code).ok_or(Error::UnknownEnumerator { what: "hipArray_Format", got: code.0.into() })
}

/// Returns the format and the number of channels of a channel description.
pub(crate) fn channels(desc: &hipChannelFormatDesc) -> Result<(Format, u32), Error> {
    let bits = [desc.x, desc.y, desc.z, desc.w];
    let unknown = Error::UnknownEnumerator { what: "hipChannelFormatDesc", got: bits[0].into() };
    let count = bits.iter().take_while(|&&b| b != 0).count();
    if !matches!(count, 1 | 2 | 4)
        || bits[..count].iter().any(|&b| b != bits[0])
        || bits[count..].iter().any(|&b| b != 0)
    {
        return Err(unknown);
    }
    let format = match (desc.f, bits[0]) {
        (hipChannelFormatKind::hipChannelFormatKindSigned, 8) => Format::S8,
        (hipChannelFormatKind::hipChannelFormatKindSigned, 16) => Format::S16,
        (hipChannelFormatKind::hipChannelFormatKindSigned, 32) => Format::S32,
        (hipChannelFormatKind::hipChannelFormatKindUnsigned, 8) => Format::U8,
        (hipChannelFormatKind::hipChannelFormatKindUnsigned, 16) => Format::U16,
        (hipChannelFormatKind::hipChannelFormatKindUnsigned, 32) => Format::U32,
        (hipChannelFormatKind::hipChannelFormatKindFloat, 16) => Format::F16,
        (hipChannelFormatKind::hipChannelFormatKindFloat, 32) => Format::F32,
        _ => return Err(unknown),
    };
    Ok((format, count as u32))
}

/// Returns the channel description of a format.
pub(crate) fn channel_desc(format: Format, channels: u32) -> hipChannelFormatDesc {
    let f = match format {
        _ if format.is_float() => hipChannelFormatKind::hipChannelFormatKindFloat,
        _ if format.is_signed() => hipChannelFormatKind::hipChannelFormatKindSigned,
        _ => hipChannelFormatKind::hipChannelFormatKindUnsigned,
    };
    let [x, y, z, w] =
        std::array::from_fn(|n| if n < channels as usize { 8 * format.bytes() as i32 } else { 0 });
    hipChannelFormatDesc { x, y, z, w, f }
}

fn desc_3d(desc: &HIP_ARRAY3D_DESCRIPTOR) -> Result<ArrayDesc, Error> {
    Ok(ArrayDesc {
        width: desc.Width as u64,
        height: desc.Height as u64,
        depth: desc.Depth as u64,
        format: format(desc.Format)?,
        channels: desc.NumChannels,
        flags: desc.Flags,
    })
}

fn runtime_desc(desc: In<hipChannelFormatDesc>, size: Extent, flags: u32) -> Result<ArrayDesc, Error> {
    let (format, channels) = channels(&desc.read("desc")?)?;
    let Extent { width, height, depth } = size;
    Ok(ArrayDesc { width, height, depth, format, channels, flags })
}

/// Rows of an array: x in bytes.
pub(crate) fn rows(of: Array, x: u64, y: u64, (width, height): (u64, u64)) -> Result<End, Error> {
    array::part(of.id()?, [x, y, 0], [width, height, 1])
}

/// Rows of plain memory.
pub(crate) fn plain(at: *const c_void, pitch: u64, width: u64, what: &'static str) -> Result<End, Error> {
    if pitch < width {
        return Err(Error::BadPitch { what, pitch, least: width });
    }
    Ok((host(at), Pitch { row: pitch, slice: 0 }).into())
}

pub(crate) fn flat((width, height): (u64, u64)) -> Extent {
    Extent { width, height, depth: 1 }
}

/// Splits bytes that continue in the next row into pieces `(offset, x, y, width, height)`.
fn lines(of: Array, start: (u64, u64), count: u64) -> Result<Vec<[u64; 5]>, Error> {
    let row = array::row_bytes(of.id()?)?;
    let (mut x, mut y) = start;
    let (mut pieces, mut done) = (Vec::new(), 0);
    while done < count && x < row {
        let left = count - done;
        let whole = x == 0 && left >= row;
        let (width, height) = if whole { (row, left / row) } else { (left.min(row - x), 1) };
        pieces.push([done, x, y, width, height]);
        (done, x, y) = (done + width * height, 0, y + height);
    }
    if done < count {
        return Err(Error::OutOfRange { what: "x", got: x, min: 0, max: row });
    }
    Ok(pieces)
}

/// Copies between plain memory and an array, from a position on. All pieces are checked before the first is
/// copied.
pub(crate) fn bytes(
    of: Array,
    start: (u64, u64),
    at: *const c_void,
    count: u64,
    into: bool,
    way: Way,
) -> Result<(), Error> {
    let pieces = lines(of, start, count)?;
    let mut ends = Vec::with_capacity(pieces.len());
    for [_, x, y, width, height] in &pieces {
        ends.push(rows(of, *x, *y, (*width, *height))?);
    }
    for ([done, _, _, width, height], array) in pieces.into_iter().zip(ends) {
        let plain = End::Memory(host(at.wrapping_byte_add(done as usize)), Pitch { row: width, slice: 0 });
        let (to, from) = if into { (array, plain) } else { (plain, array) };
        go(to, from, flat((width, height)), way)?;
    }
    Ok(())
}

pub(crate) fn go(to: End, from: End, extent: Extent, way: Way) -> Result<(), Error> {
    if way.later {
        memory::copy_box_async(to, from, extent, way.direction, way.on)
    } else {
        memory::copy_box(to, from, extent, way.direction, way.on)
    }
}

/// Direction and stream of a copy; `later` is `false` for a copy that the caller waits for.
#[derive(Clone, Copy)]
pub(crate) struct Way {
    pub(crate) direction: Direction,
    pub(crate) on: StreamRef,
    pub(crate) later: bool,
}

/// Waits, in the legacy default stream; the addresses determine the direction.
const NOW: Way = Way { direction: Direction::Any, on: StreamRef::Legacy, later: false };

/// Like [`NOW`], within the device.
const ON_DEVICE: Way = Way { direction: Direction::OnDevice, ..NOW };

fn now(kind: hipMemcpyKind) -> Result<Way, Error> {
    Ok(Way { direction: direction(kind)?, ..NOW })
}

fn later(kind: hipMemcpyKind, on: Stream) -> Result<Way, Error> {
    Ok(Way { direction: direction(kind)?, on: stream(on)?, later: true })
}

/// `hipCreateChannelDesc`, which ROCm's library exports; programs use the inline function of the header.
pub extern "C" fn hipCreateChannelDesc(
    x: i32,
    y: i32,
    z: i32,
    w: i32,
    f: hipChannelFormatKind,
) -> hipChannelFormatDesc {
    hipChannelFormatDesc { x, y, z, w, f }
}

entry_points! {
    /// Makes an array of one or two dimensions.
    fn hipArrayCreate(out: Out<Array>, desc: In<HIP_ARRAY_DESCRIPTOR>) {
        let out = out.wanted("pHandle")?;
        let HIP_ARRAY_DESCRIPTOR { Width, Height, Format, NumChannels } = desc.read("pAllocateArray")?;
        let desc = HIP_ARRAY3D_DESCRIPTOR { Width, Height, Depth: 0, Format, NumChannels, Flags: 0 };
        out.set(Array::of(array::create(desc_3d(&desc)?)?));
    }
    /// Makes an array.
    fn hipArray3DCreate(out: Out<Array>, desc: In<HIP_ARRAY3D_DESCRIPTOR>) {
        let out = out.wanted("array")?;
        out.set(Array::of(array::create(desc_3d(&desc.read("pAllocateArray")?)?)?));
    }
    /// Makes an array of one or two dimensions.
    fn hipMallocArray(out: Out<Array>, desc: In<hipChannelFormatDesc>, width: u64, height: u64, flags: u32) {
        let out = out.wanted("array")?;
        let desc = runtime_desc(desc, Extent { width, height, depth: 0 }, flags)?;
        out.set(Array::of(array::create(desc)?));
    }
    /// Makes an array.
    fn hipMalloc3DArray(out: Out<Array>, desc: In<hipChannelFormatDesc>, size: hipExtent, flags: u32) {
        let out = out.wanted("array")?;
        out.set(Array::of(array::create(runtime_desc(desc, extent(&size), flags)?)?));
    }
    /// Frees an array.
    fn hipArrayDestroy(of: Array) { array::destroy(of.id()?)?; }
    /// Frees an array; null is ignored.
    fn hipFreeArray(of: Array) {
        if of.word() != 0 {
            array::destroy(of.id()?)?;
        }
    }
    /// Returns the properties of an array.
    fn hipArrayGetDescriptor(out: Out<HIP_ARRAY_DESCRIPTOR>, of: Array) {
        let out = out.wanted("pArrayDescriptor")?;
        let ArrayDesc { width, height, format, channels, .. } = array::describe(of.id()?)?;
        out.set(HIP_ARRAY_DESCRIPTOR {
            Width: width as usize,
            Height: height as usize,
            Format: array::format_code(format),
            NumChannels: channels,
        });
    }
    /// Returns the properties of an array.
    fn hipArray3DGetDescriptor(out: Out<HIP_ARRAY3D_DESCRIPTOR>, of: Array) {
        let out = out.wanted("pArrayDescriptor")?;
        let ArrayDesc { width, height, depth, format, channels, flags } = array::describe(of.id()?)?;
        out.set(HIP_ARRAY3D_DESCRIPTOR {
            Width: width as usize,
            Height: height as usize,
            Depth: depth as usize,
            Format: array::format_code(format),
            NumChannels: channels,
            Flags: flags,
        });
    }
    /// Returns the properties of an array; null pointers are skipped.
    fn hipArrayGetInfo(desc: Out<hipChannelFormatDesc>, extent: Out<hipExtent>, flags: Out<u32>, of: Array) {
        let found = array::describe(of.id()?)?;
        if let Some(desc) = desc.optional() {
            desc.set(channel_desc(found.format, found.channels));
        }
        if let Some(extent) = extent.optional() {
            let [width, height, depth] = [found.width, found.height, found.depth].map(|n| n as usize);
            extent.set(hipExtent { width, height, depth });
        }
        if let Some(flags) = flags.optional() {
            flags.set(found.flags);
        }
    }
    /// Returns the channel description of an array.
    fn hipGetChannelDesc(out: Out<hipChannelFormatDesc>, of: Array) {
        let out = out.wanted("desc")?;
        let found = array::describe(of.id()?)?;
        out.set(channel_desc(found.format, found.channels));
    }
    /// Makes an array with levels.
    fn hipMipmappedArrayCreate(out: Out<Mipmap>, desc: In<HIP_ARRAY3D_DESCRIPTOR>, levels: u32) {
        let out = out.wanted("pHandle")?;
        let desc = desc_3d(&desc.read("pMipmappedArrayDesc")?)?;
        out.set(Mipmap::of(array::create_mipmapped(desc, levels)?));
    }
    /// Makes an array with levels.
    fn hipMallocMipmappedArray(out: Out<Mipmap>, desc: In<hipChannelFormatDesc>, size: hipExtent, levels: u32, flags: u32) {
        let out = out.wanted("mipmappedArray")?;
        let desc = runtime_desc(desc, extent(&size), flags)?;
        out.set(Mipmap::of(array::create_mipmapped(desc, levels)?));
    }
    /// A level of an array with levels.
    fn hipMipmappedArrayGetLevel(out: Out<Array>, of: Mipmap, level: u32) {
        let out = out.wanted("pLevelArray")?;
        out.set(Array::of(array::level(of.id()?, level)?));
    }
    /// A level of an array with levels.
    fn hipGetMipmappedArrayLevel(out: Out<Array>, of: Mipmap, level: u32) {
        let out = out.wanted("levelArray")?;
        out.set(Array::of(array::level(of.id()?, level)?));
    }
    /// Returns the size and alignment of the memory for an array with levels.
    fn hipMipmappedArrayGetMemoryRequirements(out: Out<hipArrayMemoryRequirements>, of: Mipmap, device: i32) {
        let out = out.wanted("memoryRequirements")?;
        runtime::api::device::get(device)?;
        let (alignment, size) = array::mipmapped_needs(of.id()?)?;
        out.set(hipArrayMemoryRequirements { alignment: alignment as usize, size: size as usize });
    }
    /// Frees an array with levels.
    fn hipMipmappedArrayDestroy(of: Mipmap) { array::destroy_mipmapped(of.id()?)?; }
    /// Frees an array with levels; null is ignored.
    fn hipFreeMipmappedArray(of: Mipmap) {
        if of.word() != 0 {
            array::destroy_mipmapped(of.id()?)?;
        }
    }
    /// Copies rows to an array and waits.
    fn hipMemcpy2DToArray(to: Array, x: u64, y: u64, from: *const c_void, pitch: u64, width: u64, height: u64, kind: hipMemcpyKind) {
        let size = (width, height);
        go(rows(to, x, y, size)?, plain(from, pitch, width, "source")?, flat(size), now(kind)?)?;
    }
    /// Copies rows to an array when the stream's turn comes.
    fn hipMemcpy2DToArrayAsync(to: Array, x: u64, y: u64, from: *const c_void, pitch: u64, width: u64, height: u64, kind: hipMemcpyKind, on: Stream) {
        let size = (width, height);
        go(rows(to, x, y, size)?, plain(from, pitch, width, "source")?, flat(size), later(kind, on)?)?;
    }
    /// Copies rows from an array and waits.
    fn hipMemcpy2DFromArray(to: *mut c_void, pitch: u64, from: Array, x: u64, y: u64, width: u64, height: u64, kind: hipMemcpyKind) {
        let size = (width, height);
        go(plain(to, pitch, width, "destination")?, rows(from, x, y, size)?, flat(size), now(kind)?)?;
    }
    /// Copies rows from an array when the stream's turn comes.
    fn hipMemcpy2DFromArrayAsync(to: *mut c_void, pitch: u64, from: Array, x: u64, y: u64, width: u64, height: u64, kind: hipMemcpyKind, on: Stream) {
        let size = (width, height);
        go(plain(to, pitch, width, "destination")?, rows(from, x, y, size)?, flat(size), later(kind, on)?)?;
    }
    /// Copies rows from array to array and waits.
    fn hipMemcpy2DArrayToArray(to: Array, to_x: u64, to_y: u64, from: Array, from_x: u64, from_y: u64, width: u64, height: u64, kind: hipMemcpyKind) {
        let size = (width, height);
        go(rows(to, to_x, to_y, size)?, rows(from, from_x, from_y, size)?, flat(size), now(kind)?)?;
    }
    /// Copies bytes to an array, row by row from a place on, and waits.
    fn hipMemcpyToArray(to: Array, x: u64, y: u64, from: *const c_void, count: u64, kind: hipMemcpyKind) {
        bytes(to, (x, y), from, count, true, now(kind)?)?;
    }
    /// Copies bytes from an array, row by row from a place on, and waits.
    fn hipMemcpyFromArray(to: *mut c_void, from: Array, x: u64, y: u64, count: u64, kind: hipMemcpyKind) {
        bytes(from, (x, y), to, count, false, now(kind)?)?;
    }
    /// Copies bytes from host memory to a row of an array.
    fn hipMemcpyHtoA(to: Array, offset: u64, from: *const c_void, count: u64) {
        bytes(to, (offset, 0), from, count, true, NOW)?;
    }
    /// Copies bytes from host memory to a row of an array when the stream's turn comes.
    fn hipMemcpyHtoAAsync(to: Array, offset: u64, from: *const c_void, count: u64, on: Stream) {
        bytes(to, (offset, 0), from, count, true, Way { on: stream(on)?, later: true, ..NOW })?;
    }
    /// Copies bytes from a row of an array to host memory.
    fn hipMemcpyAtoH(to: *mut c_void, from: Array, offset: u64, count: u64) {
        bytes(from, (offset, 0), to, count, false, NOW)?;
    }
    /// Copies bytes from a row of an array to host memory when the stream's turn comes.
    fn hipMemcpyAtoHAsync(to: *mut c_void, from: Array, offset: u64, count: u64, on: Stream) {
        bytes(from, (offset, 0), to, count, false, Way { on: stream(on)?, later: true, ..NOW })?;
    }
    /// Copies bytes from device memory to a row of an array.
    fn hipMemcpyDtoA(to: Array, offset: u64, from: *const c_void, count: u64) {
        bytes(to, (offset, 0), from, count, true, ON_DEVICE)?;
    }
    /// Copies bytes from a row of an array to device memory.
    fn hipMemcpyAtoD(to: *mut c_void, from: Array, offset: u64, count: u64) {
        bytes(from, (offset, 0), to, count, false, ON_DEVICE)?;
    }
    /// Copies bytes from a row of an array to a row of another.
    fn hipMemcpyAtoA(to: Array, to_offset: u64, from: Array, from_offset: u64, count: u64) {
        let size = (count, 1);
        go(rows(to, to_offset, 0, size)?, rows(from, from_offset, 0, size)?, flat(size), NOW)?;
    }
}
