//! Reductions by their numbers, and sums of products with a factor that the program gives.

use crate::communicator::communicator;
use crate::element::DataType;
use crate::last_error::fail;
use crate::reduce::Reduction;
use crate::status::Status;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use work::{Memory, Pointer, Refused, put};

/// Factor of what a rank sends.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Factor {
    /// The bytes of an element.
    Value([u8; 8]),
    /// Address in device memory, read when the operation runs.
    At(usize),
}

impl Factor {
    /// The factor as the bytes of an element.
    pub(crate) fn bytes(self, memory: &Memory, ty: DataType) -> Result<Vec<u8>, Refused> {
        match self {
            Factor::Value(bytes) => Ok(bytes[..ty.bytes()].to_vec()),
            Factor::At(address) => memory.copy_out(address, ty.bytes()),
        }
    }
}

/// Operators that a program made.
#[derive(Default)]
struct Made {
    count: u32,
    by_number: BTreeMap<u32, (DataType, Factor)>,
}

/// Operators of a communicator.
#[derive(Default)]
pub(crate) struct Operators(Mutex<Made>);

/// `ncclNumOps`: numbers from here on are those of operators that programs make.
const BUILT_IN: u32 = 5;

impl Operators {
    fn lock(&self) -> MutexGuard<'_, Made> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reduction of a number, and the factor that goes with it.
    pub(crate) fn get(&self, code: u32, ty: DataType) -> Result<(Reduction, Option<Factor>), Status> {
        match code {
            0 => Ok((Reduction::Sum, None)),
            1 => Ok((Reduction::Product, None)),
            2 => Ok((Reduction::Larger, None)),
            3 => Ok((Reduction::Smaller, None)),
            4 => Ok((Reduction::Mean, None)),
            code => {
                let made = self.lock().by_number.get(&code).copied();
                let (made_for, factor) = made.ok_or_else(|| {
                    fail(Status::InvalidArgument, format!("{code} is no reduction operator"))
                })?;
                if made_for != ty {
                    let why = format!("the operator was made for {made_for:?}, the data are {ty:?}");
                    return Err(fail(Status::InvalidArgument, why));
                }
                Ok((Reduction::Sum, Some(factor)))
            }
        }
    }

    fn add(&self, ty: DataType, factor: Factor) -> u32 {
        let mut made = self.lock();
        let code = BUILT_IN + made.count;
        made.count += 1;
        made.by_number.insert(code, (ty, factor));
        code
    }

    fn remove(&self, code: u32) -> Result<(), Status> {
        let removed = self.lock().by_number.remove(&code);
        removed.map(drop).ok_or_else(|| {
            fail(Status::InvalidArgument, format!("{code} is no operator of this communicator"))
        })
    }
}

/// Type of a number of NCCL's.
pub(crate) fn data_type(code: u32) -> Result<DataType, Status> {
    DataType::from_code(code).ok_or_else(|| fail(Status::InvalidArgument, format!("{code} is no data type")))
}

/// `ncclRedOpCreatePreMulSum`
pub(crate) fn create(
    to: Pointer,
    scalar: Pointer,
    ty: u32,
    residence: u32,
    handle: Pointer,
) -> Result<(), Status> {
    const ON_DEVICE: u32 = 0;
    const ON_HOST: u32 = 1;
    let communicator = communicator(handle)?;
    let ty = data_type(ty)?;
    if scalar.is_null() || to.is_null() {
        return Err(fail(Status::InvalidArgument, "the scalar, or the place of the operator, is null"));
    }
    let factor = match residence {
        ON_DEVICE => Factor::At(scalar.expose_provenance()),
        ON_HOST => {
            let mut bytes = [0; 8];
            // SAFETY: not null; C promised an element of the type.
            unsafe { scalar.cast::<u8>().copy_to_nonoverlapping(bytes.as_mut_ptr(), ty.bytes()) };
            Factor::Value(bytes)
        }
        _ => return Err(fail(Status::InvalidArgument, format!("{residence} is no place of a scalar"))),
    };
    put(to, communicator.operators.add(ty, factor))
}

/// `ncclRedOpDestroy`. Operations that were submitted keep their factor.
pub(crate) fn destroy(code: u32, handle: Pointer) -> Result<(), Status> {
    let communicator = communicator(handle)?;
    if code < BUILT_IN {
        return Err(fail(Status::InvalidArgument, "built-in operators cannot be destroyed"));
    }
    communicator.operators.remove(code)
}
