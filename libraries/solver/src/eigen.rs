//! Eigenvalues of symmetric and Hermitian matrices, and of pairs of them.

use crate::cholesky::{copy_triangle, decompose};
use crate::handle::Call;
use crate::operand::{List, Number, Operand, load, side, size, store, triangle, wants_vectors};
use crate::status::Status;
use dense::triangular::Kind;
use dense::{Transpose, Triangle};
use work::{MatrixView, Memory, Pointer, Refused, Scalar, put};

type Done = Result<(), Status>;

/// Values in rising order, and the vectors of all, column by column, if they are wanted.
struct Decomposition<T: Scalar> {
    values: Vec<T::Real>,
    vectors: Vec<T>,
}

/// Decomposes a matrix of which a triangle is stored, or `None` if it does not converge.
fn eigen<T: Number>(a: MatrixView<T>, triangle: Triangle, wants_vectors: bool) -> Option<Decomposition<T>> {
    let n = a.rows();
    let mut whole = vec![<T as num_traits::Zero>::zero(); n * n];
    copy_triangle(a, triangle, MatrixView::in_slice(&mut whole, n, n));
    let whole = load(MatrixView::in_slice(&mut whole, n, n))?;
    if !wants_vectors {
        let values = whole.self_adjoint_eigenvalues(side(triangle)).ok()?;
        let values = values.iter().map(|value| Scalar::re(T::from_real_impl(value))).collect();
        return Some(Decomposition { values, vectors: Vec::new() });
    }
    let made = whole.self_adjoint_eigen(side(triangle)).ok()?;
    let (of_values, of_vectors) = (made.S().column_vector(), made.U());
    let values = (0..n).map(|j| Scalar::re(of_values[j])).collect();
    let mut vectors = Vec::with_capacity(n * n);
    (0..n).for_each(|j| vectors.extend((0..n).map(|i| of_vectors[(i, j)])));
    Some(Decomposition { values, vectors })
}

/// Eigenvalues that are wanted.
#[derive(Clone, Copy)]
enum Range<R> {
    All,
    /// Above the first and up to the second.
    Values(R, R),
    /// From 1.
    Numbers(usize, usize),
}

impl<R: PartialOrd + Copy> Range<R> {
    fn pick(self, values: &[R]) -> std::ops::Range<usize> {
        match self {
            Range::All => 0..values.len(),
            Range::Values(low, high) => {
                let above = |limit: R| values.iter().take_while(|&&value| value <= limit).count();
                above(low)..above(high).max(above(low))
            }
            Range::Numbers(first, last) => first - 1..last,
        }
    }
}

/// Request of a call.
#[derive(Clone, Copy)]
struct Request<R> {
    vectors: bool,
    triangle: Triangle,
    range: Range<R>,
}

/// Decomposes a matrix, and writes values and vectors. Returns the state, and how many were wanted.
fn run<T: Number>(
    memory: &Memory,
    a: Operand,
    values: List,
    request: Request<<T as Scalar>::Real>,
    change: impl Fn(MatrixView<T>),
) -> Result<(i32, usize), Refused> {
    let a = a.hold::<T>(memory, true)?;
    let n = a.rows();
    if n == 0 {
        return Ok((0, 0));
    }
    let Some(mut made) = eigen(a, request.triangle, request.vectors) else { return Ok((n as i32, 0)) };
    let wanted = request.range.pick(&made.values);
    values.write(memory, 0, &made.values[wanted.clone()])?;
    if request.vectors {
        let vectors = MatrixView::in_slice(&mut made.vectors, n, n);
        change(vectors);
        let picked = vectors.part((0, wanted.start), (n, wanted.len()));
        store(a.part((0, 0), (n, wanted.len())), |i, j| picked.get(i, j));
    }
    Ok((0, wanted.len()))
}

pub(crate) fn syevd<T: Number>(
    call: &Call,
    mode: u32,
    fill: u32,
    n: i64,
    a: Pointer,
    lda: i64,
    values: Pointer,
    info: Pointer,
) -> Done {
    syevd_batch::<T>(call, mode, fill, n, a, lda, values, info, 1)
}

