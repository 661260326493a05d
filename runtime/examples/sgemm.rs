//! Multiplies two matrices with three kernels: one result a thread, with tiles in shared memory, with 16
//! results a thread. It serves to try the profiler:
//! `HIP_SOFT_PROFILE=sgemm.json cargo run --release -p hip-runtime --example sgemm`.
#![expect(unsafe_code, reason = "the kernels are loaded when the program runs")]
#![expect(clippy::print_stdout, reason = "an example says what it did")]

use hip_runtime::{Context, Device, DeviceBuffer, Error, Module, Stream, launch};

/// PTX that nvcc generated from `kernels.cu`.
const PTX: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/gpu/profile/kernels.ptx");
/// Kernels, and the side of the part of the result that a block of 16×16 threads computes.
const KERNELS: [(&str, usize); 3] = [("sgemm_naive", 16), ("sgemm_tiled", 16), ("sgemm_blocked", 64)];

pub(crate) fn main() -> Result<(), Error> {
    let side: usize = std::env::args().nth(1).and_then(|side| side.parse().ok()).unwrap_or(256);
    let side = side.next_multiple_of(64);
    let _context = Context::primary(Device::get(0)?)?;
    let module = Module::load(PTX)?;
    let stream = Stream::new()?;
    // Small integers, so that every order of the sums has the same result.
    let values = |factor: usize| (0..side * side).map(|at| (at * factor % 7) as f32).collect::<Vec<f32>>();
    let (left, right) = (values(3), values(5));
    let (a, b) = (DeviceBuffer::from_slice(&left)?, DeviceBuffer::from_slice(&right)?);
    let (mut c, unused) = (DeviceBuffer::<f32>::new(side * side)?, DeviceBuffer::<f32>::new(1)?);
    for (name, part) in KERNELS {
        let kernel = module.function(name)?;
        let grid = (side / part, side / part);
        // SAFETY: the kernel multiplies matrices of that side, a multiple of its blocks' parts.
        unsafe { launch!(kernel<<<grid, (16, 16), 0, &stream>>>(&a, &b, &mut c, &unused, side as i32)) }?;
        let product = c.to_vec()?;
        // A diagonal through the result has an element of each row and column.
        for row in 0..side {
            let column = (row * 5 + 1) % side;
            let sum: f32 = (0..side).map(|k| left[row * side + k] * right[k * side + column]).sum();
            assert_eq!(product[row * side + column], sum, "{name}: row {row}, column {column}");
        }
    }
    println!("sgemm: {side}×{side}, PASS");
    Ok(())
}
