//! Files of a plan, processed in parallel: each is read, translated and written, and its results are
//! collected.

use crate::cli::Messages;
use crate::left_headers;
use crate::plan::{Mode, Plan};
use crate::render;
use hipify_rs::diff::{self, Replacement, Rows};
use hipify_rs::report::Report;
use hipify_rs::symbols::Members;
use hipify_rs::types::{self, Program};
use hipify_rs::walk::{self, Error, Job, Outcome, Treatment};
use hipify_rs::{KernelLaunch, build, symbols, undo, write};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// Results to collect for each file; others are not computed.
#[derive(Clone, Copy)]
pub(crate) struct Wants {
    pub(crate) messages: Option<Messages>,
    pub(crate) colour: bool,
    pub(crate) patch: bool,
    pub(crate) replacements: bool,
    pub(crate) rows: bool,
}

/// Results for one file.
pub(crate) struct Done {
    pub(crate) outcome: Outcome,
    /// Notes, formatted for printing.
    pub(crate) notes: String,
    pub(crate) patch: Vec<u8>,
    pub(crate) replacements: Vec<Replacement>,
    pub(crate) rows: Rows,
    /// Path that it was written to.
    pub(crate) to: Option<PathBuf>,
    /// Fingerprint of the new text, for the list of files translated in place.
    pub(crate) fingerprint: Option<u64>,
}

impl Done {
    fn copied(job: &Job, to: Option<PathBuf>, remark: Option<&'static str>) -> Done {
        let outcome = Outcome {
            from: job.from.clone(),
            treatment: Treatment::Copy,
            changed: false,
            report: Report::default(),
            remark,
        };
        let (notes, patch, replacements, rows) = Default::default();
        Done { outcome, notes, patch, replacements, rows, to, fingerprint: None }
    }
}

/// Collects the wanted results for a translated text.
pub(crate) fn collect(text: &[u8], new: &[u8], outcome: Outcome, wants: Wants) -> Done {
    let name = walk::shown(&outcome.from);
    let notes = &outcome.report.notes;
    let formatted = wants.messages.map(|how| render::notes(&name, text, notes, how, wants.colour));
    let marked: Vec<usize> = notes.iter().map(|note| note.line).collect();
    Done {
        notes: formatted.unwrap_or_default(),
        patch: if wants.patch { diff::patch(name.trim_start_matches('/'), text, new) } else { Vec::new() },
        replacements: if wants.replacements { diff::replacements(text, new) } else { Vec::new() },
        rows: if wants.rows { diff::side_by_side(text, new, &marked) } else { Rows::default() },
        to: None,
        fingerprint: None,
        outcome,
    }
}

fn is_itself(from: &Path, to: &Path) -> bool {
    matches!((fs::canonicalize(from), fs::canonicalize(to)), (Ok(a), Ok(b)) if a == b)
}

fn translate_job(job: &Job, to: &Path, plan: &Plan, wants: Wants) -> Result<Done, Error> {
    let writes = plan.mode == Mode::Write;
    if writes && to.exists() && is_itself(&job.from, to) {
        let source = io::Error::new(io::ErrorKind::AlreadyExists, "the output is the source itself");
        return Err(Error { what: "write", path: to.to_owned(), source });
    }
    if job.link {
        if writes {
            write::link(&job.from, to)?;
        }
        return Ok(Done::copied(job, writes.then(|| to.to_owned()), None));
    }
    let fail = |source| Error { what: "read", path: job.from.clone(), source };
    let like = fs::metadata(&job.from).map_err(fail)?;
    let long = walk::too_long(like.len()).filter(|_| job.treatment != Treatment::Copy && like.is_file());
    if job.treatment == Treatment::Copy || long.is_some() {
        if writes {
            write::copy(&job.from, to)?;
        }
        return Ok(Done::copied(job, writes.then(|| to.to_owned()), long));
    }
    let text = fs::File::open(&job.from).and_then(walk::contents).map_err(fail)?;
    let mut options = Cow::Borrowed(&plan.options);
    if let Some(left) = plan.left_headers.get(&job.from) {
        options.to_mut().left_headers.clone_from(left);
    }
    if let Some(beside) = plan.headers_beside.get(&job.from) {
        options.to_mut().headers_beside.clone_from(beside);
    }
    let (new, outcome) = walk::treat(&job.from, job.treatment, &text, &options);
    let changed = outcome.changed;
    let mut done = collect(&text, &new, outcome, wants);
    match plan.mode {
        Mode::Nothing => {}
        Mode::Write => {
            write::replace(to, &new, Some(&like))?;
            done.to = Some(to.to_owned());
        }
        Mode::InPlace { backup } if changed => {
            // A named link stays a link; its target is translated.
            let real = fs::canonicalize(&job.from).map_err(fail)?;
            if backup {
                write::in_place(&real, &new)?;
                done.fingerprint = Some(undo::fingerprint(&new));
            } else {
                write::replace(&real, &new, Some(&like))?;
            }
            done.to = Some(real);
        }
        Mode::InPlace { .. } => {}
    }
    Ok(done)
}

