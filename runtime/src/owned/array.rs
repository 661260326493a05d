//! Arrays of texels for textures and surfaces, and copies of boxes of values.

use super::memory::Owned;
use super::slice::{Lend, LendMut};
use super::storage::{Loan, Storage, submit_or_record};
use crate::api::array::{self, ArrayDesc, Format, flag};
use crate::api::stream::resolve;
use crate::api::{self, StreamRef};
use crate::backend::End;
use crate::graph::{CopyCall, Operation};
use crate::object::ArrayObject;
use crate::state::process;
use crate::sync::Arc;
use crate::types::{Direction, Extent, Pitch, Plain, Pointer};
use crate::{Error, PinnedBuffer, Stream};
use std::fmt;
use std::marker::PhantomData;

/// Value that a texel holds: a number, or an array of 2 or 4.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no texel",
    label = "not a texel",
    note = "use an integer of up to 32 bits, `f32`, or an array of 2 or 4 of them"
)]
pub trait Texel: Plain + texel::Texel {}

mod texel {
    use crate::api::array::Format;

    pub trait Texel {
        const FORMAT: Format;
        const CHANNELS: u32;
    }
}

macro_rules! texels {
    ($($ty:ty: $format:ident;)*) => {$(
        texels!($ty, $format, 1);
        texels!([$ty; 2], $format, 2);
        texels!([$ty; 4], $format, 4);
    )*};
    ($ty:ty, $format:ident, $channels:literal) => {
        impl Texel for $ty {}
        impl texel::Texel for $ty {
            const FORMAT: Format = Format::$format;
            const CHANNELS: u32 = $channels;
        }
    };
}

texels! {
    u8: U8;
    u16: U16;
    u32: U32;
    i8: S8;
    i16: S16;
    i32: S32;
    f32: F32;
}

#[cfg(feature = "half")]
texels! {
    half::f16: F16;
}

/// Array of texels of up to three dimensions, in a layout of the device's. Textures and surfaces are made of
/// it. Freed on drop, after the work that uses it.
pub struct Array<T> {
    storage: Arc<Storage>,
    object: Arc<ArrayObject>,
    /// Number of its level among those that have the same storage.
    level: u32,
    extent: [usize; 3],
    of: PhantomData<T>,
}

impl<T: Texel> Array<T> {
    /// Allocates an uninitialised row of texels.
    ///
    /// # Errors
    /// `OutOfRange` for an empty one, and for a larger one than textures can be; `OutOfMemory`; errors of the
    /// current context.
    pub fn d1(width: usize) -> Result<Self, Error> {
        Array::allocate(width, 0, 0, 0)
    }

    /// Allocates uninitialised rows of texels.
    ///
    /// # Errors
    /// Those of [`Array::d1`].
    pub fn d2(width: usize, height: usize) -> Result<Self, Error> {
        Array::allocate(width, height.max(1), 0, 0)
    }

    /// Allocates uninitialised slices of rows of texels.
    ///
    /// # Errors
    /// Those of [`Array::d1`].
    pub fn d3(width: usize, height: usize, depth: usize) -> Result<Self, Error> {
        Array::allocate(width, height.max(1), depth.max(1), 0)
    }

    /// Allocates uninitialised layers of two dimensions.
    ///
    /// # Errors
    /// Those of [`Array::d1`].
    pub fn layers(width: usize, height: usize, layers: usize) -> Result<Self, Error> {
        Array::allocate(width, height.max(1), layers.max(1), flag::LAYERED)
    }

    fn allocate(width: usize, height: usize, depth: usize, flags: u32) -> Result<Self, Error> {
        let side = |side: usize| side as u64;
        let desc = ArrayDesc {
            width: side(width),
            height: side(height),
            depth: side(depth),
            format: T::FORMAT,
            channels: T::CHANNELS,
            flags: flags | flag::SURFACE,
        };
        let object = process()?.get(array::create(desc)?)?;
        let storage = Storage::new(0, Owned::Array(Arc::clone(&object)));
        let extent = [width, height.max(1), depth.max(1)];
        Ok(Array { storage, object, level: 0, extent, of: PhantomData })
    }

