//! Written by `cargo xtask check --write`: links the library: its name, HIP's library next to it, and symbol
//! versions.

#[path = "../link.rs"]
mod link;

fn main() {
    println!("cargo::rerun-if-changed=symbols.map");
    println!("cargo::rustc-link-arg=-Wl,-soname,libcusolver.so.12");
    let folder = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    println!("cargo::rustc-link-arg=-Wl,--version-script={folder}/symbols.map");
    link::against("libhipsolver.so");
    link::against("libhipsparse.so");
}
