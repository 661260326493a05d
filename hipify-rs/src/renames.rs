//! New names of files and directories, for `--rename`: `cuda/reduce_cuda.cu` → `hip/reduce_hip.hip`, also in
//! files that refer to them.
//!
//! A file with the name of a CUDA header keeps its name, as does a directory of Rust or Python modules.

use crate::map;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

/// File names of the program and their replacements; names of directories end with a slash. Files in a
/// renamed directory are included, under their own names if they keep them.
pub type Renames = BTreeMap<String, String>;

fn replace_cuda(name: &str) -> String {
    name.replace("cuda", "hip").replace("Cuda", "Hip").replace("CUDA", "HIP")
}

/// Returns the new name of a source, if it changes.
pub fn renamed(name: &str) -> Option<String> {
    if map::header(name).is_some() {
        return None;
    }
    let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
    // `mod cuda;` names a Rust file by its stem.
    if extension == "rs" {
        return None;
    }
    let stem = replace_cuda(stem);
    let extension = if extension == "cu" { "hip" } else { extension };
    let new = if extension.is_empty() { stem } else { format!("{stem}.{extension}") };
    (new != name).then_some(new)
}

/// Returns the directories to rename: those that hold sources, but no modules that are found by directory
/// name. A name used for both kinds of directories stays.
pub fn directories<'p>(files: impl Iterator<Item = (&'p Path, bool)>) -> Renames {
    let (mut all, mut kept) = (BTreeMap::new(), BTreeSet::new());
    for (file, is_source) in files {
        let module = file.extension().is_some_and(|extension| extension == "rs" || extension == "py");
        for name in file.parent().into_iter().flat_map(Path::components).filter_map(plain) {
            *all.entry(name.to_owned()).or_insert(false) |= is_source;
            if module {
                kept.insert(name.to_owned());
            }
        }
    }
    let renamed = |name: String| {
        let new = replace_cuda(&name);
        (new != name && !kept.contains(&name)).then(|| (format!("{name}/"), new))
    };
    all.into_iter().filter(|(_, has_sources)| *has_sources).filter_map(|(name, _)| renamed(name)).collect()
}

fn plain(part: Component<'_>) -> Option<&str> {
    if let Component::Normal(name) = part { name.to_str() } else { None }
}

/// Replaces the renamed directories of a path.
pub fn in_directory(renames: &Renames, path: &Path) -> PathBuf {
    let last = path.components().count().saturating_sub(1);
    let part = |(n, part): (usize, Component<'_>)| {
        let new = plain(part).filter(|_| n < last).and_then(|name| renames.get(&format!("{name}/")));
        new.map_or_else(|| part.as_os_str().to_owned(), Into::into)
    };
    path.components().enumerate().map(part).collect()
}

/// Returns the new spelling of a header between quotes or angles, if its file or a directory is renamed.
pub(crate) fn header(renames: &Renames, header: &str) -> Option<String> {
    let (directories, name) =
        header.rsplit_once('/').map_or(("", header), |(directory, name)| (directory, name));
    let name = renames.get(name)?;
    let directory = |directory: &str| {
        renames.get(&format!("{directory}/")).map_or_else(|| directory.to_owned(), String::clone)
    };
    let parts = directories.split('/').filter(|_| !directories.is_empty()).map(directory);
    let new = parts.chain([name.clone()]).collect::<Vec<_>>().join("/");
    (new != header).then_some(new)
}

/// Returns whether a word of a build file at `at` names a directory of the program, judged by its context: a
/// part of a path that is not the system's, or the argument of a command for directories.
fn is_directory(text: &[u8], at: usize, end: usize) -> bool {
    let in_path = |b: u8| in_name(b) || matches!(b, b'/' | b'$' | b'{' | b'}');
    let from = text[..at].iter().rposition(|&b| !in_path(b)).map_or(0, |n| n + 1);
    let path = &text[from..at];
    let foreign = path.starts_with(b"/") || path.windows(4).any(|w| w.eq_ignore_ascii_case(b"cuda"));
    if text.get(end) == Some(&b'/') || path.ends_with(b"/") {
        return !foreign;
    }
    let before = text[at.saturating_sub(64)..at].trim_ascii_end().to_ascii_lowercase();
    path.ends_with(b"-I")
        || [&b"add_subdirectory("[..], b"include_directories("].iter().any(|c| before.ends_with(c))
}

