//! Physical memory: files in memory, and the objects that name them.
#![expect(unsafe_code, reason = "descriptors of the program's")]

use super::Memory;
use crate::Error;
use crate::handle::Id;
use crate::objects::kinds;
use crate::sync::AtomicU32;
use std::fs::File;
use std::os::fd::{AsRawFd, BorrowedFd, IntoRawFd, RawFd};

kinds! {
    PhysicalObject = 25, "physical memory";
}

/// Physical memory (`hipMemGenericAllocationHandle_t`).
#[derive(Debug)]
pub struct PhysicalObject {
    pub(crate) id: Id<PhysicalObject>,
    /// Ordinal of its device.
    pub(crate) device: usize,
    /// Kinds of handles it can be exported as, a mask.
    pub(crate) handle_types: u32,
    /// How often it was made, imported or retained and not released.
    pub(crate) references: AtomicU32,
    pub(crate) memory: Physical,
    /// Bytes that it takes of its device; another process's memory takes none.
    pub(crate) _counted: Option<Counted>,
}

/// Bytes of a device's memory that are taken while this lives.
pub(crate) struct Counted {
    memory: &'static Memory,
    device: usize,
    bytes: u64,
}

impl Counted {
    /// Takes bytes of a device.
    ///
    /// # Errors
    /// `OutOfMemory`.
    pub(crate) fn new(memory: &'static Memory, device: usize, bytes: u64) -> Result<Counted, Error> {
        memory.count(device, bytes)?;
        Ok(Counted { memory, device, bytes })
    }
}

impl std::fmt::Debug for Counted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Counted({} bytes of device {})", self.bytes, self.device)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.memory.uncount(self.device, self.bytes);
    }
}

pub(super) fn system(what: &'static str) -> impl Fn(std::io::Error) -> Error {
    move |e| Error::System { what, kind: e.kind() }
}

/// A descriptor of our own for a file that somebody else holds.
pub(super) fn duplicate(file: RawFd) -> Result<File, Error> {
    let bad = Error::BadPointer { what: "file descriptor", address: file as u64 };
    if file < 0 {
        return Err(bad);
    }
    // SAFETY: a number that is no open descriptor fails; the borrow ends with the expression.
    let owned = unsafe { BorrowedFd::borrow_raw(file) }.try_clone_to_owned().map_err(|_| bad)?;
    Ok(File::from(owned))
}

/// A physical allocation's file: its descriptor and size.
#[derive(Debug)]
pub(crate) struct Physical {
    file: File,
    pub(crate) bytes: u64,
}

impl Physical {
    /// New memory.
    ///
    /// # Errors
    /// `System`.
    pub(crate) fn new(bytes: u64) -> Result<Physical, Error> {
        let file = jit::window::memory_file(bytes).map_err(system("a file for physical memory"))?;
        Ok(Physical { file: file.into(), bytes })
    }

    /// The memory behind a descriptor that another process gave.
    ///
    /// # Errors
    /// `BadPointer` for a file that is no such memory.
    pub(crate) fn import(descriptor: i32, granularity: u64) -> Result<Physical, Error> {
        let file = duplicate(descriptor)?;
        let bad = Error::BadPointer { what: "file of physical memory", address: descriptor as u64 };
        match file.metadata() {
            Ok(data) if data.is_file() && data.len() > 0 && data.len().is_multiple_of(granularity) => {
                Ok(Physical { bytes: data.len(), file })
            }
            _ => Err(bad),
        }
    }

    /// A descriptor for another process; it is the caller's.
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
