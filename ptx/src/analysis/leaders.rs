//! Basic blocks that a warp executes as often as an earlier block, with the same lanes: in a record of what
//! lanes execute, the earlier block stands for them.
//!
//! That is so of a block that follows its leader on every path, if none leads to it past the leader, in the
//! same loops: the end of a conditional part follows its beginning. Which lanes take a branch shows in the
//! lanes that execute one of its targets.

use super::cfg::Graph;
use super::dom::Dominators;
use super::loops::Loops;
use crate::ir::{BlockId, Function};

/// Limit of the dominators that are tried as a block's leader.
const MOST_TRIED: usize = 64;

/// Leaders of a function's blocks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leaders {
    leader: Vec<BlockId>,
    told: Vec<Option<BlockId>>,
}

impl Leaders {
    /// Finds the leaders; blocks that `record` something else have records of their own in any case.
    pub fn new(f: &Function, records: impl Fn(BlockId) -> bool) -> Leaders {
        let graph = Graph::from_function(f);
        let dominators = Dominators::new(&graph);
        let loops = Loops::new(&graph, &dominators);
        let mut found = Leaders { leader: f.blocks().collect(), told: vec![None; graph.len()] };
        if loops.irreducible() {
            return found;
        }
        let after = Dominators::post(&graph);
        let same_loops = |a: usize, b: usize| loops.innermost(a) == loops.innermost(b);
        // A block's leader is that of the nearest block that it follows.
        let mut first: Vec<usize> = (0..graph.len()).collect();
        for n in graph.reverse_postorder() {
            let mut before = dominators.idom(n);
            for _ in 0..MOST_TRIED {
                let Some(other) = before else { break };
                if same_loops(other, n) && after.dominates(n, other) {
                    first[n] = first[other];
                    break;
                }
                before = dominators.idom(other);
            }
        }
        for (n, leader) in found.leader.iter_mut().enumerate() {
            if !records(BlockId::new(n)) {
                *leader = BlockId::new(first[n]);
            }
        }
        for block in f.blocks().filter(|&block| f.block(block).term.selector().is_some()) {
            let n = block.index();
            let tells =
                |&to: &usize| to != n && first[to] == to && same_loops(to, n) && graph.preds(to).len() == 1;
            match graph.succs(n).find(tells) {
                Some(to) => found.told[to] = Some(block),
                // The next record must be that of a target.
                None => {
                    for own in graph.succs(n).chain([n]) {
                        found.leader[own] = BlockId::new(own);
                    }
                }
            }
        }
        found
    }

    /// Returns the block with the record that stands for a block: itself if it has one.
    pub fn leader(&self, block: BlockId) -> BlockId {
        self.leader[block.index()]
    }

    /// Returns the branching block that has diverged if not all of its lanes execute `block`.
    pub fn diverged_branch(&self, block: BlockId) -> Option<BlockId> {
        self.told[block.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Op;

    /// Returns the leaders of a kernel's blocks, and the branches that they tell of.
    fn leaders(body: &str) -> (Vec<usize>, Vec<Option<usize>>) {
        let text = format!(
            ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 a)\n{{\n.reg .b32 \
             %r<9>;\n.reg .b64 %rd<9>;\n.reg .pred %p<4>;\nld.param.u64 %rd1, [a];\nmov.u32 %r1, %tid.x;\n\
             {body}\n}}\n"
        );
        let mut f = crate::Module::parse(&text).expect("PTX").lower("k").expect("a kernel");
        crate::pass::run(&mut f).expect("passes");
        let stores = |block: BlockId| {
            f.block(block).insts.iter().any(|&inst| matches!(f.inst(inst).op, Op::Store { .. }))
        };
        let found = Leaders::new(&f, stores);
        let told = f.blocks().map(|block| found.diverged_branch(block).map(BlockId::index)).collect();
        (f.blocks().map(|block| found.leader(block).index()).collect(), told)
    }

    #[test]
    fn joins_follow_branches_and_arms_tell_of_them() {
        let arm = |n: u32| {
            format!(
                "setp.gt.u32 %p1, %r1, {n};\n@%p1 bra L{n};\nadd.u32 %r2, %r1, {n};\n\
                 st.global.u32 [%rd1], %r2;\nL{n}:\nbar.sync 0;"
            )
        };
        let (leaders, told) = leaders(&format!("{}\n{}\nret;", arm(9), arm(5)));
        let recorded: Vec<usize> = (0..leaders.len()).filter(|&n| leaders[n] == n).collect();
        assert_eq!(recorded.len(), 3, "{leaders:?}");
        let of: Vec<usize> = recorded.iter().filter_map(|&n| told[n]).collect();
        assert_eq!(of.iter().map(|&n| leaders[n]).collect::<Vec<_>>(), [0, 0], "{leaders:?} {told:?}");
        assert_ne!(of[0], of[1]);
    }

    #[test]
    fn loops_have_records_of_their_own() {
        let body = "A:\nadd.u32 %r1, %r1, 1;\nsetp.lt.u32 %p1, %r1, 99;\n@%p1 bra A;\nst.global.u32 [%rd1], %r1;\nret;";
        let (leaders, told) = leaders(body);
        assert!(leaders.iter().enumerate().all(|(n, &leader)| n == leader), "{leaders:?}");
        assert!(told.iter().all(Option::is_none), "{told:?}");
    }
}