fn in_name(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'-' | b'+')
}

/// Replaces renamed files in a build file, and the extension in patterns (`*.cu`, `%.cu`).
pub fn in_build_file<'t>(text: &'t [u8], renames: &Renames) -> Cow<'t, [u8]> {
    let extensions = renames.keys().any(|name| name.ends_with(".cu"));
    let (mut out, mut at) = (Vec::new(), 0);
    for word in text.split_inclusive(|&b| !in_name(b)) {
        // The last byte delimits the word, unless the text ends with the word.
        let length = word.len() - usize::from(word.last().is_some_and(|&b| !in_name(b)));
        let name = std::str::from_utf8(&word[..length]).unwrap_or("");
        let flag = usize::from(name.starts_with("-I")) * 2;
        let directory = || {
            let known = renames.get(&format!("{}/", &name[flag..]));
            known.filter(|_| is_directory(text, at + flag, at + length)).map(String::as_str)
        };
        let new = renames.get(name).map(String::as_str).or((extensions && name == ".cu").then_some(".hip"));
        let (new, kept) = new.map_or_else(|| (directory(), flag), |new| (Some(new), 0));
        match new {
            Some(new) => {
                out.extend(&word[..kept]);
                out.extend(new.bytes());
                out.extend(&word[length..]);
            }
            None => out.extend(word),
        }
        at += word.len();
    }
    debug_assert_eq!(at, text.len());
    if out == text { text.into() } else { out.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_references_to_them() {
        let new_name = |name: &str| renamed(name);
        assert_eq!(new_name("reduce_cuda.cu").as_deref(), Some("reduce_hip.hip"));
        assert_eq!(new_name("CUDAStream.h").as_deref(), Some("HIPStream.h"));
        assert_eq!(
            (new_name("plain.cuh"), new_name("cuda_runtime.h"), new_name("cuda.rs")),
            (None, None, None)
        );
        let names = ["k.cu", "CudaPool.h"].map(|name| (name.to_owned(), new_name(name).expect("renamed")));
        let names = Renames::from(names);
        assert_eq!(header(&names, "../gpu/CudaPool.h").as_deref(), Some("../gpu/HipPool.h"));
        assert_eq!(header(&names, "pool.h"), None);
        let make = b"SRC = $(wildcard *.cu) src/k.cu mk.cu\n%.o: %.cu\n\tcc ${X:.cu=.o} k.cu";
        let want = b"SRC = $(wildcard *.hip) src/k.hip mk.cu\n%.o: %.hip\n\tcc ${X:.hip=.o} k.hip";
        assert_eq!(*in_build_file(make, &names), *want);
        assert!(matches!(in_build_file(b"LIBS = -lm", &names), Cow::Borrowed(_)));
    }

    #[test]
    fn directories_and_references_to_them() {
        let files = [
            "src/cuda/k.h",
            "src/cuda/pool.h",
            "mod/cuda_sys/lib.rs",
            "mod/cuda_sys/k.cu",
            "docs/cuda2/x.md",
        ];
        let files = files.map(|file| (Path::new(file), !file.ends_with("md")));
        let mut names = directories(files.into_iter());
        assert_eq!(names, Renames::from([("cuda/".to_owned(), "hip".to_owned())]));
        names.insert("pool.h".to_owned(), "pool.h".to_owned());
        assert_eq!(header(&names, "../cuda/pool.h").as_deref(), Some("../hip/pool.h"));
        assert_eq!((header(&names, "cuda/std/atomic"), header(&names, "pool.h")), (None, None));
        assert_eq!(in_directory(&names, Path::new("src/cuda/cuda")), Path::new("src/hip/cuda"));
        let make = b"project(x CUDA)\nadd_subdirectory(cuda)\nadd_executable(x cuda/k.c src/cuda -lcuda /opt/cuda/lib ${CUDA_PATH}/cuda/y -Icuda)";
        let want = b"project(x CUDA)\nadd_subdirectory(hip)\nadd_executable(x hip/k.c src/hip -lcuda /opt/cuda/lib ${CUDA_PATH}/cuda/y -Ihip)";
        assert_eq!(String::from_utf8_lossy(&in_build_file(make, &names)), String::from_utf8_lossy(want));
    }
}
