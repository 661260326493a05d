//! Memory: allocation, copies, fills, attributes of pointers (HIP: "Memory Management", "Unified
//! Addressing").
#![expect(unsafe_code, reason = "a caller vouches for memory that it names by address")]

use crate::Error;
use crate::api::stream::{self, StreamRef};
use crate::graph::{CopyCall, FillCall, Operation, capture};
use crate::handle::Id;
use crate::object::{ContextObject, StreamObject};
use crate::state::{process, usable};
use crate::types::{AllocationKind, Facts, Pointer, Request};

pub use crate::backend::End;
pub use crate::types::{Direction, Extent, Pattern, Pitch};

/// Flags of page-locked memory: portable, mapped, write-combined, and HIP's about caches, NUMA and coherence.
const PINNED_FLAGS: u32 = 0x7 | 0x1000_0000 | 0x2000_0000 | 0x4000_0000 | 0x8000_0000;
/// Of these: the device can reach it.
const MAPPED: u32 = 2;
/// CUDA's pitch: rows start at multiples of this (as on an H200).
const PITCH: u64 = 512;

fn allocate(bytes: u64, kind: AllocationKind) -> Result<u64, Error> {
    let context = usable()?;
    capture::unsafe_call()?;
    let request = Request { bytes, kind, device: context.device, owner: context.owner() };
    process()?.memory.allocate(request)
}

/// Allocates device memory, aligned to 512 bytes; 0 bytes give address 0 (`hipMalloc`).
///
/// # Errors
/// `OutOfMemory`; errors of the current context.
pub fn alloc(bytes: u64) -> Result<u64, Error> {
    if bytes == 0 {
        return usable().map(|_| 0);
    }
    allocate(bytes, AllocationKind::Device)
}

/// Allocates rows of `width` bytes: the address and the bytes from row to row (`hipMallocPitch`).
///
/// # Errors
/// `OutOfRange` for an empty area; `OutOfMemory`; errors of the current context.
pub fn alloc_pitch(width: u64, height: u64) -> Result<(u64, u64), Error> {
    for (what, got) in [("width", width), ("height", height)] {
        if got == 0 {
            return Err(Error::OutOfRange { what, got, min: 1, max: u64::MAX });
        }
    }
    let pitch = width.checked_next_multiple_of(PITCH);
    let bytes = pitch.and_then(|pitch| pitch.checked_mul(height));
    let (Some(pitch), Some(bytes)) = (pitch, bytes) else {
        return Err(Error::OutOfMemory { wanted: u64::MAX, free: mem_info()?.0 });
    };
    Ok((alloc(bytes)?, pitch))
}

/// Frees an allocation of [`alloc`], [`alloc_pitch`] or [`managed::alloc`](crate::api::managed::alloc), after
/// the work of the context; ignores 0 (`hipFree`).
///
/// # Errors
/// `BadPointer` if no such allocation starts there; errors of the current context.
///
/// # Safety
/// The caller owns the memory, and does not use it from here on.
pub unsafe fn free(address: u64) -> Result<(), Error> {
    release(address)
}

/// Frees an allocation that the runtime made for itself.
pub(crate) fn release(address: u64) -> Result<(), Error> {
    use AllocationKind::{Device, Managed, Opened, Pooled};
    // What was imported from another process's pool no context owns; what an IPC handle opened is closed, not
    // freed.
    free_if(address, |found| match found.kind {
        Device | Managed(_) | Pooled(_) => true,
        Opened => found.owner == 0,
        _ => false,
    })
}

/// Frees an allocation of [`alloc_host`]; ignores 0 (`hipHostFree`).
///
/// # Errors
/// Those of [`free`].
///
/// # Safety
/// As for [`free`].
pub unsafe fn free_host(address: u64) -> Result<(), Error> {
    free_if(address, |found| matches!(found.kind, AllocationKind::Pinned(_)))
}

fn free_if(address: u64, is: impl Fn(&Facts) -> bool) -> Result<(), Error> {
    let context = usable()?;
    capture::unsafe_call()?;
    if address == 0 {
        return Ok(());
    }
    let process = process()?;
    let memory = process.memory;
    let bad = Error::BadPointer { what: "what is to be freed", address };
    let owner = match memory.facts(address) {
        Some(found) if found.base == address && is(&found) => found.owner,
        _ => return Err(bad),
    };
    // Kernels may still use it. Two threads that free the same address both come here: one of them takes it.
    let owner = Id::from_word(owner).map(|id| process.get(id));
    crate::api::context::wait_for(owner.as_ref().and_then(|o| o.as_ref().ok()).unwrap_or(&context))?;
    // An allocation of a graph keeps its address for the next launch.
    if process.slots.freed(address)? {
        return Ok(());
    }
    let gone = memory.free(address).ok_or(bad)?;
    if let Some(pool) = crate::api::pool::pool_of(gone.kind) {
        pool.backend.freed(gone.bytes);
    }
    Ok(())
}

