//! Pointer attributes with other answers in CUDA's driver than in HIP.

use crate::entry::{Code, Pointer, context, need, of_hip};
use crate::result::{INVALID_CONTEXT, SUCCESS};

unsafe extern "C" {
    fn hipPointerGetAttribute(data: Pointer, attribute: u32, pointer: Pointer) -> Code;
    fn hipDrvPointerGetAttributes(
        count: u32,
        attributes: *const u32,
        data: *const Pointer,
        pointer: Pointer,
    ) -> Code;
}

/// `CU_POINTER_ATTRIBUTE_MEMORY_TYPE`
const MEMORY_TYPE: u32 = 2;
/// `CU_POINTER_ATTRIBUTE_DEVICE_POINTER`
const DEVICE_POINTER: u32 = 3;
/// `hipMemoryTypeManaged`. In CUDA, managed memory has the device type.
const MANAGED: u32 = 3;
/// `CU_MEMORYTYPE_DEVICE`
const DEVICE: u32 = 2;

/// Converts a value from HIP to CUDA. Without a context, the address belongs to no device: the value is 0,
/// and a query of that attribute alone fails with an invalid context (observed on an H200).
///
/// # Safety
/// `data` points to a value of the attribute.
unsafe fn to_cuda(data: Pointer, attribute: u32) -> Code {
    // SAFETY: as the caller says.
    unsafe {
        match attribute {
            MEMORY_TYPE if data.cast::<u32>().read_unaligned() == MANAGED => {
                data.cast::<u32>().write_unaligned(DEVICE);
            }
            DEVICE_POINTER if context().is_err() => {
                data.cast::<u64>().write_unaligned(0);
                return INVALID_CONTEXT;
            }
            _ => {}
        }
    }
    SUCCESS
}

/// `CUresult cuPointerGetAttribute(void *data, CUpointer_attribute attribute, CUdeviceptr ptr)`
///
/// # Safety
/// The first pointer is null or leads to a value of the attribute.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuPointerGetAttribute(data: Pointer, attribute: u32, pointer: u64) -> Code {
    need!(init);
    // SAFETY: as the caller says; the callee takes any address, and has refused null if it succeeds.
    unsafe {
        match of_hip(hipPointerGetAttribute(data, attribute, pointer as Pointer)) {
            SUCCESS => to_cuda(data, attribute),
            code => code,
        }
    }
}

/// `CUresult cuPointerGetAttributes(unsigned int numAttributes, CUpointer_attribute *attributes, void **data,
/// CUdeviceptr ptr)`
///
/// # Safety
/// The pointers are null or lead to as many attributes, and to as many places for their values.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuPointerGetAttributes(
    count: u32,
    attributes: *const u32,
    data: *const Pointer,
    pointer: u64,
) -> Code {
    need!(init);
    // SAFETY: as the caller says; the callee has refused null if it succeeds.
    unsafe {
        let code = of_hip(hipDrvPointerGetAttributes(count, attributes, data, pointer as Pointer));
        if code == SUCCESS {
            for n in 0..count as usize {
                to_cuda(data.add(n).read_unaligned(), attributes.add(n).read_unaligned());
            }
        }
        code
    }
}
