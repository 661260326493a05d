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

/// A square matrix in compressed rows, in memory of the host's or of the device.
#[derive(Clone, Copy)]
pub(crate) struct System {
    pub(crate) n: usize,
    pub(crate) count: usize,
    base: usize,
    /// Values, offsets and indices.
    arrays: [usize; 3],
}

/// Compressed rows, as memory has them.
pub(crate) struct Arrays<T> {
    pub(crate) values: Vec<T>,
    offsets: Vec<i32>,
    indices: Vec<i32>,
}

/// First index of a matrix, by its description. Descriptions are libhipsparse's, which a program that has one
/// has loaded.
pub(crate) fn base(description: Pointer) -> Result<usize, Status> {
    if description.is_null() {
        return Ok(0);
    }
    let base = library_base(description);
    if base > 1 { Err(Status::InvalidValue) } else { Ok(base as usize) }
}

#[expect(unsafe_code, reason = "a function of another library")]
fn library_base(description: Pointer) -> u32 {
    // SAFETY: texts with a zero at their ends. The library stays loaded: it is not loaded by this call.
    let function = unsafe {
        let library = libc::dlopen(c"libhipsparse.so.4".as_ptr(), libc::RTLD_LAZY | libc::RTLD_NOLOAD);
        if library.is_null() {
            return 0;
        }
        libc::dlsym(library, c"hipsparseGetMatIndexBase".as_ptr())
    };
    if function.is_null() {
        return 0;
    }
    // SAFETY: this is the function's declaration; it takes any handle.
    unsafe {
        let function: unsafe extern "C" fn(Pointer) -> u32 = std::mem::transmute(function);
        function(description)
    }
}

impl System {
    pub(crate) fn new(
        n: i64,
        count: i64,
        description: Pointer,
        arrays: [Pointer; 3],
    ) -> Result<System, Status> {
        let (n, count) = (size(n)?, size(count)?);
        if n > 0 && arrays.iter().any(|pointer| pointer.is_null()) {
            return Err(Status::InvalidValue);
        }
        let arrays = arrays.map(|pointer| pointer.expose_provenance());
        Ok(System { n, count, base: base(description)?, arrays })
    }

    /// The instance of a batch of matrices with entries in the same places, by its number.
    pub(crate) fn instance<T>(self, number: usize) -> System {
        let [values, offsets, indices] = self.arrays;
        let values = values.wrapping_add(self.count.wrapping_mul(number).wrapping_mul(size_of::<T>()));
        System { arrays: [values, offsets, indices], ..self }
    }

    pub(crate) fn read<T: Copy>(&self, memory: &Memory) -> Result<Arrays<T>, Refused> {
        let [values, offsets, indices] = self.arrays;
        Ok(Arrays {
            values: memory.read(values, self.count)?,
            offsets: memory.read(offsets, self.n + 1)?,
            indices: memory.read(indices, self.count)?,
        })
    }

    pub(crate) fn read_host<T: Copy>(&self) -> Result<Arrays<T>, Status> {
        let [values, offsets, indices] = self.arrays.map(std::ptr::with_exposed_provenance_mut);
        Ok(Arrays {
            values: take::<Status, _>(values, self.count)?,
            offsets: take::<Status, _>(offsets, self.n + 1)?,
            indices: take::<Status, _>(indices, self.count)?,
        })
    }

    /// Entries by row and column; `None` if an index leads outside.
    pub(crate) fn entries<T: Number>(
        &self,
        arrays: &Arrays<T>,
        method: Method,
    ) -> Option<Vec<(usize, usize, T)>> {
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
        side: &[T],
        method: Method,
        reorders: bool,
        limit: f64,
    ) -> Option<Result<Vec<T>, usize>> {
        let a = Columns::from_entries(self.n, &self.entries(arrays, method)?);
        let order = if reorders { a.narrow_order() } else { (0..self.n).collect() };
        Some(Decomposed::new(&a, order, method, limit).map(|factors| factors.solve(side)))
    }
}

/// Decomposition of a sparse matrix.
pub(crate) enum Decomposed<T: Scalar> {
    General(columns::Factors<T>),
    Positive(positive::Factor<T>),
}

