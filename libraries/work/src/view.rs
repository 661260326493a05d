//! Vectors and matrices in held memory.
//!
//! Device memory is shared: kernels of other streams may write it at the same time, and the operands of a
//! call may overlap. Elements are therefore read and written one by one, through pointers. References are
//! only for engines that take slices, and that compute numbers of the elements, but neither branches nor
//! addresses.

/// Elements of a vector at equal distances.
#[derive(Clone, Copy, Debug)]
pub struct VectorView<T> {
    first: *mut T,
    count: usize,
    step: isize,
}

// SAFETY: the memory is held, and is accessed as a device's is: what threads do at the same time is up to the
// caller.
unsafe impl<T: Send> Send for VectorView<T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for VectorView<T> {}

impl<T: Copy> VectorView<T> {
    /// Creates a view.
    ///
    /// # Safety
    /// All elements are in memory that stays accessible while the view is used.
    pub unsafe fn new(first: *mut T, count: usize, step: isize) -> Self {
        VectorView { first, count, step }
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// First element and distance.
    pub fn parts(&self) -> (*mut T, isize) {
        (self.first, self.step)
    }

    /// Reads an element.
    #[inline]
    pub fn get(&self, n: usize) -> T {
        assert!(n < self.count);
        // SAFETY: in the view.
        unsafe { self.first.offset(n as isize * self.step).read() }
    }

    /// Writes an element.
    #[inline]
    pub fn set(&self, n: usize, value: T) {
        assert!(n < self.count);
        // SAFETY: in the view.
        unsafe { self.first.offset(n as isize * self.step).write(value) }
    }

    /// Returns the elements as a slice, if they have no gaps.
    ///
    /// # Safety
    /// No slice that is written has any of the elements meanwhile. Kernels may still write them at any time:
    /// neither branches nor addresses may depend on them.
    pub unsafe fn as_slice<'a>(&self) -> Option<&'a [T]> {
        // SAFETY: all elements are in the view, and the caller keeps references apart.
        (self.step == 1).then(|| unsafe { std::slice::from_raw_parts(self.first, self.count) })
    }

    /// Returns the elements as a slice to be written, if they have no gaps.
    ///
    /// # Safety
    /// No other slice has any of the elements meanwhile; else as above.
    pub unsafe fn as_mut_slice<'a>(&self) -> Option<&'a mut [T]> {
        // SAFETY: as above.
        (self.step == 1).then(|| unsafe { std::slice::from_raw_parts_mut(self.first, self.count) })
    }

    /// Part of the vector.
    pub fn part(&self, from: usize, count: usize) -> Self {
        assert!(from <= self.count && count <= self.count - from);
        VectorView { first: self.first.wrapping_offset(from as isize * self.step), count, step: self.step }
    }

    /// Elements from a place on, each at a distance from the one before.
    pub fn spread(&self, from: usize, count: usize, distance: usize) -> Self {
        let last = count.saturating_sub(1).checked_mul(distance).and_then(|last| last.checked_add(from));
        assert!(count == 0 || last.is_some_and(|last| last < self.count));
        let (first, step) = (from as isize * self.step, distance as isize * self.step);
        VectorView { first: self.first.wrapping_offset(first), count, step }
    }

    /// The vector as a matrix of one column.
    pub fn as_column(&self) -> MatrixView<T> {
        MatrixView { first: self.first, rows: self.count, columns: 1, steps: (self.step, 0) }
    }

    /// Reads all elements.
    pub fn to_vec(&self) -> Vec<T> {
        (0..self.count).map(|n| self.get(n)).collect()
    }

    /// Copies all elements.
    pub fn copy_to(&self, to: &mut [T]) {
        assert_eq!(self.count, to.len());
        match self.step {
            // SAFETY: all elements are in the view, without gaps, and the slice is not device memory.
            1 => unsafe { self.first.copy_to_nonoverlapping(to.as_mut_ptr(), self.count) },
            _ => to.iter_mut().enumerate().for_each(|(n, to)| *to = self.get(n)),
        }
    }

    /// Writes all elements.
    pub fn copy_from(&self, from: &[T]) {
        assert_eq!(self.count, from.len());
        match self.step {
            // SAFETY: as in `copy_to`.
            1 => unsafe { self.first.copy_from_nonoverlapping(from.as_ptr(), self.count) },
            _ => from.iter().enumerate().for_each(|(n, &value)| self.set(n, value)),
        }
    }

    /// Iterates over the elements.
    pub fn iter(&self) -> impl Iterator<Item = T> + '_ {
        (0..self.count).map(|n| self.get(n))
    }
}

