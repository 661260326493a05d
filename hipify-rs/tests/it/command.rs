//! Tests of the binary: options, files, exit codes, output.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Directory for one test, emptied first.
pub(crate) struct Place(pub(crate) PathBuf);

const SOURCE: &str = "#include <cuda_runtime.h>\n\nint main() {\n  float *p;\n  cudaMalloc(&p, 4);\n  \
                      cuCtxGetId(c, &id);\n  cudaFree(p);\n}\n";
const TRANSLATED: &str = "#include <hip/hip_runtime.h>\n\nint main() {\n  float *p;\n  hipMalloc(&p, 4);\n  \
                          cuCtxGetId(c, &id);\n  hipFree(p);\n}\n";

impl Place {
    pub(crate) fn new(name: &str) -> Place {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a directory");
        // Keep the search for settings inside the test's directory.
        fs::write(path.join("hipify.toml"), "").expect("settings");
        Place(path)
    }

    /// A project: a source, a header without CUDA, a data file, a Makefile.
    fn with_project(name: &str) -> Place {
        let place = Place::new(name);
        place.write("src/main.cu", SOURCE);
        place.write("src/plain.h", "int plain(void);\n");
        place.write("data.bin", "\0\u{1}cudaFree");
        place.write("Makefile", "LDLIBS = -lcudart\n");
        place
    }

    pub(crate) fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().expect("below the place")).expect("a directory");
        fs::write(path, text).expect("written");
    }

    pub(crate) fn read(&self, path: &str) -> String {
        let bytes = fs::read(self.0.join(path)).unwrap_or_else(|e| panic!("{path}: {e}"));
        String::from_utf8(bytes).expect("UTF-8")
    }

    /// Returns all files and links, sorted.
    fn files(&self) -> Vec<String> {
        let entries =
            walkdir::WalkDir::new(&self.0).sort_by_file_name().into_iter().map(|e| e.expect("readable"));
        let files = entries.filter(|e| !e.file_type().is_dir() && e.file_name() != "hipify.toml");
        files.map(|e| e.path().strip_prefix(&self.0).expect("below").to_string_lossy().into_owned()).collect()
    }

    pub(crate) fn run(&self, line: &str) -> Output {
        self.run_with(line, "")
    }

    pub(crate) fn run_with(&self, line: &str, input: &str) -> Output {
        use std::io::Write as _;
        let mut child = Command::new(env!("CARGO_BIN_EXE_hipify-rs"))
            .args(line.split_whitespace())
            .current_dir(&self.0)
            .env_remove("NO_COLOR")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        // The command may have ended without reading its input.
        let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
        child.wait_with_output().expect("it ends")
    }
}

/// Formats the result of a command for a snapshot.
fn shown(output: &Output) -> String {
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    format!("exit {}\n--- out\n{out}--- err\n{err}", output.status.code().unwrap_or(-1))
}

