//! Writing, so that nothing is lost: a file is there whole, as it was or as it will be, at any moment.
//!
//! A text goes to a temporary file in the folder of its target, gets the mode of its source and takes the
//! target's name in one step. No reader sees half of it, and a full disk leaves what was there.

use crate::walk::{Error, fail};
use std::ffi::OsString;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// What stands behind the name of a file that was translated in place, for what it was before.
pub const BACKUP: &str = ".orig";

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    PathBuf::from(name)
}

/// Where the original of a file that is translated in place is kept.
pub fn backup(path: &Path) -> PathBuf {
    with_ending(path, BACKUP)
}

/// Makes `path` hold `text`, with the permissions of `like`. Folders on the way are made.
///
/// # Errors
/// A folder or file that cannot be written; what was at `path` is then still there.
pub fn replace(path: &Path, text: &[u8], like: Option<&Metadata>) -> Result<(), Error> {
    replace_with(path, like, |file| file.write_all(text))
}

/// The same for a text that is never whole in memory: `write` gives the file its pieces.
///
/// # Errors
/// As [`replace`]; of `write`, too.
pub fn replace_with(
    path: &Path,
    like: Option<&Metadata>,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> Result<(), Error> {
    if let Some(parent) = path.parent().filter(|p| !p.as_os_str().is_empty()) {
        fs::create_dir_all(parent).map_err(fail("create", parent))?;
    }
    let temporary = with_ending(path, &format!(".hipify-{}", std::process::id()));
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
        // It may not even be there; the first error is the one to tell.
        let _ = fs::remove_file(&temporary);
        return Err(Error { what: "write", path: path.to_owned(), source });
    }
    Ok(())
}

/// Copies a file as it is, permissions included, without holding it in memory.
///
/// # Errors
/// As [`replace`].
pub fn copy(from: &Path, to: &Path) -> Result<(), Error> {
    if let Some(parent) = to.parent().filter(|p| !p.as_os_str().is_empty()) {
        fs::create_dir_all(parent).map_err(fail("create", parent))?;
    }
    // Told apart from trouble with the target by trying first.
    drop(File::open(from).map_err(fail("read", from))?);
    let temporary = with_ending(to, &format!(".hipify-{}", std::process::id()));
    let done = fs::copy(from, &temporary).and_then(|_| fs::rename(&temporary, to));
    done.map_err(|source| {
        let _ = fs::remove_file(&temporary);
        Error { what: "write", path: to.to_owned(), source }
    })
}

/// Puts a copy of the link `from` at `to`: what it points to is said in the same words.
///
/// # Errors
/// A link that cannot be read or made, and systems that have none.
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

/// Writes a translation over its source and keeps the source beside it, under [`backup`]'s name.
///
/// # Errors
/// A file that cannot be written, and a backup that is there already: it may be the only copy of something.
pub fn in_place(path: &Path, text: &[u8]) -> Result<(), Error> {
    let original = backup(path);
    let like = fs::metadata(path).map_err(fail("read", path))?;
    // A second name for the old file: nothing is copied, and there is no moment without it.
    match fs::hard_link(path, &original) {
        Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {
            let text = "a backup is there already: `--undo` first, move it away, or `--no-backup`";
            let source = io::Error::new(io::ErrorKind::AlreadyExists, text);
            return Err(Error { what: "keep the original as", path: original, source });
        }
        Err(_) => {
            // A file system without links.
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
