//! Benchmark of what a call through HIP's C interface costs beyond the same call of CUDA's driver: on a GPU
//! if there is a driver, else on this project's own `libcuda.so.1`.
//!
//! Run `cargo build --release -p hip-cuda-compat`, then `cargo bench -p hip-runtime --bench driver`; without
//! `--bench` each call is made only a few times. On a GPU it fails if a difference exceeds its limit.

#![expect(clippy::print_stdout, reason = "a benchmark says what it measured")]
#![expect(unsafe_code, reason = "the calls are C's")]

use cuda_driver::{Driver, Handle, Image, LaunchAttributes, Shape};
use std::ffi::{CStr, CString, c_char, c_void};
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::ptr::null_mut;
use std::time::Instant;

/// Limits of the difference, in nanoseconds.
const CALL: f64 = 60.0;
const LAUNCH: f64 = 100.0;
/// Least part of the driver's bandwidth that copies have.
const BANDWIDTH: f64 = 0.97;
const COPIED: usize = 64 << 20;
/// Kernel that does nothing, in a version that older drivers know.
const EMPTY: &str = ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry empty()\n{\n\tret;\n}\n";

type Pointer = *mut c_void;

/// Declares the functions of our library that are called, and the look-up of all.
macro_rules! hip {
    ($($name:ident($($argument:ty),*);)*) => {
        /// Functions of HIP's C interface.
        #[expect(non_snake_case, reason = "the library's names")]
        struct Hip {
            $($name: unsafe extern "C" fn($($argument),*) -> u32,)*
        }

        impl Hip {
            /// Looks the functions up in a loaded library.
            fn find(look_up: impl Fn(&CStr) -> Pointer) -> Hip {
                Hip {$($name: {
                    let name = CString::new(stringify!($name)).expect("a name without zeros");
                    let found = look_up(&name);
                    assert!(!found.is_null(), "{name:?} is there");
                    // SAFETY: the function has these arguments in HIP's header.
                    unsafe { std::mem::transmute::<Pointer, unsafe extern "C" fn($($argument),*) -> u32>(found) }
                },)*}
            }
        }
    };
}

hip! {
    hipInit(u32);
    hipDevicePrimaryCtxRetain(*mut Pointer, i32);
    hipCtxSetCurrent(Pointer);
    hipStreamCreateWithFlags(*mut Pointer, u32);
    hipStreamDestroy(Pointer);
    hipStreamQuery(Pointer);
    hipStreamSynchronize(Pointer);
    hipStreamWaitEvent(Pointer, Pointer, u32);
    hipEventCreateWithFlags(*mut Pointer, u32);
    hipEventDestroy(Pointer);
    hipEventQuery(Pointer);
    hipEventRecord(Pointer, Pointer);
    hipMalloc(*mut Pointer, usize);
    hipFree(Pointer);
    hipHostMalloc(*mut Pointer, usize, u32);
    hipHostFree(Pointer);
    hipMemcpyHtoD(Pointer, Pointer, usize);
    hipMemcpyDtoH(Pointer, Pointer, usize);
    hipModuleLoadData(*mut Pointer, *const c_char);
    hipModuleUnload(Pointer);
    hipModuleGetFunction(*mut Pointer, Pointer, *const c_char);
    hipModuleLaunchKernel(Pointer, u32, u32, u32, u32, u32, u32, u32, Pointer, *mut Pointer, *mut Pointer);
}

