//! Level 2: a matrix and vectors.
//!
//! All forms of storage keep the stored part of a column in consecutive places. So one set of loops over
//! columns serves matrices in full, bands and packed triangles.

use crate::call::{Call, Operand, is_one, is_unit, is_zero, size, transpose_of, triangle_of};
use crate::level1::sum;
use crate::status::Status;
use dense::engine;
use dense::{Transpose, Triangle};
use std::ffi::c_void;
use std::ops::Range;
use work::{MatrixView, Memory, Refused, Scalar, VectorView};

type Done = Result<(), Status>;

/// Storage of a matrix.
#[derive(Clone, Copy, Debug)]
enum Form {
    /// All rows of a column.
    Full,
    /// Diagonals: so many below the main one, and above.
    Band { below: usize, above: usize },
    /// One triangle, without gaps.
    Packed(Triangle),
}

/// Stored part of a matrix, by columns.
#[derive(Clone, Copy)]
struct Columns<T> {
    form: Form,
    rows: usize,
    lead: usize,
    values: VectorView<T>,
}

impl Form {
    /// Places that a matrix takes.
    fn places(self, rows: usize, columns: usize, lead: usize) -> usize {
        match self {
            _ if columns == 0 => 0,
            Form::Full => (columns - 1).saturating_mul(lead).saturating_add(rows),
            Form::Band { below, above } => {
                (columns - 1).saturating_mul(lead).saturating_add(below + above + 1)
            }
            Form::Packed(_) => columns.saturating_mul(columns + 1) / 2,
        }
    }
}

impl<T: Copy> Columns<T> {
    /// Rows that a column stores, and the elements.
    fn column(&self, j: usize) -> (Range<usize>, VectorView<T>) {
        let n = self.rows;
        let (rows, first) = match self.form {
            Form::Full => (0..n, j * self.lead),
            Form::Band { below, above } => {
                let rows = j.saturating_sub(above).min(n)..(j + below + 1).min(n);
                let first = j * self.lead + above + rows.start - j.min(above + rows.start);
                (rows, first)
            }
            Form::Packed(Triangle::Upper) => (0..j + 1, j * (j + 1) / 2),
            Form::Packed(Triangle::Lower) => (j..n, j * n - j * j.saturating_sub(1) / 2),
        };
        let count = rows.len();
        (rows, self.values.part(first, count))
    }

    /// Rows of a triangle that a column stores, and the elements.
    fn in_triangle(&self, triangle: Triangle, j: usize) -> (Range<usize>, VectorView<T>) {
        let (rows, values) = self.column(j);
        let wanted = triangle.rows(j, self.rows);
        let (start, end) = (rows.start.max(wanted.start), rows.end.min(wanted.end));
        (start..end, values.part(start - rows.start, end - start))
    }
}

/// Matrix operand of a call.
#[derive(Clone, Copy)]
struct Matrix {
    operand: Operand,
    form: Form,
    rows: usize,
    columns: usize,
}

impl Matrix {
    fn full(operand: Operand, rows: usize, columns: usize) -> Result<Matrix, Status> {
        operand.check_matrix(rows)?;
        Ok(Matrix { operand, form: Form::Full, rows, columns })
    }

    fn band(
        operand: Operand,
        (rows, columns): (usize, usize),
        below: usize,
        above: usize,
    ) -> Result<Matrix, Status> {
        operand.check_matrix(below.saturating_add(above).saturating_add(1))?;
        Ok(Matrix { operand, form: Form::Band { below, above }, rows, columns })
    }

    /// Band of a triangle, with `k` diagonals beside the main one.
    fn triangular_band(operand: Operand, triangle: Triangle, n: usize, k: usize) -> Result<Matrix, Status> {
        match triangle {
            Triangle::Upper => Matrix::band(operand, (n, n), 0, k),
            Triangle::Lower => Matrix::band(operand, (n, n), k, 0),
        }
    }

