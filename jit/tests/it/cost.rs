//! Cost of compiling: memory is proportional to a kernel's size and bounded for any shape; launches do not
//! wait for the best code of kernels that are not small.

use super::allocated;
use super::host::{Device, kernel};
use hip_jit::{Cache, Kernel, Limits, Mode};
use ptx::Module;
use ptx::analysis::converge::Convergence;
use ptx::analysis::regions::{Regions, Start};
use ptx::exec::Geometry;
use ptx::interp::{Arena, run_grid};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use testdata::shapes::{BYTES, SHAPES, nests};

/// Limit of memory for a kernel in any mode, bytes.
const MOST: usize = 400 << 20;

const ALL: [Mode; 4] = [Mode::Quick, Mode::Scalar, Mode::Vector, Mode::Auto];

/// Returns the peak of allocated bytes while a kernel is compiled, its front end included.
fn peak(text: &str, mode: Mode) -> usize {
    allocated::peak_bytes(|| {
        let module = Module::parse(text).expect("a module");
        kernel(&module, "k", mode).expect("a kernel").compile([256, 1, 1]).expect("code");
    })
}

#[test]
fn quick_code_takes_memory_by_the_instruction() {
    for (name, make) in SHAPES {
        let [small, large] = [3_000, 12_000].map(|statements| peak(&make(statements), Mode::Quick));
        assert!(large < 5 * small, "{name}: {small} bytes, {large} of a kernel four times as large");
        assert!(large / 12_000 < 6 << 10, "{name}: {} bytes a statement", large / 12_000);
    }
}

#[test]
fn kernels_of_any_shape_are_made_within_bounds() {
    let shape = |name: &str, statements| testdata::shapes::kernel(name, statements);
    for (name, text, modes) in [
        ("shuffles 1000", shape("shuffles", 2_000), &ALL[..]),
        ("barriers 500", shape("barriers", 2_000), &ALL),
        ("diamonds 4000", shape("diamonds", 24_000), &[Mode::Quick, Mode::Auto]),
        ("cases 10000", shape("switch", 30_000), &[Mode::Quick, Mode::Auto]),
        ("straight 100000", shape("straight", 100_000), &[Mode::Quick]),
        ("loops in each other 100", nests(1, 100), &ALL),
        ("values alive over a barrier 2000", shape("live", 6_000), &ALL),
        ("mma 384", shape("mma", 1_152), &ALL),
        ("predicated", shape("predicated", 12_000), &ALL),
        ("loops", shape("loops", 12_000), &[Mode::Vector]),
        ("calls 10000", shape("calls", 70_000), &[Mode::Scalar]),
    ] {
        for &mode in modes {
            let bytes = peak(&text, mode);
            assert!(bytes < MOST, "{name}, {mode:?}: {bytes} bytes");
        }
    }
}

/// Returns a kernel in which each of some blocks can continue at another one far away, and a barrier follows
/// each. It ends after 200 blocks, and stores what each thread has added up.
fn unordered_barriers(count: usize, registers: usize) -> String {
    let block = |n: usize| {
        let (own, other, to) = (n % registers, n * 7 % registers, n * 37 % count);
        format!(
            "B{n}: add.u32 %r{own}, %r{own}, %r{other};\nxor.b32 %r{other}, %r{other}, %t;\nsub.u32 %left, %left, 1;\n\
             setp.eq.u32 %p1, %left, 0;\n@%p1 bra END;\nand.b32 %m, %left, {};\nsetp.eq.u32 %p1, %m, 1;\n\
             @%p1 bra B{to};\nbar.sync 0;\n",
            1 + n % 3 * 2
        )
    };
    let body: String = (0..count).map(block).collect();
    let start: String = (0..registers).map(|n| format!("mov.u32 %r{n}, {n};\n")).collect();
    let sum: String = (0..registers).map(|n| format!("mad.lo.u32 %m, %m, 31, %r{n};\n")).collect();
    format!(
        ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 out)\n{{\n.reg .pred %p<2>;\n\
         .reg .b32 %r<{registers}>, %t, %left, %m;\n.reg .b64 %d<2>;\n{start}mov.u32 %t, %tid.x;\nmov.u32 %left, 200;\n{body}END: mov.u32 %m, 0;\n{sum}\
         ld.param.u64 %d0, [out];\nmad.wide.u32 %d1, %t, 4, %d0;\n\
         st.global.u32 [%d1], %m;\nret;\n}}\n"
    )
}

