//! Dense matrices in the host's own memory.

use crate::objects::Dense;
use crate::types::Op;
use work::{Memory, Number, Refused, Scalar, bytes};

/// Elements of a matrix, row by row.
#[derive(Clone, Debug)]
pub(crate) struct Block<T> {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) values: Vec<T>,
}

impl<T: Scalar> Block<T> {
    pub(crate) fn zero(rows: usize, columns: usize) -> Block<T> {
        Block { rows, columns, values: vec![T::zero(); rows * columns] }
    }

    pub(crate) fn row(&self, row: usize) -> &[T] {
        &self.values[row * self.columns..][..self.columns]
    }

    pub(crate) fn get(&self, row: usize, column: usize) -> T {
        self.values[row * self.columns + column]
    }

    pub(crate) fn set(&mut self, row: usize, column: usize, value: T) {
        self.values[row * self.columns + column] = value;
    }

    /// The operand of an operation.
    pub(crate) fn operand(self, op: Op) -> Block<T> {
        if op == Op::No {
            return self;
        }
        let mut made = Block::zero(self.columns, self.rows);
        for row in 0..self.rows {
            for column in 0..self.columns {
                made.set(column, row, self.get(row, column).conj_if(op == Op::Conjugated));
            }
        }
        made
    }
}

impl Dense {
    /// An instance of a batch.
    pub(crate) fn instance(&self, number: usize) -> Dense {
        let bytes =
            (self.stride as isize).wrapping_mul(number as isize).wrapping_mul(bytes(self.ty) as isize);
        Dense { values: self.values.wrapping_add_signed(bytes), ..*self }
    }

    /// Number of rows or columns that follow each other, and their length.
    fn lines(&self) -> (usize, usize) {
        if self.by_rows { self.shape } else { (self.shape.1, self.shape.0) }
    }

    fn line(&self, number: usize) -> usize {
        self.values.wrapping_add(number.wrapping_mul(self.lead).wrapping_mul(bytes(self.ty)))
    }

    /// Reads the matrix.
    pub(crate) fn read<T: Number>(&self, memory: &Memory) -> Result<Block<T>, Refused> {
        let (count, length) = self.lines();
        let mut values = Vec::new();
        for number in 0..count {
            values.extend(T::read(memory, self.line(number), length, self.ty)?);
        }
        let lines = Block { rows: count, columns: length, values };
        Ok(if self.by_rows { lines } else { lines.operand(Op::Yes) })
    }

    /// Writes the matrix.
    pub(crate) fn write<T: Number>(&self, memory: &Memory, block: Block<T>) -> Result<(), Refused> {
        let lines = if self.by_rows { block } else { block.operand(Op::Yes) };
        (0..lines.rows).try_for_each(|number| T::write(memory, self.line(number), lines.row(number), self.ty))
    }
}
