//! `hip-sim view`: converts a trace to a self-contained page for a browser.

use crate::Failure;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The trace.
    trace: PathBuf,
    /// Page to write; default: the trace's path with the extension `html`.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Also draw the streams' blocks on the SMs, for documents.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

pub(crate) fn view(arguments: &Arguments) -> Result<(), Failure> {
    let output = arguments.output.clone().unwrap_or_else(|| arguments.trace.with_extension("html"));
    let text = crate::read(&arguments.trace)?;
    write_page(&text, &arguments.trace, &output)?;
    crate::print(&format!("{}\n", output.display()));
    if let Some(to) = &arguments.svg {
        let picture = timeline::picture::picture(&text);
        let picture = picture.map_err(|what| Failure::Trace(arguments.trace.clone(), what))?;
        std::fs::write(to, picture).map_err(|error| Failure::Write(to.clone(), error))?;
        crate::print(&format!("{}\n", to.display()));
    }
    Ok(())
}

/// Writes the page of a trace's text, which came from `trace`.
pub(crate) fn write_page(text: &str, trace: &Path, output: &Path) -> Result<(), Failure> {
    let page = timeline::page::page(text).map_err(|what| Failure::Trace(trace.to_owned(), what))?;
    std::fs::write(output, page).map_err(|error| Failure::Write(output.to_owned(), error))
}
