//! Packs PTX into an NVIDIA fat binary that CUDA's own tools read.

use crate::nvidia::{ENTRY_BYTES, HEADER_BYTES, MAGIC, flag};

/// How a payload is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Packing {
    /// As it is.
    Plain,
    /// A raw LZ4 block.
    Lz4,
    /// A zstd frame.
    Zstd,
}

/// One PTX text to pack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PtxEntry<'a> {
    /// The text.
    pub text: &'a str,
    /// The architecture, 75 for `compute_75`.
    pub arch: u32,
    /// Version of the PTX language, major and minor.
    pub version: (u16, u16),
    /// How to store it.
    pub packing: Packing,
    /// More [`flag`]s than 64 bits, Linux and the packing's.
    pub flags: u64,
}

/// A fat binary of these entries, in this order.
pub fn fatbin(entries: &[PtxEntry<'_>]) -> Vec<u8> {
    let body: Vec<u8> = entries.iter().flat_map(entry).collect();
    let mut out = Vec::with_capacity(HEADER_BYTES + body.len());
    out.extend(MAGIC.to_le_bytes());
    out.extend(1u16.to_le_bytes());
    out.extend((HEADER_BYTES as u16).to_le_bytes());
    out.extend((body.len() as u64).to_le_bytes());
    out.extend(body);
    out
}

fn entry(ptx: &PtxEntry<'_>) -> Vec<u8> {
    let mut plain = ptx.text.as_bytes().to_vec();
    plain.push(0);
    let (payload, packing) = match ptx.packing {
        Packing::Plain => (plain.clone(), 0),
        Packing::Lz4 => (lz4_flex::block::compress(&plain), flag::LZ4),
        Packing::Zstd => (
            ruzstd::encoding::compress_to_vec(plain.as_slice(), ruzstd::encoding::CompressionLevel::Fastest),
            flag::ZSTD,
        ),
    };
    let is_packed = packing != 0;
    // PTX entries always carry a record for the assembler's options, here of length 0.
    let header = ENTRY_BYTES + 0x10;
    let padded = payload.len().next_multiple_of(8);
    let mut out = vec![0; header + padded];
    let mut put = |at: usize, bytes: &[u8]| out[at..at + bytes.len()].copy_from_slice(bytes);
    put(0x00, &1u16.to_le_bytes());
    put(0x02, &0x0101u16.to_le_bytes());
    put(0x04, &(header as u32).to_le_bytes());
    put(0x08, &(padded as u64).to_le_bytes());
    put(0x10, &if is_packed { payload.len() as u32 } else { 0 }.to_le_bytes());
    put(0x14, &(ENTRY_BYTES as u32).to_le_bytes());
    put(0x18, &ptx.version.1.to_le_bytes());
    put(0x1A, &ptx.version.0.to_le_bytes());
    put(0x1C, &ptx.arch.to_le_bytes());
    put(0x28, &(ptx.flags | packing | flag::BITS_64 | flag::LINUX).to_le_bytes());
    put(0x38, &if is_packed { plain.len() as u64 } else { 0 }.to_le_bytes());
    put(ENTRY_BYTES, &(header as u32).to_le_bytes());
    put(header, &payload);
    out
}
