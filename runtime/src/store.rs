//! Cache of compiled code in files, shared between processes.
//!
//! Each entry is a file, in a directory that only the user may access: its contents are executed. An entry
//! carries its key (see [`jit::cache::Key`], which covers program, processor and kernel) and a digest;
//! invalid entries are ignored and rewritten. Processes share the directory without locks: entries are
//! written to a temporary file and renamed. Beyond the size limit, the least recently used entries are
//! removed. No failure here fails a launch.
#![expect(unsafe_code, reason = "what a store gives is run: it vouches for it")]

pub(crate) mod identity;

use crate::config::{CacheSetting, Config, config};
use crate::sync::{Arc, AtomicU64, OnceLock, Ordering};
use crate::trace::{Level, complain, log};
use jit::cache::{Key, Store};
use sha2::{Digest, Sha256};
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Limit of unused machine code that is kept in memory, bytes.
const IN_MEMORY: usize = 64 << 20;

/// Limit of an entry, bytes.
const LARGEST: usize = 64 << 20;

/// Magic number of an entry, with the number of this format.
const MAGIC: &[u8; 8] = b"hipcode1";

/// Bytes before an entry's content: magic number, key, digest of the content.
const HEAD: usize = 8 + 32 + 32;

/// Returns the cache of this process.
pub(crate) fn cache() -> &'static Arc<jit::Cache> {
    static CACHE: OnceLock<Arc<jit::Cache>> = OnceLock::new();
    CACHE.get_or_init(|| {
        let program = identity::program();
        let store = program.as_ref().and_then(|_| Directory::from_settings(config()));
        let store = store.map(|directory| Box::new(directory) as Box<dyn Store>);
        Arc::new(jit::Cache::new(program.as_deref().unwrap_or_default(), IN_MEMORY, store))
    })
}

/// Directory of entries.
pub(crate) struct Directory {
    path: PathBuf,
    /// User that must own all entries.
    user: u32,
    /// Limit of all entries together, bytes.
    limit: u64,
    /// Bytes written since the total size was last checked.
    fresh: AtomicU64,
    temporaries: AtomicU64,
}

/// Returns the path that the settings name, if any, and whether the user named it.
fn path(config: &Config) -> Option<(PathBuf, bool)> {
    match &config.cache {
        CacheSetting::Off => None,
        CacheSetting::At(path) => Some((path.clone(), true)),
        CacheSetting::Default => Some((config.user_cache()?.join("hip-soft"), false)),
    }
}

/// Returns the directory of precompiled headers, which hipcc uses, too.
pub(crate) fn headers(config: &Config) -> Option<PathBuf> {
    Some(path(config)?.0.join("headers"))
}

impl Directory {
    /// Opens the directory that the settings name, if any.
    fn from_settings(config: &Config) -> Option<Directory> {
        let (path, asked) = path(config)?;
        match Directory::open(&path, u64::from(config.cache_megabytes) << 20) {
            Ok(directory) => Some(directory),
            Err(why) => {
                let line = format!("compiled code is not kept in {}: {why}", path.display());
                if asked {
                    complain(&line)
                } else {
                    log(Level::Detail, format_args!("{line}"))
                }
                None
            }
        }
    }

    /// Opens a directory; creates it if it is missing.
    ///
    /// # Errors
    /// It cannot be created, or other users have access.
    pub(crate) fn open(path: &Path, limit: u64) -> io::Result<Directory> {
        DirBuilder::new().recursive(true).mode(0o700).create(path)?;
        // `/proc/self` belongs to the effective user.
        let user = fs::metadata("/proc/self")?.uid();
        let own = fs::symlink_metadata(path)?;
        let foreign = |why| Err(io::Error::new(io::ErrorKind::PermissionDenied, why));
        if !own.is_dir() {
            return foreign("it is no directory");
        }
        if own.uid() != user {
            return foreign("it belongs to another user");
        }
        if own.mode() & 0o077 != 0 {
            return foreign("others may enter it (chmod 700 would help)");
        }
        // The first write checks the total size.
        let (fresh, temporaries) = (AtomicU64::new(limit), AtomicU64::new(0));
        Ok(Directory { path: path.to_owned(), user, limit, fresh, temporaries })
    }

    fn entry(&self, key: &Key) -> PathBuf {
        self.path.join(format!("{key}.code"))
    }

