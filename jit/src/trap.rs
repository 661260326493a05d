//! Faults of compiled code: how a bad access comes back as a value instead of ending the process.
//!
//! Compiled code is entered through a trampoline that saves what a function must preserve. When a page of the window
//! turns out not to be there, the signal handler finds that the faulting instruction lies in the compiled code that this
//! thread runs, notes where and what, and goes on at the trampoline's exit, as if the code had returned. Frames of
//! compiled code own nothing, so none is left in a wrong state. Pages that are [watched](crate::watch) are opened, whoever
//! touched them. Signals from anywhere else go to whoever handled them before.

use std::cell::Cell;
use std::ops::Range;
use std::sync::OnceLock;

/// What the handler noted of a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Caught {
    /// Address of the faulting instruction.
    pub(crate) pc: u64,
    /// Address it tried to reach.
    pub(crate) address: u64,
}

/// One entry into compiled code. The assembly knows the places of the first two fields.
#[repr(C)]
struct Entry {
    stack: Cell<u64>,
    exit: Cell<u64>,
    code: Range<u64>,
    caught: Cell<Option<Caught>>,
}

thread_local! {
    /// The innermost entry of this thread, null if none. Const-initialised and without destructor: the handler may
    /// read it at any time.
    static CURRENT: Cell<*const Entry> = const { Cell::new(std::ptr::null()) };
}

/// What compiled code returns when it was left by a fault; it never returns that by itself.
pub(crate) const FAULTED: u64 = u64::MAX;

/// Compiled code: `fn(context, warp_lo, warp_hi, region) -> summary`.
pub(crate) type Entrance = unsafe extern "C" fn(*mut crate::abi::BlockContext, u32, u32, u32) -> u64;

/// Saves what must be preserved and the way out in the entry, calls the code, and returns what it returns; the
/// handler comes to the label with the stack pointer restored, which returns [`FAULTED`]. The code finds the processor's
/// floating point as it is from the start, whatever the program has set for itself: rounding to nearest, subnormal
/// numbers kept, no exceptions.
#[cfg(target_arch = "x86_64")]
#[unsafe(naked)]
unsafe extern "C" fn enter(
    _code: Entrance,
    _context: *mut crate::abi::BlockContext,
    _lo: u32,
    _hi: u32,
    _region: u32,
    _entry: *const Entry,
) -> u64 {
    core::arch::naked_asm!(
        "push rbp",
        "push rbx",
        "push r12",
        "push r13",
        "push r14",
        "push r15",
        "sub rsp, 8",
        "mov [r9], rsp",
        "lea rax, [rip + 2f]",
        "mov [r9 + 8], rax",
        "stmxcsr [rsp]",
        "mov dword ptr [rsp + 4], 0x1f80",
        "ldmxcsr [rsp + 4]",
        "mov rax, rdi",
        "mov rdi, rsi",
        "mov esi, edx",
        "mov edx, ecx",
        "mov ecx, r8d",
        "call rax",
        "jmp 3f",
        "2:",
        "mov rax, -1",
        "3:",
        "ldmxcsr [rsp]",
        "add rsp, 8",
        "pop r15",
        "pop r14",
        "pop r13",
        "pop r12",
        "pop rbx",
        "pop rbp",
        "ret",
    )
}

#[cfg(not(target_arch = "x86_64"))]
compile_error!("hip-jit enters compiled code through an assembly trampoline, which exists for x86_64 only");

/// Runs compiled code; what it returned, or what the handler caught.
///
/// # Safety
/// `code` lies in `range` and does with `context` and the other arguments what it was compiled for; the context
/// outlives the call.
pub(crate) unsafe fn call(
    code: Entrance,
    range: &Range<u64>,
    context: *mut crate::abi::BlockContext,
    warps: Range<u32>,
    region: u32,
) -> Result<u64, Caught> {
    install();
    let entry =
        Entry { stack: Cell::new(0), exit: Cell::new(0), code: range.clone(), caught: Cell::new(None) };
    let outer = CURRENT.replace(&raw const entry);
    // SAFETY: by the caller's word; the entry outlives the call.
    let result = unsafe { enter(code, context, warps.start, warps.end, region, &raw const entry) };
    CURRENT.set(outer);
    match entry.caught.get() {
        None => Ok(result),
        Some(caught) => Err(caught),
    }
}

