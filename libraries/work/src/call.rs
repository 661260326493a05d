//! A call of a function whose handle has a stream and a mode of pointers.

use crate::memory::{Memory, Refused};
use crate::stream::{Failure, Stream, launch};
use crate::{DataType, Factor, Number, Pointer, Status};
use hip_sys::hipError_t;
use std::ffi::CStr;
use std::marker::PhantomData;
use std::sync::{Arc, Mutex, PoisonError};

/// Scalar of a call.
#[derive(Clone, Copy, Debug)]
pub enum Given<T> {
    /// Value at the time of the call.
    Value(T),
    /// Address in device memory.
    At(usize),
}

impl<T: Copy> Given<T> {
    /// Returns the value if it is known before the work runs.
    pub fn known_value(self) -> Option<T> {
        match self {
            Given::Value(value) => Some(value),
            Given::At(_) => None,
        }
    }

    /// Reads the value.
    ///
    /// # Errors
    /// [`Refused`].
    pub fn value(self, memory: &Memory) -> Result<T, Refused> {
        match self {
            Given::Value(value) => Ok(value),
            Given::At(address) => Ok(memory.read(address, 1)?[0]),
        }
    }
}

/// A call of a library with these statuses: the function's name, and what its handle says.
#[derive(Clone, Copy, Debug)]
pub struct Call<S> {
    name: &'static CStr,
    stream: Stream,
    on_device: bool,
    of: PhantomData<fn() -> S>,
}

impl<S: Status + From<Failure>> Call<S> {
    /// Call on a stream, with scalars and results on the device or not.
    pub fn new(name: &'static CStr, stream: Stream, on_device: bool) -> Call<S> {
        Call { name, stream, on_device, of: PhantomData }
    }

    /// Scalar at a pointer, on the host or on the device by the handle's mode.
    ///
    /// # Errors
    /// The pointer is null.
    pub fn scalar<T: Copy>(&self, pointer: Pointer) -> Result<Given<T>, S> {
        if pointer.is_null() {
            return Err(S::NULL_RESULT);
        }
        if self.on_device {
            return Ok(Given::At(pointer.expose_provenance()));
        }
        // SAFETY: not null; in this mode the program vouches for it.
        Ok(Given::Value(unsafe { pointer.cast::<T>().read_unaligned() }))
    }

    /// Factor at a pointer, of a type that the call names; a complex one has the type of the computation.
    ///
    /// # Errors
    /// The pointer is null.
    #[expect(clippy::not_unsafe_ptr_arg_deref, reason = "C vouches for its pointers")]
    pub fn factor<T: Number>(&self, pointer: Pointer, ty: DataType) -> Result<Factor<T>, S> {
        if pointer.is_null() {
            return Err(S::NULL_RESULT);
        }
        if self.on_device {
            return Ok(Factor::on_device(pointer, ty));
        }
        // SAFETY: not null; in this mode the program vouches for it.
        Ok(unsafe { Factor::on_host(pointer, ty) })
    }

    /// Carries out work in the order of the stream.
    ///
    /// # Errors
    /// Those of [`launch`].
    pub fn launch(
        &self,
        work: impl Fn(&Memory) -> Result<(), Refused> + Send + Sync + 'static,
    ) -> Result<(), S> {
        Ok(launch(self.stream, self.name, work)?)
    }

    /// Carries out work in the order of the stream, waits for it, and returns what it made.
    ///
    /// # Errors
    /// Those of [`launch`], and of the stream.
    pub fn compute<R: Send + 'static>(
        &self,
        work: impl Fn(&Memory) -> Result<R, Refused> + Send + Sync + 'static,
    ) -> Result<R, S> {
        let made = Arc::new(Mutex::new(None));
        let place = Arc::clone(&made);
        self.launch(move |memory| {
            let value = work(memory)?;
            *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(value);
            Ok(())
        })?;
        self.stream.synchronize()?;
        let value = made.lock().unwrap_or_else(PoisonError::into_inner).take();
        value.ok_or_else(|| Failure::Other(hipError_t::hipErrorUnknown).into())
    }

    /// Carries out work with results, which are written where the program says. Those on the host are there
    /// when the call returns.
    ///
    /// # Errors
    /// The pointer is null; those of [`launch`].
    pub fn launch_for_results<R: Copy + Send + 'static>(
        &self,
        to: Pointer,
        work: impl Fn(&Memory) -> Result<Vec<R>, Refused> + Send + Sync + 'static,
    ) -> Result<(), S> {
        if to.is_null() {
            return Err(S::NULL_RESULT);
        }
        if self.on_device {
            let to = to.expose_provenance();
            return self.launch(move |memory| memory.write(to, &work(memory)?));
        }
        for (n, value) in self.compute(work)?.into_iter().enumerate() {
            // SAFETY: not null; in this mode the program vouches for a place for each.
            unsafe { to.cast::<R>().add(n).write_unaligned(value) };
        }
        Ok(())
    }

    /// The same, but a call that is captured writes its results on the host at each launch of the graph, as a
    /// copy does.
    ///
    /// # Errors
    /// The pointer is null; those of [`launch`].
    pub fn launch_for_captured_results<R: Copy + Send + 'static>(
        &self,
        to: Pointer,
        work: impl Fn(&Memory) -> Result<Vec<R>, Refused> + Send + Sync + 'static,
    ) -> Result<(), S> {
        if to.is_null() || self.on_device || !self.stream.is_capturing() {
            return self.launch_for_results(to, work);
        }
        let to = to.expose_provenance();
        self.launch(move |memory| {
            let to = std::ptr::with_exposed_provenance_mut::<R>(to);
            for (n, value) in work(memory)?.into_iter().enumerate() {
                // SAFETY: in this mode the program vouches for a place for each, until the graph has run.
                unsafe { to.add(n).write_unaligned(value) };
            }
            Ok(())
        })
    }
}
