//! Common part of the libraries' build scripts: linking.

/// Links with the core, `libamdhip64.so.7`, which is found at run time in the library's directory.
pub(crate) fn against_the_core() {
    // Cargo builds dependencies before it links, and puts their libraries into `deps`, next to the
    // directories of build scripts.
    let own = std::path::PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default());
    let deps = own.ancestors().nth(3).map(|profile| profile.join("deps")).unwrap_or_default();
    println!("cargo::rustc-link-arg=-L{}", deps.display());
    println!("cargo::rustc-link-arg=-l:libamdhip64.so");
    println!("cargo::rustc-link-arg=-Wl,-rpath,$ORIGIN");
}
