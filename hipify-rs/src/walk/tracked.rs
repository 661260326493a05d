//! Files in a git repository's index. A tracked file belongs to the program even if `.gitignore` names it.

use std::fs;
use std::path::{Component, Path, PathBuf};

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
    below.filter(|below| is_inside(&real, below)).map(Path::to_owned).collect()
}

/// Returns whether a file exists and is reached through directories alone: neither `..` nor a link leads out.
fn is_inside(directory: &Path, below: &Path) -> bool {
    let about = |path: &Path| directory.join(path).symlink_metadata();
    let mut parents = below.ancestors().skip(1).filter(|parent| *parent != Path::new(""));
    below.components().all(|part| matches!(part, Component::Normal(_)))
        && parents.all(|parent| about(parent).is_ok_and(|about| about.is_dir()))
        && about(below).is_ok()
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
/// Limit of a path, bytes. Each path of version 4 may be longer than the one before.
const LONGEST: usize = 4096;
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
        if path.len() > LONGEST {
            return None;
        }
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
    fn paths_that_lead_out_are_left_out() {
        let folder = std::env::temp_dir().join(format!("hipify-rs-tracked-{}", std::process::id()));
        let root = folder.join("program");
        fs::create_dir_all(root.join(".git")).expect("a folder");
        fs::create_dir(root.join("data")).expect("a folder");
        for name in ["program/data/a.b", "secret"] {
            fs::write(folder.join(name), "").expect("a file");
        }
        std::os::unix::fs::symlink("..", root.join("out")).expect("a link");
        let entries = ["../secret", "data/a.b", "data/gone", "out", "out/secret"]
            .map(|name| entry(0o100644, &[&[0, name.len() as u8], name.as_bytes(), &[0]].concat()));
        fs::write(root.join(".git/index"), index(2, &entries)).expect("an index");
        assert_eq!(below(&root), [Path::new("data/a.b"), Path::new("out")]);
        assert_eq!(below(&root.join("data")), [Path::new("a.b")]);
        fs::remove_dir_all(folder).expect("the folder");
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
