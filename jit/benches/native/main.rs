//! Compiled kernels against the same work in C, compiled for this processor with all optimisations, and
//! against the same kernels in OpenCL C, run by PoCL. All run alternately on buffers of the same kind, the
//! first time unmeasured; then their results are compared. The table has minima, ms: processor times of the
//! process on one thread, elapsed times on several, each of which is bound to a processor. Ratios are the
//! others' time by ours.
//!
//! `cargo bench -p hip-jit --bench native`; without `--bench` each is run once. It needs a C compiler (`CC`).
//! Without OpenMP there is no C on several threads, without PoCL (Debian's `pocl-opencl-icd`) none of its
//! column. `-- NAME ...` selects kernels, `--threads=N` the number of threads, `--runs=N` that of measured
//! runs; `--strips` has all kernels in strips; `--svg=FILE` also draws the ratios. `--code=DIRECTORY` writes
//! the kernels' machine code, and `--ours=RUNS` measures it alone, for a profiler.

#![expect(unsafe_code, reason = "a benchmark places buffers in device memory and calls C")]
#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]
#![allow(dead_code, reason = "the host is shared with the tests, the work with another benchmark")]

#[path = "../../tests/it/host.rs"]
mod host;
#[path = "../kernels"]
mod kernels {
    pub(crate) mod work;
}
mod cases;
mod machine_code;
mod opencl;
mod ours;
mod picture;

use hip_jit::Mode;
use host::{Device, kernel};
use kernels::work::{Argument, Data, Work};
use libloading::Library;
use opencl::Pocl;
use ptx::Module;
use ptx::exec::Geometry;
use std::ffi::c_void;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A function of `native/loops.c`.
type Loop = unsafe extern "C" fn(*const *mut c_void, u32);

/// Sides of the comparison, in the order of the table: ours, C, PoCL.
const SIDES: [&str; 3] = ["ours", "C", "PoCL"];

/// Minima of a kernel on each side, ms; NaN for a side that did not run.
struct Row {
    kernel: &'static str,
    times: [f64; 3],
}

impl Row {
    /// Returns the time of a side divided by ours.
    fn ratio(&self, side: usize) -> f64 {
        self.times[side] / self.times[0]
    }
}

/// Everything that kernels are compared with, and how often.
struct Bench {
    threads: usize,
    runs: u32,
    /// Whether all kernels run in strips, also those that are expected to be faster thread by thread.
    strips: bool,
    /// Directory for machine code.
    code: Option<PathBuf>,
    loops: Option<Library>,
    /// PoCL, or the reason for which there is none.
    pocl: Result<Pocl, String>,
}

/// Compiles and loads the loops; `None` if there is no OpenMP, without which they have one thread.
fn loops(threads: usize) -> Option<Library> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/native/loops.c");
    let made = Path::new(env!("CARGO_TARGET_TMPDIR")).join("loops.so");
    let mut command = Command::new(std::env::var("CC").unwrap_or_else(|_| "cc".into()));
    command.args(["-O3", "-march=native", "-ffast-math", "-shared", "-fPIC", "-o"]).args([&made, &source]);
    command.arg("-lm").args((threads > 1).then_some("-fopenmp"));
    let compiled = command.status().expect("a C compiler").success();
    assert!(compiled || threads > 1, "the loops do not compile");
    // SAFETY: the library just made runs nothing when it is loaded, except for OpenMP's start.
    compiled.then(|| unsafe { Library::new(made) }.expect("the loops load"))
}

impl Bench {
    /// Returns the processor time of this process, which only one thread uses, or the time of day; ms.
    fn now(&self) -> f64 {
        let clock = if self.threads == 1 { libc::CLOCK_PROCESS_CPUTIME_ID } else { libc::CLOCK_MONOTONIC };
        let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: the call writes to a live local value.
        unsafe { libc::clock_gettime(clock, &raw mut time) };
        time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 / 1e6
    }

    /// Measures a kernel on all sides.
    fn compare(&self, work: &Work) -> Row {
        let path = testdata::root().join("bench").join(work.kernel).with_extension("ptx");
        let module = Module::parse(&std::fs::read_to_string(path).expect("a kernel's file")).expect("PTX");
        let mut device = Device::new();
        let vars = device.place_variables(&module).expect("plain variables");
        // Each side has buffers of its own, in the same kind of memory.
        let addresses = SIDES.map(|side| {
            let place = |buffer: &kernels::work::Buffer| {
                device.place(&format!("{} of {side}", buffer.name), &buffer.bytes()) as *mut c_void
            };
            work.buffers.iter().map(place).collect::<Vec<_>>()
        });
        let mut params = Vec::new();
        for argument in &work.arguments {
            match argument {
                Argument::Buffer(name) => {
                    params.resize(params.len().next_multiple_of(8), 0);
                    params.extend(device.address(&format!("{name} of ours")).to_le_bytes());
                }
                Argument::Int(n) => params.extend(n.to_le_bytes()),
                Argument::Float(x) => params.extend(x.to_le_bytes()),
            }
        }
        let geometry = Geometry::new(work.grid, work.block);
        // Programs get the best code once a kernel has run for a while, but not in a single run.
        let mode = if self.strips || self.runs == 0 { Mode::Vector } else { Mode::Auto };
        let kernel = kernel(&module, work.kernel, mode).expect("a kernel that lowers");
        let pool = ours::Pool::new(&device.window, self.threads);
        let ours = || pool.run(&kernel, geometry, &params, &vars);
        let native = self.loops.as_ref().map(|library| {
            // SAFETY: all functions of the library that have a kernel's name are of this type.
            let native = unsafe { library.get::<Loop>(work.kernel.as_bytes()) }.expect("a loop of this name");
            let buffers = &addresses[1];
            // SAFETY: the buffers are as large as the kernel's.
            move || unsafe { native(buffers.as_ptr(), work.size) }
        });
        let pocl = self.pocl.as_ref().ok().map(|pocl| pocl.launch(work, &addresses[2]));
        let pocl = pocl.as_ref().map(|launch| || launch.run());
        let sides =
            [Some(&ours as &dyn Fn()), native.as_ref().map(|it| it as _), pocl.as_ref().map(|it| it as _)];
        let mut row = Row { kernel: work.kernel, times: [f64::NAN; 3] };
        for run in 0..=self.runs {
            for (side, time) in sides.iter().zip(&mut row.times) {
                let Some(side) = side else { continue };
                let start = self.now();
                side();
                let spent = self.now() - start;
                if run > 0 || self.runs == 0 {
                    // The minimum with NaN is the number.
                    *time = time.min(spent);
                }
            }
            if let Some(directory) = self.code.as_ref().filter(|_| run == self.runs) {
                machine_code::write(directory, work.kernel);
            }
        }
        let ran = sides.map(|side| side.is_some());
        for (side, _) in SIDES.iter().zip(ran).skip(1).filter(|(_, ran)| *ran) {
            check(&mut device, work, side);
        }
        row
    }
}

