//! Addresses and physical memory apart, and memory between processes (HIP: "Virtual Memory Management", IPC).

use crate::entry::{In, Out, entry_points};
use crate::pool::{AccessDesc, DEVICE, PINNED, UNCACHED};
use crate::types::{Event, MemLocation};
use runtime::Error;
use runtime::api::ipc;
use runtime::api::virtual_memory::{self as physical, PhysicalProps};
use std::ffi::c_void;

/// `hipMemAllocationProp`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Props {
    kind: u32,
    handle_types: u32,
    location: MemLocation,
    security: u64,
    compression: u8,
    rdma: u8,
    usage: u16,
    pad: [u8; 4],
}

/// `hipIpcMemHandle_t`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct IpcHandle {
    bytes: [u8; 64],
}

const _: () = assert!(size_of::<Props>() == 32);

/// `hipMemHandleTypePosixFileDescriptor`
const FILE_DESCRIPTOR: u32 = 1;

fn no_flags(what: &'static str, got: u64) -> Result<(), Error> {
    if got == 0 { Ok(()) } else { Err(Error::BadFlags { what, got }) }
}

fn check_handle_type(kind: u32) -> Result<(), Error> {
    if kind == FILE_DESCRIPTOR {
        return Ok(());
    }
    Err(Error::UnknownEnumerator { what: "hipMemAllocationHandleType", got: kind.into() })
}

entry_points! {
    /// Reserves addresses; where is not for the program to say.
    fn hipMemAddressReserve(out: Out<u64>, size: u64, alignment: u64, _at: *mut c_void, flags: u64) {
        let out = out.wanted("ptr")?;
        no_flags("reserved addresses", flags)?;
        out.set(physical::reserve(size, alignment)?);
    }
    /// Gives reserved addresses back.
    fn hipMemAddressFree(pointer: *mut c_void, size: u64) { physical::free(pointer as u64, size)?; }
    /// Makes physical memory.
    fn hipMemCreate(out: Out<u64>, size: u64, props: In<Props>, flags: u64) {
        let out = out.wanted("handle")?;
        let Props { kind, handle_types, location, .. } = props.read("prop")?;
        no_flags("physical memory", flags)?;
        if !matches!(kind, PINNED | UNCACHED) {
            return Err(Error::UnknownEnumerator { what: "hipMemAllocationType of physical memory", got: kind.into() });
        }
        if location.kind != DEVICE {
            return Err(Error::UnknownEnumerator { what: "hipMemLocationType of physical memory", got: location.kind.into() });
        }
        out.set(physical::create(size, &PhysicalProps { device: location.id, handle_types })?.word());
    }
    /// Gives a handle of physical memory up.
    fn hipMemRelease(handle: u64) { physical::release(physical::from_word(handle)?)?; }
    /// The handle of the physical memory at an address, once more.
    fn hipMemRetainAllocationHandle(out: Out<u64>, pointer: *mut c_void) {
        let out = out.wanted("handle")?;
        out.set(physical::retain(pointer as u64)?.word());
    }
    /// What sizes and addresses are multiples of, for all memory alike.
    fn hipMemGetAllocationGranularity(out: Out<u64>, props: In<Props>, option: u32) {
        let out = out.wanted("granularity")?;
        props.read("prop")?;
        if option > 1 {
            return Err(Error::UnknownEnumerator { what: "hipMemAllocationGranularity_flags", got: option.into() });
        }
        out.set(physical::GRANULARITY);
    }
    /// What physical memory was made with.
    fn hipMemGetAllocationPropertiesFromHandle(out: Out<Props>, handle: u64) {
        let out = out.wanted("prop")?;
        let PhysicalProps { device, handle_types } = physical::properties(physical::physical_from_word(handle)?)?;
        let location = MemLocation { kind: DEVICE, id: device };
        out.set(Props { kind: PINNED, handle_types, location, security: 0, compression: 0, rdma: 0, usage: 0, pad: [0; 4] });
    }
    /// Maps physical memory at reserved addresses.
    fn hipMemMap(pointer: *mut c_void, size: u64, offset: u64, handle: u64, flags: u64) {
        no_flags("a mapping", flags)?;
        physical::map(pointer as u64, size, offset, physical::from_word(handle)?)?;
    }
    /// Takes a mapping away.
    fn hipMemUnmap(pointer: *mut c_void, size: u64) { physical::unmap(pointer as u64, size)?; }
    /// Lets devices read or write what is mapped.
    fn hipMemSetAccess(pointer: *mut c_void, size: u64, list: In<AccessDesc>, count: u64) {
        if list.is_null() {
            return Err(Error::Null { what: "desc" });
        }
        let list = list.array(count as usize)?;
        if let Some(other) = list.iter().find(|desc| desc.location.kind != DEVICE) {
            return Err(Error::UnknownEnumerator { what: "hipMemLocationType of access", got: other.location.kind.into() });
        }
        let wanted: Vec<_> = list.iter().map(|desc| (desc.location.id, desc.flags)).collect();
        physical::set_access(pointer as u64, size, &wanted)?;
    }
    /// What a device may do with what is mapped.
    fn hipMemGetAccess(out: Out<u64>, location: In<MemLocation>, pointer: *mut c_void) {
        let out = out.wanted("flags")?;
        let location = location.read("location")?;
        if location.kind != DEVICE {
            return Err(Error::UnknownEnumerator { what: "hipMemLocationType of access", got: location.kind.into() });
        }
        out.set(physical::access(pointer as u64, location.id)?.into());
    }
    /// A file descriptor that another process imports physical memory by.
    fn hipMemExportToShareableHandle(out: Out<i32>, handle: u64, kind: u32, flags: u64) {
        let out = out.wanted("shareableHandle")?;
        no_flags("exporting physical memory", flags)?;
        check_handle_type(kind)?;
        out.set(physical::export(physical::from_word(handle)?)?);
    }
    /// The physical memory behind another process's file descriptor.
    fn hipMemImportFromShareableHandle(out: Out<u64>, file: *mut c_void, kind: u32) {
        let out = out.wanted("handle")?;
        check_handle_type(kind)?;
        out.set(physical::import(file as usize as i32)?.word());
    }
    /// What another process opens an allocation by.
    fn hipIpcGetMemHandle(out: Out<[u8; 64]>, pointer: *mut c_void) {
        let out = out.wanted("handle")?;
        out.set(ipc::handle(pointer as u64)?);
    }
    /// Another process's allocation.
    fn hipIpcOpenMemHandle(out: Out<u64>, handle: IpcHandle, flags: u32) {
        // `hipIpcMemLazyEnablePeerAccess`, which there is no other way than.
        const LAZY_PEERS: u32 = 1;
        let out = out.wanted("devPtr")?;
        if flags != LAZY_PEERS {
            return Err(Error::BadFlags { what: "opening memory", got: flags.into() });
        }
        out.set(ipc::open(&handle.bytes)?);
    }
    /// Closes another process's allocation.
    fn hipIpcCloseMemHandle(pointer: *mut c_void) { ipc::close(pointer as u64)?; }
    /// What another process opens an event by.
    fn hipIpcGetEventHandle(out: Out<[u8; 64]>, event: Event) {
        let out = out.wanted("handle")?;
        if event.word() == 0 {
            return Err(Error::Null { what: "event" });
        }
        out.set(ipc::event_handle(event.id()?)?);
    }
    /// Another process's event.
    fn hipIpcOpenEventHandle(out: Out<Event>, handle: IpcHandle) {
        let out = out.wanted("event")?;
        out.set(Event::of(ipc::open_event(&handle.bytes)?));
    }
}
