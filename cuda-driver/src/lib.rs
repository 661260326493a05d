//! CUDA's driver (`libcuda.so.1`), loaded at run time: neither a toolkit nor a link to it is needed.
//!
//! Functions have the driver's names. Those of `calls.tsv` that take numbers, handles and single values are
//! declared by a table; the others have a method in `raw.rs`. Addresses of memory are numbers, also those of
//! host memory: callers vouch for these, as the driver accesses what they name.
//!
//! Structures are HIP's where the layouts are the same, which the tables of `cuda-compat` show in the other
//! direction.

mod call;
mod copy;
#[expect(non_snake_case, reason = "the driver's names")]
mod functions;
mod green;
mod library;
mod numbers;
mod properties;
mod raw;
mod tensor;

pub use copy::{Copy3d, End};
pub use green::Resource;
pub use library::{Missing, Place};
pub use numbers::{attribute_of, error_name, hip_error};
pub use properties::MemoryProperties;
pub use raw::{Image, LaunchAttributes, Link, NamedKernel, PointerFact, Shape};
pub use tensor::{Columns, Tensor, TensorMap};

use std::fmt;

/// Handle of the driver's: a word whose meaning only the driver knows; 0 for none.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Handle(pub usize);

impl Handle {
    /// `CU_STREAM_LEGACY`
    pub const LEGACY_STREAM: Handle = Handle(1);
}

/// Driver of the process.
pub struct Driver {
    functions: functions::Functions,
    /// File that it was loaded from.
    place: Place,
    /// Version of CUDA that it supports, as 13000 for 13.0.
    version: i32,
}

impl fmt::Debug for Driver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Driver({}, {})", self.place.file, self.version)
    }
}

/// Failed call.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{call}: {}", reason(*code))]
pub struct Failure {
    /// Name of the driver's function.
    pub call: &'static str,
    /// `CUresult`; 0 if the driver lacks the function.
    pub code: u32,
}

impl Failure {
    /// Function that the driver lacks.
    pub const fn missing(call: &'static str) -> Failure {
        Failure { call, code: 0 }
    }

    /// Returns whether the driver lacks the function.
    pub const fn is_missing(self) -> bool {
        self.code == 0
    }
}

/// Returns the meaning of a failed call's code.
fn reason(code: u32) -> String {
    match (code, error_name(code)) {
        (0, _) => "this driver does not have the function".to_owned(),
        (code, Some(name)) => format!("{name} ({code})"),
        (code, None) => format!("error {code}"),
    }
}

impl Driver {
    /// Loads the driver and initialises it. `file` is a file to load in place of `libcuda.so.1`.
    ///
    /// # Errors
    /// Why there is none.
    pub fn open(file: Option<&str>) -> Result<Driver, Missing> {
        let (functions, place) = library::load(file)?;
        let mut driver = Driver { functions, place, version: 0 };
        let failed = |failure: Failure| Missing::Refused(failure);
        driver.cuInit(0).map_err(failed)?;
        let mut version = 0;
        driver.cuDriverGetVersion(&mut version).map_err(failed)?;
        driver.version = version;
        Ok(driver)
    }

    /// Returns the version of CUDA that it supports, as 13000 for 13.0.
    pub fn version(&self) -> i32 {
        self.version
    }

    /// Returns where it was loaded from.
    pub fn place(&self) -> &Place {
        &self.place
    }
}
