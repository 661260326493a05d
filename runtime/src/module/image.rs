//! Which PTX to load, and what the machine code beside it tells: out of a file or memory, out of whatever
//! container it came in.

use crate::Error;
use crate::config::config;
use device::Spec;
use fatbin::inventory::{self, ImageKind, Visitor};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{ErrorKind, Read as _};
use std::path::Path;

/// The bytes of an image's file. What is no plain file may have no end: of it, no more is read than is
/// unpacked of an image.
///
/// # Errors
/// `FileNotFound`, `FileUnreadable`.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Error> {
    let unreadable = |error: std::io::Error| match error.kind() {
        ErrorKind::NotFound => Error::FileNotFound { path: path.to_owned() },
        kind => Error::FileUnreadable { path: path.to_owned(), kind },
    };
    if std::fs::metadata(path).map_err(unreadable)?.is_file() {
        return std::fs::read(path).map_err(unreadable);
    }
    let most = config().image_bytes;
    let mut bytes = Vec::new();
    let opened = File::open(path).and_then(|file| file.take(most + 1).read_to_end(&mut bytes));
    match opened.map_err(unreadable)? as u64 > most {
        true => Err(unreadable(ErrorKind::FileTooLarge.into())),
        false => Ok(bytes),
    }
}

/// The PTX text in an image that a device should run.
///
/// # Errors
/// `Image`: it is nothing known, is broken, holds no PTX for the device, or more than `HIP_SOFT_IMAGE_SIZE`
/// allows.
pub(crate) fn text<'a>(image: &'a [u8], spec: &Spec) -> Result<std::borrow::Cow<'a, str>, Error> {
    let (major, minor) = spec.capability;
    Ok(fatbin::ptx_within(image, major * 10 + minor, config().image_bytes)?.text)
}

/// What machine code beside that PTX says of its kernels, by their names: of the code that a driver would
/// load on the device.
pub(crate) fn machine(image: &[u8], spec: &Spec) -> BTreeMap<String, Machine> {
    let (major, minor) = spec.capability;
    let told = |kernel: fatbin::device::Kernel| Machine {
        registers: kernel.registers.filter(|count| REGISTERS.contains(count)),
        local_bytes: kernel.local.and_then(|bytes| u32::try_from(bytes).ok()),
    };
    let kernels = fatbin::machine::kernels_within(image, major * 10 + minor, config().image_bytes);
    kernels.into_iter().map(|(name, kernel)| (name, told(kernel))).collect()
}

/// What a kernel's machine code needs, where it is known.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Machine {
    /// Registers of a thread.
    pub(crate) registers: Option<u32>,
    /// Local memory of a thread, bytes.
    pub(crate) local_bytes: Option<u32>,
}

/// Registers that a thread can have: machine code that says otherwise is none.
const REGISTERS: std::ops::RangeInclusive<u32> = 1..=255;

/// Whether an image is NVIDIA's device runtime (`libcudadevrt.a`): its functions are of this library, so that
/// nobody links it.
pub(crate) fn is_device_runtime(image: &[u8]) -> bool {
    let mut first = FirstCode::default();
    inventory::walk_within("", image, config().image_bytes, &mut first);
    first.is_runtime
}

/// What the first machine code of an image is; the others are the same for other devices.
#[derive(Default)]
struct FirstCode {
    seen: bool,
    is_runtime: bool,
}

impl Visitor for FirstCode {
    fn image(&mut self, image: &inventory::Image<'_>) {
        if image.kind == ImageKind::Cubin && !self.seen {
            self.seen = true;
            self.is_runtime = image.contents().is_ok_and(|bytes| fatbin::device::is_device_runtime(&bytes));
        }
    }

    fn broken(&mut self, _: &str, _: &fatbin::Error) {}
}
