//! Conversions from and to dense blocks, and removal of small entries.

use crate::compressed::Compressed;
use crate::formats::Blocks;
use crate::handle::{self, Call};
use crate::legacy::{self, Csr, Ptr, with_count};
use crate::objects::Matrix;
use crate::status::Status;
use crate::types::{base, flag};
use work::{Memory, Number, Pointer, Refused, Scalar};

type Done = Result<(), Status>;

/// Columns of blocks in each row of blocks, in ascending order.
fn columns_of_blocks<T: Copy + Send + Sync>(a: &Compressed<T>, of: Blocks) -> Vec<Vec<usize>> {
    let row = |row: usize| {
        let elements = row * of.rows..((row + 1) * of.rows).min(a.rows());
        let mut columns: Vec<usize> =
            elements.flat_map(|row| a.row(row).map(|(column, _)| column / of.columns)).collect();
        columns.sort_unstable();
        columns.dedup();
        columns
    };
    (0..a.rows().div_ceil(of.rows)).map(row).collect()
}

fn offsets_of_blocks(of_row: &[Vec<usize>]) -> Vec<usize> {
    let counts = of_row.iter().scan(0, |sum, row| {
        *sum += row.len();
        Some(*sum)
    });
    std::iter::once(0).chain(counts).collect()
}

/// Writes a matrix as dense blocks.
fn write<T: Number>(
    memory: &Memory,
    a: &Compressed<T>,
    of: Blocks,
    to: legacy::Arrays,
    base: usize,
) -> Result<(), Refused> {
    let of_row = columns_of_blocks(a, of);
    let offsets = offsets_of_blocks(&of_row);
    let indices: Vec<usize> = of_row.iter().flatten().copied().collect();
    let mut elements = vec![T::zero(); indices.len() * of.size()];
    for row in 0..a.rows() {
        let (first, columns) = (offsets[row / of.rows], &of_row[row / of.rows]);
        for (column, value) in a.row(row) {
            let block = first + columns.partition_point(|&other| other < column / of.columns);
            elements[block * of.size() + of.place(row % of.rows, column % of.columns)] = value;
        }
    }
    to.write(memory, &Compressed { columns: 0, offsets, indices, values: elements }, base)
}

/// Writes the offsets of blocks, and their number.
fn count(call: &Call, a: Matrix, of: Blocks, to: Pointer, offsets: Pointer, total: Pointer) -> Done {
    let (base, offsets) = (handle::description(to)?.base, Ptr::new(offsets));
    call.launch_for_results(total, move |memory| {
        let starts = offsets_of_blocks(&columns_of_blocks(&with_count(memory, a)?.pattern(memory)?, of));
        offsets.write(memory, &starts, base)?;
        Ok(vec![starts.last().copied().unwrap_or(0) as i32])
    })
}

pub(crate) fn csr2bsr_count(
    call: &Call,
    m: i64,
    n: i64,
    a: Csr,
    (rows, columns): (i64, i64),
    to: Pointer,
    offsets: Pointer,
    total: Pointer,
) -> Done {
    count(call, a.matrix::<f32>(m, n, 0)?, legacy::blocks(0, rows, columns)?, to, offsets, total)
}

pub(crate) fn csr2bsr<T: Number>(
    call: &Call,
    direction: u32,
    m: i64,
    n: i64,
    a: Csr,
    (rows, columns): (i64, i64),
    c: Csr,
) -> Done {
    let (a, of) = (a.matrix::<T>(m, n, 0)?, legacy::blocks(direction, rows, columns)?);
    let (to, base) = c.result()?;
    call.launch(move |memory| write(memory, &with_count(memory, a)?.read::<T>(memory)?, of, to, base))
}

pub(crate) fn bsr2csr<T: Number>(
    call: &Call,
    direction: u32,
    rows: i64,
    columns: i64,
    a: Csr,
    sides: (i64, i64),
    c: Csr,
) -> Done {
    let a = a.blocks::<T>((rows, columns, 0), direction, sides)?;
    let (to, base) = c.result()?;
    call.launch(move |memory| to.write(memory, &with_count(memory, a)?.read::<T>(memory)?, base))
}

