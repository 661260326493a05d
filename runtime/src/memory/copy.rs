//! Copies and fills: checked when they are submitted, executed in stream order.
//!
//! This is the only place of the runtime that accesses host and device bytes. A plan holds references to the
//! allocations that it accesses, so the pages of a queued copy stay mapped.
#![expect(unsafe_code, reason = "copies between addresses that kernels and C programs use at the same time")]

use super::Memory;
use super::observer::{Observer, Observers};
use super::range::Span;
use super::untouched;
use crate::Error;
use crate::types::{AllocationKind, Direction, Extent, Pattern, Pitch, Pointer};

impl Memory {
    /// Target of a kernel's access: device memory, or mapped pageable memory of the program if devices can
    /// access that.
    pub(crate) fn reached(&self, address: u64, bytes: u64) -> Pointer {
        match self.pageable(address, bytes) {
            // SAFETY: the range is mapped. The program keeps it so while its kernels run, as on hardware.
            Some(_) => unsafe { Pointer::host(std::ptr::with_exposed_provenance(address as usize)) },
            None => Pointer::on_device(address),
        }
    }
}

impl Memory {
    /// Checks an end of a copy, which is written if `write`.
    ///
    /// # Errors
    /// `BadPointer`, `PastEnd`.
    pub(crate) fn check_end(&self, pointer: Pointer, bytes: u64, write: bool) -> Result<(), Error> {
        let what = if write { "destination" } else { "source" };
        End::resolve(self, what, pointer, bytes, write).map(drop)
    }
}

/// End of a copy.
enum End {
    /// Device-visible memory, kept alive by `span`.
    Held { span: Span, address: u64 },
    /// Other memory of the process, whose validity [`Pointer::host`] promises.
    Host { address: u64 },
    /// Bytes copied when the operation was submitted.
    Staged(Vec<u8>),
}

impl End {
    fn resolve(
        memory: &Memory,
        what: &'static str,
        pointer: Pointer,
        bytes: u64,
        write: bool,
    ) -> Result<End, Error> {
        let (address, may_be_host) = (pointer.address(), pointer.may_be_host());
        // Registered memory also belongs to the program: a copy may exceed the registered range if the
        // program vouched for the pointer.
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

    /// Memory that was freed for operations submitted from now on.
    fn leaving(memory: &Memory, address: u64, bytes: u64) -> Option<End> {
        let span = Span::new(memory.leaving(address)?, address, bytes, |_| None)?;
        Some(End::Held { span, address })
    }

    fn address(&self) -> *mut u8 {
        let address = match self {
            End::Held { address, .. } | End::Host { address } => *address,
            End::Staged(bytes) => return bytes.as_ptr().cast_mut(),
        };
        std::ptr::with_exposed_provenance_mut(address as usize)
    }
}

impl Pitch {
    /// Pitch without gaps.
    const fn tight(extent: Extent) -> Self {
        Pitch { row: extent.width, slice: extent.width * extent.height }
    }

