//! Singular values.

use crate::handle::Call;
use crate::operand::{List, Number, Operand, load, size, store, wants_vectors};
use crate::status::Status;
use num_traits::ToPrimitive as _;
use work::{Memory, Pointer, Refused, Scalar};

type Done = Result<(), Status>;

/// Vectors of a side that are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wanted {
    /// A whole basis.
    All,
    /// As many as there are values.
    Some,
    /// These, in the place of the matrix.
    InPlace,
    None,
}

impl Wanted {
    /// `A`, `S`, `O` or `N`.
    fn from_letter(letter: i8) -> Result<Wanted, Status> {
        match letter as u8 {
            b'A' => Ok(Wanted::All),
            b'S' => Ok(Wanted::Some),
            b'O' => Ok(Wanted::InPlace),
            b'N' => Ok(Wanted::None),
            _ => Err(Status::InvalidValue),
        }
    }

    /// Number of vectors of a side of this size.
    fn count(self, size: usize, values: usize) -> usize {
        match self {
            Wanted::All => size,
            Wanted::Some => values,
            Wanted::InPlace | Wanted::None => 0,
        }
    }
}

/// Places of results.
#[derive(Clone, Copy)]
struct Results {
    /// The greatest values, and how many.
    values: (List, usize),
    left: (Wanted, Operand),
    right: (Wanted, Operand),
    /// Whether right vectors are rows, conjugated.
    right_by_rows: bool,
}

/// Decomposes, and returns the state, and the norm of the values that are left out.
fn run<T: Number>(memory: &Memory, a: Operand, to: Results) -> Result<(i32, f64), Refused> {
    let (m, n) = a.shape;
    if a.is_empty() {
        return Ok((0, 0.0));
    }
    let overwrites = to.left.0 == Wanted::InPlace || to.right.0 == Wanted::InPlace;
    let a = a.hold::<T>(memory, overwrites)?;
    let Some(copy) = load(a) else { return Ok((1, f64::NAN)) };
    let squares = |others: &[<T as Scalar>::Real]| {
        others.iter().map(|value| value.to_f64().unwrap_or(f64::NAN).powi(2)).sum::<f64>()
    };
    if to.left.0 == Wanted::None && to.right.0 == Wanted::None {
        let Ok(values) = copy.singular_values() else { return Ok((m.min(n) as i32, f64::NAN)) };
        let values: Vec<_> = values.iter().map(|value| Scalar::re(T::from_real_impl(value))).collect();
        let (first, others) = values.split_at(to.values.1.min(values.len()));
        to.values.0.write(memory, 0, first)?;
        return Ok((0, squares(others).sqrt()));
    }
    let whole = to.left.0 == Wanted::All || to.right.0 == Wanted::All;
    let Ok(made) = (if whole { copy.svd() } else { copy.thin_svd() }) else {
        return Ok((m.min(n) as i32, f64::NAN));
    };
    let (of_values, left, right) = (made.S().column_vector(), made.U(), made.V());
    let values: Vec<_> = (0..m.min(n)).map(|j| Scalar::re(of_values[j])).collect();
    let (first, others) = values.split_at(to.values.1.min(values.len()));
    to.values.0.write(memory, 0, first)?;
    let right_row = |i: usize, j: usize| Scalar::conj(right[(j, i)]);
    if !to.left.1.is_empty() {
        store(to.left.1.hold::<T>(memory, true)?, |i, j| left[(i, j)]);
    }
    if !to.right.1.is_empty() {
        let held = to.right.1.hold::<T>(memory, true)?;
        if to.right_by_rows { store(held, right_row) } else { store(held, |i, j| right[(i, j)]) }
    }
    let some = m.min(n);
    if to.left.0 == Wanted::InPlace {
        store(a.part((0, 0), (m, some)), |i, j| left[(i, j)]);
    } else if to.right.0 == Wanted::InPlace {
        store(a.part((0, 0), (some, n)), right_row);
    }
    Ok((0, squares(others).sqrt()))
}

pub(crate) fn gesvd<T: Number>(
    call: &Call,
    left: i8,
    right: i8,
    m: i64,
    n: i64,
    a: Pointer,
    lda: i64,
    values: Pointer,
    u: Pointer,
    ldu: i64,
    v: Pointer,
    ldv: i64,
    info: Pointer,
) -> Done {
    let (left, right) = (Wanted::from_letter(left)?, Wanted::from_letter(right)?);
    if left == Wanted::InPlace && right == Wanted::InPlace {
        return Err(Status::InvalidValue);
    }
    let (m, n) = (size(m)?, size(n)?);
    let a = Operand::new(a, (m, n), lda)?;
    let some = m.min(n);
    let (of_u, of_v) = ((m, left.count(m, some)), (right.count(n, some), n));
    let u = vectors(u, of_u, ldu)?;
    let v = vectors(v, of_v, ldv)?;
    let to = Results {
        values: (List::new(values), some),
        left: (left, u),
        right: (right, v),
        right_by_rows: true,
    };
    let info = List::new(info);
    call.launch(move |memory| info.write(memory, 0, &[run::<T>(memory, a, to)?.0]))
}

/// Place of vectors, whose leading dimension is not looked at if none are wanted.
fn vectors(at: Pointer, shape: (usize, usize), lead: i64) -> Result<Operand, Status> {
    let is_empty = shape.0 == 0 || shape.1 == 0;
    Operand::new(at, shape, if is_empty { lead.max(shape.0.max(1) as i64) } else { lead })
}

