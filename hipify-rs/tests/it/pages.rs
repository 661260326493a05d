//! Compilation of the examples on the rules' pages. `tests/pages/<rule>_<n>` includes the page's n-th example
//! as `"example"`. A `.cpp` is compiled by any C++ compiler, a `.hip` by clang's HIP mode with our device
//! headers; the latter are skipped without clang.

use hipify_rs::rule;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Examples that do not compile, and why.
const NOT_COMPILED: [(&str, &str); 13] = [
    ("argument_4", "calls MIOpen and rocSPARSE"),
    ("argument_5", "calls hipBLAS"),
    ("include_4", "includes hipBLAS"),
    ("namespace_1", "includes hipCUB"),
    ("paste_1", "shows a report: a composed name stays CUDA's"),
    ("paste_2", "shows a report: a macro composes other names of CUDA"),
    ("rename_3", "shows a function that HIP lacks"),
    ("rename_4", "calls rocBLAS"),
    ("rename_5", "includes hipBLAS"),
    ("rename_6", "includes hipBLAS"),
    ("thrust_1", "includes rocThrust"),
    ("thrust_2", "includes a header of a program with rocThrust"),
    ("thrust_3", "includes rocThrust"),
];

/// Arguments for a HIP source, as `hipcc` passes them for the software device.
const HIP: [&str; 14] = [
    "-x",
    "hip",
    "-std=c++17",
    "--cuda-host-only",
    "-nogpuinc",
    "-nogpulib",
    "-fdeclspec",
    "-Xclang",
    "-aux-triple",
    "-Xclang",
    "nvptx64-nvidia-cuda",
    "-D__HIP_PLATFORM_AMD__=1",
    "-include",
    "hip/device/prelude.h",
];

/// Returns the newest clang on `PATH` that supports our device headers.
fn clang() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let directories: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let names = (16..=40).rev().map(|version| format!("clang-{version}"));
    let places = names.flat_map(|name| directories.iter().map(move |directory| directory.join(&name)));
    places.into_iter().find(|place| place.is_file())
}

/// Returns the compiler's errors; `None` if it succeeds.
fn compile_errors(mut command: Command) -> Option<String> {
    let run = command.output().expect("a compiler");
    (!run.status.success()).then(|| format!("{command:?}:\n{}", String::from_utf8_lossy(&run.stderr)))
}

#[test]
fn examples_compile() {
    let around = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pages");
    let headers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../capi/include");
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pages");
    let clang = clang();
    if clang.is_none() {
        eprintln!("no clang 16 or newer is on PATH: device code in examples is not compiled");
    }
    let (mut seen, mut wrong, mut commands) = (BTreeSet::new(), Vec::new(), Vec::new());
    for rule in rule::ALL {
        let blocks: Vec<_> =
            super::blocks(rule.page).into_iter().filter(|(info, _)| info != "toml settings").collect();
        for (n, after) in blocks.iter().skip(1).step_by(2).enumerate() {
            let name = format!("{}_{}", rule.name, n + 1);
            let listed = NOT_COMPILED.iter().any(|(listed, _)| *listed == name);
            let place = ["cpp", "hip"].map(|e| around.join(&name).with_extension(e));
            let place = place.into_iter().find(|place| place.is_file());
            seen.insert(name.clone());
            let Some(place) = place.filter(|_| !listed) else {
                if !listed {
                    wrong.push(format!("{name}: there is no file for it in tests/pages"));
                }
                continue;
            };
            let own = directory.join(&name);
            std::fs::create_dir_all(&own).expect("a directory");
            std::fs::write(own.join("example"), &after.1).expect("a file to write");
            let mut command = match (&clang, place.extension().is_some_and(|e| e == "hip")) {
                (Some(clang), true) => {
                    let mut command = Command::new(clang);
                    command.args(HIP).arg("-isystem").arg(headers.join("hip/device"));
                    command
                }
                (None, true) => continue,
                (_, false) => {
                    let mut command = Command::new(std::env::var("CXX").unwrap_or_else(|_| "c++".to_owned()));
                    command.args(["-x", "c++", "-std=c++20"]);
                    command
                }
            };
            command.arg("-fsyntax-only").arg("-isystem").arg(&headers).arg("-I").arg(&own).arg(&place);
            commands.push(command);
        }
    }
    let half = commands.split_off(commands.len() / 2);
    let compiled = |all: Vec<Command>| all.into_iter().filter_map(compile_errors).collect::<Vec<_>>();
    let other = std::thread::scope(|scope| {
        let other = scope.spawn(|| compiled(half));
        wrong.extend(compiled(commands));
        other.join().expect("the other half")
    });
    wrong.extend(other);
    let stale = NOT_COMPILED.iter().filter(|(name, _)| !seen.contains(*name));
    wrong.extend(stale.map(|(name, _)| format!("{name} is on the list, but not on a page")));
    for entry in around.read_dir().expect("tests/pages") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned();
        if !seen.contains(&name) || NOT_COMPILED.iter().any(|(listed, _)| *listed == name) {
            wrong.push(format!("{}: no such example", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
