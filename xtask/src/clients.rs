//! `cargo xtask clients`: other people's programs, unmodified, on the software device. They come from package
//! mirrors and take minutes, so this is run on demand, never by `check`.

mod table;

pub(crate) use table::page;

use crate::install;
use crate::workspace::{Outcome, root};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use table::{Client, How};

/// Hash modes with kernels that compile quickly.
const MODES: [u32; 35] = [
    0, 10, 20, 30, 40, 50, 60, 70, 100, 110, 120, 130, 140, 150, 160, 170, 900, 1000, 1100, 1300, 1400, 1410,
    1420, 1430, 1440, 1450, 1460, 1700, 1710, 1720, 2600, 4400, 4700, 5100, 11500,
];
/// Minimum number of modes that must pass.
const ENOUGH: usize = 30;

/// Tries clients, all without a choice; an error says which failed.
pub(crate) fn run(chosen: &[String], sdk: Option<&Path>, hashcat: &Path, release: bool) -> Outcome<()> {
    let clients = table::clients()?;
    let is_tried = |client: &&Client| client.how != How::Hand;
    let known: Vec<&str> = clients.iter().filter(is_tried).map(|client| client.name.as_str()).collect();
    if let Some(unknown) = chosen.iter().find(|name| !known.contains(&name.as_str())) {
        return Err(format!("{unknown} is none of {}", known.join(", ")));
    }
    let own = root().join("target/sdk");
    if sdk.is_none() {
        install::run(&own, release, None)?;
    }
    let place = root().join("target/clients");
    fs::create_dir_all(&place).map_err(|e| format!("{}: {e}", place.display()))?;
    let place = Place { sdk: sdk.map_or(own, Path::to_owned), place };
    let mut failed = Vec::new();
    for client in clients.iter().filter(is_tried) {
        let name = client.name.as_str();
        if !chosen.is_empty() && !chosen.iter().any(|chosen| chosen == name) {
            continue;
        }
        let home = clients.iter().find(|other| other.shares_packages_with(client)).unwrap_or(client);
        let outcome = match client.how {
            How::Script => place.python(client, &home.name, None),
            How::ScriptWithNvrtc => {
                place.nvrtc().and_then(|path| place.python(client, &home.name, Some(path)))
            }
            How::Cargo => place.cargo(name),
            How::Hashcat => place.hashcat(hashcat),
            How::Hand => continue,
        };
        let (verdict, said) = match outcome {
            Ok(said) => ("PASS", said),
            Err(why) => {
                failed.push(name);
                ("FAIL", why)
            }
        };
        eprintln!("{name:<9} {:<9} {verdict}: {said}", client.version());
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
    fn environment(&self, name: &str, packages: &[impl AsRef<OsStr>]) -> Outcome<PathBuf> {
        let own = self.place.join(name);
        if !own.join("bin/python").exists() {
            output(Command::new("python3").args(["-m", "venv"]).arg(&own))?;
        }
        output(Command::new(own.join("bin/pip")).args(["install", "--quiet"]).args(packages))?;
        Ok(own)
    }

    /// A client's script in an environment with its packages, and more directories of libraries.
    fn python(&self, client: &Client, home: &str, libraries: Option<OsString>) -> Outcome<String> {
        let own = self.environment(home, &client.packages)?;
        let script = root().join(format!("xtask/clients/{}.py", client.name));
        // The script's folder stands first among Python's: `numba.py` must not hide Numba.
        let mut command = self.hip_run(own.join("bin/python"));
        if let Some(libraries) = libraries {
            command.env("LD_LIBRARY_PATH", libraries);
        }
        output(command.arg("-P").arg(script)).map(|said| last_line(&said))
    }

    fn cargo(&self, name: &str) -> Outcome<String> {
        let target = self.place.join(name);
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo
            .current_dir(root().join("xtask/clients").join(name))
            .args(["build", "--quiet", "--target-dir"])
            .arg(&target);
        output(&mut cargo)?;
        output(&mut self.hip_run(target.join(format!("debug/{name}-client")))).map(|said| last_line(&said))
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
