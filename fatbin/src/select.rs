//! Selection of the PTX that a device should run, from any container.

use crate::compress::Allowance;
use crate::inventory::{self, Image, ImageKind, Visitor};
use crate::nvidia::{self, EntryKind, flag};
use crate::{Error, Format, Found, sniff};
use std::borrow::Cow;

/// PTX text from a container.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ptx<'a> {
    /// The text, without terminating zeros.
    pub text: Cow<'a, str>,
    /// Architecture stated by the container, 90 for 9.0; `None` for bare text.
    pub arch: Option<u32>,
}

/// Selects the PTX in `image` for a device of compute capability `device` (90 for 9.0).
///
/// Machine code cannot be run here, so only PTX counts: the newest image for the device's architecture or an
/// older one; an architecture- or family-specific one only if it is the device's (CUDA's rules for PTX).
///
/// # Errors
/// Those of [`sniff`] for unknown bytes; [`Error::NoPtx`], which lists the image's contents; and errors of a
/// container that cannot be read.
pub fn ptx(image: &[u8], device: u32) -> Result<Ptx<'_>, Error> {
    ptx_within(image, device, u64::MAX)
}

/// Selects the PTX, and unpacks at most `limit` bytes of the image; the limit also applies to plain text.
///
/// # Errors
/// Those of [`ptx`]; [`Error::Exhausted`].
pub fn ptx_within(image: &[u8], device: u32, limit: u64) -> Result<Ptx<'_>, Error> {
    let found = match sniff(image)? {
        Format::Ptx => Ok(Ptx { text: text(Cow::Borrowed(image)), arch: None }),
        Format::Fatbin => match from_fatbin(image, device, limit)? {
            Some(ptx) => Ok(ptx),
            None => from_anything(image, device, limit),
        },
        _ => from_anything(image, device, limit),
    }?;
    // Uncompressed text counts with its length too.
    Allowance::new(limit).take(found.text.len() as u64, 0)?;
    Ok(found)
}

/// Returns whether PTX of this architecture and with these flags may be compiled for a device, 90 for 9.0.
pub fn runs_on(arch: u32, flags: u64, device: u32) -> bool {
    match flags {
        f if f & flag::ARCH_SPECIFIC != 0 => arch == device,
        f if f & flag::FAMILY_SPECIFIC != 0 => arch / 10 == device / 10 && arch <= device,
        _ => arch <= device,
    }
}

/// Selects from a fat binary without groups, the usual case, in which uncompressed text is not copied.
fn from_fatbin(image: &[u8], device: u32, limit: u64) -> Result<Option<Ptx<'_>>, Error> {
    let allowance = Allowance::new(limit);
    let entries = nvidia::entries(image)?;
    if entries.iter().any(|entry| entry.kind == EntryKind::Group) {
        return Ok(None);
    }
    // The last of equals wins, since later entries come from later compilations.
    let best = entries
        .iter()
        .filter(|entry| entry.kind == EntryKind::Ptx && runs_on(entry.arch, entry.flags, device))
        .max_by_key(|entry| entry.arch);
    best.map(|entry| Ok(Ptx { text: text(entry.contents_within(&allowance)?), arch: Some(entry.arch) }))
        .transpose()
}

/// Selects from any container in two passes: one to choose, one to extract.
fn from_anything(image: &[u8], device: u32, limit: u64) -> Result<Ptx<'static>, Error> {
    let mut choice = Choice { device, ..Choice::default() };
    inventory::walk_within("", image, limit, &mut choice);
    let Some((_, wanted)) = choice.best else {
        return Err(match choice.broken {
            Some(error @ Error::Exhausted { .. }) => error,
            Some(error) if choice.found.is_empty() => error,
            _ => {
                if choice.found.is_empty() {
                    choice.found.push(Found { kind: container(image), target: None });
                }
                Error::NoPtx { found: choice.found, device }
            }
        });
    };
    let mut take = Take { wanted, seen: 0, taken: None };
    inventory::walk_within("", image, limit, &mut take);
    match take.taken {
        Some(taken) => taken,
        None => Err(Error::NoPtx { found: choice.found, device }),
    }
}

/// Returns the description of an image without device code.
fn container(image: &[u8]) -> &'static str {
    match sniff(image) {
        Ok(Format::NvidiaWrapper | Format::HipWrapper) => "registration record",
        Ok(Format::Archive) => "archive",
        Ok(Format::Elf | Format::Object) => "host object",
        Ok(Format::Fatbin) => "empty fat binary",
        _ => "empty bundle",
    }
}

/// Visitor that finds the best image and records the contents.
#[derive(Default)]
struct Choice {
    device: u32,
    seen: usize,
    /// Architecture and number of the best image so far.
    best: Option<(u32, usize)>,
    found: Vec<Found>,
    broken: Option<Error>,
}

impl Visitor for Choice {
    fn image(&mut self, image: &Image<'_>) {
        let number = self.seen;
        self.seen += 1;
        if matches!(image.kind, ImageKind::Host | ImageKind::Other) {
            return;
        }
        self.found.push(Found { kind: image.kind.name(), target: image.target.clone() });
        // PTX with an unstated architecture has its own `.target` line, which its compiler reads.
        let arch = image.arch.unwrap_or(0);
        if image.kind == ImageKind::Ptx
            && runs_on(arch, image.flags, self.device)
            && self.best.is_none_or(|(best, _)| arch >= best)
        {
            self.best = Some((arch, number));
        }
    }

    fn broken(&mut self, _: &str, error: &Error) {
        self.broken.get_or_insert_with(|| error.clone());
    }
}

struct Take {
    wanted: usize,
    seen: usize,
    taken: Option<Result<Ptx<'static>, Error>>,
}

impl Visitor for Take {
    fn image(&mut self, image: &Image<'_>) {
        if self.seen == self.wanted {
            let bytes = image.contents().map(Cow::into_owned);
            self.taken = Some(bytes.map(|bytes| {
                let text = text(Cow::Owned(bytes)).into_owned();
                Ptx { text: Cow::Owned(text), arch: image.arch }
            }));
        }
        self.seen += 1;
    }

    fn broken(&mut self, _: &str, _: &Error) {}
}

/// Returns bytes as text, up to the first zero. Bytes that are not UTF-8, as in comments and paths of other
/// code pages, become question marks.
fn text(bytes: Cow<'_, [u8]>) -> Cow<'_, str> {
    let end = bytes.iter().position(|&b| b == 0).unwrap_or(bytes.len());
    let bytes = match bytes {
        Cow::Borrowed(bytes) => match std::str::from_utf8(&bytes[..end]) {
            Ok(text) => return Cow::Borrowed(text),
            Err(_) => bytes[..end].to_vec(),
        },
        Cow::Owned(mut bytes) => {
            bytes.truncate(end);
            bytes
        }
    };
    Cow::Owned(String::from_utf8(bytes).unwrap_or_else(|error| {
        let mut bytes = error.into_bytes();
        let mut at = 0;
        while let Err(error) = std::str::from_utf8(&bytes[at..]) {
            let from = at + error.valid_up_to();
            at = error.error_len().map_or(bytes.len(), |length| from + length);
            bytes[from..at].fill(b'?');
        }
        String::from_utf8(bytes).unwrap_or_default()
    }))
}
