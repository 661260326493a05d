//! Which PTX to load: out of a file or memory, out of whatever container it came in.

use crate::Error;
use device::Spec;
use std::io::ErrorKind;
use std::path::Path;

/// The bytes of an image's file.
///
/// # Errors
/// `FileNotFound`, `FileUnreadable`.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Error> {
    std::fs::read(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => Error::FileNotFound { path: path.to_owned() },
        kind => Error::FileUnreadable { path: path.to_owned(), kind },
    })
}

/// The PTX text in an image that a device should run.
///
/// # Errors
/// `Image`: it is nothing known, is broken, or holds no PTX for the device.
pub(crate) fn text<'a>(image: &'a [u8], spec: &Spec) -> Result<std::borrow::Cow<'a, str>, Error> {
    let (major, minor) = spec.capability;
    Ok(fatbin::ptx(image, major * 10 + minor)?.text)
}
