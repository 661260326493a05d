//! `capi/include/hip/cuda_names`: headers by the names of CUDA's runtime and libraries, for sources that were
//! not translated (`hipcc --cuda-names`). Each name that `hipify-rs` replaces by another name is a macro.
//! `cuda.h` is the driver's.

mod driver;

use crate::tables::Table;
use crate::workspace::{Outcome, root};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

const WRITTEN: &str =
    "/* Written by `cargo xtask check --write` from the tables in hipify-rs/map: change those. */\n";

/// Names that `cuda_runtime.h` defines itself.
const OWN: [&str; 4] = ["CUDART_VERSION", "CUDA_VERSION", "cudaError", "cudaMallocHost"];

/// Libraries with headers of their own, and the files of their macros.
const LIBRARIES: [(&str, &str); 5] = [
    ("cuBLAS", "names_blas.h"),
    ("cuFFT", "names_fft.h"),
    ("cuRAND", "names_rand.h"),
    ("cuSOLVER", "names_solver.h"),
    ("cuSPARSE", "names_sparse.h"),
];

/// Writes the macros of all names and a header for each of CUDA's headers that HIP has.
///
/// # Errors
/// A table cannot be read.
pub(crate) fn files() -> Outcome<Vec<(PathBuf, String)>> {
    let folder = root().join("capi/include/hip/cuda_names");
    let mut files = vec![(folder.join("names.h"), names()?)];
    for (family, name) in LIBRARIES {
        files.push((folder.join(name), of_library(family)?));
    }
    files.extend(driver::files()?.into_iter().map(|(name, text)| (folder.join(name), text)));
    let extensions = Table::read(&root().join("hipify-rs/map/extensions.tsv"))?.rows;
    for row in Table::read(&root().join("hipify-rs/map/includes.tsv"))?.rows {
        let [cuda, hip, _, _, family, ..] = row.as_slice() else { continue };
        let library = LIBRARIES.iter().find(|(of, _)| of == family);
        let is_covered = matches!(family.as_str(), "WMMA" | "cuComplex" | "runtime") || library.is_some();
        // `cuda_runtime.h` is written by hand.
        if !is_covered || hip == "-" || cuda == "cuda_runtime.h" {
            continue;
        }
        let include = if hip == "=" { "hip/hip_runtime.h" } else { hip };
        let mut text = format!("{WRITTEN}#pragma once\n#include <cuda_runtime.h>\n#include <{include}>\n");
        // Functions that HIP's library lacks are declared by a header of this SDK.
        let soft = include.replace(".h", "_soft.h");
        if library.is_some() && extensions.iter().any(|row| row[1] == soft) {
            let _ = writeln!(text, "#include <{soft}>");
        }
        if let Some((_, names)) = library {
            let _ = writeln!(text, "#include <hip/cuda_names/{names}>");
        }
        for header in included(cuda) {
            let _ = writeln!(text, "#include <{header}>");
        }
        files.push((folder.join(cuda), text));
    }
    Ok(files)
}

/// Returns the headers of other libraries that a header of CUDA's includes.
fn included(header: &str) -> &'static [&'static str] {
    match header {
        "cusolverDn.h" | "cusolverMg.h" => &["cublas_v2.h"],
        "cusolverSp.h" => &["cublas_v2.h", "cusparse.h"],
        _ => &[],
    }
}

/// A macro for each name of the runtime, of device code and of complex numbers that has another name in HIP,
/// and for each error that HIP has no name for.
fn names() -> Outcome<String> {
    let mut by_name = BTreeMap::new();
    for table in ["device.tsv", "libraries.tsv", "runtime.tsv"] {
        for row in Table::read(&root().join("hipify-rs/map").join(table))?.rows {
            let [cuda, hip, _, _, family, ..] = row.as_slice() else { continue };
            if table == "libraries.tsv" && family != "cuComplex" {
                continue;
            }
            let is_value = is_name(hip) || hip.parse::<i64>().is_ok();
            let is_attribute = cuda.starts_with(driver::RUNTIME_ATTRIBUTE) && hip.starts_with("hipExt");
            if is_name(cuda) && is_value && cuda != hip && !is_attribute && !OWN.contains(&cuda.as_str()) {
                by_name.insert(cuda.clone(), hip.clone());
            }
        }
    }
    for row in Table::read(&root().join("cuda-compat/api/runtime_errors.tsv"))?.rows {
        let [value, name] = row.as_slice() else { continue };
        by_name.entry(name.clone()).or_insert_with(|| format!("((hipError_t){value})"));
    }
    let mut out = format!("{WRITTEN}#pragma once\n");
    for (cuda, hip) in &by_name {
        let _ = writeln!(out, "#define {cuda} {hip}");
    }
    Ok(out)
}

/// A macro for each name of a library.
fn of_library(family: &str) -> Outcome<String> {
    let mut out = format!("{WRITTEN}#pragma once\n");
    for row in Table::read(&root().join("hipify-rs/map/libraries.tsv"))?.rows {
        let [cuda, hip, _, _, of, ..] = row.as_slice() else { continue };
        if of == family && is_name(cuda) && cuda != hip && (is_name(hip) || hip.parse::<i64>().is_ok()) {
            let _ = writeln!(out, "#define {cuda} {hip}");
        }
    }
    Ok(out)
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}
