//! Chores: `cargo xtask demo`, `check`, `install`, `wheel`, `soak`, `wild`, `book`. Building and using the
//! project needs none of them.

mod amd;
mod api;
mod book;
mod c_decl;
mod check;
mod clients;
mod coverage;
mod cuda;
mod cuda_driver;
mod cuda_headers;
mod cuda_libraries;
mod cuda_names;
mod cudart;
mod demo;
mod dist;
mod docs;
mod exhaust;
mod gpu;
mod headers;
mod host_libraries;
mod install;
mod layers;
mod libdevice;
mod models;
mod names;
mod prose;
mod rust_sys;
mod soak;
mod sources;
mod stubs;
mod symbols;
mod tables;
mod tidy;
mod trees;
mod twins;
mod wheel;
mod wild;
mod workspace;

use clap::{Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;

/// Chores of the project. Exit code 0: done; 1: something is wrong, and was said.
#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Translate the CUDA codebases under testdata/cuda, build them against our SDK, run them, and check what
    /// they print
    Demo,
    /// Check tables, generated files, where `unsafe` stands, and file lengths
    Check {
        /// Write generated files anew instead of complaining about them
        #[arg(long)]
        write: bool,
    },
    /// Run other people's CUDA programs, which come from package mirrors, on the software device (on demand:
    /// takes minutes)
    Clients {
        /// Which, by their names in xtask/clients/clients.tsv; all if none is named
        chosen: Vec<String>,
        /// Use this installed SDK instead of a new one
        #[arg(long, value_name = "DIR")]
        sdk: Option<PathBuf>,
        /// Debian's `hashcat`
        #[arg(long, value_name = "FILE", default_value = "/usr/bin/hashcat")]
        hashcat: PathBuf,
        /// Use what `cargo build --release` makes
        #[arg(long)]
        release: bool,
    },
    /// Compile the CUDA codebases by nvcc, unmodified, and compare what they say with their translated twins
    /// (on demand)
    Twins {
        /// The compiler
        #[arg(long, value_name = "FILE", default_value = "nvcc")]
        nvcc: PathBuf,
    },
    /// Compute every approximate instruction over all of its inputs, and compare with digests of an H200's
    /// results (on demand: minutes of all processors)
    Exhaust {
        /// Only forms whose name starts with one of these
        #[arg(long, value_name = "NAMES")]
        only: Option<String>,
    },
    /// List symbols and headers that programs and sources use and AMD's HIP does not have (exit code 1)
    Amd {
        /// Programs, sources, directories
        #[arg(required = true)]
        programs: Vec<PathBuf>,
    },
    /// Try every order in which threads can meet in the runtime, by loom (on demand: takes minutes)
    Models,
    /// Run fuzz targets, random programs and long runs for a given time, or tests under a sanitizer (on
    /// demand)
    ///
    /// Exit code 1 if anything was found. Inputs and logs of findings stay in target/soak/findings/NAME, logs
    /// in target/soak/logs, inputs that reach new code in fuzz/corpus/NAME. Fuzz targets need cargo-fuzz
    /// (`cargo install cargo-fuzz`), sanitizers a nightly toolchain (`rustup toolchain install
    /// nightly`), whose component rust-src has the standard library instrumented, too; what is missing is
    /// named, and the parts that want it are left out.
    Soak(soak::Request),
    /// Compile the math library for GPUs, by clang (on demand: after a change in ptx/src/libdevice/gpu)
    Libdevice {
        /// The compiler
        #[arg(long, value_name = "FILE", default_value = "clang")]
        clang: PathBuf,
    },
    /// Run the recorded programs and the demo on this machine's GPU, and write a report (on demand: needs an
    /// NVIDIA driver)
    Gpu(gpu::Request),
    /// Translate, build, run and judge the programs of public CUDA repositories that testdata/wild.toml names
    /// (on demand: takes hours)
    ///
    /// Exit code 1 if a program fails that the manifest does not expect to, or works that it expects to fail.
    /// Results are kept: `--only failed` runs again what was not right, and the table still has all.
    Wild(wild::Request),
    /// Check the documents' links and build them as a book, by mdBook (`cargo install mdbook`), into
    /// target/book
    Book,
    /// Measure the prose of comments and the names of functions, by crate
    Prose(prose::Request),
    /// Print which source files of each crate import each other in circles
    Layers(layers::Request),
    /// Install the SDK into a tree shaped like ROCm's: bin, include, lib, lib/cmake
    Install {
        /// Where to
        #[arg(long, value_name = "DIR")]
        prefix: PathBuf,
        /// Install what `cargo build --release` makes
        #[arg(long)]
        release: bool,
        /// Copy header libraries into it that lie below a directory: rocPRIM, hipCUB, rocThrust, rocRAND's
        /// device side (sources or an installation), NVIDIA's CCCL (the repository or a Python wheel)
        #[arg(long, value_name = "DIR")]
        with_libraries: Option<PathBuf>,
        /// Remove what was installed there instead
        #[arg(long, conflicts_with_all = ["release", "with_libraries"])]
        uninstall: bool,
    },
    /// Make the files of a release: an archive, a Debian package, the list of components (CycloneDX) and
    /// checksums; the same sources give the same bytes
    Dist {
        /// An installed SDK, instead of a new one
        #[arg(long, value_name = "DIR")]
        sdk: Option<PathBuf>,
        /// Where to; target/dist without it
        #[arg(long, value_name = "DIR")]
        to: Option<PathBuf>,
    },
    /// Build a Python wheel with the SDK, `hip_soft` and a pytest plugin
    Wheel {
        /// An installed SDK, instead of a new one
        #[arg(long, value_name = "DIR")]
        sdk: Option<PathBuf>,
    },
}

