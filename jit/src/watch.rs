//! Detection of the host's accesses to pages: watched pages are closed to the host; the fault handler opens
//! them and leaves a mark.
//!
//! The owner chooses the pages, and closes them again when their place changes. Threads that work for the
//! device open pages without a mark. The handler uses only a table of one byte a page and calls nothing but
//! the system, so it may run at any time. Only one window of a process is watched. System calls with closed
//! pages fail (`EFAULT`), and debuggers stop at each fault: watching is meant for analysing a program, not
//! for production.

use crate::Window;
use crate::pages::{PAGE, Pages};
use crate::window::Access;
pub use crate::working::Working;
use std::io;
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The page is watched.
const WATCHED: u8 = 0x80;
/// The page is inaccessible.
const CLOSED: u8 = 1;
/// The page is read-only. A watched page that is neither closed nor readable is writable.
const READABLE: u8 = 2;
/// The host has read it.
const READ: u8 = 4;
/// The host has written it.
const WRITTEN: u8 = 8;

/// The watched window.
struct Table {
    pages: Pages,
    /// `true` if there may be marks.
    marked: AtomicBool,
    /// Number of pages opened permanently, because the limit on mappings was reached.
    lost: AtomicU64,
}

static TABLE: OnceLock<Table> = OnceLock::new();