pub(crate) fn stdout(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{}", shown(output));
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

#[test]
fn the_default_output_is_next_to_the_source() {
    let place = Place::with_project("beside");
    insta::assert_snapshot!("beside", shown(&place.run("src Makefile --quiet")));
    assert_eq!(place.read("src.hip/main.cu"), TRANSLATED);
    assert_eq!(place.read("src.hip/plain.h"), "int plain(void);\n");
    assert_eq!(place.read("Makefile.hip/Makefile"), "LDLIBS = -lamdhip64\n");
    assert_eq!(place.read("src/main.cu"), SOURCE, "the source is unchanged");
    let here = Place::with_project("here");
    let inner = Command::new(env!("CARGO_BIN_EXE_hipify-rs"))
        .args([".", "-q"])
        .current_dir(here.0.join("src"))
        .output();
    assert!(inner.expect("it runs").status.success());
    assert_eq!(here.read("src.hip/main.cu"), TRANSLATED, "`.` has a name, too");
}

#[test]
fn o_names_a_directory_a_file_or_standard_output() {
    let place = Place::with_project("output");
    stdout(&place.run(". -o out -q"));
    assert_eq!(place.read("out/src/main.cu"), TRANSLATED);
    assert_eq!(place.read("out/data.bin"), "\0\u{1}cudaFree", "copied");
    stdout(&place.run(". -o out -q"));
    assert!(!place.0.join("out/out").exists(), "output is not read as a source");
    stdout(&place.run("src/main.cu -o one/main.hip.cpp -q"));
    assert_eq!(place.read("one/main.hip.cpp"), TRANSLATED);
    stdout(&place.run("src/main.cu -o directory/ -q"));
    assert_eq!(place.read("directory/main.cu"), TRANSLATED);
    assert_eq!(stdout(&place.run("src/main.cu -o - -q")), TRANSLATED);
    assert_eq!(stdout(&place.run_with("- -q", SOURCE)), TRANSLATED);
    for wrong in ["src -o -", "- src/main.cu", "", "no/such/file", "- --in-place"] {
        assert_eq!(place.run(wrong).status.code(), Some(2), "{wrong}");
    }
    place.write("other/main.cu", SOURCE);
    let collision = place.run("src/main.cu other/main.cu -o both");
    assert!(
        shown(&collision).contains("other/main.cu and src/main.cu would both be written to both/main.cu")
    );
    assert!(!place.0.join("both").exists(), "nothing is lost");
    let itself = place.run("src/main.cu -o src");
    assert!(shown(&itself).contains("the output is the source itself"), "{}", shown(&itself));
    assert_eq!(place.read("src/main.cu"), SOURCE);
}

#[test]
fn endless_input_is_refused() {
    let place = Place::with_project("endless");
    for arguments in ["/dev/zero -o -", "/dev/zero -o out"] {
        let refused = place.run(arguments);
        assert_eq!(refused.status.code(), Some(2), "{}", shown(&refused));
        assert!(
            shown(&refused).contains("cannot read /dev/zero: the file is longer than 256 MiB"),
            "{}",
            shown(&refused)
        );
    }
}

#[test]
fn in_place_and_undo() {
    let place = Place::with_project("in_place");
    let before = place.files();
    stdout(&place.run(". --in-place -q"));
    assert_eq!(place.read("src/main.cu"), TRANSLATED);
    assert_eq!(place.read("src/main.cu.orig"), SOURCE);
    assert!(!place.0.join("src/plain.h.orig").exists(), "unchanged files have no backup");
    stdout(&place.run(". --in-place -q"));
    assert_eq!(place.read("src/main.cu.orig"), SOURCE, "idempotent");
    place.write("Makefile", "edited\n");
    insta::assert_snapshot!("undo_edited", shown(&place.run("--undo src Makefile")));
    assert_eq!((place.read("src/main.cu").as_str(), place.read("Makefile").as_str()), (SOURCE, "edited\n"));
    assert_eq!(stdout(&place.run("--undo --force .")), "files restored: 1\n");
    assert_eq!(place.read("Makefile"), "LDLIBS = -lcudart\n");
    assert_eq!(place.files(), before, "nothing is left");
    assert_eq!(stdout(&place.run("--undo .")), "files restored: 0\n");
    // A foreign backup is neither overwritten nor restored.
    place.write("src/main.cu.orig", "precious\n");
    let refused = place.run("src --inplace -q");
    assert_eq!(refused.status.code(), Some(2));
    assert!(shown(&refused).contains("a backup exists already"));
    assert_eq!(
        (place.read("src/main.cu").as_str(), place.read("src/main.cu.orig").as_str()),
        (SOURCE, "precious\n")
    );
    assert_eq!(stdout(&place.run("--undo .")), "files restored: 0\n");
    stdout(&place.run("src -inplace --no-backup -q"));
    assert_eq!(
        (place.read("src/main.cu").as_str(), place.read("src/main.cu.orig").as_str()),
        (TRANSLATED, "precious\n")
    );
}

#[test]
fn check_and_dry_run_write_nothing() {
    let place = Place::with_project("check");
    let before = place.files();
    assert_eq!(place.run("src --check -q").status.code(), Some(1), "the file would change");
    assert_eq!(place.run("src/plain.h --check -q").status.code(), Some(0));
    place.write("left.cu", "  cuCtxGetId(c, &id);\n");
    assert_eq!(place.run("left.cu --check -q").status.code(), Some(1), "a name remains");
    fs::remove_file(place.0.join("left.cu")).expect("removed");
    assert_eq!(place.run_with("- --check -q", "int x;").status.code(), Some(0));
    assert_eq!(place.run_with("- --check -q", SOURCE).status.code(), Some(1));
    insta::assert_snapshot!("examine", shown(&place.run(". -examine")));
    stdout(&place.run(". --dry-run -q"));
    assert_eq!(place.files(), before);
}

#[test]
fn a_patch_applies() {
    let place = Place::with_project("patch");
    insta::assert_snapshot!("patch", shown(&place.run("src --diff --quiet")));
    insta::assert_snapshot!("patch_coloured", shown(&place.run("src --diff --quiet --color always")));
    stdout(&place.run(". --diff=all.patch -q"));
    let patch = place.read("all.patch");
    assert!(patch.contains("+++ b/Makefile") && patch.contains("+++ b/src/main.cu"), "{patch}");
    assert_eq!(place.run("src --diff --check -q").status.code(), Some(1));
    assert_eq!(place.read("src/main.cu"), SOURCE);
    if Command::new("git").arg("--version").output().is_ok() {
        let done =
            Command::new("git").args(["apply", "--unsafe-paths", "all.patch"]).current_dir(&place.0).status();
        assert!(done.expect("git runs").success());
        assert_eq!(place.read("src/main.cu"), TRANSLATED);
    } else {
        eprintln!("git is not installed: the patch is not applied");
    }
}

#[test]
fn launches_targets_and_strings_are_options() {
    let place = Place::new("options");
    let launch = "#include <hip/hip_runtime.h>\nvoid f() { k<<<1, 2>>>(x); }\n";
    let ggl =
        "#include <hip/hip_runtime.h>\nvoid f() { hipLaunchKernelGGL(k, dim3(1), dim3(2), 0, 0, x); }\n";
    assert_eq!(stdout(&place.run_with("-", launch)), launch);
    assert_eq!(stdout(&place.run_with("- --kernel-launch keep", launch)), launch);
    assert_eq!(stdout(&place.run_with("- --kernel-launch ggl", launch)), ggl);
    assert_eq!(stdout(&place.run_with("- -hip-kernel-execution-syntax", launch)), ggl);
    let blas = "cublasHandle_t h;\n";
    assert_eq!(stdout(&place.run_with("-", blas)), "hipblasHandle_t h;\n");
    assert_eq!(stdout(&place.run_with("- --target roc", blas)), "rocblas_handle h;\n");
    assert_eq!(stdout(&place.run_with("- --roc", blas)), "rocblas_handle h;\n");
}

#[test]
fn patterns_select_files() {
    let place = Place::with_project("patterns");
    place.write("vendor/lib.cu", SOURCE);
    place.write("src/other.cpp", SOURCE);
    stdout(&place.run(". -o a --exclude vendor/ --exclude *.cpp -q"));
    assert_eq!(
        (place.read("a/vendor/lib.cu").as_str(), place.read("a/src/other.cpp").as_str()),
        (SOURCE, SOURCE)
    );
    assert_eq!(place.read("a/src/main.cu"), TRANSLATED);
    fs::remove_dir_all(place.0.join("a")).expect("removed");
    stdout(&place.run(". -o b --include src/*.cu -q"));
    assert_eq!(
        (place.read("b/src/main.cu").as_str(), place.read("b/vendor/lib.cu").as_str()),
        (TRANSLATED, SOURCE)
    );
    fs::remove_dir_all(place.0.join("b")).expect("removed");
    place.write(".gitignore", "vendor\n");
    stdout(&place.run(". -o c -q"));
    assert!(!place.0.join("c/vendor").exists() && place.0.join("c/.gitignore").exists());
    stdout(&place.run(". -o c -q --no-ignore"));
    assert_eq!(place.read("c/vendor/lib.cu"), TRANSLATED);
    // What git tracks belongs to the program.
    let git = |line: &str| {
        let done = Command::new("git").args(line.split(' ')).current_dir(&place.0).output().expect("git");
        assert!(done.status.success(), "{line}: {}", String::from_utf8_lossy(&done.stderr));
    };
    place.write("vendor/mine.cu", SOURCE);
    git("init -q");
    git("add -f vendor/lib.cu src .gitignore");
    stdout(&place.run(". -o d -q"));
    assert_eq!(place.read("d/vendor/lib.cu"), TRANSLATED);
    assert!(!place.0.join("d/vendor/mine.cu").exists() && !place.0.join("d/c").exists());
    let wrong = place.run(". --exclude a{b");
    assert!(
        wrong.status.code() == Some(2) && shown(&wrong).contains("invalid pattern `a{b`"),
        "{}",
        shown(&wrong)
    );
}

#[test]
fn settings_are_found_and_errors_located() {
    let place = Place::with_project("settings");
    place.write(
        "hipify.toml",
        "paths = ['src']\noutput = 'ported'\nexclude = ['vendor/']\n[names]\nmyCheck = 'hipCheck'\n\
         [headers]\n'helper_cuda.h' = 'helper_hip.h'\n",
    );
    place.write("src/main.cu", "#include \"helper_cuda.h\"\nint x = myCheck(cudaFree(p));\n");
    stdout(&place.run("-q"));
    assert!(
        place.read("ported/main.cu").ends_with("#include \"helper_hip.h\"\nint x = hipCheck(hipFree(p));\n")
    );
    assert!(stdout(&place.run("src/main.cu -o - --no-config -q")).contains("myCheck(hipFree(p))"));
    place.write("other.toml", "kernel-launch = 'ggl'\ncolour = 1\n");
    let wrong = place.run("src --config other.toml");
    assert_eq!(wrong.status.code(), Some(2));
    assert!(shown(&wrong).contains("other.toml:2:1: unknown field `colour`"), "{}", shown(&wrong));
}

#[test]
fn branches_are_skipped_by_settings_or_by_the_command_line() {
    let place = Place::with_project("skipping");
    place.write("src/main.cu", "#if LEVEL == 2\nint x = cudaFree(p);\n#else\nint y = cudaFree(q);\n#endif\n");
    let both = ["int x = hipFree(p)", "int y = hipFree(q)"];
    let done = |words: &str| {
        let said = stdout(&place.run(&format!("src/main.cu -o - -q {words}")));
        both.map(|text| said.contains(text))
    };
    place.write("hipify.toml", "[define]\nLEVEL = '2'\n");
    assert_eq!(done(""), [true, true]);
    assert_eq!(done("--skip-excluded"), [true, false]);
    assert_eq!(done("--skip-excluded --define LEVEL=3"), [false, true]);
    place.write("hipify.toml", "skip-excluded = true\n[define]\nLEVEL = '2'\n");
    assert_eq!(done(""), [true, false]);
    assert_eq!(done("--no-config"), [true, true]);
}

#[test]
fn a_compilation_database_names_the_files() {
    let place = Place::with_project("database");
    place.write("src/deep/two.cpp", "cudaFree(p);\n");
    place.write(
        "build/compile_commands.json",
        r#"[{"directory": "../src", "file": "main.cu", "command": "nvcc -c main.cu"},
            {"directory": "../src", "file": "deep/two.cpp", "command": "c++ -c deep/two.cpp"}]"#,
    );
    stdout(&place.run("-p build -o out -q"));
    assert_eq!(
        (place.read("out/main.cu").as_str(), place.read("out/deep/two.cpp").as_str()),
        (TRANSLATED, "hipFree(p);\n")
    );
    assert!(!place.0.join("out/plain.h").exists());
    stdout(&place.run("-p build src/deep -o deep -q"));
    assert_eq!(
        (place.read("deep/two.cpp").as_str(), place.0.join("deep/main.cu").exists()),
        ("hipFree(p);\n", false)
    );
    place.write("build/compile_commands.json", "{}");
    assert!(shown(&place.run("-p build -o out")).contains("cannot parse build/compile_commands.json"));
}

