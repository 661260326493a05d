//! The manifest `testdata/wild.toml`: repositories, and the programs in them. `docs/wild.md` explains each
//! field.

use crate::workspace::Outcome;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The whole manifest.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Manifest {
    #[serde(rename = "repository")]
    pub(super) repositories: Vec<Repository>,
}

/// A public repository at one commit.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Repository {
    /// `owner/name`; the clone is at this path below the directory given by `--from`.
    pub(super) name: String,
    /// Commit whose files are taken; without one, the files of the directory as they are.
    pub(super) commit: Option<String>,
    /// Directories and files that are needed; all if none is named.
    #[serde(default)]
    pub(super) paths: Vec<String>,
    /// Whether sources are translated; HIP sources are not.
    #[serde(default = "yes")]
    pub(super) translate: bool,
    #[serde(rename = "group")]
    groups: Vec<Group>,
}

fn yes() -> bool {
    true
}

/// Programs that are alike: what one of them does not say, the group says for it.
#[derive(Deserialize)]
struct Group {
    #[serde(flatten)]
    common: BTreeMap<String, toml::Value>,
    programs: Vec<BTreeMap<String, toml::Value>>,
}

/// How a program is built.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub(super) enum Build {
    /// By the Makefile of its directory
    Make,
    /// By the CMakeLists.txt of its directory
    Cmake,
    /// By one call of hipcc with `files`
    Files,
}

/// How it is known that a program is right.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[serde(rename_all = "lowercase")]
pub(super) enum Judge {
    /// It prints `expect` and satisfies `numbers` and `reference`
    #[default]
    Output,
    /// It checks its results and says so by its exit code
    Exit,
    /// It checks nothing: that it ends well is all that is known
    Runs,
}

/// Numbers in the output that follow a text, and what they must be.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct Numbers {
    /// Text before the number, on the same line
    pub(super) after: String,
    /// Largest absolute value
    pub(super) at_most: Option<f64>,
    /// Least value
    pub(super) at_least: Option<f64>,
    /// Text before the number that it must equal, which the program's CPU reference prints
    pub(super) like: Option<String>,
    /// The value itself, where the program's documents name it
    pub(super) is: Option<f64>,
    /// Relative tolerance of `like` and `is`
    #[serde(default)]
    pub(super) tolerance: f64,
}

/// A CPU version of the program in the same repository, whose results are the measure.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct Reference {
    /// Directory, from the repository's top
    pub(super) folder: String,
    /// Sources
    pub(super) files: Vec<String>,
    /// Options of the C++ compiler
    #[serde(default)]
    pub(super) flags: Vec<String>,
    /// Arguments
    #[serde(default)]
    pub(super) arguments: Vec<String>,
    /// File that both write, each in its directory; without one, the standard outputs are compared
    pub(super) file: Option<String>,
    /// Lines that hold one of these texts are left out
    #[serde(default)]
    pub(super) ignore: Vec<String>,
    /// Relative tolerance of numbers
    #[serde(default)]
    pub(super) tolerance: f64,
}

/// A program.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct Program {
    /// Name, unique in its repository
    pub(super) name: String,
    /// Directory in which it is built
    #[serde(default = "dot")]
    pub(super) folder: String,
    /// How it is built
    pub(super) build: Build,
    /// Sources of `build = "files"`
    #[serde(default)]
    pub(super) files: Vec<String>,
    /// Arguments of hipcc, make or CMake's configuration
    #[serde(default)]
    pub(super) options: Vec<String>,
    /// Shell commands before the build, in the directory
    #[serde(default)]
    pub(super) before: Vec<String>,
    /// Target of make or CMake
    pub(super) target: Option<String>,
    /// The program's file; by default `name` in the directory, or in CMake's build directory
    pub(super) run: Option<String>,
    /// Its arguments
    #[serde(default)]
    pub(super) arguments: Vec<String>,
    /// Directory in which it runs, from `folder`; by default `folder` itself, or CMake's build directory
    pub(super) directory: Option<String>,
    /// Variables of its environment
    #[serde(default)]
    pub(super) environment: BTreeMap<String, String>,
    /// How it is judged
    #[serde(default)]
    pub(super) judge: Judge,
    /// Texts that it prints when it is right
    #[serde(default)]
    pub(super) expect: Vec<String>,
    /// Texts that it prints when it is wrong
    #[serde(default)]
    pub(super) refuse: Vec<String>,
    /// Numbers that it prints
    #[serde(default)]
    pub(super) numbers: Vec<Numbers>,
    /// CPU version with the same results
    pub(super) reference: Option<Reference>,
    /// Exit code when it is right
    #[serde(default)]
    pub(super) exit: i32,
    /// Processor time of a run, s
    #[serde(default = "a_minute")]
    pub(super) seconds: u64,
    /// Largest memory of all its processes, MiB
    #[serde(default = "some_memory")]
    pub(super) megabytes: u64,
    /// Library that the SDK does not have
    pub(super) needs: Option<String>,
    /// Why it cannot work
    pub(super) known: Option<String>,
}

