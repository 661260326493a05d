//! Copies of streams, and the record of what copies to the host brought (`HIP_COPIES`), for
//! `hip-run --compare`.
//!
//! Once a copy is done, the file gets the number of its stream, the number of bytes and the bytes. Numbers
//! have 8 bytes, the low one first. Entries of a stream have its order. The program's own accesses to memory
//! that the device reaches are not recorded.

use super::StreamObject;
use crate::Error;
use crate::backend::End;
use crate::config::config;
use crate::sync::{Global, Rank};
use crate::types::{AllocationKind, Direction, Extent};
use std::fs::File;
use std::io::Write;

/// The file, once it was needed; none if it cannot be written.
static FILE: Global<Option<Option<File>>> = Global::new(Rank::Leaf, None);

/// Creates the file that the setting names; `%p` stands for the process number.
fn create() -> Option<File> {
    let name = config().copies.as_ref()?.to_string_lossy().replace("%p", &std::process::id().to_string());
    File::create(&name).map_err(|e| crate::trace::complain(&format!("HIP_COPIES: {name}: {e}"))).ok()
}

/// Appends an entry to the file.
fn note(stream: u64, bytes: &[u8]) {
    let mut entry = stream.to_le_bytes().to_vec();
    entry.extend((bytes.len() as u64).to_le_bytes());
    entry.extend(bytes);
    let mut file = FILE.lock();
    let open = file.get_or_insert_with(create);
    if let Some(Err(error)) = open.as_mut().map(|file| file.write_all(&entry)) {
        crate::trace::complain(&format!("HIP_COPIES: {error}"));
        *open = None;
    }
}

impl StreamObject {
    /// Copies a box, as [`backend::Stream::copy`](crate::backend::Stream::copy).
    ///
    /// # Errors
    /// The device's.
    pub(crate) fn copy(
        &self,
        to: &End,
        from: &End,
        extent: Extent,
        direction: Direction,
    ) -> Result<(), Error> {
        self.backend.copy(to, from, extent, direction)?;
        self.note_later(to, extent)
    }

    /// Copies a box, as [`backend::Stream::copy_node`](crate::backend::Stream::copy_node).
    ///
    /// # Errors
    /// The device's.
    pub(crate) fn copy_node(
        &self,
        to: &End,
        from: &End,
        extent: Extent,
        direction: Direction,
    ) -> Result<(), Error> {
        self.backend.copy_node(to, from, extent, direction)?;
        self.note_later(to, extent)
    }

    /// Copies a box and waits, as [`backend::Stream::copy_and_wait`](crate::backend::Stream::copy_and_wait).
    ///
    /// # Errors
    /// The device's.
    pub(crate) fn copy_and_wait(
        &self,
        to: &End,
        from: &End,
        extent: Extent,
        direction: Direction,
    ) -> Result<(), Error> {
        self.backend.copy_and_wait(to, from, extent, direction)?;
        if self.brings(to) {
            note(self.backend.number(), &gathered(to, extent));
        }
        Ok(())
    }

    /// Reads bytes and waits, as [`backend::Stream::read`](crate::backend::Stream::read).
    ///
    /// # Errors
    /// The device's.
    pub(crate) fn read(&self, bytes: &mut [u8], from: u64) -> Result<(), Error> {
        self.backend.read(bytes, from)?;
        if config().copies.is_some() {
            note(self.backend.number(), bytes);
        }
        Ok(())
    }

    /// Returns whether a copy to this end is recorded: to memory of the host.
    fn brings(&self, to: &End) -> bool {
        let End::Memory(pointer, _) = to else { return false };
        let is_host = || match self.context.memory().facts(pointer.address()) {
            None => true,
            Some(facts) => matches!(facts.kind, AllocationKind::Pinned(_) | AllocationKind::Registered(_)),
        };
        config().copies.is_some() && pointer.may_be_host() && is_host()
    }

    /// Records a copy when the stream has done it.
    fn note_later(&self, to: &End, extent: Extent) -> Result<(), Error> {
        if !self.brings(to) {
            return Ok(());
        }
        let (stream, to) = (self.backend.number(), to.clone());
        self.backend.call(Box::new(move || note(stream, &gathered(&to, extent))))
    }
}

/// Returns the bytes of a box in host memory, without those between its rows.
fn gathered(to: &End, extent: Extent) -> Vec<u8> {
    let mut bytes = Vec::new();
    let End::Memory(pointer, pitch) = to else { return bytes };
    for slice in 0..extent.depth {
        for row in 0..extent.height {
            pointer.read_copied(slice * pitch.slice + row * pitch.row, extent.width, &mut bytes);
        }
    }
    bytes
}
