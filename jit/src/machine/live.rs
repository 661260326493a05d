//! Liveness: which registers each block needs from before it, and how far away their next use is.

use super::inst::{Class, Code, Constant, Inst, NONE, Reg};
use std::ops::Range;

/// Distance added on ways out of a loop and into rarely executed code: uses there count little.
const FAR: u32 = 100_000;

/// A register that is live at the start of a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Live {
    pub(super) reg: Reg,
    /// Instructions until its next use; the highest bit tells constants.
    distance: u32,
}

/// Bit of constants in a distance.
const CONSTANT: u32 = 1 << 31;

/// Largest distance.
const FARTHEST: u32 = CONSTANT - 2;

impl Live {
    /// Returns the instructions until its next use.
    pub(super) fn distance(self) -> u32 {
        self.distance & !CONSTANT
    }

    pub(super) fn is_constant(self) -> bool {
        self.distance & CONSTANT != 0
    }

    /// Returns whether its next use is in the same loop and no rarely executed code.
    pub(super) fn is_near(self) -> bool {
        self.distance() < FAR
    }

    /// Returns the register as it is live some instructions earlier.
    fn before(self, instructions: u32) -> Live {
        let distance = self.distance().saturating_add(instructions).min(FARTHEST);
        Live { reg: self.reg, distance: distance | self.distance & CONSTANT }
    }
}

/// Lists of registers, one after the other.
#[derive(Default)]
struct Lists {
    all: Vec<Live>,
    ranges: Vec<Range<u32>>,
}

impl Lists {
    fn new(count: usize) -> Lists {
        Lists { all: Vec::new(), ranges: vec![0..0; count] }
    }

    fn list(&self, n: usize) -> &[Live] {
        let Range { start, end } = self.ranges[n];
        &self.all[start as usize..end as usize]
    }

    /// Makes the registers of a set a list.
    fn put(&mut self, n: usize, set: &mut Set) {
        let own = &mut self.ranges[n];
        if own.len() != set.members.len() {
            *own = self.all.len() as u32..(self.all.len() + set.members.len()) as u32;
            self.all.resize(own.end as usize, Live { reg: NONE, distance: 0 });
        }
        let list = &mut self.all[own.start as usize..own.end as usize];
        for (live, reg) in list.iter_mut().zip(set.members.drain(..)) {
            *live = Live { reg, distance: std::mem::replace(&mut set.distance[reg as usize], u32::MAX) };
        }
    }
}

pub(super) struct Liveness {
    at_start: Lists,
    /// The most registers live at once in each block, by class. Constants do not count.
    pub(super) pressure: Vec<[u32; 2]>,
    /// First and last block in which each register is live or defined.
    pub(super) range: Vec<(u32, u32)>,
}

/// Registers with a distance each, as a set that is quickly cleared.
struct Set {
    members: Vec<Reg>,
    distance: Vec<u32>,
}

impl Set {
    fn new(registers: usize) -> Set {
        Set { members: Vec::new(), distance: vec![u32::MAX; registers] }
    }

    /// Adds a register, at the smaller distance if it is there.
    fn add(&mut self, Live { reg, distance }: Live) {
        let own = &mut self.distance[reg as usize];
        if *own == u32::MAX {
            self.members.push(reg);
        }
        *own = distance.min(*own);
    }

    fn clear(&mut self) {
        for reg in self.members.drain(..) {
            self.distance[reg as usize] = u32::MAX;
        }
    }
}

/// Constants that loops may keep in registers: those that they use most. All others are read from memory
/// where they are used.
struct Kept(Vec<(u32, Reg)>);

impl Kept {
    /// Number of constants a loop.
    const MOST: usize = 32;

    fn of(code: &Code) -> Kept {
        let in_vector = |reg: &&Reg| {
            matches!(code.infos[**reg as usize].constant, Some(Constant::Pool(..) | Constant::Zero))
        };
        let mut uses: Vec<(u32, Reg)> = Vec::new();
        for (block, header) in code.blocks.iter().zip(&code.loops).filter(|(block, _)| !block.cold) {
            let Some(header) = *header else { continue };
            let insts = &code.insts[block.insts.start as usize..block.insts.end as usize];
            uses.extend(insts.iter().flat_map(Inst::registers).filter(in_vector).map(|&reg| (header, reg)));
        }
        uses.sort_unstable();
        let mut counts: Vec<(u32, usize, Reg)> = Vec::new();
        for same in uses.chunk_by(|a, b| a == b) {
            counts.push((same[0].0, same.len(), same[0].1));
        }
        let mut kept = Vec::new();
        for own in counts.chunk_by_mut(|a, b| a.0 == b.0) {
            own.sort_unstable_by_key(|&(_, uses, reg)| (std::cmp::Reverse(uses), reg));
            kept.extend(own.iter().take(Kept::MOST).map(|&(header, _, reg)| (header, reg)));
        }
        kept.sort_unstable();
        Kept(kept)
    }

