//! Taking back what was translated in place.
//!
//! Beside the originals stands a list, [`LIST`], of the files that were translated and the fingerprint each
//! had then. A file that has another one was edited since: it is not thrown away unless that is asked for.
//! Originals that are on no list are somebody else's.

pub use crate::walk::LIST;
use crate::walk::{Error, fail};
use crate::write;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const HEADER: &str = "# What hipify-rs translated in place; `hipify-rs --undo PATH` takes it back.\n";

/// A fingerprint of a text: FNV-1a, 64 bits. Tells an edit, not an adversary.
pub fn fingerprint(text: &[u8]) -> u64 {
    text.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &b| (hash ^ u64::from(b)).wrapping_mul(0x100_0000_01b3))
}

/// A list: the files' paths below its folder, and their fingerprints.
type List = BTreeMap<PathBuf, u64>;

/// Paths are bytes: all but printable ASCII stands as `%` and two hexadecimal digits.
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

fn read(folder: &Path) -> Result<List, Error> {
    let path = folder.join(LIST);
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
            let source = io::Error::new(io::ErrorKind::InvalidData, format!("line {} is no row", n + 1));
            return Err(Error { what: "understand", path, source });
        };
        list.insert(name, print);
    }
    Ok(list)
}

fn save(folder: &Path, list: &List) -> Result<(), Error> {
    let path = folder.join(LIST);
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

/// Remembers that files below a folder were translated in place: where they are below it, and their new
/// fingerprints.
///
/// # Errors
/// A list that cannot be read or written.
pub fn remember(folder: &Path, files: impl IntoIterator<Item = (PathBuf, u64)>) -> Result<(), Error> {
    let before = read(folder)?;
    let mut list = before.clone();
    list.extend(files);
    if list == before { Ok(()) } else { save(folder, &list) }
}

/// What came of taking back.
#[derive(Debug, Default)]
pub struct Undone {
    /// The files that are as they were.
    pub restored: Vec<PathBuf>,
    /// The files that are not, and why.
    pub errors: Vec<Error>,
}

/// The folders at, below and above `path` that have a list.
fn folders(path: &Path) -> Result<Vec<PathBuf>, Error> {
    let real = fs::canonicalize(path).map_err(fail("read", path))?;
    let mut found: Vec<PathBuf> =
        real.ancestors().filter(|p| p.join(LIST).is_file()).map(PathBuf::from).collect();
    if real.is_dir() {
        for entry in ignore::WalkBuilder::new(&real).standard_filters(false).build().flatten() {
            if entry.file_name() == LIST
                && let Some(folder) = entry.path().parent()
            {
                found.push(folder.to_owned());
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
/// A path or list that cannot be read. What is wrong with a single file stands in the result.
pub fn undo(path: &Path, force: bool) -> Result<Undone, Error> {
    let mut undone = Undone::default();
    let real = fs::canonicalize(path).map_err(fail("read", path))?;
    for folder in folders(path)? {
        let mut list = read(&folder)?;
        let mine: Vec<(PathBuf, u64)> = list
            .iter()
            .filter(|(n, _)| folder.join(n).starts_with(&real))
            .map(|(n, p)| (n.clone(), *p))
            .collect();
        for (name, print) in mine {
            // As the user names it.
            let real_file = folder.join(&name);
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
        save(&folder, &list)?;
    }
    Ok(undone)
}

fn restore(file: &Path, print: u64, force: bool) -> Result<(), Error> {
    let original = write::backup(file);
    if !original.is_file() {
        let source = io::Error::new(io::ErrorKind::NotFound, format!("{} is gone", original.display()));
        return Err(Error { what: "restore", path: file.to_owned(), source });
    }
    let edited = match fs::read(file) {
        Ok(text) => fingerprint(&text) != print,
        Err(e) if e.kind() == io::ErrorKind::NotFound => false,
        Err(source) => return Err(Error { what: "read", path: file.to_owned(), source }),
    };
    if edited && !force {
        let source = io::Error::other("it was edited since; `--undo --force` gives that up");
        return Err(Error { what: "restore", path: file.to_owned(), source });
    }
    fs::rename(&original, file).map_err(fail("restore", file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_path_comes_back_from_a_list() {
        for path in ["a/b.cu", "with space/100%.cu", "tab\there\nline", "größe.cu"] {
            let escaped = escape(Path::new(path));
            assert!(escaped.is_ascii() && !escaped.contains(['\t', '\n']), "{escaped}");
            assert_eq!(unescape(&escaped), Some(PathBuf::from(path)));
        }
        assert_eq!((unescape("%4"), unescape("%zz")), (None, None));
    }
}
