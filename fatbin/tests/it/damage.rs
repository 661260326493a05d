//! Damaged containers: no bytes crash a reader or make it allocate disproportionate memory.

use crate::list::list;
use crate::{samples, text};
use hip_fatbin::clang::{bundle, compressed, offload};
use hip_fatbin::nvidia::write::{NewEntry, Packing, fatbin};
use hip_fatbin::{Error, device, inventory, machine, nvidia, ptx, ptx_within};
use proptest::prelude::*;

#[test]
fn lies_about_sizes_are_refused_before_memory_is_taken() {
    let text = text(75);
    for packing in [Packing::Lz4, Packing::Zstd] {
        let mut image = fatbin([NewEntry::ptx(&text, 75, (7, 0), packing)]);
        let size = 0x10 + 0x38..0x10 + 0x40;
        image[size.clone()].copy_from_slice(&u64::MAX.to_le_bytes());
        assert!(matches!(ptx(&image, 90), Err(Error::TooLarge { .. })));
        image[size.clone()].copy_from_slice(&(1u64 << 29).to_le_bytes());
        assert!(matches!(ptx(&image, 90), Err(Error::BadCompression { .. })));
        image[size].copy_from_slice(&3u64.to_le_bytes());
        assert!(matches!(ptx(&image, 90), Err(Error::BadCompression { .. })));
    }
    let image = fatbin([NewEntry::ptx(&text, 75, (7, 0), Packing::Plain)]);
    for cut in [3, 0x0f, 0x10, 0x30, image.len() - 1] {
        assert!(matches!(nvidia::entries(&image[..cut]), Err(Error::Truncated { .. })), "cut at {cut}");
    }
}

#[test]
fn entries_share_what_may_be_unpacked() {
    let long = format!("{}{}", text(75), " ".repeat(100_000));
    let packed = |arch, packing| NewEntry::ptx(&long, arch, (7, 0), packing);
    let size = long.len() as u64;
    let limit = |error| match error {
        Error::Exhausted { limit, .. } => limit,
        other => panic!("{other}"),
    };
    // One entry, packed or not, in each container.
    for packing in [Packing::Plain, Packing::Lz4, Packing::Zstd] {
        let image = fatbin([packed(75, packing)]);
        let bundled = bundle::write(&[("hip-nvptx64-nvidia-cuda--sm_75", &image)], bundle::HIP_ALIGNMENT);
        for image in [&image, &bundled] {
            assert_eq!(ptx_within(image, 90, size + 16).expect("PTX").text, long);
            assert_eq!(limit(ptx_within(image, 90, size / 2).expect_err("too large")), size / 2);
        }
    }
    // A bundle of uncompressed text, packed as a whole.
    let bundled =
        bundle::write(&[("hip-nvptx64-nvidia-cuda--sm_75", long.as_bytes())], bundle::HIP_ALIGNMENT);
    let bundled = compressed::pack(&bundled, compressed::Method::Zstd, 2).expect("a version");
    assert_eq!(limit(ptx_within(&bundled, 90, size).expect_err("too large")), size);
    assert!(ptx_within(&bundled, 90, 2 * size).is_ok());
    // Many entries: each fits, but not all of them.
    let image = fatbin((0..20).map(|arch| packed(70 + arch, Packing::Zstd)));
    let mut count = Unpacked::default();
    inventory::walk_within("", &image, 5 * size + 100, &mut count);
    assert_eq!((count.good, count.refused), (5, 15));
    let mut count = Unpacked::default();
    inventory::walk("", &image, &mut count);
    assert_eq!((count.good, count.refused), (20, 0));
}

/// Unpacks each image.
#[derive(Default)]
struct Unpacked {
    good: usize,
    refused: usize,
}

impl inventory::Visitor for Unpacked {
    fn image(&mut self, image: &inventory::Image<'_>) {
        match image.contents() {
            Ok(_) => self.good += 1,
            Err(Error::Exhausted { .. }) => self.refused += 1,
            Err(other) => panic!("{other}"),
        }
    }

    fn broken(&mut self, place: &str, error: &Error) {
        panic!("{place}: {error}");
    }
}

#[test]
fn a_wrong_hash_is_told() {
    let plain = bundle::write(&[("host-x--", b"")], 1);
    let mut packed = compressed::pack(&plain, compressed::Method::Zstd, 2).expect("a version");
    packed[0x10] ^= 1;
    assert!(matches!(compressed::unpack(&packed), Err(Error::BadHash { .. })));
    packed[4] = 9;
    assert!(matches!(compressed::unpack(&packed), Err(Error::BadField { value: 9, .. })));
}

#[test]
fn bundles_in_bundles_end() {
    let mut image = b"nothing".to_vec();
    for _ in 0..40 {
        image = bundle::write(&[("hip-a-b-c-d-e", &image)], 1);
    }
    let list = list(&image);
    assert_eq!((list.contents.len(), list.broken), (0, 1));
    assert!(list.lines[0].ends_with("more than 8 deep"), "{:?}", list.lines);
}

#[test]
fn counts_that_lie_end_with_the_bytes() {
    let mut bundled = bundle::write(&[("host-x--", b"")], 1);
    bundled[24..32].copy_from_slice(&u64::MAX.to_le_bytes());
    assert!(matches!(bundle::entries(&bundled), Err(Error::Truncated { .. })));
    let mut packed = offload::write(5, 2, &[("arch", "sm_90")], b"code");
    packed[0x20 + 0x10..0x20 + 0x18].copy_from_slice(&u64::MAX.to_le_bytes());
    assert!(offload::entry(&packed).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn no_bytes_do_harm(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = ptx(&bytes, 90);
        let _ = list(&bytes);
    }

    #[test]
    fn no_damage_does_harm(which: prop::sample::Index, at: [prop::sample::Index; 3], values: [u8; 3], cut: prop::sample::Index) {
        let all = samples();
        let mut image = which.get(&all).1.clone();
        for (at, value) in at.iter().zip(values) {
            let at = at.index(image.len());
            image[at] = value;
        }
        for image in [&image[..], &image[..cut.index(image.len())]] {
            let _ = ptx(image, 90);
            let _ = list(image);
            let _ = device::read(image);
            let _ = machine::kernels(image, 80);
        }
    }
}
