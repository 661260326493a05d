//! Physical memory (`hipMemCreate`): files in memory, and the memory of devices that they stand for.
#![expect(unsafe_code, reason = "descriptors of the program's")]

use super::Memory;
use crate::Error;
use std::fs::File;
use std::os::fd::{AsRawFd, BorrowedFd, IntoRawFd, RawFd};

/// Physical memory of a device.
#[derive(Debug)]
pub(crate) struct Physical {
    /// Word of its handle.
    pub(crate) word: u64,
    /// Ordinal of the device.
    pub(crate) device: usize,
    /// Mask of the handle types it can be exported as.
    pub(crate) handle_types: u32,
    pub(crate) file: MemoryFile,
    /// Device memory it occupies; `None` for memory imported from another process.
    pub(crate) _counted: Option<ReservedBytes>,
}

/// Reservation of a device's memory, released on drop.
pub(crate) struct ReservedBytes {
    memory: &'static Memory,
    device: usize,
    bytes: u64,
}

impl ReservedBytes {
    /// Reserves memory of a device.
    ///
    /// # Errors
    /// `OutOfMemory`.
    pub(crate) fn new(memory: &'static Memory, device: usize, bytes: u64) -> Result<ReservedBytes, Error> {
        memory.count(device, bytes)?;
        Ok(ReservedBytes { memory, device, bytes })
    }
}

impl std::fmt::Debug for ReservedBytes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ReservedBytes({} bytes of device {})", self.bytes, self.device)
    }
}

impl Drop for ReservedBytes {
    fn drop(&mut self) {
        self.memory.uncount(self.device, self.bytes);
    }
}

pub(super) fn system(what: &'static str) -> impl Fn(std::io::Error) -> Error {
    move |e| Error::System { what, kind: e.kind() }
}

/// Duplicates a descriptor held by somebody else.
pub(super) fn duplicate(file: RawFd) -> Result<File, Error> {
    let bad = Error::BadPointer { what: "file descriptor", address: file as u64 };
    if file < 0 {
        return Err(bad);
    }
    // SAFETY: duplicating a number that is not an open descriptor fails; the borrow ends with the expression.
    let owned = unsafe { BorrowedFd::borrow_raw(file) }.try_clone_to_owned().map_err(|_| bad)?;
    Ok(File::from(owned))
}

/// File of physical memory, with its size.
#[derive(Debug)]
pub(crate) struct MemoryFile {
    file: File,
    pub(crate) bytes: u64,
}

impl MemoryFile {
    /// Allocates memory.
    ///
    /// # Errors
    /// `System`.
    pub(crate) fn new(bytes: u64) -> Result<MemoryFile, Error> {
        let file = jit::window::memory_file(bytes).map_err(system("a file for physical memory"))?;
        Ok(MemoryFile { file: file.into(), bytes })
    }

    /// Imports memory by a descriptor from another process.
    ///
    /// # Errors
    /// `BadPointer` for any other file.
    pub(crate) fn import(descriptor: i32, granularity: u64) -> Result<MemoryFile, Error> {
        let file = duplicate(descriptor)?;
        let bad = Error::BadPointer { what: "file of physical memory", address: descriptor as u64 };
        match file.metadata() {
            Ok(data) if data.is_file() && data.len() > 0 && data.len().is_multiple_of(granularity) => {
                Ok(MemoryFile { bytes: data.len(), file })
            }
            _ => Err(bad),
        }
    }

    /// Returns a descriptor for another process, owned by the caller.
    ///
    /// # Errors
    /// `System`.
    pub(crate) fn export(&self) -> Result<i32, Error> {
        Ok(self.file.try_clone().map_err(system("a descriptor of physical memory"))?.into_raw_fd())
    }

    pub(crate) fn descriptor(&self) -> RawFd {
        self.file.as_raw_fd()
    }
}
