//! Progress of a long simulation: printed to standard error about once a second.

use std::io::{IsTerminal as _, Write as _};
use std::time::{Duration, Instant};
use timeline::script::Size;
use timeline::{Event, Sink};

/// Events between two readings of the clock.
const OFTEN: u64 = 1024;
const PAUSE: Duration = Duration::from_secs(1);

/// Counter of events that prints the progress.
pub(crate) struct Progress {
    size: Size,
    calls: u64,
    blocks: u64,
    events: u64,
    said: Instant,
    /// `true` if lines overwrite each other.
    terminal: bool,
    any: bool,
}

impl Progress {
    /// Returns a counter for a script of a size, if requested or at a terminal.
    pub(crate) fn wanted(always: bool, size: Size) -> Option<Progress> {
        let terminal = std::io::stderr().is_terminal();
        let said = Instant::now();
        (always || terminal).then_some(Progress {
            size,
            calls: 0,
            blocks: 0,
            events: 0,
            said,
            terminal,
            any: false,
        })
    }

    /// Clears the line at the end.
    pub(crate) fn clear_line(&self) {
        if self.any && self.terminal {
            // Clears the line. A failure does not matter.
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }

    fn say(&mut self, micros: u64) {
        let (calls, blocks) = (self.size.calls, self.size.blocks);
        let share = |done: u64, of: u64| done.min(of).saturating_mul(100).checked_div(of).unwrap_or(100);
        let percent = share(self.calls, calls).min(share(self.blocks, blocks));
        let text = format!(
            "hip-sim: {percent} %: {} of {calls} calls, {} of at most {blocks} blocks, {micros} µs of virtual time",
            self.calls, self.blocks
        );
        let _ = match self.terminal {
            true => write!(std::io::stderr(), "\r\x1b[K{text}"),
            false => writeln!(std::io::stderr(), "{text}"),
        };
        (self.said, self.any) = (Instant::now(), true);
    }
}

impl Sink for Progress {
    fn event(&mut self, event: &Event<'_>) {
        let at = match *event {
            Event::HostCall { end, .. } => {
                self.calls += 1;
                end
            }
            Event::Blocks { sms, end, .. } => {
                self.blocks += sms.len() as u64;
                end
            }
            _ => return,
        };
        self.events += 1;
        if self.events.is_multiple_of(OFTEN) && self.said.elapsed() >= PAUSE {
            self.say(at / 1_000_000);
        }
    }
}
