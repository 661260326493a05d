//! Files in a git repository's index. A tracked file belongs to the program even if `.gitignore` names it.

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the files and links below a directory that git tracks and that exist, relative to the directory.
/// Without a repository or with an index of another format, there are none.
pub(super) fn below(directory: &Path) -> Vec<PathBuf> {
    let Ok(real) = fs::canonicalize(directory) else { return Vec::new() };
    let Some((root, index)) = real.ancestors().find_map(|root| Some((root, index_file(root)?))) else {
        return Vec::new();
    };
    let Ok(index) = fs::read(index) else { return Vec::new() };
    let prefix = real.strip_prefix(root).unwrap_or(Path::new(""));
    let names = names(&index).unwrap_or_default();
    let below = names.iter().filter_map(|name| Path::new(name).strip_prefix(prefix).ok());
    below.filter(|below| real.join(below).symlink_metadata().is_ok()).map(Path::to_owned).collect()
}

/// Returns the index file of the repository with this root.
fn index_file(root: &Path) -> Option<PathBuf> {
    let git = root.join(".git");
    if git.is_dir() {
        return Some(git.join("index"));
    }
    // Further work trees and submodules have a file that names the repository.
    let text = fs::read_to_string(git).ok()?;
    Some(root.join(text.strip_prefix("gitdir:")?.trim()).join("index"))
}

/// Bytes of an entry before its flags: times, numbers, mode, size and the object's SHA-1.
const FIXED: usize = 60;
/// Offset of the mode in an entry.
const MODE: usize = 24;
/// Flag of an entry with two more bytes of flags.
const EXTENDED: u16 = 0x4000;

/// Returns the paths of files and links in an index of version 2 to 4, relative to the root.
fn names(index: &[u8]) -> Option<Vec<String>> {
    let word = |at: usize| Some(u32::from_be_bytes(index.get(at..at + 4)?.try_into().ok()?));
    let version = word(4)?;
    if !index.starts_with(b"DIRC") || !(2..=4).contains(&version) {
        return None;
    }
    let (mut found, mut path, mut at) = (Vec::new(), Vec::new(), 12usize);
    for _ in 0..word(8)? {
        let flags = u16::from_be_bytes(index.get(at + FIXED..at + FIXED + 2)?.try_into().ok()?);
        let mut from = at + FIXED + 2 + if flags & EXTENDED == 0 { 0 } else { 2 };
        if version == 4 {
            // A path shares its beginning with the path before it.
            path.truncate(path.len().checked_sub(number(index, &mut from)?)?);
        } else {
            path.clear();
        }
        let end = from + index.get(from..)?.iter().position(|byte| *byte == 0)?;
        path.extend_from_slice(&index[from..end]);
        // Regular files and links; not submodules and the directories of a sparse index.
        if matches!(word(at + MODE)? >> 12, 0o10 | 0o12)
            && let Ok(name) = std::str::from_utf8(&path)
        {
            found.push(name.to_owned());
        }
        // Before version 4, entries have multiples of eight bytes, with a zero at least behind the path.
        at = if version == 4 { end + 1 } else { at + (end - at) / 8 * 8 + 8 };
    }
    Some(found)
}

/// Reads a number of variable length, and moves behind it.
fn number(index: &[u8], at: &mut usize) -> Option<usize> {
    let mut next = || {
        let byte = *index.get(*at)?;
        *at += 1;
        Some(usize::from(byte))
    };
    let mut byte = next()?;
    let mut value = byte & 127;
    while byte & 128 != 0 {
        byte = next()?;
        value = value.checked_add(1)?.checked_mul(128)? + (byte & 127);
    }
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Entry of an index: mode, and the bytes from its flags on.
    fn entry(mode: u32, rest: &[u8]) -> Vec<u8> {
        let mut bytes = vec![0; FIXED];
        bytes[MODE..MODE + 4].copy_from_slice(&mode.to_be_bytes());
        bytes.extend_from_slice(rest);
        bytes
    }

    fn index(version: u32, entries: &[Vec<u8>]) -> Vec<u8> {
        let mut bytes = b"DIRC".to_vec();
        bytes.extend(version.to_be_bytes());
        bytes.extend((entries.len() as u32).to_be_bytes());
        for entry in entries {
            bytes.extend(entry);
            if version < 4 {
                bytes.resize(12 + (bytes.len() - 12).next_multiple_of(8), 0);
            }
        }
        bytes
    }

    #[test]
    fn reads_versions_2_to_4_and_skips_submodules() {
        let plain = [
            entry(0o100644, b"\0\x08data/a.b\0"),
            entry(0o160000, b"\0\x03sub\0"),
            entry(0o120000, b"\0\x04link\0"),
        ];
        assert_eq!(names(&index(2, &plain)).unwrap(), ["data/a.b", "link"]);
        let extended = [entry(0o100755, b"\x40\x03\x40\0run\0"), entry(0o100644, b"\0\x01z\0")];
        assert_eq!(names(&index(3, &extended)).unwrap(), ["run", "z"]);
        let shared = [
            entry(0o100644, b"\0\x08\0data/a.b\0"),
            entry(0o100644, b"\0\x06\x03c\0"),
            entry(0o100644, b"\0\x01\x06z\0"),
        ];
        assert_eq!(names(&index(4, &shared)).unwrap(), ["data/a.b", "data/c", "z"]);
    }

    #[test]
    fn refuses_what_is_no_index() {
        for bytes in [b"".as_slice(), b"DIRC\0\0\0\x02", b"DIRC\0\0\0\x09\0\0\0\0", b"JUNKJUNKJUNK"] {
            assert_eq!(names(bytes), None);
        }
        let whole =
            index(4, &[entry(0o100644, b"\0\x08\0data/a.b\0"), entry(0o100644, b"\0\x06\x83\x05c\0")]);
        for length in 0..whole.len() {
            assert_eq!(names(&whole[..length]), None);
        }
    }
}