fn main() -> ExitCode {
    let outcome = match Cli::parse().chore {
        Chore::Demo => demo::run(),
        Chore::Check { write } => check::run(write),
        Chore::Clients { chosen, sdk, hashcat, release } => {
            clients::run(&chosen, sdk.as_deref(), &hashcat, release)
        }
        Chore::Twins { nvcc } => twins::run(&nvcc),
        Chore::Exhaust { only } => exhaust::run(only.as_deref()),
        Chore::Amd { programs } => amd::run(&programs).map(|report| say(&report)),
        Chore::Libdevice { clang } => libdevice::run(&clang),
        Chore::Models => models::run(),
        Chore::Book => book::run().map(|page| say(&page.display().to_string())),
        Chore::Prose(request) => prose::run(&request).map(|table| say(&table)),
        Chore::Layers(request) => layers::run(&request),
        Chore::Soak(request) => soak::run(&request),
        Chore::Gpu(request) => gpu::run(&request),
        Chore::Wild(request) => wild::run(&request),
        Chore::Dist { sdk, to } => dist::run(sdk.as_deref(), to.as_deref())
            .map(|made| made.iter().for_each(|path| say(&path.display().to_string()))),
        Chore::Wheel { sdk } => wheel::run(sdk.as_deref()).map(|wheel| say(&wheel.display().to_string())),
        Chore::Install { prefix, uninstall: true, .. } => install::uninstall(&prefix)
            .map(|files| eprintln!("removed {files} files from {}", prefix.display())),
        Chore::Install { prefix, release, with_libraries, .. } => {
            install::run(&prefix, release, with_libraries.as_deref()).map(|()| {
                eprintln!("installed into {}; for this shell:", prefix.display());
                say(&install::shell_lines(&prefix));
            })
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(text) => {
            eprintln!("xtask: {text}");
            ExitCode::FAILURE
        }
    }
}

#[expect(clippy::print_stdout, reason = "paths and lines for a shell are output")]
fn say(line: &str) {
    println!("{line}");
}
