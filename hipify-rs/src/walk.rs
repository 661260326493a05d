//! Selection of files and directories, and translation of one file in memory. [`write`](crate::write) writes
//! the results.

mod tracked;

use crate::report::Report;
use crate::{Options, build, cpp, parse, renames, rust};
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Treatment of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Treatment {
    /// C, C++ or Rust source, with or without device code.
    Source,
    /// Makefile, CMakeLists.txt and their kind.
    Build,
    /// Any other file; it is copied unchanged.
    Copy,
}

const SOURCES: [&str; 7] = ["c", "cc", "cpp", "cxx", "c++", "cu", "rs"];
const HEADERS: [&str; 12] =
    ["cuh", "h", "hh", "hpp", "hxx", "h++", "inl", "inc", "cu_inl", "ipp", "tcc", "tpp"];

/// Returns whether other files include a file of this name.
pub fn is_header(path: &Path) -> bool {
    HEADERS.contains(&extension(path).as_str())
}

fn extension(path: &Path) -> String {
    path.extension().and_then(|e| e.to_str()).unwrap_or("").to_ascii_lowercase()
}

/// Returns the treatment of a file of this name.
pub fn treatment(path: &Path) -> Treatment {
    let name = path.file_name().and_then(|n| n.to_str()).unwrap_or("");
    if build::is_build_file(name) {
        Treatment::Build
    } else if SOURCES.contains(&extension(path).as_str()) || is_header(path) {
        Treatment::Source
    } else {
        Treatment::Copy
    }
}

/// Formats a path for output, without a leading `./`.
pub fn shown(path: &Path) -> String {
    let text = path.to_string_lossy();
    text.strip_prefix("./").unwrap_or(&text).to_owned()
}

/// File to process, with its source and destination.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Job {
    /// Path of the source.
    pub from: PathBuf,
    /// Path below the output directory.
    pub to: PathBuf,
    /// Treatment of the file.
    pub treatment: Treatment,
    /// `true` for a symbolic link: the link itself is copied, not its target.
    pub link: bool,
}

/// Result for one file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Path of the source.
    pub from: PathBuf,
    /// Treatment of the file.
    pub treatment: Treatment,
    /// `true` if its text changed.
    pub changed: bool,
    /// Counts and notes; empty for files that were copied.
    pub report: Report,
    /// Reason why a file with a source's name was not read as one.
    pub remark: Option<&'static str>,
}

/// A file or directory that could not be read or written.
#[derive(Debug, thiserror::Error)]
#[error("cannot {what} {}: {source}", shown(path))]
pub struct Error {
    /// Failed operation, a verb: `read`, `write`, `copy`.
    pub what: &'static str,
    /// File that it failed on.
    pub path: PathBuf,
    /// Error of the operating system.
    pub source: io::Error,
}

