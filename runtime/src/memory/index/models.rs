//! Loom models of the index: readers concurrent with a writer, in every order that the memory model permits.

use super::*;
use crate::sync::Arc;

const START: u64 = 0x7000_0000_0000;
const HEAP: Range<u64> = START..START + 4 * ALIGN;

fn facts(place: u64, serial: u64) -> Facts {
    let kind =
        if serial.is_multiple_of(2) { AllocationKind::Device } else { AllocationKind::Pooled(!serial) };
    let base = START + place * ALIGN;
    Facts {
        kind,
        base,
        bytes: serial * 8,
        device: serial as usize,
        owner: !serial,
        serial,
        sync_memops: false,
    }
}

/// Explores all orders with at most `put_aside` preemptions, and in each all values that a load may return.
fn model(put_aside: usize, run: impl Fn() + Send + Sync + 'static) {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(put_aside);
    model.check(run);
}

#[test]
fn a_reader_gets_whole_facts_while_a_place_is_used_again() {
    // More preemptions take minutes: two entries are written word by word.
    model(1, || {
        let index = Arc::new(Index::new(HEAP));
        let (old, new) = (facts(1, 4), facts(1, 7));
        index.insert(old, [old].into_iter());
        let reader = {
            let index = Arc::clone(&index);
            loom::thread::spawn(move || {
                let found = index.find(old.base + 8);
                assert!(found.is_none_or(|found| found == old || found == new), "{found:?}");
            })
        };
        index.remove(old.base);
        index.insert(new, [new].into_iter());
        reader.join().expect("the reader's own assertion");
        assert_eq!(index.find(old.base + 8), Some(new));
    });
}

#[test]
fn a_flag_is_changed_while_it_is_read() {
    model(2, || {
        let index = Arc::new(Index::new(HEAP));
        let old = facts(1, 4);
        let new = Facts { sync_memops: true, ..old };
        index.insert(old, [old].into_iter());
        let reader = {
            let index = Arc::clone(&index);
            loom::thread::spawn(move || {
                let found = index.find(old.base);
                assert!(found.is_none_or(|found| found == old || found == new), "{found:?}");
            })
        };
        index.change(new);
        reader.join().expect("the reader's own assertion");
    });
}

#[test]
fn the_table_grows_under_a_reader() {
    model(2, || {
        let index = Arc::new(Index::new(HEAP));
        let (first, second) = (facts(0, 1), facts(2, 2));
        index.insert(first, [first].into_iter());
        let reader = {
            let index = Arc::clone(&index);
            loom::thread::spawn(move || {
                let found = index.find(first.base);
                assert!(found.is_none_or(|found| found == first), "{found:?}");
            })
        };
        index.insert(second, [first, second].into_iter());
        reader.join().expect("the reader's own assertion");
        assert_eq!(index.find(first.base), Some(first));
        assert_eq!(index.find(second.base), Some(second));
    });
}
