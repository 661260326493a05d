//! Register counts of kernels from machine code beside their PTX: attributes, and limits that follow. The
//! test of CUDA's names (`cuda-compat/tests/it/occupancy.rs`) compares all results with an H200.
//!
//! The device is fixed when a process starts, so the tests start this binary for each device.

#![expect(clippy::print_stdout, reason = "output of a process for the test that started it")]
use crate::raw;
use hip_runtime::api::module::{self, FunctionAttribute, LaunchShape};
use hip_runtime::api::{StreamRef, occupancy};
use hip_runtime::{Context, Device, DeviceBuffer, Event, Module, Status};
use std::path::Path;
use std::process::Command;

/// Output of a test's process with these settings.
fn output(test: &str, settings: &[(&str, &str)]) -> String {
    let mut command = Command::new(std::env::current_exe().expect("this binary"));
    command.args(["--exact", &format!("registers::{test}"), "--nocapture"]).env("REGISTERS", "1");
    let output = command.envs(settings.iter().copied()).output().expect("a process");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8(output.stdout).expect("text");
    // The harness prints the test's name before the first line.
    said.lines().filter_map(|line| line.split_once("said: ")).map(|(_, line)| format!("{line}\n")).collect()
}

fn is_started() -> bool {
    std::env::var_os("REGISTERS").is_some()
}

fn image(path: &str) -> Vec<u8> {
    let path = testdata::root().join(path);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn get(module: &Module, kernel: &str, attribute: FunctionAttribute) -> i32 {
    let kernel = module.function(kernel).expect("a kernel");
    module::attribute(kernel.id(), attribute).expect("an attribute")
}

/// The count is that of the device's own machine code, or of an older device of its generation; otherwise
/// unknown.
#[test]
fn each_device_has_the_registers_of_the_code_that_it_would_run() {
    if is_started() {
        let _context = Context::new(Device::get(0).expect("a device")).expect("a context");
        let module = Module::from_bytes(&image("fatbin/machine.fatbin")).expect("PTX for all");
        let [keeps, stores] = ["keeps", "stores"].map(|kernel| {
            let local = get(&module, kernel, FunctionAttribute::LocalBytes);
            format!("{} {local}", get(&module, kernel, FunctionAttribute::Registers))
        });
        return println!("said: {keeps}, {stores}");
    }
    let unknown = "32 0, 32 0\n";
    for (device, wanted) in [
        ("P100", "24 8, 4 0\n"),
        ("GTX 1080", "24 8, 4 0\n"),
        ("V100", unknown),
        ("A100-PCIE", "28 0, 8 0\n"),
        ("RTX 4090", "28 0, 8 0\n"),
        ("Orin", unknown),
        ("NVIDIA H200", "24 16, 10 0\n"),
        ("B200", unknown),
    ] {
        let said = output(
            "each_device_has_the_registers_of_the_code_that_it_would_run",
            &[("HIP_SOFT_DEVICE", device)],
        );
        assert_eq!(said, wanted, "{device}");
    }
}

#[test]
fn a_block_whose_threads_have_no_registers_is_refused() {
    let context = Context::new(Device::get(0).expect("a device")).expect("a context");
    let bytes = image("gpu/occupancy/registers.fatbin");
    let module = Module::from_bytes(&bytes).expect("the kernels");
    assert_eq!(get(&module, "keeps60", FunctionAttribute::Registers), 68);
    assert_eq!(get(&module, "keeps60", FunctionAttribute::MaxThreadsPerBlock), 896);
    let data = DeviceBuffer::<f32>::zeroed(1 << 20).expect("memory");
    launch!(module.keeps60<<<1, 896>>>(data.ptr(), 1)).expect("it fits");
    let error = launch!(module.keeps60<<<1, 897>>>(data.ptr(), 1)).expect_err("too many threads");
    assert_eq!(error.status(), Status::LaunchOutOfResources);
    let expected =
        "kernel `keeps60` uses 68 registers a thread, which limits a block to 896 threads, not 897";
    assert_eq!(error.to_string(), expected);
    // A cooperative grid must be resident as a whole.
    let kernel = module.function("keeps60").expect("the kernel");
    let mut params = data.ptr().address().to_le_bytes().to_vec();
    params.extend(1u32.to_le_bytes());
    let cooperative = |blocks| {
        let shape = LaunchShape {
            grid: [blocks, 1, 1],
            block: [256, 1, 1],
            shared_bytes: 0,
            cooperative: true,
            cluster: None,
        };
        raw::launch(kernel.id(), shape, &params, StreamRef::Legacy).map_err(|error| error.status())
    };
    assert_eq!(occupancy::blocks_per_sm(kernel.id(), 256, 0).expect("an answer"), 3);
    assert_eq!((cooperative(396), cooperative(397)), (Ok(()), Err(Status::CooperativeLaunchTooLarge)));
    // The text alone has no register counts.
    let text = fatbin::ptx(&bytes, 90).expect("PTX").text;
    let alone = Module::from_bytes(text.as_bytes()).expect("the kernels");
    assert_eq!(get(&alone, "keeps60", FunctionAttribute::Registers), 32);
    launch!(alone.keeps60<<<1, 1024>>>(data.ptr(), 1)).expect("it fits");
    context.synchronize().expect("all");
}

/// An SM holds four blocks of 512 threads if nothing is known, and one if each thread has 98 registers, so
/// that latencies of its warps are not hidden.
#[test]
fn registers_limit_what_runs_at_a_time_on_the_timeline() {
    const TEST: &str = "registers_limit_what_runs_at_a_time_on_the_timeline";
    if is_started() {
        let _context = Context::new(Device::get(0).expect("a device")).expect("a context");
        let bytes = image("gpu/occupancy/registers.fatbin");
        let text = fatbin::ptx(&bytes, 90).expect("PTX").text;
        let data = DeviceBuffer::<f32>::zeroed(1 << 20).expect("memory");
        let [begin, end] = [(); 2].map(|()| Event::new().expect("an event"));
        for bytes in [&bytes[..], text.as_bytes()] {
            let module = Module::from_bytes(bytes).expect("the kernels");
            let stream = hip_runtime::Stream::non_blocking(0).expect("a stream");
            begin.record(&stream).expect("recorded");
            launch!(module.keeps90<<<528, 512, 0, &stream>>>(data.ptr(), 1)).expect("a launch");
            end.record(&stream).expect("recorded");
            stream.synchronize().expect("done");
            println!("said: {}", end.elapsed_since(&begin).expect("a time").as_secs_f64());
        }
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let trace = folder.path().join("trace.json");
    let settings = [("HIP_SOFT_CLOCK", "virtual"), ("HIP_SOFT_TRACE", trace.to_str().expect("a name"))];
    let times: Vec<f64> = output(TEST, &settings).lines().map(|time| time.parse().expect("a time")).collect();
    let [known, unknown] = times[..] else { panic!("{times:?}") };
    assert!(known > 1.1 * unknown, "{known} s and {unknown} s");
    let trace = read(&trace);
    let grid =
        |registers: u32| format!("\"blocks\":528,\"threads\":512,\"shared\":0,\"registers\":{registers}");
    assert!(trace.contains(&grid(98)) && trace.contains(&grid(0)), "{trace}");
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
