//! Report on managed memory at process exit. Each test is a process of its own.
#![expect(unsafe_code, reason = "the host touches managed memory through its address")]

use crate::raw;
use crate::setup;
use hip_runtime::api::managed::{ATTACH_GLOBAL, Advise, advise, alloc, prefetch};
use hip_runtime::api::{StreamRef, memory, stream};
use hip_runtime::types::{Location, Pointer};
use std::process::Command;

const CHILD: &str = "HIP_MANAGED_CHILD";
const UNIT: u64 = 1 << 21;

fn wait() {
    stream::synchronize(StreamRef::Legacy).expect("all of it");
}

fn sent(address: u64, bytes: u64, to: Location) {
    prefetch(address, bytes, to, StreamRef::Legacy).expect("a prefetch");
}

/// Makes two allocations: one is moved to the device and back, half of the other is advised as read-mostly.
fn moves() {
    let (_module, _context) = setup();
    let [moved, read] = [0, 1].map(|_| alloc(2 * UNIT, ATTACH_GLOBAL).expect("memory"));
    for to in [Location::Device(0), Location::Host] {
        sent(moved, 2 * UNIT, to);
    }
    advise(read, UNIT, Advise::SetReadMostly).expect("advice");
    for to in [Location::Host, Location::Device(0)] {
        sent(read, 2 * UNIT, to);
    }
    wait();
}

/// Accesses pages by kernels and the host, on a device of four units.
fn touches() {
    let (module, _context) = setup();
    let (before, total) = memory::mem_info().expect("a device");
    let both = alloc(2 * UNIT, ATTACH_GLOBAL).expect("memory");
    let large = alloc(5 * UNIT, ATTACH_GLOBAL).expect("memory");
    // SAFETY: the host may access the memory, and nothing else uses it now.
    let words = unsafe { std::slice::from_raw_parts_mut(both as *mut u32, (2 * UNIT / 4) as usize) };
    words.iter_mut().step_by(1024).for_each(|word| *word = 6);
    let count = words.len() as u32 / 32;
    launch!(module.add_one<<<count.div_ceil(256), 256>>>(both, count)).expect("a launch");
    wait();
    let same = words[..count as usize].iter().step_by(1024).all(|&word| word == 7);
    assert!(same, "and the host has it back");
    for unit in 0..5 {
        launch!(module.store<<<1, 1>>>(large + unit * UNIT + 8, 1u32)).expect("a launch");
    }
    wait();
    // A plain allocation displaces managed pages.
    let plain = memory::alloc(2 * UNIT).expect("memory");
    // With the module's variables, three whole units are left, one of which stays managed.
    assert_eq!((memory::mem_info().expect("a device").0, total), (before - 3 * UNIT, 4 * UNIT));
    raw::free(plain).expect("it is there");
    raw::free(large).expect("it is there");
    assert_eq!(memory::mem_info().expect("a device").0, before);
}

/// Adds to pageable memory of the program by a kernel, on devices that can access it.
fn pageable() {
    let (module, _context) = setup();
    let mut words = vec![1u32; 3000];
    let address = words.as_mut_ptr() as u64;
    launch!(module.add_one<<<12, 256>>>(address, 3000u32)).expect("a launch");
    let ended = stream::synchronize(StreamRef::Legacy);
    if std::env::var("HIP_SOFT_DEVICE").is_ok() {
        ended.expect("all of it");
        assert!(words.iter().all(|&word| word == 2));
    } else {
        assert!(ended.is_err(), "an H200 reaches managed memory alone");
        assert!(words.iter().all(|&word| word == 1));
    }
}

/// Adds to registered memory by a kernel, also through a pointer in another allocation, and to unregistered
/// memory next to it.
fn registered() {
    let (module, _context) = setup();
    // Whole pages, so that nothing else is in them.
    let mut words = vec![1u32; 3 << 12];
    let start = (words.as_mut_ptr() as u64).next_multiple_of(4096);
    let bytes = 2 << 13;
    // SAFETY: the memory lives until this process exits, and only kernels write it meanwhile.
    let pointer = unsafe { Pointer::host(start as *const std::ffi::c_void) };
    memory::register(pointer, bytes, 0).expect("memory of the program's");
    let count = (bytes / 4) as u32;
    launch!(module.add_one<<<count.div_ceil(256), 256>>>(start, count)).expect("a launch");
    wait();
    let first = (start as usize - words.as_ptr() as usize) / 4;
    let (before, inside) = words.split_at(first);
    let (inside, after) = inside.split_at(count as usize);
    assert!(inside.iter().all(|&word| word == 2), "all of it");
    assert!(before.iter().chain(after).all(|&word| word == 1), "and nothing else");
    let plain = memory::alloc(64).expect("memory");
    launch!(module.store<<<1, 1>>>(plain, 7u32)).expect("a launch");
    launch!(module.store<<<1, 1>>>(start + 8, 7u32)).expect("a launch");
    wait();
    assert_eq!(words[first + 2], 7);
    launch!(module.store<<<1, 1>>>(start + bytes, 7u32)).expect("a launch");
    assert!(stream::synchronize(StreamRef::Legacy).is_err(), "behind its end");
}

