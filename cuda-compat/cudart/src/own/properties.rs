//! Properties of devices, kernels, pointers and textures, in CUDA's structures.

use crate::attributes::DEVICE_ATTRIBUTES;
use crate::entry::{Code, Pointer, fail, of_hip};
use crate::result::{INVALID_VALUE, SUCCESS};

unsafe extern "C" {
    fn hipGetDevicePropertiesR0600(to: *mut u8, device: u32) -> Code;
    fn hipDeviceGetAttribute(value: *mut i32, attribute: u32, device: u32) -> Code;
    fn hipDeviceComputeCapability(major: *mut i32, minor: *mut i32, device: u32) -> Code;
    fn hipDeviceGetP2PAttribute(value: *mut i32, attribute: u32, from: u32, to: u32) -> Code;
    fn hipFuncGetAttributes(to: *mut HipFunction, host: Pointer) -> Code;
    fn hipPointerGetAttributes(to: *mut HipPointer, of: Pointer) -> Code;
    fn hipGetTextureObjectResourceDesc(to: *mut u8, of: u64) -> Code;
    fn hipGetTextureObjectTextureDesc(to: *mut u8, of: u64) -> Code;
    fn hipGetTextureObjectResourceViewDesc(to: *mut u8, of: u64) -> Code;
}

/// Size of `hipDeviceProp_tR0600` in bytes.
const HIP_PROPERTIES: usize = 1472;

/// Layout of `cudaDeviceProp` by CUDA version.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// CUDA 12, 1032 bytes.
    Cuda12,
    /// CUDA 13, 1008 bytes.
    Cuda13,
}

impl Layout {
    /// Returns the table column with the layout's offsets, and the structure's size.
    fn column(self) -> (usize, usize) {
        match self {
            Layout::Cuda12 => (4, 1032),
            Layout::Cuda13 => (5, 1008),
        }
    }
}

/// Fills `cudaDeviceProp` from HIP's structure and from attributes.
///
/// # Safety
/// The pointer is null or leads to a structure of the layout.
pub unsafe fn properties(to: Pointer, device: u32, layout: Layout) -> Code {
    if to.is_null() {
        return fail(INVALID_VALUE);
    }
    let mut hip = [0; HIP_PROPERTIES];
    // SAFETY: a local of HIP's size.
    let code = unsafe { hipGetDevicePropertiesR0600(hip.as_mut_ptr(), device) };
    if code != SUCCESS {
        return of_hip(code);
    }
    let (column, size) = layout.column();
    let mut cuda = vec![0; size];
    for row in tsv::rows(include_str!("../../../api/device_properties.tsv")) {
        let cells: Vec<Option<usize>> = tsv::cells(row).map(|cell| cell.parse().ok()).collect();
        // A member without an offset is not part of this layout.
        let (Some(Some(bytes)), Some(Some(at))) = (cells.get(1), cells.get(column)) else { continue };
        let to = &mut cuda[*at..at + bytes];
        match (cells.get(2), cells.get(3)) {
            (Some(Some(from)), _) => to.copy_from_slice(&hip[*from..from + bytes]),
            (_, Some(Some(attribute))) => {
                let mut value = 0;
                // SAFETY: a local's address. What no device of the kind has stays zero.
                unsafe { cudaDeviceGetAttribute(&raw mut value, *attribute as u32, device) };
                to.copy_from_slice(&value.to_le_bytes());
            }
            _ => {}
        }
    }
    // SAFETY: not null, and the caller's.
    unsafe { std::ptr::copy_nonoverlapping(cuda.as_ptr(), to.cast(), size) };
    SUCCESS
}

/// `cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attr, int device)`
///
/// # Safety
/// The pointer is null or leads to an `int`.
pub unsafe extern "C" fn cudaDeviceGetAttribute(value: *mut i32, attribute: u32, device: u32) -> Code {
    let Ok(row) = DEVICE_ATTRIBUTES.binary_search_by_key(&attribute, |row| row.0) else {
        return fail(INVALID_VALUE);
    };
    let (_, hip, constant, since) = DEVICE_ATTRIBUTES[row];
    if let Some(hip) = hip {
        // SAFETY: passed on as it came.
        return of_hip(unsafe { hipDeviceGetAttribute(value, hip, device) });
    }
    if value.is_null() {
        return fail(INVALID_VALUE);
    }
    let (mut major, mut minor) = (0, 0);
    // SAFETY: locals' addresses; `value` is not null, and the caller's.
    unsafe {
        let code = hipDeviceComputeCapability(&raw mut major, &raw mut minor, device);
        if code == SUCCESS {
            value.write_unaligned(if 10 * major + minor >= since { constant } else { 0 });
        }
        of_hip(code)
    }
}

/// `cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attr, int srcDevice, int
/// dstDevice)`: CUDA's numbers start at one, HIP's at zero.
///
/// # Safety
/// The pointer is null or leads to an `int`.
pub unsafe extern "C" fn cudaDeviceGetP2PAttribute(
    value: *mut i32,
    attribute: u32,
    from: u32,
    to: u32,
) -> Code {
    if !(1..=4).contains(&attribute) {
        return fail(INVALID_VALUE);
    }
    // SAFETY: passed on as it came.
    of_hip(unsafe { hipDeviceGetP2PAttribute(value, attribute - 1, from, to) })
}

/// `hipFuncAttributes`
#[repr(C)]
#[derive(Default)]
struct HipFunction {
    binary_version: i32,
    cache_mode: i32,
    constant: usize,
    local: usize,
    dynamic_shared: i32,
    threads: i32,
    registers: i32,
    carveout: i32,
    ptx_version: i32,
    shared: usize,
}

