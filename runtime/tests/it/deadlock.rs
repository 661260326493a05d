//! Deadlock reports. Each case is a process: this binary, running one test; it never ends by itself.

use crate::raw;
use hip_runtime::api::stream_memory::{Comparison, MemOp};
use hip_runtime::launch::argument;
use hip_runtime::{Context, Device, DeviceBuffer, Dim3, Function, LaunchConfig, Module, Stream};
use std::time::Duration;

const CHILD: &str = "STUCK_OF";
/// Timeout for the report.
const LONG: Duration = Duration::from_secs(60);
const TEXT: &str = "
.version 8.0
.target sm_50
.address_size 64
.visible .entry spin(.param .u64 flag)
{
    .reg .pred %q;
    .reg .b32 %r<2>;
    .reg .b64 %rd<2>;
    ld.param.u64 %rd1, [flag];
LOOP:
    ld.volatile.global.u32 %r1, [%rd1];
    setp.eq.u32 %q, %r1, 0;
    @%q bra LOOP;
    ret;
}
.visible .entry raise(.param .u64 flag)
{
    .reg .b64 %rd<2>;
    ld.param.u64 %rd1, [flag];
    st.global.u32 [%rd1], 1;
    ret;
}
.visible .entry meet(.param .u64 count)
{
    .reg .pred %q;
    .reg .b32 %r<4>;
    .reg .b64 %rd<2>;
    ld.param.u64 %rd1, [count];
    mov.u32 %r3, %nctaid.x;
    mov.u32 %r2, %ntid.x;
    mul.lo.u32 %r3, %r3, %r2;
    atom.global.add.u32 %r1, [%rd1], 1;
LOOP:
    ld.volatile.global.u32 %r2, [%rd1];
    setp.lt.u32 %q, %r2, %r3;
    @%q bra LOOP;
    ret;
}
";

fn launch(kernel: &Function, [blocks, threads]: [u32; 2], stream: &Stream, at: u64) {
    let config = LaunchConfig {
        stream: stream.handle(),
        ..LaunchConfig::new(Dim3::new(blocks, 1, 1), Dim3::new(threads, 1, 1))
    };
    raw::run(kernel, &config, &[argument(at)]).expect("a launch");
}

/// Report of a process, up to a number of lines; then it is killed.
fn report(test: &str, settings: &[(&str, &str)], lines: usize) -> String {
    let settings = [&[(CHILD, "1"), ("HIP_SOFT_REPORT", "1")], settings].concat();
    let said = crate::heard(&format!("deadlock::{test}"), &settings, "hip: stuck: ", (lines, LONG));
    said.join("\n")
}

/// A kernel spins on a word that a kernel in another stream would write, if that were not behind the first
/// stream's next kernel in a channel.
#[test]
fn a_false_dependency_that_never_ends() {
    if std::env::var_os(CHILD).is_some() {
        let _context = Context::new(Device::get(0).expect("a device")).expect("a context");
        let module = Module::from_bytes(TEXT.as_bytes()).expect("a module");
        let kernel = |name| module.function(name).expect("a kernel");
        let flag = DeviceBuffer::<u32>::zeroed(2).expect("memory");
        let [first, second] = [0, 1].map(|_| Stream::non_blocking(0).expect("a stream"));
        let at = flag.ptr().address();
        launch(&kernel("spin"), [1, 1], &first, at);
        launch(&kernel("raise"), [1, 1], &first, at + 4);
        launch(&kernel("raise"), [1, 1], &second, at);
        return second.synchronize().expect("never");
    }
    let said = report("a_false_dependency_that_never_ends", &[("CUDA_DEVICE_MAX_CONNECTIONS", "1")], 4);
    insta::assert_snapshot!(said);
}

/// Blocks with an SM wait for blocks without one.
#[test]
fn blocks_that_wait_for_blocks_without_an_sm() {
    if std::env::var_os(CHILD).is_some() {
        let _context = Context::new(Device::get(0).expect("a device")).expect("a context");
        let module = Module::from_bytes(TEXT.as_bytes()).expect("a module");
        let count = DeviceBuffer::<u32>::zeroed(1).expect("memory");
        let stream = Stream::non_blocking(0).expect("a stream");
        launch(&module.function("meet").expect("a kernel"), [7, 1024], &stream, count.ptr().address());
        return stream.synchronize().expect("never");
    }
    // Three SMs, with room for two such blocks each.
    let said = report("blocks_that_wait_for_blocks_without_an_sm", &[("HIP_SOFT_DEVICE", "MX250")], 4);
    insta::assert_snapshot!(said);
}

