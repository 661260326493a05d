//! What the codebases become compiles against our headers: a compiler is the judge that no snapshot is.

use crate::inputs;
use hipify_rs::{KernelLaunch, Options, translate, walk};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Translates the codebases into a folder; the sources among what was written.
fn translated(to: &Path) -> Vec<PathBuf> {
    // The host's compiler knows no chevrons.
    let options = Options { kernel_launch: KernelLaunch::Ggl, ..Options::default() };
    let mut sources = Vec::new();
    for job in walk::jobs(&[super::testdata()], None, &walk::Selection::default()).expect("readable").0 {
        let place = to.join(&job.to);
        std::fs::create_dir_all(place.parent().expect("below a folder")).expect("a folder");
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
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("codebases");
    let sources = translated(&folder);
    let headers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../capi/include");
    let compile = |source: &PathBuf| {
        let base = source.ancestors().find(|f| f.parent() == Some(&folder)).expect("a codebase");
        syntax(source, &headers, Some(&base.join("include")))
    };
    // Kernels are for hipcc, which the demo runs: the host's compiler reads the sources without any.
    let (device, host): (Vec<_>, Vec<_>) =
        sources.into_iter().partition(|s| s.extension().is_some_and(|e| e == "cu"));
    assert!(host.len() >= 8 && device.len() >= 8, "{} and {}", host.len(), device.len());
    let failed: Vec<String> = host.iter().filter_map(compile).collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// Inputs of the rules that no compiler takes, and why.
const NOT_COMPILED: [(&str, &str); 6] = [
    ("broken/missing_semicolons.cpp", "broken"),
    ("conditional/versions.cpp", "its `#error` is met: HIP has no versions of CUDA's"),
    ("context/parameters_that_are_given.cpp", "names `CUexecAffinityParam`, which HIP lacks"),
    ("initializer/comments.cpp", "one list has more entries than fields"),
    ("own/loaded_at_run_time.cpp", "says `CUDAAPI`, which HIP lacks"),
    ("text/user_literals.cpp", "declares no literal operator"),
];

/// What the rules make of whole C++ files compiles, too: arguments are as many and of the types that our
/// headers say.
#[test]
fn the_inputs_compile_translated() {
    let inputs = inputs::folder();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("inputs");
    std::fs::create_dir_all(&folder).expect("a folder");
    let headers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../capi/include");
    let (mut compiled, mut wrong) = (0, Vec::new());
    for path in inputs::sources().into_iter().filter(|path| path.extension().is_some_and(|e| e == "cpp")) {
        let name = path.strip_prefix(&inputs).expect("below").to_string_lossy().replace('\\', "/");
        let meant = !NOT_COMPILED.iter().any(|(listed, _)| *listed == name);
        let text = std::fs::read(&path).expect("readable");
        let to = folder.join(name.replace('/', "_"));
        std::fs::write(&to, translate(&text, &inputs::options_of(&path)).text).expect("a file to write");
        let told = syntax(&to, &headers, None);
        match told {
            None if meant => compiled += 1,
            Some(_) if !meant => {}
            None => wrong.push(format!("{name} compiles: take it off the list")),
            Some(told) => wrong.push(told),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compiled >= 30, "{compiled}");
}

/// What the host's compiler says against a file; `None` if it takes it.
fn syntax(source: &Path, headers: &Path, include: Option<&Path>) -> Option<String> {
    let compiler = std::env::var("CXX").unwrap_or_else(|_| "c++".to_owned());
    let mut run = Command::new(&compiler);
    run.args(["-x", "c++", "-std=c++17", "-fsyntax-only"]).arg("-I").arg(headers);
    if let Some(include) = include {
        run.arg("-I").arg(include);
    }
    let run = run.arg(source).output().expect("a C++ compiler");
    let told = String::from_utf8_lossy(&run.stderr).into_owned();
    (!run.status.success()).then(|| format!("{}:\n{told}", source.display()))
}
