//! Random numbers of kernels (`hiprand_kernel.h`), against those that a GPU gave: `testdata/gpu/rand`.

use crate::files::{bench, succeed};
use crate::programs::add_library;
use std::path::Path;
use std::process::Command;

/// Greatest distances of normal numbers: CUDA's sine and logarithm are other approximations.
const SINGLE: f32 = 2e-6;
const DOUBLE: f64 = 1e-15;

fn is_close(got: &str, recorded: &str) -> bool {
    let bits = |text| u64::from_str_radix(text, 16).expect("bits");
    match got.len() {
        8 => {
            let number = |text| f32::from_bits(bits(text) as u32);
            (number(got) - number(recorded)).abs() <= SINGLE
        }
        _ => (f64::from_bits(bits(got)) - f64::from_bits(bits(recorded))).abs() <= DOUBLE,
    }
}

#[test]
fn generators_of_kernels_give_the_numbers_of_a_gpu() {
    compare_with_gpu("device");
}

#[test]
fn sequences_of_sobol_in_kernels_are_those_of_a_gpu() {
    compare_with_gpu("sobol");
}

/// Compiles a program of `gpu/rand` and compares the table that it prints with the recorded one.
fn compare_with_gpu(program: &str) {
    let Some(folder) = bench() else { return };
    let (folder, lib) = (folder.path(), add_library(folder.path()));
    let recorded = testdata::root().join("gpu/rand");
    let source = std::fs::read(recorded.join(format!("{program}.cu"))).expect("the source");
    let translated = hipify_rs::translate(&source, &hipify_rs::Options::default()).text;
    std::fs::write(folder.join(format!("{program}.hip")), translated).expect("a source");
    let headers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../libraries/rand/include");
    succeed(folder, &format!("-O2 -I{} {program}.hip -o {program}", headers.display()));
    let run = Command::new(folder.join(program)).env("LD_LIBRARY_PATH", lib).output().expect("the program");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));

    let got = String::from_utf8(run.stdout).expect("text");
    let recorded = std::fs::read_to_string(recorded.join(format!("{program}.tsv"))).expect("the answers");
    assert_eq!(got.lines().count(), recorded.lines().count());
    for (got, recorded) in got.lines().zip(recorded.lines()) {
        let (head, values) = recorded.rsplit_once('\t').expect("cells");
        let (own_head, own_values) = got.rsplit_once('\t').expect("cells");
        assert_eq!(own_head, head);
        let all =
            |text: &str, other: &str| text.split(' ').zip(other.split(' ')).all(|(a, b)| is_close(a, b));
        let agrees = match head.contains("normal") {
            true => all(own_values, values),
            false => own_values == values,
        };
        assert!(agrees, "{head}:\n{own_values}\n{values}");
    }
}
