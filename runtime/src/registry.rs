//! Device code that host objects register: images, the kernels behind host functions, the variables behind
//! host variables (HIP: "Compiler interface"; the constructors that compilers write).
//!
//! Registering notes addresses and names and reads nothing: an image is looked at when a context first needs
//! something of it. It is loaded once a context, as CUDA's runtime does. Neither order of constructors nor
//! libraries that come and go matter. Nothing here follows a host address; what needs that is given as a
//! function.

pub mod call;

use crate::Error;
use crate::api::{link, managed, memory, module};
use crate::handle::Id;
use crate::object::{ContextObject, FunctionObject, ModuleObject};
use crate::state::{process, usable};
use crate::sync::{Global, Rank};
use std::collections::BTreeMap;

/// What an object carries for devices.
#[derive(Clone, Debug)]
pub struct Carried {
    /// The image; where units were linked, what came of it, which may be nothing.
    pub image: &'static [u8],
    /// The fat binaries that were linked, one a unit; none where nothing was.
    pub units: Vec<&'static [u8]>,
}

/// Gives an image's bytes when they are first needed.
pub type Source = Box<dyn Fn() -> Result<Carried, Error> + Send + Sync>;

/// A variable of device code with a twin in the host's.
#[derive(Clone, Debug)]
struct Variable {
    image: u64,
    name: String,
    size: u64,
    /// For a managed one: where its memory is.
    managed: Option<u64>,
}

#[derive(Default)]
struct Registry {
    /// By the handle.
    images: BTreeMap<u64, std::sync::Arc<Source>>,
    /// By the host's address: the image's handle and the kernel's name.
    kernels: BTreeMap<u64, (u64, String)>,
    /// By the host's address.
    variables: BTreeMap<u64, Variable>,
    /// What contexts have loaded.
    modules: BTreeMap<(u64, Id<ContextObject>), Id<ModuleObject>>,
    /// What contexts have launched: a kernel's handle by the host's address.
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

/// Registers an image under a handle, which is any number that stays the image's. A handle that is known
/// already is registered once: its image stays.
pub fn register(handle: u64, source: Source) {
    REGISTRY.lock().images.entry(handle).or_insert_with(|| std::sync::Arc::new(source));
}

/// Forgets an image and all that was registered with it; its modules are unloaded from the contexts that have
/// them.
///
/// # Errors
/// `UnregisteredImage` if the handle is not one.
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
    // Contexts that are gone have taken their modules and memory with them: that is no mistake.
    modules.0.into_iter().for_each(|module| drop(module::unload(module)));
    modules.1.into_iter().for_each(|address| drop(memory::free(address)));
    Ok(())
}

/// Registers the kernel behind a host function.
///
/// # Errors
/// `UnregisteredImage` if the handle is not one; `EmptyName`.
pub fn kernel(handle: u64, host: u64, name: String) -> Result<(), Error> {
    if name.is_empty() {
        return Err(Error::EmptyName { what: "kernel" });
    }
    let mut registry = REGISTRY.lock();
    registry.known(handle)?;
    registry.kernels.insert(host, (handle, name));
    registry.functions.retain(|(of, _), _| *of != host);
    Ok(())
}

/// Registers the variable behind a host variable.
///
/// # Errors
/// As [`kernel`].
pub fn variable(handle: u64, host: u64, name: String, size: u64) -> Result<(), Error> {
    if name.is_empty() {
        return Err(Error::EmptyName { what: "variable" });
    }
    let mut registry = REGISTRY.lock();
    registry.known(handle)?;
    registry.variables.insert(host, Variable { image: handle, name, size, managed: None });
    Ok(())
}

/// Registers a managed variable and allocates its memory: host code may use it before any call. Its address
/// is the answer; `host` is where the host keeps it.
///
/// # Errors
/// As [`kernel`]; `OutOfMemory` and what else keeps the device from starting.
pub fn managed(handle: u64, host: u64, name: String, initial: &[u8]) -> Result<u64, Error> {
    const ATTACH_GLOBAL: u32 = 1;
    REGISTRY.lock().known(handle)?;
    let address = managed::alloc((initial.len() as u64).max(1), ATTACH_GLOBAL)?;
    memory::write(address, initial, crate::api::StreamRef::Legacy)?;
    let size = initial.len() as u64;
    REGISTRY.lock().variables.insert(host, Variable { image: handle, name, size, managed: Some(address) });
    Ok(address)
}

impl Registry {
    fn known(&self, handle: u64) -> Result<(), Error> {
        match self.images.contains_key(&handle) {
            true => Ok(()),
            false => Err(Error::UnregisteredImage { handle }),
        }
    }
}

/// The kernel behind a host function, in the current context.
///
/// # Errors
/// `UnregisteredKernel` if nothing was registered for it; as [`module::load_data`] and [`module::function`].
pub fn function(host: u64) -> Result<Id<FunctionObject>, Error> {
    let context = usable()?.id;
    let (handle, name) = {
        let registry = REGISTRY.lock();
        if let Some(&known) = registry.functions.get(&(host, context)) {
            return Ok(known);
        }
        registry.kernels.get(&host).cloned().ok_or(Error::UnregisteredKernel { host })?
    };
    let found = module::function(module(handle, context)?, &name)?;
    REGISTRY.lock().functions.insert((host, context), found);
    Ok(found)
}

/// Address and size of the variable behind a host variable, in the current context.
///
/// # Errors
/// `UnregisteredVariable` if nothing was registered for it; as [`module::load_data`] and [`module::global`].
pub fn symbol(host: u64) -> Result<(u64, u64), Error> {
    let context = usable()?.id;
    let variable =
        REGISTRY.lock().variables.get(&host).cloned().ok_or(Error::UnregisteredVariable { host })?;
    match variable.managed {
        Some(address) => Ok((address, variable.size)),
        None => module::variable(module(variable.image, context)?, &variable.name),
    }
}

/// The module that a context has of an image; the first call loads it.
fn module(handle: u64, context: Id<ContextObject>) -> Result<Id<ModuleObject>, Error> {
    let source = {
        let registry = REGISTRY.lock();
        if let Some(&known) = registry.modules.get(&(handle, context)) {
            return Ok(known);
        }
        let source = registry.images.get(&handle);
        std::sync::Arc::clone(source.ok_or(Error::UnregisteredImage { handle })?)
    };
    let Carried { image, units } = source()?;
    let loaded = if units.is_empty() { module::load_data(image)? } else { link::load(image, &units)? };
    let managed: Vec<(String, u64)> = {
        let mut registry = REGISTRY.lock();
        // Contexts that are gone do not come back under their handles.
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
        // Device code reaches it through a pointer of the variable's name.
        let (pointer, _) = module::variable(loaded, &name)?;
        memory::write(pointer, &address.to_le_bytes(), crate::api::StreamRef::Legacy)?;
    }
    forget_lost(context)?;
    Ok(loaded)
}

/// Drops what was noted of contexts that are gone.
fn forget_lost(current: Id<ContextObject>) -> Result<(), Error> {
    let process = process()?;
    let contexts: Vec<_> = REGISTRY.lock().modules.keys().map(|(_, context)| *context).collect();
    let lost: Vec<_> = contexts.into_iter().filter(|&c| c != current && process.get(c).is_err()).collect();
    let mut registry = REGISTRY.lock();
    registry.modules.retain(|(_, context), _| !lost.contains(context));
    registry.functions.retain(|(_, context), _| !lost.contains(context));
    Ok(())
}
