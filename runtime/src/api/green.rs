//! Green contexts: partitions of a device's SMs (HIP: "Execution Context"; CUDA driver API, "Green
//! Contexts").

mod event;
mod queues;

pub use crate::types::BACKFILL;
pub use device::partition::Wanted;
pub use event::{record_event, wait_event};
pub use queues::{context_queues, device_queues, rules_know_queues};

use crate::Error;
use crate::api::context;
use crate::api::stream::{self, StreamRef};
use crate::config::{GreenRules, config};
use crate::graph::capture;
use crate::handle::Id;
use crate::object::{ContextKind, ContextObject, DescObject, QueueWish, SmResource, StreamObject};
use crate::state::{primary, process};
use crate::sync::{Arc, Ordering};

/// All SMs of a device.
///
/// # Errors
/// `BadOrdinal`, `NoDevice`.
pub fn device_resource(ordinal: i32) -> Result<SmResource, Error> {
    process()?.device(ordinal.into())?.backend.sms()
}

/// The SMs of a context.
///
/// # Errors
/// `ContextDestroyed`, `NoContext`.
pub fn context_resource(id: Id<ContextObject>) -> Result<SmResource, Error> {
    let context = process()?.get(id)?;
    match context.backend.part()? {
        Some(own) => Ok(own),
        None => device_resource(context.device as i32),
    }
}

/// The SMs of a stream.
///
/// # Errors
/// Errors of the handle.
pub fn stream_resource(stream: StreamRef) -> Result<SmResource, Error> {
    context_resource(stream::resolve(stream)?.context.id)
}

/// Splits SMs into groups of at least `min_count`, at most `groups` of them, and what is left over. Flags
/// that there are not change nothing, as on an H200.
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
    process()?.device(input.device.into())?.backend.split(input, groups, flags, min_count)
}

/// Splits SMs into groups of given sizes, and what is left over (`hipDevSmResourceSplit`); with `dry` only to
/// see which sizes come of it.
///
/// # Errors
/// `ResourceConfiguration` for the outcome of another split; `Split`.
pub fn split_into(
    input: &SmResource,
    wanted: &[Wanted],
    dry: bool,
) -> Result<(Vec<SmResource>, SmResource), Error> {
    let device = process()?.device(input.device.into())?;
    whole(input)?;
    device.backend.split_into(input, wanted, dry)
}

/// The SMs that a split of given sizes co-schedules in groups, where a group that is asked for leaves it
/// open; none if the rules leave such a question unanswered.
pub fn told_coscheduling(ordinal: u32) -> Option<u32> {
    let tells = config().green == GreenRules::Cuda13;
    let device = process().ok()?.device(ordinal.into()).ok()?;
    tells.then(|| device.backend.default_coscheduled())
}

/// Checks that a resource may be split.
fn whole(input: &SmResource) -> Result<(), Error> {
    if input.split == 0 {
        return Ok(());
    }
    let why = "the outcome of a split cannot be split again before a green context has it";
    Err(Error::ResourceConfiguration { why })
}

/// Creates a descriptor of SMs: of a whole device, or parts of one split.
///
/// # Errors
/// `OutOfRange` for none; `ResourceConfiguration` for parts of different devices or splits.
pub fn describe(resources: &[SmResource]) -> Result<Id<DescObject>, Error> {
    if resources.is_empty() {
        return Err(Error::OutOfRange { what: "number of resources", got: 0, min: 1, max: u64::MAX });
    }
    describe_with(resources, &[])
}

/// Creates a descriptor of SMs and work queues; without SMs it has all of the device's.
///
/// # Errors
/// Those of [`describe`]; `ResourceConfiguration` for more than one wish of queues, or one of another device.
pub fn describe_with(resources: &[SmResource], wishes: &[QueueWish]) -> Result<Id<DescObject>, Error> {
    let refuse = |why| Err(Error::ResourceConfiguration { why });
    let queues = match wishes {
        [] => None,
        &[only] => Some(only),
        _ => return refuse("several resources are work queues"),
    };
    queues.map_or(Ok(()), |wish| queues::check(&wish))?;
    let whole;
    let parts = match (resources, queues) {
        ([], None) => return refuse("there is no resource"),
        ([], Some(wish)) => {
            whole = [device_resource(queues::device_of(&wish))?];
            &whole[..]
        }
        (parts, _) => parts,
    };
    let device = parts[0].device;
    if parts.iter().any(|part| part.device != device)
        || queues.is_some_and(|wish| queues::device_of(&wish) != device as i32)
    {
        return refuse("the resources are of different devices");
    }
    let described = process()?.device(device.into())?.backend.describe(parts)?;
    Ok(process()?.insert(|id| DescObject { id, described, queues }).id)
}

