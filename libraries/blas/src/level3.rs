//! Level 3: products and updates of matrices.

use crate::call::{Batch, Call, Operand, is_left, is_one, is_unit, is_zero, size, transpose_of, triangle_of};
use crate::status::Status;
use dense::engine::{self, Factors};
use dense::triangular;
use dense::{Transpose, Triangle};
use rayon::prelude::*;
use std::ffi::c_void;
use work::{Given, MatrixView, Memory, Refused, Scalar};

type Done = Result<(), Status>;

/// Columns of a block of a triangle that is computed at once.
const BLOCK: usize = 128;

/// Target of a call, with its shape and factors.
#[derive(Clone, Copy)]
struct Target<F> {
    alpha: Given<F>,
    beta: Given<F>,
    c: Operand,
    shape: (usize, usize),
}

/// Inputs of one instance of a call.
type Inputs<T> = Vec<MatrixView<T>>;

impl<F: Scalar> Target<F> {
    /// Carries out a call: `compute` receives the target and the inputs of each instance. Inputs are not
    /// touched if `alpha` is zero.
    fn run<T: Scalar>(
        self,
        call: &Call,
        inputs: Vec<(Operand, (usize, usize))>,
        compute: impl Fn(MatrixView<T>, &[MatrixView<T>], F, F) + Send + Sync + 'static,
    ) -> Done {
        let Target { alpha, beta, c, shape } = self;
        c.check_matrix(shape.0)?;
        inputs.iter().try_for_each(|(input, shape)| input.check_matrix(shape.0))?;
        if shape.0 == 0 || shape.1 == 0 || call.batch.count == 0 || is_zero(alpha) && is_one(beta) {
            return Ok(());
        }
        c.check()?;
        if !is_zero(alpha) {
            let used = inputs.iter().filter(|(_, shape)| shape.0 != 0 && shape.1 != 0);
            used.map(|(input, _)| input).try_for_each(Operand::check)?;
        }
        let batch = call.batch;
        call.launch(move |memory| {
            let (alpha, beta) = (alpha.value(memory)?, beta.value(memory)?);
            let targets = batch.matrices(memory, c, shape, true)?;
            let inputs = match alpha.is_zero() {
                true => vec![Vec::new(); targets.len()],
                false => instances(batch, memory, &inputs)?,
            };
            each(&targets, &inputs, |c, inputs| compute(c, inputs, alpha, beta));
            Ok(())
        })
    }
}

/// Holds the inputs of each instance.
fn instances<T: Scalar>(
    batch: Batch,
    memory: &Memory,
    inputs: &[(Operand, (usize, usize))],
) -> Result<Vec<Inputs<T>>, Refused> {
    let mut all = vec![Vec::with_capacity(inputs.len()); batch.count];
    for &(input, shape) in inputs {
        let held = batch.matrices(memory, input, shape, false)?;
        all.iter_mut().zip(held).for_each(|(inputs, one)| inputs.push(one));
    }
    Ok(all)
}

/// Computes the instances of a batch side by side.
fn each<T: Scalar>(
    targets: &[MatrixView<T>],
    inputs: &[Inputs<T>],
    compute: impl Fn(MatrixView<T>, &[MatrixView<T>]) + Sync,
) {
    match targets {
        [one] => compute(*one, &inputs[0]),
        many => many.par_iter().zip(inputs).for_each(|(&c, inputs)| compute(c, inputs)),
    }
}

/// `C = alpha op(A) op(B) + beta C`
pub(crate) fn gemm<T: Scalar>(
    call: &Call,
    op_a: u32,
    op_b: u32,
    m: i64,
    n: i64,
    k: i64,
    alpha: *const c_void,
    a: Operand,
    b: Operand,
    beta: *const c_void,
    c: Operand,
) -> Done {
    let (op_a, op_b) = (transpose_of(op_a)?, transpose_of(op_b)?);
    let (m, n, k) = (size(m)?, size(n)?, size(k)?);
    let (alpha, beta) = (call.scalar::<T>(alpha)?, call.scalar::<T>(beta)?);
    let inputs = vec![(a, op_a.stored(m, k)), (b, op_b.stored(k, n))];
    let alone = call.batch.count == 1;
    Target { alpha, beta, c, shape: (m, n) }.run(call, inputs, move |c, inputs, alpha, beta| {
        let &[a, b] = inputs else { return engine::scale(c, beta) };
        let factors = Factors { a: (op_a.view(a), op_a.conjugates()), b: (op_b.view(b), op_b.conjugates()) };
        if alone {
            engine::multiply(c, factors, alpha, beta);
        } else {
            engine::multiply_here(c, factors, alpha, beta);
        }
    })
}

