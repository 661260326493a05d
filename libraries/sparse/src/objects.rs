//! Descriptors: sparse and dense vectors and matrices.

use crate::formats::{BlockedEll, Blocks, Format, SlicedEll};
use crate::status::Status;
use crate::types::{Index, base, element, flag, size};
use std::sync::{Mutex, PoisonError};
use work::{DataType, Handles, Memory, Number, Pointer, Refused, bytes, put};

type Done = Result<(), Status>;

/// Distances of the instances of a batch.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Strides {
    pub(crate) offsets: i64,
    pub(crate) indices: i64,
    pub(crate) values: i64,
}

/// A sparse matrix in device memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Matrix {
    pub(crate) format: Format,
    pub(crate) shape: (usize, usize),
    pub(crate) count: usize,
    /// First entries of rows or columns, or the rows of entries.
    pub(crate) offsets: usize,
    pub(crate) indices: usize,
    pub(crate) values: usize,
    pub(crate) offset_type: Index,
    pub(crate) index_type: Index,
    pub(crate) base: usize,
    pub(crate) ty: DataType,
    pub(crate) is_upper: bool,
    pub(crate) is_unit: bool,
    pub(crate) batch: i32,
    pub(crate) strides: Strides,
}

impl Matrix {
    /// An instance of a batch.
    pub(crate) fn instance(&self, number: usize) -> Matrix {
        let moved = |at: usize, stride: i64, bytes: usize| {
            at.wrapping_add_signed(
                (stride as isize).wrapping_mul(number as isize).wrapping_mul(bytes as isize),
            )
        };
        Matrix {
            offsets: moved(self.offsets, self.strides.offsets, self.offset_type.bytes()),
            indices: moved(self.indices, self.strides.indices, self.index_type.bytes()),
            values: moved(self.values, self.strides.values, bytes(self.ty)),
            ..*self
        }
    }
}

/// A dense matrix in device memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dense {
    pub(crate) shape: (usize, usize),
    pub(crate) lead: usize,
    pub(crate) values: usize,
    pub(crate) ty: DataType,
    pub(crate) by_rows: bool,
    pub(crate) batch: i32,
    pub(crate) stride: i64,
}

/// A dense vector in device memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vector {
    pub(crate) count: usize,
    pub(crate) values: usize,
    pub(crate) ty: DataType,
}

impl Vector {
    pub(crate) fn read<T: Number>(&self, memory: &Memory) -> Result<Vec<T>, Refused> {
        T::read(memory, self.values, self.count, self.ty)
    }

    pub(crate) fn write<T: Number>(&self, memory: &Memory, values: &[T]) -> Result<(), Refused> {
        T::write(memory, self.values, values, self.ty)
    }
}

/// A sparse vector in device memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sparse {
    pub(crate) count: usize,
    pub(crate) entries: usize,
    pub(crate) indices: usize,
    pub(crate) values: usize,
    pub(crate) index_type: Index,
    pub(crate) base: usize,
    pub(crate) ty: DataType,
}

static MATRICES: Handles<Mutex<Matrix>> = Handles::new();
static DENSE: Handles<Mutex<Dense>> = Handles::new();
static VECTORS: Handles<Mutex<Vector>> = Handles::new();
static SPARSE: Handles<Mutex<Sparse>> = Handles::new();

fn get<T: Copy>(table: &Handles<Mutex<T>>, handle: Pointer) -> Result<T, Status> {
    let found = table.get(handle).ok_or(Status::InvalidValue)?;
    Ok(*found.lock().unwrap_or_else(PoisonError::into_inner))
}

fn change<T>(table: &Handles<Mutex<T>>, handle: Pointer, change: impl FnOnce(&mut T)) -> Done {
    let found = table.get(handle).ok_or(Status::InvalidValue)?;
    change(&mut found.lock().unwrap_or_else(PoisonError::into_inner));
    Ok(())
}

pub(crate) fn matrix(handle: Pointer) -> Result<Matrix, Status> {
    get(&MATRICES, handle)
}

pub(crate) fn dense(handle: Pointer) -> Result<Dense, Status> {
    get(&DENSE, handle)
}

