//! Numbers, attributes and SM masks of streams (HIP: "Stream Management").
//!
//! Attributes are stored and returned; performance hints have no effect.

pub use crate::object::extras::AttributeValue;

use crate::Error;
use crate::api::stream::{self, StreamRef};
use crate::handle::Id;
use crate::object::extras::Extras;
use crate::object::{ContextKind, StreamObject};
use crate::state::{process, usable};
use crate::sync::{Ordering, fixed};
use device::{SmSet, StreamKind};

const ACCESS_POLICY_WINDOW: u32 = 1;
const SYNCHRONIZATION_POLICY: u32 = 3;
const PRIORITY: u32 = 8;
const MEM_SYNC_DOMAIN_MAP: u32 = 9;
const MEM_SYNC_DOMAIN: u32 = 10;

fn check_attribute(attribute: u32) -> Result<(), Error> {
    match attribute {
        ACCESS_POLICY_WINDOW | SYNCHRONIZATION_POLICY | PRIORITY | MEM_SYNC_DOMAIN_MAP | MEM_SYNC_DOMAIN => {
            Ok(())
        }
        got => Err(Error::UnknownEnumerator { what: "attribute of a stream", got: got.into() }),
    }
}

fn with<R>(stream: &StreamObject, use_it: impl FnOnce(&mut Extras) -> R) -> R {
    use_it(stream.context.extras.lock().entry(stream.backend.number()).or_default())
}

/// Default of an attribute, as on an H200.
fn default_of(attribute: u32) -> AttributeValue {
    let mut value = [0; 16];
    match attribute {
        // That of the device: none of the policies there are.
        SYNCHRONIZATION_POLICY => value[0] = u32::MAX,
        // Bytes: the default domain is 0, the remote one 1.
        MEM_SYNC_DOMAIN_MAP => value[0] = u32::from_le_bytes([0, 1, 0, 0]),
        _ => {}
    }
    value
}

/// An attribute of a stream (`hipStreamGetAttribute`).
///
/// # Errors
/// `UnknownEnumerator`; errors of the stream.
pub fn attribute(stream: StreamRef, attribute: u32) -> Result<AttributeValue, Error> {
    let stream = stream::resolve(stream)?;
    check_attribute(attribute)?;
    if attribute == PRIORITY {
        let mut value = [0; 16];
        value[0] = priority_of(&stream) as u32;
        return Ok(value);
    }
    let set = with(&stream, |extras| extras.attributes.get(&attribute).copied());
    Ok(set.unwrap_or_else(|| default_of(attribute)))
}

/// A stream's priority as it is now.
pub(crate) fn priority_of(stream: &StreamObject) -> i32 {
    stream.backend.priority()
}

/// Sets an attribute of a stream (`hipStreamSetAttribute`). A priority out of range is moved into it.
///
/// # Errors
/// `UnknownEnumerator`, `OutOfRange`; errors of the stream.
pub fn set_attribute(stream: StreamRef, attribute: u32, value: AttributeValue) -> Result<(), Error> {
    let stream = stream::resolve(stream)?;
    check_attribute(attribute)?;
    let (what, min, max) = match attribute {
        SYNCHRONIZATION_POLICY => ("synchronization policy", 1, 4),
        MEM_SYNC_DOMAIN => ("memory domain", 0, 1),
        _ => ("", 0, u32::MAX),
    };
    if !(min..=max).contains(&value[0]) {
        return Err(Error::OutOfRange { what, got: value[0].into(), min: min.into(), max: max.into() });
    }
    if attribute == PRIORITY {
        return set_priority(&stream, value[0] as i32);
    }
    with(&stream, |extras| extras.attributes.insert(attribute, value));
    Ok(())
}

fn set_priority(stream: &StreamObject, priority: i32) -> Result<(), Error> {
    let priority = priority.clamp(stream::PRIORITIES.0, stream::PRIORITIES.1);
    stream.backend.set_priority(priority);
    Ok(())
}

/// Copies the attributes of another stream of the same context (`hipStreamCopyAttributes`).
///
/// # Errors
/// `ContextsDiffer`; errors of the streams.
pub fn copy_attributes(to: StreamRef, from: StreamRef) -> Result<(), Error> {
    let (to, from) = (stream::resolve(to)?, stream::resolve(from)?);
    if to.context.id != from.context.id {
        return Err(Error::ContextsDiffer { what: "the streams" });
    }
    let attributes = with(&from, |extras| extras.attributes.clone());
    with(&to, |extras| extras.attributes.extend(attributes));
    set_priority(&to, priority_of(&from))
}

/// Unique number of a stream (`hipStreamGetId`).
///
/// # Errors
/// Errors of the stream.
pub fn number(stream: StreamRef) -> Result<u64, Error> {
    static NEXT: fixed::AtomicU64 = fixed::AtomicU64::new(1);
    let stream = stream::resolve(stream)?;
    Ok(with(&stream, |extras| {
        if extras.number == 0 {
            extras.number = NEXT.fetch_add(1, Ordering::Relaxed);
        }
        extras.number
    }))
}

/// Removes the state of a destroyed stream.
pub(crate) fn forget(stream: &StreamObject) {
    stream.context.extras.lock().remove(&stream.backend.number());
}

/// The SMs that bits of a mask mean, 32 to a word.
fn masked(mask: &[u32], count: u32) -> SmSet {
    let is_set = |sm: &u16| mask.get(usize::from(sm / 32)).is_some_and(|word| word >> (sm % 32) & 1 == 1);
    SmSet::first(count).iter().filter(is_set).collect()
}

/// Creates a blocking stream whose kernels only use the SMs of a mask (`hipExtStreamCreateWithCUMask`). Bits
/// of SMs that the current context does not have count for nothing.
///
/// # Errors
/// `OutOfRange` for a mask of no SM of the context; errors of the current context.
pub fn create_masked(mask: &[u32]) -> Result<Id<StreamObject>, Error> {
    let context = usable()?;
    let device = context.on;
    let mut sms = masked(mask, device.spec.sms);
    if let Some(own) = context.sms() {
        sms = sms.iter().filter(|&sm| own.sms.contains(sm)).collect();
    }
    if sms.is_empty() {
        return Err(Error::OutOfRange {
            what: "SMs of the mask",
            got: 0,
            min: 1,
            max: device.spec.sms.into(),
        });
    }
    let kind = match context.kind {
        ContextKind::Green { .. } => StreamKind::NonBlocking,
        _ => StreamKind::Blocking,
    };
    let id = stream::make(&context, kind, 0, Some(sms.clone()))?;
    with(&*process()?.get(id)?, |extras| extras.sms = Some(sms));
    Ok(id)
}

/// The SMs that a stream's kernels may use, 32 to a word (`hipExtStreamGetCUMask`).
///
/// # Errors
/// `Unsupported` in a green context of a GPU; errors of the stream.
pub fn mask(stream: StreamRef) -> Result<Vec<u32>, Error> {
    let stream = stream::resolve(stream)?;
    let count = stream.context.on.spec.sms;
    let own = with(&stream, |extras| extras.sms.clone());
    if stream.context.sms().is_some_and(|part| part.driver.is_some()) {
        return Err(Error::Unsupported { what: "the SMs of a green context with HIP_BACKEND=cuda" });
    }
    let sms = own.or_else(|| stream.context.sms().map(|resource| resource.sms.clone()));
    let mut words = vec![0; count.div_ceil(32) as usize];
    for sm in sms.unwrap_or_else(|| SmSet::first(count)).iter() {
        words[usize::from(sm / 32)] |= 1 << (sm % 32);
    }
    Ok(words)
}
