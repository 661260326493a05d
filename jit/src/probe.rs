//! Copies on a kernel's behalf that end at a page that is not accessible.
//!
//! A texture fetch reads a few bytes at an address that the kernel chose. To look the address up in the
//! window's table would take a lock that all threads share, and would cost more than the fetch. So the bytes
//! are copied by one function of known extent, and the [handler](crate::signals) of a fault in it resumes at
//! the function's second exit.

use crate::{Window, registers};
use ptx::texture::{LANES, Words};

/// Offset of the second exit of [`copy`] from its first instruction.
const FAILED: u64 = 96;

/// The same for [`read_texels`].
const TEXELS_FAILED: u64 = 176;

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

/// Reads 16 texels of 1, 2, 4, 8 or 16 bytes as zero-extended words: the first ones go to `to`, the second
/// ones 64 bytes behind, and so on. Returns 1, or 0 from the second exit.
#[cfg(target_arch = "x86_64")]
#[unsafe(naked)]
unsafe extern "C" fn read_texels(_from: *const u64, _to: *mut [Words; 4], _bytes: u64) -> u64 {
    core::arch::naked_asm!(
        "2:",
        "mov ecx, 16",
        "cmp edx, 4",
        "jb 6f",
        "ja 4f",
        "3:",
        "mov rax, [rdi]",
        "mov eax, [rax]",
        "mov [rsi], eax",
        "add rdi, 8",
        "add rsi, 4",
        "dec ecx",
        "jnz 3b",
        "mov eax, 1",
        "ret",
        "4:",
        "mov r8, [rdi]",
        "mov rax, [r8]",
        "mov [rsi], eax",
        "shr rax, 32",
        "mov [rsi + 64], eax",
        "cmp edx, 8",
        "je 5f",
        "mov rax, [r8 + 8]",
        "mov [rsi + 128], eax",
        "shr rax, 32",
        "mov [rsi + 192], eax",
        "5:",
        "add rdi, 8",
        "add rsi, 4",
        "dec ecx",
        "jnz 4b",
        "mov eax, 1",
        "ret",
        "6:",
        "mov r8, [rdi]",
        "cmp edx, 2",
        "jb 7f",
        "movzx eax, word ptr [r8]",
        "jmp 8f",
        "7:",
        "movzx eax, byte ptr [r8]",
        "8:",
        "mov [rsi], eax",
        "add rdi, 8",
        "add rsi, 4",
        "dec ecx",
        "jnz 6b",
        "mov eax, 1",
        "ret",
        ".org 2b + {failed}",
        "xor eax, eax",
        "ret",
        failed = const TEXELS_FAILED,
    )
}

#[cfg(target_arch = "aarch64")]
#[unsafe(naked)]
unsafe extern "C" fn read_texels(_from: *const u64, _to: *mut [Words; 4], _bytes: u64) -> u64 {
    core::arch::naked_asm!(
        "2:",
        "mov w3, #16",
        "cmp w2, #4",
        "b.lo 6f",
        "3:",
        "ldr x4, [x0], #8",
        "ldr w5, [x4]",
        "str w5, [x1]",
        "b.eq 5f",
        "ldr w5, [x4, #4]",
        "str w5, [x1, #64]",
        "tbz w2, #4, 5f",
        "ldr w5, [x4, #8]",
        "str w5, [x1, #128]",
        "ldr w5, [x4, #12]",
        "str w5, [x1, #192]",
        "5:",
        "add x1, x1, #4",
        "sub w3, w3, #1",
        "cbnz w3, 3b",
        "mov x0, #1",
        "ret",
        "6:",
        "ldr x4, [x0], #8",
        "tbz w2, #1, 7f",
        "ldrh w5, [x4]",
        "b 8f",
        "7:",
        "ldrb w5, [x4]",
        "8:",
        "str w5, [x1], #4",
        "sub w3, w3, #1",
        "cbnz w3, 6b",
        "mov x0, #1",
        "ret",
        ".org 2b + {failed}",
        "mov x0, #0",
        "ret",
        failed = const TEXELS_FAILED,
    )
}

/// Reads texels out of the window, as [`Texels::gather`](ptx::texture::Texels::gather); `false` if some of
/// them are not accessible. As [`read`].
#[inline(always)]
pub(crate) fn read_each(window: &Window, addresses: &[u64; LANES], bytes: u32, to: &mut [Words; 4]) -> bool {
    // In halves, each of which is one operation of vectors.
    let (mut lowest, mut highest) = (*addresses, *addresses);
    for half in [8, 4, 2, 1] {
        for lane in 0..half {
            lowest[lane] = lowest[lane].min(lowest[lane + half]);
            highest[lane] = highest[lane].max(highest[lane + half]);
        }
    }
    let contained = window.contains(lowest[0], 0) && window.contains(highest[0], u64::from(bytes));
    // SAFETY: the sources lie in the window, where a fault comes back as 0, and the destination is exclusive.
    contained && unsafe { read_texels(addresses.as_ptr(), to, u64::from(bytes)) != 0 }
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

/// Called by the handler of faults: if the instruction is one of [`copy`] or [`read_texels`], execution
/// resumes at its second exit.
pub(crate) fn leave(machine: &mut libc::mcontext_t) -> bool {
    let pc = registers::instruction(machine);
    let functions = [(copy as *const (), FAILED), (read_texels as *const (), TEXELS_FAILED)];
    let exit = functions.into_iter().find_map(|(start, failed)| {
        let start = start as u64;
        (start..start + failed).contains(&pc).then_some(start + failed)
    });
    if let Some(exit) = exit {
        registers::set_instruction(machine, exit);
    }
    exit.is_some()
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
        for bytes in [1, 2, 4, 8, 16] {
            let last = start + PAGE - u64::from(bytes);
            let mut addresses: [u64; LANES] = std::array::from_fn(|n| last - 16 * n as u64);
            let mut texels = [[0; LANES]; 4];
            assert!(read_each(&window, &addresses, bytes, &mut texels), "{bytes} bytes");
            for (lane, &address) in addresses.iter().enumerate() {
                let mut texel = [0; 16];
                assert!(read(&window, address, &mut texel[..bytes as usize]));
                let (words, _) = texel.as_chunks::<4>();
                let expected = words.iter().map(|word| u32::from_le_bytes(*word));
                let count = bytes.div_ceil(4) as usize;
                assert!(
                    texels.iter().map(|row| row[lane]).take(count).eq(expected.take(count)),
                    "{bytes} bytes"
                );
            }
            addresses[11] = last + 1;
            assert!(!read_each(&window, &addresses, bytes, &mut texels), "{bytes} bytes");
            addresses[11] = u64::MAX - 20;
            assert!(!read_each(&window, &addresses, bytes, &mut texels), "{bytes} bytes");
        }
        let mut word = [0; 8];
        for outside in [0, word.as_ptr() as u64, window.heap().end, u64::MAX - 3] {
            assert!(!read(&window, outside, &mut word), "{outside:#x}");
        }
    }
}