#[test]
fn notes_have_three_formats() {
    let place = Place::new("notes");
    let long = format!("int a; /* {} */ cuCtxGetId(c, &i);\n", "x".repeat(500));
    let source = format!("  cuCtxGetId(c, &id); // caf\u{e9}\n{long}");
    insta::assert_snapshot!("notes_human", shown(&place.run_with("- --dry-run", &source)));
    insta::assert_snapshot!(
        "notes_short",
        shown(&place.run_with("- --dry-run --message-format short", &source))
    );
    insta::assert_snapshot!("notes_json", shown(&place.run_with("- --message-format json", SOURCE)));
    assert!(shown(&place.run_with("- --dry-run --color always", SOURCE)).contains("\u{1b}["));
    assert!(!shown(&place.run_with("- --dry-run", SOURCE)).contains("\u{1b}["));
}

#[test]
fn options_about_the_program() {
    let place = Place::new("about");
    insta::assert_snapshot!("help", stdout(&place.run("--help")));
    let rules = stdout(&place.run("--list-rules"));
    for rule in rules.lines() {
        assert_eq!(
            stdout(&place.run(&format!("--explain {rule}"))).lines().next(),
            Some(format!("# {rule}").as_str())
        );
    }
    assert!(shown(&place.run("--explain nothing")).contains("unknown rule `nothing`; the rules are "));
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(stdout(&place.run(&format!("--completions {shell}"))).contains("kernel-launch"), "{shell}");
    }
    let page = stdout(&place.run("--man"));
    assert!(page.contains(".TH hipify-rs 1") && page.contains("Exit codes"), "{page}");
    assert!(stdout(&place.run("--version")).starts_with("hipify-rs "));
}

