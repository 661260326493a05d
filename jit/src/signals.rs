//! Handlers of SIGSEGV and SIGBUS: ours first, then the program's.
//!
//! A program may install a handler of its own at any time, keep ours as the previous one, and restore ours
//! later. So whenever another handler has replaced ours, a new generation is installed above it: a separate
//! entry point that remembers the action it replaced. A program's handler that calls or restores the previous
//! one reaches an older generation, which passes signals on to the action that it replaced: no signal is
//! passed in a cycle.
//!
//! A signal that is not ours has the effect of the program's own action, with its flags and mask, as if our
//! handlers did not exist.

use crate::registers;
use std::cell::{Cell, UnsafeCell};
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Signals of invalid accesses.
const SIGNALS: [libc::c_int; 2] = [libc::SIGSEGV, libc::SIGBUS];

/// Capacity of the table of generations. If a program installs more distinct handlers, its last one stays,
/// and a fault of a kernel then ends the process unless that handler prevents it.
const GENERATIONS: usize = 16;

type Handler = extern "C" fn(libc::c_int, *mut libc::siginfo_t, *mut libc::c_void);

/// One of our handlers, and the actions that it replaced: SIGSEGV's and SIGBUS's.
struct Generation {
    found: UnsafeCell<MaybeUninit<[libc::sigaction; 2]>>,
    /// `true` for a one-shot action (SA_RESETHAND) that has run.
    spent: [AtomicBool; 2],
}

// SAFETY: `found` is written before the generation is installed, under the lock of `INSTALLED`, and only read
// afterwards.
unsafe impl Sync for Generation {}

static TABLE: [Generation; GENERATIONS] = [const {
    Generation { found: UnsafeCell::new(MaybeUninit::uninit()), spent: [const { AtomicBool::new(false) }; 2] }
}; GENERATIONS];

/// Entry points by generation: the system passes a handler nothing that would identify it.
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

/// Function that finds what to call instead of data at an address.
pub type Instead = fn(address: u64) -> Option<extern "C" fn(u64)>;

static INSTEAD: OnceLock<Instead> = OnceLock::new();

/// Has calls of data answered: where the program jumps to an address that is no code, the function that
/// `instead` finds is called with that address. `instead` runs in the signal handler, and may only wait for
/// what the program's own code never holds. Later calls have no effect.
pub fn answer_calls_of_data(instead: Instead) {
    let _ = INSTEAD.set(instead);
}

/// Number of generations.
static INSTALLED: Mutex<usize> = Mutex::new(0);
static ANY: AtomicUsize = AtomicUsize::new(0);

/// Installs a handler if the process has none of ours yet.
pub(crate) fn install() {
    if ANY.load(Ordering::Acquire) == 0 {
        renew();
    }
}

/// Installs handlers above those that the program has installed since the last call. Costs a system call,
/// some 100 ns. SIGBUS's action is read in every sixteenth call only: kernels hardly ever raise it (memory of
/// another process that truncated its file), and programs that handle it mostly handle both.
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
            // A signal that still has one of our actions passes on to the action which that one replaced.
            let new = [0, 1].map(|i| match generation_of(&found[i]) {
                Some(older) => known(older)[i],
                None => found[i],
            });
            // SAFETY: no thread reads this generation before it is installed, and the lock is held.
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
            // unless its own action would have; `pass_on` applies that action's mask.
            let restart = known(generation)[i].sa_flags & libc::SA_RESTART;
            new.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_NODEFER | restart;
            libc::sigemptyset(&raw mut new.sa_mask);
            libc::sigaction(signal, &raw const new, ptr::null_mut());
        }
    }
    ANY.store(*installed, Ordering::Release);
}

/// Returns the action of a signal.
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
    let (info_ref, machine) = unsafe { (&*info, &mut (*context.cast::<libc::ucontext_t>()).uc_mcontext) };
    // Only a signal that the kernel raised has an address.
    if info_ref.si_code > 0 {
        // SAFETY: the signal was raised by a fault.
        let address = unsafe { info_ref.si_addr() } as u64;
        let write = registers::is_write(machine);
        let instruction = registers::instruction(machine);
        let top = || registers::caller(machine);
        if signal == libc::SIGSEGV
            && (crate::watch::resolve(address, write)
                || crate::guard::resolve(address, write, instruction, top))
        {
            return;
        }
        if crate::probe::leave(machine) || crate::trap::leave(machine, address) {
            return;
        }
        if signal == libc::SIGSEGV
            && address == instruction
            && let Some(function) = INSTEAD.get().and_then(|instead| instead(address))
        {
            registers::enter(machine, function, address);
            return;
        }
    }
    pass_on(&TABLE[N], signal, info, context);
}

/// Applies the program's own action to a signal that is not ours.
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
        // A fault cannot be ignored: it ends the process, as the system does.
        libc::SIG_DFL | libc::SIG_IGN => end_by(signal, was_sent),
        _ if spent => end_by(signal, was_sent),
        handler => {
            if action.sa_flags & libc::SA_RESETHAND != 0 {
                generation.spent[which].store(true, Ordering::Relaxed);
            }
            let _blocked = Blocked::apply(signal, action);
            // SAFETY: the system accepted this value as a handler of the kind that its flags say.
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

/// Ends the process by the default action: a fault recurs when the instruction is repeated, a sent signal is
/// sent again.
fn end_by(signal: libc::c_int, was_sent: bool) {
    // SAFETY: both calls are async-signal-safe.
    unsafe {
        libc::signal(signal, libc::SIG_DFL);
        if was_sent {
            libc::raise(signal);
        }
    }
}

/// Signal mask that the system would set for a handler, while the value lives.
struct Blocked(libc::sigset_t);

impl Blocked {
    fn apply(signal: libc::c_int, action: &libc::sigaction) -> Blocked {
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

/// Unblocks the signals of faults in this thread while the value lives: a blocked signal that a fault raises
/// ends the process.
#[derive(Debug)]
pub struct Open {
    /// Signals that the program had blocked, as bits of [`SIGNALS`].
    blocked: u8,
}

thread_local! {
    /// `true` for a thread of ours with a mask that nothing changes.
    static SETTLED: Cell<bool> = const { Cell::new(false) };
}

impl Open {
    /// Unblocks the signals until the value is dropped.
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

/// Blocks all signals in the calling thread except those of its own faults: signals sent to the process are
/// for the program's threads.
pub fn block_sent_signals() {
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
