//! Time of a profiled launch (`HIP_SOFT_PROFILE`), and of one in virtual time with modelled durations
//! (`HIP_SOFT_BLOCK_TIME`), relative to the same launch without either.
//!
//! `cargo bench -p hip-runtime --bench profile [KERNEL]`; without `--bench` each kernel is launched only
//! twice. A profile is a property of the process, so each measurement is a process of its own; the kinds
//! alternate, so that other load on the machine affects all of them.
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

/// Set in a process that measures on behalf of another one: to `same` if all launches of a kernel have the
/// same parameters, which the profiler counts once, else to `new`.
const CHILD: &str = "PROFILE_BENCH";
/// Settings, in order of measurement: none, the profiler with the default number of recorded blocks, with all
/// and with repeated launches, virtual time by instructions and by the profiler's clock.
const KINDS: [&[(&str, &str)]; 6] = [
    &[(CHILD, "new")],
    &[(CHILD, "new"), ("HIP_SOFT_PROFILE", "PATH")],
    &[(CHILD, "new"), ("HIP_SOFT_PROFILE", "PATH"), ("HIP_SOFT_PROFILE_BLOCKS", "1000000000")],
    &[(CHILD, "same"), ("HIP_SOFT_PROFILE", "PATH")],
    &[(CHILD, "new"), ("HIP_SOFT_CLOCK", "virtual")],
    &[(CHILD, "new"), ("HIP_SOFT_CLOCK", "virtual"), ("HIP_SOFT_BLOCK_TIME", "modelled")],
];
/// Elements by which launches with new parameters shift an array: whole lines of caches.
const SHIFT: usize = 32;
/// Number of processes of each kind.
const TURNS: usize = 4;
/// Kernel, grid, block, and last argument.
type Launched = (&'static str, (usize, usize), (usize, usize), i32);

const LAUNCHES: [Launched; 8] = [
    ("copy1", (32768, 1), (256, 1), 1 << 23),
    ("gather", (4096, 1), (256, 1), 1 << 20),
    ("transpose_tiled", (32, 32), (32, 8), 1024),
    ("sgemm_tiled", (16, 16), (16, 16), 256),
    ("nbody", (8, 1), (256, 1), 2048),
    ("reduce_shared", (4096, 1), (256, 1), 1 << 20),
    ("collatz", (256, 1), (256, 1), 1 << 16),
    ("histogram_shared", (264, 1), (256, 1), 1 << 20),
];

fn main() -> Result<(), Error> {
    let launches = if std::env::args().any(|argument| argument == "--bench") { 12 } else { 2 };
    if std::env::var_os(CHILD).is_some() {
        return measured(launches);
    }
    let turns = if launches > 2 { TURNS } else { 1 };
    let path = std::env::temp_dir().join(format!("profile-bench-{}.json", std::process::id()));
    let mut least: BTreeMap<(String, usize), [f64; 2]> = BTreeMap::new();
    for _ in 0..turns {
        for (kind, settings) in KINDS.into_iter().enumerate() {
            let mut command = Command::new(std::env::current_exe().expect("this binary"));
            command.env("HIP_SOFT_WORKERS", "1");
            for &(name, value) in settings {
                let value = if value == "PATH" { path.as_os_str() } else { value.as_ref() };
                command.env(name, value);
            }
            let output = command.args(std::env::args().skip(1)).output().expect("a process");
            assert!(output.status.success(), "{output:?}");
            for line in String::from_utf8_lossy(&output.stdout).lines() {
                let cells: Vec<&str> = line.split(' ').collect();
                let [kernel, times @ ..] = &cells[..] else { panic!("no kernel: {line}") };
                let best = least.entry(((*kernel).to_owned(), kind)).or_insert([f64::MAX; 2]);
                for (best, time) in best.iter_mut().zip(times) {
                    *best = best.min(time.parse().expect("microseconds"));
                }
            }
        }
    }
    // It may not exist, if a process failed before.
    let _ = std::fs::remove_file(path);
    for (kernel, ..) in LAUNCHES.into_iter().filter(|(kernel, ..)| is_wanted(kernel)) {
        let [plain, part, all, repeated, counted, modelled] =
            [0, 1, 2, 3, 4, 5].map(|kind| least[&(kernel.to_owned(), kind)]);
        println!(
            "{kernel:18} plain {:9.1} µs; profiled {:5.1} times, with all blocks {:5.1} times, repeated {:5.1} times; in virtual time \
             {:4.2} times, modelled {:4.2} times, {:5.1} ms the first launch, which is {:5.1} ms plain",
            plain[1],
            part[1] / plain[1],
            all[1] / plain[1],
            repeated[1] / plain[1],
            counted[1] / plain[1],
            modelled[1] / plain[1],
            modelled[0] / 1e3,
            plain[0] / 1e3,
        );
    }
    Ok(())
}

/// Returns whether the command line names a kernel, or none.
fn is_wanted(kernel: &str) -> bool {
    let mut names = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).peekable();
    names.peek().is_none() || names.any(|name| name == kernel)
}

/// Prints the time of the first launch of each kernel and the minimum, microseconds.
fn measured(launches: u32) -> Result<(), Error> {
    const ELEMENTS: usize = 1 << 23;
    let _context = Context::primary(Device::get(0)?)?;
    let stream = Stream::new()?;
    let module = Module::load(testdata::root().join("gpu/profile/kernels.ptx"))?;
    let (a, b, c) = (
        DeviceBuffer::<f32>::zeroed(ELEMENTS)?,
        DeviceBuffer::<f32>::zeroed(ELEMENTS)?,
        DeviceBuffer::<f32>::zeroed(ELEMENTS)?,
    );
    let numbers: Vec<u32> = (0..1u32 << 20).map(|n| n.wrapping_mul(2_654_435_761) & 0xf_ffff).collect();
    let rest = (0..SHIFT as u32 * launches).map(|n| n % 1024);
    let p = DeviceBuffer::from_slice(&numbers.into_iter().chain(rest).collect::<Vec<u32>>())?;
    let shift = if std::env::var_os(CHILD).is_some_and(|kind| kind == "same") { 0 } else { SHIFT };
    for (name, grid, block, n) in LAUNCHES.into_iter().filter(|(kernel, ..)| is_wanted(kernel)) {
        let kernel = module.function(name)?;
        let (mut first, mut least) = (None, f64::MAX);
        for launched in 0..launches as usize {
            let p = p.ptr().offset((launched * shift) as isize);
            let start = Instant::now();
            launch!(kernel<<<grid, block, 0, &stream>>>(a.ptr(), b.ptr(), c.ptr(), p, n))?;
            stream.synchronize()?;
            let time = start.elapsed().as_secs_f64() * 1e6;
            first.get_or_insert(time);
            least = least.min(time);
        }
        println!("{name} {:.1} {least:.1}", first.unwrap_or_default());
    }
    Ok(())
}
