//! Conversions between formats.

use crate::compressed::Compressed;
use crate::dense::Block;
use crate::formats::Format;
use crate::handle::Call;
use crate::legacy::{Csr, Ptr, matrix_by_columns, read_counted};
use crate::objects::{self, Matrix};
use crate::status::Status;
use crate::types::{base, common_type, element, flag, size};
use work::{Memory, Number, Pointer, Refused, Scalar, by_type};

type Done = Result<(), Status>;

/// Entries of a dense matrix that are not zero, by rows.
fn compress<T: Scalar>(block: &Block<T>) -> Compressed<T> {
    let mut made = Compressed::empty(block.columns);
    for row in 0..block.rows {
        for (column, &value) in block.row(row).iter().enumerate().filter(|(_, value)| !value.is_zero()) {
            made.indices.push(column);
            made.values.push(value);
        }
        made.end_row();
    }
    made
}

fn spread<T: Scalar>(a: &Compressed<T>) -> Block<T> {
    let mut block = Block::zero(a.rows(), a.columns);
    for row in 0..a.rows() {
        a.row(row).for_each(|(column, value)| block.set(row, column, value));
    }
    block
}

/// Writes a matrix in the format of its descriptor.
fn write<T: Number>(memory: &Memory, to: Matrix, block: &Block<T>) -> Result<(), Refused> {
    if let Format::BlockedEll(_) = to.format {
        // The program has chosen the blocks.
        let mut values = vec![T::zero(); to.stored()];
        let places = to.places(memory)?;
        for row in 0..block.rows {
            places.row(row).for_each(|(column, place)| values[place] = block.get(row, column));
        }
        return T::write(memory, to.values, &values, to.ty);
    }
    let made = compress(block);
    let made = if to.format == Format::Columns { made.transposed() } else { made };
    let offsets = if to.format == Format::Entries { made.row_of_entries() } else { made.offsets };
    to.offset_type.write(memory, to.offsets, &offsets, to.base)?;
    to.index_type.write(memory, to.indices, &made.indices, to.base)?;
    T::write(memory, to.values, &made.values, to.ty)
}

pub(crate) fn sparse_to_dense(call: &Call, a: Pointer, b: Pointer) -> Done {
    let (a, b) = (objects::matrix(a)?, objects::dense(b)?);
    if a.shape != b.shape {
        return Err(Status::InvalidValue);
    }
    by_type!(common_type([a.ty, a.ty], b.ty, b.ty)?, Status::NotSupported, T => {
        call.launch(move |memory| b.write(memory, spread(&a.read::<T>(memory)?)))
    })
}

/// Counts the entries of a dense matrix that are not zero, and sets the sparse one's number.
pub(crate) fn dense_to_sparse_count(call: &Call, a: Pointer, b: Pointer) -> Done {
    let (a, of_b) = (objects::dense(a)?, objects::matrix(b)?);
    if a.shape != of_b.shape {
        return Err(Status::InvalidValue);
    }
    match of_b.format {
        Format::BlockedEll(_) => return Ok(()),
        Format::Blocks(_) | Format::SlicedEll(_) => return Err(Status::NotSupported),
        Format::Rows | Format::Columns | Format::Entries => {}
    }
    by_type!(common_type([a.ty, a.ty], of_b.ty, of_b.ty)?, Status::NotSupported, T => {
        let made = call.compute(move |memory| Ok(compress(&a.read::<T>(memory)?)))?;
        objects::set_count(b, made.indices.len())?;
        // The offsets are the program's already.
        call.launch(move |memory| match of_b.format {
            Format::Rows => of_b.offset_type.write(memory, of_b.offsets, &made.offsets, of_b.base),
            Format::Columns => of_b.offset_type.write(memory, of_b.offsets, &made.transposed().offsets, of_b.base),
            _ => Ok(()),
        })
    })
}

pub(crate) fn dense_to_sparse(call: &Call, a: Pointer, b: Pointer) -> Done {
    let (a, b) = (objects::dense(a)?, objects::matrix(b)?);
    if a.shape != b.shape {
        return Err(Status::InvalidValue);
    }
    by_type!(common_type([a.ty, a.ty], b.ty, b.ty)?, Status::NotSupported, T => {
        call.launch(move |memory| write(memory, b, &a.read::<T>(memory)?))
    })
}

/// Arrays of a matrix of compressed columns, and of the rows that it is made of.
#[derive(Clone, Copy)]
struct Transposition {
    from: Matrix,
    values: Ptr,
    offsets: Ptr,
    indices: Ptr,
    with_values: bool,
}