    fn packed(operand: Operand, triangle: Triangle, n: usize) -> Matrix {
        Matrix { operand, form: Form::Packed(triangle), rows: n, columns: n }
    }

    /// Holds the matrix of each instance.
    fn hold<T: Copy>(
        &self,
        call: crate::call::Batch,
        memory: &Memory,
        write: bool,
    ) -> Result<Vec<Columns<T>>, Refused> {
        let lead = usize::try_from(self.operand.lead).unwrap_or(0);
        let places = self.form.places(self.rows, self.columns, lead);
        let hold = |at| {
            let values = memory.vector(at, places, 1, write)?;
            Ok(Columns { form: self.form, rows: self.rows, lead, values })
        };
        call.addresses::<T>(memory, self.operand)?.into_iter().map(hold).collect()
    }
}

/// `y *= beta`, without reading `y` if the factor is zero.
fn scale<T: Scalar>(y: &VectorView<T>, beta: T) {
    if beta.is_zero() {
        (0..y.len()).for_each(|n| y.set(n, T::zero()));
    } else if !beta.is_one() {
        (0..y.len()).for_each(|n| y.set(n, beta * y.get(n)));
    }
}

/// Vectors of a product: `y = alpha A x + beta y`.
#[derive(Clone, Copy)]
struct Product {
    alpha: *const c_void,
    x: Operand,
    beta: *const c_void,
    y: Operand,
}

impl Product {
    /// Carries out a product; `add` adds `alpha A x`.
    fn run<T: Scalar>(
        self,
        call: &Call,
        matrix: Matrix,
        (to, from): (usize, usize),
        add: impl Fn(&Columns<T>, T, &VectorView<T>, &VectorView<T>) + Send + Sync + 'static,
    ) -> Done {
        let Product { x, y, .. } = self;
        x.check_vector()?;
        y.check_vector()?;
        let (alpha, beta) = (call.scalar::<T>(self.alpha)?, call.scalar::<T>(self.beta)?);
        if to == 0 || from == 0 || call.batch.count == 0 || is_zero(alpha) && is_one(beta) {
            return Ok(());
        }
        y.check()?;
        if !is_zero(alpha) {
            matrix.operand.check()?;
            x.check()?;
        }
        let batch = call.batch;
        call.launch(move |memory| {
            let (alpha, beta) = (alpha.value(memory)?, beta.value(memory)?);
            let y = batch.vectors::<T>(memory, y, to, true)?;
            if alpha.is_zero() {
                y.iter().for_each(|y| scale(y, beta));
                return Ok(());
            }
            // BLAS excludes that a vector is both; programs that do it expect it to be read first.
            let x = batch.vectors::<T>(memory, x, from, false)?;
            let mut known: Vec<Vec<T>> = x.iter().map(VectorView::to_vec).collect();
            y.iter().for_each(|y| scale(y, beta));
            for ((matrix, x), y) in matrix.hold(batch, memory, false)?.iter().zip(&mut known).zip(&y) {
                add(matrix, alpha, &MatrixView::in_slice(x, from, 1).column(0), y);
            }
            Ok(())
        })
    }
}

/// `y = alpha op(A) x + beta y` (`gemv`).
pub(crate) fn gemv<T: Scalar>(
    call: &Call,
    transpose: u32,
    m: i64,
    n: i64,
    alpha: *const c_void,
    a: Operand,
    x: Operand,
    beta: *const c_void,
    y: Operand,
) -> Done {
    let (transpose, m, n) = (transpose_of(transpose)?, size(m)?, size(n)?);
    let (to, from) = transpose.stored(m, n);
    let product = Product { alpha, x, beta, y };
    product.run(call, Matrix::full(a, m, n)?, (to, from), move |a: &Columns<T>, alpha, x, y| {
        let (first, _) = a.values.parts();
        // SAFETY: the places of all elements are held.
        let full = unsafe { work::MatrixView::new(first, (m, n), (1, a.lead as isize)) };
        let factors =
            engine::Factors { a: (transpose.view(full), transpose.conjugates()), b: (x.as_column(), false) };
        engine::multiply(y.as_column(), factors, alpha, T::one());
    })
}

