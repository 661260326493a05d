//! Compilation of the translated codebases with our headers, which snapshots cannot check.

use crate::inputs;
use hipify_rs::{KernelLaunch, Options, translate, walk};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Translates the codebases into a directory; returns the written sources.
fn translated(to: &Path) -> Vec<PathBuf> {
    // The host compiler does not know chevrons.
    let options = Options { kernel_launch: KernelLaunch::Ggl, ..Options::default() };
    let mut sources = Vec::new();
    for job in walk::jobs(&[super::testdata()], None, &walk::Selection::default()).expect("readable").0 {
        let place = to.join(&job.to);
        std::fs::create_dir_all(place.parent().expect("a parent")).expect("a directory");
        let (text, _) = walk::read(&job.from, &options).expect("readable");
        std::fs::write(&place, text).expect("a file to write");
        if place.extension().is_some_and(|e| e == "cpp" || e == "cu") {
            sources.push(place);
        }
    }
    sources
}

#[test]
fn the_codebases_compile_translated() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("codebases");
    let sources = translated(&directory);
    let headers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../capi/include");
    let compile = |source: &PathBuf| {
        let base = source.ancestors().find(|f| f.parent() == Some(&directory)).expect("a codebase");
        compile_errors(source, &headers, Some(&base.join("include")))
    };
    // Kernels need hipcc, which the demo runs; the host compiler checks the sources without kernels.
    let (device, host): (Vec<_>, Vec<_>) =
        sources.into_iter().partition(|s| s.extension().is_some_and(|e| e == "cu"));
    assert!(host.len() >= 8 && device.len() >= 8, "{} and {}", host.len(), device.len());
    let failed: Vec<String> = host.iter().filter_map(compile).collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// Inputs that do not compile, and why.
const NOT_COMPILED: [(&str, &str); 6] = [
    ("broken/missing_semicolons.cpp", "broken"),
    ("conditional/versions.cpp", "reaches its `#error`: HIP does not define CUDA versions"),
    ("context/parameters_that_are_given.cpp", "uses `CUexecAffinityParam`, which HIP lacks"),
    ("initializer/comments.cpp", "a list has more entries than fields"),
    ("own/loaded_at_run_time.cpp", "uses `CUDAAPI`, which HIP lacks"),
    ("text/user_literals.cpp", "declares no literal operator"),
];

/// Translated C++ inputs compile: calls match the declarations in our headers.
#[test]
fn the_inputs_compile_translated() {
    let inputs = inputs::directory();
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("inputs");
    std::fs::create_dir_all(&directory).expect("a directory");
    let headers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../capi/include");
    let (mut compiled, mut wrong) = (0, Vec::new());
    for path in inputs::sources().into_iter().filter(|path| path.extension().is_some_and(|e| e == "cpp")) {
        let name = path.strip_prefix(&inputs).expect("below").to_string_lossy().replace('\\', "/");
        let meant = !NOT_COMPILED.iter().any(|(listed, _)| *listed == name);
        let text = std::fs::read(&path).expect("readable");
        let to = directory.join(name.replace('/', "_"));
        std::fs::write(&to, translate(&text, &inputs::file_options(&path)).text).expect("a file to write");
        let error = compile_errors(&to, &headers, None);
        match error {
            None if meant => compiled += 1,
            Some(_) if !meant => {}
            None => wrong.push(format!("{name} compiles: remove it from the list")),
            Some(error) => wrong.push(error),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compiled >= 30, "{compiled}");
}

/// Sources with CUDA's names see the functions that HIP's libraries lack, as translated ones do.
#[test]
fn functions_of_this_sdk_are_declared_under_cudas_names() {
    let headers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../capi/include");
    for name in ["extension/libraries.cu", "libraries/blas_version.cpp"] {
        let source = inputs::directory().join(name);
        let errors = compile_errors(&source, &headers, Some(&headers.join("hip/cuda_names")));
        assert!(errors.is_none(), "{}", errors.unwrap_or_default());
    }
}

/// Returns the host compiler's errors; `None` if the file compiles.
fn compile_errors(source: &Path, headers: &Path, include: Option<&Path>) -> Option<String> {
    let compiler = std::env::var("CXX").unwrap_or_else(|_| "c++".to_owned());
    let mut run = Command::new(&compiler);
    run.args(["-x", "c++", "-std=c++17", "-fsyntax-only"]).arg("-I").arg(headers);
    for library in ["blas", "fft", "solver", "sparse"] {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        run.arg("-I").arg(root.join("libraries").join(library).join("include"));
    }
    if let Some(include) = include {
        run.arg("-I").arg(include);
    }
    let run = run.arg(source).output().expect("a C++ compiler");
    let errors = String::from_utf8_lossy(&run.stderr).into_owned();
    (!run.status.success()).then(|| format!("{}:\n{errors}", source.display()))
}

/// Include guards of CUDA's libraries, by which programs detect them.
const GUARDS: [&str; 5] = ["CUBLAS_API_H_", "CURAND_H_", "CUSOLVER_COMMON_H_", "CUSPARSEAPI", "_CUFFT_H_"];

/// Returns the text of our libraries' headers.
fn library_headers() -> String {
    let libraries = Path::new(env!("CARGO_MANIFEST_DIR")).join("../libraries");
    let all = walk::jobs(&[libraries], None, &walk::Selection::default()).expect("readable").0;
    let headers = all.into_iter().filter(|job| walk::is_header(&job.from));
    headers.map(|job| std::fs::read_to_string(job.from).expect("a header")).collect()
}

#[test]
fn versions_of_libraries_are_defined_by_our_headers() {
    let text = library_headers();
    for library in ["CUBLAS", "CUFFT", "CURAND", "CUSOLVER", "CUSPARSE"] {
        for version in ["VER_MAJOR", "VERSION"] {
            assert!(text.contains(&format!("#define {library}_{version} ")), "{library}_{version}");
        }
    }
}

#[test]
fn guards_are_defined_by_our_headers() {
    let text = library_headers();
    for guard in GUARDS {
        let done = translate(format!("#ifdef {guard}\n#endif\n").as_bytes(), &Options::default());
        let line = String::from_utf8_lossy(&done.text).replace("#ifdef", "#define");
        let define = line.lines().find(|line| line.starts_with("#define")).expect("a line");
        assert!(!define.contains(guard) && text.contains(&format!("{define}\n")), "{guard}: {define}");
    }
}
