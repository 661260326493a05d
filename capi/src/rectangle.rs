//! Copies and fills of rows and slices (HIP: "Memory Management", the 2D and 3D forms), in linear memory and
//! arrays.

use crate::entry::{In, Out, entry_points};
use crate::memory::{device, direction, host, peers, stream};
use crate::types::{Array, Stream};
use hip_sys::{
    HIP_MEMCPY3D, hip_Memcpy2D, hipExtent, hipMemcpy3DParms, hipMemcpy3DPeerParms, hipMemcpyKind,
    hipMemoryType, hipPitchedPtr, hipPos,
};
use runtime::Error;
use runtime::api::StreamRef;
use runtime::api::array;
use runtime::api::memory::{self, Direction, End, Extent, Pattern, Pitch};
use std::ffi::c_void;

/// A box to copy.
pub(crate) struct Rows {
    pub(crate) to: End,
    pub(crate) from: End,
    pub(crate) extent: Extent,
    pub(crate) direction: Direction,
}

impl Rows {
    pub(crate) fn now(self, on: StreamRef) -> Result<(), Error> {
        memory::copy_box(self.to, self.from, self.extent, self.direction, on)
    }

    pub(crate) fn later(self, on: StreamRef) -> Result<(), Error> {
        memory::copy_box_async(self.to, self.from, self.extent, self.direction, on)
    }
}

/// Rows to copy, in the form of the runtime API.
pub(crate) struct Flat {
    pub(crate) to: *mut c_void,
    pub(crate) to_pitch: u64,
    pub(crate) from: *const c_void,
    pub(crate) from_pitch: u64,
    pub(crate) width: u64,
    pub(crate) height: u64,
    pub(crate) kind: hipMemcpyKind,
}

impl Flat {
    /// Returns the box to copy.
    pub(crate) fn rows(self) -> Result<Rows, Error> {
        let Flat { to, to_pitch, from, from_pitch, width, height, kind } = self;
        let pitch = |row| Pitch { row, slice: 0 };
        // Even a single row must not be wider than its pitch.
        for (what, pitch) in [("destination", to_pitch), ("source", from_pitch)] {
            if pitch < width {
                return Err(Error::BadPitch { what, pitch, least: width });
            }
        }
        Ok(Rows {
            to: (host(to), pitch(to_pitch)).into(),
            from: (host(from), pitch(from_pitch)).into(),
            extent: Extent { width, height, depth: 1 },
            direction: direction(kind)?,
        })
    }
}

/// End of a copy, in the form of the driver API; a 2D copy has no slices.
#[derive(Clone, Copy)]
pub(crate) struct Side {
    /// Bytes, rows, slices.
    pub(crate) position: [u64; 3],
    pub(crate) lod: u64,
    pub(crate) kind: hipMemoryType,
    pub(crate) host: *const c_void,
    pub(crate) device: *const c_void,
    pub(crate) array: Array,
    pub(crate) pitch: u64,
    pub(crate) height: u64,
}

/// Ends of a copy of the driver API, and its extent.
#[derive(Clone, Copy)]
pub(crate) struct Sides {
    pub(crate) from: Side,
    pub(crate) to: Side,
    pub(crate) extent: Extent,
}

impl From<&hip_Memcpy2D> for Sides {
    fn from(copy: &hip_Memcpy2D) -> Self {
        let from = Side {
            position: [copy.srcXInBytes as u64, copy.srcY as u64, 0],
            lod: 0,
            kind: copy.srcMemoryType,
            host: copy.srcHost,
            device: copy.srcDevice,
            array: Array::of_c(copy.srcArray),
            pitch: copy.srcPitch as u64,
            height: 0,
        };
        let to = Side {
            position: [copy.dstXInBytes as u64, copy.dstY as u64, 0],
            lod: 0,
            kind: copy.dstMemoryType,
            host: copy.dstHost,
            device: copy.dstDevice,
            array: Array::of_c(copy.dstArray),
            pitch: copy.dstPitch as u64,
            height: 0,
        };
        let extent = Extent { width: copy.WidthInBytes as u64, height: copy.Height as u64, depth: 1 };
        Sides { from, to, extent }
    }
}