/// Magnitude of a number, in double precision.
fn wide<T: Scalar>(value: T) -> f64 {
    let size = value.re().hypot(value.im());
    num_traits::ToPrimitive::to_f64(&size).unwrap_or(f64::NAN)
}

impl<T: Scalar> Decomposed<T> {
    /// Decomposes.
    ///
    /// # Errors
    /// The number of the first pivot below the limit, or that is none.
    pub(crate) fn new(
        a: &Columns<T>,
        order: Vec<usize>,
        method: Method,
        limit: f64,
    ) -> Result<Decomposed<T>, usize> {
        // Comparisons refuse what is not a number.
        match method {
            Method::General => {
                let accepts = |pivot: T| wide(pivot) > 0.0 && wide(pivot) >= limit;
                columns::decompose(a, order, accepts).map(Decomposed::General)
            }
            Method::Positive => {
                let wide = |square| num_traits::ToPrimitive::to_f64(&square).unwrap_or(f64::NAN);
                let accepts = |square| wide(square) > 0.0 && wide(square).sqrt() >= limit;
                positive::decompose(a, order, accepts).map(Decomposed::Positive)
            }
        }
    }

    pub(crate) fn solve(&self, side: &[T]) -> Vec<T> {
        match self {
            Decomposed::General(factors) => factors.solve(side),
            Decomposed::Positive(factor) => factor.solve(side),
        }
    }

    /// Magnitudes of the pivots: of the diagonal of `U`, or of Cholesky's factor.
    pub(crate) fn pivots(&self) -> Vec<f64> {
        match self {
            Decomposed::General(factors) => factors.pivots().iter().copied().map(wide).collect(),
            Decomposed::Positive(factor) => factor.diagonal().map(|value| wide(T::real(value))).collect(),
        }
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

/// Refusal of an index, as of the address that it leads to.
pub(crate) fn outside(memory: &Memory) -> Refused {
    memory.values::<u8>(usize::MAX, 1, false).err().unwrap_or(Refused)
}

/// Solves `A x = b` on the device. The call waits: where the matrix is singular (-1 if nowhere) is told on
/// the host.
pub(crate) fn solve<T: Number>(
    call: &Call,
    method: Method,
    n: i64,
    (nnz, description): (i64, Pointer),
    [values, offsets, indices, side]: [Pointer; 4],
    (limit, order): (f64, i64),
    x: Pointer,
    singular: Pointer,
) -> Done {
    let system = System::new(n, nnz, description, [values, offsets, indices])?;
    let (limit, reorders) = choices(limit, order)?;
    if singular.is_null() || ((x.is_null() || side.is_null()) && system.n > 0) {
        return Err(Status::InvalidValue);
    }
    let (x, side) = (x.expose_provenance(), side.expose_provenance());
    let found = call.compute(move |memory| {
        let arrays = system.read::<T>(memory)?;
        let side = memory.read(side, system.n)?;
        match system.solve(&arrays, &side, method, reorders, limit) {
            Some(Ok(solution)) => memory.write(x, &solution).map(|()| -1),
            Some(Err(place)) => Ok(place as i32),
            None => Err(outside(memory)),
        }
    })?;
    put(singular, found)
}

/// The same with arrays of the host's.
pub(crate) fn solve_host<T: Number>(
    _call: &Call,
    method: Method,
    n: i64,
    (nnz, description): (i64, Pointer),
    [values, offsets, indices, side]: [Pointer; 4],
    (limit, order): (f64, i64),
    x: Pointer,
    singular: Pointer,
) -> Done {
    let system = System::new(n, nnz, description, [values, offsets, indices])?;
    let (limit, reorders) = choices(limit, order)?;
    if singular.is_null() {
        return Err(Status::InvalidValue);
    }
    let arrays = system.read_host::<T>()?;
    let side = take::<Status, _>(side, system.n)?;
    match system.solve(&arrays, &side, method, reorders, limit).ok_or(Status::InvalidValue)? {
        Ok(solution) => {
            put_all::<Status, _>(x, &solution)?;
            put(singular, -1i32)
        }
        Err(place) => put(singular, place as i32),
    }
}
