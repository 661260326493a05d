//! Kernels in scripts: steps of a block's warps, including launches.

use super::grid::Grid;
use super::read::{Reader, Result};
use super::words::{number, unescaped};
use crate::spawn::Decision;
use crate::{Body, Child, Cost, Offer, Step, Target};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A kernel before its `end`.
pub(super) struct Open {
    pub(super) line: usize,
    name: String,
    /// Number of identical warps, if warps are not described individually.
    warps: usize,
    blocks: Vec<Body>,
    /// Block being described: its count, its warps so far, and the count of the last warp.
    block: (usize, Vec<Vec<Step>>, usize),
    /// Cumulative launches of the blocks so far.
    launches: Vec<u64>,
    launched: u64,
    depth: u32,
}

/// A kernel that can be launched.
#[derive(Clone)]
pub(super) struct Kernel {
    pub(super) bodies: Arc<[Body]>,
    /// Cumulative launches of the listed blocks; grids and their blocks count.
    launches: Arc<[u64]>,
    /// Nesting depth of the grids that it launches.
    pub(super) depth: u32,
}

impl Kernel {
    /// Returns the launches of a grid of `blocks` blocks.
    pub(super) fn launched_by(&self, blocks: u64) -> u64 {
        let listed = self.launches.len() as u64;
        match (usize::try_from(blocks.min(listed)).unwrap_or(0), &*self.launches) {
            (0, _) => 0,
            (at, all) if blocks <= listed => all[at - 1],
            (at, all) => {
                let each = all[at - 1] - at.checked_sub(2).map_or(0, |before| all[before]);
                all[at - 1].saturating_add(each.saturating_mul(blocks - listed))
            }
        }
    }
}

/// A grid, the number of launching threads of a warp, the items and cycles of an offer, and the total size.
type Said = (Child, usize, Option<(u64, u64)>, u64);

/// Threads of a warp.
const LANES: u64 = 32;
/// Maximum nesting of kernels, more than a device allows.
const DEEPEST: u32 = 64;

impl Reader {
    /// `kernel NAME [warps=N]`
    pub(super) fn kernel(&mut self, line: usize, words: &[&str]) -> Result<()> {
        let (name, options) = words.split_first().ok_or("missing kernel name")?;
        if self.kernels.contains_key(*name) {
            return Err(format!("duplicate kernel `{name}`"));
        }
        let mut warps = 1;
        for option in options {
            warps = match option.split_once('=') {
                Some(("warps", value)) => number(value)?,
                _ => return Err(format!("a kernel has no `{option}`: warps=N")),
            };
        }
        let warps = few(warps)?;
        self.kernel = Some(Open {
            line,
            name: (*name).to_owned(),
            warps,
            blocks: Vec::new(),
            block: (1, vec![Vec::new()], warps),
            launches: Vec::new(),
            launched: 0,
            depth: 1,
        });
        Ok(())
    }

    /// Parses a line of a kernel.
    pub(super) fn kernel_line(&mut self, mut open: Open, verb: &str, words: &[&str]) -> Result<()> {
        match (verb, words) {
            ("end", []) => {
                self.block_over(&mut open)?;
                let Open { name, blocks, launches, depth, .. } = open;
                self.kernels.insert(name, Kernel { bodies: blocks.into(), launches: launches.into(), depth });
                return Ok(());
            }
            ("block", _) => {
                let times = times(words)?;
                if !open.blocks.is_empty() || open.block.1 != [vec![]] {
                    self.block_over(&mut open)?;
                }
                open.block = (usize::try_from(times).unwrap_or(usize::MAX), vec![Vec::new()], open.warps);
            }
            ("warp", _) => {
                let times = few(times(words)?)?;
                // An empty description before the first warp is dropped.
                if open.block.1 != [vec![]] || open.block.2 != open.warps {
                    warp_over(&mut open)?;
                    open.block.1.push(Vec::new());
                }
                open.block.2 = times;
            }
            ("run", [cycles]) => add(&mut open, Step::Run(number(cycles)?)),
            ("join", []) => add(&mut open, Step::Join),
            ("launch" | "offer" | "also", _) => {
                let (child, lanes, work, weight) = self.child(words, &mut open.depth)?;
                let times = (open.block.2 as u64).saturating_mul(open.block.0 as u64);
                let weight = weight.saturating_mul(lanes as u64).saturating_mul(times);
                open.launched = open.launched.saturating_add(weight);
                let last = open.block.1.last_mut().and_then(|warp| warp.last_mut());
                match (verb, work, last) {
                    ("launch", None, _) => add(&mut open, Step::Launch(vec![child; lanes].into())),
                    ("offer", Some((items, serial)), _) => {
                        add(&mut open, Step::Offer(vec![Offer { items, serial, child }; lanes].into()));
                    }
                    ("also", None, Some(Step::Launch(beside))) => *beside = joined(beside, child, lanes)?,
                    ("also", Some((items, serial)), Some(Step::Offer(beside))) => {
                        *beside = joined(beside, Offer { items, serial, child }, lanes)?;
                    }
                    ("also", ..) => {
                        return Err("`also` must follow a launch, or an offer for another offer".into());
                    }
                    ("offer", ..) => return Err("an offer needs items=… and serial=…".into()),
                    _ => return Err("a launch has no items=… and serial=…: an offer has".into()),
                }
            }
            ("declined", [decision]) => {
                let (decision, items) = decided(decision, false)?;
                add(&mut open, Step::Declined { decision, items });
            }
            _ => {
                return Err(format!(
                    "a kernel has no `{verb}`: run, launch, also, offer, declined, join, warp, block, end"
                ));
            }
        }
        self.kernel = Some(open);
        Ok(())
    }

