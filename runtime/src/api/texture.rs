//! Texture and surface objects (HIP: "Texture Management", "Surface Object").
//!
//! An object's memory is fixed at creation; [`ptx::texture`] defines the values that kernels read.

use crate::Error;
use crate::backend::Texels;
use crate::handle::Id;
use crate::object::ArrayObject;
use crate::state::{process, usable};
use crate::sync::Arc;

pub use crate::object::texture::{Made, Resource, TextureDesc};

/// Creates a texture; its handle (`hipTexObjectCreate`).
///
/// # Errors
/// `UnknownEnumerator`, `BadFlags`, `OutOfRange`, `Unaligned`, `BadHandle`; what is wrong with
/// the current context.
pub fn create(resource: Resource, texture: TextureDesc) -> Result<u64, Error> {
    let context = usable()?;
    let process = process()?;
    let texels: Texels = match resource {
        Resource::Array(id) => Texels::Array(Arc::clone(&process.get(id)?.backend)),
        Resource::Mipmapped(id) => Texels::Mipmapped(Arc::clone(&process.get(id)?.backend)),
        Resource::Linear { address, format, channels, bytes } => {
            Texels::Linear { address, format, channels, bytes }
        }
        Resource::Rows { address, format, channels, width, height, pitch } => {
            Texels::Rows { address, format, channels, width, height, pitch }
        }
    };
    let handle = context.backend.texture(&texels, &texture)?;
    context.textures.lock().insert(handle, Made { resource, texture: Some(texture) });
    Ok(handle)
}

/// Creates a surface; its handle (`hipCreateSurfaceObject`).
///
/// # Errors
/// `BadHandle`; errors of the current context. As on an H200, the array need not have been made for
/// surfaces.
pub fn create_surface(array: Id<ArrayObject>) -> Result<u64, Error> {
    let context = usable()?;
    let handle = context.backend.surface(&*process()?.get(array)?.backend)?;
    context.textures.lock().insert(handle, Made { resource: Resource::Array(array), texture: None });
    Ok(handle)
}

/// Description from which a texture or surface was created.
///
/// # Errors
/// `BadHandle`; errors of the current context.
pub fn made_of(handle: u64, surface: bool) -> Result<Made, Error> {
    let context = usable()?;
    let found = context.textures.lock().get(&handle).copied();
    let kind = if surface { "surface" } else { "texture" };
    found.filter(|made| made.texture.is_none() == surface).ok_or(Error::BadHandle { kind, word: handle })
}

/// Destroys a texture or surface (`hipDestroyTextureObject`, `hipDestroySurfaceObject`). It does not wait:
/// kernels launched before read what they would have read, as on an H200, which gives the handle again once
/// those have ended.
///
/// # Errors
/// Those of [`made_of`].
pub fn destroy(handle: u64, surface: bool) -> Result<(), Error> {
    made_of(handle, surface)?;
    let context = usable()?;
    context.textures.lock().remove(&handle);
    context.backend.remove_texture(handle);
    Ok(())
}