/// The same with right vectors by columns. `small` has as many vectors as values.
pub(crate) fn gesvdj<T: Number>(
    call: &Call,
    mode: u32,
    small: i64,
    m: i64,
    n: i64,
    a: Pointer,
    lda: i64,
    values: Pointer,
    u: Pointer,
    ldu: i64,
    v: Pointer,
    ldv: i64,
    info: Pointer,
) -> Done {
    gesvdj_batch::<T>(call, mode, small, m, n, a, lda, values, u, ldu, v, ldv, info, 1)
}

/// Matrices that follow each other.
pub(crate) fn gesvdj_batch<T: Number>(
    call: &Call,
    mode: u32,
    small: i64,
    m: i64,
    n: i64,
    a: Pointer,
    lda: i64,
    values: Pointer,
    u: Pointer,
    ldu: i64,
    v: Pointer,
    ldv: i64,
    info: Pointer,
    batch: i64,
) -> Done {
    let wanted = match (wants_vectors(mode)?, small != 0) {
        (false, _) => Wanted::None,
        (true, true) => Wanted::Some,
        (true, false) => Wanted::All,
    };
    let (m, n, batch) = (size(m)?, size(n)?, size(batch)?);
    let a = Operand::new(a, (m, n), lda)?;
    let some = m.min(n);
    let u = vectors(u, (m, wanted.count(m, some)), ldu)?;
    let v = vectors(v, (n, wanted.count(n, some)), ldv)?;
    let (values, info) = (List::new(values), List::new(info));
    call.launch(move |memory| {
        for number in 0..batch {
            let bytes = number * some * size_of::<<T as Scalar>::Real>();
            let to = Results {
                values: (List(values.0.wrapping_add(bytes)), some),
                left: (wanted, u.instance::<T>(number)),
                right: (wanted, v.instance::<T>(number)),
                right_by_rows: false,
            };
            info.write(memory, number, &[run::<T>(memory, a.instance::<T>(number), to)?.0])?;
        }
        Ok(())
    })
}

/// The `k` greatest values, and their vectors by columns.
pub(crate) fn greatest<T: Number>(
    call: &Call,
    (left, right): (bool, bool),
    k: i64,
    (m, n): (i64, i64),
    a: Pointer,
    lda: i64,
    values: Pointer,
    u: Pointer,
    ldu: i64,
    v: Pointer,
    ldv: i64,
    info: Pointer,
) -> Done {
    let (m, n, k) = (size(m)?, size(n)?, size(k)?);
    if k > m.min(n) {
        return Err(Status::InvalidValue);
    }
    let a = Operand::new(a, (m, n), lda)?;
    let side = |wanted: bool, at: Pointer, rows: usize, lead: i64| {
        let wanted = if wanted { (Wanted::Some, k) } else { (Wanted::None, 0) };
        Ok::<_, Status>((wanted.0, vectors(at, (rows, wanted.1), lead)?))
    };
    let (left, right) = (side(left, u, m, ldu)?, side(right, v, n, ldv)?);
    let to = Results { values: (List::new(values), k), left, right, right_by_rows: false };
    let info = List::new(info);
    call.launch(move |memory| info.write(memory, 0, &[run::<T>(memory, a, to)?.0]))
}

/// Matrix of a batch, and the distance of its instances in elements.
pub(crate) type Strided = (Pointer, i64, i64);

/// Approximations of matrices at equal distances by their `rank` greatest values, with the norms of what is
/// left over if they are wanted, for which the call waits.
pub(crate) fn gesvda<T: Number>(
    call: &Call,
    mode: u32,
    rank: i64,
    (m, n): (i64, i64),
    (a, lda, stride_a): Strided,
    (values, stride_values): (Pointer, i64),
    (u, ldu, stride_u): Strided,
    (v, ldv, stride_v): Strided,
    info: Pointer,
    norms: Pointer,
    batch: i64,
) -> Done {
    let (wanted, m, n) = (wants_vectors(mode)?, size(m)?, size(n)?);
    let (rank, batch) = (size(rank)?, size(batch)?);
    if rank > m.min(n) {
        return Err(Status::InvalidValue);
    }
    let a = Operand::new(a, (m, n), lda)?;
    let (kind, count) = if wanted { (Wanted::Some, rank) } else { (Wanted::None, 0) };
    let (u, v) = (vectors(u, (m, count), ldu)?, vectors(v, (n, count), ldv)?);
    let strides = [stride_a, stride_u, stride_v, stride_values].map(size);
    let [stride_a, stride_u, stride_v, stride_values] = strides;
    let (stride_a, stride_u, stride_v) = (stride_a?, stride_u?, stride_v?);
    let (values, stride_values, info) = (List::new(values), stride_values?, List::new(info));
    let work = move |memory: &Memory| {
        let mut left_over = Vec::with_capacity(batch);
        for number in 0..batch {
            let bytes = number.wrapping_mul(stride_values).wrapping_mul(size_of::<<T as Scalar>::Real>());
            let to = Results {
                values: (List(values.0.wrapping_add(bytes)), rank),
                left: (kind, u.strided::<T>(number, stride_u)),
                right: (kind, v.strided::<T>(number, stride_v)),
                right_by_rows: false,
            };
            let (state, norm) = run::<T>(memory, a.strided::<T>(number, stride_a), to)?;
            info.write(memory, number, &[state])?;
            left_over.push(norm);
        }
        Ok(left_over)
    };
    if norms.is_null() {
        return call.launch(move |memory| work(memory).map(drop));
    }
    call.launch_for_results(norms, work)
}
