//! Sends and receives between two ranks.

use crate::communicator::communicator;
use crate::group;
use crate::last_error::fail;
use crate::operation::{Outcome, Plan};
use crate::operators::data_type;
use crate::status::Status;
use work::Pointer;

type Done = Result<(), Status>;

/// Submits one side: `sends` tells which.
fn submit(
    sends: bool,
    buffer: Pointer,
    count: usize,
    ty: u32,
    peer: i64,
    handle: Pointer,
    stream: Pointer,
) -> Done {
    let communicator = communicator(handle)?;
    let (ty, peer) = (data_type(ty)?, communicator.check_rank("peer", peer)?);
    let bytes = count.checked_mul(ty.bytes());
    let bytes =
        bytes.ok_or_else(|| fail(Status::InvalidArgument, format!("{count} elements are too many")))?;
    if bytes == 0 {
        return Ok(());
    }
    if buffer.is_null() {
        return Err(fail(Status::InvalidArgument, "the buffer of a send or a receive is null"));
    }
    let (address, step) = (buffer.expose_provenance(), communicator.number_pair(peer, sends));
    let plan = if sends {
        Plan {
            name: c"ncclSend",
            step,
            ty,
            send: (address, bytes),
            factor: None,
            outgoing: vec![(peer, 0..bytes)],
            incoming: Vec::new(),
            piece: 0,
            receive: 0,
            outcome: Outcome::None,
        }
    } else {
        Plan {
            name: c"ncclRecv",
            step,
            ty,
            send: (0, 0),
            factor: None,
            outgoing: Vec::new(),
            incoming: vec![peer],
            piece: bytes,
            receive: address,
            outcome: Outcome::Whole,
        }
    };
    group::add(communicator, plan, stream)
}

pub(crate) fn send(
    buffer: Pointer,
    count: usize,
    ty: u32,
    peer: i64,
    handle: Pointer,
    stream: Pointer,
) -> Done {
    submit(true, buffer, count, ty, peer, handle, stream)
}

pub(crate) fn recv(
    buffer: Pointer,
    count: usize,
    ty: u32,
    peer: i64,
    handle: Pointer,
    stream: Pointer,
) -> Done {
    submit(false, buffer, count, ty, peer, handle, stream)
}

/// `ncclAllToAllv`: for each rank a number of elements, and the first one of them in the buffer.
#[expect(clippy::too_many_arguments, reason = "C's arguments")]
pub(crate) fn all_to_all(
    send_buffer: Pointer,
    send_counts: Pointer,
    send_places: Pointer,
    receive_buffer: Pointer,
    receive_counts: Pointer,
    receive_places: Pointer,
    ty: u32,
    handle: Pointer,
    stream: Pointer,
) -> Done {
    let (ranks, bytes) = (communicator(handle)?.size(), data_type(ty)?.bytes());
    if [send_counts, send_places, receive_counts, receive_places].iter().any(|list| list.is_null()) {
        return Err(fail(Status::InvalidArgument, "a list of counts or places is null"));
    }
    // SAFETY: not null; C promised an entry for each rank.
    let entry =
        |list: Pointer, rank: u32| unsafe { list.cast::<usize>().add(rank as usize).read_unaligned() };
    let at = |buffer: Pointer, place: usize| buffer.wrapping_byte_add(place.wrapping_mul(bytes));
    group::start()?;
    let each = (0..ranks).try_for_each(|peer| {
        let (from, to) = (at(send_buffer, entry(send_places, peer)), entry(send_counts, peer));
        submit(true, from, to, ty, peer.into(), handle, stream)?;
        let (to, count) = (at(receive_buffer, entry(receive_places, peer)), entry(receive_counts, peer));
        submit(false, to, count, ty, peer.into(), handle, stream)
    });
    group::end().and(each)
}
