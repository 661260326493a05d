//! Command `hipify-rs`: arguments, output, exit codes. See `--help`.

mod batch;
mod cli;
mod hipify_options;
mod left_headers;
mod plan;
mod render;
mod serve;

use batch::{Done, Wants};
use clap::{CommandFactory, Parser};
use cli::{Cli, Format, Messages, When};
use hipify_rs::report::{FileReport, Report, counted, csv, html, json, markdown, sarif};
use hipify_rs::walk::{self, Outcome, Treatment};
use hipify_rs::{diff, rule, undo, write};
use plan::{Mistake, Mode, Plan};
use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let words = hipify_options::translate(std::env::args_os(), |path| Path::new(path).exists());
    if !words.refused.is_empty() {
        words.refused.iter().for_each(|why| eprintln!("hipify-rs: {why}"));
        return ExitCode::from(TROUBLE);
    }
    let cli = Cli::parse_from(words.args);
    if !words.ignored.is_empty() && !cli.quiet {
        eprintln!("hipify-rs: ignored, as not needed: {}", words.ignored.join(" "));
    }
    match run(&cli) {
        Ok(code) => code,
        // Not an error: the reader of the pipe has closed it.
        Err(Failure::Output(e)) if e.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("hipify-rs: {failure}");
            ExitCode::from(TROUBLE)
        }
    }
}

/// Content of the marker file in an output directory that lies among the sources.
const MARK: &[u8] =
    b"Output of hipify-rs, which reads no sources from this directory. Delete this file with the directory.\n";

/// Exit code of `--check`: a file would change or needs attention.
const OPEN: u8 = 1;
/// Exit code: invalid command line, or a file could not be read or written.
const TROUBLE: u8 = 2;

#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error(transparent)]
    Mistake(Mistake),
    #[error("cannot write to standard output: {0}")]
    Output(#[from] io::Error),
}

impl<E: Into<Mistake>> From<E> for Failure {
    fn from(e: E) -> Self {
        Failure::Mistake(e.into())
    }
}

fn usage(text: impl Into<String>) -> Failure {
    Failure::Mistake(Mistake::Usage(text.into()))
}

fn run(cli: &Cli) -> Result<ExitCode, Failure> {
    let mut out = io::stdout().lock();
    if about(cli, &mut out)? {
        return Ok(ExitCode::SUCCESS);
    }
    if cli.undo {
        return take_back(cli, &mut out);
    }
    let (config, directory) = plan::config(cli)?;
    if cli.serve {
        serve::run(&plan::options(cli, &config), io::stdin().lock(), &mut out)?;
        return Ok(ExitCode::SUCCESS);
    }
    let dash = Path::new("-");
    if cli.paths.iter().any(|p| p == dash) || cli.output.as_deref() == Some(dash) {
        return to_stdout(cli, &plan::options(cli, &config), &mut out);
    }
    let mut plan = plan::plan(cli, &config, &directory)?;
    let wants = wants(cli);
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = cli.jobs.map_or_else(cores, usize::from);
    if let Some(output) = &plan.below {
        write::replace(&output.join(walk::WRITTEN), MARK, None)?;
    }
    let context = batch::collect_context(&plan, threads);
    (plan.options.macros, plan.options.program) = (context.macros, context.program.into());
    plan.options.members = context.members;
    (plan.options.source_lists, plan.options.nvtx) = (context.source_lists, context.nvtx);
    plan.options.parallel_algorithms = context.parallel_algorithms;
    plan.options.own_headers = left_headers::own(&plan);
    plan.headers_beside = left_headers::headers_beside(&context.includes);
    plan.left_headers = left_headers::find(&plan, context.includes);
    let results = batch::run(&plan, wants, threads, progress(cli, plan.work.len()));
    let mut errors = std::mem::take(&mut plan.errors);
    let mut all = Vec::new();
    for result in results {
        result.map_or_else(|e| errors.push(e), |done| all.push(done));
    }
    if let Mode::InPlace { backup: true } = plan.mode {
        remember(&plan, &all, &mut errors);
    }
    finish(cli, &all, &errors, &mut out)
}

/// Answers options about the program itself; returns whether there was one.
fn about(cli: &Cli, out: &mut impl Write) -> Result<bool, Failure> {
    if cli.list_rules {
        for (name, _) in rule::pages() {
            writeln!(out, "{name}")?;
        }
    } else if let Some(name) = &cli.explain {
        let Some((_, page)) = rule::pages().find(|(rule, _)| rule == name) else {
            let names: Vec<_> = rule::pages().map(|(name, _)| name).collect();
            return Err(usage(format!("unknown rule `{name}`; the rules are {}", names.join(", "))));
        };
        write!(out, "{page}")?;
    } else if let Some(shell) = cli.completions {
        // Collected first: the generator panics if the pipe is closed.
        let mut text = Vec::new();
        clap_complete::generate(shell, &mut Cli::command(), "hipify-rs", &mut text);
        out.write_all(&text)?;
    } else if cli.man {
        clap_mangen::Man::new(Cli::command()).render(out)?;
    } else {
        return Ok(false);
    }
    Ok(true)
}

