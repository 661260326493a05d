//! Device code registered by host objects: images, kernels of host functions, variables of host variables
//! (HIP: "Compiler interface"; the constructors that compilers write).
//!
//! Registration stores addresses and names only. An image is read when a context first uses something of it,
//! and loaded once a context, as in CUDA's runtime. So constructors may run in any order, and libraries may
//! be loaded and unloaded. Host addresses are never dereferenced here; callers pass functions for that.

pub mod call;

use crate::Error;
use crate::api::{link, managed, memory, module};
use crate::handle::Id;
use crate::object::{ContextObject, FunctionObject, ModuleObject};
use crate::state::{process, usable};
use crate::sync::{Arc, Global, Rank};
use std::collections::BTreeMap;

/// Device code in a host object.
#[derive(Clone, Debug)]
pub struct Carried {
    /// Image; after linking of units, the result, which may be empty.
    pub image: &'static [u8],
    /// Fat binaries that were linked, one for each unit; empty without linking.
    pub units: Vec<&'static [u8]>,
}

/// Function that returns an image's bytes on first use.
pub type Source = Box<dyn Fn() -> Result<Carried, Error> + Send + Sync>;

/// Device variable with a host counterpart.
#[derive(Clone, Debug)]
struct Variable {
    image: u64,
    name: String,
    size: u64,
    /// Address of the memory of a managed variable.
    managed: Option<u64>,
}

#[derive(Default)]
struct Registry {
    /// Images by handle.
    images: BTreeMap<u64, std::sync::Arc<Source>>,
    /// Image handle and kernel name by host address.
    kernels: BTreeMap<u64, (u64, String)>,
    /// Variables by host address.
    variables: BTreeMap<u64, Variable>,
    /// Modules loaded by contexts.
    modules: BTreeMap<(u64, Id<ContextObject>), Id<ModuleObject>>,
    /// Kernel handles used in contexts, by host address.
    functions: BTreeMap<(u64, Id<ContextObject>), Id<FunctionObject>>,
}

static REGISTRY: Global<Registry> = Global::new(
    Rank::Registry,
    Registry {
        images: BTreeMap::new(),
        kernels: BTreeMap::new(),
        variables: BTreeMap::new(),
        modules: BTreeMap::new(),
        functions: BTreeMap::new(),
    },
);

/// Registers an image under a handle, which is any unique number. A known handle keeps its image.
pub fn register(handle: u64, source: Source) {
    REGISTRY.lock().images.entry(handle).or_insert_with(|| std::sync::Arc::new(source));
}

/// Unregisters an image with its kernels and variables, and unloads its modules from all contexts.
///
/// # Errors
/// `UnregisteredImage` for an unknown handle.
pub fn unregister(handle: u64) -> Result<(), Error> {
    let modules = {
        let mut registry = REGISTRY.lock();
        registry.images.remove(&handle).ok_or(Error::UnregisteredImage { handle })?;
        let kernels = &mut registry.kernels;
        let gone: Vec<u64> =
            kernels.iter().filter(|(_, (of, _))| *of == handle).map(|(host, _)| *host).collect();
        gone.iter().for_each(|host| drop(kernels.remove(host)));
        registry.functions.retain(|(host, _), _| !gone.contains(host));
        let managed: Vec<u64> =
            registry.variables.values().filter(|v| v.image == handle).filter_map(|v| v.managed).collect();
        registry.variables.retain(|_, variable| variable.image != handle);
        let modules: Vec<_> =
            registry.modules.iter().filter(|((of, _), _)| *of == handle).map(|(_, module)| *module).collect();
        registry.modules.retain(|(of, _), _| *of != handle);
        (modules, managed)
    };
    // Destroyed contexts have freed their modules and memory already; errors are ignored.
    modules.0.into_iter().for_each(|module| drop(module::unload(module)));
    modules.1.into_iter().for_each(|address| drop(memory::release(address)));
    Ok(())
}

/// Registers the kernel of a host function.
///
/// # Errors
/// `UnregisteredImage` for an unknown handle; `EmptyName`.
pub fn kernel(handle: u64, host: u64, name: String) -> Result<(), Error> {
    if name.is_empty() {
        return Err(Error::EmptyName { what: "kernel" });
    }
    jit::signals::answer_calls_of_data(call::instead);
    let mut registry = REGISTRY.lock();
    registry.check_registered(handle)?;
    registry.kernels.insert(host, (handle, name));
    registry.functions.retain(|(of, _), _| *of != host);
    Ok(())
}

/// Registers the variable of a host variable.
///
/// # Errors
/// Those of [`kernel`].
pub fn variable(handle: u64, host: u64, name: String, size: u64) -> Result<(), Error> {
    if name.is_empty() {
        return Err(Error::EmptyName { what: "variable" });
    }
    let mut registry = REGISTRY.lock();
    registry.check_registered(handle)?;
    registry.variables.insert(host, Variable { image: handle, name, size, managed: None });
    Ok(())
}

