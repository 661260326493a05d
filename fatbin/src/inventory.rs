//! Inventory of all images in some bytes, in nested containers: a library in an archive, a section in a
//! library, fat binaries in the section, a group in the fat binary.
//!
//! [`walk`] visits them in file order. Broken parts are reported with their place, and the rest is still
//! visited.

use crate::clang::{bundle, compressed, offload};
use crate::compress::Allowance;
use crate::nvidia::{self, EntryKind, flag};
use crate::{Error, Format, cursor, device, host, sniff};
use std::borrow::Cow;

/// Maximum nesting of containers.
const MAX_DEPTH: usize = 8;
/// Maximum number of images listed for one file.
const MAX_IMAGES: usize = 1 << 20;

/// Kind of an image.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ImageKind {
    /// PTX text.
    Ptx,
    /// NVIDIA's machine code.
    Cubin,
    /// AMD's machine code.
    Hsaco,
    /// NVVM bitcode, scrambled by its packer.
    LtoIr,
    /// LLVM bitcode.
    Bitcode,
    /// SPIR-V.
    SpirV,
    /// An empty entry for the host, as in bundles.
    Host,
    /// Any other; its bytes stay opaque.
    Other,
}

impl ImageKind {
    /// Returns the name in lists and messages.
    pub fn name(self) -> &'static str {
        match self {
            ImageKind::Ptx => "ptx",
            ImageKind::Cubin => "cubin",
            ImageKind::Hsaco => "hsaco",
            ImageKind::LtoIr => "lto-ir",
            ImageKind::Bitcode => "bitcode",
            ImageKind::SpirV => "spir-v",
            ImageKind::Host => "host",
            ImageKind::Other => "unknown",
        }
    }
}

/// One image, during its visit.
#[derive(Clone, Debug)]
pub struct Image<'v> {
    /// Place: names and numbers of the containers from the outside in, `libx.so(.nv_fatbin)[0][2]`.
    pub place: &'v str,
    /// Its kind.
    pub kind: ImageKind,
    /// `compute_90`, `sm_90a`, `gfx942:xnack-`…, if known.
    pub target: Option<String>,
    /// NVIDIA architecture as a number, 90.
    pub arch: Option<u32>,
    /// Version of the PTX language, if the container states it.
    pub ptx_version: Option<(u16, u16)>,
    /// See [`nvidia::flag`]; 0 outside of NVIDIA's containers.
    pub flags: u64,
    /// Identifier given by the packer.
    pub identifier: Option<String>,
    /// Compiler options recorded by the packer.
    pub options: Option<String>,
    /// `lz4`, `zstd`, or nothing.
    pub packing: Option<&'static str>,
    /// Stored size, bytes.
    pub stored: u64,
    /// Unpacked size, bytes.
    pub size: u64,
    code: Code<'v>,
    allowance: &'v Allowance,
}

#[derive(Clone, Debug)]
enum Code<'v> {
    Plain(&'v [u8]),
    Entry(&'v nvidia::Entry<'v>),
}

impl<'v> Image<'v> {
    /// Returns the bytes, unpacked; PTX without its terminating zeros.
    ///
    /// # Errors
    /// [`Error::BadCompression`], [`Error::TooLarge`]; [`Error::Exhausted`] in a [walk with a
    /// limit](walk_within).
    pub fn contents(&self) -> Result<Cow<'v, [u8]>, Error> {
        let bytes = match self.code {
            Code::Plain(bytes) => Cow::Borrowed(bytes),
            Code::Entry(entry) => entry.contents_within(self.allowance)?,
        };
        if self.kind != ImageKind::Ptx {
            return Ok(bytes);
        }
        let end = bytes.iter().position(|&b| b == 0).unwrap_or(bytes.len());
        Ok(match bytes {
            Cow::Borrowed(bytes) => Cow::Borrowed(&bytes[..end]),
            Cow::Owned(mut bytes) => {
                bytes.truncate(end);
                Cow::Owned(bytes)
            }
        })
    }
}

/// Visitor of a walk.
pub trait Visitor {
    /// Handles an image.
    fn image(&mut self, image: &Image<'_>);
    /// Handles a place that cannot be read; the walk continues after it.
    fn broken(&mut self, place: &str, error: &Error);
}

/// Visits every image in `bytes`, in file order. Places start with `name`.
pub fn walk(name: &str, bytes: &[u8], visitor: &mut dyn Visitor) {
    walk_within(name, bytes, u64::MAX, visitor);
}

/// Visits every image, and unpacks at most `limit` bytes in total: places and images beyond it are broken.
pub fn walk_within(name: &str, bytes: &[u8], limit: u64, visitor: &mut dyn Visitor) {
    let allowance = &Allowance::new(limit);
    let mut walk = Walk { visitor, place: name.to_owned(), left: MAX_IMAGES, allowance };
    walk.any(bytes, None, 0);
}

struct Walk<'w> {
    visitor: &'w mut dyn Visitor,
    place: String,
    left: usize,
    allowance: &'w Allowance,
}

