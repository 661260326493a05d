//! Copies and fills: which memory they touch, checked when they are asked for, carried out when their turn
//! comes.
//!
//! This is the only place of the runtime where host and device bytes are touched. A plan holds the
//! allocations it touches, so a copy that is still queued never meets pages that are gone.
#![expect(unsafe_code, reason = "copies between addresses that kernels and C programs use at the same time")]

use super::Memory;
use super::observer::{Observer, Observers};
use super::range::{AllocationKind, Span};
use super::untouched;
use crate::Error;

/// An address that a program gave: in device-visible memory, or anywhere in the process if somebody promised
/// that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pointer {
    address: u64,
    /// [`Pointer::host`] was called for it.
    may_be_host: bool,
}

impl Pointer {
    /// A device address. Copies check it against the allocations, so any value is safe.
    pub const fn device(address: u64) -> Self {
        Pointer { address, may_be_host: false }
    }

    /// A pointer that may point to host memory.
    ///
    /// # Safety
    /// If it does not lie in device-visible memory, then what an operation on it reads or writes must be
    /// valid for that until the operation is complete.
    pub unsafe fn host(pointer: *const std::ffi::c_void) -> Self {
        Pointer { address: pointer.expose_provenance() as u64, may_be_host: true }
    }

    /// The address.
    pub const fn address(self) -> u64 {
        self.address
    }

    /// Whether somebody vouched for it as a host pointer.
    pub(crate) const fn may_be_host(self) -> bool {
        self.may_be_host
    }
}

impl Memory {
    /// What a kernel's access reaches: device memory, or the program's own where devices reach that and it is
    /// there.
    pub(crate) fn reached(&self, address: u64, bytes: u64) -> Pointer {
        Pointer { address, may_be_host: self.pageable(address, bytes).is_some() }
    }
}

/// One end of a copy.
enum End {
    /// Device-visible memory, held.
    Held { span: Span, address: u64 },
    /// Other memory of the process, valid as [`Pointer::host`] promises.
    Host { address: u64 },
    /// Bytes of our own, taken when the copy was asked for.
    Staged(Vec<u8>),
}

impl End {
    fn of(
        memory: &Memory,
        what: &'static str,
        pointer: Pointer,
        bytes: u64,
        write: bool,
    ) -> Result<End, Error> {
        let Pointer { address, may_be_host } = pointer;
        // Registered memory is the program's as well: a copy may leave it, as far as the program vouches for
        // that.
        let leaves =
            || may_be_host && memory.is_registered(address) && memory.holding(what, address, bytes).is_err();
        if memory.is_ours(address) && !leaves() {
            let span = memory.spanning(what, address, bytes)?;
            if !span.allows(write) {
                return Err(Error::BadPointer { what, address });
            }
            return Ok(End::Held { span, address });
        }
        if address == 0 || !may_be_host {
            return Err(Error::BadPointer { what, address });
        }
        Ok(End::Host { address })
    }

    fn address(&self) -> *mut u8 {
        let address = match self {
            End::Held { address, .. } | End::Host { address } => *address,
            End::Staged(bytes) => return bytes.as_ptr().cast_mut(),
        };
        std::ptr::with_exposed_provenance_mut(address as usize)
    }
}

/// A box of bytes: how wide a row is, how many rows a slice has, how many slices there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// Bytes of a row.
    pub width: u64,
    /// Rows of a slice.
    pub height: u64,
    /// Slices.
    pub depth: u64,
}

impl Extent {
    /// One row.
    pub const fn row(bytes: u64) -> Self {
        Extent { width: bytes, height: 1, depth: 1 }
    }

    /// How many bytes are in it.
    pub const fn bytes(self) -> u64 {
        self.width.saturating_mul(self.height).saturating_mul(self.depth)
    }

    /// Whether there is nothing in it.
    pub const fn is_empty(self) -> bool {
        self.width == 0 || self.height == 0 || self.depth == 0
    }
}

/// How far apart rows and slices begin, bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pitch {
    /// From row to row; a box of one row does not ask.
    pub row: u64,
    /// From slice to slice; a box of one slice does not ask.
    pub slice: u64,
}

impl Pitch {
    /// Rows and slices without gaps.
    const fn tight(extent: Extent) -> Self {
        Pitch { row: extent.width, slice: extent.width * extent.height }
    }

