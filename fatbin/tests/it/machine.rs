//! Attributes of machine code besides the PTX, made by NVIDIA's assemblers of CUDA 12.1 (`sm_60`, `sm_80`)
//! and 13.0 (`sm_90`, `sm_90a`).

use crate::{samples, text};
use hip_fatbin::clang::bundle;
use hip_fatbin::machine::kernels;
use hip_fatbin::nvidia::write::{NewEntry, Packing, fatbin};

/// Registers of `keeps` and of `stores`, where they are known.
fn registers(image: &[u8], device: u32) -> [Option<u32>; 2] {
    let found = kernels(image, device);
    ["keeps", "stores"].map(|name| found.get(name).and_then(|kernel| kernel.registers))
}

fn sample() -> Vec<u8> {
    samples().into_iter().find(|(name, _)| name == "machine.fatbin").expect("the sample").1
}

/// The counts are the output of `ptxas -v`.
#[test]
fn registers_are_those_of_the_code_that_the_device_would_run() {
    let image = sample();
    let known = |keeps, stores| [Some(keeps), Some(stores)];
    for (device, want) in [
        (60, known(24, 4)),
        (61, known(24, 4)),
        // Code for embedded chips runs on nothing else.
        (62, [None; 2]),
        (70, [None; 2]),
        (80, known(28, 8)),
        (86, known(28, 8)),
        (87, [None; 2]),
        (89, known(28, 8)),
        // An H200 prefers architecture-specific code, in any position.
        (90, known(24, 10)),
        (100, [None; 2]),
    ] {
        assert_eq!(registers(&image, device), want, "device {device}");
    }
    let bundled = bundle::write(&[("host-x--", b""), ("hip-nvptx64-nvidia-cuda--sm_80", &image)], 8);
    assert_eq!(registers(&bundled, 80), known(28, 8), "in another container");
    let alone = text(80);
    let alone = fatbin([NewEntry::ptx(&alone, 80, (7, 0), Packing::Zstd)]);
    assert!(kernels(&alone, 80).is_empty() && kernels(b"", 80).is_empty());
}

/// Objects of older assemblers repeat the count in the section of the code.
#[test]
fn a_section_tells_what_no_attribute_does() {
    let mut image = sample();
    // The attribute, its size, and the kernel's symbol; its count follows.
    let attribute = |image: &[u8], count: u8| {
        let ends = [0x04, 0x2f, 0x08, 0x00];
        let found = |at: &usize| image[*at..].starts_with(&ends) && image[at + 8] == count;
        (0..image.len() - 12).filter(found).collect::<Vec<_>>()
    };
    for at in attribute(&image, 28) {
        image[at + 1] = 0xff;
    }
    assert_eq!(registers(&image, 80), [Some(28), Some(8)]);
    for at in attribute(&image, 24) {
        image[at + 1] = 0xff;
    }
    assert_eq!(registers(&image, 60), [Some(24), Some(4)]);
    assert_eq!(registers(&image, 90), [None, Some(10)], "newer ones do not");
}

#[test]
fn what_is_no_object_tells_nothing() {
    let image = sample();
    let starts: Vec<usize> = (0..image.len() - 4).filter(|&at| image[at..].starts_with(b"\x7fELF")).collect();
    assert_eq!(starts.len(), 4);
    for (at, device) in starts.into_iter().zip([60, 80, 90, 90]) {
        let mut broken = image.clone();
        // Offset of the section headers.
        broken[at + 0x28..at + 0x30].copy_from_slice(&u64::MAX.to_le_bytes());
        let left = if device == 90 { 2 } else { 0 };
        assert_eq!(kernels(&broken, device).len(), left, "{device}");
    }
}