impl Walk<'_> {
    /// Runs `inner` one level deeper.
    fn nested(&mut self, step: &str, inner: impl FnOnce(&mut Self)) {
        let before = self.place.len();
        self.place.push_str(step);
        inner(self);
        self.place.truncate(before);
    }

    fn broken(&mut self, error: Error) {
        self.visitor.broken(&self.place, &error);
    }

    /// Visits bytes of a kind known from their start only; `target` is stated by their container.
    fn any(&mut self, bytes: &[u8], target: Option<&str>, depth: usize) {
        if depth > MAX_DEPTH {
            return self.broken(Error::TooDeep { limit: MAX_DEPTH });
        }
        let known = |kind| Plain { kind, target: target.map(str::to_owned) };
        let outcome = match sniff(bytes) {
            Ok(Format::Ptx) => return self.plain(known(ImageKind::Ptx), bytes),
            Ok(Format::Bitcode) => return self.plain(known(ImageKind::Bitcode), bytes),
            Ok(Format::Fatbin) => self.fatbin(bytes),
            Ok(Format::Elf) if device::identify(bytes).is_some() => return self.machine_code(bytes, target),
            Ok(Format::Elf | Format::Object) => self.host(bytes, depth),
            Ok(Format::Archive) => self.archive(bytes, depth),
            Ok(Format::Bundle) => self.bundle(bytes, depth),
            Ok(Format::CompressedBundle) => compressed::unpack_within(bytes, self.allowance).map(|plain| {
                self.any(&plain, target, depth + 1);
            }),
            Ok(Format::Offload) => self.offload(bytes, depth),
            // They contain addresses: nothing follows them in these bytes.
            Ok(Format::NvidiaWrapper | Format::HipWrapper) => {
                return self.plain(known(ImageKind::Other), bytes);
            }
            Err(error @ (Error::Empty | Error::Unknown { .. })) => match target {
                Some(_) if bytes.is_empty() => return self.plain(known(ImageKind::Host), bytes),
                Some(_) => return self.plain(known(ImageKind::Other), bytes),
                None => Err(error),
            },
            Err(error) => Err(error),
        };
        if let Err(error) = outcome {
            self.broken(error);
        }
    }

    fn visit(&mut self, image: Image<'_>) {
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        self.visitor.image(&image);
        if self.left == 0 {
            self.broken(Error::TooMany { limit: MAX_IMAGES });
        }
    }

    fn plain(&mut self, image: Plain, bytes: &[u8]) {
        let place = std::mem::take(&mut self.place);
        let size = bytes.len() as u64;
        self.visit(Image {
            place: &place,
            arch: image.target.as_deref().and_then(arch),
            kind: image.kind,
            target: image.target,
            ptx_version: None,
            flags: 0,
            identifier: None,
            options: None,
            packing: None,
            stored: size,
            size,
            code: Code::Plain(bytes),
            allowance: self.allowance,
        });
        self.place = place;
    }

    fn machine_code(&mut self, bytes: &[u8], said: Option<&str>) {
        let (kind, target) = device::identify(bytes).unwrap_or(("", None));
        let kind = if kind == "hsaco" { ImageKind::Hsaco } else { ImageKind::Cubin };
        self.plain(Plain { kind, target: target.or_else(|| said.map(str::to_owned)) }, bytes);
    }

    fn fatbin(&mut self, bytes: &[u8]) -> Result<(), Error> {
        for (n, entry) in nvidia::entries(bytes)?.iter().enumerate() {
            self.nested(&format!("[{n}]"), |walk| {
                if let Err(error) = walk.entry(entry) {
                    walk.broken(error);
                }
            });
        }
        Ok(())
    }

    fn entry(&mut self, entry: &nvidia::Entry<'_>) -> Result<(), Error> {
        let allowance = self.allowance;
        let described =
            |kind: EntryKind, arch, version, flags, identifier: &[u8], options: Option<&[u8]>| Image {
                place: "",
                kind: match kind {
                    EntryKind::Ptx => ImageKind::Ptx,
                    EntryKind::Cubin => ImageKind::Cubin,
                    EntryKind::LtoIr => ImageKind::LtoIr,
                    EntryKind::Group | EntryKind::Other(_) => ImageKind::Other,
                },
                target: Some(kind.target(arch, flags)),
                arch: Some(arch),
                ptx_version: (kind == EntryKind::Ptx).then_some(version),
                flags,
                identifier: (!identifier.is_empty())
                    .then(|| String::from_utf8_lossy(identifier).into_owned()),
                options: options
                    .filter(|o| !o.is_empty() && flags & flag::ATTRIBUTES == 0)
                    .map(|o| String::from_utf8_lossy(o).into_owned()),
                packing: None,
                stored: 0,
                size: 0,
                code: Code::Plain(&[]),
                allowance,
            };
        let place = std::mem::take(&mut self.place);
        let outcome = if entry.kind == EntryKind::Group {
            entry.contents_within(allowance).and_then(|contents| {
                for (n, member) in entry.members()?.iter().enumerate() {
                    let code = member.slice(&contents)?;
                    self.visit(Image {
                        place: &format!("{place}[{n}]"),
                        packing: entry.packing(),
                        stored: 0,
                        size: code.len() as u64,
                        code: Code::Plain(code),
                        ..described(
                            member.kind,
                            member.arch,
                            member.version,
                            member.flags,
                            member.identifier,
                            member.options,
                        )
                    });
                }
                Ok(())
            })
        } else {
            self.visit(Image {
                place: &place,
                packing: entry.packing(),
                stored: entry.stored_size(),
                size: entry.size(),
                code: Code::Entry(entry),
                ..described(
                    entry.kind,
                    entry.arch,
                    entry.version,
                    entry.flags,
                    entry.identifier,
                    entry.options,
                )
            });
            Ok(())
        };
        self.place = place;
        outcome
    }

    fn bundle(&mut self, bytes: &[u8], depth: usize) -> Result<(), Error> {
        for entry in bundle::entries(bytes)? {
            self.nested(&format!("[{}]", entry.id), |walk| {
                if entry.kind() == "host" && entry.code.is_empty() {
                    let target = Some(entry.target().to_owned());
                    walk.plain(Plain { kind: ImageKind::Host, target }, entry.code);
                } else {
                    walk.any(entry.code, Some(entry.target()), depth + 1);
                }
            });
        }
        Ok(())
    }

    fn offload(&mut self, bytes: &[u8], depth: usize) -> Result<(), Error> {
        let mut rest = bytes;
        let mut n = 0;
        while rest.starts_with(offload::MAGIC) {
            let entry = offload::entry(rest)?;
            let target = entry.string("arch").or_else(|| entry.string("triple"));
            self.nested(&format!("[{n}]"), |walk| {
                if entry.image_name() == "spirv" {
                    let target = target.map(str::to_owned);
                    walk.plain(Plain { kind: ImageKind::SpirV, target }, entry.image);
                } else {
                    walk.any(entry.image, target.or(Some("")), depth + 1);
                }
            });
            rest = &rest[entry.length..];
            n += 1;
        }
        Ok(())
    }

    fn host(&mut self, bytes: &[u8], depth: usize) -> Result<(), Error> {
        for section in host::sections(bytes)? {
            self.nested(&format!("({})", section.name), |walk| {
                for (n, part) in (Parts { rest: section.data, before: 0 }).enumerate() {
                    walk.nested(&format!("[{n}]"), |walk| match part {
                        Ok(part) => walk.any(part, None, depth + 1),
                        Err(error) => walk.broken(error),
                    });
                }
            });
        }
        Ok(())
    }

    fn archive(&mut self, bytes: &[u8], depth: usize) -> Result<(), Error> {
        for (name, member) in host::members(bytes)? {
            // Archives hold all kinds of files: only potential containers of device code are visited.
            if sniff(member).is_ok_and(|kind| kind != Format::Ptx) {
                self.nested(&format!("({name})"), |walk| walk.any(member, None, depth + 1));
            }
        }
        Ok(())
    }
}

