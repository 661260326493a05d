//! Copies of boxes: `CUDA_MEMCPY3D`.

use crate::Handle;

/// `CUDA_MEMCPY3D`.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug)]
pub struct Copy3d {
    from: Side,
    to: Side,
    /// Bytes a row, rows, slices.
    extent: [usize; 3],
}

/// Side of a copy.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug)]
struct Side {
    /// Bytes of the row, rows, slices before it.
    position: [usize; 3],
    level: usize,
    kind: u32,
    host: usize,
    device: u64,
    array: Handle,
    reserved: usize,
    /// Bytes from row to row; rows from slice to slice.
    pitch: [usize; 2],
}

const _: () = assert!(size_of::<Copy3d>() == 25 * 8, "as CUDA's structure");

/// `CU_MEMORYTYPE_ARRAY`, `CU_MEMORYTYPE_UNIFIED`
const ARRAY: u32 = 3;
const UNIFIED: u32 = 4;

/// End of a copy.
#[derive(Clone, Copy, Debug)]
pub enum End {
    /// Memory, with the bytes from row to row, and the rows from slice to slice.
    Memory(u64, [usize; 2]),
    /// Array, from a position on: bytes of the row, rows, slices before it.
    Array(Handle, [usize; 3]),
}

impl From<End> for Side {
    fn from(end: End) -> Side {
        match end {
            End::Memory(device, pitch) => Side { kind: UNIFIED, device, pitch, ..Side::default() },
            End::Array(array, position) => Side { kind: ARRAY, array, position, ..Side::default() },
        }
    }
}

impl Copy3d {
    /// Copy of a box: bytes a row, rows, slices.
    pub fn new(to: End, from: End, extent: [usize; 3]) -> Copy3d {
        Copy3d { from: from.into(), to: to.into(), extent }
    }
}
