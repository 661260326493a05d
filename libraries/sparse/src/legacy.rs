//! Operands of the functions of the first kind: matrices by their arrays, with indices of 32 bits.

use crate::compressed::Compressed;
use crate::formats::{Blocks, Format};
use crate::handle;
use crate::objects::{Dense, Matrix, Strides, Vector};
use crate::status::Status;
use crate::types::{Index, flag, size, wrong_index};
use work::{Memory, Number, Pointer, Refused};

impl Matrix {
    /// General matrix of compressed rows by its offsets, indices and values, with indices from zero.
    pub(crate) fn of_arrays<T: Number>(
        (rows, columns, count): (i64, i64, i64),
        arrays: [Pointer; 3],
    ) -> Result<Matrix, Status> {
        let [offsets, indices, values] = arrays.map(|pointer| pointer.expose_provenance());
        Ok(Matrix {
            format: Format::Rows,
            shape: (size(rows)?, size(columns)?),
            count: size(count)?,
            offsets,
            indices,
            values,
            offset_type: Index::Int,
            index_type: Index::Int,
            base: 0,
            ty: T::TYPE,
            is_upper: false,
            is_unit: false,
            batch: 1,
            strides: Strides::default(),
        })
    }
}

/// Index arrays that are on the device.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ptr(usize);

impl Ptr {
    pub(crate) fn new(pointer: Pointer) -> Ptr {
        Ptr(pointer.expose_provenance())
    }

    /// An address.
    pub(crate) fn at(address: usize) -> Ptr {
        Ptr(address)
    }

    /// Reads indices below a limit.
    pub(crate) fn read(
        self,
        memory: &Memory,
        count: usize,
        base: usize,
        limit: usize,
    ) -> Result<Vec<usize>, Refused> {
        let indices = Index::Int.read(memory, self.0, count, base)?;
        if indices.iter().any(|&n| n >= limit) { Err(wrong_index(memory)) } else { Ok(indices) }
    }

    pub(crate) fn write(self, memory: &Memory, indices: &[usize], base: usize) -> Result<(), Refused> {
        Index::Int.write(memory, self.0, indices, base)
    }

    pub(crate) fn read_values<T: Number>(self, memory: &Memory, count: usize) -> Result<Vec<T>, Refused> {
        T::read(memory, self.0, count, T::TYPE)
    }

    pub(crate) fn write_values<T: Number>(self, memory: &Memory, values: &[T]) -> Result<(), Refused> {
        T::write(memory, self.0, values, T::TYPE)
    }

    pub(crate) fn is_null(self) -> bool {
        self.0 == 0
    }
}

/// Matrix of compressed rows as C passes it: its description, values, offsets and indices.
#[derive(Clone, Copy)]
pub(crate) struct Csr {
    description: Pointer,
    values: Pointer,
    offsets: Pointer,
    indices: Pointer,
}

impl Csr {
    pub(crate) fn new(description: Pointer, values: Pointer, offsets: Pointer, indices: Pointer) -> Csr {
        Csr { description, values, offsets, indices }
    }

    /// The matrix, with what its description says.
    pub(crate) fn matrix<T: Number>(self, rows: i64, columns: i64, count: i64) -> Result<Matrix, Status> {
        let description = handle::description(self.description)?;
        let arrays = [self.offsets, self.indices, self.values];
        Ok(Matrix {
            base: description.base,
            is_upper: description.is_upper,
            is_unit: description.is_unit,
            ..Matrix::of_arrays::<T>((rows, columns, count), arrays)?
        })
    }

    /// The same of dense blocks, by their numbers and the shape of one.
    pub(crate) fn blocks<T: Number>(
        self,
        (rows, columns, count): (i64, i64, i64),
        direction: u32,
        (block_rows, block_columns): (i64, i64),
    ) -> Result<Matrix, Status> {
        let of_blocks = blocks(direction, block_rows, block_columns)?;
        let made = self.matrix::<T>(rows, columns, count)?;
        let shape = (
            made.shape.0.checked_mul(of_blocks.rows).ok_or(Status::InvalidValue)?,
            made.shape.1.checked_mul(of_blocks.columns).ok_or(Status::InvalidValue)?,
        );
        Ok(Matrix { format: Format::Blocks(of_blocks), shape, ..made })
    }

    /// Arrays of a result, and the base of its indices.
    pub(crate) fn result(self) -> Result<(Arrays, usize), Status> {
        let arrays = Arrays {
            values: Ptr::new(self.values),
            offsets: Ptr::new(self.offsets),
            indices: Ptr::new(self.indices),
        };
        Ok((arrays, handle::description(self.description)?.base))
    }
}

/// Shape and order of blocks (`hipsparseDirection_t`).
pub(crate) fn blocks(direction: u32, rows: i64, columns: i64) -> Result<Blocks, Status> {
    let made = Blocks { rows: size(rows)?, columns: size(columns)?, by_columns: flag(direction)? };
    if made.size() == 0 { Err(Status::InvalidValue) } else { Ok(made) }
}

/// Arrays of a matrix of compressed rows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrays {
    pub(crate) values: Ptr,
    pub(crate) offsets: Ptr,
    pub(crate) indices: Ptr,
}

impl Arrays {
    /// Writes a matrix.
    pub(crate) fn write<T: Number>(
        self,
        memory: &Memory,
        matrix: &Compressed<T>,
        base: usize,
    ) -> Result<(), Refused> {
        self.offsets.write(memory, &matrix.offsets, base)?;
        self.indices.write(memory, &matrix.indices, base)?;
        self.values.write_values(memory, &matrix.values)
    }
}

/// Reads a matrix whose number of entries is in its last offset.
pub(crate) fn read_counted<T: Number>(memory: &Memory, matrix: Matrix) -> Result<Compressed<T>, Refused> {
    with_count(memory, matrix)?.read(memory)
}

/// The matrix with the number of entries that its offsets say.
pub(crate) fn with_count(memory: &Memory, matrix: Matrix) -> Result<Matrix, Refused> {
    let rows = match matrix.format {
        Format::Blocks(blocks) => matrix.shape.0 / blocks.rows,
        _ => matrix.shape.0,
    };
    let last = matrix.offsets.wrapping_add(rows.wrapping_mul(size_of::<i32>()));
    let count = Index::Int.read(memory, last, 1, matrix.base)?[0];
    Ok(Matrix { count, ..matrix })
}

/// A dense vector of one of the four types.
pub(crate) fn vector_at<T: Number>(values: Pointer, count: usize) -> Vector {
    Vector { count, values: values.expose_provenance(), ty: T::TYPE }
}

/// A dense matrix whose columns follow each other.
pub(crate) fn matrix_by_columns<T: Number>(
    values: Pointer,
    shape: (usize, usize),
    lead: i64,
) -> Result<Dense, Status> {
    let lead = size(lead)?;
    if lead < shape.0 {
        return Err(Status::InvalidValue);
    }
    Ok(Dense {
        shape,
        lead,
        values: values.expose_provenance(),
        ty: T::TYPE,
        by_rows: false,
        batch: 1,
        stride: 0,
    })
}
