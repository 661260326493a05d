//! LU decomposition of sparse matrices, column by column, with exchanges of rows (Gilbert and Peierls).
//!
//! Each column is solved with the columns of `L` that it reaches. The work is in proportion to the
//! multiplications, whatever the size.

use work::Scalar;

/// Compressed columns.
#[derive(Clone, Debug)]
pub(crate) struct Columns<T> {
    /// First entry of each column, and the number of entries.
    pub(crate) starts: Vec<usize>,
    pub(crate) rows: Vec<usize>,
    pub(crate) values: Vec<T>,
}

impl<T: Scalar> Columns<T> {
    fn empty() -> Columns<T> {
        Columns { starts: vec![0], rows: Vec::new(), values: Vec::new() }
    }

    /// Compresses entries, each with its row and column.
    pub(crate) fn from_entries(n: usize, entries: &[(usize, usize, T)]) -> Columns<T> {
        let mut starts = vec![0; n + 1];
        entries.iter().for_each(|&(_, column, _)| starts[column + 1] += 1);
        (0..n).for_each(|column| starts[column + 1] += starts[column]);
        let (mut next, mut rows, mut values) =
            (starts.clone(), vec![0; entries.len()], vec![T::zero(); entries.len()]);
        for &(row, column, value) in entries {
            (rows[next[column]], values[next[column]]) = (row, value);
            next[column] += 1;
        }
        Columns { starts, rows, values }
    }

    /// Entries of a column.
    pub(crate) fn range(&self, column: usize) -> std::ops::Range<usize> {
        self.starts[column]..self.starts[column + 1]
    }

    fn push(&mut self, row: usize, value: T) {
        self.rows.push(row);
        self.values.push(value);
    }

    fn end(&mut self) {
        self.starts.push(self.rows.len());
    }

    /// Order of rows and columns that keeps entries near to the diagonal: Cuthill and McKee's, reversed.
    pub(crate) fn narrow_order(&self) -> Vec<usize> {
        let n = self.starts.len() - 1;
        let mut neighbours = vec![Vec::new(); n];
        for column in 0..n {
            for &row in self.rows[self.range(column)].iter().filter(|&&row| row != column) {
                neighbours[row].push(column);
                neighbours[column].push(row);
            }
        }
        let degrees: Vec<usize> = neighbours.iter().map(Vec::len).collect();
        let mut first: Vec<usize> = (0..n).collect();
        first.sort_by_key(|&node| degrees[node]);
        let (mut order, mut is_there) = (Vec::with_capacity(n), vec![false; n]);
        for start in first {
            if std::mem::replace(&mut is_there[start], true) {
                continue;
            }
            let mut next = order.len();
            order.push(start);
            while next < order.len() {
                let mut found = std::mem::take(&mut neighbours[order[next]]);
                found.retain(|&node| !std::mem::replace(&mut is_there[node], true));
                found.sort_by_key(|&node| degrees[node]);
                order.extend(found);
                next += 1;
            }
        }
        order.reverse();
        order
    }
}

/// Triangular factors. Rows of `L` are those of the matrix, rows of `U` are numbers of pivots.
pub(crate) struct Factors<T> {
    lower: Columns<T>,
    upper: Columns<T>,
    pivots: Vec<T>,
    /// The column of each pivot, and its row.
    order: Vec<usize>,
    row_of: Vec<usize>,
}

/// Row that is no pivot's yet.
const NONE: usize = usize::MAX;

/// State of a depth-first search for the columns that a new one needs.
struct Reach {
    marked_by: Vec<usize>,
    /// Rows that are reached, those that others need last.
    found: Vec<usize>,
}

impl Reach {
    fn search<T: Scalar>(&mut self, lower: &Columns<T>, pivot_of: &[usize], start: usize, step: usize) {
        let entries = |row: usize| match pivot_of[row] {
            NONE => 0..0,
            pivot => lower.range(pivot),
        };
        if self.marked_by[start] == step {
            return;
        }
        self.marked_by[start] = step;
        let mut stack = vec![(start, entries(start))];
        while let Some((row, rest)) = stack.last_mut() {
            match rest.next() {
                Some(at) if self.marked_by[lower.rows[at]] != step => {
                    let next = lower.rows[at];
                    self.marked_by[next] = step;
                    stack.push((next, entries(next)));
                }
                Some(_) => {}
                None => {
                    self.found.push(*row);
                    stack.pop();
                }
            }
        }
    }
}