pub(crate) fn vector(handle: Pointer) -> Result<Vector, Status> {
    get(&VECTORS, handle)
}

pub(crate) fn sparse(handle: Pointer) -> Result<Sparse, Status> {
    get(&SPARSE, handle)
}

/// Sets the number of a matrix's entries, which a computation found.
pub(crate) fn set_count(handle: Pointer, count: usize) -> Done {
    change(&MATRICES, handle, |matrix| matrix.count = count)
}

/// Writes values to places of the program's, which must all be there.
macro_rules! answer {
    ($($to:expr => $value:expr),* $(,)?) => {{
        $(put::<Status, _>($to, $value)?;)*
        Ok(())
    }};
}

/// An address as C has it.
fn pointer(address: usize) -> Pointer {
    std::ptr::with_exposed_provenance_mut(address)
}

fn create(
    to: Pointer,
    format: Format,
    (rows, columns, count): (i64, i64, i64),
    addresses: [Pointer; 3],
    (offset_type, index_type, index_base, ty): (u32, u32, u32, u32),
) -> Done {
    let [offsets, indices, values] = addresses.map(|pointer| pointer.expose_provenance());
    let made = Matrix {
        format,
        shape: (size(rows)?, size(columns)?),
        count: size(count)?,
        offsets,
        indices,
        values,
        offset_type: Index::from_code(offset_type)?,
        index_type: Index::from_code(index_type)?,
        base: base(index_base)?,
        ty: element(ty)?,
        is_upper: false,
        is_unit: false,
        batch: 1,
        strides: Strides::default(),
    };
    put(to, MATRICES.add(Mutex::new(made)))
}

pub(crate) fn create_csr(
    to: Pointer,
    rows: i64,
    columns: i64,
    count: i64,
    offsets: Pointer,
    indices: Pointer,
    values: Pointer,
    offset_type: u32,
    index_type: u32,
    base: u32,
    ty: u32,
) -> Done {
    let shape = (rows, columns, count);
    create(to, Format::Rows, shape, [offsets, indices, values], (offset_type, index_type, base, ty))
}

pub(crate) fn create_csc(
    to: Pointer,
    rows: i64,
    columns: i64,
    count: i64,
    offsets: Pointer,
    indices: Pointer,
    values: Pointer,
    offset_type: u32,
    index_type: u32,
    base: u32,
    ty: u32,
) -> Done {
    let shape = (rows, columns, count);
    create(to, Format::Columns, shape, [offsets, indices, values], (offset_type, index_type, base, ty))
}

pub(crate) fn create_coo(
    to: Pointer,
    rows: i64,
    columns: i64,
    count: i64,
    of_row: Pointer,
    of_column: Pointer,
    values: Pointer,
    index_type: u32,
    base: u32,
    ty: u32,
) -> Done {
    let shape = (rows, columns, count);
    create(to, Format::Entries, shape, [of_row, of_column, values], (index_type, index_type, base, ty))
}

/// A matrix of dense blocks. Rows, columns and number are those of blocks.
pub(crate) fn create_bsr(
    to: Pointer,
    rows: i64,
    columns: i64,
    count: i64,
    block_rows: i64,
    block_columns: i64,
    offsets: Pointer,
    indices: Pointer,
    values: Pointer,
    offset_type: u32,
    index_type: u32,
    base: u32,
    ty: u32,
    order: u32,
) -> Done {
    let of_blocks =
        Blocks { rows: size(block_rows)?, columns: size(block_columns)?, by_columns: !is_by_rows(order)? };
    let rows = rows.checked_mul(block_rows).ok_or(Status::InvalidValue)?;
    let columns = columns.checked_mul(block_columns).ok_or(Status::InvalidValue)?;
    if of_blocks.size() == 0 {
        return Err(Status::InvalidValue);
    }
    let addresses = [offsets, indices, values];
    create(
        to,
        Format::Blocks(of_blocks),
        (rows, columns, count),
        addresses,
        (offset_type, index_type, base, ty),
    )
}

