//! The demo's other ways to build: Rust programs, and a translated tree's own Makefile or CMakeLists.txt.

use crate::demo::{children, last_line};
use crate::install;
use crate::workspace::{Outcome, output};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Compiles a translated Rust program with this workspace's `hip_runtime`, for its module `sys`, and with the
/// SDK's library.
///
/// Not by cargo: the program's own lock file and profile would compile all of the runtime anew.
pub(crate) fn rust(work: &Path, sdk: &Path, program: &Path, release: bool) -> Outcome<()> {
    let manifest =
        std::fs::read_to_string(work.join("Cargo.toml")).map_err(|e| format!("Cargo.toml: {e}"))?;
    if !manifest.contains("\nhip-runtime = ") || manifest.contains("cust_raw") {
        return Err("Cargo.toml does not depend on hip-runtime".to_owned());
    }
    let built = install::target(release);
    let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    rustc.args(["--edition", "2021", "-O", "-o"]).arg(program).arg(work.join("src/main.rs"));
    rustc.arg("--extern").arg(format!("hip_runtime={}", built.join("libhip_runtime.rlib").display()));
    rustc.arg("-L").arg(format!("dependency={}", built.join("deps").display()));
    rustc.arg("-L").arg(format!("native={}", sdk.join("lib").display())).arg("-lamdhip64");
    rustc.arg("-C").arg(format!("link-arg=-Wl,-rpath,{}", sdk.join("lib").display()));
    output(&mut rustc, "rustc").map(drop)
}

/// Builds a translated tree with its own Makefile and CMakeLists.txt and runs what comes of it; says with
/// what.
pub(crate) fn build_and_run(work: &Path, sdk: &Path, args: &[PathBuf]) -> Outcome<String> {
    let mut said = String::new();
    if work.join("Makefile").is_file() && is_installed("make") {
        let mut make = Command::new("make");
        make.current_dir(work).arg(format!("HIP_PATH={}", sdk.display()));
        output(&mut make, "make")?;
        said += &run_all(work, work, sdk, args, "make")?;
    }
    if work.join("CMakeLists.txt").is_file() && is_installed("cmake") {
        let build = work.join("build");
        let mut configure = Command::new("cmake");
        // CMake's language HIP asks `hipconfig` for its compiler.
        let mut path = std::ffi::OsString::from(sdk.join("bin"));
        path.push(":");
        path.push(std::env::var_os("PATH").unwrap_or_default());
        configure.env("PATH", path);
        configure.arg("-S").arg(work).arg("-B").arg(&build);
        configure.arg(format!("-DCMAKE_PREFIX_PATH={}", sdk.display()));
        output(&mut configure, "cmake")?;
        output(Command::new("cmake").arg("--build").arg(&build), "cmake --build")?;
        said += &run_all(&build, work, sdk, args, "cmake")?;
    }
    Ok(said)
}

/// Returns whether a program can be started.
fn is_installed(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|said| said.status.success())
}

/// Runs the programs that a build left in a folder.
fn run_all(folder: &Path, work: &Path, sdk: &Path, args: &[PathBuf], with: &str) -> Outcome<String> {
    let mut programs = children(folder)?;
    // `program` is what the demo itself compiled.
    programs.retain(|path| {
        let runs = path.metadata().is_ok_and(|m| m.is_file() && m.permissions().mode() & 0o111 != 0);
        runs && path.extension().is_none() && path.file_name().is_none_or(|name| name != "program")
    });
    if programs.is_empty() {
        return Err(format!("{with} made no program"));
    }
    for program in &programs {
        let mut run = Command::new(program);
        run.current_dir(work).args(args).env("LD_LIBRARY_PATH", sdk.join("lib"));
        let text = output(&mut run, &format!("the program that {with} made"))?;
        if last_line(&text).is_empty() {
            return Err(format!("the program that {with} made says nothing"));
        }
    }
    Ok(format!(", also by its own {with}"))
}
