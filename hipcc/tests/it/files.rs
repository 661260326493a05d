//! `hipcc` with a real clang, if one is installed: tests the contents of its files. (The demo tests that they
//! run.)

use ptx::Module;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

const SOURCE: &str = r#"
#include <hip/hip_runtime.h>
#include <hip/hip_cooperative_groups.h>
#include <complex>
static __device__ int here = 3;
template <typename T> __global__ void scale(T *x, T by) { x[threadIdx.x] = max(x[threadIdx.x] * by, T(here)); }
__global__ void floats(float *x, std::complex<float> *z)
{
    assert(x != nullptr);
    x[0] = scalbn(x[0], 2) + lround(x[1]) + std::fma(x[2], x[3], x[4]) + hypot(x[5], x[6]) + std::cbrt(x[7]);
    z[0] = z[1] / z[2] + std::exp(z[3].real());
    printf("%g\n", x[0]);
    atomicAdd(x, __shfl_xor_sync(~0u, x[1], 1));
}
void start(float *x) { scale<float><<<1, 32>>>(x, 2.0f); }
"#;

/// Creates a directory with a source and an SDK of headers. `None` without clang.
pub(crate) fn bench() -> Option<TempDir> {
    let folder = tempfile::tempdir().expect("a folder");
    let sdk = folder.path().join("sdk");
    let headers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../capi/include");
    std::fs::create_dir(&sdk).expect("a folder in it");
    std::os::unix::fs::symlink(headers, sdk.join("include")).expect("a link");
    for name in ["a.hip", "b.hip"] {
        let text = format!("#include <cassert>\n{SOURCE}").replace("start", &format!("start_{}", &name[..1]));
        std::fs::write(folder.path().join(name), text).expect("a source");
    }
    let said = hipcc(folder.path(), "--version");
    if !said.status.success() {
        eprintln!("skipped: {}", String::from_utf8_lossy(&said.stderr).trim());
        return None;
    }
    Some(folder)
}

/// Has hipcc keep precompiled headers in a test's directory: for tests that compile many sources alike.
pub(crate) fn keep_headers(folder: &Path) {
    std::fs::create_dir(folder.join(KEPT)).expect("a folder");
}

/// Directory of what hipcc keeps, in a test's directory.
pub(crate) const KEPT: &str = "cache";

pub(crate) fn hipcc(folder: &Path, line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hipcc"));
    command.current_dir(folder).env("HIP_PATH", folder.join("sdk")).args(line.split_whitespace());
    let kept = folder.join(KEPT);
    command.env("HIP_SOFT_CACHE", if kept.is_dir() { kept.as_os_str() } else { "off".as_ref() });
    command.output().expect("hipcc starts")
}

pub(crate) fn succeed(folder: &Path, line: &str) -> String {
    let said = hipcc(folder, line);
    let errors = String::from_utf8_lossy(&said.stderr);
    assert!(said.status.success(), "{line}: {errors}");
    String::from_utf8_lossy(&said.stdout).into_owned()
}

/// Returns the PTX that a device would select from a file's fat binary, read by the loader's code.
fn device_code(file: &Path, device: u32) -> Module {
    let bytes = std::fs::read(file).expect("a file that hipcc made");
    let text = fatbin::ptx(&bytes, device).expect("PTX in it").text;
    Module::parse(&text).unwrap_or_else(|wrong| panic!("{}: {wrong}\n{text}", file.display()))
}

/// Runs `hipcc` with a source on standard input.
fn piped(folder: &Path, line: &str, source: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hipcc"));
    command.current_dir(folder).env("HIP_PATH", folder.join("sdk")).args(line.split_whitespace());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut started = command.spawn().expect("hipcc starts");
    // A process that does not read its source closes the pipe.
    let _ = started.stdin.take().expect("a pipe").write_all(source.as_bytes());
    started.wait_with_output().expect("hipcc ends")
}

#[test]
fn standard_input_is_compiled_for_both_sides() {
    let Some(folder) = bench() else { return };
    let folder = folder.path();
    std::fs::write(folder.join("beside.h"), "#define BY 2.0f\n").expect("a header");
    let source = format!("#include \"beside.h\"\n#include <cassert>\n{}", SOURCE.replace("2.0f", "BY"));
    for name in ["one.o", "two.o"] {
        let made = piped(folder, &format!("-x hip -c -o {name} -"), &source);
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    }
    let kernels: Vec<String> = device_code(&folder.join("one.o"), 90).kernels().map(str::to_owned).collect();
    assert_eq!(kernels, ["_Z6floatsPfPSt7complexIfE", "_Z5scaleIfEvPT_S0_"]);
    let [one, two] = ["one.o", "two.o"].map(|name| std::fs::read(folder.join(name)).expect("an object"));
    assert!(one == two, "the same source gives the same object");
    assert!(one.windows(5).any(|window| window == b"start"), "the host's half is there, too");
    let broken = piped(folder, "-x hip -c -o three.o -", "\nint broken(\n");
    let said = String::from_utf8_lossy(&broken.stderr);
    assert!(!broken.status.success() && said.contains("<stdin>:"), "{said}");
    assert!(!said.contains("standard-input"), "our own file is nobody's business: {said}");
}

