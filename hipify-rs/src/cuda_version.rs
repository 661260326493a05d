//! Version of CUDA that translated programs see where they ask for one: in sources, in build files, and as
//! macros that `hipcc` defines for sources of CUDA's name.

/// The version, as CMake writes it.
pub const VERSION: &str = "12.0";
/// First part of the version.
pub const MAJOR: &str = "12";
/// Second part of the version.
pub const MINOR: &str = "0";
/// The version, as CUDA's headers write it: 1000 times the first part and 10 times the second.
pub const NUMBER: &str = "12000";

/// Macros of CUDA's headers, each with the value [`NUMBER`].
pub const HEADER_MACROS: [&str; 2] = ["CUDART_VERSION", "CUDA_VERSION"];

/// Macros of nvcc, with their values.
pub const COMPILER_MACROS: [(&str, &str); 3] =
    [("__CUDACC_VER_MAJOR__", MAJOR), ("__CUDACC_VER_MINOR__", MINOR), ("__CUDACC_VER_BUILD__", "0")];