/// What handled the signals before: SIGSEGV's and SIGBUS's.
static BEFORE: OnceLock<[libc::sigaction; 2]> = OnceLock::new();

pub(crate) fn install() {
    BEFORE.get_or_init(|| {
        let mut before = [libc::SIGSEGV, libc::SIGBUS].map(|signal| {
            // SAFETY: an all-zero sigaction is a valid one, and both calls get pointers to live values.
            unsafe {
                let mut old: libc::sigaction = std::mem::zeroed();
                libc::sigaction(signal, std::ptr::null(), &raw mut old);
                old
            }
        });
        for (signal, old) in [libc::SIGSEGV, libc::SIGBUS].into_iter().zip(&mut before) {
            // SAFETY: as above; the handler is async-signal-safe.
            unsafe {
                let mut new: libc::sigaction = std::mem::zeroed();
                new.sa_sigaction = handle as *const () as usize;
                new.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
                libc::sigemptyset(&raw mut new.sa_mask);
                libc::sigaction(signal, &raw const new, old);
            }
        }
        before
    });
}

extern "C" fn handle(signal: libc::c_int, info: *mut libc::siginfo_t, context: *mut libc::c_void) {
    // SAFETY: the kernel passes valid structures.
    let (address, error) = unsafe {
        let registers = &(*context.cast::<libc::ucontext_t>()).uc_mcontext.gregs;
        ((*info).si_addr() as u64, registers[libc::REG_ERR as usize])
    };
    // x86: the error code of a page fault says in bit 1 whether it was a write.
    if signal == libc::SIGSEGV && crate::watch::resolve(address, error & 2 != 0) {
        return;
    }
    let entry = CURRENT.get();
    // SAFETY: the kernel passes a valid context, and a non-null entry is alive while its code runs.
    unsafe {
        let registers = &mut (*context.cast::<libc::ucontext_t>()).uc_mcontext.gregs;
        let pc = registers[libc::REG_RIP as usize] as u64;
        if !entry.is_null() && (*entry).code.contains(&pc) {
            (*entry).caught.set(Some(Caught { pc, address }));
            registers[libc::REG_RSP as usize] = (*entry).stack.get() as i64;
            registers[libc::REG_RIP as usize] = (*entry).exit.get() as i64;
            return;
        }
    }
    pass_on(signal, info, context);
}

/// Not ours: to whoever was there before.
fn pass_on(signal: libc::c_int, info: *mut libc::siginfo_t, context: *mut libc::c_void) {
    let before = BEFORE.get().map(|all| all[usize::from(signal == libc::SIGBUS)]);
    match before {
        Some(old) if old.sa_sigaction != libc::SIG_DFL && old.sa_sigaction != libc::SIG_IGN => {
            // SAFETY: the system took this value as a handler of the kind its flags say.
            unsafe {
                if old.sa_flags & libc::SA_SIGINFO != 0 {
                    let handler: extern "C" fn(libc::c_int, *mut libc::siginfo_t, *mut libc::c_void) =
                        std::mem::transmute(old.sa_sigaction);
                    handler(signal, info, context);
                } else {
                    let handler: extern "C" fn(libc::c_int) = std::mem::transmute(old.sa_sigaction);
                    handler(signal);
                }
            }
        }
        // SAFETY: restores the default action, which the instruction's repetition then meets.
        _ => unsafe {
            libc::signal(signal, libc::SIG_DFL);
        },
    }
}
