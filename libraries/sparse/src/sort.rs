//! Sorting of entries, and orders of them.

use crate::compressed::offsets;
use crate::handle::Call;
use crate::legacy::{Arrays, Csr, Ptr};
use crate::product::BUFFER;
use crate::status::Status;
use crate::types::size;
use std::sync::{Arc, Mutex, PoisonError};
use work::{Handles, Number, Pointer, put};

type Done = Result<(), Status>;

/// Bytes of a buffer, which is not used.
pub(crate) fn buffer(_call: &Call, to: Pointer) -> Done {
    put(to, BUFFER)
}

/// The same as C's `int`.
pub(crate) fn int_buffer(_call: &Call, to: Pointer) -> Done {
    put(to, BUFFER as i32)
}

/// Nothing: each call does its whole work.
pub(crate) fn nothing(_call: &Call) -> Done {
    Ok(())
}

pub(crate) fn identity(call: &Call, n: i64, to: Pointer) -> Done {
    let (n, to) = (size(n)?, Ptr::new(to));
    call.launch(move |memory| to.write(memory, &(0..n).collect::<Vec<_>>(), 0))
}

/// Reorders numbers in memory.
fn reorder(memory: &work::Memory, at: Ptr, order: &[usize]) -> Result<(), work::Refused> {
    if at.is_null() {
        return Ok(());
    }
    let old = at.read(memory, order.len(), 0, usize::MAX)?;
    at.write(memory, &order.iter().map(|&n| old[n]).collect::<Vec<_>>(), 0)
}

/// Sorts the indices of each row or column, and `permutation` with them.
pub(crate) fn compressed(call: &Call, majors: i64, nnz: i64, a: Csr, permutation: Pointer) -> Done {
    let (majors, nnz, permutation) = (size(majors)?, size(nnz)?, Ptr::new(permutation));
    let (Arrays { offsets, indices, .. }, base) = a.result()?;
    call.launch(move |memory| {
        let starts = offsets.read(memory, majors + 1, base, nnz + 1)?;
        let old = indices.read(memory, nnz, base, usize::MAX)?;
        let mut order: Vec<usize> = (0..nnz).collect();
        for pair in starts.windows(2).filter(|pair| pair[0] <= pair[1]) {
            order[pair[0]..pair[1]].sort_by_key(|&n| old[n]);
        }
        reorder(memory, permutation, &order)?;
        reorder(memory, indices, &order)
    })
}

/// Sorts entries by row and column, or by column and row.
pub(crate) fn entries(
    call: &Call,
    nnz: i64,
    rows: Pointer,
    columns: Pointer,
    permutation: Pointer,
    by_column: bool,
) -> Done {
    let nnz = size(nnz)?;
    let [rows, columns, permutation] = [rows, columns, permutation].map(Ptr::new);
    call.launch(move |memory| {
        let read = |at: Ptr| at.read(memory, nnz, 0, usize::MAX);
        let (of_row, of_column) = (read(rows)?, read(columns)?);
        let (first, second) = if by_column { (&of_column, &of_row) } else { (&of_row, &of_column) };
        let mut order: Vec<usize> = (0..nnz).collect();
        order.sort_by_key(|&n| (first[n], second[n]));
        [permutation, rows, columns].into_iter().try_for_each(|at| reorder(memory, at, &order))
    })
}

/// Writes the row of each entry.
pub(crate) fn csr2coo(call: &Call, from: Pointer, nnz: i64, rows: i64, to: Pointer, base: u32) -> Done {
    let (nnz, rows, base) = (size(nnz)?, size(rows)?, crate::types::base(base)?);
    let [from, to] = [from, to].map(Ptr::new);
    call.launch(move |memory| {
        let starts = from.read(memory, rows + 1, base, nnz + 1)?;
        let mut of_row = vec![0; nnz];
        for (row, pair) in starts.windows(2).enumerate().filter(|(_, pair)| pair[0] <= pair[1]) {
            of_row[pair[0]..pair[1]].fill(row);
        }
        to.write(memory, &of_row, base)
    })
}

/// Writes the first entry of each row.
pub(crate) fn coo2csr(call: &Call, from: Pointer, nnz: i64, rows: i64, to: Pointer, base: u32) -> Done {
    let (nnz, rows, base) = (size(nnz)?, size(rows)?, crate::types::base(base)?);
    let [from, to] = [from, to].map(Ptr::new);
    call.launch(move |memory| to.write(memory, &offsets(&from.read(memory, nnz, base, rows)?, rows), base))
}

/// Order of a matrix's entries before they were sorted, by its information.
type Order = Arc<Mutex<Vec<usize>>>;

static ORDERS: Handles<Order> = Handles::new();

pub(crate) fn create_order(to: Pointer) -> Done {
    put(to, ORDERS.add(Order::default()))
}

pub(crate) fn destroy_order(handle: Pointer) -> Done {
    ORDERS.remove(handle).map(drop).ok_or(Status::InvalidValue)
}

/// Sorts the entries of rows and notes their order, or restores it.
pub(crate) fn unsorted<T: Number>(
    call: &Call,
    m: i64,
    nnz: i64,
    a: Csr,
    info: Pointer,
    restores: bool,
) -> Done {
    let (m, nnz) = (size(m)?, size(nnz)?);
    let order = Arc::clone(&*ORDERS.get(info).ok_or(Status::InvalidValue)?);
    let (Arrays { offsets, indices, values }, base) = a.result()?;
    call.launch(move |memory| {
        let mut order = order.lock().unwrap_or_else(PoisonError::into_inner);
        let (old, of_entry) =
            (indices.read(memory, nnz, base, usize::MAX)?, values.read_values::<T>(memory, nnz)?);
        if !restores {
            *order = (0..nnz).collect();
            let starts = offsets.read(memory, m + 1, base, nnz + 1)?;
            for pair in starts.windows(2).filter(|pair| pair[0] <= pair[1]) {
                order[pair[0]..pair[1]].sort_by_key(|&n| old[n]);
            }
        }
        // Without an order that fits, entries stay where they are.
        if order.len() != nnz {
            return Ok(());
        }
        let (mut new, mut moved) = (old.clone(), of_entry.clone());
        for (place, &n) in order.iter().enumerate() {
            let (to, from) = if restores { (n, place) } else { (place, n) };
            (new[to], moved[to]) = (old[from], of_entry[from]);
        }
        indices.write(memory, &new, base)?;
        values.write_values(memory, &moved)
    })
}