    /// Bytes from the first of a box, which is not empty, to behind its last.
    ///
    /// # Errors
    /// `BadPitch` if rows or slices overlap; `BadPointer` if that is more than there are addresses.
    fn span(self, extent: Extent, what: &'static str, address: u64) -> Result<u64, Error> {
        let Extent { width, height, depth } = extent;
        let rows = || (height - 1).checked_mul(self.row)?.checked_add(width);
        let too_long = || Error::BadPointer { what, address };
        let slice = if height == 1 { width } else { rows().ok_or_else(too_long)? };
        for (count, pitch, least) in [(height, self.row, width), (depth, self.slice, slice)] {
            if count > 1 && pitch < least {
                return Err(Error::BadPitch { what, pitch, least });
            }
        }
        let slices = || (depth - 1).checked_mul(self.slice)?.checked_add(slice);
        if depth == 1 { Ok(slice) } else { slices().ok_or_else(too_long) }
    }
}

/// A copy, checked.
pub(crate) struct Copy {
    to: End,
    from: End,
    extent: Extent,
    to_pitch: Pitch,
    from_pitch: Pitch,
    observers: Observers,
}

/// Which way a copy goes; what the caller says about the two pointers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// Anywhere to anywhere: the addresses tell.
    Any,
    /// From host memory to the device.
    ToDevice,
    /// From the device to host memory.
    ToHost,
    /// Within device-visible memory.
    OnDevice,
}

impl Copy {
    /// Plans a copy of `bytes`.
    ///
    /// # Errors
    /// An end that must be on the device and is not in an allocation there, or leaves it.
    pub(crate) fn plan(
        memory: &Memory,
        to: Pointer,
        from: Pointer,
        bytes: u64,
        direction: Direction,
    ) -> Result<Copy, Error> {
        let none = Pitch::default();
        Self::plan_box(memory, (to, none), (from, none), Extent::row(bytes), direction)
    }

    /// Plans a copy of a box, which is not empty.
    ///
    /// # Errors
    /// As [`Copy::plan`]; `BadPitch`.
    pub(crate) fn plan_box(
        memory: &Memory,
        (to, to_pitch): (Pointer, Pitch),
        (from, from_pitch): (Pointer, Pitch),
        extent: Extent,
        direction: Direction,
    ) -> Result<Copy, Error> {
        let need = |what, pointer: Pointer, wanted: bool| {
            if wanted && !memory.is_ours(pointer.address) {
                return Err(Error::BadPointer { what, address: pointer.address });
            }
            Ok(())
        };
        need("destination", to, matches!(direction, Direction::ToDevice | Direction::OnDevice))?;
        need("source", from, matches!(direction, Direction::ToHost | Direction::OnDevice))?;
        let to_bytes = to_pitch.span(extent, "destination", to.address)?;
        let from_bytes = from_pitch.span(extent, "source", from.address)?;
        let end = |what, pointer, bytes, write| {
            End::of(memory, what, pointer, bytes, write).inspect_err(|_| memory.beyond(what, pointer, bytes))
        };
        Ok(Copy {
            to: end("destination", to, to_bytes, true)?,
            from: end("source", from, from_bytes, false)?,
            extent,
            to_pitch,
            from_pitch,
            observers: memory.observers(),
        })
    }

    /// A copy of bytes that are at hand.
    ///
    /// # Errors
    /// As [`Copy::plan`].
    pub(crate) fn from_bytes(memory: &Memory, to: Pointer, bytes: Vec<u8>) -> Result<Copy, Error> {
        let end = End::of(memory, "destination", to, bytes.len() as u64, true)
            .inspect_err(|_| memory.beyond("destination", to, bytes.len() as u64))?;
        let len = bytes.len();
        Ok(Copy::row(memory, end, End::Staged(bytes), len))
    }

    fn row(memory: &Memory, to: End, from: End, bytes: usize) -> Copy {
        let pitch = Pitch::default();
        let (extent, observers) = (Extent::row(bytes as u64), memory.observers());
        Copy { to, from, extent, to_pitch: pitch, from_pitch: pitch, observers }
    }

    /// A copy from a slice, for a caller that waits for it within the slice's life.
    ///
    /// # Errors
    /// As [`Copy::plan`].
    pub(crate) fn borrowing(memory: &Memory, to: Pointer, from: &[u8]) -> Result<Copy, Error> {
        let from_end = End::Host { address: from.as_ptr().expose_provenance() as u64 };
        Ok(Copy::row(
            memory,
            End::of(memory, "destination", to, from.len() as u64, true)?,
            from_end,
            from.len(),
        ))
    }

