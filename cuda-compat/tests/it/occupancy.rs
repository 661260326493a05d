//! Registers, occupancy and partitions of a device with CUDA's names: programs that were recorded on an H200,
//! built with our declarations.

use crate::programs::build;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns the output of a program about kernels in `testdata/gpu/occupancy`.
fn program_output(name: &str) -> String {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = build(name, &[own.join(format!("tests/programs/{name}.cpp"))], Path::new("."));
    let folder: PathBuf = testdata::root().join("gpu/occupancy");
    // The environment could choose another device.
    let ran = Command::new(program).arg(folder).env_clear().output().expect("the program starts");
    let (out, err) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert!(ran.status.success(), "{}: {out}{err}", ran.status);
    out.into_owned()
}

/// Returns the lines that differ, recorded and ours.
fn differing<'t>(recorded: &'t str, ours: &'t str) -> Vec<(&'t str, &'t str)> {
    assert_eq!(ours.lines().count(), recorded.lines().count());
    recorded.lines().zip(ours.lines()).filter(|(recorded, ours)| recorded != ours).collect()
}

/// Expected differences. Unknown here are the registers that NVIDIA's driver assigns to PTX without machine
/// code for the device, their effects on limits, and the PTX that the machine code of `apart.fatbin` was made
/// from. A block of one thread is refused here also where the kernel requires another size (PTX ISA,
/// `.reqntid`).
const OTHERS: [(&str, &str); 8] = [
    (
        "attributes\tolder.fatbin\tkeeps60\t68\t896\t0\t0\t0\t80\t90\t49152",
        "attributes\tolder.fatbin\tkeeps60\t32\t1024\t0\t0\t0\t80\t90\t49152",
    ),
    (
        "attributes\tapart.fatbin\tkeeps24\t32\t1024\t0\t0\t0\t90\t90\t49152",
        "attributes\tapart.fatbin\tkeeps24\t32\t1024\t0\t0\t0\t80\t90\t49152",
    ),
    (
        "attributes\tapart.fatbin\tkeeps60\t40\t1024\t0\t200\t0\t90\t90\t49152",
        "attributes\tapart.fatbin\tkeeps60\t40\t1024\t0\t200\t0\t80\t90\t49152",
    ),
    (
        "attributes\tbounds.ptx\tmost64\t4\t64\t0\t0\t0\t90\t90\t49152",
        "attributes\tbounds.ptx\tmost64\t32\t64\t0\t0\t0\t90\t90\t49152",
    ),
    (
        "attributes\tbounds.ptx\tjust64\t4\t1024\t0\t0\t0\t90\t90\t49152",
        "attributes\tbounds.ptx\tjust64\t32\t1024\t0\t0\t0\t90\t90\t49152",
    ),
    (
        "attributes\tbounds.ptx\tmost2000\t4\t1024\t0\t0\t0\t90\t90\t49152",
        "attributes\tbounds.ptx\tmost2000\t32\t1024\t0\t0\t0\t90\t90\t49152",
    ),
    (
        "attributes\tbounds.ptx\tcap24\t4\t1024\t0\t0\t0\t90\t90\t49152",
        "attributes\tbounds.ptx\tcap24\t24\t1024\t0\t0\t0\t90\t90\t49152",
    ),
    ("launch\tbounds.ptx\tjust64\t1\t0\t0", "launch\tbounds.ptx\tjust64\t1\t1\t0"),
];

#[test]
fn machine_code_beside_the_ptx_tells_registers_and_what_they_limit() {
    let ours = program_output("occupancy");
    let recorded = include_str!("../programs/occupancy_h200.txt");
    assert_eq!(differing(recorded, &ours), OTHERS);
}

#[test]
fn parts_of_a_device_hold_the_clusters_that_an_h200s_hold() {
    let ours = program_output("parts");
    assert_eq!(differing(include_str!("../programs/parts_h200.txt"), &ours), []);
}