    /// A level of an array that has the storage.
    pub(super) fn level(storage: &Arc<Storage>, object: Arc<ArrayObject>, level: u32) -> Self {
        let ArrayDesc { width, height, depth, .. } = object.desc;
        let extent = [width, height, depth].map(|side| side.max(1) as usize);
        Array { storage: Arc::clone(storage), object, level, extent, of: PhantomData }
    }

    /// Begins a copy's source at a texel.
    pub fn region(&self, at: [usize; 3]) -> Region<'_, T> {
        Region::new(self.loan(false), Place::Array(Arc::clone(&self.object), at))
    }

    /// Begins a copy's target at a texel.
    pub fn region_mut(&mut self, at: [usize; 3]) -> RegionMut<'_, T> {
        RegionMut::new(self.loan(true), Place::Array(Arc::clone(&self.object), at))
    }

    /// Overwrites all texels, row by row, after the work that uses them.
    ///
    /// # Errors
    /// `PastEnd` for another number of texels; `Fault`.
    pub fn copy_from(&mut self, texels: &[T]) -> Result<(), Error> {
        self.check(texels.len())?;
        let (staged, extent) = (PinnedBuffer::from_slice(texels)?, self.extent);
        let [row, rows, _] = extent;
        copy_box(StreamRef::Legacy, Region::slices(&staged, row, rows), self.region_mut([0; 3]), extent)
    }

    /// All texels, row by row, after the work that writes them.
    ///
    /// # Errors
    /// `Fault`.
    pub fn to_vec(&self) -> Result<Vec<T>, Error> {
        let mut staged = PinnedBuffer::<T>::zeroed(self.len())?;
        let ([row, rows, _], extent) = (self.extent, self.extent);
        copy_box(StreamRef::Legacy, self.region([0; 3]), RegionMut::slices(&mut staged, row, rows), extent)?;
        Ok(staged.as_slice()?.to_vec())
    }

    fn check(&self, len: usize) -> Result<(), Error> {
        if len == self.len() {
            return Ok(());
        }
        let bytes = |texels: usize| (texels as u64).saturating_mul(size_of::<T>() as u64);
        let size = bytes(self.len());
        Err(Error::PastEnd { what: "copy", address: 0, bytes: bytes(len), base: 0, size })
    }
}

impl<T> Array<T> {
    /// Number of texels.
    pub const fn len(&self) -> usize {
        self.extent[0] * self.extent[1] * self.extent[2]
    }

    /// Returns whether it is empty.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Texels of a row, rows of a slice, slices or layers.
    pub const fn extent(&self) -> [usize; 3] {
        self.extent
    }

    pub(super) const fn object(&self) -> &Arc<ArrayObject> {
        &self.object
    }

    /// All of it: parts of an array are not told apart, but levels are.
    pub(super) fn loan(&self, writes: bool) -> Loan {
        let number = u64::from(self.level);
        Loan { storage: Arc::clone(&self.storage), part: number..number + 1, writes, graph: None }
    }
}

impl<T> fmt::Debug for Array<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [width, height, depth] = self.extent;
        write!(f, "array of {width} × {height} × {depth} texels")
    }
}

/// Place of values at an end of a copy.
#[derive(Debug)]
enum Place {
    /// In a buffer: values from a row to the next, rows from a slice to the next.
    Rows(usize, usize),
    /// In an array, from a texel on.
    Array(Arc<ArrayObject>, [usize; 3]),
}

/// Source of a copy of a box: rows of a buffer, or part of an [`Array`].
#[derive(Debug)]
pub struct Region<'a, T> {
    loan: Loan,
    place: Place,
    of: PhantomData<&'a T>,
}

/// Target of a copy of a box.
#[derive(Debug)]
pub struct RegionMut<'a, T>(Region<'a, T>, PhantomData<&'a mut T>);

impl<'a, T: Plain> Region<'a, T> {
    const fn new(loan: Loan, place: Place) -> Self {
        Region { loan, place, of: PhantomData }
    }

