//! Device-visible memory: one reserved address range that holds everything a kernel can access.
//!
//! The range is reserved once at no cost; pages become accessible when they are committed. A device address
//! is an address of this process. One part belongs to running blocks (shared and local memory, parameters)
//! and is managed here; the caller allocates from the rest, [`Window::heap`] and [`Window::lower`].

use crate::working::Working;
use std::collections::BTreeMap;
use std::io;
use std::ops::Range;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::ptr;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};

/// Preferred size; halved until the system grants it.
const RESERVE: u64 = 1 << 40;
/// Factor for several devices: together they get this multiple of one device's size.
const SHARING: u64 = 4;
const LEAST: u64 = 256 << 20;
/// Unit in which pages are committed.
const PAGE: u64 = 4096;
/// Size of a huge page.
const HUGE: u64 = 2 << 20;
const LEAST_HUGE: u64 = 2 * HUGE;

/// Accessible zeros before the first allocation. On an H200 at least 4 MiB there belong to the context, and
/// programs that read a little before their first array run on it.
const BEFORE_HEAP: u64 = 2 << 20;

/// The reserved range. See the [module](self).
pub struct Window {
    base: u64,
    size: u64,
    /// Range of the blocks' own memory.
    own: Range<u64>,
    arenas: Mutex<Arenas>,
    /// Accessible ranges, start → end; adjacent ones are merged.
    committed: Mutex<BTreeMap<u64, u64>>,
    /// File with the pages that other processes may map, each at its offset in the window.
    file: OnceLock<Result<OwnedFd, io::ErrorKind>>,
}

/// Allowed accesses to mapped pages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// None: an access faults.
    None,
    /// Reads.
    Read,
    /// Reads and writes.
    ReadWrite,
}

/// Memory of blocks, by size class (a power of two of pages).
struct Arenas {
    next: u64,
    end: u64,
    free: Vec<Vec<u64>>,
}

/// Memory of one block at a time; returned with `Window::give_back`.
#[derive(Debug)]
pub(crate) struct Arena {
    pub(crate) base: u64,
    pub(crate) size: u64,
}

impl Window {
    /// Reserves a window.
    ///
    /// # Errors
    /// The system does not provide even 256 MiB of addresses.
    pub fn reserve() -> io::Result<Window> {
        Window::reserve_for(1)
    }

    /// Reserves a window for several devices. The blocks' own memory lies at its beginning for one device, in
    /// its middle for more: adjacent to the memory of any two of them.
    ///
    /// # Errors
    /// As [`Window::reserve`].
    pub fn reserve_for(devices: u32) -> io::Result<Window> {
        let several = devices > 1;
        let share = u64::from(devices).next_power_of_two().div_ceil(SHARING).max(1);
        let wanted = if several { RESERVE * 2 * share } else { RESERVE };
        // If addresses are limited, the program and its threads need some too.
        let most = limit(libc::RLIMIT_AS) / 2;
        let mut size = if wanted > most { (most + 1).next_power_of_two() / 2 } else { wanted };
        loop {
            // SAFETY: an anonymous mapping at an address of the system's choice touches nothing that exists.
            let base = unsafe {
                libc::mmap(
                    ptr::null_mut(),
                    size as usize,
                    libc::PROT_NONE,
                    libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
                    -1,
                    0,
                )
            };
            if base != libc::MAP_FAILED {
                let base = base as u64;
                let start = if several { base + size / 2 } else { base };
                let own = start..start + size / 8;
                let zeros = own.end - BEFORE_HEAP..own.end;
                let arenas = Arenas { next: own.start + PAGE, end: zeros.start, free: Vec::new() };
                let window = Window {
                    base,
                    size,
                    own,
                    arenas: Mutex::new(arenas),
                    committed: Mutex::new(BTreeMap::new()),
                    file: OnceLock::new(),
                };
                window.commit(zeros)?;
                return Ok(window);
            }
            let error = io::Error::last_os_error();
            size /= 2;
            if size < LEAST {
                return Err(error);
            }
        }
    }

    /// Returns the first address.
    pub fn base(&self) -> u64 {
        self.base
    }

    /// Returns the reserved size, bytes.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Returns the part above the blocks' memory, for the caller to allocate. With several devices there is
    /// [another](Window::lower) below.
    pub fn heap(&self) -> Range<u64> {
        self.own.end..self.base + self.size
    }

    /// Returns the part below the blocks' memory, for the caller to allocate; empty for one device.
    pub fn lower(&self) -> Range<u64> {
        self.base..self.own.start
    }

    /// Returns the part with the blocks' own memory: shared and local memory, parameters.
    pub fn arenas(&self) -> Range<u64> {
        self.own.clone()
    }

