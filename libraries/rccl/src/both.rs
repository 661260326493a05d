//! Functions that take other arguments on a GPU, or that NVIDIA's library may lack: these become sends and
//! receives.

use crate::exports::{ncclGroupEnd, ncclGroupStart, ncclRecv, ncclSend};
use crate::last_error::fail;
use crate::nvidia::{self, Library};
use crate::operators::data_type;
use crate::status::Status;
use crate::{collective, init, pair, queries};
use std::ffi::CStr;
use work::{Pointer, put, take};

type Done = Result<(), Status>;

/// `ncclCommInitAll`: the driver's numbers of the devices.
pub(crate) fn init_all(to: Pointer, ranks: i64, list: Pointer) -> Done {
    let Some(library) = nvidia::library()? else { return init::init_all(to, ranks, list) };
    let count = i32::try_from(ranks).ok().filter(|&count| count > 0 && !to.is_null());
    let count = count.ok_or_else(|| {
        fail(Status::InvalidArgument, format!("ncclCommInitAll: {ranks} ranks, or no place for them"))
    })?;
    let devices = match list.is_null() {
        true => (0..count).collect(),
        false => take::<Status, i32>(list, count as usize)?,
    };
    let numbers = devices.into_iter().map(nvidia::number).collect::<Result<Vec<i32>, Status>>()?;
    let mut made = Ok(0);
    nvidia::call(c"ncclCommInitAll", None, |_| {
        made = library.init_all(to, &numbers);
        made.unwrap_or(Status::InvalidUsage as u32)
    })?;
    made.map(drop)
}

/// `ncclCommCuDevice`: the runtime's ordinal.
pub(crate) fn device(handle: Pointer, to: Pointer) -> Done {
    let Some(library) = nvidia::library()? else { return queries::device(handle, to) };
    let number = ask(library, c"ncclCommCuDevice", handle)?;
    let ordinal = nvidia::ordinal(number).ok_or_else(|| {
        fail(Status::InternalError, format!("ncclCommCuDevice: device {number} of the driver made no call"))
    })?;
    put(to, ordinal)
}

/// A number of a communicator of NVIDIA's library.
fn ask(library: &Library, name: &'static CStr, handle: Pointer) -> Result<i32, Status> {
    let (mut number, mut asked) = (0, Ok(0));
    nvidia::call(name, None, |_| {
        asked = library.ask(name, handle, &mut number);
        asked.unwrap_or(Status::InvalidUsage as u32)
    })?;
    asked.map(|_| number)
}

/// Communicator of NVIDIA's library, and the stream of a call.
struct Team {
    handle: Pointer,
    stream: Pointer,
    ranks: i32,
    rank: i32,
}

impl Team {
    fn new(library: &Library, handle: Pointer, stream: Pointer) -> Result<Team, Status> {
        let ask = |name| ask(library, name, handle);
        Ok(Team { handle, stream, ranks: ask(c"ncclCommCount")?, rank: ask(c"ncclCommUserRank")? })
    }

    fn send(&self, from: Pointer, count: usize, ty: u32, peer: i32) -> Done {
        // SAFETY: what the program gave; NCCL checks it.
        done(unsafe { ncclSend(from, count, ty, peer, self.handle, self.stream) })
    }

    fn receive(&self, to: Pointer, count: usize, ty: u32, peer: i32) -> Done {
        // SAFETY: as above.
        done(unsafe { ncclRecv(to, count, ty, peer, self.handle, self.stream) })
    }

    /// Submits sends and receives together.
    fn group(&self, each: impl FnOnce() -> Done) -> Done {
        // SAFETY: no arguments.
        done(unsafe { ncclGroupStart() })?;
        let outcome = each();
        // SAFETY: as above.
        outcome.and(done(unsafe { ncclGroupEnd() }))
    }
}

fn done(status: Status) -> Done {
    match status {
        Status::Success => Ok(()),
        status => Err(status),
    }
}

/// Place of a rank's elements in a buffer.
fn place(buffer: Pointer, rank: i32, count: usize, ty: u32) -> Result<Pointer, Status> {
    let bytes = count.wrapping_mul(data_type(ty)?.bytes());
    Ok(buffer.wrapping_byte_add(bytes.wrapping_mul(rank as usize)))
}

/// A collective without a root, as NCCL declares it.
type Rootless = unsafe extern "C" fn(Pointer, Pointer, usize, u32, Pointer, Pointer) -> u32;

/// A collective with a root.
type Rooted = unsafe extern "C" fn(Pointer, Pointer, usize, u32, i32, Pointer, Pointer) -> u32;

