//! Allocations, copies, fills, pointers, managed memory: results as on an H200.

use crate::raw;
use crate::setup;
use hip_runtime::api::{StreamRef, managed, memory};
use hip_runtime::types::{AllocationKind, Location};
use hip_runtime::{Error, Status};
use memory::{Direction, Pattern};

fn status<T>(result: Result<T, Error>) -> Status {
    result.map_or_else(|e| e.status(), |_| Status::Success)
}

#[test]
fn allocations_and_their_ranges() {
    let (_module, _context) = setup();
    let (_, total) = memory::mem_info().expect("info");
    assert_eq!(total, 150_109_880_320);
    assert_eq!(status(memory::alloc(1 << 50)), Status::OutOfMemory);
    let a = memory::alloc(1000).expect("memory");
    assert_eq!(a % 512, 0);
    assert_eq!(memory::address_range(a + 999).expect("a range"), (a, 1000));
    assert_eq!(status(memory::address_range(a + 1000)), Status::NotFound);
    assert_eq!(status(raw::free(a + 8)), Status::InvalidValue);
    assert_eq!(status(raw::free_host(a)), Status::InvalidValue);
    assert_eq!(status(raw::free(a)), Status::Success);
    assert_eq!(status(raw::free(a)), Status::InvalidValue);
    assert_eq!(status(raw::free(0)), Status::Success);
    let (pitched, pitch) = memory::alloc_pitch(513, 3).expect("memory");
    assert_eq!(pitch, 1024);
    raw::free(pitched).expect("freed");
    assert_eq!(status(memory::alloc_pitch(0, 3)), Status::InvalidValue);
    let big = memory::alloc(64 << 30).expect("more than this machine has: nothing is touched");
    // Other tests allocate and free concurrently.
    assert!(memory::mem_info().expect("info").0 <= total - (64 << 30));
    raw::free(big).expect("freed");
}

#[test]
fn copies_and_fills_stay_in_their_allocations() {
    let (_module, _context) = setup();
    let a = memory::alloc(1000).expect("memory");
    let at = |offset| raw::device(a + offset);
    assert_eq!(status(raw::write(a, &[1; 1000], StreamRef::Legacy)), Status::Success);
    assert_eq!(status(raw::write(a, &[1; 1001], StreamRef::Legacy)), Status::InvalidValue);
    assert_eq!(status(raw::write(a + 999, &[1, 2], StreamRef::Legacy)), Status::InvalidValue);
    assert_eq!(status(raw::write(16, &[1], StreamRef::Legacy)), Status::InvalidValue);
    assert_eq!(status(memory::copy(at(0), at(500), 500, Direction::OnDevice)), Status::Success);
    assert_eq!(status(memory::copy(at(0), at(501), 500, Direction::OnDevice)), Status::InvalidValue);
    assert_eq!(status(memory::copy(at(0), raw::device(0), 1, Direction::Any)), Status::InvalidValue);
    assert_eq!(status(memory::copy(raw::device(0), at(0), 0, Direction::Any)), Status::Success);
    assert_eq!(status(memory::fill(at(0), Pattern::D8(7), 1000)), Status::Success);
    assert_eq!(status(memory::fill(at(1), Pattern::D8(7), 1000)), Status::InvalidValue);
    assert_eq!(status(memory::fill(at(2), Pattern::D32(7), 1)), Status::InvalidValue);
    assert_eq!(status(memory::fill(at(1), Pattern::D16(7), 1)), Status::InvalidValue);
    memory::fill(at(4), Pattern::D32(0x0403_0201), 2).expect("filled");
    let mut bytes = [0; 14];
    memory::read(&mut bytes, a, StreamRef::Legacy).expect("bytes");
    assert_eq!(bytes, [7, 7, 7, 7, 1, 2, 3, 4, 1, 2, 3, 4, 7, 7]);
}

#[test]
fn pointers_have_attributes() {
    let (_module, context) = setup();
    let (device, host) = (memory::alloc(1000).expect("memory"), memory::alloc_host(4096, 2).expect("memory"));
    let info = memory::pointer_info(device + 10).expect("an answer").expect("ours");
    assert_eq!((info.kind, info.base, info.bytes, info.device), (AllocationKind::Device, device, 1000, 0));
    assert_eq!(memory::context_of(&info), Some(context.id()));
    let info = memory::pointer_info(host).expect("an answer").expect("ours");
    assert_eq!((info.kind, info.bytes), (AllocationKind::Pinned(2), 4096));
    assert_eq!(memory::host_flags(host).ok(), Some(2));
    assert_eq!(memory::host_device_pointer(host + 5, 0).ok(), Some(host + 5));
    let pageable = std::ptr::from_ref(&info).addr() as u64;
    assert_eq!(memory::pointer_info(pageable).expect("an answer"), None);
    assert_eq!(status(memory::host_flags(pageable)), Status::InvalidValue);
    assert_eq!(status(memory::alloc_host(16, 0x100)), Status::InvalidValue);
    assert_eq!(status(raw::free(host)), Status::InvalidValue);
    assert_eq!(status(raw::free_host(host)), Status::Success);
}

#[test]
fn advice_is_returned_as_given() {
    use managed::Advise;
    let (_module, _context) = setup();
    let pages = managed::alloc(3 * 4096, managed::ATTACH_GLOBAL).expect("memory");
    let whole = |pages| managed::range_advice(pages, 3 * 4096).expect("advice");
    assert_eq!(whole(pages), hip_runtime::types::Advice::default());
    managed::advise(pages, 3 * 4096, Advise::SetReadMostly).expect("advice");
    managed::advise(pages, 4096, Advise::SetPreferredLocation(Location::Device(0))).expect("advice");
    managed::advise(pages + 4096, 1, Advise::SetAccessedBy(Location::Host)).expect("advice");
    managed::prefetch(pages, 3 * 4096, Location::Host, StreamRef::Legacy).expect("a prefetch");
    let advice = whole(pages);
    assert!(advice.read_mostly && advice.accessed_by.is_empty());
    assert_eq!((advice.preferred, advice.last_prefetch), (Location::Unset, Location::Host));
    let first = managed::range_advice(pages, 4096).expect("advice");
    assert_eq!((first.preferred, first.preferred.ordinal()), (Location::Device(0), 0));
    let device = memory::alloc(4096).expect("memory");
    assert_eq!(status(managed::advise(device, 4096, Advise::SetReadMostly)), Status::InvalidValue);
    assert_eq!(status(managed::advise(pages, 0, Advise::SetReadMostly)), Status::InvalidValue);
    let nowhere = Advise::SetPreferredLocation(Location::Device(9));
    assert_eq!(status(managed::advise(pages, 1, nowhere)), Status::InvalidDevice);
    assert_eq!(status(managed::range_advice(pages, 4 * 4096)), Status::InvalidValue);
    assert_eq!(status(managed::alloc(1, 0)), Status::InvalidValue);
}
