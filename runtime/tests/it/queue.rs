//! Launch queues through the API: number of launches before a thread blocks, as on an H200. Each row is a
//! process: this binary, running this test.
#![expect(clippy::print_stdout, reason = "output of a process for the test that started it")]

use crate::raw;
use hip_runtime::launch::{Argument, argument};
use hip_runtime::{Context, Device, DeviceBuffer, Dim3, Error, Function, LaunchConfig, Module, Stream};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

const CHILD: &str = "QUEUE_OF";
const NAME: &str = "queue::launches_fill_queues_as_an_h200s";

/// Launches of a stream after which none is refused, as in the recording.
const WITHOUT_END: usize = 20_000;

/// Time without a returning launch after which the thread counts as blocked.
const STILL: Duration = Duration::from_millis(900);

fn text(param_bytes: usize) -> String {
    format!(
        ".version 8.0\n.target sm_90\n.address_size 64\n\
         .visible .entry spin(.param .u64 flag, .param .align 8 .b8 more[{param_bytes}])\n{{\n\
         .reg .pred %q; .reg .b32 %r<2>; .reg .b64 %rd<2>;\n\
         ld.param.u64 %rd1, [flag];\nLOOP:\nld.volatile.global.u32 %r1, [%rd1];\n\
         setp.eq.u32 %q, %r1, 0;\n@%q bra LOOP;\nret;\n}}\n"
    )
}

fn launch(kernel: &Function, stream: &Stream, arguments: &[Argument]) -> Result<(), Error> {
    let config =
        LaunchConfig { stream: stream.handle(), ..LaunchConfig::new(Dim3::new(1, 1, 1), Dim3::new(1, 1, 1)) };
    raw::run(kernel, &config, arguments)
}

/// Streams of a program, and a kernel that waits for a flag.
struct Host {
    _module: Module,
    kernel: Function,
    streams: Vec<Stream>,
    /// Flags: one that is never raised, and one that is.
    flags: DeviceBuffer<u32>,
    more: Argument,
    taken: AtomicUsize,
}

impl Host {
    fn new(streams: usize, param_bytes: usize) -> Host {
        let module = Module::from_bytes(text(param_bytes.saturating_sub(8).max(8)).as_bytes());
        let module = module.expect("a module");
        let kernel = module.function("spin").expect("a kernel");
        let flags = DeviceBuffer::<u32>::zeroed(2).expect("memory");
        raw::poke(&flags, &[0, 1], None).expect("a copy");
        let streams = (0..streams).map(|_| Stream::non_blocking(0).expect("a stream")).collect();
        let mut more = Argument::default();
        more.push(&vec![0; param_bytes.saturating_sub(8).max(8)]);
        Host { _module: module, kernel, streams, flags, more, taken: AtomicUsize::new(0) }
    }

    /// Launches a kernel on a stream that ends at once, or never. Returns whether it was accepted.
    fn launch(&self, stream: usize, ends: bool) -> bool {
        let flag = self.flags.ptr().address() + if ends { 4 } else { 0 };
        let answer = launch(&self.kernel, &self.streams[stream], &[argument(flag), self.more.clone()]);
        if let Err(error) = &answer {
            println!("error: {error}");
        }
        if ends && answer.is_ok() {
            // The recorded kernel ended before the next launch: this one must too, however slow the machine
            // is.
            self.streams[stream].synchronize().expect("it ends");
        }
        self.taken.fetch_add(usize::from(answer.is_ok()), Ordering::Relaxed);
        answer.is_ok()
    }

    /// Launches on streams in turn until one is refused.
    fn in_turn(&self, ends: impl Fn(usize) -> bool) {
        let mut turn = (0..self.streams.len()).cycle();
        while turn.next().is_some_and(|stream| self.launch(stream, ends(stream))) {}
    }

    /// Launches on stream after stream, on each until one is refused or the limit of launches is reached.
    fn fill(&self) {
        for stream in 0..self.streams.len() {
            let mut left = WITHOUT_END;
            while left > 0 && self.launch(stream, false) {
                left -= 1;
            }
        }
    }

    /// Launches by a pattern of `h200_channels.tsv`.
    fn follow(&self, pattern: &str) {
        let each = 0..self.streams.len();
        match pattern {
            "round" => self.in_turn(|_| false),
            "first" => {
                self.launch(0, false);
                self.in_turn(|stream| stream != 0);
            }
            "fill" => self.fill(),
            "own" => {
                each.for_each(|stream| assert!(self.launch(stream, false)));
                self.taken.store(0, Ordering::Relaxed);
                self.fill();
            }
            "sequence" => {
                each.for_each(|stream| assert!(self.launch(stream, false)));
                while self.launch(0, false) {}
            }
            other => panic!("no pattern {other}"),
        }
    }
}

