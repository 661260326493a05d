//! Names the library as programs look for it at run time, and gives its symbols the versions that ROCm's
//! have.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=symbols.map");
    // Not `rustc-cdylib-link-arg`, which would name the libraries of dependents too. Programs, as tests are,
    // bear no name.
    println!("cargo::rustc-link-arg=-Wl,-soname,libamdhip64.so.7");
    let folder = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    println!("cargo::rustc-link-arg=-Wl,--version-script={folder}/symbols.map");
    // Tests' programs have not all of the symbols.
    println!("cargo::rustc-link-arg=-Wl,--undefined-version");
}
