//! Identification of images by their first bytes.

use crate::{Error, clang, host, nvidia};

/// A format of device code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// PTX text, possibly with a terminating zero.
    Ptx,
    /// An NVIDIA fat binary (`0xBA55ED50`).
    Fatbin,
    /// The registration record of a host program with the address of a fat binary (`0x466243B1`).
    NvidiaWrapper,
    /// The registration record of HIP (`HIPF`).
    HipWrapper,
    /// An ELF object: device code (cubin, hsaco) or a host object.
    Elf,
    /// A host object, executable or library of another format: COFF, PE, Mach-O.
    Object,
    /// An archive of objects.
    Archive,
    /// A clang offload bundle (`__CLANG_OFFLOAD_BUNDLE__`).
    Bundle,
    /// A compressed offload bundle (`CCOB`).
    CompressedBundle,
    /// LLVM's offload binary.
    Offload,
    /// LLVM bitcode.
    Bitcode,
}

/// First word of the record that a HIP program registers: "HIPF".
pub const HIP_WRAPPER_MAGIC: u32 = 0x4849_5046;

/// Identifies `bytes`.
///
/// # Errors
/// [`Error::Empty`], [`Error::Unknown`].
pub fn sniff(bytes: &[u8]) -> Result<Format, Error> {
    let magic = bytes.first_chunk::<4>().map(|head| u32::from_le_bytes(*head));
    match magic {
        _ if bytes.is_empty() => Err(Error::Empty),
        Some(nvidia::MAGIC) => Ok(Format::Fatbin),
        Some(nvidia::WRAPPER_MAGIC) => Ok(Format::NvidiaWrapper),
        _ if bytes.starts_with(b"\x7fELF") => Ok(Format::Elf),
        Some(HIP_WRAPPER_MAGIC) => Ok(Format::HipWrapper),
        _ if bytes.starts_with(clang::bundle::MAGIC) => Ok(Format::Bundle),
        _ if bytes.starts_with(clang::compressed::MAGIC) => Ok(Format::CompressedBundle),
        _ if bytes.starts_with(clang::offload::MAGIC) => Ok(Format::Offload),
        _ if bytes.starts_with(host::ARCHIVE_MAGIC) => Ok(Format::Archive),
        _ if bytes.starts_with(b"BC\xc0\xde") => Ok(Format::Bitcode),
        _ if object::FileKind::parse(bytes).is_ok() => Ok(Format::Object),
        _ if is_ptx(bytes) => Ok(Format::Ptx),
        _ => Err(Error::Unknown { head: bytes[..bytes.len().min(8)].to_vec() }),
    }
}

/// Returns whether the first token after blanks and comments is a directive.
fn is_ptx(mut text: &[u8]) -> bool {
    text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    loop {
        text = text.trim_ascii_start();
        let end = match text {
            [b'/', b'/', ..] => text.iter().position(|&b| b == b'\n'),
            [b'/', b'*', ..] => text.windows(2).skip(2).position(|w| w == b"*/").map(|at| at + 3),
            _ => return text.first() == Some(&b'.') && text.get(1).is_some_and(u8::is_ascii_alphabetic),
        };
        match end {
            Some(end) => text = &text[end + 1..],
            None => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_bytes_tell() {
        let cases: [(&[u8], Result<Format, Error>); 15] = [
            (b".version 9.0\n", Ok(Format::Ptx)),
            (b"//\n// comment\n/* and\n another */ .version 7.0", Ok(Format::Ptx)),
            (b"\xef\xbb\xbf\n.version 7.0\0", Ok(Format::Ptx)),
            (b"\x50\xed\x55\xba\x01\x00", Ok(Format::Fatbin)),
            (b"\xb1\x43\x62\x46\x01\x00", Ok(Format::NvidiaWrapper)),
            (b"\x7fELF\x02", Ok(Format::Elf)),
            (b"__CLANG_OFFLOAD_BUNDLE__\x01", Ok(Format::Bundle)),
            (b"CCOB\x02\x00", Ok(Format::CompressedBundle)),
            (b"\x10\xff\x10\xad\x01", Ok(Format::Offload)),
            (b"FPIH\x01\0\0\0", Ok(Format::HipWrapper)),
            (b"!<arch>\n", Ok(Format::Archive)),
            (b"BC\xc0\xde", Ok(Format::Bitcode)),
            (b"", Err(Error::Empty)),
            (b"garbage, not an image", Err(Error::Unknown { head: b"garbage,".to_vec() })),
            (b"// only a comment", Err(Error::Unknown { head: b"// only ".to_vec() })),
        ];
        for (bytes, want) in cases {
            assert_eq!(sniff(bytes), want, "{}", String::from_utf8_lossy(bytes));
        }
    }
}
