//! Precompiled device headers, in a directory that only the user may enter.
//!
//! There is one file for each set of options on which headers can depend. A program's own directories and
//! macros are excluded, so that its files and names cannot change the headers, and programs share a file.
//! Clang checks the inputs of a file and rejects it if one has changed; it is then removed, and rebuilt by
//! the next compilation. Errors here never fail a compilation: the headers are then read as text.

use crate::Error;
use crate::driver::Clang;
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;
use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Header that hipcc and hipRTC include before every source.
pub const PRELUDE: &str = "hip/device/prelude.h";

/// Limit of a directory's files together, bytes.
const LIMIT: u64 = 256 << 20;

/// Options that select or name outputs, with the number of words after them.
const OUTPUTS: [(&str, usize); 18] = [
    ("-MP", 0),
    ("-MT", 1),
    ("-S", 0),
    ("-dependency-file", 1),
    ("-disable-llvm-passes", 0),
    ("-dumpdir", 1),
    ("-emit-llvm", 0),
    ("-emit-llvm-bc", 0),
    ("-emit-obj", 0),
    ("-fcuda-include-gpubinary", 1),
    ("-fsyntax-only", 0),
    ("-main-file-name", 1),
    ("-o", 1),
    ("-split-dwarf-file", 1),
    ("-split-dwarf-output", 1),
    ("-sys-header-deps", 0),
    ("-v", 0),
    ("-w", 0),
];

/// Such options with the value in the same word.
const JOINED: [&str; 5] = [
    "-cuid=",
    "-fcoverage-compilation-dir=",
    "-fdebug-compilation-dir=",
    "-fembed-offload-object=",
    "-fsanitize-",
];

/// Options for a program's own headers, with the directory in the next word.
const FOLDERS: [&str; 5] = ["-I", "-idirafter", "-include", "-iquote", "-isystem"];

/// From C++20 on clang merges the declarations of a precompiled file as those of modules, and takes a device
/// function for a second definition of the host's of the same name.
const NO_MODULES: &str = "-fno-cxx-modules";

/// A directory of precompiled headers.
#[derive(Clone, Debug)]
pub struct Store {
    directory: PathBuf,
}

impl Store {
    /// Opens the directory, which is created if missing.
    ///
    /// # Errors
    /// It cannot be created, belongs to another user, or is accessible to others.
    pub fn open(directory: &Path) -> io::Result<Store> {
        DirBuilder::new().recursive(true).mode(0o700).create(directory)?;
        let (own, user) = (fs::symlink_metadata(directory)?, fs::metadata("/proc/self")?.uid());
        if !own.is_dir() || own.uid() != user || own.mode() & 0o077 != 0 {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        Ok(Store { directory: directory.to_owned() })
    }

    /// Removes the least recently used files beyond the limit.
    fn prune(&self) {
        let Ok(entries) = fs::read_dir(&self.directory) else { return };
        let about = |entry: fs::DirEntry| {
            let about = entry.metadata().ok()?;
            Some((about.modified().ok()?, about.len(), entry.path()))
        };
        let mut files: Vec<(SystemTime, u64, PathBuf)> =
            entries.filter_map(Result::ok).filter_map(about).collect();
        files.sort();
        let mut bytes: u64 = files.iter().map(|(_, bytes, _)| bytes).sum();
        for (_, size, path) in files {
            if bytes <= LIMIT {
                break;
            }
            bytes -= size;
            // Another process may have removed it already.
            let _: io::Result<()> = fs::remove_file(path);
        }
    }
}

impl Clang {
    /// Runs a front-end command, with the headers from the store if possible; returns its standard error.
    ///
    /// # Errors
    /// Those of [`Clang::captured`].
    pub fn compiled(&self, command: &[String], store: Option<&Store>) -> Result<String, Error> {
        let Some((precompiled, quick)) = store.and_then(|store| self.with_precompiled(command, store)) else {
            return self.captured(command);
        };
        match self.captured(&quick) {
            Err(Error::Ended { said, .. }) if names(&said, &precompiled) => {
                let _: io::Result<()> = fs::remove_file(&precompiled);
                self.captured(command)
            }
            Ok(said) => {
                list_headers(command, &precompiled);
                Ok(said)
            }
            other => other,
        }
    }

    /// Returns the precompiled headers for a command, built if missing, and the command that uses them.
    fn with_precompiled(&self, command: &[String], store: &Store) -> Option<(PathBuf, Vec<String>)> {
        let at = command.windows(2).position(|pair| pair[0] == "-include" && pair[1] == PRELUDE)?;
        let modules = |word: &str| word.starts_with("-fmodule") && !word.starts_with("-fmodules-validate");
        let excluded = |word: &str| matches!(word, "-E" | "-M" | "-include-pch") || modules(word);
        if command.iter().any(|word| excluded(word)) {
            return None;
        }
        let mut words = header_words(command, &self.in_sdk("include"));
        words.push(NO_MODULES.to_owned());
        let path = store.directory.join(format!("{}.pch", self.key(&words)?));
        if !path.is_file() {
            self.precompile(words, &path)?;
            store.prune();
        }
        // The time of last use; failure to set it does not matter.
        let _ = fs::File::options().append(true).open(&path).and_then(|f| f.set_modified(SystemTime::now()));
        let mut quick = command.to_vec();
        // Ours are system headers to clang, which by default it does not validate.
        let words =
            [NO_MODULES, "-fmodules-validate-system-headers", "-include-pch", &*path.to_string_lossy()];
        quick.splice(at..at + 2, words.map(str::to_owned));
        Some((path, quick))
    }

