//! Making of communicators.

use crate::bootstrap;
use crate::communicator::{Communicator, Entry, Member, UniqueId};
use crate::group;
use crate::inbox;
use crate::last_error::fail;
use crate::status::Status;
use crate::transport;
use work::{Pointer, put};

type Done = Result<(), Status>;

/// `ncclGetUniqueId`
pub(crate) fn unique_id(to: Pointer) -> Done {
    if to.is_null() {
        return Err(fail(Status::InvalidArgument, "ncclGetUniqueId: the place of the id is null"));
    }
    put(to, bootstrap::unique_id()?)
}

/// `ncclConfig_t`, as far as it has an effect: whether calls block.
pub(crate) fn is_blocking(config: Pointer) -> Result<bool, Status> {
    /// `NCCL_CONFIG_INITIALIZER`
    const MAGIC: u32 = 0xcafebeef;
    /// `NCCL_CONFIG_UNDEF_INT`
    const UNDEFINED: i32 = i32::MIN;
    if config.is_null() {
        return Ok(true);
    }
    // SAFETY: not null; every version of the structure begins with these members.
    let (size, magic, blocking) = unsafe {
        let words = config.cast::<u32>();
        (
            config.cast::<usize>().read_unaligned(),
            words.add(2).read_unaligned(),
            words.add(4).read_unaligned(),
        )
    };
    if size < 24 || magic != MAGIC {
        let why = "the configuration was not set to NCCL_CONFIG_INITIALIZER";
        return Err(fail(Status::InvalidArgument, why));
    }
    match blocking.cast_signed() {
        1 | UNDEFINED => Ok(true),
        0 => Ok(false),
        other => Err(fail(Status::InvalidArgument, format!("blocking is {other}: it is 0 or 1"))),
    }
}

fn current_device() -> Result<i32, Status> {
    work::current_device().map_err(|code| fail(Status::UnhandledCudaError, format!("no device: {code:?}")))
}

/// Checks a rank and the number of ranks.
fn check_rank(rank: i64, ranks: i64) -> Result<(u32, u32), Status> {
    let pair = u32::try_from(rank).ok().zip(u32::try_from(ranks).ok()).filter(|(rank, ranks)| rank < ranks);
    pair.ok_or_else(|| fail(Status::InvalidArgument, format!("there is no rank {rank} of {ranks}")))
}

/// Opens a handle, writes it, and has a function make its communicator, with the group or now.
pub(crate) fn open(
    to: Pointer,
    (device, is_blocking): (i32, bool),
    make: impl FnOnce() -> Result<Communicator, Status> + Send + 'static,
) -> Done {
    let (handle, entry) = Entry::open(device, is_blocking);
    put::<Status, _>(to, handle)?;
    group::meet(Box::new(move || entry.set(make())), is_blocking)
}

/// `ncclCommInitRank`, `ncclCommInitRankConfig`
pub(crate) fn rank(to: Pointer, ranks: i64, id: UniqueId, rank: i64, config: Pointer) -> Done {
    if to.is_null() {
        return Err(fail(Status::InvalidArgument, "the place of the communicator is null"));
    }
    let (rank, ranks) = check_rank(rank, ranks)?;
    let (device, is_blocking) = (current_device()?, is_blocking(config)?);
    open(to, (device, is_blocking), move || {
        let team = bootstrap::team(&id)?;
        // Others may send before this rank knows that all have come.
        let inbox = inbox::open(team, rank);
        let met = bootstrap::meet(&id, rank, ranks, device, transport::address)?;
        check_devices(&met.members)?;
        transport::connect(&met);
        Ok(Communicator::new(team, rank, met.members, inbox, is_blocking))
    })
}

/// `ncclCommInitRankScalable`: one of the ids suffices.
pub(crate) fn rank_of_many(
    to: Pointer,
    ranks: i64,
    own: i64,
    ids: i64,
    list: Pointer,
    config: Pointer,
) -> Done {
    if ids < 1 || list.is_null() {
        return Err(fail(Status::InvalidArgument, "there is no unique id"));
    }
    // SAFETY: not null, and C promised at least one.
    let id = unsafe { list.cast::<UniqueId>().read_unaligned() };
    rank(to, ranks, id, own, config)
}

/// Refuses a device with several ranks.
fn check_devices(members: &[Member]) -> Done {
    for (rank, member) in members.iter().enumerate() {
        if let Some(other) = members[..rank].iter().position(|other| other == member) {
            let why = format!("ranks {other} and {rank} are both on device {}", member.device);
            return Err(fail(Status::InvalidUsage, why));
        }
    }
    Ok(())
}

/// `ncclCommInitAll`: a rank of this process for each device; the first ones, if there is no list.
pub(crate) fn init_all(to: Pointer, ranks: i64, list: Pointer) -> Done {
    if to.is_null() {
        return Err(fail(Status::InvalidArgument, "ncclCommInitAll: the place of the communicators is null"));
    }
    let devices = work::device_count();
    let ranks = u32::try_from(ranks).ok().filter(|&ranks| ranks > 0);
    let ranks = ranks.ok_or_else(|| fail(Status::InvalidArgument, "ncclCommInitAll: there are no ranks"))?;
    let device = |rank: usize| match list.is_null() {
        true => rank as i32,
        // SAFETY: not null; C promised an entry for each rank.
        false => unsafe { list.cast::<i32>().add(rank).read_unaligned() },
    };
    let process = bootstrap::process();
    let members: Vec<Member> =
        (0..ranks as usize).map(|rank| Member { process, device: device(rank) }).collect();
    if let Some(member) = members.iter().find(|member| !(0..devices).contains(&member.device)) {
        let why = format!("ncclCommInitAll: there is no device {}, but {devices}", member.device);
        return Err(fail(Status::UnhandledCudaError, why));
    }
    check_devices(&members)?;
    let team = bootstrap::draw();
    for rank in 0..ranks {
        let inbox = inbox::open(team, rank);
        let communicator = Communicator::new(team, rank, members.clone(), inbox, true);
        let (handle, entry) = Entry::open(communicator.device(), true);
        entry.set(Ok(communicator))?;
        // SAFETY: not null; C promised a place for each rank.
        unsafe { to.cast::<Pointer>().add(rank as usize).write_unaligned(handle) };
    }
    Ok(())
}
