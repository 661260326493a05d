//! An operation of one rank, and its steps on a stream: the pieces are sent, the stream waits for those of
//! others, the result is written. Operations of a group take each step together, so that none waits for
//! another.

use crate::communicator::Communicator;
use crate::element::DataType;
use crate::inbox::{Piece, Pieces, Step};
use crate::last_error::fail;
use crate::operators::Factor;
use crate::reduce::{Reduction, reduce, scale};
use crate::status::Status;
use crate::transport;
use std::collections::VecDeque;
use std::ffi::CStr;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use work::{Failure, Memory, Refused, Stream};

/// Use of what a rank receives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// The rank receives nothing.
    None,
    /// Piece `s` goes to the place `s` of equal ones.
    Places,
    /// The only piece is the result.
    Whole,
    /// All pieces are reduced.
    Reduced(Reduction),
    /// All pieces are reduced, given to all ranks, and put together.
    ReducedForAll(Reduction),
}

/// Description of an operation.
pub(crate) struct Plan {
    pub(crate) name: &'static CStr,
    pub(crate) step: Step,
    pub(crate) ty: DataType,
    /// First byte and number of bytes of what is sent.
    pub(crate) send: (usize, usize),
    /// Factor of what is sent.
    pub(crate) factor: Option<Factor>,
    /// Ranks that get a piece, and its bytes.
    pub(crate) outgoing: Vec<(u32, Range<usize>)>,
    /// Ranks that send one, and the bytes of each.
    pub(crate) incoming: Vec<u32>,
    pub(crate) piece: usize,
    /// First byte of the result.
    pub(crate) receive: usize,
    pub(crate) outcome: Outcome,
}

/// One execution of an operation, on its way.
#[derive(Clone, Copy)]
struct Run {
    number: u64,
    since: Instant,
}

/// Steps of an operation on its stream: works and waits in turn.
const LONGEST: usize = 5;

/// Executions of an operation, by the step that is next.
#[derive(Default)]
struct Runs {
    begun: u64,
    has_ended: bool,
    waiting: [VecDeque<Run>; LONGEST],
}

/// An operation of a rank on a stream.
pub(crate) struct Operation {
    communicator: Arc<Communicator>,
    plan: Plan,
    /// Whether it is in a graph, which may launch it any number of times.
    is_captured: bool,
    runs: Mutex<Runs>,
}

impl Drop for Operation {
    fn drop(&mut self) {
        // A stream of a lost context carries nothing out.
        let runs = self.runs.get_mut().unwrap_or_else(PoisonError::into_inner);
        if !self.is_captured && !runs.has_ended {
            self.communicator.count(-1);
        }
    }
}

impl Operation {
    /// Operation that will be submitted to a stream.
    pub(crate) fn new(communicator: Arc<Communicator>, plan: Plan, stream: Stream) -> Operation {
        let is_captured = stream.is_capturing();
        if !is_captured {
            communicator.count(1);
        }
        Operation { communicator, plan, is_captured, runs: Mutex::default() }
    }

    pub(crate) fn device(&self) -> i32 {
        self.communicator.device()
    }

    /// Number of steps.
    fn steps(&self) -> usize {
        match self.plan.outcome {
            Outcome::None => 1,
            Outcome::ReducedForAll(_) => 5,
            _ => 3,
        }
    }

    fn runs(&self) -> MutexGuard<'_, Runs> {
        self.runs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Key of pieces of an execution.
    fn key(&self, run: Run, phase: u8) -> Step {
        Step { run: run.number, phase, ..self.plan.step }
    }

    /// Submits a step, if the operation has so many.
    fn submit(self: &Arc<Self>, stream: Stream, step: usize) -> Result<(), Failure> {
        if step >= self.steps() {
            return Ok(());
        }
        let operation = Arc::clone(self);
        if step % 2 == 1 {
            work::launch_wait(stream, self.plan.name, move || operation.may_continue(step))?;
        } else {
            work::launch(stream, self.plan.name, move |memory| operation.carry_out(memory, step))?;
        }
        Ok(())
    }