/// A matrix with as many blocks in each row of blocks; `width` elements of a row are stored.
pub(crate) fn create_blocked_ell(
    to: Pointer,
    rows: i64,
    columns: i64,
    side: i64,
    width: i64,
    indices: Pointer,
    values: Pointer,
    index_type: u32,
    base: u32,
    ty: u32,
) -> Done {
    let ell = BlockedEll { side: size(side)?, width: size(width)? };
    let is_whole = |n: i64| n >= 0 && n % side == 0;
    if side == 0 || !is_whole(rows) || !is_whole(columns) || !is_whole(width) || width > columns {
        return Err(Status::InvalidValue);
    }
    let count = rows.checked_mul(width).ok_or(Status::InvalidValue)?;
    let addresses = [std::ptr::null_mut(), indices, values];
    create(to, Format::BlockedEll(ell), (rows, columns, count), addresses, (index_type, index_type, base, ty))
}

/// A matrix of slices of rows.
pub(crate) fn create_sliced_ell(
    to: Pointer,
    rows: i64,
    columns: i64,
    count: i64,
    stored: i64,
    slice: i64,
    offsets: Pointer,
    indices: Pointer,
    values: Pointer,
    offset_type: u32,
    index_type: u32,
    base: u32,
    ty: u32,
) -> Done {
    let ell = SlicedEll { rows: size(slice)?, stored: size(stored)? };
    if slice == 0 || count > stored {
        return Err(Status::InvalidValue);
    }
    let addresses = [offsets, indices, values];
    create(to, Format::SlicedEll(ell), (rows, columns, count), addresses, (offset_type, index_type, base, ty))
}

pub(crate) fn destroy_matrix(handle: Pointer) -> Done {
    MATRICES.remove(handle).map(drop).ok_or(Status::InvalidValue)
}

pub(crate) fn matrix_parts(
    handle: Pointer,
    rows: Pointer,
    columns: Pointer,
    count: Pointer,
    offsets: Pointer,
    indices: Pointer,
    values: Pointer,
    offset_type: Pointer,
    index_type: Pointer,
    base: Pointer,
    ty: Pointer,
) -> Done {
    let of = matrix(handle)?;
    answer!(
        rows => of.shape.0 as i64, columns => of.shape.1 as i64, count => of.count as i64, offsets => pointer(of.offsets),
        indices => pointer(of.indices), values => pointer(of.values), offset_type => of.offset_type.code(),
        index_type => of.index_type.code(), base => of.base as u32, ty => of.ty.code(),
    )
}

/// Parts of a matrix of entries. Both kinds of indices have one type.
pub(crate) fn entry_parts(
    handle: Pointer,
    rows: Pointer,
    columns: Pointer,
    count: Pointer,
    of_row: Pointer,
    of_column: Pointer,
    values: Pointer,
    index_type: Pointer,
    base: Pointer,
    ty: Pointer,
) -> Done {
    if matrix(handle)?.format != Format::Entries {
        return Err(Status::InvalidValue);
    }
    matrix_parts(handle, rows, columns, count, of_row, of_column, values, index_type, index_type, base, ty)
}

pub(crate) fn blocked_ell_parts(
    handle: Pointer,
    rows: Pointer,
    columns: Pointer,
    side: Pointer,
    width: Pointer,
    indices: Pointer,
    values: Pointer,
    index_type: Pointer,
    base: Pointer,
    ty: Pointer,
) -> Done {
    let of = matrix(handle)?;
    let Format::BlockedEll(ell) = of.format else { return Err(Status::InvalidValue) };
    answer!(
        rows => of.shape.0 as i64, columns => of.shape.1 as i64, side => ell.side as i64, width => ell.width as i64,
        indices => pointer(of.indices), values => pointer(of.values), index_type => of.index_type.code(),
        base => of.base as u32, ty => of.ty.code(),
    )
}

pub(crate) fn set_pointers(handle: Pointer, offsets: Pointer, indices: Pointer, values: Pointer) -> Done {
    change(&MATRICES, handle, |matrix| {
        [matrix.offsets, matrix.indices, matrix.values] =
            [offsets, indices, values].map(|pointer| pointer.expose_provenance());
    })
}

