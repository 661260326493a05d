//! Which PTX a device should run, out of whatever container it came in.

use crate::nvidia::{self, Entry, EntryKind, flag};
use crate::{Error, Found, Kind, elf, sniff};
use std::borrow::Cow;

/// PTX text out of a container.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ptx<'a> {
    /// The text, without terminating zeros.
    pub text: Cow<'a, str>,
    /// The architecture it was compiled for as the container states it, 90 for 9.0; `None` for bare text.
    pub arch: Option<u32>,
}

/// The PTX in `image` that a device of compute capability `device` (90 for 9.0) should run.
///
/// Machine code cannot be run here, so only PTX counts: of the entries for the device's architecture or an older one,
/// the newest; one for exactly one architecture or family only if it is the device's (CUDA's rules for PTX).
///
/// # Errors
/// What [`sniff`] says of unknown bytes; [`Error::NoPtx`], which lists what the image holds; and what is wrong with a
/// container that cannot be read.
pub fn ptx(image: &[u8], device: u32) -> Result<Ptx<'_>, Error> {
    match sniff(image)? {
        Kind::Ptx => Ok(Ptx { text: text(Cow::Borrowed(image))?, arch: None }),
        Kind::Fatbin => from_fatbins(&[image], device),
        Kind::Elf => match elf::describe(image) {
            Found { kind: "host object", .. } => {
                let found = elf::fatbins(image)?;
                if found.is_empty() {
                    return Err(Error::NoPtx { found: vec![elf::describe(image)], device });
                }
                from_fatbins(&found, device)
            }
            device_code => Err(Error::NoPtx { found: vec![device_code], device }),
        },
        Kind::OffloadBundle => {
            Err(Error::NoPtx { found: vec![Found { kind: "clang offload bundle", target: None }], device })
        }
        // It holds an address of the process that made it: there is nothing behind it in these bytes.
        Kind::NvidiaWrapper => {
            Err(Error::NoPtx { found: vec![Found { kind: "registration record", target: None }], device })
        }
    }
}

fn from_fatbins<'a>(images: &[&'a [u8]], device: u32) -> Result<Ptx<'a>, Error> {
    let mut all = Vec::new();
    for image in images {
        all.extend(nvidia::entries(image)?);
    }
    let fits = |entry: &&Entry<'_>| {
        let same = entry.arch == device;
        let family = entry.arch / 10 == device / 10 && entry.arch <= device;
        entry.kind == EntryKind::Ptx
            && match entry.flags {
                f if f & flag::ARCH_SPECIFIC != 0 => same,
                f if f & flag::FAMILY_SPECIFIC != 0 => family,
                _ => entry.arch <= device,
            }
    };
    // The last of equals wins, as later entries come from later compilations.
    match all.iter().filter(fits).max_by_key(|entry| entry.arch) {
        Some(entry) => Ok(Ptx { text: text(entry.contents()?)?, arch: Some(entry.arch) }),
        None => {
            let found = all.iter().map(|e| Found { kind: e.kind.name(), target: Some(e.target()) }).collect();
            Err(Error::NoPtx { found, device })
        }
    }
}

/// Bytes as text, up to the first zero.
fn text(bytes: Cow<'_, [u8]>) -> Result<Cow<'_, str>, Error> {
    let end = bytes.iter().position(|&b| b == 0).unwrap_or(bytes.len());
    match bytes {
        Cow::Borrowed(bytes) => std::str::from_utf8(&bytes[..end])
            .map(Cow::Borrowed)
            .map_err(|e| Error::NotText { offset: e.valid_up_to() }),
        Cow::Owned(mut bytes) => {
            bytes.truncate(end);
            String::from_utf8(bytes)
                .map(Cow::Owned)
                .map_err(|e| Error::NotText { offset: e.utf8_error().valid_up_to() })
        }
    }
}
