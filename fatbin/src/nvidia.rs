//! NVIDIA's fat binary: a header and entries one after another, each PTX, machine code or something opaque.

use crate::{Error, MAX_UNPACKED, compress, cursor};
use std::borrow::Cow;

/// First word of a fat binary.
pub const MAGIC: u32 = 0xBA55_ED50;
/// First word of the record that a host program registers.
pub const WRAPPER_MAGIC: u32 = 0x4662_43B1;

pub(crate) const HEADER_BYTES: usize = 0x10;
pub(crate) const ENTRY_BYTES: usize = 0x40;

/// Bits of [`Entry::flags`].
pub mod flag {
    /// 64-bit addresses.
    pub const BITS_64: u64 = 0x1;
    /// Compiled with debug information.
    pub const DEBUG: u64 = 0x2;
    /// The host runs Linux.
    pub const LINUX: u64 = 0x10;
    /// The payload is a raw LZ4 block.
    pub const LZ4: u64 = 0x2000;
    /// The payload is a zstd frame.
    pub const ZSTD: u64 = 0x8000;
    /// For exactly this architecture (`sm_90a`).
    pub const ARCH_SPECIFIC: u64 = 0x10_0000;
    /// For this architecture's family (`sm_100f`).
    pub const FAMILY_SPECIFIC: u64 = 0x20_0000;
}

/// What an entry holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EntryKind {
    /// PTX text.
    Ptx,
    /// Machine code of one architecture, as ELF.
    Cubin,
    /// NVVM bitcode for link-time optimisation.
    LtoIr,
    /// Several images compressed together (CUDA 13).
    Group,
    /// A number this reader does not know; the payload stays opaque.
    Other(u16),
}

impl EntryKind {
    fn from_number(number: u16) -> Self {
        match number {
            1 => EntryKind::Ptx,
            2 => EntryKind::Cubin,
            8 => EntryKind::LtoIr,
            0x100 => EntryKind::Group,
            other => EntryKind::Other(other),
        }
    }

    /// As error messages say it.
    pub fn name(self) -> &'static str {
        match self {
            EntryKind::Ptx => "ptx",
            EntryKind::Cubin => "cubin",
            EntryKind::LtoIr => "lto-ir",
            EntryKind::Group => "group",
            EntryKind::Other(_) => "unknown entry",
        }
    }
}

/// One entry; its payload lies in the bytes the fat binary was read from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry<'a> {
    /// What it holds.
    pub kind: EntryKind,
    /// Architecture: 90 for `sm_90`. 0 for a group.
    pub arch: u32,
    /// For PTX the version of its language, major and minor.
    pub version: (u16, u16),
    /// See [`flag`].
    pub flags: u64,
    /// Where the entry starts in the image.
    pub offset: usize,
    payload: &'a [u8],
    unpacked: u64,
}

/// The entries of one fat binary.
///
/// # Errors
/// [`Error::Truncated`] and [`Error::BadField`], each with the offset.
pub fn entries(image: &[u8]) -> Result<Vec<Entry<'_>>, Error> {
    let magic = cursor::u32(image, 0, "fat binary header")?;
    if magic != MAGIC {
        return Err(Error::BadField {
            what: "magic number of the fat binary",
            offset: 0,
            value: magic.into(),
        });
    }
    let version = cursor::u16(image, 4, "fat binary header")?;
    if version != 1 {
        return Err(Error::BadField { what: "version of the fat binary", offset: 4, value: version.into() });
    }
    let header = usize::from(cursor::u16(image, 6, "fat binary header")?);
    if header < HEADER_BYTES {
        return Err(Error::BadField {
            what: "header size of the fat binary",
            offset: 6,
            value: header as u64,
        });
    }
    let size = cursor::u64(image, 8, "fat binary header")?;
    let body_end = header + cursor::take(image, header, size, "entries of the fat binary")?.len();
    let image = &image[..body_end];

    let mut found = Vec::new();
    let mut at = header;
    while at < image.len() {
        let (entry, next) = entry(image, at)?;
        found.push(entry);
        at = next;
    }
    Ok(found)
}

/// How long the fat binary at the start of `image` is, header included.
pub fn length(image: &[u8]) -> Result<usize, Error> {
    let header = u64::from(cursor::u16(image, 6, "fat binary header")?);
    let size = cursor::u64(image, 8, "fat binary header")?;
    Ok(cursor::take(image, 0, size.saturating_add(header), "fat binary")?.len())
}

fn entry(image: &[u8], at: usize) -> Result<(Entry<'_>, usize), Error> {
    let head = cursor::take(image, at, ENTRY_BYTES as u64, "entry header")?;
    let word = |offset| cursor::u32(head, offset, "entry header");
    let header = word(0x04)?;
    if (header as usize) < ENTRY_BYTES {
        return Err(Error::BadField {
            what: "header size of the entry",
            offset: at + 4,
            value: header.into(),
        });
    }
    cursor::take(image, at, header.into(), "entry header")?;
    let start = at + header as usize;
    let stored = cursor::take(image, start, cursor::u64(head, 0x08, "entry header")?, "entry payload")?;
    let flags = cursor::u64(head, 0x28, "entry header")?;
    let compressed = word(0x10)?;
    let unpacked = cursor::u64(head, 0x38, "entry header")?;
    let is_packed = flags & (flag::LZ4 | flag::ZSTD) != 0;
    let payload = if is_packed && compressed != 0 {
        cursor::take(stored, 0, compressed.into(), "compressed payload")?
    } else {
        stored
    };
    if is_packed && unpacked > MAX_UNPACKED {
        return Err(Error::TooLarge { offset: at, size: unpacked });
    }
    let entry = Entry {
        kind: EntryKind::from_number(cursor::u16(head, 0, "entry header")?),
        arch: word(0x1C)?,
        version: (cursor::u16(head, 0x1A, "entry header")?, cursor::u16(head, 0x18, "entry header")?),
        flags,
        offset: at,
        payload,
        unpacked,
    };
    Ok((entry, start + stored.len()))
}

impl<'a> Entry<'a> {
    /// The architecture as compilers name it: `sm_90`, `sm_90a`, `sm_100f`; `compute_75` for PTX.
    pub fn target(&self) -> String {
        let prefix = if self.kind == EntryKind::Ptx { "compute" } else { "sm" };
        let suffix = match self.flags {
            f if f & flag::ARCH_SPECIFIC != 0 => "a",
            f if f & flag::FAMILY_SPECIFIC != 0 => "f",
            _ => "",
        };
        format!("{prefix}_{}{suffix}", self.arch)
    }

    /// The payload, unpacked. Uncompressed payloads are not copied; they may end in padding zeros.
    ///
    /// # Errors
    /// [`Error::BadCompression`], [`Error::TooLarge`].
    pub fn contents(&self) -> Result<Cow<'a, [u8]>, Error> {
        if self.flags & flag::LZ4 != 0 {
            compress::lz4(self.payload, self.unpacked, self.offset).map(Cow::Owned)
        } else if self.flags & flag::ZSTD != 0 {
            compress::zstd(self.payload, self.unpacked, self.offset).map(Cow::Owned)
        } else {
            Ok(Cow::Borrowed(self.payload))
        }
    }
}
