//! Pages that the host does not touch unseen: they are closed to it, and the handler of faults opens them and
//! leaves a mark.
//!
//! Whoever watches says which pages, and closes them again when their place changes. Threads that work for
//! the device open pages as well but leave no mark. The handler looks at nothing but a table of one byte a
//! page, and calls nothing but the system: it may run at any time. Only one window of a process is watched.
//! System calls that are given closed pages fail (`EFAULT`), and debuggers stop at each touch: watching is
//! for looking at a program, not for every day.

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
/// It may not be touched.
const CLOSED: u8 = 1;
/// It may be read. A watched page that is neither may be read and written.
const READABLE: u8 = 2;
/// The host has read it.
const READ: u8 = 4;
/// The host has written it.
const WRITTEN: u8 = 8;

/// The watched window.
struct Table {
    pages: Pages,
    /// Whether there are marks.
    marked: AtomicBool,
    /// Pages that were opened for good, since the system kept no more parts of memory apart.
    lost: AtomicU64,
}

static TABLE: OnceLock<Table> = OnceLock::new();

/// Watches pages of a window.
#[derive(Clone, Copy)]
pub struct Watch(&'static Table);

/// Pages that the host touched: which, and whether it wrote.
pub type Touched = (Range<u64>, bool);

impl Watch {
    /// Begins with no page.
    ///
    /// # Errors
    /// The system has no memory for the table; another window is watched already.
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

    /// Watches accessible pages from now on, closed at first.
    pub fn start(self, range: Range<u64>) {
        self.0.pages.locked(|| self.0.set(range, |_| WATCHED | CLOSED));
    }

    /// Watches pages no more: they are accessible.
    pub fn stop(self, range: Range<u64>) {
        self.0.pages.locked(|| self.0.set(range, |_| 0));
    }

    /// Lets the host touch watched pages in a way, unseen from then on; in others it is seen.
    pub fn allow(self, range: Range<u64>, access: Access) {
        let state = match access {
            Access::None => CLOSED,
            Access::Read => READABLE,
            Access::ReadWrite => 0,
        };
        self.0.pages.locked(|| self.0.set(range, |old| old & (READ | WRITTEN) | WATCHED | state));
    }

    /// Whether any page may have been touched since the last [`Watch::taken`]; asking forgets it.
    pub fn any(self) -> bool {
        self.0.marked.swap(false, Ordering::AcqRel)
    }

    /// The pages of a range that the host touched since this was asked last, in their order.
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

    /// Pages that are not watched any more though they should be: the system kept no more parts of memory
    /// apart.
    pub fn lost(self) -> u64 {
        self.0.lost.load(Ordering::Relaxed)
    }
}

impl Table {
    /// Gives each page of a range a new state, and has the system allow what that says.
    fn set(&self, range: Range<u64>, state: impl Fn(u8) -> u8) {
        let Range { start: mut from, end } = self.pages.indices(&range);
        while from < end {
            // Pages that the system is told the same of, at once.
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

    /// Opens pages and their neighbours that are watched for good: the system can keep large parts apart if
    /// not small ones.
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

    /// Opens a page that a thread faulted at; whether it may go on.
    fn open(&self, page: usize, write: bool) -> bool {
        let old = self.pages.state(page).load(Ordering::Relaxed);
        if old & WATCHED == 0 {
            // Another thread may have opened it for good just before.
            return self.lost.load(Ordering::Relaxed) > 0
                && self.pages.protect(page..page + 1, libc::PROT_READ | libc::PROT_WRITE);
        }
        let device = Working::is_on();
        let mark = match (device, write) {
            (true, _) => 0,
            (false, false) => READ,
            (false, true) => WRITTEN,
        };
        // Another thread may have opened it meanwhile: never closed again here.
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

/// What the system allows for pages in a state.
fn protection(state: u8) -> i32 {
    match state & (CLOSED | READABLE) {
        0 => libc::PROT_READ | libc::PROT_WRITE,
        READABLE => libc::PROT_READ,
        _ => libc::PROT_NONE,
    }
}

/// Called by the handler of faults: whether the access may be tried again.
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
