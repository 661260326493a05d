//! Archives by tar and gzip whose bytes depend on the files alone: entries in order of their paths, owned by
//! root, with one given time.

use crate::workspace::Outcome;
use flate2::{Compression, GzBuilder};
use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Content of an entry.
pub(super) enum Content {
    Directory,
    /// The bytes of a file of the machine.
    File(PathBuf),
    /// These bytes.
    Text(Vec<u8>),
    /// A symbolic link's target.
    Link(PathBuf),
}

/// An entry: its path in the archive, content and permissions.
pub(super) struct Entry {
    pub(super) path: String,
    pub(super) content: Content,
    pub(super) mode: u32,
}

impl Entry {
    pub(super) fn directory(path: &str) -> Entry {
        Entry { path: path.to_owned(), content: Content::Directory, mode: 0o755 }
    }

    pub(super) fn text(path: &str, text: &str) -> Entry {
        Entry { path: path.to_owned(), content: Content::Text(text.as_bytes().to_vec()), mode: 0o644 }
    }

    pub(super) fn link(path: &str, to: &str) -> Entry {
        Entry { path: path.to_owned(), content: Content::Link(to.into()), mode: 0o777 }
    }

    /// Returns the size of a file, bytes; 0 for anything else.
    pub(super) fn bytes(&self) -> u64 {
        match &self.content {
            Content::File(path) => fs::metadata(path).map_or(0, |data| data.len()),
            Content::Text(text) => text.len() as u64,
            Content::Directory | Content::Link(_) => 0,
        }
    }
}

/// Returns a directory and all that is below it, as entries below `top`, in order of their paths.
///
/// # Errors
/// The directory cannot be read.
pub(super) fn below(directory: &Path, top: &str) -> Outcome<Vec<Entry>> {
    let mut entries = Vec::new();
    for entry in walkdir::WalkDir::new(directory).sort_by_file_name() {
        let entry = entry.map_err(|e| e.to_string())?;
        let inside = entry.path().strip_prefix(directory).unwrap_or(Path::new("")).to_string_lossy();
        let path = format!("{top}/{inside}");
        let (kind, path) = (entry.file_type(), path.trim_end_matches('/'));
        if kind.is_dir() {
            entries.push(Entry::directory(path));
        } else if kind.is_symlink() {
            let to = fs::read_link(entry.path()).map_err(|e| format!("{}: {e}", entry.path().display()))?;
            entries.push(Entry::link(path, &to.to_string_lossy()));
        } else {
            let data = entry.metadata().map_err(|e| e.to_string())?;
            // What the builder's umask left out is no property of the release.
            let mode = if data.permissions().mode() & 0o100 == 0 { 0o644 } else { 0o755 };
            entries.push(Entry {
                path: path.to_owned(),
                content: Content::File(entry.path().to_owned()),
                mode,
            });
        }
    }
    Ok(entries)
}

/// Packs entries; `time` is that of all files, seconds since 1970.
///
/// # Errors
/// A file cannot be read.
pub(super) fn packed(entries: &[Entry], time: u64) -> Outcome<Vec<u8>> {
    let mut archive = tar::Builder::new(Vec::new());
    for entry in entries {
        let fail = |e: std::io::Error| format!("{}: {e}", entry.path);
        let mut header = tar::Header::new_gnu();
        header.set_mode(entry.mode);
        header.set_mtime(time);
        header.set_uid(0);
        header.set_gid(0);
        header.set_username("root").and_then(|()| header.set_groupname("root")).map_err(fail)?;
        match &entry.content {
            Content::Directory => {
                header.set_entry_type(tar::EntryType::Directory);
                header.set_size(0);
                archive
                    .append_data(&mut header, format!("{}/", entry.path), std::io::empty())
                    .map_err(fail)?;
            }
            Content::Link(to) => {
                header.set_entry_type(tar::EntryType::Symlink);
                header.set_size(0);
                archive.append_link(&mut header, &entry.path, to).map_err(fail)?;
            }
            Content::Text(text) => append_file(&mut archive, header, entry, text).map_err(fail)?,
            Content::File(from) => {
                let bytes = fs::read(from).map_err(|e| format!("{}: {e}", from.display()))?;
                append_file(&mut archive, header, entry, &bytes).map_err(fail)?;
            }
        }
    }
    let tar = archive.into_inner().map_err(|e| e.to_string())?;
    let mut zip = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    zip.write_all(&tar).and_then(|()| zip.finish()).map_err(|e| e.to_string())
}

fn append_file(
    archive: &mut tar::Builder<Vec<u8>>,
    mut header: tar::Header,
    entry: &Entry,
    bytes: &[u8],
) -> std::io::Result<()> {
    header.set_size(bytes.len() as u64);
    archive.append_data(&mut header, &entry.path, bytes)
}
