//! Containers that lie about what they hold.
//! Seeds: `testdata/fatbin`; fat binaries, objects and programs made by nvcc and clang.

#![no_main]

use fatbin::Error;
use fatbin::inventory::{Image, ImageKind, Visitor, walk};
use fatbin::nvidia::{self, write};
use libfuzzer_sys::fuzz_target;

/// Takes everything there is.
struct All;

impl Visitor for All {
    fn image(&mut self, image: &Image<'_>) {
        let contents = image.contents();
        if matches!(image.kind, ImageKind::Cubin | ImageKind::Hsaco)
            && let Ok(contents) = contents
        {
            let _ = fatbin::device::read(&contents);
        }
    }

    fn broken(&mut self, _: &str, error: &Error) {
        let _ = error.to_string();
    }
}

fuzz_target!(|bytes: &[u8]| {
    walk("", bytes, &mut All);
    // What can be read is written again byte for byte.
    if let Ok(entries) = nvidia::entries(bytes) {
        let again = write::fatbin(entries.iter().map(write::Piece::Kept));
        let header = usize::from(u16::from_le_bytes([bytes[6], bytes[7]]));
        assert!(bytes[header..].starts_with(&again[16..]));
    }
    for device in [50, 90, 103] {
        let _ = fatbin::machine::kernels(bytes, device);
        if let Ok(found) = fatbin::ptx(bytes, device) {
            assert!(found.arch.is_none_or(|arch| arch <= device));
        }
    }
});
