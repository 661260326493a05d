//! `wheel`: a Python wheel with the SDK, the package `hip_soft` and its pytest plugin.

use crate::install;
use crate::workspace::{Outcome, output, root};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds the wheel of an installed SDK, or of a new one, and returns its path.
///
/// # Errors
/// The SDK does not build, or Python is missing or fails.
pub(crate) fn run(sdk: Option<&Path>) -> Outcome<PathBuf> {
    let folder = root().join("target/wheel");
    fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let fresh = folder.join("sdk");
    if sdk.is_none() {
        install::run(&fresh, true, None)?;
    }
    let mut python = Command::new("python3");
    python.arg(root().join("xtask/wheel/pack.py")).arg(sdk.unwrap_or(&fresh)).arg(&folder);
    let said = output(python.arg(env!("CARGO_PKG_VERSION")), "python3")?;
    Ok(PathBuf::from(said.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wheel_has_programs_and_libraries_as_files() {
        let folder = tempfile::tempdir().expect("a folder");
        let sdk = folder.path().join("sdk");
        for (at, text) in [("bin/hip-run", "program"), ("lib/libcuda.so.1", "library"), ("share/list", "no")]
        {
            let path = sdk.join(at);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        std::os::unix::fs::symlink("libcuda.so.1", sdk.join("lib/libcuda.so")).expect("a link");
        let mut python = Command::new("python3");
        python.arg(root().join("xtask/wheel/pack.py")).args([&sdk, folder.path()]).arg("1.2.3");
        let made = match python.output() {
            Ok(ran) if ran.status.success() => String::from_utf8_lossy(&ran.stdout).trim().to_owned(),
            Ok(ran) => panic!("{}", String::from_utf8_lossy(&ran.stderr)),
            Err(_) => {
                eprintln!("skipped: no python3 in PATH");
                return;
            }
        };
        assert!(made.contains("hip_soft-1.2.3-py3-none-manylinux_"), "{made}");
        let listed =
            output(Command::new("python3").args(["-m", "zipfile", "-l", &made]), "zipfile").expect("a zip");
        for name in ["hip_soft/__init__.py", "sdk/bin/hip-run", "sdk/lib/libcuda.so ", "sdk/lib/libcuda.so.1"]
        {
            assert!(listed.contains(name), "{name}: {listed}");
        }
        assert!(!listed.contains("share"), "{listed}");
    }
}
