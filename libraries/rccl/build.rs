//! Sets the name by which programs look for the library at run time, and links it with the core.

#[path = "../../cuda-compat/link.rs"]
mod link;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-link-arg=-Wl,-soname,librccl.so.1");
    link::against("libamdhip64.so");
}
