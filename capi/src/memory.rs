//! Memory (HIP: "Memory Management").

use crate::entry::{Out, entry_points};
use crate::types::Stream;
use hip_sys::{hipMemcpyKind, hipMemoryType, hipPointerAttribute_t};
use runtime::Error;
use runtime::api::StreamRef;
use runtime::api::memory::{self, Direction, Pattern};
use runtime::types::{AllocationKind, Pointer};
use std::ffi::c_void;

/// Returns a host pointer, valid by the C contract.
pub(crate) fn host(pointer: *const c_void) -> Pointer {
    // SAFETY: C promised that what the call reads or writes there is valid until the operation is complete.
    unsafe { Pointer::host(pointer) }
}

pub(crate) fn device(pointer: *const c_void) -> Pointer {
    // SAFETY: C promised that nothing else uses the memory while the call does.
    unsafe { Pointer::device(pointer as u64) }
}

pub(crate) fn stream(stream: Stream) -> Result<StreamRef, Error> {
    StreamRef::from_word(stream.word())
}

pub(crate) fn direction(kind: hipMemcpyKind) -> Result<Direction, Error> {
    Ok(match kind {
        // Between host addresses, the addresses determine the direction.
        hipMemcpyKind::hipMemcpyHostToHost | hipMemcpyKind::hipMemcpyDefault => Direction::Any,
        hipMemcpyKind::hipMemcpyHostToDevice => Direction::ToDevice,
        hipMemcpyKind::hipMemcpyDeviceToHost => Direction::ToHost,
        hipMemcpyKind::hipMemcpyDeviceToDevice | hipMemcpyKind::hipMemcpyDeviceToDeviceNoCU => {
            Direction::OnDevice
        }
        hipMemcpyKind(got) => return Err(Error::BadDirection { got }),
    })
}

/// Checks the device ordinals of a copy. All devices' memory lies in one window, so the addresses suffice.
pub(crate) fn peers(to: i32, from: i32) -> Result<(), Error> {
    runtime::api::device::get(to)?;
    runtime::api::device::get(from).map(drop)
}

/// Returns the destination of a memset, and its pattern.
fn bytes(pointer: *const c_void, value: i32) -> (Pointer, Pattern) {
    (device(pointer), Pattern::D8(value as u8))
}

