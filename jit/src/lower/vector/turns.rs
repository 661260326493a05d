//! Loops with more sums than registers.
//!
//! Matrix products with tiles in registers have loops of one block that add to 64 sums a thread. All sums
//! together would be loaded and stored in every iteration, and a store of 64 bytes takes as long as several
//! multiplications. Such a loop runs in turns: each turn has all iterations, for some of the sums.

use super::kind::Kind;
use super::region_code::{NotVectorizable, RegionCode};
use super::state::Vectors;
use cranelift_codegen::ir::InstBuilder;
use ptx::ir::{BlockId, Edge, Effect, Function, Inst, InstId, Op, Order, Space, Term, Type, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Vectors of sums in a turn, at most: other registers hold what they are computed from.
pub(super) const MOST: usize = 24;

/// Instructions of the processor for a load of lanes some words apart.
const LOAD: usize = 6;

/// A loop of one block.
struct Loop<'a> {
    cond: Value,
    /// The edge back is taken if the condition holds.
    repeats: bool,
    back: &'a Edge,
    exit: &'a Edge,
}

impl Loop<'_> {
    fn of_block(f: &Function, id: BlockId) -> Option<Loop<'_>> {
        let Term::Branch { cond, ref then, ref other } = f.block(id).term else { return None };
        let repeats = then.to == id;
        let (back, exit) = if repeats { (then, other) } else { (other, then) };
        (back.to == id && exit.to != id).then_some(Loop { cond, repeats, back, exit })
    }
}

/// A turn.
pub(super) struct Turn {
    /// Parameters of the block that it computes and no other turn does.
    params: Vec<Value>,
    /// Values that it need not compute.
    unused: BTreeSet<Value>,
}

/// Sums by what depends on them: parameters of a block, and results of its instructions. Two sums that meet
/// in an instruction belong together.
struct Sums {
    /// A sum that belongs to the same group, or itself.
    same: Vec<usize>,
    of_value: BTreeMap<Value, usize>,
    /// Sums, of groups too, that must be computed in every turn.
    common: Vec<bool>,
}

impl Sums {
    fn find(&self, mut sum: usize) -> usize {
        while self.same[sum] != sum {
            sum = self.same[sum];
        }
        sum
    }

    fn group(&self, v: Value) -> Option<usize> {
        self.of_value.get(&v).map(|&sum| self.find(sum))
    }

    /// Joins two groups; returns the first sum of both.
    fn join(&mut self, a: usize, b: usize) -> usize {
        let (a, b) = (self.find(a), self.find(b));
        let (low, high) = (a.min(b), a.max(b));
        self.same[high] = low;
        self.common[low] |= self.common[high];
        low
    }

    /// Makes a value's group one of every turn.
    fn needs(&mut self, v: Value) {
        if let Some(group) = self.group(v) {
            self.common[group] = true;
        }
    }

    fn add(&mut self, inst: &Inst) {
        let groups: Vec<usize> = inst.args.iter().filter_map(|&v| self.group(v)).collect();
        let Some(group) = groups.into_iter().reduce(|a, b| self.join(a, b)) else { return };
        if inst.op.effect() != Effect::Pure {
            self.common[group] = true;
        }
        inst.results.iter().for_each(|&v| _ = self.of_value.insert(v, group));
    }

    /// Returns what each group is computed from, besides its own values, in order of appearance.
    fn operands(&self, f: &Function, insts: &[InstId]) -> BTreeMap<usize, Vec<Value>> {
        let mut operands: BTreeMap<usize, Vec<Value>> = BTreeMap::new();
        for inst in insts.iter().map(|&id| f.inst(id)) {
            let Some(group) = inst.results.first().and_then(|&v| self.own_group(v)) else { continue };
            let own = operands.entry(group).or_default();
            own.extend(inst.args.iter().filter(|&&v| self.group(v).is_none()));
        }
        operands
    }

    /// Returns the group that a turn may leave out with a value.
    fn own_group(&self, v: Value) -> Option<usize> {
        self.group(v).filter(|&group| !self.common[group])
    }
}