/// Decomposes a square matrix, its columns in an order. `accepts` judges pivots.
///
/// # Errors
/// The number of the first pivot that is not accepted.
pub(crate) fn decompose<T: Scalar>(
    a: &Columns<T>,
    order: Vec<usize>,
    accepts: impl Fn(T) -> bool,
) -> Result<Factors<T>, usize> {
    let n = order.len();
    let (mut lower, mut upper) = (Columns::empty(), Columns::empty());
    let (mut pivots, mut row_of, mut pivot_of) =
        (Vec::with_capacity(n), Vec::with_capacity(n), vec![NONE; n]);
    let mut sums = vec![T::zero(); n];
    let mut reach = Reach { marked_by: vec![NONE; n], found: Vec::new() };
    for (step, &column) in order.iter().enumerate() {
        reach.found.clear();
        for at in a.range(column) {
            reach.search(&lower, &pivot_of, a.rows[at], step);
            sums[a.rows[at]] += a.values[at];
        }
        let mut best = NONE;
        for &row in reach.found.iter().rev() {
            let value = sums[row];
            match pivot_of[row] {
                NONE => {
                    if best == NONE || value.magnitude() > sums[best].magnitude() {
                        best = row;
                    }
                }
                pivot => {
                    for at in lower.range(pivot) {
                        sums[lower.rows[at]] -= lower.values[at] * value;
                    }
                    upper.push(pivot, value);
                }
            }
        }
        if best == NONE || !accepts(sums[best]) {
            return Err(step);
        }
        let pivot = sums[best];
        for &row in &reach.found {
            if pivot_of[row] == NONE && row != best {
                lower.push(row, sums[row] / pivot);
            }
            sums[row] = T::zero();
        }
        pivot_of[best] = step;
        pivots.push(pivot);
        row_of.push(best);
        lower.end();
        upper.end();
    }
    Ok(Factors { lower, upper, pivots, order, row_of })
}

/// A triangular factor in compressed rows, with its pivots' numbers as rows and columns.
pub(crate) struct Rows<T> {
    pub(crate) starts: Vec<usize>,
    pub(crate) columns: Vec<usize>,
    pub(crate) values: Vec<T>,
}

impl<T: Scalar> Rows<T> {
    fn from_entries(n: usize, mut entries: Vec<(usize, usize, T)>) -> Rows<T> {
        entries.sort_unstable_by_key(|&(row, column, _)| (row, column));
        let mut starts = vec![0; n + 1];
        entries.iter().for_each(|&(row, ..)| starts[row + 1] += 1);
        (0..n).for_each(|row| starts[row + 1] += starts[row]);
        let columns = entries.iter().map(|entry| entry.1).collect();
        Rows { starts, columns, values: entries.into_iter().map(|entry| entry.2).collect() }
    }
}

impl<T: Scalar> Factors<T> {
    /// Orders of rows and of columns in which the matrix is `L U`.
    pub(crate) fn orders(&self) -> [&[usize]; 2] {
        [&self.row_of, &self.order]
    }

    /// Numbers of entries of [`Factors::split`].
    pub(crate) fn counts(&self) -> [usize; 2] {
        [self.lower.rows.len(), self.upper.rows.len() + self.order.len()]
    }

    /// Both factors; the diagonal of ones of `L` is not stored.
    pub(crate) fn split(&self) -> [Rows<T>; 2] {
        let n = self.order.len();
        let mut pivot_of = vec![0; n];
        self.row_of.iter().enumerate().for_each(|(pivot, &row)| pivot_of[row] = pivot);
        let entries = |of: &Columns<T>, row_of: &dyn Fn(usize) -> usize| -> Vec<(usize, usize, T)> {
            let column = |step| of.range(step).map(move |at| (row_of(of.rows[at]), step, of.values[at]));
            (0..n).flat_map(column).collect()
        };
        let lower = entries(&self.lower, &|row| pivot_of[row]);
        let mut upper = entries(&self.upper, &|pivot| pivot);
        upper.extend(self.pivots.iter().enumerate().map(|(step, &pivot)| (step, step, pivot)));
        [Rows::from_entries(n, lower), Rows::from_entries(n, upper)]
    }

    /// Pivots, in their order.
    pub(crate) fn pivots(&self) -> &[T] {
        &self.pivots
    }

    /// Solves for a right side.
    pub(crate) fn solve(&self, b: &[T]) -> Vec<T> {
        let n = self.pivots.len();
        let mut by_row = b.to_vec();
        let mut x = vec![T::zero(); n];
        for step in 0..n {
            x[step] = by_row[self.row_of[step]];
            for at in self.lower.range(step) {
                by_row[self.lower.rows[at]] -= self.lower.values[at] * x[step];
            }
        }
        for step in (0..n).rev() {
            x[step] /= self.pivots[step];
            for at in self.upper.range(step) {
                let change = self.upper.values[at] * x[step];
                x[self.upper.rows[at]] -= change;
            }
        }
        let mut solution = vec![T::zero(); n];
        self.order.iter().zip(x).for_each(|(&column, value)| solution[column] = value);
        solution
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_band_of_ones_is_narrow_again_after_its_rows_are_mixed() {
        let n = 50;
        let place = |k: usize| k * 17 % n;
        let entries: Vec<(usize, usize, f64)> =
            (0..n - 1).flat_map(|k| [(place(k), place(k + 1), 1.0), (place(k + 1), place(k), 1.0)]).collect();
        let order = Columns::from_entries(n, &entries).narrow_order();
        let mut number = vec![0; n];
        order.iter().enumerate().for_each(|(new, &old)| number[old] = new);
        assert!(entries.iter().all(|&(i, j, _)| number[i].abs_diff(number[j]) == 1));
    }

    #[test]
    fn the_first_pivot_that_is_not_accepted_is_told() {
        // The second column is twice the first.
        let entries = [(0, 0, 1.0), (1, 0, 2.0), (0, 1, 2.0), (1, 1, 4.0), (2, 2, 1.0)];
        let a = Columns::from_entries(3, &entries);
        assert_eq!(decompose(&a, vec![0, 1, 2], |pivot| pivot != 0.0).err(), Some(1));
    }
}
