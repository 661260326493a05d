//! Device memory that is closed to the host. On hardware the host faults there; here device addresses are
//! host addresses.
//!
//! Guarded pages are inaccessible. The fault handler opens them: for threads that work for a device
//! ([`Working`]) together with adjacent pages, for others alone and with a record. The owner of the guard has
//! pages closed again after work has completed. Until then, accesses of the host to open pages are not
//! recorded. The handler uses only tables of its own and calls nothing but the system, so it may run at any
//! time. Only one window of a process is guarded. System calls with closed pages fail (`EFAULT`), as they do
//! with device memory on hardware.

mod site;

pub use site::Site;

use crate::Window;
use crate::pages::Pages;
use crate::working::Working;
use std::cell::UnsafeCell;
use std::io;
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// Pages that are opened together for a device.
const CHUNK: usize = 512;
/// Capacity of the table of records; further touches are only counted.
const RECORDS: usize = 256;

/// State of a page that is not guarded.
const FREE: u8 = 0;
const CLOSED: u8 = 1;
const OPEN: u8 = 2;

/// An access of a guarded page by a thread that does not work for a device.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Touch {
    /// First byte.
    pub address: u64,
    /// `true` for a write.
    pub write: bool,
    /// Address of the instruction.
    pub instruction: u64,
    /// Word on top of the thread's stack: the return address in a function that has pushed nothing.
    pub stack_top: u64,
}

impl Touch {
    /// Returns the program's code that made the access, if it is known.
    pub fn site(&self) -> Option<Site> {
        Site::find(self.instruction, self.stack_top)
    }
}

/// Data that the handler writes.
struct Records {
    /// Range from the first to the last page opened since pages were last closed.
    opened: Range<usize>,
    touches: [Touch; RECORDS],
    count: usize,
    /// Touches without a record.
    more: u64,
}

struct Table {
    pages: Pages,
    /// `true` if there is anything to settle.
    pending: AtomicBool,
    records: UnsafeCell<Records>,
}

// SAFETY: the records are only used while the pages are locked.
unsafe impl Sync for Table {}

static TABLE: OnceLock<Table> = OnceLock::new();

