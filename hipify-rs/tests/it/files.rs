//! Special files: links, permissions, encodings, names; and failures, which must not lose data.

use crate::command::{Place, stdout};
use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};

#[test]
fn modes_and_links_are_kept() {
    let place = Place::new("modes");
    place.write("p/run.cu", "cudaFree(p);\n");
    place.write("p/tool.sh", "#!/bin/sh\n");
    for (file, mode) in [("p/run.cu", 0o640), ("p/tool.sh", 0o755)] {
        fs::set_permissions(place.0.join(file), fs::Permissions::from_mode(mode)).expect("set");
    }
    symlink("run.cu", place.0.join("p/alias.cu")).expect("a link");
    symlink("nowhere", place.0.join("p/dangling")).expect("a link");
    for _ in 0..2 {
        stdout(&place.run("p -o out -q"));
    }
    let mode = |file: &str| fs::metadata(place.0.join(file)).expect("there").permissions().mode() & 0o777;
    assert_eq!((mode("out/run.cu"), mode("out/tool.sh")), (0o640, 0o755));
    assert_eq!(fs::read_link(place.0.join("out/alias.cu")).expect("a link").to_str(), Some("run.cu"));
    assert_eq!(fs::read_link(place.0.join("out/dangling")).expect("a link").to_str(), Some("nowhere"));
    assert_eq!(place.read("out/alias.cu"), "hipFree(p);\n");
    // In place, a named link stays a link and its target is translated.
    stdout(&place.run("p/alias.cu --in-place -q"));
    assert!(fs::symlink_metadata(place.0.join("p/alias.cu")).expect("there").file_type().is_symlink());
    assert_eq!(
        (place.read("p/run.cu").as_str(), mode("p/run.cu"), mode("p/run.cu.orig")),
        ("hipFree(p);\n", 0o640, 0o640)
    );
}

#[test]
fn binary_files_are_copied() {
    let place = Place::new("bytes");
    place.write("binary.cu", b"cudaFree(p);\0\x01");
    let utf16: Vec<u8> = "\u{feff}cudaFree(p);".encode_utf16().flat_map(u16::to_le_bytes).collect();
    place.write("wide.cu", &utf16);
    place.write("latin.cu", b"cudaFree(p); // caf\xe9\n");
    let output = place.run("binary.cu wide.cu latin.cu -o out");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("binary.cu was copied unchanged: the file contains NUL bytes"), "{said}");
    assert!(said.contains("wide.cu was copied unchanged: the file is UTF-16"), "{said}");
    let read = |name: &str| fs::read(place.0.join("out").join(name)).expect("there");
    assert_eq!(read("binary.cu"), b"cudaFree(p);\0\x01");
    assert_eq!(read("wide.cu"), utf16);
    assert_eq!(read("latin.cu"), b"hipFree(p); // caf\xe9\n");
}

#[test]
fn names_need_not_be_utf8() {
    use std::os::unix::ffi::OsStrExt as _;
    let place = Place::new("names");
    let name = std::ffi::OsStr::from_bytes(b"caf\xe9 $x.cu");
    fs::create_dir(place.0.join("p")).expect("a directory");
    let file = place.0.join("p").join(name);
    if fs::write(&file, "cudaFree(p);\n").is_err() {
        // The file system requires UTF-8.
        return;
    }
    stdout(&place.run("p -o out -q --report html=r.html --report csv=r.csv"));
    assert_eq!(fs::read(place.0.join("out").join(name)).expect("there"), b"hipFree(p);\n");
    stdout(&place.run("p --in-place -q"));
    assert_eq!(fs::read(&file).expect("there"), b"hipFree(p);\n");
    assert_eq!(stdout(&place.run("--undo p")), "files restored: 1\n");
    assert_eq!(fs::read(&file).expect("there"), b"cudaFree(p);\n");
}

#[test]
fn a_failing_file_does_not_stop_the_others() {
    let place = Place::new("fails");
    place.write("p/a.cu", "cudaFree(p);\n");
    place.write("p/b.cu", "cudaFree(p);\n");
    place.write("out/a.cu/in_the_way", "");
    let output = place.run("p -o out -q");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write out/a.cu"));
    assert_eq!(place.read("out/b.cu"), "hipFree(p);\n");
    let left: Vec<_> =
        fs::read_dir(place.0.join("out")).expect("there").map(|e| e.expect("an entry").file_name()).collect();
    assert_eq!(left.len(), 2, "no half-written files: {left:?}");
}

#[test]
fn unreadable_files_are_reported() {
    let place = Place::new("unreadable");
    place.write("p/secret.cu", "cudaFree(p);\n");
    place.write("p/open.cu", "cudaFree(p);\n");
    let secret = place.0.join("p/secret.cu");
    fs::set_permissions(&secret, fs::Permissions::from_mode(0o000)).expect("set");
    // The superuser can read the file.
    let may = fs::read(&secret).is_ok();
    let output = place.run("p -o out -q");
    fs::set_permissions(&secret, fs::Permissions::from_mode(0o600)).expect("set");
    assert_eq!(output.status.code(), Some(if may { 0 } else { 2 }));
    assert_eq!(place.read("out/open.cu"), "hipFree(p);\n");
    assert_eq!(String::from_utf8_lossy(&output.stderr).contains("cannot read p/secret.cu"), !may);
}

#[test]
fn one_thread_and_many_write_the_same() {
    let place = Place::new("threads");
    for n in 0..40 {
        place.write(&format!("p/d{}/f{n}.cu", n % 7), format!("// {n}\ncudaFree(p);\ncuCtxGetId(c, &i);\n"));
    }
    let say = |threads: &str| {
        let output = place
            .run(&format!("p -o out{threads} -j {threads} --message-format short --report json=r{threads}"));
        (output.stdout, output.stderr, place.read(&format!("r{threads}")))
    };
    assert_eq!(say("1"), say("8"));
    let one = fs::metadata(place.0.join("out1/d0/f0.cu")).expect("there").ino();
    assert_ne!(one, fs::metadata(place.0.join("out8/d0/f0.cu")).expect("there").ino());
}
