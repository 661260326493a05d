//! Multicast objects (an extension; `hip/hip_soft.h`).

use crate::entry::{In, Out, entry_points};
use runtime::Error;
use runtime::api::multicast::{self, Props};
use runtime::api::virtual_memory::physical_from_word;

/// `hipExtMulticastObjectProp`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct ObjectProp {
    devices: u32,
    pad: u32,
    bytes: u64,
    handle_types: u64,
    flags: u64,
}

const _: () = assert!(size_of::<ObjectProp>() == 32);

impl ObjectProp {
    fn props(self) -> Props {
        let ObjectProp { devices, bytes, handle_types, flags, .. } = self;
        Props { devices, bytes, handle_types, flags }
    }
}

entry_points! {
    /// Makes a multicast object.
    fn hipExtMulticastCreate(out: Out<u64>, prop: In<ObjectProp>) {
        let out = out.wanted("mcHandle")?;
        out.set(multicast::create(&prop.read("prop")?.props())?.word());
    }
    /// Adds a device to a multicast object.
    fn hipExtMulticastAddDevice(object: u64, device: i32) {
        multicast::add_device(multicast::from_word(object)?, device)?;
    }
    /// Binds physical memory to its own device.
    fn hipExtMulticastBindMem(object: u64, offset: u64, memory: u64, memory_offset: u64, size: u64, flags: u64) {
        let (object, memory) = (multicast::from_word(object)?, physical_from_word(memory)?);
        multicast::bind_memory(object, None, offset, (memory, memory_offset), size, flags)?;
    }
    /// Binds physical memory of a device.
    fn hipExtMulticastBindMem_v2(
        object: u64,
        device: i32,
        offset: u64,
        memory: u64,
        memory_offset: u64,
        size: u64,
        flags: u64,
    ) {
        let (object, memory) = (multicast::from_word(object)?, physical_from_word(memory)?);
        multicast::bind_memory(object, Some(device), offset, (memory, memory_offset), size, flags)?;
    }
    /// Binds the memory at an address to its own device.
    fn hipExtMulticastBindAddr(object: u64, offset: u64, address: u64, size: u64, flags: u64) {
        multicast::bind_address(multicast::from_word(object)?, None, offset, address, size, flags)?;
    }
    /// Binds the memory of a device at an address.
    fn hipExtMulticastBindAddr_v2(object: u64, device: i32, offset: u64, address: u64, size: u64, flags: u64) {
        multicast::bind_address(multicast::from_word(object)?, Some(device), offset, address, size, flags)?;
    }
    /// Unbinds memory of a device.
    fn hipExtMulticastUnbind(object: u64, device: i32, offset: u64, size: u64) {
        multicast::unbind(multicast::from_word(object)?, device, offset, size)?;
    }
    /// Granularity of sizes and offsets, in bytes.
    fn hipExtMulticastGetGranularity(out: Out<u64>, prop: In<ObjectProp>, option: u32) {
        let out = out.wanted("granularity")?;
        let props = prop.read("prop")?.props();
        if option > 1 {
            return Err(Error::UnknownEnumerator { what: "hipExtMulticastGranularity_flags", got: option.into() });
        }
        out.set(multicast::granularity(&props)?);
    }
}
