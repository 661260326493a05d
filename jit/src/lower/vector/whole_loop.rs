//! Iterations of a loop that no lane of the strip has left.
//!
//! The lanes of a loop such as `for (i = threadIdx.x; i < n; i += blockDim.x)` diverge in its last iterations
//! only. As long as all lanes of a strip are in an innermost loop of a [chain](super::divergent), code
//! without masks runs it. Once a lane leaves, the code under masks continues from the same place.

use super::divergent::Chain;
use super::region_code::RegionCode;
use super::state::Vectors;
use crate::lower::vector::control::every;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value as Cl, types};
use ptx::ir::{BlockId, Edge, Term};

/// Maximum instructions and blocks of a loop that has code for whole iterations.
const MOST_INSTS: usize = 256;
const MOST_BLOCKS: usize = 16;

/// Target of an edge within a loop.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Inside,
    Back,
    Out,
}

/// A loop whose code for whole iterations is emitted.
struct Whole {
    /// Number of the loop in its chain, and its header's node.
    own: usize,
    header: usize,
    /// First block of an iteration.
    start: Block,
}

impl Vectors<'_> {
    /// Emits whole iterations of a loop, if it has any, before its code under masks.
    pub(super) fn whole_iterations(
        &mut self,
        code: &RegionCode<'_>,
        chain: &mut Chain,
        (order, own): (&[usize], usize),
        entering: Cl,
    ) {
        let Some(shared) = self.shared_blocks(code, chain, order, own) else { return };
        let [enter, start, masked] = std::array::from_fn(|_| self.e.b.create_block());
        let full = self.e.b.ins().icmp_imm_u(IntCC::Equal, entering, i64::from(every(self.width)));
        self.e.b.ins().brif(full, enter, &[], masked, &[]);
        self.e.open(enter);
        self.e.b.ins().jump(start, &[]);
        self.e.b.switch_to_block(start);
        self.forget_iteration(chain, order, own);
        let whole = Whole { own, header: chain.loops.get(own).header, start };
        // Blocks under masks find their first edge in their own code.
        let reached = (chain.reached.clone(), chain.reached_back.clone());
        for (&node, shared) in order.iter().zip(shared) {
            if !shared {
                self.guarded_block(code, chain, node);
                continue;
            }
            let [none, all] = [0, every(self.width)].map(|n| self.e.b.ins().iconst(types::I32, i64::from(n)));
            self.write(chain.masks[node], none);
            self.enter(all, false);
            let id = code.region.blocks[chain.blocks[node - 1]];
            self.body(id);
            self.leave_shared(code, chain, (node, id), &whole);
        }
        (chain.reached, chain.reached_back) = reached;
        self.e.b.seal_block(start);
        self.e.open(masked);
        self.active.vectors = None;
        self.active.entered += 1;
    }

    /// Returns which blocks of a loop run for all lanes in each whole iteration, in order; `None` for a loop
    /// without code for these.
    fn shared_blocks(
        &self,
        code: &RegionCode<'_>,
        chain: &Chain,
        order: &[usize],
        own: usize,
    ) -> Option<Vec<bool>> {
        let own_loop = chain.loops.get(own);
        let &[latch] = own_loop.latches.as_slice() else { return None };
        let inner = chain.loops.iter().any(|(_, other)| other.parent == Some(own));
        let id = |node: usize| code.region.blocks[chain.blocks[node - 1]];
        let block = |node: usize| self.e.f.block(id(node));
        let insts: usize = order.iter().map(|&node| block(node).insts.len()).sum();
        // Strips that are not whole run beside those that are: they seldom have all lanes.
        let beside = self.region.whole.is_none() && self.region.swept;
        let large = insts > MOST_INSTS || order.len() > MOST_BLOCKS;
        if inner || beside || large || self.e.asks.traced || order.last() != Some(&latch) {
            return None;
        }
        let ways = |node: usize| block(node).term.edges().map(|edge| self.way(code, chain, own, edge));
        let plain = |&node: &usize| {
            let one_back = ways(node).filter(|&way| way == Way::Back).count() < 2;
            self.analysis.sync_at_end(self.e.f, id(node)).is_none()
                && matches!(block(node).term, Term::Jump(_) | Term::Branch { .. })
                && one_back
        };
        let inside = |node: usize| -> Vec<usize> {
            let to = block(node).term.edges().filter(|edge| self.way(code, chain, own, edge) == Way::Inside);
            to.map(|edge| chain.node[&code.place[&edge.to]]).collect()
        };
        // A block is shared if no way to the end of the iteration avoids it.
        let is_shared = |&node: &usize| {
            if node == own_loop.header || node == latch {
                return true;
            }
            let (mut seen, mut todo) = (vec![own_loop.header], vec![own_loop.header]);
            while let Some(at) = todo.pop() {
                for to in inside(at) {
                    if to != node && !seen.contains(&to) {
                        seen.push(to);
                        todo.push(to);
                    }
                }
            }
            !seen.contains(&latch)
        };
        let shared: Vec<bool> = order.iter().map(is_shared).collect();
        let mut pairs = order.iter().zip(&shared);
        let leaves_together = pairs.all(|(&node, &shared)| shared || ways(node).all(|way| way != Way::Out));
        (order.iter().all(plain) && leaves_together).then_some(shared)
    }

    fn way(&self, code: &RegionCode<'_>, chain: &Chain, own: usize, edge: &Edge) -> Way {
        match code.place.get(&edge.to).and_then(|place| chain.node.get(place)) {
            Some(&node) if node == chain.loops.get(own).header => Way::Back,
            Some(&node) if chain.loops.contains(own, node) => Way::Inside,
            _ => Way::Out,
        }
    }

    /// Emits the terminator of a block that all lanes run.
    fn leave_shared(
        &mut self,
        code: &RegionCode<'_>,
        chain: &mut Chain,
        (node, id): (usize, BlockId),
        whole: &Whole,
    ) {
        let all = self.active.mask;
        let term: &Term = &self.e.f.block(id).term;
        let (cond, then, other) = match term {
            Term::Branch { cond, then, other } => (*cond, then, other),
            term => {
                term.edges().for_each(|edge| self.stay(code, chain, node, edge, whole));
                return;
            }
        };
        let ways = [then, other].map(|edge| self.way(code, chain, whole.own, edge));
        if !self.analysis.uniformity.is_divergent(id) {
            let cond = self.base(cond);
            let [yes, no, after] = std::array::from_fn(|_| self.e.b.create_block());
            self.e.b.ins().brif(cond, yes, &[], no, &[]);
            let mut open = false;
            for (block, edge, way) in [(yes, then, ways[0]), (no, other, ways[1])] {
                self.e.open(block);
                match way {
                    Way::Inside => {
                        self.edge(code, chain, node, edge, all);
                        self.e.b.ins().jump(after, &[]);
                        open = true;
                    }
                    Way::Back => self.stay(code, chain, node, edge, whole),
                    Way::Out => {
                        self.edge(code, chain, node, edge, all);
                        self.resume(chain, node);
                    }
                }
            }
            if open {
                self.e.open(after);
            }
            return;
        }
        let chunks = self.chunks(cond);
        let holds = self.bits_of(&chunks);
        let fails = self.e.b.ins().band_not(all, holds);
        if let Some(out) = ways.iter().position(|&way| way == Way::Out) {
            let [leave, stay] = std::array::from_fn(|_| self.e.b.create_block());
            let leaving = [holds, fails][out];
            self.e.b.ins().brif(leaving, leave, &[], stay, &[]);
            self.e.open(leave);
            self.edge(code, chain, node, then, holds);
            self.edge(code, chain, node, other, fails);
            self.resume(chain, node);
            self.e.open(stay);
            self.stay(code, chain, node, [then, other][1 - out], whole);
            return;
        }
        self.edge(code, chain, node, then, holds);
        self.edge(code, chain, node, other, fails);
    }

    /// Emits an edge that all lanes take within a loop.
    fn stay(&mut self, code: &RegionCode<'_>, chain: &mut Chain, from: usize, edge: &Edge, whole: &Whole) {
        if self.way(code, chain, whole.own, edge) == Way::Inside {
            return self.edge(code, chain, from, edge, self.active.mask);
        }
        let header = code.region.blocks[chain.blocks[whole.header - 1]];
        let params = &self.e.f.block(header).params;
        let values: Vec<_> = params.iter().zip(&edge.args).map(|(&p, &a)| (p, self.copy(p, a))).collect();
        for (param, value) in values {
            self.paste(param, value, None);
        }
        self.poll();
        self.e.b.ins().jump(whole.start, &[]);
    }

    /// Continues behind a block's code under masks.
    fn resume(&mut self, chain: &mut Chain, node: usize) {
        let at = *chain.resumed.entry(node).or_insert_with(|| self.e.b.create_block());
        self.e.b.ins().jump(at, &[]);
    }
}
