//! Handles: the stream and the mode of pointers; descriptions of matrices; results of analyses.

use crate::status::{self, Status};
use crate::types::{flag, narrow, widen};
use std::ffi::{CStr, c_char};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use work::{Complex64, Given, Handles, Memory, Number, Pointer, Refused, Stream, put};

type Done = Result<(), Status>;

/// Stream, and whether scalars are in device memory.
static STATES: Handles<Mutex<(Stream, bool)>> = Handles::new();

/// Call of a function with a handle.
pub(crate) type Call = work::Call<Status>;

/// Starts a call.
pub(crate) fn call(name: &'static CStr, handle: Pointer) -> Result<Call, Status> {
    let (stream, on_device) = state(handle)?;
    Ok(Call::new(name, stream, on_device))
}

/// Returns the state of a handle.
fn state(handle: Pointer) -> Result<(Stream, bool), Status> {
    let state = STATES.get(handle).ok_or(Status::NotInitialized)?;
    Ok(*state.lock().unwrap_or_else(PoisonError::into_inner))
}

fn change(handle: Pointer, change: impl FnOnce(&mut (Stream, bool))) -> Done {
    let state = STATES.get(handle).ok_or(Status::NotInitialized)?;
    change(&mut state.lock().unwrap_or_else(PoisonError::into_inner));
    Ok(())
}

pub(crate) fn create(to: Pointer) -> Done {
    work::current_device().map_err(|_| Status::NotInitialized)?;
    put(to, STATES.add(Mutex::new((Stream::DEFAULT, false))))
}

pub(crate) fn destroy(handle: Pointer) -> Done {
    STATES.remove(handle).map(drop).ok_or(Status::NotInitialized)
}

pub(crate) fn version(handle: Pointer, to: Pointer) -> Done {
    const VERSION: i32 = 400_000;
    state(handle)?;
    put(to, VERSION)
}

pub(crate) fn set_stream(handle: Pointer, stream: Pointer) -> Done {
    change(handle, |state| state.0 = Stream::from_handle(stream))
}

pub(crate) fn stream(handle: Pointer, to: Pointer) -> Done {
    put(to, state(handle)?.0.handle())
}

pub(crate) fn set_pointer_mode(handle: Pointer, mode: u32) -> Done {
    let on_device = flag(mode)?;
    change(handle, |state| state.1 = on_device)
}

pub(crate) fn pointer_mode(handle: Pointer, to: Pointer) -> Done {
    put(to, u32::from(state(handle)?.1))
}

/// Description of a matrix in the functions of the first kind.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Description {
    /// `hipsparseMatrixType_t`
    pub(crate) kind: u32,
    pub(crate) is_upper: bool,
    pub(crate) is_unit: bool,
    pub(crate) base: usize,
}

static DESCRIPTIONS: Handles<Mutex<Description>> = Handles::new();

/// Returns a description.
pub(crate) fn description(handle: Pointer) -> Result<Description, Status> {
    let found = DESCRIPTIONS.get(handle).ok_or(Status::InvalidValue)?;
    Ok(*found.lock().unwrap_or_else(PoisonError::into_inner))
}

fn describe(handle: Pointer, change: impl FnOnce(&mut Description)) -> Done {
    let found = DESCRIPTIONS.get(handle).ok_or(Status::InvalidValue)?;
    change(&mut found.lock().unwrap_or_else(PoisonError::into_inner));
    Ok(())
}

pub(crate) fn create_description(to: Pointer) -> Done {
    put(to, DESCRIPTIONS.add(Mutex::default()))
}

pub(crate) fn destroy_description(handle: Pointer) -> Done {
    DESCRIPTIONS.remove(handle).map(drop).ok_or(Status::InvalidValue)
}

pub(crate) fn copy_description(to: Pointer, from: Pointer) -> Done {
    let from = description(from)?;
    describe(to, |to| *to = from)
}

pub(crate) fn set_kind(handle: Pointer, kind: u32) -> Done {
    const KINDS: u32 = 4;
    if kind >= KINDS {
        return Err(Status::InvalidValue);
    }
    describe(handle, |of| of.kind = kind)
}