pub(crate) fn fail(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Error {
    let path = path.to_owned();
    move |source| Error { what, path, source }
}

/// Files of a directory to translate.
#[derive(Clone, Debug)]
pub struct Selection {
    /// Patterns in `.gitignore` syntax; if given, only matching files are translated.
    include: Option<Gitignore>,
    /// Matching files are not translated.
    exclude: Gitignore,
    /// `true` if files named by `.gitignore` files are left out altogether.
    pub gitignore: bool,
}

impl Default for Selection {
    fn default() -> Self {
        Selection { include: None, exclude: Gitignore::empty(), gitignore: true }
    }
}

impl Selection {
    /// Compiles patterns in `.gitignore` syntax, relative to each translated path.
    ///
    /// # Errors
    /// The pattern that is invalid, and why.
    pub fn new(include: &[String], exclude: &[String]) -> Result<Self, String> {
        let set = |globs: &[String]| {
            let mut builder = GitignoreBuilder::new("");
            for glob in globs {
                builder.add_line(None, glob).map_err(|e| format!("invalid pattern `{glob}`: {e}"))?;
            }
            builder.build().map_err(|e| e.to_string())
        };
        let include_set = if include.is_empty() { None } else { Some(set(include)?) };
        Ok(Selection { include: include_set, exclude: set(exclude)?, gitignore: true })
    }

    fn takes(&self, below: &Path) -> bool {
        let matches = |set: &Gitignore| set.matched_path_or_any_parents(below, false).is_ignore();
        self.include.as_ref().is_none_or(matches) && !matches(&self.exclude)
    }
}

/// Lists the files of some paths, sorted. A named file keeps its file name; files of a directory keep their
/// paths relative to it. Files below `output`, files named by `.gitignore` that git does not track, and
/// directories of version control are left out.
///
/// # Errors
/// A path that does not exist. Unreadable entries of a directory are in the second list.
pub fn jobs(
    paths: &[PathBuf],
    output: Option<&Path>,
    selection: &Selection,
) -> Result<(Vec<Job>, Vec<Error>), Error> {
    let output = output.and_then(|o| fs::canonicalize(o).ok());
    let (mut found, mut errors) = (Vec::new(), Vec::new());
    for path in paths {
        let first = found.len();
        if !fs::metadata(path).map_err(fail("read", path))?.is_dir() {
            let name = path.file_name().map_or_else(|| path.clone(), PathBuf::from);
            // A file named by the caller is a source, whatever its extension.
            let treatment = match treatment(path) {
                Treatment::Copy => Treatment::Source,
                known => known,
            };
            found.push(Job { from: path.clone(), to: name, treatment, link: false });
            continue;
        }
        for entry in walker(path, output.clone(), selection).build() {
            let entry = match entry {
                Ok(entry) => entry,
                Err(e) => {
                    let text = e.to_string();
                    let source = e.into_io_error().unwrap_or_else(|| io::Error::other(text));
                    errors.push(Error { what: "read", path: path.clone(), source });
                    continue;
                }
            };
            let Some(kind) = entry.file_type().filter(|kind| !kind.is_dir()) else { continue };
            let below = entry.path().strip_prefix(path).unwrap_or(entry.path()).to_owned();
            if !kind.is_file() && !kind.is_symlink() {
                let source = io::Error::other("not a file, a directory or a link; left out");
                errors.push(Error { what: "copy", path: entry.path().to_owned(), source });
                continue;
            }
            found.push(selected(entry.into_path(), below, kind.is_symlink(), selection));
        }
        if selection.gitignore {
            let known: BTreeSet<&Path> = found[first..].iter().map(|job| job.to.as_path()).collect();
            let more: Vec<PathBuf> =
                tracked::below(path).into_iter().filter(|below| !known.contains(below.as_path())).collect();
            for below in more.into_iter().filter(|below| !is_output(path, below, output.as_deref())) {
                let from = path.join(&below);
                let link = from.is_symlink();
                found.push(selected(from, below, link, selection));
            }
            found[first..].sort_by(|a, b| a.to.cmp(&b.to));
        }
    }
    Ok((found, errors))
}

/// Returns the job of a file of a directory.
fn selected(from: PathBuf, below: PathBuf, link: bool, selection: &Selection) -> Job {
    let treatment = if selection.takes(&below) { treatment(&from) } else { Treatment::Copy };
    Job { from, to: below, treatment, link }
}

/// Returns whether a file of a directory is an output: of this run, or of an earlier one.
fn is_output(directory: &Path, below: &Path, output: Option<&Path>) -> bool {
    let is_own = matches!(below.file_name().and_then(|name| name.to_str()), Some(LIST | WRITTEN));
    is_own
        || below.ancestors().skip(1).filter(|part| *part != Path::new("")).any(|part| {
            let part = directory.join(part);
            part.join(WRITTEN).is_file()
                || output.is_some_and(|o| fs::canonicalize(&part).is_ok_and(|p| p == o))
        })
}

/// Name of the list of files translated in place. It lies in the translated directory, or in the directory of
/// a single translated file.
pub const LIST: &str = ".hipify-undo";

/// Name of a file that scan an output directory below its sources, so that later runs do not read it.
pub const WRITTEN: &str = ".hipify-output";

fn walker(path: &Path, output: Option<PathBuf>, selection: &Selection) -> ignore::WalkBuilder {
    let mut builder = ignore::WalkBuilder::new(path);
    builder
        .standard_filters(false)
        .parents(selection.gitignore)
        .git_ignore(selection.gitignore)
        .git_exclude(selection.gitignore)
        .require_git(false)
        .sort_by_file_name(std::ffi::OsStr::cmp)
        .filter_entry(move |entry| {
            let versions = matches!(entry.file_name().to_str(), Some(".git" | ".hg" | ".svn"));
            // Compare names first: asking the system about each entry takes longer than translating it.
            let ours = output.as_ref().is_some_and(|o| {
                o.file_name() == Some(entry.file_name())
                    && fs::canonicalize(entry.path()).is_ok_and(|real| real == *o)
            });
            // Output of an earlier run is no source, unless it is named itself.
            let written = entry.depth() > 0
                && entry.file_type().is_some_and(|kind| kind.is_dir())
                && entry.path().join(WRITTEN).is_file();
            let own = matches!(entry.file_name().to_str(), Some(LIST | WRITTEN));
            !versions && !ours && !written && !own
        });
    builder
}

/// Limit of the length of a source, in bytes. Hand-written sources are shorter, and the syntax tree of a
/// longer one would not fit into memory.
const TOO_LONG: u64 = 256 << 20;

/// Translates the text of a file, without I/O.
pub fn treat(from: &Path, treatment: Treatment, text: &[u8], options: &Options) -> (Vec<u8>, Outcome) {
    let as_it_is = |remark| {
        let treatment = Treatment::Copy;
        let report = Report::default();
        (text.to_vec(), Outcome { from: from.to_owned(), treatment, changed: false, report, remark })
    };
    if treatment == Treatment::Copy {
        return as_it_is(None);
    }
    if let Some(remark) = no_text(text) {
        return as_it_is(Some(remark));
    }
    let (new, report) = match treatment {
        Treatment::Source => {
            let done =
                if is_rust(from) { rust::translate(text, options) } else { cpp::translate(text, options) };
            (done.text, done.report)
        }
        _ => {
            let name = from.file_name().and_then(|n| n.to_str()).unwrap_or("");
            let mut done = build::translate(name, text, options);
            if !options.renames.is_empty() {
                done.text = renames::in_build_file(&done.text, &options.renames).into_owned();
            }
            (done.text, done.report)
        }
    };
    let changed = new != text;
    let mut report = report;
    if options.verify && changed && treatment == Treatment::Source && !is_rust(from) {
        report.unread(&new, &parse::broken(text, &new));
    }
    (new, Outcome { from: from.to_owned(), treatment, changed, report, remark: None })
}

fn is_rust(path: &Path) -> bool {
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case("rs"))
}

