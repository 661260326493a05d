//! Statements of host threads in scripts, and their labels.

use super::grid::Grid;
use super::read::{Reader, Result};
use super::words::{bytes, number, one, time};
use super::{Size, Step};
use crate::{Cost, Way};

impl Reader {
    pub(super) fn labelled(&mut self, line: usize, label: &str, verb: &str, words: &[&str]) -> Result<()> {
        if !["launch", "copy", "host", "record", "wait"].contains(&verb) {
            return Err(format!("`{verb}` submits no operation that `{label}` could label"));
        }
        if let Some(open) = self.open.last() {
            return Err(format!("a label inside the `repeat` of line {}", open.line));
        }
        let number = self.script.labels.len();
        if self.labels.insert(label.to_owned(), number).is_some() {
            return Err(format!("duplicate label `{label}`"));
        }
        let (step, size) = self.parse_step(verb, words)?;
        self.step(line, step, size);
        let (_, steps) = &self.script.threads[self.thread];
        self.script.labels.push((self.thread, steps.len() - 1));
        Ok(())
    }

    pub(super) fn step(&mut self, line: usize, step: Step, size: Size) {
        let sum = self.open.last_mut().map_or(&mut self.size, |open| &mut open.size);
        sum.calls = sum.calls.saturating_add(size.calls);
        sum.blocks = sum.blocks.saturating_add(size.blocks);
        if let Some(open) = self.open.last_mut() {
            open.steps.push(step);
            return;
        }
        if self.script.threads.is_empty() {
            self.script.threads.push(("main".into(), Vec::new()));
        }
        self.script.threads[self.thread].1.push((line, step));
    }

    /// `queue STREAM N`
    fn queue(&mut self, words: &[&str]) -> Result<Step> {
        let [stream, set] = words else { return Err("queue STREAM N".into()) };
        let (stream, set) = (self.find(stream)?, number(set)?);
        let sets = self.script.contexts[self.script.streams[stream].context].queues.len();
        match u32::try_from(set) {
            Ok(set) if set as usize <= sets => Ok(Step::Queues { stream, set }),
            _ => Err(format!("unknown set {set} of channels: its context has {sets} more")),
        }
    }

    /// `cost LABEL …`
    pub(super) fn cost_later(&mut self, words: &[&str]) -> Result<()> {
        let [label, option] = words else { return Err("cost LABEL CYCLES, or work=KERNEL".into()) };
        let number = self.label(label)?;
        let mut said = Grid::default();
        match option.strip_prefix("work=") {
            Some(name) => self.work(&mut said, name)?,
            None => said.cost = self.cost(option)?,
        }
        let (thread, step) = self.script.labels[number];
        match &mut self.script.threads[thread].1[step] {
            (_, Step::Launch { cost: cost @ Cost::Unknown, grid, .. }) => {
                *cost = said.cost;
                let launched = said.kernel.map_or(0, |kernel| kernel.launched_by(grid.blocks));
                self.size.blocks = self.size.blocks.saturating_add(launched);
                Ok(())
            }
            _ => Err(format!("`{label}` is not a launch with `cost=later`")),
        }
    }

    pub(super) fn label(&self, label: &str) -> Result<usize> {
        self.labels.get(label).copied().ok_or_else(|| format!("unknown label `{label}`"))
    }

    pub(super) fn thread(&mut self, name: &str) -> Result<()> {
        if let Some(open) = self.open.last() {
            return Err(format!("the `repeat` of line {} is open", open.line));
        }
        let threads = &mut self.script.threads;
        self.thread = threads.iter().position(|(other, _)| other == name).unwrap_or_else(|| {
            threads.push((name.to_owned(), Vec::new()));
            threads.len() - 1
        });
        Ok(())
    }

    /// Parses a statement of a thread; returns it with its size.
    pub(super) fn parse_step(&mut self, verb: &str, words: &[&str]) -> Result<(Step, Size)> {
        let (step, blocks) = match verb {
            "launch" => self.launch(words)?,
            _ => (self.small_step(verb, words)?, 0),
        };
        Ok((step, Size { calls: 1, blocks }))
    }

    fn small_step(&mut self, verb: &str, words: &[&str]) -> Result<Step> {
        match verb {
            "copy" => {
                let [stream, way, size, rest @ ..] = words else {
                    return Err("copy STREAM h2d|d2h|d2d|peer|fill BYTES [wait]".into());
                };
                let found = Way::ALL.iter().find(|(_, name)| name == way);
                let (way, _) =
                    found.ok_or_else(|| format!("unknown direction `{way}`: h2d, d2h, d2d, peer or fill"))?;
                let wait = match rest {
                    [] => false,
                    ["wait"] => true,
                    _ => return Err(format!("a copy has no `{}`", rest.join(" "))),
                };
                Ok(Step::Copy { stream: self.find(stream)?, way: *way, bytes: bytes(size)?, wait })
            }
            "host" => {
                let [stream, duration] = words else { return Err("host STREAM TIME".into()) };
                Ok(Step::Host { stream: self.find(stream)?, duration: time(duration)? })
            }
            "record" => {
                let [stream, event, rest @ ..] = words else {
                    return Err("record STREAM EVENT [untimed]".into());
                };
                let timing = match rest {
                    [] => true,
                    ["untimed"] => false,
                    _ => return Err(format!("a record has no `{}`", rest.join(" "))),
                };
                Ok(Step::Record { stream: self.find(stream)?, event: self.event(event), timing })
            }
            "wait" => {
                let stream = self.find(words.first().ok_or("wait STREAM EVENT")?)?;
                match words[1..] {
                    [event] => Ok(Step::Wait { stream, event: self.event(event) }),
                    ["for", "none"] => Ok(Step::WaitFor { stream, label: None }),
                    ["for", label] => Ok(Step::WaitFor { stream, label: Some(self.label(label)?) }),
                    _ => Err("wait STREAM EVENT, or wait STREAM for LABEL".into()),
                }
            }
            "sync" => match words {
                [] => {
                    self.context();
                    Ok(Step::Sync(self.context))
                }
                ["for", "none"] => Ok(Step::SyncFor(Vec::new())),
                ["for", labels @ ..] if !labels.is_empty() => {
                    labels.iter().map(|label| self.label(label)).collect::<Result<_>>().map(Step::SyncFor)
                }
                ["event", event] => Ok(Step::SyncEvent(self.event(event))),
                [stream] => Ok(Step::SyncStream(self.find(stream)?)),
                _ => Err("sync [STREAM | event EVENT | for LABEL…]".into()),
            },
            "at" => Ok(Step::Until(time(one(words, "a time")?)?)),
            "queue" => self.queue(words),
            "pending" => {
                let launches = number(one(words, "a number of launches")?)?;
                let launches =
                    u32::try_from(launches).map_err(|_| format!("{launches} launches are too many"))?;
                self.context();
                Ok(Step::Pending { context: self.context, launches })
            }
            "destroy" => Ok(Step::Destroy(self.find(one(words, "a stream")?)?)),
            "delay" => Ok(Step::Delay(time(one(words, "a time")?)?)),
            _ => Err(format!("unknown statement `{verb}`")),
        }
    }

    pub(super) fn event(&mut self, name: &str) -> u64 {
        let next = self.script.events.len() as u64;
        *self.script.events.entry(name.to_owned()).or_insert(next)
    }
}
