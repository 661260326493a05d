//! Compiled code, kept in files from one process to the next.
//!
//! One file an entry, in a directory that only the user may enter: what lies in it is run. An entry says
//! which code it is (see [`jit::cache::Key`], which covers program, processor and kernel) and carries a
//! digest of itself; whatever does not fit is passed over and written anew. Processes share the directory
//! without locks: an entry appears whole or not at all, by being renamed. What was used longest ago goes when
//! there is too much. Nothing here ever fails a launch.
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

/// Machine code that is kept in memory though no kernel may want it any more, bytes.
const IN_MEMORY: usize = 64 << 20;

/// The largest entry that is read or written, bytes.
const LARGEST: usize = 64 << 20;

/// First bytes of an entry; the number is that of this format.
const MAGIC: &[u8; 8] = b"hipcode1";

/// Bytes before an entry's content: magic, key, digest of the content.
const HEAD: usize = 8 + 32 + 32;

/// The code that this process's kernels share.
pub(crate) fn cache() -> &'static Arc<jit::Cache> {
    static CACHE: OnceLock<Arc<jit::Cache>> = OnceLock::new();
    CACHE.get_or_init(|| {
        let program = identity::program();
        let store = program.as_ref().and_then(|_| Directory::of(config()));
        let store = store.map(|directory| Box::new(directory) as Box<dyn Store>);
        Arc::new(jit::Cache::new(program.as_deref().unwrap_or_default(), IN_MEMORY, store))
    })
}

/// A directory of entries.
pub(crate) struct Directory {
    path: PathBuf,
    /// The user that all entries must belong to.
    user: u32,
    /// Bytes that entries may take together.
    limit: u64,
    /// Bytes written since it was last looked how much there is.
    fresh: AtomicU64,
    temporaries: AtomicU64,
}

impl Directory {
    /// The directory that the settings name, if there shall be one.
    fn of(config: &Config) -> Option<Directory> {
        let (path, asked) = match &config.cache {
            CacheSetting::Off => return None,
            CacheSetting::At(path) => (path.clone(), true),
            CacheSetting::Default => (config.user_cache()?.join("hip-soft"), false),
        };
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

    /// A directory, made if it is not there.
    ///
    /// # Errors
    /// It cannot be made, or others may enter it.
    pub(crate) fn open(path: &Path, limit: u64) -> io::Result<Directory> {
        DirBuilder::new().recursive(true).mode(0o700).create(path)?;
        // The process's own entry belongs to the user that it acts for.
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
        // The first look at how much there is comes with the first entry.
        let (fresh, temporaries) = (AtomicU64::new(limit), AtomicU64::new(0));
        Ok(Directory { path: path.to_owned(), user, limit, fresh, temporaries })
    }

    fn entry(&self, key: &Key) -> PathBuf {
        self.path.join(format!("{key}.code"))
    }

    /// An entry's content.
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
        // What was used last stays longest; whether that can be noted does not matter.
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

    /// Removes what was used longest ago, if there is more than the limit.
    fn make_room(&self) -> io::Result<()> {
        let mut files: Vec<(SystemTime, u64, PathBuf)> = Vec::new();
        for entry in fs::read_dir(&self.path)? {
            let entry = entry?;
            let ours = entry.path().extension().is_some_and(|e| e == "code" || e == "new");
            // Another process may just have removed it.
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

// SAFETY: the directory and its files are the user's own, and nobody else may write them; an entry carries
// its key, which names program, processor and kernel, and a digest that holds for what was written as a
// whole.
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
