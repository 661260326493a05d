//! Names of files that become HIP's, for those who ask for it: `reduce_cuda.cu` → `reduce_hip.hip`, and what names them.
//!
//! Directories keep their names. A file named as one of CUDA's headers keeps its name, too.

use crate::map;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// File names of the program, and what they become.
pub type Renames = BTreeMap<String, String>;

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
    let stem = stem.replace("cuda", "hip").replace("Cuda", "Hip").replace("CUDA", "HIP");
    let ending = if ending == "cu" { "hip" } else { ending };
    let new = if ending.is_empty() { stem } else { format!("{stem}.{ending}") };
    (new != name).then_some(new)
}

/// What a header's name between quotes or angles becomes, if its file is renamed.
pub(crate) fn header(renames: &Renames, header: &str) -> Option<String> {
    let (folder, name) = header.rsplit_once('/').map_or(("", header), |(folder, name)| (folder, name));
    let new = renames.get(name)?;
    Some(if folder.is_empty() { new.clone() } else { format!("{folder}/{new}") })
}

fn in_name(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'-' | b'+')
}

/// A build file with the new names: of files, and of the ending where patterns stand for them (`*.cu`, `%.cu`).
pub fn in_build_file<'t>(text: &'t [u8], renames: &Renames) -> Cow<'t, [u8]> {
    let endings = renames.keys().any(|name| name.ends_with(".cu"));
    let (mut out, mut at) = (Vec::new(), 0);
    for word in text.split_inclusive(|&b| !in_name(b)) {
        // The last byte ends the word, and may be none of it.
        let length = word.len() - usize::from(word.last().is_some_and(|&b| !in_name(b)));
        let name = std::str::from_utf8(&word[..length]).unwrap_or("");
        let new = renames.get(name).map(String::as_str).or((endings && name == ".cu").then_some(".hip"));
        match new {
            Some(new) => {
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
}
