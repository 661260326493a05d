//! Memory that other processes map: where it lies in whose file, and how that is told.
//!
//! The file is the window's (see [`jit::Window::file`]); another process opens it by the system's table of open files, which
//! takes the same user.
#![expect(unsafe_code, reason = "files of other processes, and descriptors that go to C")]

use super::heap::Usage;
use super::range::Allocation;
use super::{AllocationKind, Memory, Piece, Request};
use crate::Error;
use crate::sync::{Arc, Ordering};
use std::fs::File;
use std::io::Write as _;
use std::os::fd::{AsRawFd, BorrowedFd, IntoRawFd, RawFd};
use std::os::unix::fs::{FileExt as _, MetadataExt as _};

const PAGE: u64 = 4096;
/// What the bytes of a handle begin with: memory, and a pool.
const MEMORY: u64 = u64::from_le_bytes(*b"hipsoftm");
const POOL: u64 = u64::from_le_bytes(*b"hipsoftp");

/// Memory in a process's file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Shared {
    /// The process.
    pub(crate) process: u32,
    file: u32,
    /// Tells the file from a later one of the same process number.
    inode: u64,
    offset: u64,
    pub(crate) bytes: u64,
}

impl Shared {
    /// As bytes, with a word beside.
    pub(crate) fn to_bytes(self, word: u64) -> [u8; 64] {
        let numbers = [
            MEMORY,
            u64::from(self.process) << 32 | u64::from(self.file),
            self.inode,
            self.offset,
            self.bytes,
            word,
        ];
        let mut bytes = [0; 64];
        for (to, number) in bytes.chunks_exact_mut(8).zip(numbers) {
            to.copy_from_slice(&number.to_le_bytes());
        }
        bytes
    }

    /// What bytes say, if they are a handle.
    pub(crate) fn from_bytes(bytes: &[u8; 64]) -> Option<(Shared, u64)> {
        let number = |n: usize| bytes[n * 8..n * 8 + 8].try_into().map(u64::from_le_bytes).ok();
        if number(0)? != MEMORY {
            return None;
        }
        let (process, file) = ((number(1)? >> 32) as u32, number(1)? as u32);
        let shared = Shared { process, file, inode: number(2)?, offset: number(3)?, bytes: number(4)? };
        Some((shared, number(5)?))
    }
}

fn system(what: &'static str) -> impl Fn(std::io::Error) -> Error {
    move |e| Error::System { what, kind: e.kind() }
}

/// A descriptor of our own for a file that somebody else holds.
fn duplicate(file: RawFd) -> Result<File, Error> {
    let bad = Error::BadPointer { what: "file descriptor", address: file as u64 };
    if file < 0 {
        return Err(bad);
    }
    // SAFETY: a number that is no open descriptor fails; the borrow ends with the expression.
    let owned = unsafe { BorrowedFd::borrow_raw(file) }.try_clone_to_owned().map_err(|_| bad)?;
    Ok(File::from(owned))
}

/// The number of this process.
pub(crate) fn own_process() -> u32 {
    std::process::id()
}

/// A file that says which pool of this process it stands for; the descriptor is the caller's.
pub(crate) fn export_token(word: u64, device: usize) -> Result<i32, Error> {
    let fail = system("a file for a pool");
    let mut file = File::from(jit::window::memory_file(0).map_err(&fail)?);
    let numbers = [POOL, u64::from(own_process()), word, device as u64];
    let bytes: Vec<u8> = numbers.into_iter().flat_map(u64::to_le_bytes).collect();
    file.write_all(&bytes).map_err(fail)?;
    Ok(file.into_raw_fd())
}

