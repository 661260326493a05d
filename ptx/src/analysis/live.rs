//! Which values are still needed where.
//!
//! Sparse: each use marks the blocks on the ways back to its definition, so the cost is the size of the
//! answer and not blocks times values.

use super::cfg::Graph;
use crate::ir::{BlockId, Function, Value};

/// Values alive at the start and end of every block.
#[derive(Clone, Debug)]
pub struct Live {
    starts: Vec<Vec<Value>>,
    ends: Vec<Vec<Value>>,
}

impl Live {
    /// Liveness of a function; `graph` is [`Graph::of`] it.
    pub fn of(f: &Function, graph: &Graph) -> Live {
        Live::of_values(f, graph, |_| true)
    }

    /// The same without constants, which are known everywhere. A kernel that calls functions may use one of
    /// them in thousands of blocks, each of which leads to every other by way of a callee.
    pub fn of_computed(f: &Function, graph: &Graph) -> Live {
        Live::of_values(f, graph, |v| f.constant(v).is_none())
    }

    fn of_values(f: &Function, graph: &Graph, counts: impl Fn(Value) -> bool) -> Live {
        let blocks = graph.len();
        // Where each value is used (by an instruction, a selector or an edge), block by block.
        let home = homes(f);
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
            // A list that ends in `v` has it already: values are visited in order, one at a time.
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

    /// What is alive on every way into a block, ascending: not the block's parameters, which the edges
    /// define.
    pub fn at_start(&self, b: BlockId) -> &[Value] {
        &self.starts[b.index()]
    }

    /// What is alive at a block's end, ascending, the arguments of its edges included.
    pub fn at_end(&self, b: BlockId) -> &[Value] {
        &self.ends[b.index()]
    }
}

/// The block that defines each value, by value; `u32::MAX` for values of instructions in no block.
pub fn homes(f: &Function) -> Vec<u32> {
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