impl From<&HIP_MEMCPY3D> for Sides {
    fn from(copy: &HIP_MEMCPY3D) -> Self {
        let from = Side {
            position: [copy.srcXInBytes as u64, copy.srcY as u64, copy.srcZ as u64],
            lod: copy.srcLOD as u64,
            kind: copy.srcMemoryType,
            host: copy.srcHost,
            device: copy.srcDevice,
            array: Array::of_c(copy.srcArray),
            pitch: copy.srcPitch as u64,
            height: copy.srcHeight as u64,
        };
        let to = Side {
            position: [copy.dstXInBytes as u64, copy.dstY as u64, copy.dstZ as u64],
            lod: copy.dstLOD as u64,
            kind: copy.dstMemoryType,
            host: copy.dstHost,
            device: copy.dstDevice,
            array: Array::of_c(copy.dstArray),
            pitch: copy.dstPitch as u64,
            height: copy.dstHeight as u64,
        };
        let [width, height, depth] = [copy.WidthInBytes, copy.Height, copy.Depth].map(|n| n as u64);
        Sides { from, to, extent: Extent { width, height, depth } }
    }
}

/// Returns an end of the driver API. `slice` is the distance of slices, in bytes.
fn end(side: &Side, slice: u64, extent: &Extent) -> Result<End, Error> {
    let [x, y, z] = side.position;
    let address = match side.kind {
        hipMemoryType::hipMemoryTypeHost => side.host as u64,
        hipMemoryType::hipMemoryTypeDevice
        | hipMemoryType::hipMemoryTypeManaged
        | hipMemoryType::hipMemoryTypeUnified => side.device as u64,
        hipMemoryType::hipMemoryTypeArray => {
            return array::part(side.array.id()?, [x, y, z], [extent.width, extent.height, extent.depth]);
        }
        hipMemoryType(got) => {
            return Err(Error::UnknownEnumerator { what: "hipMemoryType", got: got.into() });
        }
    };
    if address == 0 {
        return Err(Error::Null { what: "an end of the copy" });
    }
    // Without a pitch, rows are contiguous.
    let row = if side.pitch == 0 { extent.width } else { side.pitch };
    let needs = x.checked_add(extent.width);
    if (extent.height > 1 || y > 0) && needs.is_none_or(|least| row < least) {
        return Err(Error::OutOfRange {
            what: "pitch",
            got: row,
            min: needs.unwrap_or(u64::MAX),
            max: u64::MAX,
        });
    }
    let start = || {
        let rows = y.checked_mul(row)?;
        address.checked_add(z.checked_mul(slice)?)?.checked_add(rows)?.checked_add(x)
    };
    let start = start().ok_or(Error::BadPointer { what: "an end of the copy", address })? as *const c_void;
    let on_device = side.kind == hipMemoryType::hipMemoryTypeDevice;
    let pointer = if on_device { device(start) } else { host(start) };
    Ok((pointer, Pitch { row, slice }).into())
}

fn driver_2d(copy: &hip_Memcpy2D) -> Result<Rows, Error> {
    let Sides { from, to, extent } = copy.into();
    let (to, from) = (end(&to, 0, &extent)?, end(&from, 0, &extent)?);
    Ok(Rows { to, from, extent, direction: Direction::Any })
}

/// Returns a 3D copy, in the form of the driver API.
pub(crate) fn driver_3d(copy: &Sides) -> Result<Rows, Error> {
    let extent = copy.extent;
    if let Some(got) = [copy.from.lod, copy.to.lod].into_iter().find(|&lod| lod != 0) {
        return Err(Error::OutOfRange { what: "LOD", got, min: 0, max: 0 });
    }
    let of = |side: &Side| {
        let row = if side.pitch == 0 { extent.width } else { side.pitch };
        let rows = if side.height == 0 { extent.height } else { side.height };
        let too_high = Error::OutOfRange { what: "height", got: rows, min: 0, max: u64::MAX / row.max(1) };
        let is_array = side.kind == hipMemoryType::hipMemoryTypeArray;
        has_rows(side.height, side.position[1], &extent)
            .or_else(|few| if is_array { Ok(()) } else { Err(few) })?;
        end(side, row.checked_mul(rows).ok_or(too_high)?, &extent)
    };
    let (to, from) = (of(&copy.to)?, of(&copy.from)?);
    Ok(Rows { to, from, extent, direction: Direction::Any })
}

