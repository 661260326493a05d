//! Files made from our own code by NVIDIA's `fatbinary` 13.5 and LLVM 19's bundler and packager.

use crate::list::list;
use crate::samples;
use hip_fatbin::clang::bundle;
use hip_fatbin::clang::compressed::{Method, pack};
use hip_fatbin::{Extent, extent};
use std::fmt::Write;

#[test]
fn every_sample_is_listed() {
    let mut text = String::new();
    for (name, bytes) in samples() {
        let list = list(&bytes);
        assert_eq!(list.broken, 0, "{name}");
        writeln!(text, "{name}\n  {}", list.lines.join("\n  ")).expect("a String");
    }
    insta::assert_snapshot!(text);
}

#[test]
fn the_same_code_comes_out_of_every_packing() {
    let all = samples();
    let of = |name: &str| {
        let bytes = &all.iter().find(|(n, _)| n == name).unwrap_or_else(|| panic!("{name}")).1;
        list(bytes).contents
    };
    let plain = of("none.fatbin");
    assert_eq!(plain.len(), 4);
    for name in ["speed.fatbin", "size.fatbin", "named.fatbin", "group.fatbin"] {
        assert_eq!(of(name), plain, "{name}");
    }
    let machine = of("one.gfx1100.hsaco");
    // The first entry of a bundle is the host's, which is empty.
    for name in ["llvm.hipfb", "unaligned.hipfb"] {
        assert_eq!(of(name)[1..], machine, "{name}");
    }
    assert_eq!(of("packager.bin"), machine);
}

#[test]
fn every_version_of_compressed_bundles_reads_as_the_plain_one() {
    let code = samples().into_iter().find(|(name, _)| name == "one.gfx1100.hsaco").expect("the sample").1;
    let plain = bundle::write(
        &[("host-x86_64-unknown-linux--", b""), ("hipv4-amdgcn-amd-amdhsa--gfx1100", &code)],
        4096,
    );
    let want = list(&plain);
    assert_eq!((want.lines.len(), want.broken), (2, 0));
    for method in [Method::Zlib, Method::Zstd] {
        for version in 1..=3 {
            let packed = pack(&plain, method, version).expect("a version");
            assert_eq!(list(&packed).lines, want.lines, "{method:?} {version}");
        }
    }
}

#[test]
fn machine_code_tells_its_kernels() {
    for (name, bytes) in samples() {
        if !name.ends_with(".hsaco") {
            continue;
        }
        let object = hip_fatbin::device::read(&bytes).expect("a sample").expect("machine code");
        insta::assert_debug_snapshot!(name, object);
    }
}

#[test]
fn an_image_says_how_long_it_is_from_its_start() {
    for (name, bytes) in samples() {
        // The image's padding may follow.
        match extent(|at, len| &bytes[at..at + len]) {
            Ok(Extent::Bytes(length)) => {
                assert!(
                    length <= bytes.len() && bytes.len() - length < 8,
                    "{name}: {length} of {}",
                    bytes.len()
                );
                assert_eq!(list(&bytes[..length]).lines, list(&bytes).lines, "{name}");
            }
            other => panic!("{name}: {other:?}"),
        }
    }
    let text = b".version 8.0\n\0";
    assert_eq!(extent(|at, len| &text[at..at + len]), Ok(Extent::Text));
    let record = [&b"\xb1\x43\x62\x46\x01\0\0\0"[..], &0x1234u64.to_le_bytes(), &[0; 8]].concat();
    assert_eq!(extent(|at, len| &record[at..at + len]), Ok(Extent::At { image: 0x1234, units: 0 }));
    let linked = [&b"\xb1\x43\x62\x46\x02\0\0\0"[..], &0x1234u64.to_le_bytes(), &0x9abcu64.to_le_bytes()];
    let linked = linked.concat();
    assert_eq!(extent(|at, len| &linked[at..at + len]), Ok(Extent::At { image: 0x1234, units: 0x9abc }));
    let record = [&b"FPIH\x01\0\0\0"[..], &0x5678u64.to_le_bytes(), &[0; 8]].concat();
    assert_eq!(extent(|at, len| &record[at..at + len]), Ok(Extent::At { image: 0x5678, units: 0 }));
}
