//! Signals of a program: handlers of its own for one that is sent, and for faults of a page that it closed
//! itself.

use std::ffi::c_void;
use std::ptr::null_mut;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, AtomicUsize, Ordering::SeqCst};

const SENT: libc::c_int = libc::SIGUSR1;
const PAGE: usize = 4096;
const CLOSED: u64 = 0x5a5a;

/// A page of the program's that faults until its handler opens it.
static OURS: AtomicPtr<u64> = AtomicPtr::new(null_mut());
static OPENED: AtomicU64 = AtomicU64::new(0);
/// The action for SIGSEGV that the program found.
static BEFORE: AtomicUsize = AtomicUsize::new(0);
/// A signal came to a thread that is not the program's.
static ASTRAY: AtomicBool = AtomicBool::new(false);

/// A signal handler that uses some stack, on any stack.
extern "C" fn sent(_: libc::c_int) {
    let mut name = [0u8; 16];
    let mut used = [0u8; 64 << 10];
    std::hint::black_box(&mut used);
    // SAFETY: async-signal-safe, and the name has room.
    unsafe { libc::prctl(libc::PR_GET_NAME, name.as_mut_ptr()) };
    if name.starts_with(b"hip-") {
        ASTRAY.store(true, SeqCst);
    }
}

extern "C" fn faulted(signal: libc::c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    let page = OURS.load(SeqCst);
    // SAFETY: the system gives a valid record of a fault.
    let at = unsafe { (*info).si_addr() } as usize;
    if (page as usize..page as usize + PAGE).contains(&at) {
        // SAFETY: the page is the program's, and the call is async-signal-safe.
        unsafe { libc::mprotect(page.cast(), PAGE, libc::PROT_READ | libc::PROT_WRITE) };
        OPENED.fetch_add(1, SeqCst);
        return;
    }
    type Action = extern "C" fn(libc::c_int, *mut libc::siginfo_t, *mut c_void);
    match BEFORE.load(SeqCst) {
        // The fuzzer has an action with all arguments, as the library has.
        before if before > 1 => {
            // SAFETY: found as an action with SA_SIGINFO.
            let before = unsafe { std::mem::transmute::<usize, Action>(before) };
            before(signal, info, context);
        }
        // SAFETY: async-signal-safe; the instruction is repeated.
        _ => unsafe {
            libc::signal(signal, libc::SIG_DFL);
        },
    }
}

fn install(signal: libc::c_int, handler: usize, flags: libc::c_int) {
    // SAFETY: an all-zero action is a valid one, and handlers are async-signal-safe.
    unsafe {
        let mut new: libc::sigaction = std::mem::zeroed();
        new.sa_sigaction = handler;
        new.sa_flags = flags;
        assert_eq!(libc::sigaction(signal, &raw const new, null_mut()), 0);
    }
}

/// The handler of a signal.
fn action(signal: libc::c_int) -> usize {
    // SAFETY: an all-zero action is a valid one, and is written over.
    unsafe {
        let mut old: libc::sigaction = std::mem::zeroed();
        assert_eq!(libc::sigaction(signal, std::ptr::null(), &raw mut old), 0);
        old.sa_sigaction
    }
}

/// A handler for what is sent, from the first run.
pub fn begin() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| install(SENT, sent as *const () as usize, libc::SA_RESTART));
}

/// Other flags for what is sent; with the first call, a handler of faults.
pub fn handle(flags: u8) {
    let all = [libc::SA_RESTART, libc::SA_NODEFER, libc::SA_ONSTACK];
    let chosen =
        all.iter().enumerate().filter(|(n, _)| flags & (1 << n) != 0).fold(0, |sum, (_, flag)| sum | flag);
    install(SENT, sent as *const () as usize, chosen);
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: an anonymous mapping at an address of the system's choice.
        let page = unsafe {
            libc::mmap(null_mut(), PAGE, libc::PROT_NONE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS, -1, 0)
        };
        assert_ne!(page, libc::MAP_FAILED);
        OURS.store(page.cast(), SeqCst);
        // Known before the handler is there: a kernel of another thread may fault at once.
        BEFORE.store(action(libc::SIGSEGV), SeqCst);
        install(libc::SIGSEGV, faulted as *const () as usize, libc::SA_SIGINFO | libc::SA_ONSTACK);
    });
}

/// A signal for any thread of the process.
pub fn send_to_process() {
    // SAFETY: takes no pointer.
    unsafe { libc::kill(libc::getpid(), SENT) };
}

/// A signal for one thread, which lives.
pub fn send_to(thread: libc::pthread_t) {
    // SAFETY: the caller holds what keeps the thread from ending.
    unsafe { libc::pthread_kill(thread, SENT) };
}

/// The program's own fault, which its handler mends, whatever handlers the library has put above it.
pub fn touch_closed_page() {
    let page = OURS.load(SeqCst);
    if page.is_null() {
        return;
    }
    // SAFETY: the page is the program's; the write faults, is repeated when the handler has opened the page,
    // and other threads write the same value.
    unsafe {
        libc::mprotect(page.cast(), PAGE, libc::PROT_NONE);
        page.write_volatile(CLOSED);
    }
}

/// Signals went where they belong.
pub fn check() {
    assert!(!ASTRAY.load(SeqCst), "a thread of the library's took a signal of the program's");
}