    /// Bytes from the first to the end of the last byte of a non-empty box.
    ///
    /// # Errors
    /// `BadPitch` if rows or slices overlap; `BadPointer` if the span exceeds the address space.
    pub(crate) fn span(self, extent: Extent, what: &'static str, address: u64) -> Result<u64, Error> {
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

/// Checked copy.
pub(crate) struct Copy {
    to: End,
    from: End,
    extent: Extent,
    to_pitch: Pitch,
    from_pitch: Pitch,
    observers: Observers,
}

impl Copy {
    /// Plans a copy of a non-empty box.
    ///
    /// # Errors
    /// `BadPointer`, `PastEnd` if an end that must be on the device is outside of allocations, or exceeds
    /// one; `BadPitch`.
    pub(crate) fn plan_box(
        memory: &Memory,
        (to, to_pitch): (Pointer, Pitch),
        (from, from_pitch): (Pointer, Pitch),
        extent: Extent,
        direction: Direction,
    ) -> Result<Copy, Error> {
        let need = |what, pointer: Pointer, wanted: bool| {
            if wanted && !memory.is_ours(pointer.address()) {
                return Err(Error::BadPointer { what, address: pointer.address() });
            }
            Ok(())
        };
        need("destination", to, matches!(direction, Direction::ToDevice | Direction::OnDevice))?;
        need("source", from, matches!(direction, Direction::ToHost | Direction::OnDevice))?;
        let to_bytes = to_pitch.span(extent, "destination", to.address())?;
        let from_bytes = from_pitch.span(extent, "source", from.address())?;
        let end = |what, pointer, bytes, write| {
            End::resolve(memory, what, pointer, bytes, write)
                .inspect_err(|_| memory.report_out_of_bounds(what, pointer, bytes))
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

    /// Plans a copy of owned bytes.
    ///
    /// # Errors
    /// Those of [`Copy::plan_box`].
    pub(crate) fn from_bytes(memory: &Memory, to: Pointer, bytes: Vec<u8>) -> Result<Copy, Error> {
        let end = End::resolve(memory, "destination", to, bytes.len() as u64, true)
            .inspect_err(|_| memory.report_out_of_bounds("destination", to, bytes.len() as u64))?;
        let len = bytes.len();
        Ok(Copy::row(memory, end, End::Staged(bytes), len))
    }

    fn row(memory: &Memory, to: End, from: End, bytes: usize) -> Copy {
        let pitch = Pitch::default();
        let (extent, observers) = (Extent::row(bytes as u64), memory.observers());
        Copy { to, from, extent, to_pitch: pitch, from_pitch: pitch, observers }
    }

    /// Plans a copy from a slice. The caller must wait for it while the slice is borrowed.
    ///
    /// # Errors
    /// Those of [`Copy::plan_box`].
    pub(crate) fn borrowing(memory: &Memory, to: Pointer, from: &[u8]) -> Result<Copy, Error> {
        let from_end = End::Host { address: from.as_ptr().expose_provenance() as u64 };
        Ok(Copy::row(
            memory,
            End::resolve(memory, "destination", to, from.len() as u64, true)?,
            from_end,
            from.len(),
        ))
    }

    /// Plans a copy to a slice. The caller must wait for it while the slice is borrowed.
    ///
    /// # Errors
    /// Those of [`Copy::plan_box`].
    pub(crate) fn borrowing_mut(memory: &Memory, to: &mut [u8], from: Pointer) -> Result<Copy, Error> {
        let to_end = End::Host { address: to.as_mut_ptr().expose_provenance() as u64 };
        Ok(Copy::row(memory, to_end, End::resolve(memory, "source", from, to.len() as u64, false)?, to.len()))
    }

    /// Plans a kernel's load from memory that a later operation of its stream frees.
    pub(crate) fn from_leaving(memory: &Memory, to: &mut [u8], from: u64) -> Option<Copy> {
        let to_end = End::Host { address: to.as_mut_ptr().expose_provenance() as u64 };
        Some(Copy::row(memory, to_end, End::leaving(memory, from, to.len() as u64)?, to.len()))
    }

    /// Plans a kernel's store to memory that a later operation of its stream frees.
    pub(crate) fn to_leaving(memory: &Memory, to: u64, from: &[u8]) -> Option<Copy> {
        let from_end = End::Host { address: from.as_ptr().expose_provenance() as u64 };
        Some(Copy::row(memory, End::leaving(memory, to, from.len() as u64)?, from_end, from.len()))
    }

    /// Direction and number of bytes.
    pub(crate) fn described(&self) -> (timeline::Way, u64) {
        use timeline::Way;
        // Device of an end; `None` for host memory.
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

    /// Returns whether it writes host memory, so that the caller has to wait.
    pub(crate) fn writes_host(&self) -> bool {
        matches!(self.to, End::Host { .. })
    }

    /// Copies the source now if it is host memory, which its owner may change after the call returns.
    pub(crate) fn stage(self) -> Copy {
        if !matches!(self.from, End::Host { .. }) {
            return self;
        }
        let tight = Pitch::tight(self.extent);
        // The destination is in an allocation and at least as large, so this cannot overflow.
        let mut staged = vec![0u8; (tight.slice * self.extent.depth) as usize];
        for (to, from) in rows(self.extent, tight, self.from_pitch) {
            let width = self.extent.width as usize;
            // SAFETY: `Pointer::host` promised a readable source; `staged` is new and holds all rows.
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

    /// Executes the copy and reports the written bytes to observers.
    pub(crate) fn run(self) {
        self.copy();
        self.notify();
        self.observers.each().for_each(Observer::settle);
    }

    /// Executes a kernel's load or store, which the checker observes by itself.
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
            // SAFETY: a held end is inside an allocation that outlives this plan (checked in `End::resolve`
            // over the span of all rows); a host end is valid until the operation is complete
            // (`Pointer::host`); a staged end is owned. Overlap is allowed. Concurrent writes to the same
            // device bytes are a race of the program, as on a GPU: no Rust object lives in these bytes.
            unsafe { std::ptr::copy(from_start.add(from), to_start.add(to), self.extent.width as usize) };
        }
    }

    fn notify(&self) {
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

/// Checked fill.
pub(crate) struct Fill {
    span: Span,
    address: u64,
    /// Extent with its width in bytes.
    extent: Extent,
    pitch: Pitch,
    pattern: Pattern,
    observers: Observers,
}

impl Fill {
    /// Direction and number of bytes.
    pub(crate) fn described(&self) -> (timeline::Way, u64) {
        (timeline::Way::Fill, self.extent.bytes())
    }

    /// Plans a fill of `count` values.
    ///
    /// # Errors
    /// The range is not in one allocation, or the address is not a multiple of the value's size.
    pub(crate) fn plan(memory: &Memory, to: Pointer, pattern: Pattern, count: u64) -> Result<Fill, Error> {
        let rows = Extent::row(count);
        Self::plan_box(memory, (to, Pitch::default()), pattern, rows)
    }

    /// Plans a fill of a non-empty box; its width is a number of values.
    ///
    /// # Errors
    /// Those of [`Fill::plan`], which apply to the pitches too; `BadPitch`.
    pub(crate) fn plan_box(
        memory: &Memory,
        (to, pitch): (Pointer, Pitch),
        pattern: Pattern,
        values: Extent,
    ) -> Result<Fill, Error> {
        let (what, address, size) = ("destination", to.address(), pattern.size());
        let width = values.width.checked_mul(size).ok_or(Error::BadPointer { what, address })?;
        let extent = Extent { width, ..values };
        // Unlike a copy's, an invalid pitch of a fill is an invalid value (observed on an H200).
        let bytes = pitch.span(extent, what, address).map_err(|error| match error {
            Error::BadPitch { pitch, least, .. } => {
                Error::OutOfRange { what: "pitch of a fill", got: pitch, min: least, max: u64::MAX }
            }
            error => error,
        })?;
        let span = memory
            .spanning(what, address, bytes)
            .inspect_err(|_| memory.report_out_of_bounds(what, to, bytes))?;
        if !span.allows(true) {
            return Err(Error::BadPointer { what, address });
        }
        let asked = [(address, true), (pitch.row, extent.height > 1), (pitch.slice, extent.depth > 1)];
        if let Some((address, _)) = asked.into_iter().find(|(at, counts)| *counts && at % size != 0) {
            return Err(Error::Unaligned { what, address, align: size });
        }
        Ok(Fill { span, address, extent, pitch, pattern, observers: memory.observers() })
    }

    /// Executes the fill.
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
            // SAFETY: the span is inside the allocation held (checked in `plan_box`), and each row is aligned
            // to the value's size. For races with kernels see `Copy::run`.
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
