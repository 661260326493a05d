//! The process's handlers of SIGSEGV and SIGBUS: ours first, then whichever the program has.
//!
//! A program may install a handler of its own at any time, keep ours as the one before it, and put ours back
//! later. So each time that another handler is found in our place, a new generation is installed above it: an
//! entry point of its own that remembers what it found. A program's handler that calls the one before it, or
//! puts it back, reaches an older generation, which passes on to what that one found: no signal goes in
//! circles.
//!
//! What a signal does to the program is what its own action says, with its own flags and mask, as if ours
//! were not there.

use std::cell::{Cell, UnsafeCell};
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// The signals that a bad access raises.
const SIGNALS: [libc::c_int; 2] = [libc::SIGSEGV, libc::SIGBUS];

/// Capacity of the table of generations. A program that changes handlers more often than that with ever new
/// ones keeps its own, and a kernel's fault then ends the process, as if the program had asked for it.
const GENERATIONS: usize = 16;

type Handler = extern "C" fn(libc::c_int, *mut libc::siginfo_t, *mut libc::c_void);

/// One handler of ours, and the actions that it found in its place: SIGSEGV's and SIGBUS's.
struct Generation {
    found: UnsafeCell<MaybeUninit<[libc::sigaction; 2]>>,
    /// The action was for one signal only (SA_RESETHAND), which has come.
    spent: [AtomicBool; 2],
}

// SAFETY: `found` is written before the generation is installed, under the lock of `INSTALLED`, and only read
// afterwards.
unsafe impl Sync for Generation {}

static TABLE: [Generation; GENERATIONS] = [const {
    Generation { found: UnsafeCell::new(MaybeUninit::uninit()), spent: [const { AtomicBool::new(false) }; 2] }
}; GENERATIONS];

/// Entry points, by generation: the system gives a handler nothing to tell them apart by.
static ENTRIES: [Handler; GENERATIONS] = [
    handle::<0>,
    handle::<1>,
    handle::<2>,
    handle::<3>,
    handle::<4>,
    handle::<5>,
    handle::<6>,
    handle::<7>,
    handle::<8>,
    handle::<9>,
    handle::<10>,
    handle::<11>,
    handle::<12>,
    handle::<13>,
    handle::<14>,
    handle::<15>,
];

/// How many generations there are.
static INSTALLED: Mutex<usize> = Mutex::new(0);
static ANY: AtomicUsize = AtomicUsize::new(0);

/// Installs a handler if the process has none of ours yet.
pub(crate) fn install() {
    if ANY.load(Ordering::Acquire) == 0 {
        renew();
    }
}

/// Installs handlers above those that the program has installed since the last call. It costs a system call,
/// some 100 ns: SIGBUS's action is looked at in every sixteenth call only, as kernels hardly ever raise it
/// (memory of another process that cut its file short) and programs that handle it mostly handle both.
pub fn renew() {
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    let looks_at_all = CALLS.fetch_add(1, Ordering::Relaxed).is_multiple_of(16);
    if is_ours(&action(libc::SIGSEGV)) && (!looks_at_all || is_ours(&action(libc::SIGBUS))) {
        return;
    }
    let mut installed = INSTALLED.lock().unwrap_or_else(PoisonError::into_inner);
    let found = SIGNALS.map(action);
    if found.iter().all(is_ours) {
        return;
    }
    // SAFETY: generations below the count are initialised.
    let known = |n: usize| unsafe { (*TABLE[n].found.get()).assume_init_ref() };
    let again = (0..*installed).find(|&n| (0..2).all(|i| is_same(&known(n)[i], &found[i])));
    let generation = match again {
        Some(known) => known,
        None if *installed < GENERATIONS => {
            // A signal whose action is still one of ours passes on to what that one found.
            let new = [0, 1].map(|i| match generation_of(&found[i]) {
                Some(older) => known(older)[i],
                None => found[i],
            });
            // SAFETY: nobody reads this generation before it is installed, and the lock is held.
            unsafe { (*TABLE[*installed].found.get()).write(new) };
            *installed += 1;
            *installed - 1
        }
        None => return,
    };
    for (i, signal) in SIGNALS.into_iter().enumerate() {
        TABLE[generation].spent[i].store(false, Ordering::Relaxed);
        // SAFETY: an all-zero sigaction is a valid one, and the handler is async-signal-safe.
        unsafe {
            let mut new: libc::sigaction = std::mem::zeroed();
            new.sa_sigaction = ENTRIES[generation] as *const () as usize;
            // NODEFER: a handler of the program that leaves by `longjmp` must not leave the signal blocked
            // unless its own action would have; `pass_on` blocks what that action says.
            let restart = known(generation)[i].sa_flags & libc::SA_RESTART;
            new.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_NODEFER | restart;
            libc::sigemptyset(&raw mut new.sa_mask);
            libc::sigaction(signal, &raw const new, ptr::null_mut());
        }
    }
    ANY.store(*installed, Ordering::Release);
}

