//! Calls on streams, carried out: objects at hand become operations of a stream, whose errors are found
//! before.
//!
//! Handles, captures and the thread's current context are the business of [`api`](crate::api).

pub(crate) mod event;
pub(crate) mod grid;
pub(crate) mod stream;
pub(crate) mod words;
