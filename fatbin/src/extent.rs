//! Length of an image of which only the start is known, as C passes it: from the header of its format.

use crate::clang::{bundle, compressed, offload};
use crate::nvidia::{self, WRAPPER_BYTES, WRAPPER_MAGIC, Wrapper};
use crate::{Error, HIP_WRAPPER_MAGIC, MAX_UNPACKED, cursor};

/// Maximum entries of a bundle that are followed without knowing its end.
const MOST_ENTRIES: u64 = 4096;

/// Kind and length of an image.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// A container or an object of this many bytes.
    Bytes(usize),
    /// Text, which ends with its first zero.
    Text,
    /// A registration record.
    At {
        /// The address of the image.
        image: u64,
        /// The address of a null-terminated list of the fat binaries from which the image was linked; 0 for
        /// none.
        units: u64,
    },
}

/// Returns the extent of an image with bytes from `peek(offset, length)`. Requests only bytes that earlier
/// fields of the image promise.
///
/// # Errors
/// [`Error::BadField`] for a record or a compressed bundle of an unknown version, or a size that no image
/// has; [`Error::NoLength`] for a format that does not say its length.
pub fn extent<'a>(peek: impl Fn(usize, usize) -> &'a [u8]) -> Result<Extent, Error> {
    let word = |at| cursor::u32(peek(at, 4), 0, "image");
    let wide = |at| cursor::u64(peek(at, 8), 0, "image");
    let half = |at| cursor::u16(peek(at, 2), 0, "image").map(u64::from);
    let magic = word(0)?;
    let length = match magic.to_le_bytes() {
        _ if magic == nvidia::MAGIC => wide(8)?.saturating_add(half(6)?),
        _ if magic == WRAPPER_MAGIC => {
            let Wrapper { version, image, more } = Wrapper::read(peek(0, WRAPPER_BYTES))?;
            return Ok(Extent::At { image, units: if version == 2 { more } else { 0 } });
        }
        _ if magic == HIP_WRAPPER_MAGIC => match word(4)? {
            1 => return Ok(Extent::At { image: wide(8)?, units: 0 }),
            version => {
                let what = "version of the record";
                return Err(Error::BadField { what, offset: 4, value: version.into() });
            }
        },
        // 64-bit objects end with their section headers.
        head if head == *b"\x7fELF" => wide(0x28)?.saturating_add(half(0x3a)? * half(0x3c)?),
        head if head == *compressed::MAGIC => {
            let header = if half(4)? == 3 { 0x20 } else { 0x18 };
            compressed::header(peek(0, header))?
                .total
                .ok_or(Error::NoLength { what: "compressed bundle of version 1" })?
        }
        head if head == *offload::MAGIC => wide(8)?,
        // Byte by byte, so that a text with the same start is not read past its end.
        _ if bundle::MAGIC.iter().enumerate().all(|(n, want)| peek(n, 1) == [*want]) => bundled(wide)?,
        _ => return Ok(Extent::Text),
    };
    match usize::try_from(length) {
        Ok(bytes) if length <= MAX_UNPACKED => Ok(Extent::Bytes(bytes)),
        _ => Err(Error::TooLarge { offset: 0, size: length }),
    }
}

/// Returns the extent of a bundle: to the end of its last entry.
fn bundled(wide: impl Fn(usize) -> Result<u64, Error>) -> Result<u64, Error> {
    let mut at = bundle::MAGIC.len();
    let count = wide(at)?;
    if count > MOST_ENTRIES {
        return Err(Error::BadField { what: "number of entries of the bundle", offset: at, value: count });
    }
    at += 8;
    let mut end = at as u64;
    for _ in 0..count {
        let [offset, size, id] = [wide(at)?, wide(at + 8)?, wide(at + 16)?];
        if id > MAX_UNPACKED {
            return Err(Error::BadField {
                what: "length of an id in the bundle",
                offset: at + 16,
                value: id,
            });
        }
        at += 24 + id as usize;
        end = end.max(at as u64).max(offset.saturating_add(size));
    }
    Ok(end)
}
