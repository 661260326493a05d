//! Registers of an interrupted thread, by processor.

pub(crate) use own::*;

#[cfg(target_arch = "x86_64")]
mod own {
    use libc::{REG_ERR, REG_RDI, REG_RIP, REG_RSP, mcontext_t};

    /// Returns the address of the instruction.
    pub(crate) fn instruction(registers: &mcontext_t) -> u64 {
        registers.gregs[REG_RIP as usize] as u64
    }

    /// Continues at another instruction.
    pub(crate) fn set_instruction(registers: &mut mcontext_t, address: u64) {
        registers.gregs[REG_RIP as usize] = address as i64;
    }

    pub(crate) fn set_stack(registers: &mut mcontext_t, address: u64) {
        registers.gregs[REG_RSP as usize] = address as i64;
    }

    /// Continues in another function than the one that was called.
    pub(crate) fn enter(registers: &mut mcontext_t, function: extern "C" fn(u64), argument: u64) {
        registers.gregs[REG_RIP as usize] = function as usize as i64;
        registers.gregs[REG_RDI as usize] = argument as i64;
    }

    /// Returns whether a page fault was a write: bit 1 of its error code.
    pub(crate) fn is_write(registers: &mcontext_t) -> bool {
        registers.gregs[REG_ERR as usize] & 2 != 0
    }

    /// Returns the return address of a function that has pushed nothing: the word on top of the stack.
    pub(crate) fn caller(registers: &mcontext_t) -> u64 {
        let top = registers.gregs[REG_RSP as usize] as *const u64;
        // SAFETY: the thread has run on that stack.
        unsafe { top.read_unaligned() }
    }
}

#[cfg(target_arch = "aarch64")]
mod own {
    use libc::mcontext_t;

    /// Returns the address of the instruction.
    pub(crate) fn instruction(registers: &mcontext_t) -> u64 {
        registers.pc
    }

    /// Continues at another instruction.
    pub(crate) fn set_instruction(registers: &mut mcontext_t, address: u64) {
        registers.pc = address;
    }

    pub(crate) fn set_stack(registers: &mut mcontext_t, address: u64) {
        registers.sp = address;
    }

    /// Continues in another function than the one that was called.
    pub(crate) fn enter(registers: &mut mcontext_t, function: extern "C" fn(u64), argument: u64) {
        registers.pc = function as usize as u64;
        registers.regs[0] = argument;
    }

    /// Returns whether a page fault was a write: bit 6 of the exception's syndrome. The system leaves it in
    /// one of the records after the registers, each with a kind and a size; without one, a write is assumed.
    pub(crate) fn is_write(registers: &mcontext_t) -> bool {
        const SYNDROME: u32 = 0x4553_5201;
        let first = (&raw const registers.pstate).wrapping_add(1).cast::<u8>();
        let mut record = first.wrapping_add(first.align_offset(16));
        let end = (&raw const *registers).wrapping_add(1).cast::<u8>();
        while record.wrapping_add(16) <= end {
            // SAFETY: the record lies in the structure, and is aligned to 16 bytes.
            let [kind, size] = unsafe { record.cast::<[u32; 2]>().read() };
            if kind == SYNDROME {
                // SAFETY: as above; the syndrome follows kind and size.
                return unsafe { record.wrapping_add(8).cast::<u64>().read() } & 1 << 6 != 0;
            }
            if kind == 0 || size < 16 {
                break;
            }
            record = record.wrapping_add(size as usize);
        }
        true
    }

    /// Returns the return address of a function that has called nothing: the link register.
    pub(crate) fn caller(registers: &mcontext_t) -> u64 {
        registers.regs[30]
    }
}
