//! Errors of images, with the facts.

use std::fmt;

/// Reason for which an image could not be read, or has nothing to run.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// The image is empty.
    #[error("the image is empty")]
    Empty,
    /// The format is unknown.
    #[error("neither PTX, nor a fat binary, nor an ELF object: it starts with{}", spaced(.head))]
    Unknown {
        /// The first bytes, at most eight.
        head: Vec<u8>,
    },
    /// Name in a container that does not decode as UTF-8.
    #[error("byte {offset} is part of a name, but is not UTF-8")]
    NotText {
        /// Offset of the first invalid byte.
        offset: usize,
    },
    /// A header refers to bytes beyond the end.
    #[error("{what} at byte {offset} needs {needed} bytes, {have} are left")]
    Truncated {
        /// Structure being read.
        what: &'static str,
        /// Offset in the image.
        offset: usize,
        /// Bytes needed from there.
        needed: u64,
        /// Bytes available from there.
        have: usize,
    },
    /// A field has an invalid value.
    #[error("{what} at byte {offset} is {value:#x}")]
    BadField {
        /// The field.
        what: &'static str,
        /// Offset in the image.
        offset: usize,
        /// The value.
        value: u64,
    },
    /// A compressed entry does not unpack to the size in its header.
    #[error("the entry at byte {offset} does not unpack to {expected} bytes by {method}: {reason}")]
    BadCompression {
        /// Offset of the entry.
        offset: usize,
        /// LZ4 or zstd.
        method: &'static str,
        /// Expected bytes.
        expected: u64,
        /// Message of the decompressor.
        reason: String,
    },
    /// An entry claims to be larger than [`MAX_UNPACKED`](crate::MAX_UNPACKED).
    #[error("the entry at byte {offset} claims {size} bytes, more than the limit of {limit}", limit = crate::MAX_UNPACKED)]
    TooLarge {
        /// Offset of the entry.
        offset: usize,
        /// Size in its header.
        size: u64,
    },
    /// The entries of an image together unpack to more than its reader allows.
    #[error(
        "the entry at byte {offset}, of {size} bytes, takes the image over the limit of {limit} bytes in all"
    )]
    Exhausted {
        /// Offset of the first entry over the limit.
        offset: usize,
        /// Size in its header.
        size: u64,
        /// Limit for all entries, bytes.
        limit: u64,
    },
    /// The contents of a compressed bundle do not match its hash.
    #[error("the bundle unpacks to something else: hash {found:016x}, its header says {expected:016x}")]
    BadHash {
        /// Hash in the header.
        expected: u64,
        /// Hash of the contents.
        found: u64,
    },
    /// The length is unknown: only the image's start is given, and the format has no length field.
    #[error("a {what} does not say how long it is: load it from a file")]
    NoLength {
        /// The format.
        what: &'static str,
    },
    /// Containers are nested too deeply.
    #[error("containers lie in each other more than {limit} deep")]
    TooDeep {
        /// Maximum nesting.
        limit: usize,
    },
    /// The image contains too many images.
    #[error("more than {limit} images")]
    TooMany {
        /// Maximum number.
        limit: usize,
    },
    /// A host object, an archive or a device ELF object that could not be read.
    #[error("broken object file: {reason}")]
    BadElf {
        /// Message of the object reader.
        reason: String,
    },
    /// A well-formed image without PTX that the device could run.
    #[error("no PTX that a device of compute capability {}.{} can run; the image holds {}", .device / 10, .device % 10, listed(.found))]
    NoPtx {
        /// Contents of the image.
        found: Vec<Found>,
        /// The device's compute capability, as 90 for 9.0.
        device: u32,
    },
}

/// One item of an image's contents, for error messages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// `ptx`, `cubin`, `lto-ir`, `hsaco`, `host object`…
    pub kind: &'static str,
    /// `sm_90`, `gfx942`… where known.
    pub target: Option<String>,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.target {
            Some(target) => write!(f, "{} for {target}", self.kind),
            None => f.write_str(self.kind),
        }
    }
}

/// Formats bytes in hexadecimal, each after a space.
fn spaced(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!(" {byte:02x}")).collect()
}

/// Lists an image's contents.
fn listed(found: &[Found]) -> String {
    match found {
        [] => "nothing".to_owned(),
        found => found.iter().map(Found::to_string).collect::<Vec<_>>().join(", "),
    }
}

impl Error {
    /// Shifts the error of a part that starts at `base` of the whole.
    pub(crate) fn moved(mut self, base: usize) -> Self {
        match &mut self {
            Error::NotText { offset }
            | Error::Truncated { offset, .. }
            | Error::BadField { offset, .. }
            | Error::BadCompression { offset, .. }
            | Error::TooLarge { offset, .. }
            | Error::Exhausted { offset, .. } => *offset = offset.saturating_add(base),
            _ => {}
        }
        self
    }
}
