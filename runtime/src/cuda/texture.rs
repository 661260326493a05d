//! Textures and surfaces.

use super::array::{gpu_array, gpu_mipmapped};
use super::context::Context;
use crate::Error;
use crate::backend::{self, Texels};
use crate::types::{Resource, TextureDesc};
use cuda_driver::Handle;
use hip_sys::{
    HIP_RESOURCE_DESC, HIP_RESOURCE_DESC_st_res as Res, HIP_RESOURCE_DESC_st_res_array as OfArray,
    HIP_RESOURCE_DESC_st_res_linear as Linear, HIP_RESOURCE_DESC_st_res_mipmap as OfMipmap,
    HIP_RESOURCE_DESC_st_res_pitch2D as Rows, HIP_TEXTURE_DESC, HIPaddress_mode_enum, HIPfilter_mode_enum,
    HIPresourcetype as Kind, hipArray_Format, zeroed,
};
use ptx::texture::Format;
use std::ffi::c_void;

/// Returns the C constant of a format.
pub(super) const fn format_code(format: Format) -> hipArray_Format {
    match format {
        Format::U8 => hipArray_Format::HIP_AD_FORMAT_UNSIGNED_INT8,
        Format::U16 => hipArray_Format::HIP_AD_FORMAT_UNSIGNED_INT16,
        Format::U32 => hipArray_Format::HIP_AD_FORMAT_UNSIGNED_INT32,
        Format::S8 => hipArray_Format::HIP_AD_FORMAT_SIGNED_INT8,
        Format::S16 => hipArray_Format::HIP_AD_FORMAT_SIGNED_INT16,
        Format::S32 => hipArray_Format::HIP_AD_FORMAT_SIGNED_INT32,
        Format::F16 => hipArray_Format::HIP_AD_FORMAT_HALF,
        Format::F32 => hipArray_Format::HIP_AD_FORMAT_FLOAT,
    }
}

fn word<T>(handle: Handle) -> *mut T {
    std::ptr::with_exposed_provenance_mut(handle.0)
}

fn address(address: u64) -> *mut c_void {
    std::ptr::with_exposed_provenance_mut(address as usize)
}

fn of_array(array: &dyn backend::Array) -> Result<HIP_RESOURCE_DESC, Error> {
    let array = OfArray { hArray: word(gpu_array(array)?.handle) };
    Ok(described(Kind::HIP_RESOURCE_TYPE_ARRAY, |res| res.array = array))
}

/// Description of a resource. The rest of the union stays zero, as a driver may want it.
fn described(kind: Kind, set: impl FnOnce(&mut Res)) -> HIP_RESOURCE_DESC {
    let mut description = zeroed::<HIP_RESOURCE_DESC>();
    description.resType = kind;
    set(&mut description.res);
    description
}

/// Makes a texture.
///
/// # Errors
/// The driver's.
pub(super) fn make(context: &Context, resource: &Texels, texture: &TextureDesc) -> Result<u64, Error> {
    let resource = match resource {
        Resource::Array(array) => of_array(&**array)?,
        Resource::Mipmapped(array) => {
            let mipmap = OfMipmap { hMipmappedArray: word(gpu_mipmapped(&**array)?.handle) };
            described(Kind::HIP_RESOURCE_TYPE_MIPMAPPED_ARRAY, |res| res.mipmap = mipmap)
        }
        &Resource::Linear { address: at, format, channels, bytes } => {
            let linear = Linear {
                devPtr: address(at),
                format: format_code(format),
                numChannels: channels,
                sizeInBytes: bytes as usize,
            };
            described(Kind::HIP_RESOURCE_TYPE_LINEAR, |res| res.linear = linear)
        }
        &Resource::Rows { address: at, format, channels, width, height, pitch } => {
            let rows = Rows {
                devPtr: address(at),
                format: format_code(format),
                numChannels: channels,
                width: width as usize,
                height: height as usize,
                pitchInBytes: pitch as usize,
            };
            described(Kind::HIP_RESOURCE_TYPE_PITCH2D, |res| res.pitch2D = rows)
        }
    };
    let texture = HIP_TEXTURE_DESC {
        addressMode: texture.address_modes.map(HIPaddress_mode_enum),
        filterMode: HIPfilter_mode_enum(texture.filter),
        flags: texture.flags,
        maxAnisotropy: texture.anisotropy,
        mipmapFilterMode: HIPfilter_mode_enum(texture.level_filter),
        mipmapLevelBias: texture.bias,
        minMipmapLevelClamp: texture.levels[0],
        maxMipmapLevelClamp: texture.levels[1],
        borderColor: texture.border,
        reserved: [0; 12],
    };
    context.call(|driver| driver.texture(&resource, &texture))
}

/// Makes a surface.
///
/// # Errors
/// The driver's.
pub(super) fn surface(context: &Context, array: &dyn backend::Array) -> Result<u64, Error> {
    let (resource, mut handle) = (of_array(array)?, 0);
    context.call(|driver| driver.cuSurfObjectCreate(&mut handle, &resource))?;
    Ok(handle)
}

/// Destroys a texture or surface.
pub(super) fn remove(context: &Context, handle: u64) {
    // The caller does not say which it is: the driver knows its handles.
    if context.call(|driver| driver.cuTexObjectDestroy(handle)).is_err() {
        let _ = context.call(|driver| driver.cuSurfObjectDestroy(handle));
    }
}
