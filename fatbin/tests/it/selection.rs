//! Selection of PTX, and the message if there is none.

use crate::text;
use hip_fatbin::clang::bundle;
use hip_fatbin::clang::compressed::{Method, pack};
use hip_fatbin::nvidia::flag;
use hip_fatbin::nvidia::write::{NewEntry, Packing, fatbin};
use hip_fatbin::{Error, ptx};

fn entry(text: &str, arch: u32, packing: Packing, flags: u64) -> NewEntry<'_> {
    NewEntry { flags, ..NewEntry::ptx(text, arch, (7, 0), packing) }
}

#[test]
fn the_newest_that_fits_is_taken() {
    let archs = [70, 80, 90, 100];
    let texts = archs.map(text);
    let entries: Vec<_> = texts.iter().zip(archs).map(|(t, a)| entry(t, a, Packing::Zstd, 0)).collect();
    let image = fatbin(entries.clone());
    for (device, want) in [(70, 70), (75, 70), (89, 80), (90, 90), (103, 100)] {
        assert_eq!(ptx(&image, device).expect("PTX").arch, Some(want), "device {device}");
    }
    let exact = text(90);
    let image = fatbin([entries[0].clone(), entry(&exact, 90, Packing::Plain, flag::ARCH_SPECIFIC)]);
    assert_eq!(ptx(&image, 90).expect("PTX").arch, Some(90));
    assert_eq!(ptx(&image, 100).expect("PTX").arch, Some(70), "sm_90a code is for sm_90 alone");
}

#[test]
fn it_is_found_however_deep_it_lies() {
    let text = text(80);
    let inner = fatbin([entry(&text, 80, Packing::Lz4, 0)]);
    let bundled = bundle::write(
        &[("host-x86_64-unknown-linux--", b""), ("hip-nvptx64-nvidia-cuda--sm_80", &inner)],
        bundle::HIP_ALIGNMENT,
    );
    let packed = pack(&bundled, Method::Zstd, 2).expect("a version");
    for image in [&inner, &bundled, &packed] {
        let found = ptx(image, 90).expect("PTX");
        assert_eq!((found.text.as_ref(), found.arch), (text.as_str(), Some(80)));
    }
    let bare = bundle::write(&[("hip-nvptx64-nvidia-cuda--sm_75", text.as_bytes())], 1);
    assert_eq!(ptx(&bare, 90).expect("PTX").arch, Some(75), "the bundle says what for");
    assert!(matches!(ptx(&bare, 70), Err(Error::NoPtx { .. })));
}

#[test]
fn a_group_is_looked_into() {
    let group = crate::samples().into_iter().find(|(name, _)| name == "group.fatbin").expect("the sample").1;
    for (device, want) in [(75, 75), (89, 75), (90, 90), (100, 100), (120, 90)] {
        let found = ptx(&group, device).expect("PTX");
        assert_eq!(found.arch, Some(want), "device {device}");
        assert!(found.text.starts_with(".version") && !found.text.contains('\0'));
    }
}

#[test]
fn what_is_there_instead_is_told() {
    let newer = text(100);
    let image = fatbin([entry(&newer, 100, Packing::Plain, 0)]);
    let error = ptx(&image, 90).expect_err("too new");
    assert_eq!(
        error.to_string(),
        "no PTX that a device of compute capability 9.0 can run; the image holds ptx for compute_100"
    );
    let none: [NewEntry<'_>; 0] = [];
    let error = ptx(&fatbin(none), 90).expect_err("empty");
    assert!(error.to_string().ends_with("the image holds empty fat binary"), "{error}");
    assert_eq!(ptx(b"", 90), Err(Error::Empty));
    assert!(matches!(ptx(b"what is this", 90), Err(Error::Unknown { .. })));
    let latin = b"// \xe9t\xe9 \xc3\xa9\xe2\x82\n.version 7.0\n\xff";
    assert_eq!(&*ptx(latin, 90).expect("text").text, "// ?t? \u{e9}??\n.version 7.0\n?");

    let machine = crate::samples().into_iter().find(|(name, _)| name == "llvm.hipfb").expect("the sample").1;
    let error = ptx(&machine, 90).expect_err("AMD's");
    assert!(error.to_string().ends_with("the image holds hsaco for gfx1100"), "{error}");
}

#[test]
fn our_own_executable_holds_no_device_code() {
    let path = std::env::current_exe().expect("a path");
    let bytes = std::fs::read(path).expect("the test itself");
    let error = ptx(&bytes, 90).expect_err("a host program");
    assert!(error.to_string().ends_with("the image holds host object"), "{error}");
}