/// Elements of a matrix at equal distances in each direction.
#[derive(Clone, Copy, Debug)]
pub struct MatrixView<T> {
    first: *mut T,
    rows: usize,
    columns: usize,
    steps: (isize, isize),
}

// SAFETY: as for `VectorView`.
unsafe impl<T: Send> Send for MatrixView<T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for MatrixView<T> {}

impl<T: Copy> MatrixView<T> {
    /// Creates a view; `steps` are the distances of rows and of columns.
    ///
    /// # Safety
    /// All elements are in memory that stays accessible while the view is used.
    pub unsafe fn new(first: *mut T, (rows, columns): (usize, usize), steps: (isize, isize)) -> Self {
        MatrixView { first, rows, columns, steps }
    }

    /// View of a matrix in a vector, column by column. The vector outlives the view.
    pub fn in_slice(values: &mut [T], rows: usize, columns: usize) -> Self {
        assert!(values.len() >= rows * columns);
        MatrixView { first: values.as_mut_ptr(), rows, columns, steps: (1, rows as isize) }
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// First element.
    pub fn first(&self) -> *mut T {
        self.first
    }

    /// Distances of rows and of columns.
    pub fn steps(&self) -> (isize, isize) {
        self.steps
    }

    /// Same elements with rows and columns exchanged.
    pub fn transposed(&self) -> Self {
        MatrixView {
            first: self.first,
            rows: self.columns,
            columns: self.rows,
            steps: (self.steps.1, self.steps.0),
        }
    }

    /// Same elements, with rows or columns from the last to the first.
    pub fn reversed(&self, rows: bool, columns: bool) -> Self {
        let turned = |turns: bool, count: usize, step: isize| match turns && count > 0 {
            true => ((count - 1) as isize * step, -step),
            false => (0, step),
        };
        let (down, row_step) = turned(rows, self.rows, self.steps.0);
        let (right, column_step) = turned(columns, self.columns, self.steps.1);
        let first = self.first.wrapping_offset(down + right);
        MatrixView { first, steps: (row_step, column_step), ..*self }
    }

    /// Part of the matrix: rows and columns from a place on.
    pub fn part(&self, (row, column): (usize, usize), (rows, columns): (usize, usize)) -> Self {
        assert!(row + rows <= self.rows && column + columns <= self.columns);
        let offset = row as isize * self.steps.0 + column as isize * self.steps.1;
        MatrixView { first: self.first.wrapping_offset(offset), rows, columns, steps: self.steps }
    }

    /// A column.
    pub fn column(&self, column: usize) -> VectorView<T> {
        let part = self.part((0, column), (self.rows, 1));
        VectorView { first: part.first, count: self.rows, step: self.steps.0 }
    }

    /// A row.
    pub fn row(&self, row: usize) -> VectorView<T> {
        self.transposed().column(row)
    }

    /// Reads an element.
    #[inline]
    pub fn get(&self, row: usize, column: usize) -> T {
        assert!(row < self.rows && column < self.columns);
        // SAFETY: in the view.
        unsafe { self.first.offset(row as isize * self.steps.0 + column as isize * self.steps.1).read() }
    }

    /// Writes an element.
    #[inline]
    pub fn set(&self, row: usize, column: usize, value: T) {
        assert!(row < self.rows && column < self.columns);
        // SAFETY: in the view.
        unsafe {
            self.first.offset(row as isize * self.steps.0 + column as isize * self.steps.1).write(value)
        }
    }
}
