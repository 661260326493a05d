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
    let Some(folder) = bench() else { return };
    let (folder, lib) = (folder.path(), add_library(folder.path()));
    let recorded = testdata::root().join("gpu/rand");
    let source = std::fs::read(recorded.join("device.cu")).expect("the source");
    let translated = hipify_rs::translate(&source, &hipify_rs::Options::default()).text;
    std::fs::write(folder.join("device.hip"), translated).expect("a source");
    let headers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../libraries/rand/include");
    succeed(folder, &format!("-O2 -I{} device.hip -o device", headers.display()));
    let run = Command::new(folder.join("device")).env("LD_LIBRARY_PATH", lib).output().expect("the program");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));

    let got = String::from_utf8(run.stdout).expect("text");
    let recorded = std::fs::read_to_string(recorded.join("device.tsv")).expect("the answers");
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

/// Points of Sobol's sequences, whose directions are given: those of the first dimension.
const SOBOL: &str = r#"
#include <hip/hip_runtime.h>
#include <hiprand/hiprand_kernel.h>
#include <stdio.h>
__global__ void points(const unsigned *narrow, const unsigned long long *wide, double *to)
{
    hiprandStateSobol32_t a;
    hiprandStateSobol64_t b;
    hiprandStateScrambledSobol32_t c;
    hiprandStateScrambledSobol64 d;
    hiprand_init(narrow, 1, &a);
    hiprand_init(wide, 2, &b);
    hiprand_init(narrow, 0x40000000u, 2, &c);
    hiprand_init(wide, 1ull << 63, 0, &d);
    for (int n = 0; n < 3; n++)
        *to++ = hiprand(&a) / 4294967296.0;
    skipahead(3, &a);
    *to++ = hiprand_uniform(&a);
    *to++ = hiprand_normal(&a);
    *to++ = hiprand(&b) / 18446744073709551616.0;
    *to++ = hiprand_uniform_double(&b);
    *to++ = hiprand(&c) / 4294967296.0;
    *to++ = hiprand(&c) / 4294967296.0;
    *to++ = hiprand(&d) / 18446744073709551616.0;
    *to++ = hiprand(&d) / 18446744073709551616.0;
    *to++ = hiprand_normal_double(&d);
}
int main()
{
    unsigned *narrow;
    unsigned long long *wide;
    double *to;
    if (hipMallocManaged(&narrow, 128) || hipMallocManaged(&wide, 512) || hipMallocManaged(&to, 96))
        return 1;
    for (int n = 0; n < 32; n++)
        narrow[n] = 1u << (31 - n);
    for (int n = 0; n < 64; n++)
        wide[n] = 1ull << (63 - n);
    points<<<1, 1>>>(narrow, wide, to);
    if (hipDeviceSynchronize())
        return 1;
    for (int n = 0; n < 12; n++)
        printf("%.5f\n", to[n]);
}
"#;

#[test]
fn kernels_have_sequences_of_sobol() {
    let Some(folder) = bench() else { return };
    let (folder, lib) = (folder.path(), add_library(folder.path()));
    std::fs::write(folder.join("sobol.hip"), SOBOL).expect("a source");
    let headers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../libraries/rand/include");
    succeed(folder, &format!("-O2 -I{} sobol.hip -o sobol", headers.display()));
    let run = Command::new(folder.join("sobol")).env("LD_LIBRARY_PATH", lib).output().expect("the program");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    // The sequence is 0, 1/2, 3/4, 1/4, 3/8, 7/8, 5/8, 1/8, 3/16. The scrambled ones differ by 1/4 and 1/2.
    let wanted = [0.5, 0.75, 0.25, 0.125, -0.887_15, 0.75, 0.25, 0.5, 0.0, 0.5, 0.0, -0.674_49];
    let got: Vec<f64> =
        String::from_utf8_lossy(&run.stdout).lines().map(|x| x.parse().expect("a number")).collect();
    assert_eq!(got, wanted);
}
