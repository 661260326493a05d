//! What can be wrong with an image, with the facts.

use std::fmt;

/// Why an image could not be read, or holds nothing that can be run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// Not a single byte.
    Empty,
    /// None of the formats that are known.
    Unknown {
        /// The first bytes, at most eight.
        head: Vec<u8>,
    },
    /// Text that is not PTX: the bytes do not decode as UTF-8.
    NotText {
        /// Offset of the first byte that does not.
        offset: usize,
    },
    /// A header speaks of bytes that are not there.
    Truncated {
        /// What was being read.
        what: &'static str,
        /// Where in the image.
        offset: usize,
        /// Bytes needed from there.
        needed: u64,
        /// Bytes there are from there.
        have: usize,
    },
    /// A field has a value the format does not allow.
    BadField {
        /// Which.
        what: &'static str,
        /// Where in the image.
        offset: usize,
        /// The value.
        value: u64,
    },
    /// A compressed entry does not unpack to what its header says.
    BadCompression {
        /// Where the entry starts.
        offset: usize,
        /// LZ4 or zstd.
        method: &'static str,
        /// Bytes it should give.
        expected: u64,
        /// What the decompressor says.
        reason: String,
    },
    /// An entry claims to be larger than [`MAX_UNPACKED`](crate::MAX_UNPACKED).
    TooLarge {
        /// Where the entry starts.
        offset: usize,
        /// What it claims.
        size: u64,
    },
    /// What an image's entries unpack to together is more than its reader allows.
    Exhausted {
        /// Where the entry starts that does not fit any more.
        offset: usize,
        /// What it claims.
        size: u64,
        /// Bytes for all entries.
        limit: u64,
    },
    /// A compressed bundle whose contents are not what was packed.
    BadHash {
        /// What its header says.
        expected: u64,
        /// What its contents give.
        found: u64,
    },
    /// An image whose start alone is known, of a format that does not say how long it is.
    NoLength {
        /// What it is.
        what: &'static str,
    },
    /// Containers in containers in containers…
    TooDeep {
        /// How deep this reader goes.
        limit: usize,
    },
    /// More images than this reader lists.
    TooMany {
        /// How many it lists.
        limit: usize,
    },
    /// A host object, an archive or a device ELF object that could not be read.
    BadElf {
        /// What the reader says.
        reason: String,
    },
    /// A well-formed image without PTX that the device could run.
    NoPtx {
        /// What it holds instead.
        found: Vec<Found>,
        /// The device's compute capability, as 90 for 9.0.
        device: u32,
    },
}

/// One thing an image holds, as an error message lists it.
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

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Empty => f.write_str("the image is empty"),
            Error::Unknown { head } => {
                f.write_str("neither PTX, nor a fat binary, nor an ELF object: it starts with")?;
                head.iter().try_for_each(|byte| write!(f, " {byte:02x}"))
            }
            Error::NotText { offset } => write!(f, "looks like PTX, but byte {offset} is not UTF-8"),
            Error::Truncated { what, offset, needed, have } => {
                write!(f, "{what} at byte {offset} needs {needed} bytes, {have} are left")
            }
            Error::BadField { what, offset, value } => write!(f, "{what} at byte {offset} is {value:#x}"),
            Error::BadCompression { offset, method, expected, reason } => {
                write!(
                    f,
                    "the entry at byte {offset} does not unpack to {expected} bytes by {method}: {reason}"
                )
            }
            Error::TooLarge { offset, size } => {
                write!(
                    f,
                    "the entry at byte {offset} claims {size} bytes, more than the limit of {}",
                    crate::MAX_UNPACKED
                )
            }
            Error::Exhausted { offset, size, limit } => {
                write!(
                    f,
                    "the entry at byte {offset}, of {size} bytes, takes the image over the limit of {limit} bytes in all"
                )
            }
            Error::BadHash { expected, found } => {
                write!(
                    f,
                    "the bundle unpacks to something else: hash {found:016x}, its header says {expected:016x}"
                )
            }
            Error::NoLength { what } => {
                write!(f, "a {what} does not say how long it is: load it from a file")
            }
            Error::TooDeep { limit } => write!(f, "containers lie in each other more than {limit} deep"),
            Error::TooMany { limit } => write!(f, "more than {limit} images"),
            Error::BadElf { reason } => write!(f, "broken object file: {reason}"),
            Error::NoPtx { found, device } => {
                write!(
                    f,
                    "no PTX that a device of compute capability {}.{} can run; the image holds ",
                    device / 10,
                    device % 10
                )?;
                if found.is_empty() {
                    return f.write_str("nothing");
                }
                for (n, item) in found.iter().enumerate() {
                    write!(f, "{}{item}", if n == 0 { "" } else { ", " })?;
                }
                Ok(())
            }
        }
    }
}

impl Error {
    /// The same error of a part that starts at `base` of the whole.
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

impl std::error::Error for Error {}
