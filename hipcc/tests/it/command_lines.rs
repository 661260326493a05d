//! Command lines of nvcc and of build systems, and precompiled headers: the compilation is the same with and
//! without them.

use crate::files::{KEPT, bench, hipcc, keep_headers, succeed};
use std::path::Path;
use std::process::Command;

/// nvcc options that have no effect on outputs.
const TAKEN: [&str; 6] = [
    "-t 4 --resource-usage -diag-suppress 177 -dlto",
    "-t=0 -res-usage --diag-suppress=177,550 --expt-relaxed-constexpr -forward-unknown-to-host-compiler",
    "--threads 2 --extra-device-vectorization --source-in-ptx -Xcudafe --diag_suppress=177",
    "-threads=2 -Werror all-warnings -fmad=false -ftz=true -prec-div=false",
    "-Werror=reorder -Xcompiler \"-Wall\" -Wno-deprecated-gpu-targets -allow-unsupported-compiler",
    "--define-macro N=1 --include-path . --optimize 2 -restrict",
];

#[test]
fn options_of_nvcc_are_taken() {
    let Some(folder) = bench() else { return };
    for line in TAKEN {
        let said = hipcc(folder.path(), &format!("{} -fsyntax-only a.hip", line.replace('"', "")));
        let errors = String::from_utf8_lossy(&said.stderr);
        assert!(said.status.success() && errors.is_empty(), "{line}: {errors}");
    }
    assert!(!folder.path().join("a.out").exists() && !folder.path().join("a.o").exists());
    let level = hipcc(folder.path(), "-Werror all-warnings -Wall -fsyntax-only -DUNUSED a.hip");
    assert!(level.status.success(), "{level:?}");
}

#[test]
fn verbose_links_show_the_linkers_command() {
    let Some(folder) = bench() else { return };
    std::fs::write(folder.path().join("plain.cpp"), "int main() {}\n").expect("a source");
    let said = hipcc(folder.path(), "-v plain.cpp -o plain");
    let said = String::from_utf8_lossy(&said.stderr);
    // What CMake looks for.
    let is_linker = |line: &str| line.trim_start().split('"').nth(1).is_some_and(|word| word.ends_with("ld"));
    assert!(said.lines().any(is_linker), "{said}");
}

#[test]
fn gnu_dialects_have_no_128_bit_keys_in_hipcub() {
    let Some(folder) = bench() else { return };
    let text = "#include <hip/hip_runtime.h>\nint keys = HIPCUB_IS_INT128_ENABLED;\n";
    std::fs::write(folder.path().join("keys.hip"), text).expect("a source");
    for (dialect, is_defined) in [("gnu++17", true), ("c++17", false)] {
        let said = hipcc(folder.path(), &format!("-std={dialect} -fsyntax-only keys.hip"));
        assert_eq!(said.status.success(), is_defined, "{dialect}: {said:?}");
    }
}

#[test]
fn headers_with_names_of_cpps_are_found_only_by_their_directory() {
    let Some(folder) = bench() else { return };
    let text = "#include <atomic>\n#include <functional>\n#include <hip/atomic>\n\
        std::atomic<int> of_cpp;\nstd::function<int(int)> function;\ncuda::atomic<int> own;\n";
    let host = "#include <atomic>\n#include <cmath>\n#include <functional>\n\
        std::atomic<double> root(std::sqrt(2.0));\nstd::function<int(int)> function;\n";
    for (name, text) in [("named.hip", text), ("host.cpp", host)] {
        std::fs::write(folder.path().join(name), text).expect("a source");
        for folders in ["-Isdk/include/hip", "-I sdk/include -isystem sdk/include/hip"] {
            succeed(folder.path(), &format!("{folders} -fsyntax-only {name}"));
        }
    }
    // Another compiler of the host searches the directories in their order.
    for folders in [["sdk/include/hip", "sdk/include"], ["sdk/include", "sdk/include/hip"]] {
        let mut words = vec!["-fsyntax-only", "host.cpp"];
        words.extend(folders.iter().flat_map(|folder| ["-I", folder]));
        let said = Command::new("c++").current_dir(folder.path()).args(words).output().expect("c++ starts");
        assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    }
}

#[test]
fn rocm_s_usual_directory_is_the_sdk() {
    if Path::new("/opt/rocm").exists() {
        eprintln!("skipped: ROCm is installed in its usual directory");
        return;
    }
    let Some(folder) = bench() else { return };
    let folder = folder.path();
    let line = "-I/opt/rocm/include -L/opt/rocm/lib -### a.hip /opt/rocm/lib/libamdhip64.so -o a";
    let said = hipcc(folder, line);
    let said = String::from_utf8_lossy(&said.stderr);
    assert!(said.contains("sdk/lib/libamdhip64.so") && !said.contains("/opt/rocm"), "{said}");
}

