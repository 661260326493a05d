//! Systems with sparse matrices, which come as compressed rows, on the device or on the host.

use crate::columns::{self, Columns};
use crate::handle::Call;
use crate::operand::{Number, size};
use crate::positive;
use crate::status::Status;
use num_traits::Float as _;
use work::{Memory, Pointer, Refused, Scalar, put, put_all, take};

type Done = Result<(), Status>;

/// Method of a solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Method {
    /// LU decomposition with exchanges of rows.
    General,
    /// Cholesky's decomposition of symmetric or Hermitian positive definite matrices, by the lower triangle.
    Positive,
}

/// A system, in memory of the host's or of the device.
#[derive(Clone, Copy)]
struct System {
    n: usize,
    count: usize,
    base: usize,
    /// Values, offsets, indices and the right side.
    arrays: [usize; 4],
}

/// Compressed rows and a right side, as memory has them.
struct Arrays<T> {
    values: Vec<T>,
    offsets: Vec<i32>,
    indices: Vec<i32>,
    side: Vec<T>,
}

impl System {
    fn new(n: i64, count: i64, base: u32, arrays: [Pointer; 4]) -> Result<System, Status> {
        let (n, count) = (size(n)?, size(count)?);
        if base > 1 || (n > 0 && arrays.iter().any(|pointer| pointer.is_null())) {
            return Err(Status::InvalidValue);
        }
        Ok(System {
            n,
            count,
            base: base as usize,
            arrays: arrays.map(|pointer| pointer.expose_provenance()),
        })
    }

    fn read<T: Copy>(&self, memory: &Memory) -> Result<Arrays<T>, Refused> {
        let [values, offsets, indices, side] = self.arrays;
        Ok(Arrays {
            values: memory.read(values, self.count)?,
            offsets: memory.read(offsets, self.n + 1)?,
            indices: memory.read(indices, self.count)?,
            side: memory.read(side, self.n)?,
        })
    }

    fn read_host<T: Copy>(&self) -> Result<Arrays<T>, Status> {
        let [values, offsets, indices, side] = self.arrays.map(std::ptr::with_exposed_provenance_mut);
        Ok(Arrays {
            values: take::<Status, _>(values, self.count)?,
            offsets: take::<Status, _>(offsets, self.n + 1)?,
            indices: take::<Status, _>(indices, self.count)?,
            side: take::<Status, _>(side, self.n)?,
        })
    }

    /// Entries by row and column; `None` if an index leads outside.
    fn entries<T: Number>(&self, arrays: &Arrays<T>, method: Method) -> Option<Vec<(usize, usize, T)>> {
        let from_zero = |n: i32| usize::try_from(n).ok()?.checked_sub(self.base);
        let mut entries = Vec::with_capacity(self.count);
        for row in 0..self.n {
            let range = from_zero(arrays.offsets[row])?..from_zero(arrays.offsets[row + 1])?;
            for at in range {
                let column = from_zero(*arrays.indices.get(at)?).filter(|&column| column < self.n)?;
                let value = arrays.values[at];
                match method {
                    Method::General => entries.push((row, column, value)),
                    Method::Positive if column > row => {}
                    Method::Positive => {
                        entries.push((row, column, value));
                        if column < row {
                            entries.push((column, row, Scalar::conj(value)));
                        }
                    }
                }
            }
        }
        Some(entries)
    }

    /// Solves. Returns the first pivot that is too small, in its place, if there is one.
    fn solve<T: Number>(
        &self,
        arrays: &Arrays<T>,
        method: Method,
        reorders: bool,
        limit: f64,
    ) -> Option<Result<Vec<T>, usize>> {
        let a = Columns::from_entries(self.n, &self.entries(arrays, method)?);
        let order = if reorders { a.narrow_order() } else { (0..self.n).collect() };
        let wide = |value: <T as Scalar>::Real| num_traits::ToPrimitive::to_f64(&value).unwrap_or(f64::NAN);
        // Comparisons refuse what is not a number.
        Some(match method {
            Method::General => {
                let accepts = |pivot: T| {
                    let size = wide(pivot.re().hypot(pivot.im()));
                    size > 0.0 && size >= limit
                };
                columns::decompose(&a, order, accepts).map(|factors| factors.solve(&arrays.side))
            }
            Method::Positive => {
                let accepts = |square| wide(square) > 0.0 && wide(square).sqrt() >= limit;
                positive::decompose(&a, order, accepts).map(|factor| factor.solve(&arrays.side))
            }
        })
    }
}

/// Reads the limit and the order of a call: none, or one that keeps entries near to the diagonal.
fn choices(limit: f64, order: i64) -> Result<(f64, bool), Status> {
    const ORDERS: i64 = 3;
    if limit.is_nan() || !(0..=ORDERS).contains(&order) {
        return Err(Status::InvalidValue);
    }
    Ok((limit, order > 0))
}

/// Solves `A x = b` on the device. The call waits: where the matrix is singular (-1 if nowhere) is told on
/// the host.
pub(crate) fn solve<T: Number>(
    call: &Call,
    method: Method,
    n: i64,
    nnz: i64,
    base: u32,
    arrays: [Pointer; 4],
    (limit, order): (f64, i64),
    x: Pointer,
    singular: Pointer,
) -> Done {
    let system = System::new(n, nnz, base, arrays)?;
    let (limit, reorders) = choices(limit, order)?;
    if singular.is_null() || (x.is_null() && system.n > 0) {
        return Err(Status::InvalidValue);
    }
    let x = x.expose_provenance();
    let found = call.compute(move |memory| {
        let arrays = system.read::<T>(memory)?;
        match system.solve(&arrays, method, reorders, limit) {
            Some(Ok(solution)) => memory.write(x, &solution).map(|()| -1),
            Some(Err(place)) => Ok(place as i32),
            // As for the address that a wrong index leads to.
            None => Err(memory.values::<u8>(usize::MAX, 1, false).err().unwrap_or(Refused)),
        }
    })?;
    put(singular, found)
}

/// The same with arrays of the host's.
pub(crate) fn solve_host<T: Number>(
    _call: &Call,
    method: Method,
    n: i64,
    nnz: i64,
    base: u32,
    arrays: [Pointer; 4],
    (limit, order): (f64, i64),
    x: Pointer,
    singular: Pointer,
) -> Done {
    let system = System::new(n, nnz, base, arrays)?;
    let (limit, reorders) = choices(limit, order)?;
    if singular.is_null() {
        return Err(Status::InvalidValue);
    }
    let arrays = system.read_host::<T>()?;
    match system.solve(&arrays, method, reorders, limit).ok_or(Status::InvalidValue)? {
        Ok(solution) => {
            put_all::<Status, _>(x, &solution)?;
            put(singular, -1i32)
        }
        Err(place) => put(singular, place as i32),
    }
}
