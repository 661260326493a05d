//! Messages to other processes, by UCX. One thread sends and receives; others give it messages.
//!
//! Each process counts what has come from each other one and says so, so that a process that ends can first
//! wait until all it sent has come.

mod message;
mod ucx;

use crate::bootstrap::process;
use crate::communicator::Process;
use crate::inbox::{self, Piece, Step};
use crate::status::Status;
use message::{Content, Head};
use std::collections::{BTreeMap, VecDeque};
use std::ffi::c_void;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use ucx::{Code, Endpoint, Request, Worker};

/// Longest sleep of the thread, in milliseconds.
const NAP: i32 = 100;

/// Another process.
#[derive(Default)]
struct Peer {
    address: Vec<u8>,
    endpoint: Option<Endpoint>,
    sent: u64,
    acknowledged: u64,
    received: u64,
    /// Number of received messages that it knows of.
    told: u64,
    /// Reason why nothing more will come from it.
    lost: Option<String>,
}

/// State that other threads share with the engine's: messages to send, and the known processes.
#[derive(Default)]
struct State {
    peers: BTreeMap<Process, Peer>,
    outgoing: VecDeque<(Process, Vec<u8>)>,
}

/// The engine of this process.
pub(crate) struct Engine {
    worker: Worker,
    state: Mutex<State>,
    /// An acknowledgement, or the loss of a process.
    changed: Condvar,
}

/// Reason of a loss that UCX reports, by the worker's thread, without any lock.
extern "C" fn on_error(argument: *mut c_void, _endpoint: *mut c_void, code: Code) {
    // SAFETY: `greet` passed a process' number, which is never freed.
    let process = unsafe { *argument.cast::<Process>() };
    if let Some(Ok(engine)) = ENGINE.get() {
        engine.lose(process, &engine.worker.text(code));
    }
}

static ENGINE: OnceLock<Result<Arc<Engine>, String>> = OnceLock::new();

