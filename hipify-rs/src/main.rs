//! The command `hipify-rs`: arguments, files, exit codes. See `--help`.

mod cli;

use clap::Parser;
use cli::{Cli, Format, Launch};
use hipify_rs::report::{Reason, Report};
use hipify_rs::walk::{self, Outcome, Treatment};
use hipify_rs::{KernelLaunch, Options, rule, translate};
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = Cli::parse();
    match run(&cli) {
        Ok(code) => code,
        // A reader that has seen enough is no error.
        Err(Failure::Output(e)) if e.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("hipify-rs: {failure}");
            ExitCode::from(2)
        }
    }
}

enum Failure {
    File(walk::Error),
    Output(io::Error),
    Usage(String),
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Failure::File(e) => e.fmt(f),
            Failure::Output(e) => write!(f, "cannot write to standard output: {e}"),
            Failure::Usage(text) => f.write_str(text),
        }
    }
}

impl From<walk::Error> for Failure {
    fn from(e: walk::Error) -> Self {
        Failure::File(e)
    }
}

impl From<io::Error> for Failure {
    fn from(e: io::Error) -> Self {
        Failure::Output(e)
    }
}

fn run(cli: &Cli) -> Result<ExitCode, Failure> {
    let mut out = io::stdout().lock();
    if cli.list_rules {
        for rule in rule::ALL {
            writeln!(out, "{}", rule.name)?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(name) = &cli.explain {
        let Some(rule) = rule::ALL.iter().find(|rule| rule.name == name) else {
            let names: Vec<_> = rule::ALL.iter().map(|rule| rule.name).collect();
            return Err(Failure::Usage(format!("no rule `{name}`; there are {}", names.join(", "))));
        };
        write!(out, "{}", rule.page)?;
        return Ok(ExitCode::SUCCESS);
    }
    let options = Options {
        kernel_launch: match cli.kernel_launch {
            Launch::Keep => KernelLaunch::Keep,
            Launch::Ggl => KernelLaunch::Ggl,
        },
        ..Options::default()
    };
    let dash = Path::new("-");
    if cli.paths.iter().any(|p| p == dash) || cli.output.as_deref() == Some(dash) {
        return to_stdout(cli, &options, &mut out);
    }
    let outcomes = if cli.check { check(cli, &options)? } else { write_tree(cli, &options)? };
    finish(cli, &outcomes, &mut out)
}

/// One file, or standard input, to standard output.
fn to_stdout(cli: &Cli, options: &Options, out: &mut impl Write) -> Result<ExitCode, Failure> {
    let [path] = cli.paths.as_slice() else {
        return Err(Failure::Usage("`-` takes exactly one file".to_owned()));
    };
    let (text, outcome) = if path == Path::new("-") {
        let mut text = Vec::new();
        let read = io::stdin().read_to_end(&mut text);
        read.map_err(|source| walk::Error { what: "read", path: path.clone(), source })?;
        let done = translate(&text, options);
        let changed = done.text != text;
        let outcome =
            Outcome { from: "<stdin>".into(), treatment: Treatment::Source, changed, report: done.report };
        (done.text, outcome)
    } else {
        walk::read(path, options)?
    };
    if !cli.quiet {
        print_notes(&outcome);
    }
    if cli.check {
        return Ok(exit_of_check(&[outcome]));
    }
    out.write_all(&text)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn check(cli: &Cli, options: &Options) -> Result<Vec<Outcome>, Failure> {
    let jobs = walk::jobs(&cli.paths, None)?;
    let each = jobs.iter().map(|job| Ok(walk::read(&job.from, options)?.1));
    each.collect()
}

fn write_tree(cli: &Cli, options: &Options) -> Result<Vec<Outcome>, Failure> {
    let mut outcomes = Vec::new();
    let groups: Vec<(Vec<PathBuf>, PathBuf)> = match &cli.output {
        Some(output) => vec![(cli.paths.clone(), output.clone())],
        None => cli.paths.iter().map(|path| (vec![path.clone()], beside(path))).collect(),
    };
    let show = io::stderr().is_terminal() && !cli.quiet;
    for (paths, output) in groups {
        let jobs = walk::jobs(&paths, Some(&output))?;
        for (n, job) in jobs.iter().enumerate() {
            if show && n % 64 == 0 && jobs.len() > 64 {
                eprint!("\r{n} of {} files", jobs.len());
            }
            outcomes.push(walk::run(job, &output, options)?);
        }
        if show && jobs.len() > 64 {
            eprintln!("\r{} files        ", jobs.len());
        }
    }
    Ok(outcomes)
}

/// `src` → `src.hip`
fn beside(path: &Path) -> PathBuf {
    let mut name = path.canonicalize().ok().and_then(|p| Some(p.file_name()?.to_owned())).unwrap_or_default();
    name.push(".hip");
    path.parent().map_or_else(|| PathBuf::from(&name), |parent| parent.join(&name))
}

fn print_notes(outcome: &Outcome) {
    for note in &outcome.report.notes {
        let kind = match note.reason {
            Reason::Unsupported => "unsupported",
            Reason::Look => "look",
            Reason::Internal => "internal error",
        };
        eprintln!("{}:{}:{}: {kind}: {}", outcome.from.display(), note.line, note.column, note.text);
    }
}

fn exit_of_check(outcomes: &[Outcome]) -> ExitCode {
    let open = outcomes.iter().any(|o| o.changed || o.report.total().left > 0);
    if open { ExitCode::from(1) } else { ExitCode::SUCCESS }
}

fn finish(cli: &Cli, outcomes: &[Outcome], out: &mut impl Write) -> Result<ExitCode, Failure> {
    let mut total = Report::default();
    for outcome in outcomes {
        total.add(&outcome.report);
        if !cli.quiet && cli.report.is_none() {
            print_notes(outcome);
        }
    }
    let of = |t: Treatment| outcomes.iter().filter(|o| o.treatment == t).count();
    match cli.report {
        Some(Format::Json) => {
            let files: Vec<_> = outcomes
                .iter()
                .filter(|o| o.treatment == Treatment::Source)
                .map(|o| serde_json::json!({"file": o.from, "changed": o.changed, "report": o.report}))
                .collect();
            let all = serde_json::json!({"total": total, "files": files});
            serde_json::to_writer_pretty(&mut *out, &all).map_err(io::Error::from)?;
            writeln!(out)?;
        }
        None => {
            let (sources, builds, copies) =
                (of(Treatment::Source), of(Treatment::Build), of(Treatment::Copy));
            writeln!(out, "{}", total.summary())?;
            writeln!(out, "{sources} sources, {builds} build files, {copies} files copied")?;
        }
    }
    Ok(if cli.check { exit_of_check(outcomes) } else { ExitCode::SUCCESS })
}
