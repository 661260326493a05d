//! `cargo xtask wild`: programs of public CUDA repositories, translated, built by their own build files, run
//! and judged. On demand, never by `check`: the clones are the user's. See docs/wild.md.

mod judge;
mod limits;
mod manifest;
mod page;
mod record;
mod stages;
mod table;
#[cfg(test)]
mod tests;
mod tree;

use crate::install;
use crate::workspace::{Outcome, root};
use manifest::{Manifest, Program, Repository};
use record::Row;
use stages::Case;
use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;
use tree::Place;

/// Arguments of `cargo xtask wild`.
#[derive(clap::Args, Debug)]
pub(crate) struct Request {
    /// Directory of clones: DIR/owner/name. They are only read; bare ones will do
    #[arg(long, value_name = "DIR")]
    from: PathBuf,
    /// Programs to run, separated by commas: a repository's name, a program's, or both (owner/name/program);
    /// `failed`: those that were not right when they ran last; `new`: those that never ran
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Vec<String>,
    /// Repositories that are worked on at once
    #[arg(long, value_name = "N", default_value = "1")]
    jobs: std::num::NonZeroUsize,
    /// Jobs of each build
    #[arg(long, value_name = "N", default_value = "2")]
    build_jobs: std::num::NonZeroUsize,
    /// The manifest
    #[arg(long, value_name = "FILE")]
    manifest: Option<PathBuf>,
    /// An installed SDK; without it, one is made of what `cargo build --release` makes
    #[arg(long, value_name = "DIR")]
    sdk: Option<PathBuf>,
    /// Where trees, logs, wild.json and wild.html are written [default: target/wild]
    #[arg(long, value_name = "DIR")]
    scratch: Option<PathBuf>,
    /// List the programs and what the last run said of them, and run nothing
    #[arg(long)]
    list: bool,
}

/// A repository with those of its programs that are to run.
type Work<'a> = (&'a Repository, Vec<Program>);

/// Runs the programs that were asked for.
///
/// # Errors
/// The manifest or a result cannot be read or written, a program failed unexpectedly, or works unexpectedly.
pub(crate) fn run(request: &Request) -> Outcome<()> {
    let manifest = request.manifest.clone().unwrap_or_else(|| root().join("testdata/wild.toml"));
    let manifest = Manifest::read(&manifest)?;
    let scratch = request.scratch.clone().unwrap_or_else(|| root().join("target/wild"));
    let logs = scratch.join("logs");
    fs::create_dir_all(&logs).map_err(|e| format!("{}: {e}", logs.display()))?;
    let absolute = |path: &PathBuf| path.canonicalize().map_err(|e| format!("{}: {e}", path.display()));
    let json = scratch.join("wild.json");
    let results = Results { manifest: &manifest, rows: Mutex::new(record::read(&json)?), json };
    if request.list {
        eprint!("{}", table::text(&results.ordered()?));
        return Ok(());
    }
    let work = results.wanted(&request.only)?;
    let sdk = match &request.sdk {
        Some(sdk) => absolute(sdk)?,
        None => {
            let sdk = scratch.join("sdk");
            install::run(&sdk, true, None)?;
            absolute(&sdk)?
        }
    };
    let (from, scratch) = (absolute(&request.from)?, absolute(&scratch)?);
    let place = Place { from, sdk, scratch, jobs: request.build_jobs.get() };
    let ran = results.all(work, &place, request.jobs.get())?;

    let rows = results.ordered()?;
    let html = place.scratch.join("wild.html");
    fs::write(&html, page::html(&rows)).map_err(|e| format!("{}: {e}", html.display()))?;
    eprint!("\n{}", table::text(&rows));
    eprintln!("{}\n{}", results.json.display(), html.display());
    let unexpected: Vec<String> = ran.iter().filter_map(complaint).collect();
    unexpected.iter().for_each(|line| eprintln!("{line}"));
    if unexpected.is_empty() {
        Ok(())
    } else {
        Err(format!("{} programs are not as expected", unexpected.len()))
    }
}

/// Returns the unexpected result of a program, if there is one.
fn complaint(row: &Row) -> Option<String> {
    match (row.is_good(), row.is_expected_to_fail()) {
        (true, true) => Some(format!("{} works: its `known` or `needs` can go", row.name())),
        (false, false) => Some(format!("{} fails: {}", row.name(), table::why(row))),
        _ => None,
    }
}

