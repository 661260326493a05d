//! Caching of compiled code between processes. Each process is this binary, running this test.

use crate::raw;
use hip_runtime::launch::argument;
use hip_runtime::{Context, Device, DeviceBuffer, Dim3, LaunchConfig, Module};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

const CHILD: &str = "CACHED_BY";
const NAME: &str = "cache::code_is_cached_between_processes";

/// Loads one text twice, and launches the kernel of each module.
fn program() {
    let text = "
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 out)
{
    .reg .b32 %r<2>;
    .reg .b64 %d<4>;
    ld.param.u64 %d1, [out];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %d2, %r1, 4;
    add.u64 %d3, %d1, %d2;
    st.global.u32 [%d3], %r1;
    ret;
}
";
    let context = Context::new(Device::get(0).expect("a device")).expect("a context");
    for _ in 0..2 {
        let module = Module::from_bytes(text.as_bytes()).expect("a module");
        let out = DeviceBuffer::<u32>::zeroed(32).expect("memory");
        let config = LaunchConfig::new(Dim3::new(1, 1, 1), Dim3::new(32, 1, 1));
        let kernel = module.function("k").expect("a kernel");
        raw::run(&kernel, &config, &[argument(out.ptr())]).expect("a launch");
        context.synchronize().expect("it runs");
        assert_eq!(out.to_vec().expect("its result"), (0..32).collect::<Vec<_>>());
    }
}

/// Log lines of a process about cached code: the end of each, `is kept` or `was kept`.
fn run(settings: &[(&str, &Path)]) -> Vec<String> {
    let mut command = Command::new(std::env::current_exe().expect("this binary"));
    command.args(["--exact", NAME, "--nocapture"]).env(CHILD, "1").env("AMD_LOG_LEVEL", "4");
    for name in ["HIP_SOFT_CACHE", "HIP_SOFT_CACHE_SIZE", "HIP_SOFT_CHECK", "HIP_SOFT_JIT", "XDG_CACHE_HOME"]
    {
        command.env_remove(name);
    }
    let output = command.envs(settings.iter().copied()).output().expect("a process");
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stderr).expect("text");
    let words = |line: &str| Some(line.split_once("code ")?.1.split_once(' ')?.1.to_owned());
    text.lines().filter(|line| line.starts_with("hip:4 code")).filter_map(words).collect()
}

fn entries(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).expect("it was made");
    entries.map(|entry| entry.expect("it is there").path()).collect()
}

#[test]
fn code_is_cached_between_processes() {
    if std::env::var_os(CHILD).is_some() {
        return program();
    }
    let scratch = std::env::temp_dir().join(format!("hip-soft-it-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&scratch);
    let at = scratch.join("here");
    assert_eq!(run(&[("HIP_SOFT_CACHE", &at)]), ["is kept"], "once, though it is loaded twice");
    assert_eq!(run(&[("HIP_SOFT_CACHE", &at)]), ["was kept"]);
    let [entry] = &entries(&at)[..] else { panic!("{:?}", entries(&at)) };
    let mut damaged = std::fs::read(entry).expect("an entry");
    let last = damaged.len() - 1;
    damaged[last] ^= 1;
    std::fs::write(entry, damaged).expect("the test's own");
    assert_eq!(run(&[("HIP_SOFT_CACHE", &at)]), ["is passed over: it is damaged", "is kept"]);
    assert_eq!(run(&[("HIP_SOFT_CACHE", &at)]), ["was kept"]);

    // A directory that others may enter is not used.
    std::fs::set_permissions(&at, std::fs::Permissions::from_mode(0o755)).expect("the test's own");
    assert_eq!(run(&[("HIP_SOFT_CACHE", &at)]), [""; 0]);
    assert_eq!(run(&[("HIP_SOFT_CACHE", Path::new("off")), ("XDG_CACHE_HOME", &scratch)]), [""; 0]);
    assert_eq!(entries(&scratch), [at]);

    // The user's cache directory is the default.
    assert_eq!(run(&[("XDG_CACHE_HOME", &scratch)]), ["is kept"]);
    assert_eq!(entries(&scratch.join("hip-soft")).len(), 1);
    assert_eq!(run(&[("HOME", &scratch.join("home"))]), ["is kept"]);
    assert_eq!(entries(&scratch.join("home/.cache/hip-soft")).len(), 1);
    std::fs::remove_dir_all(&scratch).expect("the test's own");
}
