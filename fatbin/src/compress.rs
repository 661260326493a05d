//! Compression formats in containers of device code, each bounded by the size in the header.

use crate::{Error, MAX_UNPACKED};
use std::cell::Cell;
use std::io::Read;

/// Limit of bytes that the entries of an image may unpack to together: many small entries, each within the
/// limit of one, would also take time and memory out of proportion.
#[derive(Debug)]
pub(crate) struct Allowance {
    limit: u64,
    left: Cell<u64>,
}

impl Allowance {
    pub(crate) fn new(limit: u64) -> Self {
        Allowance { limit, left: Cell::new(limit) }
    }

    /// Accounts for an entry at an offset with an unpacked size of `size` bytes.
    ///
    /// # Errors
    /// [`Error::Exhausted`].
    pub(crate) fn take(&self, size: u64, offset: usize) -> Result<(), Error> {
        let left = self.left.get().checked_sub(size);
        self.left.set(left.ok_or(Error::Exhausted { offset, size, limit: self.limit })?);
        Ok(())
    }
}

/// Unpacks a raw LZ4 block to exactly `size` bytes.
pub(crate) fn lz4(packed: &[u8], size: u64, offset: usize) -> Result<Vec<u8>, Error> {
    let bad = |reason: String| Error::BadCompression { offset, method: "LZ4", expected: size, reason };
    // LZ4 expands a block at most 255 times: a header that claims more is rejected before memory is
    // allocated.
    let wanted = checked(size, packed.len(), 256, offset)
        .map_err(|e| e.unwrap_or_else(|| bad("it is too short".into())))?;
    let mut out = vec![0; wanted];
    let got = lz4_flex::block::decompress_into(packed, &mut out).map_err(|e| bad(e.to_string()))?;
    if got == wanted { Ok(out) } else { Err(bad(format!("it gives {got} bytes"))) }
}

/// Unpacks a zstd frame to exactly `size` bytes. The frame need not contain its size.
pub(crate) fn zstd(packed: &[u8], size: u64, offset: usize) -> Result<Vec<u8>, Error> {
    let bad = |reason: String| Error::BadCompression { offset, method: "zstd", expected: size, reason };
    checked(size, packed.len(), u64::MAX, offset)
        .map_err(|e| e.unwrap_or_else(|| bad("it is too short".into())))?;
    let decoder = ruzstd::decoding::StreamingDecoder::new(packed).map_err(|e| bad(e.to_string()))?;
    let mut out = Vec::new();
    // One byte more than promised is enough to detect excess.
    decoder.take(size + 1).read_to_end(&mut out).map_err(|e| bad(e.to_string()))?;
    if out.len() as u64 == size { Ok(out) } else { Err(bad(format!("it gives {} bytes or more", out.len()))) }
}

/// Unpacks a zlib stream to exactly `size` bytes.
pub(crate) fn zlib(packed: &[u8], size: u64, offset: usize) -> Result<Vec<u8>, Error> {
    let bad = |reason: String| Error::BadCompression { offset, method: "zlib", expected: size, reason };
    // Deflate expands at most to 258 bytes for two bits.
    checked(size, packed.len(), 1100, offset)
        .map_err(|e| e.unwrap_or_else(|| bad("it is too short".into())))?;
    let mut out = Vec::new();
    flate2::read::ZlibDecoder::new(packed)
        .take(size + 1)
        .read_to_end(&mut out)
        .map_err(|e| bad(e.to_string()))?;
    if out.len() as u64 == size { Ok(out) } else { Err(bad(format!("it gives {} bytes or more", out.len()))) }
}

/// Packs as a zstd frame.
pub(crate) fn to_zstd(plain: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(plain, ruzstd::encoding::CompressionLevel::Fastest)
}

/// Packs as a zlib stream.
pub(crate) fn to_zlib(plain: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    // Reading from a slice cannot fail.
    let _: std::io::Result<usize> =
        flate2::read::ZlibEncoder::new(plain, flate2::Compression::default()).read_to_end(&mut out);
    out
}

/// Converts the size to `usize`; `Err(None)` if `packed` bytes cannot expand to it.
fn checked(size: u64, packed: usize, growth: u64, offset: usize) -> Result<usize, Option<Error>> {
    if size > MAX_UNPACKED {
        return Err(Some(Error::TooLarge { offset, size }));
    }
    if size > (packed as u64).saturating_mul(growth) {
        return Err(None);
    }
    usize::try_from(size).map_err(|_| Some(Error::TooLarge { offset, size }))
}
