//! Threads that use the C API all at once: `testdata/capi/stress.cpp` runs for a moment, or for `HIP_STRESS_SECONDS`.

use crate::codes::lib;
use crate::system::{compile, cxx, include, root, scratch};
use std::ffi::OsString;
use std::process::Command;

#[test]
fn threads_and_streams_lose_nothing() {
    let program = scratch("programs").join("stress");
    let mut args: Vec<OsString> =
        ["-std=c++14", "-O1", "-Wall", "-Wextra", "-Werror", "-pthread", "-I"].map(Into::into).to_vec();
    args.extend([include().into(), root().join("testdata/capi/stress.cpp").into()]);
    let mut rpath = OsString::from("-Wl,-rpath,");
    rpath.push(lib());
    args.extend(["-L".into(), lib().into(), "-lamdhip64".into(), rpath, "-o".into(), program.clone().into()]);
    compile(&cxx(), &args).unwrap_or_else(|said| panic!("{said}"));

    let seconds = std::env::var("HIP_STRESS_SECONDS").unwrap_or_else(|_| "1".to_owned());
    let kernels = root().join("testdata/capi/kernels.ptx");
    let done = Command::new(program).env_clear().arg(kernels).args([&seconds, "8"]).output();
    let done = done.expect("the program starts");
    let (text, said) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(done.status.success(), "{}\n{text}{said}", done.status);
    // Both times, eight threads make 32 rounds of eight streams at least.
    let launches = text.strip_prefix("launches ").and_then(|rest| rest.split(',').next());
    let launches: u64 = launches.and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("{text}"));
    assert!(launches >= 2 * 8 * 32 * 8, "{text}");
}
