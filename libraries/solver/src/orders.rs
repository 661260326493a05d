//! Orders of rows and columns of sparse matrices, in the host's memory, and matrices in another order.

use crate::columns::Columns;
use crate::handle::Call;
use crate::operand::size;
use crate::sparse::base;
use crate::status::Status;
use std::collections::BTreeSet;
use work::{Pointer, put, put_all, take};

type Done = Result<(), Status>;

/// Places of a matrix' entries in the program's arrays.
struct Pattern {
    base: usize,
    /// First entry of each row and the first after it.
    ranges: Vec<std::ops::Range<usize>>,
    columns: Vec<usize>,
}

impl Pattern {
    /// Reads offsets, ends of rows and indices. Ends that are null are the next rows' offsets.
    fn read(
        (rows, columns): (i64, i64),
        nnz: i64,
        description: Pointer,
        [starts, ends, indices]: [Pointer; 3],
    ) -> Result<Pattern, Status> {
        let (rows, columns, count, base) = (size(rows)?, size(columns)?, size(nnz)?, base(description)?);
        let from_base = |list: Vec<i32>| -> Result<Vec<usize>, Status> {
            let from_zero = |n: i32| usize::try_from(n).ok().and_then(|n| n.checked_sub(base));
            list.into_iter().map(|n| from_zero(n).ok_or(Status::InvalidValue)).collect()
        };
        let read = |at: Pointer, count| from_base(take::<Status, i32>(at, count)?);
        let (starts, ends) = match ends.is_null() {
            true => {
                let starts = read(starts, rows + 1)?;
                let ends = starts[1..].to_vec();
                (starts, ends)
            }
            false => (read(starts, rows)?, read(ends, rows)?),
        };
        let found = read(indices, count)?;
        let ranges: Vec<_> = starts.into_iter().zip(ends).map(|(start, end)| start..end).collect();
        let is_whole = ranges.iter().all(|range| range.start <= range.end && range.end <= count);
        if !is_whole || found.iter().any(|&column| column >= columns) {
            return Err(Status::InvalidValue);
        }
        Ok(Pattern { base, ranges, columns: found })
    }

    fn entries(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let rows = self.ranges.iter().enumerate();
        rows.flat_map(|(row, range)| self.columns[range.clone()].iter().map(move |&column| (row, column)))
    }

    /// The matrix of ones.
    fn ones(&self) -> Columns<f64> {
        let entries: Vec<_> = self.entries().map(|(row, column)| (row, column, 1.0)).collect();
        Columns::from_entries(self.ranges.len(), &entries)
    }

    /// Order in which a row with the fewest entries below the diagonal comes next, after those before it were
    /// eliminated.
    fn least_degree_order(&self) -> Vec<usize> {
        let n = self.ranges.len();
        let mut neighbours = vec![BTreeSet::new(); n];
        for (row, column) in self.entries().filter(|(row, column)| row != column) {
            neighbours[row].insert(column);
            neighbours[column].insert(row);
        }
        let mut waiting: BTreeSet<(usize, usize)> =
            neighbours.iter().enumerate().map(|(node, list)| (list.len(), node)).collect();
        let mut order = Vec::with_capacity(n);
        while let Some((_, node)) = waiting.pop_first() {
            order.push(node);
            let list = std::mem::take(&mut neighbours[node]);
            for &one in &list {
                waiting.remove(&(neighbours[one].len(), one));
                neighbours[one].remove(&node);
                neighbours[one].extend(list.iter().copied().filter(|&other| other != one));
                waiting.insert((neighbours[one].len(), one));
            }
        }
        order
    }
}

/// Numbers from zero, as C has them.
fn write(to: Pointer, list: &[usize]) -> Done {
    put_all(to, &list.iter().map(|&n| n as i32).collect::<Vec<_>>())
}

/// Says whether for each entry there is one at the transposed place.
pub(crate) fn is_symmetric(
    _call: &Call,
    m: i64,
    (nnz, description): (i64, Pointer),
    arrays: [Pointer; 3],
    to: Pointer,
) -> Done {
    let pattern = Pattern::read((m, m), nnz, description, arrays)?;
    let places: BTreeSet<(usize, usize)> = pattern.entries().collect();
    put(to, i32::from(places.iter().all(|&(row, column)| places.contains(&(column, row)))))
}

/// Order that keeps entries near to the diagonal: Cuthill and McKee's, reversed.
pub(crate) fn narrow(
    _call: &Call,
    n: i64,
    (nnz, description): (i64, Pointer),
    arrays: [Pointer; 3],
    to: Pointer,
) -> Done {
    write(to, &Pattern::read((n, n), nnz, description, arrays)?.ones().narrow_order())
}

/// Order in which decompositions have few entries.
pub(crate) fn least_degree(
    _call: &Call,
    n: i64,
    (nnz, description): (i64, Pointer),
    arrays: [Pointer; 3],
    to: Pointer,
) -> Done {
    write(to, &Pattern::read((n, n), nnz, description, arrays)?.least_degree_order())
}

/// Bytes of a work area, which is not used.
pub(crate) fn buffer(_call: &Call, to: Pointer) -> Done {
    put(to, 1usize)
}

/// A list of numbers that has each once.
fn order(at: Pointer, n: usize) -> Result<Vec<usize>, Status> {
    let list = take::<Status, i32>(at, n)?;
    let mut is_there = vec![false; n];
    for &number in &list {
        let place = usize::try_from(number).ok().and_then(|number| is_there.get_mut(number));
        if std::mem::replace(place.ok_or(Status::InvalidValue)?, true) {
            return Err(Status::InvalidValue);
        }
    }
    Ok(list.into_iter().map(|number| number as usize).collect())
}

/// Puts rows and columns of a pattern into other orders, in its place: `B = A(p, q)`. `map` is reordered as
/// values have to be.
pub(crate) fn permute(
    _call: &Call,
    (m, n): (i64, i64),
    (nnz, description): (i64, Pointer),
    [starts, indices]: [Pointer; 2],
    [p, q]: [Pointer; 2],
    map: Pointer,
) -> Done {
    let pattern = Pattern::read((m, n), nnz, description, [starts, std::ptr::null_mut(), indices])?;
    let (rows, columns) = (order(p, size(m)?)?, order(q, size(n)?)?);
    let old = take::<Status, i32>(map, pattern.columns.len())?;
    let mut place_of = vec![0; columns.len()];
    columns.iter().enumerate().for_each(|(new, &column)| place_of[column] = new);
    let (mut new_starts, mut new_columns) = (vec![pattern.base], Vec::new());
    let mut new_map = old.clone();
    for row in rows {
        let mut entries: Vec<(usize, i32)> =
            pattern.ranges[row].clone().map(|at| (place_of[pattern.columns[at]], old[at])).collect();
        entries.sort_by_key(|entry| entry.0);
        for (column, value) in entries {
            new_map[new_columns.len()] = value;
            new_columns.push(column + pattern.base);
        }
        new_starts.push(new_columns.len() + pattern.base);
    }
    write(starts, &new_starts)?;
    write(indices, &new_columns)?;
    put_all(map, &new_map)
}
