//! Streams (HIP: "Stream Management", "Callback").

pub use crate::backend::WorkMemory;

use crate::Error;
use crate::config::{GreenRules, config};
use crate::graph::{HostCall, Operation, capture};
use crate::handle::Id;
use crate::object::{ContextObject, EventObject, Life, StreamObject};
use crate::objects::Object;
use crate::state::{process, thread, usable};
use crate::sync::Arc;
use device::{SmSet, StreamKind};

/// Stream argument of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StreamRef {
    /// The current context's legacy default stream.
    #[default]
    Legacy,
    /// The calling thread's own default stream in the current context.
    PerThread,
    /// One that was created.
    Id(Id<StreamObject>),
}

impl StreamRef {
    /// The stream in a word that came from C: `NULL` and 1 are the legacy stream, 2 the thread's.
    ///
    /// # Errors
    /// `BadHandle`.
    pub fn from_word(word: u64) -> Result<StreamRef, Error> {
        match word {
            0 | 1 => Ok(StreamRef::Legacy),
            2 => Ok(StreamRef::PerThread),
            word => Id::from_word(word).map(StreamRef::Id).ok_or(Error::BadHandle { kind: "stream", word }),
        }
    }
}

/// The most and the least urgent priority, on an H200.
pub const PRIORITIES: (i32, i32) = (-5, 0);

/// While a stream captures, the record or wait is a node of its own (`hipEventRecordExternal`,
/// `hipEventWaitExternal`).
pub const EXTERNAL: u32 = 1;

/// The stream does not wait for the legacy default stream (`hipStreamNonBlocking`).
pub const NON_BLOCKING: u32 = 1;

/// Resolves the stream of a call, and checks that it is usable.
///
/// # Errors
/// `BadHandle`, `StaleHandle`, `StreamDetached`; errors of its context.
pub(crate) fn resolve(stream: StreamRef) -> Result<Arc<StreamObject>, Error> {
    match stream {
        StreamRef::Id(id) => {
            let stream = process()?.get(id)?;
            check(id, &stream)?;
            Ok(stream)
        }
        StreamRef::Legacy => {
            let context = usable()?;
            // A green context's waits for no other stream, and may be captured (observed on an H200).
            let kind = if context.is_green() { StreamKind::NonBlocking } else { StreamKind::Legacy };
            let backend = Arc::clone(&context.default_stream);
            Ok(StreamObject::without_handle(context, backend, kind, 0))
        }
        StreamRef::PerThread => {
            let context = usable()?;
            if let Some(stream) = thread(|t| t.own_streams.get(&context.id).cloned()) {
                return Ok(stream);
            }
            let id = context.id;
            let kind = if context.is_green() { StreamKind::NonBlocking } else { StreamKind::Blocking };
            let backend = Arc::clone(&context.backend).stream(kind, 0, None)?;
            let stream = StreamObject::without_handle(context, backend, kind, 0);
            thread(|t| t.own_streams.insert(id, Arc::clone(&stream)));
            Ok(stream)
        }
    }
}

/// Resolves another handle and a stream; of a stream with a handle, both by one look-up.
///
/// # Errors
/// Those of the handle, then those of [`resolve`].
#[inline]
pub(crate) fn resolve_with<T: Object>(
    other: Id<T>,
    stream: StreamRef,
) -> Result<(Arc<T>, Arc<StreamObject>), Error> {
    let process = process()?;
    let StreamRef::Id(id) = stream else { return Ok((process.get(other)?, resolve(stream)?)) };
    let (other, stream) = process.objects.get_both(other, id)?;
    check(id, &stream)?;
    Ok((other, stream))
}

/// Fails if a stream's context cannot be used.
#[inline]
fn check(id: Id<StreamObject>, stream: &StreamObject) -> Result<(), Error> {
    if stream.context.is_green() && is_destroyed(&stream.context) && config().green >= GreenRules::Cuda13 {
        return Err(Error::StreamDetached { stream: id.to_string() });
    }
    stream.context.check()
}

fn is_destroyed(context: &ContextObject) -> bool {
    context.destroyed.load(crate::sync::Ordering::Acquire)
}

/// Creates a stream in a context; a priority out of range is moved into it.
///
/// # Errors
/// `BadFlags`, `ContextDestroyed`.
pub(crate) fn create_in(
    context: &Arc<ContextObject>,
    flags: u32,
    priority: i32,
) -> Result<Id<StreamObject>, Error> {
    let kind = match flags {
        // A green context's streams never wait for the legacy default stream.
        0 if context.is_green() => StreamKind::NonBlocking,
        0 => StreamKind::Blocking,
        NON_BLOCKING => StreamKind::NonBlocking,
        _ => return Err(Error::BadFlags { what: "a stream", got: flags.into() }),
    };
    let priority = priority.clamp(PRIORITIES.0, PRIORITIES.1);
    make(context, kind, priority, None)
}

/// Creates a stream in a context, on all its SMs or on those given.
///
/// # Errors
/// `ContextDestroyed`.
pub(super) fn make(
    context: &Arc<ContextObject>,
    kind: StreamKind,
    priority: i32,
    sms: Option<SmSet>,
) -> Result<Id<StreamObject>, Error> {
    let process = process()?;
    let backend = Arc::clone(&context.backend).stream(kind, priority, sms)?;
    let context = Arc::clone(context);
    let stream = process.insert(|id| StreamObject {
        id: Some(id),
        context,
        backend,
        kind,
        priority,
        life: Life::default(),
    });
    let id = stream.id.ok_or_else(|| crate::bug::bug!("a stream of a table has its handle"))?;
    stream.context.streams.lock().insert(id);
    Ok(id)
}

