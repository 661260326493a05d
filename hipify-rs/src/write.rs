//! Atomic writes: at any moment a file has its old or its new content.
//!
//! A text is written to a temporary file in the target's directory, gets the permissions of its source, and
//! is renamed to the target in one step. No reader sees a partial file, and a full disk leaves the old file.

use crate::walk::{Error, fail};
use std::ffi::OsString;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Suffix of the original of a file translated in place.
pub const BACKUP: &str = ".orig";

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    PathBuf::from(name)
}

/// Returns the path of the original of a file translated in place.
pub fn backup(path: &Path) -> PathBuf {
    with_suffix(path, BACKUP)
}

/// Writes `text` to `path`, with the permissions of `like`. Creates missing directories.
///
/// # Errors
/// A directory or file that cannot be written; the old content of `path` is then unchanged.
pub fn replace(path: &Path, text: &[u8], like: Option<&Metadata>) -> Result<(), Error> {
    replace_with(path, like, |file| file.write_all(text))
}

/// Replaces a file like [`replace`], with content that `write` produces piece by piece.
///
/// # Errors
/// Those of [`replace`] and of `write`.
pub fn replace_with(
    path: &Path,
    like: Option<&Metadata>,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> Result<(), Error> {
    if let Some(parent) = path.parent().filter(|p| !p.as_os_str().is_empty()) {
        fs::create_dir_all(parent).map_err(fail("create", parent))?;
    }
    let temporary = with_suffix(path, &format!(".hipify-{}", std::process::id()));
    let written = (|| {
        let mut file = OpenOptions::new().write(true).create_new(true).open(&temporary)?;
        write(&mut file)?;
        if let Some(like) = like {
            file.set_permissions(like.permissions())?;
        }
        drop(file);
        fs::rename(&temporary, path)
    })();
    if let Err(source) = written {
        // The file may not exist; the first error is the one to report.
        let _ = fs::remove_file(&temporary);
        return Err(Error { what: "write", path: path.to_owned(), source });
    }
    Ok(())
}

/// Copies a file unchanged, with its permissions, without loading it into memory.
///
/// # Errors
/// Those of [`replace`].
pub fn copy(from: &Path, to: &Path) -> Result<(), Error> {
    if let Some(parent) = to.parent().filter(|p| !p.as_os_str().is_empty()) {
        fs::create_dir_all(parent).map_err(fail("create", parent))?;
    }
    // Open it first, to distinguish an unreadable source from an unwritable target.
    drop(File::open(from).map_err(fail("read", from))?);
    let temporary = with_suffix(to, &format!(".hipify-{}", std::process::id()));
    let done = fs::copy(from, &temporary).and_then(|_| fs::rename(&temporary, to));
    done.map_err(|source| {
        let _ = fs::remove_file(&temporary);
        Error { what: "write", path: to.to_owned(), source }
    })
}

/// Copies a symbolic link, with the same target text.
///
/// # Errors
/// A link that cannot be read or created, and systems without links.
pub fn link(from: &Path, to: &Path) -> Result<(), Error> {
    let target = fs::read_link(from).map_err(fail("read", from))?;
    if let Some(parent) = to.parent().filter(|p| !p.as_os_str().is_empty()) {
        fs::create_dir_all(parent).map_err(fail("create", parent))?;
    }
    if fs::symlink_metadata(to).is_ok_and(|there| there.file_type().is_symlink()) {
        fs::remove_file(to).map_err(fail("write", to))?;
    }
    make_link(&target, to).map_err(fail("write", to))
}

#[cfg(unix)]
fn make_link(target: &Path, to: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, to)
}

#[cfg(not(unix))]
fn make_link(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "links are copied on Unix only"))
}

/// Writes a translation over its source, and keeps the source next to it, named as in [`backup`].
///
/// # Errors
/// A file that cannot be written, and an existing backup: it may be the only copy of the original.
pub fn in_place(path: &Path, text: &[u8]) -> Result<(), Error> {
    let original = backup(path);
    let like = fs::metadata(path).map_err(fail("read", path))?;
    // A hard link: nothing is copied, and the original exists at every moment.
    match fs::hard_link(path, &original) {
        Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {
            let text = "a backup exists already; run `--undo`, move it away, or use `--no-backup`";
            let source = io::Error::new(io::ErrorKind::AlreadyExists, text);
            return Err(Error { what: "keep the original as", path: original, source });
        }
        Err(_) => {
            // The file system does not support hard links.
            let mut from = File::open(path).map_err(fail("read", path))?;
            let made = OpenOptions::new().write(true).create_new(true).open(&original);
            let mut to = made.map_err(fail("write", &original))?;
            io::copy(&mut from, &mut to).map_err(fail("write", &original))?;
            to.set_permissions(like.permissions()).map_err(fail("write", &original))?;
        }
        Ok(()) => {}
    }
    replace(path, text, Some(&like)).inspect_err(|_| {
        let _ = fs::remove_file(&original);
    })
}
