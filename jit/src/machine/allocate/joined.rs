//! Vectors that follow each other in one place of the frame: a parameter of a block and what is passed to it,
//! unless both are live somewhere. A sum that a loop carries beside more sums than there are registers stays
//! in its place then, where it would be moved from one to another on each edge.

use crate::machine::inst::{Class, Code, NONE, Op, Reg};
use crate::machine::live::Liveness;
use rustc_hash::{FxHashMap, FxHashSet};

/// Limit of values in one place: each new one is compared with all.
const MOST: usize = 8;

/// Position in a block: 0 for its parameters, 1 for its first instruction.
type At = (u32, u32);

/// Position behind a block's instructions.
const END: u32 = u32::MAX;

/// Values in places of the frame that they share, and the blocks in which one of them is live.
#[derive(Default)]
pub(super) struct Joined {
    groups: Vec<(Reg, (u32, u32))>,
    of: FxHashMap<Reg, usize>,
}

impl Joined {
    /// Joins the vectors of blocks in which more than `registers` are live at once.
    pub(super) fn new(code: &Code, live: &Liveness, registers: u32) -> Joined {
        let pairs = pairs(code, live, registers);
        if pairs.is_empty() {
            return Joined::default();
        }
        let facts = Facts::collect(code, live, pairs.iter().flat_map(|&(a, b)| [a, b]).collect());
        let mut groups: Vec<Vec<Reg>> = Vec::new();
        let mut of: FxHashMap<Reg, usize> = FxHashMap::default();
        for (param, arg) in pairs {
            let [a, b] = [param, arg].map(|reg| {
                *of.entry(reg).or_insert_with(|| {
                    groups.push(vec![reg]);
                    groups.len() - 1
                })
            });
            let fits = a != b
                && groups[a].len() + groups[b].len() <= MOST
                && groups[a].iter().all(|&x| groups[b].iter().all(|&y| !facts.are_live_together(x, y)));
            if fits {
                let moved = std::mem::take(&mut groups[b]);
                moved.iter().for_each(|&reg| _ = of.insert(reg, a));
                groups[a].extend(moved);
            }
        }
        let ranges = groups.iter().map(|group| {
            let all = group.iter().map(|&reg| live.range[reg as usize]);
            let (first, last) = all.fold((u32::MAX, 0), |own, new| (own.0.min(new.0), own.1.max(new.1)));
            (group.first().copied().unwrap_or(NONE), (first, last))
        });
        Joined { groups: ranges.collect(), of }
    }

    /// Returns the value that stands for all in its place, and the blocks in which one of them is live.
    pub(super) fn place_of(&self, reg: Reg) -> Option<(Reg, (u32, u32))> {
        self.of.get(&reg).map(|&group| self.groups[group])
    }
}

/// Returns parameters and what is passed to them, in blocks with more live vectors than registers.
fn pairs(code: &Code, live: &Liveness, registers: u32) -> Vec<(Reg, Reg)> {
    let mut pairs = Vec::new();
    for block in code.blocks.iter().filter(|block| !block.cold) {
        for edge in block.end.edges() {
            let to = &code.blocks[edge.to as usize];
            if to.cold || live.pressure[edge.to as usize][1] <= registers {
                continue;
            }
            pairs.extend(to.params.iter().copied().zip(edge.args.iter().copied()).filter(|&(param, arg)| {
                let [own, passed] = [param, arg].map(|reg| code.infos[reg as usize]);
                let vectors = own.class == Class::Vector && passed.class == Class::Vector;
                let same = vectors && own.log_bytes == passed.log_bytes && param != arg;
                same && code.needed[param as usize] && passed.constant.is_none()
            }));
        }
    }
    pairs
}

/// Positions at which values are defined, used and live.
struct Facts<'a> {
    code: &'a Code,
    defined: FxHashMap<Reg, At>,
    /// Position of the last use in a block.
    used: FxHashMap<(Reg, u32), u32>,
    /// Values that are live at the start of a block.
    live: FxHashSet<(Reg, u32)>,
}

impl Facts<'_> {
    fn collect<'a>(code: &'a Code, live: &Liveness, regs: FxHashSet<Reg>) -> Facts<'a> {
        let mut facts = Facts {
            code,
            defined: FxHashMap::default(),
            used: FxHashMap::default(),
            live: FxHashSet::default(),
        };
        let own = |reg: &&Reg| regs.contains(*reg);
        for (n, block) in (0..).zip(&code.blocks) {
            block.params.iter().filter(own).for_each(|&reg| facts.define(reg, (n, 0)));
            for (at, inst) in (1..).zip(block.insts.clone().map(|inst| &code.insts[inst as usize])) {
                let passed =
                    if let Op::Call(list) = inst.op { &code.calls[list as usize].args[..] } else { &[] };
                let read = inst.registers().iter().chain(passed).filter(own);
                read.for_each(|&reg| _ = facts.used.insert((reg, n), at));
                if regs.contains(&inst.def) {
                    facts.define(inst.def, (n, at));
                }
            }
            let passed = block.end.edges().iter().flat_map(|edge| &edge.args);
            passed.filter(own).for_each(|&reg| _ = facts.used.insert((reg, n), END));
            let starts = live.at_start(n).iter().map(|live| live.reg);
            facts.live.extend(starts.filter(|reg| regs.contains(reg)).map(|reg| (reg, n)));
        }
        facts
    }

    fn define(&mut self, reg: Reg, at: At) {
        let before = self.defined.insert(reg, at);
        debug_assert!(before.is_none(), "register {reg} has two definitions");
    }

    /// Returns whether two values are live at once: one where the other is defined.
    fn are_live_together(&self, a: Reg, b: Reg) -> bool {
        match (self.defined.get(&a), self.defined.get(&b)) {
            (Some(&at), Some(&other)) => self.is_live_after(b, other, at) || self.is_live_after(a, at, other),
            _ => true,
        }
    }

    /// Returns whether a value that is defined at `own` is live after a position.
    fn is_live_after(&self, reg: Reg, own: At, (block, at): At) -> bool {
        if own.0 == block && own.1 > at {
            return false;
        }
        let later = self.used.get(&(reg, block)).is_some_and(|&last| last > at);
        let edges = self.code.blocks[block as usize].end.edges();
        later || edges.iter().any(|edge| self.live.contains(&(reg, edge.to)))
    }
}
