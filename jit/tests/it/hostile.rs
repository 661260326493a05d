//! Kernels that try to access memory of the process outside the window: `testdata/ptx/hostile`, one file for
//! each attack.
//!
//! Each gets the address of a word of the program's own. In any case the words stay unchanged, and none of
//! them reaches device memory or the kernel's output; the interpreter and all compiled code agree on that.

use crate::host::{Device, kernel};
use hip_jit::Mode;
use ptx::Module;
use ptx::exec::Geometry;
use std::path::Path;

/// Contents of the program's memory: text, so that output would show it.
const SECRET: [u8; 16] = *b"the host's words";
/// Number of secret words, with room on both sides for the accesses of a whole block.
const WORDS: usize = 1 << 12;

/// Kernels that succeed, since their requests have no effect.
const HARMLESS: [&str; 1] = ["prefetch"];

fn files() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/ptx/hostile");
    let mut files: Vec<(String, String)> = std::fs::read_dir(&folder)
        .expect("the folder")
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let name = path.file_stem().and_then(|n| n.to_str()).expect("a name").to_owned();
            (name, std::fs::read_to_string(&path).expect("a text"))
        })
        .collect();
    files.sort();
    files
}

/// Runs a kernel and asserts that the secret stays secret; returns the kernel's result.
fn attack(module: &Module, mode: Mode) -> Result<(), String> {
    let mut secret: Vec<[u8; 16]> = vec![SECRET; 3 * WORDS];
    // As a handle, an address counts by its last 20 bits, and the first 2^16 handles read zeros if they name
    // nothing.
    let first = (&raw mut secret[WORDS]) as u64;
    let host = if first & 0xf_0000 == 0 { (&raw mut secret[2 * WORDS]) as u64 } else { first };
    let mut device = Device::new();
    let out = device.place("out", &[0; 4096]);
    let vars = device.place_variables(module)?;
    let params = [out.to_le_bytes(), host.to_le_bytes()].concat();
    let kernel = kernel(module, "k", mode)?;
    let ended = device.run(&kernel, Geometry::new([2, 1, 1], [32, 1, 1]), &params, 0, &vars);
    assert!(secret.iter().all(|word| *word == SECRET), "{mode:?}: memory of the host was written");
    let told = |bytes: &[u8]| bytes.windows(4).any(|part| SECRET.chunks(4).any(|secret| secret == part));
    assert!(!told(device.bytes("out")), "{mode:?}: memory of the host was read");
    let printed = device.host.take()(ptx::system::Channel::Out);
    assert!(!told(&printed), "{mode:?}: memory of the host was printed");
    device.check_guards()?;
    ended.map_err(|fault| fault.to_string())
}

#[test]
fn no_kernel_reaches_the_host() {
    let files = files();
    assert!(files.len() > 30, "the folder has a file for each way");
    let mut silent = Vec::new();
    for (name, text) in &files {
        let module = Module::parse(text).unwrap_or_else(|e| panic!("{name}: {e}"));
        for mode in [Mode::Quick, Mode::Scalar, Mode::Vector] {
            let ended = attack(&module, mode);
            if ended.is_ok() && !HARMLESS.contains(&name.as_str()) {
                silent.push(format!("{name} {mode:?}"));
            }
        }
    }
    assert!(silent.is_empty(), "no error for {silent:#?}");
}
