//! What the codebases become compiles against our headers: a compiler is the judge that no snapshot is.

use hipify_rs::{KernelLaunch, Options, walk};
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
    let compiler = std::env::var("CXX").unwrap_or_else(|_| "c++".to_owned());
    let compile = |source: &PathBuf| {
        let base = source.ancestors().find(|f| f.parent() == Some(&folder)).expect("a codebase");
        let mut run = Command::new(&compiler);
        run.args(["-x", "c++", "-std=c++17", "-fsyntax-only"]).arg("-I").arg(&headers);
        let run = run.arg("-I").arg(base.join("include")).arg(source).output().expect("a C++ compiler");
        let told = String::from_utf8_lossy(&run.stderr).into_owned();
        (!run.status.success()).then(|| format!("{}:\n{told}", source.display()))
    };
    // Kernels are for hipcc, which the demo runs: the host's compiler reads the sources without any.
    let (device, host): (Vec<_>, Vec<_>) =
        sources.into_iter().partition(|s| s.extension().is_some_and(|e| e == "cu"));
    assert!(host.len() >= 8 && device.len() >= 8, "{} and {}", host.len(), device.len());
    let failed: Vec<String> = host.iter().filter_map(compile).collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