/// Watch of a window's pages.
#[derive(Clone, Copy)]
pub struct Watch(&'static Table);

/// Pages that the host accessed, and whether it wrote.
pub type Touched = (Range<u64>, bool);

impl Watch {
    /// Creates a watch without pages.
    ///
    /// # Errors
    /// The system has no memory for the table, or another window is watched already.
    pub fn new(window: &Window) -> io::Result<Watch> {
        let pages = Pages::new(window)?;
        let table =
            TABLE.get_or_init(|| Table { pages, marked: AtomicBool::new(false), lost: AtomicU64::new(0) });
        if !table.pages.is_of(window) {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        crate::signals::install();
        Ok(Watch(table))
    }

    /// Watches accessible pages and closes them.
    pub fn start(self, range: Range<u64>) {
        self.0.pages.locked(|| self.0.set(range, |_| WATCHED | CLOSED));
    }

    /// Stops watching pages; they are accessible.
    pub fn stop(self, range: Range<u64>) {
        self.0.pages.locked(|| self.0.set(range, |_| 0));
    }

    /// Allows the host a kind of access to watched pages without a mark; others leave one.
    pub fn allow(self, range: Range<u64>, access: Access) {
        let state = match access {
            Access::None => CLOSED,
            Access::Read => READABLE,
            Access::ReadWrite => 0,
        };
        self.0.pages.locked(|| self.0.set(range, |old| old & (READ | WRITTEN) | WATCHED | state));
    }

    /// Returns whether any page may have been accessed since the last call.
    pub fn any(self) -> bool {
        self.0.marked.swap(false, Ordering::AcqRel)
    }

    /// Returns the pages of a range that the host accessed since the last call, in order.
    pub fn taken(self, range: Range<u64>) -> Vec<Touched> {
        let mut taken: Vec<Touched> = Vec::new();
        for page in self.0.pages.indices(&range) {
            let state = self.0.pages.state(page);
            let marks = state.load(Ordering::Relaxed) & (READ | WRITTEN);
            if marks == 0 {
                continue;
            }
            state.fetch_and(!(READ | WRITTEN), Ordering::Relaxed);
            let (at, wrote) = (self.0.pages.address(page), marks & WRITTEN != 0);
            match taken.last_mut() {
                Some((last, how)) if last.end == at && *how == wrote => last.end += PAGE,
                _ => taken.push((at..at + PAGE, wrote)),
            }
        }
        taken
    }

    /// Returns the number of pages that are no longer watched although they should be: the limit on mappings
    /// was reached.
    pub fn lost(self) -> u64 {
        self.0.lost.load(Ordering::Relaxed)
    }
}

impl Table {
    /// Sets a new state for each page of a range, and the protection that follows from it.
    fn set(&self, range: Range<u64>, state: impl Fn(u8) -> u8) {
        let Range { start: mut from, end } = self.pages.indices(&range);
        while from < end {
            // Contiguous pages with equal protection are set at once.
            let old = self.pages.state(from).load(Ordering::Relaxed);
            let wanted = protection(state(old));
            let same = protection(old) == wanted;
            let mut to = from;
            while to < end {
                let old = self.pages.state(to).load(Ordering::Relaxed);
                let new = state(old);
                if protection(new) != wanted || (protection(old) == wanted) != same {
                    break;
                }
                self.pages.state(to).store(new, Ordering::Relaxed);
                to += 1;
            }
            if !same && !self.pages.protect(from..to, wanted) {
                self.lose(from, to);
            }
            from = to;
        }
    }

    /// Permanently opens pages together with the watched pages next to them: the number of mappings is
    /// limited, so larger ranges succeed where small ones fail.
    fn lose(&self, mut from: usize, mut to: usize) {
        let watched = |page: usize| self.pages.state(page).load(Ordering::Relaxed) & WATCHED != 0;
        while from > 0 && watched(from - 1) {
            from -= 1;
        }
        while to < self.pages.len() && watched(to) {
            to += 1;
        }
        if self.pages.protect(from..to, libc::PROT_READ | libc::PROT_WRITE) {
            self.pages.states(from..to).iter().for_each(|page| {
                page.fetch_and(READ | WRITTEN, Ordering::Relaxed);
            });
        }
        self.lost.fetch_add((to - from) as u64, Ordering::Relaxed);
    }

    /// Opens the page of a fault; returns whether the thread may continue.
    fn open(&self, page: usize, write: bool) -> bool {
        let old = self.pages.state(page).load(Ordering::Relaxed);
        if old & WATCHED == 0 {
            // Another thread may have just opened it permanently.
            return self.lost.load(Ordering::Relaxed) > 0
                && self.pages.protect(page..page + 1, libc::PROT_READ | libc::PROT_WRITE);
        }
        let device = Working::is_on();
        let mark = match (device, write) {
            (true, _) => 0,
            (false, false) => READ,
            (false, true) => WRITTEN,
        };
        // If another thread has opened it in the meantime, it is not closed again here.
        let state = if write || device || old & (CLOSED | READABLE) == 0 { 0 } else { READABLE };
        let new = old & (READ | WRITTEN) | mark | WATCHED | state;
        self.pages.state(page).store(new, Ordering::Relaxed);
        if mark != 0 {
            self.marked.store(true, Ordering::Release);
        }
        self.pages.protect(page..page + 1, protection(new)) || {
            self.lose(page, page + 1);
            true
        }
    }
}

/// Returns the protection of pages in a state.
fn protection(state: u8) -> i32 {
    match state & (CLOSED | READABLE) {
        0 => libc::PROT_READ | libc::PROT_WRITE,
        READABLE => libc::PROT_READ,
        _ => libc::PROT_NONE,
    }
}

/// Handles a fault; returns whether the access may be retried.
pub(crate) fn resolve(address: u64, write: bool) -> bool {
    let Some(table) = TABLE.get() else { return false };
    let Some(page) = table.pages.page(address) else { return false };
    table.pages.locked(|| table.open(page, write))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn touches_are_seen_once() {
        let window = Box::leak(Box::new(Window::reserve().expect("addresses")));
        let start = window.heap().start;
        let range = start..start + 4 * PAGE;
        window.commit(range.clone()).expect("memory");
        let watch = Watch::new(window).expect("a table");
        // SAFETY: the pages are committed; a watched one is opened by the handler.
        let read = |page: u64| unsafe { ((start + page * PAGE) as *const u8).read_volatile() };
        // SAFETY: as above.
        let write = |page: u64, value| unsafe { ((start + page * PAGE) as *mut u8).write_volatile(value) };
        watch.start(range.clone());
        assert!(!watch.any() && watch.taken(range.clone()).is_empty());
        assert_eq!(read(0), 0);
        write(1, 7);
        write(2, 8);
        assert!(watch.any());
        assert_eq!(
            watch.taken(range.clone()),
            [(start..start + PAGE, false), (start + PAGE..start + 3 * PAGE, true)]
        );
        assert_eq!((read(1), read(0)), (7, 0));
        assert!(!watch.any(), "open pages are open");
        write(0, 1);
        assert_eq!(watch.taken(range.clone()), [(start..start + PAGE, true)], "it could only be read");
        watch.allow(range.clone(), Access::Read);
        assert_eq!(read(2), 8);
        assert!(watch.taken(range.clone()).is_empty());
        watch.allow(range.clone(), Access::None);
        {
            let _working = Working::begin();
            write(3, 9);
        }
        assert!(watch.taken(range.clone()).is_empty(), "the device's touches are not the host's");
        assert_eq!(read(3), 9);
        assert!(watch.taken(range.clone()).is_empty(), "and leave the page open");
        std::thread::scope(|scope| {
            watch.allow(range.clone(), Access::None);
            for thread in 0..8u64 {
                scope.spawn(move || {
                    (0..4).for_each(|page| {
                        if thread % 2 == 0 {
                            write(page, 5)
                        } else {
                            read(page);
                        }
                    })
                });
            }
        });
        assert_eq!(watch.taken(range.clone()), [(range.clone(), true)]);
        watch.stop(range.clone());
        write(0, 1);
        assert!(watch.taken(range).is_empty() && watch.lost() == 0);
    }
}
