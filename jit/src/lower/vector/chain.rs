//! Blocks that lanes may run apart.
//!
//! From where lanes part to where they meet again, the blocks they may run stand one after the other in
//! topological order, each behind a test whether any lane is in it. An edge adds its lanes to its target's
//! mask and gives them, and only them, their values of the target's parameters. A loop is repeated while any
//! lane is in it; what its back-edges pass waits beside the header's parameters until all its blocks have
//! run.

use super::chunk::{Cell, Copied, MOST};
use super::state::Vectors;
use super::values::MANY;
use super::ways::{Chain, Shapeless, Ways};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value as Cl, types};
use ptx::analysis::cfg::Graph;
use ptx::analysis::dom::Dominators;
use ptx::analysis::loops::Loops;
use ptx::analysis::regions::sync_at_end;
use ptx::ir::{BlockId, Edge, Term};
use std::collections::{BTreeMap, BTreeSet};

/// A chain's blocks, in order, and the state of their code.
struct Links {
    /// Place in the region's order of the block that lanes come from.
    root: usize,
    /// Places in the region's order. Node `k + 1` of the graph is `blocks[k]`; node 0 is where lanes come
    /// from.
    blocks: Vec<usize>,
    node: BTreeMap<usize, usize>,
    loops: Loops,
    order: Vec<usize>,
    /// The lanes in each block, by node; those that go round a loop, by its header's node.
    masks: Vec<Cell>,
    around: BTreeMap<usize, Cell>,
    /// What back-edges pass to parameters of a loop's header.
    waiting: BTreeMap<(usize, usize), Vec<Cell>>,
    /// Where all lanes meet, and those that have come there.
    exit: Option<usize>,
    out: Cell,
    /// Nodes that an edge was already made to, and headers that a back-edge was.
    met: BTreeSet<usize>,
    met_again: BTreeSet<usize>,
}

