//! `cargo xtask twins`: what nvcc makes of the CUDA codebases (`-cudart shared`, PTX embedded) says, byte for
//! byte, what their translated twins say. It wants an nvcc, so it is run on demand.

use crate::demo::{children, one, with_extension};
use crate::install;
use crate::workspace::{Outcome, root};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Result of one codebase.
enum Compared {
    Same(usize),
    Skipped(String),
}

/// Compares all codebases; an error says which differ.
pub(crate) fn run(nvcc: &Path) -> Outcome<()> {
    let sdk = root().join("target/sdk");
    install::run(&sdk, false, None)?;
    let place = root().join("target/twins");
    fs::create_dir_all(&place).map_err(|e| format!("{}: {e}", place.display()))?;
    let mut all: Vec<PathBuf> = children(&root().join("testdata/cuda"))?;
    all.sort();
    let (mut same, mut failed) = (0, Vec::new());
    for codebase in all {
        let name = codebase.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !name.starts_with("runtime_") {
            continue;
        }
        match compare(&codebase, &name, &sdk, nvcc, &place) {
            Ok(Compared::Same(bytes)) => {
                eprintln!("{name:<20} SAME: {bytes} bytes");
                same += 1;
            }
            Ok(Compared::Skipped(why)) => eprintln!("{name:<20} SKIP: {why}"),
            Err(why) => {
                eprintln!("{name:<20} FAIL: {why}");
                failed.push(name);
            }
        }
    }
    match (failed.is_empty(), same) {
        (false, _) => Err(format!("failed: {}", failed.join(", "))),
        (true, 0) => Err("none was compared".to_owned()),
        (true, _) => Ok(()),
    }
}

fn compare(codebase: &Path, name: &str, sdk: &Path, nvcc: &Path, place: &Path) -> Outcome<Compared> {
    let sources = with_extension(&codebase.join("src"), "cu")?;
    let program = place.join(name);
    let mut compiler = Command::new(nvcc);
    // Of several sources the driver links what is relocatable.
    compiler.args(if sources.len() > 1 { &["-rdc=true"][..] } else { &[] });
    compiler.args(["-gencode", "arch=compute_80,code=compute_80", "-std=c++17", "-O2", "--extended-lambda"]);
    compiler.args(["-cudart", "shared", "-I"]);
    compiler.arg(codebase.join("include")).arg("-L").arg(sdk.join("lib"));
    // Where packages of Python's keep the toolkit's own libraries.
    if let Some(toolkit) = nvcc.parent().and_then(Path::parent) {
        compiler.arg("-L").arg(toolkit.join("lib"));
    }
    let built = compiler.args(sources).arg("-o").arg(&program).output();
    let built = built.map_err(|e| format!("{}: {e}", nvcc.display()))?;
    if !built.status.success() {
        let said = String::from_utf8_lossy(&built.stderr).into_owned();
        let line = said.lines().find(|line| line.contains("error")).unwrap_or("").to_owned();
        return Ok(Compared::Skipped(format!("nvcc: {line}")));
    }
    one(codebase, sdk, name)?;
    let twin = standard_output(&mut Command::new(root().join("target/demo").join(name).join("program")))?;
    let own = standard_output(Command::new(sdk.join("bin/hip-run")).arg(&program))?;
    if own == twin {
        return Ok(Compared::Same(own.len()));
    }
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Err(format!("it says {:?}, its twin {:?}", text(&own), text(&twin)))
}

/// Returns the output of a program, which must succeed.
fn standard_output(command: &mut Command) -> Outcome<Vec<u8>> {
    let ran = command.output().map_err(|e| format!("{}: {e}", command.get_program().display()))?;
    if ran.status.success() {
        return Ok(ran.stdout);
    }
    Err(format!("{}: {}", ran.status, String::from_utf8_lossy(&ran.stderr)))
}
