//! Damaged programs: each is rejected with a diagnostic, or well formed before and after the passes.

use hip_ptx::ir::verify::check;
use hip_ptx::{Module, pass};
use testdata::damage::damaged;

const DAMAGES: u64 = 600;

/// Returns programs short enough to be damaged many times.
#[expect(clippy::disallowed_methods, reason = "the crate reads no file, its test does")]
fn programs() -> Vec<Vec<u8>> {
    let mut all = testdata::files("gpu/kernels", "ptx");
    all.extend(testdata::files("ptx", "ptx"));
    let read = |path| std::fs::read(path).expect("a readable fixture");
    let all: Vec<Vec<u8>> = all.iter().map(read).filter(|text| text.len() < 12_000).collect();
    assert!(all.len() > 60, "only {} programs", all.len());
    all
}

#[test]
fn damaged_programs_are_refused_or_well_formed() {
    let programs = programs();
    let (mut lowered, mut refused) = (0, 0);
    for seed in 0..DAMAGES {
        let pick = |n: u64| &programs[(testdata::generate::draw(seed, n) % programs.len() as u64) as usize];
        let text = damaged(pick(1 << 32), pick(1 << 33), seed);
        let text = String::from_utf8_lossy(&text);
        let module = match Module::parse(&text) {
            Ok(module) => module,
            Err(found) => {
                assert!(found.iter().len() > 0, "seed {seed}");
                refused += 1;
                continue;
            }
        };
        for kernel in module.kernels() {
            match module.lower(kernel) {
                Err(found) => {
                    assert!(found.iter().len() > 0, "seed {seed}");
                    refused += 1;
                }
                Ok(mut f) => {
                    lowered += 1;
                    assert_eq!(check(&f), [], "seed {seed}, kernel {kernel}");
                    pass::run(&mut f).unwrap_or_else(|e| panic!("seed {seed}, kernel {kernel}: {e}"));
                    assert_eq!(check(&f), [], "seed {seed}, kernel {kernel}, after the passes");
                }
            }
        }
    }
    assert!(lowered > DAMAGES / 8 && refused > DAMAGES / 8, "{lowered} lowered, {refused} refused");
}