#[test]
fn what_clang_refuses_and_nvcc_warns_of() {
    let Some(folder) = bench() else { return };
    let folder = folder.path();
    let text = "__global__ void k(float *x, int n) { register int i = n; float y[] = {n}; x[i] = y[0]; }\n";
    std::fs::write(folder.join("old.cu"), text).expect("a source");
    let said = hipcc(folder, "-std=c++17 -fsyntax-only old.cu");
    let errors = String::from_utf8_lossy(&said.stderr);
    assert!(
        said.status.success() && errors.contains("warning: ISO C++17 does not allow 'register'"),
        "{errors}"
    );
    std::fs::write(folder.join("plain.c"), "int twice(int x) { return 2 * x; }\n").expect("a source");
    succeed(folder, "-std=c++17 -c plain.c -o plain.o");
    let wrong = hipcc(folder, "-fsyntax-only missing.cu");
    assert_eq!(wrong.status.code(), Some(1));
    let errors = String::from_utf8_lossy(&wrong.stderr);
    assert!(errors.contains("no such file") && !errors.contains("InstalledDir"), "{errors}");
}

#[test]
fn verbose_preprocessing_lists_where_headers_are_looked_for() {
    let Some(folder) = bench() else { return };
    let said = hipcc(folder.path(), "-x hip -E -v /dev/null");
    let errors = String::from_utf8_lossy(&said.stderr);
    let (_, list) = errors.split_once("#include <...> search starts here:").expect("the list");
    let (list, _) = list.split_once("End of search list.").expect("its end");
    assert!(list.contains("sdk/include"), "{list}");
}

#[test]
fn the_hosts_half_is_written_beside_the_caller() {
    let Some(folder) = bench() else { return };
    succeed(folder.path(), "-cuda a.hip b.hip");
    for name in ["a.hip.cpp.ii", "b.hip.cpp.ii"] {
        let text = std::fs::read_to_string(folder.path().join(name)).expect(name);
        assert!(text.contains("void floats(float *x") && !text.contains("#include"), "{name}");
    }
}

#[test]
fn sources_in_cudas_dialect_know_its_version() {
    let Some(folder) = bench() else { return };
    let folder = folder.path();
    let text = "#if CUDART_VERSION != EXPECTED || CUDA_VERSION != 12000\n#error version\n#endif\n";
    std::fs::write(folder.join("v.cu"), text).expect("a source");
    succeed(folder, "-fsyntax-only -DEXPECTED=12000 v.cu");
    succeed(folder, "-fsyntax-only -DEXPECTED=11080 -DCUDART_VERSION=11080 v.cu");
    succeed(folder, "-fsyntax-only -DEXPECTED=0 -U CUDART_VERSION v.cu");
    let hip = "#if defined(CUDART_VERSION) || defined(CUDA_VERSION)\n#error version\n#endif\n";
    std::fs::write(folder.join("v.hip"), hip).expect("a source");
    succeed(folder, "-fsyntax-only v.hip");
    let nvcc = "#if __CUDACC_VER_MAJOR__ * 10 + __CUDACC_VER_MINOR__ != EXPECTED\n#error version\n#endif\n";
    std::fs::write(folder.join("n.cu"), nvcc).expect("a source");
    succeed(folder, "-fsyntax-only -DEXPECTED=120 n.cu");
    succeed(folder, "-fsyntax-only -DEXPECTED=0 -DCUDART_VERSION=11080 n.cu");
}

