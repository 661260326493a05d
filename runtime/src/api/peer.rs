//! Peer access between devices (HIP: "Peer To Peer Device Memory Access").
//!
//! All devices' memory is in one window: copies can always access it, kernels only with peer access
//! (`memory::reach`).

use crate::Error;
use crate::handle::Id;
use crate::object::ContextObject;
use crate::state::{primary, process, usable};
use crate::sync::Arc;

/// Enables access of the current context to a peer's memory (`hipCtxEnablePeerAccess`).
///
/// # Errors
/// `BadFlags`; `NoPeer` for a context of the same device; `PeerAccessIsOn`; errors of the contexts.
pub fn enable(peer: Id<ContextObject>, flags: u32) -> Result<(), Error> {
    no_flags(flags)?;
    let peer = process()?.get(peer)?;
    enable_for(&*usable()?, &peer)
}

/// Enables access of a context to a peer's memory.
///
/// # Errors
/// Those of [`enable`].
pub fn enable_in(own: Id<ContextObject>, peer: Id<ContextObject>) -> Result<(), Error> {
    enable_for(&*checked(own)?, &*process()?.get(peer)?)
}

fn checked(id: Id<ContextObject>) -> Result<Arc<ContextObject>, Error> {
    let context = process()?.get(id)?;
    context.check()?;
    Ok(context)
}

fn enable_for(own: &ContextObject, peer: &ContextObject) -> Result<(), Error> {
    if own.device == peer.device {
        return Err(Error::NoPeer { device: peer.device });
    }
    match own.backend.enable_peer(&*peer.backend)? {
        true => Ok(()),
        false => Err(Error::PeerAccessIsOn { peer: peer.device }),
    }
}

fn no_flags(flags: u32) -> Result<(), Error> {
    if flags == 0 { Ok(()) } else { Err(Error::BadFlags { what: "access to a peer", got: flags.into() }) }
}

/// Disables peer access (`hipCtxDisablePeerAccess`).
///
/// # Errors
/// `PeerAccessIsOff`; errors of the contexts.
pub fn disable(peer: Id<ContextObject>) -> Result<(), Error> {
    disable_for(&*usable()?, peer)
}

/// Disables access of a context to a peer's memory.
///
/// # Errors
/// Those of [`disable`].
pub fn disable_in(own: Id<ContextObject>, peer: Id<ContextObject>) -> Result<(), Error> {
    disable_for(&*checked(own)?, peer)
}

fn disable_for(own: &ContextObject, peer: Id<ContextObject>) -> Result<(), Error> {
    let peer = process()?.get(peer)?;
    match own.backend.disable_peer(&*peer.backend)? {
        true => Ok(()),
        false => Err(Error::PeerAccessIsOff { peer: peer.device }),
    }
}

/// A peer's primary context; a device is no peer of itself.
fn primary_of(ordinal: i32) -> Result<Arc<ContextObject>, Error> {
    let process = process()?;
    let device = process.device(ordinal.into())?;
    if device.ordinal == usable()?.device {
        return Err(Error::BadOrdinal { ordinal: ordinal.into(), count: process.devices().len() });
    }
    primary(device, true)
}

/// Enables access to a device's primary context (`hipDeviceEnablePeerAccess`).
///
/// # Errors
/// Those of [`enable`]; `BadOrdinal`, also for the current device.
pub fn enable_device(ordinal: i32, flags: u32) -> Result<(), Error> {
    no_flags(flags)?;
    enable(primary_of(ordinal)?.id, 0)
}

/// Disables access to a device's primary context (`hipDeviceDisablePeerAccess`).
///
/// # Errors
/// Those of [`disable`]; `BadOrdinal`, also for the current device.
pub fn disable_device(ordinal: i32) -> Result<(), Error> {
    disable(primary_of(ordinal)?.id)
}

/// Attribute of a pair of devices (`hipDeviceP2PAttr`): performance rank, access, atomics, arrays.
///
/// # Errors
/// `BadOrdinal`, also for twice the same; `UnknownEnumerator`.
pub fn attribute(attribute: u32, from: i32, to: i32) -> Result<i32, Error> {
    two(from, to)?;
    match attribute {
        0 => Ok(0),
        1..=3 => Ok(1),
        got => Err(Error::UnknownEnumerator { what: "hipDeviceP2PAttr", got: got.into() }),
    }
}

/// Checks that two ordinals are of different devices.
///
/// # Errors
/// `BadOrdinal`.
pub fn two(from: i32, to: i32) -> Result<(), Error> {
    let process = process()?;
    process.device(from.into())?;
    process.device(to.into())?;
    if from == to {
        return Err(Error::BadOrdinal { ordinal: to.into(), count: process.devices().len() });
    }
    Ok(())
}
