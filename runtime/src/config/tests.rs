//! Tests of settings in the environment.

use super::*;

fn with(pairs: &[(&str, &str)]) -> (Config, Vec<String>) {
    let find = |name: &str| pairs.iter().find(|(n, _)| *n == name).map(|(_, v)| (*v).to_owned());
    Config::read(2, find)
}

#[test]
fn variables_are_read() {
    let (config, complaints) = with(&[
        ("HIP_SOFT_WORKERS", "3"),
        ("CUDA_LAUNCH_BLOCKING", "1"),
        ("HIP_VISIBLE_DEVICES", "0, 2,-1,1"),
        ("HIP_SOFT_JIT", "scalar"),
        ("HIP_SOFT_MATH", "fast"),
        ("HIP_SOFT_DEVICE", "h200"),
        ("HIP_SOFT_CHECK", "race, memory"),
        ("HIP_SOFT_CACHE", "off"),
        ("HIP_SOFT_CACHE_SIZE", "7"),
        ("HIP_SOFT_JIT_INSTRUCTIONS", "500"),
        ("HIP_SOFT_JIT_MEMORY", "64"),
        ("GPU_MAX_HW_QUEUES", "64"),
        ("CUDA_DEVICE_MAX_COPY_CONNECTIONS", "3"),
        ("HIP_SOFT_MEMORY", "64m"),
        ("HIP_SOFT_TIMELINE_CALLS", "1000"),
        ("HIP_SOFT_UM", "report, kernels"),
        ("HIP_SOFT_PROFILE", "profile.json"),
        ("HIP_SOFT_PROFILE_BLOCKS", "16"),
    ]);
    assert_eq!(complaints, [""; 0]);
    assert_eq!((config.profile, config.profile_blocks), (Some("profile.json".into()), 16));
    assert_eq!(with(&[("HIP_SOFT_PROFILE_BLOCKS", "0")]).1.len(), 1);
    assert_eq!((config.workers, config.launch_blocking, config.jit), (3, true, JitMode::Scalar));
    assert_eq!(config.checks, Checks { memory: true, race: true, ..Checks::default() });
    assert_eq!(config.visible, Some(vec![0, 2]));
    assert_eq!((config.cache, config.cache_megabytes), (CacheSetting::Off, 7));
    assert!(config.fast_math);
    assert_eq!((config.jit_instructions, config.jit_megabytes), (500, 64));
    assert_eq!((config.device.as_str(), config.devices), ("NVIDIA H200", 1));
    assert_eq!((config.connections, config.copy_connections), (32, Some(3)));
    assert_eq!((config.memory, config.timeline_calls), (MemorySetting::Bytes(64 << 20), 1000));
    assert_eq!(["7", "4096", "2 G", "1T", "K"].map(bytes), [None, Some(4096), Some(2 << 30), None, None]);
    assert_eq!(config.managed, Managed { report: true, kernels: true, ..Managed::default() });
    let habits = |list| managed::parse(list).map(|managed| (managed.pin_after, managed.grow));
    assert_eq!(habits("prefetch, thrashing"), Some((13, true)));
    assert_eq!(habits("thrashing=3"), Some((3, false)));
    assert_eq!(["thrashing=0", "thrashing=256", "thrashing="].map(habits), [None; 3]);
    let several = |name: &str| pick_devices(name);
    assert_eq!(several("h200x4"), Some(("NVIDIA H200".to_owned(), 4)));
    assert_eq!(several("rtx4090").map(|(_, count)| count), Some(1));
    assert_eq!((several("h200x0"), several("h200x17"), several("x4")), (None, None, None));
}

#[test]
fn the_user_s_cache_is_found() {
    let found = |pairs: &[(&str, &str)]| with(pairs).0.user_cache();
    assert_eq!(found(&[("HOME", "/home/u")]), Some("/home/u/.cache".into()));
    assert_eq!(found(&[("HOME", "/home/u"), ("XDG_CACHE_HOME", "/var/u")]), Some("/var/u".into()));
    assert_eq!(found(&[("HOME", "/home/u"), ("XDG_CACHE_HOME", "u")]), Some("/home/u/.cache".into()));
    assert_eq!(found(&[("HOME", "u")]), None);
    assert_eq!(found(&[]), None);
}

