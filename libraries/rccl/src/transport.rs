//! Ways of pieces and failures from rank to rank.

use crate::bootstrap::Met;
use crate::communicator::Communicator;
use crate::inbox::{self, Piece, Step};
use crate::status::Status;

/// Address of this process in the engine that connects processes.
pub(crate) fn address() -> Result<Vec<u8>, String> {
    Err("ranks of several processes are not supported yet".to_owned())
}

/// Connects the processes of a team.
pub(crate) fn connect(met: &Met) -> Result<(), Status> {
    if met.addresses.is_empty() { Ok(()) } else { Err(Status::InternalError) }
}

/// Gives a piece to a rank. One that is gone misses nothing.
pub(crate) fn give(from: &Communicator, to: u32, step: Step, piece: Piece) {
    if let Some(inbox) = inbox::find(from.team, to) {
        inbox.put(step, from.rank, piece);
    }
}

/// The first of some ranks that will send nothing more, and the reason.
pub(crate) fn lost(_communicator: &Communicator, _ranks: &[u32]) -> Option<(u32, String)> {
    None
}

/// Waits until what a rank sends has left.
pub(crate) fn flush(_communicator: &Communicator) {}

/// Fails a rank, and thereby the others of its team.
pub(crate) fn fail(communicator: &Communicator, status: Status, why: &str) {
    if communicator.failure().is_some() {
        return;
    }
    communicator.inbox.fail(status, why);
    for other in (0..communicator.size()).filter(|&other| other != communicator.rank) {
        if let Some(inbox) = inbox::find(communicator.team, other) {
            inbox.fail(Status::RemoteError, &format!("rank {} failed: {why}", communicator.rank));
        }
    }
}
