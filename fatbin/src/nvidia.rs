//! NVIDIA's fat binary: a header and contiguous entries, each PTX, machine code or opaque.

mod group;
mod kind;
mod wrapper;
pub mod write;

pub use group::Member;
pub use kind::{EntryKind, flag};
pub use wrapper::{WRAPPER_BYTES, WRAPPER_MAGIC, Wrapper};

use crate::compress::Allowance;
use crate::{Error, MAX_UNPACKED, compress, cursor};
use std::borrow::Cow;

/// First word of a fat binary.
pub const MAGIC: u32 = 0xBA55_ED50;

pub(crate) const HEADER_BYTES: usize = 0x10;
pub(crate) const ENTRY_BYTES: usize = 0x40;

/// One entry; its payload borrows from the fat binary's bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry<'a> {
    /// Kind of the payload.
    pub kind: EntryKind,
    /// Architecture: 90 for `sm_90`. 0 for a group.
    pub arch: u32,
    /// PTX language version, major and minor; for machine code that of the entry's format.
    pub version: (u16, u16),
    /// See [`flag`].
    pub flags: u64,
    /// Identifier given by the packer, usually the source file; empty for none.
    pub identifier: &'a [u8],
    /// Compiler options recorded by the packer, or, with [`flag::ATTRIBUTES`], a block of attributes.
    pub options: Option<&'a [u8]>,
    /// Offset of the entry in the image.
    pub offset: usize,
    raw: &'a [u8],
    payload: &'a [u8],
    unpacked: u64,
}

/// Returns the entries of one fat binary.
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

/// Returns the length of the fat binary at the start of `image`, header included.
///
/// # Errors
/// [`Error::Truncated`].
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
    let whole = cursor::take(image, at, header.into(), "entry header")?;
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
    let kind = EntryKind::from_number(cursor::u16(head, 0, "entry header")?);
    let next = start + stored.len();
    let entry = Entry {
        kind,
        arch: word(0x1C)?,
        version: (cursor::u16(head, 0x1A, "entry header")?, cursor::u16(head, 0x18, "entry header")?),
        flags,
        identifier: identifier(whole)?,
        // A group's word at 0x14 is the offset of its directory.
        options: if kind == EntryKind::Group { None } else { options(whole)? },
        offset: at,
        raw: &image[at..next],
        payload,
        unpacked,
    };
    Ok((entry, next))
}

/// Returns the identifier from the tail of an entry's header.
pub(crate) fn identifier(header: &[u8]) -> Result<&[u8], Error> {
    let at = cursor::u32(header, 0x20, "entry header")? as usize;
    let len = cursor::u32(header, 0x24, "entry header")?;
    if at == 0 { Ok(&[]) } else { cursor::take(header, at, len.into(), "identifier of the entry") }
}

/// Returns the options from the tail of an entry's header: a record contains their offset and length.
pub(crate) fn options(header: &[u8]) -> Result<Option<&[u8]>, Error> {
    let record = cursor::u32(header, 0x14, "entry header")? as usize;
    if record == 0 {
        return Ok(None);
    }
    let at = cursor::u32(header, record, "options of the entry")? as usize;
    let len = cursor::u32(header, record + 4, "options of the entry")?;
    cursor::take(header, at, len.into(), "options of the entry").map(Some)
}

impl<'a> Entry<'a> {
    /// Returns the architecture as compilers name it: `sm_90`, `sm_90a`, `sm_100f`; `compute_75` for PTX.
    pub fn target(&self) -> String {
        self.kind.target(self.arch, self.flags)
    }

    /// Returns the packing of the payload: `lz4`, `zstd` or none.
    pub fn packing(&self) -> Option<&'static str> {
        kind::packing(self.flags)
    }

    /// Returns the stored size of the payload, bytes.
    pub fn stored_size(&self) -> u64 {
        self.payload.len() as u64
    }

    /// Returns the unpacked size of the payload according to its header, bytes.
    pub fn size(&self) -> u64 {
        if self.packing().is_some() { self.unpacked } else { self.stored_size() }
    }

    /// Returns the whole entry as stored, header and padding included.
    pub fn raw(&self) -> &'a [u8] {
        self.raw
    }

    /// Returns the payload, unpacked. Uncompressed payloads are not copied; they may end in padding zeros.
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

    /// Returns the payload, unpacked within an image's allowance.
    ///
    /// # Errors
    /// Those of [`Entry::contents`]; [`Error::Exhausted`].
    pub(crate) fn contents_within(&self, allowance: &Allowance) -> Result<Cow<'a, [u8]>, Error> {
        if self.packing().is_some() {
            allowance.take(self.unpacked, self.offset)?;
        }
        self.contents()
    }

    /// Returns the images of a group, in the order of its directory; empty for other kinds.
    ///
    /// # Errors
    /// [`Error::Truncated`] for a truncated directory.
    pub fn members(&self) -> Result<Vec<Member<'a>>, Error> {
        match self.kind {
            EntryKind::Group => group::members(self.raw, self.offset),
            _ => Ok(Vec::new()),
        }
    }
}
