//! Sparse matrices with a fixed pattern, and their LU decomposition without exchanges of rows: entries of the
//! factors are where those of an earlier decomposition were.

use std::ops::Range;

/// Places of entries, row by row.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    starts: Vec<usize>,
    columns: Vec<usize>,
    /// Place of each entry in the arrays that were given.
    sources: Vec<usize>,
}

impl Pattern {
    /// Pattern of compressed rows, or columns; `None` if an index leads outside or comes twice.
    pub(crate) fn new(n: usize, starts: &[i32], indices: &[i32], is_columns: bool) -> Option<Pattern> {
        let number = |value: i32| usize::try_from(value).ok();
        if starts.first() != Some(&0) || number(*starts.last()?)? != indices.len() {
            return None;
        }
        let mut entries = Vec::with_capacity(indices.len());
        for major in 0..n {
            let range = number(starts[major])?..number(starts[major + 1])?;
            for (source, &minor) in indices.get(range.clone())?.iter().enumerate() {
                let (minor, source) = (number(minor).filter(|&minor| minor < n)?, range.start + source);
                entries.push(if is_columns { (minor, major, source) } else { (major, minor, source) });
            }
        }
        entries.sort_unstable();
        if entries.len() != indices.len()
            || entries.windows(2).any(|two| (two[0].0, two[0].1) == (two[1].0, two[1].1))
        {
            return None;
        }
        let mut first = vec![0; n + 1];
        entries.iter().for_each(|&(row, ..)| first[row + 1] += 1);
        (0..n).for_each(|row| first[row + 1] += first[row]);
        Some(Pattern {
            starts: first,
            columns: entries.iter().map(|entry| entry.1).collect(),
            sources: entries.iter().map(|entry| entry.2).collect(),
        })
    }

    /// Number of rows.
    pub(crate) fn n(&self) -> usize {
        self.starts.len() - 1
    }

    /// Number of entries.
    pub(crate) fn count(&self) -> usize {
        self.columns.len()
    }

    /// Columns and sources of a row's entries.
    fn row(&self, row: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        let range = self.starts[row]..self.starts[row + 1];
        self.columns[range.clone()].iter().copied().zip(self.sources[range].iter().copied())
    }
}

/// Both factors in one matrix: the diagonal of ones of one of them is left out.
pub(crate) struct Factors {
    starts: Vec<usize>,
    columns: Vec<usize>,
    /// Place of each row's entry on the diagonal.
    diagonal: Vec<usize>,
    is_unit_in_upper: bool,
    /// Place in the factors and source of each entry of the matrix.
    places: Vec<(usize, usize)>,
    /// Values of the earlier decomposition.
    given: Vec<f64>,
    /// Values of each instance, and its first pivot of zero; -1 if it has none.
    values: Vec<Vec<f64>>,
    zeros: Vec<i32>,
}

impl Factors {
    /// Finds the place of each entry of `A(P, Q)` in the factors; `None` if one has no place, or if a factor
    /// is no triangle.
    pub(crate) fn new(
        a: &Pattern,
        [rows, columns]: &[Vec<usize>; 2],
        (l, l_values): &(Pattern, Vec<f64>),
        (u, u_values): &(Pattern, Vec<f64>),
        is_unit_in_upper: bool,
    ) -> Option<Factors> {
        let n = a.n();
        let mut factors = Factors {
            starts: vec![0],
            columns: Vec::new(),
            diagonal: Vec::new(),
            is_unit_in_upper,
            places: Vec::with_capacity(a.count()),
            given: Vec::new(),
            values: Vec::new(),
            zeros: Vec::new(),
        };
        let mut place_of_column = vec![0; n];
        columns.iter().enumerate().for_each(|(place, &column)| place_of_column[column] = place);
        for (row, &source_row) in rows.iter().enumerate() {
            if l.row(row).any(|(column, _)| column > row) || u.row(row).any(|(column, _)| column < row) {
                return None;
            }
            for (column, source) in l.row(row).filter(|&(column, _)| column < row || is_unit_in_upper) {
                factors.columns.push(column);
                factors.given.push(l_values[source]);
            }
            for (column, source) in u.row(row).filter(|&(column, _)| column > row || !is_unit_in_upper) {
                factors.columns.push(column);
                factors.given.push(u_values[source]);
            }
            let start = factors.starts[row];
            let at = |column: usize, columns: &[usize]| {
                Some(start + columns[start..].binary_search(&column).ok()?)
            };
            factors.diagonal.push(at(row, &factors.columns)?);
            for (column, source) in a.row(source_row) {
                factors.places.push((at(place_of_column[column], &factors.columns)?, source));
            }
            factors.starts.push(factors.columns.len());
        }
        Some(factors)
    }

    /// The same for some instances, with the values of the earlier decomposition.
    pub(crate) fn for_batch(mut self, count: usize) -> Factors {
        self.values = vec![self.given.clone(); count];
        self.zeros = vec![-1; count];
        self
    }

    fn row(&self, row: usize) -> Range<usize> {
        self.starts[row]..self.starts[row + 1]
    }

    /// The first pivot of zero of each instance, -1 if it has none.
    pub(crate) fn first_zeros(&self) -> &[i32] {
        &self.zeros
    }

