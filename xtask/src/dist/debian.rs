//! A Debian package: the SDK below /opt, and links to its programs, manual pages and completions.

use super::VERSION;
use super::archive::{Entry, below, packed};
use crate::workspace::Outcome;
use std::collections::BTreeSet;
use std::path::Path;

/// Directory of the SDK, as ROCm's is below /opt.
const PREFIX: &str = "opt/hip-soft";

/// Programs that are linked into /usr/bin: those whose names no other package of Debian's has.
const LINKED: [&str; 6] = ["hip-fatbin", "hip-prof", "hip-run", "hip-sim", "hip-smi", "hipify-rs"];

/// Directories whose files are linked below /usr, if they are of the programs above.
const SHARED: [&str; 4] = [
    "share/man/man1",
    "share/bash-completion/completions",
    "share/fish/vendor_completions.d",
    "share/zsh/site-functions",
];

/// Returns Debian's name of this architecture.
pub(super) fn architecture() -> &'static str {
    match std::env::consts::ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        other => other,
    }
}

/// Packs an SDK.
///
/// # Errors
/// A file cannot be read.
pub(super) fn package(sdk: &Path, time: u64) -> Outcome<Vec<u8>> {
    let sdk_entries = below(sdk, PREFIX)?;
    let links = links(&sdk_entries);
    let mut entries: Vec<Entry> = parents(&links).iter().map(|path| Entry::directory(path)).collect();
    entries.extend(sdk_entries);
    entries.extend(links);
    let kibibytes = entries.iter().map(Entry::bytes).sum::<u64>() / 1024;
    let control = Entry::text("control", &control(kibibytes));
    let members = [
        ("debian-binary", b"2.0\n".to_vec()),
        ("control.tar.gz", packed(&[control], time)?),
        ("data.tar.gz", packed(&entries, time)?),
    ];
    let mut archive = ar::Builder::new(Vec::new());
    for (name, bytes) in members {
        let mut header = ar::Header::new(name.into(), bytes.len() as u64);
        header.set_mode(0o100_644);
        header.set_mtime(time);
        archive.append(&header, bytes.as_slice()).map_err(|e| format!("{name}: {e}"))?;
    }
    archive.into_inner().map_err(|e| e.to_string())
}

/// Returns links below /usr to what users look for there.
fn links(entries: &[Entry]) -> Vec<Entry> {
    let mut links = Vec::new();
    for inside in entries.iter().filter_map(|entry| entry.path.strip_prefix(PREFIX)?.strip_prefix('/')) {
        let Some((directory, file)) = inside.rsplit_once('/') else { continue };
        let shared = directory == "bin" || SHARED.contains(&directory);
        let program = file.trim_start_matches('_').split('.').next().unwrap_or_default();
        if shared && LINKED.contains(&program) {
            links.push(Entry::link(&format!("usr/{inside}"), &format!("/opt/hip-soft/{inside}")));
        }
    }
    links
}

/// Returns the directories above entries and above the SDK, each after its own parent.
fn parents(entries: &[Entry]) -> BTreeSet<String> {
    let paths = entries.iter().map(|entry| entry.path.as_str()).chain([PREFIX]);
    let above = paths.flat_map(|path| path.match_indices('/').map(|(at, _)| &path[..at]));
    above.map(str::to_owned).collect()
}

/// Returns the package's description of itself.
fn control(kibibytes: u64) -> String {
    let architecture = architecture();
    format!(
        "Package: hip-soft
Version: {VERSION}
Section: devel
Priority: optional
Architecture: {architecture}
Maintainer: hip-soft authors <hip-soft@example.invalid>
Installed-Size: {kibibytes}
Depends: libc6, libgcc-s1
Recommends: clang, g++
Description: CUDA and HIP programs without a GPU
 Translates CUDA sources to HIP, compiles them, and runs them and unmodified
 CUDA programs on a software device, or on an NVIDIA GPU where there is one.
"
    )
}
