//! Devices (HIP: "Device Management").

use crate::entry::{In, Out, entry_points, put_text, text};
use hip_sys::{hipChannelFormatDesc, hipDeviceAttribute_t, hipUUID};
use runtime::Error;
use runtime::api::device;
use std::ffi::c_char;

/// Parses a PCI bus address into domain, bus, device and function.
fn bus_address(text: &str) -> Option<[u32; 4]> {
    let number = |text: &str| u32::from_str_radix(text, 16).ok();
    let (rest, function) = text.rsplit_once('.').unwrap_or((text, "0"));
    let (domain, bus, device) = match *rest.split(':').collect::<Vec<_>>() {
        [bus, device] => ("0", bus, device),
        [domain, bus, device] => (domain, bus, device),
        _ => return None,
    };
    Some([number(domain)?, number(bus)?, number(device)?, number(function)?])
}

entry_points! {
    /// Returns the number of visible devices.
    fn hipGetDeviceCount(out: Out<i32>) {
        let out = out.wanted("count")?;
        out.set(device::count()? as i32);
    }
    /// The device with an ordinal.
    fn hipDeviceGet(out: Out<i32>, ordinal: i32) {
        let out = out.wanted("device")?;
        out.set(device::get(ordinal)?);
    }
    /// The calling thread's device.
    fn hipGetDevice(out: Out<i32>) {
        let out = out.wanted("deviceId")?;
        out.set(device::current_ordinal()?);
    }
    /// Makes a device the calling thread's.
    fn hipSetDevice(ordinal: i32) { device::set(ordinal)?; }
    /// Waits for all work of the thread's device.
    fn hipDeviceSynchronize() { device::synchronize()?; }
    /// Destroys the primary context of the thread's device with its objects.
    fn hipDeviceReset() { device::reset()?; }
    /// A device's name, cut to fit.
    fn hipDeviceGetName(name: *mut c_char, len: i32, ordinal: i32) {
        if name.is_null() {
            return Err(Error::Null { what: "name" });
        }
        put_text(name, usize::try_from(len).unwrap_or(0), device::name(ordinal)?);
    }
    /// A device's memory, bytes.
    fn hipDeviceTotalMem(out: Out<u64>, ordinal: i32) {
        let out = out.wanted("bytes")?;
        out.set(device::total_memory(ordinal)?);
    }
    /// An attribute of a device.
    fn hipDeviceGetAttribute(out: Out<i32>, attribute: i32, ordinal: i32) {
        let out = out.wanted("pi")?;
        out.set(device::attribute(attribute, ordinal)?);
    }
    /// A device's UUID.
    fn hipDeviceGetUuid(out: Out<hipUUID>, ordinal: i32) {
        let out = out.wanted("uuid")?;
        out.set(hipUUID { bytes: device::uuid(ordinal)?.map(|byte| byte as c_char) });
    }
    /// A device's compute capability.
    fn hipDeviceComputeCapability(major: Out<i32>, minor: Out<i32>, ordinal: i32) {
        let (major, minor) = (major.wanted("major")?, minor.wanted("minor")?);
        let (x, y) = device::spec(ordinal)?.capability;
        major.set(x as i32);
        minor.set(y as i32);
    }
    /// A device's PCI bus id, cut to fit.
    fn hipDeviceGetPCIBusId(name: *mut c_char, len: i32, ordinal: i32) {
        if name.is_null() {
            return Err(Error::Null { what: "pciBusId" });
        }
        put_text(name, usize::try_from(len).unwrap_or(0), &device::pci_bus_id(ordinal)?);
    }
    /// The device at an address on the PCI bus, as `0000:00:06.0`; domain and function may be left out.
    fn hipDeviceGetByPCIBusId(out: Out<i32>, id: *const c_char) {
        let out = out.wanted("device")?;
        let id = text(id, "pciBusId")?;
        let (wanted, count) = (bus_address(&id), device::count()?);
        let mut all = (0..count as i32).filter_map(|n| Some((n, device::pci_bus_id(n).ok()?)));
        let found = all.find(|(_, address)| wanted.is_some() && bus_address(address) == wanted);
        out.set(found.ok_or(Error::BadOrdinal { ordinal: -1, count })?.0);
    }
    /// Returns whether a device can access a peer's memory.
    fn hipDeviceCanAccessPeer(out: Out<i32>, ordinal: i32, peer: i32) {
        let out = out.wanted("canAccessPeer")?;
        out.set(device::can_access_peer(ordinal, peer)?.into());
    }
    /// Maximum number of texels of a texture of linear memory.
    fn hipDeviceGetTexture1DLinearMaxWidth(out: Out<u64>, desc: In<hipChannelFormatDesc>, ordinal: i32) {
        let out = out.wanted("max_width")?;
        let (format, channels) = crate::array::channels(&desc.read("desc")?)?;
        let texel = u64::from(format.bytes()) * u64::from(channels);
        let most = device::attribute(hipDeviceAttribute_t::hipDeviceAttributeMaxTexture1DLinear.0 as i32, ordinal)?;
        let fit = device::total_memory(ordinal)? / texel;
        out.set(fit.min(u64::try_from(most).unwrap_or(0)));
    }
    /// The range of stream priorities.
    fn hipDeviceGetStreamPriorityRange(least: Out<i32>, greatest: Out<i32>) {
        let (most_urgent, least_urgent) = runtime::api::stream::PRIORITIES;
        if let Some(out) = least.optional() {
            out.set(least_urgent);
        }
        if let Some(out) = greatest.optional() {
            out.set(most_urgent);
        }
    }
    /// Restricts the devices that the thread may use: a hint without effect, as all devices are alike.
    fn hipSetValidDevices(devices: In<i32>, count: i32) {
        for ordinal in devices.array(usize::try_from(count).unwrap_or(0))? {
            device::get(ordinal)?;
        }
    }
}
