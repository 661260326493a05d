//! Every architecture that nvcc has ever named: the architecture used for compilation, and that a kernel
//! compiled for it runs on the device models of that generation.
//!
//! The device is fixed when a process starts, so the test starts this program again for each.
#![expect(unsafe_code, reason = "the tests launch kernels that they know")]
#![expect(clippy::print_stdout, reason = "what a process of the test says to the test that started it")]

use crate::files::{bench, hipcc, keep_headers, succeed};
use runtime::api::module::LaunchShape;
use runtime::api::{self, StreamRef};
use runtime::{Context, Device, DeviceBuffer, Module};
use std::path::Path;
use std::process::Command;

const IMAGE: &str = "HIPCC_TEST_IMAGE";

/// Names in nvcc's releases 2.0 to 13.
const NAMES: [&str; 56] = [
    "sm_10",
    "sm_11",
    "sm_12",
    "sm_13",
    "sm_20",
    "sm_21",
    "sm_30",
    "sm_32",
    "sm_35",
    "sm_37",
    "sm_50",
    "sm_52",
    "sm_53",
    "sm_60",
    "sm_61",
    "sm_62",
    "sm_70",
    "sm_72",
    "sm_75",
    "sm_80",
    "sm_86",
    "sm_87",
    "sm_88",
    "sm_89",
    "sm_90",
    "sm_90a",
    "sm_100",
    "sm_100a",
    "sm_100f",
    "sm_101",
    "sm_101a",
    "sm_101f",
    "sm_103",
    "sm_103a",
    "sm_103f",
    "sm_110",
    "sm_110a",
    "sm_110f",
    "sm_120",
    "sm_120a",
    "sm_120f",
    "sm_121",
    "sm_121a",
    "sm_121f",
    "compute_20",
    "compute_35",
    "compute_52",
    "compute_60",
    "compute_70",
    "compute_90a",
    "compute_100f",
    "compute_121",
    "lto_52",
    "lto_75",
    "lto_90a",
    "lto_120",
];

/// A model of each generation from the first that can run PTX with shuffles.
const DEVICES: [&str; 16] = [
    "K20c",
    "K80",
    "750 Ti",
    "GTX 980",
    "P100",
    "GTX 1080",
    "V100",
    "Xavier",
    "T4",
    "A100-SXM4",
    "A10",
    "Orin",
    "L40S",
    "NVIDIA H200",
    "B200",
    "RTX 5090",
];

/// Shuffles, votes and matches, which older devices lack, halves, and sums of doubles where available.
const SOURCE: &str = r#"
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 600
static __device__ double atomicAdd(double *address, double value)
{
    unsigned long long *word = (unsigned long long *)address, seen = *word, had;
    do {
        had = seen;
        seen = atomicCAS(word, had, (unsigned long long)__double_as_longlong(value + __longlong_as_double((long long)had)));
    } while (seen != had);
    return __longlong_as_double((long long)seen);
}
#endif
extern "C" __global__ void run(int *out, double *sum)
{
    int i = threadIdx.x, all;
    unsigned long long key = (unsigned long long)(i % 3) << 40;
    out[i] = __shfl_xor_sync(~0u, i, 1);
    out[i] += 100 * __popcll(__match_any_sync(~0u, key));
    out[i] += 10000 * (__match_all_sync(~0u, (int)(i < 32), &all) == 0xffffffffu && all);
    out[i] += 100000 * (int)(float)__hfma(__half(2.0f), __half(3.0f), __half(1.0f));
    out[i] += 1000000 * (int)(__ballot_sync(~0u, i < 5) & 3);
    atomicAdd(sum, (double)i);
}
"#;

fn ran(image: &Path) -> String {
    let _context = Context::new(Device::get(0).expect("a device")).expect("a context");
    let module = Module::from_bytes(&std::fs::read(image).expect("an image")).expect("a module");
    let out = DeviceBuffer::<i32>::zeroed(32).expect("memory");
    let sum = DeviceBuffer::<f64>::zeroed(1).expect("memory");
    let shape =
        LaunchShape { grid: [1; 3], block: [32, 1, 1], shared_bytes: 0, cooperative: false, cluster: None };
    let arguments: Vec<u8> =
        [out.ptr().address(), sum.ptr().address()].iter().flat_map(|a| a.to_le_bytes()).collect();
    let kernel = module.function("run").expect("a kernel");
    // SAFETY: the kernel writes the buffer, which the test reads when it is done.
    unsafe { api::module::launch(kernel.id(), shape, &arguments, StreamRef::Legacy) }.expect("a launch");
    let total: i32 = out.to_vec().expect("a copy").iter().sum();
    format!("{total} {}", sum.to_vec().expect("a copy")[0])
}

#[test]
fn every_architecture_compiles_and_runs() {
    if let Some(image) = std::env::var_os(IMAGE) {
        return println!("said: {}", ran(Path::new(&image)));
    }
    let Some(folder) = bench() else { return };
    let folder = folder.path();
    std::fs::write(folder.join("run.hip"), SOURCE).expect("a source");
    let options: Vec<String> = NAMES.iter().map(|name| format!("--offload-arch={name}")).collect();
    let said = hipcc(folder, &format!("--genco -O1 {} run.hip -o run.hipfb", options.join(" ")));
    let errors = String::from_utf8_lossy(&said.stderr);
    assert!(said.status.success(), "{errors}");
    // Once each, and only for names that this clang lacks.
    assert_eq!(errors.matches("sm_13, ").count(), 1, "{errors}");
    assert!(errors.contains("code is made for sm_30") && !errors.contains("sm_60"), "{errors}");
    // Values of each lane: its neighbour's number, 11 or 10 equal others, all agree, 2 * 3 + 1, two low lanes
    // voted.
    let lanes: i32 = (0..32)
        .map(|i| (i ^ 1) + 100 * if i % 3 == 2 { 10 } else { 11 } + 10_000 + 700_000 + 3_000_000)
        .sum();
    let wanted = format!("{lanes} 496");
    for device in DEVICES {
        let mut command = Command::new(std::env::current_exe().expect("this binary"));
        command.args(["--exact", "architectures::every_architecture_compiles_and_runs", "--nocapture"]);
        command.env(IMAGE, folder.join("run.hipfb")).env("HIP_SOFT_DEVICE", device);
        let output = command.output().expect("a process");
        let text = String::from_utf8_lossy(&output.stdout);
        let have = text.lines().find_map(|line| line.split_once("said: ")).map(|(_, said)| said.to_owned());
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(have.as_deref(), Some(wanted.as_str()), "{device}: {errors}");
    }
}

#[test]
fn every_spelling_names_an_architecture() {
    let Some(folder) = bench() else { return };
    keep_headers(folder.path());
    for line in [
        "-arch=sm_60",
        "-arch sm_60",
        "-arch=compute_60 -code=sm_60,compute_60",
        "--gpu-architecture=sm_60 --gpu-code=sm_60",
        "-gencode arch=compute_60,code=sm_60",
        "-gencode=arch=compute_60,code=[sm_60,compute_60]",
        "--generate-code arch=compute_60,code=sm_60",
        "--offload-arch=sm_60",
        "--cuda-gpu-arch=sm_60",
    ] {
        succeed(folder.path(), &format!("-ptx {line} a.hip -o a.ptx"));
        let ptx = std::fs::read_to_string(folder.path().join("a.ptx")).expect("PTX");
        assert!(ptx.contains(".target sm_60"), "{line}");
    }
}
