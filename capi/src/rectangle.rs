//! Copies and fills of rows and slices (HIP: "Memory Management", the 2D and 3D forms), of linear memory and arrays.

use crate::entry::{In, Out, entry_points};
use crate::memory::{device, direction, host, peers, stream};
use crate::types::{
    Array, Extent as CExtent, Memcpy2D, Memcpy3D, Memcpy3DParms, PitchedPtr, Side, Side3D, Stream,
};
use runtime::Error;
use runtime::api::StreamRef;
use runtime::api::array;
use runtime::api::memory::{self, Direction, Extent, Pattern, Pitch};
use runtime::memory::Pointer;
use std::ffi::c_void;

/// `hipMemoryType`: host, device, array, managed or unified.
const HOST: u32 = 1;
const DEVICE: u32 = 2;
const ARRAY: u32 = 10;
const UNIFIED: u32 = 11;
const MANAGED: u32 = 3;

/// One end of a copy: where it starts, and its pitches.
pub(crate) type End = (Pointer, Pitch);

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

/// Two dimensions, as the runtime API has them.
pub(crate) fn flat(
    (to, to_pitch): (*mut c_void, u64),
    (from, from_pitch): (*const c_void, u64),
    (width, height): (u64, u64),
    kind: u32,
) -> Result<Rows, Error> {
    let pitch = |row| Pitch { row, slice: 0 };
    // Even a single row must not be wider than its pitch.
    for (what, pitch) in [("destination", to_pitch), ("source", from_pitch)] {
        if pitch < width {
            return Err(Error::BadPitch { what, pitch, least: width });
        }
    }
    Ok(Rows {
        to: (host(to), pitch(to_pitch)),
        from: (host(from), pitch(from_pitch)),
        extent: Extent { width, height, depth: 1 },
        direction: direction(kind)?,
    })
}

/// An end as the driver API has it. `slice`: bytes from slice to slice.
fn end(side: &Side, z: u64, slice: u64, extent: &Extent) -> Result<End, Error> {
    let address = match side.kind {
        HOST => side.host,
        DEVICE | MANAGED | UNIFIED => side.device,
        ARRAY => {
            let start = [side.x, side.y, z];
            return array::part(
                Array::of_word(side.array).id()?,
                start,
                [extent.width, extent.height, extent.depth],
            );
        }
        other => return Err(Error::UnknownEnumerator { what: "hipMemoryType", got: other.into() }),
    };
    if address == 0 {
        return Err(Error::Null { what: "an end of the copy" });
    }
    // Without a pitch rows follow each other.
    let row = if side.pitch == 0 { extent.width } else { side.pitch };
    let needs = side.x.checked_add(extent.width);
    if (extent.height > 1 || side.y > 0) && needs.is_none_or(|least| row < least) {
        return Err(Error::OutOfRange {
            what: "pitch",
            got: row,
            min: needs.unwrap_or(u64::MAX),
            max: u64::MAX,
        });
    }
    let start = || {
        let rows = side.y.checked_mul(row)?;
        address.checked_add(z.checked_mul(slice)?)?.checked_add(rows)?.checked_add(side.x)
    };
    let start = start().ok_or(Error::BadPointer { what: "an end of the copy", address })?;
    let pointer =
        if side.kind == DEVICE { device(start as *const c_void) } else { host(start as *const c_void) };
    Ok((pointer, Pitch { row, slice }))
}

fn driver_2d(copy: &Memcpy2D) -> Result<Rows, Error> {
    let extent = Extent { width: copy.width, height: copy.height, depth: 1 };
    let (to, from) = (end(&copy.to, 0, 0, &extent)?, end(&copy.from, 0, 0, &extent)?);
    Ok(Rows { to, from, extent, direction: Direction::Any })
}

