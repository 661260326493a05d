//! Damaged programs of the recorded set: whatever the front end still accepts compiles.

use hip_jit::{Kernel, Mode};
use ptx::Module;
use std::sync::Arc;
use testdata::damage::damaged;

const DAMAGES: u64 = 400;

#[test]
fn damaged_programs_that_lower_compile() {
    let files = testdata::files("gpu/kernels", "ptx");
    let read = |path| std::fs::read(path).expect("a readable fixture");
    let programs: Vec<Vec<u8>> = files.iter().map(read).filter(|text| text.len() < 6_000).collect();
    let mut compiled = 0;
    for seed in 0..DAMAGES {
        let pick = |n: u64| &programs[(testdata::generate::draw(seed, n) % programs.len() as u64) as usize];
        let text = damaged(pick(1 << 32), pick(1 << 33), seed);
        let Ok(module) = Module::parse(&String::from_utf8_lossy(&text)) else { continue };
        for name in module.kernels() {
            let Ok(mut f) = module.lower(name) else { continue };
            ptx::pass::run(&mut f).unwrap_or_else(|e| panic!("seed {seed}, kernel {name}: {e}"));
            let f = Arc::new(f);
            for (mode, block) in [
                (Mode::Quick, [64, 1, 1]),
                (Mode::Scalar, [64, 1, 1]),
                (Mode::Vector, [64, 1, 1]),
                (Mode::Vector, [7, 5, 3]),
            ] {
                let kernel = Kernel::new(Arc::clone(&f), mode);
                kernel.compile(block).unwrap_or_else(|e| panic!("seed {seed}, {mode:?}, {block:?}: {e}"));
                compiled += 1;
            }
        }
    }
    assert!(compiled > DAMAGES / 2, "only {compiled} compiled");
}
