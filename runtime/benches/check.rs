//! Time of a checked launch (`HIP_SOFT_CHECK`), relative to the same launch unchecked.
//!
//! `cargo bench -p hip-runtime --bench check`; without `--bench` each kernel is launched only twice. Checks
//! are a property of the process, so each measurement is a process of its own; the kinds alternate, so that
//! other load on the machine affects all of them.
#![expect(unsafe_code, reason = "the benchmark launches kernels that it knows")]
#![expect(clippy::print_stdout, reason = "a benchmark says what it measured")]

use hip_runtime::{Context, Device, DeviceBuffer, Error, Module, Stream};
use std::collections::BTreeMap;
use std::process::Command;
use std::time::Instant;

/// Launches a kernel of the benchmark.
macro_rules! launch {
    ($($launch:tt)*) => {
        // SAFETY: the kernel uses the buffers as its arguments say; they live until its stream is done.
        unsafe { hip_runtime::launch!($($launch)*) }
    };
}

/// Set in a process that measures on behalf of another one.
const CHILD: &str = "CHECK_BENCH";
/// Checks, in order of measurement.
const CHECKS: [&str; 5] = ["", "memory", "race", "uninit", "memory,race,uninit,sync"];
/// Number of processes of each kind.
const TURNS: usize = 5;

fn main() -> Result<(), Error> {
    let launches = if std::env::args().any(|argument| argument == "--bench") { 200 } else { 2 };
    if std::env::var_os(CHILD).is_some() {
        return measured(launches);
    }
    let turns = if launches > 2 { TURNS } else { 1 };
    let mut least: BTreeMap<(String, &str), f64> = BTreeMap::new();
    for _ in 0..turns {
        for checks in CHECKS {
            let mut command = Command::new(std::env::current_exe().expect("this binary"));
            command.env(CHILD, "1").env("HIP_SOFT_CHECK", checks).env("HIP_SOFT_WORKERS", "1");
            let output = command.args(std::env::args().skip(1)).output().expect("a process");
            assert!(output.status.success(), "{output:?}");
            for line in String::from_utf8_lossy(&output.stdout).lines() {
                let (kernel, time) = line.split_once(' ').expect("a kernel and a time");
                let time: f64 = time.parse().expect("microseconds");
                let best = least.entry((kernel.to_owned(), checks)).or_insert(f64::MAX);
                *best = best.min(time);
            }
        }
    }
    for kernel in ["sgemm", "reduce", "histogram", "sums"] {
        let of = |checks| least[&(kernel.to_owned(), checks)];
        println!("{kernel:10} unchecked {:9.1} µs", of(""));
        for checks in &CHECKS[1..] {
            println!("{kernel:10} {checks:24} {:9.1} µs, {:5.1} times", of(checks), of(checks) / of(""));
        }
    }
    Ok(())
}

/// Prints the minimum time of each kernel, microseconds.
fn measured(launches: u32) -> Result<(), Error> {
    let _context = Context::primary(Device::get(0)?)?;
    let stream = Stream::new()?;
    let module = |name: &str| Module::load(testdata::root().join(format!("bench/{name}.ptx")));
    let time = |kernel: &str, run: &dyn Fn() -> Result<(), Error>| -> Result<(), Error> {
        let mut least = f64::MAX;
        for _ in 0..launches {
            let start = Instant::now();
            run()?;
            stream.synchronize()?;
            least = least.min(start.elapsed().as_secs_f64() * 1e6);
        }
        println!("{kernel} {least:.1}");
        Ok(())
    };

    let numbers: Vec<f32> = (0..1 << 17).map(|n| (n % 16) as f32).collect();
    let words: Vec<u32> = (0..1u32 << 14).map(|n| n.wrapping_mul(2_654_435_769)).collect();
    let (floats, words) = (DeviceBuffer::from_slice(&numbers)?, DeviceBuffer::from_slice(&words)?);
    let (c, counts) = (DeviceBuffer::<f32>::zeroed(64 * 64)?, DeviceBuffer::<u32>::zeroed(256)?);

    let sgemm = module("sgemm")?;
    time("sgemm", &|| {
        let (a, b, c) = (floats.ptr(), floats.ptr(), c.ptr());
        launch!(sgemm.sgemm<<<(4, 4), (16, 16), 0, &stream>>>(a, b, c, 64))
    })?;
    let product: f32 = (0..64).map(|k| numbers[k] * numbers[k * 64]).sum();
    assert_eq!(c.to_vec()?[0], product);
    let reduce = module("reduce")?;
    time("reduce", &|| launch!(reduce.reduce<<<64, 256, 0, &stream>>>(floats.ptr(), c.ptr())))?;
    assert_eq!(c.to_vec()?[0], numbers[..512].iter().sum::<f32>());
    let sums = module("sums")?;
    time("sums", &|| launch!(sums.sums<<<64, 256, 0, &stream>>>(floats.ptr(), c.ptr())))?;
    assert_eq!(c.to_vec()?[0], numbers[..1024].iter().sum::<f32>());
    let histogram = module("histogram")?;
    time(
        "histogram",
        &|| launch!(histogram.histogram<<<8, 256, 0, &stream>>>(words.ptr(), counts.ptr(), 1 << 14)),
    )?;
    assert_eq!(counts.to_vec()?.iter().sum::<u32>(), (launches * 4) << 14);
    Ok(())
}