/// Regions start at joins of paths if each would else have a copy of most of the kernel.
#[test]
fn barriers_do_not_multiply_code() {
    for mode in [Mode::Quick, Mode::Auto] {
        let bytes = peak(&unordered_barriers(500, 300), mode);
        assert!(bytes < MOST, "{mode:?}: {bytes} bytes");
    }
    let text = unordered_barriers(500, 30);
    let module = Module::parse(&text).expect("a module");
    let geometry = Geometry::new([1, 1, 1], [64, 1, 1]);
    let mut device = Device::new();
    let base = device.place("buffer", &[0; 256]);
    let mut want = Arena { base, bytes: vec![0; 256] };
    let function = module.lower("k").expect("a kernel");
    run_grid(&function, geometry, &base.to_le_bytes(), 0, &[], &mut want).expect("it ends");
    let kernel_of = |mode| kernel(&module, "k", mode).expect("a kernel");
    let function = Arc::clone(kernel_of(Mode::Quick).function());
    let regions = Regions::split_at_sync_and_joins(&function, &Convergence::new(&function));
    assert!(regions.iter().any(|(_, region)| region.start == Start::Join), "no join");
    for mode in [Mode::Quick, Mode::Scalar, Mode::Auto] {
        device.bytes("buffer").fill(0);
        let vars = device.place_variables(&module).expect("variables");
        device.run(&kernel_of(mode), geometry, &base.to_le_bytes(), 0, &vars).expect("it ends");
        assert!(device.bytes("buffer") == want.bytes, "{mode:?}");
    }
}

/// A real call costs as much as a hundred instructions to compile, and keeps a kernel from running in strips.
#[test]
fn a_kernel_is_not_too_large_for_calls_in_place() {
    let module = Module::parse(&testdata::shapes::kernel("calls", 70_000)).expect("a module");
    let function = module.lower("k").expect("a kernel");
    assert_eq!(function.stack_bytes, 0, "bytes of stack for calls");
}

/// In every mode, each kernel leaves the interpreter's result in memory.
#[test]
fn kernels_of_any_shape_are_right() {
    let geometry = Geometry::new([2, 1, 1], [64, 1, 1]);
    // The second size is compiled in several functions.
    for ((name, make), statements) in SHAPES.iter().flat_map(|shape| [(shape, 150), (shape, 4_500)]) {
        let text = make(statements);
        let module = Module::parse(&text).expect("a module");
        let mut device = Device::new();
        let bytes: Vec<u8> = (0..BYTES as u32).map(|n| ((n * 37) >> 3) as u8).collect();
        let base = device.place("buffer", &bytes);
        let mut want = Arena { base, bytes: bytes.clone() };
        let function = module.lower("k").expect("a kernel");
        run_grid(&function, geometry, &base.to_le_bytes(), 0, &[], &mut want).expect("it ends");
        for mode in [Mode::Quick, Mode::Scalar, Mode::Vector] {
            device.bytes("buffer").copy_from_slice(&bytes);
            let vars = device.place_variables(&module).expect("variables");
            let kernel = kernel(&module, "k", mode).expect("a kernel");
            device.run(&kernel, geometry, &base.to_le_bytes(), 0, &vars).expect("it ends");
            assert!(device.bytes("buffer") == want.bytes, "{name}, {statements} statements, {mode:?}");
        }
    }
}

/// Returns a kernel of some hundred instructions.
fn middling() -> Module {
    Module::parse(&testdata::shapes::kernel("straight", 400)).expect("a module")
}

fn launch(kernel: &Arc<Kernel>, blocks: u32) -> Vec<u8> {
    let mut device = Device::new();
    let base = device.place("buffer", &[7; BYTES]);
    let geometry = Geometry::new([blocks, 1, 1], [1024, 1, 1]);
    device.run(kernel, geometry, &base.to_le_bytes(), 0, &Arc::from(Vec::new())).expect("it ends");
    device.bytes("buffer").to_vec()
}