pub(crate) fn driver_3d(copy: &Memcpy3D) -> Result<Rows, Error> {
    let extent = Extent { width: copy.width, height: copy.height, depth: copy.depth };
    if let Some(got) = [copy.from.lod, copy.to.lod].into_iter().find(|&lod| lod != 0) {
        return Err(Error::OutOfRange { what: "LOD", got, min: 0, max: 0 });
    }
    let of = |side: &Side3D| {
        let row = if side.pitch == 0 { extent.width } else { side.pitch };
        let rows = if side.height == 0 { extent.height } else { side.height };
        let too_high = Error::OutOfRange { what: "height", got: rows, min: 0, max: u64::MAX / row.max(1) };
        has_rows(side.height, side.y, &extent)
            .or_else(|few| if side.kind == ARRAY { Ok(()) } else { Err(few) })?;
        end(&side.flat(), side.z, row.checked_mul(rows).ok_or(too_high)?, &extent)
    };
    let (to, from) = (of(&copy.to)?, of(&copy.from)?);
    Ok(Rows { to, from, extent, direction: Direction::Any })
}

/// Whether an end that says how many rows its slices have has those of the box; 0 says nothing.
fn has_rows(rows: u64, y: u64, extent: &Extent) -> Result<(), Error> {
    let least = y.saturating_add(extent.height);
    if rows == 0 || rows >= least {
        return Ok(());
    }
    Err(Error::OutOfRange { what: "height", got: rows, min: least, max: u64::MAX })
}

/// Three dimensions, as the runtime API has them: positions are bytes, rows and slices.
pub(crate) fn pitched(copy: &Memcpy3DParms) -> Result<Rows, Error> {
    let CExtent { width: texels, height, depth } = copy.extent;
    // With an array, widths and its positions count texels.
    let mut texel = 1;
    for word in [copy.to_array, copy.from_array].into_iter().filter(|&word| word != 0) {
        let desc = array::describe(Array::of_word(word).id()?)?;
        texel = u64::from(desc.format.bytes()) * u64::from(desc.channels);
    }
    let width = texels.checked_mul(texel).ok_or(Error::OutOfRange {
        what: "width",
        got: texels,
        min: 0,
        max: u64::MAX / texel,
    })?;
    let part = |word: u64, at: &CExtent| {
        let x = at.width.saturating_mul(texel);
        array::part(Array::of_word(word).id()?, [x, at.height, at.depth], [width, height, depth])
    };
    let of = |at: &PitchedPtr, position: &CExtent, what: &'static str| {
        if at.pitch < width {
            return Err(Error::BadPitch { what, pitch: at.pitch, least: width });
        }
        // Of several slices, rows that are too few are a pitch that is too small (an H200).
        if depth <= 1 {
            has_rows(at.rows, position.height, &Extent { width, height, depth })?;
        }
        let start = || {
            let slice = at.pitch.checked_mul(at.rows)?;
            let offset =
                position.depth.checked_mul(slice)?.checked_add(position.height.checked_mul(at.pitch)?)?;
            Some((at.pointer.checked_add(offset)?.checked_add(position.width)?, slice))
        };
        let (start, slice) = start().ok_or(Error::BadPointer { what, address: at.pointer })?;
        Ok((host(start as *const c_void), Pitch { row: at.pitch, slice }))
    };
    let end = |word: u64, at: &PitchedPtr, position: &CExtent, what: &'static str| {
        // Both, or neither, are a mistake.
        match (word, at.pointer) {
            (0, _) => of(at, position, what),
            (word, 0) => part(word, position),
            _ => Err(Error::BadPointer { what, address: at.pointer }),
        }
    };
    Ok(Rows {
        to: end(copy.to_array, &copy.to, &copy.to_position, "destination")?,
        from: end(copy.from_array, &copy.from, &copy.from_position, "source")?,
        extent: Extent { width, height, depth },
        direction: direction(copy.kind)?,
    })
}