/// Report of a process with this work and these settings.
fn output(work: &str, test: &str, settings: &[(&str, &str)]) -> String {
    let mut command = Command::new(std::env::current_exe().expect("this binary"));
    command.args(["--exact", test, "--nocapture"]).env(CHILD, work);
    for variable in ["HIP_SOFT_UM", "HIP_SOFT_DEVICE", "HIP_SOFT_REPORT", "HIP_SOFT_JIT", "HIP_SOFT_MEMORY"] {
        command.env_remove(variable);
    }
    command.envs(settings.iter().copied());
    let output = command.output().expect("a process");
    assert!(output.status.success(), "{output:?}");
    let errors = String::from_utf8(output.stderr).expect("text");
    errors.lines().filter(|line| line.starts_with("hip:")).map(|line| format!("{line}\n")).collect()
}

/// Returns whether this process is a test's child, after doing its work.
fn is_child() -> bool {
    match std::env::var(CHILD).as_deref() {
        Ok("moves") => moves(),
        Ok("touches") => touches(),
        Ok("pageable") => pageable(),
        Ok("registered") => registered(),
        _ => return false,
    }
    true
}

#[test]
fn prefetches_are_reported() {
    const TEST: &str = "managed::prefetches_are_reported";
    if is_child() {
        return;
    }
    assert_eq!(output("moves", TEST, &[]), "", "nothing was asked for");
    insta::assert_snapshot!("managed_report", output("moves", TEST, &[("HIP_SOFT_UM", "report")]));
}

#[test]
fn touches_are_traced() {
    const TEST: &str = "managed::touches_are_traced";
    if is_child() {
        return;
    }
    let small = ("HIP_SOFT_MEMORY", "8M");
    let all = ("HIP_SOFT_UM", "report,kernels,host");
    let traced = output("touches", TEST, &[small, all]);
    insta::assert_snapshot!("managed_touches", traced);
    for engine in ["quick", "scalar", "vector", "interp"] {
        assert_eq!(output("touches", TEST, &[small, all, ("HIP_SOFT_JIT", engine)]), traced, "{engine}");
    }
    let report = ("HIP_SOFT_REPORT", "1");
    let lines = output("touches", TEST, &[small, all, report]);
    assert!(lines.ends_with(&traced), "kernels count and mark at once: {lines}");
}

#[test]
fn the_program_s_own_memory_is_reached_where_devices_can() {
    const TEST: &str = "managed::the_program_s_own_memory_is_reached_where_devices_can";
    if is_child() {
        return;
    }
    output("pageable", TEST, &[("HIP_SOFT_DEVICE", "GH200")]);
    output("pageable", TEST, &[]);
}

#[test]
fn registered_memory_is_reached_by_all_engines() {
    const TEST: &str = "managed::registered_memory_is_reached_by_all_engines";
    if is_child() {
        return;
    }
    for engine in ["auto", "quick", "scalar", "vector", "interp"] {
        output("registered", TEST, &[("HIP_SOFT_JIT", engine)]);
    }
}

#[test]
fn driver_heuristics_show_in_the_report() {
    const TEST: &str = "managed::driver_heuristics_show_in_the_report";
    if is_child() {
        return;
    }
    let small = ("HIP_SOFT_MEMORY", "8M");
    let all = ("HIP_SOFT_UM", "report,kernels,host,prefetch,thrashing=1");
    insta::assert_snapshot!("managed_habits", output("touches", TEST, &[small, all]));
}

#[test]
fn residence_is_drawn_beside_the_timeline() {
    const TEST: &str = "managed::residence_is_drawn_beside_the_timeline";
    if is_child() {
        return;
    }
    let path = std::env::temp_dir().join(format!("hip-managed-{}.json", std::process::id()));
    let name = path.to_str().expect("a plain path");
    output(
        "touches",
        TEST,
        &[("HIP_SOFT_MEMORY", "8M"), ("HIP_SOFT_UM", "kernels,host"), ("HIP_SOFT_TRACE", name)],
    );
    let text = std::fs::read_to_string(&path).expect("a trace");
    std::fs::remove_file(&path).expect("it was there");
    let lines: Vec<&str> = text.lines().filter(|line| line.contains("\"pid\":7,")).collect();
    // Times follow from the device model.
    let lines = lines.iter().map(|line| {
        let (before, after) = line.split_once("\"ts\":").unwrap_or((line, ""));
        format!("{before}{}\n", after.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.'))
    });
    insta::assert_snapshot!("managed_trace", lines.collect::<String>());
}
