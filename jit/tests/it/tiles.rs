//! Products of matrices whose threads make tiles in registers: more sums than the processor has registers,
//! in a loop between barriers. Vector code does what single threads do.

use crate::host::{Device, kernel};
use hip_jit::Mode;
use ptx::Module;
use ptx::exec::Geometry;
use std::sync::Arc;

/// Returns the bits of the product of two matrices of `n` rows.
fn product(name: &str, n: u32, mode: Mode) -> Vec<u8> {
    let path = testdata::root().join("bench").join(name).with_extension("ptx");
    let module = Module::parse(&std::fs::read_to_string(path).expect("a kernel's file")).expect("PTX");
    let mut device = Device::new();
    let mut params = Vec::new();
    for (buffer, seed) in [("a", 1), ("b", 2), ("out", 3)] {
        let number = |i: u32| ((i + seed).wrapping_mul(2_654_435_769) >> 8) as f32 / 16_777_216.0 - 0.5;
        let bytes: Vec<u8> = (0..n * n).flat_map(|i| number(i).to_le_bytes()).collect();
        params.extend(device.place(buffer, &bytes).to_le_bytes());
    }
    params.extend(n.to_le_bytes());
    let vars = device.place_variables(&module).expect("plain variables");
    let kernel = kernel(&module, name, mode).expect("a kernel that lowers");
    let geometry = Geometry::new([n / 128, n / 128, 1], [256, 1, 1]);
    device.run(&kernel, geometry, &params, 0, &Arc::clone(&vars)).expect("no fault");
    device.check_guards().expect("whole guards");
    device.bytes("out").to_vec()
}

#[test]
fn tiles_in_registers_are_those_of_single_threads() {
    for name in ["sgemm_registers", "sgemm_vectors"] {
        let alone = product(name, 128, Mode::Quick);
        assert!(product(name, 128, Mode::Vector) == alone, "{name}");
        assert!(product(name, 128, Mode::Scalar) == alone, "{name}, optimised");
        assert!(alone.iter().any(|&byte| byte != 0), "{name}: nothing is computed");
    }
}
