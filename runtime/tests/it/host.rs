//! Calls of kernels to the host: output, assertions, memory, grid-wide barriers.

use crate::raw;
use hip_runtime::api::StreamRef;
use hip_runtime::api::context::{limit, set_limit};
use hip_runtime::api::module::{LaunchShape, function};
use hip_runtime::{Context, Device, DeviceBuffer, Error, Module, Status};
use std::process::{Command, Output};

fn setup() -> (Module, Context) {
    let context = Context::new(Device::get(0).expect("a device")).expect("a context");
    (Module::from_bytes(include_bytes!("host.ptx")).expect("the kernels"), context)
}

/// Runs a test in a process of its own, to capture its output.
fn alone(test: &str, jit: &str) -> Output {
    let program = std::env::current_exe().expect("this program");
    let mut command = Command::new(program);
    command.args([test, "--exact", "--nocapture", "--test-threads=1"]).env("HIP_TEST_ALONE", "1");
    command.env("HIP_SOFT_JIT", jit).output().expect("a process")
}

fn is_alone() -> bool {
    std::env::var_os("HIP_TEST_ALONE").is_some()
}

/// Output between two lines that the test itself writes.
fn output_between(out: &[u8]) -> String {
    let text = String::from_utf8_lossy(out).replace('\r', "");
    let begin = text.find("begin\n").expect("the begin") + "begin\n".len();
    let end = text.find("end\n").expect("the end");
    text[begin..end].to_owned()
}

#[test]
#[expect(clippy::print_stdout, reason = "what kernels print must come between what the program prints")]
fn output_is_written_when_the_program_waits() {
    if is_alone() {
        let (module, context) = setup();
        println!("\nbegin");
        launch!(module.talk<<<2, 3>>>()).expect("a launch");
        launch!(module.talk<<<1, 1>>>()).expect("a launch");
        context.synchronize().expect("an end");
        println!("end");
        launch!(module.talk<<<1, 1>>>()).expect("a launch");
        // Not dropped: ending a context waits.
        std::mem::forget((module, context));
        return;
    }
    let block = |b: u32| {
        let hello: String = (0..3).map(|t| format!("block {b} thread {t}\n")).collect();
        hello + "bye 1\n"
    };
    let want = block(0) + &block(1) + "block 0 thread 0\n";
    for jit in ["scalar", "vector"] {
        let output = alone("host::output_is_written_when_the_program_waits", jit);
        assert!(output.status.success(), "{output:?}");
        assert_eq!(output_between(&output.stdout), want, "{jit}");
        let all = String::from_utf8_lossy(&output.stdout);
        assert_eq!(all.matches("block 0 thread 0").count(), 2, "what nobody waits for is not written: {all}");
    }
}

#[test]
fn failed_assertions_have_their_place_and_poison_the_context() {
    if is_alone() {
        let (module, context) = setup();
        launch!(module.check<<<1, 2>>>()).expect("a launch");
        context.synchronize().expect("none fails");
        launch!(module.check<<<1, 4>>>()).expect("a launch");
        eprintln!("\nbegin");
        for _ in 0..2 {
            assert_eq!(context.synchronize().expect_err("an assertion").status(), Status::Assert);
        }
        eprintln!("end");
        assert_eq!(DeviceBuffer::<u32>::new(1).expect_err("sticky").status(), Status::Assert);
        return;
    }
    let line = |t: u32| {
        format!("host.cu:7: void check(int): block: [0,0,0], thread: [{t},0,0] Assertion `n < 2` failed.\n")
    };
    for jit in ["scalar", "vector"] {
        let output = alone("host::failed_assertions_have_their_place_and_poison_the_context", jit);
        assert!(output.status.success(), "{output:?}");
        assert_eq!(output_between(&output.stderr), line(2) + &line(3), "{jit}");
    }
}

