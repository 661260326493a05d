//! Tests the functions that schedulers call.

use crate::libraries::folder;
use std::path::Path;
use std::process::Command;

#[test]
fn schedulers_get_the_profile_s_answers() {
    let folder = folder("nvml");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/nvml.cpp");
    let program = folder.join("program");
    let built =
        Command::new("c++").arg(source).args(["-Wall", "-Werror", "-ldl", "-o"]).arg(&program).output();
    let built = built.expect("a C++ compiler");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let run = |device: &str| {
        let mut command = Command::new(&program);
        command.env("LD_LIBRARY_PATH", &folder).env("HIP_SOFT_DEVICE", device);
        let ran = command.output().expect("the program starts");
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        String::from_utf8_lossy(&ran.stdout).into_owned()
    };
    assert_eq!(run("h200"), include_str!("../programs/nvml.txt"));
    assert!(run("h200x4").contains("nvmlDeviceGetCount_v2: 0\n4\n"), "four of them");
}
