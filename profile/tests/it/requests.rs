//! Requests computed by hand.

use hip_profile::request::Request;
use hip_profile::touched::Touched;

fn request(bytes: u32, address: impl Fn(u64) -> u64) -> (u64, (u32, u32)) {
    let addresses: [u64; 32] = std::array::from_fn(|lane| address(lane as u64));
    let request = Request { mask: u32::MAX, addresses: &addresses, bytes };
    let mut touched = Touched::default();
    request.lines(&mut touched);
    (touched.sectors(), request.wavefronts())
}

#[test]
fn sectors_and_wavefronts() {
    // Contiguous words, pairs and quadruples.
    assert_eq!(request(4, |lane| lane * 4), (4, (1, 1)));
    assert_eq!(request(8, |lane| lane * 8), (8, (2, 2)));
    assert_eq!(request(16, |lane| lane * 16), (16, (4, 4)));
    // Not aligned: one sector more.
    assert_eq!(request(4, |lane| 4 + lane * 4), (5, (1, 1)));
    // The same word, pair and quadruple for all lanes.
    assert_eq!(request(4, |_| 64), (1, (1, 1)));
    assert_eq!(request(8, |_| 64), (1, (1, 1)));
    assert_eq!(request(16, |_| 64), (1, (2, 2)));
    // A column of a matrix with rows of 32 words, and of 33.
    assert_eq!(request(4, |lane| lane * 128), (32, (32, 1)));
    assert_eq!(request(4, |lane| lane * 132), (32, (1, 1)));
    // Every second word; bytes.
    assert_eq!(request(4, |lane| lane * 8), (8, (2, 1)));
    assert_eq!(request(1, |lane| lane), (1, (1, 1)));
    // Every second pair.
    assert_eq!(request(8, |lane| lane * 16), (16, (4, 2)));
}

#[test]
fn atomic_operations_on_one_sector_are_serialised() {
    let count = |mask, address: &dyn Fn(u64) -> u64, reduced| {
        let addresses: [u64; 32] = std::array::from_fn(|lane| address(lane as u64));
        let mut sectors = Vec::new();
        Request { mask, addresses: &addresses, bytes: 4 }.atomic_sectors(reduced, &mut sectors);
        sectors.len()
    };
    assert_eq!(count(u32::MAX, &|lane| lane * 4, false), 4);
    assert_eq!(count(u32::MAX, &|_| 0, false), 32);
    assert_eq!(count(u32::MAX, &|_| 0, true), 1);
    assert_eq!(count(0xff, &|_| 0, false), 8);
    // Each address of two sectors by two lanes.
    assert_eq!(count(u32::MAX, &|lane| lane % 16 * 4, false), 4);
    assert_eq!(count(u32::MAX, &|lane| lane * 32, false), 32);
}

#[test]
fn atomic_operations_on_one_word_of_shared_memory_are_serialised() {
    let count = |address: &dyn Fn(u64) -> u64, serial| {
        let addresses: [u64; 32] = std::array::from_fn(|lane| address(lane as u64));
        Request { mask: u32::MAX, addresses: &addresses, bytes: 4 }.shared_wavefronts(serial)
    };
    assert_eq!(count(&|lane| lane * 4, true), (1, 1));
    // Four words, eight lanes each: an H200 has 8 wavefronts, 7 of them conflicts.
    assert_eq!(count(&|lane| lane % 4 * 4, true), (8, 1));
    assert_eq!(count(&|lane| lane % 4 * 4, false), (1, 1));
    // Two words of one bank.
    assert_eq!(count(&|lane| lane % 2 * 128, true), (32, 1));
}
