//! Abnormal ends of the interpreter: faults with their places, deadlocks, kernels whose threads wait for each
//! other.

use hip_ptx::Module;
use hip_ptx::exec::{Fault, FaultKind, Geometry};
use hip_ptx::interp::{Arena, Memory, run_grid};
use hip_ptx::ir::Space;

const BASE: u64 = 0x10_0000;

fn kernel(body: &str) -> String {
    format!(
        ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p)\n{{\n\
         .reg .pred %q;\n.reg .b32 %r<8>;\n.reg .b64 %p;\nld.param.u64 %p, [p];\nmov.u32 %r0, %tid.x;\n\
         mov.u32 %r1, %ctaid.x;\n{body}\nret;\n}}\n"
    )
}

fn run(body: &str, grid: u32, block: u32, memory: &mut impl Memory) -> Result<(), Fault> {
    let module = Module::parse(&kernel(body)).unwrap_or_else(|e| panic!("{e}"));
    let function = module.lower("k").unwrap_or_else(|e| panic!("{e}"));
    let geometry = Geometry::new([grid, 1, 1], [block, 1, 1]);
    run_grid(&function, geometry, &BASE.to_le_bytes(), 0, &[], memory)
}

fn arena(words: usize) -> Arena {
    Arena { base: BASE, bytes: vec![0; words * 4] }
}

#[test]
fn a_stray_store_is_reported_with_its_place() {
    let body = "setp.ne.u32 %q, %r0, 5;\n@%q bra DONE;\nst.global.u32 [%p+64], %r0;\nDONE:";
    let fault = run(body, 1, 32, &mut arena(16)).unwrap_err();
    let kind = FaultKind::IllegalAddress { space: Space::Global, address: BASE + 64, bytes: 4, write: true };
    assert_eq!(fault.kind, kind);
    assert_eq!((fault.line, fault.block, fault.thread), (14, [0; 3], Some([5, 0, 0])));
    let fault = run("st.global.u32 [%p+2], %r0;", 1, 1, &mut arena(4)).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Misaligned { space: Space::Global, address: BASE + 2, bytes: 4 });
}

#[test]
fn a_barrier_that_others_never_reach_is_a_deadlock() {
    let body = "setp.lt.u32 %q, %r0, 32;\n@%q barrier.sync 1, 64;\n@!%q barrier.sync 2, 64;";
    let fault = run(body, 1, 64, &mut arena(1)).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Deadlock);
}

#[test]
fn threads_that_ended_do_not_hold_a_barrier() {
    let body = "setp.lt.u32 %q, %r0, 40;\n@%q ret;\nbar.sync 0;\nst.global.u32 [%p], 7;";
    let mut memory = arena(1);
    run(body, 1, 100, &mut memory).unwrap();
    assert_eq!(memory.bytes, 7u32.to_le_bytes());
}

#[test]
fn a_block_may_wait_for_a_later_one() {
    // Each block but the last waits until its successor has written its word.
    let body = "mul.wide.u32 %p, %r1, 4;\nmov.u64 %p, %p;\n.reg .b64 %b;\nld.param.u64 %b, [p];\n\
                add.s64 %b, %b, %p;\nmov.u32 %r2, %nctaid.x;\nsub.u32 %r2, %r2, 1;\n\
                setp.eq.u32 %q, %r1, %r2;\n@%q bra WRITE;\nWAIT: ld.volatile.global.u32 %r3, [%b+4];\n\
                setp.eq.u32 %q, %r3, 0;\n@%q bra WAIT;\nWRITE: st.volatile.global.u32 [%b], 1;";
    let mut memory = arena(8);
    run(body, 8, 1, &mut memory).unwrap();
    assert_eq!(memory.bytes, [1u32; 8].map(u32::to_le_bytes).concat());
}

/// Memory that cancels the kernel at the first query.
struct Stopped(Arena);

impl Memory for Stopped {
    fn load(&mut self, address: u64, bytes: &mut [u8]) -> bool {
        self.0.load(address, bytes)
    }
    fn store(&mut self, address: u64, bytes: &[u8]) -> bool {
        self.0.store(address, bytes)
    }
    fn cancelled(&mut self) -> bool {
        true
    }
}

#[test]
fn an_endless_kernel_can_be_stopped() {
    let fault = run("L: bra L;", 1, 1, &mut Stopped(arena(1))).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Cancelled);
}