entry_points! {
    /// Allocates device memory.
    fn hipMalloc(out: Out<u64>, size: u64) {
        let out = out.wanted("ptr")?;
        out.set(memory::alloc(size)?);
    }
    /// Frees device or managed memory.
    fn hipFree(pointer: *mut c_void) {
        // SAFETY: C promised that the program owns the memory and does not use it any more.
        unsafe { memory::free(pointer as u64) }?;
    }
    /// Allocates page-locked host memory.
    fn hipHostMalloc(out: Out<u64>, size: u64, flags: u32) {
        let out = out.wanted("ptr")?;
        out.set(memory::alloc_host(size, flags)?);
    }
    /// Allocates page-locked host memory.
    fn hipHostAlloc(out: Out<u64>, size: u64, flags: u32) {
        let out = out.wanted("ptr")?;
        out.set(memory::alloc_host(size, flags)?);
    }
    /// Allocates page-locked host memory.
    fn hipExtHostAlloc(out: Out<u64>, size: u64, flags: u32) {
        let out = out.wanted("ptr")?;
        out.set(memory::alloc_host(size, flags)?);
    }
    /// Allocates device memory with AMD's flags, whose properties all memory has here.
    fn hipExtMallocWithFlags(out: Out<u64>, size: u64, flags: u32) {
        let out = out.wanted("ptr")?;
        match flags {
            hip_sys::hipMallocSignalMemory if size != 8 => {
                return Err(Error::OutOfRange { what: "size of signal memory", got: size, min: 8, max: 8 });
            }
            hip_sys::hipDeviceMallocDefault..=hip_sys::hipDeviceMallocContiguous => out.set(memory::alloc(size)?),
            got => return Err(Error::BadFlags { what: "device memory", got: got.into() }),
        }
    }
    /// Allocates page-locked host memory (deprecated name).
    fn hipMallocHost(out: Out<u64>, size: u64) {
        let out = out.wanted("ptr")?;
        out.set(memory::alloc_host(size, 0)?);
    }
    /// Allocates page-locked host memory (deprecated name).
    fn hipMemAllocHost(out: Out<u64>, size: u64) {
        let out = out.wanted("ptr")?;
        out.set(memory::alloc_host(size, 0)?);
    }
    /// Frees page-locked host memory.
    fn hipHostFree(pointer: *mut c_void) {
        // SAFETY: C promised that the program owns the memory and does not use it any more.
        unsafe { memory::free_host(pointer as u64) }?;
    }
    /// Frees page-locked host memory (deprecated name).
    fn hipFreeHost(pointer: *mut c_void) {
        // SAFETY: C promised that the program owns the memory and does not use it any more.
        unsafe { memory::free_host(pointer as u64) }?;
    }
    /// Registers host memory of the program.
    fn hipHostRegister(pointer: *mut c_void, size: u64, flags: u32) { memory::register(host(pointer), size, flags)?; }
    /// Ends a registration.
    fn hipHostUnregister(pointer: *mut c_void) {
        // SAFETY: C promised that no work uses the memory any more.
        unsafe { memory::unregister(pointer as u64) }?;
    }
    /// The device's address of page-locked memory.
    fn hipHostGetDevicePointer(out: Out<u64>, pointer: *mut c_void, flags: u32) {
        let out = out.wanted("devPtr")?;
        out.set(memory::host_device_pointer(pointer as u64, flags)?);
    }
    /// Flags of page-locked memory.
    fn hipHostGetFlags(out: Out<u32>, pointer: *mut c_void) {
        let out = out.wanted("flagsPtr")?;
        out.set(memory::host_flags(pointer as u64)?);
    }
    /// Allocates rows.
    fn hipMallocPitch(out: Out<u64>, pitch: Out<u64>, width: u64, height: u64) {
        let (out, pitch) = (out.wanted("ptr")?, pitch.wanted("pitch")?);
        let (address, bytes) = memory::alloc_pitch(width, height)?;
        out.set(address);
        pitch.set(bytes);
    }
    /// Allocates rows; elements have 4, 8 or 16 bytes.
    fn hipMemAllocPitch(out: Out<u64>, pitch: Out<u64>, width: u64, height: u64, element: u32) {
        let (out, pitch) = (out.wanted("dptr")?, pitch.wanted("pitch")?);
        if !matches!(element, 4 | 8 | 16) {
            return Err(Error::OutOfRange { what: "elementSizeBytes", got: element.into(), min: 4, max: 16 });
        }
        let (address, bytes) = memory::alloc_pitch(width, height)?;
        out.set(address);
        pitch.set(bytes);
    }
    /// Free and total memory of the current context's device.
    fn hipMemGetInfo(free: Out<u64>, total: Out<u64>) {
        let (available, all) = memory::mem_info()?;
        if let Some(out) = free.optional() {
            out.set(available);
        }
        if let Some(out) = total.optional() {
            out.set(all);
        }
    }
    /// The allocation that contains a device address.
    fn hipMemGetAddressRange(base: Out<u64>, size: Out<u64>, pointer: *mut c_void) {
        let (start, bytes) = memory::address_range(pointer as u64)?;
        if let Some(out) = base.optional() {
            out.set(start);
        }
        if let Some(out) = size.optional() {
            out.set(bytes);
        }
    }
    /// The size of the allocation that starts at an address.
    fn hipMemPtrGetInfo(pointer: *mut c_void, size: Out<u64>) {
        let size = size.wanted("size")?;
        let address = pointer as u64;
        let range = memory::address_range(address);
        // HIP documents no other error for it.
        size.set(range.map_err(|_| Error::BadPointer { what: "memory with a size", address })?.1);
    }
    /// Returns the attributes of a pointer; memory that the runtime does not know is "unregistered".
    fn hipPointerGetAttributes(out: Out<hipPointerAttribute_t>, pointer: *const c_void) {
        let out = out.wanted("attributes")?;
        let address = pointer as u64;
        let unknown = hipPointerAttribute_t {
            type_: hipMemoryType::hipMemoryTypeUnregistered,
            device: hip_sys::hipInvalidDeviceId,
            devicePointer: std::ptr::null_mut(),
            hostPointer: pointer.cast_mut(),
            isManaged: 0,
            allocationFlags: 0,
        };
        out.set(match memory::pointer_info(address)? {
            None => unknown,
            Some(info) => {
                let (kind, on_host, flags) = match info.kind {
                    AllocationKind::Pinned(flags) | AllocationKind::Registered(flags) => {
                        (hipMemoryType::hipMemoryTypeHost, true, flags)
                    }
                    AllocationKind::Device
                    | AllocationKind::Variable
                    | AllocationKind::Pooled(_)
                    | AllocationKind::Mapped
                    | AllocationKind::Opened => (hipMemoryType::hipMemoryTypeDevice, false, 0),
                    AllocationKind::Managed(flags) => (hipMemoryType::hipMemoryTypeManaged, true, flags),
                };
                hipPointerAttribute_t {
                    type_: kind,
                    device: info.device,
                    devicePointer: pointer.cast_mut(),
                    hostPointer: if on_host { pointer.cast_mut() } else { std::ptr::null_mut() },
                    isManaged: (kind == hipMemoryType::hipMemoryTypeManaged).into(),
                    allocationFlags: flags,
                }
            }
        });
    }
    /// Copies and waits.
    fn hipMemcpy(to: *mut c_void, from: *const c_void, size: u64, kind: hipMemcpyKind) {
        memory::copy(host(to), host(from), size, direction(kind)?)?;
    }
    /// Copies in a stream and waits.
    fn hipMemcpyWithStream(to: *mut c_void, from: *const c_void, size: u64, kind: hipMemcpyKind, on: Stream) {
        memory::copy_and_wait(host(to), host(from), size, direction(kind)?, stream(on)?)?;
    }
    /// Copies in stream order.
    fn hipMemcpyAsync(to: *mut c_void, from: *const c_void, size: u64, kind: hipMemcpyKind, on: Stream) {
        memory::copy_async(host(to), host(from), size, direction(kind)?, stream(on)?)?;
    }
    /// Copies between devices and waits.
    fn hipMemcpyPeer(to: *mut c_void, to_device: i32, from: *const c_void, from_device: i32, size: u64) {
        peers(to_device, from_device)?;
        memory::copy(device(to), device(from), size, Direction::OnDevice)?;
    }
    /// Copies between devices, in stream order.
    fn hipMemcpyPeerAsync(
        to: *mut c_void,
        to_device: i32,
        from: *const c_void,
        from_device: i32,
        size: u64,
        on: Stream,
    ) {
        peers(to_device, from_device)?;
        memory::copy_async(device(to), device(from), size, Direction::OnDevice, stream(on)?)?;
    }
    /// Copies to the device and waits.
    fn hipMemcpyHtoD(to: *mut c_void, from: *const c_void, size: u64) {
        memory::copy(device(to), host(from), size, Direction::ToDevice)?;
    }
    /// Copies from the device and waits.
    fn hipMemcpyDtoH(to: *mut c_void, from: *mut c_void, size: u64) {
        memory::copy(host(to), device(from), size, Direction::ToHost)?;
    }
    /// Copies on the device and waits.
    fn hipMemcpyDtoD(to: *mut c_void, from: *mut c_void, size: u64) {
        memory::copy(device(to), device(from), size, Direction::OnDevice)?;
    }
    /// Copies to the device, in stream order.
    fn hipMemcpyHtoDAsync(to: *mut c_void, from: *const c_void, size: u64, on: Stream) {
        memory::copy_async(device(to), host(from), size, Direction::ToDevice, stream(on)?)?;
    }
    /// Copies from the device, in stream order.
    fn hipMemcpyDtoHAsync(to: *mut c_void, from: *mut c_void, size: u64, on: Stream) {
        memory::copy_async(host(to), device(from), size, Direction::ToHost, stream(on)?)?;
    }
    /// Copies on the device, in stream order.
    fn hipMemcpyDtoDAsync(to: *mut c_void, from: *mut c_void, size: u64, on: Stream) {
        memory::copy_async(device(to), device(from), size, Direction::OnDevice, stream(on)?)?;
    }
    /// Fills bytes.
    fn hipMemset(to: *mut c_void, value: i32, size: u64) {
        let (to, pattern) = bytes(to, value);
        memory::fill(to, pattern, size)?;
    }
    /// Fills bytes.
    fn hipMemsetD8(to: *mut c_void, value: u8, count: u64) { memory::fill(device(to), Pattern::D8(value), count)?; }
    /// Fills 16-bit values.
    fn hipMemsetD16(to: *mut c_void, value: u16, count: u64) { memory::fill(device(to), Pattern::D16(value), count)?; }
    /// Fills 32-bit values.
    fn hipMemsetD32(to: *mut c_void, value: i32, count: u64) {
        memory::fill(device(to), Pattern::D32(value as u32), count)?;
    }
    /// Fills bytes, in stream order.
    fn hipMemsetAsync(to: *mut c_void, value: i32, size: u64, on: Stream) {
        let (to, pattern) = bytes(to, value);
        memory::fill_async(to, pattern, size, stream(on)?)?;
    }
    /// Fills bytes, in stream order.
    fn hipMemsetD8Async(to: *mut c_void, value: u8, count: u64, on: Stream) {
        memory::fill_async(device(to), Pattern::D8(value), count, stream(on)?)?;
    }
    /// Fills 16-bit values, in stream order.
    fn hipMemsetD16Async(to: *mut c_void, value: u16, count: u64, on: Stream) {
        memory::fill_async(device(to), Pattern::D16(value), count, stream(on)?)?;
    }
    /// Fills 32-bit values, in stream order.
    fn hipMemsetD32Async(to: *mut c_void, value: i32, count: u64, on: Stream) {
        memory::fill_async(device(to), Pattern::D32(value as u32), count, stream(on)?)?;
    }
}
