//! Copies of boxes: loads, stores, reductions.

use super::elements::Element;
use super::map::{BYTES, Fill, Interleave, Map, RANKS};
use super::walk::{Coordinates, Row, Shape};
use crate::ir::tensor::{Move, Tensor};
use crate::ir::{AtomOp, Scalar};

/// Largest row in bytes: 256 elements of 8 bytes.
const MAX_ROW: usize = 256 * 8;
/// Alignment of boxes in shared memory.
const ALIGNMENT: u32 = 128;
/// Stores past the end of a row continue to a multiple of this.
const PIECE: i64 = 16;

/// Memory between which boxes are copied, by generic address.
pub trait BoxMemory {
    /// Reads `bytes`; returns `false` if any of it is inaccessible.
    fn read(&mut self, address: u64, bytes: &mut [u8]) -> bool;
    /// Stores `bytes`; returns `false` if any of it is inaccessible.
    fn write(&mut self, address: u64, bytes: &[u8]) -> bool;
    /// Combines an element with another, atomically; `ftz` flushes subnormals. Returns `false` if it is
    /// inaccessible.
    fn combine(&mut self, address: u64, op: AtomOp, ty: Scalar, ftz: bool, with: u64) -> bool;
}

/// Fault of a copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CopyFault {
    /// The bytes are not a map, or not one for this instruction, or the copy is not supported; an illegal
    /// instruction on an H200.
    Copy {
        /// Address of the map.
        address: u64,
        /// Reason.
        why: &'static str,
    },
    /// The shared-memory address is not a multiple of 128.
    Misaligned {
        /// Address.
        address: u64,
        /// Required alignment: 128.
        bytes: u32,
    },
    /// Inaccessible memory.
    Illegal {
        /// Address.
        address: u64,
        /// Bytes of the access.
        bytes: u32,
        /// `true` for a store.
        write: bool,
    },
}

/// Executes a copy with the operands that `what` [takes](Tensor::operand_types). Returns the number of bytes
/// that count for the mbarrier, including those outside the tensor.
///
/// # Errors
/// Returns the fault of an invalid copy.
pub fn carry_out(what: &Tensor, args: &[u64], places: &mut impl BoxMemory) -> Result<u32, CopyFault> {
    let rank = usize::from(what.rank);
    let arg = |n: usize| args.get(n).copied().unwrap_or(0);
    let (map_at, shared) = (arg(0), arg(1));
    let mut at: Coordinates = [0; RANKS];
    for (n, place) in at.iter_mut().enumerate().take(rank) {
        *place = i64::from(arg(2 + n) as i32);
    }
    // Surplus operands are ignored.
    let offsets = std::array::from_fn(|n| if n < what.offsets() { arg(2 + rank + n) as u16 } else { 0 });
    let mut bytes = [0; BYTES];
    if !places.read(map_at, &mut bytes) {
        return Err(CopyFault::Illegal { address: map_at, bytes: BYTES as u32, write: false });
    }
    let wrong = |why| CopyFault::Copy { address: map_at, why };
    let map = Map::from_bytes(&bytes).ok_or_else(|| wrong("it is no tensor map"))?;
    check(what, &map, &at).map_err(wrong)?;
    if !shared.is_multiple_of(ALIGNMENT.into()) {
        return Err(CopyFault::Misaligned { address: shared, bytes: ALIGNMENT });
    }
    let shape = Shape::new(&map);
    let mut copy = Copy { map: &map, shape, shared, rows: 0, first: at[0], places };
    let row = |row: Row| match what.moves {
        Move::Load => copy.load(row),
        Move::Store => copy.store(row),
        Move::Reduce(op) => copy.reduce(row, op),
    };
    match &map.im2col {
        None => shape.each_row(&map, at, row),
        Some(columns) => shape.each_pixel(&map, columns, at, offsets, row),
    }?;
    Ok(copy.rows * shape.row)
}

/// Checks a copy by the rules of an H200.
fn check(what: &Tensor, map: &Map, at: &Coordinates) -> Result<(), &'static str> {
    if map.im2col.is_some() != what.im2col {
        return Err("the map is of the other mode than the instruction");
    }
    if map.rank != usize::from(what.rank) {
        return Err("the map has another number of dimensions than the instruction");
    }
    let element = i64::from(map.element.bytes());
    if map.interleave == Interleave::None && at[0] * element % PIECE != 0 {
        return Err("the first coordinate is no multiple of 16 bytes");
    }
    if let Some(columns) = &map.im2col
        && !Shape::new(map).may_start(map, columns, at)
    {
        return Err("the column begins outside the map's box of pixels");
    }
    if what.moves == Move::Load {
        return Ok(());
    }
    if at[..map.rank].iter().any(|&n| n < 0) {
        return Err("what is stored begins before the tensor");
    }
    if let Some(columns) = &map.im2col {
        let out = columns.lower.iter().any(|&n| n < 0) || columns.upper.iter().any(|&n| n > 0);
        if out {
            return Err("pixels that are stored are not all the tensor's");
        }
    }
    match what.moves {
        Move::Reduce(op) if map.element.reduced(op).is_none() => {
            Err("elements of the map have no such reduction")
        }
        _ => Ok(()),
    }
}

/// A copy in progress.
struct Copy<'a, P> {
    map: &'a Map,
    shape: Shape,
    shared: u64,
    /// Rows already copied.
    rows: u32,
    /// First coordinate.
    first: i64,
    places: &'a mut P,
}

