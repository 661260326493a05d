//! Functions that compilers call from host objects: constructors that register device code, and the stubs of
//! `<<<>>>` launches (HIP: "Compiler interface").
//!
//! Registration returns no error code: errors are logged, and the kernel or variable is then unknown.

use crate::entry::{self, In, Out, entry_points, text};
use crate::image;
use crate::types::Stream;
use hip_sys::dim3;
use runtime::Error;
use runtime::registry::{self, call};
use std::ffi::{c_char, c_int, c_uint, c_void};

crate::entry::export!(
    __hipRegisterFatBinary,
    __hipUnregisterFatBinary,
    __hipRegisterFunction,
    __hipRegisterVar,
    __hipRegisterTexture,
    __hipRegisterSurface,
    __hipRegisterManagedVar
);

/// Makes a call that returns nothing to C.
fn quietly(name: &'static str, call: impl FnOnce() -> Result<(), Error>) {
    entry::outcome(name, call);
}

/// Registers an image. The handle is the address of its record, which lives as long as the registering
/// object.
///
/// # Safety
/// `data` is null or points to a registration record that stays until it is unregistered.
pub unsafe extern "C" fn __hipRegisterFatBinary(data: *const c_void) -> *mut *mut c_void {
    let address = data as u64;
    quietly("__hipRegisterFatBinary", || {
        if data.is_null() {
            return Err(Error::Null { what: "fat binary" });
        }
        registry::register(address, Box::new(move || image::carried(address as *const c_void)));
        Ok(())
    });
    data.cast_mut().cast()
}

/// Unregisters an image with its kernels and variables.
///
/// # Safety
/// Any value may be given.
pub unsafe extern "C" fn __hipUnregisterFatBinary(modules: *mut *mut c_void) {
    quietly("__hipUnregisterFatBinary", || registry::unregister(modules as u64));
}

/// Registers the kernel of a host function; the limits and built-in variables that C passes are unused, as in
/// HIP.
///
/// # Safety
/// Names are null or end in a zero.
pub unsafe extern "C" fn __hipRegisterFunction(
    modules: *mut *mut c_void,
    host: *const c_void,
    _: *mut c_char,
    name: *const c_char,
    _: c_uint,
    _: *mut c_void,
    _: *mut c_void,
    _: *mut c_void,
    _: *mut c_void,
    _: *mut c_int,
) {
    quietly("__hipRegisterFunction", || {
        registry::kernel(modules as u64, host as u64, text(name, "deviceName")?)
    });
}

/// Registers the variable of a host variable.
///
/// # Safety
/// Names are null or end in a zero.
pub unsafe extern "C" fn __hipRegisterVar(
    modules: *mut *mut c_void,
    var: *mut c_void,
    _: *mut c_char,
    name: *const c_char,
    _: c_int,
    size: usize,
    _: c_int,
    _: c_int,
) {
    quietly("__hipRegisterVar", || {
        registry::variable(modules as u64, var as u64, text(name, "deviceVar")?, size as u64)
    });
}

/// Registers the texture reference of a host variable, which is a structure with its settings.
///
/// # Safety
/// Names are null or end in a zero; `var` is null or a `textureReference` that stays until the image is
/// unregistered.
pub unsafe extern "C" fn __hipRegisterTexture(
    modules: *mut *mut c_void,
    var: *mut c_void,
    _: *mut c_char,
    name: *const c_char,
    _: c_int,
    _: c_int,
    _: c_int,
) {
    quietly("__hipRegisterTexture", || {
        registry::variable(modules as u64, var as u64, text(name, "deviceVar")?, HANDLE)?;
        runtime::api::texture_reference::add(var as u64, None);
        Ok(())
    });
}

/// Registers the surface reference of a host variable: device code finds a handle there.
///
/// # Safety
/// Names are null or end in a zero.
pub unsafe extern "C" fn __hipRegisterSurface(
    modules: *mut *mut c_void,
    var: *mut c_void,
    _: *mut c_char,
    name: *const c_char,
    _: c_int,
    _: c_int,
) {
    quietly("__hipRegisterSurface", || {
        registry::variable(modules as u64, var as u64, text(name, "deviceVar")?, HANDLE)
    });
}

/// Size of the variable of a reference, in bytes.
const HANDLE: u64 = 8;

/// Returns zeros, if there is enough memory.
fn zeros(size: usize) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(size).map_err(|_| Error::OutOfMemory { wanted: size as u64, free: 0 })?;
    bytes.resize(size, 0);
    Ok(bytes)
}

/// Registers a managed variable: its memory exists from here on, and its address is written to `pointer`.
///
/// # Safety
/// `pointer` is null or a place for an address; `init` is null or has `size` bytes.
pub unsafe extern "C" fn __hipRegisterManagedVar(
    modules: *mut c_void,
    pointer: *mut *mut c_void,
    init: *const u8,
    name: *const c_char,
    size: usize,
    _: c_uint,
) {
    quietly("__hipRegisterManagedVar", || {
        let place = Out::<u64>::at(pointer as u64).wanted("pointer")?;
        let initial = if init.is_null() { zeros(size)? } else { In::<u8>::at(init as u64).array(size)? };
        place.set(registry::managed(modules as u64, pointer as u64, text(name, "name")?, &initial)?);
        Ok(())
    });
}

fn configuration(grid: dim3, block: dim3, shared_bytes: usize, stream: Stream) -> call::Configuration {
    call::Configuration {
        grid: grid.into(),
        block: block.into(),
        shared_bytes: shared_bytes as u64,
        stream: stream.word(),
    }
}

entry_points! {
    /// Pushes a launch's configuration for the stub that makes the launch.
    fn __hipPushCallConfiguration(grid: dim3, block: dim3, shared: usize, stream: Stream) {
        call::push(configuration(grid, block, shared, stream));
    }
    /// Pops the configuration that was pushed last.
    fn __hipPopCallConfiguration(grid: Out<dim3>, block: Out<dim3>, shared: Out<usize>, stream: Out<u64>) {
        let (grid, block) = (grid.wanted("gridDim")?, block.wanted("blockDim")?);
        let (shared, stream) = (shared.wanted("sharedMem")?, stream.wanted("stream")?);
        let configuration = call::pop()?;
        grid.set(configuration.grid.into());
        block.set(configuration.block.into());
        shared.set(configuration.shared_bytes as usize);
        stream.set(configuration.stream);
    }
    /// Begins a launch; its arguments follow.
    fn hipConfigureCall(grid: dim3, block: dim3, shared: usize, stream: Stream) {
        call::configure(configuration(grid, block, shared, stream));
    }
    /// Adds an argument to the launch that was begun.
    fn hipSetupArgument(argument: *const c_void, size: usize, offset: usize) {
        if argument.is_null() && size > 0 {
            return Err(Error::Null { what: "arg" });
        }
        call::argument(&In::<u8>::at(argument as u64).array(size)?, offset as u64)?;
    }
    /// Launches a kernel by its host function with what was configured.
    fn hipLaunchByPtr(function: *const c_void) {
        // SAFETY: C promised that the kernel uses its arguments as it may.
        unsafe { call::launch(function as u64) }?;
    }
}