    /// Whether the pieces for an execution that waits before a step have come. The execution then continues.
    fn may_continue(&self, step: usize) -> bool {
        let mut runs = self.runs();
        let has_come = |run: &Run| match self.communicator.failure() {
            // A program that looks for errors aborts the communicator; others learn it from the stream.
            Some(failure) => {
                self.communicator.inbox.is_aborted() || failure.since.elapsed() > crate::settings::patience()
            }
            None => self.missing(*run, step).is_empty(),
        };
        let Some(at) = runs.waiting[step].iter().position(has_come) else {
            if let Some(&run) = runs.waiting[step].front() {
                drop(runs);
                self.fail_if_late(run, step);
            }
            return false;
        };
        if let Some(run) = runs.waiting[step].remove(at) {
            runs.waiting[step + 1].push_back(Run { since: Instant::now(), ..run });
        }
        true
    }

    /// Ranks that give pieces in the phase before a step.
    fn from(&self, step: usize) -> Vec<u32> {
        match step {
            0..=2 => self.plan.incoming.clone(),
            _ => (0..self.communicator.size()).collect(),
        }
    }

    fn missing(&self, run: Run, step: usize) -> Vec<u32> {
        self.communicator.inbox.missing(self.key(run, (step / 2) as u8), &self.from(step))
    }

    /// Fails the communicator if a rank does not come, or never will.
    fn fail_if_late(&self, run: Run, step: usize) {
        if self.communicator.failure().is_some() {
            return;
        }
        let missing = self.missing(run, step);
        if missing.is_empty() {
            return;
        }
        let name = self.plan.name.to_string_lossy();
        if let Some((rank, why)) = transport::lost(&self.communicator, &missing) {
            let why = format!("{name}: rank {rank} is gone: {why}");
            transport::fail(&self.communicator, Status::RemoteError, &why);
        } else if run.since.elapsed() > crate::settings::timeout() {
            let seconds = crate::settings::timeout().as_secs_f64();
            let why =
                format!("{name}: rank {} did not come within {seconds} s (HIP_RCCL_TIMEOUT)", missing[0]);
            transport::fail(&self.communicator, Status::RemoteError, &why);
        }
    }

    /// Carries out a step that is a work.
    fn carry_out(&self, memory: &Memory, step: usize) -> Result<(), Refused> {
        let run = if step == 0 {
            let mut runs = self.runs();
            runs.begun += 1;
            if self.is_captured {
                self.communicator.count(1);
            }
            Some(Run { number: runs.begun - 1, since: Instant::now() })
        } else {
            self.runs().waiting[step].pop_front()
        };
        let is_last = step + 1 == self.steps();
        let Some(run) = run else { return Ok(()) };
        let done = match step {
            0 if self.communicator.failure().is_some() => Ok(()),
            _ if self.communicator.failure().is_some() => {
                self.report(memory);
                Ok(())
            }
            0 => self.send(memory, run),
            2 if !is_last => {
                self.exchange(run);
                Ok(())
            }
            _ => self.receive(memory, run, step),
        };
        if done.is_err() {
            // The memory was refused, which is the context's error. Other ranks must not wait.
            let why = format!("{}: the device does not reach the memory", self.plan.name.to_string_lossy());
            transport::fail(&self.communicator, Status::UnhandledCudaError, &why);
        }
        if is_last {
            self.runs().has_ended = true;
            self.communicator.count(-1);
        } else {
            self.runs().waiting[step + 1].push_back(Run { since: Instant::now(), ..run });
        }
        done
    }

    /// Makes a failure that nobody looked for the context's error.
    fn report(&self, memory: &Memory) {
        if let Some(failure) = self.communicator.failure().filter(|_| !self.communicator.inbox.is_aborted()) {
            eprintln!("hip: {}: {}", self.plan.name.to_string_lossy(), failure.why);
            memory.fail();
        }
    }

