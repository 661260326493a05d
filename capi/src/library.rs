//! Libraries and their kernels, which belong to no context (HIP: "Module Management"; CUDA: `cuLibrary…`,
//! `cuKernel…`).

use crate::entry::{In, Out, entry_points, path, text};
use crate::image;
use crate::names::interned;
use crate::types::{Function, Kernel, Library};
use runtime::Error;
use runtime::api::module::FunctionAttribute;
use runtime::api::{library, module};
use runtime::handle::Id;
use runtime::object::{FunctionObject, KernelObject};
use std::ffi::{c_char, c_void};

/// `hipLibraryOption`: lifetime of the caller's bytes, and a table for host code. Neither matters here.
const LIBRARY_OPTIONS: u32 = 2;

/// Checks options. Those for the compiler are hints here; those for the library must exist.
fn options(count: u32, given: In<u64>, libraries: u32, of_library: In<u32>) -> Result<(), Error> {
    if count > 0 && given.is_null() || libraries > 0 && of_library.is_null() {
        return Err(Error::Null { what: "options" });
    }
    match of_library.array(libraries as usize)?.into_iter().find(|&option| option >= LIBRARY_OPTIONS) {
        Some(option) => Err(Error::UnknownEnumerator { what: "hipLibraryOption", got: option.into() }),
        None => Ok(()),
    }
}

/// Returns the kernel for a launch; C may pass a library's kernel instead of a context's.
///
/// # Errors
/// `BadHandle`, `StaleHandle`, and errors of loading the library.
pub(crate) fn launched(function: Function) -> Result<Id<FunctionObject>, Error> {
    match Id::<KernelObject>::from_word(function.word()) {
        Some(kernel) => library::function(kernel),
        None => function.id(),
    }
}

/// Returns a context's kernel, given as a handle of a library's kernel: the queries apply to both.
fn of_context(kernel: Kernel) -> Result<Id<FunctionObject>, Error> {
    Function::of_word(kernel.word())
        .id()
        .map_err(|_| Error::BadHandle { kind: "kernel", word: kernel.word() })
}

/// Writes an address and a size.
fn place(
    address: Out<u64>,
    size: Out<usize>,
    found: impl FnOnce() -> Result<(u64, u64), Error>,
) -> Result<(), Error> {
    let (address, size) = (address.optional(), size.optional());
    if address.is_none() && size.is_none() {
        return Err(Error::Null { what: "dptr and bytes" });
    }
    let (start, bytes) = found()?;
    if let Some(out) = address {
        out.set(start);
    }
    if let Some(out) = size {
        out.set(bytes as usize);
    }
    Ok(())
}

entry_points! {
    /// Loads an image from memory.
    fn hipLibraryLoadData(
        out: Out<Library>,
        code: *const c_void,
        jit: In<u64>,
        _jit_values: In<u64>,
        jit_count: u32,
        of_library: In<u32>,
        _values: In<u64>,
        count: u32,
    ) {
        let out = out.wanted("library")?;
        options(jit_count, jit, count, of_library)?;
        out.set(Library::of(library::load_data(image::bytes(code)?)?));
    }
    /// Loads an image from a file.
    fn hipLibraryLoadFromFile(
        out: Out<Library>,
        name: *const c_char,
        jit: In<u64>,
        _jit_values: In<u64>,
        jit_count: u32,
        of_library: In<u32>,
        _values: In<u64>,
        count: u32,
    ) {
        let out = out.wanted("library")?;
        options(jit_count, jit, count, of_library)?;
        out.set(Library::of(library::load(&path(name)?)?));
    }
    /// Unloads an image.
    fn hipLibraryUnload(library: Library) { library::unload(library.id()?)?; }
    /// A library's kernel.
    fn hipLibraryGetKernel(out: Out<Kernel>, library: Library, name: *const c_char) {
        let out = out.wanted("pKernel")?;
        out.set(Kernel::of(library::kernel(library.id()?, &text(name, "name")?)?));
    }
    /// Returns the number of kernels of a library.
    fn hipLibraryGetKernelCount(out: Out<u32>, library: Library) {
        let out = out.wanted("count")?;
        out.set(library::kernel_count(library.id()?)? as u32);
    }
    /// A library's first kernels.
    fn hipLibraryEnumerateKernels(out: Out<Kernel>, most: u32, library: Library) {
        let out = out.wanted("kernels")?;
        for (n, kernel) in library::kernels(library.id()?, most as usize)?.into_iter().enumerate() {
            out.set_at(n, Kernel::of(kernel));
        }
    }
    /// Address and size of a library's variable.
    fn hipLibraryGetGlobal(address: Out<u64>, size: Out<usize>, library: Library, name: *const c_char) {
        place(address, size, || library::global(library.id()?, &text(name, "name")?))?;
    }
    /// Address and size of a library's managed variable.
    fn hipLibraryGetManaged(address: Out<u64>, size: Out<usize>, library: Library, name: *const c_char) {
        place(address, size, || library::managed(library.id()?, &text(name, "name")?))?;
    }
    /// A kernel in the current context.
    fn hipKernelGetFunction(out: Out<Function>, kernel: Kernel) {
        let out = out.wanted("pFunc")?;
        out.set(Function::of(library::function(kernel.id()?)?));
    }
    /// A kernel's library.
    fn hipKernelGetLibrary(out: Out<Library>, kernel: Kernel) {
        let out = out.wanted("library")?;
        out.set(Library::of(library::library_of(kernel.id()?)?));
    }
    /// A kernel's name.
    fn hipKernelGetName(out: Out<*const c_char>, kernel: Kernel) {
        let out = out.wanted("name")?;
        out.set(interned(&match kernel.id() {
            Ok(id) => library::kernel_name(id)?,
            Err(_) => module::name(of_context(kernel)?)?,
        }));
    }
    /// Offset and size of a kernel parameter.
    fn hipKernelGetParamInfo(kernel: Kernel, index: usize, offset: Out<usize>, size: Out<usize>) {
        let offset = offset.wanted("paramOffset")?;
        let (at, bytes) = match kernel.id() {
            Ok(id) => library::parameter(id, index as u64)?,
            Err(_) => module::parameter(of_context(kernel)?, index as u64)?,
        };
        offset.set(at as usize);
        if let Some(size) = size.optional() {
            size.set(bytes as usize);
        }
    }
    /// An attribute of a kernel on a device.
    fn hipKernelGetAttribute(out: Out<i32>, attribute: i32, kernel: Kernel, device: i32) {
        let out = out.wanted("pi")?;
        out.set(library::attribute(kernel.id()?, FunctionAttribute::from_code(attribute)?, device)?);
    }
    /// Sets an attribute of a kernel on a device.
    fn hipKernelSetAttribute(attribute: i32, value: i32, kernel: Kernel, device: i32) {
        library::set_attribute(kernel.id()?, (attribute, value), device)?;
    }
}
