//! Devices and contexts.

use crate::api::{self, context};
use crate::handle::Id;
use crate::object::{ContextObject, QueueConfig, QueueWish};
use crate::{Error, SmResource};

/// A device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Device(i32);

impl Device {
    /// All devices.
    ///
    /// # Errors
    /// Those of the runtime's start.
    pub fn all() -> Result<impl Iterator<Item = Device>, Error> {
        Ok((0..api::device::count()? as i32).map(Device))
    }

    /// Returns the device with an ordinal.
    ///
    /// # Errors
    /// `BadOrdinal`, `NoDevice`.
    pub fn get(ordinal: i32) -> Result<Device, Error> {
        api::device::get(ordinal).map(Device)
    }

    /// Its ordinal.
    pub const fn ordinal(self) -> i32 {
        self.0
    }

    /// Properties: name, SMs, memory…
    ///
    /// # Errors
    /// None for an existing device.
    pub fn spec(self) -> Result<&'static device::Spec, Error> {
        api::device::spec(self.0)
    }

    /// Returns whether its kernels can reach another device's memory.
    pub fn can_access_peer(self, peer: Device) -> bool {
        /// `hipDevP2PAttrAccessSupported`
        const ACCESS: u32 = 1;
        api::peer::attribute(ACCESS, self.0, peer.0).is_ok_and(|value| value != 0)
    }

    /// All its SMs, to be split for green contexts.
    ///
    /// # Errors
    /// None once the device was got.
    pub fn sms(self) -> Result<SmResource, Error> {
        api::green::device_resource(self.0)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ContextKind {
    Primary(Device),
    Created,
    Green,
}

/// Context, destroyed on drop; a primary context is released.
#[derive(Debug)]
pub struct Context {
    id: Id<ContextObject>,
    kind: ContextKind,
}

impl Context {
    /// Retains a device's primary context and makes it current.
    ///
    /// # Errors
    /// `BadOrdinal`, `NoDevice`.
    pub fn primary(device: Device) -> Result<Context, Error> {
        let id = context::primary_retain(device.0)?;
        context::set_current(Some(id))?;
        Ok(Context { id, kind: ContextKind::Primary(device) })
    }

    /// Creates a context and makes it current.
    ///
    /// # Errors
    /// `BadOrdinal`, `NoDevice`.
    pub fn new(device: Device) -> Result<Context, Error> {
        Ok(Context { id: context::create(0, device.0)?, kind: ContextKind::Created })
    }

    /// Creates a green context of SMs, without making it current.
    ///
    /// # Errors
    /// `ResourceConfiguration`; `NoDevice`.
    pub fn green(sms: &SmResource) -> Result<Context, Error> {
        let desc = api::green::describe(std::slice::from_ref(sms))?;
        let id = api::green::create(desc, sms.device as i32, 0)?;
        Ok(Context { id, kind: ContextKind::Green })
    }

    /// Creates a green context of SMs with work queues of its own, for this many streams that do not wait for
    /// one another. It does not become current.
    ///
    /// # Errors
    /// `OutOfRange` for no streams; `ResourceConfiguration`; `NoDevice`.
    pub fn green_with_queues(sms: &SmResource, streams: u32) -> Result<Context, Error> {
        let config = QueueConfig { device: sms.device, limit: streams, balanced: true };
        let desc = api::green::describe_with(std::slice::from_ref(sms), &[QueueWish::Config(config)])?;
        let id = api::green::create(desc, sms.device as i32, 0)?;
        Ok(Context { id, kind: ContextKind::Green })
    }

    /// Lets its kernels reach the memory of a context of another device. Copies reach it anyway.
    ///
    /// # Errors
    /// `NoPeer` for a context of the same device; `PeerAccessIsOn`; errors of the contexts.
    pub fn enable_peer(&self, peer: &Context) -> Result<(), Error> {
        api::peer::enable_in(self.id, peer.id)
    }

    /// Ends what [`Context::enable_peer`] allowed.
    ///
    /// # Errors
    /// `PeerAccessIsOff`; errors of the contexts.
    pub fn disable_peer(&self, peer: &Context) -> Result<(), Error> {
        api::peer::disable_in(self.id, peer.id)
    }

    /// Makes it the calling thread's current context.
    ///
    /// # Errors
    /// `ContextDestroyed`.
    pub fn make_current(&self) -> Result<(), Error> {
        context::set_current(Some(self.id))
    }

    /// Waits for all its streams.
    ///
    /// # Errors
    /// `Fault`, `ContextDestroyed`.
    pub fn synchronize(&self) -> Result<(), Error> {
        api::green::synchronize(self.id)
    }

    /// Its handle.
    pub const fn id(&self) -> Id<ContextObject> {
        self.id
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        if context::get_current() == Some(self.id) {
            let _ = context::set_current(None);
        }
        // An error means that it is destroyed already.
        let _ = match self.kind {
            ContextKind::Primary(device) => context::release_primary(device.0),
            ContextKind::Created => context::destroy(self.id),
            ContextKind::Green => api::green::destroy(self.id),
        };
    }
}
