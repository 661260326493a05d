//! Header libraries of others, copied from where the user has them into the SDK: rocPRIM, hipCUB, rocThrust,
//! rocRAND's device side, NVIDIA's CCCL. This crate has none of their code; `sdk/libraries.tsv` says how
//! their trees look.

use super::tree::Tree;
use crate::tables::Table;
use crate::workspace::{Outcome, root};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Levels of directories below the user's that are looked into.
const DEPTH: usize = 3;

/// A row of the table.
struct Library {
    name: String,
    marker: String,
    trees: Vec<Vec<String>>,
    folders: Vec<String>,
    to: String,
    package: Option<Package>,
}

/// What `find_package` gives for a library.
struct Package {
    name: String,
    targets: Vec<String>,
    needs: String,
}

/// A copy of a library.
struct Copy {
    /// Directories that a compiler would be given.
    includes: Vec<PathBuf>,
    version: Option<[u32; 3]>,
}

/// Copies all libraries below a directory into the tree; returns a line for each that was found.
///
/// # Errors
/// None is there, one is there twice, or a file cannot be read or written.
pub(super) fn add(tree: &mut Tree, from: &Path) -> Outcome<Vec<String>> {
    let candidates = directories(from)?;
    let mut lines = Vec::new();
    for library in table()? {
        let Some(copy) = find(&library, &candidates)? else { continue };
        for include in &copy.includes {
            for folder in &library.folders {
                let source = include.join(folder);
                if source.is_dir() {
                    copy_headers(tree, &source, &format!("{}/{folder}", library.to), copy.version)?;
                }
            }
        }
        let version = copy.version.map(dotted).unwrap_or_default();
        if let Some(package) = &library.package {
            describe(tree, package, if version.is_empty() { "0" } else { &version })?;
        }
        lines.push(format!("{} {version}", library.name).trim_end().to_owned());
    }
    if lines.is_empty() {
        let names: Vec<String> = table()?.into_iter().map(|library| library.name).collect();
        return Err(format!("{}: none of {} is there", from.display(), names.join(", ")));
    }
    Ok(lines)
}

fn table() -> Outcome<Vec<Library>> {
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let rows = Table::read(&root().join("xtask/sdk/libraries.tsv"))?.rows;
    let library = |row: Vec<String>| {
        let [name, marker, trees, folders, to, package, targets, needs] = <[String; 8]>::try_from(row)
            .map_err(|row| format!("xtask/sdk/libraries.tsv: {row:?} is no row"))?;
        let package = (package != "-").then(|| Package { name: package, targets: words(&targets), needs });
        let trees = trees.split('|').map(words).collect();
        Ok(Library { name, marker, trees, folders: words(&folders), to, package })
    };
    rows.into_iter().map(library).collect()
}

/// Lists a directory and those below it, in order; links are not followed, so no directory comes twice.
fn directories(from: &Path) -> Outcome<Vec<PathBuf>> {
    let mut found = vec![from.to_owned()];
    let mut level = found.clone();
    for _ in 0..DEPTH {
        let mut next = Vec::new();
        for folder in &level {
            let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
            for entry in entries.flatten() {
                if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                    next.push(entry.path());
                }
            }
        }
        next.sort();
        found.extend(next.iter().cloned());
        level = next;
    }
    Ok(found)
}

/// Finds the one copy of a library.
fn find(library: &Library, candidates: &[PathBuf]) -> Outcome<Option<Copy>> {
    let mut copies: Vec<Copy> = Vec::new();
    let mut seen = BTreeSet::new();
    for base in candidates {
        for tree in &library.trees {
            let includes: Vec<PathBuf> = tree.iter().map(|folder| base.join(folder)).collect();
            let marker = includes[0].join(&library.marker);
            let template = marker.with_added_extension("in");
            let file = if marker.is_file() { marker } else { template };
            // Two rows of `trees` may lead to one file.
            let Ok(file) = fs::canonicalize(file) else { continue };
            if seen.insert(file.clone()) {
                copies.push(Copy { version: version(&file, base), includes });
            }
        }
    }
    let mut copies = copies.into_iter();
    match (copies.next(), copies.next()) {
        (Some(one), Some(other)) => Err(format!(
            "{}: two copies, {} and {}",
            library.name,
            one.includes[0].display(),
            other.includes[0].display()
        )),
        (first, _) => Ok(first),
    }
}