    /// Copies what the rank sends, and gives each rank its piece.
    fn send(&self, memory: &Memory, run: Run) -> Result<(), Refused> {
        let (address, count) = self.plan.send;
        let mut bytes = if count == 0 { Vec::new() } else { memory.copy_out(address, count)? };
        if let Some(factor) = &self.plan.factor {
            scale(self.plan.ty, &factor.bytes(memory, self.plan.ty)?, &mut bytes);
        }
        let all = Piece::new(bytes);
        for (to, range) in &self.plan.outgoing {
            transport::give(&self.communicator, *to, self.key(run, 0), all.part(range.clone()));
        }
        Ok(())
    }

    /// Takes the pieces that a step waited for. None if ranks disagree about their sizes, which fails them.
    fn take(&self, run: Run, step: usize) -> Option<Pieces> {
        let pieces = self.communicator.inbox.take(self.key(run, (step / 2 - 1) as u8), &self.from(step - 1));
        let (got, wanted) = match step {
            2 => (pieces.iter().find(|(_, piece)| piece.bytes().len() != self.plan.piece), self.plan.piece),
            _ => {
                let all: usize = pieces.values().map(|piece| piece.bytes().len()).sum();
                (pieces.iter().next_back().filter(|_| all != self.plan.send.1), self.plan.send.1)
            }
        };
        let Some((rank, piece)) = got else { return Some(pieces) };
        let (name, bytes) = (self.plan.name.to_string_lossy(), piece.bytes().len());
        let why = format!(
            "{name}: rank {rank} sent {bytes} bytes, rank {} expected {wanted}: their counts or types differ",
            self.communicator.rank
        );
        transport::fail(&self.communicator, Status::InvalidUsage, &why);
        None
    }

    /// Reduces the rank's part of a result that all ranks get.
    fn exchange(&self, run: Run) {
        let Outcome::ReducedForAll(how) = self.plan.outcome else { return };
        let Some(pieces) = self.take(run, 2) else { return };
        let pieces: Vec<Piece> = pieces.into_values().collect();
        let part = Piece::new(reduce(self.plan.ty, how, &pieces));
        for to in 0..self.communicator.size() {
            transport::give(&self.communicator, to, self.key(run, 1), part.clone());
        }
    }

    /// Writes the result.
    fn receive(&self, memory: &Memory, run: Run, step: usize) -> Result<(), Refused> {
        let (Some(pieces), to) = (self.take(run, step), self.plan.receive) else {
            self.report(memory);
            return Ok(());
        };
        match self.plan.outcome {
            Outcome::None => Ok(()),
            Outcome::Reduced(how) => {
                let pieces: Vec<Piece> = pieces.into_values().collect();
                memory.copy_in(to, &reduce(self.plan.ty, how, &pieces))
            }
            Outcome::Whole => pieces.values().try_for_each(|piece| memory.copy_in(to, piece.bytes())),
            Outcome::Places => {
                let place = |(from, piece): (u32, Piece)| {
                    memory.copy_in(to + from as usize * piece.bytes().len(), piece.bytes())
                };
                pieces.into_iter().try_for_each(place)
            }
            Outcome::ReducedForAll(_) => {
                // Parts are those of the ranks, in order, and may be of different lengths.
                let mut at = to;
                pieces.into_values().try_for_each(|part| {
                    memory.copy_in(at, part.bytes())?;
                    at += part.bytes().len();
                    Ok(())
                })
            }
        }
    }
}

/// Submits the operations of a group, each on its stream.
pub(crate) fn submit(operations: &[(Arc<Operation>, Stream)]) -> Result<(), Status> {
    for step in 0..LONGEST {
        for (operation, stream) in operations {
            let submitted = work::on_device(operation.device(), || operation.submit(*stream, step));
            submitted.map_err(Failure::from).and_then(|outcome| outcome).map_err(|failure| {
                let name = operation.plan.name.to_string_lossy();
                fail(failure.into(), format!("{name}: the runtime refused the stream: {failure:?}"))
            })?;
        }
    }
    Ok(())
}
