//! Report on a timeline at process exit.

use super::Timeline;
use crate::config::{ReportSetting, config};
use crate::trace::output;
use device::{StreamKind, StreamName};
use std::collections::BTreeSet;
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
        if config().report == ReportSetting::Off {
            return;
        }
        let rest = self.simulation.run();
        let called = Called { default_streams: &self.default_streams };
        let report = Report::from_simulation(&self.simulation, &self.simulation.sink().0, &rest, &called);
        output::report(self.ordinal, || report.lines(), || report.json());
    }
}
