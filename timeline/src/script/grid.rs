//! Grids in scripts: shapes and costs of their blocks.

use super::Step;
use super::kernel::Kernel;
use super::read::{Reader, Result};
use super::words::{bytes, number, time, unescaped};
use crate::Cost;
use device::GridSpec;
use std::sync::Arc;

/// Maximum number of blocks with listed costs, over all lists.
const MOST_LISTED: u64 = 1 << 26;

/// Description of a launch.
pub(super) struct Grid {
    pub(super) spec: GridSpec,
    name: String,
    pub(super) cost: Cost,
    /// The kernel, if it launches others, and its nesting depth.
    pub(super) kernel: Option<Kernel>,
    pub(super) depth: u32,
}

impl Grid {
    /// Returns its number of blocks, including launched grids and their blocks.
    pub(super) fn weight(&self) -> u64 {
        let launched = self.kernel.as_ref().map_or(0, |kernel| kernel.launched_by(self.spec.blocks));
        self.spec.blocks.saturating_add(launched).saturating_add(1)
    }
}

impl Default for Grid {
    fn default() -> Self {
        let (spec, cost) = (GridSpec::new(1, 32), Cost::Each(0));
        Grid { spec, name: "kernel".into(), cost, kernel: None, depth: 0 }
    }
}

impl Reader {
    pub(super) fn launch(&mut self, words: &[&str]) -> Result<(Step, u64)> {
        let (stream, options) =
            words.split_first().ok_or("launch STREAM [blocks=…] [threads=…] [cost=…] …")?;
        let stream = self.find(stream)?;
        let mut grid = Grid::default();
        for option in options {
            match option.split_once('=') {
                Some(("name", value)) => grid.name = unescaped(value)?,
                Some(("cost", "later")) => grid.cost = Cost::Unknown,
                _ if self.grid_option(&mut grid, option)? => {}
                _ => return Err(format!("a launch has no `{option}`")),
            }
        }
        let weight = grid.weight();
        let Grid { spec: grid, name, cost, .. } = self.checked(grid)?;
        Ok((Step::Launch { stream, name: Arc::from(name), grid, cost }, weight))
    }

    /// Applies an option that describes a grid; `false` if it is another kind of option.
    pub(super) fn grid_option(&mut self, into: &mut Grid, option: &str) -> Result<bool> {
        let grid = &mut into.spec;
        let small = |value: &str| -> Result<u32> {
            u32::try_from(number(value)?).map_err(|_| format!("`{value}` is too large"))
        };
        match option.split_once('=') {
            Some(("blocks", value)) => grid.blocks = number(value)?,
            Some(("threads", value)) => grid.threads = small(value)?,
            Some(("registers", value)) => grid.registers = small(value)?,
            Some(("shared", value)) => {
                let value = bytes(value)?;
                grid.shared_bytes = u32::try_from(value).map_err(|_| format!("{value} bytes shared"))?;
            }
            Some(("params", value)) => grid.param_bytes = small(value)?,
            Some(("cluster", value)) => grid.cluster = small(value)?,
            Some(("cost", value)) => into.cost = self.cost(value)?,
            Some(("work", name)) => {
                self.work(into, name)?;
            }
            None if option == "cooperative" => grid.cooperative = true,
            _ => return Ok(false),
        }
        Ok(true)
    }

    pub(super) fn work(&self, into: &mut Grid, name: &str) -> Result<()> {
        into.works(self.kernels.get(name).ok_or_else(|| format!("unknown kernel `{name}`"))?);
        Ok(())
    }

    /// Counts blocks that are described individually.
    pub(super) fn list(&mut self, blocks: u64) -> Result<()> {
        self.listed = self.listed.saturating_add(blocks);
        match self.listed {
            0..=MOST_LISTED => Ok(()),
            listed => Err(format!("{listed} blocks described individually: at most {MOST_LISTED}")),
        }
    }

    pub(super) fn checked(&self, grid: Grid) -> Result<Grid> {
        match grid.spec.threads {
            threads if threads == 0 || threads > self.script.spec.threads_per_block => {
                Err(format!("a block of {threads} threads"))
            }
            _ => Ok(grid),
        }
    }

    /// Parses cycles, a time, `endless`, or a list of cycles with optional counts: `300x8,310`.
    pub(super) fn cost(&mut self, text: &str) -> Result<Cost> {
        if text == "endless" {
            return Ok(Cost::Endless);
        }
        if text.contains([',', 'x']) {
            let mut list: Vec<u32> = Vec::new();
            for part in text.split(',') {
                let (cycles, times) = part.split_once('x').unwrap_or((part, "1"));
                let bad = || format!("invalid cost `{part}`");
                let cycles: u32 = cycles.parse().map_err(|_| bad())?;
                let times: u64 = times.parse().map_err(|_| bad())?;
                self.list(times)?;
                list.extend(std::iter::repeat_n(cycles, times as usize));
            }
            return Ok(Cost::List(list.into()));
        }
        match number(text) {
            Ok(cycles) => Ok(Cost::Each(cycles)),
            Err(_) => Ok(Cost::Each(time(text)?.div_ceil(self.script.timing.cycle.max(1)))),
        }
    }
}
