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

/// The device that a place is; `None` for the host.
fn place(location: &hipMemLocation) -> Result<Option<i32>, Error> {
    match location.type_ {
        Place::hipMemLocationTypeDevice => Ok(Some(location.id)),
        Place::hipMemLocationTypeHost
        | Place::hipMemLocationTypeHostNuma
        | Place::hipMemLocationTypeHostNumaCurrent => Ok(None),
        Place(got) => Err(Error::UnknownEnumerator { what: "hipMemLocationType", got: got.into() }),
    }
}

/// The device of a place of memory that pools have.
fn device_of(location: In<hipMemLocation>, kind: hipMemAllocationType) -> Result<i32, Error> {
    pinned(kind)?;
    place(&location.read("location")?)?.ok_or(Error::Unsupported { what: "pools of the host's memory" })
}

/// Checks that a pool is to be of page-locked memory, the only kind that pools have.
fn pinned(kind: hipMemAllocationType) -> Result<(), Error> {
    if kind == hipMemAllocationType::hipMemAllocationTypePinned {
        return Ok(());
    }
    Err(Error::UnknownEnumerator { what: "hipMemAllocationType of a pool", got: kind.0.into() })
}

/// The only kind of handle there is: a file descriptor.
fn check_handle_type(kind: hipMemAllocationHandleType, flags: u32) -> Result<(), Error> {
    if kind.0 != pool::FILE_DESCRIPTOR {
        return Err(Error::UnknownEnumerator { what: "hipMemAllocationHandleType", got: kind.0.into() });
    }
    if flags != 0 {
        return Err(Error::BadFlags { what: "exporting a pool", got: flags.into() });
    }
    Ok(())
}

/// Bytes of an attribute's value: an `int` or a number of 8 bytes.
fn is_narrow(attribute: hipMemPoolAttr) -> bool {
    [
        hipMemPoolAttr::hipMemPoolReuseFollowEventDependencies,
        hipMemPoolAttr::hipMemPoolReuseAllowOpportunistic,
        hipMemPoolAttr::hipMemPoolReuseAllowInternalDependencies,
    ]
    .contains(&attribute)
}

entry_points! {
    /// Allocates from the device's pool in a stream's order.
    fn hipMallocAsync(out: Out<u64>, size: u64, on: Stream) {
        let out = out.wanted("dev_ptr")?;
        out.set(pool::alloc(size, None, stream(on)?)?);
    }
    /// Allocates from a pool in a stream's order.
    fn hipMallocFromPoolAsync(out: Out<u64>, size: u64, of: u64, on: Stream) {
        let out = out.wanted("dev_ptr")?;
        out.set(pool::alloc(size, Some(pool::from_word(of)?), stream(on)?)?);
    }
    /// Frees in a stream's order.
    fn hipFreeAsync(pointer: *mut c_void, on: Stream) { pool::free(pointer as u64, stream(on)?)?; }
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
    /// Gives up what a pool reserves beyond so many bytes.
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
    /// Gives devices access to a pool, or takes it.
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
    /// A file descriptor that another process imports a pool by.
    fn hipMemPoolExportToShareableHandle(out: Out<i32>, of: u64, kind: hipMemAllocationHandleType, flags: u32) {
        let out = out.wanted("shared_handle")?;
        check_handle_type(kind, flags)?;
        out.set(pool::export(pool::from_word(of)?)?);
    }
    /// The pool behind another process's file descriptor.
    fn hipMemPoolImportFromShareableHandle(out: Out<u64>, file: *mut c_void, kind: hipMemAllocationHandleType, flags: u32) {
        let out = out.wanted("mem_pool")?;
        check_handle_type(kind, flags)?;
        out.set(pool::import(file as usize as i32)?.word());
    }
    /// What another process imports an allocation of an exported pool by.
    fn hipMemPoolExportPointer(out: Out<[u8; 64]>, pointer: *mut c_void) {
        let out = out.wanted("export_data")?;
        out.set(pool::export_pointer(pointer as u64)?);
    }
    /// Another process's allocation of a pool.
    fn hipMemPoolImportPointer(out: Out<u64>, of: u64, data: In<[u8; 64]>) {
        let out = out.wanted("dev_ptr")?;
        out.set(pool::import_pointer(pool::from_word(of)?, &data.read("export_data")?)?);
    }
    /// A device's first pool.
    fn hipDeviceGetDefaultMemPool(out: Out<u64>, device: i32) {
        let out = out.wanted("mem_pool")?;
        out.set(pool::first_of(device)?.word());
    }
    /// A device's pool.
    fn hipDeviceGetMemPool(out: Out<u64>, device: i32) {
        let out = out.wanted("mem_pool")?;
        out.set(pool::of_device(device)?.word());
    }
    /// Makes a pool a device's.
    fn hipDeviceSetMemPool(device: i32, of: u64) { pool::set_of_device(device, pool::from_word(of)?)?; }
    /// The first pool of a place.
    fn hipMemGetDefaultMemPool(out: Out<u64>, location: In<hipMemLocation>, kind: hipMemAllocationType) {
        let out = out.wanted("memPool")?;
        out.set(pool::first_of(device_of(location, kind)?)?.word());
    }
    /// The pool of a place.
    fn hipMemGetMemPool(out: Out<u64>, location: In<hipMemLocation>, kind: hipMemAllocationType) {
        let out = out.wanted("pool")?;
        out.set(pool::of_device(device_of(location, kind)?)?.word());
    }
    /// Makes a pool that of a place.
    fn hipMemSetMemPool(location: In<hipMemLocation>, kind: hipMemAllocationType, of: u64) {
        pool::set_of_device(device_of(location, kind)?, pool::from_word(of)?)?;
    }
}
