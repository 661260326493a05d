//! Containers that lie about what they hold.
//! Seeds: fat binaries, objects and programs made by nvcc.

#![no_main]

use fatbin::{elf, nvidia};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = fatbin::sniff(bytes);
    let _ = elf::describe(bytes);
    if let Ok(found) = elf::fatbins(bytes) {
        for image in found {
            let _ = nvidia::entries(image);
        }
    }
    if let Ok(entries) = nvidia::entries(bytes) {
        for entry in entries {
            let _ = entry.contents();
        }
    }
    for device in [50, 90, 103] {
        if let Ok(found) = fatbin::ptx(bytes, device) {
            assert!(found.arch.is_none_or(|arch| arch <= device));
        }
    }
});