pub(crate) fn set_fill(handle: Pointer, fill: u32) -> Done {
    let is_upper = flag(fill)?;
    describe(handle, |of| of.is_upper = is_upper)
}

pub(crate) fn set_diagonal(handle: Pointer, diagonal: u32) -> Done {
    let is_unit = flag(diagonal)?;
    describe(handle, |of| of.is_unit = is_unit)
}

pub(crate) fn set_base(handle: Pointer, base: u32) -> Done {
    let base = crate::types::base(base)?;
    describe(handle, |of| of.base = base)
}

/// Exports functions that answer with a value.
macro_rules! answers {
    ($($name:ident: $value:expr;)*) => {$(
        /// The function of C; zero for no description.
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(of: Pointer) -> u32 {
            let value: fn(Description) -> u32 = $value;
            description(of).map_or(0, value)
        }
    )*};
}
answers! {
    hipsparseGetMatType: |of| of.kind;
    hipsparseGetMatFillMode: |of| of.is_upper.into();
    hipsparseGetMatDiagType: |of| of.is_unit.into();
    hipsparseGetMatIndexBase: |of| of.base as u32;
}

/// `const char *hipsparseGetErrorName(hipsparseStatus_t status)`
#[unsafe(no_mangle)]
pub extern "C" fn hipsparseGetErrorName(code: u32) -> *const c_char {
    status::name(code)
}

/// `const char *hipsparseGetErrorString(hipsparseStatus_t status)`
#[unsafe(no_mangle)]
pub extern "C" fn hipsparseGetErrorString(code: u32) -> *const c_char {
    status::name(code)
}

/// Finding of solutions and decompositions: the first row whose pivot is zero, -1 for none.
#[derive(Debug)]
pub(crate) struct Info {
    row: AtomicI64,
    boost: Mutex<Option<Boost>>,
}

/// Replacement of small pivots: the greatest magnitude that is replaced, and the value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Boost {
    limit: Given<f64>,
    /// In device memory it has the type of the matrix.
    value: Given<Complex64>,
}

impl Boost {
    /// Reads the limit and the value.
    pub(crate) fn read<T: Number>(self, memory: &Memory) -> Result<(f64, T), Refused> {
        let value = match self.value {
            Given::Value(value) => narrow(value),
            Given::At(address) => T::read(memory, address, 1, T::TYPE)?[0],
        };
        Ok((self.limit.value(memory)?, value))
    }
}

impl Info {
    pub(crate) fn set(&self, row: Option<usize>) {
        self.row.store(row.map_or(-1, |row| row as i64), Ordering::Relaxed);
    }

    pub(crate) fn row(&self) -> Option<usize> {
        usize::try_from(self.row.load(Ordering::Relaxed)).ok()
    }

    pub(crate) fn boost(&self) -> Option<Boost> {
        *self.boost.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

static INFOS: Handles<Info> = Handles::new();

pub(crate) fn info(handle: Pointer) -> Result<Arc<Info>, Status> {
    INFOS.get(handle).ok_or(Status::InvalidValue)
}

pub(crate) fn create_info(to: Pointer) -> Done {
    put(to, INFOS.add(Info { row: AtomicI64::new(-1), boost: Mutex::new(None) }))
}

pub(crate) fn destroy_info(handle: Pointer) -> Done {
    INFOS.remove(handle).map(drop).ok_or(Status::InvalidValue)
}

/// Has decompositions replace small pivots.
pub(crate) fn boost<T: Number>(
    call: &Call,
    of: Pointer,
    enable: i64,
    limit: Pointer,
    value: Pointer,
) -> Done {
    let info = info(of)?;
    let boost = match enable {
        0 => None,
        _ => Some(Boost {
            limit: call.scalar::<f64>(limit)?,
            value: match call.scalar::<T>(value)? {
                Given::Value(value) => Given::Value(widen(value)),
                Given::At(address) => Given::At(address),
            },
        }),
    };
    *info.boost.lock().unwrap_or_else(PoisonError::into_inner) = boost;
    Ok(())
}