/// `hipMemcpy3DPeerParms`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Peer3DParms {
    from_array: u64,
    from_position: CExtent,
    from: PitchedPtr,
    from_device: i32,
    to_array: u64,
    to_position: CExtent,
    to: PitchedPtr,
    to_device: i32,
    extent: CExtent,
}

const _: () = assert!(size_of::<Peer3DParms>() == 168);

impl Peer3DParms {
    /// All devices' memory lies in one window: besides the ordinals, the addresses tell everything.
    fn plan(&self) -> Result<Rows, Error> {
        let Peer3DParms { from_array, from_position, from, to_array, to_position, to, extent, .. } = *self;
        peers(self.to_device, self.from_device)?;
        // `hipMemcpyDeviceToDevice`
        let kind = 3;
        pitched(&Memcpy3DParms { from_array, from_position, from, to_array, to_position, to, extent, kind })
    }
}

/// A fill of a box of bytes.
pub(crate) fn fill(at: &PitchedPtr, value: i32, extent: &CExtent, on: StreamRef) -> Result<(), Error> {
    let CExtent { width, height, depth } = *extent;
    let slice = at
        .pitch
        .checked_mul(at.rows)
        .ok_or(Error::BadPointer { what: "destination", address: at.pointer })?;
    let to = (device(at.pointer as *const c_void), Pitch { row: at.pitch, slice });
    memory::fill_box_async(to, Pattern::D8(value as u8), Extent { width, height, depth }, on)
}

/// A fill of rows of values.
pub(crate) fn fill_rows(
    (to, pitch): (*mut c_void, u64),
    pattern: Pattern,
    (width, height): (u64, u64),
    on: StreamRef,
) -> Result<(), Error> {
    let to = (device(to), Pitch { row: pitch, slice: 0 });
    memory::fill_box_async(to, pattern, Extent { width, height, depth: 1 }, on)
}

fn wait() -> Result<(), Error> {
    memory::finish()
}

