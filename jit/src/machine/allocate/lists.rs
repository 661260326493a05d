//! Lists for each value or block, in one array each.

use crate::machine::inst::{Code, NONE, Reg};

/// Blocks that store each value to the frame; its copy there is valid in those and in the ones they dominate.
pub(super) struct Stores {
    /// The latest store of each value.
    latest: Vec<u32>,
    /// Blocks, and the next earlier store of the same value.
    all: Vec<(u32, u32)>,
}

impl Stores {
    pub(super) fn new(values: usize) -> Stores {
        Stores { latest: vec![NONE; values], all: Vec::new() }
    }

    /// Adds a store of a value in a block.
    pub(super) fn push(&mut self, reg: Reg, block: u32) {
        let latest = &mut self.latest[reg as usize];
        self.all.push((block, *latest));
        *latest = self.all.len() as u32 - 1;
    }

    /// Returns the blocks that store a value, the latest one first.
    pub(super) fn blocks(&self, reg: Reg) -> impl Iterator<Item = u32> {
        let store = |n: u32| (n != NONE).then(|| self.all[n as usize]);
        std::iter::successors(store(self.latest[reg as usize]), move |&(_, next)| store(next))
            .map(|(block, _)| block)
    }
}

/// Arguments of edges to each block, and the index of their parameter.
pub(super) struct Passed {
    all: Vec<(Reg, u32)>,
    /// Place of each block's first one, and the length of the list at the end.
    starts: Vec<u32>,
}

impl Passed {
    pub(super) fn collect(code: &Code) -> Passed {
        let edges = || code.blocks.iter().flat_map(|block| block.end.edges());
        let mut starts = vec![0; code.blocks.len() + 1];
        edges().for_each(|edge| starts[edge.to as usize + 1] += edge.args.len() as u32);
        for n in 1..starts.len() {
            starts[n] += starts[n - 1];
        }
        let mut all = vec![(NONE, 0); starts[code.blocks.len()] as usize];
        let mut free = starts.clone();
        for edge in edges() {
            for (n, &arg) in (0..).zip(&edge.args) {
                let at = &mut free[edge.to as usize];
                all[*at as usize] = (arg, n);
                *at += 1;
            }
        }
        Passed { all, starts }
    }

    /// Returns the arguments of a block's edges.
    pub(super) fn to_block(&self, block: u32) -> &[(Reg, u32)] {
        let [start, end] = [0, 1].map(|n| self.starts[block as usize + n] as usize);
        &self.all[start..end]
    }
}