    /// Values of a buffer in rows, each of which begins this many values after the one before.
    pub fn rows(values: impl Lend<T> + 'a, row: usize) -> Self {
        Region::new(values.loan(), Place::Rows(row, 0))
    }

    /// Values of a buffer in slices of rows: values from a row to the next, rows from a slice to the next.
    pub fn slices(values: impl Lend<T> + 'a, row: usize, rows: usize) -> Self {
        Region::new(values.loan(), Place::Rows(row, rows))
    }

    /// End of a copy of a box of values, and the memory that it uses.
    fn end(self, [width, height, depth]: [usize; 3]) -> Result<(End, Loan), Error> {
        let (Region { mut loan, place, .. }, size) = (self, size_of::<T>() as u64);
        let bytes = |values: usize| (values as u64).saturating_mul(size);
        match place {
            Place::Array(array, [x, y, z]) => {
                let (at, extent) =
                    ([bytes(x), y as u64, z as u64], [bytes(width), height as u64, depth as u64]);
                Ok((api::array::part(array.id, at, extent)?, loan))
            }
            Place::Rows(row, rows) => {
                let (last_row, last_slice) = (height.saturating_sub(1), depth.saturating_sub(1));
                let before = last_slice.saturating_mul(rows).saturating_add(last_row).saturating_mul(row);
                let used = bytes(before.saturating_add(width));
                let overlap = last_row > 0 && row < width || last_slice > 0 && rows < height;
                if overlap || used > loan.bytes() {
                    let (base, size) = (loan.address(), loan.bytes());
                    let what = if overlap { "copy of rows that overlap" } else { "copy of a box" };
                    return Err(Error::PastEnd { what, address: base, bytes: used, base, size });
                }
                loan.part.end = loan.part.start + used;
                let pitch = Pitch { row: bytes(row), slice: bytes(row.saturating_mul(rows)) };
                Ok((End::Memory(Pointer::on_device(loan.address()), pitch), loan))
            }
        }
    }
}

impl<'a, T: Plain> RegionMut<'a, T> {
    const fn new(loan: Loan, place: Place) -> Self {
        RegionMut(Region::new(loan, place), PhantomData)
    }

    /// Values of a buffer in rows, each of which begins this many values after the one before.
    pub fn rows(values: impl LendMut<T> + 'a, row: usize) -> Self {
        RegionMut::new(values.loan(), Place::Rows(row, 0))
    }

    /// Values of a buffer in slices of rows: values from a row to the next, rows from a slice to the next.
    pub fn slices(values: impl LendMut<T> + 'a, row: usize, rows: usize) -> Self {
        RegionMut::new(values.loan(), Place::Rows(row, rows))
    }
}

impl Stream {
    /// Copies a box of values in stream order, and does not wait: this many values a row, rows, slices.
    ///
    /// # Errors
    /// `PastEnd` for a box that leaves a buffer, and for rows that overlap; `OutOfRange` for one that leaves
    /// an array; `Capture`; errors of the stream.
    pub fn copy_box<T: Plain>(
        &self,
        from: Region<'_, T>,
        to: RegionMut<'_, T>,
        extent: [usize; 3],
    ) -> Result<(), Error> {
        copy_box(self.handle(), from, to, extent)
    }
}

fn copy_box<T: Plain>(
    stream: StreamRef,
    from: Region<'_, T>,
    to: RegionMut<'_, T>,
    extent: [usize; 3],
) -> Result<(), Error> {
    if extent.contains(&0) {
        return Ok(());
    }
    let ((source, read), (target, written)) = (from.end(extent)?, to.0.end(extent)?);
    let stream = resolve(stream)?;
    let [width, height, depth] = extent.map(|side| side as u64);
    let (extent, any) = (Extent { width: width * size_of::<T>() as u64, height, depth }, Direction::Any);
    let node = || Ok(Operation::Copy(CopyCall::captured(&target, &source, extent, any)));
    let work = || stream.copy(&target, &source, extent, any);
    submit_or_record(&stream, &[read, written], node, work)
}
