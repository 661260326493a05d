//! Compressed bundle (`CCOB`): an offload bundle packed as a whole, with its size and a hash.

use crate::compress::Allowance;
use crate::{Error, MAX_UNPACKED, compress, cursor};
use md5::{Digest, Md5};

/// First bytes of a compressed bundle.
pub const MAGIC: &[u8; 4] = b"CCOB";

/// Compression method of a bundle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// A zlib stream.
    Zlib,
    /// A zstd frame.
    Zstd,
}

/// Fields of the header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// 1 to 3: they differ in position and width of the sizes.
    pub version: u16,
    /// Compression method.
    pub method: Method,
    /// Size of the whole file, bytes; not in version 1.
    pub total: Option<u64>,
    /// Unpacked size, bytes.
    pub unpacked: u64,
    /// First eight bytes of the MD5 of the unpacked bundle.
    pub hash: u64,
    /// Offset of the packed data.
    pub data: usize,
}

/// Reads the header at the start of `bytes`.
///
/// # Errors
/// [`Error::Truncated`]; [`Error::BadField`] for another magic number, version or method.
pub fn header(bytes: &[u8]) -> Result<Header, Error> {
    let what = "header of the compressed bundle";
    if !bytes.starts_with(MAGIC) {
        let value = cursor::u32(bytes, 0, what)?.into();
        return Err(Error::BadField { what: "magic number of the compressed bundle", offset: 0, value });
    }
    let version = cursor::u16(bytes, 4, what)?;
    let number = cursor::u16(bytes, 6, what)?;
    let method = match number {
        0 => Method::Zlib,
        1 => Method::Zstd,
        other => {
            let what = "compression method of the bundle";
            return Err(Error::BadField { what, offset: 6, value: other.into() });
        }
    };
    let narrow = |at| cursor::u32(bytes, at, what).map(u64::from);
    let wide = |at| cursor::u64(bytes, at, what);
    let (total, unpacked, hash, data) = match version {
        1 => (None, narrow(0x08)?, wide(0x0C)?, 0x14),
        2 => (Some(narrow(0x08)?), narrow(0x0C)?, wide(0x10)?, 0x18),
        3 => (Some(wide(0x08)?), wide(0x10)?, wide(0x18)?, 0x20),
        other => {
            let what = "version of the compressed bundle";
            return Err(Error::BadField { what, offset: 4, value: other.into() });
        }
    };
    if unpacked > MAX_UNPACKED {
        return Err(Error::TooLarge { offset: 0, size: unpacked });
    }
    Ok(Header { version, method, total, unpacked, hash, data })
}

/// Unpacks the compressed bundle at the start of `bytes` and checks its hash.
///
/// # Errors
/// Those of [`header`]; [`Error::BadCompression`]; [`Error::BadHash`].
pub fn unpack(bytes: &[u8]) -> Result<Vec<u8>, Error> {
    let header = header(bytes)?;
    let end = match header.total {
        Some(total) => cursor::take(bytes, 0, total, "compressed bundle")?.len(),
        None => bytes.len(),
    };
    let packed = bytes.get(header.data..end).unwrap_or_default();
    let plain = match header.method {
        Method::Zlib => compress::zlib(packed, header.unpacked, 0)?,
        Method::Zstd => compress::zstd(packed, header.unpacked, 0)?,
    };
    let found = hash(&plain);
    if found == header.hash { Ok(plain) } else { Err(Error::BadHash { expected: header.hash, found }) }
}

/// Unpacks within an image's allowance.
///
/// # Errors
/// Those of [`unpack`]; [`Error::Exhausted`].
pub(crate) fn unpack_within(bytes: &[u8], allowance: &Allowance) -> Result<Vec<u8>, Error> {
    allowance.take(header(bytes)?.unpacked, 0)?;
    unpack(bytes)
}

/// Packs an offload bundle as clang 19 does (version 2), or in version 1 or 3.
///
/// # Errors
/// [`Error::BadField`] for another version; [`Error::TooLarge`] if a size exceeds the version's fields.
pub fn pack(bundle: &[u8], method: Method, version: u16) -> Result<Vec<u8>, Error> {
    let (number, packed) = match method {
        Method::Zlib => (0u16, compress::to_zlib(bundle)),
        Method::Zstd => (1, compress::to_zstd(bundle)),
    };
    let unpacked = bundle.len() as u64;
    let mut out = MAGIC.to_vec();
    out.extend(version.to_le_bytes());
    out.extend(number.to_le_bytes());
    let narrow = |size: u64| {
        u32::try_from(size).map(u32::to_le_bytes).map_err(|_| Error::TooLarge { offset: 0, size })
    };
    match version {
        1 => out.extend(narrow(unpacked)?),
        2 => {
            out.extend(narrow(0x18 + packed.len() as u64)?);
            out.extend(narrow(unpacked)?);
        }
        3 => {
            out.extend((0x20 + packed.len() as u64).to_le_bytes());
            out.extend(unpacked.to_le_bytes());
        }
        other => {
            let what = "version of the compressed bundle";
            return Err(Error::BadField { what, offset: 4, value: other.into() });
        }
    }
    out.extend(hash(bundle).to_le_bytes());
    out.extend(packed);
    Ok(out)
}

/// Returns the first eight bytes of the MD5 as a little-endian number: an identifier without security
/// purpose.
fn hash(bytes: &[u8]) -> u64 {
    let digest = Md5::digest(bytes);
    let (head, _) = digest.split_at(8);
    u64::from_le_bytes(head.try_into().unwrap_or_default())
}
