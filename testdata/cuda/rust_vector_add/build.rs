//! `src/timing.rs` declares its functions by hand: the driver's library is linked for them.

fn main() {
    println!("cargo:rerun-if-env-changed=CUDA_HOME");
    let home = std::env::var("CUDA_HOME").unwrap_or("/usr/local/cuda".to_owned());
    println!("cargo:rustc-link-search=native={home}/lib64/stubs");
    println!("cargo:rustc-link-lib=cuda");
}
