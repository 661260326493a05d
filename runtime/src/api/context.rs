//! Contexts and primary contexts (HIP: "Context Management", "Primary Context Management").

use crate::Error;
use crate::exec::engine::may_wait;
use crate::exec::observer::Waited;
use crate::handle::Id;
use crate::object::limits::{
    GRANULARITY_LIMIT, HEAP_LIMIT, LEAST_PENDING, MOST_GRANULARITY, MOST_PENDING, MOST_PERSISTING,
    PENDING_LIMIT, PERSISTING_LIMIT, PERSISTING_STEP, PRINTF_LIMIT,
};
use crate::object::{ContextKind, ContextObject};
use crate::state::{Process, current, primary, process, thread, usable};
use crate::sync::Ordering;
use std::sync::Arc;

/// Flags that a context may have: schedule (0..=4), map host, keep local memory, and what newer drivers
/// added.
const FLAGS: u32 = 0x1ff;

/// Makes a context on a device and pushes it (`hipCtxCreate`).
///
/// # Errors
/// `BadFlags`; `BadOrdinal`, `NoDevice`.
pub fn create(flags: u32, ordinal: i32) -> Result<Id<ContextObject>, Error> {
    let process = process()?;
    let device = process.device(ordinal.into())?;
    check_flags(flags)?;
    let context = process.make_context(device, ContextKind::Created, flags);
    thread(|t| t.stack.push(context.id));
    Ok(context.id)
}

fn check_flags(flags: u32) -> Result<(), Error> {
    if flags & !FLAGS != 0 || !matches!(flags & 7, 0 | 1 | 2 | 4) {
        return Err(Error::BadFlags { what: "a context", got: flags.into() });
    }
    Ok(())
}

/// Ends a context that `create` made, once all its work is done: its memory goes (`hipCtxDestroy`).
///
/// # Errors
/// `DestroysPrimary`; `ContextDestroyed`, `NoContext`; `WaitsInHostFunction`.
pub fn destroy(id: Id<ContextObject>) -> Result<(), Error> {
    let process = process()?;
    let context = process.get(id)?;
    if !matches!(context.kind, ContextKind::Created) {
        return Err(Error::DestroysPrimary);
    }
    may_wait()?;
    end(process, &context);
    thread(|t| {
        if t.stack.last() == Some(&id) {
            t.stack.pop();
        }
    });
    Ok(())
}

/// Ends a context after its work, as an H200 does for each call that ends one (driver 580): for kernels that
/// run, work that is queued, and waits for values and other streams; for ever if one of them does not end.
pub(super) fn end(process: &Process, context: &Arc<ContextObject>) {
    // A fault ends the work, too, and is no error of the call that clears it away.
    let _ = wait_for(context);
    process.end_context(context);
}

/// Counts a use of the current context (CUDA: `cuCtxAttach`).
///
/// # Errors
/// `NoContext`, `ContextDestroyed`.
pub fn attach() -> Result<Id<ContextObject>, Error> {
    let id = get_current().ok_or(Error::NoContext { what: "attaching" })?;
    process()?.get(id)?.attached.fetch_add(1, Ordering::Relaxed);
    Ok(id)
}

/// Gives up a use of the current context (CUDA: `cuCtxDetach`). One that [`create`] made is destroyed with
/// the last; a primary one stays.
///
/// # Errors
/// `NoContext` for one that is not current, or green; as [`destroy`].
pub fn detach(id: Id<ContextObject>) -> Result<(), Error> {
    let context = process()?.get(id)?;
    if context.is_green() || get_current() != Some(id) {
        return Err(Error::NoContext { what: "detaching one that is not current" });
    }
    let before =
        context.attached.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |uses| uses.checked_sub(1));
    match context.kind {
        ContextKind::Created if before.is_err() => destroy(id),
        _ => Ok(()),
    }
}

/// Pushes a context on the calling thread's stack.
///
/// # Errors
/// `ContextDestroyed`, `NoContext`.
pub fn push(id: Id<ContextObject>) -> Result<(), Error> {
    process()?.get(id)?;
    thread(|t| t.stack.push(id));
    Ok(())
}

/// Whether a handle names a context.
///
/// # Errors
/// `ContextDestroyed`, `NoContext`.
pub fn check(id: Id<ContextObject>) -> Result<(), Error> {
    process()?.get(id).map(drop)
}

