//! Memory outside the window that compiled code may access: its stack, and nothing below it.

use crate::host::{Device, kernel};
use hip_jit::Mode;
use ptx::Module;
use ptx::exec::Geometry;
use std::sync::Arc;

/// Values of the kernel that are live at once: as vectors in the frame they exceed the stack of the thread
/// that runs it.
const VALUES: u32 = 6_000;
const THREADS: u32 = 32;
/// Size of that thread's stack, part of which the block driver uses, bytes.
const STACK: usize = 128 << 10;

/// Returns a kernel that computes many values from the thread's word, then adds them to it.
fn module() -> Module {
    let mut text =
        String::from(".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p)\n{\n");
    text += &format!(".reg .b32 %r<3>; .reg .b32 %v<{VALUES}>; .reg .b64 %rd<4>;\nld.param.u64 %rd1, [p];\n");
    text += "mov.u32 %r2, %tid.x;\nmul.wide.u32 %rd2, %r2, 4;\nadd.u64 %rd3, %rd1, %rd2;\n";
    text += "ld.global.u32 %r1, [%rd3];\n";
    for n in 0..VALUES {
        text += &format!("xor.b32 %v{n}, %r1, {n};\n");
    }
    for n in 0..VALUES {
        text += &format!("add.u32 %r1, %r1, %v{n};\n");
    }
    text += "st.global.u32 [%rd3], %r1;\nret;\n}\n";
    Module::parse(&text).unwrap_or_else(|e| panic!("{e}"))
}

/// Runs `run` in a thread with a stack of `stack` bytes; returns the memory below that stack afterwards.
fn on_a_small_stack(stack: usize, run: &mut (dyn FnMut() + Send)) -> Vec<u8> {
    const BELOW: usize = 1 << 20;
    extern "C" fn begin(run: *mut libc::c_void) -> *mut libc::c_void {
        // SAFETY: the address of the caller's reference, which outlives the thread.
        let run = unsafe { &mut *run.cast::<&mut (dyn FnMut() + Send)>() };
        run();
        std::ptr::null_mut()
    }
    let mut run = run;
    // SAFETY: the mapping covers everything written and read, the thread is joined before it is unmapped, and
    // nothing else refers to it.
    unsafe {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        let memory = libc::mmap(std::ptr::null_mut(), BELOW + stack, protection, flags, -1, 0);
        assert_ne!(memory, libc::MAP_FAILED);
        std::ptr::write_bytes(memory.cast::<u8>(), 0xab, BELOW);
        let mut attributes = std::mem::zeroed();
        let mut thread = std::mem::zeroed();
        assert_eq!(libc::pthread_attr_init(&raw mut attributes), 0);
        assert_eq!(libc::pthread_attr_setstack(&raw mut attributes, memory.byte_add(BELOW), stack), 0);
        let argument = (&raw mut run).cast();
        assert_eq!(libc::pthread_create(&raw mut thread, &raw const attributes, begin, argument), 0);
        assert_eq!(libc::pthread_join(thread, std::ptr::null_mut()), 0);
        let below = std::slice::from_raw_parts(memory.cast::<u8>(), BELOW).to_vec();
        libc::munmap(memory, BELOW + stack);
        below
    }
}

#[test]
fn a_large_frame_touches_nothing_of_the_program() {
    let kernel = kernel(&module(), "k", Mode::Vector).unwrap_or_else(|e| panic!("{e}"));
    let code = kernel.compile([THREADS, 1, 1]).unwrap_or_else(|e| panic!("{e}"));
    assert!(code.stack_bytes() as usize > STACK, "{} bytes", code.stack_bytes());
    let words = [7, 1000].repeat(THREADS as usize / 2);
    let mut device = Device::new();
    let bytes: Vec<u8> = words.iter().flat_map(|word: &u32| word.to_le_bytes()).collect();
    let address = device.place("words", &bytes);
    let below = on_a_small_stack(STACK, &mut || {
        let three = Geometry::new([3, 1, 1], [THREADS, 1, 1]);
        let ended = device.run(&kernel, three, &address.to_le_bytes(), 0, &Arc::from([]));
        ended.unwrap_or_else(|e| panic!("{e}"));
    });
    assert!(below.iter().all(|&byte| byte == 0xab), "memory below the stack has changed");
    let sum = |word: u32| (0..VALUES).fold(word, |sum, n| sum.wrapping_add(word ^ n));
    let want = words.iter().flat_map(|&word| sum(sum(sum(word))).to_le_bytes());
    assert!(device.bytes("words").iter().copied().eq(want), "sums");
}