/// Copies a symmetric or Hermitian matrix of which one triangle is stored, column by column.
fn whole<T: Scalar>(a: MatrixView<T>, triangle: Triangle, hermitian: bool) -> Vec<T> {
    let n = a.rows();
    let mut values = vec![T::zero(); n * n];
    for j in 0..n {
        for i in triangle.rows(j, n) {
            let value = a.get(i, j);
            let value = if hermitian && i == j { T::real(value.re()) } else { value };
            values[j * n + i] = value;
            values[i * n + j] = value.conj_if(hermitian);
        }
    }
    values
}

fn symmetric<T: Scalar>(
    call: &Call,
    side: u32,
    triangle: u32,
    (m, n): (i64, i64),
    alpha: *const c_void,
    (a, b): (Operand, Operand),
    beta: *const c_void,
    c: Operand,
    hermitian: bool,
) -> Done {
    let (left, triangle, m, n) = (is_left(side)?, triangle_of(triangle)?, size(m)?, size(n)?);
    let (alpha, beta) = (call.scalar::<T>(alpha)?, call.scalar::<T>(beta)?);
    let order = if left { m } else { n };
    let inputs = vec![(a, (order, order)), (b, (m, n))];
    Target { alpha, beta, c, shape: (m, n) }.run(call, inputs, move |c, inputs, alpha, beta| {
        let &[a, b] = inputs else { return engine::scale(c, beta) };
        let mut values = whole(a, triangle, hermitian);
        let a = (MatrixView::in_slice(&mut values, order, order), false);
        let b = (b, false);
        engine::multiply(c, if left { Factors { a, b } } else { Factors { a: b, b: a } }, alpha, beta);
    })
}

/// Factors of an update of a triangle: shape, and whether the second is conjugated.
#[derive(Clone, Copy)]
struct Shape {
    triangle: Triangle,
    transpose: Transpose,
    n: usize,
    k: usize,
    hermitian: bool,
}

impl Shape {
    fn new(
        triangle: u32,
        transpose: u32,
        n: i64,
        k: i64,
        hermitian: bool,
        complex: bool,
    ) -> Result<Shape, Status> {
        let (triangle, transpose) = (triangle_of(triangle)?, transpose_of(transpose)?);
        // A Hermitian update conjugates, a symmetric one of complex numbers does not.
        let excluded = if hermitian { Transpose::Yes } else { Transpose::Conjugated };
        if complex && transpose == excluded {
            return Err(Status::InvalidValue);
        }
        Ok(Shape { triangle, transpose, n: size(n)?, k: size(k)?, hermitian })
    }

    fn stored(self) -> (usize, usize) {
        self.transpose.stored(self.n, self.k)
    }

    /// Adds `alpha op(A) op(B)ᵀ` to a triangle, with `op(B)` conjugated in a Hermitian update.
    fn add<T: Scalar>(self, c: MatrixView<T>, a: MatrixView<T>, b: MatrixView<T>, alpha: T) {
        let Shape { triangle, transpose, n, k, hermitian } = self;
        let conjugates = transpose.is_transposed() && hermitian;
        let left = (transpose.view(a), conjugates);
        let right = (transpose.view(b).transposed(), hermitian && !conjugates);
        for start in (0..n).step_by(BLOCK) {
            let width = BLOCK.min(n - start);
            let (from, height) = match triangle {
                Triangle::Upper => (0, start),
                Triangle::Lower => (start + width, n - start - width),
            };
            let columns = right.0.part((0, start), (k, width));
            let rows = |from, height| (left.0.part((from, 0), (height, k)), left.1);
            let beside = Factors { a: rows(from, height), b: (columns, right.1) };
            engine::multiply(c.part((from, start), (height, width)), beside, alpha, T::one());
            let mut square = vec![T::zero(); width * width];
            let view = MatrixView::in_slice(&mut square, width, width);
            engine::multiply(
                view,
                Factors { a: rows(start, width), b: (columns, right.1) },
                alpha,
                T::zero(),
            );
            for j in 0..width {
                for i in triangle.rows(j, width) {
                    c.set(start + i, start + j, c.get(start + i, start + j) + view.get(i, j));
                }
            }
        }
    }

