//! Operations beside a kernel that waits for the host: their times, and the number of stored calls.

use super::{CHILD, TEXT, launch, run, same_output};
use crate::raw;
use hip_runtime::launch::argument;
use hip_runtime::{Context, Device, DeviceBuffer, Event, Function, Module, Stream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

struct Bench {
    work: Function,
    flag: DeviceBuffer<u32>,
    out: DeviceBuffer<u32>,
    works: Stream,
    frees: Stream,
    context: Context,
    _module: Module,
}

impl Bench {
    /// Creates a bench with a kernel that never ends by itself.
    fn new() -> Bench {
        let context = Context::new(Device::get(0).expect("a device")).expect("a context");
        let module = Module::from_bytes(TEXT.as_bytes()).expect("a module");
        let flag = DeviceBuffer::<u32>::zeroed(1).expect("memory");
        let [waits, works, frees] = [0, 1, 2].map(|_| Stream::non_blocking(0).expect("a stream"));
        launch(&module.function("wait").expect("a kernel"), 1, &waits, &[argument(flag.ptr())]);
        let out = DeviceBuffer::zeroed(512).expect("memory");
        let work = module.function("work").expect("a kernel");
        Bench { work, flag, out, works, frees, context, _module: module }
    }

    fn work(&self, stream: &Stream) {
        launch(&self.work, 1, stream, &[argument(self.out.ptr()), argument(5u32)]);
    }

    /// Releases the kernel.
    fn end(&self) {
        raw::poke(&self.flag, &[1], Some(&self.frees)).expect("a copy");
        self.frees.synchronize().expect("it runs");
        self.context.synchronize().expect("all end");
    }
}

fn many() {
    let bench = Bench::new();
    let marks = [0, 1].map(|_| Event::new().expect("an event"));
    marks[0].record(&bench.works).expect("a record");
    for _ in 0..20 {
        for _ in 0..100 {
            bench.work(&bench.works);
        }
        bench.works.synchronize().expect("they run");
    }
    marks[1].record(&bench.works).expect("a record");
    bench.works.synchronize().expect("they run");
    println!("beside: {:?}", marks[1].elapsed_since(&marks[0]).expect("a time"));
    bench.end();
}

/// Time advances once too many calls are stored, and has the same values as without that limit.
#[test]
fn stored_calls_beside_a_kernel_that_never_ends_are_limited() {
    if std::env::var_os(CHILD).is_some() {
        return many();
    }
    let test = "endless::stored_calls_beside_a_kernel_that_never_ends_are_limited";
    let calls = "HIP_SOFT_TIMELINE_CALLS";
    let settings = [(calls, "1"), (calls, "150"), (calls, "1000000"), ("HIP_SOFT_WORKERS", "1")];
    let printed = same_output(test, &settings);
    assert!(printed.starts_with("beside: "), "{printed}");
    for most in ["150", "1000000"] {
        // No time is queried: only the number of stored calls makes time advance, long before the end.
        let (_, errors) = run(test, &[("HIP_SOFT_REPORT", "1"), (calls, most)]);
        let went_on = errors.contains("virtual time continued without the end of `wait` of stream 1: ");
        assert_eq!(went_on, most == "150", "{errors}");
    }
}

/// Times are available, whatever else runs.
#[test]
fn times_are_known_beside_a_kernel_that_never_ends() {
    if std::env::var_os(CHILD).is_none() {
        let test = "endless::times_are_known_beside_a_kernel_that_never_ends";
        let (printed, _) = run(test, &[("HIP_SOFT_CLOCK", "virtual")]);
        assert!(printed.starts_with("beside: "), "{printed}");
        return;
    }
    let bench = Bench::new();
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            bench.context.make_current().expect("a context");
            let other = Stream::non_blocking(0).expect("a stream");
            while !over.load(Ordering::Relaxed) {
                bench.work(&other);
                other.synchronize().expect("it runs");
                std::thread::sleep(Duration::from_millis(5));
            }
        });
        let marks = [0, 1].map(|_| Event::new().expect("an event"));
        marks[0].record(&bench.works).expect("a record");
        bench.work(&bench.works);
        marks[1].record(&bench.works).expect("a record");
        bench.works.synchronize().expect("they run");
        println!("beside: {:?}", marks[1].elapsed_since(&marks[0]).expect("a time"));
        over.store(true, Ordering::Relaxed);
    });
    bench.end();
}
