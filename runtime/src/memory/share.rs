//! Memory shared with other processes: the file and offset of an allocation, and how they are passed on.
//!
//! The file is the window's (see [`jit::Window::file`]). Another process opens it through `/proc/PID/fd`,
//! which requires the same user.

use super::heap::Usage;
use super::physical::{duplicate, system};
use super::range::Allocation;
pub(crate) use super::shared::Shared;
use super::{Memory, Piece};
use crate::Error;
use crate::sync::{Arc, Ordering};
use crate::types::{AllocationKind, Request};
use std::fs::File;
use std::io::Write as _;
use std::os::fd::{AsRawFd, IntoRawFd};
use std::os::unix::fs::{FileExt as _, MetadataExt as _};

const PAGE: u64 = 4096;
/// Magic number of a pool's file.
const POOL: u64 = u64::from_le_bytes(*b"hipsoftp");

/// Number of this process.
pub(crate) fn own_process() -> u32 {
    std::process::id()
}

/// Creates a file that identifies a pool of this process. The caller owns the descriptor.
pub(crate) fn export_token(word: u64, device: usize) -> Result<i32, Error> {
    let fail = system("a file for a pool");
    let mut file = File::from(jit::window::memory_file(0).map_err(&fail)?);
    let numbers = [POOL, u64::from(own_process()), word, device as u64];
    let bytes: Vec<u8> = numbers.into_iter().flat_map(u64::to_le_bytes).collect();
    file.write_all(&bytes).map_err(fail)?;
    Ok(file.into_raw_fd())
}

/// Process, handle and device of the pool that a file identifies.
pub(crate) fn import_token(file: i32) -> Result<(u32, u64, u32), Error> {
    let bad = Error::BadPointer { what: "file of a pool", address: file as u64 };
    let mut bytes = [0; 32];
    // Only files in memory are read: reading a terminal would block.
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

impl Memory {
    /// Location of an allocation's bytes, for another process. A large allocation moves to the window's file;
    /// it must not be written meanwhile.
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

    /// Maps memory of another process, or memory of this one a second time.
    ///
    /// # Errors
    /// `BadPointer` if it is gone or may not be opened; `OutOfMemory`.
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

    /// Like [`Memory::open`], but memory that is already open is returned again, with a count.
    ///
    /// # Errors
    /// Those of [`Memory::open`].
    pub(crate) fn open_once(&self, shared: &Shared, device: usize, owner: u64) -> Result<u64, Error> {
        let mut opened = self.opened.0.lock();
        if let Some((address, count)) = opened.get_mut(shared) {
            *count += 1;
            return Ok(*address);
        }
        let address = self.open(shared, device, owner)?.base();
        opened.insert(*shared, (address, 1));
        Ok(address)
    }

    /// Closes memory of [`Memory::open_once`]; the last close unmaps it.
    ///
    /// # Errors
    /// `BadPointer`.
    pub(crate) fn close(&self, address: u64) -> Result<(), Error> {
        let mut opened = self.opened.0.lock();
        let found = opened.iter_mut().find(|(_, (at, _))| *at == address);
        let (shared, count) = found.ok_or(Error::BadPointer { what: "opened memory", address })?;
        count.1 -= 1;
        if count.1 == 0 {
            let shared = *shared;
            opened.remove(&shared);
            drop(opened);
            self.remove(address);
        }
        Ok(())
    }

    /// Reserves addresses of the heap, without memory, in the part for `kind`.
    ///
    /// # Errors
    /// `OutOfMemory` if there are none left.
    pub(crate) fn addresses(&self, bytes: u64, kind: AllocationKind, device: usize) -> Result<Piece, Error> {
        let none = Error::OutOfMemory { wanted: bytes, free: 0 };
        let whole = bytes.checked_next_multiple_of(super::heap::UNIT).ok_or(none.clone())?;
        let part = Arc::clone(self.parts.for_kind(kind, device));
        let base = part.heap.lock().reserve(whole).ok_or(none)?;
        part.add_piece();
        let (usage, window, observers) = (Usage::Device, Arc::clone(&self.window), self.observers());
        Ok(Piece { base, bytes: whole, usage, part, window, observers })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::physical::MemoryFile;

    #[test]
    fn handles_of_memory() {
        let shared = Shared { process: 7, file: 3, inode: 99, offset: 4096, bytes: 12 };
        assert_eq!(Shared::from_bytes(&shared.to_bytes(5)), Some((shared, 5)));
        assert_eq!(Shared::from_bytes(&[0x5a; 64]), None);
        let token = export_token(42, 1).expect("a file");
        assert_eq!(import_token(token).ok(), Some((own_process(), 42, 1)));
        assert!(import_token(-1).is_err() && import_token(9999).is_err());
        let physical = MemoryFile::new(2 << 20).expect("a file");
        let again = MemoryFile::import(physical.export().expect("a descriptor"), 2 << 20).expect("the same");
        assert_eq!(again.bytes, 2 << 20);
        assert!(MemoryFile::import(token, 2 << 20).is_err(), "a pool's file is not physical memory");
    }
}