    /// Returns the name of a file: a digest of compiler, SDK and options.
    fn key(&self, words: &[String]) -> Option<String> {
        let mut digest = Sha256::new();
        let compiler = fs::metadata(&self.program).ok()?;
        for number in [compiler.size(), compiler.mtime() as u64, compiler.mtime_nsec() as u64] {
            digest.update(number.to_le_bytes());
        }
        for word in words {
            digest.update((word.len() as u64).to_le_bytes());
            digest.update(word);
        }
        let mut name = String::new();
        for byte in digest.finalize().iter().take(16) {
            let _ = write!(name, "{byte:02x}");
        }
        Some(name)
    }

    /// Builds a file and its list of headers; each appears atomically.
    fn precompile(&self, mut words: Vec<String>, path: &Path) -> Option<()> {
        let temporary = |extension: &str| path.with_extension(format!("{}.{extension}", std::process::id()));
        let (made, list) = (temporary("pch"), temporary("d"));
        let text = |path: &Path| path.to_string_lossy().into_owned();
        words.extend(["-sys-header-deps", "-MT", "headers", "-dependency-file"].map(str::to_owned));
        words.extend([text(&list), "-emit-pch".to_owned(), "-o".to_owned(), text(&made)]);
        words.extend(["-x".to_owned(), "hip".to_owned(), self.in_sdk(&format!("include/{PRELUDE}"))]);
        let moved = self.captured(&words).ok().and_then(|_| {
            fs::rename(&list, path.with_extension("d")).ok()?;
            fs::rename(&made, path).ok()
        });
        if moved.is_none() {
            for path in [made, list] {
                let _: io::Result<()> = fs::remove_file(path);
            }
        }
        moved
    }
}

/// Returns the words of a command on which headers can depend: without outputs, the program's directories and
/// its own macros.
fn header_words(command: &[String], sdk: &str) -> Vec<String> {
    let end = command.iter().rposition(|word| word == "-x").unwrap_or(command.len());
    let mut words = command[..end].iter().peekable();
    let mut made = Vec::new();
    while let Some(word) = words.next() {
        if let Some((_, behind)) = OUTPUTS.iter().find(|(option, _)| option == word) {
            words.by_ref().take(*behind).for_each(drop);
        } else if FOLDERS.contains(&word.as_str()) {
            let value = words.next();
            if let Some(value) = value.filter(|value| word == "-isystem" && value.starts_with(sdk)) {
                made.extend([word.clone(), value.clone()]);
            }
        } else if matches!(word.as_str(), "-D" | "-U") {
            if let Some(value) = words.next().filter(|value| concerns_headers(value)) {
                made.extend([word.clone(), value.clone()]);
            }
        } else if !JOINED.iter().any(|start| word.starts_with(start)) {
            made.push(word.clone());
        }
    }
    made
}

/// Returns whether a macro may affect the system's headers: their names are reserved, except one.
fn concerns_headers(definition: &str) -> bool {
    definition.starts_with('_') || definition.split('=').next() == Some("NDEBUG")
}

/// Returns whether a compiler's message is about the precompiled headers rather than the source.
fn names(said: &str, precompiled: &Path) -> bool {
    said.contains(&*precompiled.to_string_lossy()) || said.contains("PCH") || said.contains("AST file")
}

/// Replaces the precompiled file by the headers themselves in the list of dependencies that a command wrote.
fn list_headers(command: &[String], precompiled: &Path) {
    let list = command.windows(2).find(|pair| pair[0] == "-dependency-file").map(|pair| &pair[1]);
    let Some(list) = list else { return };
    let Ok(text) = fs::read_to_string(list) else { return };
    let headers = fs::read_to_string(precompiled.with_extension("d")).unwrap_or_default();
    let all = command.iter().any(|word| word == "-sys-header-deps");
    let headers = headers.split_once(':').map_or("", |(_, headers)| headers).trim_end();
    let changed = text.replace(&*precompiled.to_string_lossy(), if all { headers.trim_start() } else { "" });
    if changed != text {
        // If the rewrite fails, the list still names an existing file.
        let _: io::Result<()> = fs::write(list, changed);
    }
}

#[cfg(test)]
mod tests {
    use super::{concerns_headers, header_words};

    #[test]
    fn what_headers_depend_on() {
        let line = "clang -cc1 -cuid=1 -main-file-name a.hip -O2 -I own -isystem /sdk/include -isystem /lib/own -D N=3 \
                    -D _GLIBCXX_DEBUG -D NDEBUG -U _X -include b.h -dependency-file a.d -MT a.o -std=c++17 -o a.o -x hip a.hip";
        let command: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        let words = header_words(&command, "/sdk/include").join(" ");
        assert_eq!(
            words,
            "clang -cc1 -O2 -isystem /sdk/include -D _GLIBCXX_DEBUG -D NDEBUG -U _X -std=c++17"
        );
        assert!(concerns_headers("NDEBUG=1") && !concerns_headers("NDEBUGGING"));
    }
}
