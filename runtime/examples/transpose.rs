//! Transposes a matrix with three kernels: naive, with a tile in shared memory, with a padded tile. It serves
//! to try the profiler: `HIP_SOFT_PROFILE=transpose.json cargo run -p hip-runtime --example transpose`.
#![expect(unsafe_code, reason = "the kernels are loaded when the program runs")]
#![expect(clippy::print_stdout, reason = "an example says what it did")]

use hip_runtime::{Context, Device, DeviceBuffer, Module, Stream, launch};
use std::process::ExitCode;

/// PTX that nvcc generated from `kernels.cu`.
const PTX: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/gpu/profile/kernels.ptx");

fn main() -> ExitCode {
    let side = std::env::args().nth(1).and_then(|side| side.parse().ok()).unwrap_or(1024);
    match run(side) {
        Ok(0) => {
            println!("transpose: {side}×{side}, PASS");
            ExitCode::SUCCESS
        }
        Ok(wrong) => {
            println!("transpose: {wrong} elements are wrong, FAIL");
            ExitCode::FAILURE
        }
        Err(error) => {
            println!("transpose: {error} ({}), FAIL", error.status());
            ExitCode::FAILURE
        }
    }
}

/// Runs the kernels. Returns the number of wrong elements.
fn run(side: usize) -> Result<usize, hip_runtime::Error> {
    let side = side.next_multiple_of(32);
    let _context = Context::primary(Device::get(0)?)?;
    let module = Module::load(PTX)?;
    let stream = Stream::new()?;
    let matrix: Vec<f32> = (0..side * side).map(|i| i as f32).collect();
    let (from, unused) = (DeviceBuffer::from_slice(&matrix)?, DeviceBuffer::<f32>::new(1)?);
    let mut to = DeviceBuffer::<f32>::new(side * side)?;
    let mut wrong = 0;
    let (grid, block) = ((side / 32, side / 32), (32, 8));
    for kernel in ["transpose_naive", "transpose_tiled", "transpose_padded"] {
        let kernel = module.function(kernel)?;
        // SAFETY: the kernel transposes a matrix of that side.
        unsafe {
            launch!(kernel<<<grid, block, 0, &stream>>>(&from, &unused, &mut to, &unused, side as i32))
        }?;
        stream.synchronize()?;
        let result = to.to_vec()?;
        let at = |n: usize| matrix[n % side * side + n / side];
        wrong += result.iter().enumerate().filter(|&(n, &value)| value != at(n)).count();
    }
    Ok(wrong)
}
