//! `install`: a tree shaped like ROCm's.

mod libraries;
mod manual;
mod tree;

use crate::host_libraries;
use crate::tables::Table;
use crate::workspace::{Outcome, output, root};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tree::Tree;

const SONAME: &str = "libamdhip64.so.7";
const VERSION: &str = "7.15.0";

const PROGRAMS: [&str; 9] = [
    "compute-sanitizer",
    "hip-fatbin",
    "hip-prof",
    "hip-run",
    "hip-sim",
    "hip-smi",
    "hipcc",
    "hipify-rs",
    "ptxas",
];

/// Packages of an optimised installation, beside those of libraries.
const PACKAGES: [&str; 6] = ["hip-cuda-compat", "hip-fatbin", "hip-profile", "hip-sim", "hipcc", "hipify-rs"];

/// Library that programs load.
pub(crate) struct Library {
    /// Cargo's file.
    pub(crate) file: String,
    package: String,
    /// Names that programs look for: its own, and those of older releases.
    pub(crate) name: String,
    pub(crate) older: Vec<String>,
    /// Name that programs are linked by.
    linked: Option<String>,
}

/// Reads the table of the libraries.
pub(crate) fn libraries() -> Outcome<Vec<Library>> {
    let mut all: Vec<Library> = Vec::new();
    for row in Table::read(&root().join("cuda-compat/api/libraries.tsv"))?.rows {
        let [file, name, package, linked] =
            row.try_into().map_err(|row: Vec<String>| format!("libraries.tsv: {row:?}"))?;
        let linked = Some(linked).filter(|linked| linked != "-");
        match all.last_mut().filter(|known| known.file == file) {
            Some(known) => {
                known.older.push(std::mem::replace(&mut known.name, name));
                known.linked = linked;
            }
            None => all.push(Library { file, package, name, older: Vec::new(), linked }),
        }
    }
    Ok(all)
}

/// How cargo builds what is installed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Build {
    Debug,
    Release,
    /// Optimised, with the same bytes wherever the sources lie, in a directory of its own.
    Distributed,
}

impl Build {
    /// Directory that cargo builds into.
    fn target(self) -> PathBuf {
        let target =
            std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
        match self {
            Build::Debug => target.join("debug"),
            Build::Release => target.join("release"),
            Build::Distributed => target.join("dist/build/release"),
        }
    }
}

/// Directory that cargo builds into.
pub(crate) fn target(release: bool) -> PathBuf {
    if release { Build::Release.target() } else { Build::Debug.target() }
}

/// Flags of rustc that leave the directories of the sources and of cargo's registry out of what it makes, as
/// `CARGO_ENCODED_RUSTFLAGS` has them.
fn without_directories() -> String {
    let home = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cargo"));
    let cargo = std::env::var_os("CARGO_HOME").map(PathBuf::from).or(home);
    let given = std::env::var("RUSTFLAGS").unwrap_or_default();
    let mut flags: Vec<String> = given.split_whitespace().map(str::to_owned).collect();
    for (from, to) in [(Some(root()), "hip-soft"), (cargo.as_deref(), "cargo")] {
        flags.extend(from.map(|from| format!("--remap-path-prefix={}={to}", from.display())));
    }
    flags.join("\x1f")
}

/// Builds what is to be installed. Without optimisation that is the whole workspace with its examples: cargo
/// turns on the features that the chosen packages ask for, so any smaller choice is built once more by the
/// tests.
fn build(how: Build, libraries: &[Library]) -> Outcome<()> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root()).args(["build", "--quiet"]);
    if how != Build::Debug {
        if let Some(commit) = commit() {
            cargo.env("HIP_BUILD_VERSION", format!("{} ({commit})", env!("CARGO_PKG_VERSION")));
        }
        // Libraries are listed even if another package depends on them: cargo puts only those of listed
        // packages next to the programs.
        let packages = packages_of(libraries);
        cargo.arg("--release").args(packages.iter().flat_map(|name| ["--package", name]));
    } else {
        cargo.args(["--workspace", "--lib", "--bins", "--examples"]);
    }
    if how == Build::Distributed {
        let target = how.target();
        cargo.env("CARGO_ENCODED_RUSTFLAGS", without_directories()).arg("--target-dir");
        cargo.arg(target.parent().unwrap_or(&target));
    }
    let status = cargo.status().map_err(|e| format!("cargo: {e}"))?;
    if status.success() { Ok(()) } else { Err("the workspace does not build".to_owned()) }
}

