//! Tests of the index against the table: equal answers, or none.

use super::*;
use std::collections::BTreeMap;
use std::sync::Mutex;

const START: u64 = 0x7000_0000_0000;
const HEAP: Range<u64> = START..START + (1 << 30);

fn facts(base: u64, bytes: u64, serial: u64) -> Facts {
    let kind = match serial % 3 {
        0 => AllocationKind::Device,
        1 => AllocationKind::Managed(serial as u32),
        _ => AllocationKind::Pooled(!serial),
    };
    Facts { kind, base, bytes, device: 3, owner: !serial, serial, sync_memops: serial.is_multiple_of(2) }
}

/// Number generator (xorshift) with a fixed seed.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self, below: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % below
    }
}

#[test]
fn answers_equal_the_table_s() {
    let index = Index::new(HEAP);
    let mut table: BTreeMap<u64, Facts> = BTreeMap::new();
    let mut numbers = Numbers(0x2545_f491_4f6c_dd1d);
    let (mut asked, mut answered) = (0u32, 0u32);
    for serial in 0..20_000 {
        // 4,096 slots of 256 KiB: allocations never overlap.
        let base = START + numbers.next(4096) * (256 << 10);
        if table.remove(&base).is_some() {
            index.remove(base);
        } else {
            let one = facts(base, 1 + numbers.next(256 << 10), serial);
            table.insert(base, one);
            index.insert(one, table.values().copied());
        }
        let address = HEAP.start + numbers.next(HEAP.end - HEAP.start);
        let holds = |one: &&Facts| address - one.base < one.bytes;
        let right = table.range(..=address).next_back().map(|(_, one)| one).filter(holds).copied();
        let got = index.find(address);
        assert!(got.is_none() || got == right, "{address:#x}: {got:?}, not {right:?}");
        asked += u32::from(right.is_some());
        answered += u32::from(got.is_some());
    }
    // The index may miss some, but not many.
    assert!(answered * 100 >= asked * 99, "{answered} of {asked}");
}

#[test]
fn a_large_allocation_is_found_from_its_end() {
    let index = Index::new(HEAP);
    let large = facts(START, 1 << 29, 1);
    index.insert(large, [large].into_iter());
    assert_eq!(index.find(START + (1 << 29) - 1), Some(large));
    assert_eq!(index.find(START + (1 << 29)), None);
    assert_eq!(index.find(START - 1), None);
    assert_eq!(index.find(HEAP.end), None);
    let odd = facts(START + (1 << 29) + 8, 100, 2);
    index.insert(odd, [large, odd].into_iter());
    assert_eq!(index.find(odd.base), None, "where the heap puts nothing, nothing is known");
    index.change(Facts { sync_memops: true, ..large });
    assert_eq!(index.find(START).map(|one| one.sync_memops), Some(true));
    index.remove(START);
    assert_eq!(index.find(START), None);
}

#[test]
fn readers_never_see_a_mixture() {
    let index = Index::new(HEAP);
    let table = Mutex::new(BTreeMap::new());
    let rounds = if cfg!(miri) { 50 } else { 20_000 };
    std::thread::scope(|scope| {
        for reader in 0..3 {
            let index = &index;
            scope.spawn(move || {
                let mut numbers = Numbers(7 + reader);
                for _ in 0..rounds {
                    let slot = numbers.next(8);
                    let address = START + slot * (1 << 20) + numbers.next(1 << 20);
                    let Some(got) = index.find(address) else { continue };
                    assert_eq!(got, facts(START + slot * (1 << 20), 1 << 20, got.serial));
                }
            });
        }
        let mut numbers = Numbers(99);
        for serial in 0..rounds {
            let base = START + numbers.next(8) * (1 << 20);
            let mut table = table.lock().expect("nobody panics with it");
            if table.remove(&base).is_some() {
                index.remove(base);
            } else {
                let one = facts(base, 1 << 20, serial);
                table.insert(base, one);
                index.insert(one, table.values().copied());
            }
        }
    });
}