    /// Returns whether `bytes` bytes from an address lie in the window, committed or not.
    pub fn contains(&self, address: u64, bytes: u64) -> bool {
        address.checked_sub(self.base).is_some_and(|offset| bytes <= self.size && offset <= self.size - bytes)
    }

    /// Makes the pages of a range accessible; their contents are zero the first time.
    ///
    /// # Errors
    /// The range is not in the window, or the system has no memory.
    pub fn commit(&self, range: Range<u64>) -> io::Result<()> {
        let mut committed = self.committed.lock().unwrap_or_else(|e| e.into_inner());
        let (start, end) = self.protect(range, libc::PROT_READ | libc::PROT_WRITE)?;
        ask_for_huge_pages(start, end);
        note(&mut committed, start, end);
        Ok(())
    }

    /// Commits pages of the window's [file](Window::file) if the system supports one; other pages cannot be
    /// shared with processes.
    ///
    /// # Errors
    /// As [`Window::commit`].
    pub fn commit_shared(&self, range: Range<u64>) -> io::Result<()> {
        let (start, end) = (range.start / PAGE * PAGE, range.end.next_multiple_of(PAGE));
        match self.file() {
            Ok(file) => self.map(start..end, file, start - self.base, Access::ReadWrite),
            Err(_) => self.commit(range),
        }
    }

    /// Moves accessible pages, with their contents, to the window's [file](Window::file). No thread may write
    /// them meanwhile.
    ///
    /// # Errors
    /// Those of [`Window::commit`]; the file is full.
    pub fn share(&self, range: Range<u64>) -> io::Result<()> {
        const STEP: usize = 1 << 20;
        let (start, end) = (range.start / PAGE * PAGE, range.end.next_multiple_of(PAGE));
        self.check(&(start..end))?;
        let file = self.file()?;
        let mut step = vec![0u8; STEP];
        let mut at = start;
        while at < end {
            let bytes = STEP.min((end - at) as usize);
            if !self.read(at, &mut step[..bytes]) {
                return Err(io::ErrorKind::InvalidInput.into());
            }
            let offset = (at - self.base) as libc::off_t;
            // SAFETY: the bytes lie in the vector; the file is this window's own.
            let written = unsafe { libc::pwrite(file, step.as_ptr().cast(), bytes, offset) };
            match usize::try_from(written) {
                Ok(count) if count > 0 => at += count as u64,
                _ => return Err(io::Error::last_os_error()),
            }
        }
        self.map(start..end, file, start - self.base, Access::ReadWrite)
    }

    /// Returns the file of pages that other processes may map: as large as the window, each page at its
    /// offset.
    ///
    /// # Errors
    /// The system has no such files.
    pub fn file(&self) -> io::Result<RawFd> {
        // A failure is permanent: pages that were committed meanwhile are in no file.
        let file = self.file.get_or_init(|| memory_file(self.size).map_err(|error| error.kind()));
        file.as_ref().map(AsRawFd::as_raw_fd).map_err(|&kind| kind.into())
    }