fn take_back(cli: &Cli, out: &mut impl Write) -> Result<ExitCode, Failure> {
    if cli.paths.is_empty() {
        return Err(usage("--undo requires a PATH"));
    }
    let mut trouble = false;
    let mut restored = 0;
    for path in &cli.paths {
        let undone = undo::undo(path, cli.force)?;
        restored += undone.restored.len();
        for error in &undone.errors {
            eprintln!("hipify-rs: {error}");
            trouble = true;
        }
    }
    writeln!(out, "files restored: {restored}")?;
    Ok(if trouble { ExitCode::from(TROUBLE) } else { ExitCode::SUCCESS })
}

fn colour(cli: &Cli, terminal: bool) -> bool {
    match cli.color {
        When::Always => true,
        When::Never => false,
        When::Auto => terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
    }
}

fn wants(cli: &Cli) -> Wants {
    let json = cli.message_format == Messages::Json;
    Wants {
        messages: (!cli.quiet && !json && !to_output(cli)).then_some(cli.message_format),
        colour: colour(cli, io::stderr().is_terminal()),
        patch: cli.diff.is_some(),
        replacements: json,
        rows: cli.report.iter().any(|report| report.format == Format::Html),
    }
}

/// Returns whether a report goes to standard output. Then it contains the notes, and nothing else is printed
/// there.
fn to_output(cli: &Cli) -> bool {
    cli.report.iter().any(|report| report.file.is_none())
}

/// Returns a progress display for a terminal, shown if there are many files.
fn progress(cli: &Cli, total: usize) -> impl FnMut(usize) + use<> {
    const MANY: usize = 64;
    let show = io::stderr().is_terminal() && !cli.quiet && total > MANY;
    let step = (total / 100).max(1);
    move |done| {
        if show && (done.is_multiple_of(step) || done == total) {
            let bar = "━".repeat(done * 30 / total);
            eprint!("\r{bar:<30} {done} of {total} files");
            if done == total {
                eprint!("\r\x1b[K");
            }
        }
    }
}

