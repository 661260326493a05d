//! Names the library as programs look for it at run time, and links it with the core.

#[path = "../link.rs"]
mod link;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-link-arg=-Wl,-soname,libnvidia-ml.so.1");
    link::against_the_core();
}
