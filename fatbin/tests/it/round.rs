//! Round trips, parse(write(x)) = x, for every format that is written.

use hip_fatbin::clang::{bundle, compressed, offload};
use hip_fatbin::nvidia::write::{NewEntry, Packing, Piece, fatbin};
use hip_fatbin::nvidia::{self, EntryKind, flag};
use proptest::collection::vec;
use proptest::prelude::*;

fn packing() -> impl Strategy<Value = Packing> {
    prop_oneof![Just(Packing::Plain), Just(Packing::Lz4), Just(Packing::Zstd)]
}

/// Kind, payload, architecture, version, identifier, options, packing, flags.
type Owned = (EntryKind, Vec<u8>, u32, (u16, u16), String, String, Packing, u64);

fn entry() -> impl Strategy<Value = Owned> {
    let kind = prop_oneof![
        Just(EntryKind::Ptx),
        Just(EntryKind::Cubin),
        Just(EntryKind::LtoIr),
        (0x200..0x300u16).prop_map(EntryKind::Other),
    ];
    let flags =
        prop_oneof![Just(0), Just(flag::DEBUG), Just(flag::ARCH_SPECIFIC), Just(flag::FAMILY_SPECIFIC)];
    let word = "[-a-z.=_ ]{0,20}";
    (kind, vec(1..=255u8, 0..200), 0..200u32, (0..20u16, 0..20u16), word, word, packing(), flags)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn fat_binaries(entries in vec(entry(), 0..6)) {
        let new: Vec<NewEntry<'_>> = entries
            .iter()
            .map(|(kind, payload, arch, version, identifier, options, packing, flags)| NewEntry {
                kind: *kind, payload, arch: *arch, version: *version, identifier, options,
                packing: *packing, flags: *flags,
            })
            .collect();
        let image = fatbin(new);
        prop_assert_eq!(nvidia::length(&image), Ok(image.len()));
        let read = nvidia::entries(&image).expect("our own image");
        prop_assert_eq!(read.len(), entries.len());
        for (read, (kind, payload, arch, version, identifier, options, packing, flags)) in read.iter().zip(&entries) {
            prop_assert_eq!(read.kind, *kind);
            prop_assert_eq!(read.arch, *arch);
            prop_assert_eq!(read.version, *version);
            prop_assert_eq!(read.identifier, identifier.as_bytes());
            prop_assert_eq!(read.options.unwrap_or_default(), options.as_bytes());
            prop_assert_eq!(read.flags & flags, *flags);
            let mut want = payload.clone();
            want.extend((*kind == EntryKind::Ptx).then_some(0));
            let got = read.contents().expect("our own packing");
            if *packing == Packing::Plain {
                prop_assert_eq!(&got[..want.len()], &want[..]);
                prop_assert!(got[want.len()..].iter().all(|&b| b == 0) && got.len() < want.len() + 8);
            } else {
                prop_assert_eq!(&got[..], &want[..]);
            }
        }
        // Kept byte for byte, of any kind.
        let again = fatbin(read.iter().map(Piece::Kept));
        prop_assert_eq!(again, image);
    }

    #[test]
    fn bundles(
        entries in vec(("[a-z0-9:+-]{0,40}", vec(any::<u8>(), 0..100)), 0..6),
        alignment in prop_oneof![Just(1u64), Just(8), Just(4096)],
    ) {
        let new: Vec<(&str, &[u8])> = entries.iter().map(|(id, code)| (id.as_str(), &code[..])).collect();
        let image = bundle::write(&new, alignment);
        let read = bundle::entries(&image).expect("our own bundle");
        prop_assert_eq!(read.iter().map(|e| (e.id, e.code)).collect::<Vec<_>>(), new);
        prop_assert!(read.iter().all(|e| e.offset % alignment == 0));
        let length = bundle::length(&image).expect("our own bundle");
        prop_assert!(length <= image.len() && image.len() - length < alignment as usize);
    }

    #[test]
    fn compressed_bundles(plain in vec(any::<u8>(), 0..500), version in 1..=3u16, zstd: bool) {
        let method = if zstd { compressed::Method::Zstd } else { compressed::Method::Zlib };
        let packed = compressed::pack(&plain, method, version).expect("a version");
        let header = compressed::header(&packed).expect("our own header");
        prop_assert_eq!((header.version, header.method, header.unpacked), (version, method, plain.len() as u64));
        prop_assert!(header.total.is_none_or(|total| total == packed.len() as u64));
        prop_assert_eq!(compressed::unpack(&packed), Ok(plain));
    }

    #[test]
    fn offload_binaries(
        kinds: (u16, u16),
        strings in vec(("[a-z]{1,10}", "[a-z0-9_-]{0,20}"), 0..5),
        image in vec(any::<u8>(), 0..100),
    ) {
        let new: Vec<(&str, &str)> = strings.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        let bytes = offload::write(kinds.0, kinds.1, &new, &image);
        let read = offload::entry(&bytes).expect("our own binary");
        prop_assert_eq!((read.image_kind, read.offload_kind), kinds);
        prop_assert_eq!((read.strings, read.image, read.length), (new, &image[..], bytes.len()));
    }
}
