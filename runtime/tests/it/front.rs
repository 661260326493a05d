//! Front end through the API, with kernels that wait for the host: number of resident grids, streams behind a
//! stalled one, priorities. Each case is a process: this binary, running one test.
#![expect(clippy::print_stdout, reason = "output of a process for the test that started it")]

use crate::raw;
use hip_runtime::api::memory::{self, Direction};
use hip_runtime::launch::{Argument, argument};
use hip_runtime::{Context, Device, DeviceBuffer, Dim3, Error, Function, LaunchConfig, Module, Stream};
use std::process::Command;
use std::time::Duration;

pub(crate) const CHILD: &str = "FRONT_OF";
const TEXT: &str = "
.version 8.0
.target sm_50
.address_size 64
// Counts itself, and waits for a flag.
.visible .entry spin(.param .u64 flag, .param .u64 count)
{
    .reg .pred %q;
    .reg .b32 %r<3>;
    .reg .b64 %rd<3>;
    ld.param.u64 %rd1, [flag];
    ld.param.u64 %rd2, [count];
    mov.u32 %r2, %tid.x;
    setp.ne.u32 %q, %r2, 0;
    @%q bra LOOP;
    red.global.add.u32 [%rd2], 1;
LOOP:
    ld.volatile.global.u32 %r1, [%rd1];
    setp.eq.u32 %q, %r1, 0;
    @%q bra LOOP;
    ret;
}
.visible .entry nothing(.param .u64 a, .param .u64 b)
{
    ret;
}
// Takes a number.
.visible .entry tick(.param .u64 out, .param .u64 count)
{
    .reg .pred %q;
    .reg .b32 %r<3>;
    .reg .b64 %rd<3>;
    ld.param.u64 %rd1, [out];
    ld.param.u64 %rd2, [count];
    mov.u32 %r2, %tid.x;
    setp.ne.u32 %q, %r2, 0;
    @%q bra END;
    atom.global.add.u32 %r1, [%rd2], 1;
    st.global.u32 [%rd1], %r1;
END:
    ret;
}
";

/// Kernels, the flags that they wait for, and the words that they write: counts and results.
pub(crate) struct Program {
    pub(crate) context: Context,
    module: Module,
    flags: DeviceBuffer<u32>,
    pub(crate) words: DeviceBuffer<u32>,
}

/// First index of the flags.
pub(crate) const FLAGS: u64 = 100;

impl Program {
    pub(crate) fn new() -> Program {
        Program::in_context(Context::new(Device::get(0).expect("a device")).expect("a context"))
    }

    /// Loads the program into the current context.
    pub(crate) fn in_context(context: Context) -> Program {
        let module = Module::from_bytes(TEXT.as_bytes()).expect("a module");
        let [flags, words] = [2, 64].map(|len| DeviceBuffer::<u32>::zeroed(len).expect("memory"));
        Program { context, module, flags, words }
    }

    fn word(&self, at: u64) -> Argument {
        argument(match at.checked_sub(FLAGS) {
            Some(flag) => self.flags.ptr().address() + 4 * flag,
            None => self.words.ptr().address() + 4 * at,
        })
    }

    pub(crate) fn kernel(&self, name: &str) -> Function {
        self.module.function(name).expect("a kernel")
    }

    pub(crate) fn launch(&self, kernel: &Function, shape: [u32; 2], stream: &Stream, words: [u64; 2]) {
        self.try_launch(kernel, shape, stream, words).expect("a launch");
    }

    pub(crate) fn try_launch(
        &self,
        kernel: &Function,
        [blocks, threads]: [u32; 2],
        stream: &Stream,
        words: [u64; 2],
    ) -> Result<(), Error> {
        let config = LaunchConfig {
            stream: stream.handle(),
            ..LaunchConfig::new(Dim3::new(blocks, 1, 1), Dim3::new(threads, 1, 1))
        };
        raw::run(kernel, &config, &words.map(|at| self.word(at)))
    }

    /// Words, once they have not changed for a while.
    pub(crate) fn settled(&self) -> Vec<u32> {
        let mut still = 0;
        let mut last = self.words.to_vec().expect("values");
        while still < 8 {
            std::thread::sleep(Duration::from_millis(30));
            let now = self.words.to_vec().expect("values");
            still = if now == last { still + 1 } else { 0 };
            last = now;
        }
        last
    }

    /// Ends the kernels that wait for the first flag.
    pub(crate) fn release_first(&self) {
        self.try_release_first().expect("a copy");
    }

    /// Ends the kernels that wait for the first flag; fails if the context ends before the copy's call does.
    pub(crate) fn try_release_first(&self) -> Result<(), Error> {
        raw::poke(&self.flags, &[1, 0], None)
    }

    /// Ends all waiting kernels.
    pub(crate) fn release(&self) {
        raw::poke(&self.flags, &[1, 1], None).expect("a copy");
        self.context.synchronize().expect("all end");
    }
}

