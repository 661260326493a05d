//! Background thread that makes the best code of kernels while blocks run quick code.
//!
//! A process has one such thread, and it compiles one kernel at a time, which bounds the memory for
//! compiling. It starts with the first job and ends when the queue is empty. Nothing waits for it: if it
//! cannot be started, or the process ends, kernels keep the code that they have.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};

/// A compile job.
type Job = Box<dyn FnOnce() + Send>;

/// Waiting jobs, and whether the thread is running.
struct Queue {
    jobs: VecDeque<Job>,
    runs: bool,
}

/// Capacity of the queue. A program that launches more kernels at once does not yet need the best code of
/// most of them.
const MOST: usize = 1024;

static QUEUE: Mutex<Queue> = Mutex::new(Queue { jobs: VecDeque::new(), runs: false });

/// Queues a job for the background thread. Returns `false` if the queue is full or no thread can be started.
pub(crate) fn request(job: Job) -> bool {
    let mut queue = QUEUE.lock().unwrap_or_else(PoisonError::into_inner);
    if queue.jobs.len() >= MOST {
        return false;
    }
    queue.jobs.push_back(job);
    if !queue.runs {
        queue.runs = std::thread::Builder::new().name("hip-compile".to_owned()).spawn(work).is_ok();
        if !queue.runs {
            queue.jobs.clear();
        }
    }
    queue.runs
}

/// Runs jobs until the queue is empty.
fn work() {
    crate::signals::block_sent_signals();
    loop {
        let job = {
            let mut queue = QUEUE.lock().unwrap_or_else(PoisonError::into_inner);
            let Some(job) = queue.jobs.pop_front() else {
                queue.runs = false;
                return;
            };
            job
        };
        // The panic has been reported; the kernel keeps its code, and the other jobs run.
        let _ = catch_unwind(AssertUnwindSafe(job));
    }
}