fn dot() -> String {
    ".".to_owned()
}

fn a_minute() -> u64 {
    60
}

fn some_memory() -> u64 {
    4096
}

impl Manifest {
    /// Reads a manifest.
    ///
    /// # Errors
    /// It cannot be read, or says something twice, unknown or not at all.
    pub(super) fn read(file: &Path) -> Outcome<Manifest> {
        let text = fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
        let manifest: Manifest = toml::from_str(&text).map_err(|e| format!("{}: {e}", file.display()))?;
        let mut names = BTreeSet::new();
        for repository in &manifest.repositories {
            let mut own = BTreeSet::new();
            let path = Path::new(&repository.name);
            let plain = path.components().all(|part| matches!(part, std::path::Component::Normal(_)));
            if !plain || path.components().count() != 2 {
                return Err(format!("{}: `{}` is not owner/name", file.display(), repository.name));
            }
            if !names.insert(&repository.name) {
                return Err(format!("{}: {} twice", file.display(), repository.name));
            }
            for program in repository.programs()? {
                if !own.insert(program.name.clone()) {
                    return Err(format!("{}: {} has two {}", file.display(), repository.name, program.name));
                }
            }
        }
        Ok(manifest)
    }
}

impl Repository {
    /// The programs, complete.
    ///
    /// # Errors
    /// A field is missing or unknown, or nothing says how the program is judged.
    pub(super) fn programs(&self) -> Outcome<Vec<Program>> {
        let mut all = Vec::new();
        for group in &self.groups {
            for own in &group.programs {
                let mut fields = group.common.clone();
                fields.extend(own.iter().map(|(key, value)| (key.clone(), value.clone())));
                let name = fields.get("name").and_then(toml::Value::as_str).unwrap_or("?").to_owned();
                let fields = fields.into_iter().map(|(key, value)| (key, named(value, &name))).collect();
                let program = toml::Value::Table(fields).try_into::<Program>();
                let program = program.map_err(|e| format!("{}/{name}: {}", self.name, e.message()))?;
                program.complaint().map_or(Ok(()), |why| Err(format!("{}/{name}: {why}", self.name)))?;
                all.push(program);
            }
        }
        Ok(all)
    }
}

/// A value in which `{name}` is replaced.
fn named(value: toml::Value, name: &str) -> toml::Value {
    match value {
        toml::Value::String(text) => toml::Value::String(text.replace("{name}", name)),
        toml::Value::Array(all) => {
            toml::Value::Array(all.into_iter().map(|value| named(value, name)).collect())
        }
        toml::Value::Table(all) => {
            toml::Value::Table(all.into_iter().map(|(key, value)| (key, named(value, name))).collect())
        }
        other => other,
    }
}

impl Program {
    /// Returns the first missing part of the entry, if there is one.
    fn complaint(&self) -> Option<&'static str> {
        let judged = !self.expect.is_empty() || !self.numbers.is_empty() || self.reference.is_some();
        let bound =
            |n: &Numbers| n.at_most.is_some() || n.at_least.is_some() || n.like.is_some() || n.is.is_some();
        if self.judge == Judge::Output && !judged {
            return Some("nothing says what it prints when it is right; see `judge`");
        }
        if self.judge != Judge::Output && judged {
            return Some("`judge` takes no `expect`, `numbers` or `reference`");
        }
        if !self.numbers.iter().all(bound) {
            return Some("`numbers` needs `at_most`, `at_least`, `like` or `is`");
        }
        if (self.build == Build::Files) == self.files.is_empty() {
            return Some("`files` goes with `build = \"files\"`");
        }
        None
    }
}
