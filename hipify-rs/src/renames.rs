//! Names of files and directories that become HIP's, for those who ask for it: `cuda/reduce_cuda.cu` →
//! `hip/reduce_hip.hip`, and what names them.
//!
//! A file named as one of CUDA's headers keeps its name, and so does a directory of Rust's or Python's
//! modules.

use crate::map;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

/// File names of the program, and what they become; names of directories end with a slash. What lies in a
/// directory that becomes another is here as well, under its own name if it keeps that.
pub type Renames = BTreeMap<String, String>;

fn words(name: &str) -> String {
    name.replace("cuda", "hip").replace("Cuda", "Hip").replace("CUDA", "HIP")
}

/// What a source's name becomes, if it is another one.
pub fn renamed(name: &str) -> Option<String> {
    if map::header(name).is_some() {
        return None;
    }
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
    // `mod cuda;` names a Rust file by its stem.
    if ending == "rs" {
        return None;
    }
    let stem = words(stem);
    let ending = if ending == "cu" { "hip" } else { ending };
    let new = if ending.is_empty() { stem } else { format!("{stem}.{ending}") };
    (new != name).then_some(new)
}

/// The names of directories that become others: those that hold sources, and no modules that are found by the
/// names of their directories. A name that stands for one of each keeps.
pub fn directories<'p>(files: impl Iterator<Item = (&'p Path, bool)>) -> Renames {
    let (mut all, mut kept) = (BTreeMap::new(), BTreeSet::new());
    for (file, is_source) in files {
        let module = file.extension().is_some_and(|ending| ending == "rs" || ending == "py");
        for name in file.parent().into_iter().flat_map(Path::components).filter_map(plain) {
            *all.entry(name.to_owned()).or_insert(false) |= is_source;
            if module {
                kept.insert(name.to_owned());
            }
        }
    }
    let renamed = |name: String| {
        let new = words(&name);
        (new != name && !kept.contains(&name)).then(|| (format!("{name}/"), new))
    };
    all.into_iter().filter(|(_, has_sources)| *has_sources).filter_map(|(name, _)| renamed(name)).collect()
}

fn plain(part: Component<'_>) -> Option<&str> {
    if let Component::Normal(name) = part { name.to_str() } else { None }
}

/// A path with the new names of its directories.
pub fn in_directory(renames: &Renames, path: &Path) -> PathBuf {
    let last = path.components().count().saturating_sub(1);
    let part = |(n, part): (usize, Component<'_>)| {
        let new = plain(part).filter(|_| n < last).and_then(|name| renames.get(&format!("{name}/")));
        new.map_or_else(|| part.as_os_str().to_owned(), Into::into)
    };
    path.components().enumerate().map(part).collect()
}

/// What a header's name between quotes or angles becomes, if its file or a directory of it is renamed.
pub(crate) fn header(renames: &Renames, header: &str) -> Option<String> {
    let (folders, name) = header.rsplit_once('/').map_or(("", header), |(folder, name)| (folder, name));
    let name = renames.get(name)?;
    let folder =
        |folder: &str| renames.get(&format!("{folder}/")).map_or_else(|| folder.to_owned(), String::clone);
    let parts = folders.split('/').filter(|_| !folders.is_empty()).map(folder);
    let new = parts.chain([name.clone()]).collect::<Vec<_>>().join("/");
    (new != header).then_some(new)
}

/// Whether a word of a build file that begins at `at` names a directory of the program's, by what stands
/// around it: a part of a path that is none of the system's, or what a command takes a directory by.
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

/// A build file with the new names: of files, and of the ending where patterns stand for them (`*.cu`,
/// `%.cu`).
pub fn in_build_file<'t>(text: &'t [u8], renames: &Renames) -> Cow<'t, [u8]> {
    let endings = renames.keys().any(|name| name.ends_with(".cu"));
    let (mut out, mut at) = (Vec::new(), 0);
    for word in text.split_inclusive(|&b| !in_name(b)) {
        // The last byte ends the word, and may be none of it.
        let length = word.len() - usize::from(word.last().is_some_and(|&b| !in_name(b)));
        let name = std::str::from_utf8(&word[..length]).unwrap_or("");
        let flag = usize::from(name.starts_with("-I")) * 2;
        let folder = || {
            let known = renames.get(&format!("{}/", &name[flag..]));
            known.filter(|_| is_directory(text, at + flag, at + length)).map(String::as_str)
        };
        let new = renames.get(name).map(String::as_str).or((endings && name == ".cu").then_some(".hip"));
        let (new, kept) = new.map_or_else(|| (folder(), flag), |new| (Some(new), 0));
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
    fn names_and_what_names_them() {
        let of = |name: &str| renamed(name);
        assert_eq!(of("reduce_cuda.cu").as_deref(), Some("reduce_hip.hip"));
        assert_eq!(of("CUDAStream.h").as_deref(), Some("HIPStream.h"));
        assert_eq!((of("plain.cuh"), of("cuda_runtime.h"), of("cuda.rs")), (None, None, None));
        let names = ["k.cu", "CudaPool.h"].map(|name| (name.to_owned(), of(name).expect("renamed")));
        let names = Renames::from(names);
        assert_eq!(header(&names, "../gpu/CudaPool.h").as_deref(), Some("../gpu/HipPool.h"));
        assert_eq!(header(&names, "pool.h"), None);
        let make = b"SRC = $(wildcard *.cu) src/k.cu mk.cu\n%.o: %.cu\n\tcc ${X:.cu=.o} k.cu";
        let want = b"SRC = $(wildcard *.hip) src/k.hip mk.cu\n%.o: %.hip\n\tcc ${X:.hip=.o} k.hip";
        assert_eq!(*in_build_file(make, &names), *want);
        assert!(matches!(in_build_file(b"LIBS = -lm", &names), Cow::Borrowed(_)));
    }

    #[test]
    fn directories_and_what_names_them() {
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
