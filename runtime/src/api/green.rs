//! Green contexts: parts of a device's SMs (HIP: "Execution Context"; CUDA driver API, "Green Contexts").

mod event;
mod queues;

pub use device::partition::Wanted;
pub(crate) use event::begin;
pub use event::{record_event, wait_event};
pub use queues::{context_queues, device_queues, rules_know_queues};

use crate::Error;
use crate::api::context;
use crate::api::stream::{self, StreamRef};
use crate::config::{GreenRules, config};
use crate::exec::engine::may_wait;
use crate::graph::capture;
use crate::handle::Id;
use crate::object::{ContextKind, ContextObject, DescObject, QueueWish, SmResource, StreamObject};
use crate::state::{primary, process};
use crate::sync::{Arc, Ordering, fixed};
use device::{SmSet, Spec, partition};

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

/// The SMs that a split of given sizes co-schedules in groups, where a group that is asked for leaves it open; none if the
/// rules leave such a question unanswered.
pub fn told_coscheduling(ordinal: u32) -> Option<u32> {
    let tells = config().green == GreenRules::Cuda13;
    let spec = &process().ok()?.device(ordinal.into()).ok()?.spec;
    tells.then_some(if spec.capability.0 >= 9 { 8 } else { 2 })
}

/// A number that is unlike any other split's.
fn next_split() -> u32 {
    static SPLITS: fixed::AtomicU32 = fixed::AtomicU32::new(1);
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

/// A descriptor of SMs that belong together: a whole device's, or parts of one split.
///
/// # Errors
/// `OutOfRange` for none; `ResourceConfiguration` for parts of different devices or splits.
pub fn describe(resources: &[SmResource]) -> Result<Id<DescObject>, Error> {
    if resources.is_empty() {
        return Err(Error::OutOfRange { what: "number of resources", got: 0, min: 1, max: u64::MAX });
    }
    describe_with(resources, &[])
}

/// As [`describe`], with work queues; without SMs all of the device's are meant.
///
/// # Errors
/// As [`describe`]; `ResourceConfiguration` for more than one wish of queues, or one of another device.
pub fn describe_with(resources: &[SmResource], wishes: &[QueueWish]) -> Result<Id<DescObject>, Error> {
    let refuse = |why| Err(Error::ResourceConfiguration { why });
    let queues = match wishes {
        [] => None,
        &[only] => Some(only),
        _ => return refuse("several resources are work queues"),
    };
    queues.map_or(Ok(()), |wish| queues::check(&wish))?;
    let (mut all, rest) = match (resources.split_first(), queues) {
        (Some((first, rest)), _) => (first.clone(), rest),
        (None, Some(wish)) => (device_resource(queues::device_of(&wish))?, &[][..]),
        (None, None) => return refuse("there is no resource"),
    };
    for other in rest {
        if other.device != all.device {
            return refuse("the resources are of different devices");
        }
        if other.split != all.split {
            return refuse("the resources are of different splits");
        }
        all.sms.extend_from(&other.sms);
    }
    if all.sms.is_empty() {
        return refuse("the resources hold no SM");
    }
    if queues.is_some_and(|wish| queues::device_of(&wish) != all.device as i32) {
        return refuse("the resources are of different devices");
    }
    Ok(process()?.insert(|id| DescObject { id, resource: all, queues }).id)
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
    let queues = match queues::provide(device, &primary, desc.queues) {
        Ok(queues) => queues,
        Err(error) => {
            context::primary_release(device.ordinal as i32)?;
            return Err(error);
        }
    };
    let kind = ContextKind::Green { sms: desc.resource.clone(), queues, primary };
    Ok(process.make_context(device, kind, flags).id)
}

/// Destroys a green context; its streams stay and can only be destroyed (`hipExecutionCtxDestroy`).
///
/// # Errors
/// `DestroysPrimary` for one that is not green; `ContextDestroyed`, `NoContext`; `WaitsInHostFunction`. That its work failed is no error here
/// (an H200).
pub fn destroy(id: Id<ContextObject>) -> Result<(), Error> {
    let process = process()?;
    let context = process.get(id)?;
    if !context.is_green() {
        return Err(Error::DestroysPrimary);
    }
    may_wait()?;
    // Captures of its streams come to nothing. What they wait for is left to them; all else ends before.
    let _spoilt = capture::refuse_in(&context);
    let _failed = context::wait_for(&context);
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

/// The green context that a stream belongs to, if it does (`hipExtStreamGetGreenCtx`).
///
/// # Errors
/// What is wrong with the handle.
pub fn of_stream(stream: StreamRef) -> Result<Option<Id<ContextObject>>, Error> {
    let context = Arc::clone(&stream::resolve(stream)?.context);
    Ok(context.is_green().then_some(context.id))
}

/// The number of the calling thread's current context, if that is a green one.
///
/// # Errors
/// `NoContext` if it is not.
pub fn current_number() -> Result<u64, Error> {
    let current = context::get_current().ok_or(Error::NoContext { what: "a number" })?;
    if process()?.get(current)?.is_green() {
        number(current)
    } else {
        Err(Error::NoContext { what: "a number" })
    }
}

/// The context of a green context, which calls take that want one: itself (`hipExtCtxFromGreenCtx`).
///
/// # Errors
/// `NoContext` for one that is not green; `ContextDestroyed`.
pub fn as_context(id: Id<ContextObject>) -> Result<Id<ContextObject>, Error> {
    match process()?.get(id)?.is_green() {
        true => Ok(id),
        false => Err(Error::NoContext { what: "a context that is not green" }),
    }
}