/// `cudaFuncAttributes`
#[repr(C)]
#[derive(Default, Debug)]
pub struct Function {
    shared: usize,
    constant: usize,
    local: usize,
    threads: i32,
    registers: i32,
    ptx_version: i32,
    binary_version: i32,
    cache_mode: i32,
    dynamic_shared: i32,
    carveout: i32,
    /// Cluster size: none requested.
    cluster: [i32; 6],
    reserved: [i32; 16],
}

/// `cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attr, const void *func)`
///
/// # Safety
/// The first pointer is null or leads to the structure.
pub unsafe extern "C" fn cudaFuncGetAttributes(to: *mut Function, host: Pointer) -> Code {
    if to.is_null() {
        return fail(INVALID_VALUE);
    }
    let mut hip = HipFunction::default();
    // SAFETY: a local's address; `to` is not null, and the caller's.
    unsafe {
        let code = hipFuncGetAttributes(&raw mut hip, host);
        if code == SUCCESS {
            to.write_unaligned(Function {
                shared: hip.shared,
                constant: hip.constant,
                local: hip.local,
                threads: hip.threads,
                registers: hip.registers,
                ptx_version: hip.ptx_version,
                binary_version: hip.binary_version,
                cache_mode: hip.cache_mode,
                dynamic_shared: hip.dynamic_shared,
                carveout: hip.carveout,
                ..Function::default()
            });
        }
        of_hip(code)
    }
}

/// `hipPointerAttribute_t`. The first four members are those of `cudaPointerAttributes`.
#[repr(C)]
#[derive(Clone, Copy)]
struct HipPointer {
    kind: u32,
    device: i32,
    on_device: Pointer,
    on_host: Pointer,
    managed: i32,
    flags: u32,
}

/// Fills a `cudaPointerAttributes` of `size` bytes. Reserved bytes are set to zero.
///
/// # Safety
/// `to` is null or has `size` bytes, 24 or more.
pub unsafe fn pointer_attributes(to: Pointer, of: Pointer, size: usize) -> Code {
    if to.is_null() {
        return fail(INVALID_VALUE);
    }
    let none = std::ptr::null_mut();
    let mut hip = HipPointer { kind: 0, device: 0, on_device: none, on_host: none, managed: 0, flags: 0 };
    // SAFETY: a local's address; `to` is not null, and the caller's.
    unsafe {
        let code = hipPointerGetAttributes(&raw mut hip, of);
        if code == SUCCESS {
            to.cast::<u8>().write_bytes(0, size);
            std::ptr::copy_nonoverlapping((&raw const hip).cast::<u8>(), to.cast(), 24);
        }
        of_hip(code)
    }
}

/// Gets a structure of `have` bytes from HIP into one of `want` bytes with the same beginning. The rest is
/// set to zero.
///
/// # Safety
/// `to` is null or has `want` bytes.
unsafe fn begun(to: Pointer, have: usize, want: usize, ask: impl FnOnce(*mut u8) -> Code) -> Code {
    if to.is_null() {
        return fail(INVALID_VALUE);
    }
    let mut bytes = vec![0; have.max(want)];
    let code = ask(bytes.as_mut_ptr());
    if code == SUCCESS {
        // SAFETY: not null, and the caller's.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), to.cast(), want) };
    }
    of_hip(code)
}

/// Gets the resource of a texture in a `cudaResourceDesc` of `size` bytes.
///
/// # Safety
/// `to` is null or has `size` bytes.
pub unsafe fn texture_resource(to: Pointer, of: u64, size: usize) -> Code {
    // SAFETY: as the caller says; HIP gets a local with room.
    unsafe { begun(to, 64, size, |to| hipGetTextureObjectResourceDesc(to, of)) }
}

/// Gets the view of a texture in a `cudaResourceViewDesc` of `size` bytes.
///
/// # Safety
/// `to` is null or has `size` bytes.
pub unsafe fn texture_view(to: Pointer, of: u64, size: usize) -> Code {
    // SAFETY: as the caller says; HIP gets a local with room.
    unsafe { begun(to, 48, size, |to| hipGetTextureObjectResourceViewDesc(to, of)) }
}

/// `cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *pTexDesc, cudaTextureObject_t
/// texObject)`
///
/// # Safety
/// The pointer is null or leads to the structure.
pub unsafe extern "C" fn cudaGetTextureObjectTextureDesc(to: Pointer, of: u64) -> Code {
    // SAFETY: as the caller says; HIP gets a local with room.
    unsafe { begun(to, 64, 72, |to| hipGetTextureObjectTextureDesc(to, of)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structures_have_cuda_s_sizes_and_members_lie_inside() {
        assert_eq!((size_of::<Function>(), size_of::<HipFunction>(), size_of::<HipPointer>()), (144, 56, 32));
        for row in tsv::rows(include_str!("../../../api/device_properties.tsv")) {
            let cells: Vec<&str> = tsv::cells(row).collect();
            let bytes: usize = cells[1].parse().expect("a size");
            assert!(
                cells[2] == "-" || cells[2].parse::<usize>().expect("an offset") + bytes <= HIP_PROPERTIES
            );
            for layout in [Layout::Cuda12, Layout::Cuda13] {
                let (column, size) = layout.column();
                assert!(
                    cells[column] == "-"
                        || cells[column].parse::<usize>().expect("an offset") + bytes <= size,
                    "{row}"
                );
            }
        }
        assert!(DEVICE_ATTRIBUTES.is_sorted_by_key(|row| row.0), "looked up by halves");
        // SAFETY: null is what is asked about.
        assert_eq!(unsafe { properties(std::ptr::null_mut(), 0, Layout::Cuda13) }, INVALID_VALUE);
    }
}
