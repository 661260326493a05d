//! Captures of streams, and their effect on calls.
//!
//! A call on a stream asks here first. If the stream captures, the call becomes a node behind the stream's
//! last ones; an event that is recorded stands for these, and a wait for it brings another stream into the
//! capture. What cannot be a node is refused and spoils the capture, as an H200 has it. While nothing
//! captures, all of this is one load.

use crate::Error;
use crate::graph::body::Role;
use crate::graph::{CaptureError, EdgeData, GraphObject, NodeObject, Operation};
use crate::handle::Id;
use crate::object::{ContextObject, EventObject, StreamObject};
use crate::sync::{Arc, Global, Ordering, Rank, fixed};
use device::StreamKind;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::thread::ThreadId;

/// Calls that a capture forbids besides its own stream's (`hipStreamCaptureMode`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// Unsafe calls of any thread.
    #[default]
    Global,
    /// Those of the thread that began it.
    ThreadLocal,
    /// None.
    Relaxed,
}

/// Number of a stream.
type Key = u64;

fn key(stream: &StreamObject) -> Key {
    stream.backend.number()
}

/// Node that a stream's next one waits for, and the data of the edge.
pub(crate) type Dependency = (Id<NodeObject>, EdgeData);

/// A stream that captures.
struct Member {
    /// The last nodes.
    last: Vec<Id<NodeObject>>,
    /// Data of the edges from them to the next node, for those that are no full dependencies.
    data: BTreeMap<Id<NodeObject>, EdgeData>,
    /// The context that owns its memory, and the one that it was made in.
    context: u64,
    made_in: Id<ContextObject>,
    blocking: bool,
}

struct Capture {
    graph: Arc<GraphObject>,
    /// The graph was there before.
    to_graph: bool,
    origin: Key,
    thread: ThreadId,
    mode: Mode,
    spoilt: bool,
    members: BTreeMap<Key, Member>,
}

#[derive(Default)]
struct Captures {
    last_id: u64,
    active: BTreeMap<u64, Capture>,
    of_stream: BTreeMap<Key, u64>,
    /// Capture and nodes of each event that was recorded in a capture.
    events: BTreeMap<Id<EventObject>, (u64, Vec<Dependency>)>,
}

static CAPTURES: Global<Captures> = Global::new(
    Rank::Captures,
    Captures { last_id: 0, active: BTreeMap::new(), of_stream: BTreeMap::new(), events: BTreeMap::new() },
);
/// Number of captures in progress.
static COUNT: fixed::AtomicU64 = fixed::AtomicU64::new(0);

thread_local!(static MODE: Cell<Mode> = const { Cell::new(Mode::Global) });

/// Sets how far captures forbid calls of this thread; how far they did.
pub(crate) fn exchange(mode: Mode) -> Mode {
    MODE.replace(mode)
}

fn none() -> bool {
    COUNT.load(Ordering::Acquire) == 0
}

/// Facts about a stream's capture.
pub(crate) struct Info {
    pub(crate) spoilt: bool,
    pub(crate) id: u64,
    pub(crate) graph: Id<GraphObject>,
    pub(crate) last: Vec<Dependency>,
}

impl Member {
    /// The last nodes with the data of edges from them.
    fn edges(&self) -> Vec<Dependency> {
        let data = |node: &Id<NodeObject>| self.data.get(node).copied().unwrap_or_default();
        self.last.iter().map(|node| (*node, data(node))).collect()
    }

    /// Adds last nodes.
    fn join(&mut self, nodes: &[Dependency]) {
        for &(node, data) in nodes {
            if !self.last.contains(&node) {
                self.last.push(node);
            }
            match data.is_plain() {
                true => self.data.remove(&node),
                false => self.data.insert(node, data),
            };
        }
    }
}

impl Captures {
    fn spoil(&mut self, id: u64) {
        if let Some(capture) = self.active.get_mut(&id) {
            capture.spoilt = true;
        }
    }

