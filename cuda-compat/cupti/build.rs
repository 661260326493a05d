//! Sets the name by which programs look for the library at run time, and its symbol versions.

fn main() {
    println!("cargo::rerun-if-changed=symbols.map");
    println!("cargo::rustc-link-arg=-Wl,-soname,libcupti.so.13");
    let folder = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    println!("cargo::rustc-link-arg=-Wl,--version-script={folder}/symbols.map");
}