/// Loads our library, under its installed name beside this program.
fn load() -> Hip {
    let names = names().expect("this program's folder");
    let file = CString::new(names.join("libamdhip64.so.7").into_os_string().into_encoded_bytes());
    let file = file.expect("a path without zeros");
    // SAFETY: a name that ends in a zero.
    let library = unsafe { libc::dlopen(file.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
    assert!(!library.is_null(), "{} is built", file.to_string_lossy());
    // SAFETY: a loaded library, and names that end in a zero.
    Hip::find(|name| unsafe { libc::dlsym(library, name.as_ptr()) })
}

/// Panics if a call failed: the time of a failing call is of no use.
fn good(code: u32) {
    assert_eq!(code, 0);
}

/// Returns the folder in which our libraries have their installed names.
fn names() -> Option<PathBuf> {
    Some(std::env::current_exe().ok()?.parent()?.join("driver-bench"))
}

/// Gives our libraries, which cargo built beside this program, their installed names.
fn name_libraries() -> std::io::Result<()> {
    let own = std::env::current_exe()?;
    let folders: Vec<PathBuf> =
        own.ancestors().skip(1).take(2).flat_map(|folder| [folder.to_owned(), folder.join("deps")]).collect();
    let names = names().ok_or(std::io::ErrorKind::NotFound)?;
    std::fs::create_dir_all(&names)?;
    for (name, installed) in [("libcuda.so", "libcuda.so.1"), ("libamdhip64.so", "libamdhip64.so.7")] {
        let link = names.join(installed);
        // An older link is made anew.
        let _: std::io::Result<()> = std::fs::remove_file(&link);
        let built = folders.iter().map(|folder| folder.join(name)).find(|file| file.exists());
        std::os::unix::fs::symlink(built.ok_or(std::io::ErrorKind::NotFound)?, &link)?;
    }
    Ok(())
}

/// Returns the driver's file for both sides: a GPU's, else ours.
fn driver_file() -> Option<String> {
    name_libraries().ok()?;
    match Driver::open(None) {
        Ok(driver) => Some(driver.place().file.clone()),
        Err(_) => Some(names()?.join("libcuda.so.1").to_string_lossy().into_owned()),
    }
}

/// Rounds, of which the fastest counts, and calls of a round.
#[derive(Clone, Copy)]
struct Effort {
    rounds: u32,
    calls: u32,
}

/// Both sides, one round after the other.
struct Bench {
    effort: Effort,
    is_gpu: bool,
    exceeded: bool,
}

impl Bench {
    /// Measures a call on both sides. `between` runs after each round and is not timed.
    fn row(
        &mut self,
        what: &str,
        limit: f64,
        mut direct: impl FnMut(),
        mut ours: impl FnMut(),
        between: impl Fn(),
    ) {
        let calls = self.effort.calls;
        let round = |call: &mut dyn FnMut()| {
            let start = Instant::now();
            (0..calls).for_each(|_| call());
            let time = start.elapsed().as_secs_f64() * 1e9 / f64::from(calls);
            between();
            time
        };
        let mut fastest = [f64::INFINITY; 2];
        for _ in 0..self.effort.rounds {
            fastest = [fastest[0].min(round(&mut direct)), fastest[1].min(round(&mut ours))];
        }
        let more = fastest[1] - fastest[0];
        self.exceeded |= more > limit;
        println!("{what:<36} {:>9.1} ns {:>9.1} ns {more:>+8.1} ns, limit {limit}", fastest[0], fastest[1]);
    }

    /// Measures copies of a large buffer on both sides, by their bandwidth.
    fn copies(&mut self, what: &str, mut direct: impl FnMut(), mut ours: impl FnMut()) {
        let round = |call: &mut dyn FnMut()| {
            let start = Instant::now();
            call();
            COPIED as f64 / 1e9 / start.elapsed().as_secs_f64()
        };
        let mut most = [0.0f64; 2];
        for _ in 0..self.effort.rounds.min(12) {
            most = [most[0].max(round(&mut direct)), most[1].max(round(&mut ours))];
        }
        let part = most[1] / most[0];
        self.exceeded |= part < BANDWIDTH;
        println!("{what:<36} {:>8.1} GB/s {:>7.1} GB/s {part:>9.3}, limit {BANDWIDTH}", most[0], most[1]);
    }

    fn verdict(&self) -> ExitCode {
        match self.exceeded && self.is_gpu {
            true => ExitCode::FAILURE,
            false => ExitCode::SUCCESS,
        }
    }
}

fn main() -> ExitCode {
    let is_bench = std::env::args().any(|argument| argument == "--bench");
    if std::env::var_os("HIP_CUDA_DRIVER").is_none() {
        let Some(file) = driver_file() else {
            println!("skipped: our libraries are not beside this program");
            return ExitCode::SUCCESS;
        };
        // Settings are read once, so another process measures.
        let mut again = Command::new(std::env::current_exe().expect("this program"));
        let again = again.args(std::env::args_os().skip(1)).env("HIP_CUDA_DRIVER", file);
        let status = again.env("HIP_BACKEND", "cuda").status().expect("this program starts");
        return if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    let effort = if is_bench { Effort { rounds: 200, calls: 500 } } else { Effort { rounds: 2, calls: 2 } };
    let file = std::env::var("HIP_CUDA_DRIVER").expect("a text");
    name_libraries().expect("our libraries are beside this program");
    let driver = Driver::open(Some(&file)).expect("the driver that this program found");
    println!("{file}, CUDA {}.{}", driver.version() / 1000, driver.version() % 1000 / 10);
    println!("{:<36} {:>12} {:>12} {:>11}", "call", "driver", "through us", "more");
    let mut bench = Bench { effort, is_gpu: !driver.place().is_ours, exceeded: false };
    let hip = load();
    let mut context = null_mut();
    // SAFETY: the place is a local's; the primary context stays for the program's life.
    unsafe {
        good((hip.hipInit)(0));
        good((hip.hipDevicePrimaryCtxRetain)(&mut context, 0));
        good((hip.hipCtxSetCurrent)(context));
    }
    let mut primary = Handle::default();
    driver.cuDevicePrimaryCtxRetain(&mut primary, 0).expect("a context");
    driver.cuCtxSetCurrent(primary).expect("it becomes current");
    streams(&mut bench, &driver, &hip);
    memory(&mut bench, &driver, &hip);
    launches(&mut bench, &driver, &hip);
    bench.verdict()
}

fn streams(bench: &mut Bench, driver: &Driver, hip: &Hip) {
    let (mut stream, mut event) = (null_mut(), null_mut());
    let (mut other, mut mark) = (Handle::default(), Handle::default());
    // SAFETY: places are locals.
    unsafe {
        good((hip.hipStreamCreateWithFlags)(&mut stream, 1));
        good((hip.hipEventCreateWithFlags)(&mut event, 0));
    }
    driver.cuStreamCreateWithPriority(&mut other, 1, 0).expect("a stream");
    driver.cuEventCreate(&mut mark, 0).expect("an event");
    // SAFETY: handles live until the end of the function.
    let ours = || good(unsafe { (hip.hipStreamQuery)(stream) });
    bench.row("stream query, idle", CALL, || driver.cuStreamQuery(other).expect("idle"), ours, || ());
    let between = || {
        // SAFETY: as above.
        good(unsafe { (hip.hipStreamSynchronize)(stream) });
        driver.cuStreamSynchronize(other).expect("it ends");
    };
    // SAFETY: as above.
    let ours = || good(unsafe { (hip.hipEventRecord)(event, stream) });
    bench.row("event record", CALL, || driver.cuEventRecord(mark, other).expect("recorded"), ours, between);
    // SAFETY: as above.
    let ours = || good(unsafe { (hip.hipEventQuery)(event) });
    bench.row("event query", CALL, || driver.cuEventQuery(mark).expect("done"), ours, || ());
    // SAFETY: as above.
    let ours = || good(unsafe { (hip.hipStreamWaitEvent)(stream, event, 0) });
    let direct = || driver.cuStreamWaitEvent(other, mark, 0).expect("waits");
    bench.row("stream waits for an event", CALL, direct, ours, between);
    // SAFETY: each handle is destroyed once.
    unsafe {
        good((hip.hipEventDestroy)(event));
        good((hip.hipStreamDestroy)(stream));
    }
    driver.cuEventDestroy_v2(mark).expect("destroyed");
    driver.cuStreamDestroy_v2(other).expect("destroyed");
}

fn memory(bench: &mut Bench, driver: &Driver, hip: &Hip) {
    let direct = || {
        let mut address = 0;
        driver.cuMemAlloc_v2(&mut address, 1 << 20).expect("memory");
        driver.cuMemFree_v2(address).expect("freed");
    };
    let ours = || {
        let mut address = null_mut();
        // SAFETY: the place is a local's, and the allocation is freed once.
        unsafe {
            good((hip.hipMalloc)(&mut address, 1 << 20));
            good((hip.hipFree)(address));
        }
    };
    bench.row("allocate and free, 1 MiB", 2.0 * CALL, direct, ours, || ());
    let host = driver.allocate_host(COPIED as u64, 0).expect("pinned memory");
    let (mut theirs, mut address) = (0, null_mut());
    driver.cuMemAlloc_v2(&mut theirs, COPIED).expect("memory");
    let mut pinned = null_mut();
    // SAFETY: places are locals.
    unsafe {
        good((hip.hipMalloc)(&mut address, COPIED));
        good((hip.hipHostMalloc)(&mut pinned, COPIED, 0));
    }
    let none = Handle::default();
    let wait = || driver.cuStreamSynchronize(none).expect("it ends");
    let copy = |to, from| {
        driver.copy(to, from, COPIED as u64, none).expect("copied");
        wait();
    };
    // SAFETY: both allocations have these bytes.
    let ours = || good(unsafe { (hip.hipMemcpyHtoD)(address, pinned, COPIED) });
    bench.copies("64 MiB to the device", || copy(theirs, host), ours);
    // SAFETY: as above.
    let ours = || good(unsafe { (hip.hipMemcpyDtoH)(pinned, address, COPIED) });
    bench.copies("64 MiB to the host", || copy(host, theirs), ours);
    // SAFETY: each is freed once.
    unsafe {
        good((hip.hipHostFree)(pinned));
        good((hip.hipFree)(address));
    }
    driver.cuMemFree_v2(theirs).expect("freed");
    driver.free_host(host).expect("freed");
}

fn launches(bench: &mut Bench, driver: &Driver, hip: &Hip) {
    let text = CString::new(EMPTY).expect("PTX has no zero");
    let (mut module, mut kernel, mut stream) = (null_mut(), null_mut(), null_mut());
    let mut other = Handle::default();
    // SAFETY: places are locals, and the text ends with a zero.
    unsafe {
        good((hip.hipModuleLoadData)(&mut module, text.as_ptr().cast()));
        good((hip.hipModuleGetFunction)(&mut kernel, module, c"empty".as_ptr()));
        good((hip.hipStreamCreateWithFlags)(&mut stream, 1));
    }
    let image = driver.load_module(Image::Text(&text)).expect("a module");
    let function = driver.module_function(image, "empty").expect("the kernel");
    driver.cuStreamCreateWithPriority(&mut other, 1, 0).expect("a stream");
    let attributes = LaunchAttributes::default();
    let shape = Shape { grid: [1; 3], block: [32, 1, 1], shared_bytes: 0, attributes };
    let between = || {
        // SAFETY: the stream lives.
        good(unsafe { (hip.hipStreamSynchronize)(stream) });
        driver.cuStreamSynchronize(other).expect("it ends");
    };
    let none = null_mut();
    // SAFETY: the kernel takes no arguments.
    let ours =
        || good(unsafe { (hip.hipModuleLaunchKernel)(kernel, 1, 1, 1, 32, 1, 1, 0, stream, none, none) });
    let direct = || driver.launch(function, &shape, &[], other).expect("launched");
    bench.row("launch", LAUNCH, direct, ours, between);
    // SAFETY: each is given back once.
    unsafe {
        good((hip.hipStreamDestroy)(stream));
        good((hip.hipModuleUnload)(module));
    }
}