/// Reads a version from the macros of a version header, or, for a template, from the project's build file.
fn version(header: &Path, base: &Path) -> Option<[u32; 3]> {
    let text = fs::read_to_string(header).ok()?;
    let part = |name: &str| {
        let line = text.lines().find(|line| line.starts_with("#define") && line.contains(name))?;
        line.split_whitespace().last()?.parse().ok()
    };
    if let (Some(major), Some(minor), Some(patch)) =
        (part("_VERSION_MAJOR "), part("_VERSION_MINOR "), part("_VERSION_PATCH "))
    {
        return Some([major, minor, patch]);
    }
    let build = fs::read_to_string(base.join("CMakeLists.txt")).ok()?;
    let is_version = |line: &&str| {
        let line = line.trim_start();
        ["set(VERSION_STRING", "rocm_setup_version("].iter().any(|head| line.starts_with(head))
            && line.contains('"')
    };
    let line = build.lines().find(is_version)?;
    let mut numbers = line.split('"').nth(1)?.split('.').map(|number| number.parse::<u32>().ok());
    Some([numbers.next()??, numbers.next()??, numbers.next()??])
}

fn dotted([major, minor, patch]: [u32; 3]) -> String {
    format!("{major}.{minor}.{patch}")
}

/// Copies the headers of a directory; templates are filled in.
fn copy_headers(tree: &mut Tree, from: &Path, to: &str, version: Option<[u32; 3]>) -> Outcome<()> {
    for entry in fs::read_dir(from).map_err(|e| format!("{}: {e}", from.display()))? {
        let entry = entry.map_err(|e| format!("{}: {e}", from.display()))?;
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        if path.is_dir() {
            copy_headers(tree, &path, &format!("{to}/{name}"), version)?;
        } else if let Some(name) = name.strip_suffix(".in").filter(|name| name.contains("version")) {
            let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
            let version = version.ok_or_else(|| format!("{}: its version is not known", path.display()))?;
            tree.write(&format!("{to}/{name}"), filled(&text, version).as_bytes(), 0o644)?;
        } else if is_header(&name) {
            tree.copy(&path, &format!("{to}/{name}"))?;
        }
    }
    Ok(())
}

/// Returns whether a file of such a library is included by others. Headers of libcu++ have no extension.
fn is_header(name: &str) -> bool {
    match name.rsplit_once('.') {
        Some((_, extension)) => ["cuh", "h", "hpp", "inl"].contains(&extension),
        None => !name.chars().any(char::is_uppercase),
    }
}

/// Replaces the `@name@` of a version header.
fn filled(text: &str, [major, minor, patch]: [u32; 3]) -> String {
    let mut out = String::new();
    for line in text.lines() {
        for (i, part) in line.split('@').enumerate() {
            out += &match i % 2 {
                0 => part.to_owned(),
                _ if part.ends_with("VERSION_MAJOR") => major.to_string(),
                _ if part.ends_with("VERSION_MINOR") => minor.to_string(),
                _ if part.ends_with("VERSION_PATCH") => patch.to_string(),
                _ if part.ends_with("VERSION_NUMBER") => (major * 100_000 + minor * 100 + patch).to_string(),
                _ => String::new(),
            };
        }
        out.push('\n');
    }
    out
}

