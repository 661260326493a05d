//! Kernels in Rust: a crate of one source, and of what that includes, compiled for rustc's target for GPUs.
//!
//! cargo compiles it, as the target's `core` may have to be compiled, too.

use crate::{Error, Kernels, headers};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Variable that names the toolchain.
pub(crate) const TOOLCHAIN: &str = "HIP_RUST_TOOLCHAIN";
const TARGET: &str = "nvptx64-nvidia-cuda";
/// Variables of cargo and rustup that are about the build script's own toolchain and target.
const OWN: [&str; 9] = [
    "CARGO",
    "CARGO_BUILD_TARGET",
    "CARGO_ENCODED_RUSTFLAGS",
    "RUSTC",
    "RUSTC_WORKSPACE_WRAPPER",
    "RUSTC_WRAPPER",
    "RUSTDOC",
    "RUSTFLAGS",
    "RUSTUP_TOOLCHAIN",
];

/// Compiles to a file of PTX. Returns the sources.
pub(crate) fn compile(kernels: &Kernels, folder: &Path, ptx: &Path) -> Result<Vec<String>, Error> {
    let toolchain = std::env::var(TOOLCHAIN).unwrap_or_else(|_| "nightly".to_owned());
    let has_core = has_core(&toolchain)?;
    let own = folder.join(TARGET);
    let manifest = own.join("Cargo.toml");
    write(&own, &manifest, &manifest_of(&absolute(&kernels.source)?))?;
    let mut cargo = rustup(&toolchain);
    cargo.args(["cargo", "rustc", "--quiet", "--lib", "--release", "--target", TARGET]);
    if !has_core {
        cargo.args(["-Z", "build-std=core"]);
    }
    cargo.arg("--manifest-path").arg(&manifest).arg("--target-dir").arg(own.join("target"));
    // The list of sources lies beside the PTX, with the same name.
    let list = ptx.with_extension("d");
    cargo.arg("--").arg(format!(
        "--emit=asm={},dep-info={}",
        absolute(ptx)?.display(),
        absolute(&list)?.display()
    ));
    // Optimisation of all crates together has what the kernels use of `core` in the same PTX. Nothing is
    // linked after that: the target's linker is not part of most toolchains.
    cargo.arg("-Clinker=true");
    let architecture = kernels.architecture.as_deref().unwrap_or("sm_70");
    cargo.arg(format!("-Ctarget-cpu={architecture}")).args(&kernels.options);
    let ended = run(&mut cargo, &toolchain)?;
    if !ended.status.success() {
        let text = String::from_utf8_lossy(&ended.stderr).trim_end().to_owned();
        return Err(Error::Refused { source_file: kernels.source.clone(), compiler: "rustc", text });
    }
    let rule = std::fs::read_to_string(&list).unwrap_or_default();
    // The list has rules for each file that is made; all have the same prerequisites.
    Ok(headers(rule.lines().next().unwrap_or_default()))
}

/// Returns whether a toolchain has the target's `core`; else it must have the sources.
fn has_core(toolchain: &str) -> Result<bool, Error> {
    let ended = run(rustup(toolchain).args(["rustc", "--print", "sysroot"]), toolchain)?;
    let refuse = |reason: String| Error::NoRustToolchain { toolchain: toolchain.to_owned(), reason };
    if !ended.status.success() {
        let text = String::from_utf8_lossy(&ended.stderr);
        return Err(refuse(text.lines().next().unwrap_or("rustup failed").to_owned()));
    }
    let libraries = PathBuf::from(String::from_utf8_lossy(&ended.stdout).trim()).join("lib/rustlib");
    let has_core = libraries.join(TARGET).is_dir();
    if !has_core && !libraries.join("src/rust/library/core").is_dir() {
        return Err(refuse(format!("it has neither the target {TARGET} nor the component rust-src")));
    }
    Ok(has_core)
}

fn rustup(toolchain: &str) -> Command {
    let mut command = Command::new("rustup");
    command.args(["run", toolchain]);
    for name in OWN {
        command.env_remove(name);
    }
    command
}

fn run(command: &mut Command, toolchain: &str) -> Result<Output, Error> {
    let refuse = |error: std::io::Error| Error::NoRustToolchain {
        toolchain: toolchain.to_owned(),
        reason: format!("rustup: {error}"),
    };
    command.output().map_err(refuse)
}

fn absolute(path: &Path) -> Result<PathBuf, Error> {
    std::path::absolute(path).map_err(|_| Error::NoFile(path.to_owned()))
}

/// Manifest of a package that consists of a source. It is a workspace of its own.
fn manifest_of(source: &Path) -> String {
    format!(
        "[package]\nname = \"kernels\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[lib]\npath = {:?}\n\
         crate-type = [\"cdylib\"]\n\n[profile.release]\npanic = \"abort\"\nlto = \"fat\"\n\n[workspace]\n",
        source.to_string_lossy()
    )
}

/// Writes a file, unless it is as it shall be: cargo would compile again.
fn write(folder: &Path, file: &Path, text: &str) -> Result<(), Error> {
    if std::fs::read_to_string(file).is_ok_and(|there| there == text) {
        return Ok(());
    }
    let refuse = |reason| Error::NotWritten { file: file.to_owned(), reason };
    std::fs::create_dir_all(folder).map_err(refuse)?;
    std::fs::write(file, text).map_err(refuse)
}