/// Creates a stream in the current context.
///
/// # Errors
/// `BadFlags`; errors of the current context.
pub fn create(flags: u32, priority: i32) -> Result<Id<StreamObject>, Error> {
    create_in(&usable()?, flags, priority)
}

/// Destroys a stream; its submitted work continues. The device's stream ends with the last buffer
/// of an owning value that its work uses.
///
/// # Errors
/// `BadHandle`, `StaleHandle`.
pub fn destroy(id: Id<StreamObject>) -> Result<(), Error> {
    let process = process()?;
    let stream = process.remove(id)?;
    capture::leave(&stream)?;
    stream.context.streams.lock().remove(&id);
    crate::api::queue::forget(&stream);
    stream.life.destroy(&*stream.backend);
    Ok(())
}

/// Succeeds if a stream's work is complete.
///
/// # Errors
/// `NotReady` if it is not; `Fault`; errors of the handle.
pub fn query(stream: StreamRef) -> Result<(), Error> {
    let stream = resolve(stream)?;
    capture::refuse(&stream)?;
    capture::unsafe_call()?;
    match stream.backend.is_idle() {
        true => stream.context.backend.check(),
        false => Err(Error::NotReady),
    }
}

/// Waits until a stream's work is done.
///
/// # Errors
/// `Fault`; errors of the handle.
pub fn synchronize(stream: StreamRef) -> Result<(), Error> {
    let stream = resolve(stream)?;
    capture::refuse(&stream)?;
    capture::unsafe_call()?;
    stream.backend.synchronize()
}

/// Makes later work of the stream wait for an event's last record, if it was ever recorded.
///
/// # Errors
/// `BadFlags`; errors of the handles.
pub fn wait_event(stream: StreamRef, event: Id<EventObject>, flags: u32) -> Result<(), Error> {
    if flags > EXTERNAL {
        return Err(Error::BadFlags { what: "an event wait", got: flags.into() });
    }
    let (event, stream) = resolve_with(event, stream)?;
    let captured = match flags {
        EXTERNAL => capture::take(&stream, || Ok(Operation::Wait(Arc::clone(&event))))?,
        _ => capture::wait(&event, &stream)?,
    };
    if captured { Ok(()) } else { stream.backend.wait(&*event.backend) }
}

/// Calls a function after the stream's earlier work; later work waits for it (`hipLaunchHostFunc`). The
/// function must not call the API. It is dropped uncalled if the context is poisoned or ends before. In a
/// graph it is called at each launch.
///
/// # Errors
/// Errors of the handle.
pub fn launch_host_function(
    stream: StreamRef,
    function: impl Fn() + Send + Sync + 'static,
    words: [u64; 2],
) -> Result<(), Error> {
    let stream = resolve(stream)?;
    let call = HostCall::new(function, words);
    if capture::take(&stream, || Ok(Operation::Host(call.clone())))? {
        return Ok(());
    }
    Operation::Host(call).enqueue(&stream)
}

/// Carries out a library's work after the stream's earlier work; later work waits for it
/// (`hipExtLaunchWork`). The function must not call the API; it reaches the device's memory by its argument.
/// In a graph it runs at each launch. It is dropped with the last of those that name it.
///
/// # Errors
/// `Unsupported` on a GPU; errors of the handle.
pub fn launch_work(
    stream: StreamRef,
    name: &str,
    work: impl Fn(&dyn WorkMemory) + Send + Sync + 'static,
    words: [u64; 2],
) -> Result<(), Error> {
    launch_call(stream, HostCall::on_memory(Arc::new(work), name, words))
}

/// Has later work of a stream wait until a condition holds (`hipExtLaunchWait`). Threads of the device ask
/// it again and again, until it has held once: it must return at once, and not call the API. In a graph each
/// launch waits.
///
/// # Errors
/// As [`launch_work`].
pub fn launch_wait(
    stream: StreamRef,
    name: &str,
    condition: impl Fn() -> bool + Send + Sync + 'static,
    words: [u64; 2],
) -> Result<(), Error> {
    launch_call(stream, HostCall::until(Arc::new(condition), name, words))
}

pub(super) fn launch_call(stream: StreamRef, call: HostCall) -> Result<(), Error> {
    let stream = resolve(stream)?;
    if capture::take(&stream, || Ok(Operation::Host(call.clone())))? {
        return Ok(());
    }
    Operation::Host(call).enqueue(&stream)
}

/// Calls a function like [`launch_host_function`], but cannot be captured (`hipStreamAddCallback`). On every
/// device it is dropped uncalled if the context is poisoned before.
///
/// # Errors
/// `Capture`; errors of the handle.
pub fn add_callback(stream: StreamRef, function: impl FnOnce() + Send + 'static) -> Result<(), Error> {
    let stream = resolve(stream)?;
    capture::refuse(&stream)?;
    stream.backend.call_or_drop(Box::new(function))
}

/// A stream's flags.
///
/// # Errors
/// Errors of the handle.
pub fn flags(stream: StreamRef) -> Result<u32, Error> {
    let stream = resolve(stream)?;
    Ok(if stream.kind == StreamKind::NonBlocking { NON_BLOCKING } else { 0 })
}

/// A stream's priority.
///
/// # Errors
/// Errors of the handle.
pub fn priority(stream: StreamRef) -> Result<i32, Error> {
    Ok(crate::api::queue::priority_of(&*resolve(stream)?))
}

/// The ordinal of a stream's device.
///
/// # Errors
/// Errors of the handle.
pub fn device(stream: StreamRef) -> Result<i32, Error> {
    Ok(resolve(stream)?.context.device as i32)
}

/// A stream's context.
///
/// # Errors
/// Errors of the handle.
pub fn context(stream: StreamRef) -> Result<Id<ContextObject>, Error> {
    Ok(resolve(stream)?.context.id)
}