impl Engine {
    /// The engine, which the first call starts.
    pub(crate) fn get() -> Result<&'static Engine, String> {
        let engine = ENGINE.get_or_init(|| {
            crate::settings::check_engine()?;
            let engine = Arc::new(Engine {
                worker: Worker::start()?,
                state: Mutex::default(),
                changed: Condvar::new(),
            });
            let own = Arc::clone(&engine);
            let thread = std::thread::Builder::new().name("hip-rccl-ucx".to_owned());
            thread.spawn(move || own.run()).map_err(|e| format!("no thread: {e}"))?;
            Ok(engine)
        });
        engine.as_deref().map_err(Clone::clone)
    }

    /// The engine, if it has started.
    pub(crate) fn started() -> Option<&'static Engine> {
        ENGINE.get()?.as_deref().ok()
    }

    /// Address that other processes reach this one at.
    pub(crate) fn address(&self) -> Vec<u8> {
        self.worker.address.clone()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a process known by its address, and greets it.
    pub(crate) fn connect(&self, to: Process, address: &[u8]) {
        let mut state = self.state();
        let peer = state.peers.entry(to).or_default();
        if peer.address.is_empty() {
            peer.address = address.to_vec();
            let hello = Head { sender: process(), team: 0, from: 0, to: 0, content: Content::Hello };
            State::post(&mut state, to, hello.write(&[]));
        }
        drop(state);
        self.worker.wake();
    }

    fn give(&self, process: Process, message: Vec<u8>) {
        State::post(&mut self.state(), process, message);
        self.worker.wake();
    }

    /// Gives a piece to a rank of another process.
    pub(crate) fn send(
        &self,
        process: Process,
        (team, from, to): (u64, u32, u32),
        step: Step,
        piece: &Piece,
    ) {
        let sender = crate::bootstrap::process();
        let head = Head { sender, team, from, to, content: Content::Piece(step) };
        self.give(process, head.write(piece.bytes()));
    }

    /// Fails a rank of another process.
    pub(crate) fn fail(&self, process: Process, (team, from, to): (u64, u32, u32), why: &str) {
        let sender = crate::bootstrap::process();
        let head = Head { sender, team, from, to, content: Content::Failure };
        self.give(process, head.write(why.as_bytes()));
    }

    /// Reason why a process is gone, if it is.
    pub(crate) fn lost(&self, process: Process) -> Option<String> {
        self.state().peers.get(&process)?.lost.clone()
    }

    fn lose(&self, process: Process, why: &str) {
        let mut state = self.state();
        let State { peers, outgoing } = &mut *state;
        if let Some(peer) = peers.get_mut(&process) {
            peer.lost.get_or_insert_with(|| why.to_owned());
            peer.endpoint = None;
        }
        outgoing.retain(|(to, _)| *to != process);
        drop(state);
        self.changed.notify_all();
    }

    /// Waits until what was sent to some processes has come, at most for some time.
    pub(crate) fn flush(&self, to: &[Process], most: Duration) {
        let deadline = Instant::now() + most;
        let mut state = self.state();
        let is_open = |state: &State, process: &Process| {
            state.peers.get(process).is_some_and(|peer| peer.lost.is_none() && peer.acknowledged < peer.sent)
        };
        while to.iter().any(|process| is_open(&state, process)) {
            let left = deadline.saturating_duration_since(Instant::now());
            if left == Duration::ZERO {
                return;
            }
            state = self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Body of the thread.
    fn run(&self) {
        let (mut sends, mut receives) = (Vec::new(), Vec::new());
        loop {
            self.worker.progress();
            let sent = self.send_all(&mut sends);
            let received = self.receive_all(&mut receives);
            self.acknowledge();
            sends.retain_mut(|(process, request): &mut (Process, Request)| {
                match self.worker.check(request) {
                    Ok(done) => !done,
                    Err(code) => {
                        self.lose(*process, &self.worker.text(code));
                        false
                    }
                }
            });
            if !sent && !received {
                self.worker.wait(NAP);
            }
        }
    }

    /// Sends what was given. Returns whether there was anything.
    fn send_all(&self, sends: &mut Vec<(Process, Request)>) -> bool {
        let given = std::mem::take(&mut self.state().outgoing);
        let any = !given.is_empty();
        for (process, message) in given {
            let sent = self.endpoint(process).and_then(|endpoint| {
                self.worker.send(endpoint, message).map_err(|code| self.worker.text(code))
            });
            match sent {
                Ok(request) => sends.push((process, request)),
                Err(why) => self.lose(process, &why),
            }
        }
        any
    }

    /// The endpoint of a process, which its first message opens.
    fn endpoint(&self, to: Process) -> Result<Endpoint, String> {
        let address = {
            let state = self.state();
            let peer = state.peers.get(&to).ok_or("the process is not known")?;
            if let Some(why) = &peer.lost {
                return Err(why.clone());
            }
            match peer.endpoint {
                Some(endpoint) => return Ok(endpoint),
                None => peer.address.clone(),
            }
        };
        // One number for each process that was ever met, for the life of this one.
        let argument = Box::into_raw(Box::new(to)).cast();
        let endpoint = self.worker.connect(&address, on_error, argument)?;
        if let Some(peer) = self.state().peers.get_mut(&to) {
            peer.endpoint = Some(endpoint);
        }
        Ok(endpoint)
    }

    /// Receives what has come. Returns whether there was anything.
    fn receive_all(&self, receives: &mut Vec<Request>) -> bool {
        let mut any = false;
        while let Some(begun) = self.worker.receive() {
            any = true;
            receives.extend(begun.ok());
        }
        let mut waiting = Vec::new();
        for mut request in receives.drain(..) {
            match self.worker.check(&mut request) {
                Ok(true) => {
                    any = true;
                    self.take(request.bytes);
                }
                Ok(false) => waiting.push(request),
                // Its sender is gone, which its endpoint reports.
                Err(_) => {}
            }
        }
        *receives = waiting;
        any
    }

    /// Takes a message that has come.
    fn take(&self, bytes: Vec<u8>) {
        let Some((head, at)) = Head::read(&bytes) else { return };
        let Head { sender, team, from, to, content } = head;
        match content {
            Content::Acknowledged(count) => {
                if let Some(peer) = self.state().peers.get_mut(&sender) {
                    peer.acknowledged = count;
                }
                self.changed.notify_all();
                return;
            }
            Content::Hello => {}
            Content::Piece(step) => {
                if let Some(inbox) = inbox::find(team, to) {
                    let length = bytes.len();
                    inbox.put(step, from, Piece::new(bytes).part(at..length));
                }
            }
            Content::Failure => {
                if let Some(inbox) = inbox::find(team, to) {
                    inbox.fail(Status::RemoteError, &String::from_utf8_lossy(&bytes[at..]));
                }
            }
        }
        self.state().peers.entry(sender).or_default().received += 1;
    }

    /// Says how much has come.
    fn acknowledge(&self) {
        let mut state = self.state();
        let State { peers, outgoing } = &mut *state;
        for (process, peer) in peers.iter_mut() {
            // A process that was not met yet is told later.
            if peer.told < peer.received && !peer.address.is_empty() && peer.lost.is_none() {
                peer.told = peer.received;
                let content = Content::Acknowledged(peer.received);
                let head = Head { sender: crate::bootstrap::process(), team: 0, from: 0, to: 0, content };
                outgoing.push_back((*process, head.write(&[])));
            }
        }
        if !outgoing.is_empty() {
            drop(state);
            self.worker.wake();
        }
    }
}

impl State {
    /// Queues a message that its receiver acknowledges.
    fn post(state: &mut State, to: Process, message: Vec<u8>) {
        let peer = state.peers.entry(to).or_default();
        if peer.lost.is_none() {
            peer.sent += 1;
            state.outgoing.push_back((to, message));
        }
    }
}
