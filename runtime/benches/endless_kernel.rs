//! Memory that the virtual timeline needs for launches behind a kernel that has not ended, whose end is
//! unknown: the memory of the process after each tenth of five million launches.
//!
//! `cargo bench -p hip-runtime --bench endless_kernel`; without `--bench` only a few launches are made.
#![expect(unsafe_code, reason = "the benchmark launches kernels that it knows")]
#![expect(clippy::print_stdout, reason = "a benchmark says what it measured")]

use hip_runtime::{Context, Device, DeviceBuffer, Error, Event, Module, Stream};
use std::process::Command;
use std::time::Instant;

/// Launches a kernel of the benchmark.
macro_rules! launch {
    ($($launch:tt)*) => {
        // SAFETY: the kernel uses the buffers as its arguments say; they live until its stream is done.
        unsafe { hip_runtime::launch!($($launch)*) }
    };
}

/// Kernel that waits for the host.
const WAIT: &str = "
.version 8.0
.target sm_90
.address_size 64
.visible .entry wait(.param .u64 flag)
{
    .reg .pred %q;
    .reg .b32 %r<2>;
    .reg .b64 %rd<2>;
    ld.param.u64 %rd1, [flag];
LOOP:
    ld.volatile.global.u32 %r1, [%rd1];
    setp.eq.u32 %q, %r1, 0;
    @%q bra LOOP;
    ret;
}
";
/// Set in a process that launches on behalf of another one.
const CHILD: &str = "ENDLESS_BENCH";

fn main() -> Result<(), Error> {
    let launches = if std::env::args().any(|argument| argument == "--bench") { 5_000_000 } else { 1000 };
    if std::env::var_os(CHILD).is_some() {
        return measure(launches);
    }
    for clock in ["wall", "virtual"] {
        println!("HIP_SOFT_CLOCK={clock}");
        let mut command = Command::new(std::env::current_exe().expect("this binary"));
        command.env(CHILD, "1").env("HIP_SOFT_CLOCK", clock).args(std::env::args().skip(1));
        assert!(command.status().expect("a process").success());
    }
    Ok(())
}

fn measure(launches: u32) -> Result<(), Error> {
    let context = Context::primary(Device::get(0)?)?;
    let (waiting, empty) =
        (Module::from_bytes(WAIT.as_bytes())?, Module::load(testdata::root().join("bench/empty.ptx"))?);
    let kernel = empty.function("empty")?;
    let flag = DeviceBuffer::<u32>::zeroed(1)?;
    let [waits, works, frees] =
        [Stream::non_blocking(0)?, Stream::non_blocking(0)?, Stream::non_blocking(0)?];
    let [start, end] = [Event::new()?, Event::new()?];
    launch!(waiting.wait<<<1, 32, 0, &waits>>>(flag.ptr()))?;
    start.record(&works)?;
    let (first, begun) = (resident(), Instant::now());
    for tenth in 1..=10 {
        for _ in 0..launches / 10 {
            launch!(kernel<<<1, 1, 0, &works>>>())?;
        }
        works.synchronize()?;
        let (now, done) = (resident(), launches / 10 * tenth);
        println!(
            "{done:9} launches, {:6.2} s: {:7.1} MiB more, {:6.1} bytes a launch",
            begun.elapsed().as_secs_f64(),
            (now - first) / f64::from(1 << 20),
            (now - first) / f64::from(done)
        );
    }
    end.record(&works)?;
    works.synchronize()?;
    println!("from the first to the last {:?}", end.elapsed_since(&start)?);
    // SAFETY: the kernel only reads the word.
    unsafe { hip_runtime::api::memory::write(flag.ptr().address(), &1u32.to_le_bytes(), frees.handle()) }?;
    context.synchronize()
}

/// Resident memory of the process, bytes; 0 if unknown.
fn resident() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<f64>().ok());
    kib.unwrap_or(0.0) * 1024.0
}
