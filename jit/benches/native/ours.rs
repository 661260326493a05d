//! Grids on several threads, as the runtime's workers run them.

use hip_jit::{Kernel, Launch, Outcome, Setup, Window, Worker};
use ptx::exec::Geometry;
use std::ops::Range;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

/// Maximum blocks that a thread takes at once, as in the runtime.
const SHARE: usize = 256;

/// A grid of blocks that do not wait for each other.
struct Grid {
    launch: Launch,
    threads: usize,
    left: Mutex<Range<u64>>,
}

impl Grid {
    /// Returns the next blocks for a thread: half of its part of what is left.
    fn take(&self) -> Option<Range<u64>> {
        let mut left = self.left.lock().expect("no panic");
        let all = (left.end - left.start) as usize;
        let share = left.start..left.start + all.div_ceil(2 * self.threads).min(SHARE) as u64;
        left.start = share.end;
        (!share.is_empty()).then_some(share)
    }

    /// Runs blocks until none is left.
    fn work(&self, worker: &mut Worker) {
        while let Some(mut share) = self.take() {
            while !share.is_empty() {
                let sms: Vec<u16> = share.clone().map(|block| (block % 132) as u16).collect();
                let started = self.launch.start(worker, share.start, &sms, 64);
                share.start += started.clusters;
                let mut outcome = started.outcome;
                while let Outcome::Yielded(block) = outcome {
                    outcome = self.launch.resume(worker, block, 64);
                }
                assert!(matches!(outcome, Outcome::Done), "a fault");
            }
        }
    }
}

/// Threads that run grids, each bound to a processor. They live as long as this, as the runtime's workers do
/// and those of OpenMP.
pub(crate) struct Pool {
    window: Arc<Window>,
    /// Worker of the thread that launches.
    own: Mutex<Worker>,
    others: Vec<(Sender<Arc<Grid>>, JoinHandle<()>)>,
    /// Receives a word from each of the other threads when a grid has no blocks left.
    ended: Receiver<()>,
}

impl Pool {
    pub(crate) fn new(window: &Arc<Window>, threads: usize) -> Self {
        let (done, ended) = mpsc::channel();
        bind(0);
        let other = |processor: usize| {
            let (grids, given) = mpsc::channel::<Arc<Grid>>();
            let (window, done) = (Arc::clone(window), done.clone());
            let thread = thread::spawn(move || {
                bind(processor);
                let mut worker = Worker::new(window);
                for grid in given {
                    grid.work(&mut worker);
                    // The receiver outlives this thread.
                    let _ = done.send(());
                }
            });
            (grids, thread)
        };
        let others = (1..threads).map(other).collect();
        Pool { window: Arc::clone(window), own: Mutex::new(Worker::new(Arc::clone(window))), others, ended }
    }

    /// Runs a grid on all threads.
    pub(crate) fn run(&self, kernel: &Arc<Kernel>, geometry: Geometry, params: &[u8], vars: &Arc<[u64]>) {
        let setup = Setup { geometry, params, dynamic_shared: 0, allocated_shared: 0, grid_id: 1, sms: 132 };
        let launch =
            Launch::new(kernel, setup, Arc::clone(vars), &self.window).expect("a kernel that compiles");
        let left = Mutex::new(0..geometry.blocks());
        let grid = Arc::new(Grid { launch, threads: self.others.len() + 1, left });
        for (grids, _) in &self.others {
            grids.send(Arc::clone(&grid)).expect("a thread that waits");
        }
        grid.work(&mut self.own.lock().expect("no panic"));
        for _ in &self.others {
            self.ended.recv().expect("a thread that ends");
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        for (grids, thread) in self.others.drain(..) {
            drop(grids);
            thread.join().expect("no panic");
        }
    }
}

/// Binds this thread to a processor: woken threads of a busy machine would share one.
fn bind(processor: usize) {
    // SAFETY: a set of processors is plain bits, and the call reads it.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        libc::CPU_SET(processor, &mut set);
        let status = libc::sched_setaffinity(0, size_of_val(&set), &raw const set);
        assert_eq!(status, 0, "processor {processor}");
    }
}