#[test]
fn files_are_renamed_on_request() {
    let place = Place::new("rename");
    place.write("src/k_cuda.cu", "#include \"pool/CudaPool.h\"\n__global__ void k() {}\n");
    place.write("src/pool/CudaPool.h", "int pool();\n");
    place.write(
        "src/main.cpp",
        "#include \"pool/CudaPool.h\"\n#include <cstdio>\nint main() { return pool(); }\n",
    );
    place.write("src/Makefile", "SRC = $(wildcard *.cu)\nall: k_cuda.cu\n\tnvcc $^\n");
    place.write("src/cuda/sum.h", "int sum(cudaStream_t);\n");
    place.write("src/cuda/sum.cpp", "#include \"../cuda/sum.h\"\n");
    place.write("src/CMakeLists.txt", "add_executable(x cuda/sum.cpp)\n");
    stdout(&place.run("src -o out --rename -q"));
    let written =
        ["CMakeLists.txt", "Makefile", "hip/sum.cpp", "hip/sum.h", "k_hip.hip", "main.cpp", "pool/HipPool.h"];
    assert_eq!(place.files()[..7], written.map(|file| format!("out/{file}")));
    assert_eq!(place.read("out/hip/sum.cpp"), "#include \"../hip/sum.h\"\n");
    assert_eq!(place.read("out/CMakeLists.txt"), "add_executable(x hip/sum.cpp)\n");
    assert!(place.read("out/k_hip.hip").contains("#include \"pool/HipPool.h\"\n"));
    assert!(place.read("out/main.cpp").starts_with("#include \"pool/HipPool.h\"\n"));
    assert_eq!(place.read("out/Makefile"), "SRC = $(wildcard *.hip)\nall: k_hip.hip\n\thipcc $^\n");
    assert_eq!(place.run("src --in-place --rename").status.code(), Some(2));
}

