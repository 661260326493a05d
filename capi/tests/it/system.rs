//! Compilers of the system, and the paths that tests pass to them.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns the directory of the workspace.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate lies in the workspace")
}

/// Returns the directory that programs pass to `-I`.
pub(crate) fn include() -> PathBuf {
    root().join("capi/include")
}

/// Returns the rows of a table of `testdata/capi`, without its header.
pub(crate) fn table(name: &str) -> Vec<Vec<String>> {
    rows(&root().join("testdata/capi").join(name))
}

/// Returns the rows of a table: tab-separated, without comments and the header.
pub(crate) fn rows(path: &Path) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    tsv::rows(&text).map(|row| tsv::cells(row).map(str::to_owned).collect()).collect()
}

/// Returns a directory for a test to write to.
pub(crate) fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    folder
}

/// Returns the C compiler, given by `CC`.
pub(crate) fn cc() -> String {
    std::env::var("CC").unwrap_or_else(|_| "cc".to_owned())
}

/// Returns the C++ compiler, given by `CXX`.
pub(crate) fn cxx() -> String {
    std::env::var("CXX").unwrap_or_else(|_| "c++".to_owned())
}

/// Returns whether a compiler is installed.
pub(crate) fn is_installed(compiler: &str) -> bool {
    Command::new(compiler).arg("--version").output().is_ok_and(|out| out.status.success())
}

/// Compiles; the error is the compiler's message.
///
/// # Panics
/// If there is no such compiler.
pub(crate) fn compile<S: AsRef<OsStr>>(compiler: &str, args: &[S]) -> Result<(), String> {
    let done = Command::new(compiler).args(args).output();
    let done = done.unwrap_or_else(|e| panic!("the compiler `{compiler}` is needed: {e}"));
    if done.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&done.stderr).into_owned()) }
}

/// Returns the path of the library that cargo built for this test.
pub(crate) fn library() -> PathBuf {
    let program = std::env::current_exe().expect("the test's own path");
    let built = program.parent().expect("a folder").join("libamdhip64.so");
    assert!(built.is_file(), "{} is built with the tests", built.display());
    built
}
