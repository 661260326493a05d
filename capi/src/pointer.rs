//! Attributes of single pointers (HIP: "Memory Management"; CUDA: "Unified Addressing").

use crate::entry::{In, Out, Place, entry_points};
use hip_sys::{hipMemAccessFlags, hipMemoryType, hipPointer_attribute as Attribute};
use runtime::Error;
use runtime::api::memory::{self, PointerInfo};
use runtime::api::virtual_memory;
use runtime::types::AllocationKind;
use std::ffi::c_void;

const CONTEXT: Attribute = Attribute::HIP_POINTER_ATTRIBUTE_CONTEXT;
const MEMORY_TYPE: Attribute = Attribute::HIP_POINTER_ATTRIBUTE_MEMORY_TYPE;
const DEVICE_POINTER: Attribute = Attribute::HIP_POINTER_ATTRIBUTE_DEVICE_POINTER;
const HOST_POINTER: Attribute = Attribute::HIP_POINTER_ATTRIBUTE_HOST_POINTER;
const P2P_TOKENS: Attribute = Attribute::HIP_POINTER_ATTRIBUTE_P2P_TOKENS;
const SYNC_MEMOPS: Attribute = Attribute::HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS;
const BUFFER_ID: Attribute = Attribute::HIP_POINTER_ATTRIBUTE_BUFFER_ID;
const IS_MANAGED: Attribute = Attribute::HIP_POINTER_ATTRIBUTE_IS_MANAGED;
const DEVICE_ORDINAL: Attribute = Attribute::HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL;
const IS_LEGACY_IPC_CAPABLE: Attribute = Attribute::HIP_POINTER_ATTRIBUTE_IS_LEGACY_HIP_IPC_CAPABLE;
const RANGE_START: Attribute = Attribute::HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR;
const RANGE_SIZE: Attribute = Attribute::HIP_POINTER_ATTRIBUTE_RANGE_SIZE;
const MAPPED: Attribute = Attribute::HIP_POINTER_ATTRIBUTE_MAPPED;
const ALLOWED_HANDLE_TYPES: Attribute = Attribute::HIP_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES;
const IS_RDMA_CAPABLE: Attribute = Attribute::HIP_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE;
const ACCESS_FLAGS: Attribute = Attribute::HIP_POINTER_ATTRIBUTE_ACCESS_FLAGS;
const MEMPOOL_HANDLE: Attribute = Attribute::HIP_POINTER_ATTRIBUTE_MEMPOOL_HANDLE;

/// Returns the size of an attribute's value, in bytes.
fn room(attribute: Attribute) -> Result<usize, Error> {
    Ok(match attribute {
        CONTEXT | DEVICE_POINTER | HOST_POINTER | BUFFER_ID | RANGE_START | RANGE_SIZE => 8,
        ALLOWED_HANDLE_TYPES | MEMPOOL_HANDLE => 8,
        MEMORY_TYPE | SYNC_MEMOPS | IS_MANAGED | DEVICE_ORDINAL | IS_LEGACY_IPC_CAPABLE | MAPPED => 4,
        IS_RDMA_CAPABLE | ACCESS_FLAGS => 4,
        P2P_TOKENS => 12,
        Attribute(got) => {
            return Err(Error::UnknownEnumerator { what: "pointer attribute", got: got.into() });
        }
    })
}

/// Returns the value of an attribute of mapped physical memory, where it differs from other memory (observed
/// on an H200).
#[cold]
fn of_mapping(address: u64, attribute: Attribute) -> Result<Option<Option<u64>>, Error> {
    if !matches!(attribute, RANGE_START | RANGE_SIZE | ALLOWED_HANDLE_TYPES | ACCESS_FLAGS | DEVICE_POINTER) {
        return Ok(None);
    }
    let Some(mapped) = virtual_memory::mapped_at(address)? else { return Ok(None) };
    Ok(Some(match attribute {
        RANGE_START => Some(mapped.base),
        RANGE_SIZE => Some(mapped.bytes),
        ALLOWED_HANDLE_TYPES => Some(mapped.handle_types.into()),
        ACCESS_FLAGS => Some(mapped.access.into()),
        // Memory without device access yet has no device address.
        _ => (mapped.access != 0).then_some(address),
    }))
}

/// Returns the value of an attribute: that of [`value`], or of the mapping at the address if its memory is
/// mapped physical memory.
#[inline(always)]
fn value_at(info: &PointerInfo, address: u64, attribute: Attribute) -> Result<Option<u64>, Error> {
    if matches!(info.kind, AllocationKind::Mapped)
        && let Some(found) = of_mapping(address, attribute)?
    {
        return Ok(found);
    }
    Ok(value(info, address, attribute))
}

