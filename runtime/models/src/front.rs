//! Loom models of the engine's lock: host threads that submit grids and wait while a channel is full, workers
//! that run blocks, and threads that wait for ends. The front end is `hip-device` itself.

use crate::counted_condvar::CountedCondvar;
use crate::explore;
use crate::sync::{Arc, Guard, Mutex, Rank};
use device::{Action, Config, Device, GridSpec, Op, OpId, Refused, Spec, StreamId, StreamKind};
use loom::thread;
use std::collections::VecDeque;

struct FrontState {
    device: Device,
    ready: VecDeque<(OpId, Vec<u16>)>,
    /// Grids in the order of their ends.
    ended: Vec<OpId>,
    /// Host threads that will launch more.
    hosts: usize,
}

struct Engine {
    state: Mutex<FrontState>,
    blocks: CountedCondvar,
    progress: CountedCondvar,
}

impl Engine {
    /// Creates one channel with room for one waiting operation, and streams on it.
    fn new(streams: usize) -> (Arc<Engine>, Vec<StreamId>) {
        let mut device = Device::new(Spec::h200());
        let context = device.create_context(&Config { channels: 1, ring_entries: 4, ..Config::default() });
        let stream = |_| device.create_stream(context, StreamKind::NonBlocking, 0, None);
        let streams = (0..streams).filter_map(stream).collect::<Vec<_>>();
        let state = FrontState { device, ready: VecDeque::new(), ended: Vec::new(), hosts: streams.len() };
        let state = Mutex::new(Rank::Engine, state);
        (Arc::new(Engine { state, blocks: CountedCondvar::new(), progress: CountedCondvar::new() }), streams)
    }

    /// Distributes actions like the engine: actions become jobs and ends, and waiting threads are woken.
    fn pump(&self, state: &mut FrontState) {
        let before = state.ready.len();
        while let Some(action) = state.device.poll() {
            match action {
                Action::Run { grid, sms, .. } => state.ready.push_back((grid, sms)),
                Action::Done { op } => state.ended.push(op),
                Action::Start { .. } | Action::Resume { .. } => {}
            }
        }
        self.blocks.wake(state.ready.len() - before);
        self.progress.wake_all();
    }

    /// Submits a grid of one block; waits while the channel is full.
    fn submit(&self, stream: StreamId) -> OpId {
        let mut state = self.state.lock();
        loop {
            match state.device.submit(stream, Op::Grid(GridSpec::new(1, 32))) {
                Ok(op) => {
                    self.pump(&mut state);
                    return op;
                }
                Err(Refused::ChannelFull { .. }) => self.progress.wait(&mut state),
                Err(other) => panic!("{other}"),
            }
        }
    }

    fn wait(&self, op: OpId) {
        let mut state = self.state.lock();
        while !state.device.is_done(op) {
            self.progress.wait(&mut state);
        }
    }

    /// Body of a host thread: launches into its own stream, and waits for the last launch.
    fn host(&self, stream: StreamId, launches: usize) -> Vec<OpId> {
        let ops: Vec<OpId> = (0..launches).map(|_| self.submit(stream)).collect();
        ops.last().iter().for_each(|&&op| self.wait(op));
        let mut state = self.state.lock();
        state.hosts -= 1;
        if state.hosts == 0 {
            self.blocks.wake(usize::MAX);
        }
        ops
    }

    /// Body of a worker: runs blocks without the lock until no host thread launches any more.
    fn worker(&self) {
        let mut state = self.state.lock();
        loop {
            match state.ready.pop_front() {
                Some((grid, sms)) => {
                    drop(state);
                    thread::yield_now();
                    state = self.state.lock();
                    state.device.blocks_done(grid, &sms);
                    self.pump(&mut state);
                }
                None if state.hosts == 0 => return,
                None => self.blocks.wait(&mut state),
            }
        }
    }
}

fn spawn<T: 'static>(
    engine: &Arc<Engine>,
    run: impl FnOnce(&Engine) -> T + 'static,
) -> thread::JoinHandle<T> {
    let engine = Arc::clone(engine);
    thread::spawn(move || run(&engine))
}

/// One grid runs, one waits in the channel, and the third launch blocks until there is room.
#[test]
fn a_full_channel_blocks_its_thread_until_there_is_room() {
    explore(3, || {
        let (engine, streams) = Engine::new(1);
        let worker = spawn(&engine, Engine::worker);
        let ops = engine.host(streams[0], 4);
        worker.join().expect("it ends");
        assert_eq!(engine.state.lock().ended, ops, "a stream's grids end in its order");
    });
}

/// Two threads share a channel and a worker: the room that one waits for may result from the other's work.
#[test]
fn threads_that_share_a_channel_all_proceed() {
    explore(2, || {
        let (engine, streams) = Engine::new(2);
        let (first, second) = (streams[0], streams[1]);
        let host = spawn(&engine, move |engine| engine.host(first, 2));
        let worker = spawn(&engine, Engine::worker);
        let mine = engine.host(second, 2);
        let others = host.join().expect("it ends");
        worker.join().expect("it ends");
        let state: Guard<'_, FrontState> = engine.state.lock();
        let of = |ops: &[OpId]| state.ended.iter().copied().filter(|op| ops.contains(op)).collect::<Vec<_>>();
        assert_eq!((of(&mine), of(&others)), (mine.clone(), others.clone()));
    });
}

/// Two workers: ready blocks are run even if a worker is just about to sleep.
#[test]
fn blocks_find_a_worker() {
    explore(2, || {
        let (engine, streams) = Engine::new(1);
        let workers = [(); 2].map(|()| spawn(&engine, Engine::worker));
        let ops = engine.host(streams[0], 2);
        workers.into_iter().for_each(|worker| worker.join().expect("it ends"));
        assert_eq!(engine.state.lock().ended, ops);
    });
}

/// The models detect errors: a thread that checks for an end, and locks again only afterwards to wait, may
/// sleep for ever. Run in a process of its own, as loom aborts if threads are left over.
#[test]
fn looking_and_waiting_apart_is_found_out() {
    const CHILD: &str = "LOOKS_AND_WAITS";
    if std::env::var_os(CHILD).is_none() {
        let mut command = std::process::Command::new(std::env::current_exe().expect("this binary"));
        command.args(["--exact", "front::looking_and_waiting_apart_is_found_out", "--nocapture"]);
        let output = command.env(CHILD, "1").output().expect("a process");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains("deadlock; threads"), "{said}");
        return;
    }
    explore(2, || {
        let (engine, streams) = Engine::new(1);
        let worker = spawn(&engine, Engine::worker);
        let op = engine.submit(streams[0]);
        let done = engine.state.lock().device.is_done(op);
        if !done {
            engine.progress.wait(&mut engine.state.lock());
        }
        engine.host(streams[0], 0);
        worker.join().expect("it ends");
    });
}