    /// Decomposes all instances. Pivots of at most `zero` become `boost`, if that is positive. Returns
    /// whether one did.
    pub(crate) fn refactor(&mut self, values: &[Vec<f64>], zero: f64, boost: f64) -> bool {
        let mut is_boosted = false;
        for (instance, values) in values.iter().enumerate() {
            let mut made = vec![0.0; self.columns.len()];
            self.places.iter().for_each(|&(place, source)| made[place] = values[source]);
            let (boosted, first_zero) = self.eliminate(&mut made, zero, boost);
            is_boosted |= boosted;
            (self.values[instance], self.zeros[instance]) = (made, first_zero);
        }
        is_boosted
    }

    /// Eliminates row by row.
    fn eliminate(&self, made: &mut [f64], zero: f64, boost: f64) -> (bool, i32) {
        let n = self.diagonal.len();
        // Where the row has an entry of a column, counted from 1; 0 where it has none.
        let mut at = vec![0; n];
        let (mut is_boosted, mut first_zero) = (false, -1);
        for row in 0..n {
            let (range, diagonal) = (self.row(row), self.diagonal[row]);
            range.clone().for_each(|place| at[self.columns[place]] = place + 1);
            for place in range.start..diagonal {
                let above = self.columns[place];
                if !self.is_unit_in_upper {
                    made[place] /= made[self.diagonal[above]];
                }
                let factor = made[place];
                for from in self.diagonal[above] + 1..self.starts[above + 1] {
                    if let Some(to) = usize::checked_sub(at[self.columns[from]], 1) {
                        made[to] -= factor * made[from];
                    }
                }
            }
            let size = made[diagonal].abs();
            if size <= zero || size.is_nan() {
                if boost > 0.0 {
                    made[diagonal] = boost;
                    is_boosted = true;
                } else if first_zero < 0 {
                    first_zero = row as i32;
                }
            }
            if self.is_unit_in_upper {
                let pivot = made[diagonal];
                made[diagonal + 1..range.end].iter_mut().for_each(|value| *value /= pivot);
            }
            range.for_each(|place| at[self.columns[place]] = 0);
        }
        (is_boosted, first_zero)
    }

    /// Solves for a right side: `L U y = f(P)`, `x(Q) = y`.
    pub(crate) fn solve(
        &self,
        instance: usize,
        [rows, columns]: &[Vec<usize>; 2],
        right: &[f64],
    ) -> Vec<f64> {
        let values = &self.values[instance];
        let mut y: Vec<f64> = rows.iter().map(|&row| right[row]).collect();
        let product = |y: &[f64], places: Range<usize>| -> f64 {
            places.map(|place| values[place] * y[self.columns[place]]).sum()
        };
        for row in 0..y.len() {
            y[row] -= product(&y, self.starts[row]..self.diagonal[row]);
            if self.is_unit_in_upper {
                y[row] /= values[self.diagonal[row]];
            }
        }
        for row in (0..y.len()).rev() {
            y[row] -= product(&y, self.diagonal[row] + 1..self.starts[row + 1]);
            if !self.is_unit_in_upper {
                y[row] /= values[self.diagonal[row]];
            }
        }
        let mut x = vec![0.0; y.len()];
        columns.iter().zip(&y).for_each(|(&column, &value)| x[column] = value);
        x
    }

    /// Entries of an instance that some places are chosen from: row, column and value.
    fn entries(&self, instance: usize) -> impl Iterator<Item = (usize, usize, f64)> + '_ {
        let rows = (0..self.diagonal.len()).flat_map(|row| self.row(row).map(move |place| (row, place)));
        rows.map(move |(row, place)| (row, self.columns[place], self.values[instance][place]))
    }

    /// Both factors in one matrix.
    pub(crate) fn bundle(&self, instance: usize, is_columns: bool) -> Compressed {
        Compressed::new(self.diagonal.len(), self.entries(instance).collect(), is_columns)
    }

    /// The lower and the upper factor; the diagonal of ones is there if it is stored.
    pub(crate) fn split(&self, instance: usize, is_stored: bool, is_columns: bool) -> [Compressed; 2] {
        let n = self.diagonal.len();
        let ones = || (0..if is_stored { n } else { 0 }).map(|place| (place, place, 1.0));
        let (mut lower, mut upper): (Vec<_>, Vec<_>) = self
            .entries(instance)
            .partition(|&(row, column, _)| column < row || column == row && self.is_unit_in_upper);
        if self.is_unit_in_upper {
            upper.extend(ones())
        } else {
            lower.extend(ones())
        }
        [lower, upper].map(|entries| Compressed::new(n, entries, is_columns))
    }
}

/// Compressed rows or columns, as C has them.
pub(crate) struct Compressed {
    pub(crate) starts: Vec<i32>,
    pub(crate) indices: Vec<i32>,
    pub(crate) values: Vec<f64>,
}

impl Compressed {
    fn new(n: usize, mut entries: Vec<(usize, usize, f64)>, is_columns: bool) -> Compressed {
        if is_columns {
            entries.iter_mut().for_each(|(row, column, _)| std::mem::swap(row, column));
        }
        entries.sort_unstable_by_key(|&(major, minor, _)| (major, minor));
        let mut starts = vec![0; n + 1];
        entries.iter().for_each(|&(major, ..)| starts[major + 1] += 1);
        (0..n).for_each(|major| starts[major + 1] += starts[major]);
        Compressed {
            starts,
            indices: entries.iter().map(|entry| entry.1 as i32).collect(),
            values: entries.iter().map(|entry| entry.2).collect(),
        }
    }
}
