//! Text → modules → IR → passes: refused with a diagnosis, or well formed before and after.
//! Seeds: testdata/gpu/kernels and testdata/ptx.

#![no_main]

use libfuzzer_sys::fuzz_target;
use ptx::ir::verify::check;
use ptx::{Module, pass};

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let Ok(module) = Module::parse(&text) else { return };
    for kernel in module.kernels() {
        let Ok(mut f) = module.lower(kernel) else { continue };
        assert_eq!(check(&f), [], "{kernel}");
        pass::run(&mut f).unwrap_or_else(|e| panic!("{kernel}: {e}"));
        assert_eq!(check(&f), [], "{kernel}, after the passes");
    }
});