/// Writes the offsets of blocks of another shape, and their number.
pub(crate) fn gebsr2gebsr_count(
    call: &Call,
    direction: u32,
    shape: (i64, i64, i64),
    a: Csr,
    sides: (i64, i64),
    to: Pointer,
    offsets: Pointer,
    (rows, columns): (i64, i64),
    total: Pointer,
) -> Done {
    let a = a.blocks::<f32>(shape, direction, sides)?;
    count(call, a, legacy::blocks(direction, rows, columns)?, to, offsets, total)
}

pub(crate) fn gebsr2gebsr<T: Number>(
    call: &Call,
    direction: u32,
    shape: (i64, i64, i64),
    a: Csr,
    sides: (i64, i64),
    c: Csr,
    (rows, columns): (i64, i64),
) -> Done {
    let (a, of) = (a.blocks::<T>(shape, direction, sides)?, legacy::blocks(direction, rows, columns)?);
    let (to, base) = c.result()?;
    call.launch(move |memory| write(memory, &a.read::<T>(memory)?, of, to, base))
}

/// Exchanges rows and columns of blocks; the elements of each keep their order.
pub(crate) fn gebsr2gebsc<T: Number>(
    call: &Call,
    shape: (i64, i64, i64),
    [values, offsets, indices]: [Pointer; 3],
    (rows, columns): (i64, i64),
    [to_values, to_offsets, to_indices]: [Pointer; 3],
    action: u32,
    index_base: u32,
) -> Done {
    let size = legacy::blocks(0, rows, columns)?.size();
    let (with_values, base) = (flag(action)?, base(index_base)?);
    let a = Matrix { base, ..Matrix::of_arrays::<T>(shape, [offsets, indices, values])? };
    let [to_values, to_offsets, to_indices] = [to_values, to_offsets, to_indices].map(Ptr::new);
    call.launch(move |memory| {
        let made = a.places(memory)?.transposed();
        to_offsets.write(memory, &made.offsets, base)?;
        to_indices.write(memory, &made.indices, base)?;
        if !with_values {
            return Ok(());
        }
        let old = T::read(memory, a.values, a.count.saturating_mul(size), T::TYPE)?;
        let blocks = made.values.iter().flat_map(|&block| &old[block * size..(block + 1) * size]);
        to_values.write_values(memory, &blocks.copied().collect::<Vec<T>>())
    })
}

/// Number of entries of each row, and of all, that are greater than a limit.
pub(crate) fn count_above<T: Number>(
    call: &Call,
    m: i64,
    a: Csr,
    of_row: Pointer,
    total: Pointer,
    limit: T,
) -> Done {
    // The columns of entries are not told.
    let (a, of_row) = (a.matrix::<T>(m, 0, 0)?, Ptr::new(of_row));
    call.launch_for_results(total, move |memory| {
        let a = with_count(memory, a)?;
        let offsets = Ptr::at(a.offsets).read(memory, a.shape.0 + 1, a.base, a.count + 1)?;
        let values = T::read(memory, a.values, a.count, T::TYPE)?;
        let count = |pair: &[usize]| {
            values[pair[0]..pair[1].max(pair[0])].iter().filter(|&&value| is_above(value, limit)).count()
        };
        let counts: Vec<usize> = offsets.windows(2).map(count).collect();
        of_row.write(memory, &counts, 0)?;
        Ok(vec![counts.iter().sum::<usize>() as i32])
    })
}

/// Whether a value stays if small ones are removed.
fn is_above<T: Scalar>(value: T, limit: T) -> bool {
    use num_traits::Float as _;
    value.re().hypot(value.im()) > limit.re()
}

/// Removes entries that are not greater than a limit.
pub(crate) fn compress<T: Number>(call: &Call, m: i64, n: i64, a: Csr, c: Csr, limit: T) -> Done {
    let a = a.matrix::<T>(m, n, 0)?;
    let (to, base) = c.result()?;
    call.launch(move |memory| {
        let a = with_count(memory, a)?.read::<T>(memory)?;
        let mut made = Compressed::empty(a.columns);
        for row in 0..a.rows() {
            for (column, value) in a.row(row).filter(|&(_, value)| is_above(value, limit)) {
                made.indices.push(column);
                made.values.push(value);
            }
            made.end_row();
        }
        to.write(memory, &made, base)
    })
}