/// Matrices that follow each other.
pub(crate) fn syevd_batch<T: Number>(
    call: &Call,
    mode: u32,
    fill: u32,
    n: i64,
    a: Pointer,
    lda: i64,
    values: Pointer,
    info: Pointer,
    batch: i64,
) -> Done {
    let request = Request { vectors: wants_vectors(mode)?, triangle: triangle(fill)?, range: Range::All };
    let (n, batch) = (size(n)?, size(batch)?);
    let a = Operand::new(a, (n, n), lda)?;
    let (values, info) = (List::new(values), List::new(info));
    call.launch(move |memory| {
        for number in 0..batch {
            let of_values = List(values.0.wrapping_add(number * n * size_of::<<T as Scalar>::Real>()));
            let (state, _) = run::<T>(memory, a.instance::<T>(number), of_values, request, |_| ())?;
            info.write(memory, number, &[state])?;
        }
        Ok(())
    })
}

/// `hipsolverEigRange_t` with its limits.
fn range<R>(code: u32, (low, high): (R, R), (first, last): (i64, i64), n: usize) -> Result<Range<R>, Status> {
    match code {
        221 => Ok(Range::All),
        222 => Ok(Range::Values(low, high)),
        223 => {
            let (first, last) = (size(first)?, size(last)?);
            if first == 0 || last < first || last > n {
                Err(Status::InvalidValue)
            } else {
                Ok(Range::Numbers(first, last))
            }
        }
        _ => Err(Status::InvalidEnum),
    }
}

/// Some of the eigenvalues; the call waits until it knows how many.
pub(crate) fn syevdx<T: Number>(
    call: &Call,
    mode: u32,
    which: u32,
    fill: u32,
    n: i64,
    a: Pointer,
    lda: i64,
    low: <T as Scalar>::Real,
    high: <T as Scalar>::Real,
    first: i64,
    last: i64,
    count: Pointer,
    values: Pointer,
    info: Pointer,
) -> Done
where
    <T as Scalar>::Real: Send + Sync,
{
    let n = size(n)?;
    let range = range(which, (low, high), (first, last), n)?;
    let request = Request { vectors: wants_vectors(mode)?, triangle: triangle(fill)?, range };
    let a = Operand::new(a, (n, n), lda)?;
    let (values, info) = (List::new(values), List::new(info));
    let found = call.compute(move |memory| {
        let (state, found) = run::<T>(memory, a, values, request, |_| ())?;
        info.write(memory, 0, &[state])?;
        Ok(found)
    })?;
    put(count, found as i32)
}

/// Problem of two matrices (`hipsolverEigType_t`): `A x = λ B x`, or with a product on the left side.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pair {
    Quotient,
    ProductAb,
    ProductBa,
}

impl Pair {
    fn from_code(code: u32) -> Result<Pair, Status> {
        match code {
            211 => Ok(Pair::Quotient),
            212 => Ok(Pair::ProductAb),
            213 => Ok(Pair::ProductBa),
            _ => Err(Status::InvalidEnum),
        }
    }
}

/// Multiplies in place by a triangular factor.
fn multiply<T: Scalar>(factor: MatrixView<T>, conjugates: bool, b: MatrixView<T>) {
    let mut old: Vec<T> = (0..b.columns()).flat_map(|j| b.column(j).to_vec()).collect();
    let old = MatrixView::in_slice(&mut old, b.rows(), b.columns());
    let factors = dense::engine::Factors { a: (factor, conjugates), b: (old, false) };
    dense::engine::multiply(b, factors, T::one(), T::zero());
}

