//! Modelled durations (`HIP_SOFT_BLOCK_TIME=modelled`) of what kernels launch, in green contexts and in
//! concurrent streams: they are the same in every run, and cost what launches in a stream do.

use super::{CHILD, run};
use crate::raw;
use hip_runtime::api::green;
use hip_runtime::launch::argument;
use hip_runtime::{Context, Device, DeviceBuffer, Dim3, Event, LaunchConfig, Module, Stream};

const TEXT: &str = include_str!("costs.ptx");
/// Words of the array.
const WORDS: usize = 1 << 17;
/// Set for the process that launches in the green context first.
const GREEN_FIRST: &str = "COSTS_GREEN_FIRST";

/// Returns the time of a kernel in nanoseconds.
fn time(stream: &Stream, run: impl FnOnce()) -> u128 {
    let marks = [0, 1].map(|_| Event::new().expect("an event"));
    marks[0].record(stream).expect("a record");
    run();
    marks[1].record(stream).expect("a record");
    stream.synchronize().expect("it runs");
    marks[1].elapsed_since(&marks[0]).expect("a time").as_nanos()
}

fn config(stream: &Stream, blocks: u32) -> LaunchConfig {
    LaunchConfig {
        stream: stream.handle(),
        ..LaunchConfig::new(Dim3::new(blocks, 1, 1), Dim3::new(128, 1, 1))
    }
}

/// Prints the times of a kernel with blocks that launch another one, twice.
fn children() {
    let _context = Context::new(Device::get(0).expect("a device")).expect("a context");
    let module = Module::from_bytes(TEXT.as_bytes()).expect("the kernels");
    let kernel = module.function("launches").expect("a kernel");
    let data = DeviceBuffer::<u32>::zeroed(WORDS).expect("memory");
    let stream = Stream::non_blocking(0).expect("a stream");
    for number in 0..2 {
        let config = config(&stream, 24);
        let time = time(&stream, || raw::run(&kernel, &config, &[argument(data.ptr())]).expect("a launch"));
        println!("launch {number}: {time}");
    }
}

#[test]
fn what_kernels_launch_takes_the_same_time_in_every_run() {
    if std::env::var_os(CHILD).is_some() {
        return children();
    }
    let times = |workers, of_block| {
        let settings =
            [("HIP_SOFT_CLOCK", "virtual"), ("HIP_SOFT_BLOCK_TIME", of_block), ("HIP_SOFT_WORKERS", workers)];
        run("costs::what_kernels_launch_takes_the_same_time_in_every_run", &settings).0
    };
    let first = times("1", "modelled");
    for workers in ["1", "2", "4", "7", "7", "7"] {
        assert_eq!(times(workers, "modelled"), first, "{workers} workers");
    }
    let of_launch: Vec<&str> = first.lines().filter_map(|line| Some(line.split_once(": ")?.1)).collect();
    assert_eq!(of_launch.len(), 2, "{first}");
    assert_eq!(of_launch[0], of_launch[1], "each launch has children that are recorded");
    assert_ne!(first, times("1", "instructions"));
}

/// Prints the times of a kernel in a green context and in the primary one, and in two streams at once.
fn everywhere() {
    let device = Device::get(0).expect("a device");
    let (groups, _) = green::split(&device.sms().expect("SMs"), Some(1), 0, 16).expect("a split");
    let green = Context::green(&groups[0]).expect("a context");
    let _current = Context::primary(device).expect("a context");
    let module = Module::from_bytes(TEXT.as_bytes()).expect("the kernels");
    let kernel = module.function("apart").expect("a kernel");
    let data = DeviceBuffer::<u32>::zeroed(WORDS).expect("memory");
    let run = |stream: &Stream| {
        let arguments = [argument(data.ptr()), argument(3u32)];
        raw::run(&kernel, &config(stream, 512), &arguments).expect("a launch");
    };
    let streams = [0, 1].map(|_| Stream::non_blocking(0).expect("a stream"));
    let in_green = Stream::of(&green).expect("a stream");
    let mut said = Vec::new();
    let mut places = [("all SMs", &streams[0]), ("16 SMs", &in_green)];
    if std::env::var_os(GREEN_FIRST).is_some() {
        places.reverse();
    }
    for (name, stream) in places {
        said.push(format!("{name}: {}", time(stream, || run(stream))));
    }
    said.sort();
    println!("{}", said.join("\n"));
    let meet = Event::new().expect("an event");
    let both = time(&streams[0], || {
        streams.iter().for_each(run);
        meet.record(&streams[1]).expect("a record");
        streams[0].wait(&meet).expect("a wait");
    });
    println!("two streams: {both}");
}

#[test]
fn green_contexts_and_streams_have_the_same_costs() {
    if std::env::var_os(CHILD).is_some() {
        return everywhere();
    }
    let times = |workers, more: &[(&str, &str)]| {
        let settings = [
            ("HIP_SOFT_CLOCK", "virtual"),
            ("HIP_SOFT_BLOCK_TIME", "modelled"),
            ("HIP_SOFT_WORKERS", workers),
        ];
        let settings: Vec<_> = settings.into_iter().chain(more.iter().copied()).collect();
        run("costs::green_contexts_and_streams_have_the_same_costs", &settings).0
    };
    let first = times("1", &[]);
    assert_eq!(times("3", &[]), first);
    assert_eq!(times("1", &[(GREEN_FIRST, "1")]), first);
    assert_eq!(times("3", &[(GREEN_FIRST, "1")]), first);
    let of = |name: &str| -> f64 {
        let line = first.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
        line.and_then(|time| time.parse().ok()).unwrap_or_else(|| panic!("{name}: {first}"))
    };
    assert!(of("16 SMs") > 1.5 * of("all SMs") && of("two streams") > of("all SMs"), "{first}");
}
