//! Parser of command lines. Pure: reads no file and no environment.

use crate::target;

/// Stage at which compilation ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stage {
    /// Preprocessed text of the host side, or the list of headers (`-E`, `-M`, `-MM`).
    Preprocess,
    /// Preprocessed text of the host side, in a separate file for each source (`-cuda`).
    Intermediate,
    /// The host's assembly, the device's code embedded (`-S`).
    Assembly,
    /// A host object, the device's code embedded (`-c`).
    Object,
    /// No output: both sides are checked (`-fsyntax-only`).
    Syntax,
    /// The device's PTX (`-ptx`, or `-S` with `--cuda-device-only`).
    Ptx,
    /// The device's code as a fat binary (`--genco`, `-fatbin`, `--cuda-device-only`).
    Fatbin,
    /// An object with the linked device code of others (`-dlink`).
    DeviceLink,
    /// A program or shared library.
    #[default]
    Link,
}

/// Language of a source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Language {
    /// C++ with kernels: compiled for host and device.
    Hip,
    /// For the host alone; the name is passed to clang as `-x`, `None` lets the file name decide.
    Host(Option<String>),
}

/// An item of the link line, in command-line order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// A file to compile.
    Source {
        /// Path as in the command line.
        path: String,
        /// Its language.
        language: Language,
    },
    /// An object, an archive, or a linker option.
    Link(String),
}

/// A parsed command line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    /// Stage at which compilation ends.
    pub stage: Stage,
    /// `-o`.
    pub output: Option<String>,
    /// Sources and items of the link line.
    pub items: Vec<Item>,
    /// Compile options for host and device.
    pub compile: Vec<String>,
    /// Clang options that linking needs too.
    pub link: Vec<String>,
    /// Front-end options for the device alone.
    pub device: Vec<String>,
    /// Architectures without `sm_`, sorted: `70`, `90a`. Never empty after [`parse`]. As in the command line
    /// until [`crate::driver::Clang::fit`] replaces those unknown to clang.
    pub architectures: Vec<String>,
    /// `true` if none was named: the only one is [`DEFAULT_ARCHITECTURE`].
    pub is_default_architecture: bool,
    /// `true` if only architectures of AMD were named.
    pub is_for_amd: bool,
    /// `true` if no device code is made.
    pub host_only: bool,
    /// `true` if sources may use each other's device functions and variables, linked with the program.
    pub relocatable: bool,
    /// `true` if device math may be approximate.
    pub fast_math: bool,
    /// `true` for source lines in the PTX.
    pub lines: bool,
    /// `true` if device code is not optimised.
    pub debug: bool,
    /// `true` if intermediate files are kept.
    pub save_temps: bool,
    /// `true` if sources use CUDA's names (`include/hip/cuda_names`).
    pub cuda_names: bool,
    /// Directory for intermediate files, if not the caller's.
    pub keep_directory: Option<String>,
    /// `true` if commands are printed.
    pub verbose: bool,
    /// `true` if commands are printed and not run.
    pub dry: bool,
    /// Notes for standard error, each printed once.
    pub notes: Vec<String>,
}

/// An invalid command line, or one that asks for something missing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Misuse {
    /// The last option lacks its value.
    #[error("{0} needs a value")]
    MissingValue(String),
    /// The name is no architecture.
    #[error("unknown architecture {0}: sm_70, compute_70 or gfx90a are ones")]
    UnknownArchitecture(String),
    /// There is nothing to compile or link.
    #[error("no input files")]
    NoInput,
    /// `-o` was given for several output files.
    #[error("-o {0} names one file, but several would be written")]
    OneOutput(String),
}

/// Oldest PTX architecture with independent thread scheduling, which any such device accepts.
pub const DEFAULT_ARCHITECTURE: &str = "70";

const OPTIONS: &str = include_str!("options.tsv");

/// Row of the table of options.
struct Row {
    spelling: &'static str,
    /// Form of its value.
    value: &'static str,
    meaning: &'static str,
}

fn rows() -> impl Iterator<Item = Row> {
    tsv::table(OPTIONS).map(|[spelling, value, meaning]| Row { spelling, value, meaning })
}

/// Returns the row with the longest spelling that matches: `-isystem` before `-I`-like prefixes.
fn row(wanted: impl Fn(&Row) -> bool) -> Option<Row> {
    rows().filter(wanted).max_by_key(|row| row.spelling.len())
}

/// Returns the options that hipcc interprets, without those that are accepted and have no effect.
pub fn interpreted() -> impl Iterator<Item = &'static str> {
    rows().filter(|row| row.meaning != "drop").map(|row| row.spelling)
}

/// Parses a command line without the program's name.
///
/// # Errors
/// [`Misuse`].
pub fn parse(arguments: &[String]) -> Result<Plan, Misuse> {
    let mut reader = Reader::default();
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        reader.word(word, &mut words)?;
    }
    reader.finish()
}

#[derive(Default)]
struct Reader {
    plan: Plan,
    language: Option<String>,
    device_only: bool,
}