    /// Ends the description of a block.
    fn block_over(&mut self, open: &mut Open) -> Result<()> {
        warp_over(open)?;
        let (times, warps, _) = std::mem::take(&mut open.block);
        self.list(times as u64)?;
        let before = open.launches.last().copied().unwrap_or(0);
        let each = (open.launched - before) / times.max(1) as u64;
        let body: Body = warps.into();
        for n in 1..=times as u64 {
            open.blocks.push(Arc::clone(&body));
            open.launches.push(before.saturating_add(each.saturating_mul(n)));
        }
        open.launched = open.launches.last().copied().unwrap_or(0);
        Ok(())
    }

    /// Parses `NAME [lanes=N] [stream=N|grid:N|forget|tail] [items=N serial=CYCLES] [decided=…]` and the
    /// options of a grid.
    fn child(&mut self, words: &[&str], depth: &mut u32) -> Result<Said> {
        let (name, options) = words.split_first().ok_or("missing kernel name")?;
        let (mut grid, mut lanes, mut target) = (Grid::default(), 1, Target::Block(0));
        let (mut items, mut serial, mut before) = (None, None, None);
        for option in options {
            match option.split_once('=') {
                Some(("lanes", value)) => lanes = number(value)?,
                Some(("items", value)) => items = Some(number(value)?),
                Some(("serial", value)) => serial = Some(number(value)?),
                Some(("stream", value)) => target = target_named(value)?,
                Some(("decided", value)) => before = Some(decided(value, true)?),
                _ if self.grid_option(&mut grid, option)? => {}
                _ => return Err(format!("a launch by a block has no `{option}`")),
            }
        }
        if !(1..=LANES).contains(&lanes) {
            return Err(format!("{lanes} threads of a warp"));
        }
        *depth = (*depth).max(grid.depth + 1);
        if *depth > DEEPEST {
            return Err(format!("kernels nest more than {DEEPEST} deep"));
        }
        let weight = grid.weight();
        let Grid { spec, cost, .. } = self.checked(grid)?;
        let name = unescaped(name)?;
        let child = Child { target, name: Arc::from(name), grid: spec, cost, decided: before };
        Ok((child, lanes as usize, items.zip(serial), weight))
    }
}

/// Appends work of further threads of a warp at the same time.
fn joined<T: Clone>(beside: &[T], more: T, lanes: usize) -> Result<Arc<[T]>> {
    let all: Vec<T> = beside.iter().cloned().chain(vec![more; lanes]).collect();
    if all.len() as u64 > LANES { Err(format!("{} threads of a warp", all.len())) } else { Ok(all.into()) }
}

fn add(open: &mut Open, step: Step) {
    if let Some(warp) = open.block.1.last_mut() {
        warp.push(step);
    }
}

/// Ends the description of a warp.
fn warp_over(open: &mut Open) -> Result<()> {
    let (_, warps, times) = &mut open.block;
    if let Some(last) = warps.last().cloned() {
        warps.extend(vec![last; *times - 1]);
    }
    *times = 1;
    few(warps.len() as u64).map(drop)
}

/// Checks a number of warps.
fn few(warps: u64) -> Result<usize> {
    match warps {
        1..=LANES => Ok(warps as usize),
        _ => Err(format!("a block of {warps} warps")),
    }
}

/// `[times=N]`
fn times(words: &[&str]) -> Result<u64> {
    match words {
        [] => Ok(1),
        [word] => match word.split_once('=') {
            Some(("times", value)) => number(value),
            _ => Err(format!("`{word}`: times=N")),
        },
        _ => Err(format!("`{}`: times=N", words.join(" "))),
    }
}

/// Parses `ITEMS[:CHILD[:PARENT]]`: amount of work, and estimates in cycles, `-` for none.
fn decided(text: &str, launch: bool) -> Result<(Decision, u64)> {
    let mut parts = text.split(':');
    let mut estimate = || match parts.next() {
        None | Some("-") => Ok(None),
        Some(part) => number(part).map(Some),
    };
    let (items, child, parent) = (estimate()?, estimate()?, estimate()?);
    match (items, parts.next()) {
        (Some(items), None) => Ok((Decision { launch, child, parent }, items)),
        _ => Err(format!("invalid decision `{text}`: ITEMS:CHILD:PARENT")),
    }
}

fn target_named(text: &str) -> Result<Target> {
    let stream = |text: &str| {
        let number = text.parse().ok().filter(|&number| number < Target::STREAMS);
        number.ok_or_else(|| format!("unknown stream `{text}`: N, grid:N, forget or tail"))
    };
    Ok(match (text, text.strip_prefix("grid:")) {
        ("forget", _) => Target::FireAndForget,
        ("tail", _) => Target::Tail,
        (_, Some(number)) => Target::Grid(stream(number)?),
        _ => Target::Block(stream(text)?),
    })
}

/// Kernels that were described, by name.
pub(super) type Kernels = BTreeMap<String, Kernel>;

impl Grid {
    /// Sets the costs of a kernel.
    pub(super) fn works(&mut self, kernel: &Kernel) {
        self.cost = Cost::Work(Arc::clone(&kernel.bodies));
        (self.depth, self.kernel) = (kernel.depth, Some(kernel.clone()));
    }
}