/// Pops the calling thread's stack.
///
/// # Errors
/// `NoContext` if it is empty.
pub fn pop() -> Result<Id<ContextObject>, Error> {
    let top = get_current();
    thread(|t| {
        if t.stack.pop().is_none() {
            t.is_implicit = false;
        }
    });
    top.ok_or(Error::NoContext { what: "popping" })
}

/// Replaces the top of the calling thread's stack; `None` pops it.
///
/// # Errors
/// `ContextDestroyed`, `NoContext`.
pub fn set_current(id: Option<Id<ContextObject>>) -> Result<(), Error> {
    if let Some(id) = id {
        process()?.get(id)?;
    }
    thread(|t| {
        if t.stack.pop().is_none() {
            t.is_implicit = false;
        }
        t.stack.extend(id);
    });
    Ok(())
}

/// The top of the calling thread's stack: the primary context of its device if calls used that without a
/// context, as CUDA's runtime makes it current.
#[inline]
pub fn get_current() -> Option<Id<ContextObject>> {
    thread(|t| t.stack.last().copied()).or_else(implicit)
}

#[cold]
fn implicit() -> Option<Id<ContextObject>> {
    let device = thread(|t| t.is_implicit.then_some(t.device))?;
    let process = process().ok()?;
    let device = process.device(device as i64).ok()?;
    primary(device, true).ok().map(|context| context.id)
}

/// The ordinal of the current context's device.
///
/// # Errors
/// `ContextDestroyed`, `NoDevice`.
pub fn device() -> Result<i32, Error> {
    Ok(current()?.device as i32)
}

/// The flags of the current context.
///
/// # Errors
/// `ContextDestroyed`, `NoDevice`.
pub fn flags() -> Result<u32, Error> {
    Ok(current()?.flags.load(Ordering::Relaxed))
}

/// Waits until all streams of the current context are done.
///
/// # Errors
/// `Fault`, also of kernels launched long before.
pub fn synchronize() -> Result<(), Error> {
    let context = usable()?;
    crate::graph::capture::refuse_all(&context)?;
    crate::graph::capture::unsafe_call()?;
    wait_for(&context)
}

/// Waits until all streams of a context are done; a primary context's include those of its green contexts.
///
/// # Errors
/// `Fault`.
pub(crate) fn wait_for(context: &ContextObject) -> Result<(), Error> {
    let engine = context.engine();
    let left = last_ops(context)?;
    engine.wait(&left)?;
    match context.kind {
        ContextKind::Green { .. } => {
            streams_of(context)?.into_iter().for_each(|stream| engine.waits_for(Waited::Stream(stream)));
        }
        _ => engine.waits_for(Waited::Context(context.front)),
    }
    context.settle()
}

/// The last operations of the streams of a context that are not done.
pub(crate) fn last_ops(context: &ContextObject) -> Result<Vec<device::OpId>, Error> {
    let engine = context.engine();
    if !matches!(context.kind, ContextKind::Green { .. }) {
        return Ok(engine.with(|front| front.last_of_context(context.front)));
    }
    let streams = streams_of(context)?;
    Ok(engine.with(|front| streams.into_iter().filter_map(|stream| front.last_of(stream)).collect()))
}

/// The streams that were made in a context, its default stream first, those of threads last.
pub(crate) fn streams_of(context: &ContextObject) -> Result<Vec<device::StreamId>, Error> {
    let process = process()?;
    let streams: Vec<_> = context.streams.lock().iter().copied().collect();
    let fronts = streams.into_iter().filter_map(|id| process.get(id).ok()).map(|stream| stream.front);
    let of_threads: Vec<_> = context.thread_streams.lock().iter().copied().collect();
    Ok(std::iter::once(context.default_stream).chain(fronts).chain(of_threads).collect())
}

/// Numbers of limits that this device does not have: CUDA's others, and AMD's about scratch memory.
const OTHER_LIMITS: [std::ops::RangeInclusive<u32>; 2] = [3..=8, 4096..=4098];

/// The largest heap an H200 agrees to, bytes.
const MOST_HEAP: u64 = 17_681_179_680;

/// A limit of the current context.
///
/// # Errors
/// `UnsupportedLimit`, `UnknownEnumerator`; `ContextDestroyed`, `NoDevice`.
pub fn limit(number: u32) -> Result<u64, Error> {
    let context = usable()?;
    context.limit(number).ok_or(match OTHER_LIMITS.iter().any(|range| range.contains(&number)) {
        true => Error::UnsupportedLimit { got: number },
        false => Error::UnknownEnumerator { what: "limit", got: number.into() },
    })
}

