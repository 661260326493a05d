//! The thread that makes the best code of kernels while blocks run what was made in the least time.
//!
//! One for a process, and one kernel at a time: what making code takes of memory it takes once. It is started
//! when there is something to do and ends when there is nothing. Nothing waits for it: if it cannot be
//! started, or the process ends meanwhile, kernels go on with the code they have.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};

/// Code to be made.
type Job = Box<dyn FnOnce() + Send>;

/// Jobs that wait, and whether the thread is there.
struct Queue {
    jobs: VecDeque<Job>,
    runs: bool,
}

/// Kernels that wait at most. A program that launches more at once has no use yet for the best code of most
/// of them.
const MOST: usize = 1024;

static QUEUE: Mutex<Queue> = Mutex::new(Queue { jobs: VecDeque::new(), runs: false });

/// Has a job done beside the caller; false if it is not done as there are too many, or there can be no
/// thread.
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

/// The thread's life.
fn work() {
    crate::signals::settle();
    loop {
        let job = {
            let mut queue = QUEUE.lock().unwrap_or_else(PoisonError::into_inner);
            let Some(job) = queue.jobs.pop_front() else {
                queue.runs = false;
                return;
            };
            job
        };
        // The panic's message has been written; the kernel keeps the code it has, and others get theirs.
        let _ = catch_unwind(AssertUnwindSafe(job));
    }
}