    /// Maps part of a file over pages of the window.
    ///
    /// # Errors
    /// The range is not whole pages of the window, or the system refuses.
    pub fn map(&self, range: Range<u64>, file: RawFd, offset: u64, access: Access) -> io::Result<()> {
        self.check(&range)?;
        if !range.start.is_multiple_of(PAGE) || !range.end.is_multiple_of(PAGE) || range.is_empty() {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let protection = match access {
            Access::None => libc::PROT_NONE,
            Access::Read => libc::PROT_READ,
            Access::ReadWrite => libc::PROT_READ | libc::PROT_WRITE,
        };
        let mut committed = self.committed.lock().unwrap_or_else(|e| e.into_inner());
        forget(&mut committed, range.start, range.end);
        // SAFETY: the pages belong to this window's reservation; the caller gives up their contents.
        let mapped = unsafe {
            libc::mmap(
                range.start as *mut libc::c_void,
                (range.end - range.start) as usize,
                protection,
                libc::MAP_SHARED | libc::MAP_FIXED | libc::MAP_NORESERVE,
                file,
                offset as libc::off_t,
            )
        };
        if mapped == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        if access == Access::ReadWrite {
            note(&mut committed, range.start, range.end);
        }
        Ok(())
    }

    /// Copies bytes out of the window; `false` if some of them are inaccessible. Concurrent writes are a race
    /// of the kernels: each byte is read once.
    pub fn read(&self, address: u64, to: &mut [u8]) -> bool {
        let _working = Working::begin();
        // Held throughout, so that no page is released meanwhile.
        let committed = self.committed.lock().unwrap_or_else(|e| e.into_inner());
        let Some(end) = address.checked_add(to.len() as u64) else { return false };
        let there = committed.range(..=address).next_back().is_some_and(|(_, &e)| end <= e);
        if there {
            let (whole, rest) = to.split_at_mut(whole_words(address, to.len()));
            let middle = address + whole.len() as u64;
            for (at, word) in (address..).step_by(8).zip(whole.chunks_exact_mut(8)) {
                // SAFETY: the word is in an accessible page of this window, which stays while the table is
                // locked; it is aligned.
                let value = unsafe { AtomicU64::from_ptr(at as *mut u64) }.load(Ordering::Relaxed);
                word.copy_from_slice(&value.to_ne_bytes());
            }
            for (at, byte) in (middle..end).zip(rest) {
                // SAFETY: as above.
                *byte = unsafe { AtomicU8::from_ptr(at as *mut u8) }.load(Ordering::Relaxed);
            }
        }
        there
    }

    /// Copies bytes into the window; `false` if part of the destination is inaccessible.
    pub fn write(&self, address: u64, from: &[u8]) -> bool {
        let _working = Working::begin();
        let committed = self.committed.lock().unwrap_or_else(|e| e.into_inner());
        let Some(end) = address.checked_add(from.len() as u64) else { return false };
        let there = committed.range(..=address).next_back().is_some_and(|(_, &e)| end <= e);
        if there {
            let (whole, rest) = from.split_at(whole_words(address, from.len()));
            let middle = address + whole.len() as u64;
            for (at, word) in (address..).step_by(8).zip(whole.chunks_exact(8)) {
                let value = u64::from_ne_bytes(word.try_into().unwrap_or_default());
                // SAFETY: as in `read`.
                unsafe { AtomicU64::from_ptr(at as *mut u64) }.store(value, Ordering::Relaxed);
            }
            for (at, &byte) in (middle..end).zip(rest) {
                // SAFETY: as in `read`.
                unsafe { AtomicU8::from_ptr(at as *mut u8) }.store(byte, Ordering::Relaxed);
            }
        }
        there
    }

    /// Atomically updates a word of 2, 4 or 8 bytes; `false` if it is inaccessible or misaligned.
    pub fn update(&self, address: u64, bytes: u32, change: impl Fn(u64) -> u64) -> bool {
        let _working = Working::begin();
        let committed = self.committed.lock().unwrap_or_else(|e| e.into_inner());
        let Some(end) = address.checked_add(bytes.into()) else { return false };
        let there = committed.range(..=address).next_back().is_some_and(|(_, &e)| end <= e);
        if !there || !address.is_multiple_of(u64::from(bytes)) {
            return false;
        }
        let (now, go) = (Ordering::Relaxed, Ordering::SeqCst);
        if bytes == 8 {
            // SAFETY: as in `read`, and aligned.
            let word = unsafe { AtomicU64::from_ptr(address as *mut u64) };
            return word.fetch_update(go, now, |old| Some(change(old))).is_ok();
        }
        if bytes == 2 {
            // SAFETY: as in `read`, and aligned.
            let word = unsafe { AtomicU16::from_ptr(address as *mut u16) };
            return word.fetch_update(go, now, |old| Some(change(old.into()) as u16)).is_ok();
        }
        // SAFETY: as in `read`, and aligned.
        let word = unsafe { AtomicU32::from_ptr(address as *mut u32) };
        word.fetch_update(go, now, |old| Some(change(old.into()) as u32)).is_ok()
    }

    /// Releases the pages that lie completely in a range; later accesses fault.
    ///
    /// # Errors
    /// The range is not in the window.
    pub fn release(&self, range: Range<u64>) -> io::Result<()> {
        let start = range.start.next_multiple_of(PAGE);
        let end = range.end / PAGE * PAGE;
        if start >= end {
            return Ok(());
        }
        self.check(&(start..end))?;
        let mut committed = self.committed.lock().unwrap_or_else(|e| e.into_inner());
        forget(&mut committed, start, end);
        if let Some(Ok(file)) = self.file.get() {
            let (offset, bytes) = ((start - self.base) as libc::off_t, (end - start) as libc::off_t);
            let hole = libc::FALLOC_FL_PUNCH_HOLE | libc::FALLOC_FL_KEEP_SIZE;
            // SAFETY: the file is this window's own. If the system does not support it, the pages stay until
            // the process ends.
            unsafe { libc::fallocate(file.as_raw_fd(), hole, offset, bytes) };
        }
        // SAFETY: the pages belong to this window's reservation; the caller gives up their contents.
        let mapped = unsafe {
            libc::mmap(
                start as *mut libc::c_void,
                (end - start) as usize,
                libc::PROT_NONE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_FIXED,
                -1,
                0,
            )
        };
        if mapped == libc::MAP_FAILED { Err(io::Error::last_os_error()) } else { Ok(()) }
    }

    /// Sets the protection of a range. Returns the start and end of its pages.
    fn protect(&self, range: Range<u64>, protection: i32) -> io::Result<(u64, u64)> {
        let start = range.start / PAGE * PAGE;
        let end = range.end.next_multiple_of(PAGE);
        self.check(&(start..end))?;
        if start == end {
            return Ok((start, end));
        }
        // SAFETY: the pages belong to this window's reservation and stay mapped.
        let done = unsafe { libc::mprotect(start as *mut libc::c_void, (end - start) as usize, protection) };
        if done == 0 { Ok((start, end)) } else { Err(io::Error::last_os_error()) }
    }

    fn check(&self, range: &Range<u64>) -> io::Result<()> {
        if range.start <= range.end && self.contains(range.start, range.end - range.start) {
            return Ok(());
        }
        Err(io::Error::new(io::ErrorKind::InvalidInput, format!("{range:x?} is not in the device window")))
    }

    /// Returns accessible memory of at least `size` bytes for a block, with arbitrary contents.
    pub(crate) fn arena(&self, size: u64) -> io::Result<Arena> {
        let class = size.div_ceil(PAGE).max(1).next_power_of_two();
        let (index, bytes) = (class.trailing_zeros() as usize, class * PAGE);
        let base = {
            let mut arenas = self.arenas.lock().unwrap_or_else(|e| e.into_inner());
            if arenas.free.len() <= index {
                arenas.free.resize(index + 1, Vec::new());
            }
            if let Some(base) = arenas.free[index].pop() {
                return Ok(Arena { base, size: bytes });
            }
            // A page between arenas is never committed: an overflow faults.
            if arenas.end - arenas.next < bytes + PAGE {
                return Err(io::Error::new(
                    io::ErrorKind::OutOfMemory,
                    "no addresses left for running blocks",
                ));
            }
            let base = arenas.next;
            arenas.next += bytes + PAGE;
            base
        };
        self.commit(base..base + bytes)?;
        Ok(Arena { base, size: bytes })
    }

    pub(crate) fn give_back(&self, arena: &Arena) {
        let index = (arena.size / PAGE).trailing_zeros() as usize;
        self.arenas.lock().unwrap_or_else(|e| e.into_inner()).free[index].push(arena.base);
    }
}

/// Returns how many of `bytes` bytes at an address are copied as words of 8.
fn whole_words(address: u64, bytes: usize) -> usize {
    if address.is_multiple_of(8) { bytes / 8 * 8 } else { 0 }
}

/// Creates an unnamed file in memory that is deleted with its last user.
///
/// # Errors
/// The system has no such files, or too many are open.
pub fn memory_file(bytes: u64) -> io::Result<OwnedFd> {
    // SAFETY: the name ends in a zero.
    let file = unsafe { libc::memfd_create(c"hip-soft".as_ptr(), libc::MFD_CLOEXEC) };
    if file < 0 {
        return Err(io::Error::last_os_error());
    }
    // Growth beyond the process's limit would end the process by a signal.
    if bytes > limit(libc::RLIMIT_FSIZE) {
        // SAFETY: the descriptor is new and owned here.
        unsafe { libc::close(file) };
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    // SAFETY: the descriptor is new and owned here.
    let file = unsafe { OwnedFd::from_raw_fd(file) };
    // SAFETY: as above.
    if unsafe { libc::ftruncate(file.as_raw_fd(), bytes as libc::off_t) } != 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(file)
}

/// Returns a limit of the process, in its unit; `u64::MAX` if there is none.
fn limit(resource: libc::__rlimit_resource_t) -> u64 {
    let mut limit = libc::rlimit { rlim_cur: libc::RLIM_INFINITY, rlim_max: libc::RLIM_INFINITY };
    // SAFETY: the call gets a pointer to a live value.
    unsafe { libc::getrlimit(resource, &raw mut limit) };
    limit.rlim_cur
}

/// Records pages as accessible.
fn note(committed: &mut BTreeMap<u64, u64>, mut first: u64, mut last: u64) {
    while let Some((&s, &e)) = committed.range(..=last).next_back()
        && e >= first
    {
        committed.remove(&s);
        (first, last) = (first.min(s), last.max(e));
    }
    if first < last {
        committed.insert(first, last);
    }
}

/// Records pages as inaccessible.
fn forget(committed: &mut BTreeMap<u64, u64>, start: u64, end: u64) {
    while let Some((&s, &e)) = committed.range(..end).next_back()
        && e > start
    {
        committed.remove(&s);
        if s < start {
            committed.insert(s, start);
        }
        if e > end {
            committed.insert(end, e);
        }
    }
}

/// Asks the system for huge pages in a large range: kernels access memory faster than small pages' addresses
/// are translated.
fn ask_for_huge_pages(start: u64, end: u64) {
    let (start, end) = (start.next_multiple_of(HUGE), end / HUGE * HUGE);
    if end.saturating_sub(start) >= LEAST_HUGE {
        // SAFETY: the pages belong to a window's reservation; the advice does not change their contents. A
        // system that ignores it uses small pages.
        unsafe { libc::madvise(start as *mut libc::c_void, (end - start) as usize, libc::MADV_HUGEPAGE) };
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        // SAFETY: the reservation is this window's own; launches and blocks keep their window alive.
        unsafe { libc::munmap(self.base as *mut libc::c_void, self.size as usize) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_come_and_go() {
        let window = Window::reserve().expect("addresses");
        let heap = window.heap();
        window.commit(heap.start..heap.start + 100).expect("memory");
        // SAFETY: the page was just committed.
        unsafe { (heap.start as *mut u64).write(7) };
        window.release(heap.start..heap.start + PAGE).expect("the page");
        window.commit(heap.start..heap.start + 1).expect("memory");
        // SAFETY: committed again.
        assert_eq!(unsafe { (heap.start as *const u64).read() }, 0, "released pages come back empty");
        assert!(window.commit(0..PAGE).is_err());
        window.commit(heap.start + PAGE..heap.start + 3 * PAGE).expect("memory");
        let mut bytes = [1; 16];
        assert!(
            window.write(heap.start + 2 * PAGE, &bytes) && !window.write(heap.start + 3 * PAGE - 8, &bytes)
        );
        assert!(window.read(heap.start + PAGE - 8, &mut bytes) && bytes == [0; 16]);
        assert!(!window.read(heap.start + 3 * PAGE - 8, &mut bytes));
        window.release(heap.start + PAGE..heap.start + 2 * PAGE).expect("a page");
        assert!(!window.read(heap.start + PAGE - 8, &mut bytes));
        assert!(
            window.read(heap.start + PAGE - 16, &mut bytes) && window.read(heap.start + 2 * PAGE, &mut bytes)
        );
        assert!(
            window.read(heap.start - BEFORE_HEAP, &mut bytes)
                && bytes == [0; 16]
                && !window.read(heap.start - BEFORE_HEAP - 1, &mut bytes)
                && !window.read(u64::MAX - 4, &mut bytes)
        );
        assert!(
            !window.contains(u64::MAX, 1)
                && !window.contains(heap.end - 3, 4)
                && window.contains(heap.end - 4, 4)
        );
    }

    #[test]
    fn pages_of_files() {
        let window = Window::reserve().expect("addresses");
        let start = window.heap().start;
        window.commit(start..start + 2 * PAGE).expect("memory");
        assert!(window.write(start + 5, &[1, 2, 3]));
        window.share(start..start + 2 * PAGE).expect("a file");
        let mut bytes = [0; 3];
        assert!(window.read(start + 5, &mut bytes) && bytes == [1, 2, 3], "what pages hold goes with them");
        let (there, file) = (start + 8 * PAGE, window.file().expect("a file"));
        window.map(there..there + PAGE, file, start - window.base(), Access::ReadWrite).expect("a mapping");
        assert!(window.write(there + 6, &[9]) && window.read(start + 5, &mut bytes) && bytes == [1, 9, 3]);
        window.map(there..there + PAGE, file, start - window.base(), Access::None).expect("a mapping");
        assert!(!window.read(there, &mut bytes));
        assert!(window.map(there + 1..there + PAGE, file, 0, Access::Read).is_err(), "whole pages");
        window.release(start..start + 2 * PAGE).expect("pages");
        window.commit_shared(start..start + PAGE).expect("memory");
        assert!(window.read(start + 5, &mut bytes) && bytes == [0; 3], "released pages come back empty");
    }

    #[test]
    fn arenas_are_used_again() {
        let window = Window::reserve().expect("addresses");
        let first = window.arena(5000).expect("memory");
        assert_eq!(first.size, 2 * PAGE);
        window.give_back(&first);
        let again = window.arena(8192).expect("memory");
        assert_eq!(again.base, first.base);
        assert_ne!(window.arena(8192).expect("memory").base, first.base);
    }
}
