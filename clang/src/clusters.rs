//! Kernels with `__cluster_dims__`: PTX has the shape of their clusters in directives, which clang only
//! writes from version 22 on. The headers make an annotation of the attribute; here it is read from LLVM's
//! text for the same source, and the directives are added. Pure.

use crate::{Error, target};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The attribute's name in sources.
pub const NAME: &str = "__cluster_dims__";
/// First architecture with clusters.
const FIRST: u32 = 90;
/// Text of the annotation in `hip/host_defines.h`.
const ANNOTATION: &str = "hip-soft cluster";

/// Returns whether an architecture has clusters.
pub fn supported(architecture: &str) -> bool {
    target::number(architecture).is_some_and(|number| number >= FIRST)
}

/// Returns whether a text names the attribute.
pub fn mentioned(text: &[u8]) -> bool {
    text.windows(NAME.len()).any(|window| window == NAME.as_bytes())
}

/// Makes a front-end command also list the source and the headers that are no system headers.
pub fn listing(mut command: Vec<String>, list: &str) -> Vec<String> {
    command.retain(|word| !matches!(word.as_str(), "-sys-header-deps" | "-MP" | "-MG"));
    let words = ["-dependency-file", list, "-MT", "device"].map(str::to_owned);
    let at = command.iter().position(|word| word == "-cc1").map_or(0, |at| at + 1);
    command.splice(at..at, words);
    command
}

/// Returns the files in such a list.
pub fn listed(list: &str) -> Vec<String> {
    let (_, files) = list.split_once(": ").unwrap_or_default();
    // A blank in a name has a backslash before it; so has the end of a line.
    let files = files.replace("\\\n", " ").replace("\\ ", "\0");
    files.split_whitespace().map(|name| name.replace('\0', " ").replace("$$", "$")).collect()
}

/// Changes the front-end command that makes PTX to write LLVM's text, which is not optimised, without
/// warnings.
pub fn annotations(mut command: Vec<String>) -> Vec<String> {
    command.iter_mut().filter(|word| *word == "-S").for_each(|word| *word = "-emit-llvm".to_owned());
    let at = command.iter().position(|word| word == "-cc1").map_or(0, |at| at + 1);
    command.splice(at..at, ["-disable-llvm-passes", "-w"].map(str::to_owned));
    command
}

/// Returns PTX with the shapes of clusters that LLVM's text of the same source has.
///
/// # Errors
/// `Plan` if an extent is not positive.
pub fn applied(ptx: &str, llvm: &str) -> Result<String, Error> {
    let shapes = shapes(llvm)?;
    let (mut made, mut done) = (String::with_capacity(ptx.len()), 0);
    for (name, head, _) in definitions(ptx) {
        let Some([x, y, z]) = shapes.get(name) else { continue };
        made.push_str(&ptx[done..head]);
        let _ = write!(made, "\n.explicitcluster\n.reqnctapercluster {x}, {y}, {z}");
        done = head;
    }
    made.push_str(&ptx[done..]);
    Ok(made)
}

/// Iterates over the kernels that clang's PTX defines: name, end of the parameters, and start of the body.
/// Declarations are left out; only a definition has directives.
pub fn definitions(ptx: &str) -> impl Iterator<Item = (&str, usize, usize)> {
    ptx.match_indices(".entry ").filter_map(|(at, word)| {
        let start = at + word.len();
        let rest = &ptx[start..];
        let (name, close) = (rest[..rest.find('(')?].trim(), rest.find(')')? + 1);
        let body = close + rest[close..].find(['{', ';'])?;
        rest[body..].starts_with('{').then_some((name, start + close, start + body + 1))
    })
}

