//! Containers as other tools read and write them, if those are installed.
//!
//! `FATBIN_TOOLS` may name more directories to search. A missing tool is reported and skipped: the committed
//! samples test the same readers.

use crate::list::list;
use crate::{folder, text};
use hip_fatbin::clang::bundle;
use hip_fatbin::nvidia::write::{NewEntry, Packing, fatbin};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn find(names: &[&str]) -> Option<PathBuf> {
    let more = std::env::var_os("FATBIN_TOOLS").unwrap_or_default();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<_> = std::env::split_paths(&more).chain(std::env::split_paths(&path)).collect();
    let found = names.iter().flat_map(|name| folders.iter().map(move |f| f.join(name))).find(|p| p.is_file());
    if found.is_none() {
        eprintln!("{} is not installed: passed over", names[0]);
    }
    found
}

fn run(command: &mut Command) -> Output {
    let output = command.output().expect("an installed tool");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

#[test]
fn llvm_takes_our_bundles_apart() {
    let Some(tool) = find(&["clang-offload-bundler", "clang-offload-bundler-19", "clang-offload-bundler-14"])
    else {
        return;
    };
    let temp = tempfile::tempdir().expect("a folder");
    let code = std::fs::read(folder().join("one.gfx1100.hsaco")).expect("the sample");
    let ids = ["host-x86_64-unknown-linux-gnu-", "hipv4-amdgcn-amd-amdhsa--gfx1100"];
    let ours = temp.path().join("ours");
    std::fs::write(&ours, bundle::write(&[(ids[0], b""), (ids[1], &code)], 4096)).expect("a file");
    let out = temp.path().join("out");
    run(Command::new(&tool)
        .args(["--unbundle", "--type=o"])
        .arg(format!("--targets={}", ids[1]))
        .arg(format!("--input={}", ours.display()))
        .arg(format!("--output={}", out.display())));
    assert_eq!(std::fs::read(out).expect("what it wrote"), code);
}

#[test]
fn nvidia_lists_our_fat_binaries() {
    let Some(tool) = find(&["cuobjdump"]) else { return };
    let texts = [75, 90].map(text);
    let image = fatbin([
        NewEntry {
            identifier: "one.cu",
            options: "-O3",
            ..NewEntry::ptx(&texts[0], 75, (7, 0), Packing::Lz4)
        },
        NewEntry::ptx(&texts[1], 90, (8, 0), Packing::Zstd),
        NewEntry::ptx(&texts[1], 90, (8, 0), Packing::Plain),
    ]);
    let temp = tempfile::tempdir().expect("a folder");
    let ours = temp.path().join("ours.fatbin");
    std::fs::write(&ours, image).expect("a file");
    let output = run(Command::new(tool).arg("-lptx").arg(&ours));
    let listing = String::from_utf8_lossy(&output.stdout);
    assert_eq!(listing.lines().count(), 3, "{listing}");
    assert!(listing.contains("one.sm_75.ptx"), "{listing}");
}

/// Returns the first of clang's helper programs that it would not find; it searches its own directory before
/// `PATH`.
fn missing(clang: &Path, programs: &[&str]) -> Option<String> {
    let absent = |name: &&&str| {
        let said = run(Command::new(clang).arg(format!("-print-prog-name={name}")));
        let place = String::from_utf8_lossy(&said.stdout).trim().to_owned();
        // A program that is not found is printed as given.
        !Path::new(&place).is_absolute()
    };
    programs.iter().find(absent).map(|name| (*name).to_owned())
}

#[test]
fn clang_makes_what_we_list() {
    let Some(tool) =
        find(&["clang-22", "clang-21", "clang-20", "clang-19", "clang-18", "clang-17", "clang-16"])
    else {
        return;
    };
    if let Some(absent) = missing(&tool, &["lld", "clang-offload-bundler"]) {
        eprintln!("{} finds no {absent}: passed over", tool.display());
        return;
    }
    let targets = run(Command::new(&tool).arg("--print-targets"));
    if !String::from_utf8_lossy(&targets.stdout).contains("amdgcn") {
        eprintln!("{} makes no code for AMD's GPUs: passed over", tool.display());
        return;
    }
    let temp = tempfile::tempdir().expect("a folder");
    let source = temp.path().join("one.hip");
    std::fs::write(&source, "extern \"C\" __attribute__((global)) void one(int *p) { p[0] = 1; }\n")
        .expect("a file");
    let out = temp.path().join("one.hipfb");
    run(Command::new(tool)
        .args(["-x", "hip", "-O2", "--offload-arch=gfx90a:xnack-", "--offload-arch=gfx1100", "-nogpulib"])
        .args(["-nogpuinc", "--cuda-device-only", "-o"])
        .arg(&out)
        .arg(&source));
    let list = list(&std::fs::read(out).expect("what it wrote"));
    assert_eq!(list.broken, 0, "{:?}", list.lines);
    for target in ["gfx90a:xnack-", "gfx1100"] {
        assert!(list.lines.iter().any(|line| line.contains(&format!("hsaco {target} "))), "{:?}", list.lines);
    }
}