    /// Scales a triangle; the diagonal of a Hermitian matrix becomes real.
    fn scale<T: Scalar>(self, c: MatrixView<T>, beta: T) {
        for j in 0..self.n {
            for i in self.triangle.rows(j, self.n) {
                let value = if beta.is_zero() { T::zero() } else { beta * c.get(i, j) };
                c.set(i, j, if self.hermitian && i == j { T::real(value.re()) } else { value });
            }
        }
    }

    /// Removes imaginary parts of the diagonal that rounding left.
    fn settle<T: Scalar>(self, c: MatrixView<T>) {
        if self.hermitian && T::IS_COMPLEX {
            (0..self.n).for_each(|j| c.set(j, j, T::real(c.get(j, j).re())));
        }
    }
}

/// Update of a triangle by one product, of `A` with itself or with `B`.
fn update<T: Scalar, F, G>(
    call: &Call,
    shape: Shape,
    (alpha, beta): (*const c_void, *const c_void),
    operands: &[Operand],
    c: Operand,
    both: bool,
) -> Done
where
    F: Scalar + Into<T> + From<G>,
    G: Scalar + Into<T>,
{
    let alpha = call.scalar::<F>(alpha)?;
    let beta = call.scalar::<G>(beta)?;
    c.check_matrix(shape.n)?;
    let stored = shape.stored();
    operands.iter().try_for_each(|operand| operand.check_matrix(stored.0))?;
    let is_idle = (is_zero(alpha) || shape.k == 0) && is_one(beta);
    if shape.n == 0 || call.batch.count == 0 || is_idle {
        return Ok(());
    }
    c.check()?;
    if !is_zero(alpha) && shape.k > 0 {
        operands.iter().try_for_each(Operand::check)?;
    }
    let inputs: Vec<_> = operands.iter().map(|&operand| (operand, stored)).collect();
    let batch = call.batch;
    call.launch(move |memory| {
        let alpha: T = alpha.value(memory)?.into();
        let beta: T = beta.value(memory)?.into();
        let targets = batch.matrices(memory, c, (shape.n, shape.n), true)?;
        let adds = !alpha.is_zero() && shape.k > 0;
        let inputs = if adds { instances(batch, memory, &inputs)? } else { vec![Vec::new(); targets.len()] };
        each(&targets, &inputs, |c, inputs| {
            shape.scale(c, beta);
            match *inputs {
                [a] => shape.add(c, a, a, alpha),
                [a, b] => {
                    shape.add(c, a, b, alpha);
                    if both {
                        shape.add(c, b, a, alpha.conj_if(shape.hermitian));
                    }
                }
                _ => {}
            }
            shape.settle(c);
        });
        Ok(())
    })
}

macro_rules! level_three {
    ($($mul:ident $rank:ident $rank_x:ident $rank_2:ident: $hermitian:literal, $alpha:ty, $beta:ty;)*) => {$(
        /// `C = alpha A B + beta C` or `alpha B A + beta C`, with a symmetric or Hermitian `A`.
        pub(crate) fn $mul<T: Scalar>(
            call: &Call, side: u32, triangle: u32, m: i64, n: i64, alpha: *const c_void, a: Operand, b: Operand,
            beta: *const c_void, c: Operand,
        ) -> Done {
            symmetric::<T>(call, side, triangle, (m, n), alpha, (a, b), beta, c, $hermitian)
        }
        /// `C = alpha op(A) op(A)ᵀ + beta C` in a triangle; `ᴴ` and real factors if Hermitian.
        pub(crate) fn $rank<T: Scalar + From<$beta>>(
            call: &Call, triangle: u32, transpose: u32, n: i64, k: i64, alpha: *const c_void, a: Operand,
            beta: *const c_void, c: Operand,
        ) -> Done {
            let shape = Shape::new(triangle, transpose, n, k, $hermitian, T::IS_COMPLEX)?;
            update::<T, $beta, $beta>(call, shape, (alpha, beta), &[a], c, false)
        }
        /// The same with `op(B)` as the second factor, if the result is known to be symmetric.
        pub(crate) fn $rank_x<T: Scalar + From<$beta>>(
            call: &Call, triangle: u32, transpose: u32, n: i64, k: i64, alpha: *const c_void, a: Operand, b: Operand,
            beta: *const c_void, c: Operand,
        ) -> Done {
            let shape = Shape::new(triangle, transpose, n, k, $hermitian, T::IS_COMPLEX)?;
            update::<T, T, $beta>(call, shape, (alpha, beta), &[a, b], c, false)
        }
        /// `C = alpha op(A) op(B)ᵀ + alpha op(B) op(A)ᵀ + beta C` in a triangle; if Hermitian, `ᴴ` and
        /// conjugated.
        pub(crate) fn $rank_2<T: Scalar + From<$beta>>(
            call: &Call, triangle: u32, transpose: u32, n: i64, k: i64, alpha: *const c_void, a: Operand, b: Operand,
            beta: *const c_void, c: Operand,
        ) -> Done {
            let shape = Shape::new(triangle, transpose, n, k, $hermitian, T::IS_COMPLEX)?;
            update::<T, T, $beta>(call, shape, (alpha, beta), &[a, b], c, true)
        }
    )*};
}
level_three! {
    symm syrk syrkx syr2k: false, T, T;
    hemm herk herkx her2k: true, T, T::Real;
}