impl Vectors<'_> {
    /// Returns the turns in which a block that is a loop runs, if it has more sums than registers.
    pub(super) fn turns(&self, id: BlockId) -> Option<Vec<Turn>> {
        let f = self.e.f;
        let own = Loop::of_block(f, id)?;
        let lone = self.side.is_none() && self.bounds.vector_bytes == 64 && !self.e.asks.traced;
        if !lone || self.analysis.uniformity.is_divergent(id) {
            return None;
        }
        // What a turn loads, the next one must find: only threads of this block change its memory.
        let fits = |inst: &Inst| match inst.op {
            Op::Load { space, order, .. } => space == Space::Shared && order == Order::Weak,
            ref op => op.effect() == Effect::Pure,
        };
        let insts = &f.block(id).insts;
        if !insts.iter().all(|&inst| fits(f.inst(inst))) {
            return None;
        }
        let params = &f.block(id).params;
        let sums = self.sums(params, insts, &own);
        let count = self.layout(Type::F32).count;
        let mut groups: BTreeMap<usize, Vec<Value>> = BTreeMap::new();
        for &param in params {
            if let Some(group) = sums.own_group(param) {
                groups.entry(group).or_default().push(param);
            }
        }
        let total = count * groups.values().map(Vec::len).sum::<usize>();
        if total <= MOST {
            return None;
        }
        let each = total.div_ceil(total.div_ceil(MOST)).div_ceil(count);
        // Sums of a turn should have operands in common: in a tile those are of one row, or of one column.
        let operands = sums.operands(f, insts);
        let orders = (0..=1).map(|place| {
            let mut order: Vec<(Option<Value>, &Vec<Value>)> = groups
                .iter()
                .map(|(group, params)| (operands.get(group).and_then(|own| own.get(place)).copied(), params))
                .collect();
            order.sort_by_key(|&(operand, _)| operand);
            let mut turns: Vec<Vec<Value>> = vec![Vec::new()];
            for (_, group) in order {
                match turns.last_mut() {
                    Some(last) if last.is_empty() || last.len() + group.len() <= each => last.extend(group),
                    _ => turns.push(group.clone()),
                }
            }
            let turns = (0..).zip(turns).map(|(n, params)| {
                let unused = self.unused_in_turn(insts, (&sums, &own), (n, &params));
                Turn { params, unused }
            });
            turns.collect::<Vec<Turn>>()
        });
        let turns =
            orders.min_by_key(|turns| turns.iter().map(|turn| self.cost(insts, turn)).sum::<usize>())?;
        (turns.len() > 1).then_some(turns)
    }

    /// Returns the cost of an iteration of a turn, roughly in instructions of the processor.
    fn cost(&self, insts: &[InstId], turn: &Turn) -> usize {
        let done = insts.iter().map(|&id| self.e.f.inst(id));
        let done = done.filter(|inst| !inst.results.iter().all(|v| turn.unused.contains(v)));
        done.map(|inst| match inst.op {
            Op::Load { .. } if inst.results.iter().all(|&v| self.kind(v) == Kind::Varying) => LOAD,
            _ => 1,
        })
        .sum()
    }

    fn sums(&self, params: &[Value], insts: &[InstId], own: &Loop<'_>) -> Sums {
        let f = self.e.f;
        let is_sum = |&v: &Value| f.ty(v) == Type::F32 && self.kind(v) == Kind::Varying;
        let of_value: BTreeMap<Value, usize> = params.iter().copied().filter(is_sum).zip(0..).collect();
        let count = of_value.len();
        let mut sums = Sums { same: (0..count).collect(), of_value, common: vec![false; count] };
        insts.iter().for_each(|&id| sums.add(f.inst(id)));
        sums.needs(own.cond);
        for (&param, &arg) in params.iter().zip(&own.back.args) {
            match (sums.group(param), sums.group(arg)) {
                (Some(a), Some(b)) => _ = sums.join(a, b),
                (None, Some(_)) => sums.needs(arg),
                _ => {}
            }
        }
        sums
    }

    /// Returns the values that a turn need not compute. The first one computes all that is no sum, so that it
    /// meets every fault in its order.
    fn unused_in_turn(
        &self,
        insts: &[InstId],
        (sums, own): (&Sums, &Loop<'_>),
        (turn, params): (usize, &[Value]),
    ) -> BTreeSet<Value> {
        let f = self.e.f;
        let mine: BTreeSet<usize> = params.iter().filter_map(|&v| sums.group(v)).collect();
        let is_other = |v: Value| sums.own_group(v).is_some_and(|group| !mine.contains(&group));
        let block = f.block(own.back.to);
        let passed = block.params.iter().zip(&own.back.args).filter(|(param, _)| !is_other(**param));
        let mut needed: BTreeSet<Value> = passed.map(|(_, &arg)| arg).chain([own.cond]).collect();
        let mut unused = BTreeSet::new();
        for inst in insts.iter().rev().map(|&id| f.inst(id)) {
            let other = inst.results.iter().all(|&v| is_other(v));
            if other || turn > 0 && !inst.results.iter().any(|v| needed.contains(v)) {
                unused.extend(&inst.results);
            } else {
                needed.extend(&inst.args);
            }
        }
        unused
    }

    /// Emits a block that is a loop in turns, in the code at hand, and the edge behind it.
    pub(super) fn in_turns(
        &mut self,
        code: &mut RegionCode<'_>,
        (at, id): (usize, BlockId),
        turns: &[Turn],
    ) -> Result<(), NotVectorizable> {
        let f = self.e.f;
        let Some(own) = Loop::of_block(f, id) else { return Ok(()) };
        let mask = self.active.mask;
        let edges = f.block(id).params.iter().copied().zip(own.back.args.iter().copied());
        let (sums, common): (Vec<_>, Vec<_>) =
            edges.partition(|(param, _)| turns.iter().any(|turn| turn.params.contains(param)));
        let first: Vec<_> = common.iter().map(|&(param, _)| (param, self.copy(param, param))).collect();
        let before = self.region.unused.clone();
        for (n, turn) in turns.iter().enumerate() {
            self.check_size()?;
            if n > 0 {
                first.iter().for_each(|&(param, value)| self.paste(param, value, None));
            }
            let start = self.e.b.create_block();
            self.e.b.ins().jump(start, &[]);
            self.e.b.switch_to_block(start);
            self.enter(mask, false);
            self.region.unused.extend(&turn.unused);
            self.body(id);
            self.region.unused.clone_from(&before);
            let cond = self.base(own.cond);
            let [again, after] = std::array::from_fn(|_| self.e.b.create_block());
            let [yes, no] = if own.repeats { [again, after] } else { [after, again] };
            self.e.b.ins().brif(cond, yes, &[], no, &[]);
            self.e.open(again);
            let mine = sums.iter().filter(|(param, _)| turn.params.contains(param));
            let values: Vec<_> =
                common.iter().chain(mine).map(|&(param, arg)| (param, self.copy(param, arg))).collect();
            values.into_iter().for_each(|(param, value)| self.paste(param, value, None));
            self.poll();
            self.e.b.ins().jump(start, &[]);
            self.e.b.seal_block(start);
            self.e.open(after);
        }
        self.enter(mask, false);
        self.edge_together(code, at, own.exit);
        Ok(())
    }
}