    /// A copy to a slice, for a caller that waits for it within the slice's life.
    ///
    /// # Errors
    /// As [`Copy::plan`].
    pub(crate) fn borrowing_mut(memory: &Memory, to: &mut [u8], from: Pointer) -> Result<Copy, Error> {
        let to_end = End::Host { address: to.as_mut_ptr().expose_provenance() as u64 };
        Ok(Copy::row(memory, to_end, End::of(memory, "source", from, to.len() as u64, false)?, to.len()))
    }

    /// Which way it goes, and how many bytes.
    pub(crate) fn described(&self) -> (timeline::Way, u64) {
        use timeline::Way;
        // What lies in host memory, and else on which device.
        let place = |end: &End| match end {
            End::Held { span, .. }
                if !matches!(span.first.kind, AllocationKind::Pinned(_) | AllocationKind::Registered(_)) =>
            {
                Some(span.first.device)
            }
            End::Held { .. } | End::Host { .. } | End::Staged(_) => None,
        };
        let way = match (place(&self.from), place(&self.to)) {
            (Some(from), Some(to)) if from != to => Way::Peer,
            (Some(_), Some(_)) => Way::DeviceToDevice,
            (Some(_), None) => Way::DeviceToHost,
            (None, _) => Way::HostToDevice,
        };
        (way, self.extent.bytes())
    }

    /// Whether the caller's memory is written, so that the caller has to wait.
    pub(crate) fn writes_host(&self) -> bool {
        matches!(self.to, End::Host { .. })
    }

    /// Takes the source's bytes now if it is host memory whose owner may change it after the call returns.
    pub(crate) fn stage(self) -> Copy {
        if !matches!(self.from, End::Host { .. }) {
            return self;
        }
        let tight = Pitch::tight(self.extent);
        // The destination, which lies in an allocation, is at least as large.
        let mut staged = vec![0u8; (tight.slice * self.extent.depth) as usize];
        for (to, from) in rows(self.extent, tight, self.from_pitch) {
            let width = self.extent.width as usize;
            // SAFETY: `Pointer::host` promised that the source may be read; `staged` is new and holds all
            // rows.
            unsafe {
                std::ptr::copy_nonoverlapping(
                    self.from.address().add(from),
                    staged[to..].as_mut_ptr(),
                    width,
                );
            }
        }
        Copy { from: End::Staged(staged), from_pitch: tight, ..self }
    }

    /// Copies, and notes for the checker what was written.
    pub(crate) fn run(self) {
        self.copy();
        self.note();
        self.observers.each().for_each(Observer::settle);
    }

    /// Copies what a kernel loads or stores, of which the checker hears otherwise.
    pub(crate) fn carry_out(self) {
        self.copy();
    }

    fn copy(&self) {
        let _working = jit::watch::Working::begin();
        let _open = self.observers.open();
        let (to_start, from_start) = (self.to.address(), self.from.address());
        let span = || self.to_pitch.span(self.extent, "destination", 0);
        self.observers.each().for_each(|observer| observer.writes(to_start.addr() as u64, &span));
        for (to, from) in rows(self.extent, self.to_pitch, self.from_pitch) {
            // SAFETY: a held end lies in an allocation that cannot go before this plan does, all of it inside
            // (checked in `End::of` over the span of all rows); a host end is valid until the
            // operation is complete (`Pointer::host`); a staged one is ours. Overlap is allowed.
            // That others write the same device bytes at the same time is the program's race, as
            // on a GPU: nothing of Rust's lives in these bytes.
            unsafe { std::ptr::copy(from_start.add(from), to_start.add(to), self.extent.width as usize) };
        }
    }

    fn note(&self) {
        let End::Held { address: to_base, span } = &self.to else { return };
        for observer in self.observers.each() {
            for (to, from) in rows(self.extent, self.to_pitch, self.from_pitch) {
                let to = to_base + to as u64;
                match &self.from {
                    End::Held { address, span: source } if span.is_one() && source.is_one() => {
                        observer.copied(to, address + from as u64, self.extent.width);
                    }
                    _ => span.parts(to, self.extent.width).for_each(|(to, bytes)| observer.wrote(to, bytes)),
                }
            }
        }
    }
}

/// Offsets of each row at both ends.
fn rows(extent: Extent, to: Pitch, from: Pitch) -> impl Iterator<Item = (usize, usize)> {
    let at = |pitch: Pitch, slice: u64, row: u64| (slice * pitch.slice + row * pitch.row) as usize;
    let slices = 0..extent.depth;
    slices.flat_map(move |s| (0..extent.height).map(move |r| (at(to, s, r), at(from, s, r))))
}

