//! The installed tree and the list of its files, by which it is taken away again.

use crate::workspace::Outcome;
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Component, Path, PathBuf};

/// The list, below the prefix: a path from there on each line.
const LIST: &str = "share/hip-soft/installed.txt";

/// A directory that files are installed into.
pub(super) struct Tree {
    prefix: PathBuf,
    /// Installed so far, from the prefix.
    files: BTreeSet<PathBuf>,
}

impl Tree {
    pub(super) fn new(prefix: &Path) -> Tree {
        Tree { prefix: prefix.to_owned(), files: BTreeSet::new() }
    }

    /// Copies a file to a path below the prefix.
    pub(super) fn copy(&mut self, from: &Path, to: &str) -> Outcome<()> {
        let place = self.place(to)?;
        // A program may be running from the old file: it keeps that one.
        let fresh = place.with_extension("new");
        fs::copy(from, &fresh).map_err(|e| format!("{}: {e}", from.display()))?;
        fs::rename(&fresh, &place).map_err(|e| format!("{}: {e}", place.display()))
    }

    /// Copies a directory with all that is in it.
    pub(super) fn copy_directory(&mut self, from: &Path, to: &str) -> Outcome<()> {
        for entry in fs::read_dir(from).map_err(|e| format!("{}: {e}", from.display()))? {
            let entry = entry.map_err(|e| format!("{}: {e}", from.display()))?;
            let (from, to) = (entry.path(), format!("{to}/{}", entry.file_name().to_string_lossy()));
            if from.is_dir() { self.copy_directory(&from, &to)? } else { self.copy(&from, &to)? }
        }
        Ok(())
    }

    /// Writes a file with these permissions.
    pub(super) fn write(&mut self, at: &str, text: &[u8], mode: u32) -> Outcome<()> {
        let place = self.place(at)?;
        let fail = |e: std::io::Error| format!("{}: {e}", place.display());
        fs::write(&place, text).map_err(fail)?;
        fs::set_permissions(&place, fs::Permissions::from_mode(mode)).map_err(fail)
    }

    /// Makes a symbolic link, in place of one that is there.
    pub(super) fn link(&mut self, at: &str, to: &str) -> Outcome<()> {
        let place = self.place(at)?;
        match fs::remove_file(&place) {
            Err(e) if e.kind() != std::io::ErrorKind::NotFound => Err(format!("{}: {e}", place.display())),
            _ => symlink(to, &place).map_err(|e| format!("{}: {e}", place.display())),
        }
    }

    /// Notes a file of the tree, and returns its place in a directory that exists.
    fn place(&mut self, below: &str) -> Outcome<PathBuf> {
        let place = self.prefix.join(below);
        if let Some(parent) = place.parent() {
            fs::create_dir_all(parent).map_err(|e| format!("{}: {e}", parent.display()))?;
        }
        self.files.insert(PathBuf::from(below));
        Ok(place)
    }

    /// Writes the list, and removes files of an earlier installation that are not part of this one.
    pub(super) fn finish(mut self) -> Outcome<()> {
        let old = listed(&self.prefix).unwrap_or_default();
        for file in old.difference(&self.files).filter(|file| *file != Path::new(LIST)) {
            remove(&self.prefix, file)?;
        }
        let lines: String = self.files.iter().map(|file| format!("{}\n", file.display())).collect();
        self.write(LIST, lines.as_bytes(), 0o644)
    }
}

/// Removes an installed tree: the files of its list, then directories that are empty.
///
/// # Errors
/// There is no list, or a file cannot be removed.
pub(super) fn uninstall(prefix: &Path) -> Outcome<usize> {
    let files = listed(prefix)?;
    for file in &files {
        remove(prefix, file)?;
    }
    remove(prefix, Path::new(LIST))?;
    Ok(files.len())
}

/// Files of an installed tree's list.
fn listed(prefix: &Path) -> Outcome<BTreeSet<PathBuf>> {
    let list = prefix.join(LIST);
    let text = fs::read_to_string(&list)
        .map_err(|e| format!("{}: {e}; nothing is installed there", list.display()))?;
    let files: BTreeSet<PathBuf> = text.lines().map(PathBuf::from).collect();
    let is_below = |path: &PathBuf| path.components().all(|part| matches!(part, Component::Normal(_)));
    match files.iter().find(|file| !is_below(file)) {
        Some(file) => Err(format!("{}: `{}` is not below the prefix", list.display(), file.display())),
        None => Ok(files),
    }
}

/// Removes a file, and directories that are empty without it.
fn remove(prefix: &Path, file: &Path) -> Outcome<()> {
    let place = prefix.join(file);
    match fs::remove_file(&place) {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => {
            return Err(format!("{}: {e}", place.display()));
        }
        _ => {}
    }
    let parents = file.ancestors().skip(1).filter(|parent| !parent.as_os_str().is_empty());
    for parent in parents {
        if fs::remove_dir(prefix.join(parent)).is_err() {
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(root: &Path) -> Vec<String> {
        let entries = walkdir::WalkDir::new(root).min_depth(1).sort_by_file_name();
        let paths = entries.into_iter().filter_map(Result::ok).map(walkdir::DirEntry::into_path);
        paths.filter_map(|path| Some(path.strip_prefix(root).ok()?.display().to_string())).collect()
    }

    #[test]
    fn an_installation_goes_as_it_came() {
        let root = root("tree");
        fs::write(root.join("users.txt"), "").expect("a file");
        let mut tree = Tree::new(&root);
        tree.write("bin/a", b"a", 0o755).expect("written");
        tree.link("lib/b", "../bin/a").expect("linked");
        tree.finish().expect("a list");
        // The next version has no `lib/b`.
        let mut tree = Tree::new(&root);
        tree.write("bin/a", b"b", 0o755).expect("written");
        tree.finish().expect("a list");
        assert!(!names(&root).iter().any(|name| name.starts_with("lib")), "{:?}", names(&root));
        assert_eq!(uninstall(&root), Ok(1));
        assert_eq!(names(&root), ["users.txt"]);
        assert!(uninstall(&root).is_err());
    }

    #[test]
    fn a_list_removes_nothing_outside_the_prefix() {
        let root = root("outside");
        fs::create_dir_all(root.join("share/hip-soft")).expect("a directory");
        fs::write(root.join(LIST), "../../etc/passwd\n").expect("a list");
        assert!(uninstall(&root).is_err_and(|e| e.contains("not below")));
    }

    /// An empty directory for a test.
    fn root(name: &str) -> PathBuf {
        let root = crate::workspace::root().join("target/tmp/xtask-install").join(name);
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(&root).expect("a directory");
        root
    }
}