impl Transposition {
    fn run<T: Number>(self, memory: &Memory) -> Result<(), Refused> {
        let base = self.from.base;
        if !self.with_values {
            let made = self.from.pattern(memory)?.transposed();
            self.offsets.write(memory, &made.offsets, base)?;
            return self.indices.write(memory, &made.indices, base);
        }
        let made = self.from.read::<T>(memory)?.transposed();
        self.offsets.write(memory, &made.offsets, base)?;
        self.indices.write(memory, &made.indices, base)?;
        self.values.write_values(memory, &made.values)
    }
}

fn transposition(
    (m, n, nnz): (i64, i64, i64),
    [values, offsets, indices]: [Pointer; 3],
    [to_values, to_offsets, to_indices]: [Pointer; 3],
    ty: work::DataType,
    action: u32,
    index_base: u32,
) -> Result<Transposition, Status> {
    let arrays = [offsets, indices, values];
    let from = Matrix { base: base(index_base)?, ty, ..Matrix::of_arrays::<f32>((m, n, nnz), arrays)? };
    Ok(Transposition {
        from,
        values: Ptr::new(to_values),
        offsets: Ptr::new(to_offsets),
        indices: Ptr::new(to_indices),
        with_values: flag(action)?,
    })
}

pub(crate) fn csr2csc<T: Number>(
    call: &Call,
    m: i64,
    n: i64,
    nnz: i64,
    values: Pointer,
    offsets: Pointer,
    indices: Pointer,
    to_values: Pointer,
    to_indices: Pointer,
    to_offsets: Pointer,
    action: u32,
    base: u32,
) -> Done {
    let (from, to) = ([values, offsets, indices], [to_values, to_offsets, to_indices]);
    let work = transposition((m, n, nnz), from, to, T::TYPE, action, base)?;
    call.launch(move |memory| work.run::<T>(memory))
}

/// The same for a type that is told.
pub(crate) fn csr2csc_typed(
    call: &Call,
    m: i64,
    n: i64,
    nnz: i64,
    values: Pointer,
    offsets: Pointer,
    indices: Pointer,
    to_values: Pointer,
    to_offsets: Pointer,
    to_indices: Pointer,
    ty: u32,
    action: u32,
    base: u32,
) -> Done {
    let (from, to) = ([values, offsets, indices], [to_values, to_offsets, to_indices]);
    let work = transposition((m, n, nnz), from, to, element(ty)?, action, base)?;
    by_type!(work.from.ty, Status::NotSupported, T => call.launch(move |memory| work.run::<T>(memory)))
}

/// Counts the entries of each row or column of a dense matrix that are not zero, and all.
pub(crate) fn nnz<T: Number>(
    call: &Call,
    direction: u32,
    m: i64,
    n: i64,
    a: Pointer,
    lda: i64,
    of_line: Pointer,
    total: Pointer,
) -> Done {
    let (by_columns, of_line) = (flag(direction)?, Ptr::new(of_line));
    let a = matrix_by_columns::<T>(a, (size(m)?, size(n)?), lda)?;
    call.launch_for_results(total, move |memory| {
        let made = compress(&a.read::<T>(memory)?);
        let made = if by_columns { made.transposed() } else { made };
        let counts: Vec<usize> = made.offsets.windows(2).map(|pair| pair[1] - pair[0]).collect();
        of_line.write(memory, &counts, 0)?;
        Ok(vec![made.indices.len() as i32])
    })
}

/// Writes the rows of a dense matrix, or its columns.
pub(crate) fn dense2csr<T: Number>(
    call: &Call,
    m: i64,
    n: i64,
    description: Pointer,
    a: Pointer,
    lda: i64,
    values: Pointer,
    offsets: Pointer,
    indices: Pointer,
    by_columns: bool,
) -> Done {
    let a = matrix_by_columns::<T>(a, (size(m)?, size(n)?), lda)?;
    let (to, base) = Csr::new(description, values, offsets, indices).result()?;
    call.launch(move |memory| {
        let made = compress(&a.read::<T>(memory)?);
        to.write(memory, &if by_columns { made.transposed() } else { made }, base)
    })
}

pub(crate) fn csr2dense<T: Number>(
    call: &Call,
    m: i64,
    n: i64,
    a: Csr,
    to: Pointer,
    lead: i64,
    by_columns: bool,
) -> Done {
    let to = matrix_by_columns::<T>(to, (size(m)?, size(n)?), lead)?;
    let a = if by_columns { a.matrix::<T>(n, m, 0)? } else { a.matrix::<T>(m, n, 0)? };
    call.launch(move |memory| {
        let rows = read_counted::<T>(memory, a)?;
        to.write(memory, spread(&if by_columns { rows.transposed() } else { rows }))
    })
}
