//! Systems with three diagonals.

use crate::handle::Call;
use crate::legacy::{Ptr, matrix_by_columns};
use crate::status::Status;
use crate::types::size;
use num_traits::Float as _;
use work::{Number, Pointer, Scalar, bytes};

type Done = Result<(), Status>;

/// Three diagonals: below, on and above the middle. The first element of the one below and the last of the
/// one above are not read.
struct Diagonals<T> {
    below: Vec<T>,
    middle: Vec<T>,
    above: Vec<T>,
}

impl<T: Scalar> Diagonals<T> {
    /// Solves with exchanges of neighbouring rows for each right side.
    fn solve(mut self, sides: &mut [Vec<T>]) {
        let n = self.middle.len();
        // A second diagonal above comes about by exchanges.
        let mut second = vec![T::zero(); n];
        for row in 0..n.saturating_sub(1) {
            let below = self.below[row + 1];
            if self.middle[row].re().abs() + self.middle[row].im().abs() < below.re().abs() + below.im().abs()
            {
                let (middle, above) = (self.middle[row], self.above[row]);
                self.middle[row] = below;
                self.above[row] = self.middle[row + 1];
                second[row] = if row + 2 < n { self.above[row + 1] } else { T::zero() };
                let factor = middle / below;
                self.middle[row + 1] = above - factor * self.above[row];
                if row + 2 < n {
                    self.above[row + 1] = -factor * second[row];
                }
                for side in &mut *sides {
                    side.swap(row, row + 1);
                    side[row + 1] = side[row + 1] - factor * side[row];
                }
            } else {
                let factor = below / self.middle[row];
                self.middle[row + 1] = self.middle[row + 1] - factor * self.above[row];
                for side in &mut *sides {
                    side[row + 1] = side[row + 1] - factor * side[row];
                }
            }
        }
        for side in sides {
            for row in (0..n).rev() {
                let mut sum = side[row];
                if row + 1 < n {
                    sum -= self.above[row] * side[row + 1];
                }
                if row + 2 < n {
                    sum -= second[row] * side[row + 2];
                }
                side[row] = sum / self.middle[row];
            }
        }
    }

    /// Solves without exchanges.
    fn solve_in_order(mut self, sides: &mut [Vec<T>]) {
        let n = self.middle.len();
        for row in 1..n {
            let factor = self.below[row] / self.middle[row - 1];
            self.middle[row] = self.middle[row] - factor * self.above[row - 1];
            for side in &mut *sides {
                side[row] = side[row] - factor * side[row - 1];
            }
        }
        for side in sides {
            for row in (0..n).rev() {
                let after = if row + 1 < n { self.above[row] * side[row + 1] } else { T::zero() };
                side[row] = (side[row] - after) / self.middle[row];
            }
        }
    }
}

/// Solves for the columns of `B`, in their place.
pub(crate) fn gtsv2<T: Number>(
    call: &Call,
    m: i64,
    n: i64,
    below: Pointer,
    middle: Pointer,
    above: Pointer,
    b: Pointer,
    ldb: i64,
    exchanges: bool,
) -> Done {
    let (m, n) = (size(m)?, size(n)?);
    if m < 3 {
        return Err(Status::InvalidValue);
    }
    let b = matrix_by_columns::<T>(b, (m, n), ldb)?;
    let diagonals = [below, middle, above].map(Ptr::new);
    call.launch(move |memory| {
        let [below, middle, above] = diagonals;
        let diagonals = Diagonals {
            below: below.read_values::<T>(memory, m)?,
            middle: middle.read_values(memory, m)?,
            above: above.read_values(memory, m)?,
        };
        let mut block = b.read::<T>(memory)?;
        let mut sides: Vec<Vec<T>> = (0..n).map(|j| (0..m).map(|i| block.get(i, j)).collect()).collect();
        if exchanges {
            diagonals.solve(&mut sides)
        } else {
            diagonals.solve_in_order(&mut sides)
        }
        for (j, side) in sides.into_iter().enumerate() {
            side.into_iter().enumerate().for_each(|(i, value)| block.set(i, j, value));
        }
        b.write(memory, block)
    })
}

/// Solves a batch of systems at equal distances, each with one right side, in its place.
pub(crate) fn gtsv2_batch<T: Number>(
    call: &Call,
    m: i64,
    below: Pointer,
    middle: Pointer,
    above: Pointer,
    x: Pointer,
    batch: i64,
    stride: i64,
) -> Done {
    let (m, batch, stride) = (size(m)?, size(batch)?, size(stride)?);
    if m < 3 || stride < m {
        return Err(Status::InvalidValue);
    }
    let places = [below, middle, above, x].map(|pointer| pointer.expose_provenance());
    call.launch(move |memory| {
        for number in 0..batch {
            let [below, middle, above, x] =
                places.map(|at| at.wrapping_add(number.wrapping_mul(stride).wrapping_mul(bytes(T::TYPE))));
            let read = |at: usize| T::read(memory, at, m, T::TYPE);
            let diagonals = Diagonals { below: read(below)?, middle: read(middle)?, above: read(above)? };
            let mut side = [read(x)?];
            diagonals.solve_in_order(&mut side);
            T::write(memory, x, &side[0], T::TYPE)?;
        }
        Ok(())
    })
}
