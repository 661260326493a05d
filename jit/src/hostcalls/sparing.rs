//! Entrances of host functions that preserve the registers of their caller, for calls in rarely executed code
//! between values that live in registers: each such call would store all of these and load them again.
//!
//! They preserve all vector registers and, except for the arguments' and the result's, all integer registers.

/// Defines an entrance that stores `count` vector registers of `bytes` bytes.
#[cfg(target_arch = "x86_64")]
macro_rules! entrance {
    ($name:ident, $target:path, ($register:literal, $bytes:literal, $count:literal, $numbers:literal)) => {
        #[unsafe(naked)]
        pub(super) unsafe extern "C" fn $name() {
            core::arch::naked_asm!(
                "push rbp",
                "mov rbp, rsp",
                "push rcx",
                "push rdx",
                "push rsi",
                "push rdi",
                "push r8",
                "push r9",
                "push r10",
                "push r11",
                concat!("sub rsp, ", $count, " * ", $bytes),
                "and rsp, -64",
                concat!(".irp n, ", $numbers),
                concat!("vmovups [rsp + ", $bytes, " * \\n], ", $register, "\\n"),
                ".endr",
                "vzeroupper",
                "call {target}",
                concat!(".irp n, ", $numbers),
                concat!("vmovups ", $register, "\\n, [rsp + ", $bytes, " * \\n]"),
                ".endr",
                "lea rsp, [rbp - 64]",
                "pop r11",
                "pop r10",
                "pop r9",
                "pop r8",
                "pop rdi",
                "pop rsi",
                "pop rdx",
                "pop rcx",
                "pop rbp",
                "ret",
                target = sym $target,
            )
        }
    };
}

/// Defines the entrances of a function for both sizes of registers.
#[cfg(target_arch = "x86_64")]
macro_rules! entrances {
    ($target:path, $avx2:ident, $avx512:ident) => {
        entrance!($avx2, $target, ("ymm", 32, 16, "0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15"));
        entrance!(
            $avx512,
            $target,
            (
                "zmm",
                64,
                32,
                "0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31"
            )
        );
    };
}

#[cfg(target_arch = "x86_64")]
mod entrances {
    entrances!(crate::hostcalls::access::host_access, access_avx2, access_avx512);
    entrances!(crate::hostcalls::table::host_eval_rows, eval_rows_avx2, eval_rows_avx512);
    entrances!(crate::hostcalls::table::host_eval_run, eval_run_avx2, eval_run_avx512);
}

/// Returns the entrances of [`Host::EvalRows`](super::Host::EvalRows), [`Host::Access`](super::Host::Access)
/// and [`Host::EvalRun`](super::Host::EvalRun): those that spare registers, if the processor has our own code
/// generator's instructions.
pub(super) fn entrances() -> [*const (); 3] {
    #[cfg(target_arch = "x86_64")]
    {
        use crate::machine::Level;
        use entrances::{access_avx2, access_avx512, eval_rows_avx2, eval_rows_avx512};
        use entrances::{eval_run_avx2, eval_run_avx512};
        type Entrance = unsafe extern "C" fn();
        let own: Option<[Entrance; 3]> = Level::of_processor().map(|level| match level {
            Level::Avx512 => [eval_rows_avx512, access_avx512, eval_run_avx512],
            Level::Avx2 => [eval_rows_avx2, access_avx2, eval_run_avx2],
        });
        if let Some(own) = own {
            return own.map(|entrance| entrance as *const ());
        }
    }
    use super::access::host_access;
    use super::table::{host_eval_rows, host_eval_run};
    [host_eval_rows as *const (), host_access as *const (), host_eval_run as *const ()]
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::entrances;
    use crate::hostcalls::ROW_BYTES;
    use crate::sites::EvalSite;
    use ptx::ir::{IntOp, Op, Type};

    /// Defines a call of an entrance of [`Host::EvalRows`](crate::hostcalls::Host::EvalRows) with words in
    /// all vector registers and in two integer registers. It returns those after it.
    macro_rules! through {
        ($name:ident, $features:literal, ($register:literal, $bytes:literal, $numbers:literal), $words:literal) => {
            #[target_feature(enable = $features)]
            fn $name(
                entrance: unsafe extern "C" fn(),
                site: &EvalSite,
                rows: &mut [[u8; ROW_BYTES]; 2],
                before: &[u64; $words],
            ) -> ([u64; $words], [u64; 2]) {
                let mut after = [0; $words];
                let (mut a, mut b) = (before[0], before[1]);
                // SAFETY: the site has two operands, and the words fill the registers.
                unsafe {
                    core::arch::asm!(
                        concat!(".irp n, ", $numbers),
                        concat!("vmovups ", $register, "\\n, [r12 + ", $bytes, " * \\n]"),
                        ".endr",
                        "call r14",
                        concat!(".irp n, ", $numbers),
                        concat!("vmovups [r13 + ", $bytes, " * \\n], ", $register, "\\n"),
                        ".endr",
                        in("rdi") site,
                        in("rsi") 1,
                        in("rdx") rows,
                        in("r12") before,
                        in("r13") &mut after,
                        in("r14") entrance,
                        inout("rcx") a,
                        inout("r10") b,
                        clobber_abi("sysv64"),
                    );
                }
                (after, [a, b])
            }
        };
    }

    through!(narrow, "avx2", ("ymm", 32, "0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15"), 64);
    through!(
        wide,
        "avx512f",
        ("zmm", 64, "0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31"),
        256
    );

    #[test]
    fn registers_survive_a_call() {
        let site = EvalSite { op: Op::Int(IntOp::Add), result: Type::I32, types: vec![Type::I32; 2] };
        let mut rows = [[0; ROW_BYTES]; 2];
        rows[0][0] = 40;
        rows[1][0] = 1;
        if is_x86_feature_detected!("avx2") {
            let before = std::array::from_fn(|n| (n as u64 + 3).wrapping_mul(0x9e37_79b9_7f4a_7c15));
            // SAFETY: the processor has the feature.
            let (after, ints) = unsafe { narrow(entrances::eval_rows_avx2, &site, &mut rows, &before) };
            assert_eq!((after, ints, rows[0][0]), (before, [before[0], before[1]], 41));
        }
        if is_x86_feature_detected!("avx512f") {
            let before = std::array::from_fn(|n| (n as u64 + 3).wrapping_mul(0x9e37_79b9_7f4a_7c15));
            // SAFETY: the processor has the feature.
            let (after, ints) = unsafe { wide(entrances::eval_rows_avx512, &site, &mut rows, &before) };
            assert_eq!((after, ints, rows[0][0]), (before, [before[0], before[1]], 42));
        }
    }
}