/// Solves the problem of a pair, of which the second matrix is positive definite and becomes its
/// decomposition. Returns the state and how many values there are.
fn run_pair<T: Number>(
    memory: &Memory,
    pair: Pair,
    (a, b): (Operand, Operand),
    values: List,
    request: Request<<T as Scalar>::Real>,
) -> Result<(i32, usize), Refused> {
    let n = a.shape.0;
    let fill = request.triangle;
    let of_b = b.hold::<T>(memory, true)?;
    let state = decompose(of_b, fill);
    if state != 0 || n == 0 {
        return Ok((if state == 0 { 0 } else { n as i32 + state }, 0));
    }
    // The lower factor of B, whichever triangle is stored.
    let zero = <T as num_traits::Zero>::zero();
    let (mut of_factor, mut of_matrix) = (vec![zero; n * n], vec![zero; n * n]);
    let (lower, whole) =
        (MatrixView::in_slice(&mut of_factor, n, n), MatrixView::in_slice(&mut of_matrix, n, n));
    let stored = a.hold::<T>(memory, true)?;
    for j in 0..n {
        for i in j..n {
            let (own, other) = ((i, j), (j, i));
            let at = |from: MatrixView<T>| match fill {
                Triangle::Lower => from.get(own.0, own.1),
                Triangle::Upper => Scalar::conj(from.get(other.0, other.1)),
            };
            lower.set(i, j, at(of_b));
            whole.set(i, j, at(stored));
            whole.set(j, i, Scalar::conj(at(stored)));
        }
    }
    let (plain, adjoint) = (Transpose::No, Transpose::Conjugated);
    let solve = |op: Transpose, x: MatrixView<T>| Kind::new(Triangle::Lower, op, false).solve(lower, x);
    let times = |op: Transpose, x: MatrixView<T>| multiply(op.view(lower), op.conjugates(), x);
    // One factor from each side; from the right by the adjoint, which the result is its own.
    let sides = |op: &dyn Fn(MatrixView<T>)| {
        op(whole);
        for j in 0..n {
            for i in 0..=j {
                let (above, below) = (whole.get(i, j), whole.get(j, i));
                whole.set(i, j, Scalar::conj(below));
                whole.set(j, i, Scalar::conj(above));
            }
        }
        op(whole);
    };
    match pair {
        Pair::Quotient => sides(&|x| solve(plain, x)),
        Pair::ProductAb | Pair::ProductBa => sides(&|x| times(adjoint, x)),
    }
    store(stored, |i, j| whole.get(i, j));
    run::<T>(memory, a, values, request, |vectors| match pair {
        Pair::Quotient | Pair::ProductAb => solve(adjoint, vectors),
        Pair::ProductBa => times(plain, vectors),
    })
}

/// Eigenvalues of a pair.
pub(crate) fn sygvd<T: Number>(
    call: &Call,
    pair: u32,
    mode: u32,
    fill: u32,
    n: i64,
    a: Pointer,
    lda: i64,
    b: Pointer,
    ldb: i64,
    values: Pointer,
    info: Pointer,
) -> Done {
    let (pair, fill, n) = (Pair::from_code(pair)?, triangle(fill)?, size(n)?);
    let matrices = (Operand::new(a, (n, n), lda)?, Operand::new(b, (n, n), ldb)?);
    let request = Request { vectors: wants_vectors(mode)?, triangle: fill, range: Range::All };
    let (values, info) = (List::new(values), List::new(info));
    call.launch(move |memory| {
        let (state, _) = run_pair::<T>(memory, pair, matrices, values, request)?;
        info.write(memory, 0, &[state])
    })
}

/// Some of the eigenvalues of a pair; the call waits until it knows how many.
pub(crate) fn sygvdx<T: Number>(
    call: &Call,
    (pair, mode, which, fill): (u32, u32, u32, u32),
    n: i64,
    (a, lda): (Pointer, i64),
    (b, ldb): (Pointer, i64),
    limits: (<T as Scalar>::Real, <T as Scalar>::Real),
    numbers: (i64, i64),
    count: Pointer,
    values: Pointer,
    info: Pointer,
) -> Done
where
    <T as Scalar>::Real: Send + Sync,
{
    let (pair, n) = (Pair::from_code(pair)?, size(n)?);
    let range = range(which, limits, numbers, n)?;
    let request = Request { vectors: wants_vectors(mode)?, triangle: triangle(fill)?, range };
    let matrices = (Operand::new(a, (n, n), lda)?, Operand::new(b, (n, n), ldb)?);
    let (values, info) = (List::new(values), List::new(info));
    let found = call.compute(move |memory| {
        let (state, found) = run_pair::<T>(memory, pair, matrices, values, request)?;
        info.write(memory, 0, &[state])?;
        Ok(found)
    })?;
    put(count, found as i32)
}