/// Process, handle and device of the pool that a file stands for.
pub(crate) fn import_token(file: i32) -> Result<(u32, u64, u32), Error> {
    let bad = Error::BadPointer { what: "file of a pool", address: file as u64 };
    let mut bytes = [0; 32];
    // Only files in memory are read: reading a terminal would wait.
    let file = duplicate(file)?;
    if file.metadata().map_or(0, |data| data.len()) != bytes.len() as u64 {
        return Err(bad);
    }
    file.read_exact_at(&mut bytes, 0).map_err(|_| bad.clone())?;
    let number = |n: usize| bytes[n * 8..n * 8 + 8].try_into().map_or(0, u64::from_le_bytes);
    if number(0) != POOL {
        return Err(bad);
    }
    Ok((number(1) as u32, number(2), number(3) as u32))
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

impl Memory {
    /// Where another process finds an allocation's bytes. A large allocation moves to the window's file, so nobody may write it
    /// meanwhile.
    ///
    /// # Errors
    /// `System`.
    pub(crate) fn share(&self, allocation: &Allocation) -> Result<Shared, Error> {
        let fail = system("memory for other processes");
        let (base, bytes) = (allocation.base(), allocation.bytes);
        if super::heap::is_large(bytes) && !allocation.shared.swap(true, Ordering::AcqRel) {
            self.window.share(base..base + bytes).map_err(&fail)?;
        }
        let file = self.window.file().map_err(&fail)?;
        let inode = duplicate(file)?.metadata().map_err(&fail)?.ino();
        let offset = base - self.window.base();
        Ok(Shared { process: own_process(), file: file as u32, inode, offset, bytes })
    }

    /// Maps another process's memory, or our own a second time.
    ///
    /// # Errors
    /// `BadPointer` if it is gone or may not be opened, `OutOfMemory`.
    pub(crate) fn open(&self, shared: &Shared, device: usize, owner: u64) -> Result<Arc<Allocation>, Error> {
        let Shared { process, file, inode, offset, bytes } = *shared;
        let bad = Error::BadPointer { what: "memory of another process", address: offset };
        let path = format!("/proc/{process}/fd/{file}");
        let open = File::options().read(true).write(true).open(path).map_err(|_| bad.clone())?;
        let data = open.metadata().map_err(|_| bad.clone())?;
        let within = offset.checked_add(bytes).is_some_and(|end| end <= data.len());
        if data.ino() != inode || !within || bytes == 0 {
            return Err(bad);
        }
        let first = offset / PAGE * PAGE;
        let span = (offset + bytes).next_multiple_of(PAGE) - first;
        let piece = self.addresses(span, AllocationKind::Opened, device)?;
        let start = piece.base;
        self.window
            .map(start..start + span, open.as_raw_fd(), first, jit::window::Access::ReadWrite)
            .map_err(system("mapping memory of another process"))?;
        let request = Request { bytes, kind: AllocationKind::Opened, device, owner };
        Ok(self.adopt(start + (offset - first), piece, request))
    }

    /// Addresses of the heap without memory, where that of a kind lies.
    ///
    /// # Errors
    /// `OutOfMemory` if there are no more.
    pub(crate) fn addresses(&self, bytes: u64, kind: AllocationKind, device: usize) -> Result<Piece, Error> {
        let none = Error::OutOfMemory { wanted: bytes, free: 0 };
        let whole = bytes.checked_next_multiple_of(super::heap::UNIT).ok_or(none.clone())?;
        let part = Arc::clone(self.parts.for_kind(kind, device));
        let base = part.heap.lock().reserve(whole).ok_or(none)?;
        part.take();
        let (usage, window, observers) = (Usage::Device, Arc::clone(&self.window), self.observers());
        Ok(Piece { base, bytes: whole, usage, part, window, observers })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handles_of_memory() {
        let shared = Shared { process: 7, file: 3, inode: 99, offset: 4096, bytes: 12 };
        assert_eq!(Shared::from_bytes(&shared.to_bytes(5)), Some((shared, 5)));
        assert_eq!(Shared::from_bytes(&[0x5a; 64]), None);
        let token = export_token(42, 1).expect("a file");
        assert_eq!(import_token(token).ok(), Some((own_process(), 42, 1)));
        assert!(import_token(-1).is_err() && import_token(9999).is_err());
        let physical = Physical::new(2 << 20).expect("a file");
        let again = Physical::import(physical.export().expect("a descriptor"), 2 << 20).expect("the same");
        assert_eq!(again.bytes, 2 << 20);
        assert!(Physical::import(token, 2 << 20).is_err(), "a pool's file is no memory");
    }
}