#[test]
fn kernels_allocate_and_free() {
    let (module, context) = setup();
    let places = DeviceBuffer::<u64>::zeroed(64).expect("memory");
    launch!(module.grow<<<1, 64>>>(places.ptr(), 20u64)).expect("a launch");
    let mut all = places.to_vec().expect("addresses");
    assert!(all.iter().all(|a| a % 16 == 0 && *a != 0), "{all:x?}");
    all.sort_unstable();
    assert!(all.windows(2).all(|pair| pair[1] - pair[0] >= 20), "{all:x?}");
    launch!(module.give<<<1, 1>>>(0u64)).expect("a launch");
    launch!(module.give<<<1, 1>>>(all[5])).expect("a launch");
    launch!(module.grow<<<1, 1>>>(places.ptr(), 32u64)).expect("a launch");
    assert_eq!(places.to_vec().expect("addresses")[0], all[5], "what was freed is used again");
    launch!(module.grow<<<1, 9>>>(places.ptr(), 1u64 << 20)).expect("a launch");
    let large = places.to_vec().expect("addresses");
    assert_eq!(
        large[..9].iter().filter(|&&a| a == 0).count(),
        2,
        "8 MiB hold 7 of 1 MiB beside the small ones"
    );
    assert!(matches!(set_limit(2, 16 << 20), Err(Error::OutOfRange { .. })), "the heap is in use");
    launch!(module.give<<<1, 1>>>(all[6])).expect("a launch");
    launch!(module.give<<<1, 1>>>(all[6])).expect("a launch");
    let error = context.synchronize().expect_err("freed twice");
    assert_eq!(error.status(), Status::LaunchFailure, "{error}");
}

#[test]
fn foreign_memory_is_not_freed() {
    let (module, context) = setup();
    let data = DeviceBuffer::<u32>::zeroed(1).expect("memory");
    launch!(module.give<<<1, 1>>>(data.ptr())).expect("a launch");
    assert_eq!(context.synchronize().expect_err("not from malloc").status(), Status::IllegalAddress);
}

#[test]
fn limits_are_an_h200s() {
    let (module, context) = setup();
    assert_eq!((limit(1).ok(), limit(2).ok()), (Some(8_650_752), Some(8 << 20)));
    let cases = [
        (1, 0, 524_288),
        (2, 0, 4_194_304),
        (1, 5_242_881, 5_243_136),
        (2, 5_242_881, 5_308_416),
        (2, 10_555_760, 10_616_832),
        (1, 1 << 40, 2_147_483_648),
        (2, 1 << 40, 17_681_179_680),
        (2, 16 << 20, 16 << 20),
    ];
    for (number, value, want) in cases {
        set_limit(number, value).expect("not in use yet");
        assert_eq!(limit(number).ok(), Some(want), "{number} {value}");
    }
    let places = DeviceBuffer::<u64>::zeroed(15).expect("memory");
    launch!(module.grow<<<1, 15>>>(places.ptr(), 1u64 << 20)).expect("a launch");
    context.synchronize().expect("an end");
    assert!(places.to_vec().expect("addresses").iter().all(|&a| a != 0), "16 MiB");
}

#[test]
fn calls_go_as_deep_as_the_limit() {
    if !is_alone() {
        for jit in ["interp", "quick", "vector"] {
            let output = alone("host::calls_go_as_deep_as_the_limit", jit);
            assert!(output.status.success(), "{jit}: {}", String::from_utf8_lossy(&output.stdout));
        }
        return;
    }
    let (module, context) = setup();
    let sums = DeviceBuffer::<u32>::zeroed(3).expect("memory");
    let down = |depth: u32| {
        launch!(module.sum_deep<<<1, 3>>>(sums.ptr(), depth)).expect("a launch");
        context.synchronize().map(|()| sums.to_vec().expect("sums"))
    };
    assert_eq!(down(40).expect("64 KiB there are anyway"), [820; 3]);
    set_limit(0, 300 << 10).expect("a limit");
    assert_eq!(down(200).expect("frames of a little more than 1 KiB"), [20_100; 3]);
    set_limit(0, 1024).expect("a limit");
    assert_eq!(down(40).expect("64 KiB there are anyway"), [820; 3]);
    assert_eq!(down(200).expect_err("too deep").status(), Status::IllegalAddress);
}

#[test]
fn blocks_of_a_cooperative_grid_meet() {
    let (module, context) = setup();
    let out = DeviceBuffer::<u32>::zeroed(2).expect("memory");
    let kernel = function(module.id(), "meet").expect("the kernel");
    let shape = LaunchShape {
        grid: [40, 1, 1],
        block: [32, 1, 1],
        shared_bytes: 0,
        cooperative: true,
        cluster: None,
    };
    // Threads of a block arrive one by one, so the count exceeds the number of blocks.
    raw::launch(kernel, shape, &out.ptr().address().to_le_bytes(), StreamRef::Legacy).expect("a launch");
    context.synchronize().expect("an end");
    let [size, count] = out.to_vec().expect("words")[..] else { panic!("two words") };
    assert_eq!(size, 16);
    assert!((40..=40 * 32).contains(&count), "{count}");
}