#[test]
fn best_code_is_made_beside_the_launches() {
    let cache = Arc::new(Cache::new(b"test", 1 << 24, None));
    let function = Arc::clone(kernel(&middling(), "k", Mode::Auto).expect("a kernel").function());
    let made = Arc::new(Kernel::new(function, Mode::Auto).with_cache(Arc::clone(&cache)));
    let first = launch(&made, 64);
    // No assertion depends on the duration.
    while cache.counts().compiled < 2 {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    assert_eq!(launch(&made, 64), first);
    assert_eq!(cache.counts().compiled, 2, "what is better is there");
}

#[test]
fn dropped_kernels_are_not_compiled() {
    for _ in 0..20 {
        let made = kernel(&middling(), "k", Mode::Auto).expect("a kernel");
        launch(&made, 32);
    }
}

/// Backtracking would take seconds where thousands of values are live at once, or for a region of tens of
/// thousands of blocks.
#[test]
fn long_functions_are_compiled_or_get_one_pass_allocation_and_a_log_line() {
    static NOTES: Mutex<Vec<String>> = Mutex::new(Vec::new());
    for (shape, statements) in [("live", 20_000), ("loops", 16_000), ("live", 4_000), ("loops", 4_000)] {
        let module = Module::parse(&testdata::shapes::kernel(shape, statements)).expect("a module");
        let made = |mode| {
            let function = Arc::clone(kernel(&module, "k", mode).expect("a kernel").function());
            let note: hip_jit::Log = |line| NOTES.lock().expect("whole").push(line.to_string());
            Arc::new(Kernel::new(function, mode).with_log(note))
        };
        NOTES.lock().expect("whole").clear();
        let words = launch(&made(Mode::Scalar), 1);
        let notes = std::mem::take(&mut *NOTES.lock().expect("whole"));
        // Our own code generator, where there is one, takes a function of any length.
        assert!(notes.len() <= usize::from(statements > 10_000), "{shape}, {statements}: {notes:?}");
        assert!(notes.iter().all(|note| note.contains("allocating registers")), "{notes:?}");
        assert_eq!(words, launch(&made(Mode::Quick), 1), "{shape}, {statements}");
    }
}

#[test]
fn kernels_over_a_limit_keep_quick_code_and_are_logged() {
    static NOTES: AtomicUsize = AtomicUsize::new(0);
    static LAST: Mutex<String> = Mutex::new(String::new());
    let cache = Arc::new(Cache::new(b"test", 1 << 24, None));
    let function = Arc::clone(kernel(&middling(), "k", Mode::Auto).expect("a kernel").function());
    let limited = |mode, limits| {
        let made =
            Kernel::new(Arc::clone(&function), mode).with_cache(Arc::clone(&cache)).with_limits(limits);
        Arc::new(made.with_log(|line| {
            NOTES.fetch_add(1, Ordering::Relaxed);
            *LAST.lock().expect("whole") = line.to_string();
        }))
    };
    let few = Limits { instructions: 100, ..Limits::default() };
    let quick = limited(Mode::Auto, few);
    let words = launch(&quick, 64);
    assert_eq!(launch(&quick, 64), words);
    assert_eq!((cache.counts().compiled, NOTES.load(Ordering::Relaxed)), (1, 1), "quick code alone");
    assert!(LAST.lock().expect("whole").contains("exceed the limit of 100 for optimised code"));

    let narrow = Limits { memory: 1 << 16, ..Limits::default() };
    let alone = limited(Mode::Vector, narrow);
    assert_eq!(alone.compile([1024, 1, 1]).expect("code").width(), 1);
    assert_eq!(NOTES.load(Ordering::Relaxed), 2);
    assert!(LAST.lock().expect("whole").contains("thread by thread"), "{}", LAST.lock().expect("whole"));
    let wide = limited(Mode::Vector, Limits::default()).compile([1024, 1, 1]).expect("code");
    assert!(wide.width() > 1, "another limit is other code");
    assert_eq!(NOTES.load(Ordering::Relaxed), 2);
}

#[test]
fn kernels_whose_strips_would_wait_run_thread_by_thread() {
    let mut widths = Vec::new();
    for name in ["sgemm_naive", "murmur", "black_scholes"] {
        let path = testdata::root().join("bench").join(name).with_extension("ptx");
        let module = Module::parse(&std::fs::read_to_string(path).expect("a kernel")).expect("a module");
        let made = kernel(&module, name, Mode::Auto).expect("a kernel").compile([256, 1, 1]);
        widths.push((name, made.expect("code").width() > 1));
    }
    // A list that ends by what is loaded; neighbours of the vertices that are marked.
    let loops = [
        (
            "list",
            "mov.u32 %r6, 0; MORE: mul.wide.s32 %rd3, %r4, 4; add.s64 %rd3, %rd1, %rd3; ld.global.u32 %r4, [%rd3]; \
             ld.global.u32 %r7, [%rd3+8192]; ld.global.u32 %r8, [%rd3+16384]; mad.lo.u32 %r6, %r7, %r8, %r6; \
             setp.ne.s32 %p2, %r4, 0; @%p2 bra MORE;",
        ),
        (
            "border",
            "and.b32 %r5, %r4, 1; setp.eq.u32 %p2, %r5, 0; mov.u32 %r6, 0; @%p2 bra DONE; \
             ld.global.u32 %r7, [%rd2+4096]; ld.global.u32 %r8, [%rd2+4100]; setp.ge.s32 %p3, %r7, %r8; \
             @%p3 bra DONE; MORE: mul.wide.s32 %rd3, %r7, 4; add.s64 %rd3, %rd1, %rd3; \
             ld.global.u32 %r9, [%rd3+8192]; mul.wide.s32 %rd3, %r9, 4; add.s64 %rd3, %rd1, %rd3; \
             ld.global.u32 %r5, [%rd3+16384]; ld.global.u32 %r6, [%rd3+65536]; add.u32 %r6, %r6, %r5; st.global.u32 [%rd3+32768], %r6; add.u32 %r7, %r7, 1; \
             setp.lt.s32 %p2, %r7, %r8; @%p2 bra MORE; DONE:",
        ),
    ];
    for (name, body) in loops {
        let text = format!(
            ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p) {{ \
             .reg .pred %p<4>; .reg .b32 %r<10>; .reg .b64 %rd<4>; \
             ld.param.u64 %rd1, [p]; mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x; \
             mad.lo.u32 %r3, %r1, %r2, %r3; mul.wide.u32 %rd2, %r3, 4; add.s64 %rd2, %rd1, %rd2; \
             ld.global.u32 %r4, [%rd2]; {body} st.global.u32 [%rd2], %r6; ret; }}"
        );
        let module = Module::parse(&text).expect("a module");
        let made = kernel(&module, "k", Mode::Auto).expect("a kernel").compile([256, 1, 1]);
        widths.push((name, made.expect("code").width() > 1));
    }
    let expected = [
        ("sgemm_naive", true),
        ("murmur", true),
        ("black_scholes", true),
        ("list", false),
        ("border", false),
    ];
    assert_eq!(widths, expected);
}

/// Our own code generator has no integers of 128 bits.
#[test]
fn a_function_that_our_code_generator_refuses_is_logged() {
    static NOTES: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let text = std::fs::read_to_string(testdata::root().join("ptx/run/atomics_wide.ptx")).expect("a kernel");
    let module = Module::parse(&text).expect("a module");
    for mode in ALL {
        let function = Arc::clone(kernel(&module, "k", mode).expect("a kernel").function());
        let note: hip_jit::Log = |line| NOTES.lock().expect("whole").push(line.to_string());
        Kernel::new(function, mode).with_log(note).compile([32, 1, 1]).expect("code");
        let notes = std::mem::take(&mut *NOTES.lock().expect("whole"));
        let expected = "`k`: our code generator refuses i128: Cranelift's code is used";
        // Without AVX2, Cranelift's code is all there is.
        #[cfg(target_arch = "x86_64")]
        let own = std::arch::is_x86_feature_detected!("avx2")
            && std::env::var_os("HIP_SOFT_VECTORS").is_none_or(|bits| bits != "128");
        #[cfg(not(target_arch = "x86_64"))]
        let own = false;
        assert_eq!(notes, if own { vec![expected] } else { Vec::new() }, "{mode:?}");
    }
}