    /// The capture of a stream, which must not be spoilt; none if it does not capture.
    fn find(&self, stream: &StreamObject) -> Result<Option<u64>, Error> {
        let Some(&id) = self.of_stream.get(&key(stream)) else { return Ok(None) };
        match self.active.get(&id) {
            Some(capture) if capture.spoilt => Err(CaptureError::Invalidated.into()),
            found => Ok(found.map(|_| id)),
        }
    }

    /// The captures that a call on the legacy stream would get in the way of.
    fn beside(&self, stream: &StreamObject) -> Vec<u64> {
        if stream.kind != StreamKind::Legacy {
            return Vec::new();
        }
        let context = stream.context.owner();
        let meets = |capture: &Capture| capture.members.values().any(|m| m.blocking && m.context == context);
        self.active.iter().filter(|(_, capture)| meets(capture)).map(|(&id, _)| id).collect()
    }

    fn implicit(&mut self, stream: &StreamObject) -> Result<(), Error> {
        let beside = self.beside(stream);
        beside.iter().for_each(|&id| self.spoil(id));
        if beside.is_empty() { Ok(()) } else { Err(CaptureError::Implicit.into()) }
    }

    fn enter(&mut self, id: u64, stream: &StreamObject, last: &[Dependency]) {
        let (context, made_in) = (stream.context.owner(), stream.context.id);
        let blocking = stream.kind == StreamKind::Blocking;
        let mut member = Member { last: Vec::new(), data: BTreeMap::new(), context, made_in, blocking };
        member.join(last);
        if let Some(capture) = self.active.get_mut(&id) {
            capture.members.insert(key(stream), member);
            self.of_stream.insert(key(stream), id);
        }
    }

    /// Forgets a capture.
    fn close(&mut self, id: u64) -> Option<Capture> {
        let capture = self.active.remove(&id)?;
        self.of_stream.retain(|_, of| *of != id);
        self.events.retain(|_, (of, _)| *of != id);
        COUNT.store(self.active.len() as u64, Ordering::Release);
        Some(capture)
    }
}

impl Capture {
    /// Returns whether a stream has work that the last nodes of the first stream do not wait for.
    fn is_unjoined(&self) -> bool {
        let body = self.graph.body();
        let keys = |member: &Member| -> BTreeSet<u32> {
            let is =
                |id: &Id<NodeObject>| body.nodes.iter().find(|(_, node)| node.id == *id).map(|(&key, _)| key);
            member.last.iter().filter_map(is).collect()
        };
        let Some(origin) = self.members.get(&self.origin) else { return true };
        let joined = body.ancestors(&keys(origin));
        self.members.values().any(|member| !keys(member).is_subset(&joined))
    }
}

/// Begins a capture, into a new graph or behind nodes of one that is there.
///
/// # Errors
/// `Capture` for the legacy stream, and for one that captures already; stale handles; `Graph` for another
/// graph's nodes.
pub(crate) fn begin(
    stream: &StreamObject,
    mode: Mode,
    into: Option<(Arc<GraphObject>, Vec<Dependency>)>,
) -> Result<(), Error> {
    if stream.kind == StreamKind::Legacy {
        return Err(CaptureError::Unsupported.into());
    }
    let mut captures = CAPTURES.lock();
    if captures.of_stream.contains_key(&key(stream)) {
        return Err(CaptureError::State.into());
    }
    let to_graph = into.is_some();
    let (graph, last) = match into {
        Some((graph, last)) => {
            graph.keys(&last.iter().map(|&(node, _)| node).collect::<Vec<_>>())?;
            if captures.active.values().any(|other| other.graph.id == graph.id) {
                return Err(CaptureError::State.into());
            }
            (graph, last)
        }
        None => (GraphObject::create(stream.context.process(), Role::Whole), Vec::new()),
    };
    captures.last_id += 1;
    let id = captures.last_id;
    let capture = Capture {
        graph,
        to_graph,
        origin: key(stream),
        thread: std::thread::current().id(),
        mode,
        spoilt: false,
        members: BTreeMap::new(),
    };
    captures.active.insert(id, capture);
    captures.enter(id, stream, &last);
    COUNT.store(captures.active.len() as u64, Ordering::Release);
    Ok(())
}