/// Allocates page-locked host memory, which the device sees at the same address (`hipHostMalloc`).
///
/// # Errors
/// `BadFlags`, `OutOfMemory`; errors of the current context.
pub fn alloc_host(bytes: u64, flags: u32) -> Result<u64, Error> {
    if flags & !PINNED_FLAGS != 0 {
        return Err(Error::BadFlags { what: "page-locked memory", got: flags.into() });
    }
    if bytes == 0 {
        return usable().map(|_| 0);
    }
    allocate(bytes, AllocationKind::Pinned(flags))
}

/// Flags of registered memory: portable, mapped, read-only or coarse-grained, uncached.
const REGISTER_FLAGS: u32 = 1 | MAPPED | 8 | 0x8000_0000;
/// Of these: all contexts see it as page-locked.
const PORTABLE: u32 = 1;

/// Registers memory of the program's own, so that the device reaches it at its own address
/// (`hipHostRegister`). Kernels that are given addresses in it are interpreted: compiled ones never leave the
/// window.
///
/// # Errors
/// `BadFlags`; `OutOfRange` for 0 bytes; `BadPointer` for memory that is not there or is the runtime's;
/// `AlreadyRegistered`; errors of the current context.
pub fn register(start: Pointer, bytes: u64, flags: u32) -> Result<(), Error> {
    let context = usable()?;
    if flags & !REGISTER_FLAGS != 0 {
        return Err(Error::BadFlags { what: "registered memory", got: flags.into() });
    }
    if bytes == 0 {
        return Err(Error::OutOfRange { what: "size", got: 0, min: 1, max: u64::MAX });
    }
    let kind = AllocationKind::Registered(flags & (PORTABLE | MAPPED));
    process()?.memory.register(start, Request { bytes, kind, device: context.device, owner: context.owner() })
}

/// Unregisters memory after the work of the context (`hipHostUnregister`).
///
/// # Errors
/// `NotRegistered`; `BadPointer` for null, memory that is the runtime's, and inside of a range; what is wrong
/// with the current context.
///
/// # Safety
/// Nothing of the device uses the memory from here on.
pub unsafe fn unregister(address: u64) -> Result<(), Error> {
    let context = usable()?;
    let process = process()?;
    let bad = Error::BadPointer { what: "memory to be unregistered", address };
    match process.memory.facts(address) {
        Some(found) if !matches!(found.kind, AllocationKind::Registered(_)) || found.base != address => {
            return Err(bad);
        }
        None if address == 0 => return Err(bad),
        None => return Err(Error::NotRegistered { address }),
        Some(_) => {}
    }
    crate::api::context::wait_for(&context)?;
    process.memory.free(address).map(drop).ok_or(Error::NotRegistered { address })
}

/// Sets whether operations on the allocation at an address are synchronous (`hipPointerSetAttribute`).
/// Stored, without effect.
///
/// # Errors
/// `BadPointer`.
pub fn set_sync_memops(address: u64, on: bool) -> Result<(), Error> {
    let known = process()?.memory.set_sync_memops(address, on);
    known.then_some(()).ok_or(Error::BadPointer { what: "memory with this attribute", address })
}

/// The page-locked allocation an address lies in: its flags. All of it is mapped, whether that was asked for
/// or not (CUDA: "Unified Addressing").
///
/// # Errors
/// `BadPointer` if it is in none.
pub fn host_flags(address: u64) -> Result<u32, Error> {
    usable()?;
    match process()?.memory.facts(address).map(|found| found.kind) {
        Some(AllocationKind::Pinned(flags) | AllocationKind::Registered(flags)) => Ok(flags | MAPPED),
        _ => Err(Error::BadPointer { what: "page-locked memory", address }),
    }
}

/// The device's address of page-locked memory: the same.
///
/// # Errors
/// `BadFlags` for flags other than 0; `BadPointer` if it is none.
pub fn host_device_pointer(address: u64, flags: u32) -> Result<u64, Error> {
    if flags != 0 {
        return Err(Error::BadFlags { what: "a device pointer", got: flags.into() });
    }
    host_flags(address).map(|_| address)
}

/// Free and total bytes of the current device (`hipMemGetInfo`).
///
/// # Errors
/// Errors of the current context.
pub fn mem_info() -> Result<(u64, u64), Error> {
    let context = usable()?;
    let process = process()?;
    Ok((process.memory.free_bytes(context.device), process.devices()[context.device].spec.memory_bytes))
}