impl Reader {
    fn word<'a>(
        &mut self,
        word: &'a str,
        rest: &mut (impl Iterator<Item = &'a String> + Clone),
    ) -> Result<(), Misuse> {
        if matches!(word, "-Werror" | "--Werror")
            && let Some(kinds) = rest.clone().next().filter(|next| next.split(',').all(is_warning_kind))
        {
            rest.next();
            self.warnings(kinds);
            return Ok(());
        }
        if let Some(kinds) =
            word.strip_prefix("-Werror=").filter(|kinds| kinds.split(',').all(is_warning_kind))
        {
            self.warnings(kinds);
            return Ok(());
        }
        if !word.starts_with('-') || word == "-" {
            self.input(word);
            return Ok(());
        }
        let exact = row(|row| row.spelling == word && row.value != "joined");
        let (found, value) = if let Some(row) = &exact {
            let value = match row.value {
                "-" => None,
                _ => Some(rest.next().ok_or_else(|| Misuse::MissingValue(word.to_owned()))?.as_str()),
            };
            (Some(row.meaning), value)
        } else if let Some((head, value)) = word.split_once('=')
            && let Some(row) = row(|row| row.spelling == head && row.value == "=")
        {
            (Some(row.meaning), Some(value))
        } else {
            let prefix = row(|row| row.value.starts_with("joined") && word.starts_with(row.spelling));
            match prefix {
                Some(row) => (Some(row.meaning), Some(&word[row.spelling.len()..])),
                None => (None, None),
            }
        };
        let is_apart = exact.is_some() && value.is_some();
        let words = || {
            let mut words = vec![word.to_owned()];
            words.extend(value.filter(|_| is_apart).map(str::to_owned));
            words
        };
        match (found, value.unwrap_or("")) {
            (Some("compile"), _) => self.plan.compile.extend(words()),
            (Some("link"), _) => self.plan.items.extend(words().into_iter().map(Item::Link)),
            (Some("drop"), _) => {}
            (Some("linked"), _) => self.plan.relocatable = true,
            (Some("unlinked"), _) => self.plan.relocatable = false,
            (Some("rdc"), value) => self.plan.relocatable = value != "false",
            (Some("dc"), _) => (self.plan.relocatable, self.plan.stage) = (true, Stage::Object),
            (Some("dlink"), _) => self.plan.stage = Stage::DeviceLink,
            (Some("arch"), value) => self.architectures(value)?,
            (Some("gencode"), value) => {
                for part in value.split(',') {
                    if let Some(name) = part.strip_prefix("arch=") {
                        self.architectures(name)?;
                    }
                }
            }
            (Some("forward"), value) => {
                let parts = value.split([',', ' ']).filter(|part| !part.is_empty());
                let forwarded: Vec<String> = parts.map(str::to_owned).collect();
                let mut forwarded = forwarded.iter();
                while let Some(word) = forwarded.next() {
                    self.word(word, &mut forwarded)?;
                }
            }
            (Some("stream"), value) => self.plan.compile.push(format!("-fgpu-default-stream={value}")),
            (Some("xdevice"), value) => self.plan.device.push(value.to_owned()),
            (Some("language"), value) => {
                self.language = Some(value.to_owned()).filter(|value| value != "none");
            }
            // Clang writes a temporary file and renames it, which, given the permission, would replace the
            // device by a regular file.
            (Some("output"), "/dev/stdout") => self.plan.output = Some("-".to_owned()),
            (Some("output"), value) => self.plan.output = Some(value.to_owned()),
            (Some("preprocess"), _) => {
                self.plan.stage = Stage::Preprocess;
                self.plan.compile.push(word.to_owned());
            }
            (Some("intermediate"), _) => {
                self.plan.stage = Stage::Intermediate;
                self.plan.compile.push("-E".to_owned());
            }
            (Some("assembly"), _) => self.plan.stage = Stage::Assembly,
            (Some("object"), _) => self.plan.stage = Stage::Object,
            (Some("ptx"), _) => self.plan.stage = Stage::Ptx,
            (Some("cubin"), _) => {
                self.plan.stage = Stage::Fatbin;
                self.note("-cubin: the software device runs PTX; a fat binary of PTX is written".to_owned());
            }
            (Some("device"), _) => self.device_only = true,
            (Some("host"), _) => self.plan.host_only = true,
            (Some("fast"), _) => self.plan.fast_math = true,
            (Some("lines"), _) => self.plan.lines = true,
            (Some("debug"), _) => self.plan.debug = true,
            (Some("save"), _) => self.plan.save_temps = true,
            (Some("cuda-names"), _) => self.plan.cuda_names = true,
            (Some("verbose"), _) => self.plan.verbose = true,
            (Some("dry"), _) => self.plan.dry = true,
            (Some("syntax"), _) => self.plan.stage = Stage::Syntax,
            (Some("keep"), value) => self.plan.keep_directory = Some(value.to_owned()),
            (Some("linker"), value) => self.plan.items.push(Item::Link(format!("-Wl,{value}"))),
            (Some("fmad"), value) => {
                let contraction = if matches!(value, "false" | "0") { "off" } else { "fast" };
                self.plan.compile.push(format!("-ffp-contract={contraction}"));
            }
            (Some("ftz"), "true" | "1") => {
                self.plan.device.push("-fdenormal-fp-math-f32=preserve-sign,preserve-sign".to_owned());
            }
            (Some("ftz"), _) => {}
            (Some(other), value) if other.starts_with('-') => {
                self.plan.compile.push(other.replace('@', value));
            }
            (Some(other), value) if other.starts_with("link:") => {
                self.plan.items.push(Item::Link(other["link:".len()..].replace('@', value)));
            }
            (Some("shared"), _) => self.plan.link.push(word.to_owned()),
            // `both`, and options that are not in the table.
            _ => {
                self.plan.compile.extend(words());
                self.plan.link.extend(words());
            }
        }
        Ok(())
    }