/// Each of two kernels spins on a word that a kernel behind the other one would write.
#[test]
fn two_kernels_that_wait_for_each_other_s_streams() {
    if std::env::var_os(CHILD).is_some() {
        let _context = Context::new(Device::get(0).expect("a device")).expect("a context");
        let module = Module::from_bytes(TEXT.as_bytes()).expect("a module");
        let kernel = |name| module.function(name).expect("a kernel");
        let flags = DeviceBuffer::<u32>::zeroed(2).expect("memory");
        let streams = [0, 1].map(|_| Stream::non_blocking(0).expect("a stream"));
        let at = |flag: u64| flags.ptr().address() + 4 * flag;
        for (stream, own) in streams.iter().zip(0..) {
            launch(&kernel("spin"), [1, 1], stream, at(own));
            launch(&kernel("raise"), [1, 1], stream, at(1 - own));
        }
        return streams[0].synchronize().expect("never");
    }
    insta::assert_snapshot!(report("two_kernels_that_wait_for_each_other_s_streams", &[], 6));
}

/// A thread waits for a full channel, whose head waits for a kernel that waits for the thread.
#[test]
fn a_thread_before_a_full_channel() {
    if std::env::var_os(CHILD).is_some() {
        let _context = Context::new(Device::get(0).expect("a device")).expect("a context");
        let module = Module::from_bytes(TEXT.as_bytes()).expect("a module");
        let flag = DeviceBuffer::<u32>::zeroed(1).expect("memory");
        let stream = Stream::non_blocking(0).expect("a stream");
        let kernel = module.function("spin").expect("a kernel");
        loop {
            launch(&kernel, [1, 1], &stream, flag.ptr().address());
        }
    }
    let said = report("a_thread_before_a_full_channel", &[("CUDA_SCALE_LAUNCH_QUEUES", "0.25x")], 3);
    insta::assert_snapshot!(said);
}

/// Each of two streams waits on a word that the other would write behind its own wait.
#[test]
fn two_streams_that_wait_for_each_other_s_words() {
    if std::env::var_os(CHILD).is_some() {
        let _context = Context::new(Device::get(0).expect("a device")).expect("a context");
        let words = DeviceBuffer::<u32>::zeroed(2).expect("memory");
        let streams = [0, 1].map(|_| Stream::non_blocking(0).expect("a stream"));
        for (stream, own) in streams.iter().zip(0..) {
            let address = |word: u64| words.ptr().address() + 4 * word;
            let until = Comparison::Equal;
            let wait = MemOp::Wait { address: address(own), wide: false, value: 1, mask: u64::MAX, until };
            let write = MemOp::Write { address: address(1 - own), wide: false, value: 1 };
            raw::submit(stream.handle(), &[wait, write]).expect("taken");
        }
        return streams[0].synchronize().expect("never");
    }
    insta::assert_snapshot!(report("two_streams_that_wait_for_each_other_s_words", &[], 6));
}

/// Tens of thousands of operations wait for each other: the report is complete within the timeout.
#[test]
fn many_operations_that_wait_for_each_other() {
    if std::env::var_os(CHILD).is_some() {
        let _context = Context::new(Device::get(0).expect("a device")).expect("a context");
        let module = Module::from_bytes(TEXT.as_bytes()).expect("a module");
        let flag = DeviceBuffer::<u32>::zeroed(1).expect("memory");
        let stream = Stream::non_blocking(0).expect("a stream");
        launch(&module.function("spin").expect("a kernel"), [1, 1], &stream, flag.ptr().address());
        for _ in 0..20_000 {
            stream.call(|| {}).expect("taken");
        }
        return stream.synchronize().expect("never");
    }
    insta::assert_snapshot!(report("many_operations_that_wait_for_each_other", &[], 3));
}
