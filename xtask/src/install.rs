//! `install`: a tree shaped like ROCm's.

use crate::workspace::{Outcome, root};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

const SONAME: &str = "libamdhip64.so.7";
const VERSION: &str = "7.15.0";

const PROGRAMS: [&str; 5] = ["hip-fatbin", "hip-run", "hip-sim", "hipcc", "hipify-rs"];

/// The libraries of CUDA's names: cargo's file, the name that programs look for, and the one that they are
/// linked by.
const CUDA: [(&str, &str, Option<&str>); 4] = [
    ("libcuda.so", "libcuda.so.1", Some("libcuda.so")),
    ("libcudart12.so", "libcudart.so.12", None),
    ("libcudart13.so", "libcudart.so.13", Some("libcudart.so")),
    ("libnvml.so", "libnvidia-ml.so.1", Some("libnvidia-ml.so")),
];

/// What an optimised installation is built of. Libraries are named though the last package needs them: cargo
/// puts those of named packages beside the programs.
const PACKAGES: [&str; 9] = [
    "hip-capi",
    "hipify-rs",
    "hip-fatbin",
    "hip-sim",
    "hipcc",
    "hip-cuda-compat",
    "hip-cudart12",
    "hip-cudart13",
    "hip-nvml",
];

/// Directory that cargo builds into.
pub(crate) fn target(release: bool) -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    target.join(if release { "release" } else { "debug" })
}

/// Builds what is to be installed. Without optimisation that is the whole workspace with its examples: cargo
/// turns on the features that the chosen packages ask for, so any smaller choice is built once more by the
/// tests.
fn build(release: bool) -> Outcome<()> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root()).args(["build", "--quiet"]);
    if release {
        cargo.arg("--release").args(PACKAGES.iter().flat_map(|name| ["--package", name]));
    } else {
        cargo.args(["--workspace", "--lib", "--bins", "--examples"]);
    }
    let status = cargo.status().map_err(|e| format!("cargo: {e}"))?;
    if status.success() { Ok(()) } else { Err("the workspace does not build".to_owned()) }
}

fn copy(from: &Path, to: &Path) -> Outcome<()> {
    if let Some(parent) = to.parent() {
        fs::create_dir_all(parent).map_err(|e| format!("{}: {e}", parent.display()))?;
    }
    // A program may be running from the old file: it keeps that one.
    let fresh = to.with_extension("new");
    fs::copy(from, &fresh).map_err(|e| format!("{}: {e}", from.display()))?;
    fs::rename(&fresh, to).map_err(|e| format!("{}: {e}", to.display()))
}

/// Copies a folder with all that is in it.
fn copy_folder(from: &Path, to: &Path) -> Outcome<()> {
    for entry in fs::read_dir(from).map_err(|e| format!("{}: {e}", from.display()))?.filter_map(Result::ok) {
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() { copy_folder(&from, &to)? } else { copy(&from, &to)? }
    }
    Ok(())
}

fn write(path: &Path, text: &str, mode: u32) -> Outcome<()> {
    let fail = |e: std::io::Error| format!("{}: {e}", path.display());
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(fail)?;
    }
    fs::write(path, text).map_err(fail)?;
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).map_err(fail)
}