/// Translates one file, or standard input, to standard output.
fn to_stdout(cli: &Cli, options: &hipify_rs::Options, out: &mut impl Write) -> Result<ExitCode, Failure> {
    let [path] = cli.paths.as_slice() else {
        return Err(usage("`-` requires exactly one file"));
    };
    let stdin = path == Path::new("-");
    if stdin && cli.in_place {
        return Err(usage("standard input cannot be translated in place"));
    }
    if path.is_dir() {
        return Err(usage(format!("{} is a directory; `-o -` requires exactly one file", path.display())));
    }
    let fail = |source| walk::Error { what: "read", path: path.clone(), source };
    let (name, treatment, text) = if stdin {
        let text = walk::contents(io::stdin().lock()).map_err(fail)?;
        (PathBuf::from("<stdin>"), Treatment::Source, text)
    } else {
        let treatment = match walk::treatment(path) {
            Treatment::Copy => Treatment::Source,
            known => known,
        };
        (path.clone(), treatment, std::fs::File::open(path).and_then(walk::contents).map_err(fail)?)
    };
    let (new, outcome) = walk::treat(&name, treatment, &text, options);
    let done = batch::collect(&text, &new, outcome, wants(cli));
    let nothing = cli.check || cli.dry_run || cli.examine || cli.diff.is_some() || to_output(cli);
    if nothing || cli.message_format == Messages::Json {
        return finish(cli, &[done], &[], out);
    }
    match &cli.output {
        Some(output) if output != Path::new("-") => write::replace(output, &new, None)?,
        _ => out.write_all(&new)?,
    }
    eprint!("{}", done.notes);
    say_remark(&done.outcome);
    reports(cli, std::slice::from_ref(&done), &[], out)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Records the files translated in place, for `--undo`.
fn remember(plan: &Plan, all: &[Done], errors: &mut Vec<walk::Error>) {
    let mut lists: BTreeMap<&Path, Vec<(PathBuf, u64)>> = BTreeMap::new();
    for done in all {
        let (Some(print), Some(file)) = (done.fingerprint, &done.to) else { continue };
        let root = plan.roots.iter().find(|root| file.starts_with(root)).map(PathBuf::as_path);
        let Some(root) = root.or_else(|| file.parent()) else { continue };
        let below = file.strip_prefix(root).unwrap_or(file).to_owned();
        lists.entry(root).or_default().push((below, print));
    }
    for (root, files) in lists {
        if let Err(e) = undo::record(root, files) {
            errors.push(e);
        }
    }
}

fn say_remark(outcome: &Outcome) {
    if let Some(remark) = outcome.remark {
        eprintln!("hipify-rs: {} was copied unchanged: {remark}", walk::shown(&outcome.from));
    }
}

fn finish(
    cli: &Cli,
    all: &[Done],
    errors: &[walk::Error],
    out: &mut impl Write,
) -> Result<ExitCode, Failure> {
    let mut total = Report::default();
    for done in all {
        total.add(&done.outcome.report);
        eprint!("{}", done.notes);
        if !cli.quiet && cli.message_format != Messages::Json {
            say_remark(&done.outcome);
        }
    }
    for error in errors {
        eprintln!("hipify-rs: {error}");
    }
    if let Some(to) = &cli.diff {
        let patch: Vec<u8> = all.iter().flat_map(|done| done.patch.iter().copied()).collect();
        match to {
            Some(file) => write::replace(file, &patch, None)?,
            None if colour(cli, io::stdout().is_terminal()) => out.write_all(&diff::coloured(&patch))?,
            None => out.write_all(&patch)?,
        }
    }
    reports(cli, all, errors, out)?;
    // The summary must not mix with a patch or a report on standard output.
    if cli.message_format == Messages::Json {
        messages(all, errors, &total, out)?;
    } else if !to_output(cli) && !matches!(cli.diff, Some(None)) {
        let count = |t: Treatment| all.iter().filter(|done| done.outcome.treatment == t).count();
        let (sources, builds, copies) =
            (count(Treatment::Source), count(Treatment::Build), count(Treatment::Copy));
        if cli.print_stats || cli.examine {
            write!(out, "{}", total.table())?;
        }
        writeln!(out, "{}", total.summary())?;
        let [sources, builds, copies] =
            [(sources, "source"), (builds, "build file"), (copies, "file")].map(|(n, name)| counted(n, name));
        writeln!(out, "{sources}, {builds}, {copies} copied")?;
    }
    out.flush()?;
    let open = all.iter().any(|d| d.outcome.changed || d.outcome.report.total().left > 0);
    Ok(match (errors.is_empty(), cli.check && open) {
        (false, _) => ExitCode::from(TROUBLE),
        (true, true) => ExitCode::from(OPEN),
        (true, false) => ExitCode::SUCCESS,
    })
}

/// Writes the results for editors, one JSON object a line.
fn messages(all: &[Done], errors: &[walk::Error], total: &Report, out: &mut impl Write) -> io::Result<()> {
    use serde_json::json;
    for done in all.iter().filter(|done| done.outcome.treatment != Treatment::Copy) {
        let path = walk::shown(&done.outcome.from);
        let to = done.to.as_ref().map(|to| to.to_string_lossy());
        writeln!(
            out,
            "{}",
            json!({"kind": "file", "path": path, "changed": done.outcome.changed, "written": to})
        )?;
        for r in &done.replacements {
            writeln!(out, "{}", json!({"kind": "replacement", "path": path, "replacement": r}))?;
        }
        for note in &done.outcome.report.notes {
            writeln!(out, "{}", json!({"kind": "note", "path": path, "note": note}))?;
        }
    }
    for e in errors {
        writeln!(out, "{}", json!({"kind": "error", "path": walk::shown(&e.path), "text": e.to_string()}))?;
    }
    writeln!(out, "{}", json!({"kind": "summary", "total": total.total(), "families": total.families}))
}

/// Returns the program's version and its command line, for reports. No date, so the same run gives the same
/// bytes.
fn command_line() -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_=./,:+@%".contains(c);
    let words = std::env::args_os().skip(1).map(|word| match word.to_string_lossy().into_owned() {
        word if !word.is_empty() && word.chars().all(plain) => word,
        word => format!("'{}'", word.replace('\'', "'\\''")),
    });
    let line: Vec<String> = std::iter::once("hipify-rs".to_owned()).chain(words).collect();
    format!("hipify-rs {}: `{}`", env!("CARGO_PKG_VERSION"), line.join(" "))
}

fn reports(cli: &Cli, all: &[Done], errors: &[walk::Error], out: &mut impl Write) -> Result<(), Failure> {
    if cli.report.is_empty() {
        return Ok(());
    }
    let files: Vec<FileReport<'_>> =
        all.iter().map(|done| FileReport::new(&done.outcome, &done.rows)).collect();
    let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
    let about = command_line();
    for report in &cli.report {
        let text = match report.format {
            Format::Html => {
                match &report.file {
                    Some(file) => {
                        write::replace_with(file, None, |file| {
                            let mut file = io::BufWriter::new(file);
                            html::write(&files, &errors, &about, &mut file)?;
                            file.flush()
                        })?;
                    }
                    None => html::write(&files, &errors, &about, out)?,
                }
                continue;
            }
            Format::Json => json::write(&files, &errors),
            Format::Sarif => sarif::write(&files, &errors),
            Format::Csv => csv::write(&files),
            Format::Md => markdown::write(&files, &errors),
        };
        match &report.file {
            Some(file) => write::replace(file, text.as_bytes(), None)?,
            None => out.write_all(text.as_bytes())?,
        }
    }
    Ok(())
}
