//! Durations with `HIP_SOFT_BLOCK_TIME=modelled`, compared with an H200's of kernels that served no constant.

use super::{CHILD, run};
use crate::raw;
use hip_runtime::launch::argument;
use hip_runtime::{Context, Device, DeviceBuffer, Dim3, Event, LaunchConfig, Module, Stream};
use std::collections::{BTreeMap, BTreeSet};

/// Elements of each array.
const ELEMENTS: u32 = 1 << 20;
/// Threads of the launches that are run, and kernels that are not: others take long without optimisation.
const MOST_THREADS: u64 = 1 << 18;
const LONG: [&str; 5] = ["matvec_thread", "nbody", "sgemm_naive", "sgemm_blocked", "mandelbrot"];
/// Time of a launch between two events without its kernel, ns: an empty kernel of 1.6 µs takes 4.57 µs.
const LAUNCH: f64 = 2970.0;

fn read(name: &str) -> String {
    std::fs::read_to_string(testdata::root().join("gpu/profile").join(name)).expect("a recording")
}

/// A recorded launch.
struct Case {
    name: String,
    kernel: String,
    grid: [u32; 2],
    block: [u32; 2],
    shared: u32,
    n: u32,
}

/// Recorded launches that are short, of kernels that served no constant.
fn cases() -> Vec<Case> {
    let (text, list) = (read("cases.tsv"), read("microbenchmarks.txt"));
    let fitted: BTreeSet<&str> = list.lines().collect();
    let number = |text: &str| text.parse::<u32>().expect("a number");
    let case = |[name, kernel, gx, gy, bx, by, shared, n]: [&str; 8]| Case {
        name: name.into(),
        kernel: kernel.into(),
        grid: [gx, gy].map(number),
        block: [bx, by].map(number),
        shared: number(shared),
        n: number(n),
    };
    let wanted = |case: &Case| {
        let threads: u64 = case.grid.iter().chain(&case.block).map(|&n| u64::from(n)).product();
        let is_short = threads <= MOST_THREADS && case.n <= ELEMENTS && !LONG.contains(&&*case.kernel);
        is_short && !fitted.contains(&*case.kernel)
    };
    tsv::table::<8>(&text).map(case).filter(wanted).collect()
}

/// Launches each case twice; prints its times in nanoseconds.
fn launches() {
    let _context = Context::new(Device::get(0).expect("a device")).expect("a context");
    let module = Module::from_bytes(read("kernels.ptx").as_bytes()).expect("the kernels");
    let stream = Stream::non_blocking(0).expect("a stream");
    let filled = |value: &dyn Fn(u32) -> f32| (0..ELEMENTS).map(value).collect::<Vec<f32>>();
    let part = |i: u32, factor: u32| (i.wrapping_mul(factor) & 1023) as f32 / 1024.0;
    let a = DeviceBuffer::from_slice(&filled(&|i| part(i, 40503))).expect("memory");
    let second = filled(&|i| part(i, 9973));
    let marks = [0, 1].map(|_| Event::new().expect("an event"));
    for case in cases() {
        // A kernel may leave what depends on the order of its threads.
        let b = DeviceBuffer::from_slice(&second).expect("memory");
        let c = DeviceBuffer::<f32>::zeroed(ELEMENTS as usize + 1024).expect("memory");
        let permutation: Vec<u32> =
            (0..ELEMENTS).map(|i| i.wrapping_mul(2_654_435_761).wrapping_add(12345) & (case.n - 1)).collect();
        let p = DeviceBuffer::from_slice(&permutation).expect("memory");
        let kernel = module.function(&case.kernel).expect("a kernel");
        let config = LaunchConfig {
            shared_bytes: case.shared,
            stream: stream.handle(),
            ..LaunchConfig::new(
                Dim3::new(case.grid[0], case.grid[1], 1),
                Dim3::new(case.block[0], case.block[1], 1),
            )
        };
        let arguments =
            [argument(a.ptr()), argument(b.ptr()), argument(c.ptr()), argument(p.ptr()), argument(case.n)];
        let times = [0, 1].map(|_| {
            marks[0].record(&stream).expect("a record");
            raw::run(&kernel, &config, &arguments).expect("a launch");
            marks[1].record(&stream).expect("a record");
            stream.synchronize().expect("it runs");
            marks[1].elapsed_since(&marks[0]).expect("a time").as_nanos()
        });
        println!("{}: {} {}", case.name, times[0], times[1]);
    }
}

#[test]
fn modelled_durations_are_near_those_of_an_h200() {
    if std::env::var_os(CHILD).is_some() {
        return launches();
    }
    let of_workers = |workers| {
        let settings = [
            ("HIP_SOFT_CLOCK", "virtual"),
            ("HIP_SOFT_BLOCK_TIME", "modelled"),
            ("HIP_SOFT_WORKERS", workers),
        ];
        run("modelled::modelled_durations_are_near_those_of_an_h200", &settings).0
    };
    let times = of_workers("1");
    assert_eq!(times, of_workers("3"));
    let text = read("h200.tsv");
    let columns = tsv::columns(&text);
    let at = columns.iter().position(|&name| name == "ns").expect("durations");
    let recorded: BTreeMap<&str, f64> = tsv::rows(&text)
        .map(|row| {
            let cells: Vec<&str> = tsv::cells(row).collect();
            (cells[0], cells[at].parse().expect("nanoseconds"))
        })
        .collect();
    let nanoseconds: BTreeMap<&str, f64> = times
        .lines()
        .map(|line| {
            let (name, times) = line.split_once(": ").expect("a case");
            let (first, second) = times.split_once(' ').expect("two times");
            assert_eq!(first, second, "{name}: the first launch is recorded, the second is not");
            (name, first.parse().expect("nanoseconds"))
        })
        .collect();
    let factors: Vec<(f64, &str)> =
        nanoseconds.iter().map(|(&name, time)| ((time - LAUNCH) / recorded[name], name)).collect();
    let count = factors.len() as f64;
    let mean = (factors.iter().map(|(factor, _)| factor.ln().abs()).sum::<f64>() / count).exp();
    let near = factors.iter().filter(|(factor, _)| (0.8..=1.25).contains(factor)).count() as f64 / count;
    assert!(count > 60.0 && mean < 1.11 && near > 0.91, "{count}: {mean}, {near}: {factors:?}");
}