impl<P: BoxMemory> Copy<'_, P> {
    /// Returns the bytes of a row inside the tensor; for stores the end is rounded to a multiple of 16.
    fn valid_bytes(&self, row: Row, storing: bool) -> std::ops::Range<usize> {
        if !row.inside {
            return 0..0;
        }
        let whole = i64::from(self.shape.row);
        if self.shape.is_sliced() {
            return 0..whole as usize;
        }
        let element = i64::from(self.map.element.bytes());
        let from = (-self.first * element).clamp(0, whole);
        let left = (self.map.dims[0] as i64 - self.first).clamp(0, whole) * element;
        let to = if storing { (left + PIECE - 1) / PIECE * PIECE } else { left }.clamp(from, whole);
        from as usize..to as usize
    }

    fn load(&mut self, row: Row) -> Result<(), CopyFault> {
        let mut buffer = [0; MAX_ROW];
        let bytes = &mut buffer[..self.shape.row as usize];
        let inside = self.valid_bytes(row, false);
        if self.map.fill == Fill::Nan && inside.len() < bytes.len() {
            // The quiet binary16 NaN with nearly all bits set, in elements of any size.
            bytes.chunks_exact_mut(2).for_each(|half| half.copy_from_slice(&0x7ff7u16.to_le_bytes()));
        }
        if !inside.is_empty() {
            let address = row.address.wrapping_add(inside.start as u64);
            if !self.places.read(address, &mut bytes[inside.clone()]) {
                return Err(CopyFault::Illegal { address, bytes: inside.len() as u32, write: false });
            }
            self.map.element.convert(&mut bytes[inside]);
        }
        let mut turned = [0; MAX_ROW];
        let bytes = match self.exchange() {
            Some(by) => {
                exchanged(bytes, &mut turned, by);
                &turned[..bytes.len()]
            }
            None => bytes,
        };
        self.each_run(|places, address, at| {
            let part = &bytes[at];
            let broken = CopyFault::Illegal { address, bytes: part.len() as u32, write: true };
            if places.write(address, part) { Ok(()) } else { Err(broken) }
        })
    }

    /// Reads a row from shared memory.
    fn row(&mut self, buffer: &mut [u8]) -> Result<(), CopyFault> {
        let exchange = self.exchange();
        self.each_run(|places, address, at| {
            let part = &mut buffer[at];
            let broken = CopyFault::Illegal { address, bytes: part.len() as u32, write: false };
            if places.read(address, part) { Ok(()) } else { Err(broken) }
        })?;
        if let Some(by) = exchange {
            let mut turned = [0; MAX_ROW];
            exchanged(buffer, &mut turned, by);
            buffer.copy_from_slice(&turned[..buffer.len()]);
        }
        Ok(())
    }

    /// Returns the shared-memory address of the next row, without swizzle.
    fn start(&self) -> u64 {
        self.shared.wrapping_add(u64::from(self.rows) * u64::from(self.shape.pitch))
    }

    /// Returns the exclusive-or mask for the pieces of the next row, if the swizzle span equals the row: then
    /// the row is contiguous.
    fn exchange(&self) -> Option<usize> {
        let (start, swizzle) = (self.start(), self.map.swizzle);
        (swizzle.span() == self.shape.row).then(|| (swizzle.apply(start) ^ start) as usize)
    }

    fn store(&mut self, row: Row) -> Result<(), CopyFault> {
        let mut buffer = [0; MAX_ROW];
        self.row(&mut buffer[..self.shape.row as usize])?;
        let inside = self.valid_bytes(row, true);
        let address = row.address.wrapping_add(inside.start as u64);
        if inside.is_empty() || self.places.write(address, &buffer[inside.clone()]) {
            return Ok(());
        }
        Err(CopyFault::Illegal { address, bytes: inside.len() as u32, write: true })
    }

    fn reduce(&mut self, row: Row, op: AtomOp) -> Result<(), CopyFault> {
        let Some((ty, ftz)) = self.map.element.reduced(op) else { return Ok(()) };
        let mut buffer = [0; MAX_ROW];
        self.row(&mut buffer[..self.shape.row as usize])?;
        let inside = self.valid_bytes(row, true);
        let size = ty.bytes() as usize;
        for at in inside.step_by(size) {
            let mut word = [0; 8];
            word[..size].copy_from_slice(&buffer[at..at + size]);
            let address = row.address.wrapping_add(at as u64);
            if !self.places.combine(address, op, ty, ftz, u64::from_le_bytes(word)) {
                return Err(CopyFault::Illegal { address, bytes: size as u32, write: true });
            }
        }
        Ok(())
    }

    /// Calls `run` with each contiguous run of the next row: its address in shared memory, and its range in
    /// the row.
    fn each_run(
        &mut self,
        mut run: impl FnMut(&mut P, u64, std::ops::Range<usize>) -> Result<(), CopyFault>,
    ) -> Result<(), CopyFault> {
        let start = self.start();
        let one = self.map.swizzle.span() == 0 || self.exchange().is_some();
        self.rows += 1;
        let bytes = self.shape.row as usize;
        if one {
            return run(self.places, start, 0..bytes);
        }
        for at in (0..bytes).step_by(PIECE as usize) {
            let address = self.map.swizzle.apply(start.wrapping_add(at as u64));
            run(self.places, address, at..at + PIECE as usize)?;
        }
        Ok(())
    }
}

/// Copies a row with its pieces swapped by the mask `by`, a multiple of a piece.
fn exchanged(row: &[u8], to: &mut [u8], by: usize) {
    const SIZE: usize = PIECE as usize;
    for (n, piece) in row.chunks_exact(SIZE).enumerate() {
        let at = (n * SIZE) ^ by;
        to[at..at + SIZE].copy_from_slice(piece);
    }
}

/// Elements are at most one 64-bit word.
const _: () = assert!(Element::F64.bytes() as usize == 8 && MAX_ROW >= 256 * 8);