/// Launches by a pattern until the thread blocks, or until the timeout; prints the number of accepted
/// launches.
fn program(settings: &str) {
    let [pattern, streams, param_bytes] = settings.split(' ').collect::<Vec<_>>()[..] else {
        panic!("three words: {settings}")
    };
    let number = |text: &str| text.parse::<usize>().expect("a number");
    let (pattern, streams, param_bytes) = (pattern.to_owned(), number(streams), number(param_bytes));
    let context = Context::new(Device::get(0).expect("a device")).expect("a context");
    let host = Arc::new(Host::new(streams, param_bytes));
    context.synchronize().expect("nothing runs");
    let launches = Arc::clone(&host);
    let thread = std::thread::spawn(move || launches.follow(&pattern));
    if std::env::var_os("HIP_SOFT_BLOCK_LIMIT").is_some() {
        thread.join().expect("it ends where it would wait");
    } else {
        let mut last = 0;
        loop {
            std::thread::sleep(STILL);
            let now = host.taken.load(Ordering::Relaxed);
            if now > 0 && now == last {
                break;
            }
            last = now;
        }
    }
    println!("taken: {}", host.taken.load(Ordering::Relaxed));
    // The kernels never end: releasing them would require an operation through a full channel.
    std::process::exit(0);
}

/// Runs a row of `h200_channels.tsv` in a process of its own, and compares its output with the recorded one.
fn check(line: &str, settings: &[(&str, &str)]) -> Result<(), String> {
    let [pattern, streams, connections, scale, param_bytes, launches] =
        tsv::first(line).expect("six columns");
    let output = Command::new(std::env::current_exe().expect("this binary"))
        .args(["--exact", NAME, "--nocapture"])
        .env(CHILD, format!("{pattern} {streams} {param_bytes}"))
        .env("CUDA_DEVICE_MAX_CONNECTIONS", connections)
        .env("CUDA_SCALE_LAUNCH_QUEUES", scale)
        .envs(settings.iter().copied())
        .output()
        .expect("a process");
    let output_text = String::from_utf8_lossy(&output.stdout);
    let taken = output_text.lines().find_map(|line| line.split_once("taken: ")).map(|(_, number)| number);
    match taken == Some(launches) {
        true => Ok(()),
        false => Err(format!("{line}\n{output_text}{}", String::from_utf8_lossy(&output.stderr))),
    }
}

const TABLE: &str = include_str!("../../../testdata/schedule/h200_channels.tsv");

fn rows() -> impl Iterator<Item = &'static str> {
    tsv::rows(TABLE)
}

/// Without a timeout the thread blocks.
#[test]
fn launches_fill_queues_as_an_h200s() {
    if let Ok(settings) = std::env::var(CHILD) {
        return program(&settings);
    }
    let some = ["round\t1\t8\t1x\t0\t1022", "round\t9\t8\t1x\t0\t8177", "first\t2\t8\t1x\t0\t2043"];
    for row in some {
        assert!(rows().any(|line| line == row), "{row:?} was not recorded");
        check(row, &[]).unwrap_or_else(|wrong| panic!("{wrong}"));
    }
}

/// Rows with a timeout for blocking. `QUEUE_ROWS=all` in the environment runs all 82, which takes a minute in
/// an unoptimised build; the tests of `hip-device` check the model against all of them each time.
#[test]
fn every_recorded_row_of_launches_matches() {
    let mut wrong = Vec::new();
    let all = std::env::var("QUEUE_ROWS").is_ok_and(|rows| rows == "all");
    let (mut count, mut left_out) = (0, 0);
    for line in rows() {
        let launches = tsv::cells(line).next_back().expect("a last column");
        if !all && launches.parse::<u32>().expect("a number") > 5_000 {
            left_out += 1;
            continue;
        }
        wrong.extend(check(line, &[("HIP_SOFT_BLOCK_LIMIT", "0")]).err());
        count += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(count + left_out, 82);
    assert!(all && left_out == 0 || left_out == 34, "{left_out}");
}

#[test]
fn a_limit_turns_the_wait_into_an_error() {
    let output = Command::new(std::env::current_exe().expect("this binary"))
        .args(["--exact", NAME, "--nocapture"])
        .envs([
            (CHILD, "round 1 0"),
            ("HIP_SOFT_BLOCK_LIMIT", "50"),
            ("AMD_LOG_LEVEL", "2"),
            ("HIP_SOFT_BINDING", "static"),
        ])
        .output()
        .expect("a process");
    let (output_text, logged) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output_text.contains("taken: 1022"), "{output_text}{logged}");
    let full = "channel 1 is full: 1021 operations wait in its ring";
    assert!(output_text.contains(&format!("error: {full}")), "{output_text}");
    assert!(logged.contains(full) && logged.contains("the calling thread waits"), "{logged}");
}
