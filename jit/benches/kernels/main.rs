//! Run times of compiled kernels on one thread: scalar code and vector code compared with the interpreter and
//! a plain Rust loop.
//!
//! `cargo bench -p hip-jit --bench kernels`; without `--bench` each is run once. Every launch creates its
//! blocks anew, as a program's would; compiling is not measured. Each kernel's result is first compared with
//! the loop's. The interpreter gets less work, so compare rates, not times. `benches/README.md` has
//! a table of results.

#![expect(unsafe_code, reason = "a benchmark places buffers in device memory")]

#[path = "../../tests/it/host.rs"]
mod host;
mod work;

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use hip_jit::Mode;
use host::{Device, kernel};
use ptx::Module;
use ptx::exec::Geometry;
use ptx::interp::{Arena, run_grid};
use work::{Argument, Count, Work, compute, stream};

/// The implementation that does the work.
#[derive(Clone, Copy, Debug)]
enum Engine {
    Interpreter,
    Scalar,
    Vector,
    Native,
}

const ALL: [Engine; 4] = [Engine::Interpreter, Engine::Scalar, Engine::Vector, Engine::Native];

fn main() {
    divan::main();
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

/// Measures `make(size)`, or `make(1)` with the interpreter.
fn bench(bencher: Bencher, by: Engine, make: fn(u32) -> Work, size: u32) {
    let mut work = make(if matches!(by, Engine::Interpreter) { 1 } else { size });
    // An item is a floating-point operation.
    let bencher = match work.count {
        Count::Bytes(n) => bencher.counter(BytesCount::new(n)),
        Count::Flops(n) => bencher.counter(ItemsCount::new(n)),
    };
    let text =
        std::fs::read_to_string(testdata::root().join("bench").join(work.kernel).with_extension("ptx"));
    let module = Module::parse(&text.expect("a kernel's file")).expect("a kernel that parses");
    let mut device = Device::new();
    let vars = device.place_variables(&module).expect("plain variables");
    for buffer in &work.buffers {
        device.place(buffer.name, &buffer.bytes());
    }
    let params = params(&work, &device);
    let geometry = Geometry::new(work.grid, work.block);
    let output = work.buffers.last().expect("an output").name;
    match by {
        Engine::Interpreter => {
            let mut function = module.lower(work.kernel).expect("a kernel that lowers");
            ptx::pass::run(&mut function).expect("passes that agree");
            // The interpreter's own copy of device memory, from the first buffer to the last.
            let base = device.address(work.buffers[0].name);
            let end = device.address(output) + device.bytes(output).len() as u64;
            let mut memory = Arena { base, bytes: vec![0; (end - base) as usize] };
            for buffer in &work.buffers {
                let (at, bytes) = ((device.address(buffer.name) - base) as usize, buffer.bytes());
                memory.bytes[at..at + bytes.len()].copy_from_slice(&bytes);
            }
            let run = |memory: &mut Arena| {
                run_grid(&function, geometry, &params, 0, &vars, memory).expect("no fault");
            };
            run(&mut memory);
            work.check(&memory.bytes[(device.address(output) - base) as usize..]);
            bencher.bench_local(|| run(&mut memory));
        }
        Engine::Scalar | Engine::Vector => {
            let mode = if matches!(by, Engine::Scalar) { Mode::Scalar } else { Mode::Vector };
            let kernel = kernel(&module, work.kernel, mode).expect("a kernel that lowers");
            let run = |device: &Device| {
                device.run(&kernel, geometry, &params, 0, &vars).expect("no fault");
            };
            run(&device);
            device.check_guards().expect("stores inside the buffers");
            work.check(device.bytes(output));
            bencher.bench_local(|| run(&device));
        }
        Engine::Native => {
            let (native, size) = (work.native, work.size);
            bencher.bench_local(|| native(divan::black_box(&mut work.buffers), size));
        }
    }
}

macro_rules! benches {
    ($($folder:ident::$name:ident of $size:literal;)*) => {$(
        #[divan::bench(args = ALL, sample_count = 15, sample_size = 1, max_time = 3)]
        fn $name(bencher: Bencher, by: Engine) {
            bench(bencher, by, $folder::$name, $size);
        }
    )*};
}

benches! {
    stream::vecadd of 16;
    stream::saxpy of 16;
    stream::stencil5 of 16;
    stream::reduce of 16;
    stream::sums of 16;
    stream::histogram of 16;
    compute::sgemm of 16;
    compute::hgemm_wgmma of 8;
    compute::hgemm_mma of 8;
    compute::nbody of 32;
    compute::mandelbrot of 32;
}
