//! Queue of records in front of a consumer that processes them later, on whichever thread has time.
//!
//! Producers append a record and continue. An idle thread, or a thread that queries the consumer, processes
//! the queue. Records are processed in the order in which they were appended, by one thread at a time.
//! Appending never takes the consumer's lock; processing never holds the queue's.

use crate::sync::{Mutex, Rank};
use std::collections::VecDeque;
use std::time::Duration;

/// Records that are taken from the queue at a time.
const CHUNK: usize = 64;

/// Consumer of records.
pub(crate) trait Consumer {
    /// Record that it consumes.
    type Record;
    /// Consumes the next record.
    fn consume(&mut self, record: Self::Record);
    /// Draws conclusions: called after the last record of a chunk.
    fn conclude(&mut self);
}

/// Consumer with a queue of records that it has not processed yet.
pub(crate) struct ConsumerQueue<C: Consumer> {
    queue: Mutex<VecDeque<C::Record>>,
    consumer: Mutex<C>,
}

impl<C: Consumer> ConsumerQueue<C> {
    /// Creates an empty queue in front of `consumer`.
    pub(crate) fn new(consumer: C) -> Self {
        ConsumerQueue {
            queue: Mutex::new(Rank::Leaf, VecDeque::with_capacity(4 * CHUNK)),
            consumer: Mutex::new(Rank::Timeline, consumer),
        }
    }

    /// Appends a record. Returns the backlog, in records.
    pub(crate) fn push(&self, record: C::Record) -> usize {
        let mut queue = self.queue.lock();
        queue.push_back(record);
        queue.len()
    }

    /// Number of unprocessed records.
    pub(crate) fn backlog(&self) -> usize {
        self.queue.lock().len()
    }

    /// Queries the consumer, after all records that were appended before the call.
    pub(crate) fn query<R>(&self, query: impl FnOnce(&mut C) -> R) -> R {
        let answer = {
            let mut consumer = self.consumer.lock();
            while self.process_chunk(&mut consumer) {}
            query(&mut consumer)
        };
        // Producers that appended meanwhile found the consumer locked and left their records to this thread.
        while self.backlog() > 0 && self.process_some() {}
        answer
    }

    /// Queries the consumer at process exit; `None` if another thread holds it for seconds, and so may never
    /// return it.
    pub(crate) fn query_at_exit<R>(&self, query: impl FnOnce(&mut C) -> R) -> Option<R> {
        const TRIES: u32 = 3_000;
        // A worker may be about to process the last records.
        let again = |_| {
            std::thread::sleep(Duration::from_millis(1));
            self.consumer.try_lock()
        };
        let mut consumer = self.consumer.try_lock().or_else(|| (0..TRIES).find_map(again))?;
        while self.process_chunk(&mut consumer) {}
        Some(query(&mut consumer))
    }

    /// Processes one chunk, unless another thread is processing: that one then also processes records that
    /// were appended since. Returns whether there may be more.
    pub(crate) fn process_some(&self) -> bool {
        loop {
            let Some(mut consumer) = self.consumer.try_lock() else { return false };
            if self.process_chunk(&mut consumer) {
                return true;
            }
            drop(consumer);
            // A producer that appended meanwhile found the consumer locked and left its records to this
            // thread.
            if self.backlog() == 0 {
                return false;
            }
        }
    }

    /// Processes one chunk of the queue. Returns whether there was any record.
    fn process_chunk(&self, consumer: &mut C) -> bool {
        let records: Vec<C::Record> = {
            let mut queue = self.queue.lock();
            let some = queue.len().min(CHUNK);
            queue.drain(..some).collect()
        };
        let any = !records.is_empty();
        records.into_iter().for_each(|record| consumer.consume(record));
        if any {
            consumer.conclude();
        }
        any
    }
}

#[cfg(all(test, not(feature = "models")))]
mod tests {
    use super::{Consumer, ConsumerQueue};
    use std::sync::mpsc::{Receiver, Sender, channel};

    /// Counts its records; says that it has one, and waits for permission to take it.
    struct Slow {
        taken: u32,
        begins: Sender<()>,
        may_end: Receiver<()>,
    }

    impl Consumer for Slow {
        type Record = ();

        fn consume(&mut self, (): ()) {
            self.begins.send(()).expect("the test waits");
            self.may_end.recv().expect("the test permits");
            self.taken += 1;
        }

        fn conclude(&mut self) {}
    }

    #[test]
    fn the_last_query_waits_for_a_thread_that_processes_records() {
        let ((begins, begun), (permit, may_end)) = (channel(), channel());
        let queue = ConsumerQueue::new(Slow { taken: 0, begins, may_end });
        queue.push(());
        std::thread::scope(|scope| {
            scope.spawn(|| queue.process_some());
            begun.recv().expect("the thread has the record");
            let taken = scope.spawn(|| queue.query_at_exit(|slow| slow.taken));
            std::thread::sleep(std::time::Duration::from_millis(20));
            permit.send(()).expect("the thread waits");
            assert_eq!(taken.join().expect("no panic"), Some(1));
        });
    }
}