/// Registers a managed variable, and allocates its memory, as host code may use it before any call. Returns
/// its address; `host` is the variable in which the host keeps that.
///
/// # Errors
/// Those of [`kernel`]; `OutOfMemory`; errors of starting the device.
pub fn managed(handle: u64, host: u64, name: String, initial: &[u8]) -> Result<u64, Error> {
    const ATTACH_GLOBAL: u32 = 1;
    REGISTRY.lock().check_registered(handle)?;
    let address = managed::alloc((initial.len() as u64).max(1), ATTACH_GLOBAL)?;
    memory::write_bytes(address, initial, crate::api::StreamRef::Legacy)?;
    let size = initial.len() as u64;
    REGISTRY.lock().variables.insert(host, Variable { image: handle, name, size, managed: Some(address) });
    Ok(address)
}

impl Registry {
    fn check_registered(&self, handle: u64) -> Result<(), Error> {
        match self.images.contains_key(&handle) {
            true => Ok(()),
            false => Err(Error::UnregisteredImage { handle }),
        }
    }
}

/// Kernel of a host function, in the current context.
///
/// # Errors
/// `UnregisteredKernel` if none is registered; those of [`module::load_data`] and [`module::function`].
pub fn function(host: u64) -> Result<Id<FunctionObject>, Error> {
    function_in(host, &usable()?)
}

/// Kernel of a host function, in a context.
pub(crate) fn function_in(host: u64, of: &Arc<ContextObject>) -> Result<Id<FunctionObject>, Error> {
    let context = of.id;
    let (handle, name) = {
        let registry = REGISTRY.lock();
        if let Some(&known) = registry.functions.get(&(host, context)) {
            return Ok(known);
        }
        registry.kernels.get(&host).cloned().ok_or(Error::UnregisteredKernel { host })?
    };
    let found = module::function(module(handle, of)?, &name)?;
    REGISTRY.lock().functions.insert((host, context), found);
    Ok(found)
}

/// Address and size of the variable of a host variable, in the current context.
///
/// # Errors
/// `UnregisteredVariable` if none is registered; those of [`module::load_data`] and [`module::global`].
pub fn symbol(host: u64) -> Result<(u64, u64), Error> {
    let context = usable()?;
    let variable =
        REGISTRY.lock().variables.get(&host).cloned().ok_or(Error::UnregisteredVariable { host })?;
    match variable.managed {
        Some(address) => Ok((address, variable.size)),
        None => module::variable(module(variable.image, &context)?, &variable.name),
    }
}

/// Module of an image in a context; loaded on first use.
fn module(handle: u64, of: &Arc<ContextObject>) -> Result<Id<ModuleObject>, Error> {
    let context = of.id;
    let source = {
        let registry = REGISTRY.lock();
        if let Some(&known) = registry.modules.get(&(handle, context)) {
            return Ok(known);
        }
        let source = registry.images.get(&handle);
        std::sync::Arc::clone(source.ok_or(Error::UnregisteredImage { handle })?)
    };
    let Carried { image, units } = source()?;
    let loaded = match units.is_empty() {
        true => module::load_in(Arc::clone(of), image)?,
        false => link::load(image, &units)?,
    };
    let managed: Vec<(String, u64)> = {
        let mut registry = REGISTRY.lock();
        // Handles of destroyed contexts are not reused.
        let of_two = registry.modules.entry((handle, context)).or_insert(loaded);
        let kept = *of_two;
        if kept != loaded {
            drop(registry);
            module::unload(loaded)?;
            return Ok(kept);
        }
        let own = registry.variables.values().filter(|variable| variable.image == handle);
        own.filter_map(|variable| Some((variable.name.clone(), variable.managed?))).collect()
    };
    for (name, address) in managed {
        // Device code accesses it through a pointer of the variable's name.
        let (pointer, _) = module::variable(loaded, &name)?;
        memory::write_bytes(pointer, &address.to_le_bytes(), crate::api::StreamRef::Legacy)?;
    }
    forget_lost(context)?;
    Ok(loaded)
}

/// Drops the records of destroyed contexts.
fn forget_lost(current: Id<ContextObject>) -> Result<(), Error> {
    let process = process()?;
    let contexts: Vec<_> = REGISTRY.lock().modules.keys().map(|(_, context)| *context).collect();
    let lost: Vec<_> = contexts.into_iter().filter(|&c| c != current && process.get(c).is_err()).collect();
    let mut registry = REGISTRY.lock();
    registry.modules.retain(|(_, context), _| !lost.contains(context));
    registry.functions.retain(|(_, context), _| !lost.contains(context));
    Ok(())
}