/// Panics unless a side's result is nearly the kernel's: sums are in another order.
fn check(device: &mut Device, work: &Work, side: &str) {
    let output = work.buffers.last().expect("an output");
    let [own, other] =
        ["ours", side].map(|side| device.bytes(&format!("{} of {side}", output.name)).to_vec());
    let pairs = own.as_chunks::<4>().0.iter().zip(other.as_chunks::<4>().0);
    let wrong = match output.data {
        Data::Float(_) => {
            let pairs: Vec<(f32, f32)> =
                pairs.map(|(a, b)| (f32::from_le_bytes(*a), f32::from_le_bytes(*b))).collect();
            let largest = pairs.iter().map(|(a, _)| a.abs()).fold(0.0, f32::max);
            pairs.len() - pairs.iter().filter(|(a, b)| (a - b).abs() <= 1e-3 * largest).count()
        }
        Data::Int(_) => pairs.filter(|(a, b)| a != b).count(),
    };
    assert!(wrong <= own.len() / 400, "{}: {wrong} words of {side}'s differ", work.kernel);
}

/// Returns the geometric mean of a side's ratios.
fn mean(rows: &[Row], side: usize) -> f64 {
    (rows.iter().map(|row| row.ratio(side).ln()).sum::<f64>() / rows.len() as f64).exp()
}

/// Prints a line of the table; a dash stands for what was not measured.
fn print(name: &str, cells: &[f64]) {
    let cells = cells.iter().map(|x| if x.is_nan() { "–".into() } else { format!("{x:.2}") });
    println!("| {name} | {} |", cells.collect::<Vec<String>>().join(" | "));
}

fn main() {
    let measures = std::env::args().any(|arg| arg == "--bench");
    let only: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let value = |name: &str| std::env::args().find_map(|arg| arg.strip_prefix(name).map(str::to_owned));
    let number = |name: &str| value(name).map(|n| n.parse::<u32>().expect("a number"));
    let alone = number("--ours=");
    let threads = number("--threads=").unwrap_or(1) as usize;
    for (name, value) in [
        ("OMP_NUM_THREADS", threads.to_string()),
        // Threads that spin while they wait would take the processor from the next side.
        ("OMP_WAIT_POLICY", "passive".into()),
        ("OMP_PROC_BIND", if threads > 1 { "true" } else { "false" }.into()),
        // The name of PoCL up to 3, and of later ones.
        ("POCL_MAX_PTHREAD_COUNT", threads.to_string()),
        ("POCL_CPU_MAX_CU_COUNT", threads.to_string()),
        ("POCL_AFFINITY", u32::from(threads > 1).to_string()),
    ] {
        // SAFETY: the process has one thread.
        unsafe { std::env::set_var(name, value) };
    }
    let bench = Bench {
        threads,
        runs: alone.or(number("--runs=")).unwrap_or(if measures { 40 } else { 0 }),
        strips: std::env::args().any(|arg| arg == "--strips"),
        code: value("--code=").map(PathBuf::from),
        loops: alone.map_or_else(|| loops(threads), |_| None),
        pocl: alone.map_or_else(Pocl::new, |_| Err("not measured".into())),
    };
    if bench.loops.is_none() && alone.is_none() {
        println!("no C: no OpenMP");
    }
    println!("PoCL: {}\n", bench.pocl.as_ref().map_or_else(|why| why, |pocl| &pocl.version));
    println!("| kernel | ours | C | PoCL | by C | by PoCL |\n|---|---|---|---|---|---|");
    let mut rows = Vec::new();
    for work in cases::launches() {
        if only.is_empty() || only.iter().any(|name| work.kernel.contains(name.as_str())) {
            let row = bench.compare(&work);
            let [ours, c, pocl] = row.times;
            print(row.kernel, &[ours, c, pocl, row.ratio(1), row.ratio(2)]);
            rows.push(row);
        }
    }
    print("geometric mean", &[f64::NAN, f64::NAN, f64::NAN, mean(&rows, 1), mean(&rows, 2)]);
    if let Some(path) = value("--svg=") {
        std::fs::write(&path, picture::svg(&rows, threads)).expect("a file that can be written");
    }
}
