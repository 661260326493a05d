//! Linearised divergent control flow.
//!
//! The blocks between a divergent branch and the reconvergence of its lanes form a chain: they stand one
//! after the other in topological order, each behind a test whether any lane is in it. An edge adds its lanes
//! to its target's mask and assigns the target's parameters in those lanes only. A loop is repeated while any
//! lane is in it; arguments of its back-edges are held aside until all its blocks have run.

use super::chunk::{Cell, Copied, MOST};
use super::region_code::{ChainStart, NotVectorizable, RegionCode};
use super::state::Vectors;
use super::values::MANY;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value as Cl, types};
use ptx::analysis::cfg::Graph;
use ptx::analysis::dom::Dominators;
use ptx::analysis::loops::Loops;
use ptx::ir::{BlockId, Edge, Term, Type};
use std::collections::{BTreeMap, BTreeSet};

/// The blocks of a chain in order, and the state of their code.
pub(super) struct Chain {
    /// Position, in the region's order, of the block where the lanes diverge.
    root: usize,
    /// Positions in the region's order. Node `k + 1` of the graph is `blocks[k]`; node 0 stands for the root.
    pub(super) blocks: Vec<usize>,
    pub(super) node: BTreeMap<usize, usize>,
    pub(super) loops: Loops,
    order: Vec<usize>,
    /// Active lanes of each block, by node.
    pub(super) masks: Vec<Cell>,
    /// Lanes that continue a loop, by the node of its header.
    continuing: BTreeMap<usize, Cell>,
    /// Arguments of back-edges for parameters of a loop's header, until the iteration ends.
    pub(super) pending: BTreeMap<(usize, usize), Vec<Cell>>,
    /// Block where all lanes reconverge, and the lanes that have reached it.
    exit: Option<usize>,
    out: Cell,
    /// Nodes that already have an incoming edge, and headers that have an incoming back-edge.
    pub(super) reached: BTreeSet<usize>,
    pub(super) reached_back: BTreeSet<usize>,
    /// Parameters of the exit that only blocks behind it read.
    exit_params: Vec<ptx::ir::Value>,
    /// Values by node that are [forgotten](super::forget) before they are defined anew.
    pub(super) forgettable: Vec<(usize, Vec<ptx::ir::Value>)>,
    /// Code behind blocks of loops where [whole iterations](super::whole_loop) continue under masks, by node.
    pub(super) resumed: BTreeMap<usize, Block>,
}

