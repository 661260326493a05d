//! Says where `libamdhip64` lies, for programs that call it through `sys`; does nothing without the feature
//! `link`.

use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=HIP_PATH");
    if std::env::var_os("CARGO_FEATURE_LINK").is_none() {
        return;
    }
    let prefix = std::env::var_os("HIP_PATH").map_or_else(|| PathBuf::from("/opt/rocm"), PathBuf::from);
    let folder = prefix.join("lib");
    if Path::new(&folder).is_dir() {
        println!("cargo::rustc-link-search=native={}", folder.display());
    }
}
