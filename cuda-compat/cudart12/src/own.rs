//! Functions that are specific to CUDA 12.

pub(crate) use cudart::own::*;

use cudart::entry::{Code, Pointer};

/// `cudaError_t cudaRuntimeGetVersion(int *runtimeVersion)`
///
/// # Safety
/// The pointer is null or leads to an `int`.
pub(crate) unsafe extern "C" fn cudaRuntimeGetVersion(version: *mut i32) -> Code {
    // SAFETY: as the caller says.
    unsafe { cudart::entry::put(version, 12_090) }
}

/// `cudaError_t cudaGetDeviceProperties_v2(struct cudaDeviceProp *prop, int device)`
///
/// # Safety
/// The pointer is null or leads to CUDA 12's structure.
pub(crate) unsafe extern "C" fn cudaGetDeviceProperties_v2(to: Pointer, device: u32) -> Code {
    // SAFETY: as the caller says.
    unsafe { properties(to, device, Layout::Cuda12) }
}

/// `cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *ptr)`
///
/// # Safety
/// The first pointer is null or leads to CUDA 12's structure.
pub(crate) unsafe extern "C" fn cudaPointerGetAttributes(to: Pointer, of: Pointer) -> Code {
    // SAFETY: as the caller says.
    unsafe { pointer_attributes(to, of, 24) }
}

/// Size of `cudaResourceDesc` in bytes.
const RESOURCE: usize = 64;

/// `cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *pResDesc, cudaTextureObject_t
/// texObject)`
///
/// # Safety
/// The pointer is null or leads to CUDA 12's structure.
pub(crate) unsafe extern "C" fn cudaGetTextureObjectResourceDesc(to: Pointer, of: u64) -> Code {
    // SAFETY: as the caller says.
    unsafe { texture_resource(to, of, RESOURCE) }
}

/// `cudaError_t cudaGetTextureObjectResourceViewDesc(struct cudaResourceViewDesc *desc, cudaTextureObject_t
/// texObject)`
///
/// # Safety
/// The pointer is null or leads to CUDA 12's structure.
pub(crate) unsafe extern "C" fn cudaGetTextureObjectResourceViewDesc(to: Pointer, of: u64) -> Code {
    // SAFETY: as the caller says.
    unsafe { texture_view(to, of, 48) }
}
