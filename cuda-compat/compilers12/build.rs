//! Links the library: its name, the core next to it, symbol versions, and the names with versions in them.

#[path = "../link.rs"]
mod link;

fn main() {
    println!("cargo::rerun-if-changed=symbols.map");
    println!("cargo::rustc-link-arg=-Wl,-soname,libnvrtc.so.12");
    let folder = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    println!("cargo::rustc-link-arg=-Wl,--version-script={folder}/symbols.map");
    // nvJitLink.h names the functions of the release that it came with.
    for function in FUNCTIONS {
        for minor in 0..10 {
            println!("cargo::rustc-link-arg=-Wl,--defsym=__{function}_12_{minor}={function}");
        }
    }
    link::against("libamdhip64.so");
}

const FUNCTIONS: [&str; 15] = [
    "nvJitLinkAddData",
    "nvJitLinkAddFile",
    "nvJitLinkComplete",
    "nvJitLinkCreate",
    "nvJitLinkDestroy",
    "nvJitLinkGetErrorLog",
    "nvJitLinkGetErrorLogSize",
    "nvJitLinkGetInfoLog",
    "nvJitLinkGetInfoLogSize",
    "nvJitLinkGetLinkedCubin",
    "nvJitLinkGetLinkedCubinSize",
    "nvJitLinkGetLinkedLTOIR",
    "nvJitLinkGetLinkedLTOIRSize",
    "nvJitLinkGetLinkedPtx",
    "nvJitLinkGetLinkedPtxSize",
];
