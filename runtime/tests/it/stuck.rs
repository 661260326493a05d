//! Who waits for whom, where nothing goes on: each process is this binary again, with one of these tests as
//! its only one. None of them ever ends by itself.

use hip_runtime::api::stream_memory::{self, Comparison, MemOp};
use hip_runtime::launch::argument;
use hip_runtime::{Context, Device, DeviceBuffer, Dim3, Function, LaunchConfig, Module, Stream};
use std::time::Duration;

const CHILD: &str = "STUCK_OF";
/// Longer than it takes to be told.
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
        grid: Dim3::new(blocks, 1, 1),
        block: Dim3::new(threads, 1, 1),
        shared_bytes: 0,
        stream: stream.handle(),
    };
    kernel.launch(&config, &[argument(at)]).expect("a launch");
}

/// What a process says of its being stuck, until it has said so much; then it is ended.
fn told(test: &str, settings: &[(&str, &str)], lines: usize) -> String {
    let settings = [&[(CHILD, "1"), ("HIP_SOFT_REPORT", "1")], settings].concat();
    let said = crate::heard(&format!("stuck::{test}"), &settings, "hip: stuck: ", (lines, LONG));
    said.join("\n")
}

/// A kernel waits for a word that a kernel of another stream would write, were it not behind the first
/// stream's next one.
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
    let said = told("a_false_dependency_that_never_ends", &[("CUDA_DEVICE_MAX_CONNECTIONS", "1")], 4);
    insta::assert_snapshot!(said);
}

/// Blocks that have an SM wait for some that have none.
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
    let said = told("blocks_that_wait_for_blocks_without_an_sm", &[("HIP_SOFT_DEVICE", "MX250")], 4);
    insta::assert_snapshot!(said);
}

/// Each of two kernels waits for a word that a kernel behind the other one would write.
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
    insta::assert_snapshot!(told("two_kernels_that_wait_for_each_other_s_streams", &[], 6));
}

/// A thread waits for a full channel, and what is first in it for a kernel that waits for the thread.
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
    let said = told("a_thread_before_a_full_channel", &[("CUDA_SCALE_LAUNCH_QUEUES", "0.25x")], 3);
    insta::assert_snapshot!(said);
}

/// Each of two streams waits for a word that the other one would write behind its own wait.
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
            stream_memory::submit(stream.handle(), &[wait, write]).expect("taken");
        }
        return streams[0].synchronize().expect("never");
    }
    insta::assert_snapshot!(told("two_streams_that_wait_for_each_other_s_words", &[], 6));
}

/// Tens of thousands of operations wait for each other: who waits for whom is found out before anybody goes
/// home.
#[test]
fn a_great_many_that_wait_for_each_other() {
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
    insta::assert_snapshot!(told("a_great_many_that_wait_for_each_other", &[], 3));
}
