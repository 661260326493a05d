//! Signal handlers, small stacks, limits and sandboxes: `testdata/capi/surroundings.c` runs each in a process
//! of its own, and `surroundings.tsv` has the expected ends. Also programs of runtimes that handle signals
//! themselves: Go and Java.

use crate::codes::{build, lib};
use crate::system::{cc, compile, include, root, scratch, table};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

#[test]
fn programs_work_whatever_surrounds_them() {
    let built = build("surroundings", &[root().join("testdata/capi/surroundings.c")]);
    let program = built.unwrap_or_else(|said| panic!("{said}"));
    let done = Command::new(program).env_clear().output().expect("the program starts");
    let (text, said) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    let got: Vec<Vec<String>> =
        text.lines().map(|line| tsv::cells(line).map(str::to_owned).collect()).collect();
    let expected = table("surroundings.tsv");
    let differ: Vec<_> = expected.iter().zip(&got).filter(|(expected, got)| expected != got).collect();
    assert!(differ.is_empty() && expected.len() == got.len(), "expected, got: {differ:#?}\n{said}");
    let missing: Vec<&str> = said.lines().filter(|line| line.contains("no thread for")).collect();
    assert_eq!(missing.len(), 3, "said once by each process that has no threads: {said}");
}

/// Returns whether a tool runs; prints a message if not.
fn is_there(tool: &str, question: &str) -> bool {
    let there = Command::new(tool).arg(question).output().is_ok_and(|done| done.status.success());
    if !there {
        eprintln!("left out: no `{tool}` is installed");
    }
    there
}

/// Panics unless a program succeeded and printed `true` for each of its cases.
fn assert_true(done: &Output, cases: usize) {
    let (text, said) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(done.status.success(), "{}: {text}{said}", done.status);
    let good = text.lines().filter(|line| line.ends_with("\ttrue")).count();
    assert!(good == cases && text.lines().count() == cases, "{text}{said}");
}

#[test]
fn go_programs_keep_their_faults_and_get_errors_for_kernels() {
    if !is_there("go", "version") {
        return;
    }
    let folder = scratch("go");
    let program = folder.join("surroundings");
    let libraries = lib().display();
    let built = Command::new("go")
        .args(["build", "-o"])
        .arg(&program)
        .arg(root().join("testdata/capi/surroundings.go"))
        .env("CGO_ENABLED", "1")
        .env("CGO_CFLAGS", format!("-I{}", include().display()))
        .env("CGO_LDFLAGS", format!("-L{libraries} -lamdhip64 -Wl,-rpath,{libraries}"))
        .env("GO111MODULE", "off")
        .env("GOCACHE", folder.join("cache"))
        .output()
        .expect("the compiler starts");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let run = |arguments: &[&str]| {
        Command::new(&program).args(arguments).env_clear().output().expect("the program starts")
    };
    assert_true(&run(&[]), 7);
    let crashed = run(&["crash"]);
    let said = String::from_utf8_lossy(&crashed.stderr);
    // Go's runtime reports it and exits with 2.
    assert_eq!(crashed.status.code(), Some(2), "{said}");
    assert!(said.contains("SIGSEGV") && said.contains("addr=0x8"), "{said}");
}

/// Returns the directory of a Java development kit.
fn java_home() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let found =
        std::env::split_paths(&path).map(|folder| folder.join("javac")).find(|file| file.is_file())?;
    let home = std::fs::canonicalize(found).ok()?.parent()?.parent()?.to_owned();
    home.join("include/jni.h").is_file().then_some(home)
}

#[test]
fn java_programs_keep_their_faults_and_get_errors_for_kernels() {
    let Some(home) = java_home() else {
        return eprintln!("left out: no `javac` with jni.h is installed");
    };
    let folder = scratch("java");
    let source = |name: &str| root().join("testdata/capi").join(name);
    let mut javac = Command::new(home.join("bin/javac"));
    let built =
        javac.arg("-d").arg(&folder).arg(source("Surroundings.java")).output().expect("the compiler starts");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let native = folder.join("libsurroundings.so");
    let folder_of = |path: &Path| OsString::from(format!("-I{}", path.display()));
    let mut args: Vec<OsString> =
        ["-std=c99", "-Wall", "-Wextra", "-Werror", "-Wno-deprecated-declarations", "-shared", "-fPIC"]
            .map(Into::into)
            .to_vec();
    args.extend(
        [include(), home.join("include"), home.join("include/linux")].iter().map(|path| folder_of(path)),
    );
    args.extend([source("surroundings_jni.c").into(), "-L".into(), lib().into(), "-lamdhip64".into()]);
    args.extend([format!("-Wl,-rpath,{}", lib().display()).into(), "-o".into(), native.clone().into()]);
    compile(&cc(), &args).unwrap_or_else(|said| panic!("{said}"));
    let mut java = Command::new(home.join("bin/java"));
    java.arg("-cp").arg(&folder).arg("Surroundings").arg(&native).env_clear();
    assert_true(&java.output().expect("the program starts"), 7);
}
