//! Headers that files include in quotes, that have CUDA names, and that are not among the files to translate;
//! and files of the program that carry the name of a library's header.

use crate::plan::Plan;
use hipify_rs::{Options, cpp, map, walk};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

/// Returns the names in quotes after `#include`, as written.
pub(crate) fn includes(text: &[u8]) -> BTreeSet<String> {
    let name = |line: &[u8]| {
        let after_hash = line.trim_ascii_start().strip_prefix(b"#")?.trim_ascii_start();
        let quoted = after_hash.strip_prefix(b"include")?.trim_ascii_start().strip_prefix(b"\"")?;
        let end = quoted.iter().position(|&b| b == b'"')?;
        String::from_utf8(quoted[..end].to_vec()).ok()
    };
    text.split(|&b| b == b'\n').filter_map(name).collect()
}

/// Returns the left headers of each file that has any, as its includes name them.
///
/// Only the directory of the including file is searched; other include directories are known to the compiler
/// only.
pub(crate) fn find(
    plan: &Plan,
    included: Vec<(PathBuf, BTreeSet<String>)>,
) -> BTreeMap<PathBuf, BTreeSet<String>> {
    let translated: BTreeSet<PathBuf> = plan.work.iter().map(|(job, _)| normal(&job.from)).collect();
    let mut has_cuda: BTreeMap<PathBuf, bool> = BTreeMap::new();
    let mut left = BTreeMap::new();
    for (file, mut names) in included {
        let directory = file.parent().unwrap_or(Path::new("")).to_owned();
        names.retain(|name| {
            let header = normal(&directory.join(name));
            let is_left = || !translated.contains(&header) && would_change(&header, &plan.options);
            *has_cuda.entry(header.clone()).or_insert_with(is_left)
        });
        if !names.is_empty() {
            left.insert(file, names);
        }
    }
    left
}

/// Returns, for each file that has any, the headers in its own directory that it includes by a name of
/// CUDA's: darknet has a `cuda.h`. A compiler takes them for a name in quotes.
pub(crate) fn headers_beside(
    included: &[(PathBuf, BTreeSet<String>)],
) -> BTreeMap<PathBuf, BTreeSet<String>> {
    let own = |(file, names): &(PathBuf, BTreeSet<String>)| {
        let directory = file.parent().unwrap_or(Path::new(""));
        let names = names.iter().filter(|name| map::header(name).is_some() && directory.join(name).is_file());
        (file.clone(), names.cloned().collect::<BTreeSet<String>>())
    };
    included.iter().map(own).filter(|(_, names)| !names.is_empty()).collect()
}

/// Returns the names of headers without a HIP header, as far as files of the program end in them: a copy of
/// CUTLASS in the program has `cutlass/complex.h`.
pub(crate) fn own(plan: &Plan) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for path in plan.work.iter().filter_map(|(job, _)| job.from.to_str()) {
        let starts = std::iter::once(0).chain(path.match_indices('/').map(|(slash, _)| slash + 1));
        let is_missing =
            |name: &&str| map::header(name).is_some_and(|row| row.becomes(plan.options.target).is_none());
        found.extend(starts.map(|start| &path[start..]).filter(is_missing).map(str::to_owned));
    }
    found
}

/// Returns whether a translation would change a header. One that cannot be read is left to the compiler.
fn would_change(header: &Path, options: &Options) -> bool {
    let fits = |like: fs::Metadata| like.is_file() && walk::too_long(like.len()).is_none();
    if !fs::metadata(header).is_ok_and(fits) {
        return false;
    }
    fs::read(header).is_ok_and(|text| cpp::translate(&text, options).text != text)
}

/// Normalises a path: removes `.`, and `..` with the directory before it.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if normal.file_name().is_some() => {
                normal.pop();
            }
            part => normal.push(part),
        }
    }
    normal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_quotes() {
        let text =
            b"#include \"a.h\"\n  # include\"b/c.h\" // why\n#include <d.h>\nint include;\n#include \"e";
        assert_eq!(includes(text).into_iter().collect::<Vec<_>>(), ["a.h", "b/c.h"]);
    }

    #[test]
    fn paths() {
        assert_eq!(normal(Path::new("./a/../b/c.h")), Path::new("b/c.h"));
        assert_eq!(normal(Path::new("../a.h")), Path::new("../a.h"));
    }
}
