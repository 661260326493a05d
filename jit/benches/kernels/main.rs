//! What compiled kernels take, on one thread: scalar code and vector code beside the interpreter and a plain Rust loop.
//!
//! `cargo bench -p hip-jit`; without `--bench` each is run once. Every launch makes its blocks anew, as a program's
//! would; compiling is not measured. The interpreter has less to do, so compare items a second, not times.

#![expect(unsafe_code, reason = "a benchmark places buffers in device memory")]

#[path = "../../tests/it/host.rs"]
mod host;
mod work;

use divan::Bencher;
use divan::counter::ItemsCount;
use hip_jit::Mode;
use host::{Device, kernel};
use ptx::Module;
use ptx::exec::Geometry;
use ptx::interp::{Arena, run_grid};
use work::{Argument, Buffer, Work};

/// Who does the work.
#[derive(Clone, Copy, Debug)]
enum By {
    Interpreter,
    Scalar,
    Vector,
    Native,
}

const ALL: [By; 4] = [By::Interpreter, By::Scalar, By::Vector, By::Native];

fn main() {
    divan::main();
}

fn bytes(buffer: &Buffer) -> Vec<u8> {
    buffer.words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn params(work: &Work, device: &Device) -> Vec<u8> {
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
    params
}

/// Measures `make(size)`, or `make(1)` by the interpreter.
fn bench(bencher: Bencher, by: By, make: fn(u32) -> Work, size: u32) {
    let mut work = make(if matches!(by, By::Interpreter) { 1 } else { size });
    let bencher = bencher.counter(ItemsCount::new(work.items));
    let text = std::fs::read_to_string(testdata::root().join("gpu/kernels").join(work.file));
    let module = Module::parse(&text.expect("a recorded kernel")).expect("a kernel that parses");
    let mut device = Device::new();
    let vars = device.place_variables(&module).expect("plain variables");
    for buffer in &work.buffers {
        device.place(buffer.name, &bytes(buffer));
    }
    let params = params(&work, &device);
    let geometry = Geometry { grid: work.grid, block: work.block };
    match by {
        By::Interpreter => {
            let mut function = module.lower(work.kernel).expect("a kernel that lowers");
            ptx::pass::run(&mut function).expect("passes that agree");
            // From the first buffer to the last: the interpreter's own copy of device memory.
            let base = device.address(work.buffers[0].name);
            let last = work.buffers.last().expect("a buffer");
            let len = device.address(last.name) - base + 4 * last.words.len() as u64;
            let mut memory = Arena { base, bytes: vec![0; len as usize] };
            for buffer in &work.buffers {
                let at = (device.address(buffer.name) - base) as usize;
                memory.bytes[at..at + 4 * buffer.words.len()].copy_from_slice(&bytes(buffer));
            }
            bencher.bench_local(|| run_grid(&function, geometry, &params, work.shared, &vars, &mut memory));
        }
        By::Scalar | By::Vector => {
            let mode = if matches!(by, By::Scalar) { Mode::Scalar } else { Mode::Vector };
            let kernel = kernel(&module, work.kernel, mode).expect("a kernel that lowers");
            let run = |device: &Device| {
                device.run(&kernel, geometry, &params, work.shared, &vars).expect("no fault");
            };
            run(&device);
            device.check_guards().expect("stores inside the buffers");
            let output = work.buffers.last().expect("an output").name;
            assert!(device.bytes(output).iter().any(|&byte| byte != 0), "an output was written");
            bencher.bench_local(|| run(&device));
        }
        By::Native => {
            let (native, size) = (work.native, work.size);
            bencher.bench_local(|| native(divan::black_box(&mut work.buffers), size));
        }
    }
}

#[divan::bench(args = ALL, sample_count = 10, sample_size = 1)]
fn vecadd(bencher: Bencher, by: By) {
    bench(bencher, by, work::vecadd, 256);
}

#[divan::bench(args = ALL, sample_count = 10, sample_size = 1)]
fn saxpy(bencher: Bencher, by: By) {
    bench(bencher, by, work::saxpy, 256);
}

#[divan::bench(args = ALL, sample_count = 10, sample_size = 1)]
fn sgemm(bencher: Bencher, by: By) {
    bench(bencher, by, work::sgemm, 8);
}

#[divan::bench(args = ALL, sample_count = 10, sample_size = 1)]
fn reduce(bencher: Bencher, by: By) {
    bench(bencher, by, work::reduce, 256);
}

#[divan::bench(args = ALL, sample_count = 10, sample_size = 1)]
fn mandelbrot(bencher: Bencher, by: By) {
    bench(bencher, by, work::mandelbrot, 16);
}
