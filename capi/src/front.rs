//! Functions for the libraries with CUDA names, for which HIP has none. No header declares these: they are
//! between our own libraries, which are installed together.

use crate::entry::{Out, entry_points};
use crate::library::launched;
use crate::types::{Context, Desc, Function, Library, Module, Stream};
use runtime::Error;
use runtime::api::{green, init, library, module, occupancy};

crate::entry::export!(__hipFrontBecomeDriver, __hipFrontForget, __hipFrontIsNamed);

entry_points! {
    /// The module of a context's kernel.
    fn __hipFrontFunctionModule(out: Out<Module>, function: Function) {
        let out = out.wanted("hmod")?;
        out.set(Module::of(module::module_of(function.id()?)?));
    }
    /// A module's first kernels.
    fn __hipFrontModuleFunctions(out: Out<Function>, most: u32, of: Module) {
        let out = out.wanted("functions")?;
        for (n, function) in module::functions(of.id()?, most as usize)?.into_iter().enumerate() {
            out.set_at(n, Function::of(function));
        }
    }
    /// The module that the current context has of a library.
    fn __hipFrontLibraryModule(out: Out<Module>, of: Library) {
        let out = out.wanted("pMod")?;
        out.set(Module::of(library::module_of(of.id()?)?));
    }
    /// Creates a green context with the flags that CUDA's driver requires.
    fn __hipFrontGreenCreate(out: Out<Context>, desc: Desc, device: i32, flags: u32) {
        let out = out.wanted("phCtx")?;
        if desc.word() == 0 {
            return Err(Error::Null { what: "desc" });
        }
        green::check_driver_flags(flags)?;
        out.set(Context::of(green::create(desc.id()?, device, flags)?));
    }
    /// Creates a stream of a green context with the flag that CUDA's driver requires.
    fn __hipFrontGreenStreamCreate(out: Out<Stream>, context: Context, flags: u32, priority: i32) {
        let (out, id) = (out.wanted("phStream")?, context.id()?);
        green::check_driver_stream(flags)?;
        out.set(Stream::of(green::create_stream(id, flags, priority)?));
    }
    /// Returns the number of SMs for kernels in the current context.
    fn __hipFrontSms(out: Out<i32>) {
        out.wanted("sms")?.set(occupancy::sms()? as i32);
    }
    /// Returns the number of parameters of a kernel of a context or of a library.
    fn __hipFrontParamCount(of: Function, out: Out<usize>) {
        let out = out.wanted("paramCount")?;
        out.set(module::params(launched(of)?)?.each.len());
    }
}

/// Notes that the device is a software one, whatever `HIP_BACKEND` says: a driver of CUDA asks for no
/// other driver's.
pub extern "C" fn __hipFrontBecomeDriver() {
    runtime::become_driver();
}

/// Clears the thread's last error if it is `code`: CUDA's driver has none, and its runtime has its own.
pub extern "C" fn __hipFrontForget(code: u32) {
    init::forget(code);
}

/// Returns 0 for a green context that was never converted to a context, which CUDA's driver does not accept
/// as one; otherwise 1.
pub extern "C" fn __hipFrontIsNamed(context: Context) -> u32 {
    context.id().map_or(true, green::is_named).into()
}