impl Vectors<'_> {
    /// The code of a chain, from the current place.
    pub(super) fn chain(&mut self, ways: &mut Ways<'_>, root: &Chain) -> Result<(), Shapeless> {
        let mut links = self.links(ways, *root)?;
        ways.made += links.blocks.len();
        if ways.made > 4 * ways.region.blocks.len() + 64 {
            return Err(Shapeless::Order);
        }
        let none = self.e.b.ins().iconst(types::I32, 0);
        for &cell in links.masks.iter().chain(links.around.values()).chain([&links.out]) {
            self.write(cell, none);
        }
        let from = match *root {
            Chain::Entry(at) => {
                let alive = self.e.b.use_var(self.active.alive);
                let node = links.node[&at];
                self.write(links.masks[node], alive);
                links.met.insert(node);
                at
            }
            Chain::Branch(at) => {
                let mask = self.active.mask;
                self.part(ways, &mut links, 0, ways.region.blocks[at], mask);
                at
            }
        };
        let order = links.order.clone();
        self.run(ways, &mut links, &order, None);
        let Some(exit) = links.exit else {
            self.end_strip();
            return Ok(());
        };
        let out = self.read(links.out);
        self.e.b.def_var(self.active.alive, out);
        let (go_on, end) = (self.e.b.create_block(), self.strip().end);
        self.e.b.ins().brif(out, go_on, &[], end, &[]);
        self.e.open(go_on);
        self.enter(out, true);
        if exit <= from {
            self.poll();
        }
        self.jump_to(ways, exit);
        Ok(())
    }

    /// What can be reached apart, and in which order.
    fn links(&mut self, ways: &Ways<'_>, root: Chain) -> Result<Links, Shapeless> {
        let graph = &ways.region.graph;
        let controlled: Vec<bool> = ways.region.blocks.iter().map(|&b| self.is_controlled(b)).collect();
        let starts: Vec<usize> = match root {
            Chain::Entry(at) => vec![at],
            Chain::Branch(at) => graph.succs(at).filter(|&s| controlled[s]).collect(),
        };
        let seen = graph.reach(starts.iter().copied(), |n| !controlled[n]);
        let blocks: Vec<usize> = (0..graph.len()).filter(|&n| seen[n]).collect();
        let node: BTreeMap<usize, usize> = blocks.iter().enumerate().map(|(k, &n)| (n, k + 1)).collect();
        let mut edges: Vec<(usize, usize)> = starts.iter().map(|s| (0, node[s])).collect();
        let mut exits = BTreeSet::new();
        let leaving: Vec<usize> = match root {
            Chain::Entry(_) => blocks.clone(),
            Chain::Branch(at) => blocks.iter().copied().chain([at]).collect(),
        };
        for n in leaving {
            let id = ways.region.blocks[n];
            if sync_at_end(self.e.f, id).is_none() {
                let to = self.e.f.block(id).term.edges().filter_map(|e| ways.place.get(&e.to).copied());
                exits.extend(to.filter(|&t| !controlled[t]));
            }
            if let Some(&from) = node.get(&n) {
                edges.extend(graph.succs(n).filter_map(|s| node.get(&s)).map(|&s| (from, s)));
            }
        }
        if exits.len() > 1 {
            return Err(Shapeless::Order);
        }
        let inner = Graph::new(blocks.len() + 1, 0, &edges);
        let loops = Loops::of(&inner, &Dominators::of(&inner));
        if loops.irreducible() {
            return Err(Shapeless::Order);
        }
        if self.overtakes(ways, &blocks, &loops) || !self.are_closed(ways, &node, &loops) {
            return Err(Shapeless::Order);
        }
        let order = inner.topological_order(&loops).into_iter().filter(|&n| n != 0).collect();
        let many = blocks.len() > MANY;
        let masks = (0..=blocks.len()).map(|_| self.cell(types::I32, many)).collect();
        let around = loops.iter().map(|(_, l)| (l.header, self.cell(types::I32, many))).collect();
        let out = self.cell(types::I32, many);
        let (Chain::Entry(root) | Chain::Branch(root)) = root;
        Ok(Links {
            root,
            blocks,
            node,
            loops,
            order,
            masks,
            around,
            waiting: BTreeMap::new(),
            exit: exits.into_iter().next(),
            out,
            met: BTreeSet::new(),
            met_again: BTreeSet::new(),
        })
    }

    /// Whether lanes that wait for a turn to end may be overtaken by those they are to meet within it.
    ///
    /// A region may start inside a loop and go round it from there. Its header is then another one than the
    /// kernel's, and lanes wait there where
    /// [`Convergence`](ptx::analysis::converge::Convergence::meeting) has them go on.
    fn overtakes(&self, ways: &Ways<'_>, blocks: &[usize], loops: &Loops) -> bool {
        let flow = &self.analysis.flow;
        let block = |node: usize| ways.region.blocks[blocks[node - 1]];
        loops.iter().any(|(id, own)| {
            let header = block(own.header).index();
            let is_header = flow.loops.iter().any(|(_, l)| l.header == header);
            let mut parting =
                own.nodes.iter().map(|&n| block(n)).filter(|&b| self.analysis.uniformity.is_divergent(b));
            !is_header
                && parting.any(|b| {
                    let meeting = flow.meeting(b.index()).filter(|&m| m != header);
                    let met = meeting.is_some_and(|m| {
                        (1..=blocks.len()).any(|n| block(n).index() == m && loops.contains(id, n))
                    });
                    met && flow.influence(b.index()).contains(&header)
                })
        })
    }

    /// Whether what loops compute is used outside them by nothing but the edges that leave them: lanes that
    /// left would find what others computed in later turns. All loops of a kernel are closed so; those of
    /// a region may be parts of one that goes on through a sync operation, whose last block is then
    /// outside.
    fn are_closed(&self, ways: &Ways<'_>, node: &BTreeMap<usize, usize>, loops: &Loops) -> bool {
        let f = self.e.f;
        let mut home = BTreeMap::new();
        for (&place, &node) in node {
            let Some(own) = loops.innermost(node) else { continue };
            let block = f.block(ways.region.blocks[place]);
            let results = block.insts.iter().flat_map(|&i| &f.inst(i).results);
            let varies = |v: &&ptx::ir::Value| f.constant(**v).is_none() && !self.analysis.known[v.index()];
            home.extend(block.params.iter().chain(results).filter(varies).map(|&v| (v, own)));
        }
        home.is_empty()
            || ways.region.blocks.iter().enumerate().all(|(place, &id)| {
                let block = f.block(id);
                let here = node.get(&place);
                let closed = |v: &ptx::ir::Value| {
                    home.get(v).is_none_or(|&own| here.is_some_and(|&n| loops.contains(own, n)))
                };
                let args = block.insts.iter().flat_map(|&i| &f.inst(i).args);
                // What a block behind a loop passes on is read when all lanes have left it, as well.
                let passed = block.term.edges().flat_map(|e| &e.args);
                args.chain(passed).copied().chain(block.term.selector()).all(|v| closed(&v))
            })
    }

    /// Blocks in order; loops among them that are not `within` are repeated.
    fn run(&mut self, ways: &Ways<'_>, links: &mut Links, order: &[usize], within: Option<usize>) {
        let mut at = 0;
        while at < order.len() {
            match links.loops.child_towards(within, order[at]) {
                None => {
                    self.link(ways, links, order[at]);
                    at += 1;
                }
                Some(inner) => {
                    let own = order[at..].iter().take_while(|&&n| links.loops.contains(inner, n)).count();
                    self.repeat(ways, links, &order[at..at + own], inner);
                    at += own;
                }
            }
        }
    }

    /// A loop, while any lane is in it.
    fn repeat(&mut self, ways: &Ways<'_>, links: &mut Links, order: &[usize], own: usize) {
        let header = links.loops.get(own).header;
        let [turn, after] = std::array::from_fn(|_| self.e.b.create_block());
        let entering = self.read(links.masks[header]);
        self.e.b.ins().brif(entering, turn, &[], after, &[]);
        self.e.b.switch_to_block(turn);
        self.run(ways, links, order, Some(own));
        let around = links.around[&header];
        let staying = self.read(around);
        self.write(links.masks[header], staying);
        let none = self.e.b.ins().iconst(types::I32, 0);
        self.write(around, none);
        let params = &self.e.f.block(ways.region.blocks[links.blocks[header - 1]]).params;
        for (n, &param) in params.iter().enumerate() {
            let Some(cells) = links.waiting.get(&(header, n)).cloned() else { continue };
            let value = self.waited(param, &cells);
            self.paste(param, value, None);
        }
        let again = self.e.b.create_block();
        self.e.b.ins().brif(staying, again, &[], after, &[]);
        self.e.open(again);
        self.enter(staying, true);
        self.poll();
        self.e.b.ins().jump(turn, &[]);
        self.e.b.seal_block(turn);
        self.e.open(after);
    }

    /// One block, if any lane is in it.
    fn link(&mut self, ways: &Ways<'_>, links: &mut Links, node: usize) {
        let id = ways.region.blocks[links.blocks[node - 1]];
        let [inside, after] = std::array::from_fn(|_| self.e.b.create_block());
        let mask = self.read(links.masks[node]);
        self.e.b.ins().brif(mask, inside, &[], after, &[]);
        self.e.open(inside);
        let none = self.e.b.ins().iconst(types::I32, 0);
        self.write(links.masks[node], none);
        self.enter(mask, true);
        self.body(id);
        self.part(ways, links, node, id, mask);
        self.e.b.ins().jump(after, &[]);
        self.e.open(after);
    }

    /// The end of a block for the lanes in it.
    fn part(&mut self, ways: &Ways<'_>, links: &mut Links, from: usize, id: BlockId, mask: Cl) {
        let term: &Term = &self.e.f.block(id).term;
        let divergent = self.analysis.uniformity.is_divergent(id);
        match term {
            Term::Jump(edge) if sync_at_end(self.e.f, id).is_some() => {
                self.leave_region(self.next_region(edge), mask);
            }
            Term::Jump(edge) => self.edge(ways, links, from, edge, mask),
            Term::Branch { cond, then, other } if divergent => {
                let chunks = self.chunks(*cond);
                let holds = self.bits_of(&chunks);
                let yes = self.e.b.ins().band(mask, holds);
                let no = self.e.b.ins().band_not(mask, holds);
                self.edge(ways, links, from, then, yes);
                self.edge(ways, links, from, other, no);
            }
            Term::Switch { index, targets } if divergent => {
                self.spread(ways, links, from, (*index, targets), mask)
            }
            Term::Branch { cond, then, other } => {
                let cond = self.base(*cond);
                let [yes, no, after] = std::array::from_fn(|_| self.e.b.create_block());
                self.e.b.ins().brif(cond, yes, &[], no, &[]);
                for (block, edge) in [(yes, then), (no, other)] {
                    self.e.open(block);
                    self.edge(ways, links, from, edge, mask);
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
                    self.edge(ways, links, from, edge, mask);
                    self.e.b.ins().jump(after, &[]);
                }
                self.e.open(after);
            }
            Term::Exit => self.leave_region(0, mask),
            Term::Trap => {
                self.enter_first_lane();
                self.e.trap(id);
                // What follows is never reached, but has a place.
                let nowhere = self.e.b.create_block();
                self.e.open(nowhere);
            }
        }
    }

    /// A switch whose lanes go different ways.
    fn spread(
        &mut self,
        ways: &Ways<'_>,
        links: &mut Links,
        from: usize,
        (index, targets): (ptx::ir::Value, &[Edge]),
        mask: Cl,
    ) {
        let chunks = self.chunks(index);
        let mut rest = mask;
        let Some((last, before)) = targets.split_last() else { return };
        for (n, edge) in before.iter().enumerate() {
            let number = self.e.b.ins().iconst(types::I32, n as i64);
            let number = self.e.b.ins().splat(types::I32X4, number);
            let mut same = chunks;
            for lanes in same.iter_mut().take(self.words()) {
                *lanes = self.e.b.ins().icmp(IntCC::Equal, *lanes, number);
            }
            let here = self.bits_of(&same);
            let own = self.e.b.ins().band(mask, here);
            rest = self.e.b.ins().band_not(rest, here);
            self.edge(ways, links, from, edge, own);
        }
        self.edge(ways, links, from, last, rest);
    }

    /// Lanes take an edge.
    fn edge(&mut self, ways: &Ways<'_>, links: &mut Links, from: usize, edge: &Edge, lanes: Cl) {
        let Some(&place) = ways.place.get(&edge.to) else { return };
        let params = &self.e.f.block(edge.to).params;
        let values: Vec<Copied> = params.iter().zip(&edge.args).map(|(&p, &a)| self.copy(p, a)).collect();
        let around = links.loops.innermost(from);
        let (cell, all) = match links.node.get(&place).copied() {
            // They meet all others there.
            None => {
                let first = links.met.insert(0) && around.is_none();
                // Behind a back-edge these are values of the next trip: blocks of the chain may yet read this
                // trip's.
                let before = if from == 0 { links.root } else { links.blocks[from - 1] };
                (links.out, first && place > before)
            }
            Some(to) if links.around.contains_key(&to) && self.goes_back(links, from, to) => {
                let first = links.met_again.insert(to) && around == links.loops.innermost(to);
                for (n, (&param, value)) in params.iter().zip(values).enumerate() {
                    self.wait(links, (to, n), param, value, (!first).then_some(lanes));
                }
                return self.add(links.around[&to], lanes);
            }
            Some(to) => {
                let level = match links.loops.innermost(to) {
                    Some(own) if links.loops.get(own).header == to => links.loops.get(own).parent,
                    own => own,
                };
                (links.masks[to], links.met.insert(to) && level == around)
            }
        };
        for (&param, value) in params.iter().zip(values) {
            let all = all && !self.analysis.again.has(self.region.number, param);
            self.paste(param, value, (!all).then_some(lanes));
        }
        self.add(cell, lanes);
    }

    fn add(&mut self, cell: Cell, lanes: Cl) {
        let old = self.read(cell);
        let new = self.e.b.ins().bor(old, lanes);
        self.write(cell, new);
    }

    fn goes_back(&self, links: &Links, from: usize, to: usize) -> bool {
        let mut around = links.loops.innermost(from);
        while let Some(own) = around {
            if links.loops.get(own).header == to {
                return true;
            }
            around = links.loops.get(own).parent;
        }
        false
    }

    /// What a back-edge passes, beside the header's parameter.
    fn wait(
        &mut self,
        links: &mut Links,
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
        if !links.waiting.contains_key(&key) {
            let mut cells = Vec::new();
            for &part in &parts {
                let ty = self.e.b.func.dfg.value_type(part);
                cells.push(self.cell(ty, links.blocks.len() > MANY));
            }
            links.waiting.insert(key, cells);
        }
        let cells = links.waiting[&key].clone();
        let mixed = match (value, lanes) {
            (Copied::Vectors(chunks), Some(lanes)) => {
                let Copied::Vectors(old) = self.waited(param, &cells) else { return };
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

    fn waited(&mut self, param: ptx::ir::Value, cells: &[Cell]) -> Copied {
        let parts: Vec<Cl> = cells.iter().map(|&cell| self.read(cell)).collect();
        match self.copied_kind(param) {
            true => {
                let mut chunks = [parts[0]; MOST];
                chunks[..parts.len()].copy_from_slice(&parts);
                Copied::Vectors(chunks)
            }
            false => Copied::Scalar(parts[0]),
        }
    }
}
