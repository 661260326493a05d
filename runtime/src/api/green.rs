//! Green contexts: parts of a device's SMs (HIP: "Execution Context"; CUDA driver API, "Green Contexts").

use crate::Error;
use crate::api::stream::{self, StreamRef};
use crate::api::{context, event};
use crate::handle::Id;
use crate::object::{ContextKind, ContextObject, DescObject, EventObject, SmResource, StreamObject};
use crate::state::{primary, process};
use crate::sync::{Arc, AtomicU32, Ordering};
use device::{SmSet, Spec, partition};

pub use device::partition::Wanted;

fn resource(ordinal: usize, spec: &Spec, sms: SmSet) -> SmResource {
    let (min, align) = partition::granularity(spec);
    SmResource { device: ordinal as u32, sms, min, align, flags: 0, split: 0 }
}

/// All SMs of a device.
///
/// # Errors
/// `BadOrdinal`, `NoDevice`.
pub fn device_resource(ordinal: i32) -> Result<SmResource, Error> {
    let device = process()?.device(ordinal.into())?;
    Ok(resource(device.ordinal, &device.spec, SmSet::first(device.spec.sms)))
}

/// The SMs of a context.
///
/// # Errors
/// `ContextDestroyed`, `NoContext`.
pub fn context_resource(id: Id<ContextObject>) -> Result<SmResource, Error> {
    let context = process()?.get(id)?;
    match context.sms() {
        // What a green context has may be split again.
        Some(own) => Ok(SmResource { split: 0, ..own.clone() }),
        None => device_resource(context.device as i32),
    }
}

/// The SMs of a stream.
///
/// # Errors
/// What is wrong with the handle.
pub fn stream_resource(stream: StreamRef) -> Result<SmResource, Error> {
    context_resource(stream::resolve(stream)?.context.id)
}

/// Splits SMs into groups of at least `min_count`, at most `groups` of them, and what is left over.
///
/// # Errors
/// `ResourceConfiguration` for the outcome of another split; `Split`.
pub fn split(
    input: &SmResource,
    groups: Option<u32>,
    flags: u32,
    min_count: u32,
) -> Result<(Vec<SmResource>, SmResource), Error> {
    whole(input)?;
    if flags & !(partition::IGNORE_COSCHEDULING | partition::MAX_POTENTIAL_CLUSTER_SIZE) != 0 {
        return Err(Error::BadFlags { what: "a split", got: flags.into() });
    }
    let spec = &process()?.device(input.device.into())?.spec;
    let outcome = partition::split(spec, &input.sms, groups, flags, min_count)?;
    let split = next_split();
    let part = |sms| SmResource { sms, flags, split, ..input.clone() };
    Ok((outcome.groups.into_iter().map(part).collect(), part(outcome.remaining)))
}

/// Splits SMs into groups of given sizes, and what is left over (`hipDevSmResourceSplit`).
///
/// # Errors
/// `ResourceConfiguration` for the outcome of another split; `Split`.
pub fn split_into(input: &SmResource, wanted: &[Wanted]) -> Result<(Vec<SmResource>, SmResource), Error> {
    let spec = &process()?.device(input.device.into())?.spec;
    whole(input)?;
    let outcome = partition::split_into(spec, &input.sms, wanted)?;
    let split = next_split();
    let part = |sms| SmResource { sms, split, ..input.clone() };
    Ok((outcome.groups.into_iter().map(part).collect(), part(outcome.remaining)))
}

/// A number that is unlike any other split's.
fn next_split() -> u32 {
    static SPLITS: AtomicU32 = AtomicU32::new(1);
    SPLITS.fetch_add(1, Ordering::Relaxed)
}

/// Whether a resource may be split.
fn whole(input: &SmResource) -> Result<(), Error> {
    if input.split == 0 {
        return Ok(());
    }
    let why = "the outcome of a split cannot be split again before a green context has it";
    Err(Error::ResourceConfiguration { why })
}

/// A descriptor of resources that belong together: a whole device's, or parts of one split.
///
/// # Errors
/// `OutOfRange` for none; `ResourceConfiguration` for parts of different devices or splits.
pub fn describe(resources: &[SmResource]) -> Result<Id<DescObject>, Error> {
    let Some((first, rest)) = resources.split_first() else {
        return Err(Error::OutOfRange { what: "number of resources", got: 0, min: 1, max: u64::MAX });
    };
    let mut all = first.clone();
    for other in rest {
        if other.device != first.device {
            return Err(Error::ResourceConfiguration { why: "the resources are of different devices" });
        }
        if other.split != first.split {
            return Err(Error::ResourceConfiguration { why: "the resources are of different splits" });
        }
        all.sms.extend_from(&other.sms);
    }
    if all.sms.is_empty() {
        return Err(Error::ResourceConfiguration { why: "the resources hold no SM" });
    }
    Ok(process()?.insert(|id| DescObject { id, resource: all }).id)
}

