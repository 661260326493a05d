//! Settings of clients, which `hip-run` makes unless the user has.

use std::env;
use std::ffi::OsString;
use std::path::Path;

/// Compute capability from which on CuPy's wheels carry PTX of CUB, which they have for their newest
/// architecture only.
const CUB: u32 = 12;

/// Returns variables and values, by the major number of the compute capability. `bin` is the directory of
/// our programs.
pub(crate) fn of_clients(major: u32, bin: &Path) -> Vec<(&'static str, OsString)> {
    let mut all: Vec<(&str, OsString)> = Vec::new();
    let ptxas = bin.join("ptxas");
    if ptxas.exists() {
        all.push(("TRITON_PTXAS_PATH", ptxas.clone().into()));
        all.push(("TRITON_PTXAS_BLACKWELL_PATH", ptxas.into()));
    }
    // CuPy does not notice that CUB has no code for a device, and returns zeros.
    if major < CUB {
        all.push(("CUPY_ACCELERATORS", OsString::new()));
    }
    // Its usual directory may hold machine code that was made for a GPU.
    if let Some(home) = env::var_os("HOME").filter(|home| !home.is_empty()) {
        all.push(("CUPY_CACHE_DIR", Path::new(&home).join(".cupy/kernel_cache_hip").into()));
    }
    all.retain(|(name, _)| env::var_os(name).is_none());
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cub_is_avoided_where_it_has_no_code() {
        let names = |major| of_clients(major, Path::new("/nonexistent")).into_iter().map(|(name, _)| name);
        assert!(names(9).any(|name| name == "CUPY_ACCELERATORS"));
        assert!(!names(12).any(|name| name == "CUPY_ACCELERATORS" || name == "TRITON_PTXAS_PATH"));
    }
}