/// The same with a band (`gbmv`).
pub(crate) fn gbmv<T: Scalar>(
    call: &Call,
    transpose: u32,
    m: i64,
    n: i64,
    below: i64,
    above: i64,
    alpha: *const c_void,
    a: Operand,
    x: Operand,
    beta: *const c_void,
    y: Operand,
) -> Done {
    let (transpose, m, n) = (transpose_of(transpose)?, size(m)?, size(n)?);
    let matrix = Matrix::band(a, (m, n), size(below)?, size(above)?)?;
    let (to, from) = transpose.stored(m, n);
    Product { alpha, x, beta, y }.run(call, matrix, (to, from), move |a: &Columns<T>, alpha, x, y| {
        for j in 0..n {
            let (rows, values) = a.column(j);
            if transpose.is_transposed() {
                let term = |i| values.get(i).conj_if(transpose.conjugates()) * x.get(rows.start + i);
                y.set(j, y.get(j) + alpha * sum(0, values.len(), &term));
            } else {
                let factor = alpha * x.get(j);
                rows.clone().zip(values.iter()).for_each(|(i, value)| y.set(i, y.get(i) + factor * value));
            }
        }
    })
}

/// Product with a symmetric or Hermitian matrix.
fn symmetric<T: Scalar>(
    call: &Call,
    matrix: Matrix,
    triangle: Triangle,
    product: Product,
    hermitian: bool,
) -> Done {
    let n = matrix.columns;
    product.run(call, matrix, (n, n), move |a: &Columns<T>, alpha, x, y| {
        for j in 0..n {
            let (rows, values) = a.in_triangle(triangle, j);
            let (factor, mut mirrored) = (alpha * x.get(j), T::zero());
            for (i, value) in rows.zip(values.iter()) {
                if i == j {
                    let value = if hermitian { T::real(value.re()) } else { value };
                    y.set(j, y.get(j) + factor * value);
                } else {
                    y.set(i, y.get(i) + factor * value);
                    mirrored += value.conj_if(hermitian) * x.get(i);
                }
            }
            y.set(j, y.get(j) + alpha * mirrored);
        }
    })
}

