//! Kernels of a script: what the warps of a block do, step by step, where that includes launches.

use super::read::{Grid, Reader, Result, number};
use crate::sim::{Body, Child, Offer, Step, Target};
use std::sync::Arc;

/// A kernel whose `end` has not been read.
pub(super) struct Open {
    pub(super) line: usize,
    name: String,
    warps: usize,
    steps: Vec<Step>,
}

/// A grid, in how many threads of a warp it is launched, and how many items and cycles it is an offer of.
type Said = (Child, usize, Option<(u64, u64)>);

/// Threads of a warp.
const LANES: u64 = 32;

impl Reader {
    /// `kernel NAME [warps=N]`
    pub(super) fn kernel(&mut self, line: usize, words: &[&str]) -> Result<()> {
        let (name, options) = words.split_first().ok_or("the name of a kernel?")?;
        if self.kernels.contains_key(*name) {
            return Err(format!("there is a kernel `{name}` already"));
        }
        let mut warps = 1;
        for option in options {
            warps = match option.split_once('=') {
                Some(("warps", value)) => number(value)?,
                _ => return Err(format!("a kernel has no `{option}`: warps=N")),
            };
        }
        if !(1..=LANES).contains(&warps) {
            return Err(format!("a block of {warps} warps"));
        }
        let name = (*name).to_owned();
        self.kernel = Some(Open { line, name, warps: warps as usize, steps: Vec::new() });
        Ok(())
    }

    /// A line of a kernel.
    pub(super) fn of_kernel(&mut self, mut open: Open, verb: &str, words: &[&str]) -> Result<()> {
        let step = match (verb, words) {
            ("end", []) => {
                let body: Body = vec![open.steps; open.warps].into();
                self.kernels.insert(open.name, Arc::from([body]));
                return Ok(());
            }
            ("run", [cycles]) => Step::Run(number(cycles)?),
            ("join", []) => Step::Join,
            ("launch", _) => {
                let (child, lanes, _) = self.child(words)?;
                Step::Launch(vec![child; lanes].into())
            }
            ("offer", _) => {
                let (child, lanes, work) = self.child(words)?;
                let (items, serial) = work.ok_or("an offer says items=… and serial=…")?;
                Step::Offer(vec![Offer { items, serial, child }; lanes].into())
            }
            _ => return Err(format!("a kernel has no `{verb}`: run, launch, offer, join, end")),
        };
        open.steps.push(step);
        self.kernel = Some(open);
        Ok(())
    }

    /// `NAME [lanes=N] [stream=N|grid:N|forget|tail] [items=N serial=CYCLES]` and what describes a grid.
    fn child(&self, words: &[&str]) -> Result<Said> {
        let (name, options) = words.split_first().ok_or("the name of a kernel?")?;
        let (mut grid, mut lanes, mut target) = (Grid::default(), 1, Target::Block(0));
        let (mut items, mut serial) = (None, None);
        for option in options {
            match option.split_once('=') {
                Some(("lanes", value)) => lanes = number(value)?,
                Some(("items", value)) => items = Some(number(value)?),
                Some(("serial", value)) => serial = Some(number(value)?),
                Some(("stream", value)) => target = target_named(value)?,
                _ if self.grid_option(&mut grid, option)? => {}
                _ => return Err(format!("a launch by a block has no `{option}`")),
            }
        }
        if !(1..=LANES).contains(&lanes) {
            return Err(format!("{lanes} threads of a warp"));
        }
        let Grid { spec, cost, .. } = self.checked(grid)?;
        let child = Child { target, name: Arc::from(*name), grid: spec, cost, decided: None };
        Ok((child, lanes as usize, items.zip(serial)))
    }
}

fn target_named(text: &str) -> Result<Target> {
    let stream = |text: &str| {
        let number = text.parse().ok().filter(|&number| number < Target::STREAMS);
        number.ok_or_else(|| format!("no stream `{text}`: N, grid:N, forget or tail"))
    };
    Ok(match (text, text.strip_prefix("grid:")) {
        ("forget", _) => Target::FireAndForget,
        ("tail", _) => Target::Tail,
        (_, Some(number)) => Target::Grid(stream(number)?),
        _ => Target::Block(stream(text)?),
    })
}
