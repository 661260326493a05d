//! Groups (CUDA 13): several images of one kind compressed as one block, with a directory of their headers.

use super::{ENTRY_BYTES, EntryKind, identifier, options};
use crate::{Error, cursor};
use std::ops::Range;

/// One image of a group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member<'a> {
    /// Kind of the image.
    pub kind: EntryKind,
    /// Architecture: 90 for `sm_90`.
    pub arch: u32,
    /// See [`Entry`](super::Entry).
    pub version: (u16, u16),
    /// See [`flag`](super::flag); never one of the packings.
    pub flags: u64,
    /// See [`Entry`](super::Entry).
    pub identifier: &'a [u8],
    /// See [`Entry`](super::Entry).
    pub options: Option<&'a [u8]>,
    /// Byte range in the group's contents; may be out of bounds in a broken file.
    pub range: Range<u64>,
}

impl Member<'_> {
    /// Returns the architecture as compilers name it.
    pub fn target(&self) -> String {
        self.kind.target(self.arch, self.flags)
    }

    /// Returns this member of its group's unpacked `contents`.
    ///
    /// # Errors
    /// [`Error::Truncated`] if they are too short for it.
    pub fn slice<'c>(&self, contents: &'c [u8]) -> Result<&'c [u8], Error> {
        let start = usize::try_from(self.range.start).unwrap_or(usize::MAX);
        cursor::take(contents, start, self.range.end - self.range.start, "image of a group")
    }
}

/// Reads the directory of the group `entry`, which starts at `offset` of the image.
pub(super) fn members(entry: &[u8], offset: usize) -> Result<Vec<Member<'_>>, Error> {
    let what = "directory of the group";
    let at = cursor::u32(entry, 0x14, what)? as usize;
    let count = cursor::u32(entry, at, what)?;
    let bytes = cursor::u32(entry, at + 4, what)?;
    let directory = cursor::take(entry, at, bytes.into(), what)?;
    let mut found = Vec::new();
    let mut at = 8;
    for _ in 0..count {
        let rest = directory.get(at..).unwrap_or_default();
        let (member, size) = member(rest).map_err(|error| error.moved(offset))?;
        found.push(member);
        at += size;
    }
    Ok(found)
}

/// Reads one header of the directory and returns its length: its own length field holds the image's offset
/// instead.
fn member(header: &[u8]) -> Result<(Member<'_>, usize), Error> {
    let what = "image header of a group";
    let head = cursor::take(header, 0, ENTRY_BYTES as u64, what)?;
    let kind = EntryKind::from_number(cursor::u16(head, 0, what)?);
    let start = u64::from(cursor::u32(head, 4, what)?);
    let size = cursor::u64(head, 8, what)?;
    let identifier = identifier(header)?;
    let options = options(header)?;
    let padded = |len: usize| (len + 1).next_multiple_of(8);
    let tail = if cursor::u32(head, 0x20, what)? == 0 { 0 } else { padded(identifier.len()) }
        + options.map_or(0, |options| 8 + padded(options.len()));
    let member = Member {
        kind,
        arch: cursor::u32(head, 0x1C, what)?,
        version: (cursor::u16(head, 0x1A, what)?, cursor::u16(head, 0x18, what)?),
        flags: cursor::u64(head, 0x28, what)?,
        identifier,
        options,
        range: start..start.saturating_add(size),
    };
    Ok((member, ENTRY_BYTES + tail))
}
