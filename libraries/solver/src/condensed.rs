//! Tridiagonal and bidiagonal forms by Householder's reflections, in LAPACK's form, and their factors.
//!
//! The upper triangle of a matrix is the lower one of the matrix with its rows and columns reversed; the
//! reflections of LAPACK's upper form are those of the lower form there.

use crate::handle::Call;
use crate::operand::{List, Number, Operand, is_left, size, store, transpose, triangle};
use crate::status::Status;
use dense::panel::Panel;
use dense::qr::{apply, reflect};
use dense::{Transpose, Triangle};
use work::{MatrixView, Pointer, Scalar, VectorView};

type Done = Result<(), Status>;

/// A matrix whose lower triangle is stored.
fn lower<T: Copy>(a: MatrixView<T>, triangle: Triangle) -> MatrixView<T> {
    let turns = triangle == Triangle::Upper;
    a.reversed(turns, turns)
}

/// Numbers by row of the lower form, in the order of the matrix.
fn ordered<T>(mut values: Vec<T>, triangle: Triangle) -> Vec<T> {
    if triangle == Triangle::Upper {
        values.reverse();
    }
    values
}

/// Tridiagonal matrix: its diagonals, and the factors of the reflections.
struct Tridiagonal<T: Scalar> {
    diagonal: Vec<T::Real>,
    beside: Vec<T::Real>,
    factors: Vec<T>,
}

/// Makes a Hermitian matrix tridiagonal, in its lower triangle.
fn tridiagonal<T: Scalar>(a: MatrixView<T>) -> Tridiagonal<T> {
    let n = a.rows();
    let (mut diagonal, mut beside, mut factors) = (Vec::new(), Vec::new(), Vec::new());
    for i in 0..n {
        diagonal.push(a.get(i, i).re());
        let count = n - i - 1;
        if count == 0 {
            break;
        }
        let column = a.column(i).part(i + 1, count);
        let tau = reflect(column);
        beside.push(column.get(0).re());
        factors.push(tau);
        if tau.is_zero() {
            continue;
        }
        let mut vector = column.to_vec();
        vector[0] = T::one();
        let rest = a.part((i + 1, i + 1), (count, count));
        // w = tau A v - tau / 2 (tau A v)ᴴ v v, by the lower triangle.
        let mut w = vec![T::zero(); count];
        for j in 0..count {
            w[j] += T::real(rest.get(j, j).re()) * vector[j];
            for k in j + 1..count {
                let value = rest.get(k, j);
                w[k] += value * vector[j];
                w[j] += value.conj() * vector[k];
            }
        }
        w.iter_mut().for_each(|value| *value *= tau);
        let inner = w.iter().zip(&vector).fold(T::zero(), |sum, (&w, &v)| sum + w.conj() * v);
        let half = T::one() / (T::one() + T::one());
        w.iter_mut().zip(&vector).for_each(|(w, &v)| *w -= half * tau * inner * v);
        for j in 0..count {
            for k in j..count {
                let value = rest.get(k, j) - vector[k] * w[j].conj() - w[k] * vector[j].conj();
                rest.set(k, j, if k == j { T::real(value.re()) } else { value });
            }
        }
    }
    Tridiagonal { diagonal, beside, factors }
}

pub(crate) fn sytrd<T: Number>(
    call: &Call,
    fill: u32,
    n: i64,
    a: Pointer,
    lda: i64,
    diagonal: Pointer,
    beside: Pointer,
    tau: Pointer,
    info: Pointer,
) -> Done {
    let (fill, n) = (triangle(fill)?, size(n)?);
    let a = Operand::new(a, (n, n), lda)?;
    let (diagonal, beside) = (List::new(diagonal), List::new(beside));
    let (tau, info) = (List::new(tau), List::new(info));
    call.launch(move |memory| {
        let made = tridiagonal(lower(a.hold::<T>(memory, true)?, fill));
        diagonal.write(memory, 0, &ordered(made.diagonal, fill))?;
        beside.write(memory, 0, &ordered(made.beside, fill))?;
        tau.write(memory, 0, &ordered(made.factors, fill))?;
        info.write(memory, 0, &[0i32])
    })
}

/// Writes ones on the diagonal, and zeros.
fn identity<T: Scalar>(to: MatrixView<T>) {
    store(to, |i, j| if i == j { T::one() } else { T::zero() });
}