/// The action of a signal.
fn action(signal: libc::c_int) -> libc::sigaction {
    // SAFETY: an all-zero sigaction is a valid one, and the call gets a pointer to a live value.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        libc::sigaction(signal, ptr::null(), &raw mut action);
        action
    }
}

fn generation_of(action: &libc::sigaction) -> Option<usize> {
    ENTRIES.iter().position(|&entry| entry as *const () as usize == action.sa_sigaction)
}

fn is_ours(action: &libc::sigaction) -> bool {
    generation_of(action).is_some()
}

fn is_same(a: &libc::sigaction, b: &libc::sigaction) -> bool {
    let masks = (1..=64).all(|signal| {
        // SAFETY: both are valid sets; an unknown signal answers -1 for both.
        unsafe {
            libc::sigismember(&raw const a.sa_mask, signal) == libc::sigismember(&raw const b.sa_mask, signal)
        }
    });
    a.sa_sigaction == b.sa_sigaction && a.sa_flags == b.sa_flags && masks
}

extern "C" fn handle<const N: usize>(
    signal: libc::c_int,
    info: *mut libc::siginfo_t,
    context: *mut libc::c_void,
) {
    // SAFETY: the system passes valid structures.
    let (info_ref, registers) = unsafe { (&*info, &mut (*context.cast::<libc::ucontext_t>()).uc_mcontext) };
    // A signal that was sent has no address.
    if info_ref.si_code > 0 {
        // SAFETY: it is a fault's.
        let address = unsafe { info_ref.si_addr() } as u64;
        // x86: the error code of a page fault says in bit 1 whether it was a write.
        let write = registers.gregs[libc::REG_ERR as usize] & 2 != 0;
        let [instruction, stack] = [libc::REG_RIP, libc::REG_RSP].map(|n| registers.gregs[n as usize] as u64);
        // SAFETY: the thread has run on that stack.
        let top = || unsafe { (stack as *const u64).read_unaligned() };
        if signal == libc::SIGSEGV
            && (crate::watch::resolve(address, write)
                || crate::guard::resolve(address, write, instruction, top))
        {
            return;
        }
        if crate::trap::leave(registers, address) {
            return;
        }
    }
    pass_on(&TABLE[N], signal, info, context);
}

/// Not ours: does what the program's own action says.
fn pass_on(
    generation: &Generation,
    signal: libc::c_int,
    info: *mut libc::siginfo_t,
    context: *mut libc::c_void,
) {
    let which = usize::from(signal == libc::SIGBUS);
    // SAFETY: a handler is installed after its generation was written.
    let action = unsafe { &(*generation.found.get()).assume_init_ref()[which] };
    // SAFETY: the system passes valid structures.
    let was_sent = unsafe { (*info).si_code } <= 0;
    let spent = generation.spent[which].load(Ordering::Relaxed);
    match action.sa_sigaction {
        libc::SIG_IGN if was_sent => {}
        // What ignores a fault ends by it, as the system has it.
        libc::SIG_DFL | libc::SIG_IGN => end_by(signal, was_sent),
        _ if spent => end_by(signal, was_sent),
        handler => {
            if action.sa_flags & libc::SA_RESETHAND != 0 {
                generation.spent[which].store(true, Ordering::Relaxed);
            }
            let _blocked = Blocked::by(signal, action);
            // SAFETY: the system took this value as a handler of the kind that its flags say.
            unsafe {
                if action.sa_flags & libc::SA_SIGINFO != 0 {
                    let handler: Handler = std::mem::transmute(handler);
                    handler(signal, info, context);
                } else {
                    let handler: extern "C" fn(libc::c_int) = std::mem::transmute(handler);
                    handler(signal);
                }
            }
        }
    }
}

