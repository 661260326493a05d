//! Launch queues through the API: how many launches a thread makes before it blocks, as an H200's did. Each row is a process of
//! its own: this binary again, with this test as its only one.
#![expect(clippy::print_stdout, reason = "what a process of the tests says to the test that started it")]

use hip_runtime::launch::{Argument, argument};
use hip_runtime::{Context, Device, DeviceBuffer, Dim3, Error, Function, LaunchConfig, Module, Stream};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

const CHILD: &str = "QUEUE_OF";
const NAME: &str = "queue::launches_fill_queues_as_an_h200s";

/// So long no launch may come back before the thread counts as blocked.
const STILL: Duration = Duration::from_millis(400);

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
    let config = LaunchConfig {
        grid: Dim3::new(1, 1, 1),
        block: Dim3::new(1, 1, 1),
        shared_bytes: 0,
        stream: stream.handle(),
    };
    kernel.launch(&config, arguments)
}

/// Launches a kernel that waits for a flag on streams in turn, until the thread blocks; prints how many were taken.
fn program(settings: &str) {
    let numbers: Vec<usize> = settings.split(' ').map(|word| word.parse().expect("a number")).collect();
    let [streams, param_bytes] = numbers[..] else { panic!("two numbers: {settings}") };
    let _context = Context::new(Device::get(0).expect("a device")).expect("a context");
    let module = Module::from_bytes(text(param_bytes.saturating_sub(8).max(8)).as_bytes()).expect("a module");
    let kernel = module.function("spin").expect("a kernel");
    let flag = DeviceBuffer::<u32>::zeroed(1).expect("memory");
    let all: Vec<Stream> = (0..streams).map(|_| Stream::non_blocking(0).expect("a stream")).collect();
    let taken = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&taken);
    let mut more = Argument::default();
    more.push(&vec![0; param_bytes.saturating_sub(8).max(8)]);
    std::thread::spawn(move || {
        for stream in all.iter().cycle() {
            if let Err(error) = launch(&kernel, stream, &[argument(flag.ptr()), more.clone()]) {
                println!("error: {error}");
                break;
            }
            count.fetch_add(1, Ordering::Relaxed);
        }
    });
    let mut last = 0;
    loop {
        std::thread::sleep(STILL);
        let now = taken.load(Ordering::Relaxed);
        if now > 0 && now == last {
            break;
        }
        last = now;
    }
    println!("taken: {last}");
    // The kernels never end: what could end them would have to go through a full channel.
    std::process::exit(0);
}

#[test]
fn launches_fill_queues_as_an_h200s() {
    if let Ok(settings) = std::env::var(CHILD) {
        return program(&settings);
    }
    let table = include_str!("../../../testdata/schedule/h200_channels.tsv");
    let mut children = Vec::new();
    for line in table.lines().filter(|line| line.starts_with("round\t")) {
        let [_, streams, connections, scale, param_bytes, launches] =
            line.split('\t').collect::<Vec<_>>()[..]
        else {
            panic!("columns of {line}")
        };
        // Some of each kind: all rows are held against the model itself in the tests of `hip-device`.
        let some = [
            "1 8 0.25x 4008",
            "1 8 1x 0",
            "1 8 3x 0",
            "1 8 4x 4008",
            "2 8 1x 0",
            "9 8 1x 0",
            "12 8 0.5x 0",
            "8 2 1x 0",
        ];
        if !some.contains(&format!("{streams} {connections} {scale} {param_bytes}").as_str()) {
            continue;
        }
        let child = Command::new(std::env::current_exe().expect("this binary"))
            .args(["--exact", NAME, "--nocapture"])
            .env(CHILD, format!("{streams} {param_bytes}"))
            .env("CUDA_DEVICE_MAX_CONNECTIONS", connections)
            .env("CUDA_SCALE_LAUNCH_QUEUES", scale)
            .output()
            .expect("a process");
        children.push((line, launches, child));
    }
    for (line, launches, output) in &children {
        let told = String::from_utf8_lossy(&output.stdout);
        let taken = told.lines().find_map(|line| line.split_once("taken: ")).map(|(_, number)| number);
        assert_eq!(taken, Some(*launches), "{line}\n{told}{}", String::from_utf8_lossy(&output.stderr));
    }
    assert_eq!(children.len(), 8);
}

#[test]
fn a_limit_turns_the_wait_into_an_error() {
    let output = Command::new(std::env::current_exe().expect("this binary"))
        .args(["--exact", NAME, "--nocapture"])
        .envs([
            (CHILD, "1 0"),
            ("HIP_SOFT_BLOCK_LIMIT", "50"),
            ("AMD_LOG_LEVEL", "2"),
            ("HIP_SOFT_BINDING", "static"),
        ])
        .output()
        .expect("a process");
    let (told, logged) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(told.contains("taken: 1022"), "{told}{logged}");
    let full = "channel 1 is full: 1021 operations wait in its ring";
    assert!(told.contains(&format!("error: {full}")), "{told}");
    assert!(logged.contains(full) && logged.contains("the calling thread waits"), "{logged}");
}