/// Start and size of the allocation an address lies in (`hipMemGetAddressRange`).
///
/// # Errors
/// `NoAllocation`; errors of the current context.
pub fn address_range(address: u64) -> Result<(u64, u64), Error> {
    usable()?;
    let found = process()?.memory.facts(address).ok_or(Error::NoAllocation { address })?;
    Ok((found.base, found.bytes))
}

/// Facts about an allocation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PointerInfo {
    /// Kind of memory.
    pub kind: AllocationKind,
    /// Its first address.
    pub base: u64,
    /// Its size in bytes.
    pub bytes: u64,
    /// Ordinal of its device.
    pub device: i32,
    /// The word of its context.
    pub context: u64,
    /// Unique number of the allocation.
    pub serial: u64,
    /// Operations on it are to be synchronous.
    pub sync_memops: bool,
}

/// Facts about the allocation of an address; `None` for memory unknown to the runtime. Needs no context.
///
/// # Errors
/// Those of the runtime's start.
// As `Memory::facts`.
#[inline(always)]
pub fn pointer_info(address: u64) -> Result<Option<PointerInfo>, Error> {
    Ok(process()?.memory.facts(address).map(|found| PointerInfo {
        kind: found.kind,
        base: found.base,
        bytes: found.bytes,
        device: found.device as i32,
        context: found.owner,
        serial: found.serial,
        sync_memops: found.sync_memops,
    }))
}

/// Context in a [`PointerInfo`].
pub fn context_of(info: &PointerInfo) -> Option<Id<ContextObject>> {
    Id::from_word(info.context)
}

/// Checks a copy without executing it.
///
/// # Errors
/// Those of [`copy`], without those of a stream.
pub fn check_copy(to: Pointer, from: Pointer, bytes: u64) -> Result<(), Error> {
    let row = Pitch::default();
    process()?.memory.check_copy(&(to, row).into(), &(from, row).into(), Extent::row(bytes), Direction::Any)
}

/// Copies in the legacy default stream, and waits for it (`hipMemcpy`).
///
/// # Errors
/// `BadPointer`, `PastEnd`; `Fault`; errors of the current context.
pub fn copy(to: Pointer, from: Pointer, bytes: u64, direction: Direction) -> Result<(), Error> {
    copy_and_wait(to, from, bytes, direction, StreamRef::Legacy)
}

/// Copies in a stream and waits for it (`hipMemcpyWithStream`).
///
/// # Errors
/// Those of [`copy`]; errors of the stream.
pub fn copy_and_wait(
    to: Pointer,
    from: Pointer,
    bytes: u64,
    direction: Direction,
    stream: StreamRef,
) -> Result<(), Error> {
    let stream = stream::resolve(stream)?;
    if bytes == 0 {
        return Ok(());
    }
    let row = Pitch::default();
    copy_now(&stream, &(to, row).into(), &(from, row).into(), Extent::row(bytes), direction)
}

fn copy_now(
    stream: &StreamObject,
    to: &End,
    from: &End,
    extent: Extent,
    direction: Direction,
) -> Result<(), Error> {
    let memory = stream.context.memory();
    capture::refuse_valid(stream, || memory.check_copy(to, from, extent, direction))?;
    stream.copy_and_wait(to, from, extent, direction)
}

/// Copies in stream order (`hipMemcpyAsync`). Pageable host memory is read before the call returns, and
/// written before it returns, as in CUDA.
///
/// # Errors
/// `BadPointer`, `PastEnd`; errors of the stream.
pub fn copy_async(
    to: Pointer,
    from: Pointer,
    bytes: u64,
    direction: Direction,
    stream: StreamRef,
) -> Result<(), Error> {
    let stream = stream::resolve(stream)?;
    if bytes == 0 {
        return Ok(());
    }
    let row = Pitch::default();
    let (to, from) = (End::Memory(to, row), End::Memory(from, row));
    let call = || Ok(copy_call(&to, &from, Extent::row(bytes), direction));
    if capture::take(&stream, call)? {
        return Ok(());
    }
    stream.copy(&to, &from, Extent::row(bytes), direction)
}

/// Copies a box in a stream and waits for it (`hipMemcpy2D`, `hipMemcpy3D`); an empty one is nothing.
///
/// # Errors
/// Those of [`copy`]; `BadPitch`; errors of the stream.
pub fn copy_box(
    to: impl Into<End>,
    from: impl Into<End>,
    extent: Extent,
    direction: Direction,
    stream: StreamRef,
) -> Result<(), Error> {
    let stream = stream::resolve(stream)?;
    if extent.is_empty() {
        return Ok(());
    }
    copy_now(&stream, &to.into(), &from.into(), extent, direction)
}

