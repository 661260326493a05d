//! Compiled kernels against the same work in C, compiled for this processor with all optimisations. One
//! thread each; processor times, minima of alternate runs.
//!
//! `cargo bench -p hip-jit --bench native`; without `--bench` each is run once. It needs a C compiler (`CC`).
//! `-- NAME ...` selects kernels; `--svg=FILE` also draws the ratios. `--code=DIRECTORY` writes the kernels'
//! machine code, and `--ours=RUNS` measures it alone, for a profiler.

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
mod picture;

use hip_jit::Mode;
use host::{Device, kernel};
use kernels::work::{Argument, Data, Work};
use ptx::Module;
use ptx::exec::Geometry;
use std::ffi::{CString, c_void};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A function of `native/loops.c`.
type Loop = unsafe extern "C" fn(*const *mut c_void, u32);

/// Returns the processor time of this thread, ms.
fn spent() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call writes to a live local value.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 / 1e6
}

/// Compiles the loops; returns the handle of their library.
fn library() -> *mut c_void {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/native/loops.c");
    let made = Path::new(env!("CARGO_TARGET_TMPDIR")).join("loops.so");
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".into());
    let options = ["-O3", "-march=native", "-ffast-math", "-shared", "-fPIC", "-o"];
    let status = Command::new(compiler)
        .args(options)
        .args([&made, &source])
        .arg("-lm")
        .status()
        .expect("a C compiler");
    assert!(status.success(), "the loops do not compile");
    let path = CString::new(made.to_str().expect("a path")).expect("no zeros");
    // SAFETY: the library just made runs nothing when it is loaded.
    let handle = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW) };
    assert!(!handle.is_null(), "the loops do not load");
    handle
}

fn loop_of(library: *mut c_void, name: &str) -> Loop {
    let symbol = CString::new(name).expect("no zeros");
    // SAFETY: the handle is of a loaded library.
    let address = unsafe { libc::dlsym(library, symbol.as_ptr()) };
    assert!(!address.is_null(), "no loop `{name}`");
    // SAFETY: all functions of the library that have a kernel's name are of this type.
    unsafe { std::mem::transmute::<*mut c_void, Loop>(address) }
}

/// Number of runs, and what else to do with a kernel.
struct Options {
    runs: u32,
    /// Runs of the kernel without its loop.
    alone: u32,
    /// Directory for machine code.
    code: Option<PathBuf>,
}

/// Measures a kernel and its loop; prints both, and returns the ratio.
fn compare(library: *mut c_void, work: &Work, options: &Options) -> f64 {
    let &Options { runs, alone, .. } = options;
    let path = testdata::root().join("bench").join(work.kernel).with_extension("ptx");
    let module = Module::parse(&std::fs::read_to_string(path).expect("a kernel's file")).expect("PTX");
    let mut device = Device::new();
    let vars = device.place_variables(&module).expect("plain variables");
    let mut addresses = Vec::new();
    for buffer in &work.buffers {
        device.place(buffer.name, &buffer.bytes());
        // The loop has buffers of its own, in the same kind of memory.
        addresses.push(device.place(&format!("{} of C", buffer.name), &buffer.bytes()) as *mut c_void);
    }
    let mut params = Vec::new();
    for argument in &work.arguments {
        match argument {
            Argument::Buffer(name) => {
                params.resize(params.len().next_multiple_of(8), 0);
                params.extend(device.address(name).to_le_bytes());
            }
            Argument::Int(n) => params.extend(n.to_le_bytes()),
            Argument::Float(x) => params.extend(x.to_le_bytes()),
        }
    }
    let geometry = Geometry::new(work.grid, work.block);
    let kernel = kernel(&module, work.kernel, Mode::Vector).expect("a kernel that lowers");
    let (mut ours, mut theirs) = (f64::MAX, f64::MAX);
    for run in 0..alone {
        let start = spent();
        device.run(&kernel, geometry, &params, 0, &vars).expect("no fault");
        ours = ours.min(spent() - start);
        if let Some(directory) = options.code.as_ref().filter(|_| run == 0) {
            machine_code::write(directory, work.kernel);
        }
    }
    if alone > 0 {
        println!("{:14} {ours:8.2}", work.kernel);
        return f64::NAN;
    }
    let native = loop_of(library, work.kernel);
    for run in 0..=runs {
        let start = spent();
        device.run(&kernel, geometry, &params, 0, &vars).expect("no fault");
        let middle = spent();
        // SAFETY: the buffers are as large as the kernel's.
        unsafe { native(addresses.as_ptr(), work.size) };
        let end = spent();
        if run > 0 || runs == 0 {
            (ours, theirs) = (ours.min(middle - start), theirs.min(end - middle));
        }
    }
    check(&mut device, work);
    println!("{:14} {ours:8.2} {theirs:8.2} {:6.2}", work.kernel, theirs / ours);
    theirs / ours
}

/// Panics unless the loop's result is nearly the kernel's: sums are in another order.
fn check(device: &mut Device, work: &Work) {
    let output = work.buffers.last().expect("an output");
    let own = device.bytes(output.name).to_vec();
    let other = device.bytes(&format!("{} of C", output.name)).to_vec();
    let pairs = own.as_chunks::<4>().0.iter().zip(other.as_chunks::<4>().0);
    let wrong = match output.data {
        Data::Float(_) => {
            let pairs: Vec<(f32, f32)> =
                pairs.map(|(a, b)| (f32::from_le_bytes(*a), f32::from_le_bytes(*b))).collect();
            let largest = pairs.iter().map(|(a, _)| a.abs()).fold(0.0, f32::max);
            pairs.iter().filter(|(a, b)| (a - b).abs() > 1e-3 * largest).count()
        }
        Data::Int(_) => pairs.filter(|(a, b)| a != b).count(),
    };
    assert!(wrong <= own.len() / 400, "{}: {wrong} words differ", work.kernel);
}

fn main() {
    let measures = std::env::args().any(|arg| arg == "--bench");
    let only: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let value = |name: &str| std::env::args().find_map(|arg| arg.strip_prefix(name).map(str::to_owned));
    let options = Options {
        runs: if measures { 40 } else { 0 },
        alone: value("--ours=").map_or(0, |n| n.parse().expect("a number of runs")),
        code: value("--code=").map(PathBuf::from),
    };
    let library = if options.alone > 0 { std::ptr::null_mut() } else { library() };
    println!("kernel          ours ms     C ms  ratio");
    let mut ratios = Vec::new();
    for work in cases::launches() {
        if only.is_empty() || only.iter().any(|name| work.kernel.contains(name.as_str())) {
            ratios.push((work.kernel, compare(library, &work, &options)));
        }
    }
    if let Some(path) = value("--svg=") {
        std::fs::write(&path, picture::svg(&ratios)).expect("a file that can be written");
    }
}