    fn contains(&self, header: u32, reg: Reg) -> bool {
        self.0.binary_search(&(header, reg)).is_ok()
    }
}

impl Liveness {
    /// Computes the liveness of all blocks. Returns `None` if it takes more than `most` entries.
    pub(super) fn of(code: &Code, most: usize) -> Option<Liveness> {
        let count = code.blocks.len();
        let kept = Kept::of(code);
        let mut own = Lists::new(count);
        let mut defined = vec![u32::MAX; code.infos.len()];
        let mut set = Set::new(code.infos.len());
        for &reg in &code.entry {
            defined[reg as usize] = 0;
        }
        for (n, block) in code.blocks.iter().enumerate() {
            for &param in &block.params {
                defined[param as usize] = n as u32;
            }
            let mut at = 0;
            for inst in block.insts.clone() {
                let inst = &code.insts[inst as usize];
                for &reg in inst.registers() {
                    if defined[reg as usize] != n as u32 {
                        set.add(Live { reg, distance: at });
                    }
                }
                if let super::inst::Op::Call(list) = inst.op {
                    for &reg in &code.calls[list as usize].args {
                        if defined[reg as usize] != n as u32 {
                            set.add(Live { reg, distance: at });
                        }
                    }
                }
                if inst.def != NONE {
                    defined[inst.def as usize] = n as u32;
                }
                at += 1;
            }
            for edge in block.end.edges() {
                for &reg in &edge.args {
                    if defined[reg as usize] != n as u32 {
                        set.add(Live { reg, distance: at });
                    }
                }
            }
            let Set { members, distance } = &mut set;
            members.retain(|&reg| {
                let constant = code.infos[reg as usize].constant.is_some();
                let counts = !constant || code.loops[n].is_some_and(|header| kept.contains(header, reg));
                let own = &mut distance[reg as usize];
                *own = if counts { *own | u32::from(constant) << 31 } else { u32::MAX };
                counts
            });
            own.put(n, &mut set);
        }
        let flow = Flow { code, own, defined, set, at_start: Lists::new(count), total: 0, most };
        let at_start = if flow.returns_to_headers() { flow.in_two_passes() } else { flow.in_many_passes() }?;
        let mut set = Set::new(code.infos.len());
        let mut range = vec![(u32::MAX, 0); code.infos.len()];
        for (n, block) in code.blocks.iter().enumerate() {
            let defs = block.insts.clone().map(|inst| code.insts[inst as usize].def).filter(|&d| d != NONE);
            let params = if n == 0 { &code.entry } else { &block.params };
            let here = at_start.list(n).iter().map(|live| live.reg).chain(params.iter().copied()).chain(defs);
            for reg in here {
                let (first, last) = &mut range[reg as usize];
                *first = (*first).min(n as u32);
                *last = (*last).max(n as u32);
            }
        }
        let mut liveness = Liveness { at_start, pressure: Vec::new(), range };
        // Loops alone ask, and not about rarely executed code.
        let asked = |n: usize| code.loops[n].is_some() && !code.blocks[n].cold;
        let pressure = |n| if asked(n) { liveness.most_at_once(code, n, &mut set) } else { [0; 2] };
        liveness.pressure = (0..count).map(pressure).collect();
        Some(liveness)
    }

    /// Returns the registers that are live at the start of a block; no parameters of it.
    pub(super) fn at_start(&self, block: u32) -> &[Live] {
        self.at_start.list(block as usize)
    }

    /// Returns the number of entries of all blocks.
    pub(super) fn len(&self) -> usize {
        self.at_start.ranges.iter().map(|range| range.len()).sum()
    }

    /// Returns the most registers of each class that are live at once in a block.
    fn most_at_once(&self, code: &Code, n: usize, set: &mut Set) -> [u32; 2] {
        let block = &code.blocks[n];
        let mut now = [0u32; 2];
        let mut most = [0u32; 2];
        let counts = |reg: Reg| code.infos[reg as usize].constant.is_none();
        let class = |reg: Reg| match code.infos[reg as usize].class {
            Class::Int => 0,
            Class::Vector => 1,
        };
        let enter = |set: &mut Set, now: &mut [u32; 2], reg: Reg| {
            if set.distance[reg as usize] == u32::MAX && counts(reg) {
                set.add(Live { reg, distance: 0 });
                now[class(reg)] += 1;
            }
        };
        for edge in block.end.edges() {
            for live in self.at_start(edge.to) {
                enter(set, &mut now, live.reg);
            }
            for &reg in &edge.args {
                enter(set, &mut now, reg);
            }
        }
        let mut note = |now: &[u32; 2]| most = [most[0].max(now[0]), most[1].max(now[1])];
        note(&now);
        for inst in block.insts.clone().rev() {
            let inst = &code.insts[inst as usize];
            if inst.def != NONE && set.distance[inst.def as usize] != u32::MAX {
                // Members stay listed; only the mark is taken back.
                set.distance[inst.def as usize] = u32::MAX;
                now[class(inst.def)] -= 1;
            }
            for &reg in inst.registers() {
                enter(set, &mut now, reg);
            }
            if let super::inst::Op::Call(list) = inst.op {
                for &reg in &code.calls[list as usize].args {
                    enter(set, &mut now, reg);
                }
            }
            note(&now);
        }
        set.clear();
        most
    }
}

