//! Files and folders: which there are, what is translated, what goes along as it is. Writing is
//! [`write`](crate::write)'s.

use crate::report::Report;
use crate::{Options, build, cpp, parse, renames, rust};
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use std::fmt;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// What is done with a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Treatment {
    /// C, C++ or Rust source, with or without device code.
    Source,
    /// Makefile, CMakeLists.txt and their kind.
    Build,
    /// Everything else goes along as it is.
    Copy,
}

const SOURCES: [&str; 15] =
    ["c", "cc", "cpp", "cxx", "c++", "cu", "cuh", "h", "hh", "hpp", "hxx", "h++", "inl", "inc", "rs"];

/// Whether other files include a file of this name.
pub fn is_header(path: &Path) -> bool {
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("").to_ascii_lowercase();
    matches!(extension.as_str(), "cuh" | "h" | "hh" | "hpp" | "hxx" | "h++" | "inl" | "inc")
}

/// What is done with a file of this name.
pub fn treatment(path: &Path) -> Treatment {
    let name = path.file_name().and_then(|n| n.to_str()).unwrap_or("");
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("").to_ascii_lowercase();
    if build::is_build_file(name) {
        Treatment::Build
    } else if SOURCES.contains(&extension.as_str()) {
        Treatment::Source
    } else {
        Treatment::Copy
    }
}

/// A path as it is shown: what lies below `.` needs no `./`.
pub fn shown(path: &Path) -> String {
    let text = path.to_string_lossy();
    text.strip_prefix("./").unwrap_or(&text).to_owned()
}

/// A file on its way from `from` to `to`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Job {
    /// Where it is.
    pub from: PathBuf,
    /// Its place below the output folder.
    pub to: PathBuf,
    /// What is done with it.
    pub treatment: Treatment,
    /// A link: the link goes along, not what it points to.
    pub link: bool,
}

/// What became of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Where it was.
    pub from: PathBuf,
    /// What was done with it.
    pub treatment: Treatment,
    /// Whether its text changed.
    pub changed: bool,
    /// What was translated; empty for files that were copied.
    pub report: Report,
    /// Why a file that has a source's name was not read as one.
    pub remark: Option<&'static str>,
}

/// A file or folder that could not be read or written.
#[derive(Debug)]
pub struct Error {
    /// What was being done.
    pub what: &'static str,
    /// To which file.
    pub path: PathBuf,
    /// What the system says.
    pub source: io::Error,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot {} {}: {}", self.what, shown(&self.path), self.source)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.source)
    }
}

pub(crate) fn fail(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Error {
    let path = path.to_owned();
    move |source| Error { what, path, source }
}

/// Which files of a folder are translated.
#[derive(Clone, Debug)]
pub struct Selection {
    /// Patterns as in `.gitignore`; if there are any, only what they match is translated.
    include: Option<Gitignore>,
    /// What these match is not translated.
    exclude: Gitignore,
    /// Whether what `.gitignore` files name is left out altogether.
    pub gitignore: bool,
}

impl Default for Selection {
    fn default() -> Self {
        Selection { include: None, exclude: Gitignore::empty(), gitignore: true }
    }
}

impl Selection {
    /// Of patterns as in `.gitignore`, below each path that is translated.
    ///
    /// # Errors
    /// The pattern that cannot be read, and why.
    pub fn new(include: &[String], exclude: &[String]) -> Result<Self, String> {
        let set = |globs: &[String]| {
            let mut builder = GitignoreBuilder::new("");
            for glob in globs {
                builder.add_line(None, glob).map_err(|e| format!("`{glob}` is no pattern: {e}"))?;
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

/// The files of some paths, sorted: a file goes to its name, a folder's files keep their places below it.
/// What lies below `output`, what `.gitignore` names, and folders of version control are left out.
///
/// # Errors
/// A path that does not exist. What cannot be read below a folder stands in the second list.
pub fn jobs(
    paths: &[PathBuf],
    output: Option<&Path>,
    selection: &Selection,
) -> Result<(Vec<Job>, Vec<Error>), Error> {
    let output = output.and_then(|o| fs::canonicalize(o).ok());
    let (mut found, mut errors) = (Vec::new(), Vec::new());
    for path in paths {
        if !fs::metadata(path).map_err(fail("read", path))?.is_dir() {
            let name = path.file_name().map_or_else(|| path.clone(), PathBuf::from);
            // A file that is named is meant, whatever it is called.
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
                let source = io::Error::other("neither a file nor a folder nor a link: left out");
                errors.push(Error { what: "copy", path: entry.path().to_owned(), source });
                continue;
            }
            let treatment = if selection.takes(&below) { treatment(entry.path()) } else { Treatment::Copy };
            found.push(Job { from: entry.into_path(), to: below, treatment, link: kind.is_symlink() });
        }
    }
    Ok((found, errors))
}

/// Name of the list of what was translated in place. It stands in the directory that was translated, or in
/// that of a single file.
pub const LIST: &str = ".hipify-undo";

/// Stands in a directory of translations that lies below their sources, so that no later run takes them for
/// sources.
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
            // Names are compared first: to ask the system about each entry takes longer than to translate it.
            let ours = output.as_ref().is_some_and(|o| {
                o.file_name() == Some(entry.file_name())
                    && fs::canonicalize(entry.path()).is_ok_and(|real| real == *o)
            });
            // What was written in an earlier run is no source, unless it is named itself.
            let written = entry.depth() > 0
                && entry.file_type().is_some_and(|kind| kind.is_dir())
                && entry.path().join(WRITTEN).is_file();
            let own = matches!(entry.file_name().to_str(), Some(LIST | WRITTEN));
            !versions && !ours && !written && !own
        });
    builder
}

/// Sources longer than this are not read: nobody wrote them, and their trees would not fit into memory.
const TOO_LONG: u64 = 256 << 20;

/// Translates the text of a file; reads and writes nothing.
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

/// Why these bytes are no text that can be translated.
fn no_text(text: &[u8]) -> Option<&'static str> {
    if text.starts_with(b"\xff\xfe") || text.starts_with(b"\xfe\xff") {
        return Some("it is UTF-16: save it as UTF-8 to have it translated");
    }
    // Binary files say so early.
    text.iter().take(8192).any(|&b| b == 0).then_some("it holds NUL bytes: no text")
}

/// Why a file of this length is not read, if it is not.
pub fn too_long(length: u64) -> Option<&'static str> {
    (length > TOO_LONG).then_some("it is longer than 256 MiB: no source")
}

/// Reads all of a file that may be endless: a pipe, standard input, a device.
///
/// # Errors
/// There are more bytes than a source may have; the system refuses.
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
