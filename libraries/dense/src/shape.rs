//! Forms of operands.

use work::MatrixView;

/// Whether an operand is transposed, and conjugated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Transpose {
    /// As it is.
    No,
    /// Transposed.
    Yes,
    /// Transposed and conjugated.
    Conjugated,
}

impl Transpose {
    /// Shape of a stored matrix whose operand has this shape.
    pub fn stored(self, rows: usize, columns: usize) -> (usize, usize) {
        if self == Transpose::No { (rows, columns) } else { (columns, rows) }
    }

    /// Whether it is transposed.
    pub fn is_transposed(self) -> bool {
        self != Transpose::No
    }

    /// Whether it is conjugated.
    pub fn conjugates(self) -> bool {
        self == Transpose::Conjugated
    }

    /// View of the operand, without the conjugation.
    pub fn view<T: Copy>(self, stored: MatrixView<T>) -> MatrixView<T> {
        if self == Transpose::No { stored } else { stored.transposed() }
    }
}

/// Triangle of a matrix that is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Triangle {
    /// On the diagonal and above.
    Upper,
    /// On the diagonal and below.
    Lower,
}

impl Triangle {
    /// The triangle of the transposed matrix.
    pub fn transposed_if(self, so: bool) -> Triangle {
        match (self, so) {
            (Triangle::Upper, true) => Triangle::Lower,
            (Triangle::Lower, true) => Triangle::Upper,
            (same, false) => same,
        }
    }

    /// Rows of a column that are stored.
    pub fn rows(self, column: usize, n: usize) -> std::ops::Range<usize> {
        match self {
            Triangle::Upper => 0..column + 1,
            Triangle::Lower => column..n,
        }
    }
}
