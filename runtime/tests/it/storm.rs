//! Stress test: threads create contexts, fill channels, wait for each other's events, make callbacks, split
//! the device, and destroy contexts in use, all concurrently: briefly, or for `HIP_STRESS_SECONDS`, with few
//! workers and with many.

use crate::raw;
use crate::{poison, setup};
use device::SmSet;
use hip_runtime::api::{context, green, memory};
use hip_runtime::{Context, Device, DeviceBuffer, Error, Event, Module, Status, Stream};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

const CHILD: &str = "STORM_SECONDS";
const NAME: &str = "storm::no_thread_hangs_and_no_work_is_lost";
/// Time after the requested duration at which a silent process counts as hanging.
const LONG: Duration = Duration::from_secs(120);
const THREADS: u32 = 6;
/// Launches of a stream, many times the capacity of the smallest channel.
const LAUNCHES: u32 = 400;

/// Generator of pseudo-random numbers from a seed.
struct Random(u32);

impl Random {
    fn next_below(&mut self, end: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0 % end
    }
}

/// Makes more launches behind a waiting kernel than its channel takes, with events, waits and callbacks in
/// between; another thread releases the kernel.
fn full(random: &mut Random) {
    let (module, context) = setup();
    let flag = DeviceBuffer::<u32>::zeroed(1).expect("memory");
    let sums = DeviceBuffer::<u32>::zeroed(1).expect("memory");
    let streams = [(); 3].map(|()| Stream::non_blocking(0).expect("a stream"));
    let event = Event::new().expect("an event");
    // Gives each stream a channel before the first is full.
    for stream in &streams[1..] {
        launch!(module.store<<<1, 1, 0, stream>>>(flag.ptr(), 0u32)).expect("a launch");
        stream.synchronize().expect("an end");
    }
    launch!(module.wait_for<<<1, 32, 0, &streams[0]>>>(flag.ptr())).expect("a launch");
    let (called, pause) = (Arc::new(AtomicU32::new(0)), random.next_below(2000));
    let mut calls = 0;
    std::thread::scope(|scope| {
        scope.spawn(|| {
            context.make_current().expect("a context");
            std::thread::sleep(Duration::from_micros(pause.into()));
            launch!(module.store<<<1, 1, 0, &streams[2]>>>(flag.ptr(), 1u32)).expect("a launch");
        });
        for _ in 0..LAUNCHES {
            launch!(module.add_one<<<1, 32, 0, &streams[0]>>>(sums.ptr(), 1u32)).expect("a launch");
            match random.next_below(16) {
                0 => {
                    event.record(&streams[0]).expect("a record");
                    streams[1].wait(&event).expect("a wait");
                }
                1 => {
                    let called = Arc::clone(&called);
                    let call = move || {
                        called.fetch_add(1, Ordering::SeqCst);
                    };
                    streams[random.next_below(2) as usize].call(call).expect("a call");
                    calls += 1;
                }
                _ => {}
            }
        }
    });
    match random.next_below(3) {
        0 => context.synchronize().expect("an end"),
        1 => streams.iter().for_each(|stream| stream.synchronize().expect("an end")),
        _ => {
            event.record(&streams[0]).expect("a record");
            event.synchronize().expect("an end");
            streams[1].synchronize().expect("an end");
        }
    }
    assert_eq!(sums.to_vec().expect("values"), [LAUNCHES]);
    assert_eq!(called.load(Ordering::SeqCst), calls);
}

/// Returns whether an error is due to the end of the context by another thread, or to a fault. A call that
/// has already found its stream may find its memory freed.
fn is_over(error: &Error) -> bool {
    let gone = matches!(error, Error::BadPointer { .. });
    let status = error.status();
    let over =
        [Status::ContextIsDestroyed, Status::InvalidHandle, Status::InvalidContext, Status::LaunchFailure];
    gone || over.contains(&status)
}

/// Destroys a context while threads use it.
fn destroyed_in_use(random: &mut Random) {
    let (module, context) = setup();
    let data = memory::alloc(64).expect("memory");
    let endless = Stream::new().expect("a stream");
    let faults = random.next_below(2) == 0;
    if faults {
        launch!(module.for_ever<<<1, 32, 0, &endless>>>(data)).expect("a launch");
    }
    let (id, pause, seeds) =
        (context.id(), random.next_below(3000), [random.next_below(1 << 30), random.next_below(1 << 30)]);
    std::thread::scope(|scope| {
        for seed in seeds {
            let (module, endless, context) = (&module, &endless, &context);
            scope.spawn(move || {
                let said = (|| -> Result<(), Error> {
                    context.make_current()?;
                    user(&mut Random(seed | 1), module, endless, data)
                })();
                let error = said.expect_err("it goes on until the context has ended");
                assert!(is_over(&error), "{error}");
            });
        }
        std::thread::sleep(Duration::from_micros(pause.into()));
        if faults {
            poison();
        }
        context::destroy(id).expect("the first to do so");
    });
}