#[test]
fn a_source_that_needs_a_newer_architecture_gets_it_if_none_is_named() {
    let Some(folder) = bench() else { return };
    let folder = folder.path();
    let kernel = "__cluster_dims__(2) __global__ void k(int *x) { *x = 1; }\n";
    std::fs::write(folder.join("shape.h"), kernel).expect("a header");
    std::fs::write(folder.join("c.cu"), "#include \"shape.h\"\n").expect("a source");
    let ptx = hipcc(folder, "-ptx c.cu -o -");
    let text = String::from_utf8_lossy(&ptx.stdout);
    assert!(text.contains(".target sm_90") && text.contains(".reqnctapercluster 2, 1, 1"), "{text}");
    let said = String::from_utf8_lossy(&ptx.stderr);
    assert_eq!(said, "hipcc: note: c.cu: code is made for sm_90, since none was named\n");
    let older = hipcc(folder, "-ptx --offload-arch=sm_80 c.cu -o -");
    let text = String::from_utf8_lossy(&older.stdout);
    assert!(text.contains(".target sm_80") && !text.contains("cluster"), "{text}");
    let said = String::from_utf8_lossy(&older.stderr);
    assert_eq!(said, "hipcc: note: c.cu: __cluster_dims__ has no effect for sm_80\n");
    std::fs::write(folder.join("c.cu"), kernel.replace('2', "0")).expect("a source");
    let wrong = hipcc(folder, "-ptx --offload-arch=sm_90 c.cu -o c.ptx");
    let said = String::from_utf8_lossy(&wrong.stderr);
    assert!(!wrong.status.success() && said.contains("needs extents from 1 on"), "{said}");
    // Assembler that clang does not check.
    let assembler = |text: &str| {
        let text = format!("__global__ void k(int *x) {{ asm volatile(\"{text}\" : \"+r\"(*x)); }}\n");
        std::fs::write(folder.join("c.cu"), text).expect("a source");
        let ptx = hipcc(folder, "-ptx c.cu -o -");
        let target = String::from_utf8_lossy(&ptx.stdout);
        let target = target.lines().find_map(|line| line.strip_prefix(".target ")).map(str::to_owned);
        (target.unwrap_or_default(), String::from_utf8_lossy(&ptx.stderr).into_owned())
    };
    let note = |name: &str| format!("hipcc: note: c.cu: code is made for {name}, since none was named\n");
    assert_eq!(assembler("add.s32 %0, %0, 1;"), ("sm_70".to_owned(), String::new()));
    assert_eq!(assembler("redux.sync.add.s32 %0, %0, -1;"), ("sm_90".to_owned(), note("sm_90")));
    assert_eq!(assembler("wgmma.fence.sync.aligned;"), ("sm_90a".to_owned(), note("sm_90a")));
    // Errors are those that no architecture has removed, or those for the default.
    let left = "#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900\n#error old\n#endif\n\
        __global__ void k() { missing(); }\n";
    std::fs::write(folder.join("c.cu"), left).expect("a source");
    let wrong = hipcc(folder, "-c c.cu");
    let said = String::from_utf8_lossy(&wrong.stderr);
    assert!(said.contains("when compiling for sm_90") && !said.contains("sm_70"), "{said}");
    std::fs::write(folder.join("c.cu"), "__global__ void k() { missing(); }\n").expect("a source");
    let wrong = hipcc(folder, "-c c.cu");
    let said = String::from_utf8_lossy(&wrong.stderr);
    assert!(said.contains("when compiling for sm_70") && !said.contains("sm_90"), "{said}");
}

#[test]
fn what_is_kept_goes_where_it_shall() {
    let Some(folder) = bench() else { return };
    std::fs::create_dir(folder.path().join("kept")).expect("a directory");
    succeed(folder.path(), "--keep --keep-dir kept -c a.hip -o a.o");
    assert!(folder.path().join("kept/a-hip-nvptx64-nvidia-cuda-sm_70.s").is_file());
}

fn precompiled(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder.join(KEPT).join("headers")).expect("the directory");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "pch"));
    paths.sort();
    paths
}

#[test]
fn precompiled_headers_change_nothing() {
    let Some(folder) = bench() else { return };
    let folder = folder.path();
    keep_headers(folder);
    let made = |line: &str| {
        let said = hipcc(folder, line);
        let errors = String::from_utf8_lossy(&said.stderr);
        assert!(said.status.success() && errors.is_empty(), "{line}: {errors}");
    };
    let plain = Command::new(env!("CARGO_BIN_EXE_hipcc"))
        .current_dir(folder)
        .env("HIP_PATH", folder.join("sdk"))
        .env("HIP_SOFT_CACHE", "off")
        .args(["-ptx", "-O2", "a.hip", "-o", "plain.ptx"])
        .status();
    assert!(plain.is_ok_and(|status| status.success()));
    let text = |name: &str| std::fs::read_to_string(folder.join(name)).expect(name);
    // The unit's identity depends on the options.
    let code = |name: &str| {
        let text = text(name);
        let lines: Vec<&str> = text.lines().filter(|line| !line.contains("__hip_cuid_")).collect();
        lines.join("\n")
    };
    for _ in 0..2 {
        made("-ptx -O2 -DN=3 -I. a.hip -o quick.ptx");
        assert!(code("plain.ptx") == code("quick.ptx"));
    }
    // A program's own macros and directories do not create another file. An option that affects headers does.
    made("-ptx -O2 -DM=4 b.hip -o other.ptx");
    assert_eq!(precompiled(folder).len(), 1);
    made("-ptx -O2 -DNDEBUG b.hip -o other.ptx");
    assert_eq!(precompiled(folder).len(), 2);
    // Damaged files, and files older than a header, are generated again.
    for path in precompiled(folder) {
        std::fs::write(path, "damaged").expect("a file");
    }
    made("-ptx -O2 a.hip -o again.ptx");
    assert!(code("plain.ptx") == code("again.ptx"));
    assert_eq!(precompiled(folder).len(), 1);
    made("-ptx -O2 a.hip -o again.ptx");
    assert_eq!(precompiled(folder).len(), 2);
    // From C++20 on, clang treats declarations of precompiled files as those of modules.
    std::fs::write(
        folder.join("new.hip"),
        "#include <vector>\nint main() { return std::vector<int>(3)[1]; }\n",
    )
    .expect("a file");
    for _ in 0..2 {
        made("-std=c++20 -O2 -c new.hip -o new.o");
    }
    assert_eq!(precompiled(folder).len(), 4);
    for _ in 0..2 {
        made("-c -O2 -MD -MF a.d a.hip -o a.o");
        let headers = text("a.d");
        assert!(!headers.contains(".pch") && headers.contains("hip/device/prelude.h"), "{headers}");
    }
}