/// Returns the reason why these bytes cannot be translated as text.
fn no_text(text: &[u8]) -> Option<&'static str> {
    if text.starts_with(b"\xff\xfe") || text.starts_with(b"\xfe\xff") {
        return Some("the file is UTF-16; save it as UTF-8 to translate it");
    }
    // Binary files have a NUL byte early.
    text.iter().take(8192).any(|&b| b == 0).then_some("the file contains NUL bytes, so it is not text")
}

/// Returns the reason why a file of this length is not read, if there is one.
pub fn too_long(length: u64) -> Option<&'static str> {
    (length > TOO_LONG).then_some("the file is longer than 256 MiB, the limit for sources")
}

/// Reads a file that may be endless: a pipe, standard input, a device.
///
/// # Errors
/// More bytes than a source may have, or an error of the operating system.
pub fn contents(input: impl Read) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    input.take(TOO_LONG + 1).read_to_end(&mut text)?;
    match too_long(text.len() as u64) {
        Some(why) => Err(io::Error::new(io::ErrorKind::FileTooLarge, why)),
        None => Ok(text),
    }
}

/// Reads and translates one file; writes nothing.
///
/// # Errors
/// The file cannot be read, or it is longer than a source may be.
pub fn read(from: &Path, options: &Options) -> Result<(Vec<u8>, Outcome), Error> {
    let text = fs::File::open(from).and_then(contents).map_err(fail("read", from))?;
    Ok(treat(from, treatment(from), &text, options))
}