/// Has the default action end the process: a fault meets it when the instruction is repeated, a signal that
/// was sent is sent again.
fn end_by(signal: libc::c_int, was_sent: bool) {
    // SAFETY: both calls are async-signal-safe.
    unsafe {
        libc::signal(signal, libc::SIG_DFL);
        if was_sent {
            libc::raise(signal);
        }
    }
}

/// While it lives, the thread's mask is what the system would have given a handler.
struct Blocked(libc::sigset_t);

impl Blocked {
    fn by(signal: libc::c_int, action: &libc::sigaction) -> Blocked {
        // SAFETY: the sets are live values, and all calls are async-signal-safe.
        unsafe {
            let mut mask = action.sa_mask;
            if action.sa_flags & libc::SA_NODEFER == 0 {
                libc::sigaddset(&raw mut mask, signal);
            }
            let mut before = MaybeUninit::zeroed().assume_init();
            libc::pthread_sigmask(libc::SIG_BLOCK, &raw const mask, &raw mut before);
            Blocked(before)
        }
    }
}

impl Drop for Blocked {
    fn drop(&mut self) {
        // SAFETY: the set is a live value.
        unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &raw const self.0, ptr::null_mut()) };
    }
}

/// While it lives, this thread takes the signals of faults: a blocked one that a fault raises ends the
/// process.
#[derive(Debug)]
pub struct Open {
    /// Signals that the program had blocked, as bits of [`SIGNALS`].
    blocked: u8,
}

thread_local! {
    /// The thread is one of ours, whose mask nobody changes.
    static SETTLED: Cell<bool> = const { Cell::new(false) };
}

impl Open {
    /// Unblocks them until the value is dropped.
    pub fn begin() -> Open {
        if SETTLED.get() {
            return Open { blocked: 0 };
        }
        // SAFETY: the sets are live values.
        let blocked = unsafe {
            let mut now = MaybeUninit::zeroed().assume_init();
            libc::pthread_sigmask(libc::SIG_BLOCK, ptr::null(), &raw mut now);
            let is_blocked = |signal: libc::c_int| libc::sigismember(&raw const now, signal) == 1;
            (0..2).filter(|&i| is_blocked(SIGNALS[i])).fold(0, |bits, i| bits | 1 << i)
        };
        let open = Open { blocked };
        open.change(libc::SIG_UNBLOCK);
        open
    }

    fn change(&self, how: libc::c_int) {
        if self.blocked == 0 {
            return;
        }
        // SAFETY: the set is a live value.
        unsafe {
            let mut set = MaybeUninit::zeroed().assume_init();
            libc::sigemptyset(&raw mut set);
            for (i, signal) in SIGNALS.into_iter().enumerate() {
                if self.blocked & 1 << i != 0 {
                    libc::sigaddset(&raw mut set, signal);
                }
            }
            libc::pthread_sigmask(how, &raw const set, ptr::null_mut());
        }
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.change(libc::SIG_BLOCK);
    }
}

/// Makes the calling thread one that takes no signal but those of its own faults: what is sent to the process
/// is for the program's threads.
pub fn settle() {
    // SAFETY: the set is a live value.
    unsafe {
        let mut set = MaybeUninit::zeroed().assume_init();
        libc::sigfillset(&raw mut set);
        for signal in [libc::SIGSEGV, libc::SIGBUS, libc::SIGILL, libc::SIGFPE, libc::SIGTRAP, libc::SIGPROF]
        {
            libc::sigdelset(&raw mut set, signal);
        }
        libc::pthread_sigmask(libc::SIG_SETMASK, &raw const set, ptr::null_mut());
    }
    SETTLED.set(true);
}
