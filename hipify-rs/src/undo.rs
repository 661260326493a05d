//! Undo of translations in place.
//!
//! Next to the originals lies a list, [`LIST`], of the translated files with their fingerprints. A file with
//! another fingerprint was edited since, and is restored only on request. Originals on no list are not ours
//! and are left alone.

pub use crate::walk::LIST;
use crate::walk::{Error, fail};
use crate::write;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const HEADER: &str = "# Files translated in place by hipify-rs; `hipify-rs --undo PATH` restores them.\n";

/// Computes a fingerprint of a text: FNV-1a, 64 bits. Detects edits, not attacks.
pub fn fingerprint(text: &[u8]) -> u64 {
    text.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &b| (hash ^ u64::from(b)).wrapping_mul(0x100_0000_01b3))
}

/// A list: paths relative to its directory, with fingerprints.
type List = BTreeMap<PathBuf, u64>;

/// Escapes all bytes but printable ASCII as `%` and two hexadecimal digits.
fn escape(path: &Path) -> String {
    let mut out = String::new();
    for &b in path.as_os_str().as_encoded_bytes() {
        if b.is_ascii_graphic() && b != b'%' || b == b' ' {
            out.push(char::from(b));
        } else {
            out.push_str(&format!("%{b:02x}"));
        }
    }
    out
}

fn unescape(text: &str) -> Option<PathBuf> {
    let (mut out, mut rest) = (Vec::new(), text.as_bytes());
    while let Some((&first, after)) = rest.split_first() {
        if first == b'%' {
            let digits = std::str::from_utf8(after.get(..2)?).ok()?;
            out.push(u8::from_str_radix(digits, 16).ok()?);
            rest = &after[2..];
        } else {
            out.push(first);
            rest = after;
        }
    }
    #[cfg(unix)]
    return Some(PathBuf::from(<std::ffi::OsString as std::os::unix::ffi::OsStringExt>::from_vec(out)));
    #[cfg(not(unix))]
    return String::from_utf8(out).ok().map(PathBuf::from);
}

fn read(directory: &Path) -> Result<List, Error> {
    let path = directory.join(LIST);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(List::new()),
        Err(source) => return Err(Error { what: "read", path, source }),
    };
    let mut list = List::new();
    for (n, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
        let row = line.split_once('\t');
        let row = row.and_then(|(print, name)| Some((unescape(name)?, u64::from_str_radix(print, 16).ok()?)));
        let Some((name, print)) = row else {
            let source = io::Error::new(io::ErrorKind::InvalidData, format!("line {} is invalid", n + 1));
            return Err(Error { what: "parse", path, source });
        };
        list.insert(name, print);
    }
    Ok(list)
}

fn save(directory: &Path, list: &List) -> Result<(), Error> {
    let path = directory.join(LIST);
    if list.is_empty() {
        return match fs::remove_file(&path) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => Err(fail("remove", &path)(e)),
            _ => Ok(()),
        };
    }
    let rows: Vec<String> =
        list.iter().map(|(name, print)| format!("{print:016x}\t{}\n", escape(name))).collect();
    write::replace(&path, format!("{HEADER}{}", rows.concat()).as_bytes(), None)
}

/// Records files below a directory as translated in place, with their new fingerprints.
///
/// # Errors
/// A list that cannot be read or written.
pub fn record(directory: &Path, files: impl IntoIterator<Item = (PathBuf, u64)>) -> Result<(), Error> {
    let before = read(directory)?;
    let mut list = before.clone();
    list.extend(files);
    if list == before { Ok(()) } else { save(directory, &list) }
}

/// Result of an undo.
#[derive(Debug, Default)]
pub struct Undone {
    /// Restored files.
    pub restored: Vec<PathBuf>,
    /// Files that were not restored, and why.
    pub errors: Vec<Error>,
}

/// Returns the directories at, below and above `path` that have a list.
fn directories(path: &Path) -> Result<Vec<PathBuf>, Error> {
    let real = fs::canonicalize(path).map_err(fail("read", path))?;
    let mut found: Vec<PathBuf> =
        real.ancestors().filter(|p| p.join(LIST).is_file()).map(PathBuf::from).collect();
    if real.is_dir() {
        for entry in ignore::WalkBuilder::new(&real).standard_filters(false).build().flatten() {
            if entry.file_name() == LIST
                && let Some(directory) = entry.path().parent()
            {
                found.push(directory.to_owned());
            }
        }
    }
    found.sort();
    found.dedup();
    Ok(found)
}

/// Restores the files at or below `path` that were translated in place; with `force` also those edited since.
///
/// # Errors
/// A path or list that cannot be read. Errors for single files are in the result.
pub fn undo(path: &Path, force: bool) -> Result<Undone, Error> {
    let mut undone = Undone::default();
    let real = fs::canonicalize(path).map_err(fail("read", path))?;
    for directory in directories(path)? {
        let mut list = read(&directory)?;
        let mine: Vec<(PathBuf, u64)> = list
            .iter()
            .filter(|(n, _)| directory.join(n).starts_with(&real))
            .map(|(n, p)| (n.clone(), *p))
            .collect();
        for (name, print) in mine {
            // The path as given by the user.
            let real_file = directory.join(&name);
            let file = match real_file.strip_prefix(&real) {
                Ok(below) if !below.as_os_str().is_empty() => path.join(below),
                _ => path.to_owned(),
            };
            match restore(&file, print, force) {
                Ok(()) => {
                    list.remove(&name);
                    undone.restored.push(file);
                }
                Err(e) => undone.errors.push(e),
            }
        }
        save(&directory, &list)?;
    }
    Ok(undone)
}

fn restore(file: &Path, print: u64, force: bool) -> Result<(), Error> {
    let original = write::backup(file);
    if !original.is_file() {
        let source = io::Error::new(io::ErrorKind::NotFound, format!("{} is missing", original.display()));
        return Err(Error { what: "restore", path: file.to_owned(), source });
    }
    let edited = match fs::read(file) {
        Ok(text) => fingerprint(&text) != print,
        Err(e) if e.kind() == io::ErrorKind::NotFound => false,
        Err(source) => return Err(Error { what: "read", path: file.to_owned(), source }),
    };
    if edited && !force {
        let source = io::Error::other("the file was edited since; use `--undo --force` to discard the edits");
        return Err(Error { what: "restore", path: file.to_owned(), source });
    }
    fs::rename(&original, file).map_err(fail("restore", file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_survive_a_list() {
        for path in ["a/b.cu", "with space/100%.cu", "tab\there\nline", "größe.cu"] {
            let escaped = escape(Path::new(path));
            assert!(escaped.is_ascii() && !escaped.contains(['\t', '\n']), "{escaped}");
            assert_eq!(unescape(&escaped), Some(PathBuf::from(path)));
        }
        assert_eq!((unescape("%4"), unescape("%zz")), (None, None));
    }
}
