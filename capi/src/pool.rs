//! Stream-ordered allocation and pools (HIP: "Stream Ordered Memory Allocator").

use crate::entry::{In, Out, entry_points};
use crate::memory::stream;
use crate::types::Stream;
use hip_sys::{
    hipMemAccessDesc, hipMemAllocationHandleType, hipMemAllocationType, hipMemLocation,
    hipMemLocationType as Place, hipMemPoolAttr, hipMemPoolProps,
};
use runtime::Error;
use runtime::api::pool::{self, PoolProps};
use std::ffi::c_void;

/// Returns the device of a location; `None` for the host.
fn place(location: &hipMemLocation) -> Result<Option<i32>, Error> {
    match location.type_ {
        Place::hipMemLocationTypeDevice => Ok(Some(location.id)),
        Place::hipMemLocationTypeHost
        | Place::hipMemLocationTypeHostNuma
        | Place::hipMemLocationTypeHostNumaCurrent => Ok(None),
        Place(got) => Err(Error::UnknownEnumerator { what: "hipMemLocationType", got: got.into() }),
    }
}

/// Returns the device of a location for pools.
fn device_of(location: In<hipMemLocation>, kind: hipMemAllocationType) -> Result<i32, Error> {
    pinned(kind)?;
    place(&location.read("location")?)?.ok_or(Error::Unsupported { what: "pools of the host's memory" })
}

/// Checks that a pool is of page-locked memory, the only supported kind.
fn pinned(kind: hipMemAllocationType) -> Result<(), Error> {
    if kind == hipMemAllocationType::hipMemAllocationTypePinned {
        return Ok(());
    }
    Err(Error::UnknownEnumerator { what: "hipMemAllocationType of a pool", got: kind.0.into() })
}

/// Checks the kind of a handle; file descriptors are the only one.
fn check_handle_type(kind: hipMemAllocationHandleType, flags: u32) -> Result<(), Error> {
    if kind.0 != pool::FILE_DESCRIPTOR {
        return Err(Error::UnknownEnumerator { what: "hipMemAllocationHandleType", got: kind.0.into() });
    }
    if flags != 0 {
        return Err(Error::BadFlags { what: "exporting a pool", got: flags.into() });
    }
    Ok(())
}

/// Returns whether an attribute's value is an `int`, rather than 8 bytes.
fn is_narrow(attribute: hipMemPoolAttr) -> bool {
    [
        hipMemPoolAttr::hipMemPoolReuseFollowEventDependencies,
        hipMemPoolAttr::hipMemPoolReuseAllowOpportunistic,
        hipMemPoolAttr::hipMemPoolReuseAllowInternalDependencies,
    ]
    .contains(&attribute)
}