/// Creates a green context in a device's primary context, which it keeps alive. It does not become current.
///
/// # Errors
/// `BadFlags`, `BadOrdinal`, `NoDevice`; `OtherDevice` if the descriptor is of another; what is wrong with
/// the handle.
pub fn create(desc: Id<DescObject>, ordinal: i32, flags: u32) -> Result<Id<ContextObject>, Error> {
    if flags > 1 {
        return Err(Error::BadFlags { what: "a green context", got: flags.into() });
    }
    let process = process()?;
    let device = process.device(ordinal.into())?;
    let desc = process.get(desc)?;
    let of = desc.described.sms.device as usize;
    if of != device.ordinal {
        return Err(Error::OtherDevice { what: "the descriptor", of, got: device.ordinal });
    }
    let primary = primary(device, false)?;
    device.primary.lock().retained += 1;
    let queues = match queues::provide(device, &primary, desc.queues) {
        Ok(queues) => queues,
        Err(error) => {
            context::release_primary(device.ordinal as i32)?;
            return Err(error);
        }
    };
    // Its flags are the primary context's (observed on an H200).
    let primary_flags = primary.flags.load(Ordering::Relaxed);
    let kind = ContextKind::Green { described: desc.described.clone(), queues, primary };
    Ok(process.make_context(device, kind, primary_flags)?.id)
}

/// Destroys a green context; its streams stay and can only be destroyed (`hipExecutionCtxDestroy`).
///
/// # Errors
/// `DestroysPrimary` for one that is not green; `ContextDestroyed`, `NoContext`; `WaitsInHostFunction`. That
/// its work failed is no error here (observed on an H200).
pub fn destroy(id: Id<ContextObject>) -> Result<(), Error> {
    let process = process()?;
    let context = process.get(id)?;
    if !context.is_green() {
        return Err(Error::DestroysPrimary);
    }
    context.on.backend.may_wait()?;
    // Captures of its streams come to nothing. What the streams hold goes on to its end, and nobody waits for
    // it (observed on an H200).
    let _spoilt = capture::refuse_in(&context);
    process.end_context(&context);
    context::release_primary(context.device as i32)
}

/// The execution context that is all of a device: its primary context.
///
/// # Errors
/// `BadOrdinal`, `NoDevice`.
pub fn device_context(ordinal: i32) -> Result<Id<ContextObject>, Error> {
    Ok(primary(process()?.device(ordinal.into())?, true)?.id)
}

/// Creates a stream in an execution context. A green context's never waits for the legacy default stream.
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

/// Unique number of a context; numbers count from 1, as on an H200.
///
/// # Errors
/// `ContextDestroyed`, `NoContext`.
pub fn number(id: Id<ContextObject>) -> Result<u64, Error> {
    Ok(process()?.get(id)?.number)
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
/// Errors of the handle.
pub fn of_stream(stream: StreamRef) -> Result<Option<Id<ContextObject>>, Error> {
    let context = Arc::clone(&stream::resolve(stream)?.context);
    Ok(context.is_green().then_some(context.id))
}

/// The context of a stream that is not green, and the green one in it, if the stream belongs to one
/// (`cuStreamGetCtx_v2`).
///
/// # Errors
/// Errors of the handle.
pub fn contexts_of(stream: StreamRef) -> Result<(Id<ContextObject>, Option<Id<ContextObject>>), Error> {
    let context = Arc::clone(&stream::resolve(stream)?.context);
    Ok(match &context.kind {
        ContextKind::Green { primary, .. } => (primary.id, Some(context.id)),
        _ => (context.id, None),
    })
}

/// Checks flags as CUDA's driver does for green contexts: under the rules of 12 it requires the flag for a
/// default stream.
///
/// # Errors
/// `BadFlags`.
pub fn check_driver_flags(flags: u32) -> Result<(), Error> {
    if flags == 0 && !rules_know_queues() {
        return Err(Error::BadFlags { what: "a green context", got: 0 });
    }
    Ok(())
}

/// Checks flags as CUDA's driver does for streams of green contexts: it requires non-blocking streams.
///
/// # Errors
/// `BadFlags`.
pub fn check_driver_stream(flags: u32) -> Result<(), Error> {
    if flags & 1 == 0 {
        return Err(Error::BadFlags { what: "a stream of a green context", got: flags.into() });
    }
    Ok(())
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
    let context = process()?.get(id)?;
    if !context.is_green() {
        return Err(Error::NoContext { what: "a context that is not green" });
    }
    context.named.store(true, Ordering::Relaxed);
    Ok(id)
}

/// Records that calls by CUDA's names accept a context.
///
/// # Errors
/// `ContextDestroyed`, `NoContext`.
pub fn name(id: Id<ContextObject>) -> Result<(), Error> {
    process()?.get(id)?.named.store(true, Ordering::Relaxed);
    Ok(())
}

/// Returns whether calls by CUDA's names accept a handle as a context: a green one only after [`as_context`].
/// Invalid handles are left to the call.
pub fn is_named(id: Id<ContextObject>) -> bool {
    process()
        .and_then(|process| process.get(id))
        .map_or(true, |context| context.named.load(Ordering::Relaxed))
}