/// `ncclAlltoAll`, `ncclAllToAll`
pub(crate) fn all_to_all(
    send: Pointer,
    receive: Pointer,
    count: usize,
    ty: u32,
    handle: Pointer,
    stream: Pointer,
) -> Done {
    const NAME: &CStr = c"ncclAlltoAll";
    let Some(library) = nvidia::library()? else {
        return collective::all_to_all(send, receive, count, ty, handle, stream);
    };
    if let Some(found) = library.find(NAME) {
        // SAFETY: NCCL's function of this name.
        let function = unsafe { std::mem::transmute::<usize, Rootless>(found) };
        // SAFETY: the program's arguments, and the driver's handle of its stream.
        return nvidia::call(NAME, Some(stream), |on| unsafe {
            function(send, receive, count, ty, handle, on)
        });
    }
    let team = Team::new(library, handle, stream)?;
    team.group(|| {
        (0..team.ranks).try_for_each(|peer| {
            team.send(place(send, peer, count, ty)?, count, ty, peer)?;
            team.receive(place(receive, peer, count, ty)?, count, ty, peer)
        })
    })
}

/// `ncclAllToAllv`, which NVIDIA's library does not have.
#[expect(clippy::too_many_arguments, reason = "C's arguments")]
pub(crate) fn all_to_all_v(
    send: Pointer,
    send_counts: Pointer,
    send_places: Pointer,
    receive: Pointer,
    receive_counts: Pointer,
    receive_places: Pointer,
    ty: u32,
    handle: Pointer,
    stream: Pointer,
) -> Done {
    let lists = [send_counts, send_places, receive_counts, receive_places];
    let Some(library) = nvidia::library()? else {
        let [counts, places, received, received_places] = lists;
        return pair::all_to_all(
            send,
            counts,
            places,
            receive,
            received,
            received_places,
            ty,
            handle,
            stream,
        );
    };
    let (team, bytes) = (Team::new(library, handle, stream)?, data_type(ty)?.bytes());
    if lists.iter().any(|list| list.is_null()) {
        return Err(fail(Status::InvalidArgument, "a list of counts or places is null"));
    }
    let [counts, places, received, received_places] =
        lists.map(|list| take::<Status, usize>(list, team.ranks as usize));
    let (counts, places, received, received_places) = (counts?, places?, received?, received_places?);
    let at = |buffer: Pointer, place: usize| buffer.wrapping_byte_add(place.wrapping_mul(bytes));
    team.group(|| {
        (0..team.ranks as usize).try_for_each(|peer| {
            team.send(at(send, places[peer]), counts[peer], ty, peer as i32)?;
            team.receive(at(receive, received_places[peer]), received[peer], ty, peer as i32)
        })
    })
}

/// Calls NVIDIA's function of this name, which is at the address `found`.
fn forward_rooted(
    name: &'static CStr,
    found: usize,
    (send, receive, count, ty): (Pointer, Pointer, usize, u32),
    root: i32,
    (handle, stream): (Pointer, Pointer),
) -> Done {
    // SAFETY: NCCL's function of this name.
    let function = unsafe { std::mem::transmute::<usize, Rooted>(found) };
    // SAFETY: the program's arguments, and the driver's handle of its stream.
    let call = |on| unsafe { function(send, receive, count, ty, root, handle, on) };
    nvidia::call(name, Some(stream), call)
}

/// `ncclGather`
pub(crate) fn gather(
    send: Pointer,
    receive: Pointer,
    count: usize,
    ty: u32,
    root: i64,
    handle: Pointer,
    stream: Pointer,
) -> Done {
    const NAME: &CStr = c"ncclGather";
    let Some(library) = nvidia::library()? else {
        return collective::gather(send, receive, count, ty, root, handle, stream);
    };
    let root = root as i32;
    if let Some(found) = library.find(NAME) {
        return forward_rooted(NAME, found, (send, receive, count, ty), root, (handle, stream));
    }
    let team = Team::new(library, handle, stream)?;
    team.group(|| {
        team.send(send, count, ty, root)?;
        let from = if team.rank == root { team.ranks } else { 0 };
        (0..from).try_for_each(|peer| team.receive(place(receive, peer, count, ty)?, count, ty, peer))
    })
}

/// `ncclScatter`
pub(crate) fn scatter(
    send: Pointer,
    receive: Pointer,
    count: usize,
    ty: u32,
    root: i64,
    handle: Pointer,
    stream: Pointer,
) -> Done {
    const NAME: &CStr = c"ncclScatter";
    let Some(library) = nvidia::library()? else {
        return collective::scatter(send, receive, count, ty, root, handle, stream);
    };
    let root = root as i32;
    if let Some(found) = library.find(NAME) {
        return forward_rooted(NAME, found, (send, receive, count, ty), root, (handle, stream));
    }
    let team = Team::new(library, handle, stream)?;
    team.group(|| {
        let to = if team.rank == root { team.ranks } else { 0 };
        (0..to).try_for_each(|peer| team.send(place(send, peer, count, ty)?, count, ty, peer))?;
        team.receive(receive, count, ty, root)
    })
}
