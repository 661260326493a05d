//! Boundary between C and Rust.

use crate::handle;
use crate::status::Status;
use std::ffi::CStr;
use work::{Given, Memory, Pointer, Refused};

/// Call of a function with a handle.
#[derive(Clone, Copy)]
pub(crate) struct Call(work::Call);

impl Call {
    pub(crate) fn new(name: &'static CStr, handle: Pointer) -> Result<Call, Status> {
        let (stream, on_device) = handle::state(handle)?;
        Ok(Call(work::Call { name, stream, on_device }))
    }

    pub(crate) fn scalar<T: Copy>(&self, pointer: Pointer) -> Result<Given<T>, Status> {
        self.0.scalar(pointer)
    }

    pub(crate) fn launch(
        &self,
        work: impl Fn(&Memory) -> Result<(), Refused> + Send + Sync + 'static,
    ) -> Result<(), Status> {
        self.0.launch(work)
    }

    pub(crate) fn compute<R: Send + 'static>(
        &self,
        work: impl Fn(&Memory) -> Result<R, Refused> + Send + Sync + 'static,
    ) -> Result<R, Status> {
        self.0.compute(work)
    }

    pub(crate) fn launch_for_results<R: Copy + Send + 'static>(
        &self,
        to: Pointer,
        work: impl Fn(&Memory) -> Result<Vec<R>, Refused> + Send + Sync + 'static,
    ) -> Result<(), Status> {
        self.0.launch_for_results(to, work)
    }
}

/// Exports functions of a handle: name and parameters in C, and what computes.
macro_rules! calls {
    ($($name:ident($($arg:ident: $ty:ty),*) => $function:path: ($($given:expr),*);)*) => {$(
        /// The function of C.
        ///
        /// # Safety
        /// Pointers to memory of the host are null or lead to what the C declaration requires.
        #[unsafe(no_mangle)]
        #[allow(unused_variables, reason = "buffers and algorithms change nothing")]
        pub unsafe extern "C" fn $name(handle: work::Pointer, $($arg: $ty),*) -> $crate::status::Status {
            const NAME: &std::ffi::CStr = match std::ffi::CStr::from_bytes_with_nul(concat!(stringify!($name), "\0").as_bytes()) {
                Ok(name) => name,
                Err(_) => panic!("a name has one zero, at its end"),
            };
            work::run(|| {
                let call = $crate::entry::Call::new(NAME, handle)?;
                $function(&call, $($given),*)
            })
        }
    )*};
}
pub(crate) use calls;