/// Guard of a window's pages.
#[derive(Clone, Copy)]
pub struct Guard(&'static Table);

/// Accesses by the host.
#[derive(Default, Debug)]
pub struct Touched {
    /// One record for a page each time that it was closed.
    pub touches: Vec<Touch>,
    /// Number of touches without a record.
    pub more: u64,
}

impl Guard {
    /// Creates a guard without pages.
    ///
    /// # Errors
    /// The system has no memory for the table, or another window is guarded already.
    pub fn new(window: &Window) -> io::Result<Guard> {
        let pages = Pages::new(window)?;
        let table = TABLE.get_or_init(|| Table {
            pages,
            pending: AtomicBool::new(false),
            records: UnsafeCell::new(Records {
                opened: 0..0,
                touches: [Touch::default(); RECORDS],
                count: 0,
                more: 0,
            }),
        });
        if !table.pages.is_of(window) {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        crate::signals::install();
        Ok(Guard(table))
    }

    /// Guards accessible pages, which no thread uses yet, and closes them.
    pub fn start(self, range: Range<u64>) {
        self.0.locked(|table, _| {
            let pages = table.pages.indices(&range);
            if table.pages.protect(pages.clone(), libc::PROT_NONE) {
                table.set(pages, CLOSED);
            }
        });
    }

    /// Stops guarding pages; they are accessible.
    pub fn stop(self, range: Range<u64>) {
        self.0.locked(|table, _| {
            let pages = table.pages.indices(&range);
            table.set(pages.clone(), FREE);
            table.pages.protect(pages, libc::PROT_READ | libc::PROT_WRITE);
        });
    }

    /// Closes the opened pages and returns the accesses by the host since the last call.
    pub fn settle(self) -> Touched {
        if !self.0.pending.swap(false, Ordering::AcqRel) {
            return Touched::default();
        }
        self.0.locked(|table, records| {
            let opened = std::mem::take(&mut records.opened);
            table.close(opened);
            let touches = records.touches[..std::mem::take(&mut records.count)].to_vec();
            Touched { touches, more: std::mem::take(&mut records.more) }
        })
    }
}

impl Table {
    /// Runs `change` while no other thread opens or closes pages. `change` accesses no guarded page.
    fn locked<R>(&self, change: impl FnOnce(&Table, &mut Records) -> R) -> R {
        // SAFETY: the pages are locked, and `change` does not come back here.
        self.pages.locked(|| change(self, unsafe { &mut *self.records.get() }))
    }

    fn state(&self, page: usize) -> u8 {
        if page < self.pages.len() { self.pages.state(page).load(Ordering::Relaxed) } else { FREE }
    }

    fn set(&self, pages: Range<usize>, state: u8) {
        self.pages.states(pages).iter().for_each(|page| page.store(state, Ordering::Relaxed));
    }

    /// Closes the open pages of a range, contiguous ones at once.
    fn close(&self, range: Range<usize>) {
        let mut at = range.start;
        while at < range.end {
            let len = (at..range.end).take_while(|&page| self.state(page) == OPEN).count();
            // Pages that the system does not close stay open and are not recorded again.
            if len > 0 && self.pages.protect(at..at + len, libc::PROT_NONE) {
                self.set(at..at + len, CLOSED);
            }
            at += len.max(1);
        }
    }

    /// Returns the closed pages around `page` within `limits`.
    fn closed_around(&self, page: usize, limits: Range<usize>) -> Range<usize> {
        let closed = |&page: &usize| self.state(page) == CLOSED;
        let before = (limits.start..page).rev().take_while(closed).count();
        let behind = (page..limits.end).take_while(closed).count();
        page - before..page + behind
    }

    /// Opens the page of a fault; returns whether the thread may continue.
    fn open(&self, page: usize, touch: &Touch, records: &mut Records) -> bool {
        match self.state(page) {
            FREE => return false,
            // Another thread has opened it.
            OPEN => return true,
            _ => {}
        }
        let chunk = page / CHUNK * CHUNK..(page / CHUNK + 1) * CHUNK;
        let device = Working::is_on();
        let least = if device { self.closed_around(page, chunk.clone()) } else { page..page + 1 };
        // The number of mappings is limited, so small ranges may fail and larger ones succeed.
        let all = [least, self.closed_around(page, chunk), self.closed_around(page, 0..self.pages.len())];
        let access = libc::PROT_READ | libc::PROT_WRITE;
        let Some(pages) = all.into_iter().find(|pages| self.pages.protect(pages.clone(), access)) else {
            return false;
        };
        self.set(pages.clone(), OPEN);
        let opened = &mut records.opened;
        *opened = match opened.start < opened.end {
            true => opened.start.min(pages.start)..opened.end.max(pages.end),
            false => pages,
        };
        if !device {
            match records.touches.get_mut(records.count) {
                Some(record) => {
                    *record = *touch;
                    records.count += 1;
                }
                None => records.more += 1,
            }
        }
        self.pending.store(true, Ordering::Release);
        true
    }
}

/// Handles a fault; returns whether the access may be retried. `top` reads the top of the thread's stack.
pub(crate) fn resolve(address: u64, write: bool, instruction: u64, top: impl FnOnce() -> u64) -> bool {
    let Some(table) = TABLE.get() else { return false };
    let Some(page) = table.pages.page(address).filter(|&page| table.state(page) != FREE) else {
        return false;
    };
    let touch = Touch { address, write, instruction, stack_top: top() };
    table.locked(|table, records| table.open(page, &touch, records))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::PAGE;

    #[test]
    fn the_host_is_seen_and_devices_are_not() {
        let window = Box::leak(Box::new(Window::reserve().expect("addresses")));
        let start = window.heap().start;
        let range = start..start + 4 * PAGE;
        window.commit(range.clone()).expect("memory");
        let guard = Guard::new(window).expect("a table");
        // SAFETY: the pages are committed; a guarded one is opened by the handler.
        let read = |page: u64| unsafe { ((start + page * PAGE + 8) as *const u64).read_volatile() };
        // SAFETY: as above.
        let write =
            |page: u64, value| unsafe { ((start + page * PAGE + 8) as *mut u64).write_volatile(value) };
        let seen = || -> Vec<(u64, bool)> {
            let touched = guard.settle();
            assert_eq!(touched.more, 0);
            touched.touches.iter().map(|touch| (touch.address - start, touch.write)).collect()
        };
        guard.start(range.clone());
        assert_eq!(seen(), []);
        assert_eq!(read(0), 0);
        write(2, 7);
        write(2, 8);
        assert_eq!(seen(), [(8, false), (2 * PAGE + 8, true)], "once a page");
        {
            let _working = Working::begin();
            assert_eq!(read(2), 8);
            write(1, 5);
        }
        assert_eq!(seen(), [], "a device may");
        assert_eq!((read(1), read(2)), (5, 8));
        assert_eq!(seen(), [(PAGE + 8, false), (2 * PAGE + 8, false)], "pages were closed again");
        std::thread::scope(|scope| {
            for thread in 0..4 {
                scope.spawn(move || {
                    let _working = (thread % 2 == 0).then(Working::begin);
                    for n in 0..400 {
                        read(n % 4);
                        if n % 7 == 0 {
                            guard.settle();
                        }
                    }
                });
            }
        });
        guard.settle();
        guard.stop(range.clone());
        write(3, 1);
        assert_eq!(seen(), [], "no longer guarded");
    }
}