#[test]
fn channels_are_set_by_cuda_s_names_and_hip_s() {
    let channels = |pairs: &[(&str, &str)]| {
        let (config, complaints) = with(pairs);
        (config.connections, config.copy_connections, config.queue_quarters, complaints.len())
    };
    const CUDA: &str = "CUDA_DEVICE_MAX_CONNECTIONS";
    const HIP: &str = "GPU_MAX_HW_QUEUES";
    assert_eq!(channels(&[]), (8, None, 4, 0));
    assert_eq!(channels(&[(CUDA, "1")]), (1, None, 4, 0));
    assert_eq!(channels(&[(CUDA, " 32 ")]), (32, None, 4, 0));
    assert_eq!(channels(&[(CUDA, "64")]), (32, None, 4, 0));
    assert_eq!(channels(&[(HIP, "4")]), (4, None, 4, 0));
    assert_eq!(channels(&[(HIP, "4"), (CUDA, "2")]), (2, None, 4, 0), "CUDA's counts where both are set");
    for (odd, count) in [("-1", 32), ("33", 32), ("99999999999999999999", 32), ("4.5", 4), ("+3", 3)] {
        assert_eq!(channels(&[(CUDA, odd)]), (count, None, 4, 0), "{odd}: as an H200's driver has it");
    }
    for nonsense in ["0", "-0", "many", "", "0x4"] {
        assert_eq!(channels(&[(CUDA, nonsense)]), (8, None, 4, 1), "{nonsense}");
        assert_eq!(channels(&[("CUDA_DEVICE_MAX_COPY_CONNECTIONS", nonsense)]), (8, None, 4, 1));
    }
    assert_eq!(channels(&[("CUDA_DEVICE_MAX_COPY_CONNECTIONS", "40")]), (8, Some(32), 4, 0));
    for (scale, quarters) in [("0.25x", 1), ("0.5x", 2), ("1x", 4), ("2x", 8), ("4x", 16)] {
        assert_eq!(channels(&[("CUDA_SCALE_LAUNCH_QUEUES", scale)]), (8, None, quarters, 0));
    }
    // Observed on an H200: as if unset.
    for nonsense in ["3x", "8x", "2", "x"] {
        assert_eq!(channels(&[("CUDA_SCALE_LAUNCH_QUEUES", nonsense)]), (8, None, 4, 1));
    }
}

#[test]
fn launches_block_by_any_of_three_names() {
    let blocking = |name, value| with(&[(name, value)]).0.launch_blocking;
    for name in ["CUDA_LAUNCH_BLOCKING", "HIP_LAUNCH_BLOCKING"] {
        assert_eq!(["0", "1", "2", "yes"].map(|value| blocking(name, value)), [false, true, true, false]);
    }
    let serial = ["0", "1", "2", "3", "4"].map(|value| blocking("AMD_SERIALIZE_KERNEL", value));
    assert_eq!(serial, [false, false, true, true, false]);
    let (config, _) = with(&[("AMD_SERIALIZE_KERNEL", "3"), ("HIP_LAUNCH_BLOCKING", "0")]);
    assert!(config.launch_blocking, "one of them is enough");
}

#[test]
fn invalid_front_end_settings_are_reported_with_the_valid_values() {
    for (name, value, can) in [
        ("CUDA_DEVICE_MAX_CONNECTIONS", "none", "1 to 32"),
        ("CUDA_SCALE_LAUNCH_QUEUES", "3x", "0.25x, 0.5x, 1x, 2x or 4x"),
        ("HIP_SOFT_BINDING", "fixed", "dynamic, as on an H200, or static"),
        ("HIP_SOFT_BLOCK_LIMIT", "2s", "milliseconds"),
        ("HIP_SOFT_DEVICE", "a100", "`a100` could be NVIDIA A100-PCIE-40GB, NVIDIA A100-SXM4-80GB"),
        ("HIP_SOFT_DEVICE", "abacus", "no device is called `abacus`"),
        ("HIP_SOFT_PLACEMENT", "rows", "roundrobin, gpcs (as an H200), packed, or seed:N"),
        ("HIP_SOFT_PLACEMENT", "seed:", "seed:N"),
        ("AMD_SERIALIZE_KERNEL", "7", "2 or 3"),
    ] {
        let (config, complaints) = with(&[(name, value)]);
        assert_eq!(config, Config::defaults(2));
        let [said] = &complaints[..] else { panic!("{complaints:?}") };
        assert!(said.contains(&format!("{name}=`{value}`")) && said.contains(can), "{said}");
    }
}

#[test]
fn output_of_the_checker() {
    let output = |name, value| {
        let (config, complaints) = with(&[(name, value)]);
        (config.check_output, complaints.len())
    };
    let default = CheckOutput::default();
    assert_eq!(output("HIP_SOFT_CHECK_EXIT", "0"), (CheckOutput { exit: 0, ..default.clone() }, 0));
    assert_eq!(output("HIP_SOFT_CHECK_EXIT", "256"), (default.clone(), 1));
    assert_eq!(output("HIP_SOFT_CHECK_LIMIT", "7"), (CheckOutput { limit: 7, ..default.clone() }, 0));
    assert_eq!(output("HIP_SOFT_CHECK_LIMIT", "-1"), (default.clone(), 1));
    let log = |value| output("HIP_SOFT_CHECK_LOG", value).0.log;
    assert_eq!(log("stdout"), CheckLog::StandardOutput);
    assert_eq!(log("a.%p"), CheckLog::At("a.%p".into()));
    assert_eq!(output("HIP_SOFT_CHECK_LOG", ""), (default, 1));
}

#[test]
fn invalid_values_are_reported_and_ignored() {
    let (config, complaints) = with(&[
        ("HIP_SOFT_WORKERS", "many"),
        ("HIP_SOFT_DEVICE", "abacus"),
        ("HIP_SOFT_CHECK", "memory,rice"),
    ]);
    assert_eq!(config, Config::defaults(2));
    assert_eq!(complaints.len(), 3);
    assert!(complaints[2].contains("HIP_SOFT_WORKERS=`many`"), "{complaints:?}");
}
