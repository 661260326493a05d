//! Names the library as programs look for it at run time.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // Not `rustc-cdylib-link-arg`, which would name the libraries of dependents too. Programs, as tests are, bear no name.
    println!("cargo::rustc-link-arg=-Wl,-soname,libamdhip64.so.7");
}
