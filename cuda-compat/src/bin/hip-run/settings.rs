//! Settings of clients, which `hip-run` makes unless the user has.

use std::env;
use std::ffi::OsString;
use std::path::Path;

/// Compute capability from which on CuPy's wheels carry PTX of CUB, which they have for their newest
/// architecture only.
const CUB: u32 = 12;

/// Variables that name directories of compiled kernels, and directories below the user's home for a software
/// device.
const CACHES: [(&str, &str); 2] =
    [("CUPY_CACHE_DIR", ".cupy/kernel_cache_hip"), ("NUMBA_CACHE_DIR", ".cache/numba_hip")];

/// Returns variables and values, by the major number of the compute capability. `bin` is the directory of
/// our programs.
pub(crate) fn of_clients(major: u32, bin: &Path) -> Vec<(&'static str, OsString)> {
    let mut all: Vec<(&str, OsString)> = Vec::new();
    let ptxas = bin.join("ptxas");
    if ptxas.exists() {
        all.push(("TRITON_PTXAS_PATH", ptxas.clone().into()));
        all.push(("TRITON_PTXAS_BLACKWELL_PATH", ptxas.into()));
        // JAX starts `bin/ptxas` there.
        all.push(("CUDA_ROOT", bin.parent().unwrap_or(bin).into()));
    }
    // PyCUDA starts nvcc for machine code; of two kinds of outputs the last counts. With a cache it would
    // start it to expand headers, too.
    all.push(("PYCUDA_DEFAULT_NVCC_FLAGS", "--ptx -o kernel.cubin".into()));
    all.push(("PYCUDA_DISABLE_CACHE", "1".into()));
    // CuPy does not notice that CUB has no code for a device, and returns zeros.
    if major < CUB {
        all.push(("CUPY_ACCELERATORS", OsString::new()));
    }
    // Their usual directories may hold machine code that was made for a GPU.
    if let Some(home) = env::var_os("HOME").filter(|home| !home.is_empty()) {
        for (name, directory) in CACHES {
            all.push((name, Path::new(&home).join(directory).into()));
        }
    }
    all.retain(|(name, _)| env::var_os(name).is_none());
    // XLA tunes by kernels that it has for its newest architecture only. The user's flags come later and win.
    let mut flags = OsString::from("--xla_gpu_autotune_level=0");
    if let Some(own) = env::var_os("XLA_FLAGS").filter(|own| !own.is_empty()) {
        flags.push(" ");
        flags.push(own);
    }
    all.push(("XLA_FLAGS", flags));
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
