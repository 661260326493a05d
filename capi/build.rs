//! Sets the name by which the loader finds the library, and the symbol versions of ROCm's library.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=symbols.map");
    // Not `rustc-cdylib-link-arg`, which would also name the libraries of dependents. Programs, such as
    // tests, have no soname.
    println!("cargo::rustc-link-arg=-Wl,-soname,libamdhip64.so.7");
    let folder = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    println!("cargo::rustc-link-arg=-Wl,--version-script={folder}/symbols.map");
    // Test programs lack some of the symbols.
    println!("cargo::rustc-link-arg=-Wl,--undefined-version");
}
