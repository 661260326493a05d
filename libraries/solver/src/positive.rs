//! Cholesky's decomposition of sparse matrices, row by row (the up-looking method of T. A. Davis, "Direct
//! Methods for Sparse Linear Systems", chapter 4).

use crate::columns::Columns;
use num_traits::Float as _;
use work::Scalar;

/// Column of the lower factor: its diagonal element, and those below, by row.
struct Column<T: Scalar> {
    diagonal: T::Real,
    below: Vec<(usize, T)>,
}

/// The lower factor of a matrix, whose rows and columns are in an order.
pub(crate) struct Factor<T: Scalar> {
    columns: Vec<Column<T>>,
    order: Vec<usize>,
}

/// Node without a parent.
const NONE: usize = usize::MAX;

/// A Hermitian matrix in an order of its rows and columns.
struct Ordered<'a, T> {
    a: &'a Columns<T>,
    order: &'a [usize],
    /// Number in the order of each row.
    place: Vec<usize>,
}

impl<T: Scalar> Ordered<'_, T> {
    /// Elements of a column on the diagonal and above.
    fn upper(&self, column: usize) -> impl Iterator<Item = (usize, T)> + '_ {
        let entries = self.a.range(self.order[column]);
        entries
            .map(|at| (self.place[self.a.rows[at]], self.a.values[at]))
            .filter(move |&(row, _)| row <= column)
    }

    /// The elimination tree: the next column that each column changes.
    fn parents(&self) -> Vec<usize> {
        let n = self.order.len();
        let (mut parents, mut ancestors) = (vec![NONE; n], vec![NONE; n]);
        for column in 0..n {
            for (mut node, _) in self.upper(column) {
                while node < column {
                    let next = std::mem::replace(&mut ancestors[node], column);
                    if next == NONE {
                        parents[node] = column;
                    }
                    node = next;
                }
            }
        }
        parents
    }
}

/// Decomposes a Hermitian matrix, its rows and columns in an order. `accepts` judges the squares of the
/// diagonal's elements.
///
/// # Errors
/// The number of the first square that is not accepted.
pub(crate) fn decompose<T: Scalar>(
    a: &Columns<T>,
    order: Vec<usize>,
    accepts: impl Fn(T::Real) -> bool,
) -> Result<Factor<T>, usize> {
    let n = order.len();
    let mut place = vec![0; n];
    order.iter().enumerate().for_each(|(new, &old)| place[old] = new);
    let a = Ordered { a, order: &order, place };
    let parents = a.parents();
    let mut columns: Vec<Column<T>> = Vec::with_capacity(n);
    let (mut sums, mut reached_by) = (vec![T::zero(); n], vec![NONE; n]);
    let mut row = Vec::new();
    for step in 0..n {
        // A row has elements in the columns between those of the matrix and the tree's root.
        row.clear();
        for (mut node, value) in a.upper(step) {
            sums[node] += value;
            while node < step && reached_by[node] != step {
                reached_by[node] = step;
                row.push(node);
                node = parents[node];
            }
        }
        row.sort_unstable();
        let mut square = std::mem::replace(&mut sums[step], T::zero()).re();
        for &number in &row {
            let column = &mut columns[number];
            let value = std::mem::replace(&mut sums[number], T::zero()) / T::real(column.diagonal);
            column.below.iter().for_each(|&(below, factor)| sums[below] -= factor * value);
            column.below.push((step, value.conj_if(true)));
            square -= value.re() * value.re() + value.im() * value.im();
        }
        if !accepts(square) {
            return Err(step);
        }
        columns.push(Column { diagonal: square.sqrt(), below: Vec::new() });
    }
    Ok(Factor { columns, order })
}

impl<T: Scalar> Factor<T> {
    /// The factor's diagonal, in the order of the rows.
    pub(crate) fn diagonal(&self) -> impl Iterator<Item = T::Real> + '_ {
        self.columns.iter().map(|column| column.diagonal)
    }

    /// Solves for a right side.
    pub(crate) fn solve(&self, b: &[T]) -> Vec<T> {
        let mut x: Vec<T> = self.order.iter().map(|&row| b[row]).collect();
        for (step, column) in self.columns.iter().enumerate() {
            let value = x[step] / T::real(column.diagonal);
            x[step] = value;
            column.below.iter().for_each(|&(row, factor)| x[row] -= factor * value);
        }
        for (step, column) in self.columns.iter().enumerate().rev() {
            let known = column.below.iter();
            let sum = known.fold(x[step], |sum, &(row, factor)| sum - factor.conj_if(true) * x[row]);
            x[step] = sum / T::real(column.diagonal);
        }
        let mut solution = vec![T::zero(); x.len()];
        self.order.iter().zip(x).for_each(|(&row, value)| solution[row] = value);
        solution
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arrow_is_filled_in_only_where_its_order_makes_it_so() {
        // The last row and column are full. Eliminated last they fill in nothing, first everything.
        let n = 20;
        let last = n - 1;
        let arrow = (0..last).flat_map(|k| [(k, k, 4.0), (k, last, 1.0), (last, k, 1.0)]);
        let entries: Vec<(usize, usize, f64)> = arrow.chain([(last, last, 40.0)]).collect();
        let a = Columns::from_entries(n, &entries);
        let count = |order: Vec<usize>| {
            let factor = decompose(&a, order, |square| square > 0.0).expect("it is positive definite");
            let b: Vec<f64> = (0..n).map(|k| if k == last { 59.0 } else { 5.0 }).collect();
            assert!(factor.solve(&b).iter().all(|x| (x - 1.0).abs() < 1e-14));
            factor.columns.iter().map(|column| column.below.len()).sum::<usize>()
        };
        assert_eq!((count((0..n).collect()), count((0..n).rev().collect())), (last, n * last / 2));
    }

    #[test]
    fn the_first_square_that_is_not_accepted_is_reported() {
        let entries = [(0, 0, 1.0), (0, 1, 2.0), (1, 0, 2.0), (1, 1, 3.0), (2, 2, 1.0)];
        let a = Columns::from_entries(3, &entries);
        assert_eq!(decompose(&a, vec![0, 1, 2], |square: f64| square > 0.0).err(), Some(1));
        assert_eq!(decompose(&a, vec![2, 0, 1], |square: f64| square > 0.0).err(), Some(2));
    }
}
