//! Queue of records in front of a consumer that processes them later, on whichever thread has time.
//!
//! Producers append a record and continue. An idle thread, or a thread that queries the consumer, processes
//! the queue. Records are processed in the order in which they were appended, by one thread at a time.
//! Appending never takes the consumer's lock; processing never holds the queue's.

use crate::sync::{Mutex, Rank};
use std::collections::VecDeque;

/// Records that are taken from the queue at a time.
const CHUNK: usize = 64;

/// Consumer of records.
pub(crate) trait Model {
    /// Record that it consumes.
    type Record;
    /// Consumes the next record.
    fn follow(&mut self, record: Self::Record);
    /// Draws conclusions: called after the last record of a chunk.
    fn conclude(&mut self);
}

/// Consumer with a queue of records that it has not processed yet.
pub(crate) struct Follower<M: Model> {
    told: Mutex<VecDeque<M::Record>>,
    model: Mutex<M>,
}

impl<M: Model> Follower<M> {
    /// Creates an empty queue in front of `model`.
    pub(crate) fn new(model: M) -> Self {
        Follower {
            told: Mutex::new(Rank::Leaf, VecDeque::with_capacity(4 * CHUNK)),
            model: Mutex::new(Rank::Timeline, model),
        }
    }

    /// Appends a record. Returns the backlog, in records.
    pub(crate) fn tell(&self, record: M::Record) -> usize {
        let mut told = self.told.lock();
        told.push_back(record);
        told.len()
    }

    /// Number of unprocessed records.
    pub(crate) fn behind(&self) -> usize {
        self.told.lock().len()
    }

    /// Queries the consumer, after all records that were appended before the call.
    pub(crate) fn ask<R>(&self, question: impl FnOnce(&mut M) -> R) -> R {
        let answer = {
            let mut model = self.model.lock();
            while self.chunk(&mut model) {}
            question(&mut model)
        };
        // Producers that appended meanwhile found the consumer locked and left their records to this thread.
        while self.behind() > 0 && self.follow() {}
        answer
    }

    /// Queries the consumer at process exit; `None` if another thread holds it, which may never return it.
    pub(crate) fn ask_last<R>(&self, question: impl FnOnce(&mut M) -> R) -> Option<R> {
        let mut model = self.model.try_lock()?;
        while self.chunk(&mut model) {}
        Some(question(&mut model))
    }

    /// Processes one chunk, unless another thread is processing: that one then also processes records that
    /// were appended since. Returns whether there may be more.
    pub(crate) fn follow(&self) -> bool {
        loop {
            let Some(mut model) = self.model.try_lock() else { return false };
            if self.chunk(&mut model) {
                return true;
            }
            drop(model);
            // A producer that appended meanwhile found the consumer locked and left its records to this
            // thread.
            if self.behind() == 0 {
                return false;
            }
        }
    }

    /// Processes one chunk of the queue. Returns whether there was any record.
    fn chunk(&self, model: &mut M) -> bool {
        let records: Vec<M::Record> = {
            let mut told = self.told.lock();
            let some = told.len().min(CHUNK);
            told.drain(..some).collect()
        };
        let any = !records.is_empty();
        records.into_iter().for_each(|record| model.follow(record));
        if any {
            model.conclude();
        }
        any
    }
}
