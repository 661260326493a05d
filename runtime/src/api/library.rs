//! Libraries: images that belong to no context, and their kernels (HIP: "Module Management", `hipLibrary*`,
//! `hipKernel*`).
//!
//! Loading only copies the bytes: errors in an image are reported on first use. Each context loads its own
//! module on first use, which is unloaded with the library.

use crate::Error;
use crate::api::context::device as current_device;
use crate::api::image_file;
use crate::api::module::{self, FunctionAttribute};
use crate::backend::Contents;
use crate::handle::Id;
use crate::object::{ContextObject, FunctionObject, KernelObject, LibraryObject, ModuleObject};
use crate::state::{current, primary, process, usable};
use crate::sync::{Arc, Mutex, OnceLock, Rank};
use std::collections::BTreeMap;
use std::path::Path;

/// Loads an image from memory, which is copied.
///
/// # Errors
/// Those of the process's start.
pub fn load_data(bytes: &[u8]) -> Result<Id<LibraryObject>, Error> {
    let made = process()?.insert(|id| LibraryObject {
        id,
        bytes: bytes.into(),
        contents: OnceLock::new(),
        modules: Mutex::new(Rank::Object, BTreeMap::new()),
        kernels: Mutex::new(Rank::Object, BTreeMap::new()),
    });
    Ok(made.id)
}

/// Loads an image from a file.
///
/// # Errors
/// `FileNotFound`, `FileUnreadable`.
pub fn load(path: &Path) -> Result<Id<LibraryObject>, Error> {
    load_data(&image_file::read(path)?)
}

/// Unloads a library with the modules that contexts have of it; its kernels are stale from here.
///
/// # Errors
/// Errors of the handle.
pub fn unload(id: Id<LibraryObject>) -> Result<(), Error> {
    let process = process()?;
    let library = process.remove(id)?;
    let modules: Vec<_> = library.modules.lock().values().copied().collect();
    let kernels: Vec<_> = library.kernels.lock().values().copied().collect();
    // Destroyed contexts have unloaded their modules already; errors are ignored.
    modules.into_iter().for_each(|module| drop(module::unload(module)));
    kernels.into_iter().for_each(|kernel| drop(process.remove(kernel)));
    Ok(())
}

impl LibraryObject {
    fn contents(&self) -> Result<Arc<Contents>, Error> {
        let read = || {
            let device = process()?.device(current_device().unwrap_or(0).into())?;
            device.backend.contents(&self.bytes).map(Arc::new)
        };
        self.contents.get_or_init(read).clone()
    }

    /// Module of a context; loaded on first use.
    fn module(&self, context: &Arc<ContextObject>) -> Result<Id<ModuleObject>, Error> {
        if let Some(&known) = self.modules.lock().get(&context.id) {
            return Ok(known);
        }
        let loaded = module::load_in(Arc::clone(context), &self.bytes)?;
        let kept = *self.modules.lock().entry(context.id).or_insert(loaded);
        if kept != loaded {
            // Another thread loaded it first.
            module::unload(loaded)?;
        }
        Ok(kept)
    }
}

/// Kernel of a library, by name. The same name gives the same handle.
///
/// # Errors
/// `NotFound`; `Image`, `Ptx`: the image; errors of the handle.
pub fn kernel(id: Id<LibraryObject>, name: &str) -> Result<Id<KernelObject>, Error> {
    let process = process()?;
    let library = process.get(id)?;
    if let Some(&known) = library.kernels.lock().get(name) {
        return Ok(known);
    }
    let contents = library.contents()?;
    if contents.kernel(name).is_none() {
        let have = contents.kernels.iter().map(|kernel| kernel.name.clone()).collect();
        return Err(Error::NotFound { what: "kernel", name: name.to_owned(), have });
    }
    let made = process.insert(|kernel| KernelObject {
        id: kernel,
        name: name.to_owned(),
        library: id,
        settings: Mutex::new(Rank::Object, BTreeMap::new()),
    });
    let kept = *library.kernels.lock().entry(name.to_owned()).or_insert(made.id);
    if kept != made.id {
        process.remove(made.id)?;
    }
    Ok(kept)
}

/// Module of a library in the current context.
///
/// # Errors
/// Errors of loading the image; errors of the handle.
pub fn module_of(id: Id<LibraryObject>) -> Result<Id<ModuleObject>, Error> {
    process()?.get(id)?.module(&usable()?)
}

/// Number of kernels of a library.
///
/// # Errors
/// Those of [`kernel`].
pub fn kernel_count(id: Id<LibraryObject>) -> Result<usize, Error> {
    Ok(process()?.get(id)?.contents()?.kernels.len())
}

/// The first kernels of a library, `most` of them, in the order of its text.
///
/// # Errors
/// Those of [`kernel`].
pub fn kernels(id: Id<LibraryObject>, most: usize) -> Result<Vec<Id<KernelObject>>, Error> {
    let contents = process()?.get(id)?.contents()?;
    contents.kernels.iter().take(most).map(|found| kernel(id, &found.name)).collect()
}