/// Checks that the slices of an end have enough rows for the box; 0 rows means unspecified.
fn has_rows(rows: u64, y: u64, extent: &Extent) -> Result<(), Error> {
    let least = y.saturating_add(extent.height);
    if rows == 0 || rows >= least {
        return Ok(());
    }
    Err(Error::OutOfRange { what: "height", got: rows, min: least, max: u64::MAX })
}

/// Converts an extent.
pub(crate) fn extent(of: &hipExtent) -> Extent {
    Extent { width: of.width as u64, height: of.height as u64, depth: of.depth as u64 }
}

/// Returns a 3D copy, in the form of the runtime API: positions are in bytes, rows and slices.
pub(crate) fn pitched(copy: &hipMemcpy3DParms) -> Result<Rows, Error> {
    let Extent { width: texels, height, depth } = extent(&copy.extent);
    // With an array, widths and its positions are in texels.
    let mut texel = 1;
    for array in [copy.dstArray, copy.srcArray].into_iter().filter(|array| !array.is_null()) {
        let desc = array::describe(Array::of_c(array).id()?)?;
        texel = u64::from(desc.format.bytes()) * u64::from(desc.channels);
    }
    let width = texels.checked_mul(texel).ok_or(Error::OutOfRange {
        what: "width",
        got: texels,
        min: 0,
        max: u64::MAX / texel,
    })?;
    let extent = Extent { width, height, depth };
    let part = |array: Array, at: &hipPos| {
        let x = (at.x as u64).saturating_mul(texel);
        array::part(array.id()?, [x, at.y as u64, at.z as u64], [width, height, depth])
    };
    let end = |array, at: &hipPitchedPtr, position: &hipPos, what| {
        // Exactly one of both must be given.
        match Array::of_c(array) {
            array if array.word() == 0 => plain(at, position, &extent, what),
            array if at.ptr.is_null() => part(array, position),
            _ => Err(Error::BadPointer { what, address: at.ptr as u64 }),
        }
    };
    Ok(Rows {
        to: end(copy.dstArray, &copy.dstPtr, &copy.dstPos, "destination")?,
        from: end(copy.srcArray, &copy.srcPtr, &copy.srcPos, "source")?,
        extent,
        direction: direction(copy.kind)?,
    })
}

/// Returns an end in plain memory, in the form of the runtime API.
fn plain(at: &hipPitchedPtr, position: &hipPos, extent: &Extent, what: &'static str) -> Result<End, Error> {
    let (address, pitch, rows) = (at.ptr as u64, at.pitch as u64, at.ysize as u64);
    let [x, y, z] = [position.x, position.y, position.z].map(|n| n as u64);
    if pitch < extent.width {
        return Err(Error::BadPitch { what, pitch, least: extent.width });
    }
    // With several slices, too few rows are reported as a pitch that is too small (observed on an H200).
    if extent.depth <= 1 {
        has_rows(rows, y, extent)?;
    }
    let start = || {
        let slice = pitch.checked_mul(rows)?;
        let offset = z.checked_mul(slice)?.checked_add(y.checked_mul(pitch)?)?;
        Some((address.checked_add(offset)?.checked_add(x)?, slice))
    };
    let (start, slice) = start().ok_or(Error::BadPointer { what, address })?;
    Ok((host(start as *const c_void), Pitch { row: pitch, slice }).into())
}