impl Vectors<'_> {
    /// Emits a chain at the current position.
    pub(super) fn chain(
        &mut self,
        code: &mut RegionCode<'_>,
        root: &ChainStart,
    ) -> Result<(), NotVectorizable> {
        let mut chain = self.collect_chain(code, *root)?;
        code.made += chain.blocks.len();
        if code.made > 4 * code.region.blocks.len() + 64 {
            return Err(NotVectorizable::Order);
        }
        let none = self.e.b.ins().iconst(types::I32, 0);
        for &cell in chain.masks.iter().chain(chain.continuing.values()).chain([&chain.out]) {
            self.write(cell, none);
        }
        // Lanes that are at the start of a block have its parameters.
        let entered = match *root {
            ChainStart::Entry(at) => Some(chain.node[&at]),
            ChainStart::Branch(_) => None,
        };
        let values = chain.forgettable.iter().enumerate();
        let values = values
            .flat_map(|(node, (params, values))| &values[if Some(node) == entered { *params } else { 0 }..]);
        self.forget(values.chain(&chain.exit_params).copied().collect::<Vec<_>>());
        let from = match *root {
            ChainStart::Entry(at) => {
                let alive = self.e.b.use_var(self.active.alive);
                let node = chain.node[&at];
                self.write(chain.masks[node], alive);
                chain.reached.insert(node);
                at
            }
            ChainStart::Branch(at) => {
                let mask = self.active.mask;
                self.leave_block(code, &mut chain, 0, code.region.blocks[at], mask);
                at
            }
        };
        let order = chain.order.clone();
        self.emit_blocks(code, &mut chain, &order, None);
        let Some(exit) = chain.exit else {
            self.end_strip();
            return Ok(());
        };
        if self.region.whole.is_some() {
            // All lanes arrive.
            self.jump_to(code, exit);
            return Ok(());
        }
        let out = self.read(chain.out);
        self.e.b.def_var(self.active.alive, out);
        let (resume, end) = (self.e.b.create_block(), self.strip().end);
        self.e.b.ins().brif(out, resume, &[], end, &[]);
        self.e.open(resume);
        self.enter(out, true);
        if exit <= from {
            self.poll();
        }
        self.jump_to(code, exit);
        Ok(())
    }

    /// Collects the blocks of a chain and orders them.
    fn collect_chain(&mut self, code: &RegionCode<'_>, root: ChainStart) -> Result<Chain, NotVectorizable> {
        let graph = &code.region.graph;
        let (ChainStart::Entry(first) | ChainStart::Branch(first)) = root;
        let controlled: Vec<bool> = match code.apart.get(&first) {
            Some(apart) => (0..code.region.blocks.len()).map(|n| apart.binary_search(&n).is_ok()).collect(),
            None => code.region.blocks.iter().map(|&b| self.is_controlled(b)).collect(),
        };
        let starts: Vec<usize> = match root {
            ChainStart::Entry(at) => vec![at],
            ChainStart::Branch(at) => graph.succs(at).filter(|&s| controlled[s]).collect(),
        };
        let seen = graph.reach(starts.iter().copied(), |n| !controlled[n]);
        let blocks: Vec<usize> = (0..graph.len()).filter(|&n| seen[n]).collect();
        let node: BTreeMap<usize, usize> = blocks.iter().enumerate().map(|(k, &n)| (n, k + 1)).collect();
        let mut edges: Vec<(usize, usize)> = starts.iter().map(|s| (0, node[s])).collect();
        let mut exits = BTreeSet::new();
        let leaving: Vec<usize> = match root {
            ChainStart::Entry(_) => blocks.clone(),
            ChainStart::Branch(at) => blocks.iter().copied().chain([at]).collect(),
        };
        for n in leaving {
            let id = code.region.blocks[n];
            if self.analysis.sync_at_end(self.e.f, id).is_none() {
                let to = self.e.f.block(id).term.edges().filter_map(|e| code.place.get(&e.to).copied());
                exits.extend(to.filter(|&t| !controlled[t]));
            }
            if let Some(&from) = node.get(&n) {
                edges.extend(graph.succs(n).filter_map(|s| node.get(&s)).map(|&s| (from, s)));
            }
        }
        if exits.len() > 1 {
            return Err(NotVectorizable::Order);
        }
        let inner = Graph::new(blocks.len() + 1, 0, &edges);
        let dom = Dominators::new(&inner);
        let loops = Loops::new(&inner, &dom);
        if loops.irreducible() {
            return Err(NotVectorizable::Order);
        }
        if self.overtakes(code, &blocks, &loops) || !self.are_closed(code, &node, &loops) {
            return Err(NotVectorizable::Order);
        }
        let order = inner.topological_order(&loops).into_iter().filter(|&n| n != 0).collect();
        let many = blocks.len() > MANY;
        let masks = (0..=blocks.len()).map(|_| self.cell(types::I32, many)).collect();
        let continuing = loops.iter().map(|(_, l)| (l.header, self.cell(types::I32, many))).collect();
        let out = self.cell(types::I32, many);
        let exit = exits.into_iter().next();
        let exit_params = self.forgettable_params(code, &blocks, exit.filter(|&exit| exit > first));
        Ok(Chain {
            root: first,
            forgettable: self.forgettable(code, &node, &dom),
            blocks,
            node,
            loops,
            order,
            masks,
            continuing,
            pending: BTreeMap::new(),
            exit,
            exit_params,
            out,
            reached: BTreeSet::new(),
            reached_back: BTreeSet::new(),
            resumed: BTreeMap::new(),
        })
    }

    /// Returns whether lanes that wait at a loop header could be overtaken by lanes with which they should
    /// reconverge inside the iteration.
    ///
    /// A region may start inside a loop and follow its back-edge from there. The header within the region is
    /// then not the kernel's loop header, and lanes wait at it while
    /// [`Convergence`](ptx::analysis::converge::Convergence::meeting) has them continue.
    fn overtakes(&self, code: &RegionCode<'_>, blocks: &[usize], loops: &Loops) -> bool {
        let flow = &self.analysis.flow;
        let block = |node: usize| code.region.blocks[blocks[node - 1]];
        loops.iter().any(|(id, own)| {
            let header = block(own.header).index();
            let is_header = flow.loops.iter().any(|(_, l)| l.header == header);
            let mut divergent =
                own.nodes.iter().map(|&n| block(n)).filter(|&b| self.analysis.uniformity.is_divergent(b));
            !is_header
                && divergent.any(|b| {
                    let reconvergence = flow.reconvergence_point(b.index()).filter(|&m| m != header);
                    let inside = reconvergence.is_some_and(|m| {
                        (1..=blocks.len()).any(|n| block(n).index() == m && loops.contains(id, n))
                    });
                    inside && flow.influence(b.index()).contains(&header)
                })
        })
    }

    /// Returns whether values computed in loops are used outside them only as arguments of edges that leave
    /// them. Otherwise lanes that left would see values of later iterations. All loops of a kernel are in
    /// this form; a loop of a region may be part of one that continues across a sync operation, so that its
    /// last block lies outside.
    fn are_closed(&self, code: &RegionCode<'_>, node: &BTreeMap<usize, usize>, loops: &Loops) -> bool {
        let f = self.e.f;
        let mut home = BTreeMap::new();
        for (&place, &node) in node {
            let Some(own) = loops.innermost(node) else { continue };
            let block = f.block(code.region.blocks[place]);
            let results = block.insts.iter().flat_map(|&i| &f.inst(i).results);
            let varies =
                |v: &&ptx::ir::Value| f.constant(**v).is_none() && !self.analysis.row_affine[v.index()];
            home.extend(block.params.iter().chain(results).filter(varies).map(|&v| (v, own)));
        }
        home.is_empty()
            || code.region.blocks.iter().enumerate().all(|(place, &id)| {
                let block = f.block(id);
                let here = node.get(&place);
                let closed = |v: &ptx::ir::Value| {
                    home.get(v).is_none_or(|&own| here.is_some_and(|&n| loops.contains(own, n)))
                };
                let args = block.insts.iter().flat_map(|&i| &f.inst(i).args);
                // Arguments that a block after a loop passes on are also read once all lanes have left the
                // loop.
                let passed = block.term.edges().flat_map(|e| &e.args);
                args.chain(passed).copied().chain(block.term.selector()).all(|v| closed(&v))
            })
    }

    /// Emits blocks in order; loops among them that are not `within` are repeated.
    fn emit_blocks(
        &mut self,
        code: &RegionCode<'_>,
        chain: &mut Chain,
        order: &[usize],
        within: Option<usize>,
    ) {
        let mut at = 0;
        while at < order.len() {
            match chain.loops.child_towards(within, order[at]) {
                None => {
                    self.guarded_block(code, chain, order[at]);
                    at += 1;
                }
                Some(inner) => {
                    let own = order[at..].iter().take_while(|&&n| chain.loops.contains(inner, n)).count();
                    self.emit_loop(code, chain, &order[at..at + own], inner);
                    at += own;
                }
            }
        }
    }

    /// Emits a loop that runs while any lane is in it.
    fn emit_loop(&mut self, code: &RegionCode<'_>, chain: &mut Chain, order: &[usize], own: usize) {
        let header = chain.loops.get(own).header;
        let [iteration, after] = std::array::from_fn(|_| self.e.b.create_block());
        let entering = self.read(chain.masks[header]);
        let turns = self.lane_turns(code, chain, (order, header));
        if turns.is_none() {
            self.whole_iterations(code, chain, (order, own), entering);
        }
        self.e.b.ins().brif(entering, iteration, &[], after, &[]);
        self.e.b.switch_to_block(iteration);
        let ran = self.read(chain.masks[header]);
        self.forget_iteration(chain, order, own);
        let params = &self.e.f.block(code.region.blocks[chain.blocks[header - 1]]).params;
        if turns.is_none() {
            self.forget_pending(chain, header, params);
        }
        self.emit_blocks(code, chain, order, Some(own));
        let continuing = chain.continuing[&header];
        let mut staying = self.read(continuing);
        if let Some(turns) = turns {
            staying = self.next_turn(&turns, ran, staying);
        }
        self.write(chain.masks[header], staying);
        let none = self.e.b.ins().iconst(types::I32, 0);
        self.write(continuing, none);
        for (n, &param) in params.iter().enumerate() {
            let Some(cells) = chain.pending.get(&(header, n)).cloned() else { continue };
            let value = self.load_pending(param, &cells);
            self.paste(param, value, None);
        }
        let again = self.e.b.create_block();
        self.e.b.ins().brif(staying, again, &[], after, &[]);
        self.e.open(again);
        self.enter(staying, true);
        self.poll();
        self.e.b.ins().jump(iteration, &[]);
        self.e.b.seal_block(iteration);
        self.e.open(after);
    }

    /// Forgets what the last iteration of a loop has defined.
    pub(super) fn forget_iteration(&mut self, chain: &Chain, order: &[usize], own: usize) {
        let header = chain.loops.get(own).header;
        let values = order.iter().flat_map(|&node| {
            let (params, values) = &chain.forgettable[node];
            &values[if node == header { *params } else { 0 }..]
        });
        self.forget(values.copied().collect::<Vec<_>>());
    }

    /// Emits one block behind a test whether any lane is in it. There are some in a loop's header.
    pub(super) fn guarded_block(&mut self, code: &RegionCode<'_>, chain: &mut Chain, node: usize) {
        let id = code.region.blocks[chain.blocks[node - 1]];
        let heads = chain.loops.innermost(node).is_some_and(|own| chain.loops.get(own).header == node);
        let mask = self.read(chain.masks[node]);
        let after = self.e.b.create_block();
        if !heads {
            let inside = self.e.b.create_block();
            self.e.branch(mask, (inside, &[]), (after, &[]));
            self.e.open(inside);
        }
        let none = self.e.b.ins().iconst(types::I32, 0);
        self.write(chain.masks[node], none);
        self.enter(mask, true);
        self.body(id);
        self.leave_block(code, chain, node, id, mask);
        self.e.b.ins().jump(after, &[]);
        self.e.open(after);
        if let Some(resumed) = chain.resumed.remove(&node) {
            self.e.b.ins().jump(resumed, &[]);
            self.e.open(resumed);
        }
    }

    /// Emits the terminator of a block for the lanes in it.
    fn leave_block(&mut self, code: &RegionCode<'_>, chain: &mut Chain, from: usize, id: BlockId, mask: Cl) {
        let term: &Term = &self.e.f.block(id).term;
        let divergent = self.analysis.uniformity.is_divergent(id);
        match term {
            Term::Jump(edge) if self.analysis.sync_at_end(self.e.f, id).is_some() => {
                self.leave_region(self.next_region(edge), mask);
            }
            Term::Jump(edge) => self.edge(code, chain, from, edge, mask),
            Term::Branch { cond, then, other } if divergent => {
                let chunks = self.chunks(*cond);
                let holds = self.bits_of(&chunks);
                let known = self.e.const_value(mask).zip(self.e.const_value(holds));
                let [yes, no] = match known {
                    Some((mask, holds)) => [mask & holds, mask & !holds]
                        .map(|n| self.e.b.ins().iconst(types::I32, i64::from(n as u32))),
                    None => [self.e.b.ins().band(mask, holds), self.e.b.ins().band_not(mask, holds)],
                };
                self.edge(code, chain, from, then, yes);
                self.edge(code, chain, from, other, no);
            }
            Term::Switch { index, targets } if divergent => {
                self.divergent_switch(code, chain, from, (*index, targets), mask)
            }
            Term::Branch { cond, then, other } => {
                let cond = self.base(*cond);
                let [yes, no, after] = std::array::from_fn(|_| self.e.b.create_block());
                self.e.b.ins().brif(cond, yes, &[], no, &[]);
                for (block, edge) in [(yes, then), (no, other)] {
                    self.e.open(block);
                    self.edge(code, chain, from, edge, mask);
                    self.e.b.ins().jump(after, &[]);
                }
                self.e.open(after);
            }
            Term::Switch { index, targets } => {
                let index = self.base(*index);
                let blocks = self.switch(index, targets.len());
                let after = self.e.b.create_block();
                for (block, edge) in blocks.into_iter().zip(targets) {
                    self.e.open(block);
                    self.edge(code, chain, from, edge, mask);
                    self.e.b.ins().jump(after, &[]);
                }
                self.e.open(after);
            }
            Term::Exit => self.leave_region(0, mask),
            Term::Trap => {
                self.enter_first_lane();
                self.e.trap(id);
                // Unreachable code needs a block of its own.
                let nowhere = self.e.b.create_block();
                self.e.open(nowhere);
            }
        }
    }

    /// Emits a divergent switch.
    fn divergent_switch(
        &mut self,
        code: &RegionCode<'_>,
        chain: &mut Chain,
        from: usize,
        (index, targets): (ptx::ir::Value, &[Edge]),
        mask: Cl,
    ) {
        let chunks = self.chunks(index);
        let mut rest = mask;
        let Some((last, before)) = targets.split_last() else { return };
        for (n, edge) in before.iter().enumerate() {
            let number = self.e.b.ins().iconst(types::I32, n as i64);
            let number = self.splat(Type::I32, number)[0];
            let mut same = chunks;
            for lanes in same.iter_mut().take(self.words()) {
                *lanes = self.e.b.ins().icmp(IntCC::Equal, *lanes, number);
            }
            let here = self.bits_of(&same);
            let own = self.e.b.ins().band(mask, here);
            rest = self.e.b.ins().band_not(rest, here);
            self.edge(code, chain, from, edge, own);
        }
        self.edge(code, chain, from, last, rest);
    }

    /// Adds lanes to the target of an edge and assigns its parameters.
    pub(super) fn edge(
        &mut self,
        code: &RegionCode<'_>,
        chain: &mut Chain,
        from: usize,
        edge: &Edge,
        lanes: Cl,
    ) {
        let Some(&place) = code.place.get(&edge.to) else { return };
        let params = &self.e.f.block(edge.to).params;
        let values: Vec<Copied> = params.iter().zip(&edge.args).map(|(&p, &a)| self.copy(p, a)).collect();
        let continuing = chain.loops.innermost(from);
        let (cell, all) = match chain.node.get(&place).copied() {
            // All lanes reconverge there.
            None => {
                let first = chain.reached.insert(0) && continuing.is_none();
                // On a back-edge these are values of the next iteration: blocks of the chain may still
                // read the current one's.
                let before = if from == 0 { chain.root } else { chain.blocks[from - 1] };
                (chain.out, first && place > before)
            }
            Some(to) if chain.continuing.contains_key(&to) && self.goes_back(chain, from, to) => {
                let first = chain.reached_back.insert(to) && continuing == chain.loops.innermost(to);
                for (n, (&param, value)) in params.iter().zip(values).enumerate() {
                    self.store_pending(chain, (to, n), param, value, (!first).then_some(lanes));
                }
                return self.add(chain.continuing[&to], lanes);
            }
            Some(to) => {
                let level = match chain.loops.innermost(to) {
                    Some(own) if chain.loops.get(own).header == to => chain.loops.get(own).parent,
                    own => own,
                };
                (chain.masks[to], chain.reached.insert(to) && level == continuing)
            }
        };
        for (&param, value) in params.iter().zip(values) {
            let all = all && !self.analysis.redefined.contains(self.region.number, param);
            self.paste(param, value, (!all).then_some(lanes));
        }
        self.add(cell, lanes);
    }

    fn add(&mut self, cell: Cell, lanes: Cl) {
        let old = self.read(cell);
        let none = self.e.const_value(old) == Some(0);
        let new = if none { lanes } else { self.e.b.ins().bor(old, lanes) };
        self.write(cell, new);
    }

    fn goes_back(&self, chain: &Chain, from: usize, to: usize) -> bool {
        let mut continuing = chain.loops.innermost(from);
        while let Some(own) = continuing {
            if chain.loops.get(own).header == to {
                return true;
            }
            continuing = chain.loops.get(own).parent;
        }
        false
    }

    /// Stores the argument of a back-edge until the iteration ends.
    fn store_pending(
        &mut self,
        chain: &mut Chain,
        key: (usize, usize),
        param: ptx::ir::Value,
        value: Copied,
        lanes: Option<Cl>,
    ) {
        let ty = self.e.f.ty(param);
        let parts: Vec<Cl> = match value {
            Copied::Scalar(value) => vec![value],
            Copied::Vectors(chunks) => chunks[..self.layout(ty).count].to_vec(),
        };
        if !chain.pending.contains_key(&key) {
            let mut cells = Vec::new();
            for &part in &parts {
                let ty = self.e.b.func.dfg.value_type(part);
                cells.push(self.cell(ty, chain.blocks.len() > MANY));
            }
            chain.pending.insert(key, cells);
        }
        let cells = chain.pending[&key].clone();
        let mixed = match (value, lanes) {
            (Copied::Vectors(chunks), Some(lanes)) => {
                let Copied::Vectors(old) = self.load_pending(param, &cells) else { return };
                let mask = self.vectors_of(lanes);
                let mixed = self.blend(ty, mask, &chunks, &old);
                mixed[..cells.len()].to_vec()
            }
            _ => parts,
        };
        for (&cell, part) in cells.iter().zip(mixed) {
            self.write(cell, part);
        }
    }

    fn load_pending(&mut self, param: ptx::ir::Value, cells: &[Cell]) -> Copied {
        let parts: Vec<Cl> = cells.iter().map(|&cell| self.read(cell)).collect();
        match self.is_vector_param(param) {
            true => {
                let mut chunks = [parts[0]; MOST];
                chunks[..parts.len()].copy_from_slice(&parts);
                Copied::Vectors(chunks)
            }
            false => Copied::Scalar(parts[0]),
        }
    }
}
