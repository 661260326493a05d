//! Sparse matrices as compressed rows in the host's own memory, checked: no index leads outside.

use crate::types::{Op, wrong_index};
use rayon::prelude::*;
use work::{Memory, Refused, Scalar};

/// Compressed rows. The entries of a row are in the order of memory.
#[derive(Clone, Debug)]
pub(crate) struct Compressed<T> {
    pub(crate) columns: usize,
    /// First entry of each row, and the number of entries.
    pub(crate) offsets: Vec<usize>,
    pub(crate) indices: Vec<usize>,
    pub(crate) values: Vec<T>,
}

/// Rows below this number of entries are multiplied on one thread.
const PARALLEL_FROM: usize = 1 << 14;

impl<T> Compressed<T> {
    /// A matrix without rows, to which they are added.
    pub(crate) fn empty(columns: usize) -> Compressed<T> {
        Compressed { columns, offsets: vec![0], indices: Vec::new(), values: Vec::new() }
    }

    /// Ends a row after its entries.
    pub(crate) fn end_row(&mut self) {
        self.offsets.push(self.indices.len());
    }
}

impl<T: Copy + Send + Sync> Compressed<T> {
    /// Checks offsets and indices.
    pub(crate) fn new(
        memory: &Memory,
        columns: usize,
        offsets: Vec<usize>,
        indices: Vec<usize>,
        values: Vec<T>,
    ) -> Result<Compressed<T>, Refused> {
        let count = indices.len();
        let rises = offsets.windows(2).all(|pair| pair[0] <= pair[1]);
        let fits = offsets.last().is_none_or(|&last| last <= count && last <= values.len());
        if !rises || !fits {
            return Err(wrong_index(memory));
        }
        Compressed { columns, offsets, indices, values }.checked(memory)
    }

    /// The matrix, if all indices are columns of it.
    pub(crate) fn checked(self, memory: &Memory) -> Result<Compressed<T>, Refused> {
        if self.indices.iter().any(|&index| index >= self.columns) {
            return Err(wrong_index(memory));
        }
        Ok(self)
    }

    /// Compresses entries by row, which keep their order.
    pub(crate) fn from_entries(
        memory: &Memory,
        (rows, columns): (usize, usize),
        places: (&[usize], &[usize]),
        values: &[T],
    ) -> Result<Compressed<T>, Refused> {
        let (of_row, of_column) = places;
        if of_row.iter().any(|&row| row >= rows) || of_column.iter().any(|&column| column >= columns) {
            return Err(wrong_index(memory));
        }
        let offsets = offsets(of_row, rows);
        let order = stable_order(of_row, &offsets);
        let indices = order.iter().map(|&n| of_column[n]).collect();
        let values = order.iter().map(|&n| values[n]).collect();
        Ok(Compressed { columns, offsets, indices, values })
    }

    pub(crate) fn rows(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Columns and values of a row.
    pub(crate) fn row(&self, row: usize) -> impl Iterator<Item = (usize, T)> + '_ {
        let range = self.offsets[row]..self.offsets[row + 1];
        self.indices[range.clone()].iter().copied().zip(self.values[range].iter().copied())
    }

    /// The row of each entry.
    pub(crate) fn row_of_entries(&self) -> Vec<usize> {
        (0..self.rows())
            .flat_map(|row| std::iter::repeat_n(row, self.offsets[row + 1] - self.offsets[row]))
            .collect()
    }

    /// Rows and columns exchanged.
    pub(crate) fn transposed(&self) -> Compressed<T> {
        let first = self.offsets[0];
        let indices = &self.indices[first..self.offsets[self.rows()]];
        let offsets = offsets(indices, self.columns);
        let (order, of_row) = (stable_order(indices, &offsets), self.row_of_entries());
        Compressed {
            columns: self.rows(),
            indices: order.iter().map(|&n| of_row[n]).collect(),
            values: order.iter().map(|&n| self.values[first + n]).collect(),
            offsets,
        }
    }
}

/// First entry of each row, by the rows of entries.
pub(crate) fn offsets(of_row: &[usize], rows: usize) -> Vec<usize> {
    let mut offsets = vec![0; rows + 1];
    for &row in of_row {
        offsets[row + 1] += 1;
    }
    for row in 0..rows {
        offsets[row + 1] += offsets[row];
    }
    offsets
}

/// Entries in the order of their rows.
fn stable_order(of_row: &[usize], offsets: &[usize]) -> Vec<usize> {
    let (mut next, mut order) = (offsets.to_vec(), vec![0; of_row.len()]);
    for (entry, &row) in of_row.iter().enumerate() {
        order[next[row]] = entry;
        next[row] += 1;
    }
    order
}

impl<T: Scalar> Compressed<T> {
    /// The operand of an operation.
    pub(crate) fn operand(self, op: Op) -> Compressed<T> {
        match op {
            Op::No => self,
            Op::Yes => self.transposed(),
            Op::Conjugated => {
                let mut made = self.transposed();
                made.values.iter_mut().for_each(|value| *value = value.conj_if(true));
                made
            }
        }
    }

    /// Computes a value of each row.
    pub(crate) fn each_row<R: Send>(&self, compute: impl Fn(usize) -> R + Send + Sync) -> Vec<R> {
        if self.indices.len() < PARALLEL_FROM {
            return (0..self.rows()).map(compute).collect();
        }
        (0..self.rows()).into_par_iter().with_min_len(64).map(compute).collect()
    }

    /// Product with a vector.
    pub(crate) fn times(&self, x: &[T]) -> Vec<T> {
        self.each_row(|row| self.row(row).fold(T::zero(), |sum, (column, value)| sum + value * x[column]))
    }
}
