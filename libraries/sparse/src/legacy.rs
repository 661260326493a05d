//! Operands of the functions of the first kind: matrices by their arrays, with indices of 32 bits.

use crate::compressed::Compressed;
use crate::handle;
use crate::objects::{Dense, Format, Matrix, Vector};
use crate::status::Status;
use crate::types::{Index, size, wrong_index};
use work::{Memory, Number, Pointer, Refused};

/// Index arrays that are on the device.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ptr(usize);

impl Ptr {
    pub(crate) fn new(pointer: Pointer) -> Ptr {
        Ptr(pointer.expose_provenance())
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
        Ok(Matrix {
            format: Format::Rows,
            shape: (size(rows)?, size(columns)?),
            count: size(count)?,
            offsets: self.offsets.expose_provenance(),
            indices: self.indices.expose_provenance(),
            values: self.values.expose_provenance(),
            offset_type: Index::Int,
            index_type: Index::Int,
            base: description.base,
            ty: T::TYPE,
            is_upper: description.is_upper,
            is_unit: description.is_unit,
            batch: 1,
            strides: (0, 0),
        })
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
    let last = matrix.offsets.wrapping_add(matrix.shape.0.wrapping_mul(size_of::<i32>()));
    let count = Index::Int.read(memory, last, 1, matrix.base)?[0];
    Ok(Matrix { count, ..matrix })
}

/// Matrix of compressed rows of square blocks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bsr {
    /// The blocks.
    pub(crate) blocks: Matrix,
    pub(crate) side: usize,
    /// Whether the columns of a block follow each other.
    pub(crate) by_columns: bool,
}

impl Bsr {
    pub(crate) fn new<T: Number>(
        blocks: Csr,
        (rows, columns, count): (i64, i64, i64),
        side: i64,
        by_columns: bool,
    ) -> Result<Bsr, Status> {
        let side = size(side)?;
        if side == 0 {
            return Err(Status::InvalidValue);
        }
        Ok(Bsr { blocks: blocks.matrix::<T>(rows, columns, count)?, side, by_columns })
    }

    /// Rows and columns.
    pub(crate) fn shape(&self) -> (usize, usize) {
        (self.blocks.shape.0.saturating_mul(self.side), self.blocks.shape.1.saturating_mul(self.side))
    }

    /// Place of an element in its block.
    pub(crate) fn place(&self, row: usize, column: usize) -> usize {
        if self.by_columns { column * self.side + row } else { row * self.side + column }
    }

    /// Reads the matrix by rows of elements.
    pub(crate) fn read<T: Number>(&self, memory: &Memory) -> Result<Compressed<T>, Refused> {
        let (blocks, side) = (self.blocks.places(memory)?, self.side);
        let values =
            T::read(memory, self.blocks.values, self.blocks.count.saturating_mul(side * side), T::TYPE)?;
        let mut made =
            Compressed { columns: self.shape().1, offsets: vec![0], indices: Vec::new(), values: Vec::new() };
        for row in 0..self.shape().0 {
            for (block, place) in blocks.row(row / side) {
                for column in 0..side {
                    made.indices.push(block * side + column);
                    made.values.push(values[place * side * side + self.place(row % side, column)]);
                }
            }
            made.offsets.push(made.indices.len());
        }
        Ok(made)
    }
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
