//! Replacement of values: collected by a pass, then applied in one sweep.

use crate::ir::{Function, Term, Value};

/// Replacement of each value.
pub(super) struct Replace {
    by: Vec<Value>,
    any: bool,
}

impl Replace {
    /// Creates an empty set of replacements.
    pub(super) fn new(f: &Function) -> Replace {
        Replace { by: (0..f.value_count()).map(Value::new).collect(), any: false }
    }

    /// Replaces `old` by `new`, or by the replacement of `new`.
    pub(super) fn set(&mut self, old: Value, new: Value) {
        let new = self.get(new);
        if new != old {
            self.by[old.index()] = new;
            self.any = true;
        }
    }

    /// Returns the current replacement of `v`. Values created later are unchanged.
    pub(super) fn get(&self, v: Value) -> Value {
        let mut v = v;
        while let Some(&by) = self.by.get(v.index()).filter(|&&by| by != v) {
            v = by;
        }
        v
    }

    /// Rewrites all uses in the function. Returns whether there was anything to replace.
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

/// Removes the block parameters for which `gone` holds, with the arguments of all edges.
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
