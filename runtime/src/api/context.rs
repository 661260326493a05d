//! Contexts and primary contexts (HIP: "Context Management", "Primary Context Management").
#![expect(unsafe_code, reason = "a caller vouches for memory of a context that ends")]

use crate::Error;
use crate::handle::Id;
use crate::object::{ContextKind, ContextObject};
use crate::state::{Process, current, primary, process, thread, usable};
use crate::sync::Ordering;
use std::sync::Arc;

/// Flags that a context may have: schedule (0..=4), map host, keep local memory, and what newer drivers
/// added.
const FLAGS: u32 = 0x1ff;

/// Creates a context on a device and pushes it (`hipCtxCreate`).
///
/// # Errors
/// `BadFlags`; `BadOrdinal`, `NoDevice`.
pub fn create(flags: u32, ordinal: i32) -> Result<Id<ContextObject>, Error> {
    let process = process()?;
    let device = process.device(ordinal.into())?;
    check_flags(flags)?;
    let context = process.make_context(device, ContextKind::Created, flags)?;
    thread(|t| t.stack.push(context.id));
    Ok(context.id)
}

fn check_flags(flags: u32) -> Result<(), Error> {
    if flags & !FLAGS != 0 || !matches!(flags & 7, 0 | 1 | 2 | 4) {
        return Err(Error::BadFlags { what: "a context", got: flags.into() });
    }
    Ok(())
}

/// Destroys a created context after all its work, and frees its memory (`hipCtxDestroy`).
///
/// # Errors
/// `DestroysPrimary`; `ContextDestroyed`, `NoContext`; `WaitsInHostFunction`.
pub fn destroy(id: Id<ContextObject>) -> Result<(), Error> {
    let process = process()?;
    let context = process.get(id)?;
    if !matches!(context.kind, ContextKind::Created) {
        return Err(Error::DestroysPrimary);
    }
    context.on.backend.may_wait()?;
    end(process, &context);
    thread(|t| {
        if t.stack.last() == Some(&id) {
            t.stack.pop();
        }
    });
    Ok(())
}

/// Ends a context after its work: running kernels, queued work, and waits for values and other streams.
/// Blocks for ever if one of them does not end. Each call that ends a context does this (observed on an H200,
/// driver 580).
pub(super) fn end(process: &Process, context: &Arc<ContextObject>) {
    // A fault also ends the work, and is not an error of this call.
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

/// Releases a use of the current context (CUDA: `cuCtxDetach`). A created context is destroyed with its last
/// use; a primary one stays.
///
/// # Errors
/// `NoContext` for one that is not current, or green; those of [`destroy`].
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

/// Checks that a handle names a live context.
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
    context.backend.synchronize()
}

/// A limit of the current context.
///
/// # Errors
/// `UnsupportedLimit`, `UnknownEnumerator`; `ContextDestroyed`, `NoDevice`.
pub fn limit(number: u32) -> Result<u64, Error> {
    usable()?.backend.limit(number)
}

/// Sets a limit of the current context.
///
/// # Errors
/// Those of [`limit`]; `OutOfRange` for a limit that kernels have used already, and for more than the cache.
pub fn set_limit(number: u32, value: u64) -> Result<(), Error> {
    usable()?.backend.set_limit(number, value)
}

/// Retains a device's primary context; creates it if necessary.
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
///
/// # Safety
/// The caller retained it. If this is the last release, nothing uses its page-locked and managed memory.
pub unsafe fn primary_release(ordinal: i32) -> Result<(), Error> {
    release_primary(ordinal)
}

/// Releases a primary context that the runtime retained.
pub(crate) fn release_primary(ordinal: i32) -> Result<(), Error> {
    let process = process()?;
    let device = process.device(ordinal.into())?;
    device.backend.may_wait()?;
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
/// `GreenContextsLeft` while green contexts live in it (observed on an H200); `BadOrdinal`, `NoDevice`;
/// `WaitsInHostFunction`.
///
/// # Safety
/// Nothing uses its page-locked and managed memory.
pub unsafe fn primary_reset(ordinal: i32) -> Result<(), Error> {
    let process = process()?;
    let device = process.device(ordinal.into())?;
    device.backend.may_wait()?;
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
