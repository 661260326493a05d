//! Modules, kernels and launches (HIP: "Module Management", "Execution Control").
#![expect(unsafe_code, reason = "a caller vouches for a kernel and its parameters")]

pub use crate::attributes::FunctionAttribute;
pub use crate::types::LaunchShape;
pub use fatbin::{Extent, extent};

use crate::Error;
use crate::api::image_file;
use crate::api::stream::{self, StreamRef};
use crate::backend::Variable;
use crate::graph::{KernelCall, Operation, capture};
use crate::handle::Id;
use crate::object::{ContextObject, FunctionObject, ModuleObject};
use crate::state::{process, usable};
use crate::sync::{Arc, Mutex, Rank};
use std::collections::BTreeMap;
use std::path::Path;

/// Loads an image from memory: PTX text, an NVIDIA fat binary, or a host object with one in it.
///
/// # Errors
/// `Image`, `Ptx`, `PtxTarget`, `Unresolved` (see [`Error::jit_log`] for what the compiler says),
/// `OutOfMemory`; errors of the current context.
pub fn load_data(bytes: &[u8]) -> Result<Id<ModuleObject>, Error> {
    load_in(usable()?, bytes)
}

/// Loads an image into a context.
pub(crate) fn load_in(context: Arc<ContextObject>, bytes: &[u8]) -> Result<Id<ModuleObject>, Error> {
    let backend = Arc::clone(&context.backend).load(bytes)?;
    let functions = Mutex::new(Rank::Object, BTreeMap::new());
    Ok(process()?.insert(|id| ModuleObject { id, context, backend, functions }).id)
}

/// Loads an image from a file.
///
/// # Errors
/// `FileNotFound`, `FileUnreadable`; those of [`load_data`].
pub fn load(path: &Path) -> Result<Id<ModuleObject>, Error> {
    usable()?;
    load_data(&image_file::read(path)?)
}

/// Unloads a module once all work of its context is done, as an H200 does: its kernels' handles are stale
/// from here. A graph that launches them keeps what it needs.
///
/// # Errors
/// `BadHandle`, `StaleHandle`.
pub fn unload(id: Id<ModuleObject>) -> Result<(), Error> {
    let process = process()?;
    let context = Arc::clone(&process.get(id)?.context);
    crate::api::context::wait_for(&context)?;
    let module = process.remove(id)?;
    let functions: Vec<_> = module.functions.lock().values().copied().collect();
    // Kernels never looked up have no handle; handles removed already are ignored.
    functions.into_iter().for_each(|function| drop(process.remove(function)));
    Ok(())
}

/// Kernel of a module, by name. The same name gives the same handle.
///
/// # Errors
/// `EmptyName`, `NotFound`; errors of the handle.
pub fn function(id: Id<ModuleObject>, name: &str) -> Result<Id<FunctionObject>, Error> {
    if name.is_empty() {
        return Err(Error::EmptyName { what: "kernel" });
    }
    process()?.get(id)?.function(name)
}

/// Number of kernels of a module.
///
/// # Errors
/// Errors of the handle.
pub fn function_count(id: Id<ModuleObject>) -> Result<usize, Error> {
    Ok(process()?.get(id)?.backend.kernels().len())
}

/// The first kernels of a module, `most` of them, in the order of its text.
///
/// # Errors
/// Errors of the handle.
pub fn functions(id: Id<ModuleObject>, most: usize) -> Result<Vec<Id<FunctionObject>>, Error> {
    let loaded = process()?.get(id)?;
    loaded.backend.kernels().iter().take(most).map(|name| function(id, name)).collect()
}

/// Address and size of a module's variable (`hipModuleGetGlobal`).
///
/// # Errors
/// `EmptyName`, `NotFound`; `NotAVariable` for a kernel or a texture reference (observed on an H200); what is
/// wrong with the handle.
pub fn global(id: Id<ModuleObject>, name: &str) -> Result<(u64, u64), Error> {
    let found = find(id, name)?;
    match found.is_texture_reference {
        true => Err(Error::NotAVariable { name: name.to_owned() }),
        false => Ok((found.address, found.bytes)),
    }
}

/// Address and size of a module's variable, texture references included.
///
/// # Errors
/// Those of [`global`].
pub(crate) fn variable(id: Id<ModuleObject>, name: &str) -> Result<(u64, u64), Error> {
    let found = find(id, name)?;
    Ok((found.address, found.bytes))
}

