//! Operations that a device has carried out, with measured times, and their report.

use crate::json::nanoseconds;
use crate::report::{counted, micros};
use crate::{Operation, Time, Way};
use serde::Serialize;
use std::collections::BTreeMap;

/// Operation of a stream, with its times.
#[derive(Clone, Copy, Debug)]
pub struct Measured<'a> {
    /// Host thread that submitted it.
    pub host: u32,
    /// Name of the call.
    pub call: &'static str,
    /// Start and end of the call.
    pub called: (Time, Time),
    /// Its stream.
    pub stream: u32,
    /// What it is.
    pub operation: Operation<'a>,
    /// Start and end of its run; none if they are unknown.
    pub ran: Option<(Time, Time)>,
}

/// Sum of what has one name.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
struct Sum {
    count: u64,
    /// Bytes of copies.
    #[serde(skip_serializing_if = "is_zero")]
    bytes: u64,
    #[serde(rename = "ns", serialize_with = "nanoseconds")]
    time: Time,
    #[serde(rename = "longest_ns", serialize_with = "nanoseconds")]
    longest: Time,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn is_zero(bytes: &u64) -> bool {
    *bytes == 0
}

impl Sum {
    fn add(&mut self, bytes: u64, (start, end): (Time, Time)) {
        let time = end.saturating_sub(start);
        self.count += 1;
        self.bytes += bytes;
        self.time += time;
        self.longest = self.longest.max(time);
    }
}

/// Report of measured operations.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Report {
    device: String,
    /// End of the last operation.
    #[serde(rename = "end_ns", serialize_with = "nanoseconds")]
    end: Time,
    /// By kernel.
    grids: BTreeMap<String, Sum>,
    /// By direction.
    copies: BTreeMap<&'static str, Sum>,
    /// By name of the call.
    host_calls: BTreeMap<&'static str, Sum>,
    host_functions: u64,
    /// Operations without times.
    not_measured: u64,
}

impl Report {
    /// Starts the report of a device.
    pub fn new(device: &str) -> Report {
        Report { device: device.to_owned(), ..Report::default() }
    }

    /// Adds an operation and its call.
    pub fn measured(&mut self, done: &Measured<'_>) {
        self.host_call(done.call, done.called);
        if let Operation::Host = done.operation {
            self.host_functions += 1;
        }
        let Some(ran) = done.ran else {
            self.not_measured += 1;
            return;
        };
        self.end = self.end.max(ran.1);
        match done.operation {
            Operation::Grid { name, .. } => match self.grids.get_mut(name) {
                Some(sum) => sum.add(0, ran),
                None => self.grids.entry(name.to_owned()).or_default().add(0, ran),
            },
            Operation::Copy { way, bytes } => self.copies.entry(way.name()).or_default().add(bytes, ran),
            Operation::Host | Operation::Record | Operation::Wait => {}
        }
    }

    /// Adds a call of a host thread.
    pub fn host_call(&mut self, what: &'static str, called: (Time, Time)) {
        self.end = self.end.max(called.1);
        self.host_calls.entry(what).or_default().add(0, called);
    }

    /// Returns the report as lines of text; of kernels those first that took longest.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!("{}: ended at {}", self.device, micros(self.end))];
        let mut grids: Vec<_> = self.grids.iter().collect();
        grids.sort_by_key(|(name, sum)| (std::cmp::Reverse(sum.time), *name));
        for (name, sum) in grids {
            lines.push(format!("{} of `{name}`: {}", counted(sum.count, "grid"), times(sum)));
        }
        for (way, sum) in &self.copies {
            let what = if *way == Way::Fill.name() { "fill" } else { "copy" };
            let direction = if *way == Way::Fill.name() { String::new() } else { format!(" ({way})") };
            // Bytes by picoseconds are terabytes by second.
            let rate = sum.bytes as f64 * 1000.0 / sum.time.max(1) as f64;
            let bytes = counted(sum.bytes, "byte");
            let count = counted(sum.count, what);
            lines.push(format!("{count}{direction}, {bytes}: {}, {rate:.1} GB/s", times(sum)));
        }
        if self.host_functions > 0 {
            lines.push(counted(self.host_functions, "host function"));
        }
        for (what, sum) in &self.host_calls {
            lines.push(format!("{} of host threads, {what}: {}", counted(sum.count, "call"), times(sum)));
        }
        if self.not_measured > 0 {
            lines.push(format!("{} without times", counted(self.not_measured, "operation")));
        }
        lines
    }

    /// Returns the report as one line with a JSON object.
    pub fn json(&self) -> String {
        serde_json::to_string(self).expect("numbers and text are valid JSON")
    }
}

fn times(sum: &Sum) -> String {
    match sum.count {
        1 => micros(sum.time),
        _ => format!("{} in all, at most {}", micros(sum.time), micros(sum.longest)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chrome::Chrome;
    use device::GridSpec;

    fn operations<'a>(grid: &'a GridSpec) -> [Measured<'a>; 3] {
        let first = Measured {
            host: 0,
            call: "launch",
            called: (1_000_000, 3_000_000),
            stream: 2,
            operation: Operation::Grid { name: "saxpy", grid },
            ran: Some((4_000_000, 9_000_000)),
        };
        let copy = Operation::Copy { way: Way::DeviceToHost, bytes: 4000 };
        let second = Measured { call: "copy", operation: copy, ran: Some((9_000_000, 10_000_000)), ..first };
        [first, second, Measured { ran: None, ..first }]
    }

    #[test]
    fn report_adds_up_by_name() {
        let (grid, mut report) = (GridSpec::new(4, 128), Report::new("GPU"));
        operations(&grid).iter().for_each(|done| report.measured(done));
        report.host_call("synchronize", (3_000_000, 11_000_000));
        assert_eq!(
            report.lines(),
            [
                "GPU: ended at 11.000 µs",
                "1 grid of `saxpy`: 5.000 µs",
                "1 copy (d2h), 4000 bytes: 1.000 µs, 4.0 GB/s",
                "1 call of host threads, copy: 2.000 µs",
                "2 calls of host threads, launch: 4.000 µs in all, at most 2.000 µs",
                "1 call of host threads, synchronize: 8.000 µs",
                "1 operation without times",
            ]
        );
        let json = report.json();
        for part in [
            r#""device":"GPU","end_ns":11000"#,
            r#""grids":{"saxpy":{"count":1,"ns":5000,"longest_ns":5000}}"#,
            r#""copies":{"d2h":{"count":1,"bytes":4000,"ns":1000,"longest_ns":1000}}"#,
        ] {
            assert!(json.contains(part), "{json}");
        }
    }

    #[test]
    fn trace_has_calls_runs_and_arrows() {
        let grid = GridSpec::new(4, 128);
        let mut chrome = Chrome::of_measurements(Vec::new(), "GPU");
        operations(&grid).iter().for_each(|done| chrome.measured(done));
        let text = String::from_utf8(chrome.finish().expect("written")).expect("text");
        let events: Vec<serde_json::Value> = serde_json::from_str(&text).expect("an array");
        let named = |phase: &str, name: &str| {
            events.iter().filter(|event| event["ph"] == phase && event["name"] == name).count()
        };
        assert_eq!([named("X", "saxpy"), named("X", "copy d2h"), named("X", "launch")], [1, 1, 2]);
        assert_eq!([named("s", "op"), named("f", "op")], [2, 2]);
        assert!(text.contains("\"name\":\"streams of GPU\""), "{text}");
    }
}
