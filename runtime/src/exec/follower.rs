//! A model that follows what happens elsewhere, at its own pace.
//!
//! Who has something to tell puts a record into a queue and goes on; who has time, or needs what the model
//! knows, works through the queue. Records are worked through one after the other, in the order in which they
//! were told, by one thread at a time; the model's lock is never taken to tell, and the queue's never held
//! while the model works.

use crate::sync::{Mutex, Rank};
use std::collections::VecDeque;

/// Records that are taken from the queue at a time.
const CHUNK: usize = 64;

/// What follows.
pub(crate) trait Model {
    /// What it is told.
    type Record;
    /// The next thing that happened.
    fn follow(&mut self, record: Self::Record);
    /// Nothing more was told for now, or a good many things were: draws its conclusions.
    fn conclude(&mut self);
}

/// A model, and what it has not heard of yet.
pub(crate) struct Follower<M: Model> {
    told: Mutex<VecDeque<M::Record>>,
    model: Mutex<M>,
}

impl<M: Model> Follower<M> {
    /// A model that was told nothing yet.
    pub(crate) fn new(model: M) -> Self {
        Follower {
            told: Mutex::new(Rank::Leaf, VecDeque::with_capacity(4 * CHUNK)),
            model: Mutex::new(Rank::Timeline, model),
        }
    }

    /// Tells something; how far the model is behind then.
    pub(crate) fn tell(&self, record: M::Record) -> usize {
        let mut told = self.told.lock();
        told.push_back(record);
        told.len()
    }

    /// How much it was told and has not heard of.
    pub(crate) fn behind(&self) -> usize {
        self.told.lock().len()
    }

    /// Asks the model, after everything that was told before the call.
    pub(crate) fn ask<R>(&self, question: impl FnOnce(&mut M) -> R) -> R {
        let answer = {
            let mut model = self.model.lock();
            while self.chunk(&mut model) {}
            question(&mut model)
        };
        // Who told something meanwhile found the model taken and left it to this thread.
        while self.behind() > 0 && self.follow() {}
        answer
    }

    /// The same, unless another thread is at the model: for the end, after which nobody tells anything.
    pub(crate) fn ask_last<R>(&self, question: impl FnOnce(&mut M) -> R) -> Option<R> {
        let mut model = self.model.try_lock()?;
        while self.chunk(&mut model) {}
        Some(question(&mut model))
    }

    /// Has the model hear of some of what was told, unless another thread is at that: then it is that
    /// thread's business, also if it was about to stop. Whether there may be more.
    pub(crate) fn follow(&self) -> bool {
        loop {
            let Some(mut model) = self.model.try_lock() else { return false };
            if self.chunk(&mut model) {
                return true;
            }
            drop(model);
            // Who told something meanwhile found the model taken and left it to this thread.
            if self.behind() == 0 {
                return false;
            }
        }
    }

    /// A part of the queue; whether there was any.
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