/// Ends the capture that began in a stream: the graph.
///
/// # Errors
/// `Capture`: not begun, begun in another stream or thread, spoilt, or with work that was not joined.
pub(crate) fn end(stream: &StreamObject) -> Result<Arc<GraphObject>, Error> {
    let capture = {
        let mut captures = CAPTURES.lock();
        let Some(&id) = captures.of_stream.get(&key(stream)) else { return Err(CaptureError::State.into()) };
        let Some(capture) = captures.active.get(&id) else { return Err(CaptureError::State.into()) };
        if capture.mode != Mode::Relaxed && capture.thread != std::thread::current().id() {
            return Err(CaptureError::WrongThread.into());
        }
        if capture.origin != key(stream) {
            let before = if capture.spoilt { CaptureError::Invalidated } else { CaptureError::Unmatched };
            captures.spoil(id);
            return Err(before.into());
        }
        captures.close(id)
    };
    let Some(capture) = capture else { return Err(CaptureError::State.into()) };
    let wrong = match capture.spoilt {
        true => Some(CaptureError::Invalidated),
        false => capture.is_unjoined().then_some(CaptureError::Unjoined),
    };
    match wrong {
        None => Ok(capture.graph),
        Some(wrong) => {
            abandon(capture)?;
            Err(wrong.into())
        }
    }
}

/// Gives up the graph of a capture that came to nothing.
fn abandon(capture: Capture) -> Result<(), Error> {
    if capture.to_graph { Ok(()) } else { capture.graph.dissolve() }
}

/// A stream is destroyed: a capture that began there is given up; one that it only takes part in goes on, and
/// wants its work joined as that of any other stream (observed on an H200).
///
/// # Errors
/// None but those of the process's start.
pub(crate) fn leave(stream: &StreamObject) -> Result<(), Error> {
    if none() {
        return Ok(());
    }
    let gone = {
        let mut captures = CAPTURES.lock();
        let Some(&id) = captures.of_stream.get(&key(stream)) else { return Ok(()) };
        match captures.active.get(&id).is_some_and(|capture| capture.origin == key(stream)) {
            true => captures.close(id),
            false => {
                captures.of_stream.remove(&key(stream));
                None
            }
        }
    };
    gone.map_or(Ok(()), abandon)
}

/// Returns facts about a stream's capture; none if it does not capture.
///
/// # Errors
/// `Capture` for the legacy stream while a stream captures that waits for it.
pub(crate) fn info(stream: &StreamObject) -> Result<Option<Info>, Error> {
    let captures = CAPTURES.lock();
    if !captures.beside(stream).is_empty() {
        return Err(CaptureError::Implicit.into());
    }
    let found = captures.of_stream.get(&key(stream)).and_then(|id| Some((*id, captures.active.get(id)?)));
    Ok(found.map(|(id, capture)| Info {
        spoilt: capture.spoilt,
        id,
        graph: capture.graph.id,
        last: capture.members.get(&key(stream)).map(Member::edges).unwrap_or_default(),
    }))
}

/// Returns the number of a stream's capture; none if it does not capture.
pub(crate) fn id_of(stream: &StreamObject) -> Option<u64> {
    if none() { None } else { CAPTURES.lock().of_stream.get(&key(stream)).copied() }
}

/// Sets or adds to the nodes that a stream's next one waits for.
///
/// # Errors
/// `Capture` if it does not capture, or the capture is spoilt; as [`GraphObject::keys`].
pub(crate) fn set_last(stream: &StreamObject, nodes: &[Dependency], add: bool) -> Result<(), Error> {
    let mut captures = CAPTURES.lock();
    let id = captures.find(stream)?.ok_or(CaptureError::State)?;
    let Some(capture) = captures.active.get_mut(&id) else { return Ok(()) };
    nodes.iter().try_for_each(|&(node, _)| capture.graph.key(node).map(drop))?;
    if let Some(member) = capture.members.get_mut(&key(stream)) {
        if !add {
            member.last.clear();
            member.data.clear();
        }
        member.join(nodes);
    }
    Ok(())
}