entry_points! {
    /// Allocates slices of rows.
    fn hipMalloc3D(out: Out<PitchedPtr>, extent: CExtent) {
        let out = out.wanted("pitchedDevPtr")?;
        let CExtent { width, height, depth } = extent;
        let (pointer, pitch) = memory::alloc_pitch(width, height.saturating_mul(depth))?;
        out.set(PitchedPtr { pointer, pitch, width, rows: height });
    }
    /// Copies rows and waits.
    fn hipMemcpy2D(to: *mut c_void, to_pitch: u64, from: *const c_void, from_pitch: u64, width: u64, height: u64, kind: u32) {
        flat((to, to_pitch), (from, from_pitch), (width, height), kind)?.now(StreamRef::Legacy)?;
    }
    /// Copies rows when the stream's turn comes.
    fn hipMemcpy2DAsync(to: *mut c_void, to_pitch: u64, from: *const c_void, from_pitch: u64, width: u64, height: u64, kind: u32, on: Stream) {
        flat((to, to_pitch), (from, from_pitch), (width, height), kind)?.later(stream(on)?)?;
    }
    /// Copies rows and waits.
    fn hipMemcpyParam2D(copy: In<Memcpy2D>) { driver_2d(&copy.read("pCopy")?)?.now(StreamRef::Legacy)?; }
    /// Copies rows when the stream's turn comes.
    fn hipMemcpyParam2DAsync(copy: In<Memcpy2D>, on: Stream) { driver_2d(&copy.read("pCopy")?)?.later(stream(on)?)?; }
    /// Copies rows, of any pitch, and waits.
    fn hipDrvMemcpy2DUnaligned(copy: In<Memcpy2D>) { driver_2d(&copy.read("pCopy")?)?.now(StreamRef::Legacy)?; }
    /// Copies slices and waits.
    fn hipDrvMemcpy3D(copy: In<Memcpy3D>) { driver_3d(&copy.read("pCopy")?)?.now(StreamRef::Legacy)?; }
    /// Copies slices when the stream's turn comes.
    fn hipDrvMemcpy3DAsync(copy: In<Memcpy3D>, on: Stream) { driver_3d(&copy.read("pCopy")?)?.later(stream(on)?)?; }
    /// Copies slices and waits.
    fn hipMemcpy3D(copy: In<Memcpy3DParms>) { pitched(&copy.read("p")?)?.now(StreamRef::Legacy)?; }
    /// Copies slices when the stream's turn comes.
    fn hipMemcpy3DAsync(copy: In<Memcpy3DParms>, on: Stream) { pitched(&copy.read("p")?)?.later(stream(on)?)?; }
    /// Copies slices between devices and waits.
    fn hipMemcpy3DPeer(copy: In<Peer3DParms>) { copy.read("p")?.plan()?.now(StreamRef::Legacy)?; }
    /// Copies slices between devices when the stream's turn comes.
    fn hipMemcpy3DPeerAsync(copy: In<Peer3DParms>, on: Stream) { copy.read("p")?.plan()?.later(stream(on)?)?; }
    /// Fills rows of bytes.
    fn hipMemset2D(to: *mut c_void, pitch: u64, value: i32, width: u64, height: u64) {
        fill_rows((to, pitch), Pattern::D8(value as u8), (width, height), StreamRef::Legacy)?;
        wait()?;
    }
    /// Fills rows of bytes when the stream's turn comes.
    fn hipMemset2DAsync(to: *mut c_void, pitch: u64, value: i32, width: u64, height: u64, on: Stream) {
        fill_rows((to, pitch), Pattern::D8(value as u8), (width, height), stream(on)?)?;
    }
    /// Fills slices of bytes.
    fn hipMemset3D(to: PitchedPtr, value: i32, extent: CExtent) {
        fill(&to, value, &extent, StreamRef::Legacy)?;
        wait()?;
    }
    /// Fills slices of bytes when the stream's turn comes.
    fn hipMemset3DAsync(to: PitchedPtr, value: i32, extent: CExtent, on: Stream) {
        fill(&to, value, &extent, stream(on)?)?;
    }
    /// Fills rows of bytes.
    fn hipMemsetD2D8(to: *mut c_void, pitch: u64, value: u8, width: u64, height: u64) {
        fill_rows((to, pitch), Pattern::D8(value), (width, height), StreamRef::Legacy)?;
        wait()?;
    }
    /// Fills rows of bytes when the stream's turn comes.
    fn hipMemsetD2D8Async(to: *mut c_void, pitch: u64, value: u8, width: u64, height: u64, on: Stream) {
        fill_rows((to, pitch), Pattern::D8(value), (width, height), stream(on)?)?;
    }
    /// Fills rows of 16-bit values.
    fn hipMemsetD2D16(to: *mut c_void, pitch: u64, value: u16, width: u64, height: u64) {
        fill_rows((to, pitch), Pattern::D16(value), (width, height), StreamRef::Legacy)?;
        wait()?;
    }
    /// Fills rows of 16-bit values when the stream's turn comes.
    fn hipMemsetD2D16Async(to: *mut c_void, pitch: u64, value: u16, width: u64, height: u64, on: Stream) {
        fill_rows((to, pitch), Pattern::D16(value), (width, height), stream(on)?)?;
    }
    /// Fills rows of 32-bit values.
    fn hipMemsetD2D32(to: *mut c_void, pitch: u64, value: u32, width: u64, height: u64) {
        fill_rows((to, pitch), Pattern::D32(value), (width, height), StreamRef::Legacy)?;
        wait()?;
    }
    /// Fills rows of 32-bit values when the stream's turn comes.
    fn hipMemsetD2D32Async(to: *mut c_void, pitch: u64, value: u32, width: u64, height: u64, on: Stream) {
        fill_rows((to, pitch), Pattern::D32(value), (width, height), stream(on)?)?;
    }
}