#[test]
fn output_directories_are_not_read_as_sources() {
    let place = Place::with_project("among");
    stdout(&place.run(". -o out -q"));
    stdout(&place.run(". -o other -q"));
    assert!(!place.0.join("other/out").exists(), "earlier output is not read");
    stdout(&place.run(". -o out -q"));
    stdout(&place.run("out -o again -q"));
    assert_eq!(place.read("again/src/main.cu"), TRANSLATED, "a named directory is read");
    let foreign = place.run(". -o src -q");
    assert_eq!(foreign.status.code(), Some(2));
    assert!(shown(&foreign).contains("lies among the sources and holds other files"), "{}", shown(&foreign));
    assert_eq!(place.read("src/main.cu"), SOURCE);
}

#[test]
fn verification_parses_before_and_after() {
    let place = Place::with_project("verify");
    let done = place.run("src -o out --verify");
    assert_eq!(done.status.code(), Some(0), "{}", shown(&done));
    assert!(!shown(&done).contains("does not parse"), "{}", shown(&done));
}

#[test]
fn macros_of_the_program_are_known_in_all_its_files() {
    let place = Place::new("own_macros");
    place.write("check.h", "#define NPP_ASSERT(x) check(x)\n");
    place.write("a.cu", "#include \"check.h\"\nvoid f() { NPP_ASSERT(1); nppSetStream(s); }\n");
    let done = shown(&place.run("a.cu check.h -o written"));
    assert!(
        done.contains("`nppSetStream` stays") && !done.contains("`NPP_ASSERT`") && !done.contains("own 2"),
        "{done}"
    );
}

