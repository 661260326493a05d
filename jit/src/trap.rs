//! Faults of compiled code: an invalid access becomes a value instead of ending the process.
//!
//! Compiled code is entered through a trampoline that saves the callee-saved registers and switches to a
//! [stack](crate::stack) of its own. On an access to an unmapped page of the window, the
//! [signal](crate::signals) handler finds that the faulting instruction lies in the compiled code that this
//! thread runs, records instruction and address, and resumes at the trampoline's exit, as if the code had
//! returned. Frames of compiled code own nothing, so no state is left invalid.

use crate::{registers, signals, stack};
use std::cell::Cell;
use std::io;
use std::ops::Range;

/// A fault, as the handler recorded it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Caught {
    /// Address of the faulting instruction.
    pub(crate) pc: u64,
    /// Address that it accessed.
    pub(crate) address: u64,
}

/// One entry into compiled code. The assembly relies on the offsets of the first three fields.
#[repr(C)]
struct Entry {
    /// The stack pointer of the trampoline, on the thread's own stack.
    outer: Cell<u64>,
    /// Address at which execution resumes after a fault.
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

/// Result of compiled code that was left by a fault; code never returns it otherwise.
pub(crate) const FAULTED: u64 = u64::MAX;

/// Compiled code: `fn(context, warp_lo, warp_hi, region) -> summary`.
pub(crate) type Entrance = unsafe extern "C" fn(*mut crate::abi::BlockContext, u32, u32, u32) -> u64;

/// Saves the callee-saved registers and the exit in the entry, switches stacks, calls the code, and returns
/// its result; the handler enters at label 2 with the stack pointer restored, which returns [`FAULTED`]. The
/// code runs with the processor's default floating-point mode, whatever the program has set: round to
/// nearest, subnormal numbers kept, no exceptions.
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
        // The code preserves rbx, which holds the entry.
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

#[cfg(target_arch = "aarch64")]
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
        "stp x29, x30, [sp, #-176]!",
        "stp x19, x20, [sp, #16]",
        "stp x21, x22, [sp, #32]",
        "stp x23, x24, [sp, #48]",
        "stp x25, x26, [sp, #64]",
        "stp x27, x28, [sp, #80]",
        "stp d8, d9, [sp, #96]",
        "stp d10, d11, [sp, #112]",
        "stp d12, d13, [sp, #128]",
        "stp d14, d15, [sp, #144]",
        "mrs x9, fpcr",
        "str x9, [sp, #160]",
        "msr fpcr, xzr",
        "mov x9, sp",
        "str x9, [x5]",
        "adr x9, 2f",
        "str x9, [x5, #8]",
        // The code preserves x19, which holds the entry.
        "mov x19, x5",
        "ldr x9, [x5, #16]",
        "mov sp, x9",
        "mov x9, x0",
        "mov x0, x1",
        "mov w1, w2",
        "mov w2, w3",
        "mov w3, w4",
        "blr x9",
        "ldr x9, [x19]",
        "mov sp, x9",
        "b 3f",
        "2:",
        "mov x0, #-1",
        "3:",
        "ldr x9, [sp, #160]",
        "msr fpcr, x9",
        "ldp d14, d15, [sp, #144]",
        "ldp d12, d13, [sp, #128]",
        "ldp d10, d11, [sp, #112]",
        "ldp d8, d9, [sp, #96]",
        "ldp x27, x28, [sp, #80]",
        "ldp x25, x26, [sp, #64]",
        "ldp x23, x24, [sp, #48]",
        "ldp x21, x22, [sp, #32]",
        "ldp x19, x20, [sp, #16]",
        "ldp x29, x30, [sp], #176",
        "ret",
    )
}

/// Runs compiled code with a frame of `frame` bytes. Returns its result, or the fault that the handler
/// caught.
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
    stack::with_stack(frame, |top| {
        let entry = Entry {
            outer: Cell::new(0),
            exit: Cell::new(0),
            inner: top,
            code: range.clone(),
            caught: Cell::new(None),
        };
        let outer = CURRENT.replace(&raw const entry);
        // SAFETY: the caller guarantees the arguments; the entry and the stack outlive the call.
        let result = unsafe { enter(code, context, warps.start, warps.end, region, &raw const entry) };
        CURRENT.set(outer);
        match entry.caught.get() {
            None => Ok(result),
            Some(caught) => Err(caught),
        }
    })
}

/// Handles a fault: if the instruction lies in the compiled code that this thread runs, records the fault and
/// resumes at the trampoline's exit. Returns whether it did.
pub(crate) fn leave(machine: &mut libc::mcontext_t, address: u64) -> bool {
    let entry = CURRENT.get();
    let pc = registers::instruction(machine);
    // SAFETY: a non-null entry is alive while its code runs, on this thread.
    let Some(entry) = (unsafe { entry.as_ref() }).filter(|entry| entry.code.contains(&pc)) else {
        return false;
    };
    entry.caught.set(Some(Caught { pc, address }));
    registers::set_stack(machine, entry.outer.get());
    registers::set_instruction(machine, entry.exit.get());
    true
}
