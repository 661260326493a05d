//! Traces of measured operations: host threads and streams, without what only a simulation knows.

use super::{Chrome, HOSTS, STREAMS};
use crate::json::Members;
use crate::measured::Measured;
use crate::{Event, Sink, Time};
use std::io;

impl<W: io::Write> Chrome<W> {
    /// Starts the trace of a device whose operations are measured.
    pub fn of_measurements(out: W, device: &str) -> Self {
        let mut chrome = Chrome::empty(out, 0);
        for (pid, name) in [(HOSTS, "host threads".to_owned()), (STREAMS, format!("streams of {device}"))] {
            chrome.name_process(pid, &name);
        }
        chrome
    }

    /// Writes an operation: its call, and its run with an arrow between them.
    pub fn measured(&mut self, done: &Measured<'_>) {
        let (name, args) = self.description(done.operation);
        let number = self.count;
        self.host_call(done.host, done.call, done.called);
        let Some((start, end)) = done.ran else { return };
        let (from, to) = ((HOSTS, done.host), (STREAMS, done.stream));
        self.name_track(STREAMS, done.stream, &format!("stream {}", done.stream));
        self.arrow("s", from, number, done.called.1.saturating_sub(1000).max(done.called.0));
        self.arrow("f", to, number, start);
        self.span(to, &name, start, end, &args);
    }

    /// Writes a call of a host thread.
    pub fn host_call(&mut self, host: u32, what: &'static str, (start, end): (Time, Time)) {
        self.event(&Event::HostCall { host, what, start, end });
    }

    pub(super) fn name_process(&mut self, pid: u32, name: &str) {
        self.meta(pid, None, "process_name", Members::default().with("name", name.to_owned()));
        self.meta(pid, None, "process_sort_index", Members::default().with("sort_index", pid));
    }
}