entry_points! {
    /// Allocates from the device's pool, in stream order.
    fn hipMallocAsync(out: Out<u64>, size: u64, on: Stream) {
        let out = out.wanted("dev_ptr")?;
        out.set(pool::alloc(size, None, stream(on)?)?);
    }
    /// Allocates from a pool, in stream order.
    fn hipMallocFromPoolAsync(out: Out<u64>, size: u64, of: u64, on: Stream) {
        let out = out.wanted("dev_ptr")?;
        out.set(pool::alloc(size, Some(pool::from_word(of)?), stream(on)?)?);
    }
    /// Frees, in stream order.
    fn hipFreeAsync(pointer: *mut c_void, on: Stream) {
        // SAFETY: C promised that the program owns the memory, and submits no more work that uses it.
        unsafe { pool::free(pointer as u64, stream(on)?) }?;
    }
    /// Makes a pool.
    fn hipMemPoolCreate(out: Out<u64>, props: In<hipMemPoolProps>) {
        let out = out.wanted("mem_pool")?;
        let props = props.read("pool_props")?;
        pinned(props.allocType)?;
        let device = place(&props.location)?.ok_or(Error::Unsupported { what: "pools of the host's memory" })?;
        let (handle_types, max_bytes) = (props.handleTypes.0, props.maxSize as u64);
        out.set(pool::create(&PoolProps { device, handle_types, max_bytes })?.word());
    }
    /// Destroys a pool.
    fn hipMemPoolDestroy(of: u64) { pool::destroy(pool::from_word(of)?)?; }
    /// Releases the reserved memory of a pool beyond the given number of bytes.
    fn hipMemPoolTrimTo(of: u64, keep: u64) { pool::trim(pool::from_word(of)?, keep)?; }
    /// An attribute of a pool.
    fn hipMemPoolGetAttribute(of: u64, attribute: hipMemPoolAttr, out: Out<u8>) {
        let out = out.wanted("value")?;
        let value = pool::attribute(pool::from_word(of)?, attribute)?.to_le_bytes();
        let room = if is_narrow(attribute) { 4 } else { 8 };
        value[..room].iter().enumerate().for_each(|(n, byte)| out.set_at(n, *byte));
    }
    /// Sets an attribute of a pool.
    fn hipMemPoolSetAttribute(of: u64, attribute: hipMemPoolAttr, value: In<u8>) {
        let of = pool::from_word(of)?;
        if value.is_null() {
            return Err(Error::Null { what: "value" });
        }
        let mut bytes = [0; 8];
        let given = value.array(if is_narrow(attribute) { 4 } else { 8 })?;
        bytes[..given.len()].copy_from_slice(&given);
        pool::set_attribute(of, attribute, u64::from_le_bytes(bytes))?;
    }
    /// Grants or revokes devices' access to a pool.
    fn hipMemPoolSetAccess(of: u64, list: In<hipMemAccessDesc>, count: u64) {
        let of = pool::from_word(of)?;
        if count > 0 && list.is_null() {
            return Err(Error::Null { what: "desc_list" });
        }
        for desc in list.array(count as usize)? {
            pool::set_access(of, place(&desc.location)?, desc.flags.0)?;
        }
    }
    /// The access that a device has to a pool.
    fn hipMemPoolGetAccess(out: Out<u32>, of: u64, location: In<hipMemLocation>) {
        let out = out.wanted("flags")?;
        out.set(pool::access(pool::from_word(of)?, place(&location.read("location")?)?)?);
    }
    /// File descriptor by which another process imports a pool.
    fn hipMemPoolExportToShareableHandle(out: Out<i32>, of: u64, kind: hipMemAllocationHandleType, flags: u32) {
        let out = out.wanted("shared_handle")?;
        check_handle_type(kind, flags)?;
        out.set(pool::export(pool::from_word(of)?)?);
    }
    /// The pool of another process's file descriptor.
    fn hipMemPoolImportFromShareableHandle(out: Out<u64>, file: *mut c_void, kind: hipMemAllocationHandleType, flags: u32) {
        let out = out.wanted("mem_pool")?;
        check_handle_type(kind, flags)?;
        // SAFETY: C promised an open file descriptor.
        let imported = unsafe { pool::import(file as usize as i32) }?;
        out.set(imported.word());
    }
    /// Data by which another process imports an allocation of an exported pool.
    fn hipMemPoolExportPointer(out: Out<[u8; 64]>, pointer: *mut c_void) {
        let out = out.wanted("export_data")?;
        out.set(pool::export_pointer(pointer as u64)?);
    }
    /// Another process's allocation of a pool.
    fn hipMemPoolImportPointer(out: Out<u64>, of: u64, data: In<[u8; 64]>) {
        let out = out.wanted("dev_ptr")?;
        out.set(pool::import_pointer(pool::from_word(of)?, &data.read("export_data")?)?);
    }
    /// A device's default pool.
    fn hipDeviceGetDefaultMemPool(out: Out<u64>, device: i32) {
        let out = out.wanted("mem_pool")?;
        out.set(pool::first_of(device)?.word());
    }
    /// A device's current pool.
    fn hipDeviceGetMemPool(out: Out<u64>, device: i32) {
        let out = out.wanted("mem_pool")?;
        out.set(pool::of_device(device)?.word());
    }
    /// Sets a device's current pool.
    fn hipDeviceSetMemPool(device: i32, of: u64) { pool::set_of_device(device, pool::from_word(of)?)?; }
    /// The default pool of a location.
    fn hipMemGetDefaultMemPool(out: Out<u64>, location: In<hipMemLocation>, kind: hipMemAllocationType) {
        let out = out.wanted("memPool")?;
        out.set(pool::first_of(device_of(location, kind)?)?.word());
    }
    /// The current pool of a location.
    fn hipMemGetMemPool(out: Out<u64>, location: In<hipMemLocation>, kind: hipMemAllocationType) {
        let out = out.wanted("pool")?;
        out.set(pool::of_device(device_of(location, kind)?)?.word());
    }
    /// Sets the current pool of a location.
    fn hipMemSetMemPool(location: In<hipMemLocation>, kind: hipMemAllocationType, of: u64) {
        pool::set_of_device(device_of(location, kind)?, pool::from_word(of)?)?;
    }
}