/// Uses a context until told to stop.
fn user(random: &mut Random, module: &Module, endless: &Stream, data: u64) -> Result<(), Error> {
    let (own, event) = (Stream::non_blocking(0)?, Event::new()?);
    loop {
        match random.next_below(10) {
            0 => own.synchronize()?,
            1 => event.record(&own)?,
            2 => own.wait(&event)?,
            3 => event.synchronize()?,
            4 => own.call(|| {})?,
            5 => drop(Stream::new()?),
            6 => memory::copy_async(
                raw::device(data),
                raw::device(data + 32),
                32,
                memory::Direction::OnDevice,
                own.handle(),
            )?,
            // Fills the channel of the endless kernel's stream.
            7 => launch!(module.add_one<<<1, 32, 0, endless>>>(data, 1u32))?,
            _ => launch!(module.add_one<<<3, 32, 0, &own>>>(data, 1u32))?,
        }
    }
}

/// Creates green contexts, checks the SMs of their kernels, and destroys them in any order.
fn divided(random: &mut Random) {
    let device = Device::get(0).expect("a device");
    let whole = device.sms().expect("SMs");
    let (groups, _) = green::split(&whole, None, 0, 8 * (1 + random.next_below(4))).expect("a split");
    let current = Context::primary(device).expect("a context");
    let module = Module::from_bytes(crate::KERNELS.as_bytes()).expect("kernels");
    let mut contexts: Vec<(Context, Stream, DeviceBuffer<u32>, &SmSet)> = Vec::new();
    for group in groups.iter().take(3) {
        let context = Context::green(group).expect("a context");
        let stream = Stream::of(&context).expect("a stream");
        contexts.push((context, stream, DeviceBuffer::zeroed(64).expect("memory"), &group.sms));
    }
    for _ in 0..4 {
        for (_, stream, data, _) in &contexts {
            launch!(module["where"]<<<64, 32, 0, stream>>>(data.ptr())).expect("a launch");
        }
    }
    while !contexts.is_empty() {
        let at = random.next_below(contexts.len() as u32) as usize;
        let (context, _stream, data, sms) = contexts.swap_remove(at);
        // Destroying it does not wait; its work continues, and the primary context waits for that.
        drop(context);
        current.synchronize().expect("done");
        let used = data.to_vec().expect("values");
        assert!(used.iter().all(|&sm| sms.contains(sm as u16)), "{used:?} of {sms:?}");
    }
}

/// Number in this process's status: KiB or threads.
fn status(field: &str) -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let line = text.lines().find_map(|line| line.strip_prefix(field)).expect("the field");
    line.trim_matches(|c: char| !c.is_ascii_digit()).parse().expect("a number")
}

fn run_all(until: Instant, seed: u32) {
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            scope.spawn(move || {
                let mut random = Random((seed + thread + 1).wrapping_mul(2_654_435_761));
                loop {
                    [full, destroyed_in_use, divided][random.next_below(3) as usize](&mut random);
                    if Instant::now() >= until {
                        return;
                    }
                }
            });
        }
    });
}

fn storm(seconds: f64) {
    let kept = Context::primary(Device::get(0).expect("a device")).expect("a context");
    let free = || hip_runtime::api::memory::mem_info().expect("an answer").0;
    let lives = |seed: u32| {
        for (life, number) in [full as fn(&mut Random), destroyed_in_use, divided].into_iter().zip(1..) {
            life(&mut Random(seed + number));
        }
    };
    lives(1);
    run_all(Instant::now(), 100);
    kept.make_current().expect("it stays");
    let (before, resident) = (free(), status("VmRSS:"));
    run_all(Instant::now() + Duration::from_secs_f64(seconds), 200);
    kept.make_current().expect("it stays");
    assert_eq!(free(), before, "device memory that nobody frees");
    let now = status("VmRSS:");
    assert!(now < resident + (128 << 10), "{resident} KiB, then {now}");
}

#[test]
fn no_thread_hangs_and_no_work_is_lost() {
    if let Ok(seconds) = std::env::var(CHILD) {
        return storm(seconds.parse().expect("seconds"));
    }
    let seconds = std::env::var("HIP_STRESS_SECONDS").unwrap_or_else(|_| "0.3".to_owned());
    let most = LONG + Duration::from_secs_f64(seconds.parse().expect("seconds"));
    for workers in ["1", "2", "8"] {
        let mut command = Command::new(std::env::current_exe().expect("this binary"));
        command.args(["--exact", NAME, "--nocapture"]).env(CHILD, &seconds);
        command.env("HIP_SOFT_WORKERS", workers).env("CUDA_SCALE_LAUNCH_QUEUES", "0.25x");
        let (mut child, start) = (command.spawn().expect("a process"), Instant::now());
        let ended = loop {
            match child.try_wait().expect("an answer") {
                Some(status) => break status,
                None if start.elapsed() > most => {
                    child.kill().expect("it runs");
                    panic!("{workers} workers: it hangs");
                }
                None => std::thread::sleep(Duration::from_millis(10)),
            }
        };
        assert!(ended.success(), "{workers} workers: {ended}");
    }
}