/// Copies a box in stream order (`hipMemcpy2DAsync`, `hipMemcpy3DAsync`); host memory as in [`copy_async`].
///
/// # Errors
/// Those of [`copy_async`]; `BadPitch`.
pub fn copy_box_async(
    to: impl Into<End>,
    from: impl Into<End>,
    extent: Extent,
    direction: Direction,
    stream: StreamRef,
) -> Result<(), Error> {
    let stream = stream::resolve(stream)?;
    if extent.is_empty() {
        return Ok(());
    }
    let (to, from) = (to.into(), from.into());
    if capture::take(&stream, || Ok(copy_call(&to, &from, extent, direction)))? {
        return Ok(());
    }
    stream.copy(&to, &from, extent, direction)
}

fn copy_call(to: &End, from: &End, extent: Extent, direction: Direction) -> Operation {
    Operation::Copy(CopyCall::captured(to, from, extent, direction))
}

/// Copies bytes to the device; returns when they are there.
///
/// # Errors
/// Those of [`copy`].
///
/// # Safety
/// Nothing else uses the memory meanwhile.
pub unsafe fn write(to: u64, bytes: &[u8], stream: StreamRef) -> Result<(), Error> {
    write_bytes(to, bytes, stream)
}

/// Copies bytes to memory that nothing else uses meanwhile.
pub(crate) fn write_bytes(to: u64, bytes: &[u8], stream: StreamRef) -> Result<(), Error> {
    let stream = stream::resolve(stream)?;
    if bytes.is_empty() {
        return Ok(());
    }
    let memory = stream.context.memory();
    capture::refuse_valid(&stream, || memory.check_transfer(to, bytes.len() as u64, true))?;
    stream.backend.write(to, bytes)
}

/// Copies bytes from the device; returns when they are here.
///
/// # Errors
/// Those of [`copy`].
pub fn read(bytes: &mut [u8], from: u64, stream: StreamRef) -> Result<(), Error> {
    let stream = stream::resolve(stream)?;
    if bytes.is_empty() {
        return Ok(());
    }
    let memory = stream.context.memory();
    capture::refuse_valid(&stream, || memory.check_transfer(from, bytes.len() as u64, false))?;
    stream.read(bytes, from)
}

/// Fills `count` values in stream order (`hipMemsetAsync`, `hipMemsetD32Async`…).
///
/// # Errors
/// `BadPointer`, `PastEnd`, `Unaligned`; errors of the stream.
pub fn fill_async(to: Pointer, pattern: Pattern, count: u64, stream: StreamRef) -> Result<(), Error> {
    let stream = stream::resolve(stream)?;
    if count == 0 {
        return Ok(());
    }
    let call = FillCall { to: (to, Pitch::default()), pattern, values: Extent::row(count) };
    if capture::take(&stream, || Ok(Operation::Fill(call)))? {
        return Ok(());
    }
    stream.backend.fill(call.to, pattern, call.values)
}

/// Fills a box when the stream's turn comes; its width is a number of values, an empty one is nothing
/// (`hipMemset2DAsync`, `hipMemset3DAsync`, `hipMemsetD2D32Async`).
///
/// # Errors
/// Those of [`fill_async`]; `BadPitch`.
pub fn fill_box_async(
    to: (Pointer, Pitch),
    pattern: Pattern,
    values: Extent,
    stream: StreamRef,
) -> Result<(), Error> {
    let stream = stream::resolve(stream)?;
    if values.is_empty() {
        return Ok(());
    }
    if capture::take(&stream, || Ok(Operation::Fill(FillCall { to, pattern, values })))? {
        return Ok(());
    }
    stream.backend.fill(to, pattern, values)
}

/// Fills `count` values in the legacy default stream, and waits for it (`hipMemset`, `hipMemsetD32`…).
///
/// # Errors
/// Those of [`fill_async`]; `Fault`.
pub fn fill(to: Pointer, pattern: Pattern, count: u64) -> Result<(), Error> {
    fill_async(to, pattern, count, StreamRef::Legacy)?;
    finish()
}

/// Waits for the legacy default stream, as calls do that copy or fill and wait: other streams' captures do
/// not forbid it.
///
/// # Errors
/// `Capture` for a capture that waits for the legacy stream; `Fault`; errors of the current context.
pub fn finish() -> Result<(), Error> {
    let stream = stream::resolve(StreamRef::Legacy)?;
    capture::refuse(&stream)?;
    stream.backend.synchronize()
}
