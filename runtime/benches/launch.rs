//! Time of launching one block: of the call on the host, and of launch and synchronisation together; the call
//! with and without a virtual timeline; and the first launch of a kernel on enough threads for optimised code
//! to pay off.
//!
//! `cargo bench -p hip-runtime --bench launch`; without `--bench` only a few launches are made.
#![expect(unsafe_code, reason = "the benchmark launches kernels that it knows")]
#![expect(clippy::print_stdout, reason = "a benchmark says what it measured")]

use hip_runtime::{Context, Device, DeviceBuffer, Error, Module, Stream};
use std::process::Command;
use std::time::{Duration, Instant};

/// Launches a kernel of the benchmark.
macro_rules! launch {
    ($($launch:tt)*) => {
        // SAFETY: the kernel uses the buffers as its arguments say; they live until its stream is done.
        unsafe { hip_runtime::launch!($($launch)*) }
    };
}

/// Launches in a row before the host waits, which is not timed.
const BATCH: u32 = 64;
/// Set in a process that measures on behalf of another one.
const CHILD: &str = "LAUNCH_BENCH";
/// Number of such processes of each kind.
const TURNS: usize = 9;

fn main() -> Result<(), Error> {
    let batches = if std::env::args().any(|argument| argument == "--bench") { 2000 } else { 2 };
    if std::env::var_os(CHILD).is_some() {
        return calls_alone(batches);
    }
    let _context = Context::primary(Device::get(0)?)?;
    let module = Module::load(testdata::root().join("bench/empty.ptx"))?;
    let kernel = module.function("empty")?;
    let stream = Stream::new()?;

    for threads in [1_u32, 256] {
        let (mut calls, mut trips) = (Vec::new(), Vec::new());
        for _ in 0..batches {
            let start = Instant::now();
            for _ in 0..BATCH {
                launch!(kernel<<<1, threads, 0, &stream>>>())?;
            }
            calls.push(start.elapsed() / BATCH);
            stream.synchronize()?;
            let start = Instant::now();
            launch!(kernel<<<1, threads, 0, &stream>>>())?;
            stream.synchronize()?;
            trips.push(start.elapsed());
        }
        report(&format!("launch, 1 × {threads}"), calls);
        report(&format!("launch and synchronise, 1 × {threads}"), trips);
    }
    by_name(batches, &stream)?;
    with_buffers(batches)?;
    first(if batches > 2 { 100 } else { 2 }, &stream)?;
    with_a_timeline(batches);
    vecadd_is_right(&stream)
}

/// Launches a kernel that is looked up at each launch.
fn by_name(batches: u32, stream: &Stream) -> Result<(), Error> {
    let module = Module::load(testdata::root().join("bench/empty.ptx"))?;
    let mut calls = Vec::new();
    for _ in 0..batches {
        let start = Instant::now();
        for _ in 0..BATCH {
            launch!(module.empty<<<1, 1, 0, stream>>>())?;
        }
        calls.push(start.elapsed() / BATCH);
        stream.synchronize()?;
    }
    report("launch by name, 1 × 1", calls);
    Ok(())
}

/// Times launches whose arguments are addresses, and launches that lend the same buffers, which remember
/// them.
fn with_buffers(batches: u32) -> Result<(), Error> {
    let module = Module::load(testdata::root().join("bench/vecadd.ptx"))?;
    let (kernel, streams) =
        (module.function("vecadd")?, [Stream::non_blocking(0)?, Stream::non_blocking(0)?]);
    let (a, mut c) = (DeviceBuffer::<f32>::zeroed(256)?, DeviceBuffer::<f32>::zeroed(256)?);
    let (mut addresses, mut lent, mut elsewhere) = (Vec::new(), Vec::new(), Vec::new());
    let stream = &streams[0];
    let time = |times: &mut Vec<Duration>, launch: &mut dyn FnMut(u32) -> Result<(), Error>| {
        let start = Instant::now();
        (0..BATCH).try_for_each(launch)?;
        times.push(start.elapsed() / BATCH);
        streams.iter().try_for_each(Stream::synchronize)
    };
    for _ in 0..batches {
        time(&mut addresses, &mut |_| launch!(kernel<<<1, 32, 0, stream>>>(a.ptr(), a.ptr(), c.ptr(), 32)))?;
        time(&mut lent, &mut |_| launch!(kernel<<<1, 32, 0, stream>>>(&a, &a, &mut c, 32)))?;
        time(&mut elsewhere, &mut |n| {
            let stream = &streams[n as usize % 2];
            launch!(kernel<<<1, 32, 0, stream>>>(&a, &a, &mut c, 32))
        })?;
    }
    report("launch with three addresses", addresses);
    report("launch that lends three buffers", lent);
    report("the same, on two streams in turns", elsewhere);
    Ok(())
}

