use std::env;

fn main() {
    println!("cargo:rerun-if-env-changed=CUDA_HOME");
    println!("cargo::rustc-link-lib=dylib=cuda");
    println!("cargo:rustc-link-lib=static=cudart_static");
    println!("cargo:rustc-link-search=native=/usr/local/cuda/lib64");
    let home = env::var("CUDA_HOME").or_else(|_| std::env::var_os("CUDA_PATH")).unwrap();
    println!("cargo:rustc-link-search={home}/lib64");
    println!("built with CUDA_HOME, cuda");
}