macro_rules! symmetric_products {
    ($($(#[$meta:meta])* $name:ident $band:ident $packed:ident: $hermitian:literal;)*) => {$(
        $(#[$meta])*
        pub(crate) fn $name<T: Scalar>(
            call: &Call, triangle: u32, n: i64, alpha: *const c_void, a: Operand, x: Operand, beta: *const c_void, y: Operand,
        ) -> Done {
            let (triangle, n) = (triangle_of(triangle)?, size(n)?);
            symmetric::<T>(call, Matrix::full(a, n, n)?, triangle, Product { alpha, x, beta, y }, $hermitian)
        }
        /// The same with a band.
        pub(crate) fn $band<T: Scalar>(
            call: &Call, triangle: u32, n: i64, k: i64, alpha: *const c_void, a: Operand, x: Operand, beta: *const c_void,
            y: Operand,
        ) -> Done {
            let (triangle, n) = (triangle_of(triangle)?, size(n)?);
            let matrix = Matrix::triangular_band(a, triangle, n, size(k)?)?;
            symmetric::<T>(call, matrix, triangle, Product { alpha, x, beta, y }, $hermitian)
        }
        /// The same with a packed triangle.
        pub(crate) fn $packed<T: Scalar>(
            call: &Call, triangle: u32, n: i64, alpha: *const c_void, a: Operand, x: Operand, beta: *const c_void, y: Operand,
        ) -> Done {
            let (triangle, n) = (triangle_of(triangle)?, size(n)?);
            symmetric::<T>(call, Matrix::packed(a, triangle, n), triangle, Product { alpha, x, beta, y }, $hermitian)
        }
    )*};
}
symmetric_products! {
    /// `y = alpha A x + beta y` with a symmetric matrix.
    symv sbmv spmv: false;
    /// `y = alpha A x + beta y` with a Hermitian matrix.
    hemv hbmv hpmv: true;
}

/// Triangular matrix of a call.
#[derive(Clone, Copy)]
struct Triangular {
    triangle: Triangle,
    transpose: Transpose,
    is_unit: bool,
}

impl Triangular {
    fn new(triangle: u32, transpose: u32, diagonal: u32) -> Result<Triangular, Status> {
        let (triangle, transpose) = (triangle_of(triangle)?, transpose_of(transpose)?);
        Ok(Triangular { triangle, transpose, is_unit: is_unit(diagonal)? })
    }

    /// Replaces `x` in each instance.
    fn run<T: Scalar>(
        self,
        call: &Call,
        matrix: Matrix,
        x: Operand,
        compute: fn(Triangular, &Columns<T>, &mut [T]),
    ) -> Done {
        x.check_vector()?;
        if matrix.columns == 0 || call.batch.count == 0 {
            return Ok(());
        }
        matrix.operand.check()?;
        x.check()?;
        let batch = call.batch;
        call.launch(move |memory| {
            let all = batch.vectors::<T>(memory, x, matrix.columns, true)?;
            for (a, x) in matrix.hold(batch, memory, false)?.iter().zip(&all) {
                let mut values = x.to_vec();
                compute(self, a, &mut values);
                values.into_iter().enumerate().for_each(|(n, value)| x.set(n, value));
            }
            Ok(())
        })
    }

    /// Elements of a column beside the diagonal with their rows, and the one on it.
    fn column<T: Scalar>(self, a: &Columns<T>, j: usize) -> (Vec<(usize, T)>, T) {
        let conjugates = self.transpose.conjugates();
        let (rows, values) = a.in_triangle(self.triangle, j);
        let mut diagonal = T::one();
        let mut beside = Vec::with_capacity(values.len());
        for (i, value) in rows.zip(values.iter()) {
            match i == j {
                true if self.is_unit => {}
                true => diagonal = value.conj_if(conjugates),
                false => beside.push((i, value.conj_if(conjugates))),
            }
        }
        (beside, diagonal)
    }

    fn multiply<T: Scalar>(self, a: &Columns<T>, x: &mut [T]) {
        let given = x.to_vec();
        x.fill(T::zero());
        for (j, &value) in given.iter().enumerate() {
            let (beside, diagonal) = self.column(a, j);
            if self.transpose.is_transposed() {
                x[j] = beside.iter().fold(diagonal * value, |all, &(i, element)| all + element * given[i]);
            } else {
                beside.iter().for_each(|&(i, element)| x[i] += element * value);
                x[j] += diagonal * value;
            }
        }
    }

    fn solve<T: Scalar>(self, a: &Columns<T>, x: &mut [T]) {
        let n = x.len();
        // A column is final when all that it depends on are.
        let forward = (self.triangle == Triangle::Lower) != self.transpose.is_transposed();
        for step in 0..n {
            let j = if forward { step } else { n - 1 - step };
            let (beside, diagonal) = self.column(a, j);
            if self.transpose.is_transposed() {
                let known = beside.iter().fold(T::zero(), |all, &(i, element)| all + element * x[i]);
                x[j] = (x[j] - known) / diagonal;
            } else {
                x[j] /= diagonal;
                let value = x[j];
                beside.iter().for_each(|&(i, element)| x[i] -= element * value);
            }
        }
    }
}

macro_rules! triangular {
    ($($(#[$meta:meta])* $name:ident $band:ident $packed:ident: $compute:path;)*) => {$(
        $(#[$meta])*
        pub(crate) fn $name<T: Scalar>(
            call: &Call, triangle: u32, transpose: u32, diagonal: u32, n: i64, a: Operand, x: Operand,
        ) -> Done {
            let n = size(n)?;
            Triangular::new(triangle, transpose, diagonal)?.run::<T>(call, Matrix::full(a, n, n)?, x, $compute)
        }
        /// The same with a band.
        pub(crate) fn $band<T: Scalar>(
            call: &Call, triangle: u32, transpose: u32, diagonal: u32, n: i64, k: i64, a: Operand, x: Operand,
        ) -> Done {
            let (kind, n) = (Triangular::new(triangle, transpose, diagonal)?, size(n)?);
            kind.run::<T>(call, Matrix::triangular_band(a, kind.triangle, n, size(k)?)?, x, $compute)
        }
        /// The same with a packed triangle.
        pub(crate) fn $packed<T: Scalar>(
            call: &Call, triangle: u32, transpose: u32, diagonal: u32, n: i64, a: Operand, x: Operand,
        ) -> Done {
            let (kind, n) = (Triangular::new(triangle, transpose, diagonal)?, size(n)?);
            kind.run::<T>(call, Matrix::packed(a, kind.triangle, n), x, $compute)
        }
    )*};
}
triangular! {
    /// `x = op(A) x` with a triangular matrix.
    trmv tbmv tpmv: Triangular::multiply;
    /// Solution of `op(A) y = x` with a triangular matrix, in place.
    trsv tbsv tpsv: Triangular::solve;
}

/// Update of a matrix by vectors: `A += alpha x yᵀ`, or of a triangle.
#[derive(Clone, Copy)]
struct Update {
    alpha: *const c_void,
    x: Operand,
    y: Option<Operand>,
}

impl Update {
    /// Carries out an update; `F` is the type of the factor.
    fn run<T: Scalar, F: Scalar>(
        self,
        call: &Call,
        matrix: Matrix,
        add: impl Fn(&Columns<T>, F, &[T], &[T]) + Send + Sync + 'static,
    ) -> Done {
        let (x, y) = (self.x, self.y.unwrap_or(self.x));
        x.check_vector()?;
        y.check_vector()?;
        let alpha = call.scalar::<F>(self.alpha)?;
        let (m, n) = (matrix.rows, matrix.columns);
        if m == 0 || n == 0 || call.batch.count == 0 || is_zero(alpha) {
            return Ok(());
        }
        [matrix.operand, x, y].iter().try_for_each(Operand::check)?;
        let batch = call.batch;
        call.launch(move |memory| {
            let alpha = alpha.value(memory)?;
            let vectors = batch.vectors::<T>(memory, x, m, false)?.into_iter();
            let vectors = vectors.zip(batch.vectors::<T>(memory, y, n, false)?);
            for (a, (x, y)) in matrix.hold(batch, memory, true)?.iter().zip(vectors) {
                add(a, alpha, &x.to_vec(), &y.to_vec());
            }
            Ok(())
        })
    }
}

fn rank_one<T: Scalar>(
    call: &Call,
    (m, n): (i64, i64),
    alpha: *const c_void,
    (x, y): (Operand, Operand),
    a: Operand,
    conjugates: bool,
) -> Done {
    let matrix = Matrix::full(a, size(m)?, size(n)?)?;
    Update { alpha, x, y: Some(y) }.run(call, matrix, move |a: &Columns<T>, alpha: T, x, y| {
        for (j, value) in y.iter().enumerate() {
            let (factor, (_, column)) = (alpha * value.conj_if(conjugates), a.column(j));
            x.iter().enumerate().for_each(|(i, &x)| column.set(i, column.get(i) + factor * x));
        }
    })
}

/// `A += alpha x yᵀ`
pub(crate) fn ger<T: Scalar>(
    call: &Call,
    m: i64,
    n: i64,
    alpha: *const c_void,
    x: Operand,
    y: Operand,
    a: Operand,
) -> Done {
    rank_one::<T>(call, (m, n), alpha, (x, y), a, false)
}

/// `A += alpha x yᴴ`
pub(crate) fn gerc<T: Scalar>(
    call: &Call,
    m: i64,
    n: i64,
    alpha: *const c_void,
    x: Operand,
    y: Operand,
    a: Operand,
) -> Done {
    rank_one::<T>(call, (m, n), alpha, (x, y), a, true)
}

/// Adds to the elements of a triangle.
fn add_to_triangle<T: Scalar>(
    a: &Columns<T>,
    triangle: Triangle,
    hermitian: bool,
    term: impl Fn(usize, usize) -> T,
) {
    for j in 0..a.rows {
        let (rows, values) = a.in_triangle(triangle, j);
        for (n, i) in rows.enumerate() {
            let value = values.get(n) + term(i, j);
            // The diagonal of a Hermitian matrix is real.
            values.set(n, if hermitian && i == j { T::real(value.re()) } else { value });
        }
    }
}

fn update_one<T: Scalar, F: Scalar + Into<T>>(
    call: &Call,
    matrix: Matrix,
    triangle: Triangle,
    (alpha, x): (*const c_void, Operand),
    hermitian: bool,
) -> Done {
    Update { alpha, x, y: None }.run(call, matrix, move |a: &Columns<T>, alpha: F, x, _| {
        let alpha: T = alpha.into();
        add_to_triangle(a, triangle, hermitian, |i, j| alpha * x[i] * x[j].conj_if(hermitian));
    })
}

fn update_two<T: Scalar>(
    call: &Call,
    matrix: Matrix,
    triangle: Triangle,
    update: Update,
    hermitian: bool,
) -> Done {
    update.run(call, matrix, move |a: &Columns<T>, alpha: T, x, y| {
        let other = alpha.conj_if(hermitian);
        add_to_triangle(a, triangle, hermitian, |i, j| {
            alpha * x[i] * y[j].conj_if(hermitian) + other * y[i] * x[j].conj_if(hermitian)
        });
    })
}

macro_rules! updates {
    ($($(#[$meta:meta])* $one:ident $packed_one:ident $two:ident $packed_two:ident: $hermitian:literal, $factor:ty;)*) => {$(
        $(#[$meta])*
        pub(crate) fn $one<T: Scalar + From<$factor>>(
            call: &Call, triangle: u32, n: i64, alpha: *const c_void, x: Operand, a: Operand,
        ) -> Done {
            let (triangle, n) = (triangle_of(triangle)?, size(n)?);
            update_one::<T, $factor>(call, Matrix::full(a, n, n)?, triangle, (alpha, x), $hermitian)
        }
        /// The same with a packed triangle.
        pub(crate) fn $packed_one<T: Scalar + From<$factor>>(
            call: &Call, triangle: u32, n: i64, alpha: *const c_void, x: Operand, a: Operand,
        ) -> Done {
            let (triangle, n) = (triangle_of(triangle)?, size(n)?);
            update_one::<T, $factor>(call, Matrix::packed(a, triangle, n), triangle, (alpha, x), $hermitian)
        }
        /// The same with two vectors: the update and its mirror image.
        pub(crate) fn $two<T: Scalar>(
            call: &Call, triangle: u32, n: i64, alpha: *const c_void, x: Operand, y: Operand, a: Operand,
        ) -> Done {
            let (triangle, n) = (triangle_of(triangle)?, size(n)?);
            update_two::<T>(call, Matrix::full(a, n, n)?, triangle, Update { alpha, x, y: Some(y) }, $hermitian)
        }
        /// The same with two vectors and a packed triangle.
        pub(crate) fn $packed_two<T: Scalar>(
            call: &Call, triangle: u32, n: i64, alpha: *const c_void, x: Operand, y: Operand, a: Operand,
        ) -> Done {
            let (triangle, n) = (triangle_of(triangle)?, size(n)?);
            update_two::<T>(call, Matrix::packed(a, triangle, n), triangle, Update { alpha, x, y: Some(y) }, $hermitian)
        }
    )*};
}
updates! {
    /// `A += alpha x xᵀ` in a triangle.
    syr spr syr2 spr2: false, T;
    /// `A += alpha x xᴴ` in a triangle, with a real factor.
    her hpr her2 hpr2: true, T::Real;
}
