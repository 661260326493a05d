//! Texture references of modules (HIP: "Texture Management", deprecated part): variables of device code that
//! hold a texture's handle. Binding makes a texture object and writes its handle there.
//!
//! The host names a reference by the address of its structure, which is C's to read; nothing here follows it.

use crate::Error;
use crate::api::texture::{self, Resource, TextureDesc};
use crate::api::{StreamRef, memory, module};
use crate::handle::Id;
use crate::object::ModuleObject;
use crate::registry;
use crate::state::usable;
use crate::sync::{Global, Rank};
use std::collections::BTreeMap;

/// State of a reference.
#[derive(Clone, Copy, Default, Debug)]
struct Reference {
    /// Address for the handle; without it, the variable registered for the host variable.
    variable: Option<u64>,
    bound: Option<Resource>,
    /// The texture's handle, 0 for none.
    object: u64,
    /// Offset of the bound address from the start of the texture.
    offset: u64,
}

static REFERENCES: Global<BTreeMap<u64, Reference>> = Global::new(Rank::Registry, BTreeMap::new());

/// Bytes of a variable that holds a handle.
const HANDLE: u64 = 8;

/// The variable of a module that is a reference.
///
/// # Errors
/// `NotFound`, also for what is no variable of a handle's size; errors of the module.
pub fn variable(id: Id<ModuleObject>, name: &str) -> Result<u64, Error> {
    let none = || Error::NotFound { what: "texture reference", name: name.to_owned(), have: Vec::new() };
    match module::variable(id, name) {
        Ok((address, HANDLE)) => Ok(address),
        Ok(_) | Err(Error::NotAVariable { .. } | Error::NotFound { .. }) => Err(none()),
        Err(other) => Err(other),
    }
}

/// Records a reference by its structure's address.
pub fn add(pointer: u64, variable: Option<u64>) {
    REFERENCES.lock().entry(pointer).or_insert(Reference { variable, ..Reference::default() });
}

/// Checks that an address is a reference's.
///
/// # Errors
/// `BadPointer`.
pub fn check(pointer: u64) -> Result<(), Error> {
    get(pointer).map(drop)
}

fn get(pointer: u64) -> Result<Reference, Error> {
    let found = REFERENCES.lock().get(&pointer).copied();
    found.ok_or(Error::BadPointer { what: "texture reference", address: pointer })
}

/// Bound resource of a reference, and the offset.
///
/// # Errors
/// `BadPointer`.
pub fn bound(pointer: u64) -> Result<Option<(Resource, u64)>, Error> {
    let reference = get(pointer)?;
    Ok(reference.bound.map(|resource| (resource, reference.offset)))
}

/// Binds a reference, or binds what it is bound to again with another description; `None` unbinds it.
///
/// # Errors
/// Those of [`texture::create`]; `UnregisteredVariable` for a reference without device code; `BadPointer`.
pub fn bind(pointer: u64, to: Option<(Resource, u64)>, desc: TextureDesc) -> Result<(), Error> {
    let before = get(pointer)?;
    let variable = match before.variable {
        Some(address) => address,
        None => registry::symbol(pointer)?.0,
    };
    let object = match to {
        Some((resource, _)) => texture::create(resource, desc)?,
        None => 0,
    };
    // Launches read the variable as they run; what was launched before is to read what was bound then.
    crate::api::context::wait_for(&*usable()?)?;
    memory::write_bytes(variable, &object.to_le_bytes(), StreamRef::Legacy)?;
    if before.object != 0 {
        // A reset of the device has destroyed it already.
        let _gone_already = texture::destroy(before.object, false);
    }
    let (bound, offset) = (to.map(|(resource, _)| resource), to.map_or(0, |(_, offset)| offset));
    REFERENCES.lock().insert(pointer, Reference { variable: before.variable, bound, object, offset });
    Ok(())
}
