//! One-time reports on blocks whose threads only spin, and which keep running. Each case is a process: this
//! binary, running one test; it never ends by itself.

use crate::raw;
use hip_runtime::launch::argument;
use hip_runtime::{Context, Device, DeviceBuffer, Dim3, LaunchConfig, Module, Stream};
use std::time::Duration;

const CHILD: &str = "STANDSTILL_OF";
/// Timeout for the report.
const LONG: Duration = Duration::from_secs(120);
/// Kernel: warp 0 waits at a barrier of two warps, lanes of warp 1 spin on words that are never written, all
/// others on a word in shared memory.
const TEXT: &str = "
.version 8.0
.target sm_70
.address_size 64
.visible .entry k(.param .u64 flags)
{
    .reg .pred %p<4>;
    .reg .b32 %r<6>;
    .reg .b64 %rd<4>;
    .shared .align 4 .b32 word[4];
    .loc 1 7 0
    ld.param.u64 %rd1, [flags];
    mov.u32 %r1, %tid.x;
    setp.lt.u32 %p1, %r1, 32;
    @%p1 bra BARRIER;
    setp.lt.u32 %p1, %r1, 64;
    @%p1 bra GLOBAL;
    .loc 1 9 0
SHARED:
    ld.volatile.shared.u32 %r2, [word+8];
    setp.eq.u32 %p2, %r2, 0;
    @%p2 bra SHARED;
    ret;
BARRIER:
    .loc 1 10 0
    barrier.sync 3, 64;
    ret;
GLOBAL:
    .loc 1 11 0
    and.b32 %r3, %r1, 16;
    mul.wide.u32 %rd2, %r3, 1;
    add.u64 %rd1, %rd1, %rd2;
POLL:
    ld.acquire.gpu.global.u32 %r2, [%rd1+4];
    setp.ne.u32 %p2, %r2, 1;
    @%p2 bra POLL;
    ret;
}
.file 1 \"wait.cu\"
";

/// Report on such a block, with these settings.
fn report(test: &str, settings: &[(&str, &str)], lines: usize) -> String {
    let said = crate::heard(
        &format!("standstill::{test}"),
        &[&[(CHILD, "1")], settings].concat(),
        "hip: ",
        (lines, LONG),
    );
    // Addresses of global memory differ between processes.
    let hide = |line: &String| match line.split_once("global address 0x") {
        Some((before, after)) => {
            let digits = after.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(after.len());
            format!("{before}global address …{}{}", &after[digits - 1..digits], &after[digits..])
        }
        None => line.clone(),
    };
    said.iter().map(hide).collect::<Vec<_>>().join("\n")
}

fn wait_for_ever() {
    let _context = Context::new(Device::get(0).expect("a device")).expect("a context");
    let module = Module::from_bytes(TEXT.as_bytes()).expect("a module");
    let flags = DeviceBuffer::<u32>::zeroed(8).expect("memory");
    let stream = Stream::non_blocking(0).expect("a stream");
    let config = LaunchConfig {
        stream: stream.handle(),
        ..LaunchConfig::new(Dim3::new(1, 1, 1), Dim3::new(512, 1, 1))
    };
    let kernel = module.function("k").expect("a kernel");
    raw::run(&kernel, &config, &[argument(flags.ptr().address())]).expect("a launch");
    stream.synchronize().expect("never");
}

#[test]
fn what_threads_of_compiled_code_wait_for() {
    if std::env::var_os(CHILD).is_some() {
        return wait_for_ever();
    }
    insta::assert_snapshot!(report("what_threads_of_compiled_code_wait_for", &[], 5));
}

#[test]
fn what_threads_that_are_checked_wait_for() {
    if std::env::var_os(CHILD).is_some() {
        return wait_for_ever();
    }
    insta::assert_snapshot!(report(
        "what_threads_that_are_checked_wait_for",
        &[("HIP_SOFT_CHECK", "memory")],
        5
    ));
}
