//! Singular values.

use crate::handle::Call;
use crate::operand::{List, Number, Operand, load, size, store, wants_vectors};
use crate::status::Status;
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
    values: List,
    left: (Wanted, Operand),
    right: (Wanted, Operand),
    /// Whether right vectors are rows, conjugated.
    right_by_rows: bool,
}

/// Decomposes, and returns the state.
fn run<T: Number>(memory: &Memory, a: Operand, to: Results) -> Result<i32, Refused> {
    let (m, n) = a.shape;
    if a.is_empty() {
        return Ok(0);
    }
    let overwrites = to.left.0 == Wanted::InPlace || to.right.0 == Wanted::InPlace;
    let a = a.hold::<T>(memory, overwrites)?;
    let Some(copy) = load(a) else { return Ok(1) };
    let whole = to.left.0 == Wanted::All || to.right.0 == Wanted::All;
    let Ok(made) = (if whole { copy.svd() } else { copy.thin_svd() }) else { return Ok(m.min(n) as i32) };
    let (of_values, left, right) = (made.S().column_vector(), made.U(), made.V());
    let values: Vec<_> = (0..m.min(n)).map(|j| Scalar::re(of_values[j])).collect();
    to.values.write(memory, 0, &values)?;
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
    Ok(0)
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
    let to = Results { values: List::new(values), left: (left, u), right: (right, v), right_by_rows: true };
    let info = List::new(info);
    call.launch(move |memory| info.write(memory, 0, &[run::<T>(memory, a, to)?]))
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
                values: List(values.0.wrapping_add(bytes)),
                left: (wanted, u.instance::<T>(number)),
                right: (wanted, v.instance::<T>(number)),
                right_by_rows: false,
            };
            info.write(memory, number, &[run::<T>(memory, a.instance::<T>(number), to)?])?;
        }
        Ok(())
    })
}