/// A call on a stream: whether it was captured, and need not be carried out.
///
/// # Errors
/// `Capture` if the capture is spoilt, or the call on the legacy stream gets in the way of one; what is wrong
/// with the operation.
pub(crate) fn take(
    stream: &StreamObject,
    operation: impl FnOnce() -> Result<Operation, Error>,
) -> Result<bool, Error> {
    if none() {
        return Ok(false);
    }
    {
        let mut captures = CAPTURES.lock();
        captures.implicit(stream)?;
        if captures.find(stream)?.is_none() {
            return Ok(false);
        }
    }
    let operation = operation()?;
    operation.check(stream.context.memory())?;
    let mut captures = CAPTURES.lock();
    let Some(id) = captures.find(stream)? else { return Ok(false) };
    let Some(capture) = captures.active.get_mut(&id) else { return Ok(false) };
    let Some(member) = capture.members.get_mut(&key(stream)) else { return Ok(false) };
    let node = capture.graph.add_with_data(operation, &member.edges())?;
    member.last = vec![node];
    member.data.clear();
    Ok(true)
}

/// A call on a stream that cannot be captured.
///
/// # Errors
/// `Capture` if the stream captures; the capture is spoilt.
pub(crate) fn refuse(stream: &StreamObject) -> Result<(), Error> {
    if none() {
        return Ok(());
    }
    let mut captures = CAPTURES.lock();
    captures.implicit(stream)?;
    match captures.find(stream)? {
        None => Ok(()),
        Some(id) => {
            captures.spoil(id);
            Err(CaptureError::Unsupported.into())
        }
    }
}

/// Same as [`refuse`] for a valid call. An invalid call fails by itself, and invalidates nothing.
///
/// # Errors
/// As [`refuse`]; those of `check`.
pub(crate) fn refuse_valid(
    stream: &StreamObject,
    check: impl FnOnce() -> Result<(), Error>,
) -> Result<(), Error> {
    if none() {
        return Ok(());
    }
    check()?;
    refuse(stream)
}

/// Same as [`refuse`], but the capture stays valid.
///
/// # Errors
/// `Capture`.
pub(crate) fn decline(stream: &StreamObject) -> Result<(), Error> {
    if none() {
        return Ok(());
    }
    let mut captures = CAPTURES.lock();
    captures.implicit(stream)?;
    match captures.find(stream)? {
        None => Ok(()),
        Some(_) => Err(CaptureError::Unsupported.into()),
    }
}

/// A call that could wait for what a capture holds back: an allocation, a query, a wait.
///
/// # Errors
/// `Capture` if a capture's mode forbids it; the capture is spoilt.
pub(crate) fn unsafe_call() -> Result<(), Error> {
    let mode = MODE.get();
    if none() || mode == Mode::Relaxed {
        return Ok(());
    }
    let thread = std::thread::current().id();
    let mut captures = CAPTURES.lock();
    let forbids = |capture: &Capture| match capture.mode {
        Mode::Global => capture.thread == thread || mode == Mode::Global,
        Mode::ThreadLocal => capture.thread == thread,
        Mode::Relaxed => false,
    };
    let spoilt: Vec<u64> =
        captures.active.iter().filter(|(_, capture)| forbids(capture)).map(|(&id, _)| id).collect();
    spoilt.iter().for_each(|&id| captures.spoil(id));
    if spoilt.is_empty() { Ok(()) } else { Err(CaptureError::Unsupported.into()) }
}

/// A wait for all of a context.
///
/// # Errors
/// `Capture` if a stream of it captures, or of a green context that it owns; the capture is spoilt.
pub(crate) fn refuse_all(context: &ContextObject) -> Result<(), Error> {
    let owner = context.owner();
    refuse_where(|member| member.context == owner)
}

