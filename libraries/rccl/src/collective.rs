//! Collectives: plans of what each rank sends and receives.

use crate::communicator::{Communicator, communicator};
use crate::element::DataType;
use crate::group;
use crate::inbox::Channel;
use crate::last_error::fail;
use crate::operation::{Outcome, Plan};
use crate::operators::data_type;
use crate::status::Status;
use std::ffi::CStr;
use std::ops::Range;
use std::sync::Arc;
use work::Pointer;

type Done = Result<(), Status>;

/// Arguments that all collectives have.
struct Call {
    name: &'static CStr,
    communicator: Arc<Communicator>,
    ty: DataType,
    /// Bytes of `count` elements.
    bytes: usize,
    send: usize,
    receive: usize,
    stream: Pointer,
}

impl Call {
    fn new(
        name: &'static CStr,
        (send, receive): (Pointer, Pointer),
        count: usize,
        ty: u32,
        handle: Pointer,
        stream: Pointer,
    ) -> Result<Call, Status> {
        let communicator = communicator(handle)?;
        let ty = data_type(ty)?;
        let most = usize::MAX / 2 / ty.bytes() / communicator.members.len();
        if count > most {
            return Err(fail(Status::InvalidArgument, format!("{name:?}: {count} elements are too many")));
        }
        let (send, receive) = (send.expose_provenance(), receive.expose_provenance());
        Ok(Call { name, communicator, ty, bytes: count * ty.bytes(), send, receive, stream })
    }

    fn ranks(&self) -> Range<u32> {
        0..self.communicator.size()
    }

    fn rank(&self) -> u32 {
        self.communicator.rank
    }

    /// The same bytes for all ranks.
    fn to_all(&self) -> Vec<(u32, Range<usize>)> {
        self.ranks().map(|to| (to, 0..self.bytes)).collect()
    }

    /// Equal places, one for each rank.
    fn places(&self) -> Vec<(u32, Range<usize>)> {
        self.ranks().map(|to| (to, to as usize * self.bytes..(to as usize + 1) * self.bytes)).collect()
    }

    /// Parts of the elements, one for each rank, as equal as can be.
    fn shares(&self) -> Vec<(u32, Range<usize>)> {
        let (size, ranks) = (self.ty.bytes(), self.communicator.members.len());
        let count = self.bytes / size;
        let bound = |rank: usize| size * (count / ranks * rank + (count % ranks).min(rank));
        self.ranks().map(|to| (to, bound(to as usize)..bound(to as usize + 1))).collect()
    }

    /// Submits what the rank sends (bytes, and the piece of each rank) and receives (ranks, and the use).
    fn submit(
        self,
        (sent, outgoing): (usize, Vec<(u32, Range<usize>)>),
        (incoming, outcome): (Vec<u32>, Outcome),
        factor: Option<crate::operators::Factor>,
    ) -> Done {
        // Nothing is nothing on all ranks.
        if self.bytes == 0 {
            return Ok(());
        }
        let (sends, receives) = (sent > 0, outcome != Outcome::None);
        if sends && self.send == 0 || receives && self.receive == 0 {
            let why = format!("{}: a buffer is null", self.name.to_string_lossy());
            return Err(fail(Status::InvalidArgument, why));
        }
        let piece = match outcome {
            Outcome::ReducedForAll(_) => outgoing[self.rank() as usize].1.len(),
            _ => self.bytes,
        };
        let plan = Plan {
            name: self.name,
            step: self.communicator.number(Channel::All),
            ty: self.ty,
            send: (self.send, sent),
            factor,
            outgoing,
            incoming,
            piece,
            receive: self.receive,
            outcome,
        };
        group::add(self.communicator, plan, self.stream)
    }
}

pub(crate) fn all_reduce(
    send: Pointer,
    receive: Pointer,
    count: usize,
    ty: u32,
    op: u32,
    handle: Pointer,
    stream: Pointer,
) -> Done {
    let call = Call::new(c"ncclAllReduce", (send, receive), count, ty, handle, stream)?;
    let (how, factor) = call.communicator.operators.get(op, call.ty)?;
    let (sent, incoming) = ((call.bytes, call.shares()), call.ranks().collect());
    call.submit(sent, (incoming, Outcome::ReducedForAll(how)), factor)
}

