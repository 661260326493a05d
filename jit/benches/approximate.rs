//! Kernels with approximate instructions: by the bits of an H200, and by the host's arithmetic
//! (`HIP_SOFT_MATH=fast`).
//!
//! `cargo bench -p hip-jit --bench approximate`. One thread; compiling is not measured.

#![expect(unsafe_code, reason = "a benchmark places buffers in device memory")]
#![allow(dead_code, reason = "the host is shared with the tests")]

#[path = "../tests/it/host.rs"]
mod host;

use divan::Bencher;
use divan::counter::ItemsCount;
use hip_jit::{Kernel, Mode};
use host::Device;
use ptx::Module;
use ptx::exec::Geometry;
use ptx::pass::fast_math;
use std::sync::Arc;

/// Arithmetic of the approximate instructions.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Arithmetic {
    Exact,
    Fast,
}

const BOTH: [Arithmetic; 2] = [Arithmetic::Exact, Arithmetic::Fast];

fn main() {
    divan::main();
}

/// Measures a kernel over inputs of `n` numbers in 0.5 ..= 1.5, and an output as long; `more` are further
/// arguments.
fn bench(
    bencher: Bencher,
    by: Arithmetic,
    name: &str,
    [grid, block, n]: [u32; 3],
    inputs: u32,
    more: &[u32],
) {
    let path = testdata::root().join("bench").join(name).with_extension("ptx");
    let module = Module::parse(&std::fs::read_to_string(path).expect("a kernel's file")).expect("PTX");
    let mut function = module.lower(name).expect("a kernel that lowers");
    if by == Arithmetic::Fast {
        fast_math::run(&mut function);
    }
    ptx::pass::run(&mut function).expect("passes that agree");
    let kernel = Arc::new(Kernel::new(Arc::new(function), Mode::Vector));
    let mut device = Device::new();
    let vars = device.place_variables(&module).expect("plain variables");
    let number = |i: u32| 0.5 + (i.wrapping_mul(2_654_435_769) >> 8) as f32 / 16_777_216.0;
    let mut params = Vec::new();
    for input in 0..inputs {
        let bytes: Vec<u8> = (0..n).flat_map(|i| number(i + input * 977).to_le_bytes()).collect();
        params.extend(device.place(&format!("in {input}"), &bytes).to_le_bytes());
    }
    params.extend(device.place("out", &vec![0; n as usize * 4]).to_le_bytes());
    more.iter().for_each(|word| params.extend(word.to_le_bytes()));
    let geometry = Geometry::new([grid, 1, 1], [block, 1, 1]);
    let run = |device: &Device| device.run(&kernel, geometry, &params, 0, &vars).expect("no fault");
    run(&device);
    bencher.counter(ItemsCount::new(n)).bench_local(|| run(&device));
}

#[divan::bench(args = BOTH, sample_count = 15, sample_size = 1)]
fn black_scholes(bencher: Bencher, by: Arithmetic) {
    const N: u32 = 1 << 20;
    bench(bencher, by, "black_scholes", [N / 256, 256, N], 3, &[N]);
}

#[divan::bench(args = BOTH, sample_count = 15, sample_size = 1)]
fn softmax(bencher: Bencher, by: Arithmetic) {
    const ROWS: u32 = 512;
    const LENGTH: u32 = 4096;
    bench(bencher, by, "softmax", [ROWS, 256, ROWS * LENGTH], 1, &[LENGTH]);
}

#[divan::bench(args = BOTH, sample_count = 15, sample_size = 1)]
fn waves(bencher: Bencher, by: Arithmetic) {
    const N: u32 = 1 << 16;
    bench(bencher, by, "waves", [N / 256, 256, N], 1, &[N, 64]);
}
