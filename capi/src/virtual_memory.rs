//! Separate reservation of addresses and physical memory, and memory shared between processes (HIP: "Virtual
//! Memory Management", IPC).

use crate::entry::{In, Out, entry_points};
use crate::types::Event;
use hip_sys::{
    hipIpcEventHandle_t, hipIpcMemHandle_t, hipMemAccessDesc,
    hipMemAllocationGranularity_flags as Granularity, hipMemAllocationHandleType, hipMemAllocationProp,
    hipMemAllocationType, hipMemLocation, hipMemLocationType, zeroed,
};
use runtime::Error;
use runtime::api::ipc;
use runtime::api::virtual_memory::{self as physical, PhysicalProps};
use std::ffi::{c_char, c_void};

fn no_flags(what: &'static str, got: u64) -> Result<(), Error> {
    if got == 0 { Ok(()) } else { Err(Error::BadFlags { what, got }) }
}

fn check_handle_type(kind: hipMemAllocationHandleType) -> Result<(), Error> {
    if kind == hipMemAllocationHandleType::hipMemHandleTypePosixFileDescriptor {
        return Ok(());
    }
    Err(Error::UnknownEnumerator { what: "hipMemAllocationHandleType", got: kind.0.into() })
}

/// Returns the device of a location: physical memory is always on a device.
fn device(place: &hipMemLocation, what: &'static str) -> Result<i32, Error> {
    match place.type_ {
        hipMemLocationType::hipMemLocationTypeDevice => Ok(place.id),
        hipMemLocationType(got) => Err(Error::UnknownEnumerator { what, got: got.into() }),
    }
}

/// Returns the bytes of a handle that processes exchange.
fn bytes(handle: [c_char; 64]) -> [u8; 64] {
    handle.map(|byte| byte as u8)
}

