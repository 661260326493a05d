//! SSA construction during lowering (after Braun et al., "Simple and Efficient Construction of Static Single
//! Assignment Form", 2013), without recursion.
//!
//! A *variable* is anything that a program assigns more than once: a register, the carry flag, a scalar
//! parameter of a call. Writes are recorded for each block. A read without a write in the block continues in
//! its predecessors as soon as all are known (the block is *sealed*), through a block parameter if there are
//! several. Values of a variable may differ in type (a `.b32` register may hold a float). They are kept as
//! written, and cast only for a block parameter of another type.

use crate::ir::{BlockId, Function, Op, Term, Type, Value};
use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasherDefault, Hasher};

/// A variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Var(pub(crate) u32);

/// Hasher for small keys. It need not be stable, because the maps are never iterated.
#[derive(Default)]
pub(crate) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &b in bytes {
            self.write_u64(u64::from(b));
        }
    }

    fn write_u32(&mut self, n: u32) {
        self.write_u64(u64::from(n));
    }

    fn write_u64(&mut self, n: u64) {
        self.0 = (self.0.rotate_left(5) ^ n).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

/// Block parameter that represents a variable.
struct Phi {
    block: BlockId,
    var: Var,
    value: Value,
    /// One argument for each predecessor, in order; empty until the block is sealed.
    args: Vec<Value>,
}

#[derive(Default)]
struct BlockState {
    preds: Vec<BlockId>,
    sealed: bool,
    /// Parameters without arguments until the block is sealed (indices of phis).
    waiting: Vec<usize>,
}

/// Variables, and their values in each block.
#[derive(Default)]
pub(crate) struct Ssa {
    types: Vec<Type>,
    blocks: Vec<BlockState>,
    defs: HashMap<(u32, u32), Value, BuildHasherDefault<KeyHasher>>,
    phis: Vec<Phi>,
    zeros: Vec<(Type, Value)>,
    /// Arguments of parameters so far.
    arguments: usize,
}

/// Maximum number of arguments of block parameters. A switch whose targets all use a register passes it to
/// each of them, and a kernel of many such switches would need memory by the square of its size.
pub(crate) const MAX_ARGUMENTS: usize = 8 << 20;

impl Ssa {
    /// Declares a variable.
    pub(crate) fn declare(&mut self, ty: Type) -> Var {
        self.types.push(ty);
        Var(self.types.len() as u32 - 1)
    }

    /// Returns the type of a variable's register.
    pub(crate) fn ty(&self, var: Var) -> Type {
        self.types[var.0 as usize]
    }

    fn state(&mut self, block: BlockId) -> &mut BlockState {
        let n = block.index();
        if self.blocks.len() <= n {
            self.blocks.resize_with(n + 1, BlockState::default);
        }
        &mut self.blocks[n]
    }

    /// Records an edge. A sealed block gets one only in a kernel with errors, which is never finished.
    pub(crate) fn edge(&mut self, from: BlockId, to: BlockId) {
        self.state(to).preds.push(from);
    }

    /// Returns the number of known edges into a block.
    pub(crate) fn pred_count(&mut self, block: BlockId) -> usize {
        self.state(block).preds.len()
    }

    /// Assigns a variable.
    pub(crate) fn write(&mut self, var: Var, block: BlockId, value: Value) {
        self.defs.insert((block.index() as u32, var.0), value);
    }

    /// Declares that all edges into a block are known.
    pub(crate) fn seal(&mut self, f: &mut Function, block: BlockId) {
        let state = self.state(block);
        if state.sealed {
            return;
        }
        state.sealed = true;
        let waiting = std::mem::take(&mut state.waiting);
        self.fill(f, waiting);
    }

    /// Returns the current value of a variable in a block.
    pub(crate) fn read(&mut self, f: &mut Function, var: Var, block: BlockId) -> Value {
        let mut unfilled = Vec::new();
        let value = self.find(f, var, block, &mut unfilled);
        self.fill(f, unfilled);
        value
    }

    /// Searches a value through chains of single predecessors. Creates a parameter at a join.
    fn find(&mut self, f: &mut Function, var: Var, start: BlockId, unfilled: &mut Vec<usize>) -> Value {
        let mut path = Vec::new();
        let mut block = start;
        let value = loop {
            if let Some(&v) = self.defs.get(&(block.index() as u32, var.0)) {
                break v;
            }
            path.push(block);
            let state = self.state(block);
            match (state.sealed, state.preds.as_slice()) {
                (true, []) => break self.zero(f, self.types[var.0 as usize]),
                (true, &[one]) => block = one,
                (sealed, _) => {
                    let value = f.add_param(block, self.types[var.0 as usize]);
                    let n = self.phis.len();
                    self.phis.push(Phi { block, var, value, args: Vec::new() });
                    if sealed {
                        unfilled.push(n);
                    } else {
                        self.state(block).waiting.push(n);
                    }
                    break value;
                }
            }
        };
        for b in path {
            self.write(var, b, value);
        }
        value
    }

    /// Finds the arguments of parameters, and of parameters created on the way.
    fn fill(&mut self, f: &mut Function, mut unfilled: Vec<usize>) {
        while let Some(n) = unfilled.pop() {
            let (block, var) = (self.phis[n].block, self.phis[n].var);
            let preds = self.state(block).preds.clone();
            self.arguments = self.arguments.saturating_add(preds.len());
            if self.has_too_many_arguments() {
                return;
            }
            let args = preds.iter().map(|&p| self.find(f, var, p, &mut unfilled)).collect();
            self.phis[n].args = args;
        }
    }

    /// Returns whether there are more arguments than a kernel may have. Such a kernel is never finished.
    pub(crate) fn has_too_many_arguments(&self) -> bool {
        self.arguments > MAX_ARGUMENTS
    }

    /// Returns a zero in the entry block, the value of an uninitialised register.
    fn zero(&mut self, f: &mut Function, ty: Type) -> Value {
        if let Some(&(_, v)) = self.zeros.iter().find(|z| z.0 == ty) {
            return v;
        }
        let inst = f.make_inst(Op::Const(0), Vec::new(), &[ty], 0);
        let entry = f.entry();
        f.block_mut(entry).insts.insert(0, inst);
        let v = f.inst(inst).results[0];
        self.zeros.push((ty, v));
        v
    }

    /// Removes parameters with a single value, adds the arguments of the others to the edges, and rewrites
    /// all uses. All blocks must be sealed, and all terminators set, with edges without arguments.
    pub(crate) fn finish(mut self, f: &mut Function) {
        let mut alias: Vec<Option<Value>> = vec![None; f.value_count()];
        let resolve = |alias: &[Option<Value>], mut v: Value| {
            while let Some(next) = alias.get(v.index()).copied().flatten() {
                v = next;
            }
            v
        };
        // A parameter whose arguments are all one value (or the parameter itself) is that value. Removing it
        // may make others removable, so this is repeated.
        let mut live: Vec<usize> = (0..self.phis.len()).collect();
        loop {
            let before = live.len();
            live.retain(|&n| {
                let phi = &self.phis[n];
                let mut same = None;
                for &arg in &phi.args {
                    let arg = resolve(&alias, arg);
                    if arg == phi.value || Some(arg) == same {
                        continue;
                    }
                    if same.is_some() {
                        return true;
                    }
                    same = Some(arg);
                }
                match same {
                    // Uses expect the parameter's type; a value of another type needs a cast on the edge.
                    Some(v) if f.ty(v) == f.ty(phi.value) => {
                        alias[phi.value.index()] = Some(v);
                        false
                    }
                    _ => true,
                }
            });
            if live.len() == before {
                break;
            }
        }
        // A parameter with no argument except itself is undefined: zero.
        for n in 0..self.phis.len() {
            let phi = &self.phis[n];
            let value = phi.value;
            if alias[value.index()].is_none() && phi.args.iter().all(|&a| resolve(&alias, a) == value) {
                let zero = self.zero(f, f.ty(value));
                alias[value.index()] = Some(zero);
                live.retain(|&m| m != n);
            }
        }
        self.drop_params(f, &alias);
        self.pass_arguments(f, &live, |v| resolve(&alias, v));
        rewrite(f, |v| resolve(&alias, v));
    }

    fn drop_params(&self, f: &mut Function, alias: &[Option<Value>]) {
        for b in f.blocks() {
            let dead = |v: &Value| alias.get(v.index()).is_some_and(Option::is_some);
            let params = f.block(b).params.clone();
            // Remove from the back, so that earlier positions remain valid.
            for (n, _) in params.iter().enumerate().rev().filter(|(_, v)| dead(v)) {
                f.remove_param(b, n);
            }
        }
    }

    fn pass_arguments(&self, f: &mut Function, live: &[usize], resolve: impl Fn(Value) -> Value) {
        // Sort by block and position, so that arguments come in the order of the parameters.
        let mut order: Vec<usize> = live.to_vec();
        let position = |f: &Function, n: usize| {
            let phi = &self.phis[n];
            f.block(phi.block).params.iter().position(|&p| p == phi.value).unwrap_or(0)
        };
        order.sort_by_cached_key(|&n| (self.phis[n].block, position(f, n)));
        let mut casts: HashMap<(u32, u32), Value, BuildHasherDefault<KeyHasher>> = HashMap::default();
        // Places of a switch's edges to a block.
        let mut places: BTreeMap<(BlockId, BlockId), Vec<usize>> = BTreeMap::new();
        // Parameter that each block last passed.
        let mut passed = vec![usize::MAX; self.blocks.len()];
        for n in order {
            let phi = &self.phis[n];
            let ty = f.ty(phi.value);
            let preds = &self.blocks[phi.block.index()].preds;
            debug_assert_eq!(preds.len(), phi.args.len(), "an edge into a sealed block");
            // A predecessor with two edges occurs twice in the list.
            for (&pred, &arg) in preds.iter().zip(&phi.args) {
                if std::mem::replace(&mut passed[pred.index()], n) == n {
                    continue;
                }
                let mut arg = resolve(arg);
                if f.ty(arg) != ty {
                    let key = (pred.index() as u32, arg.index() as u32);
                    arg = *casts.entry(key).or_insert_with(|| {
                        let inst = f.append(pred, Op::Bitcast, vec![arg], &[ty], 0);
                        f.inst(inst).results[0]
                    });
                }
                match &mut f.block_mut(pred).term {
                    // All targets of a switch are searched once for a block, not for each value.
                    Term::Switch { targets, .. } => {
                        let places = places.entry((pred, phi.block)).or_insert_with(|| {
                            (0..targets.len()).filter(|&k| targets[k].to == phi.block).collect::<Vec<_>>()
                        });
                        places.iter().for_each(|&k| targets[k].args.push(arg));
                    }
                    term => term.edges_mut().filter(|e| e.to == phi.block).for_each(|e| e.args.push(arg)),
                }
            }
        }
    }
}

/// Replaces all uses of values.
fn rewrite(f: &mut Function, resolve: impl Fn(Value) -> Value) {
    for b in f.blocks() {
        for n in 0..f.block(b).insts.len() {
            let inst = f.block(b).insts[n];
            for arg in &mut f.inst_mut(inst).args {
                *arg = resolve(*arg);
            }
        }
        match &mut f.block_mut(b).term {
            crate::ir::Term::Branch { cond: v, .. } | crate::ir::Term::Switch { index: v, .. } => {
                *v = resolve(*v);
            }
            _ => {}
        }
        for edge in f.block_mut(b).term.edges_mut() {
            for arg in &mut edge.args {
                *arg = resolve(*arg);
            }
        }
    }
}