/// Times the first launches of kernels without compiled code: each adds a number of its own.
fn first(kernels: u32, stream: &Stream) -> Result<(), Error> {
    let text =
        std::fs::read_to_string(testdata::root().join("bench/vecadd.ptx")).expect("part of the test data");
    let sum = "add.f32 \t%f3, %f2, %f1;";
    assert!(text.contains(sum), "the kernel's sum is replaced");
    let start = Instant::now();
    let (blocks, n) = (4096_u32, 4096 * 256);
    let c = DeviceBuffer::<f32>::zeroed(n as usize)?;
    let (mut calls, mut trips) = (Vec::new(), Vec::new());
    for number in 0..kernels {
        // Not in any cache of compiled code.
        let own = number ^ start.elapsed().as_nanos() as u32 ^ std::process::id() << 12;
        let own = format!("{sum}\n\tfma.rn.f32 %f3, %f3, 0f{:08x}, %f2;", 0x3f00_0000 | own & 0x7f_ffff);
        let module = Module::from_bytes(text.replace(sum, &own).as_bytes())?;
        let kernel = module.function("vecadd")?;
        let start = Instant::now();
        launch!(kernel<<<blocks, 256, 0, stream>>>(c.ptr(), c.ptr(), c.ptr(), n))?;
        calls.push(start.elapsed());
        stream.synchronize()?;
        trips.push(start.elapsed());
    }
    report("first launch, 4096 × 256", calls);
    report("first launch and synchronise", trips);
    Ok(())
}

/// Prints the time of a call, nanoseconds.
fn calls_alone(batches: u32) -> Result<(), Error> {
    let _context = Context::primary(Device::get(0)?)?;
    let module = Module::load(testdata::root().join("bench/empty.ptx"))?;
    let (kernel, stream) = (module.function("empty")?, Stream::new()?);
    let mut calls = Vec::new();
    for _ in 0..batches {
        let start = Instant::now();
        for _ in 0..BATCH {
            launch!(kernel<<<1, 1, 0, &stream>>>())?;
        }
        calls.push(start.elapsed() / BATCH);
        stream.synchronize()?;
    }
    calls.sort();
    println!("{}", calls[calls.len() / 2].as_nanos());
    Ok(())
}

/// Times the same launches without a virtual timeline and with one, in alternating processes, so that other
/// load on the machine affects both.
fn with_a_timeline(batches: u32) {
    let turns = if batches > 2 { TURNS } else { 1 };
    let mut nanoseconds = [Vec::new(), Vec::new()];
    for turn in 0..2 * turns {
        let clock = ["wall", "virtual"][turn % 2];
        let mut command = Command::new(std::env::current_exe().expect("this binary"));
        command.env(CHILD, "1").env("HIP_SOFT_CLOCK", clock).args(std::env::args().skip(1));
        let output = command.output().expect("a process");
        let said = String::from_utf8_lossy(&output.stdout);
        nanoseconds[turn % 2].push(said.trim().parse::<u32>().expect("nanoseconds"));
    }
    let [without, with] = nanoseconds.map(|mut all| {
        all.sort_unstable();
        f64::from(all[all.len() / 2]) / 1e3
    });
    println!(
        "launch without a timeline {without:.3} µs, with one {with:.3} µs: {:+.0} %",
        100.0 * (with / without - 1.0)
    );
}

/// Checks the effect of launches with a kernel that adds, as an empty one has none.
fn vecadd_is_right(stream: &Stream) -> Result<(), Error> {
    let module = Module::load(testdata::root().join("bench/vecadd.ptx"))?;
    let a = DeviceBuffer::from_slice(&[1.5_f32; 256])?;
    let c = DeviceBuffer::<f32>::zeroed(256)?;
    launch!(module.vecadd<<<1, 256, 0, stream>>>(a.ptr(), a.ptr(), c.ptr(), 256))?;
    stream.synchronize()?;
    assert_eq!(c.to_vec()?, [3.0; 256]);
    Ok(())
}

fn report(what: &str, mut times: Vec<Duration>) {
    times.sort();
    let at = |percent: usize| times[(times.len() - 1) * percent / 100].as_secs_f64() * 1e6;
    let (least, median, slow) = (at(0), at(50), at(90));
    println!("{what:36} least {least:7.2} µs, median {median:7.2} µs, 90 % within {slow:7.2} µs");
}
