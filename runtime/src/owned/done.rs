//! Streams as futures: `stream.done().await`.

use crate::api::StreamRef;
use crate::api::stream;
use crate::sync::Arc;
use crate::{Error, Stream};
use std::future::Future;
use std::pin::Pin;
use std::sync::{Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

/// Future of the work that a stream held when [`Stream::done`] was called. Any executor will do: the stream
/// wakes the task.
#[derive(Debug)]
pub struct Done {
    stream: StreamRef,
    /// Error of the call.
    refused: Option<Error>,
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    is_done: bool,
    waker: Option<Waker>,
}

/// Reports the end when the stream drops it, called or not.
struct Notifier(Arc<Mutex<State>>);

impl Drop for Notifier {
    fn drop(&mut self) {
        let waker = {
            let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            state.is_done = true;
            state.waker.take()
        };
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

impl Stream {
    /// Future of the stream's work so far. Dropping it cancels nothing.
    pub fn done(&self) -> Done {
        let state = Arc::new(Mutex::new(State::default()));
        let notifier = Notifier(Arc::clone(&state));
        let refused = self.call(move || drop(notifier)).err();
        Done { stream: self.handle(), refused, state }
    }
}

impl Future for Done {
    /// Errors: `Fault`; `Capture` while the stream captures; errors of the stream.
    type Output = Result<(), Error>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        if let Some(error) = self.refused.take() {
            return Poll::Ready(Err(error));
        }
        {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            if !state.is_done {
                state.waker = Some(context.waker().clone());
                return Poll::Pending;
            }
        }
        // Later work may be under way.
        Poll::Ready(match stream::query(self.stream) {
            Err(Error::NotReady) => Ok(()),
            other => other,
        })
    }
}
