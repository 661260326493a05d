//! Files and folders: what is translated, what is copied along, and the only place that reads and writes.

use crate::report::Report;
use crate::{Options, build_file, translate};
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// What is done with a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Treatment {
    /// C or C++ source, with or without device code.
    Source,
    /// Makefile, CMakeLists.txt and their kind.
    Build,
    /// Everything else goes along as it is.
    Copy,
}

const SOURCES: [&str; 14] =
    ["c", "cc", "cpp", "cxx", "c++", "cu", "cuh", "h", "hh", "hpp", "hxx", "h++", "inl", "inc"];

/// What is done with a file of this name.
pub fn treatment(path: &Path) -> Treatment {
    let name = path.file_name().and_then(|n| n.to_str()).unwrap_or("");
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("").to_ascii_lowercase();
    if build_file::is_build_file(name) {
        Treatment::Build
    } else if SOURCES.contains(&extension.as_str()) {
        Treatment::Source
    } else {
        Treatment::Copy
    }
}

/// A file on its way from `from` to `to`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Job {
    /// Where it is.
    pub from: PathBuf,
    /// Its place below the output folder.
    pub to: PathBuf,
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
        write!(f, "cannot {} {}: {}", self.what, self.path.display(), self.source)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.source)
    }
}

fn fail(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Error {
    let path = path.to_owned();
    move |source| Error { what, path, source }
}

/// The files of some paths, sorted: a file goes to its name, a folder's files keep their places below it. What lies
/// below `output`, and folders of version control, are left out.
///
/// # Errors
/// A path that does not exist or cannot be read.
pub fn jobs(paths: &[PathBuf], output: Option<&Path>) -> Result<Vec<Job>, Error> {
    let output = output.and_then(|o| fs::canonicalize(o).ok());
    let mut found = Vec::new();
    for path in paths {
        if fs::metadata(path).map_err(fail("read", path))?.is_file() {
            let name = path.file_name().map_or_else(|| path.clone(), PathBuf::from);
            found.push(Job { from: path.clone(), to: name });
            continue;
        }
        let keep = |entry: &walkdir::DirEntry| {
            let hidden = matches!(entry.file_name().to_str(), Some(".git" | ".hg" | ".svn"));
            let ours = output.as_ref().is_some_and(|o| fs::canonicalize(entry.path()).is_ok_and(|p| p == *o));
            !hidden && !ours
        };
        for entry in walkdir::WalkDir::new(path).sort_by_file_name().into_iter().filter_entry(keep) {
            let entry = entry.map_err(|e| {
                let at = e.path().unwrap_or(path).to_owned();
                Error { what: "read", path: at, source: e.into() }
            })?;
            if entry.file_type().is_file() {
                let below = entry.path().strip_prefix(path).unwrap_or(entry.path());
                found.push(Job { from: entry.path().to_owned(), to: below.to_owned() });
            }
        }
    }
    Ok(found)
}

/// Reads and translates one file; writes nothing.
///
/// # Errors
/// The file cannot be read.
pub fn read(from: &Path, options: &Options) -> Result<(Vec<u8>, Outcome), Error> {
    let text = fs::read(from).map_err(fail("read", from))?;
    let treatment = treatment(from);
    let (new, report) = match treatment {
        Treatment::Source => {
            let done = translate(&text, options);
            (done.text, done.report)
        }
        Treatment::Build => (build_file::translate(&text).0, Report::default()),
        Treatment::Copy => {
            return Ok((
                text,
                Outcome { from: from.to_owned(), treatment, changed: false, report: Report::default() },
            ));
        }
    };
    let changed = new != text;
    Ok((new, Outcome { from: from.to_owned(), treatment, changed, report }))
}

/// Translates one file into the output folder, keeping its permissions.
///
/// # Errors
/// A file that cannot be read or written; and a target that is the source itself.
pub fn run(job: &Job, output: &Path, options: &Options) -> Result<Outcome, Error> {
    let to = output.join(&job.to);
    if let (Ok(a), Ok(b)) = (fs::canonicalize(&job.from), fs::canonicalize(&to))
        && a == b
    {
        let source = io::Error::new(io::ErrorKind::AlreadyExists, "that is the source itself");
        return Err(Error { what: "write", path: to, source });
    }
    let (text, outcome) = read(&job.from, options)?;
    if let Some(parent) = to.parent() {
        fs::create_dir_all(parent).map_err(fail("create", parent))?;
    }
    fs::write(&to, text).map_err(fail("write", &to))?;
    let permissions = fs::metadata(&job.from).map_err(fail("read", &job.from))?.permissions();
    fs::set_permissions(&to, permissions).map_err(fail("write", &to))?;
    Ok(outcome)
}