fn streams<const N: usize>(priorities: [i32; N]) -> [Stream; N] {
    priorities.map(|priority| Stream::non_blocking(priority).expect("a stream"))
}

fn run(test: &str, what: &str, settings: &[(&str, &str)]) -> (String, String) {
    run_test(&format!("front::{test}"), what, settings)
}

/// Output of a program's process, and its standard error.
pub(crate) fn run_test(test: &str, what: &str, settings: &[(&str, &str)]) -> (String, String) {
    let output = Command::new(std::env::current_exe().expect("this binary"))
        .args(["--exact", test, "--nocapture"])
        .env(CHILD, what)
        .envs(settings.iter().copied())
        .output()
        .expect("a process");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    let (out, errors) = (text(output.stdout), text(output.stderr));
    assert!(output.status.success(), "{out}{errors}");
    let said = out.lines().find_map(|line| line.split_once("said: ")).expect("it says something").1;
    (said.to_owned(), errors)
}

#[test]
fn at_most_128_grids_run_at_once() {
    let test = "at_most_128_grids_run_at_once";
    if let Ok(wanted) = std::env::var(CHILD) {
        let program = Program::new();
        let spin = program.kernel("spin");
        let all: Vec<Stream> = (0..wanted.parse().expect("a number"))
            .map(|_| Stream::non_blocking(0).expect("a stream"))
            .collect();
        all.iter().for_each(|stream| program.launch(&spin, [1, 1], stream, [FLAGS, 1]));
        println!("said: {}", program.settled()[1]);
        return program.release();
    }
    // Observed on an H200, the same with 1, 8 and 32 channels; older devices as documented.
    for (wanted, channels, device, resident) in [
        ("127", "8", "h200", "127"),
        ("128", "1", "h200", "128"),
        ("140", "32", "h200", "128"),
        ("200", "8", "h200", "128"),
        ("40", "8", "GTX 1080", "32"),
        ("20", "8", "Xavier", "16"),
        ("130", "8", "A100-SXM4", "128"),
    ] {
        let settings = [("CUDA_DEVICE_MAX_CONNECTIONS", channels), ("HIP_SOFT_DEVICE", device)];
        assert_eq!(run(test, wanted, &settings).0, resident, "{wanted} streams of {device}");
    }
}

#[test]
fn streams_behind_a_stalled_one_wait() {
    let test = "streams_behind_a_stalled_one_wait";
    if let Ok(what) = std::env::var(CHILD) {
        let (count, behind) = what.split_once(' ').expect("two numbers");
        let program = Program::new();
        let [spin, nothing, tick] = ["spin", "nothing", "tick"].map(|name| program.kernel(name));
        let all: Vec<Stream> = (0..count.parse().expect("a number"))
            .map(|_| Stream::non_blocking(0).expect("a stream"))
            .collect();
        program.launch(&spin, [1, 1], &all[0], [FLAGS, 1]);
        for _ in 0..behind.parse().expect("a number") {
            program.launch(&nothing, [1, 1], &all[0], [1, 1]);
        }
        for (at, stream) in (4..).zip(&all[1..]) {
            program.launch(&tick, [1, 1], stream, [at, 2]);
        }
        let ran = program.settled()[2];
        println!("said: {ran} of {}", all.len() - 1);
        return program.release();
    }
    // Observed on an H200: a kernel that never ends, with 0, 1 or 2 behind it; then one on each other stream.
    for (streams, behind, channels, ran) in [
        ("6", "0", "1", "5 of 5"),
        ("6", "1", "1", "0 of 5"),
        ("6", "2", "1", "0 of 5"),
        ("8", "0", "2", "7 of 7"),
        ("20", "1", "8", "19 of 19"),
        ("20", "2", "8", "19 of 19"),
        ("40", "1", "32", "39 of 39"),
    ] {
        let settings = [("CUDA_DEVICE_MAX_CONNECTIONS", channels)];
        let (said, _) = run(test, &format!("{streams} {behind}"), &settings);
        assert_eq!(said, ran, "{streams} streams on {channels} channels, {behind} behind");
    }
    // Two channels: every second stream, as launches follow each other faster than a channel becomes idle.
    // This depends on time, so the virtual timeline shows it.
    let settings = [("CUDA_DEVICE_MAX_CONNECTIONS", "2"), ("HIP_SOFT_REPORT", "1")];
    let (_, errors) = run(test, "8 1", &settings);
    let victims: Vec<&str> = errors
        .lines()
        .filter_map(|line| line.split_once("false dependency: stream ")?.1.split(' ').next())
        .collect();
    // The default stream is number 0. Observed on an H200: the second, fourth and sixth stream after the
    // stalled one, which is number 1.
    let mut sorted = victims.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, ["3", "5", "7"], "{errors}");
}

