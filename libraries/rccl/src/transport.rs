//! Ways of pieces and failures from rank to rank: inboxes within a process, the engine between processes.

use crate::bootstrap::{Met, process};
use crate::communicator::{Communicator, Process};
use crate::engine::Engine;
use crate::inbox::{self, Piece, Step};
use crate::status::Status;
use std::time::Duration;

/// Time for what a rank sent to come, when it ends.
const FAREWELL: Duration = Duration::from_secs(10);

/// Address of this process in the engine that connects processes.
pub(crate) fn address() -> Result<Vec<u8>, String> {
    Ok(Engine::get()?.address())
}

/// Connects the processes of a team.
pub(crate) fn connect(met: &Met) {
    let Some(engine) = Engine::started() else { return };
    for (member, address) in met.members.iter().zip(&met.addresses) {
        if member.process != process() {
            engine.connect(member.process, address);
        }
    }
}

/// Gives a piece to a rank. One that is gone misses nothing.
pub(crate) fn give(from: &Communicator, to: u32, step: Step, piece: Piece) {
    let there = from.members[to as usize].process;
    if there == process() {
        if let Some(inbox) = inbox::find(from.team, to) {
            inbox.put(step, from.rank, piece);
        }
    } else if let Some(engine) = Engine::started() {
        engine.send(there, (from.team, from.rank, to), step, &piece);
    }
}

/// The first of some ranks that will send nothing more, and the reason.
pub(crate) fn lost(communicator: &Communicator, ranks: &[u32]) -> Option<(u32, String)> {
    let engine = Engine::started()?;
    ranks.iter().find_map(|&rank| Some((rank, engine.lost(communicator.members[rank as usize].process)?)))
}

/// Waits until what a rank sent has come.
pub(crate) fn flush(communicator: &Communicator) {
    let others = communicator.members.iter().map(|member| member.process);
    let others: Vec<Process> = others.filter(|&other| other != process()).collect();
    if let Some(engine) = Engine::started().filter(|_| !others.is_empty()) {
        engine.flush(&others, FAREWELL.min(crate::settings::timeout()));
    }
}

/// Fails a rank, and thereby the others of its team.
pub(crate) fn fail(communicator: &Communicator, status: Status, why: &str) {
    if communicator.failure().is_some() {
        return;
    }
    communicator.inbox.fail(status, why);
    let (team, rank) = (communicator.team, communicator.rank);
    let why = format!("rank {rank} failed: {why}");
    for (other, member) in (0..).zip(&communicator.members).filter(|(other, _)| *other != rank) {
        if member.process != process() {
            if let Some(engine) = Engine::started() {
                engine.fail(member.process, (team, rank, other), &why);
            }
        } else if let Some(inbox) = inbox::find(team, other) {
            inbox.fail(Status::RemoteError, &why);
        }
    }
}