#[test]
fn objects_hold_ptx_for_each_architecture() {
    let Some(folder) = bench() else { return };
    let folder = folder.path();
    succeed(folder, "-O2 -MD --offload-arch=sm_70,sm_80 -c a.hip -o a.o");
    for (device, target) in [(75, "sm_70"), (90, "sm_80")] {
        let module = device_code(&folder.join("a.o"), device);
        assert_eq!(module.target, target);
        let kernels: Vec<&str> = module.kernels().collect();
        assert_eq!(kernels, ["_Z6floatsPfPSt7complexIfE", "_Z5scaleIfEvPT_S0_"]);
    }
    let headers = std::fs::read_to_string(folder.join("a.d")).expect("a list of headers");
    assert!(headers.starts_with("a.o:") && headers.contains("hip_cooperative_groups.h"), "{headers}");
}

#[test]
fn kernels_call_nothing_but_the_engine() {
    let Some(folder) = bench() else { return };
    for options in ["-O0", "-O3 -use_fast_math -lineinfo"] {
        succeed(folder.path(), &format!("-ptx {options} a.hip -o a.ptx"));
        let ptx = std::fs::read_to_string(folder.path().join("a.ptx")).expect("PTX");
        let called = ptx.split(".extern .func").skip(1).map(|declaration| {
            let behind = declaration.split_once(") ").filter(|_| declaration.trim_start().starts_with('('));
            let name = behind.map_or(declaration, |(_, name)| name).trim_start();
            name.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("")
        });
        let foreign: Vec<&str> = called
            .filter(|name| !name.starts_with("__nv_") && !["__assertfail", "vprintf"].contains(name))
            .collect();
        assert!(foreign.is_empty(), "{options}: {foreign:?}");
        assert_eq!(ptx.contains("\t.loc\t"), options.contains("lineinfo"), "{options}");
    }
}

#[test]
fn mistakes_are_told_by_name() {
    let Some(folder) = bench() else { return };
    let refused = |line: &str| {
        let said = hipcc(folder.path(), line);
        assert_eq!(said.status.code(), Some(1), "{line}");
        String::from_utf8_lossy(&said.stderr).into_owned()
    };
    assert!(refused("-c missing.hip").contains("missing.hip"));
    assert!(!folder.path().join("a.o").exists());
    let text = "#include <hip/hip_cooperative_groups.h>\n\
        __global__ void k() { auto all = cooperative_groups::this_multi_grid(); }\n";
    std::fs::write(folder.path().join("grids.hip"), text).expect("a source");
    assert!(refused("-fsyntax-only grids.hip").contains("grids of several devices have no common barrier"));
}

const CALLER: &str = "extern __device__ int other(int);\nextern __constant__ int table[4];\n\
    static __device__ int mine = 1;\n__global__ void k(int *x) { *x = other(*x) + table[1] + mine; }\n";
const CALLED: &str = "__constant__ int table[4] = {1, 2, 3, 4};\nstatic __device__ int mine = 2;\n\
    __device__ int other(int x) { return x * mine; }\n__global__ void unused(int *x) { *x = mine; }\n";

#[test]
fn device_code_of_several_units_is_linked() {
    let Some(folder) = bench() else { return };
    let folder = folder.path();
    std::fs::write(folder.join("caller.cu"), CALLER).expect("a source");
    std::fs::write(folder.join("called.cu"), CALLED).expect("a source");
    succeed(folder, "-fgpu-rdc -O2 -lineinfo --offload-arch=sm_70,sm_90a -c caller.cu");
    succeed(folder, "-dc -O2 --offload-arch=sm_70 called.cu -o called.o");
    let alone = hipcc(folder, "-dlink caller.o -o link.o");
    let said = String::from_utf8_lossy(&alone.stderr);
    for name in ["Undefined reference to '_Z5otheri' in 'caller.o'", "Undefined reference to 'table'"] {
        assert!(!alone.status.success() && said.contains(name), "{said}");
    }
    succeed(folder, "-dlink caller.o called.o -o link.o");
    for (device, target) in [(80, "sm_70"), (90, "sm_90a")] {
        let module = device_code(&folder.join("link.o"), device);
        let kernels: Vec<&str> = module.kernels().collect();
        assert_eq!((module.target.as_str(), kernels), (target, vec!["_Z1kPi", "_Z6unusedPi"]));
        module.lower("_Z1kPi").unwrap_or_else(|wrong| panic!("{wrong}"));
    }
    let twice = hipcc(folder, "-dlink caller.o called.o called.o -o link.o");
    assert!(String::from_utf8_lossy(&twice.stderr).contains("Multiple definition of"), "{twice:?}");
}