/// Facts in some files of a plan that the translation of others depends on.
#[derive(Default)]
pub(crate) struct Context {
    /// Names that the program declares although they are formed like CUDA's.
    pub(crate) macros: BTreeSet<String>,
    /// Variables of CMake files that hold device sources.
    pub(crate) source_lists: BTreeSet<String>,
    /// `true` if a source includes NVTX.
    pub(crate) nvtx: bool,
    /// `true` if a source uses CUB or Thrust.
    pub(crate) parallel_algorithms: bool,
    /// Members that classes in headers declare for the device.
    pub(crate) members: Members,
    /// Declarations of headers.
    pub(crate) program: Program,
    /// Headers in quotes that each file includes.
    pub(crate) includes: Vec<(PathBuf, BTreeSet<String>)>,
}

/// Collects the facts from all files of a plan.
pub(crate) fn collect_context(plan: &Plan, threads: usize) -> Context {
    let next = AtomicUsize::new(0);
    let kernels = plan.options.kernel_launch == KernelLaunch::Ggl;
    let look = || {
        let mut context = Context::default();
        while let Some((job, _)) = plan.work.get(next.fetch_add(1, Ordering::Relaxed)) {
            let fits = |like: &fs::Metadata| like.is_file() && walk::too_long(like.len()).is_none();
            let rust = job.from.extension().is_some_and(|e| e == "rs");
            if job.link || rust || job.treatment == Treatment::Copy {
                continue;
            }
            if !fs::metadata(&job.from).is_ok_and(|l| fits(&l)) {
                continue;
            }
            // Unreadable files are reported when they are translated.
            let text = fs::read(&job.from).unwrap_or_default();
            if job.treatment == Treatment::Build {
                let name = job.from.file_name().and_then(|name| name.to_str()).unwrap_or_default();
                context.source_lists.extend(build::source_lists(name, &text));
                continue;
            }
            context.macros.extend(symbols::macros(&text));
            context.nvtx |= names_nvtx(&text);
            context.parallel_algorithms |= names_parallel_algorithms(&text);
            let includes = left_headers::includes(&text);
            if !includes.is_empty() {
                context.includes.push((job.from.clone(), includes));
            }
            for piece in hipify_rs::cpp::split_long(&text) {
                context.macros.extend(symbols::own(piece));
                if walk::is_header(&job.from) {
                    context.program.add(types::declared_by_header(piece, kernels));
                    symbols::add_members(&mut context.members, symbols::members(piece));
                }
            }
        }
        context
    };
    let found: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads.min(plan.work.len())).map(|_| scope.spawn(look)).collect();
        threads.into_iter().filter_map(|thread| thread.join().ok()).collect()
    });
    let mut all = Context::default();
    for some in found {
        all.macros.extend(some.macros);
        all.source_lists.extend(some.source_lists);
        all.nvtx |= some.nvtx;
        all.parallel_algorithms |= some.parallel_algorithms;
        all.program.add(some.program);
        symbols::add_members(&mut all.members, some.members);
        all.includes.extend(some.includes);
    }
    all.program.settle();
    all
}

/// Returns whether a source includes NVTX's headers.
fn names_nvtx(text: &[u8]) -> bool {
    ["nvToolsExt", "nvtx3/"].iter().any(|name| memchr::memmem::find(text, name.as_bytes()).is_some())
}

/// Returns whether a source includes headers of CUB or Thrust.
fn names_parallel_algorithms(text: &[u8]) -> bool {
    ["<thrust/", "<cub/"].iter().any(|name| memchr::memmem::find(text, name.as_bytes()).is_some())
}

/// Processes all files with `threads` threads, and returns the results in the plan's order. `progress`
/// receives the number of finished files.
pub(crate) fn run(
    plan: &Plan,
    wants: Wants,
    threads: usize,
    mut progress: impl FnMut(usize),
) -> Vec<Result<Done, Error>> {
    let next = AtomicUsize::new(0);
    let mut results: Vec<Option<Result<Done, Error>>> = plan.work.iter().map(|_| None).collect();
    let (send, receive) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads.min(plan.work.len()) {
            let (send, next) = (send.clone(), &next);
            scope.spawn(move || {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some((job, to)) = plan.work.get(at) else { return };
                    if send.send((at, translate_job(job, to, plan, wants))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        for (done, (at, result)) in receive.into_iter().enumerate() {
            results[at] = Some(result);
            progress(done + 1);
        }
    });
    results.into_iter().flatten().collect()
}