/// Returns a copy between devices. All devices' memory lies in one window, so apart from checking the
/// ordinals the addresses suffice.
fn peer_rows(copy: &hipMemcpy3DPeerParms) -> Result<Rows, Error> {
    let hipMemcpy3DPeerParms { srcArray, srcPos, srcPtr, dstArray, dstPos, dstPtr, extent, .. } = *copy;
    peers(copy.dstDevice, copy.srcDevice)?;
    let kind = hipMemcpyKind::hipMemcpyDeviceToDevice;
    pitched(&hipMemcpy3DParms { srcArray, srcPos, srcPtr, dstArray, dstPos, dstPtr, extent, kind })
}

/// A fill of a box of bytes.
pub(crate) fn fill(at: &hipPitchedPtr, value: i32, bytes: &hipExtent, on: StreamRef) -> Result<(), Error> {
    let (row, rows) = (at.pitch as u64, at.ysize as u64);
    let slice =
        row.checked_mul(rows).ok_or(Error::BadPointer { what: "destination", address: at.ptr as u64 })?;
    memory::fill_box_async(
        (device(at.ptr), Pitch { row, slice }),
        Pattern::D8(value as u8),
        extent(bytes),
        on,
    )
}

/// Rows of values to fill.
pub(crate) struct FlatFill {
    pub(crate) to: *mut c_void,
    pub(crate) pitch: u64,
    pub(crate) pattern: Pattern,
    pub(crate) width: u64,
    pub(crate) height: u64,
}

impl FlatFill {
    pub(crate) fn later(self, on: StreamRef) -> Result<(), Error> {
        let FlatFill { to, pitch, pattern, width, height } = self;
        let to = (device(to), Pitch { row: pitch, slice: 0 });
        memory::fill_box_async(to, pattern, Extent { width, height, depth: 1 }, on)
    }
}

fn wait() -> Result<(), Error> {
    memory::finish()
}

