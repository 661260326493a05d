//! Common part of the libraries' build scripts: linking.

/// Links with a library by cargo's name of it; its own name is found at run time in the library's directory.
pub(crate) fn against(library: &str) {
    // Cargo builds dependencies before it links, and puts their libraries into `deps`, next to the
    // directories of build scripts.
    let own = std::path::PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default());
    let deps = own.ancestors().nth(3).map(|profile| profile.join("deps")).unwrap_or_default();
    println!("cargo::rustc-link-arg=-L{}", deps.display());
    println!("cargo::rustc-link-arg=-l:{library}");
    println!("cargo::rustc-link-arg=-Wl,-rpath,$ORIGIN");
}
