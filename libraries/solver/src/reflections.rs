//! Functions of reflections: QR decomposition, products with its factor, least squares.

use crate::handle::Call;
use crate::operand::{List, Number, Operand, is_left, size, store, transpose};
use crate::status::Status;
use dense::panel::Panel;
use dense::qr::decompose;
use dense::triangular::Kind;
use dense::{Transpose, Triangle};
use work::{MatrixView, Pointer, Scalar};

type Done = Result<(), Status>;

pub(crate) fn geqrf<T: Number>(
    call: &Call,
    m: i64,
    n: i64,
    a: Pointer,
    lda: i64,
    tau: Pointer,
    info: Pointer,
) -> Done {
    let a = Operand::new(a, (size(m)?, size(n)?), lda)?;
    let (tau, info) = (List::new(tau), List::new(info));
    call.launch(move |memory| {
        tau.write(memory, 0, &decompose(a.hold::<T>(memory, true)?))?;
        info.write(memory, 0, &[0i32])
    })
}

/// Writes ones on the diagonal, and zeros.
fn identity<T: Scalar>(to: MatrixView<T>) {
    store(to, |i, j| if i == j { T::one() } else { T::zero() });
}

/// Makes the first columns of `Q`, in the place of the reflections.
pub(crate) fn orgqr<T: Number>(
    call: &Call,
    m: i64,
    n: i64,
    k: i64,
    a: Pointer,
    lda: i64,
    tau: Pointer,
    info: Pointer,
) -> Done {
    let (m, n, k) = (size(m)?, size(n)?, size(k)?);
    if n > m || k > n {
        return Err(Status::InvalidValue);
    }
    let a = Operand::new(a, (m, n), lda)?;
    let (tau, info) = (List::new(tau), List::new(info));
    call.launch(move |memory| {
        let a = a.hold::<T>(memory, true)?;
        let mut panels = Panel::list(a, &memory.read::<T>(tau.0, k)?);
        identity(a);
        panels.iter_mut().rev().for_each(|panel| panel.apply_left(a, false));
        info.write(memory, 0, &[0i32])
    })
}

/// `C = op(Q) C`, or `C op(Q)`.
pub(crate) fn ormqr<T: Number>(
    call: &Call,
    side: u32,
    op: u32,
    m: i64,
    n: i64,
    k: i64,
    a: Pointer,
    lda: i64,
    tau: Pointer,
    c: Pointer,
    ldc: i64,
    info: Pointer,
) -> Done {
    let (left, op, m, n, k) = (is_left(side)?, transpose(op)?, size(m)?, size(n)?, size(k)?);
    let order = if left { m } else { n };
    if k > order || (T::IS_COMPLEX && op == Transpose::Yes) {
        return Err(Status::InvalidValue);
    }
    let (a, c) = (Operand::new(a, (order, k), lda)?, Operand::new(c, (m, n), ldc)?);
    let (tau, info) = (List::new(tau), List::new(info));
    call.launch(move |memory| {
        let c = c.hold::<T>(memory, true)?;
        let mut all = Panel::list(a.hold::<T>(memory, false)?, &memory.read(tau.0, k)?);
        let conjugates = op.is_transposed();
        // The product of all is taken from the last to the first, or its adjoint.
        if left != conjugates {
            all.reverse();
        }
        for panel in &mut all {
            if left { panel.apply_left(c, conjugates) } else { panel.apply_right(c, conjugates) }
        }
        info.write(memory, 0, &[0i32])
    })
}

/// Least squares with at least as many rows as columns; the solution has a place of its own.
pub(crate) fn gels<T: Number>(
    call: &Call,
    m: i64,
    n: i64,
    columns: i64,
    a: Pointer,
    lda: i64,
    b: Pointer,
    ldb: i64,
    x: Pointer,
    ldx: i64,
    iterations: Pointer,
    info: Pointer,
) -> Done {
    let (m, n, columns) = (size(m)?, size(n)?, size(columns)?);
    if n > m {
        return Err(Status::InvalidValue);
    }
    let (a, b) = (Operand::new(a, (m, n), lda)?, Operand::new(b, (m, columns), ldb)?);
    let (x, info) = (Operand::new(x, (n, columns), ldx)?, List::new(info));
    work::put::<Status, _>(iterations, 0i32)?;
    call.launch(move |memory| {
        let (a, b, x) = (a.hold::<T>(memory, true)?, b.hold::<T>(memory, true)?, x.hold(memory, true)?);
        let factors = decompose(a);
        Panel::list(a, &factors).iter_mut().for_each(|panel| panel.apply_left(b, true));
        let upper = a.part((0, 0), (n, n));
        let zero = (0..n).find(|&j| upper.get(j, j) == <T as num_traits::Zero>::zero());
        if zero.is_none() {
            store(x, |i, j| b.get(i, j));
            Kind::new(Triangle::Upper, Transpose::No, false).solve(upper, x);
        }
        info.write(memory, 0, &[zero.map_or(0, |j| j as i32 + 1)])
    })
}
