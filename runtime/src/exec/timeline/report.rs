//! Report on a timeline at process exit.

use super::{Timeline, create};
use crate::config::{ReportSetting, config};
use device::{StreamKind, StreamName};
use std::collections::BTreeSet;
use std::io::Write as _;
use timeline::report::{Names, Report};

/// Names of streams and threads, as in the trace.
struct Called<'a> {
    default_streams: &'a BTreeSet<usize>,
}

impl Names for Called<'_> {
    fn stream(&self, number: usize) -> String {
        let kind = match self.default_streams.contains(&number) {
            true => StreamKind::Legacy,
            false => StreamKind::NonBlocking,
        };
        StreamName { kind, number }.to_string()
    }

    fn host(&self, number: u32) -> String {
        format!("host thread {number}")
    }
}

impl Timeline {
    /// Prints counters, false dependencies, blocked host threads, and the deadlock at the end, if any.
    pub(super) fn report(&mut self) {
        let setting = &config().report;
        if *setting == ReportSetting::Off {
            return;
        }
        let rest = self.simulation.run();
        let called = Called { default_streams: &self.default_streams };
        let report = Report::from_simulation(&self.simulation, &self.simulation.sink().0, &rest, &called);
        match setting {
            ReportSetting::Off => {}
            ReportSetting::Text => {
                let lines = report.lines();
                let (first, rest) =
                    lines.split_first().map_or(("", &lines[..]), |(first, rest)| (first, rest));
                let indented = rest.iter().map(|line| format!("hip:   {line}\n"));
                eprint!("hip: {first}\n{}", indented.collect::<String>());
            }
            ReportSetting::Json => eprintln!("{}", report.json()),
            ReportSetting::At(path) => {
                let Some(mut file) = create("HIP_SOFT_REPORT", Some(path), self.ordinal) else { return };
                if let Err(error) = writeln!(file, "{}", report.json()).and_then(|()| file.flush()) {
                    crate::trace::complain(&format!("HIP_SOFT_REPORT: {}: {error}", path.display()));
                }
            }
        }
    }
}
