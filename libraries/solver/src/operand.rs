//! Operands of calls.

use crate::status::Status;
use dense::{Transpose, Triangle};
use faer::{Mat, MatMut, Side};
use work::{MatrixView, Memory, Pointer, Refused, Scalar};

/// Number of one of the four types, which the engine computes with.
pub(crate) trait Number: Scalar + faer::traits::ComplexField {}

impl<T: Scalar + faer::traits::ComplexField> Number for T {}

/// The engine's view of a matrix.
#[expect(unsafe_code, reason = "the engine takes pointers")]
pub(crate) fn engine_view<'a, T: Copy>(of: MatrixView<T>) -> MatMut<'a, T> {
    let (down, right) = of.steps();
    // SAFETY: the elements are held while the work runs, and the caller writes none that it reads by another
    // view at the same time.
    unsafe { MatMut::from_raw_parts_mut(of.first(), of.rows(), of.columns(), down, right) }
}

/// Matrix of a call: its address, its shape, and the distance of its columns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operand {
    address: usize,
    pub(crate) shape: (usize, usize),
    lead: usize,
}

impl Operand {
    pub(crate) fn new(
        pointer: Pointer,
        (rows, columns): (usize, usize),
        lead: i64,
    ) -> Result<Operand, Status> {
        let lead = size(lead)?;
        let is_empty = rows == 0 || columns == 0;
        if lead < rows.max(1) || (pointer.is_null() && !is_empty) {
            return Err(Status::InvalidValue);
        }
        Ok(Operand { address: pointer.expose_provenance(), shape: (rows, columns), lead })
    }

    /// Instance of a batch whose matrices follow each other.
    pub(crate) fn instance<T>(&self, number: usize) -> Operand {
        let bytes = self.lead.wrapping_mul(self.shape.1).wrapping_mul(size_of::<T>());
        Operand { address: self.address.wrapping_add(bytes.wrapping_mul(number)), ..*self }
    }

    /// Instance of a batch, by the distance in elements.
    pub(crate) fn strided<T>(&self, number: usize, stride: usize) -> Operand {
        let bytes = stride.wrapping_mul(number).wrapping_mul(size_of::<T>());
        Operand { address: self.address.wrapping_add(bytes), ..*self }
    }

    /// The same at another address.
    pub(crate) fn at(&self, address: usize) -> Operand {
        Operand { address, ..*self }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.shape.0 == 0 || self.shape.1 == 0
    }

    pub(crate) fn hold<T: Copy>(&self, memory: &Memory, write: bool) -> Result<MatrixView<T>, Refused> {
        memory.matrix(self.address, self.shape, self.lead, write)
    }
}

/// Numbers of a call that are not in a matrix, by their address.
#[derive(Clone, Copy, Debug)]
pub(crate) struct List(pub(crate) usize);

impl List {
    pub(crate) fn new(pointer: Pointer) -> List {
        List(pointer.expose_provenance())
    }

    /// Writes numbers from a place on, unless C wants none.
    pub(crate) fn write<T: Copy>(self, memory: &Memory, from: usize, values: &[T]) -> Result<(), Refused> {
        if self.0 == 0 { Ok(()) } else { memory.write(self.0.wrapping_add(from * size_of::<T>()), values) }
    }
}

pub(crate) fn size(n: i64) -> Result<usize, Status> {
    usize::try_from(n).map_err(|_| Status::InvalidValue)
}

/// `hipblasOperation_t`
pub(crate) fn transpose(code: u32) -> Result<Transpose, Status> {
    match code {
        111 => Ok(Transpose::No),
        112 => Ok(Transpose::Yes),
        113 => Ok(Transpose::Conjugated),
        _ => Err(Status::InvalidEnum),
    }
}

/// `hipblasFillMode_t`
pub(crate) fn triangle(code: u32) -> Result<Triangle, Status> {
    match code {
        121 => Ok(Triangle::Upper),
        122 => Ok(Triangle::Lower),
        123 => Err(Status::InvalidValue),
        _ => Err(Status::InvalidEnum),
    }
}

/// Whether a diagonal is of ones (`hipblasDiagType_t`).
pub(crate) fn is_unit(code: u32) -> Result<bool, Status> {
    match code {
        131 => Ok(false),
        132 => Ok(true),
        _ => Err(Status::InvalidEnum),
    }
}

/// Whether a matrix is the left factor (`hipblasSideMode_t`).
pub(crate) fn is_left(code: u32) -> Result<bool, Status> {
    match code {
        141 => Ok(true),
        142 => Ok(false),
        _ => Err(Status::InvalidEnum),
    }
}

/// Whether vectors are wanted (`hipsolverEigMode_t`).
pub(crate) fn wants_vectors(code: u32) -> Result<bool, Status> {
    match code {
        201 => Ok(false),
        202 => Ok(true),
        _ => Err(Status::InvalidEnum),
    }
}

/// The engine's name of a triangle.
pub(crate) fn side(triangle: Triangle) -> Side {
    match triangle {
        Triangle::Upper => Side::Upper,
        Triangle::Lower => Side::Lower,
    }
}

/// Copies a matrix for the engine, unless it has a number that is not finite, which it must not meet.
pub(crate) fn load<T: Number>(from: MatrixView<T>) -> Option<Mat<T>> {
    use num_traits::Float as _;
    let is_finite = |value: T| Scalar::re(value).is_finite() && Scalar::im(value).is_finite();
    let all = (0..from.columns()).all(|j| from.column(j).iter().all(is_finite));
    all.then(|| Mat::from_fn(from.rows(), from.columns(), |i, j| from.get(i, j)))
}

/// Writes the columns of a matrix, as many as there is room for.
pub(crate) fn store<T: Copy>(to: MatrixView<T>, value: impl Fn(usize, usize) -> T) {
    for j in 0..to.columns() {
        for i in 0..to.rows() {
            to.set(i, j, value(i, j));
        }
    }
}
