//! Dependence on data: whether a kernel's counters follow from its parameters and shape alone.

use ptx::ir::{Effect, Function, Inst, Op, Space, Sreg, Value};

/// Returns whether branches and recorded addresses depend on nothing that a kernel reads from memory or that
/// differs between launches. Launches with equal parameters then have equal counters.
pub(super) fn is_independent(f: &Function) -> bool {
    let mut depends = vec![false; f.value_count()];
    loop {
        let mut changed = false;
        for block in f.blocks().map(|id| f.block(id)) {
            for inst in block.insts.iter().map(|&id| f.inst(id)) {
                let here = reads(inst) || inst.args.iter().any(|v| depends[v.index()]);
                for v in inst.results.iter().filter(|_| here) {
                    changed |= !std::mem::replace(&mut depends[v.index()], true);
                }
            }
            for edge in block.term.edges() {
                let params = &f.block(edge.to).params;
                for (param, arg) in params.iter().zip(&edge.args) {
                    let here = depends[arg.index()];
                    changed |= here && !std::mem::replace(&mut depends[param.index()], true);
                }
            }
        }
        if !changed {
            break;
        }
    }
    let writes = |op: &Op| matches!(op, Op::Store { space: Space::Param, .. });
    let is_free = |v: &Value| !depends[v.index()];
    f.blocks().map(|id| f.block(id)).all(|block| {
        let mut insts = block.insts.iter().map(|&id| f.inst(id));
        block.term.selector().iter().all(is_free)
            && insts.all(|inst| {
                let recorded = inst.op.accesses_memory();
                !writes(&inst.op) && (!recorded || inst.args.first().is_none_or(is_free))
            })
    })
}

/// Returns whether an instruction's results may differ between launches with equal parameters.
fn reads(inst: &Inst) -> bool {
    match inst.op {
        Op::Load { space: Space::Param, .. } => false,
        Op::Sreg(register) => !matches!(
            register,
            Sreg::Tid(_)
                | Sreg::Ntid(_)
                | Sreg::Ctaid(_)
                | Sreg::Nctaid(_)
                | Sreg::LaneId
                | Sreg::WarpSize
                | Sreg::NWarpId
                | Sreg::LanemaskEq
                | Sreg::LanemaskLt
                | Sreg::LanemaskLe
                | Sreg::LanemaskGt
                | Sreg::LanemaskGe
                | Sreg::DynamicSmemSize
                | Sreg::TotalSmemSize
        ),
        Op::Shfl(_) | Op::Vote(_) | Op::Redux { .. } | Op::WarpSync | Op::Converge { .. } => false,
        Op::Barrier { .. } => !inst.results.is_empty(),
        ref op => op.effect() != Effect::Pure,
    }
}