    /// Handles nvcc's list of warnings that become errors; clang's own warnings are covered by
    /// `all-warnings`.
    fn warnings(&mut self, kinds: &str) {
        if kinds.split(',').any(|kind| kind == "all-warnings") {
            self.plan.compile.push("-Werror".to_owned());
        }
    }

    fn input(&mut self, path: &str) {
        let is_cpp = |e: &str| matches!(e, "C" | "cc" | "cpp" | "cppm" | "cu" | "cxx" | "hip");
        let extension = path.rsplit('/').next().and_then(|name| name.rsplit_once('.')).map(|(_, e)| e);
        let language = match (&self.language, extension) {
            (Some(language), _) if matches!(language.as_str(), "hip" | "cuda" | "cu") => Language::Hip,
            (Some(language), _) => Language::Host(Some(language.clone())),
            (None, Some(extension)) if is_cpp(extension) => Language::Hip,
            (None, Some("c" | "s" | "S" | "ii" | "i" | "ll" | "bc" | "m")) => Language::Host(None),
            (None, _) => {
                self.plan.items.push(Item::Link(path.to_owned()));
                return;
            }
        };
        self.plan.items.push(Item::Source { path: path.to_owned(), language });
    }

    fn architectures(&mut self, names: &str) -> Result<(), Misuse> {
        for name in names.split(',') {
            // Empty if a Makefile asks `rocminfo`, which knows AMD's devices only.
            if matches!(name, "" | "native" | "all" | "all-major") {
                continue;
            }
            if name.starts_with("gfx") {
                // Elsewhere AMD's warps have 32 lanes, too.
                let lanes =
                    if name.starts_with("gfx9") { ", with 32 lanes in a warp and not 64" } else { "" };
                self.note(format!(
                    "{name}: code is made for the software device, whose architecture is sm_*{lanes}"
                ));
                self.plan.is_for_amd = true;
                continue;
            }
            let number = target::named(name).or_else(|| target::named_by_cmake(name));
            let number = number.ok_or_else(|| Misuse::UnknownArchitecture(name.to_owned()))?;
            if !self.plan.architectures.iter().any(|known| known == number) {
                self.plan.architectures.push(number.to_owned());
            }
        }
        Ok(())
    }

    fn note(&mut self, note: String) {
        if !self.plan.notes.contains(&note) {
            self.plan.notes.push(note);
        }
    }

    fn finish(mut self) -> Result<Plan, Misuse> {
        if self.device_only {
            self.plan.stage = match self.plan.stage {
                stage @ (Stage::Preprocess | Stage::Intermediate | Stage::Syntax) => stage,
                Stage::Assembly | Stage::Ptx => Stage::Ptx,
                Stage::Object | Stage::Fatbin | Stage::Link => Stage::Fatbin,
                Stage::DeviceLink => Stage::DeviceLink,
            };
        }
        let plan = &mut self.plan;
        if plan.architectures.is_empty() {
            plan.is_default_architecture = true;
            plan.architectures.push(DEFAULT_ARCHITECTURE.to_owned());
        }
        plan.is_for_amd &= plan.is_default_architecture;
        plan.architectures.sort_by_key(|name| (name.len(), name.clone()));
        let sources = plan.items.iter().filter(|item| matches!(item, Item::Source { .. })).count();
        let links = matches!(plan.stage, Stage::Link | Stage::DeviceLink);
        let is_anything = sources > 0 || links && plan.items.iter().any(is_file);
        if !is_anything {
            return Err(Misuse::NoInput);
        }
        if let Some(output) = plan.output.as_ref().filter(|_| !links && sources > 1) {
            return Err(Misuse::OneOutput(output.clone()));
        }
        Ok(self.plan)
    }
}

/// Returns whether nvcc's `-Werror` accepts the word as a kind of warning.
fn is_warning_kind(word: &str) -> bool {
    const KINDS: [&str; 7] = [
        "all-warnings",
        "cross-execution-space-call",
        "default-stream-launch",
        "deprecated-declarations",
        "ext-lambda-captures-this",
        "missing-launch-bounds",
        "reorder",
    ];
    KINDS.contains(&word)
}

fn is_file(item: &Item) -> bool {
    matches!(item, Item::Link(word) if !word.starts_with('-'))
}
