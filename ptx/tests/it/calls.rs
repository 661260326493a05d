//! Failures of outlined calls, and call graphs that would grow without bound if all calls were inlined.

use hip_ptx::Module;
use hip_ptx::exec::{Fault, FaultKind, Geometry};
use hip_ptx::interp::{Arena, run_grid};
use hip_ptx::ir::{Function, Op, Space};
use std::fmt::Write;

const BASE: u64 = 0x10_0000;
const HEAD: &str = ".version 8.0\n.target sm_80\n.address_size 64\n";

/// Lowers a kernel `k(p)` after some functions; `%q` is a predicate, `%r` are words, `%p` is the pointer.
fn lower(functions: &str, body: &str) -> Function {
    let text = format!(
        "{HEAD}{functions}\n.visible .entry k(.param .u64 p)\n{{\n.reg .pred %q;\n.reg .b32 %r<8>;\n\
         .reg .b64 %p, %f<4>;\n.param .b32 a, b;\nld.param.u64 %p, [p];\n{body}\nret;\n}}\n"
    );
    let module = Module::parse(&text).unwrap_or_else(|e| panic!("{e}"));
    module.lower("k").unwrap_or_else(|e| panic!("{e}"))
}

/// Returns the first word that the kernel stores.
fn run(functions: &str, body: &str) -> Result<u32, Fault> {
    let function = lower(functions, body);
    let mut memory = Arena { base: BASE, bytes: vec![0; 64] };
    let geometry = Geometry::new([1, 1, 1], [2, 1, 1]);
    run_grid(&function, geometry, &BASE.to_le_bytes(), 0, &[], &mut memory)?;
    Ok(u32::from_le_bytes(memory.bytes[..4].try_into().unwrap()))
}

/// Returns whether a fault is a stack overflow, an illegal address as on an H200.
fn is_overflow(fault: &Fault) -> bool {
    matches!(fault.kind, FaultKind::IllegalAddress { space: Space::Local, write: true, .. })
}

const ENDLESS: &str = ".func (.param .b32 r) f(.param .b32 n) {\n.reg .b32 %a;\n.param .b32 m, s;\n\
                       ld.param.u32 %a, [n];\nst.param.b32 [m], %a;\ncall (s), f, (m);\n\
                       ld.param.b32 %a, [s];\nadd.u32 %a, %a, 1;\nst.param.b32 [r], %a;\nret;\n}";

#[test]
fn a_stack_that_overflows_is_an_access_beyond_local_memory() {
    let fault = run(ENDLESS, "st.param.b32 [a], 1;\ncall (b), f, (a);").unwrap_err();
    assert!(is_overflow(&fault), "{fault}");
    assert!(fault.line > 0 && fault.thread.is_some(), "{fault}");
}

#[test]
fn alloca_of_more_than_the_stack_faults() {
    for size in ["200000", "0xffffffff", "0xfffffff0"] {
        let fault = run("", &format!("mov.u32 %r1, {size};\nalloca.u32 %r0, %r1;")).unwrap_err();
        assert!(is_overflow(&fault), "{size}: {fault}");
    }
    let fault = run("", "mov.u64 %f1, 140737488355328;\nalloca.u64 %f2, %f1;").unwrap_err();
    assert!(is_overflow(&fault), "{fault}");
    // In a loop, in small steps.
    let fault = run("", "L:\nalloca.u64 %f1, 64;\nbra L;").unwrap_err();
    assert!(is_overflow(&fault), "{fault}");
    assert_eq!(run("", "alloca.u64 %f1, 0;\nalloca.u64 %f2, 0, 256;\nst.global.u32 [%p], 3;").unwrap(), 3);
}

const TWO: &str = ".func (.param .b32 r) one(.param .b32 n) {\nst.param.b32 [r], 7;\nret;\n}\n\
                   .func (.param .b64 r) other(.param .b32 n) {\nst.param.b64 [r], 8;\nret;\n}";

fn call(pointer: &str) -> String {
    format!(
        "mov.u64 %f1, one;\nmov.u64 %f2, other;\n{pointer}\nst.param.b32 [a], 1;\n\
         P: .callprototype (.param .b32 _) _ (.param .b32 _);\ncall (b), %f0, (a), P;\n\
         ld.param.b32 %r0, [b];\nst.global.u32 [%p], %r0;"
    )
}

