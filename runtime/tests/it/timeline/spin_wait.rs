//! Kernels that wait for each other, for copies and for the host: their times are the same in every run.

use super::{CHILD, launch, same_output};
use crate::raw;
use hip_runtime::api::memory;
use hip_runtime::launch::argument;
use hip_runtime::{Context, Device, DeviceBuffer, Dim3, Event, Function, LaunchConfig, Module, Stream};
use std::sync::atomic::{AtomicU32, Ordering};

const TEXT: &str = include_str!("meet.ptx");

struct Bench {
    module: Module,
    streams: [Stream; 3],
    marks: Vec<[Event; 2]>,
}

impl Bench {
    fn new() -> Bench {
        let event = || Event::new().expect("an event");
        Bench {
            module: Module::from_bytes(TEXT.as_bytes()).expect("a module"),
            streams: [0; 3].map(|_| Stream::non_blocking(0).expect("a stream")),
            marks: (0..4).map(|_| [event(), event()]).collect(),
        }
    }

    fn kernel(&self, name: &str) -> Function {
        self.module.function(name).expect("a kernel")
    }

    /// Runs something in a stream between two records.
    fn record_between(&self, n: usize, stream: usize, what: impl FnOnce(&Stream)) {
        self.marks[n][0].record(&self.streams[stream]).expect("a record");
        what(&self.streams[stream]);
        self.marks[n][1].record(&self.streams[stream]).expect("a record");
    }

    fn wait(&self) {
        self.streams.iter().for_each(|stream| stream.synchronize().expect("it runs"));
    }

    fn print_times(&self, what: &str, many: usize) {
        let took = |n: usize| self.marks[n][1].elapsed_since(&self.marks[n][0]).expect("a time");
        let times: Vec<_> = (0..many).map(|n| format!("{:?}", took(n))).collect();
        println!("{what}: {}", times.join(", "));
    }
}

fn wide(
    kernel: &Function,
    blocks: u32,
    threads: u32,
    stream: &Stream,
    arguments: &[hip_runtime::launch::Argument],
) {
    let (grid, block) = (Dim3::new(blocks, 1, 1), Dim3::new(threads, 1, 1));
    let config = LaunchConfig { stream: stream.handle(), ..LaunchConfig::new(grid, block) };
    raw::run(kernel, &config, arguments).expect("a launch");
}

/// Raises a flag in page-locked memory.
#[expect(unsafe_code, reason = "the host writes memory that it shares with a kernel")]
fn raise(address: u64) {
    let flag = std::ptr::with_exposed_provenance::<AtomicU32>(address as usize);
    // SAFETY: four bytes that are allocated until the kernel has ended, and written by nothing else.
    unsafe { (*flag).store(1, Ordering::Release) };
}

