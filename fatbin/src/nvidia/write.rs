//! Packs device code into an NVIDIA fat binary that CUDA's own tools read.

use super::{ENTRY_BYTES, Entry, EntryKind, HEADER_BYTES, MAGIC, flag};
use crate::compress;

/// Packing of a payload.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Packing {
    /// Uncompressed.
    Plain,
    /// A raw LZ4 block.
    Lz4,
    /// A zstd frame.
    Zstd,
}

/// One image to pack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewEntry<'a> {
    /// Kind of the payload. A group cannot be created, only kept.
    pub kind: EntryKind,
    /// The code. PTX gets its terminating zero here.
    pub payload: &'a [u8],
    /// The architecture, 75 for `compute_75`.
    pub arch: u32,
    /// Version of the PTX language, major and minor; (1, 8) for machine code.
    pub version: (u16, u16),
    /// Identifier; empty for none.
    pub identifier: &'a str,
    /// Compiler options to record. PTX always has a record.
    pub options: &'a str,
    /// Packing.
    pub packing: Packing,
    /// [`flag`]s besides 64 bits, Linux and the packing's.
    pub flags: u64,
}

impl<'a> NewEntry<'a> {
    /// Returns an entry of PTX in language version `version` for `compute_<arch>`.
    pub fn ptx(text: &'a str, arch: u32, version: (u16, u16), packing: Packing) -> Self {
        NewEntry {
            kind: EntryKind::Ptx,
            payload: text.as_bytes(),
            arch,
            version,
            identifier: "",
            options: "",
            packing,
            flags: 0,
        }
    }

    /// Returns an entry of an ELF object of machine code for `sm_<arch>`.
    pub fn cubin(elf: &'a [u8], arch: u32, packing: Packing) -> Self {
        NewEntry {
            kind: EntryKind::Cubin,
            payload: elf,
            arch,
            version: (1, 8),
            identifier: "",
            options: "",
            packing,
            flags: 0,
        }
    }
}

/// An entry to write.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece<'a> {
    /// A new entry.
    New(NewEntry<'a>),
    /// An entry of another fat binary, kept byte for byte.
    Kept(&'a Entry<'a>),
}

impl<'a> From<NewEntry<'a>> for Piece<'a> {
    fn from(entry: NewEntry<'a>) -> Self {
        Piece::New(entry)
    }
}

/// Builds a fat binary of these pieces, in this order.
pub fn fatbin<'a>(pieces: impl IntoIterator<Item = impl Into<Piece<'a>>>) -> Vec<u8> {
    let mut out = Vec::new();
    out.extend(MAGIC.to_le_bytes());
    out.extend(1u16.to_le_bytes());
    out.extend((HEADER_BYTES as u16).to_le_bytes());
    out.extend(0u64.to_le_bytes());
    for piece in pieces {
        match piece.into() {
            Piece::New(new) => entry(&new, &mut out),
            Piece::Kept(kept) => out.extend_from_slice(kept.raw()),
        }
    }
    let body = (out.len() - HEADER_BYTES) as u64;
    out[8..16].copy_from_slice(&body.to_le_bytes());
    out
}

fn entry(new: &NewEntry<'_>, out: &mut Vec<u8>) {
    let mut plain = new.payload.to_vec();
    if new.kind == EntryKind::Ptx {
        plain.push(0);
    }
    let size = plain.len();
    let (payload, packing) = match new.packing {
        Packing::Plain => (plain, 0),
        Packing::Lz4 => (lz4_flex::block::compress(&plain), flag::LZ4),
        Packing::Zstd => (compress::to_zstd(&plain), flag::ZSTD),
    };
    let is_packed = packing != 0;
    let padded = payload.len().next_multiple_of(8);
    let text = |text: &str| (text.len() + 1).next_multiple_of(8);

    let has_options = new.kind == EntryKind::Ptx || !new.options.is_empty();
    let identifier_at = ENTRY_BYTES;
    let record_at = identifier_at + if new.identifier.is_empty() { 0 } else { text(new.identifier) };
    let options_at = record_at + 8;
    let header = if has_options { options_at + text(new.options) } else { record_at };

    let base = out.len();
    out.resize(base + header + padded, 0);
    let mut put = |at: usize, bytes: &[u8]| out[base + at..base + at + bytes.len()].copy_from_slice(bytes);
    put(0x00, &new.kind.number().to_le_bytes());
    put(0x02, &0x0101u16.to_le_bytes());
    put(0x04, &(header as u32).to_le_bytes());
    put(0x08, &(padded as u64).to_le_bytes());
    put(0x10, &if is_packed { payload.len() as u32 } else { 0 }.to_le_bytes());
    put(0x14, &if has_options { record_at as u32 } else { 0 }.to_le_bytes());
    put(0x18, &new.version.1.to_le_bytes());
    put(0x1A, &new.version.0.to_le_bytes());
    put(0x1C, &new.arch.to_le_bytes());
    if !new.identifier.is_empty() {
        put(0x20, &(identifier_at as u32).to_le_bytes());
        put(0x24, &(new.identifier.len() as u32).to_le_bytes());
        put(identifier_at, new.identifier.as_bytes());
    }
    put(0x28, &(new.flags | packing | flag::BITS_64 | flag::LINUX).to_le_bytes());
    put(0x38, &if is_packed { size as u64 } else { 0 }.to_le_bytes());
    if has_options {
        put(record_at, &(options_at as u32).to_le_bytes());
        put(record_at + 4, &(new.options.len() as u32).to_le_bytes());
        put(options_at, new.options.as_bytes());
    }
    put(header, &payload);
}
