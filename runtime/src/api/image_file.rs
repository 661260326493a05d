//! Files of images.

use crate::Error;
use crate::config::config;
use std::fs::File;
use std::io::{ErrorKind, Read as _};
use std::path::Path;

/// Reads an image's file. Other than regular files may be endless, so they are read up to the limit of
/// images.
///
/// # Errors
/// `FileNotFound`, `FileUnreadable`.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, Error> {
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