entry_points! {
    /// Allocates slices of rows.
    fn hipMalloc3D(out: Out<hipPitchedPtr>, size: hipExtent) {
        let out = out.wanted("pitchedDevPtr")?;
        let Extent { width, height, depth } = extent(&size);
        let (address, pitch) = memory::alloc_pitch(width, height.saturating_mul(depth))?;
        out.set(hipPitchedPtr {
            ptr: address as *mut c_void,
            pitch: pitch as usize,
            xsize: size.width,
            ysize: size.height,
        });
    }
    /// Copies rows and waits.
    fn hipMemcpy2D(to: *mut c_void, to_pitch: u64, from: *const c_void, from_pitch: u64, width: u64, height: u64, kind: hipMemcpyKind) {
        Flat { to, to_pitch, from, from_pitch, width, height, kind }.rows()?.now(StreamRef::Legacy)?;
    }
    /// Copies rows, in stream order.
    fn hipMemcpy2DAsync(to: *mut c_void, to_pitch: u64, from: *const c_void, from_pitch: u64, width: u64, height: u64, kind: hipMemcpyKind, on: Stream) {
        Flat { to, to_pitch, from, from_pitch, width, height, kind }.rows()?.later(stream(on)?)?;
    }
    /// Copies rows and waits.
    fn hipMemcpyParam2D(copy: In<hip_Memcpy2D>) { driver_2d(&copy.read("pCopy")?)?.now(StreamRef::Legacy)?; }
    /// Copies rows, in stream order.
    fn hipMemcpyParam2DAsync(copy: In<hip_Memcpy2D>, on: Stream) { driver_2d(&copy.read("pCopy")?)?.later(stream(on)?)?; }
    /// Copies rows, of any pitch, and waits.
    fn hipDrvMemcpy2DUnaligned(copy: In<hip_Memcpy2D>) { driver_2d(&copy.read("pCopy")?)?.now(StreamRef::Legacy)?; }
    /// Copies slices and waits.
    fn hipDrvMemcpy3D(copy: In<HIP_MEMCPY3D>) { driver_3d(&(&copy.read("pCopy")?).into())?.now(StreamRef::Legacy)?; }
    /// Copies slices, in stream order.
    fn hipDrvMemcpy3DAsync(copy: In<HIP_MEMCPY3D>, on: Stream) { driver_3d(&(&copy.read("pCopy")?).into())?.later(stream(on)?)?; }
    /// Copies slices and waits.
    fn hipMemcpy3D(copy: In<hipMemcpy3DParms>) { pitched(&copy.read("p")?)?.now(StreamRef::Legacy)?; }
    /// Copies slices, in stream order.
    fn hipMemcpy3DAsync(copy: In<hipMemcpy3DParms>, on: Stream) { pitched(&copy.read("p")?)?.later(stream(on)?)?; }
    /// Copies slices between devices and waits.
    fn hipMemcpy3DPeer(copy: In<hipMemcpy3DPeerParms>) { peer_rows(&copy.read("p")?)?.now(StreamRef::Legacy)?; }
    /// Copies slices between devices, in stream order.
    fn hipMemcpy3DPeerAsync(copy: In<hipMemcpy3DPeerParms>, on: Stream) { peer_rows(&copy.read("p")?)?.later(stream(on)?)?; }
    /// Fills rows of bytes.
    fn hipMemset2D(to: *mut c_void, pitch: u64, value: i32, width: u64, height: u64) {
        FlatFill { to, pitch, pattern: Pattern::D8(value as u8), width, height }.later(StreamRef::Legacy)?;
        wait()?;
    }
    /// Fills rows of bytes, in stream order.
    fn hipMemset2DAsync(to: *mut c_void, pitch: u64, value: i32, width: u64, height: u64, on: Stream) {
        FlatFill { to, pitch, pattern: Pattern::D8(value as u8), width, height }.later(stream(on)?)?;
    }
    /// Fills slices of bytes.
    fn hipMemset3D(to: hipPitchedPtr, value: i32, extent: hipExtent) {
        fill(&to, value, &extent, StreamRef::Legacy)?;
        wait()?;
    }
    /// Fills slices of bytes, in stream order.
    fn hipMemset3DAsync(to: hipPitchedPtr, value: i32, extent: hipExtent, on: Stream) {
        fill(&to, value, &extent, stream(on)?)?;
    }
    /// Fills rows of bytes.
    fn hipMemsetD2D8(to: *mut c_void, pitch: u64, value: u8, width: u64, height: u64) {
        FlatFill { to, pitch, pattern: Pattern::D8(value), width, height }.later(StreamRef::Legacy)?;
        wait()?;
    }
    /// Fills rows of bytes, in stream order.
    fn hipMemsetD2D8Async(to: *mut c_void, pitch: u64, value: u8, width: u64, height: u64, on: Stream) {
        FlatFill { to, pitch, pattern: Pattern::D8(value), width, height }.later(stream(on)?)?;
    }
    /// Fills rows of 16-bit values.
    fn hipMemsetD2D16(to: *mut c_void, pitch: u64, value: u16, width: u64, height: u64) {
        FlatFill { to, pitch, pattern: Pattern::D16(value), width, height }.later(StreamRef::Legacy)?;
        wait()?;
    }
    /// Fills rows of 16-bit values, in stream order.
    fn hipMemsetD2D16Async(to: *mut c_void, pitch: u64, value: u16, width: u64, height: u64, on: Stream) {
        FlatFill { to, pitch, pattern: Pattern::D16(value), width, height }.later(stream(on)?)?;
    }
    /// Fills rows of 32-bit values.
    fn hipMemsetD2D32(to: *mut c_void, pitch: u64, value: u32, width: u64, height: u64) {
        FlatFill { to, pitch, pattern: Pattern::D32(value), width, height }.later(StreamRef::Legacy)?;
        wait()?;
    }
    /// Fills rows of 32-bit values, in stream order.
    fn hipMemsetD2D32Async(to: *mut c_void, pitch: u64, value: u32, width: u64, height: u64, on: Stream) {
        FlatFill { to, pitch, pattern: Pattern::D32(value), width, height }.later(stream(on)?)?;
    }
}