#[test]
fn device_sources_in_a_variable_of_another_file_are_found() {
    let place = Place::new("source-lists");
    let top = "project(p LANGUAGES CXX CUDA)\nset(main_files ${HERE}/main.cu)\nadd_subdirectory(a)\n";
    place.write("CMakeLists.txt", top);
    place.write("a/CMakeLists.txt", "add_executable(a ${main_files})\n");
    place.write("b/CMakeLists.txt", "add_executable(b ${plain_files})\n");
    assert!(place.run(". -o out").status.success());
    let text = place.read("out/a/CMakeLists.txt");
    assert!(text.starts_with("foreach(hip_source IN ITEMS ${main_files})\n"), "{text}");
    assert_eq!(place.read("out/b/CMakeLists.txt"), place.read("b/CMakeLists.txt"));
}

/// Command lines of the form `hipify-clang source -o file [options] -- compiler options`.
#[test]
fn command_lines_of_hipify_clang_work() {
    let place = Place::with_project("clang");
    let compiler_options =
        "-I inc -isystem /usr/include -DX=1 -std=c++17 -x cuda --cuda-gpu-arch=sm_90 -O2 -include a.h -v";
    stdout(
        &place
            .run(&format!("src/main.cu -o main.hip --cuda-path=/c --experimental -q -- {compiler_options}")),
    );
    assert_eq!(place.read("main.hip"), TRANSLATED);
    let line = "src/main.cu -o=again.hip -cuda-kernel-execution-syntax -default-preprocessor -amap -v -p build -q --";
    stdout(&place.run(line));
    assert_eq!(place.read("again.hip"), TRANSLATED);
    // Options for other outputs of HIPIFY are refused, and nothing is written.
    for line in ["--perl", "src/main.cu -o no.hip --md"] {
        let refused = place.run(line);
        assert_eq!(refused.status.code(), Some(2), "{}", shown(&refused));
        assert!(!place.0.join("no.hip").exists());
    }
}

