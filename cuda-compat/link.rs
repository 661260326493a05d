//! How the front doors are linked: part of their build scripts.

/// Links with the core: `libamdhip64.so.7`, which is found at run time beside the library.
pub(crate) fn against_the_core() {
    // Cargo builds dependencies before it links, and puts their libraries into `deps` beside the build
    // scripts' folders.
    let own = std::path::PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default());
    let deps = own.ancestors().nth(3).map(|profile| profile.join("deps")).unwrap_or_default();
    println!("cargo::rustc-link-arg=-L{}", deps.display());
    println!("cargo::rustc-link-arg=-l:libamdhip64.so");
    println!("cargo::rustc-link-arg=-Wl,-rpath,$ORIGIN");
}