/// `C = alpha op(A) B` or `alpha B op(A)` with a triangular `A`. `C` may be `B`.
pub(crate) fn trmm<T: Scalar>(
    call: &Call,
    side: u32,
    triangle: u32,
    transpose: u32,
    diagonal: u32,
    m: i64,
    n: i64,
    alpha: *const c_void,
    a: Operand,
    b: Operand,
    c: Operand,
) -> Done {
    let (left, m, n) = (is_left(side)?, size(m)?, size(n)?);
    let kind = triangular::Kind::new(triangle_of(triangle)?, transpose_of(transpose)?, is_unit(diagonal)?);
    let alpha = call.scalar::<T>(alpha)?;
    let order = if left { m } else { n };
    let inputs = vec![(a, (order, order)), (b, (m, n))];
    let target = Target { alpha, beta: Given::Value(T::zero()), c, shape: (m, n) };
    target.run(call, inputs, move |c, inputs, alpha, beta| {
        let &[a, b] = inputs else { return engine::scale(c, beta) };
        let (mut values, mut product) = (kind.whole(a), vec![T::zero(); m * n]);
        let (a, b) = (
            (
                kind.transpose.view(MatrixView::in_slice(&mut values, order, order)),
                kind.transpose.conjugates(),
            ),
            (b, false),
        );
        let made = MatrixView::in_slice(&mut product, m, n);
        engine::multiply(
            made,
            if left { Factors { a, b } } else { Factors { a: b, b: a } },
            alpha,
            T::zero(),
        );
        (0..n).for_each(|j| (0..m).for_each(|i| c.set(i, j, made.get(i, j))));
    })
}

/// Solution of `op(A) X = alpha B` or `X op(A) = alpha B` with a triangular `A`, in the place of `B`.
pub(crate) fn trsm<T: Scalar>(
    call: &Call,
    side: u32,
    triangle: u32,
    transpose: u32,
    diagonal: u32,
    m: i64,
    n: i64,
    alpha: *const c_void,
    a: Operand,
    b: Operand,
) -> Done {
    let (left, m, n) = (is_left(side)?, size(m)?, size(n)?);
    let kind = triangular::Kind::new(triangle_of(triangle)?, transpose_of(transpose)?, is_unit(diagonal)?);
    let alpha = call.scalar::<T>(alpha)?;
    let order = if left { m } else { n };
    let target = Target { alpha, beta: Given::Value(T::zero()), c: b, shape: (m, n) };
    target.run(call, vec![(a, (order, order))], move |b, inputs, alpha, _| {
        engine::scale(b, alpha);
        let &[a] = inputs else { return };
        match left {
            true => kind.solve(a, b),
            false => kind.transposed().solve(a, b.transposed()),
        }
    })
}

