//! Programs in `testdata/hipcc/programs`: each is compiled for every architecture and with the options in its
//! first line, runs on a device model of each, and checks its own result. CUDA programs (`.cu`) are
//! translated first, except those that are compiled with CUDA's names.

use crate::files::{bench, keep_headers, succeed};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A device model for each architecture that a program may name.
const DEVICES: [(&str, &str); 8] = [
    ("sm_50", "750 Ti"),
    ("sm_60", "P100"),
    ("sm_70", "V100"),
    ("sm_75", "T4"),
    ("sm_80", "A100-SXM4"),
    ("sm_86", "A10"),
    ("sm_90", "NVIDIA H200"),
    ("sm_90a", "NVIDIA H200"),
];

fn programs() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(testdata::root().join("hipcc/programs")).expect("the programs");
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    found.sort();
    assert!(found.len() > 4);
    found
}

/// Creates the SDK in a test's directory, with the libraries that cargo built next to this program.
pub(crate) fn add_library(folder: &Path) -> PathBuf {
    let program = std::env::current_exe().expect("this program");
    let lib = folder.join("sdk/lib");
    std::fs::create_dir(&lib).expect("a folder");
    for (file, name) in [
        ("libamdhip64.so", "libamdhip64.so"),
        ("libamdhip64.so", "libamdhip64.so.7"),
        ("libroctx64.so", "libroctx64.so"),
    ] {
        let built = program.parent().expect("a folder").join(file);
        assert!(built.is_file(), "{} is built with the tests", built.display());
        std::os::unix::fs::symlink(&built, lib.join(name)).expect("a link");
    }
    lib
}

/// Returns the errors of a program by architecture.
fn judge(folder: &Path, lib: &Path, path: &Path) -> String {
    let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
    let mut text = std::fs::read_to_string(path).expect("a source");
    let head = text.lines().next().and_then(|line| line.strip_prefix("// arch: ")).expect("architectures");
    let words = head.split_whitespace().map(str::to_owned);
    let (options, architectures): (Vec<String>, Vec<String>) = words.partition(|word| word.starts_with('-'));
    let has_cuda_names = options.iter().any(|option| option == "--cuda-names");
    if path.extension().is_some_and(|extension| extension == "cu") && !has_cuda_names {
        let options = hipify_rs::Options::default();
        text = String::from_utf8(hipify_rs::translate(text.as_bytes(), &options).text).expect("text");
    }
    std::fs::write(folder.join(format!("{name}.hip")), text).expect("a source");
    let (options, architectures_of) = (options.join(" "), architectures.join(","));
    succeed(folder, &format!("-O1 {options} --offload-arch={architectures_of} {name}.hip -o {name}"));
    let mut wrong = String::new();
    for architecture in &architectures {
        let device = DEVICES.iter().find(|(name, _)| name == architecture);
        let (_, device) = device.unwrap_or_else(|| panic!("{architecture}: no device model is named"));
        let mut command = Command::new(folder.join(&name));
        command.env("LD_LIBRARY_PATH", lib).env("HIP_SOFT_DEVICE", device);
        let output = command.output().expect("the program");
        let said = String::from_utf8_lossy(&output.stdout);
        if !output.status.success() || said != "right\n" {
            let errors = String::from_utf8_lossy(&output.stderr);
            writeln!(wrong, "{name}, {architecture}: {} {said}{errors}", output.status).expect("a string");
        }
    }
    wrong
}

#[test]
fn programs_are_right_on_every_architecture() {
    let Some(folder) = bench() else { return };
    let (folder, lib) = (folder.path(), add_library(folder.path()));
    keep_headers(folder);
    let programs = programs();
    let (first, second): (Vec<_>, Vec<_>) = programs.iter().enumerate().partition(|(n, _)| n % 2 == 0);
    let all = |half: Vec<(usize, &PathBuf)>| -> String {
        half.into_iter().map(|(_, path)| judge(folder, &lib, path)).collect()
    };
    let wrong = std::thread::scope(|scope| {
        let other = scope.spawn(|| all(second));
        let mut wrong = all(first);
        wrong += &other.join().expect("the other half");
        wrong
    });
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn shared_memory_is_as_on_amds_devices() {
    let Some(folder) = bench() else { return };
    let (folder, lib) = (folder.path(), add_library(folder.path()));
    let source = testdata::root().join("hipcc/for_amd/main.hip");
    for options in ["-O2", "-O2 -fgpu-rdc"] {
        succeed(folder, &format!("{options} --offload-arch=gfx1030 {} -o for_amd", source.display()));
        let said = Command::new(folder.join("for_amd")).env("LD_LIBRARY_PATH", &lib).output();
        let said = said.expect("the program");
        assert_eq!(String::from_utf8_lossy(&said.stdout), "right\n", "{options}");
    }
}
