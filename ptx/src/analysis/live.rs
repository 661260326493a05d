//! Liveness of values.
//!
//! The computation is sparse: each use marks the blocks on the paths back to its definition. The cost is
//! proportional to the result, not to blocks times values.

use super::cfg::Graph;
use crate::ir::{BlockId, Function, Value};

/// Live values at the start and end of each block.
#[derive(Clone, Debug)]
pub struct Live {
    starts: Vec<Vec<Value>>,
    ends: Vec<Vec<Value>>,
}

impl Live {
    /// Computes the liveness of a function with graph `graph`.
    pub fn new(f: &Function, graph: &Graph) -> Live {
        Live::filtered(f, graph, |_| true)
    }

    /// Computes the liveness without constants, which are known everywhere. A kernel with calls may use a
    /// constant in thousands of blocks, each of which reaches every other through a callee.
    pub fn without_constants(f: &Function, graph: &Graph) -> Live {
        Live::filtered(f, graph, |v| f.constant(v).is_none())
    }

    fn filtered(f: &Function, graph: &Graph, counts: impl Fn(Value) -> bool) -> Live {
        let blocks = graph.len();
        // Blocks that use each value (in an instruction, a selector or an edge).
        let home = defining_blocks(f);
        let mut used_in: Vec<Vec<u32>> = vec![Vec::new(); f.value_count()];
        let mut used_at_end: Vec<Vec<u32>> = vec![Vec::new(); f.value_count()];
        for b in f.blocks() {
            let here = b.index() as u32;
            let note = |list: &mut Vec<Vec<u32>>, v: Value| {
                let list = &mut list[v.index()];
                if list.last() != Some(&here) {
                    list.push(here);
                }
            };
            let block = f.block(b);
            for &i in &block.insts {
                f.inst(i).args.iter().for_each(|&v| note(&mut used_in, v));
            }
            block.term.selector().into_iter().for_each(|v| note(&mut used_in, v));
            block.term.edges().flat_map(|e| &e.args).for_each(|&v| note(&mut used_at_end, v));
        }
        let mut starts: Vec<Vec<Value>> = vec![Vec::new(); blocks];
        let mut ends: Vec<Vec<Value>> = vec![Vec::new(); blocks];
        let mut todo: Vec<usize> = Vec::new();
        for (n, v) in (0..f.value_count()).map(|n| (n, Value::new(n))).filter(|&(_, v)| counts(v)) {
            let at_home = |b: usize| home[n] == b as u32;
            // Values are visited in order, one at a time: a list that ends in `v` already contains it.
            for &b in &used_at_end[n] {
                if ends[b as usize].last() != Some(&v) {
                    ends[b as usize].push(v);
                    todo.push(b as usize);
                }
            }
            todo.extend(used_in[n].iter().map(|&b| b as usize));
            while let Some(b) = todo.pop() {
                if at_home(b) || starts[b].last() == Some(&v) {
                    continue;
                }
                starts[b].push(v);
                for p in graph.preds(b) {
                    if ends[p].last() != Some(&v) {
                        ends[p].push(v);
                        todo.push(p);
                    }
                }
            }
        }
        Live { starts, ends }
    }

    /// Returns the values live on every edge into a block, ascending, without the block's parameters.
    pub fn live_in(&self, b: BlockId) -> &[Value] {
        &self.starts[b.index()]
    }

    /// Returns the values live at a block's end, ascending, including the arguments of its edges.
    pub fn live_out(&self, b: BlockId) -> &[Value] {
        &self.ends[b.index()]
    }
}

/// Returns the index of the block that defines each value; `u32::MAX` for results of instructions in no
/// block.
pub fn defining_blocks(f: &Function) -> Vec<u32> {
    let mut home = vec![u32::MAX; f.value_count()];
    for b in f.blocks() {
        let block = f.block(b);
        let results = block.insts.iter().flat_map(|&i| &f.inst(i).results);
        for v in block.params.iter().chain(results) {
            home[v.index()] = b.index() as u32;
        }
    }
    home
}