/// Address and size of a library's variable in the current context.
///
/// # Errors
/// Those of [`module::global`].
pub fn global(id: Id<LibraryObject>, name: &str) -> Result<(u64, u64), Error> {
    module::global(process()?.get(id)?.module(&usable()?)?, name)
}

/// Address and size of a library's managed variable.
///
/// # Errors
/// `NotFound` if it is not managed, or not there.
pub fn managed(id: Id<LibraryObject>, name: &str) -> Result<(u64, u64), Error> {
    let library = process()?.get(id)?;
    let contents = library.contents()?;
    if !contents.managed.iter().any(|have| have == name) {
        let have = contents.managed.clone();
        return Err(Error::NotFound { what: "managed variable", name: name.to_owned(), have });
    }
    module::global(library.module(&usable()?)?, name)
}

/// Kernel in a context, with the attributes that were set for its device.
///
/// # Errors
/// Errors of loading the image; errors of the handle.
pub(crate) fn function_in(
    id: Id<KernelObject>,
    context: &Arc<ContextObject>,
) -> Result<Id<FunctionObject>, Error> {
    let process = process()?;
    let kernel = process.get(id)?;
    let module = process.get(kernel.library)?.module(context)?;
    let is_known = process.get(module)?.functions.lock().contains_key(&kernel.name);
    let function = module::function(module, &kernel.name)?;
    if !is_known {
        let settings = kernel.settings.lock().clone();
        for ((_, code), value) in settings.into_iter().filter(|((device, _), _)| *device == context.device) {
            module::set_attribute(function, FunctionAttribute::from_code(code)?, value)?;
        }
    }
    Ok(function)
}

/// The kernel in the current context.
///
/// # Errors
/// Errors of loading the image; errors of the handle.
pub fn function(id: Id<KernelObject>) -> Result<Id<FunctionObject>, Error> {
    function_in(id, &usable()?)
}

/// A kernel's name.
///
/// # Errors
/// Errors of the handle.
pub fn kernel_name(id: Id<KernelObject>) -> Result<String, Error> {
    Ok(process()?.get(id)?.name.clone())
}

/// A kernel's library.
///
/// # Errors
/// Errors of the handle.
pub fn library_of(id: Id<KernelObject>) -> Result<Id<LibraryObject>, Error> {
    Ok(process()?.get(id)?.library)
}

/// Offset and size of a kernel's parameter, bytes.
///
/// # Errors
/// `OutOfRange`; errors of the handle.
pub fn parameter(id: Id<KernelObject>, index: u64) -> Result<(u32, u32), Error> {
    let process = process()?;
    let kernel = process.get(id)?;
    let contents = process.get(kernel.library)?.contents()?;
    let params = contents.kernel(&kernel.name).map_or(&[][..], |found| &found.parameters);
    let found = usize::try_from(index).ok().and_then(|n| params.get(n));
    found.copied().ok_or(Error::OutOfRange {
        what: "index of a parameter",
        got: index,
        min: 0,
        max: (params.len() as u64).saturating_sub(1),
    })
}

/// A context of a device: the current one if it is of that device, else the device's primary context.
fn context_on(ordinal: i32) -> Result<Arc<ContextObject>, Error> {
    let device = process()?.device(ordinal.into())?;
    match current() {
        Ok(context) if context.device == device.ordinal => Ok(context),
        _ => primary(device, true),
    }
}

/// An attribute of a kernel on a device.
///
/// # Errors
/// `BadOrdinal`; those of [`module::attribute`].
pub fn attribute(id: Id<KernelObject>, attribute: FunctionAttribute, ordinal: i32) -> Result<i32, Error> {
    module::attribute(function_in(id, &context_on(ordinal)?)?, attribute)
}

/// Sets an attribute of a kernel on a device, in every context of it.
///
/// # Errors
/// `BadOrdinal`; those of [`module::set_attribute`].
pub fn set_attribute(id: Id<KernelObject>, (code, value): (i32, i32), ordinal: i32) -> Result<(), Error> {
    let attribute = FunctionAttribute::from_code(code)?;
    let process = process()?;
    let kernel = process.get(id)?;
    let context = context_on(ordinal)?;
    module::set_attribute(function_in(id, &context)?, attribute, value)?;
    kernel.settings.lock().insert((context.device, code), value);
    let modules: Vec<_> = process.get(kernel.library)?.modules.lock().values().copied().collect();
    for module in modules.into_iter().filter_map(|module| process.get(module).ok()) {
        let function = module.functions.lock().get(&kernel.name).copied();
        if let Some(function) = function.filter(|_| module.context.device == context.device) {
            module::set_attribute(function, attribute, value)?;
        }
    }
    Ok(())
}