/// Case of a process: its work, its settings, and its number of launches.
type Row<'a> = (&'a str, &'a [(&'a str, &'a str)], u32);

/// Launches on streams in turn until one is refused, with queues of a quarter of the usual size.
#[test]
fn the_number_of_channels_follows_the_settings() {
    let test = "the_number_of_channels_follows_the_settings";
    if let Ok(what) = std::env::var(CHILD) {
        let (count, copies) = what.split_once(' ').expect("two words");
        let program = Program::new();
        let spin = program.kernel("spin");
        let all: Vec<Stream> = (0..count.parse().expect("a number"))
            .map(|_| Stream::non_blocking(0).expect("a stream"))
            .collect();
        let mut taken = 0;
        if copies == "copies" {
            // A kernel that stays on each stream; then copies from the device, stream after stream.
            all.iter().for_each(|stream| program.launch(&spin, [1, 1], stream, [FLAGS, 1]));
            let host = raw::device(memory::alloc_host(4, 0).expect("memory"));
            let from = raw::device(program.words.ptr().address());
            for stream in &all {
                while memory::copy_async(host, from, 4, Direction::ToHost, stream.handle()).is_ok() {
                    taken += 1;
                }
            }
        } else {
            let mut turn = all.iter().cycle();
            let next = |stream: &Stream| program.try_launch(&spin, [1, 1], stream, [FLAGS, 1]).is_ok();
            while turn.next().is_some_and(next) {
                taken += 1;
            }
        }
        println!("said: {taken}");
        std::process::exit(0);
    }
    // N streams on C channels take N + 253 C launches, as observed on an H200 for several channels and
    // scales; copies fill their own channels.
    let (cuda, hip, copy) =
        ("CUDA_DEVICE_MAX_CONNECTIONS", "GPU_MAX_HW_QUEUES", "CUDA_DEVICE_MAX_COPY_CONNECTIONS");
    let rows: [Row<'_>; 8] = [
        ("3 kernels", &[], 3 * 254),
        ("3 kernels", &[(cuda, "1")], 3 + 253),
        ("3 kernels", &[(hip, "2")], 3 + 2 * 253),
        ("3 kernels", &[(hip, "3"), (cuda, "1")], 3 + 253),
        ("3 kernels", &[(cuda, "none")], 3 * 254),
        ("2 copies", &[], 2 * 253),
        ("2 copies", &[(cuda, "1")], 253),
        ("2 copies", &[(copy, "1")], 253),
    ];
    for (what, settings, taken) in rows {
        let fixed = [("CUDA_SCALE_LAUNCH_QUEUES", "0.25x"), ("HIP_SOFT_BLOCK_LIMIT", "0")];
        let settings: Vec<_> = settings.iter().chain(&fixed).copied().collect();
        assert_eq!(run(test, what, &settings).0, taken.to_string(), "{what} {settings:?}");
    }
}

#[test]
fn streams_with_priority_come_first() {
    let test = "streams_with_priority_come_first";
    if std::env::var_os(CHILD).is_some() {
        let program = Program::new();
        let [spin, tick] = ["spin", "tick"].map(|name| program.kernel(name));
        let [first, second] = streams([0, 0]);
        let all = streams([0, -1, -3, -5, 0, -5]);
        // Fills the device's three SMs: running blocks are never pre-empted.
        program.launch(&spin, [1, 1024], &first, [FLAGS, 1]);
        program.launch(&spin, [5, 1024], &second, [FLAGS + 1, 1]);
        assert_eq!(program.settled()[1], 6);
        for (at, stream) in (4..).zip(&all) {
            program.launch(&tick, [1, 1024], stream, [at, 2]);
        }
        assert_eq!(program.settled()[2], 0, "nothing has room");
        // Makes room for one block.
        program.release_first();
        let order = &program.settled()[4..10];
        println!("said: {order:?}");
        return program.release();
    }
    assert_eq!(run(test, "1", &[("HIP_SOFT_DEVICE", "MX250")]).0, "[4, 3, 2, 0, 5, 1]");
}

#[test]
fn blocking_launches_return_when_their_kernel_has_ended() {
    let test = "blocking_launches_return_when_their_kernel_has_ended";
    if std::env::var_os(CHILD).is_some() {
        let program = Program::new();
        let tick = program.kernel("tick");
        let [first] = streams([0]);
        // The stream is idle after each launch.
        let idle = (4..14).filter(|&at| {
            program.launch(&tick, [64, 256], &first, [at, 2]);
            hip_runtime::api::stream::query(first.handle()).is_ok()
        });
        println!("said: {}", idle.count());
        return;
    }
    for (name, value) in
        [("CUDA_LAUNCH_BLOCKING", "1"), ("HIP_LAUNCH_BLOCKING", "1"), ("AMD_SERIALIZE_KERNEL", "3")]
    {
        assert_eq!(run(test, "1", &[(name, value)]).0, "10", "{name}");
    }
}