/// Makes a green context in a device's primary context, which it keeps alive. It does not become current.
///
/// # Errors
/// `BadFlags`, `BadOrdinal`, `NoDevice`; `ContextsDiffer` if the descriptor is of another device; what is wrong with
/// the handle.
pub fn create(desc: Id<DescObject>, ordinal: i32, flags: u32) -> Result<Id<ContextObject>, Error> {
    if flags > 1 {
        return Err(Error::BadFlags { what: "a green context", got: flags.into() });
    }
    let process = process()?;
    let device = process.device(ordinal.into())?;
    let desc = process.get(desc)?;
    if desc.resource.device as usize != device.ordinal {
        return Err(Error::ContextsDiffer { what: "the descriptor's device and the green context's" });
    }
    let primary = primary(device, false)?;
    device.primary.lock().retained += 1;
    let kind = ContextKind::Green { sms: desc.resource.clone(), primary };
    Ok(process.make_context(device, kind, flags).id)
}

/// Destroys a green context; its streams stay and can only be destroyed (`hipExecutionCtxDestroy`).
///
/// # Errors
/// `DestroysPrimary` for one that is not green; `ContextDestroyed`, `NoContext`.
pub fn destroy(id: Id<ContextObject>) -> Result<(), Error> {
    let process = process()?;
    let context = process.get(id)?;
    if !matches!(context.kind, ContextKind::Green { .. }) {
        return Err(Error::DestroysPrimary);
    }
    context::wait_for(&context)?;
    process.end_context(&context);
    context::primary_release(context.device as i32)
}

/// The execution context that is all of a device: its primary context.
///
/// # Errors
/// `BadOrdinal`, `NoDevice`.
pub fn device_context(ordinal: i32) -> Result<Id<ContextObject>, Error> {
    Ok(primary(process()?.device(ordinal.into())?, true)?.id)
}

/// Makes a stream in an execution context. A green context's never waits for the legacy default stream.
///
/// # Errors
/// `BadFlags`; `ContextDestroyed`, `NoContext`.
pub fn create_stream(id: Id<ContextObject>, flags: u32, priority: i32) -> Result<Id<StreamObject>, Error> {
    let context = process()?.get(id)?;
    context.check()?;
    let green = matches!(context.kind, ContextKind::Green { .. });
    let flags = if green && flags == 0 { stream::NON_BLOCKING } else { flags };
    stream::create_in(&context, flags, priority)
}

/// The ordinal of an execution context's device.
///
/// # Errors
/// `ContextDestroyed`, `NoContext`.
pub fn device(id: Id<ContextObject>) -> Result<i32, Error> {
    Ok(process()?.get(id)?.device as i32)
}

/// A number that no other context of the process has.
///
/// # Errors
/// `ContextDestroyed`, `NoContext`.
pub fn number(id: Id<ContextObject>) -> Result<u64, Error> {
    const KIND_BITS: u32 = 8;
    // The handle without its kind: index and generation.
    process()?.get(id).map(|context| context.id.word() << KIND_BITS >> KIND_BITS)
}

/// Waits for all streams of an execution context.
///
/// # Errors
/// `Fault`; `ContextDestroyed`, `NoContext`.
pub fn synchronize(id: Id<ContextObject>) -> Result<(), Error> {
    let owner = process()?.get(id)?;
    context::wait_for(&owner)
}

/// Records an event after all work that the streams of an execution context hold now.
///
/// # Errors
/// `ContextsDiffer`; what is wrong with the handles.
pub fn record_event(id: Id<ContextObject>, recorded: Id<EventObject>) -> Result<(), Error> {
    let process = process()?;
    let (owner, event) = (process.get(id)?, process.get(recorded)?);
    owner.check()?;
    let engine = &process.device_of(&owner).engine;
    // A stream that lives for this one record waits for all others.
    let mark = StreamObject {
        id: None,
        front: engine
            .create_stream(owner.front, device::StreamKind::NonBlocking, 0, None)
            .ok_or_else(|| Error::ContextDestroyed { context: id.to_string() })?,
        context: Arc::clone(&owner),
        kind: device::StreamKind::NonBlocking,
        priority: 0,
    };
    let done = context::last_ops(&owner)?
        .into_iter()
        .try_for_each(|op| {
            engine.submit(mark.front, &device::Op::Wait(op), crate::exec::Work::Nothing).map(drop)
        })
        .and_then(|()| event::record_in(&event, &mark));
    engine.destroy_stream(mark.front);
    done
}

/// Later work of all streams of an execution context waits for an event's last record.
///
/// # Errors
/// What is wrong with the handles.
pub fn wait_event(id: Id<ContextObject>, awaited: Id<EventObject>) -> Result<(), Error> {
    let context = process()?.get(id)?;
    context.check()?;
    let streams: Vec<_> = context.streams.lock().iter().copied().collect();
    streams.into_iter().try_for_each(|s| stream::wait_event(StreamRef::Id(s), awaited, 0))
}
