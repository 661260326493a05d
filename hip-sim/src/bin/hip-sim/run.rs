//! `hip-sim run`: runs a script and prints its report as text or JSON, and its timeline.

use crate::Failure;
use crate::progress::Progress;
use std::fs::File;
use std::io::{self, BufWriter};
use std::path::PathBuf;
use timeline::Summary;
use timeline::chrome::Chrome;
use timeline::report::{Names, Report};
use timeline::script::{Outcome, Script, ScriptError};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The script; `-` for standard input.
    script: PathBuf,
    /// Use this statement for all of its kind in the script: device, placement, timing, channels, children
    /// or policy.
    #[arg(long, value_name = "STATEMENT")]
    set: Vec<String>,
    /// Write the timeline there, for Perfetto, chrome://tracing or `hip-sim view`.
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Write the timeline there as a page for a browser.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print the outcome as JSON; docs/simulation.md lists its members.
    #[arg(long)]
    json: bool,
    /// Say on standard error every second how far it is; without it, only on a terminal.
    #[arg(long)]
    progress: bool,
}

/// Names of the script.
impl Names for Called<'_> {
    fn stream(&self, number: usize) -> String {
        format!("stream {}", self.0.streams().nth(number).unwrap_or("?"))
    }

    fn host(&self, number: u32) -> String {
        format!("host thread {}", self.0.threads().nth(number as usize).unwrap_or("?"))
    }
}

struct Called<'a>(&'a Script);

/// Runs the script; returns whether it ended and nothing was rejected.
pub(crate) fn run(arguments: &Arguments) -> Result<bool, Failure> {
    let text = crate::read(&arguments.script)?;
    let of_script = |error: ScriptError| Failure::Script(arguments.script.clone(), error);
    let script = Script::read_with(&text, &arguments.set).map_err(of_script)?;
    let (mut file, mut page) = (None, None);
    if let Some(path) = &arguments.trace {
        let made = File::create(path).map_err(|error| Failure::Write(path.clone(), error))?;
        file = Some(named(&script, BufWriter::new(made)));
    }
    if arguments.html.is_some() {
        page = Some(named(&script, Vec::new()));
    }
    let progress = Progress::wanted(arguments.progress, script.size());
    let Outcome { mut simulation, rest, failures } =
        script.run((Summary::default(), (progress, (file, page))));
    let (progress, (file, page)) = &mut simulation.sink_mut().1;
    progress.iter().for_each(Progress::clear_line);
    if let (Some(path), Some(chrome)) = (&arguments.trace, file.take()) {
        chrome.finish().map_err(|error| Failure::Write(path.clone(), error))?;
    }
    if let (Some(path), Some(chrome)) = (&arguments.html, page.take()) {
        let trace = chrome.finish().map_err(|error| Failure::Write(path.clone(), error))?;
        crate::view::write_page(&String::from_utf8_lossy(&trace), path, path)?;
    }
    let summary = &simulation.sink().0;
    let report = Report::from_simulation(&simulation, summary, &rest, &Called(&script))
        .with_events(script.times(&simulation))
        .with_refused(failures.into_iter().map(|error| (error.line, error.what)));
    let text = if arguments.json { report.json() } else { report.lines().join("\n  ") };
    crate::print(&(text + "\n"));
    Ok(report.is_clean())
}

/// Returns a trace with the script's names.
fn named<W: io::Write>(script: &Script, out: W) -> Chrome<W> {
    let mut chrome = Chrome::new(out, &script.spec.name, script.spec.sms).with_device(&script.spec);
    script.label(&mut chrome);
    chrome
}
