//! `cargo xtask gpu`: the recorded programs and the demo on this machine's GPU, by `HIP_BACKEND=cuda`.

use crate::install;
use crate::workspace::{Outcome, output, root};
use std::path::PathBuf;
use std::process::Command;

/// Arguments of `cargo xtask gpu`.
#[derive(clap::Args, Debug)]
pub(crate) struct Request {
    /// File for the report
    #[arg(long, value_name = "FILE", default_value = "target/gpu-report.md")]
    report: PathBuf,
}

/// Runs everything and writes the report; an error says what differs.
pub(crate) fn run(request: &Request) -> Outcome<()> {
    install::run(&root().join("target/sdk"), false)?;
    let mut recorded = Command::new(install::target(false).join("examples/recorded"));
    let mut demo = Command::new(std::env::current_exe().map_err(|e| format!("this program: {e}"))?);
    let date = output(Command::new("date").args(["-u", "+%Y-%m-%d"]), "date")?;
    let driver = ["--query-gpu=name,driver_version", "--format=csv,noheader"];
    let driver = output(Command::new("nvidia-smi").args(driver), "nvidia-smi").unwrap_or_default();
    let mut report = format!("# Report from a GPU\n\n{}, {}\n", date.trim(), driver.trim());
    let mut failed = Vec::new();
    for (what, command) in [("Recorded programs", &mut recorded), ("Demo", demo.arg("demo"))] {
        eprintln!("{what}");
        command.current_dir(root()).env("HIP_BACKEND", "cuda").env("HIP_SOFT_QUIET", "1");
        let text = output(command, what).unwrap_or_else(|why| {
            failed.push(what);
            why
        });
        report += &format!("\n## {what}\n\n```text\n{}\n```\n", text.trim_end());
    }
    let file = root().join(&request.report);
    std::fs::write(&file, report).map_err(|e| format!("{}: {e}", file.display()))?;
    eprintln!("the report is in {}", file.display());
    if failed.is_empty() { Ok(()) } else { Err(format!("failed: {}", failed.join(", "))) }
}