entry_points! {
    /// Reserves addresses; the requested address is ignored.
    fn hipMemAddressReserve(out: Out<u64>, size: u64, alignment: u64, _at: *mut c_void, flags: u64) {
        let out = out.wanted("ptr")?;
        no_flags("reserved addresses", flags)?;
        out.set(physical::reserve(size, alignment)?);
    }
    /// Releases reserved addresses.
    fn hipMemAddressFree(pointer: *mut c_void, size: u64) { physical::free(pointer as u64, size)?; }
    /// Creates physical memory.
    fn hipMemCreate(out: Out<u64>, size: u64, props: In<hipMemAllocationProp>, flags: u64) {
        let out = out.wanted("handle")?;
        let props = props.read("prop")?;
        no_flags("physical memory", flags)?;
        // Uncached memory, an AMD feature, is ordinary memory here.
        if ![hipMemAllocationType::hipMemAllocationTypePinned, hipMemAllocationType::hipMemAllocationTypeUncached]
            .contains(&props.type_)
        {
            let got = props.type_.0.into();
            return Err(Error::UnknownEnumerator { what: "hipMemAllocationType of physical memory", got });
        }
        let device = device(&props.location, "hipMemLocationType of physical memory")?;
        // SAFETY: both members of the union are the same number.
        let handle_types = unsafe { props.__bindgen_anon_1.requestedHandleTypes }.0;
        out.set(physical::create(size, &PhysicalProps { device, handle_types })?.word());
    }
    /// Releases a handle of physical memory.
    fn hipMemRelease(handle: u64) { physical::release(physical::from_word(handle)?)?; }
    /// Returns another handle of the physical memory at an address.
    fn hipMemRetainAllocationHandle(out: Out<u64>, pointer: *mut c_void) {
        let out = out.wanted("handle")?;
        out.set(physical::retain(pointer as u64)?.word());
    }
    /// Granularity of sizes and addresses, the same for all memory.
    fn hipMemGetAllocationGranularity(out: Out<u64>, props: In<hipMemAllocationProp>, option: Granularity) {
        let out = out.wanted("granularity")?;
        props.read("prop")?;
        if ![Granularity::hipMemAllocationGranularityMinimum, Granularity::hipMemAllocationGranularityRecommended].contains(&option) {
            return Err(Error::UnknownEnumerator { what: "hipMemAllocationGranularity_flags", got: option.0.into() });
        }
        out.set(physical::granularity()?);
    }
    /// Properties with which physical memory was created.
    fn hipMemGetAllocationPropertiesFromHandle(out: Out<hipMemAllocationProp>, handle: u64) {
        let out = out.wanted("prop")?;
        let PhysicalProps { device, handle_types } = physical::properties(physical::physical_from_word(handle)?)?;
        let mut props = zeroed::<hipMemAllocationProp>();
        props.type_ = hipMemAllocationType::hipMemAllocationTypePinned;
        props.__bindgen_anon_1.requestedHandleTypes = hipMemAllocationHandleType(handle_types);
        props.location = hipMemLocation { type_: hipMemLocationType::hipMemLocationTypeDevice, id: device };
        out.set(props);
    }
    /// Maps physical memory at reserved addresses.
    fn hipMemMap(pointer: *mut c_void, size: u64, offset: u64, handle: u64, flags: u64) {
        no_flags("a mapping", flags)?;
        physical::map(pointer as u64, size, offset, physical::from_word(handle)?)?;
    }
    /// Removes a mapping.
    fn hipMemUnmap(pointer: *mut c_void, size: u64) { physical::unmap(pointer as u64, size)?; }
    /// Sets the access of devices to mapped memory.
    fn hipMemSetAccess(pointer: *mut c_void, size: u64, list: In<hipMemAccessDesc>, count: u64) {
        if list.is_null() {
            return Err(Error::Null { what: "desc" });
        }
        let wanted = |desc: &hipMemAccessDesc| Ok((device(&desc.location, "hipMemLocationType of access")?, desc.flags.0));
        let wanted = list.array(count as usize)?.iter().map(wanted).collect::<Result<Vec<_>, Error>>()?;
        physical::set_access(pointer as u64, size, &wanted)?;
    }
    /// Access of a device to mapped memory.
    fn hipMemGetAccess(out: Out<u64>, location: In<hipMemLocation>, pointer: *mut c_void) {
        let out = out.wanted("flags")?;
        let device = device(&location.read("location")?, "hipMemLocationType of access")?;
        out.set(physical::access(pointer as u64, device)?.into());
    }
    /// File descriptor by which another process imports physical memory.
    fn hipMemExportToShareableHandle(out: Out<i32>, handle: u64, kind: hipMemAllocationHandleType, flags: u64) {
        let out = out.wanted("shareableHandle")?;
        no_flags("exporting physical memory", flags)?;
        check_handle_type(kind)?;
        out.set(physical::export(physical::from_word(handle)?)?);
    }
    /// Imports physical memory by another process's file descriptor.
    fn hipMemImportFromShareableHandle(out: Out<u64>, file: *mut c_void, kind: hipMemAllocationHandleType) {
        let out = out.wanted("handle")?;
        check_handle_type(kind)?;
        // SAFETY: C promised an open file descriptor.
        let imported = unsafe { physical::import(file as usize as i32) }?;
        out.set(imported.word());
    }
    /// Handle by which another process opens an allocation.
    fn hipIpcGetMemHandle(out: Out<[u8; 64]>, pointer: *mut c_void) {
        let out = out.wanted("handle")?;
        out.set(ipc::handle(pointer as u64)?);
    }
    /// Opens another process's allocation.
    fn hipIpcOpenMemHandle(out: Out<u64>, handle: hipIpcMemHandle_t, flags: u32) {
        let out = out.wanted("devPtr")?;
        // The only supported flag.
        if flags != hip_sys::hipIpcMemLazyEnablePeerAccess {
            return Err(Error::BadFlags { what: "opening memory", got: flags.into() });
        }
        out.set(ipc::open(&bytes(handle.reserved))?);
    }
    /// Closes another process's allocation.
    fn hipIpcCloseMemHandle(pointer: *mut c_void) { ipc::close(pointer as u64)?; }
    /// Handle by which another process opens an event.
    fn hipIpcGetEventHandle(out: Out<[u8; 64]>, event: Event) {
        let out = out.wanted("handle")?;
        if event.word() == 0 {
            return Err(Error::Null { what: "event" });
        }
        out.set(ipc::event_handle(event.id()?)?);
    }
    /// Opens another process's event.
    fn hipIpcOpenEventHandle(out: Out<Event>, handle: hipIpcEventHandle_t) {
        let out = out.wanted("event")?;
        out.set(Event::of(ipc::open_event(&bytes(handle.reserved))?));
    }
}