/// Writes the files by which `find_package` finds a library.
fn describe(tree: &mut Tree, package: &Package, version: &str) -> Outcome<()> {
    let Package { name, targets, needs } = package;
    let mut text = format!(
        "# find_package({name}): headers that were copied into the SDK.\ninclude(CMakeFindDependencyMacro)\n\
         list(APPEND CMAKE_PREFIX_PATH \"${{CMAKE_CURRENT_LIST_DIR}}/../../..\")\nfind_dependency({needs})\n\n\
         foreach(target {})\n  if(NOT TARGET ${{target}})\n    add_library(${{target}} INTERFACE IMPORTED)\n    \
         set_target_properties(${{target}} PROPERTIES INTERFACE_LINK_LIBRARIES hip::device)\n  endif()\n\
         endforeach()\n",
        targets.join(" ")
    );
    text += &format!("set({name}_INCLUDE_DIRS \"${{CMAKE_CURRENT_LIST_DIR}}/../../../include\")\n");
    tree.write(&format!("lib/cmake/{name}/{name}-config.cmake"), text.as_bytes(), 0o644)?;
    let major = version.split('.').next().unwrap_or_default();
    let text = include_str!("../../sdk/hip-config-version.cmake")
        .replace("@VERSION@", version)
        .replace("@SONAME@", major);
    tree.write(&format!("lib/cmake/{name}/{name}-config-version.cmake"), text.as_bytes(), 0o644)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::install::tree;

    fn file(path: &Path, text: &str) {
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    #[test]
    fn copies_are_found_and_versions_filled_in() {
        let folder = tempfile::tempdir().expect("a folder");
        let (from, to) = (folder.path().join("from"), folder.path().join("to"));
        let hipcub = from.join("clones/hipCUB");
        file(&hipcub.join("CMakeLists.txt"), "project(x)\nset(VERSION_STRING \"3.2.1\")\n");
        file(&hipcub.join("hipcub/include/hipcub/hipcub.hpp"), "// all\n");
        file(
            &hipcub.join("hipcub/include/hipcub/hipcub_version.hpp.in"),
            "#define V @hipcub_VERSION_MAJOR@ * 10 + @hipcub_VERSION_PATCH@\n@other@\n",
        );
        let rocrand = from.join("clones/rocRAND");
        let build = "rocm_setup_version(VERSION ${STRING})\nrocm_setup_version( VERSION \"3.1.0\" )\n";
        file(&rocrand.join("CMakeLists.txt"), build);
        let template = "#define ROCRAND_VERSION @rocrand_VERSION_NUMBER@\n";
        file(&rocrand.join("library/include/rocrand/rocrand_version.h.in"), template);
        file(&from.join("nvidia/cuda_cccl/include/cub/cub.cuh"), "// cub\n");
        file(&from.join("nvidia/cuda_cccl/include/cuda/std/version"), "// version\n");
        file(&from.join("nvidia/cuda_cccl/include/cub/README.md"), "text\n");
        let mut tree = Tree::new(&to);
        assert_eq!(add(&mut tree, &from).expect("libraries"), ["CCCL", "hipCUB 3.2.1", "rocRAND 3.1.0"]);
        tree.finish().expect("a list");
        let read = |path: &str| fs::read_to_string(to.join(path)).expect(path);
        assert_eq!(read("include/hipcub/hipcub_version.hpp"), "#define V 3 * 10 + 1\n\n");
        assert_eq!(read("include/rocrand/rocrand_version.h"), "#define ROCRAND_VERSION 300100\n");
        assert!(read("lib/cmake/hipcub/hipcub-config.cmake").contains("add_library(${target} INTERFACE"));
        assert!(read("lib/cmake/hipcub/hipcub-config-version.cmake").contains("3.2.1"));
        read("include/hip/cccl/cuda/std/version");
        assert!(!to.join("include/hip/cccl/cub/README.md").exists());
        assert_eq!(tree::uninstall(&to).expect("removal"), 7);

        file(&from.join("other/include/hipcub/hipcub_version.hpp"), "");
        let twice = add(&mut Tree::new(&to), &from).expect_err("two copies");
        assert!(twice.starts_with("hipCUB: two copies, "), "{twice}");
        let none = add(&mut Tree::new(&to), &folder.path().join("to")).expect_err("no copy");
        assert!(none.contains("none of CCCL, hipCUB"), "{none}");
    }
}
