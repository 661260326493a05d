//! Values that stand for others: collected while a pass looks around, carried out in one sweep.

use crate::ir::{Function, Term, Value};

/// Which value each value is replaced by.
pub(super) struct Replace {
    by: Vec<Value>,
    any: bool,
}

impl Replace {
    /// Nothing replaced yet.
    pub(super) fn new(f: &Function) -> Replace {
        Replace { by: (0..f.value_count()).map(Value::new).collect(), any: false }
    }

    /// Uses of `old` become uses of what stands for `new`.
    pub(super) fn set(&mut self, old: Value, new: Value) {
        let new = self.get(new);
        if new != old {
            self.by[old.index()] = new;
            self.any = true;
        }
    }

    /// What stands for `v` now. Values made later stand for themselves.
    pub(super) fn get(&self, v: Value) -> Value {
        let mut v = v;
        while let Some(&by) = self.by.get(v.index()).filter(|&&by| by != v) {
            v = by;
        }
        v
    }

    /// Rewrites all uses in the function; whether there was anything to replace.
    pub(super) fn apply(&self, f: &mut Function) -> bool {
        if !self.any {
            return false;
        }
        for b in f.blocks() {
            for k in 0..f.block(b).insts.len() {
                let i = f.block(b).insts[k];
                f.inst_mut(i).args.iter_mut().for_each(|v| *v = self.get(*v));
            }
            let term = &mut f.block_mut(b).term;
            match term {
                Term::Branch { cond: v, .. } | Term::Switch { index: v, .. } => *v = self.get(*v),
                Term::Jump(_) | Term::Exit | Term::Trap => {}
            }
            term.edges_mut().flat_map(|e| &mut e.args).for_each(|v| *v = self.get(*v));
        }
        true
    }
}

/// Removes the parameters of blocks for which `gone` holds, with the arguments of all edges.
pub(super) fn remove_params(f: &mut Function, gone: impl Fn(Value) -> bool) {
    let dead: Vec<Vec<bool>> =
        f.blocks().map(|b| f.block(b).params.iter().map(|&v| gone(v)).collect()).collect();
    for b in f.blocks() {
        for e in f.block_mut(b).term.edges_mut() {
            let mut dead = dead[e.to.index()].iter();
            e.args.retain(|_| !dead.next().copied().unwrap_or(false));
        }
        for n in (0..dead[b.index()].len()).rev().filter(|&n| dead[b.index()][n]) {
            f.remove_param(b, n);
        }
    }
}
