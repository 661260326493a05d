//! Communicators made of others' ranks (`ncclCommSplit`, `ncclCommShrink`).

use crate::communicator::{Communicator, Entry, communicator};
use crate::inbox::{self, Channel, Piece};
use crate::init::{is_blocking, open};
use crate::last_error::fail;
use crate::status::Status;
use crate::{group, transport};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};
use work::{Pointer, put};

type Done = Result<(), Status>;

/// `NCCL_SPLIT_NOCOLOR`
const NO_COLOR: i64 = -1;

/// Inherits whether calls block, unless there is a configuration.
fn blocks(parent: &Communicator, config: Pointer) -> Result<bool, Status> {
    if config.is_null() { Ok(parent.is_blocking) } else { is_blocking(config) }
}

/// Number of a team that ranks derive alike from the same words.
fn derive(words: &[u64]) -> u64 {
    // FNV-1a: drawn numbers of parents make collisions as rare as of drawn ones.
    let bytes = words.iter().flat_map(|word| word.to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// Makes the communicator of some ranks of another one, of which this is one.
fn child(parent: &Communicator, team: u64, ranks: &[u32], is_blocking: bool) -> Result<Communicator, Status> {
    let rank = ranks.iter().position(|&rank| rank == parent.rank).ok_or(Status::InternalError)? as u32;
    let members = ranks.iter().map(|&rank| parent.members[rank as usize]).collect();
    Ok(Communicator::new(team, rank, members, inbox::open(team, rank), is_blocking))
}

/// Numbers that a rank gives to the others.
type Values = [i64; 2];

/// Gives two numbers to each rank. Returns those of all, and the number of the exchange.
fn exchange(parent: &Communicator, value: Values) -> Result<(u64, Vec<Values>), Status> {
    let step = parent.number(Channel::Control);
    let (ranks, since) = ((0..parent.size()).collect::<Vec<_>>(), Instant::now());
    let bytes = value.iter().flat_map(|number| number.to_le_bytes()).collect();
    let piece = Piece::new(bytes);
    ranks.iter().for_each(|&to| transport::give(parent, to, step, piece.clone()));
    loop {
        parent.check()?;
        let missing = parent.inbox.missing(step, &ranks);
        if missing.is_empty() {
            break;
        }
        if let Some((rank, why)) = transport::lost(parent, &missing) {
            transport::fail(parent, Status::RemoteError, &format!("rank {rank} is gone: {why}"));
        } else if since.elapsed() > crate::settings::timeout() {
            let why = format!("ncclCommSplit: rank {} did not come (HIP_RCCL_TIMEOUT)", missing[0]);
            transport::fail(parent, Status::RemoteError, &why);
        }
        parent.inbox.wait(Duration::from_millis(20));
    }
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |number, &byte| number << 8 | i64::from(byte));
    let pieces = parent.inbox.take(step, &ranks).into_values();
    let values = pieces.map(|piece| {
        let (first, second) = piece.bytes().split_at(piece.bytes().len() / 2);
        [number(first), number(second)]
    });
    Ok((step.operation, values.collect()))
}

/// `ncclCommSplit`: ranks of the same color, ordered by their keys.
pub(crate) fn split(handle: Pointer, color: i64, key: i64, to: Pointer, config: Pointer) -> Done {
    let parent = communicator(handle)?;
    if to.is_null() || color < NO_COLOR {
        let why = format!("ncclCommSplit: the color is {color}, or the place of the communicator null");
        return Err(fail(Status::InvalidArgument, why));
    }
    let is_blocking = blocks(&parent, config)?;
    if color == NO_COLOR {
        put::<Status, Pointer>(to, std::ptr::null_mut())?;
        return group::meet(Box::new(move || exchange(&parent, [color, key]).map(drop)), is_blocking);
    }
    open(to, (parent.device(), is_blocking), move || {
        let (number, all) = exchange(&parent, [color, key])?;
        let mut ranks: Vec<u32> = (0..parent.size()).filter(|&rank| all[rank as usize][0] == color).collect();
        ranks.sort_by_key(|&rank| (all[rank as usize][1], rank));
        child(&parent, derive(&[parent.team, number, color.cast_unsigned()]), &ranks, is_blocking)
    })
}

/// `ncclCommShrink`: all ranks but some.
pub(crate) fn shrink(
    handle: Pointer,
    excluded: Pointer,
    count: i64,
    to: Pointer,
    config: Pointer,
    flags: i64,
) -> Done {
    /// `NCCL_SHRINK_ABORT`
    const ABORT: i64 = 1;
    let parent: Arc<Communicator> = Entry::get(handle)?.communicator()?;
    if flags & ABORT == 0 {
        parent.check()?;
    }
    if to.is_null() || excluded.is_null() || count <= 0 || flags & !ABORT != 0 {
        return Err(fail(Status::InvalidArgument, "ncclCommShrink: no ranks, no place, or unknown flags"));
    }
    // SAFETY: not null; C promised so many.
    let entry = |n: i64| unsafe { excluded.cast::<i32>().add(n as usize).read_unaligned() };
    let gone = (0..count).map(|n| parent.check_rank("excluded rank", entry(n).into()));
    let gone = gone.collect::<Result<BTreeSet<u32>, Status>>()?;
    if gone.contains(&parent.rank) {
        return Err(fail(Status::InvalidUsage, "ncclCommShrink: a rank that is excluded must not call it"));
    }
    if flags & ABORT != 0 && !parent.is_settled() {
        parent.inbox.abort();
        parent.inbox.fail(Status::InvalidUsage, "ncclCommShrink has aborted the operations");
    }
    let is_blocking = blocks(&parent, config)?;
    let ranks: Vec<u32> = (0..parent.size()).filter(|rank| !gone.contains(rank)).collect();
    let words: Vec<u64> = [parent.team, u64::MAX].into_iter().chain(gone.iter().map(|&n| n.into())).collect();
    open(to, (parent.device(), is_blocking), move || {
        // The survivors meet in the new communicator: the old one may have failed.
        let child = child(&parent, derive(&words), &ranks, is_blocking)?;
        exchange(&child, [0; 2])?;
        Ok(child)
    })
}