/// Results of this run and earlier ones.
struct Results<'a> {
    manifest: &'a Manifest,
    rows: Mutex<Vec<Row>>,
    json: PathBuf,
}

impl<'a> Results<'a> {
    /// The programs to run, by repository.
    fn wanted(&self, only: &[String]) -> Outcome<Vec<Work<'a>>> {
        let (mut work, mut used) = (Vec::new(), vec![false; only.len()]);
        for repository in &self.manifest.repositories {
            let mut programs = Vec::new();
            for program in repository.programs()? {
                let last = self.last(&repository.name, &program.name);
                let full = format!("{}/{}", repository.name, program.name);
                let mut wanted = only.is_empty();
                for (name, used) in only.iter().zip(&mut used) {
                    let chosen = match name.as_str() {
                        "failed" => last.as_ref().is_none_or(|row| !row.is_good()),
                        "new" => last.is_none(),
                        name => name == repository.name || name == program.name || name == full,
                    };
                    *used |= chosen || name == "failed" || name == "new";
                    wanted |= chosen;
                }
                programs.extend(wanted.then_some(program));
            }
            if !programs.is_empty() {
                work.push((repository, programs));
            }
        }
        match only.iter().zip(&used).find(|(_, used)| !**used) {
            Some((name, _)) => Err(format!("the manifest has no `{name}`")),
            None => Ok(work),
        }
    }

    fn rows(&self) -> std::sync::MutexGuard<'_, Vec<Row>> {
        self.rows.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn last(&self, repository: &str, program: &str) -> Option<Row> {
        self.rows().iter().find(|row| row.repository == repository && row.program == program).cloned()
    }

    /// All results in the manifest's order, with today's reasons; what left the manifest goes.
    fn ordered(&self) -> Outcome<Vec<Row>> {
        let mut ordered = Vec::new();
        for repository in &self.manifest.repositories {
            for program in repository.programs()? {
                if let Some(mut row) = self.last(&repository.name, &program.name) {
                    (row.needs, row.known) = (program.needs.clone(), program.known.clone());
                    ordered.push(row);
                }
            }
        }
        Ok(ordered)
    }

    /// Runs programs; repositories are shared out among threads, so that one tree is worked on by one of
    /// them. Returns their rows.
    fn all(&self, work: Vec<Work<'a>>, place: &Place, jobs: usize) -> Outcome<Vec<Row>> {
        let count = work.iter().map(|(_, programs)| programs.len()).sum::<usize>();
        let (queue, ran) = (Mutex::new(work.into_iter()), Mutex::new(Vec::new()));
        let lock = |e: std::sync::PoisonError<_>| e.into_inner();
        let next = || queue.lock().unwrap_or_else(std::sync::PoisonError::into_inner).next();
        let worker = || -> Outcome<()> {
            while let Some((repository, programs)) = next() {
                let tree = tree::write(repository, place);
                for program in &programs {
                    let row = match &tree {
                        Ok(()) => Case::new(&repository.name, program, place).run(),
                        Err(why) => {
                            let reason = Some(why.clone());
                            Row { reason, ..Row::new(&repository.name, program) }
                        }
                    };
                    let mut ran = ran.lock().unwrap_or_else(lock);
                    ran.push(row.clone());
                    eprintln!(
                        "[{:>3}/{count}] {:<18} {:>6.1} s  {}",
                        ran.len(),
                        row.verdict(),
                        row.seconds,
                        row.name()
                    );
                    if !row.is_good() {
                        eprintln!("          {}", table::why(&row));
                    }
                    self.keep(row)?;
                }
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(worker)).collect();
            let mut ended = workers.into_iter().map(|worker| worker.join());
            ended.try_for_each(|ended| ended.unwrap_or_else(|_| Err("a worker panicked".to_owned())))
        })?;
        Ok(ran.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner))
    }

    /// Takes a row in, and writes all: a run that is interrupted goes on with `--only new`.
    fn keep(&self, row: Row) -> Outcome<()> {
        let mut rows = self.rows();
        rows.retain(|old| (&old.repository, &old.program) != (&row.repository, &row.program));
        rows.push(row);
        drop(rows);
        record::write(&self.ordered()?, &self.json)
    }
}