/// Returns the packages of an optimised installation.
///
/// # Errors
/// The table of the libraries cannot be read.
pub(crate) fn packages() -> Outcome<BTreeSet<String>> {
    Ok(packages_of(&libraries()?))
}

fn packages_of(libraries: &[Library]) -> BTreeSet<String> {
    libraries.iter().map(|library| library.package.as_str()).chain(PACKAGES).map(str::to_owned).collect()
}

/// Returns the abbreviated commit of the workspace, with `-dirty` after it if files differ; none outside a
/// repository.
fn commit() -> Option<String> {
    let mut git = Command::new("git");
    git.current_dir(root()).args(["describe", "--always", "--dirty", "--exclude=*"]);
    let said = git.output().ok().filter(|said| said.status.success())?;
    Some(String::from_utf8(said.stdout).ok()?.trim().to_owned())
}

/// Installs the SDK into a directory, with the header libraries that are found below another. Optimised
/// programs and libraries are stripped of symbols, which are nine tenths of them.
///
/// # Errors
/// The workspace does not build, a file cannot be read or written, or there are no such libraries.
pub(crate) fn run(prefix: &Path, release: bool, with_libraries: Option<&Path>) -> Outcome<()> {
    install(prefix, if release { Build::Release } else { Build::Debug }, with_libraries)
}

/// Installs the SDK as it is distributed: the same sources and tools give the same bytes.
///
/// # Errors
/// Those of [`run`].
pub(crate) fn run_distributed(prefix: &Path) -> Outcome<()> {
    install(prefix, Build::Distributed, None)
}

fn install(prefix: &Path, how: Build, with_libraries: Option<&Path>) -> Outcome<()> {
    let libraries = libraries()?;
    build(how, &libraries)?;
    let built = how.target();
    let mut tree = Tree::new(prefix);
    for command in PROGRAMS {
        tree.copy(&built.join(command), &format!("bin/{command}"))?;
    }
    tree.copy_directory(&root().join("capi/include"), "include")?;
    for directory in host_libraries::includes() {
        tree.copy_directory(&directory, "include")?;
    }
    // Build files copy these out of CUDA's include directory, for run-time compilation.
    for (at, to) in HEADERS {
        tree.link(&format!("include/{at}"), to)?;
    }
    // Run-time compilation is in the same library: programs that load both names have one state.
    for name in ["libamdhip64.so", "libhiprtc.so", "libhiprtc.so.7"] {
        tree.link(&format!("lib/{name}"), SONAME)?;
    }
    for Library { file, name, older, linked, .. } in &libraries {
        tree.copy(&built.join(file), &format!("lib/{name}"))?;
        for other in older.iter().chain(linked) {
            tree.link(&format!("lib/{other}"), name)?;
        }
    }
    // CMake takes no compiler of the name `hipcc` for the language HIP.
    tree.link("lib/llvm/bin/clang++", "../../../bin/hipcc")?;
    let major = SONAME.rsplit('.').next().unwrap_or_default();
    for (path, text, mode) in FILES {
        let text = text.replace("@VERSION@", VERSION).replace("@SONAME@", major);
        tree.write(path, text.as_bytes(), mode)?;
    }
    for (path, text) in host_libraries::packages() {
        tree.write(&path, text.as_bytes(), 0o644)?;
    }
    for (program, shell, arguments) in completions() {
        let path = format!("share/{}", shell.path.replace('@', program));
        let mut print = Command::new(built.join(program));
        let text = output(print.args(arguments).arg(shell.name), program)?;
        tree.write(&path, text.as_bytes(), 0o644)?;
    }
    for program in PROGRAMS {
        let help = output(Command::new(built.join(program)).arg("--help"), program)?;
        let page = manual::page(program, &help);
        tree.write(&format!("share/man/man1/{program}.1"), page.as_bytes(), 0o644)?;
    }
    if let Some(from) = with_libraries {
        for line in libraries::add(&mut tree, from)? {
            eprintln!("xtask install: {line}");
        }
    }
    if how != Build::Debug {
        strip(prefix, &libraries)?;
    }
    tree.finish()
}

