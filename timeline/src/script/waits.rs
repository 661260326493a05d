//! Waits of blocks in scripts: `cause NAME POINT… [host]` and `waits LABEL BLOCK CYCLES CAUSE`, where a point
//! is `LABEL.BLOCK@CYCLES`, or `LABEL` for the completion of an operation. They follow the statements that
//! they name.

use super::read::{Reader, Result};
use super::words::number;
use super::{Script, Step};
use crate::{Cause, Cost, Coupled, Point, Ticket, WaitPoint};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A wait point of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Wait {
    pub(super) label: usize,
    block: u64,
    at: u64,
    cause: usize,
}

/// A wake-up condition: labels, each with a block and its cycles or for completion; and whether the host is a
/// producer too.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Awaited {
    points: Vec<(usize, Option<(u64, u64)>)>,
    host: bool,
}

impl Reader {
    /// `cause NAME POINT… [host]`
    pub(super) fn cause(&mut self, words: &[&str]) -> Result<()> {
        let [name, words @ ..] = words else { return Err("cause NAME LABEL.BLOCK@CYCLES… [host]".into()) };
        self.list(words.len() as u64)?;
        let mut cause = Awaited::default();
        for word in words {
            if *word == "host" {
                cause.host = true;
                continue;
            }
            let point = match word.split_once('.') {
                None => (self.label(word)?, None),
                Some((label, place)) => {
                    let (block, at) = place
                        .split_once('@')
                        .ok_or_else(|| format!("invalid point `{word}`: LABEL.BLOCK@CYCLES"))?;
                    (self.label(label)?, Some((number(block)?, number(at)?)))
                }
            };
            cause.points.push(point);
        }
        let number = self.script.causes.len();
        if self.causes.insert((*name).to_owned(), number).is_some() {
            return Err(format!("duplicate cause `{name}`"));
        }
        self.script.causes.push(cause);
        Ok(())
    }

    /// `waits LABEL BLOCK CYCLES CAUSE`
    pub(super) fn waits(&mut self, words: &[&str]) -> Result<()> {
        let [label, block, at, cause] = words else { return Err("waits LABEL BLOCK CYCLES CAUSE".into()) };
        self.list(1)?;
        let name = label;
        let (label, block, at) = (self.label(label)?, number(block)?, number(at)?);
        let cause = self.causes.get(*cause).copied().ok_or_else(|| format!("unknown cause `{cause}`"))?;
        let (thread, step) = self.script.labels[label];
        match &self.script.threads[thread].1[step].1 {
            Step::Launch { grid, cost: Cost::Each(_) | Cost::List(_), .. } if block < grid.blocks => {
                self.script.waits.push(Wait { label, block, at, cause });
                Ok(())
            }
            Step::Launch { cost: Cost::Each(_) | Cost::List(_), .. } => {
                Err(format!("`{name}` has no block {block}"))
            }
            _ => Err(format!("`{name}` is not a launch with a cost in cycles")),
        }
    }
}

impl Script {
    /// Returns the costs of launches with blocks that wait or are waited for, by thread and statement;
    /// `tickets` are those of the labels.
    pub(super) fn coupled(&self, tickets: &[Ticket]) -> BTreeMap<(usize, usize), Cost> {
        let mut places: BTreeMap<usize, Vec<Wait>> = BTreeMap::new();
        let awaited = self.causes.iter().flat_map(|cause| &cause.points);
        for &(label, _) in awaited.filter(|(_, place)| place.is_some()) {
            places.entry(label).or_default();
        }
        self.waits.iter().for_each(|&wait| places.entry(wait.label).or_default().push(wait));
        let cost = |(label, mut waits): (usize, Vec<Wait>)| {
            let (thread, step) = self.labels[label];
            let Step::Launch { cost, .. } = &self.threads[thread].1[step].1 else { return None };
            let cycles: Arc<[u32]> = match cost {
                Cost::Each(cycles) => [u32::try_from(*cycles).unwrap_or(u32::MAX)].into(),
                Cost::List(list) => Arc::clone(list),
                Cost::Work(_) | Cost::Coupled(_) | Cost::Endless | Cost::Unknown => return None,
            };
            waits.sort_by_key(|wait| (wait.block, wait.at));
            let (mut causes, mut numbers) = (Vec::new(), BTreeMap::new());
            let met = waits.iter().map(|wait| WaitPoint {
                block: wait.block,
                at: wait.at,
                cause: *numbers.entry(wait.cause).or_insert_with(|| {
                    causes.push(self.causes[wait.cause].cause(tickets));
                    (causes.len() - 1) as u32
                }),
            });
            let met = met.collect();
            Some(((thread, step), Cost::Coupled(Arc::new(Coupled { cycles, met, causes }))))
        };
        places.into_iter().filter_map(cost).collect()
    }
}

impl Awaited {
    fn cause(&self, tickets: &[Ticket]) -> Cause {
        let point = |&(label, place): &(usize, Option<(u64, u64)>)| match place {
            Some((block, at)) => Point::Block { launch: tickets[label], block, at },
            None => Point::Whole(tickets[label]),
        };
        Cause { points: self.points.iter().map(point).collect(), host: self.host }
    }
}

/// Formats the statements for the wait points of a launch; conditions are numbered from `first`.
pub(super) fn written(ticket: Ticket, coupled: &Coupled, first: u64) -> Vec<String> {
    let causes = (first..).zip(&coupled.causes).map(|(number, cause)| {
        let points = cause.points.iter().map(|point| match point {
            Point::Block { launch, block, at } => format!(" {launch}.{block}@{at}"),
            Point::Whole(ticket) => format!(" {ticket}"),
        });
        let host = if cause.host { " host" } else { "" };
        format!("cause c{number}{}{host}", points.collect::<String>())
    });
    let waits = coupled
        .met
        .iter()
        .map(|met| format!("waits {ticket} {} {} c{}", met.block, met.at, first + u64::from(met.cause)));
    causes.chain(waits).collect()
}
