//! Round trips, selection, and containers that lie.

use hip_fatbin::nvidia::{self, flag};
use hip_fatbin::write::{Packing, PtxEntry, fatbin};
use hip_fatbin::{Error, ptx};
use proptest::prelude::*;

fn text(arch: u32) -> String {
    format!(".version 7.0\n.target sm_{arch}\n.address_size 64\n{}", "// filler\n".repeat(50))
}

fn entry(text: &str, arch: u32, packing: Packing, flags: u64) -> PtxEntry<'_> {
    PtxEntry { text, arch, version: (7, 0), packing, flags }
}

const PACKINGS: [Packing; 3] = [Packing::Plain, Packing::Lz4, Packing::Zstd];

#[test]
fn every_packing_comes_back() {
    for packing in PACKINGS {
        let text = text(75);
        let image = fatbin(&[entry(&text, 75, packing, 0)]);
        let entries = nvidia::entries(&image).expect("our own image");
        assert_eq!((entries.len(), entries[0].arch, entries[0].version), (1, 75, (7, 0)));
        assert_eq!(entries[0].target(), "compute_75");
        assert_eq!(nvidia::length(&image), Ok(image.len()));
        assert_eq!(ptx(&image, 90).expect("PTX").text, text.as_str(), "{packing:?}");
    }
}

#[test]
fn the_newest_that_fits_is_taken() {
    let texts: Vec<String> = [70, 80, 90, 100].into_iter().map(text).collect();
    let archs = [70, 80, 90, 100];
    let entries: Vec<_> = texts.iter().zip(archs).map(|(t, a)| entry(t, a, Packing::Zstd, 0)).collect();
    let image = fatbin(&entries);
    for (device, want) in [(70, 70), (75, 70), (89, 80), (90, 90), (103, 100)] {
        assert_eq!(ptx(&image, device).expect("PTX").arch, Some(want), "device {device}");
    }
    let exact = text(90);
    let image = fatbin(&[entries[0].clone(), entry(&exact, 90, Packing::Plain, flag::ARCH_SPECIFIC)]);
    assert_eq!(ptx(&image, 90).expect("PTX").arch, Some(90));
    assert_eq!(ptx(&image, 100).expect("PTX").arch, Some(70), "sm_90a code is for sm_90 alone");
}

#[test]
fn what_is_there_instead_is_told() {
    let newer = text(100);
    let image = fatbin(&[entry(&newer, 100, Packing::Plain, 0)]);
    let error = ptx(&image, 90).expect_err("too new");
    assert_eq!(
        error.to_string(),
        "no PTX that a device of compute capability 9.0 can run; the image holds ptx for compute_100"
    );
    assert!(matches!(ptx(&fatbin(&[]), 90), Err(Error::NoPtx { found, .. }) if found.is_empty()));
    assert_eq!(ptx(b"", 90), Err(Error::Empty));
    assert!(matches!(ptx(b"what is this", 90), Err(Error::Unknown { .. })));
    assert_eq!(ptx(b".version 7.0\n\xff", 90), Err(Error::NotText { offset: 13 }));
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the crate reads no file, its test does")]
fn our_own_executable_holds_no_device_code() {
    let path = std::env::current_exe().expect("a path");
    let bytes = std::fs::read(path).expect("the test itself");
    let error = ptx(&bytes, 90).expect_err("a host program");
    assert!(error.to_string().ends_with("the image holds host object"), "{error}");
}

#[test]
fn lies_about_sizes_are_refused_before_memory_is_taken() {
    let text = text(75);
    for packing in [Packing::Lz4, Packing::Zstd] {
        let mut image = fatbin(&[entry(&text, 75, packing, 0)]);
        image[0x10 + 0x38..0x10 + 0x40].copy_from_slice(&u64::MAX.to_le_bytes());
        assert!(matches!(ptx(&image, 90), Err(Error::TooLarge { .. })));
        image[0x10 + 0x38..0x10 + 0x40].copy_from_slice(&(1u64 << 29).to_le_bytes());
        assert!(matches!(ptx(&image, 90), Err(Error::BadCompression { .. })));
        image[0x10 + 0x38..0x10 + 0x40].copy_from_slice(&3u64.to_le_bytes());
        assert!(matches!(ptx(&image, 90), Err(Error::BadCompression { .. })));
    }
    let image = fatbin(&[entry(&text, 75, Packing::Plain, 0)]);
    for cut in [3, 0x0f, 0x10, 0x30, image.len() - 1] {
        assert!(matches!(nvidia::entries(&image[..cut]), Err(Error::Truncated { .. })), "cut at {cut}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn any_text_survives(text in "\\.[a-z][^\0]{0,400}", which in 0..3usize, arch in 50..90u32) {
        let image = fatbin(&[entry(&text, arch, PACKINGS[which], 0)]);
        prop_assert_eq!(ptx(&image, 90).expect("PTX").text, text.as_str());
    }

    #[test]
    fn no_bytes_do_harm(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = ptx(&bytes, 90);
    }

    #[test]
    fn no_damage_does_harm(which in 0..3usize, at in 0..700usize, value: u8, at2 in 0..0x60usize, value2: u8) {
        let text = text(75);
        let mut image = fatbin(&[entry(&text, 75, PACKINGS[which], 0)]);
        let (at, at2) = (at % image.len(), at2 % image.len());
        image[at] = value;
        image[at2] = value2;
        let _ = ptx(&image, 90);
    }
}
