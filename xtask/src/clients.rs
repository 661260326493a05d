//! `cargo xtask clients`: other people's programs, unmodified, on the software device. They come from package
//! mirrors and take minutes, so this is run on demand, never by `check`.

use crate::install;
use crate::workspace::{Outcome, root};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Clients to test.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Client {
    /// Python's Numba: `@cuda.jit`
    Numba,
    /// cuda-bindings with NVRTC and nvJitLink
    Bindings,
    /// Rust's cudarc
    Cudarc,
    /// Taichi, which writes PTX itself
    Taichi,
    /// tinygrad, with NVRTC and with PTX that it writes itself
    Tinygrad,
    /// hashcat's self-tests of its kernels, compiled by NVRTC
    Hashcat,
}

/// Python packages, of versions that were tried together. Without nvJitLink Numba links by the driver, which
/// takes PTX.
const NUMBA: &[&str] = &[
    "numba==0.68.1",
    "numba-cuda==0.30.4",
    "cuda-core==1.2.2",
    "nvidia-cuda-nvcc==13.5.37",
    "nvidia-cuda-nvrtc==13.5.37",
];
const BINDINGS: &[&str] =
    &["cuda-bindings==13.5.0", "nvidia-cuda-nvrtc==13.5.37", "nvidia-nvjitlink==13.5.37"];

const TAICHI: &[&str] = &["taichi==1.7.4", "numpy"];
const TINYGRAD: &[&str] = &["tinygrad==0.14.0", "numpy"];

/// Hash modes with kernels that compile quickly.
const MODES: [u32; 35] = [
    0, 10, 20, 30, 40, 50, 60, 70, 100, 110, 120, 130, 140, 150, 160, 170, 900, 1000, 1100, 1300, 1400, 1410,
    1420, 1430, 1440, 1450, 1460, 1700, 1710, 1720, 2600, 4400, 4700, 5100, 11500,
];
/// Minimum number of modes that must pass.
const ENOUGH: usize = 30;

/// Tries clients, all without a choice; an error says which failed.
pub(crate) fn run(chosen: &[Client], hashcat: &Path, release: bool) -> Outcome<()> {
    let sdk = root().join("target/sdk");
    install::run(&sdk, release, None)?;
    let place = root().join("target/clients");
    fs::create_dir_all(&place).map_err(|e| format!("{}: {e}", place.display()))?;
    let place = Place { sdk, place };
    let mut failed = Vec::new();
    for (client, name) in [
        (Client::Numba, "numba"),
        (Client::Bindings, "bindings"),
        (Client::Cudarc, "cudarc"),
        (Client::Taichi, "taichi"),
        (Client::Tinygrad, "tinygrad"),
        (Client::Hashcat, "hashcat"),
    ] {
        if !chosen.is_empty() && !chosen.contains(&client) {
            continue;
        }
        let outcome = match client {
            Client::Numba => place.python(name, NUMBA, None),
            Client::Bindings => place.python(name, BINDINGS, None),
            Client::Taichi => place.python(name, TAICHI, None),
            Client::Tinygrad => place.nvrtc().and_then(|path| place.python(name, TINYGRAD, Some(path))),
            Client::Cudarc => place.cudarc(),
            Client::Hashcat => place.hashcat(hashcat),
        };
        match outcome {
            Ok(said) => eprintln!("{name:<9} PASS: {said}"),
            Err(why) => {
                eprintln!("{name:<9} FAIL: {why}");
                failed.push(name);
            }
        }
    }
    if failed.is_empty() { Ok(()) } else { Err(format!("failed: {}", failed.join(", "))) }
}

/// Directories.
struct Place {
    sdk: PathBuf,
    place: PathBuf,
}

/// Returns the output of a command, which must succeed.
fn output(command: &mut Command) -> Outcome<String> {
    let ran = command.output().map_err(|e| format!("{}: {e}", command.get_program().display()))?;
    let said = String::from_utf8_lossy(&ran.stdout).into_owned();
    if ran.status.success() {
        return Ok(said);
    }
    let complaint = String::from_utf8_lossy(&ran.stderr).into_owned();
    let last: Vec<&str> = complaint.lines().rev().take(3).collect();
    Err(format!("{}: {}", ran.status, last.into_iter().rev().collect::<Vec<_>>().join(" | ")))
}

fn last_line(text: &str) -> String {
    text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("").to_owned()
}

impl Place {
    /// A program on the software device.
    fn hip_run(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(self.sdk.join("bin/hip-run"));
        command.arg(program);
        command
    }