/// Removes what `run` installed, and returns the number of files.
///
/// # Errors
/// Nothing is installed there, or a file cannot be removed.
pub(crate) fn uninstall(prefix: &Path) -> Outcome<usize> {
    tree::uninstall(prefix)
}

/// A shell, and the file below `share` that it reads completions of the program `@` from.
struct Shell {
    name: &'static str,
    path: &'static str,
}

const SHELLS: [Shell; 3] = [
    Shell { name: "bash", path: "bash-completion/completions/@" },
    Shell { name: "fish", path: "fish/vendor_completions.d/@.fish" },
    Shell { name: "zsh", path: "zsh/site-functions/_@" },
];

/// Programs that print completions, and how each is asked for them.
const COMPLETED: [(&str, &[&str]); 6] = [
    ("hip-fatbin", &["completions"]),
    ("hip-prof", &["completions"]),
    ("hip-run", &["--completions"]),
    ("hip-sim", &["completions"]),
    ("hipcc", &["--completions"]),
    ("hipify-rs", &["--completions"]),
];

fn completions() -> impl Iterator<Item = (&'static str, &'static Shell, &'static [&'static str])> {
    COMPLETED
        .into_iter()
        .flat_map(|(program, arguments)| SHELLS.iter().map(move |shell| (program, shell, arguments)))
}

/// Strips the programs and libraries that cargo built, if binutils' `strip` is installed.
fn strip(prefix: &Path, libraries: &[Library]) -> Outcome<()> {
    let programs = PROGRAMS.map(|name| prefix.join("bin").join(name));
    let libraries = libraries.iter().map(|library| prefix.join("lib").join(&library.name));
    let mut strip = Command::new("strip");
    strip.arg("--strip-unneeded").args(&programs).args(libraries);
    match strip.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("strip: {status}")),
        Err(e) => {
            eprintln!("xtask install: strip: {e}; files keep their symbols");
            Ok(())
        }
    }
}

/// Lines that a shell needs to find what was installed.
pub(crate) fn shell_lines(prefix: &Path) -> String {
    let path = fs::canonicalize(prefix).unwrap_or_else(|_| prefix.to_owned());
    let path = path.display();
    format!("export HIP_PATH={path}\nexport PATH=$HIP_PATH/bin:$PATH LD_LIBRARY_PATH=$HIP_PATH/lib")
}

/// Headers by the paths that they have in CUDA's toolkit, from `include`.
const HEADERS: [(&str, &str); 4] = [
    ("cooperative_groups.h", "hip/device/cooperative_groups.h"),
    ("cooperative_groups", "hip/device/cooperative_groups"),
    ("cccl/cuda", "../hip/device/cuda"),
    ("cccl/nv", "../hip/device/nv"),
];

/// Small files of the SDK: where they go, their text, how they are entered.
const FILES: [(&str, &str, u32); 9] = [
    ("bin/hipify-perl", include_str!("../sdk/hipify-perl"), 0o755),
    ("bin/nvidia-smi", include_str!("../sdk/nvidia-smi"), 0o755),
    ("bin/hipconfig", include_str!("../sdk/hipconfig"), 0o755),
    ("bin/rocm_agent_enumerator", include_str!("../sdk/rocm_agent_enumerator"), 0o755),
    ("lib/cmake/hip/hip-config.cmake", include_str!("../sdk/hip-config.cmake"), 0o644),
    ("lib/cmake/hip/hip-config-version.cmake", include_str!("../sdk/hip-config-version.cmake"), 0o644),
    ("lib/cmake/hiprtc/hiprtc-config.cmake", include_str!("../sdk/hiprtc-config.cmake"), 0o644),
    ("lib/cmake/hiprtc/hiprtc-config-version.cmake", include_str!("../sdk/hip-config-version.cmake"), 0o644),
    ("lib/cmake/hip-lang/hip-lang-config.cmake", include_str!("../sdk/hip-lang-config.cmake"), 0o644),
];
