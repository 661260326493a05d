//! Loom models of the queue of records: each record is consumed once, in order, and none is left behind.

use crate::consumer::{Consumer, ConsumerQueue};
use crate::explore;
use crate::sync::Arc;
use loom::thread;

/// Consumer that collects numbers and records how many of them its conclusions cover.
#[derive(Default)]
struct Collector {
    numbers: Vec<u32>,
    concluded: usize,
}

impl Consumer for Collector {
    type Record = u32;

    fn consume(&mut self, record: u32) {
        self.numbers.push(record);
    }

    fn conclude(&mut self) {
        self.concluded = self.numbers.len();
    }
}

/// Spawns a thread that appends numbers and processes the queue whenever it can.
fn producer(queue: &Arc<ConsumerQueue<Collector>>, numbers: [u32; 2]) -> thread::JoinHandle<()> {
    let queue = Arc::clone(queue);
    thread::spawn(move || {
        for number in numbers {
            queue.push(number);
            while queue.process_some() {}
        }
    })
}

fn with_tens(collected: &Collector, tens: u32) -> Vec<u32> {
    collected.numbers.iter().copied().filter(|number| number / 10 == tens).collect()
}

/// A producer that finds the consumer locked leaves its record to the thread that holds it, which must look
/// again before it stops.
#[test]
fn nothing_is_left_behind() {
    explore(3, || {
        let queue = Arc::new(ConsumerQueue::new(Collector::default()));
        let producers = [producer(&queue, [10, 11]), producer(&queue, [20, 21])];
        producers.into_iter().for_each(|thread| thread.join().expect("it ends"));
        assert_eq!(queue.backlog(), 0, "a record was left behind");
        let collected = queue.query(std::mem::take);
        assert_eq!((with_tens(&collected, 1), with_tens(&collected, 2)), (vec![10, 11], vec![20, 21]));
        assert_eq!(collected.concluded, 4);
    });
}

/// A query sees all records that its thread appended before, whichever thread processes them.
#[test]
fn a_query_sees_earlier_records() {
    explore(3, || {
        let queue = Arc::new(ConsumerQueue::new(Collector::default()));
        let other = producer(&queue, [10, 11]);
        queue.push(20);
        queue.query(|collected| {
            assert_eq!(with_tens(collected, 2), [20]);
            assert_eq!(
                collected.concluded,
                collected.numbers.len(),
                "conclusions are drawn of all that was collected"
            );
        });
        other.join().expect("it ends");
        assert_eq!(queue.backlog(), 0);
    });
}