#[test]
fn a_pointer_to_no_function_of_the_prototype_faults() {
    assert_eq!(run(TWO, &call("mov.u64 %f0, %f1;")).unwrap(), 7);
    // Error codes observed on an H200, except for low addresses at which it has code (0, and `other`).
    let no_function = [
        ("mov.u64 %f0, 0;", 0, 715),
        ("mov.u64 %f0, 1;", 1, 718),
        ("mov.u64 %f0, 8;", 8, 718),
        ("mov.u64 %f0, 4096;", 4096, 715),
        ("mov.u64 %f0, 0x7ffffff0;", 0x7fff_fff0, 715),
        ("mov.u64 %f0, 0x80000000;", 1 << 31, 700),
        ("mov.u64 %f0, 0x2000000000000;", 1 << 49, 700),
        ("mov.u64 %f0, -16;", 16u64.wrapping_neg(), 715),
        ("mov.u64 %f0, -1;", u64::MAX, 718),
        ("mov.u64 %f0, 0x7f0000000001;", 0x7f00_0000_0001, 718),
        ("add.u64 %f0, %f1, 1;", 17, 718),
        ("mov.u64 %f0, %f2;", 32, 715),
        ("mov.u64 %f0, %p;", BASE, 715),
    ];
    for (pointer, address, code) in no_function {
        let fault = run(TWO, &call(pointer)).unwrap_err();
        assert_eq!((fault.kind, fault.line > 0), (FaultKind::BadCall { address }, true), "{pointer}");
        assert_eq!(fault.kind.cuda_error(), Some(code), "{pointer}");
    }
}

/// Returns functions that each call the next one `times` times. The first returns the number of calls of the
/// last if `n` is not 0.
fn chain(length: usize, times: usize) -> String {
    let mut text = String::new();
    for n in (0..length).rev() {
        write!(
            text,
            ".func (.param .b32 r) f{n}(.param .b32 n) {{\n.reg .pred %q;\n.reg .b32 %s, %t, %n;\n\
             .param .b32 a, b;\nld.param.u32 %n, [n];\nmov.u32 %s, %n;\nsetp.eq.u32 %q, %n, 0;\n@%q bra E;\n"
        )
        .unwrap();
        if n + 1 < length {
            text.push_str("mov.u32 %s, 0;\nst.param.b32 [a], %n;\n");
            for _ in 0..times {
                let next = n + 1;
                write!(text, "call (b), f{next}, (a);\nld.param.b32 %t, [b];\nadd.u32 %s, %s, %t;\n")
                    .unwrap();
            }
        }
        text.push_str("E:\nst.param.b32 [r], %s;\nret;\n}\n");
    }
    text
}

#[test]
fn deep_and_wide_call_graphs_stay_small() {
    let body = |n| {
        format!(
            "st.param.b32 [a], {n};\ncall (b), f0, (a);\nld.param.b32 %r0, [b];\nst.global.u32 [%p], %r0;"
        )
    };
    assert_eq!(run(&chain(300, 1), &body(1)).unwrap(), 1);
    assert_eq!(run(&chain(10, 2), &body(1)).unwrap(), 512);
    // 2^39 calls if all were inlined, or executed.
    let wide = chain(40, 2);
    assert!(lower(&wide, &body(0)).inst_count() < 500_000);
    assert_eq!(run(&wide, &body(0)).unwrap(), 0);
}

#[test]
fn inlined_calls_need_no_stack() {
    let f = lower(
        TWO,
        "st.param.b32 [a], 1;\ncall (b), one, (a);\nld.param.b32 %r0, [b];\nst.global.u32 [%p], %r0;",
    );
    assert_eq!(f.local_bytes, 0);
    let local =
        |op: &Op| matches!(op, Op::Load { space: Space::Local, .. } | Op::Store { space: Space::Local, .. });
    assert!(!f.blocks().any(|b| f.block(b).insts.iter().any(|&i| local(&f.inst(i).op))));
}