fn program() {
    let _context = Context::new(Device::get(0).expect("a device")).expect("a context");
    let bench = Bench::new();
    let words = DeviceBuffer::<u32>::zeroed(2048).expect("memory");
    let word = |at: u64| argument(words.ptr().address() + 4 * at);

    // A kernel of another stream raises the flag, in half the time and in twice it.
    for (n, turns) in [(0u64, 500u32), (1, 50_000)] {
        bench.record_between(0, 0, |stream| launch(&bench.kernel("await"), 1, stream, &[word(n)]));
        bench.record_between(1, 1, |stream| {
            wide(&bench.kernel("raise"), 1, 1, stream, &[word(n), argument(turns)])
        });
        bench.wait();
        bench.print_times(&format!("raised after {turns}"), 2);
    }
    // Whether the flag is up before the kernel looks is a matter of chance, and makes no difference.
    for (n, late) in [(4u64, false), (5, true)] {
        bench.record_between(1, 1, |stream| {
            wide(&bench.kernel("raise"), 1, 1, stream, &[word(n), argument(5000u32)])
        });
        if late {
            std::thread::sleep(std::time::Duration::from_millis(30));
        }
        bench.record_between(0, 0, |stream| launch(&bench.kernel("look"), 1, stream, &[word(n)]));
        bench.wait();
        bench.print_times("looked at, raised after 5000", 2);
    }
    // A copy behind a kernel raises the flag.
    let flag = DeviceBuffer::<u32>::zeroed(1).expect("memory");
    bench.record_between(0, 0, |stream| launch(&bench.kernel("await"), 2, stream, &[argument(flag.ptr())]));
    bench.record_between(1, 1, |stream| {
        wide(&bench.kernel("raise"), 1, 1, stream, &[word(3), argument(20_000u32)]);
        raw::poke(&flag, &[1], Some(stream)).expect("a copy");
    });
    bench.wait();
    bench.print_times("a copy after 20000", 2);
    // The host raises the flag after some calls, before the kernel looks or after.
    for late in [false, true] {
        let address = memory::alloc_host(4, 0).expect("memory");
        bench.record_between(0, 0, |stream| launch(&bench.kernel("await"), 1, stream, &[argument(address)]));
        for _ in 0..10 {
            wide(&bench.kernel("raise"), 1, 1, &bench.streams[1], &[word(3), argument(100u32)]);
        }
        if late {
            std::thread::sleep(std::time::Duration::from_millis(30));
        }
        raise(address);
        bench.wait();
        bench.print_times("after ten launches, by the host", 1);
        raw::free_host(address).expect("it was allocated");
    }

    bench.record_between(0, 0, |stream| {
        wide(&bench.kernel("rounds"), 16, 64, stream, &[word(16), word(1024), argument(20u32)]);
    });
    bench.wait();
    bench.print_times("20 rounds of 16 blocks", 1);
    bench.record_between(0, 0, |stream| wide(&bench.kernel("locked"), 12, 32, stream, &[word(17), word(18)]));
    bench.wait();
    bench.print_times("12 blocks in turn", 1);
    bench.record_between(0, 0, |stream| {
        wide(&bench.kernel("pass"), 1, 1, stream, &[word(19), argument(0u32), argument(100u32)]);
    });
    bench.record_between(1, 1, |stream| {
        wide(&bench.kernel("pass"), 1, 1, stream, &[word(19), argument(1u32), argument(100u32)]);
    });
    bench.wait();
    bench.print_times("200 passes", 2);
    bench.record_between(0, 0, |stream| wide(&bench.kernel("chain"), 400, 1024, stream, &[word(64)]));
    bench.wait();
    bench.print_times("a chain of 400", 1);
    bench.record_between(0, 0, |stream| wide(&bench.kernel("again"), 64, 128, stream, &[word(20)]));
    bench.wait();
    bench.print_times("8192 sums", 1);
    // A token passed between two kernels, whichever starts first. A copy resets the counter.
    let counts = DeviceBuffer::<u32>::zeroed(2).expect("memory");
    for (turn, late) in [(0u64, false), (1, true), (2, false)] {
        let [ring, out] = [40, 48 + turn].map(word);
        let [put, taken] = [0, 4].map(|at| argument(counts.ptr().address() + at));
        raw::poke(&counts, &[0, 0], None).expect("a copy");
        let many = argument(60u32);
        let first = [&put, &taken, &ring, &many].map(Clone::clone);
        let second = [put, taken, ring, many, out];
        let (one, other) = (bench.kernel("put"), bench.kernel("take"));
        bench.record_between(0, 0, |stream| wide(&one, 1, 1, stream, &first));
        if late {
            std::thread::sleep(std::time::Duration::from_millis(30));
        }
        bench.record_between(1, 1, |stream| wide(&other, 1, 1, stream, &second));
        bench.wait();
        bench.print_times("a ring of eight, 60 items", 2);
    }
    // The order of counter updates follows from the cost of the items.
    bench.record_between(0, 0, |stream| {
        wide(&bench.kernel("queue"), 24, 64, stream, &[word(34), argument(600u32), word(1100)]);
    });
    bench.wait();
    bench.print_times("600 items among 24 blocks", 1);
    let took = words.to_vec().expect("results")[1100..1124].to_vec();
    assert_eq!(took.iter().sum::<u32>(), 600);
    println!("items: {took:?}");
    bench.record_between(0, 0, |stream| wide(&bench.kernel("last"), 40, 32, stream, &[word(36)]));
    bench.wait();
    bench.print_times("the last of 40 blocks does more", 1);
    assert_eq!(words.to_vec().expect("results")[37], 0, "the block that had the most to do was the last");
    let left = words.to_vec().expect("results");
    assert_eq!((left[16], left[18], left[19], left[64 + 399], left[20]), (320, 1440, 200, 400, 3 * 8192));
}

#[test]
fn kernels_that_wait_for_others_take_the_same_time_in_every_run() {
    if std::env::var_os(CHILD).is_some() {
        return program();
    }
    let test = "spin_wait::kernels_that_wait_for_others_take_the_same_time_in_every_run";
    let settings = [
        ("HIP_SOFT_WORKERS", "1"),
        ("HIP_SOFT_WORKERS", "2"),
        ("HIP_SOFT_WORKERS", "5"),
        ("HIP_SOFT_JIT", "quick"),
        ("HIP_SOFT_JIT", "scalar"),
    ];
    insta::assert_snapshot!("virtual_meetings", same_output(test, &settings));
}

#[test]
fn a_recording_of_kernels_that_wait_has_their_times() {
    super::check_replay(
        "timeline::spin_wait::kernels_that_wait_for_others_take_the_same_time_in_every_run",
        &[("HIP_SOFT_CLOCK", "virtual")],
    );
}
