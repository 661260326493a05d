//! The virtual timeline's queue: what threads tell is heard once, in order, and nothing is left behind.

use crate::explore;
use crate::follower::{Follower, Model};
use crate::sync::Arc;
use loom::thread;

/// Hears numbers, and counts how often it drew conclusions.
#[derive(Default)]
struct Heard {
    numbers: Vec<u32>,
    concluded: usize,
}

impl Model for Heard {
    type Record = u32;

    fn follow(&mut self, record: u32) {
        self.numbers.push(record);
    }

    fn conclude(&mut self) {
        self.concluded = self.numbers.len();
    }
}

/// A thread tells some numbers and, whenever it has time, sees to it that they are heard.
fn teller(follower: &Arc<Follower<Heard>>, numbers: [u32; 2]) -> thread::JoinHandle<()> {
    let follower = Arc::clone(follower);
    thread::spawn(move || {
        for number in numbers {
            follower.tell(number);
            while follower.follow() {}
        }
    })
}

fn of(heard: &Heard, tens: u32) -> Vec<u32> {
    heard.numbers.iter().copied().filter(|number| number / 10 == tens).collect()
}

/// Who finds the model taken leaves what it told to the one who has it: it must not stop without looking
/// again.
#[test]
fn nothing_is_left_behind() {
    explore(3, || {
        let follower = Arc::new(Follower::new(Heard::default()));
        let tellers = [teller(&follower, [10, 11]), teller(&follower, [20, 21])];
        tellers.into_iter().for_each(|thread| thread.join().expect("it ends"));
        assert_eq!(follower.behind(), 0, "somebody left something to nobody");
        let heard = follower.ask(std::mem::take);
        assert_eq!((of(&heard, 1), of(&heard, 2)), (vec![10, 11], vec![20, 21]));
        assert_eq!(heard.concluded, 4);
    });
}

/// Who wants to know what the model knows finds in it all that it told before, whoever is at it.
#[test]
fn who_asks_finds_what_it_told() {
    explore(3, || {
        let follower = Arc::new(Follower::new(Heard::default()));
        let other = teller(&follower, [10, 11]);
        follower.tell(20);
        follower.ask(|heard| {
            assert_eq!(of(heard, 2), [20]);
            assert_eq!(heard.concluded, heard.numbers.len(), "conclusions are drawn of all that was heard");
        });
        other.join().expect("it ends");
        assert_eq!(follower.behind(), 0);
    });
}
