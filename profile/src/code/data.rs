//! Dependence on data: whether a kernel's counters follow from its parameters and shape alone.

use ptx::analysis::branching::{reads_state, writes_parameters};
use ptx::analysis::dependence::dependent_values;
use ptx::ir::{Function, Value};

/// Returns whether branches and recorded addresses depend on nothing that a kernel reads from memory or that
/// differs between launches. Launches with equal parameters then have equal counters.
pub(super) fn is_independent(f: &Function) -> bool {
    let depends = dependent_values(f, |_| true, reads_state);
    let is_free = |v: &Value| !depends[v.index()];
    let free = f.blocks().map(|id| f.block(id)).all(|block| {
        let mut insts = block.insts.iter().map(|&id| f.inst(id));
        block.term.selector().iter().all(is_free)
            && insts.all(|inst| !inst.op.accesses_memory() || inst.args.first().is_none_or(is_free))
    });
    free && !writes_parameters(f)
}
