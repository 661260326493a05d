//! Systems with three diagonals, and with five.

use crate::handle::Call;
use crate::legacy::{Ptr, matrix_by_columns};
use crate::status::Status;
use crate::types::size;
use num_traits::Float as _;
use rayon::prelude::*;
use work::{Memory, Number, Pointer, Refused, Scalar, bytes};

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

/// Reads arrays in which the systems of a batch are interleaved, and gathers those of each.
fn systems<T: Number, const N: usize>(
    memory: &Memory,
    arrays: [usize; N],
    (m, batch): (usize, usize),
) -> Result<Vec<[Vec<T>; N]>, Refused> {
    let count = m.saturating_mul(batch);
    let mut all = Vec::with_capacity(N);
    for at in arrays {
        all.push(T::read(memory, at, count, T::TYPE)?);
    }
    let of_system = |number: usize| {
        std::array::from_fn(|array| (0..m).map(|row| all[array][row * batch + number]).collect())
    };
    Ok((0..batch).map(of_system).collect())
}

/// Solves interleaved systems, each with one right side, which is the last array and becomes the solution.
fn interleaved<T: Number, const N: usize>(
    call: &Call,
    arrays: [Pointer; N],
    (m, batch): (i64, i64),
    solve: fn([Vec<T>; N]) -> Vec<T>,
) -> Done {
    let (m, batch) = (size(m)?, size(batch)?);
    let arrays = arrays.map(|pointer| pointer.expose_provenance());
    if m == 0 || batch == 0 {
        return Err(Status::InvalidValue);
    }
    call.launch(move |memory| {
        let solved: Vec<Vec<T>> = systems::<T, N>(memory, arrays, (m, batch))?
            .into_par_iter()
            .with_min_len(64)
            .map(solve)
            .collect();
        let values: Vec<T> = (0..m).flat_map(|row| solved.iter().map(move |system| system[row])).collect();
        T::write(memory, arrays[N - 1], &values, T::TYPE)
    })
}

/// Solves interleaved systems of three diagonals: in order, or with exchanges of rows.
pub(crate) fn gtsv_interleaved<T: Number>(
    call: &Call,
    algorithm: i64,
    m: i64,
    arrays: [Pointer; 4],
    batch: i64,
) -> Done {
    let solve = |[below, middle, above, side]: [Vec<T>; 4]| {
        let mut side = [side];
        Diagonals { below, middle, above }.solve(&mut side);
        let [side] = side;
        side
    };
    let solve_in_order = |[below, middle, above, side]: [Vec<T>; 4]| {
        let mut side = [side];
        Diagonals { below, middle, above }.solve_in_order(&mut side);
        let [side] = side;
        side
    };
    match algorithm {
        0 => interleaved::<T, 4>(call, arrays, (m, batch), solve_in_order),
        1 | 2 => interleaved::<T, 4>(call, arrays, (m, batch), solve),
        _ => Err(Status::InvalidValue),
    }
}

/// Solves interleaved systems of five diagonals.
pub(crate) fn gpsv_interleaved<T: Number>(
    call: &Call,
    algorithm: i64,
    m: i64,
    arrays: [Pointer; 6],
    batch: i64,
) -> Done {
    if algorithm != 0 {
        return Err(Status::InvalidValue);
    }
    interleaved::<T, 6>(call, arrays, (m, batch), |[lowest, below, middle, above, highest, mut side]| {
        solve_five([lowest, below, middle, above, highest], &mut side);
        side
    })
}

/// Eliminates with exchanges of rows. A row has elements from its pivot's column on: two diagonals above the
/// five come about by exchanges.
fn solve_five<T: Scalar>(diagonals: [Vec<T>; 5], x: &mut [T]) {
    let n = x.len();
    // The row's elements from column `row - 2` on; those outside the matrix are not read.
    let row = |row: usize| -> [T; 5] {
        std::array::from_fn(|k| match (row + k).checked_sub(2) {
            Some(column) if column < n => diagonals[k][row],
            _ => T::zero(),
        })
    };
    let zero = T::zero();
    let mut active: Vec<([T; 5], T)> = Vec::new();
    if n > 0 {
        let [_, _, d, u, w] = row(0);
        active.push(([d, u, w, zero, zero], x[0]));
    }
    if n > 1 {
        let [_, l, d, u, w] = row(1);
        active.push(([l, d, u, w, zero], x[1]));
    }
    let mut upper = Vec::with_capacity(n);
    for k in 0..n {
        if k + 2 < n {
            active.push((row(k + 2), x[k + 2]));
        }
        let larger = |best: usize, n: usize| {
            if active[n].0[0].magnitude() > active[best].0[0].magnitude() { n } else { best }
        };
        let best = (1..active.len()).fold(0, larger);
        active.swap(0, best);
        let (pivot, side) = active.remove(0);
        for (row, value) in &mut active {
            let factor = row[0] / pivot[0];
            *value -= factor * side;
            *row = std::array::from_fn(|k| if k < 4 { row[k + 1] - factor * pivot[k + 1] } else { zero });
        }
        upper.push((pivot, side));
    }
    for k in (0..n).rev() {
        let (row, side) = upper[k];
        let known = (1..5).filter(|&step| k + step < n);
        let sum = known.fold(side, |sum, step| sum - row[step] * x[k + step]);
        x[k] = sum / row[0];
    }
}