#[test]
fn kept_names_and_combined_targets() {
    let place = Place::with_project("keep");
    place.write(
        "own.cu",
        "#include <cudnn.h>\ncudaError_t a; cudnnHandle_t h; cublasHandle_t b; cudaFree(p);\n",
    );
    let both = stdout(&place.run("own.cu -o - -q --roc --miopen"));
    assert!(both.contains("hipError_t a; miopenHandle_t h; rocblas_handle b;"), "{both}");
    let text = stdout(&place.run("own.cu -o - -q -miopen -whitelist=cudaFree,other"));
    let want = "#include <hip/hip_runtime.h>\n#include <miopen/miopen.h>\n\
        hipError_t a; miopenHandle_t h; hipblasHandle_t b; cudaFree(p);\n";
    assert_eq!(text, want);
}

#[test]
fn options_that_contradict_each_other_are_refused() {
    let place = Place::with_project("refused");
    for wrong in [
        "src --in-place -o x",
        "src --check -o x",
        "src --undo --in-place",
        "src --force",
        "src --no-backup",
        "src --diff -o x",
        "src -j 0",
        "src --report xml",
        "src --no-config --config x",
        "src -p build",
        "--undo",
    ] {
        assert_eq!(place.run(wrong).status.code(), Some(2), "{wrong}");
    }
    let said = shown(&place.run("src --cuda-path=/opt/cuda -I inc -DX --dry-run"));
    assert!(said.contains("ignored, as not needed: --cuda-path=/opt/cuda -I inc -DX"), "{said}");
}

#[test]
fn headers_that_are_not_translated_are_noted() {
    let place = Place::new("left_headers");
    place.write(
        "main.cu",
        "#include \"kernels.h\"\n#include \"plain.h\"\n#include \"absent.h\"\nint main() { run(); }\n",
    );
    place.write("kernels.h", "#include <cuda_runtime.h>\ninline void run() { cudaDeviceSynchronize(); }\n");
    place.write("plain.h", "int plain(void);\n");
    let alone = place.run("main.cu -o out.hip");
    let said = String::from_utf8_lossy(&alone.stderr).into_owned();
    assert!(said.contains("`kernels.h` has CUDA names") && said.contains("main.cu:1:11"), "{said}");
    assert!(!said.contains("plain.h") && !said.contains("absent.h"), "{said}");
    let both = place.run("main.cu kernels.h -o both");
    assert!(!String::from_utf8_lossy(&both.stderr).contains("kernels.h"));
}

#[test]
fn a_header_beside_a_file_is_no_header_of_cuda_s() {
    let place = Place::new("headers_beside");
    let uses = "#include \"cuda.h\"\n#include <cuda.h>\nint main() { return grid(); }\n";
    place.write("p/src/main.c", uses);
    place.write("p/src/cuda.h", "#include \"cuda_runtime.h\"\nint grid(void);\n");
    place.write("p/test/test.c", uses);
    assert!(place.run("p -o out").status.success());
    let own = "#include \"cuda.h\"\n#include <hip/hip_runtime.h>\nint main() { return grid(); }\n";
    assert_eq!(place.read("out/src/main.c"), own);
    assert_eq!(place.read("out/src/cuda.h"), "#include \"hip/hip_runtime.h\"\nint grid(void);\n");
    assert_eq!(
        place.read("out/test/test.c"),
        "#include \"hip/hip_runtime.h\"\nint main() { return grid(); }\n"
    );
}

#[test]
fn a_copy_of_a_library_in_the_program_is_not_reported() {
    let place = Place::new("own_headers");
    place.write(
        "src/main.cu",
        "#include <cutlass/array.h>\n#include <cutlass/numeric.h>\nint main() { return 0; }\n",
    );
    place.write("lib/include/cutlass/array.h", "#pragma once\n__device__ int array();\n");
    let done = place.run("src lib -o out");
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(
        said.contains("no header for `cutlass/numeric.h`") && !said.contains("cutlass/array.h`"),
        "{said}"
    );
}