    /// An environment with packages.
    fn environment(&self, name: &str, packages: &[&str]) -> Outcome<PathBuf> {
        let own = self.place.join(name);
        if !own.join("bin/python").exists() {
            output(Command::new("python3").args(["-m", "venv"]).arg(&own))?;
        }
        output(Command::new(own.join("bin/pip")).args(["install", "--quiet"]).args(packages))?;
        Ok(own)
    }

    /// A script of `xtask/clients` with packages, and more folders of libraries.
    fn python(&self, name: &str, packages: &[&str], libraries: Option<OsString>) -> Outcome<String> {
        let own = self.environment(name, packages)?;
        let script = root().join(format!("xtask/clients/{name}.py"));
        // The script's folder stands first among Python's: `numba.py` must not hide Numba.
        let mut command = self.hip_run(own.join("bin/python"));
        if let Some(libraries) = libraries {
            command.env("LD_LIBRARY_PATH", libraries);
        }
        output(command.arg("-P").arg(script)).map(|said| last_line(&said))
    }

    fn cudarc(&self) -> Outcome<String> {
        let target = self.place.join("cudarc");
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo
            .current_dir(root().join("xtask/clients/cudarc"))
            .args(["build", "--quiet", "--target-dir"])
            .arg(&target);
        output(&mut cargo)?;
        output(&mut self.hip_run(target.join("debug/cudarc-client"))).map(|said| last_line(&said))
    }

    /// hashcat and tinygrad look for `libnvrtc.so`, which the package has by its version only.
    fn nvrtc(&self) -> Outcome<OsString> {
        let own = self.environment("nvrtc", &["nvidia-cuda-nvrtc==13.5.37"])?;
        let found = output(Command::new(own.join("bin/python")).args([
            "-c",
            "import nvidia, pathlib; print(next(pathlib.Path(p, 'cu13', 'lib') for p in nvidia.__path__))",
        ]))?;
        let (packaged, folder) = (PathBuf::from(found.trim()), self.place.join("nvrtc_by_name"));
        fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let link = folder.join("libnvrtc.so");
        if !link.exists() {
            symlink(packaged.join("libnvrtc.so.13"), &link)
                .map_err(|e| format!("{}: {e}", link.display()))?;
        }
        let mut path = folder.into_os_string();
        path.push(":");
        path.push(packaged);
        Ok(path)
    }

    /// hashcat tests a mode's kernel before it does anything: a short search is enough.
    fn hashcat(&self, hashcat: &Path) -> Outcome<String> {
        let libraries = self.nvrtc()?;
        let home = self.place.join("hashcat_home");
        fs::create_dir_all(&home).map_err(|e| format!("{}: {e}", home.display()))?;
        let command = || {
            let mut command = self.hip_run(hashcat);
            command.env("LD_LIBRARY_PATH", &libraries).env("HOME", &home);
            command
        };
        let mut passed = Vec::new();
        for mode in MODES {
            let number = mode.to_string();
            let information = output(command().args(["--hash-info", "--machine-readable", "-m", &number]))?;
            let Some(hash) = example(&information) else {
                return Err(format!("mode {mode}: no example in {information:?}"));
            };
            // Debian recommends an OpenCL device beside: only the first, ours, is asked.
            let ours = ["-d", "1", "--potfile-disable", "--force"];
            let quick = ["-a", "3", "-O", "-n", "1", "-u", "1", "-T", "32"];
            let ran = command().args(["-m", &number]).args(ours).args(quick).arg(&hash).arg("?d?d").output();
            let ran = ran.map_err(|e| format!("hip-run: {e}"))?;
            let said =
                String::from_utf8_lossy(&ran.stdout).into_owned() + &String::from_utf8_lossy(&ran.stderr);
            let good = said.contains("Finished self-test") && !said.contains("elf-test failed");
            eprintln!("hashcat   mode {mode}: {}", if good { "self-test passed" } else { "FAILED" });
            passed.extend(good.then_some(mode));
        }
        let said = format!("{} of {} hash modes pass their self-tests", passed.len(), MODES.len());
        if passed.len() >= ENOUGH { Ok(said) } else { Err(said) }
    }
}

/// The example of a mode in what `--hash-info --machine-readable` says.
fn example(json: &str) -> Option<String> {
    let behind = json.split("\"example_hash\":").nth(1)?;
    behind.split('"').nth(1).map(str::to_owned)
}
