//! Threads that use the C API concurrently: `testdata/capi/stress.cpp` runs for a moment, or for
//! `HIP_STRESS_SECONDS`.

use crate::codes::lib;
use crate::system::{compile, cxx, include, root, scratch};
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

/// Compiles a C++ program of threads.
fn threaded(name: &str) -> PathBuf {
    let program = scratch("programs").join(name);
    let mut args: Vec<OsString> = [
        "-std=c++14",
        "-O1",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-Wno-deprecated-declarations",
        "-pthread",
        "-I",
    ]
    .map(Into::into)
    .to_vec();
    args.extend([include().into(), root().join("testdata/capi").join(name).with_extension("cpp").into()]);
    let mut rpath = OsString::from("-Wl,-rpath,");
    rpath.push(lib());
    args.extend(["-L".into(), lib().into(), "-lamdhip64".into(), rpath, "-o".into(), program.clone().into()]);
    compile(&cxx(), &args).unwrap_or_else(|said| panic!("{said}"));
    program
}

#[test]
fn threads_agree_on_managed_memory() {
    let program = threaded("unified_threads");
    // A device of 32 MiB, so that threads evict pages all the time; then one with host accesses traced as
    // well.
    for (variable, value) in [("HIP_SOFT_MEMORY", "32M"), ("HIP_SOFT_UM", "host")] {
        let done = Command::new(&program).env_clear().env(variable, value).args(["16", "40"]).output();
        let done = done.expect("the program starts");
        let said = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{variable}={value}: {}\n{said}", done.status);
    }
}

#[test]
fn threads_and_streams_lose_nothing() {
    let program = threaded("stress");

    let seconds = std::env::var("HIP_STRESS_SECONDS").unwrap_or_else(|_| "1".to_owned());
    let kernels = root().join("testdata/capi/kernels.ptx");
    let done = Command::new(program).env_clear().arg(kernels).args([&seconds, "8"]).output();
    let done = done.expect("the program starts");
    let (text, said) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(done.status.success(), "{}\n{text}{said}", done.status);
    // In both runs, eight threads make at least 32 rounds of eight streams.
    let launches = text.strip_prefix("launches ").and_then(|rest| rest.split(',').next());
    let launches: u64 = launches.and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("{text}"));
    assert!(launches >= 2 * 8 * 32 * 8, "{text}");
}
