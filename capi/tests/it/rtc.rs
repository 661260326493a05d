//! Run-time compilation through the C ABI: `testdata/capi/rtc.c`. Parts that need a compiler run if there is
//! a clang.

use crate::codes::{build, lib};
use crate::system::{is_installed, root};
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

fn program() -> &'static PathBuf {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        build("rtc", &[root().join("testdata/capi/rtc.c")]).unwrap_or_else(|said| panic!("{said}"))
    })
}

/// Returns whether a clang for run-time compilation is installed: version 16 or newer, with or without the
/// version in its name.
pub(crate) fn has_compiler() -> bool {
    let plain = Command::new("clang").arg("--version").output();
    let said = plain.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    let version = said.split("clang version ").nth(1).and_then(|rest| rest.split('.').next()?.parse().ok());
    (16..=40).any(|n| is_installed(&format!("clang-{n}"))) || version.is_some_and(|n: u32| n >= 16)
}

/// Returns a command for a part of the program, with headers from the tree and the clang of a path.
pub(crate) fn part(part: &str, path: Option<&std::ffi::OsStr>) -> Command {
    let mut command = Command::new(program());
    command.env_clear().arg(part).env("HIP_PATH", root().join("capi"));
    command.envs(path.map(|path| ("PATH", path)));
    command
}

/// Runs the program with headers from the tree and the clang of a path.
fn run(part: &str, path: Option<&std::ffi::OsStr>) {
    succeed(&mut self::part(part, path));
}

fn succeed(command: &mut Command) {
    let done = command.output().expect("the program starts");
    let text = String::from_utf8_lossy(&done.stdout);
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success() && text.ends_with(" answers, 0 wrong\n"), "{}\n{text}{said}", done.status);
}

#[test]
fn errors_have_their_codes() {
    run("errors", None);
}

#[test]
fn without_a_compiler_it_says_what_to_install() {
    run("without", None);
}

#[test]
fn programs_compile_link_and_run() {
    if !has_compiler() {
        eprintln!("no clang 16 or newer is installed: run-time compilation is left out");
        return;
    }
    let path = std::env::var_os("PATH");
    run("all", path.as_deref());
    // The first compilation keeps precompiled headers, later ones use them.
    let cache = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("rtc_cache");
    // A leftover of an earlier run may be missing.
    let _ = std::fs::remove_dir_all(&cache);
    succeed(part("all", path.as_deref()).env("HIP_SOFT_CACHE", &cache));
    let kept = std::fs::read_dir(cache.join("headers")).expect("the directory of headers");
    let mut names = kept.map(|entry| entry.expect("an entry").path());
    assert!(names.any(|path| path.extension().is_some_and(|extension| extension == "pch")));
}

#[test]
fn the_library_is_found_by_the_compiler_s_name_too() {
    // As installed by `xtask install`: one library, so that a program that loads both names has one state.
    let link = crate::system::scratch("lib").join("libhiprtc.so");
    let _was_none = std::fs::remove_file(&link);
    std::os::unix::fs::symlink(lib().join("libamdhip64.so.7"), &link).expect("a link in the scratch folder");
    let source = crate::system::scratch("programs").join("rtc_by_name.c");
    let text = "#include <dlfcn.h>\n#include <stdio.h>\nint main(int argc, char **argv) {\n\
         void *hip = dlopen(argv[1], RTLD_NOW), *rtc = argc > 2 ? dlopen(argv[2], RTLD_NOW) : 0;\n\
         puts(hip && rtc && dlsym(hip, \"hiprtcVersion\") == dlsym(rtc, \"hiprtcVersion\") ? \"one\" : \"two\");\n\
         return 0; }\n";
    std::fs::write(&source, text).expect("the scratch folder can be written");
    let program = build("rtc_by_name", &[source]).unwrap_or_else(|said| panic!("{said}"));
    let done = Command::new(program).arg(lib().join("libamdhip64.so.7")).arg(&link).output();
    assert_eq!(String::from_utf8_lossy(&done.expect("the program starts").stdout), "one\n");
}