pub(crate) fn matrix_size(handle: Pointer, rows: Pointer, columns: Pointer, count: Pointer) -> Done {
    let of = matrix(handle)?;
    answer!(rows => of.shape.0 as i64, columns => of.shape.1 as i64, count => of.count as i64)
}

pub(crate) fn matrix_format(handle: Pointer, to: Pointer) -> Done {
    put(to, matrix(handle)?.format.code())
}

pub(crate) fn matrix_base(handle: Pointer, to: Pointer) -> Done {
    put(to, matrix(handle)?.base as u32)
}

pub(crate) fn matrix_values(handle: Pointer, to: Pointer) -> Done {
    put(to, pointer(matrix(handle)?.values))
}

pub(crate) fn set_matrix_values(handle: Pointer, values: Pointer) -> Done {
    change(&MATRICES, handle, |matrix| matrix.values = values.expose_provenance())
}

pub(crate) fn matrix_batch(handle: Pointer, to: Pointer) -> Done {
    put(to, matrix(handle)?.batch)
}

/// Sets the number of instances, and their distances in each array.
pub(crate) fn set_matrix_batch(handle: Pointer, batch: i64, offsets: i64, indices: i64, values: i64) -> Done {
    let batch = i32::try_from(batch).ok().filter(|&batch| batch > 0).ok_or(Status::InvalidValue)?;
    let strides = Strides { offsets, indices, values };
    change(&MATRICES, handle, |matrix| (matrix.batch, matrix.strides) = (batch, strides))
}

/// Sets the number of instances alone.
pub(crate) fn set_matrix_count(handle: Pointer, batch: i64) -> Done {
    let batch = i32::try_from(batch).ok().filter(|&batch| batch > 0).ok_or(Status::InvalidValue)?;
    change(&MATRICES, handle, |matrix| matrix.batch = batch)
}

/// `HIPSPARSE_SPMAT_FILL_MODE`; the other attribute is the type of the diagonal.
const FILL: u32 = 0;

pub(crate) fn attribute(handle: Pointer, which: u32, to: Pointer, bytes: usize) -> Done {
    let of = matrix(handle)?;
    if bytes != size_of::<u32>() {
        return Err(Status::InvalidValue);
    }
    put(to, u32::from(if flag(which)? { of.is_unit } else { of.is_upper }))
}

pub(crate) fn set_attribute(handle: Pointer, which: u32, from: Pointer, bytes: usize) -> Done {
    if from.is_null() || bytes != size_of::<u32>() {
        return Err(Status::InvalidValue);
    }
    flag(which)?;
    // SAFETY: not null, and C promised a number.
    let value = flag(unsafe { from.cast::<u32>().read_unaligned() })?;
    change(
        &MATRICES,
        handle,
        |matrix| if which == FILL { matrix.is_upper = value } else { matrix.is_unit = value },
    )
}

pub(crate) fn create_vector(to: Pointer, count: i64, values: Pointer, ty: u32) -> Done {
    let made = Vector { count: size(count)?, values: values.expose_provenance(), ty: element(ty)? };
    put(to, VECTORS.add(Mutex::new(made)))
}

pub(crate) fn destroy_vector(handle: Pointer) -> Done {
    VECTORS.remove(handle).map(drop).ok_or(Status::InvalidValue)
}

pub(crate) fn vector_parts(handle: Pointer, count: Pointer, values: Pointer, ty: Pointer) -> Done {
    let of = vector(handle)?;
    answer!(count => of.count as i64, values => pointer(of.values), ty => of.ty.code())
}

pub(crate) fn vector_values(handle: Pointer, to: Pointer) -> Done {
    put(to, pointer(vector(handle)?.values))
}

pub(crate) fn set_vector_values(handle: Pointer, values: Pointer) -> Done {
    change(&VECTORS, handle, |vector| vector.values = values.expose_provenance())
}

/// Order of a dense matrix (`hipsparseOrder_t`): whether rows follow each other.
pub(crate) fn is_by_rows(order: u32) -> Result<bool, Status> {
    match order {
        1 => Ok(false),
        2 => Ok(true),
        _ => Err(Status::InvalidValue),
    }
}

