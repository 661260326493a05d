//! Copies on a kernel's behalf that end at a page that is not accessible.
//!
//! A texture fetch reads a few bytes at an address that the kernel chose. To look the address up in the
//! window's table would take a lock that all threads share, and would cost more than the fetch. So the bytes
//! are copied by one function of known extent, and the [handler](crate::signals) of a fault in it resumes at
//! the function's second exit.

use crate::{Window, registers};

/// Offset of the second exit of [`copy`] from its first instruction.
const FAILED: u64 = 96;

/// Copies bytes, widest words first, so that an aligned word is read and written at once. Returns 1, or 0
/// from the second exit.
#[cfg(target_arch = "x86_64")]
#[unsafe(naked)]
unsafe extern "C" fn copy(_from: *const u8, _to: *mut u8, _bytes: usize) -> u64 {
    core::arch::naked_asm!(
        "2:",
        "cmp rdx, 8",
        "jb 3f",
        "mov rax, [rdi]",
        "mov [rsi], rax",
        "add rdi, 8",
        "add rsi, 8",
        "sub rdx, 8",
        "jmp 2b",
        "3:",
        "test dl, 4",
        "jz 4f",
        "mov eax, [rdi]",
        "mov [rsi], eax",
        "add rdi, 4",
        "add rsi, 4",
        "4:",
        "test dl, 2",
        "jz 5f",
        "movzx eax, word ptr [rdi]",
        "mov [rsi], ax",
        "add rdi, 2",
        "add rsi, 2",
        "5:",
        "test dl, 1",
        "jz 6f",
        "movzx eax, byte ptr [rdi]",
        "mov [rsi], al",
        "6:",
        "mov eax, 1",
        "ret",
        ".org 2b + {failed}",
        "xor eax, eax",
        "ret",
        failed = const FAILED,
    )
}

#[cfg(target_arch = "aarch64")]
#[unsafe(naked)]
unsafe extern "C" fn copy(_from: *const u8, _to: *mut u8, _bytes: usize) -> u64 {
    core::arch::naked_asm!(
        "2:",
        "cmp x2, #8",
        "b.lo 3f",
        "ldr x9, [x0], #8",
        "str x9, [x1], #8",
        "sub x2, x2, #8",
        "b 2b",
        "3:",
        "tbz x2, #2, 4f",
        "ldr w9, [x0], #4",
        "str w9, [x1], #4",
        "4:",
        "tbz x2, #1, 5f",
        "ldrh w9, [x0], #2",
        "strh w9, [x1], #2",
        "5:",
        "tbz x2, #0, 6f",
        "ldrb w9, [x0]",
        "strb w9, [x1]",
        "6:",
        "mov x0, #1",
        "ret",
        ".org 2b + {failed}",
        "mov x0, #0",
        "ret",
        failed = const FAILED,
    )
}

/// Copies bytes out of the window; `false` if some of them are not accessible. The calling thread runs
/// compiled code, whose faults come to the handler.
pub(crate) fn read(window: &Window, address: u64, to: &mut [u8]) -> bool {
    // SAFETY: the source lies in the window, where a fault comes back as 0, and the destination is exclusive.
    window.contains(address, to.len() as u64)
        && unsafe { copy(address as *const u8, to.as_mut_ptr(), to.len()) != 0 }
}

/// Copies bytes into the window; `false` if some of their place is not accessible. As [`read`].
pub(crate) fn write(window: &Window, address: u64, from: &[u8]) -> bool {
    // SAFETY: the destination lies in the window, which holds nothing of the process's own and where a fault
    // comes back as 0.
    window.contains(address, from.len() as u64)
        && unsafe { copy(from.as_ptr(), address as *mut u8, from.len()) != 0 }
}

/// Called by the handler of faults: if the instruction is one of [`copy`], execution resumes at its second
/// exit.
pub(crate) fn leave(machine: &mut libc::mcontext_t) -> bool {
    let start = copy as *const () as u64;
    let pc = registers::instruction(machine);
    let inside = (start..start + FAILED).contains(&pc);
    if inside {
        registers::set_instruction(machine, start + FAILED);
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_end_at_inaccessible_pages() {
        const PAGE: u64 = 4096;
        crate::signals::install();
        let window = Window::reserve().unwrap();
        let start = window.heap().start;
        window.commit(start..start + PAGE).unwrap();
        let text: Vec<u8> = (1..=32).collect();
        for bytes in 0..=text.len() {
            let (at, mut back) = (start + PAGE - bytes as u64, vec![0; bytes]);
            assert!(write(&window, at, &text[..bytes]) && read(&window, at, &mut back), "{bytes} bytes");
            assert_eq!(back, text[..bytes]);
            assert!(!write(&window, at + 1, &text[..bytes]) || bytes == 0);
            assert!(!read(&window, at + 1, &mut back) || bytes == 0);
        }
        let mut word = [0; 8];
        for outside in [0, word.as_ptr() as u64, window.heap().end, u64::MAX - 3] {
            assert!(!read(&window, outside, &mut word), "{outside:#x}");
        }
    }
}