    /// Reads an entry's content.
    fn read(&self, key: &Key) -> io::Result<Vec<u8>> {
        let file = OpenOptions::new()
            .read(true)
            .custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK)
            .open(self.entry(key))?;
        let about = file.metadata()?;
        let damaged = |why| Err(io::Error::new(io::ErrorKind::InvalidData, why));
        if !about.is_file() || about.uid() != self.user || about.mode() & 0o022 != 0 {
            return damaged("it is no file of the user's own");
        }
        let size = about.len() as usize;
        if !(HEAD..=HEAD + LARGEST).contains(&size) {
            return damaged("it is too short or too long");
        }
        let mut bytes = Vec::with_capacity(size);
        (&file).take(size as u64).read_to_end(&mut bytes)?;
        if bytes.len() != size || !bytes.starts_with(MAGIC) || bytes[8..40] != key.bytes()[..] {
            return damaged("it is another's");
        }
        if bytes[40..HEAD] != Sha256::digest(&bytes[HEAD..])[..] {
            return damaged("it is damaged");
        }
        // Update the time of use; a failure does not matter.
        let _ = file.set_modified(SystemTime::now());
        bytes.drain(..HEAD);
        Ok(bytes)
    }

    /// Writes an entry.
    fn write(&self, key: &Key, content: &[u8]) -> io::Result<()> {
        if content.len() > LARGEST {
            return Ok(());
        }
        let number = self.temporaries.fetch_add(1, Ordering::Relaxed);
        let temporary = self.path.join(format!("{}-{number}.new", std::process::id()));
        let done =
            self.write_to(&temporary, key, content).and_then(|()| fs::rename(&temporary, self.entry(key)));
        if done.is_err() {
            let _ = fs::remove_file(&temporary);
        }
        let fresh = self.fresh.fetch_add(content.len() as u64, Ordering::Relaxed) + content.len() as u64;
        if fresh > self.limit / 8 {
            self.fresh.store(0, Ordering::Relaxed);
            self.make_room()?;
        }
        done
    }

    fn write_to(&self, path: &Path, key: &Key, content: &[u8]) -> io::Result<()> {
        let mut file: File = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
        let mut head = Vec::with_capacity(HEAD);
        head.extend(MAGIC);
        head.extend(key.bytes());
        head.extend(&Sha256::digest(content)[..]);
        file.write_all(&head)?;
        file.write_all(content)
    }

    /// Removes the least recently used entries, if the limit is exceeded.
    fn make_room(&self) -> io::Result<()> {
        let mut files: Vec<(SystemTime, u64, PathBuf)> = Vec::new();
        for entry in fs::read_dir(&self.path)? {
            let entry = entry?;
            let ours = entry.path().extension().is_some_and(|e| e == "code" || e == "new");
            // Another process may have removed it.
            if let Ok(about) = entry.metadata()
                && ours
                && about.is_file()
            {
                files.push((about.modified()?, about.len(), entry.path()));
            }
        }
        let mut all: u64 = files.iter().map(|file| file.1).sum();
        if all <= self.limit {
            return Ok(());
        }
        files.sort();
        for (_, size, path) in files {
            if all <= self.limit / 4 * 3 {
                break;
            }
            let _ = fs::remove_file(path);
            all -= size;
        }
        Ok(())
    }
}

// SAFETY: the directory and its files belong to the user, and nobody else may write them; an entry carries
// its key, which covers program, processor and kernel, and a digest of its whole content.
unsafe impl Store for Directory {
    fn load(&self, key: &Key) -> Option<Vec<u8>> {
        match self.read(key) {
            Ok(bytes) => {
                log(Level::Detail, format_args!("code {key} was kept"));
                Some(bytes)
            }
            Err(why) => {
                if why.kind() != io::ErrorKind::NotFound {
                    log(Level::Detail, format_args!("code {key} is passed over: {why}"));
                }
                None
            }
        }
    }

    fn save(&self, key: &Key, bytes: &[u8]) {
        match self.write(key, bytes) {
            Ok(()) => log(Level::Detail, format_args!("code {key} is kept")),
            Err(why) => log(Level::Detail, format_args!("code {key} is not kept: {why}")),
        }
    }
}

#[cfg(test)]
mod tests;
