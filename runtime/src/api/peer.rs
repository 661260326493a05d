//! Devices that reach each other's memory (HIP: "Peer To Peer Device Memory Access").
//!
//! All devices' memory lies in one window: copies reach it whether access is on or not, kernels where it is
//! on (`memory::reach`).

use crate::Error;
use crate::handle::Id;
use crate::object::ContextObject;
use crate::state::{primary, process, usable};
use crate::sync::Arc;

/// The context and the peer's, which must be of different devices.
fn pair(peer: &ContextObject) -> Result<(u64, u64), Error> {
    let own = usable()?;
    match own.device == peer.device {
        true => Err(Error::NoPeer { device: peer.device }),
        false => Ok((own.owner(), peer.owner())),
    }
}

/// Lets the current context reach a peer's memory (`hipCtxEnablePeerAccess`).
///
/// # Errors
/// `BadFlags`; `NoPeer` for a context of the same device; `PeerAccessIsOn`; what is wrong with the contexts.
pub fn enable(peer: Id<ContextObject>, flags: u32) -> Result<(), Error> {
    no_flags(flags)?;
    let process = process()?;
    let peer = process.get(peer)?;
    match process.memory.peers().enable(pair(&peer)?, peer.device) {
        true => Ok(()),
        false => Err(Error::PeerAccessIsOn { peer: peer.device }),
    }
}

fn no_flags(flags: u32) -> Result<(), Error> {
    if flags == 0 { Ok(()) } else { Err(Error::BadFlags { what: "access to a peer", got: flags.into() }) }
}

/// Ends what [`enable`] began (`hipCtxDisablePeerAccess`).
///
/// # Errors
/// `PeerAccessIsOff`; what is wrong with the contexts.
pub fn disable(peer: Id<ContextObject>) -> Result<(), Error> {
    let process = process()?;
    let (own, peer) = (usable()?, process.get(peer)?);
    match process.memory.peers().disable((own.owner(), peer.owner())) {
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

/// As [`enable`], for a device's primary context (`hipDeviceEnablePeerAccess`).
///
/// # Errors
/// As [`enable`]; `BadOrdinal`, also for the current device.
pub fn enable_device(ordinal: i32, flags: u32) -> Result<(), Error> {
    no_flags(flags)?;
    enable(primary_of(ordinal)?.id, 0)
}

/// As [`disable`], for a device's primary context (`hipDeviceDisablePeerAccess`).
///
/// # Errors
/// As [`disable`]; `BadOrdinal`, also for the current device.
pub fn disable_device(ordinal: i32) -> Result<(), Error> {
    disable(primary_of(ordinal)?.id)
}

/// What a device has to do with another (`hipDeviceP2PAttr`): rank of speed, access, atomics, arrays.
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