/// Makes the product of reflections whose first one changes the rows from the second on, in their place.
fn form_below<T: Scalar>(a: MatrixView<T>, factors: &[T]) {
    let rest = a.rows().saturating_sub(1);
    let vectors = a.part((a.rows() - rest, 0), (rest, rest));
    let mut panels = Panel::list(vectors, &factors[..rest]);
    identity(a);
    let to = a.part((a.rows() - rest, a.rows() - rest), (rest, rest));
    panels.iter_mut().rev().for_each(|panel| panel.apply_left(to, false));
}

/// Makes the factor of a tridiagonal form.
pub(crate) fn orgtr<T: Number>(
    call: &Call,
    fill: u32,
    n: i64,
    a: Pointer,
    lda: i64,
    tau: Pointer,
    info: Pointer,
) -> Done {
    let (fill, n) = (triangle(fill)?, size(n)?);
    let (a, tau, info) = (Operand::new(a, (n, n), lda)?, List::new(tau), List::new(info));
    call.launch(move |memory| {
        if n > 0 {
            let factors = ordered(memory.read::<T>(tau.0, n - 1)?, fill);
            form_below(lower(a.hold::<T>(memory, true)?, fill), &factors);
        }
        info.write(memory, 0, &[0i32])
    })
}

/// `C = op(Q) C`, or `C op(Q)`, by the factor of a tridiagonal form.
pub(crate) fn ormtr<T: Number>(
    call: &Call,
    side: u32,
    fill: u32,
    op: u32,
    (m, n): (i64, i64),
    a: Pointer,
    lda: i64,
    tau: Pointer,
    c: Pointer,
    ldc: i64,
    info: Pointer,
) -> Done {
    let (left, fill, op) = (is_left(side)?, triangle(fill)?, transpose(op)?);
    let (m, n) = (size(m)?, size(n)?);
    if T::IS_COMPLEX && op == Transpose::Yes {
        return Err(Status::InvalidValue);
    }
    let order = if left { m } else { n };
    let (a, c) = (Operand::new(a, (order, order), lda)?, Operand::new(c, (m, n), ldc)?);
    let (tau, info) = (List::new(tau), List::new(info));
    call.launch(move |memory| {
        if m > 0 && n > 0 {
            let rest = order - 1;
            let a = lower(a.hold::<T>(memory, false)?, fill).part((1, 0), (rest, rest));
            let factors = ordered(memory.read::<T>(tau.0, rest)?, fill);
            let turns = fill == Triangle::Upper;
            let c = c.hold::<T>(memory, true)?.reversed(turns && left, turns && !left);
            let c = if left { c.part((1, 0), (rest, n)) } else { c.part((0, 1), (m, rest)) };
            let mut panels = Panel::list(a, &factors);
            let adjoint = op.is_transposed();
            // The product of all is taken from the last to the first, or its adjoint.
            if left != adjoint {
                panels.reverse();
            }
            for panel in &mut panels {
                if left { panel.apply_left(c, adjoint) } else { panel.apply_right(c, adjoint) }
            }
        }
        info.write(memory, 0, &[0i32])
    })
}

/// Bidiagonal matrix: its diagonals, and the factors of the reflections from the left and from the right.
struct Bidiagonal<T: Scalar> {
    diagonal: Vec<T::Real>,
    beside: Vec<T::Real>,
    factors: [Vec<T>; 2],
}

/// Makes the reflection of a row, which is stored conjugated. Applies it to the rows below.
fn reflect_row<T: Scalar>(row: VectorView<T>, below: MatrixView<T>) -> T {
    let conjugate = || (0..row.len()).for_each(|n| row.set(n, row.get(n).conj()));
    conjugate();
    let tau = reflect(row);
    conjugate();
    apply(row, tau.conj(), below.transposed());
    tau
}