/// Installs the SDK into a directory. Optimised programs and libraries are stripped of symbols, which are
/// nine tenths of them.
///
/// # Errors
/// The workspace does not build, or a file cannot be read or written.
pub(crate) fn run(prefix: &Path, release: bool) -> Outcome<()> {
    build(release)?;
    let built = target(release);
    for command in PROGRAMS {
        copy(&built.join(command), &prefix.join("bin").join(command))?;
    }
    copy_folder(&root().join("capi/include"), &prefix.join("include"))?;
    // Build files copy these out of CUDA's include directory, for run-time compilation.
    fs::create_dir_all(prefix.join("include/cccl")).map_err(|e| format!("{}: {e}", prefix.display()))?;
    for (at, to) in HEADERS {
        link(&prefix.join("include").join(at), to)?;
    }
    copy(&built.join("libamdhip64.so"), &prefix.join("lib").join(SONAME))?;
    link(&prefix.join("lib/libamdhip64.so"), SONAME)?;
    // Run-time compilation is in the same library: programs that load both names have one state.
    for name in ["libhiprtc.so", "libhiprtc.so.7"] {
        link(&prefix.join("lib").join(name), SONAME)?;
    }
    for (of_cargo, soname, name) in CUDA {
        copy(&built.join(of_cargo), &prefix.join("lib").join(soname))?;
        if let Some(name) = name {
            link(&prefix.join("lib").join(name), soname)?;
        }
    }
    // CMake takes no compiler of the name `hipcc` for the language HIP.
    fs::create_dir_all(prefix.join("lib/llvm/bin")).map_err(|e| format!("{}: {e}", prefix.display()))?;
    link(&prefix.join("lib/llvm/bin/clang++"), "../../../bin/hipcc")?;
    let major = SONAME.rsplit('.').next().unwrap_or_default();
    for (path, text, mode) in FILES {
        write(&prefix.join(path), &text.replace("@VERSION@", VERSION).replace("@SONAME@", major), mode)?;
    }
    if release {
        strip(prefix)?;
    }
    Ok(())
}

/// Strips the programs and libraries that cargo built, if binutils' `strip` is installed.
fn strip(prefix: &Path) -> Outcome<()> {
    let programs = PROGRAMS.map(|name| prefix.join("bin").join(name));
    let libraries = CUDA.map(|(_, soname, _)| prefix.join("lib").join(soname));
    let mut strip = Command::new("strip");
    strip.arg("--strip-unneeded").args(&programs).args(&libraries).arg(prefix.join("lib").join(SONAME));
    match strip.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("strip: {status}")),
        Err(e) => {
            eprintln!("xtask install: strip: {e}; files keep their symbols");
            Ok(())
        }
    }
}

/// Lines that a shell needs to find what was installed.
pub(crate) fn shell_lines(prefix: &Path) -> String {
    let path = fs::canonicalize(prefix).unwrap_or_else(|_| prefix.to_owned());
    let path = path.display();
    format!("export HIP_PATH={path}\nexport PATH=$HIP_PATH/bin:$PATH LD_LIBRARY_PATH=$HIP_PATH/lib")
}

/// Headers by the paths that they have in CUDA's toolkit, from `include`.
const HEADERS: [(&str, &str); 4] = [
    ("cooperative_groups.h", "hip/device/cooperative_groups.h"),
    ("cooperative_groups", "hip/device/cooperative_groups"),
    ("cccl/cuda", "../hip/device/cuda"),
    ("cccl/nv", "../hip/device/nv"),
];

/// Makes a symbolic link, in place of one that is there.
fn link(at: &Path, to: &str) -> Outcome<()> {
    match fs::remove_file(at) {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => Err(format!("{}: {e}", at.display())),
        _ => symlink(to, at).map_err(|e| format!("{}: {e}", at.display())),
    }
}

/// Small files of the SDK: where they go, their text, how they are entered.
const FILES: [(&str, &str, u32); 8] = [
    ("bin/hipify-perl", include_str!("../sdk/hipify-perl"), 0o755),
    ("bin/hipconfig", include_str!("../sdk/hipconfig"), 0o755),
    ("bin/rocm_agent_enumerator", include_str!("../sdk/rocm_agent_enumerator"), 0o755),
    ("lib/cmake/hip/hip-config.cmake", include_str!("../sdk/hip-config.cmake"), 0o644),
    ("lib/cmake/hip/hip-config-version.cmake", include_str!("../sdk/hip-config-version.cmake"), 0o644),
    ("lib/cmake/hiprtc/hiprtc-config.cmake", include_str!("../sdk/hiprtc-config.cmake"), 0o644),
    ("lib/cmake/hiprtc/hiprtc-config-version.cmake", include_str!("../sdk/hip-config-version.cmake"), 0o644),
    ("lib/cmake/hip-lang/hip-lang-config.cmake", include_str!("../sdk/hip-lang-config.cmake"), 0o644),
];
