//! A handle of the library, its calls, and compressed rows in device memory.

use crate::shared::{Buffer, Element, Matrix, Pointer, place};
use hipsparse::Status;
use std::ptr::null_mut;

/// The status of a call.
macro_rules! status {
    ($function:ident($($argument:expr),* $(,)?)) => {
        // SAFETY: device memory is checked by the library; the other pointers are null or of locals.
        unsafe { hipsparse::$function($($argument),*) }
    };
}
pub(crate) use status;

/// Calls a function of the library, which must succeed.
macro_rules! ok {
    ($function:ident($($argument:expr),* $(,)?)) => {
        assert_eq!(
            crate::device::status!($function($($argument),*)), hipsparse::Status::Success, stringify!($function)
        )
    };
}
pub(crate) use ok;

/// A handle of the library.
pub(crate) struct Handle(pub(crate) Pointer);

impl Handle {
    pub(crate) fn new() -> Handle {
        let mut handle: Pointer = null_mut();
        ok!(hipsparseCreate(place(&mut handle)));
        Handle(handle)
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        assert_eq!(status!(hipsparseDestroy(self.0)), Status::Success);
    }
}

/// Makes an object by a function whose first argument is the place of its handle.
macro_rules! made {
    ($function:ident($($argument:expr),* $(,)?)) => {{
        let mut handle: crate::shared::Pointer = std::ptr::null_mut();
        crate::device::ok!($function(crate::shared::place(&mut handle), $($argument),*));
        handle
    }};
}
pub(crate) use made;

/// Compressed rows in device memory, with indices from `base` on.
pub(crate) struct Csr<T> {
    pub(crate) offsets: Buffer<i32>,
    pub(crate) indices: Buffer<i32>,
    pub(crate) values: Buffer<T>,
    pub(crate) count: usize,
}

impl<T: Element> Csr<T> {
    pub(crate) fn new(of: &Matrix<T>, base: i32) -> Csr<T> {
        let places = of.places();
        let offset = |row: usize| places.iter().filter(|place| place.0 < row).count() as i32 + base;
        Csr {
            offsets: Buffer::new(&(0..=of.rows).map(offset).collect::<Vec<_>>()),
            indices: Buffer::new(&places.iter().map(|place| place.1 as i32 + base).collect::<Vec<_>>()),
            values: Buffer::new(&places.iter().map(|&(i, j)| of.get(i, j)).collect::<Vec<_>>()),
            count: places.len(),
        }
    }
}

/// Dense blocks in device memory, of those that have an element that is not zero.
pub(crate) struct Bsr<T> {
    pub(crate) offsets: Buffer<i32>,
    pub(crate) indices: Buffer<i32>,
    pub(crate) values: Buffer<T>,
    pub(crate) count: usize,
}

impl<T: Element> Bsr<T> {
    /// Blocks of `rows` by `columns`, whose elements are stored by rows or by columns.
    pub(crate) fn new(of: &Matrix<T>, (rows, columns): (usize, usize), by_columns: bool) -> Bsr<T> {
        let is_there = |i: usize, j: usize| {
            of.places().iter().any(|&(row, column)| (row / rows, column / columns) == (i, j))
        };
        let (mut offsets, mut indices, mut values) = (vec![0], Vec::new(), Vec::new());
        for i in 0..of.rows / rows {
            for j in (0..of.columns / columns).filter(|&j| is_there(i, j)) {
                indices.push(j as i32);
                for n in 0..rows * columns {
                    let (row, column) =
                        if by_columns { (n % rows, n / rows) } else { (n / columns, n % columns) };
                    values.push(of.get(i * rows + row, j * columns + column));
                }
            }
            offsets.push(indices.len() as i32);
        }
        let count = indices.len();
        Bsr {
            offsets: Buffer::new(&offsets),
            indices: Buffer::new(&indices),
            values: Buffer::new(&values),
            count,
        }
    }
}

/// A description of a general matrix with indices from zero.
pub(crate) fn description() -> Pointer {
    made!(hipsparseCreateMatDescr())
}