/// Sets a limit of the current context.
///
/// # Errors
/// As [`limit`]; `OutOfRange` for what kernels have used already, and for more of the cache than there is.
pub fn set_limit(number: u32, value: u64) -> Result<(), Error> {
    let before = limit(number)?;
    let context = usable()?;
    let refuse = |max| Err(Error::OutOfRange { what: "a limit of the cache", got: value, min: 0, max });
    // Bounds and steps are an H200's.
    let (value, free) = match number {
        PRINTF_LIMIT => {
            let bytes = value.clamp(512 << 10, 2 << 30).next_multiple_of(256);
            (bytes, context.desk.limit_printf(bytes))
        }
        HEAP_LIMIT => {
            let bytes = value.min(MOST_HEAP).next_multiple_of(64 << 10).clamp(4 << 20, MOST_HEAP);
            (bytes, context.desk.limit_heap(bytes))
        }
        PENDING_LIMIT => {
            let launches = value.clamp(LEAST_PENDING, MOST_PENDING);
            context.desk.parameters.set_limit(launches as u32);
            context.engine().set_pending(context.front, launches as u32);
            (launches, true)
        }
        GRANULARITY_LIMIT if value > MOST_GRANULARITY => return refuse(MOST_GRANULARITY),
        PERSISTING_LIMIT if value > MOST_PERSISTING => return refuse(MOST_PERSISTING),
        PERSISTING_LIMIT => (value.next_multiple_of(PERSISTING_STEP), true),
        _ => (value, true),
    };
    if !free {
        return Err(Error::OutOfRange {
            what: "a limit that is in use",
            got: value,
            min: before,
            max: before,
        });
    }
    context.regular().limits.lock().insert(number, value);
    Ok(())
}

/// Retains a device's primary context, made if there is none.
///
/// # Errors
/// `BadOrdinal`, `NoDevice`.
pub fn primary_retain(ordinal: i32) -> Result<Id<ContextObject>, Error> {
    let device = process()?.device(ordinal.into())?;
    let context = primary(device, false)?;
    device.primary.lock().retained += 1;
    Ok(context.id)
}

/// Releases a device's primary context; the last release ends it after its work, unless it is in use without
/// having been retained.
///
/// # Errors
/// `PrimaryNotRetained`; `BadOrdinal`, `NoDevice`; `WaitsInHostFunction`.
pub fn primary_release(ordinal: i32) -> Result<(), Error> {
    may_wait()?;
    let process = process()?;
    let device = process.device(ordinal.into())?;
    let ended = {
        let mut primary = device.primary.lock();
        if primary.retained == 0 {
            return Err(Error::PrimaryNotRetained { device: device.ordinal });
        }
        primary.retained -= 1;
        if primary.retained == 0 && !primary.implicit { primary.context.take() } else { None }
    };
    if let Some(context) = ended {
        end(process, &context);
    }
    Ok(())
}

/// Ends a device's primary context after its work, whoever retains it; threads that have it current get
/// `ContextDestroyed`.
///
/// # Errors
/// `GreenContextsLeft` while green contexts live in it (recorded); `BadOrdinal`, `NoDevice`;
/// `WaitsInHostFunction`.
pub fn primary_reset(ordinal: i32) -> Result<(), Error> {
    may_wait()?;
    let process = process()?;
    let device = process.device(ordinal.into())?;
    let green = |context: &ContextObject| context.is_green() && context.device == device.ordinal;
    let count = process
        .objects
        .with(|tables| tables.table::<ContextObject>().iter().filter(|(_, context)| green(context)).count());
    if count > 0 {
        return Err(Error::GreenContextsLeft { device: device.ordinal, count });
    }
    let ended = device.primary.lock().context.take();
    if let Some(context) = ended {
        end(process, &context);
    }
    Ok(())
}

/// A device's primary context: its flags, and whether there is one.
///
/// # Errors
/// `BadOrdinal`, `NoDevice`.
pub fn primary_state(ordinal: i32) -> Result<(u32, bool), Error> {
    let primary = process()?.device(ordinal.into())?.primary.lock();
    Ok((primary.flags, primary.context.is_some()))
}

/// Sets the flags of a device's primary context.
///
/// # Errors
/// `BadFlags`; `BadOrdinal`, `NoDevice`.
pub fn primary_set_flags(ordinal: i32, flags: u32) -> Result<(), Error> {
    check_flags(flags)?;
    let mut primary = process()?.device(ordinal.into())?.primary.lock();
    primary.flags = flags;
    if let Some(context) = &primary.context {
        context.flags.store(flags, Ordering::Relaxed);
    }
    Ok(())
}