/// A call about all work of a context alone, be it green or not.
///
/// # Errors
/// `Capture` if a stream that was made in it captures; the capture is spoilt.
pub(crate) fn refuse_in(context: &ContextObject) -> Result<(), Error> {
    refuse_where(|member| member.made_in == context.id)
}

fn refuse_where(met: impl Fn(&Member) -> bool) -> Result<(), Error> {
    if none() {
        return Ok(());
    }
    let mut captures = CAPTURES.lock();
    let within = |capture: &Capture| capture.members.values().any(&met);
    let spoilt: Vec<u64> =
        captures.active.iter().filter(|(_, capture)| within(capture)).map(|(&id, _)| id).collect();
    spoilt.iter().for_each(|&id| captures.spoil(id));
    if spoilt.is_empty() { Ok(()) } else { Err(CaptureError::Unsupported.into()) }
}

/// A wait of more than a stream for an event.
///
/// # Errors
/// `Capture` if the event was last recorded in a capture, which is spoilt.
pub(crate) fn refuse_event(event: &EventObject) -> Result<(), Error> {
    match ask(event, true) {
        Err(Error::Capture(CaptureError::Event)) => Err(CaptureError::Unsupported.into()),
        answer => answer,
    }
}

/// An event's record in a stream: whether it was captured.
///
/// # Errors
/// `Capture` as for [`take`].
pub(crate) fn record(event: &EventObject, stream: &StreamObject) -> Result<bool, Error> {
    if none() {
        return Ok(false);
    }
    let mut captures = CAPTURES.lock();
    captures.implicit(stream)?;
    let found = captures.find(stream)?;
    let last = found.and_then(|id| Some((id, captures.active.get(&id)?.members.get(&key(stream))?.edges())));
    let captured = last.is_some();
    match last {
        Some(last) => captures.events.insert(event.id, last),
        None => captures.events.remove(&event.id),
    };
    Ok(captured)
}

/// A stream's wait for an event: whether it is a matter of captures alone.
///
/// # Errors
/// `Capture`: as for [`take`]; for an event of another capture, or of none.
pub(crate) fn wait(event: &EventObject, stream: &StreamObject) -> Result<bool, Error> {
    if none() {
        return Ok(false);
    }
    let mut captures = CAPTURES.lock();
    captures.implicit(stream)?;
    let here = captures.find(stream)?;
    match (here, captures.events.get(&event.id).cloned()) {
        (None, None) => Ok(false),
        // One never recorded holds nothing up.
        (Some(_), None) if !event.backend.is_recorded() => Ok(true),
        (Some(id), None) => {
            captures.spoil(id);
            Err(CaptureError::Isolation.into())
        }
        (here, Some((id, last))) => {
            if captures.active.get(&id).is_some_and(|capture| capture.spoilt) {
                return Err(CaptureError::Invalidated.into());
            }
            match here {
                None => captures.enter(id, stream, &last),
                Some(here) if here == id => {
                    let capture = captures.active.get_mut(&id);
                    if let Some(member) = capture.and_then(|capture| capture.members.get_mut(&key(stream))) {
                        member.join(&last);
                    }
                }
                Some(here) => {
                    captures.spoil(here);
                    captures.spoil(id);
                    return Err(CaptureError::Merge.into());
                }
            }
            Ok(true)
        }
    }
}

/// A call that asks for an event's time or state.
///
/// # Errors
/// `Capture` if it was last recorded in a capture, which `spoil` spoils.
pub(crate) fn ask(event: &EventObject, spoil: bool) -> Result<(), Error> {
    if none() {
        return Ok(());
    }
    let mut captures = CAPTURES.lock();
    let Some(&(id, _)) = captures.events.get(&event.id) else { return Ok(()) };
    if spoil {
        captures.spoil(id);
    }
    Err(CaptureError::Event.into())
}