/// Flow of liveness against control flow.
struct Flow<'a> {
    code: &'a Code,
    /// Registers that each block reads before it defines them.
    own: Lists,
    /// Block that defines each register.
    defined: Vec<u32>,
    set: Set,
    at_start: Lists,
    /// Number of entries of `at_start`, and its limit.
    total: usize,
    most: usize,
}

impl Flow<'_> {
    /// Returns whether all edges to earlier blocks lead to the header of a loop around their start.
    fn returns_to_headers(&self) -> bool {
        let Code { blocks, loops, outer, .. } = self.code;
        let is_around = |n: usize, header: u32| {
            std::iter::successors(loops[n], |&around| outer[around as usize]).any(|around| around == header)
        };
        blocks.iter().enumerate().all(|(n, block)| {
            block.end.edges().iter().all(|edge| edge.to as usize > n || is_around(n, edge.to))
        })
    }

    /// Computes what is live at the start of a block from its successors: those behind it, or all.
    fn visit(&mut self, n: usize, all: bool) {
        let Flow { code, own, defined, set, at_start, .. } = self;
        let block = &code.blocks[n];
        let length = block.insts.len() as u32;
        own.list(n).iter().for_each(|&live| set.add(live));
        for edge in block.end.edges() {
            let to = edge.to as usize;
            if to <= n && !all {
                continue;
            }
            let penalty = penalty(code, n, to);
            // Constants stay in registers within a loop only.
            let same = code.loops[n].is_some() && code.loops[n] == code.loops[to];
            for &live in at_start.list(to) {
                if (same || !live.is_constant()) && defined[live.reg as usize] != n as u32 {
                    set.add(live.before(length + penalty));
                }
            }
        }
        self.keep(n);
    }

    /// Moves the set to a block.
    fn keep(&mut self, n: usize) {
        let Flow { set, at_start, total, .. } = self;
        *total = *total + set.members.len() - at_start.ranges[n].len();
        at_start.put(n, set);
    }

    /// Computes all in linear time: first without the edges back to headers; then what is live at a header is
    /// live in the whole loop.
    fn in_two_passes(mut self) -> Option<Lists> {
        let code = self.code;
        let count = code.blocks.len();
        for n in (0..count).rev() {
            self.visit(n, false);
            if self.total > self.most {
                return None;
            }
        }
        // Instructions of each loop, and those of the loop around a block before it.
        let mut lengths = vec![0u32; count];
        let mut before = vec![0u32; count];
        let around = |n: usize| if code.blocks[n].header { code.outer[n] } else { code.loops[n] };
        for (n, block) in code.blocks.iter().enumerate() {
            if let Some(header) = around(n) {
                before[n] = lengths[header as usize];
            }
            let mut header = code.loops[n];
            while let Some(own) = header {
                lengths[own as usize] += block.insts.len() as u32;
                header = code.outer[own as usize];
            }
        }
        for (n, before) in before.into_iter().enumerate() {
            let Some(header) = around(n).map(|header| header as usize) else { continue };
            let rest = lengths[header].saturating_sub(before);
            let Flow { set, at_start, .. } = &mut self;
            at_start.list(n).iter().for_each(|&live| set.add(live));
            let same = code.loops[n] == code.loops[header];
            for &live in at_start.list(header).iter().filter(|live| same || !live.is_constant()) {
                set.add(live.before(rest));
            }
            self.keep(n);
            if self.total > self.most {
                return None;
            }
        }
        Some(self.at_start)
    }

    /// Computes all by passes until nothing changes.
    fn in_many_passes(mut self) -> Option<Lists> {
        loop {
            let before = self.total;
            for n in (0..self.code.blocks.len()).rev() {
                self.visit(n, true);
                if self.total > self.most {
                    return None;
                }
            }
            if self.total == before {
                return Some(self.at_start);
            }
        }
    }
}

/// Returns the distance that an edge adds.
pub(super) fn penalty(code: &Code, from: usize, to: usize) -> u32 {
    let leaves = code.blocks[to].depth < code.blocks[from].depth;
    let cools = code.blocks[to].cold && !code.blocks[from].cold;
    u32::from(leaves) * FAR + u32::from(cools) * FAR
}