pub(crate) fn create_dense(
    to: Pointer,
    rows: i64,
    columns: i64,
    lead: i64,
    values: Pointer,
    ty: u32,
    order: u32,
) -> Done {
    let (shape, by_rows) = ((size(rows)?, size(columns)?), is_by_rows(order)?);
    let made = Dense {
        shape,
        lead: size(lead)?,
        values: values.expose_provenance(),
        ty: element(ty)?,
        by_rows,
        batch: 1,
        stride: 0,
    };
    if made.lead < if by_rows { shape.1 } else { shape.0 } {
        return Err(Status::InvalidValue);
    }
    put(to, DENSE.add(Mutex::new(made)))
}

pub(crate) fn destroy_dense(handle: Pointer) -> Done {
    DENSE.remove(handle).map(drop).ok_or(Status::InvalidValue)
}

pub(crate) fn dense_parts(
    handle: Pointer,
    rows: Pointer,
    columns: Pointer,
    lead: Pointer,
    values: Pointer,
    ty: Pointer,
    order: Pointer,
) -> Done {
    let of = dense(handle)?;
    answer!(
        rows => of.shape.0 as i64, columns => of.shape.1 as i64, lead => of.lead as i64, values => pointer(of.values),
        ty => of.ty.code(), order => 1 + u32::from(of.by_rows),
    )
}

pub(crate) fn dense_values(handle: Pointer, to: Pointer) -> Done {
    put(to, pointer(dense(handle)?.values))
}

pub(crate) fn set_dense_values(handle: Pointer, values: Pointer) -> Done {
    change(&DENSE, handle, |dense| dense.values = values.expose_provenance())
}

pub(crate) fn dense_batch(handle: Pointer, batch: Pointer, stride: Pointer) -> Done {
    let of = dense(handle)?;
    answer!(batch => of.batch, stride => of.stride)
}

pub(crate) fn set_dense_batch(handle: Pointer, batch: i64, stride: i64) -> Done {
    let batch = i32::try_from(batch).ok().filter(|&batch| batch > 0).ok_or(Status::InvalidValue)?;
    change(&DENSE, handle, |dense| (dense.batch, dense.stride) = (batch, stride))
}

pub(crate) fn create_sparse(
    to: Pointer,
    count: i64,
    entries: i64,
    indices: Pointer,
    values: Pointer,
    index_type: u32,
    index_base: u32,
    ty: u32,
) -> Done {
    let made = Sparse {
        count: size(count)?,
        entries: size(entries)?,
        indices: indices.expose_provenance(),
        values: values.expose_provenance(),
        index_type: Index::from_code(index_type)?,
        base: base(index_base)?,
        ty: element(ty)?,
    };
    if made.entries > made.count {
        return Err(Status::InvalidValue);
    }
    put(to, SPARSE.add(Mutex::new(made)))
}

pub(crate) fn destroy_sparse(handle: Pointer) -> Done {
    SPARSE.remove(handle).map(drop).ok_or(Status::InvalidValue)
}

pub(crate) fn sparse_parts(
    handle: Pointer,
    count: Pointer,
    entries: Pointer,
    indices: Pointer,
    values: Pointer,
    index_type: Pointer,
    base: Pointer,
    ty: Pointer,
) -> Done {
    let of = sparse(handle)?;
    answer!(
        count => of.count as i64, entries => of.entries as i64, indices => pointer(of.indices), values => pointer(of.values),
        index_type => of.index_type.code(), base => of.base as u32, ty => of.ty.code(),
    )
}

pub(crate) fn sparse_base(handle: Pointer, to: Pointer) -> Done {
    put(to, sparse(handle)?.base as u32)
}

pub(crate) fn sparse_values(handle: Pointer, to: Pointer) -> Done {
    put(to, pointer(sparse(handle)?.values))
}

pub(crate) fn set_sparse_values(handle: Pointer, values: Pointer) -> Done {
    change(&SPARSE, handle, |sparse| sparse.values = values.expose_provenance())
}
