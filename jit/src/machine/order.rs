//! The order of blocks: definitions before uses, loops contiguous, rarely executed blocks after others.

use cranelift_codegen::dominator_tree::DominatorTree;
use cranelift_codegen::flowgraph::ControlFlowGraph;
use cranelift_codegen::ir::{Block, Function};
use cranelift_codegen::loop_analysis::LoopAnalysis;

/// Reachable blocks in order, and what the control-flow graph says about them by their place.
pub(super) struct Order {
    pub(super) blocks: Vec<Block>,
    /// Place of each block; `u32::MAX` if it is unreachable.
    pub(super) place: Vec<u32>,
    pub(super) idom: Vec<u32>,
    /// Header of each block's innermost loop, and the number of loops around it.
    pub(super) loops: Vec<Option<u32>>,
    /// The loop around each loop, by their headers.
    pub(super) outer: Vec<Option<u32>>,
    pub(super) depth: Vec<u32>,
    pub(super) header: Vec<bool>,
}

impl Order {
    pub(super) fn of(f: &Function) -> Option<Order> {
        let cfg = ControlFlowGraph::with_function(f);
        let dominators = DominatorTree::with_function(f, &cfg);
        let mut loops = LoopAnalysis::new();
        loops.compute(f, &cfg, &dominators);
        let blocks = reverse_postorder(f, &cfg, &loops)?;
        let mut place = vec![u32::MAX; f.dfg.num_blocks()];
        for (n, block) in blocks.iter().enumerate() {
            place[block.as_u32() as usize] = n as u32;
        }
        let at = |block: Block| place[block.as_u32() as usize];
        let idom = blocks.iter().map(|&b| dominators.idom(b).map_or(0, at)).collect();
        let headers =
            blocks.iter().map(|&b| loops.innermost_loop(b).map(|l| at(loops.loop_header(l)))).collect();
        let outer = blocks.iter().map(|&b| {
            let own = loops.is_loop_header(b)?;
            loops.loop_parent(own).map(|l| at(loops.loop_header(l)))
        });
        let outer = outer.collect();
        let depth = blocks.iter().map(|&b| loops.loop_level(b).level() as u32).collect();
        let header = blocks.iter().map(|&b| loops.is_loop_header(b).is_some()).collect();
        Some(Order { place, idom, loops: headers, outer, depth, header, blocks })
    }
}

/// Returns the blocks in reverse postorder. Ways out of a loop and rarely executed blocks are visited first,
/// so that they come last.
fn reverse_postorder(f: &Function, cfg: &ControlFlowGraph, loops: &LoopAnalysis) -> Option<Vec<Block>> {
    let entry = f.layout.entry_block()?;
    let mut seen = vec![false; f.dfg.num_blocks()];
    let mut order = Vec::with_capacity(f.dfg.num_blocks());
    let successors = |block: Block| {
        let own = loops.innermost_loop(block);
        let mut next: Vec<Block> = cfg.succ_iter(block).collect();
        let late = |to: &Block| {
            let leaves = own.is_some_and(|own| !loops.is_in_loop(*to, own));
            (!f.layout.is_cold(*to), !leaves)
        };
        // Stable, and the last of the least hurried is visited first: targets keep their order in the code.
        next.reverse();
        next.sort_by_key(late);
        next.reverse();
        next
    };
    seen[entry.as_u32() as usize] = true;
    let mut stack = vec![(entry, successors(entry))];
    while let Some((block, rest)) = stack.last_mut() {
        match rest.pop() {
            None => {
                order.push(*block);
                stack.pop();
            }
            Some(to) => {
                let seen = &mut seen[to.as_u32() as usize];
                if !*seen {
                    *seen = true;
                    stack.push((to, successors(to)));
                }
            }
        }
    }
    order.reverse();
    Some(order)
}
