//! Faults of compiled code: how a bad access comes back as a value instead of ending the process.
//!
//! Compiled code is entered through a trampoline that saves what a function must preserve and changes to a
//! [stack](crate::stack) of its own. When a page of the window turns out not to be there, the handler of the
//! [signal](crate::signals) finds that the faulting instruction lies in the compiled code that this thread
//! runs, notes where and what, and resumes at the trampoline's exit, as if the code had returned. Frames of
//! compiled code own nothing, so none is left in an invalid state.

use crate::{signals, stack};
use std::cell::Cell;
use std::io;
use std::ops::Range;

/// What the handler noted of a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Caught {
    /// Address of the faulting instruction.
    pub(crate) pc: u64,
    /// Address it tried to reach.
    pub(crate) address: u64,
}

/// One entry into compiled code. The assembly knows the places of the first three fields.
#[repr(C)]
struct Entry {
    /// The stack pointer of the trampoline, on the thread's own stack.
    outer: Cell<u64>,
    /// Where execution resumes after a fault.
    exit: Cell<u64>,
    /// The stack pointer that the code starts with.
    inner: u64,
    code: Range<u64>,
    caught: Cell<Option<Caught>>,
}

thread_local! {
    /// The innermost entry of this thread, null if none. Const-initialised and without destructor: the
    /// handler may read it at any time.
    static CURRENT: Cell<*const Entry> = const { Cell::new(std::ptr::null()) };
}

/// What compiled code returns when it was left by a fault; it never returns that by itself.
pub(crate) const FAULTED: u64 = u64::MAX;

/// Compiled code: `fn(context, warp_lo, warp_hi, region) -> summary`.
pub(crate) type Entrance = unsafe extern "C" fn(*mut crate::abi::BlockContext, u32, u32, u32) -> u64;

/// Saves what must be preserved and the way out in the entry, changes stacks, calls the code, and returns
/// what it returns; the handler comes to the label 2 with the stack pointer restored, which returns
/// [`FAULTED`]. The code finds the processor's floating point as it is from the start, whatever the program
/// has set for itself: rounding to nearest, subnormal numbers kept, no exceptions.
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
        // The code preserves rbx, by which the way back is found.
        "mov rbx, r9",
        "mov rsp, [r9 + 16]",
        "mov rax, rdi",
        "mov rdi, rsi",
        "mov esi, edx",
        "mov edx, ecx",
        "mov ecx, r8d",
        "call rax",
        "mov rsp, [rbx]",
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

/// Runs compiled code whose frame has `frame` bytes; what it returned, or what the handler caught.
///
/// # Errors
/// The system has no memory for a stack.
///
/// # Safety
/// `code` lies in `range` and does with `context` and the other arguments what it was compiled for; the
/// context outlives the call.
pub(crate) unsafe fn call(
    code: Entrance,
    (range, frame): (&Range<u64>, u32),
    context: *mut crate::abi::BlockContext,
    warps: Range<u32>,
    region: u32,
) -> io::Result<Result<u64, Caught>> {
    signals::install();
    stack::with(frame, |top| {
        let entry = Entry {
            outer: Cell::new(0),
            exit: Cell::new(0),
            inner: top,
            code: range.clone(),
            caught: Cell::new(None),
        };
        let outer = CURRENT.replace(&raw const entry);
        // SAFETY: by the caller's word; the entry and the stack outlive the call.
        let result = unsafe { enter(code, context, warps.start, warps.end, region, &raw const entry) };
        CURRENT.set(outer);
        match entry.caught.get() {
            None => Ok(result),
            Some(caught) => Err(caught),
        }
    })
}

/// Called by the handler of faults: if the instruction lies in the compiled code that this thread runs, the
/// fault is noted and execution resumes at the trampoline's exit.
pub(crate) fn leave(registers: &mut libc::mcontext_t, address: u64) -> bool {
    let entry = CURRENT.get();
    let pc = registers.gregs[libc::REG_RIP as usize] as u64;
    // SAFETY: a non-null entry is alive while its code runs, on this thread.
    let Some(entry) = (unsafe { entry.as_ref() }).filter(|entry| entry.code.contains(&pc)) else {
        return false;
    };
    entry.caught.set(Some(Caught { pc, address }));
    registers.gregs[libc::REG_RSP as usize] = entry.outer.get() as i64;
    registers.gregs[libc::REG_RIP as usize] = entry.exit.get() as i64;
    true
}