/// A value to fill memory with: 1, 2 or 4 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// Bytes.
    D8(u8),
    /// 16-bit values, at addresses that are multiples of 2.
    D16(u16),
    /// 32-bit values, at addresses that are multiples of 4.
    D32(u32),
}

impl Pattern {
    /// Bytes of one value.
    pub const fn size(self) -> u64 {
        match self {
            Pattern::D8(_) => 1,
            Pattern::D16(_) => 2,
            Pattern::D32(_) => 4,
        }
    }
}

/// A fill, checked.
pub(crate) struct Fill {
    span: Span,
    address: u64,
    /// Width in bytes.
    extent: Extent,
    pitch: Pitch,
    pattern: Pattern,
    observers: Observers,
}

impl Fill {
    /// What it is, and how many bytes.
    pub(crate) fn described(&self) -> (timeline::Way, u64) {
        (timeline::Way::Fill, self.extent.bytes())
    }

    /// Plans to write `count` values.
    ///
    /// # Errors
    /// A range that is not in one allocation; an address that is not a multiple of the value's size.
    pub(crate) fn plan(memory: &Memory, to: Pointer, pattern: Pattern, count: u64) -> Result<Fill, Error> {
        let rows = Extent::row(count);
        Self::plan_box(memory, (to, Pitch::default()), pattern, rows)
    }

    /// Plans to write a box, which is not empty, and whose width is a number of values.
    ///
    /// # Errors
    /// As [`Fill::plan`], also for the pitches; `BadPitch`.
    pub(crate) fn plan_box(
        memory: &Memory,
        (to, pitch): (Pointer, Pitch),
        pattern: Pattern,
        values: Extent,
    ) -> Result<Fill, Error> {
        let (what, address, size) = ("destination", to.address, pattern.size());
        let width = values.width.checked_mul(size).ok_or(Error::BadPointer { what, address })?;
        let extent = Extent { width, ..values };
        // Unlike a copy's, a fill's pitch is a value like others (observed on an H200).
        let bytes = pitch.span(extent, what, address).map_err(|error| match error {
            Error::BadPitch { pitch, least, .. } => {
                Error::OutOfRange { what: "pitch of a fill", got: pitch, min: least, max: u64::MAX }
            }
            error => error,
        })?;
        let span = memory.spanning(what, address, bytes).inspect_err(|_| memory.beyond(what, to, bytes))?;
        if !span.allows(true) {
            return Err(Error::BadPointer { what, address });
        }
        let asked = [(address, true), (pitch.row, extent.height > 1), (pitch.slice, extent.depth > 1)];
        if let Some((address, _)) = asked.into_iter().find(|(at, counts)| *counts && at % size != 0) {
            return Err(Error::Unaligned { what, address, align: size });
        }
        Ok(Fill { span, address, extent, pitch, pattern, observers: memory.observers() })
    }

    /// Fills.
    pub(crate) fn run(self) {
        let _working = jit::watch::Working::begin();
        let _open = self.observers.open();
        let start = std::ptr::with_exposed_provenance_mut::<u8>(self.address as usize);
        let span = || self.pitch.span(self.extent, "destination", self.address);
        self.observers.each().for_each(|observer| observer.writes(self.address, &span));
        let count = (self.extent.width / self.pattern.size()) as usize;
        let is_zero = matches!(self.pattern, Pattern::D8(0) | Pattern::D16(0) | Pattern::D32(0));
        let is_private = is_zero && untouched::is_private(&self.span.first);
        for (offset, _) in rows(self.extent, self.pitch, Pitch::default()) {
            // SAFETY: all of the span lies in the allocation that is held (checked in `plan_box`), each row
            // aligned to the value's size. On races with kernels see `Copy::run`.
            unsafe {
                let at = start.add(offset);
                match self.pattern {
                    _ if is_private => untouched::zero(at, self.extent.width as usize),
                    Pattern::D8(value) => std::ptr::write_bytes(at, value, count),
                    Pattern::D16(value) => {
                        std::slice::from_raw_parts_mut(at.cast::<u16>(), count).fill(value)
                    }
                    Pattern::D32(value) => {
                        std::slice::from_raw_parts_mut(at.cast::<u32>(), count).fill(value)
                    }
                }
            }
            for observer in self.observers.each() {
                let parts = self.span.parts(self.address + offset as u64, self.extent.width);
                parts.for_each(|(at, bytes)| observer.wrote(at, bytes));
            }
        }
        self.observers.each().for_each(Observer::settle);
    }
}
