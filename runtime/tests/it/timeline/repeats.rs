//! Launches whose instruction counts are known from an earlier launch: they take the same time, and compute.

use super::{CHILD, TEXT, launch, run};
use hip_runtime::launch::argument;
use hip_runtime::{Context, Device, DeviceBuffer, Event, Module, Stream};

/// Blocks of each launch.
const BLOCKS: usize = 8;
/// Loop trips of the first block of each launch.
const TRIPS: [u32; 7] = [50, 50, 80, 50, 80, 3, 80];

/// Launches a kernel with these trips, and in turn with two buffers; prints the time of each launch. Then a
/// kernel that reads a clock, twice.
fn launches() {
    let _context = Context::new(Device::get(0).expect("a device")).expect("a context");
    let module = Module::from_bytes(TEXT.as_bytes()).expect("the kernels");
    let stream = Stream::non_blocking(0).expect("a stream");
    let marks = [0, 1].map(|_| Event::new().expect("an event"));
    let kernel = module.function("work").expect("a kernel");
    for (number, trips) in TRIPS.into_iter().enumerate() {
        let out = DeviceBuffer::<u32>::zeroed(BLOCKS * (1 + number % 2)).expect("memory");
        marks[0].record(&stream).expect("a record");
        launch(&kernel, BLOCKS as u32, &stream, &[argument(out.ptr()), argument(trips)]);
        marks[1].record(&stream).expect("a record");
        stream.synchronize().expect("it runs");
        let sum = |n: u32| n * (n + 1) / 2;
        let expected: Vec<u32> = (0..BLOCKS as u32).map(|block| sum(trips + block % 4 * trips)).collect();
        assert_eq!(out.to_vec().expect("a copy")[..BLOCKS], expected[..]);
        println!("{trips}: {}", marks[1].elapsed_since(&marks[0]).expect("a time").as_nanos());
    }
    let kernel = module.function("cycles").expect("a kernel");
    for _ in 0..2 {
        let out = DeviceBuffer::<u64>::zeroed(1).expect("memory");
        launch(&kernel, 1, &stream, &[argument(5000u64), argument(out.ptr())]);
        stream.synchronize().expect("it runs");
        println!("cycles: {}", out.to_vec().expect("a copy")[0]);
    }
}

#[test]
fn launches_with_known_counts_take_the_same_time() {
    if std::env::var_os(CHILD).is_some() {
        return launches();
    }
    let of_workers = |workers| {
        let settings = [("HIP_SOFT_CLOCK", "virtual"), ("HIP_SOFT_WORKERS", workers)];
        run("repeats::launches_with_known_counts_take_the_same_time", &settings).0
    };
    let text = of_workers("1");
    assert_eq!(text, of_workers("3"));
    let times: Vec<(&str, u64)> = text
        .lines()
        .map(|line| {
            let (name, time) = line.split_once(": ").expect("a launch");
            (name, time.parse().expect("a number"))
        })
        .collect();
    assert_eq!(times.len(), TRIPS.len() + 2);
    for (a, b) in times.iter().flat_map(|a| times.iter().map(move |b| (a, b))) {
        assert_eq!(a.0 == b.0, a.1 == b.1, "{text}");
    }
}
