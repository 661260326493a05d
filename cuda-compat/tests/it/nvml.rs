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

#[test]
fn functions_of_the_header_are_in_the_library() {
    let folder = folder("nvml_header");
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("../capi/include");
    let header = std::fs::read_to_string(include.join("nvml.h")).expect("the header");
    let names: Vec<&str> = header
        .lines()
        .filter_map(|line| line.strip_prefix("nvmlReturn_t ").and_then(|rest| rest.split_once('(')))
        .map(|(name, _)| name)
        .collect();
    assert!(names.len() > 60, "{names:?}");
    let source = format!(
        "#include <nvml.h>\nvoid *functions[] = {{{}}};\nint main(void) {{ return nvmlInit() + nvmlShutdown(); }}\n",
        names.iter().map(|name| format!("(void *){name}")).collect::<Vec<_>>().join(", ")
    );
    let (path, program) = (folder.join("header.c"), folder.join("header"));
    std::fs::write(&path, source).expect("a source");
    let mut command = Command::new("cc");
    command.arg(&path).arg("-I").arg(&include).args(["-Wall", "-Werror", "-o"]).arg(&program);
    let built = command.arg(folder.join("libnvidia-ml.so.1")).output().expect("a C compiler");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let ran = Command::new(&program).env("LD_LIBRARY_PATH", &folder).output().expect("the program starts");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
}