pub(crate) fn all_gather(
    send: Pointer,
    receive: Pointer,
    count: usize,
    ty: u32,
    handle: Pointer,
    stream: Pointer,
) -> Done {
    let call = Call::new(c"ncclAllGather", (send, receive), count, ty, handle, stream)?;
    let (sent, incoming) = ((call.bytes, call.to_all()), call.ranks().collect());
    call.submit(sent, (incoming, Outcome::Places), None)
}

pub(crate) fn all_to_all(
    send: Pointer,
    receive: Pointer,
    count: usize,
    ty: u32,
    handle: Pointer,
    stream: Pointer,
) -> Done {
    let call = Call::new(c"ncclAlltoAll", (send, receive), count, ty, handle, stream)?;
    let sent = (call.bytes * call.communicator.members.len(), call.places());
    let incoming = call.ranks().collect();
    call.submit(sent, (incoming, Outcome::Places), None)
}

pub(crate) fn reduce_scatter(
    send: Pointer,
    receive: Pointer,
    count: usize,
    ty: u32,
    op: u32,
    handle: Pointer,
    stream: Pointer,
) -> Done {
    let call = Call::new(c"ncclReduceScatter", (send, receive), count, ty, handle, stream)?;
    let (how, factor) = call.communicator.operators.get(op, call.ty)?;
    let sent = (call.bytes * call.communicator.members.len(), call.places());
    let incoming = call.ranks().collect();
    call.submit(sent, (incoming, Outcome::Reduced(how)), factor)
}

pub(crate) fn broadcast(
    send: Pointer,
    receive: Pointer,
    count: usize,
    ty: u32,
    root: i64,
    handle: Pointer,
    stream: Pointer,
) -> Done {
    let call = Call::new(c"ncclBroadcast", (send, receive), count, ty, handle, stream)?;
    let root = call.communicator.check_rank("root", root)?;
    let sent = if call.rank() == root { (call.bytes, call.to_all()) } else { (0, Vec::new()) };
    call.submit(sent, (vec![root], Outcome::Whole), None)
}

#[expect(clippy::too_many_arguments, reason = "C's arguments")]
pub(crate) fn reduce(
    send: Pointer,
    receive: Pointer,
    count: usize,
    ty: u32,
    op: u32,
    root: i64,
    handle: Pointer,
    stream: Pointer,
) -> Done {
    let call = Call::new(c"ncclReduce", (send, receive), count, ty, handle, stream)?;
    let root = call.communicator.check_rank("root", root)?;
    let (how, factor) = call.communicator.operators.get(op, call.ty)?;
    let sent = (call.bytes, vec![(root, 0..call.bytes)]);
    let received = at_root(&call, root, Outcome::Reduced(how));
    call.submit(sent, received, factor)
}

pub(crate) fn gather(
    send: Pointer,
    receive: Pointer,
    count: usize,
    ty: u32,
    root: i64,
    handle: Pointer,
    stream: Pointer,
) -> Done {
    let call = Call::new(c"ncclGather", (send, receive), count, ty, handle, stream)?;
    let root = call.communicator.check_rank("root", root)?;
    let sent = (call.bytes, vec![(root, 0..call.bytes)]);
    let received = at_root(&call, root, Outcome::Places);
    call.submit(sent, received, None)
}

pub(crate) fn scatter(
    send: Pointer,
    receive: Pointer,
    count: usize,
    ty: u32,
    root: i64,
    handle: Pointer,
    stream: Pointer,
) -> Done {
    let call = Call::new(c"ncclScatter", (send, receive), count, ty, handle, stream)?;
    let root = call.communicator.check_rank("root", root)?;
    let all = call.bytes * call.communicator.members.len();
    let sent = if call.rank() == root { (all, call.places()) } else { (0, Vec::new()) };
    call.submit(sent, (vec![root], Outcome::Whole), None)
}

/// The pieces of all ranks for the root; none for the others.
fn at_root(call: &Call, root: u32, outcome: Outcome) -> (Vec<u32>, Outcome) {
    if call.rank() == root { (call.ranks().collect(), outcome) } else { (Vec::new(), Outcome::None) }
}