// This function and `write` are inlined into the caller: passing a pointer's facts through memory takes as
// long as finding them.
/// Returns the value of an attribute; `None` if this kind of memory does not have it (observed on an H200).
#[inline(always)]
fn value(info: &PointerInfo, address: u64, attribute: Attribute) -> Option<u64> {
    use AllocationKind::{Managed, Pinned, Pooled, Registered};
    let on_device = !matches!(info.kind, Managed(_) | Pinned(_) | Registered(_));
    Some(match attribute {
        // Memory without an owning context.
        CONTEXT if matches!(info.kind, Pooled(_) | AllocationKind::Mapped) => 0,
        CONTEXT => info.context,
        MEMORY_TYPE => match info.kind {
            Pinned(_) | Registered(_) => hipMemoryType::hipMemoryTypeHost.0.into(),
            Managed(_) => hipMemoryType::hipMemoryTypeManaged.0.into(),
            _ => hipMemoryType::hipMemoryTypeDevice.0.into(),
        },
        DEVICE_POINTER => address,
        HOST_POINTER if on_device => return None,
        HOST_POINTER => address,
        P2P_TOKENS if matches!(info.kind, Pinned(_) | Registered(_)) => return None,
        BUFFER_ID => info.serial,
        IS_MANAGED => matches!(info.kind, AllocationKind::Managed(_)).into(),
        DEVICE_ORDINAL => info.device as u64,
        IS_LEGACY_IPC_CAPABLE => {
            matches!(info.kind, AllocationKind::Device | AllocationKind::Variable).into()
        }
        IS_RDMA_CAPABLE => on_device.into(),
        MEMPOOL_HANDLE => match info.kind {
            Pooled(pool) => pool,
            _ => 0,
        },
        RANGE_START => info.base,
        RANGE_SIZE => info.bytes,
        MAPPED => 1,
        ACCESS_FLAGS => hipMemAccessFlags::hipMemAccessFlagsProtReadWrite.0.into(),
        SYNC_MEMOPS => info.sync_memops.into(),
        // There are no tokens, handle types or pools.
        _ => 0,
    })
}

#[inline(always)]
fn write(to: &Place<u8>, value: u64, room: usize) {
    match room {
        4 => to.part::<u32>().set(value as u32),
        8 => to.part::<u64>().set(value),
        _ => {
            let bytes = value.to_le_bytes().into_iter().chain(std::iter::repeat(0));
            bytes.take(room).enumerate().for_each(|(n, byte)| to.set_at(n, byte));
        }
    }
}

entry_points! {
    /// Returns an attribute of a pointer to memory known to the runtime.
    fn hipPointerGetAttribute(data: Out<u8>, attribute: Attribute, pointer: *const c_void) {
        let data = data.wanted("data")?;
        let (room, address) = (room(attribute)?, pointer as u64);
        let unknown = || Error::BadPointer { what: "memory with this attribute", address };
        let info = memory::pointer_info(address)?.ok_or_else(unknown)?;
        // An attribute that this kind of memory lacks is 0, and an error nevertheless (observed on an H200).
        let value = value_at(&info, address, attribute)?;
        write(&data, value.unwrap_or(0), room);
        value.ok_or_else(unknown)?;
        if attribute == P2P_TOKENS {
            // A query for tokens has this effect (CUDA's manual; observed on an H200).
            memory::set_sync_memops(address, true)?;
        }
    }
    /// Sets an attribute of a pointer: only whether operations on its memory are synchronous can be set.
    fn hipPointerSetAttribute(value: In<u32>, attribute: Attribute, pointer: *mut c_void) {
        let value = value.read("value")?;
        if attribute != SYNC_MEMOPS {
            return Err(Error::UnknownEnumerator { what: "pointer attribute that can be set", got: attribute.0.into() });
        }
        memory::set_sync_memops(pointer as u64, value != 0)?;
    }
    /// Returns several attributes of a pointer. Those that do not apply are 0. Memory unknown to the runtime
    /// has 0 as well, except its host address; its range is not written (observed on an H200).
    fn hipDrvPointerGetAttributes(count: u32, attributes: In<Attribute>, data: In<u64>, pointer: *const c_void) {
        if count == 0 || attributes.is_null() || data.is_null() {
            return Err(Error::Null { what: "attributes" });
        }
        let address = pointer as u64;
        let info = memory::pointer_info(address)?;
        for (attribute, data) in attributes.array(count as usize)?.into_iter().zip(data.array(count as usize)?) {
            let data = Out::<u8>::at(data).wanted("data")?;
            let room = room(attribute)?;
            match (&info, attribute) {
                (Some(info), _) => write(&data, value_at(info, address, attribute)?.unwrap_or(0), room),
                (None, RANGE_START | RANGE_SIZE) => {}
                (None, DEVICE_ORDINAL) => write(&data, i64::from(hip_sys::hipInvalidDeviceId) as u64, room),
                (None, HOST_POINTER) => write(&data, address, room),
                (None, _) => write(&data, 0, room),
            }
        }
    }
}
