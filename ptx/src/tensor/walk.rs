//! Rows of a box: their places in global and shared memory.
//!
//! A row is the innermost dimension of a box. In an interleaved tensor it is one pixel of 16 or 32 bytes, and
//! the last dimension but one, the slices, has extent 1 in a box.

use super::map::{Im2col, Interleave, Map, RANKS, Swizzle};

/// Coordinates of an element or a box.
pub(super) type Coordinates = [i64; RANKS];

/// Row of a box.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Row {
    /// Start in global memory, if it is inside; it may precede the start of the tensor's row.
    pub(super) address: u64,
    /// `true` if all other coordinates are inside the tensor.
    pub(super) inside: bool,
}

/// Layout of rows, independent of coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    /// Size of a row in bytes.
    pub(super) row: u32,
    /// Distance of rows in shared memory in bytes.
    pub(super) pitch: u32,
    /// First dimension in which rows differ: 1, or 0 in an interleaved tensor.
    first: usize,
}

impl Swizzle {
    /// Returns the span in bytes within which pieces are swapped; it limits the row of a box.
    pub const fn span(self) -> u32 {
        match self {
            Swizzle::None => 0,
            Swizzle::Bytes32 => 32,
            Swizzle::Bytes64 => 64,
            Swizzle::Bytes128 => 128,
        }
    }

    /// Applies the swizzle to a shared-memory address: exclusive or of the number of the 16-byte piece with
    /// up to three bits of the address, 128 bytes above.
    pub(super) const fn apply(self, address: u64) -> u64 {
        let mask = match self {
            Swizzle::None => 0,
            Swizzle::Bytes32 => 1,
            Swizzle::Bytes64 => 3,
            Swizzle::Bytes128 => 7,
        };
        address ^ (address >> 7 & mask) << 4
    }
}

impl Shape {
    pub(super) fn new(map: &Map) -> Shape {
        let slice = |bytes| Shape { row: bytes, pitch: bytes, first: 0 };
        match map.interleave {
            Interleave::Bytes16 => slice(16),
            Interleave::Bytes32 => slice(32),
            Interleave::None => {
                let row = map.extent[0] * map.element.bytes();
                Shape { row, pitch: row.max(map.swizzle.span()), first: 1 }
            }
        }
    }

    /// Returns whether rows are single pixels of a slice.
    pub(super) const fn is_sliced(self) -> bool {
        self.first == 0
    }

    /// Returns the row at some coordinates.
    fn row_at(self, map: &Map, at: &Coordinates) -> Row {
        let unit = if self.is_sliced() { self.row } else { map.element.bytes() };
        let mut address = map.address.wrapping_add_signed(at[0].wrapping_mul(unit.into()));
        let mut inside = true;
        for (n, place) in at.iter().enumerate().take(map.rank) {
            if n > 0 {
                address = address.wrapping_add_signed(place.wrapping_mul(map.strides[n - 1] as i64));
            }
            inside &= n < self.first || (0..map.dims[n] as i64).contains(place);
        }
        Row { address, inside }
    }

    /// Calls `row` with each row of the box at some coordinates, in the order of shared memory, until it
    /// fails.
    pub(super) fn each_row<E>(
        self,
        map: &Map,
        at: Coordinates,
        mut row: impl FnMut(Row) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut counts = [1; RANKS];
        for (n, count) in counts.iter_mut().enumerate().take(map.rank).skip(self.first) {
            *count = map.extent[n].div_ceil(map.steps[n]);
        }
        if self.is_sliced() {
            counts[map.rank - 2] = 1;
        }
        let mut index = [0; RANKS];
        let mut here = at;
        loop {
            row(self.row_at(map, &here))?;
            let mut n = self.first;
            loop {
                if n >= map.rank {
                    return Ok(());
                }
                index[n] += 1;
                here[n] += i64::from(map.steps[n]);
                if index[n] < counts[n] {
                    break;
                }
                (index[n], here[n]) = (0, at[n]);
                n += 1;
            }
        }
    }

    /// Returns the first and the last pixel of a column in spatial dimension `n`.
    fn bounds(self, map: &Map, columns: &Im2col, n: usize) -> (i64, i64) {
        let end = map.dims[self.first + n] as i64 - 1 + i64::from(columns.upper[n]);
        (columns.lower[n].into(), end)
    }

    /// Returns whether a column may start at some coordinates: inside the box of pixels.
    pub(super) fn may_start(self, map: &Map, columns: &Im2col, at: &Coordinates) -> bool {
        (0..map.rank - 2).all(|n| {
            let (lower, upper) = self.bounds(map, columns, n);
            (lower..=upper).contains(&at[self.first + n])
        })
    }

    /// Calls `row` with each pixel of the column that starts at some coordinates, shifted by `offsets`, until
    /// it fails.
    pub(super) fn each_pixel<E>(
        self,
        map: &Map,
        columns: &Im2col,
        at: Coordinates,
        offsets: [u16; 3],
        mut row: impl FnMut(Row) -> Result<(), E>,
    ) -> Result<(), E> {
        let spatial = map.rank - 2;
        let mut here = at;
        for _ in 0..columns.pixels {
            let mut moved = here;
            for n in 0..spatial {
                moved[self.first + n] += i64::from(offsets[n]);
            }
            row(self.row_at(map, &moved))?;
            let mut n = 0;
            while n < spatial {
                let (lower, upper) = self.bounds(map, columns, n);
                let place = &mut here[self.first + n];
                *place += i64::from(map.steps[self.first + n]);
                if *place <= upper {
                    break;
                }
                *place = lower;
                n += 1;
            }
            if n == spatial {
                here[map.rank - 1] += 1;
            }
        }
        Ok(())
    }
}
