//! Names the library as programs look for it at run time.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-link-arg=-Wl,-soname,libcuda.so.1");
}
