//! Search for NVIDIA's library.

use super::library::{__hipRccl, Library, path_of};
use std::ffi::CStr;
use std::fmt::Write as _;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use work::DriverPlace;

/// Name by which the library is installed.
const NAME: &str = "libnccl.so.2";

/// Places that the loader may not search, or where a library of ours comes first.
const PLACES: [&str; 6] = [
    "/usr/lib/x86_64-linux-gnu/libnccl.so.2",
    "/usr/lib/aarch64-linux-gnu/libnccl.so.2",
    "/usr/lib64/libnccl.so.2",
    "/usr/local/nvidia/lib64/libnccl.so.2",
    "/usr/local/cuda/lib64/libnccl.so.2",
    "/usr/local/lib/libnccl.so.2",
];

/// Name by which libraries of NVIDIA's load the driver.
const DRIVER: &CStr = c"libcuda.so.1";

/// Name by which they load NVML.
const NVML: &str = "libnvidia-ml.so.1";

/// Loads the library beside the driver. `HIP_CUDA_NCCL` names its file.
///
/// # Errors
/// The reason why there is none, with what was looked for.
pub(super) fn load(driver: DriverPlace) -> Result<Library, String> {
    if driver.space == 0 {
        prepare(driver.file)?;
    }
    let set = std::env::var("HIP_CUDA_NCCL").ok().filter(|file| !file.is_empty());
    let files: Vec<&str> = match &set {
        Some(file) => vec![file],
        None => [NAME].into_iter().chain(PLACES).collect(),
    };
    let mut why = "NVIDIA's NCCL is needed on a GPU (HIP_BACKEND=cuda), and was not found".to_owned();
    for file in files {
        match open(file, driver.space) {
            Ok(library) => return Ok(library),
            Err(reason) => {
                let _ = write!(why, "; {reason}");
            }
        }
    }
    if set.is_none() {
        why += "; HIP_CUDA_NCCL may name its file";
    }
    Err(why)
}

/// Loads a file that is not this library, nor a copy of it.
fn open(file: &str, space: i64) -> Result<Library, String> {
    let library = Library::open(file, space)?;
    // Beside a driver of this project's, which has a runtime of its own, our library is the device's.
    if !library.is_own() || space != 0 {
        return Ok(library);
    }
    let path = library.path(c"ncclGetVersion").unwrap_or_else(|| file.into());
    let own = path_of((&raw const __hipRccl).addr());
    let which = match own.is_some_and(|own| is_same_file(&path, &own)) {
        true => "the file that makes this call",
        false => "a copy of it",
    };
    Err(format!("{file}: it is this project's own library ({which}: {})", path.display()))
}

/// Returns whether two paths lead to one file.
fn is_same_file(a: &Path, b: &Path) -> bool {
    let identity = |path: &Path| std::fs::metadata(path).map(|found| (found.dev(), found.ino()));
    matches!((identity(a), identity(b)), (Ok(a), Ok(b)) if a == b)
}

/// Makes sure that NVIDIA's library will find the runtime's driver, and NVML of the same installation: both
/// have names that libraries of this project have, too.
fn prepare(driver: &CStr) -> Result<(), String> {
    let used = Library::loaded(driver);
    let by_name = Library::loaded(DRIVER);
    let (Some(used), Some(by_name)) = (used, by_name) else { return Ok(()) };
    if !used.is(&by_name) {
        let [used, by_name] = [used, by_name].map(|library| {
            library.path(c"cuInit").map_or_else(|| library.file.clone(), |path| path.display().to_string())
        });
        return Err(format!(
            "NVIDIA's NCCL would use {by_name}, which this process has loaded as {}, and not {used}",
            DRIVER.to_string_lossy()
        ));
    }
    let beside = used.path(c"cuInit").and_then(|path| Some(path.canonicalize().ok()?.parent()?.join(NVML)));
    if let Some(beside) = beside.filter(|path| path.exists()).as_deref().and_then(Path::to_str) {
        // Without it, NCCL reports what it misses.
        let _ = Library::open(beside, 0);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::open;

    #[test]
    fn our_own_library_is_not_taken_for_nvidias() {
        let test = std::env::current_exe().expect("the test's own path");
        let folder = test.with_file_name("own_library");
        std::fs::create_dir_all(&folder).expect("a folder for the libraries");
        for (built, asked) in [("librccl.so", "libnccl.so.2"), ("libamdhip64.so", "libamdhip64.so.7")] {
            let named = folder.join(asked);
            // A leftover of an earlier run may be missing.
            let _ = std::fs::remove_file(&named);
            std::os::unix::fs::symlink(test.with_file_name(built), named).expect("the library's other name");
        }
        let file = folder.join("libnccl.so.2");
        let why = open(file.to_str().expect("a path in Unicode"), 0).expect_err("it is ours");
        assert!(why.contains("it is this project's own library (a copy of it: "), "{why}");
    }

    #[test]
    fn a_missing_file_is_named() {
        let why = open("/nowhere/libnccl.so.2", 0).expect_err("there is none");
        assert!(why.starts_with("/nowhere/libnccl.so.2: cannot open"), "{why}");
    }
}
