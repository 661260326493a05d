//! LLVM's offload binary (`.llvm.offloading`): one image with a table of strings that describes it.

use crate::{Error, cursor};

/// First bytes of an offload binary.
pub const MAGIC: &[u8; 4] = b"\x10\xff\x10\xad";
const HEADER_BYTES: u64 = 0x20;
const ENTRY_BYTES: u64 = 0x28;

/// [`Entry::image_kind`] of PTX.
pub const PTX: u16 = 5;
/// [`Entry::offload_kind`] of HIP.
pub const HIP: u16 = 4;

/// Names of image kinds (LLVM's `ImageKind`).
const IMAGE_KINDS: [&str; 7] = ["none", "object", "bitcode", "cubin", "fatbin", "ptx", "spirv"];
/// Names of offload kinds (LLVM's `OffloadKind`, a bit each).
const OFFLOAD_KINDS: [(u16, &str); 4] = [(1, "openmp"), (2, "cuda"), (4, "hip"), (8, "sycl")];

/// One offload binary; its fields borrow from the bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry<'a> {
    /// Number of the image kind.
    pub image_kind: u16,
    /// Number of the offload kind.
    pub offload_kind: u16,
    /// LLVM's flags.
    pub flags: u32,
    /// Key and value, in file order: `arch`, `triple`…
    pub strings: Vec<(&'a str, &'a str)>,
    /// The code.
    pub image: &'a [u8],
    /// Size of the whole binary with padding, bytes.
    pub length: usize,
}

impl<'a> Entry<'a> {
    /// Returns the value of a key.
    pub fn string(&self, key: &str) -> Option<&'a str> {
        self.strings.iter().find(|(name, _)| *name == key).map(|(_, value)| *value)
    }

    /// Returns the name of the image kind.
    pub fn image_name(&self) -> &'static str {
        IMAGE_KINDS.get(usize::from(self.image_kind)).copied().unwrap_or("unknown")
    }

    /// Returns the name of the offload kind.
    pub fn offload_name(&self) -> &'static str {
        OFFLOAD_KINDS.iter().find(|(number, _)| *number == self.offload_kind).map_or("none", |(_, name)| name)
    }
}

/// Returns the offload binary at the start of `bytes`; several may follow each other.
///
/// # Errors
/// [`Error::BadField`], [`Error::Truncated`], [`Error::NotText`].
pub fn entry(bytes: &[u8]) -> Result<Entry<'_>, Error> {
    let what = "header of the offload binary";
    if !bytes.starts_with(MAGIC) {
        let value = cursor::u32(bytes, 0, what)?.into();
        return Err(Error::BadField { what: "magic number of the offload binary", offset: 0, value });
    }
    let version = cursor::u32(bytes, 4, what)?;
    if version != 1 {
        let what = "version of the offload binary";
        return Err(Error::BadField { what, offset: 4, value: version.into() });
    }
    let total = cursor::u64(bytes, 8, what)?;
    if total < HEADER_BYTES + ENTRY_BYTES {
        return Err(Error::BadField { what: "size of the offload binary", offset: 8, value: total });
    }
    let bytes = cursor::take(bytes, 0, total, "offload binary")?;
    let place = |at| cursor::u64(bytes, at, what).map(|n| usize::try_from(n).unwrap_or(usize::MAX));
    let entry = cursor::take(bytes, place(0x10)?, ENTRY_BYTES, "entry of the offload binary")?;
    let field = |at| cursor::u64(entry, at, "entry of the offload binary");
    let image_at = usize::try_from(field(0x18)?).unwrap_or(usize::MAX);
    let strings_at = usize::try_from(field(0x08)?).unwrap_or(usize::MAX);
    let mut strings = Vec::new();
    for n in 0..field(0x10)? {
        let at = strings_at.saturating_add(usize::try_from(n).unwrap_or(usize::MAX).saturating_mul(16));
        let key = place(at)?;
        strings.push((string(bytes, key)?, string(bytes, place(at.saturating_add(8))?)?));
    }
    Ok(Entry {
        image_kind: cursor::u16(entry, 0, what)?,
        offload_kind: cursor::u16(entry, 2, what)?,
        flags: cursor::u32(entry, 4, what)?,
        strings,
        image: cursor::take(bytes, image_at, field(0x20)?, "image of the offload binary")?,
        length: bytes.len(),
    })
}

/// Returns the zero-terminated text at `at`.
fn string(bytes: &[u8], at: usize) -> Result<&str, Error> {
    let rest = cursor::take(bytes, at, 1, "string of the offload binary").map(|_| &bytes[at..])?;
    let end = rest.iter().position(|&b| b == 0).unwrap_or(rest.len());
    std::str::from_utf8(&rest[..end]).map_err(|e| Error::NotText { offset: at + e.valid_up_to() })
}

/// Builds an offload binary of `image` with the given keys and values.
pub fn write(image_kind: u16, offload_kind: u16, strings: &[(&str, &str)], image: &[u8]) -> Vec<u8> {
    let table_at = HEADER_BYTES + ENTRY_BYTES;
    let text_at = table_at + 16 * strings.len() as u64;
    let mut table = Vec::new();
    let mut text = Vec::new();
    for word in strings.iter().flat_map(|(key, value)| [key, value]) {
        table.extend((text_at + text.len() as u64).to_le_bytes());
        text.extend_from_slice(word.as_bytes());
        text.push(0);
    }
    let image_at = (text_at + text.len() as u64).next_multiple_of(8);
    let total = (image_at + image.len() as u64).next_multiple_of(8);
    let mut out = MAGIC.to_vec();
    out.extend(1u32.to_le_bytes());
    out.extend([total, HEADER_BYTES, ENTRY_BYTES].iter().flat_map(|n| n.to_le_bytes()));
    out.extend(image_kind.to_le_bytes());
    out.extend(offload_kind.to_le_bytes());
    out.extend(0u32.to_le_bytes());
    out.extend(
        [table_at, strings.len() as u64, image_at, image.len() as u64].iter().flat_map(|n| n.to_le_bytes()),
    );
    out.extend(table);
    out.extend(text);
    out.resize(image_at as usize, 0);
    out.extend_from_slice(image);
    out.resize(total as usize, 0);
    out
}