/// Returns the shape of each annotated kernel.
fn shapes(llvm: &str) -> Result<BTreeMap<&str, [u32; 3]>, Error> {
    let mut constants: BTreeMap<&str, &str> = BTreeMap::new();
    let mut list = "";
    for line in llvm.lines().filter(|line| line.starts_with('@')) {
        let Some((name, value)) = line.split_once(" = ") else { continue };
        if name == "@llvm.global.annotations" {
            list = value;
        } else if value.contains("section \"llvm.metadata\"") {
            constants.insert(&name[1..], value);
        }
    }
    let mut found = BTreeMap::new();
    // `{ ptr @kernel, ptr @text, ptr @file, i32 line, ptr @values }`, each after its type.
    for entry in list.split("{ ptr @").skip(1) {
        let mut names = entry.split('@').map(|part| part.split([',', ' ', ')']).next().unwrap_or(part));
        let Some(kernel) = names.next() else { continue };
        let mut constant = || constants.get(names.next()?).copied();
        let (text, _, values) = (constant(), constant(), constant());
        if text.is_some_and(|text| text.contains(&format!("c\"{ANNOTATION}\\00\""))) {
            found.insert(kernel.trim_matches('"'), shape(kernel, values.unwrap_or_default())?);
        }
    }
    Ok(found)
}

/// Parses `{ i32, i32 } { i32 4, i32 2 }`; missing extents are 1.
fn shape(kernel: &str, values: &str) -> Result<[u32; 3], Error> {
    let (_, values) = values.split_once("} {").unwrap_or_default();
    let values = values.split('}').next().unwrap_or_default();
    let mut shape = [1; 3];
    for (extent, value) in shape.iter_mut().zip(values.split(',')) {
        let value = value.split_whitespace().nth(1).unwrap_or_default();
        let parsed = value.parse().ok().filter(|&extent: &u32| extent > 0);
        *extent = parsed.ok_or_else(|| Error::Plan(format!("{kernel}: {NAME} needs extents from 1 on")))?;
    }
    if values.trim().is_empty() {
        return Err(Error::Plan(format!("{kernel}: {NAME} needs extents from 1 on")));
    }
    Ok(shape)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LLVM: &str = r#"
@.str = private unnamed_addr constant [17 x i8] c"hip-soft cluster\00", section "llvm.metadata"
@.str1 = private unnamed_addr constant [5 x i8] c"a.cu\00", section "llvm.metadata"
@.args = private unnamed_addr constant { i32 } { i32 2 }, section "llvm.metadata"
@.str2 = private unnamed_addr constant [6 x i8] c"other\00", section "llvm.metadata"
@.args3 = private unnamed_addr constant { i32, i64 } { i32 4, i64 2 }, section "llvm.metadata"
@llvm.global.annotations = appending global [4 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @a, ptr @.str, ptr @.str1, i32 4, ptr @.args }, { ptr, ptr, ptr, i32, ptr } { ptr @_Z1bPi, ptr @.str, ptr @.str1, i32 6, ptr @.args3 }, { ptr, ptr, ptr, i32, ptr } { ptr @c, ptr @.str2, ptr @.str1, i32 9, ptr null }], section "llvm.metadata"
"#;

    #[test]
    fn kernels_get_their_directives() {
        let ptx = ".visible .entry a\n(\n\t.param .u64 p\n)\n;\n.visible .entry a(\n\t.param .u64 p\n)\n.maxntid 32\n{\n}\n\
                   .entry _Z1bPi()\n{\n}\n.visible .entry c()\n{\n}\n";
        let made = ".visible .entry a\n(\n\t.param .u64 p\n)\n;\n.visible .entry a(\n\t.param .u64 p\n)\n\
                    .explicitcluster\n.reqnctapercluster 2, 1, 1\n.maxntid 32\n{\n}\n\
                    .entry _Z1bPi()\n.explicitcluster\n.reqnctapercluster 4, 2, 1\n{\n}\n.visible .entry c()\n{\n}\n";
        assert_eq!(applied(ptx, LLVM).expect("shapes"), made);
        assert!(applied(ptx, &LLVM.replace("i32 2 }", "i32 0 }")).is_err());
        assert_eq!(applied(ptx, "").expect("no shapes"), ptx);
    }

    #[test]
    fn lists_of_files() {
        assert_eq!(listed("device: a.cu \\\n  b\\ c.h d$$.h\n"), ["a.cu", "b c.h", "d$.h"]);
    }
}
