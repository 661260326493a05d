//! The command `hip-fatbin`, as a user runs it.

use crate::folder;
use std::path::Path;
use std::process::{Command, Output};

fn hip_fatbin(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hip-fatbin"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the command of this crate")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn lists_as_a_table_and_as_json() {
    let output = hip_fatbin(&folder(), &["list", "--kernels", "group.fatbin", "llvm.hipfb", "named.fatbin"]);
    assert_eq!(output.status.code(), Some(0));
    insta::assert_snapshot!("table", text(&output.stdout));
    let output = hip_fatbin(&folder(), &["list", "--json", "--kernels", "named.fatbin"]);
    insta::assert_snapshot!("json", text(&output.stdout));
    let rows: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(rows.as_array().map(Vec::len), Some(4));
}

#[test]
fn what_is_packed_is_extracted_again() {
    let temp = tempfile::tempdir().expect("a folder");
    let at = temp.path();
    let ptx = ".version 8.0\n.target sm_90a, texmode_unified\n.address_size 64\n// text\n";
    std::fs::write(at.join("a.ptx"), ptx).expect("a file");
    let output = hip_fatbin(at, &["pack", "-o", "one.fatbin", "--identifier", "a.cu", "a.ptx"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let kept = folder().join("group.fatbin");
    let kept = kept.to_str().expect("a path");
    let output =
        hip_fatbin(at, &["pack", "-o", "two.fatbin", "--compress", "lz4", "one.fatbin", "a.ptx", kept]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let output = hip_fatbin(at, &["extract", "-o", "out", "--target", "compute_90a", "two.fatbin"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(
        text(&output.stdout),
        "out/two.fatbin.0.compute_90a.ptx\nout/two.fatbin.1.compute_90a.ptx\nout/two.fatbin.4.compute_90a.ptx\n"
    );
    for name in ["two.fatbin.0.compute_90a.ptx", "two.fatbin.1.compute_90a.ptx"] {
        assert_eq!(std::fs::read_to_string(at.join("out").join(name)).expect("extracted"), ptx);
    }
}

#[test]
fn bundles_come_apart_again() {
    let temp = tempfile::tempdir().expect("a folder");
    let at = temp.path();
    std::fs::write(at.join("a=b"), b"code").expect("a file");
    for compress in ["none", "zlib", "zstd"] {
        let output = hip_fatbin(
            at,
            &[
                "bundle",
                "-o",
                "b.hipfb",
                "--compress",
                compress,
                "host-x86_64-unknown-linux--",
                "hip-x-y-z--gfx1=a=b",
            ],
        );
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let output = hip_fatbin(at, &["unbundle", "b.hipfb"]);
        assert_eq!(text(&output.stdout), "host-x86_64-unknown-linux--\t0\nhip-x-y-z--gfx1\t4\n");
        let output = hip_fatbin(at, &["unbundle", "b.hipfb", "-o", "out", "--id", "hip-x-y-z--gfx1"]);
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(std::fs::read(at.join("out/hip-x-y-z--gfx1")).expect("unbundled"), b"code");
    }
}

#[test]
fn failures_are_told_by_code_and_text() {
    let temp = tempfile::tempdir().expect("a folder");
    let at = temp.path();
    std::fs::write(at.join("text"), "no device code").expect("a file");
    let cases: [(&[&str], i32, &str); 6] = [
        (&["list", "nowhere"], 3, "nowhere: cannot be read"),
        (&["list", "text"], 1, ""),
        (&["list"], 2, "required"),
        (&["pack", "-o", "x", "text"], 1, "neither PTX"),
        (&["unbundle", "text"], 1, "no clang offload bundle"),
        (&["extract", "-o", "nowhere/x/../../text", "text"], 3, "cannot be written"),
    ];
    for (arguments, code, message) in cases {
        let output = hip_fatbin(at, arguments);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", text(&output.stderr));
        assert!(text(&output.stderr).contains(message), "{arguments:?}: {}", text(&output.stderr));
    }
}