/// Makes a matrix bidiagonal: upper if it has at least as many rows as columns, else lower.
fn bidiagonal<T: Scalar>(a: MatrixView<T>) -> Bidiagonal<T> {
    let (m, n) = (a.rows(), a.columns());
    let (mut diagonal, mut beside, mut factors) = (Vec::new(), Vec::new(), [Vec::new(), Vec::new()]);
    let column = |factors: &mut Vec<T>, row: usize, j: usize| {
        let vector = a.column(j).part(row, m - row);
        let tau = reflect(vector);
        apply(vector, tau, a.part((row, j + 1), (m - row, n - j - 1)));
        factors.push(tau);
        vector.get(0).re()
    };
    let row = |factors: &mut Vec<T>, i: usize, first: usize| {
        let vector = a.row(i).part(first, n - first);
        factors.push(reflect_row(vector, a.part((i + 1, first), (m - i - 1, n - first))));
        vector.get(0).re()
    };
    let count = m.min(n);
    for i in 0..count {
        if m >= n {
            diagonal.push(column(&mut factors[0], i, i));
            if i + 1 < n {
                beside.push(row(&mut factors[1], i, i + 1));
            }
        } else {
            diagonal.push(row(&mut factors[1], i, i));
            if i + 1 < m {
                beside.push(column(&mut factors[0], i + 1, i));
            }
        }
    }
    factors.iter_mut().for_each(|of_side| of_side.resize(count, T::zero()));
    Bidiagonal { diagonal, beside, factors }
}

pub(crate) fn gebrd<T: Number>(
    call: &Call,
    (m, n): (i64, i64),
    a: Pointer,
    lda: i64,
    [diagonal, beside, of_left, of_right]: [Pointer; 4],
    info: Pointer,
) -> Done {
    let a = Operand::new(a, (size(m)?, size(n)?), lda)?;
    let (diagonal, beside) = (List::new(diagonal), List::new(beside));
    let (of_left, of_right, info) = (List::new(of_left), List::new(of_right), List::new(info));
    call.launch(move |memory| {
        let made = bidiagonal(a.hold::<T>(memory, true)?);
        diagonal.write(memory, 0, &made.diagonal)?;
        beside.write(memory, 0, &made.beside)?;
        of_left.write(memory, 0, &made.factors[0])?;
        of_right.write(memory, 0, &made.factors[1])?;
        info.write(memory, 0, &[0i32])
    })
}

/// Makes the adjoint of the product of reflections in rows, which begin `shift` behind the diagonal.
fn form_rows<T: Scalar>(a: MatrixView<T>, factors: &[T], shift: usize) {
    let (m, n) = (a.rows() - shift, a.columns() - shift);
    let count = factors.len();
    let mut vectors: Vec<T> = Vec::with_capacity(n * count);
    (0..count).for_each(|i| vectors.extend((0..n).map(|j| a.get(i, j + shift).conj())));
    let mut panels = Panel::list(MatrixView::in_slice(&mut vectors, n, count), factors);
    let mut made = vec![T::zero(); n * m];
    let made = MatrixView::in_slice(&mut made, n, m);
    identity(made);
    panels.iter_mut().rev().for_each(|panel| panel.apply_left(made, false));
    identity(a);
    store(a.part((shift, shift), (m, n)), |i, j| made.get(j, i).conj());
}

/// Makes a factor of a bidiagonal form: `Q`, or the adjoint of `P`.
pub(crate) fn orgbr<T: Number>(
    call: &Call,
    side: u32,
    (m, n, k): (i64, i64, i64),
    a: Pointer,
    lda: i64,
    tau: Pointer,
    info: Pointer,
) -> Done {
    let (left, m, n, k) = (is_left(side)?, size(m)?, size(n)?, size(k)?);
    let is_right = match left {
        true => n <= m && n >= m.min(k),
        false => m <= n && m >= n.min(k),
    };
    if !is_right {
        return Err(Status::InvalidValue);
    }
    let (a, tau, info) = (Operand::new(a, (m, n), lda)?, List::new(tau), List::new(info));
    call.launch(move |memory| {
        let a = a.hold::<T>(memory, true)?;
        let order = if left { m } else { n };
        // With as many reflections as the matrix was long they begin beside the diagonal.
        let is_short = if left { m >= k } else { k < n };
        let factors = memory.read::<T>(tau.0, if is_short { k } else { order.saturating_sub(1) })?;
        match (left, is_short) {
            _ if m == 0 || n == 0 => {}
            (true, true) => {
                let mut panels = Panel::list(a, &factors);
                identity(a);
                panels.iter_mut().rev().for_each(|panel| panel.apply_left(a, false));
            }
            (true, false) => form_below(a, &factors),
            (false, true) => form_rows(a, &factors, 0),
            (false, false) => form_rows(a, &factors, 1),
        }
        info.write(memory, 0, &[0i32])
    })
}
