//! Temporary directory for the intermediate files of a run.

use crate::Error;
use std::io::ErrorKind;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};

/// A directory that other users cannot enter; removed when dropped.
#[derive(Debug)]
pub struct Scratch(PathBuf);

impl Scratch {
    /// Creates one in the system's temporary directory.
    ///
    /// # Errors
    /// `File`.
    pub fn new(name: &str) -> Result<Scratch, Error> {
        let parent = std::env::temp_dir();
        let mut number = 0u32;
        loop {
            let path = parent.join(format!("{name}-{}-{number}", std::process::id()));
            match std::fs::DirBuilder::new().mode(0o700).create(&path) {
                Ok(()) => return Ok(Scratch(path)),
                Err(error) if error.kind() == ErrorKind::AlreadyExists && number < 100_000 => number += 1,
                Err(error) => return Err(Error::File(path, error)),
            }
        }
    }

    /// Returns the directory.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Returns the path of a file in it, as text.
    pub fn file(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Failure cannot be reported here, and the system clears its temporary directory itself.
        let _: std::io::Result<()> = std::fs::remove_dir_all(&self.0);
    }
}