/// An image with a kind and a target only.
struct Plain {
    kind: ImageKind,
    target: Option<String>,
}

/// Returns 90 for `sm_90` and `compute_90`.
fn arch(target: &str) -> Option<u32> {
    let digits = target.strip_prefix("sm_").or_else(|| target.strip_prefix("compute_"))?;
    digits.trim_end_matches(|c: char| c.is_ascii_alphabetic()).parse().ok()
}

/// Contiguous containers of a section, padded with zeros between them.
pub(crate) struct Parts<'a> {
    pub(crate) rest: &'a [u8],
    pub(crate) before: usize,
}

impl<'a> Parts<'a> {
    fn length(&self) -> Result<usize, Error> {
        let rest = self.rest;
        match sniff(rest)? {
            Format::Fatbin => nvidia::length(rest),
            Format::Bundle => bundle::length(rest),
            Format::Offload => offload::entry(rest).map(|entry| entry.length),
            Format::CompressedBundle => match compressed::header(rest)?.total {
                Some(total) => cursor::take(rest, 0, total, "compressed bundle").map(<[u8]>::len),
                // Version 1 has no length: it extends to the next bundle, or to the end.
                None => {
                    let next = rest.windows(4).skip(4).position(|window| window == compressed::MAGIC);
                    Ok(next.map_or(rest.len(), |at| at + 4))
                }
            },
            // A single image: nothing can follow it.
            _ => Ok(rest.len()),
        }
    }
}

impl<'a> Iterator for Parts<'a> {
    type Item = Result<&'a [u8], Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let zeros = self.rest.iter().position(|&b| b != 0)?;
        self.rest = &self.rest[zeros..];
        self.before += zeros;
        match self.length() {
            Ok(length) => {
                let (part, rest) = self.rest.split_at(length.clamp(1, self.rest.len()));
                self.rest = rest;
                self.before += part.len();
                Some(Ok(part))
            }
            Err(error) => {
                self.rest = &[];
                Some(Err(error.moved(self.before)))
            }
        }
    }
}
