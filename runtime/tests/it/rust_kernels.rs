//! Kernels in Rust, compiled by rustc: the source of the example `rust_kernels`.

#![expect(clippy::print_stdout, reason = "the test says when it is left out")]
use crate::setup;
use hip_build::{Error, Kernels};
use hip_runtime::{DeviceBuffer, Module};
use std::path::Path;

#[test]
fn rustc_compiles_kernels() {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/kernels/particles.rs");
    // Kept between runs: `core` is compiled once.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rust_kernels");
    std::fs::create_dir_all(&folder).expect("a folder");
    let (ptx, lines) = match Kernels::new(source).architecture("sm_80").compile_into(&folder) {
        Ok(made) => made,
        Err(Error::NoRustToolchain { toolchain, reason }) => {
            println!("left out: toolchain `{toolchain}`: {reason}");
            return;
        }
        Err(error) => panic!("{error}"),
    };
    assert!(lines.contains("particle.rs\n"), "cargo compiles again when a module changes: {lines}");
    let (_, _context) = setup();
    let module = Module::load(ptx).expect("a module");
    // Two particles: position and speed.
    let mut data =
        DeviceBuffer::from_slice(&[[0.0f32, 10.0, 1.0, 0.0], [0.0, 0.0, 0.0, -1.0]]).expect("memory");
    launch!(module.step<<<1, 32>>>(&mut data, 2u32, 0.5f32)).expect("a launch");
    let values = data.to_vec().expect("values");
    assert_eq!((values[0][0], values[0][3]), (0.5, -4.905));
    assert!(values[1][1] > 0.0 && values[1][3] > 0.0, "it came back from the ground: {values:?}");
}