fn find(id: Id<ModuleObject>, name: &str) -> Result<Variable, Error> {
    if name.is_empty() {
        return Err(Error::EmptyName { what: "variable" });
    }
    process()?.get(id)?.backend.variable(name)
}

/// Attribute of a kernel. Compiles the kernel if the attribute requires it.
///
/// # Errors
/// `Ptx`; errors of the handle.
pub fn attribute(id: Id<FunctionObject>, attribute: FunctionAttribute) -> Result<i32, Error> {
    process()?.get(id)?.backend.attribute(attribute)
}

/// Sets an attribute of a kernel.
///
/// # Errors
/// `UnknownEnumerator` for one that cannot be set; `SharedTooLarge`, `OutOfRange`; errors of the
/// handle.
pub fn set_attribute(id: Id<FunctionObject>, attribute: FunctionAttribute, value: i32) -> Result<(), Error> {
    process()?.get(id)?.backend.set_attribute(attribute, value)
}

/// A kernel's name.
///
/// # Errors
/// Errors of the handle.
pub fn name(id: Id<FunctionObject>) -> Result<String, Error> {
    Ok(process()?.get(id)?.name.clone())
}

/// A kernel's module.
///
/// # Errors
/// Errors of the handle.
pub fn module_of(id: Id<FunctionObject>) -> Result<Id<ModuleObject>, Error> {
    Ok(process()?.get(id)?.module)
}

/// Offset and size of a kernel's parameter.
///
/// # Errors
/// `OutOfRange`; errors of the handle.
pub fn parameter(id: Id<FunctionObject>, index: u64) -> Result<(u32, u32), Error> {
    let function = process()?.get(id)?;
    let params = function.backend.parameters();
    let found = usize::try_from(index).ok().and_then(|n| params.get(n));
    found.copied().ok_or(Error::OutOfRange {
        what: "index of a parameter",
        got: index,
        min: 0,
        max: (params.len() as u64).saturating_sub(1),
    })
}

/// Layout of a kernel's parameters, from which callers with `kernelParams` gather the parameter block.
///
/// # Errors
/// Errors of the handle.
pub fn params(id: Id<FunctionObject>) -> Result<Params, Error> {
    let function = process()?.get(id)?;
    let each = function.backend.parameters().to_vec();
    Ok(Params { each, bytes: function.backend.parameter_bytes() })
}

/// The layout of a kernel's parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Params {
    /// Offset and size of each, bytes.
    pub each: Vec<(u32, u32)>,
    /// Size of all, bytes.
    pub bytes: u32,
}

/// Launches a kernel. `params` is the parameter block; a shorter one is filled up with zeros.
///
/// # Errors
/// `BadDimension`, `BlockNotRequired`, `TooManyRegisters`, `BadCluster`, `SharedTooLarge`, `Refused`; `Ptx`,
/// `Launch` at the kernel's first launch;
/// `ContextsDiffer`; errors of the handles.
///
/// # Safety
/// Until the work is done, the kernel reads only memory that it may read, and writes only memory that nothing
/// else uses. On devices with pageable access (`HIP_SOFT_DEVICE=GH200`) it reaches all memory of the process.
pub unsafe fn launch(
    id: Id<FunctionObject>,
    shape: LaunchShape,
    params: &[u8],
    stream: StreamRef,
) -> Result<(), Error> {
    // SAFETY: the caller promises what this wants.
    unsafe { launch_gathered(id, shape, |_, _| Ok(params), stream) }
}

/// Launches a kernel with the parameter block that `gather` makes: it gets offset and size of each parameter,
/// and the bytes of all.
///
/// # Errors
/// Those of [`launch`] and of `gather`.
///
/// # Safety
/// As for [`launch`].
#[inline]
pub unsafe fn launch_gathered<'b>(
    id: Id<FunctionObject>,
    shape: LaunchShape,
    gather: impl FnOnce(&[(u32, u32)], u32) -> Result<&'b [u8], Error>,
    stream: StreamRef,
) -> Result<(), Error> {
    let (function, stream) = stream::resolve_with(id, stream)?;
    let params = gather(function.backend.parameters(), function.backend.parameter_bytes())?;
    let call = || {
        let call = KernelCall::new(Arc::clone(&function), id.word(), shape, params, &stream.context);
        call.map(Operation::Kernel)
    };
    if capture::take(&stream, call)? {
        return Ok(());
    }
    stream.launch(&function, shape, params)
}