/// Inverse of a triangular matrix.
pub(crate) fn trtri<T: Scalar>(
    call: &Call,
    triangle: u32,
    diagonal: u32,
    n: i64,
    a: Operand,
    inverse: Operand,
) -> Done {
    let (triangle, n) = (triangle_of(triangle)?, size(n)?);
    let kind = triangular::Kind::new(triangle, Transpose::No, is_unit(diagonal)?);
    let (alpha, beta) = (Given::Value(T::one()), Given::Value(T::zero()));
    let target = Target { alpha, beta, c: inverse, shape: (n, n) };
    target.run(call, vec![(a, (n, n))], move |to, inputs, _, _| {
        let mut values = vec![T::zero(); n * n];
        (0..n).for_each(|j| values[j * n + j] = T::one());
        let made = MatrixView::in_slice(&mut values, n, n);
        kind.solve(inputs[0], made);
        (0..n).for_each(|j| triangle.rows(j, n).for_each(|i| to.set(i, j, made.get(i, j))));
    })
}

/// `C = alpha op(A) + beta op(B)`
pub(crate) fn geam<T: Scalar>(
    call: &Call,
    op_a: u32,
    op_b: u32,
    m: i64,
    n: i64,
    alpha: *const c_void,
    a: Operand,
    beta: *const c_void,
    b: Operand,
    c: Operand,
) -> Done {
    let (op_a, op_b, m, n) = (transpose_of(op_a)?, transpose_of(op_b)?, size(m)?, size(n)?);
    let (alpha, beta) = (call.scalar::<T>(alpha)?, call.scalar::<T>(beta)?);
    c.check_matrix(m)?;
    let (shape_a, shape_b) = (op_a.stored(m, n), op_b.stored(m, n));
    a.check_matrix(shape_a.0)?;
    b.check_matrix(shape_b.0)?;
    if m == 0 || n == 0 || call.batch.count == 0 {
        return Ok(());
    }
    let used = [(c, false), (a, is_zero(alpha)), (b, is_zero(beta))];
    used.iter().filter(|(_, unused)| !unused).try_for_each(|(operand, _)| operand.check())?;
    let batch = call.batch;
    call.launch(move |memory| {
        let (alpha, beta) = (alpha.value(memory)?, beta.value(memory)?);
        let targets = batch.matrices::<T>(memory, c, (m, n), true)?;
        let terms = |operand, shape, op: Transpose, factor: T| match factor.is_zero() {
            true => Ok(None),
            false => batch.matrices::<T>(memory, operand, shape, false).map(|all| Some((all, op, factor))),
        };
        let terms = [terms(a, shape_a, op_a, alpha)?, terms(b, shape_b, op_b, beta)?];
        for (instance, to) in targets.iter().enumerate() {
            let term = |i, j| {
                terms.iter().flatten().fold(T::zero(), |all, (matrices, op, factor)| {
                    let value = op.view(matrices[instance]).get(i, j).conj_if(op.conjugates());
                    all + *factor * value
                })
            };
            // Written at the end, since the target may be an operand.
            let values: Vec<T> =
                (0..n).flat_map(|j| (0..m).map(move |i| (i, j))).map(|(i, j)| term(i, j)).collect();
            (0..n).for_each(|j| (0..m).for_each(|i| to.set(i, j, values[j * m + i])));
        }
        Ok(())
    })
}

/// `C = diag(x) A` or `A diag(x)`
pub(crate) fn dgmm<T: Scalar>(
    call: &Call,
    side: u32,
    m: i64,
    n: i64,
    a: Operand,
    x: Operand,
    c: Operand,
) -> Done {
    let (left, m, n) = (is_left(side)?, size(m)?, size(n)?);
    a.check_matrix(m)?;
    c.check_matrix(m)?;
    if m == 0 || n == 0 || call.batch.count == 0 {
        return Ok(());
    }
    [a, x, c].iter().try_for_each(Operand::check)?;
    let batch = call.batch;
    call.launch(move |memory| {
        let targets = batch.matrices::<T>(memory, c, (m, n), true)?.into_iter();
        let sources = batch.matrices::<T>(memory, a, (m, n), false)?.into_iter();
        let vectors = batch.vectors::<T>(memory, x, if left { m } else { n }, false)?;
        for ((to, from), x) in targets.zip(sources).zip(vectors) {
            let factor = |i, j| x.get(if left { i } else { j });
            (0..n).for_each(|j| (0..m).for_each(|i| to.set(i, j, from.get(i, j) * factor(i, j))));
        }
        Ok(())
    })
}
