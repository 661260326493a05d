//! Grids on several threads, as the runtime's workers run them.

use hip_jit::{Kernel, Launch, Outcome, Setup, Window, Worker};
use ptx::exec::Geometry;
use std::sync::{Arc, Mutex};

/// Maximum blocks that a thread takes at once, as in the runtime.
const SHARE: usize = 256;

/// Runs a grid of blocks that do not wait for each other. A thread takes half of its part of what is left.
pub(crate) fn run(
    window: &Arc<Window>,
    kernel: &Arc<Kernel>,
    geometry: Geometry,
    params: &[u8],
    vars: &Arc<[u64]>,
    threads: usize,
) {
    let setup = Setup { geometry, params, dynamic_shared: 0, allocated_shared: 0, grid_id: 1, sms: 132 };
    let launch = Launch::new(kernel, setup, Arc::clone(vars), window).expect("a kernel that compiles");
    let left = Mutex::new(0..geometry.blocks());
    let take = || {
        let mut left = left.lock().expect("no panic");
        let all = (left.end - left.start) as usize;
        let share = left.start..left.start + all.div_ceil(2 * threads).min(SHARE) as u64;
        left.start = share.end;
        (!share.is_empty()).then_some(share)
    };
    let work = |processor: usize| {
        bind(processor);
        let mut worker = Worker::new(Arc::clone(window));
        while let Some(mut share) = take() {
            while !share.is_empty() {
                let sms: Vec<u16> = share.clone().map(|block| (block % 132) as u16).collect();
                let started = launch.start(&mut worker, share.start, &sms, 64);
                share.start += started.clusters;
                let mut outcome = started.outcome;
                while let Outcome::Yielded(block) = outcome {
                    outcome = launch.resume(&mut worker, block, 64);
                }
                assert!(matches!(outcome, Outcome::Done), "a fault");
            }
        }
    };
    std::thread::scope(|scope| {
        let work = &work;
        for processor in 1..threads {
            scope.spawn(move || work(processor));
        }
        work(0);
    });
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
