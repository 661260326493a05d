//! `dist`: what a release consists of, from an installed SDK: an archive, a Debian package, the list of the
//! components inside, and checksums. The same sources and tools give the same bytes.

mod archive;
mod components;
mod debian;

use crate::install;
use crate::workspace::{Outcome, output, root};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The version of all packages.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Makes the release's files from an installed SDK, or from a new one; returns their paths.
///
/// # Errors
/// The SDK does not build, or a file cannot be read or written.
pub(crate) fn run(sdk: Option<&Path>, folder: Option<&Path>) -> Outcome<Vec<PathBuf>> {
    let default = root().join("target/dist");
    let folder = folder.unwrap_or(&default);
    fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let fresh = default.join("sdk");
    if sdk.is_none() {
        install::run_distributed(&fresh)?;
    }
    let sdk = sdk.unwrap_or(&fresh);
    let (time, architecture) = (time_of_sources(), std::env::consts::ARCH);
    let mut made = Vec::new();
    let mut write = |name: String, bytes: &[u8]| {
        let path = folder.join(name);
        fs::write(&path, bytes).map_err(|e| format!("{}: {e}", path.display()))?;
        made.push(path);
        Outcome::Ok(())
    };
    let name = format!("hip-soft-{VERSION}-{architecture}-linux-gnu");
    write(format!("{name}.tar.gz"), &archive::packed(&archive::below(sdk, &name)?, time)?)?;
    let package = debian::package(sdk, time)?;
    write(format!("hip-soft_{VERSION}_{}.deb", debian::architecture()), &package)?;
    write(format!("hip-soft-{VERSION}.cdx.json"), components::list()?.as_bytes())?;
    let sums: String = made.iter().map(|path| sum_line(path)).collect::<Outcome<_>>()?;
    let path = folder.join("SHA256SUMS");
    fs::write(&path, sums).map_err(|e| format!("{}: {e}", path.display()))?;
    made.push(path);
    Ok(made)
}

/// Returns the line of a file that `sha256sum --check` reads.
fn sum_line(path: &Path) -> Outcome<String> {
    let bytes = fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let sum: String = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Ok(format!("{sum}  {name}\n"))
}

/// Returns the time that files of the release carry, seconds since 1970: `SOURCE_DATE_EPOCH`, else the time
/// of the last commit, else 0.
fn time_of_sources() -> u64 {
    let set = std::env::var("SOURCE_DATE_EPOCH").ok();
    let mut git = Command::new("git");
    git.current_dir(root()).args(["log", "-1", "--format=%ct"]);
    let text = set.or_else(|| output(&mut git, "git").ok());
    text.and_then(|text| text.trim().parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::os::unix::fs::symlink;

    /// An SDK with a program, a library and its page.
    fn sdk(folder: &Path) -> PathBuf {
        let sdk = folder.join("sdk");
        for (at, text) in
            [("bin/hip-run", "run"), ("lib/libcuda.so.1", "lib"), ("share/man/man1/hip-run.1", ".TH")]
        {
            let path = sdk.join(at);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        symlink("libcuda.so.1", sdk.join("lib/libcuda.so")).expect("a link");
        sdk
    }

    #[test]
    fn a_release_is_the_same_bytes_twice_and_its_sums_hold() {
        let folder = tempfile::tempdir().expect("a folder");
        let sdk = sdk(folder.path());
        let [one, two] = ["one", "two"].map(|name| {
            let made = run(Some(&sdk), Some(&folder.path().join(name))).expect("a release");
            made.iter().map(|path| (path.clone(), fs::read(path).expect("a file"))).collect::<Vec<_>>()
        });
        assert_eq!(one.len(), 4);
        for ((path, one), (_, two)) in one.iter().zip(&two) {
            assert!(one == two, "{}", path.display());
        }
        let sums = String::from_utf8(one[3].1.clone()).expect("text");
        let (path, bytes) = &one[0];
        let name = path.file_name().expect("a name").to_string_lossy();
        let sum: String = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        assert!(sums.contains(&format!("{sum}  {name}\n")), "{sums}");
    }

    #[test]
    fn an_archive_unpacks_to_the_sdk() {
        let folder = tempfile::tempdir().expect("a folder");
        let packed = archive::packed(&archive::below(&sdk(folder.path()), "top").expect("files"), 5);
        let unpacked = flate2::read::GzDecoder::new(std::io::Cursor::new(packed.expect("an archive")));
        let to = folder.path().join("to");
        tar::Archive::new(unpacked).unpack(&to).expect("unpacked");
        assert_eq!(fs::read(to.join("top/lib/libcuda.so")).expect("a link that leads somewhere"), b"lib");
        assert_eq!(fs::read_link(to.join("top/lib/libcuda.so")).expect("a link"), Path::new("libcuda.so.1"));
    }

    #[test]
    fn a_debian_package_has_its_three_members_and_links_its_programs() {
        let folder = tempfile::tempdir().expect("a folder");
        let package = debian::package(&sdk(folder.path()), 5).expect("a package");
        let mut members = ar::Archive::new(package.as_slice());
        let mut names = Vec::new();
        let mut files = BTreeSet::new();
        while let Some(entry) = members.next_entry() {
            let entry = entry.expect("a member");
            let name = String::from_utf8_lossy(entry.header().identifier()).into_owned();
            if name == "data.tar.gz" {
                let mut data = tar::Archive::new(flate2::read::GzDecoder::new(entry));
                let entries = data.entries().expect("entries");
                files.extend(entries.map(|entry| {
                    entry.expect("an entry").path().expect("a path").to_string_lossy().into_owned()
                }));
            }
            names.push(name);
        }
        assert_eq!(names, ["debian-binary", "control.tar.gz", "data.tar.gz"]);
        for file in ["opt/hip-soft/bin/hip-run", "usr/bin/hip-run", "usr/share/man/man1/hip-run.1"] {
            assert!(files.contains(file), "{file}: {files:?}");
        }
    }

    #[test]
    fn the_list_of_components_has_what_is_linked_and_no_tool_of_the_tests() {
        let list: serde_json::Value =
            serde_json::from_str(&components::list().expect("a list")).expect("JSON");
        let names: BTreeSet<&str> = list["components"]
            .as_array()
            .expect("components")
            .iter()
            .filter_map(|c| c["name"].as_str())
            .collect();
        assert!(names.contains("cranelift-codegen") && names.contains("iced-x86"), "{names:?}");
        assert!(!names.contains("insta") && !names.contains("xtask"), "{names:?}");
    }
}
