//! Compiles everything that the front end accepts, in every mode and for every block shape.
//! Seeds: testdata/gpu/kernels.

#![no_main]

use jit::{CompileError, Kernel, Mode};
use libfuzzer_sys::fuzz_target;
use ptx::{Module, pass};
use std::sync::Arc;

/// Blocks that lie in warps in different ways: one row, whole rows, anything.
const BLOCKS: [[u32; 3]; 3] = [[256, 1, 1], [16, 16, 1], [7, 5, 3]];

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let Ok(module) = Module::parse(&text) else { return };
    for name in module.kernels() {
        let Ok(mut f) = module.lower(name) else { continue };
        pass::run(&mut f).unwrap_or_else(|e| panic!("{name}: {e}"));
        let f = Arc::new(f);
        for mode in [Mode::Quick, Mode::Scalar, Mode::Vector] {
            let kernel = Kernel::new(Arc::clone(&f), mode);
            for block in BLOCKS {
                match kernel.compile(block) {
                    // A refusal, which comes fast.
                    Err(e) if matches!(*e, CompileError::Barriers { .. }) => {}
                    made => drop(made.unwrap_or_else(|e| panic!("{mode:?} {block:?}: {e}"))),
                }
            }
        }
    }
});
