//! Calls that another thread makes, one after the other, because they wait: the driver frees memory only when
//! all work of a context is done.

use crate::sync::{Mutex, Rank, holds_nothing};
use std::sync::mpsc::{Sender, channel};

/// Call that may wait.
type Job = Box<dyn FnOnce() + Send>;

/// Queue of calls, and the thread that makes them, which the first of them starts.
#[derive(Debug)]
pub(super) struct Later(Mutex<Option<Sender<Job>>>);

impl Default for Later {
    fn default() -> Self {
        Later(Mutex::new(Rank::Leaf, None))
    }
}

impl Later {
    /// Has the thread make a call; makes it here if there can be no thread.
    pub(super) fn make(&self, call: Job) {
        if let Err(call) = self.send(call) {
            call();
        }
    }

    fn send(&self, call: Job) -> Result<(), Job> {
        let mut queue = self.0.lock();
        if queue.is_none() {
            let (sender, calls) = channel::<Job>();
            let thread = std::thread::Builder::new().name("hip frees".to_owned());
            if thread.spawn(move || calls.into_iter().for_each(|call| call())).is_err() {
                return Err(call);
            }
            *queue = Some(sender);
        }
        match &*queue {
            Some(queue) => queue.send(call).map_err(|unsent| unsent.0),
            None => Err(call),
        }
    }

    /// Waits for all calls so far.
    pub(super) fn wait(&self) {
        let (done, is_done) = channel::<()>();
        let sent = match &*self.0.lock() {
            // The end of the sender is what is waited for.
            Some(queue) => queue.send(Box::new(move || drop(done))).is_ok(),
            None => false,
        };
        if sent {
            holds_nothing();
            let _ended = is_done.recv();
        }
    }
}
