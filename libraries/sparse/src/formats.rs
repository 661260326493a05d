//! Formats of sparse matrices, and how each is read by rows.

use crate::compressed::Compressed;
use crate::objects::Matrix;
use crate::types::wrong_index;
use work::{Memory, Number, Refused};

/// Format of a sparse matrix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    /// Compressed rows.
    Rows,
    /// Compressed columns.
    Columns,
    /// Entries with row and column each.
    Entries,
    /// Dense blocks at the places of compressed rows.
    Blocks(Blocks),
    /// As many square blocks in each row of blocks.
    BlockedEll(BlockedEll),
    /// Slices of rows, each as wide as its longest row.
    SlicedEll(SlicedEll),
}

/// Shape of dense blocks, and the order of their elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Blocks {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// Whether the columns of a block follow each other.
    pub(crate) by_columns: bool,
}

impl Blocks {
    /// Number of a block's elements.
    pub(crate) fn size(&self) -> usize {
        self.rows.saturating_mul(self.columns)
    }

    /// Place of an element in its block.
    pub(crate) fn place(&self, row: usize, column: usize) -> usize {
        if self.by_columns { column * self.rows + row } else { row * self.columns + column }
    }
}

/// Square blocks, as many in each row of blocks; values are stored row by row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BlockedEll {
    /// Rows and columns of a block.
    pub(crate) side: usize,
    /// Elements that are stored of each row.
    pub(crate) width: usize,
}

/// Rows in slices, which are stored column by column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SlicedEll {
    /// Rows of a slice.
    pub(crate) rows: usize,
    /// Values that are stored, with those that pad rows.
    pub(crate) stored: usize,
}

impl Format {
    /// `hipsparseFormat_t`; the last two are CUDA's only.
    pub(crate) fn code(self) -> u32 {
        match self {
            Format::Rows => 1,
            Format::Columns => 2,
            Format::Entries => 3,
            Format::BlockedEll(_) => 5,
            Format::Blocks(_) => 6,
            Format::SlicedEll(_) => 7,
        }
    }
}

impl Matrix {
    /// Number of values in memory.
    pub(crate) fn stored(&self) -> usize {
        match self.format {
            Format::Rows | Format::Columns | Format::Entries => self.count,
            Format::Blocks(blocks) => self.count.saturating_mul(blocks.size()),
            Format::BlockedEll(ell) => self.shape.0.saturating_mul(ell.width),
            Format::SlicedEll(ell) => ell.stored,
        }
    }

    /// Reads the matrix by rows.
    pub(crate) fn read<T: Number>(&self, memory: &Memory) -> Result<Compressed<T>, Refused> {
        let values = T::read(memory, self.values, self.stored(), self.ty)?;
        self.with_values(memory, values)
    }

    /// Reads the places of entries.
    pub(crate) fn pattern(&self, memory: &Memory) -> Result<Compressed<()>, Refused> {
        self.with_values(memory, vec![(); self.stored()])
    }

    /// Reads the place in memory of each entry.
    pub(crate) fn places(&self, memory: &Memory) -> Result<Compressed<usize>, Refused> {
        self.with_values(memory, (0..self.stored()).collect())
    }

    /// Combines indices in memory with values in memory's order.
    pub(crate) fn with_values<V: Copy + Send + Sync>(
        &self,
        memory: &Memory,
        values: Vec<V>,
    ) -> Result<Compressed<V>, Refused> {
        let (rows, columns) = self.shape;
        match self.format {
            Format::Rows => self.compressed(memory, rows, columns, values),
            Format::Columns => Ok(self.compressed(memory, columns, rows, values)?.transposed()),
            Format::Entries => {
                let indices = self.index_type.read(memory, self.indices, self.count, self.base)?;
                let of_row = self.offset_type.read(memory, self.offsets, self.count, self.base)?;
                Compressed::from_entries(memory, self.shape, (&of_row, &indices), &values)
            }
            Format::Blocks(blocks) => {
                let numbers = (0..self.count).collect();
                let places =
                    self.compressed(memory, rows / blocks.rows, columns / blocks.columns, numbers)?;
                Ok(expand(&places, blocks, &values))
            }
            Format::BlockedEll(ell) => self.blocked_ell(memory, ell, &values),
            Format::SlicedEll(ell) => self.sliced_ell(memory, ell, &values),
        }
    }

    fn compressed<V: Copy + Send + Sync>(
        &self,
        memory: &Memory,
        majors: usize,
        minors: usize,
        values: Vec<V>,
    ) -> Result<Compressed<V>, Refused> {
        let indices = self.index_type.read(memory, self.indices, self.count, self.base)?;
        let offsets = self.offset_type.read(memory, self.offsets, majors.saturating_add(1), self.base)?;
        Compressed::new(memory, minors, offsets, indices, values)
    }

    fn blocked_ell<V: Copy + Send + Sync>(
        &self,
        memory: &Memory,
        ell: BlockedEll,
        values: &[V],
    ) -> Result<Compressed<V>, Refused> {
        let (rows, per_row) = (self.shape.0, ell.width / ell.side);
        let count = (rows / ell.side).saturating_mul(per_row);
        let blocks = self.index_type.read_slots(memory, self.indices, count, self.base)?;
        let mut made = Compressed::empty(self.shape.1);
        for row in 0..rows {
            let first = row / ell.side * per_row;
            for (number, block) in blocks[first..first + per_row].iter().enumerate() {
                let Some(block) = block else { continue };
                for column in 0..ell.side {
                    made.indices.push(block.saturating_mul(ell.side).saturating_add(column));
                    made.values.push(values[row * ell.width + number * ell.side + column]);
                }
            }
            made.end_row();
        }
        made.checked(memory)
    }

    fn sliced_ell<V: Copy + Send + Sync>(
        &self,
        memory: &Memory,
        ell: SlicedEll,
        values: &[V],
    ) -> Result<Compressed<V>, Refused> {
        let (rows, slices) = (self.shape.0, self.shape.0.div_ceil(ell.rows));
        let starts = self.offset_type.read(memory, self.offsets, slices + 1, self.base)?;
        let columns = self.index_type.read_slots(memory, self.indices, ell.stored, self.base)?;
        if starts.windows(2).any(|pair| pair[0] > pair[1]) || starts[slices] > ell.stored {
            return Err(wrong_index(memory));
        }
        let mut made = Compressed::empty(self.shape.1);
        for row in 0..rows {
            let slice = row / ell.rows;
            for at in (starts[slice] + row % ell.rows..starts[slice + 1]).step_by(ell.rows) {
                if let Some(column) = columns[at] {
                    made.indices.push(column);
                    made.values.push(values[at]);
                }
            }
            made.end_row();
        }
        made.checked(memory)
    }
}

/// Rows of elements, by the places of blocks.
fn expand<V: Copy>(places: &Compressed<usize>, blocks: Blocks, values: &[V]) -> Compressed<V> {
    let mut made = Compressed::empty(places.columns * blocks.columns);
    for row in 0..places.offsets.len().saturating_sub(1) * blocks.rows {
        for (block, place) in places.row(row / blocks.rows) {
            for column in 0..blocks.columns {
                made.indices.push(block * blocks.columns + column);
                made.values.push(values[place * blocks.size() + blocks.place(row % blocks.rows, column)]);
            }
        }
        made.end_row();
    }
    made
}
