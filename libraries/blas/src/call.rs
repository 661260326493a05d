//! A call: its handle's state, its operands by instance of a batch, its scalars and results.

use crate::handle::{self, Handle, State};
use crate::status::Status;
use dense::{Transpose, Triangle};
use std::ffi::{CStr, c_void};
use std::sync::Arc;
use work::{Given, MatrixView, Memory, Refused, Scalar, VectorView};

/// How the instances of a batch are given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Layout {
    /// There is one.
    One,
    /// By arrays of addresses in device memory.
    Arrays,
    /// At equal distances.
    Strides,
}

/// Call of a function.
pub(crate) struct Call {
    name: &'static CStr,
    state: Arc<State>,
    pub(crate) batch: Batch,
}

/// Instances of a call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Batch {
    pub(crate) layout: Layout,
    pub(crate) count: usize,
}

/// Operand of a call as C gives it: its address, leading dimension or increment, and distance of instances.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operand {
    pub(crate) address: usize,
    pub(crate) lead: i64,
    pub(crate) stride: i64,
}

impl Operand {
    pub(crate) fn new(pointer: *const c_void, lead: i64, stride: i64) -> Operand {
        Operand { address: pointer.expose_provenance(), lead, stride }
    }

    /// Checks a matrix with this many rows.
    pub(crate) fn check_matrix(&self, rows: usize) -> Result<(), Status> {
        let least = i64::try_from(rows.max(1)).map_err(|_| Status::InvalidValue)?;
        if self.lead < least { Err(Status::InvalidValue) } else { Ok(()) }
    }

    /// Checks that it is not null.
    pub(crate) fn check(&self) -> Result<(), Status> {
        if self.address == 0 { Err(Status::InvalidValue) } else { Ok(()) }
    }

    /// Checks a vector, whose increment must not be 0.
    pub(crate) fn check_vector(&self) -> Result<(), Status> {
        if self.lead == 0 { Err(Status::InvalidValue) } else { Ok(()) }
    }
}

/// Returns a size, which must not be negative.
pub(crate) fn size(n: i64) -> Result<usize, Status> {
    usize::try_from(n).map_err(|_| Status::InvalidValue)
}

impl Batch {
    /// Returns the address of an operand in each instance.
    pub(crate) fn addresses<T: Copy>(self, memory: &Memory, of: Operand) -> Result<Vec<usize>, Refused> {
        match self.layout {
            Layout::One => Ok(vec![of.address]),
            Layout::Arrays => memory.read(of.address, self.count),
            Layout::Strides => {
                let step = (of.stride as isize).wrapping_mul(size_of::<T>() as isize);
                Ok((0..self.count)
                    .map(|n| of.address.wrapping_add_signed(step.wrapping_mul(n as isize)))
                    .collect())
            }
        }
    }

    /// Holds a matrix of each instance.
    pub(crate) fn matrices<T: Copy>(
        self,
        memory: &Memory,
        of: Operand,
        shape: (usize, usize),
        write: bool,
    ) -> Result<Vec<MatrixView<T>>, Refused> {
        let each = self.addresses::<T>(memory, of)?;
        each.into_iter().map(|at| memory.matrix(at, shape, of.lead as usize, write)).collect()
    }

    /// Holds a vector of each instance.
    pub(crate) fn vectors<T: Copy>(
        self,
        memory: &Memory,
        of: Operand,
        count: usize,
        write: bool,
    ) -> Result<Vec<VectorView<T>>, Refused> {
        let each = self.addresses::<T>(memory, of)?;
        each.into_iter().map(|at| memory.vector(at, count, of.lead as isize, write)).collect()
    }
}

impl Call {
    /// Starts a call; `count` is that of a batch.
    pub(crate) fn new(
        name: &'static CStr,
        handle: Handle,
        layout: Layout,
        count: i64,
    ) -> Result<Call, Status> {
        let state = handle::state(handle)?;
        Ok(Call { name, state, batch: Batch { layout, count: size(count)? } })
    }

    /// Call without a handle of BLAS, whose scalars are on the host.
    pub(crate) fn on_default_stream(name: &'static CStr) -> Result<Call, Status> {
        let device = work::current_device().map_err(|_| Status::NotInitialized)?;
        let state = Arc::new(State::new(device));
        Ok(Call { name, state, batch: Batch { layout: Layout::One, count: 1 } })
    }

    /// Scalar at a pointer, on the host or on the device by the handle's mode.
    pub(crate) fn scalar<T: Copy>(&self, pointer: *const c_void) -> Result<Given<T>, Status> {
        self.of_handle().scalar(pointer.cast_mut())
    }

    /// Carries out work in the order of the handle's stream.
    pub(crate) fn launch(
        &self,
        work: impl Fn(&Memory) -> Result<(), Refused> + Send + Sync + 'static,
    ) -> Result<(), Status> {
        self.of_handle().launch(work)
    }

    /// Carries out work with one result for each instance. Results on the host are there when the call
    /// returns.
    pub(crate) fn launch_for_results<R: Copy + Send + 'static>(
        &self,
        to: *mut c_void,
        work: impl Fn(&Memory) -> Result<Vec<R>, Refused> + Send + Sync + 'static,
    ) -> Result<(), Status> {
        self.of_handle().launch_for_results(to, work)
    }

    fn of_handle(&self) -> work::Call<Status> {
        work::Call::new(self.name, self.state.stream(), self.state.is_on_device())
    }

    /// Writes results that need no memory, as those of empty vectors.
    pub(crate) fn write_results<R: Copy + Send + Sync + 'static>(
        &self,
        to: *mut c_void,
        value: R,
    ) -> Result<(), Status> {
        let count = self.batch.count;
        self.launch_for_results(to, move |_| Ok(vec![value; count]))
    }

    pub(crate) fn state(&self) -> &State {
        &self.state
    }
}

/// Scaling factor that leaves everything as it is, if it is known to.
pub(crate) fn is_one<T: Scalar>(given: Given<T>) -> bool {
    given.known_value().is_some_and(|value| value == T::one())
}

/// Factor that is known to be zero.
pub(crate) fn is_zero<T: Scalar>(given: Given<T>) -> bool {
    given.known_value().is_some_and(|value| value == T::zero())
}

/// Whether an operand is transposed, and conjugated (`hipblasOperation_t`).
pub(crate) fn transpose_of(code: u32) -> Result<Transpose, Status> {
    match code {
        111 => Ok(Transpose::No),
        112 => Ok(Transpose::Yes),
        113 => Ok(Transpose::Conjugated),
        _ => Err(Status::InvalidEnum),
    }
}

/// Triangle of a matrix that is stored (`hipblasFillMode_t`).
pub(crate) fn triangle_of(code: u32) -> Result<Triangle, Status> {
    match code {
        121 => Ok(Triangle::Upper),
        122 => Ok(Triangle::Lower),
        123 => Err(Status::InvalidValue),
        _ => Err(Status::InvalidEnum),
    }
}

/// Whether a diagonal consists of ones that are not stored (`hipblasDiagType_t`).
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
        143 => Err(Status::InvalidValue),
        _ => Err(Status::InvalidEnum),
    }
}