#[test]
fn shapes_of_clusters_are_read_with_the_same_precompiled_headers() {
    let Some(folder) = bench() else { return };
    let folder = folder.path();
    keep_headers(folder);
    let kernel = "__global__ void __cluster_dims__(4) k(int *x) { *x = 1; }\n";
    std::fs::write(folder.join("c.cu"), kernel).expect("a source");
    for options in ["", "-w"] {
        let said = hipcc(folder, &format!("-ptx {options} --offload-arch=sm_90 c.cu -o c.ptx"));
        assert!(said.status.success() && said.stderr.is_empty(), "{said:?}");
        let ptx = std::fs::read_to_string(folder.join("c.ptx")).expect("PTX");
        assert!(ptx.contains(".explicitcluster\n.reqnctapercluster 4, 1, 1"), "{ptx}");
    }
    assert_eq!(precompiled(folder).len(), 1);
}

#[test]
fn a_changed_header_is_read_anew() {
    let Some(folder) = bench() else { return };
    let folder = folder.path();
    keep_headers(folder);
    let headers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../capi/include");
    std::fs::remove_file(folder.join("sdk/include")).expect("a link");
    let copied = Command::new("cp").args(["-r"]).arg(headers).arg(folder.join("sdk/include")).status();
    assert!(copied.is_ok_and(|status| status.success()));
    std::fs::write(folder.join("c.hip"), "__global__ void k(int *x) { *x = added(); }\n").expect("a source");
    assert!(!hipcc(folder, "-ptx c.hip -o c.ptx").status.success());
    let words = folder.join("sdk/include/hip/device/words.h");
    let text = std::fs::read_to_string(&words).expect("a header")
        + "static inline __device__ int added() { return 42; }\n";
    std::fs::write(words, text).expect("a header");
    let said = hipcc(folder, "-ptx c.hip -o c.ptx");
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
}

#[test]
fn cuda_that_nobody_translated() {
    let Some(folder) = bench() else { return };
    let folder = folder.path();
    std::fs::write(folder.join("cuda.cu"), "#include <cuda_runtime.h>\nint main() { return cudaFree(0); }\n")
        .expect("a source");
    let failed = hipcc(folder, "-c cuda.cu");
    let errors = String::from_utf8_lossy(&failed.stderr);
    assert!(!failed.status.success() && errors.contains("`hipify-rs cuda.cu -o DIR`"), "{errors}");
    assert!(errors.ends_with("with --cuda-names\n"), "{errors}");
    succeed(folder, "--cuda-names -c cuda.cu");
    // Sources of the host's language find CUDA's headers, as with nvcc.
    let plain =
        "#include <cuda.h>\n#include <cuda_runtime.h>\nint main() { return cudaFree(0) + cuInit(0); }\n";
    std::fs::write(folder.join("plain.cpp"), plain).expect("a source");
    succeed(folder, "--cuda-names -c plain.cpp");
    let wrong = hipcc(folder, "-c -DBROKEN=( a.hip -include missing.h");
    assert!(!String::from_utf8_lossy(&wrong.stderr).contains("hipify-rs"), "{wrong:?}");
}

#[test]
fn help_is_its_own() {
    let Some(folder) = bench() else { return };
    let help = hipcc(folder.path(), "--help");
    let text = String::from_utf8_lossy(&help.stdout);
    assert!(help.status.success() && text.contains("--genco") && text.contains("Exit codes"), "{text}");
    let version = hipcc(folder.path(), "--version");
    let text = String::from_utf8_lossy(&version.stdout);
    assert!(
        text.starts_with("HIP version: ") && text.contains("\nhipcc ") && text.contains("clang"),
        "{text}"
    );
}
