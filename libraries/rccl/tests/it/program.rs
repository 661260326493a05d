//! C programs that are compiled with our headers and linked with our libraries.

use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Libraries: cargo's file, and the name that programs look for.
const LIBRARIES: [[&str; 2]; 2] = [["librccl.so", "librccl.so.1"], ["libamdhip64.so", "libamdhip64.so.7"]];

/// A program of `tests/programs`.
pub(crate) struct Program {
    path: PathBuf,
    variables: Vec<(&'static str, String)>,
}

/// Path of a library that cargo built next to this test.
fn built(file: &str) -> PathBuf {
    let test = std::env::current_exe().expect("the test's own path");
    let beside = test.parent().expect("a folder");
    let places = [beside.join(file), beside.join("..").join(file)];
    places.into_iter().find(|path| path.exists()).expect("cargo built the library")
}

impl Program {
    /// Compiles a program.
    pub(crate) fn new(name: &str) -> Program {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        // Tests run at the same time, and some have the same program.
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}_{number}"));
        std::fs::create_dir_all(&folder).expect("a folder for the program");
        let libraries = LIBRARIES.map(|[file, name]| {
            let named = folder.join(name);
            // A leftover of an earlier run may be missing.
            let _ = std::fs::remove_file(&named);
            symlink(built(file), &named).expect("the library's other name");
            named
        });
        let path = folder.join("program");
        let done = Command::new("cc")
            .args(["-std=gnu99", "-O1", "-Wall", "-Wextra", "-Werror", "-Wno-enum-conversion", "-pthread"])
            .arg("-D__HIP_PLATFORM_AMD__")
            .arg("-I")
            .arg(root.join("include"))
            .arg("-I")
            .arg(root.join("../../capi/include"))
            .arg(root.join("tests/programs").join(format!("{name}.c")))
            .args(libraries)
            .args(["-Wl,-rpath,$ORIGIN", "-o"])
            .arg(&path)
            .output()
            .expect("a C compiler");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        Program { path, variables: Vec::new() }
    }

    /// Sets a variable of the program's environment.
    pub(crate) fn set(mut self, name: &'static str, value: &str) -> Program {
        self.variables.push((name, value.to_owned()));
        self
    }

    /// A process of the program on four devices.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        command.env_clear().env("HIP_SOFT_DEVICE", "h200x4").env("HIP_SOFT_QUIET", "1");
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command
    }

    /// Runs it, and returns its standard output.
    pub(crate) fn output(&self) -> String {
        let ran = self.command().output().expect("the program starts");
        let (out, err) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
        assert!(ran.status.success(), "{}: {out}{err}", ran.status);
        out.into_owned()
    }
}
