//! Dependence of control flow on a launch's parameters: which launches execute the same instructions.

use super::waits::is_clock;
use crate::ir::{Def, Effect, Function, Inst, Op, Space, Sreg};
use std::ops::Range;

/// Returns whether an instruction's results may differ between launches of equal shape and parameters, other
/// than by its operands.
pub fn reads_state(inst: &Inst) -> bool {
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

/// Returns whether a kernel writes its parameters.
pub fn writes_parameters(f: &Function) -> bool {
    let mut insts = f.blocks().flat_map(|id| &f.block(id).insts).map(|&id| f.inst(id));
    insts.any(|inst| matches!(inst.op, Op::Store { space: Space::Param, .. }))
}

/// Returns whether a kernel reads a clock.
pub fn reads_clock(f: &Function) -> bool {
    let mut insts = f.blocks().flat_map(|id| &f.block(id).insts).map(|&id| f.inst(id));
    insts.any(|inst| matches!(inst.op, Op::Sreg(register) if is_clock(register)))
}

/// Returns the bytes of the parameters that decide about a kernel's branches, ascending. `None` if anything
/// else does but the launch's shape, or if the kernel calls the system: launches with the same shape and the
/// same such bytes execute the same instructions, block by block.
pub fn deciding_parameters(f: &Function) -> Option<Vec<Range<u32>>> {
    let mut insts = f.blocks().flat_map(|id| &f.block(id).insts).map(|&id| f.inst(id));
    if writes_parameters(f) || insts.any(|inst| matches!(inst.op, Op::System(_))) {
        return None;
    }
    let mut incoming = vec![Vec::new(); f.blocks().len()];
    for edge in f.blocks().flat_map(|id| f.block(id).term.edges()) {
        incoming[edge.to.index()].push(edge);
    }
    let mut needed = vec![false; f.value_count()];
    let mut todo: Vec<_> = f.blocks().filter_map(|id| f.block(id).term.selector()).collect();
    let mut found = Vec::new();
    while let Some(value) = todo.pop() {
        if std::mem::replace(&mut needed[value.index()], true) {
            continue;
        }
        let inst = match f.value(value).def {
            Def::Inst(inst, _) => f.inst(inst),
            Def::Param(block, n) => {
                todo.extend(incoming[block.index()].iter().filter_map(|edge| edge.args.get(n as usize)));
                continue;
            }
        };
        if reads_state(inst) {
            return None;
        }
        if let Op::Load { space: Space::Param, ty, offset, .. } = inst.op {
            let place = inst.args.first().and_then(|&v| f.constant(v));
            let place = place.and_then(|place| u32::try_from(place.wrapping_add(offset as u64)).ok());
            let bytes = ty.bytes() * inst.results.len() as u32;
            found.push(place.map_or(0..f.param_bytes, |place| place..place.saturating_add(bytes)));
        }
        todo.extend(&inst.args);
    }
    found.sort_unstable_by_key(|range| (range.start, range.end));
    found.dedup();
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deciding(body: &str) -> Option<Vec<Range<u32>>> {
        let text = format!(
            ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 a, .param .u32 n, \
             .param .u32 m)\n{{\n.reg .b32 %r<9>;\n.reg .b64 %rd<9>;\n.reg .pred %p<4>;\n{body}\nL:\nret;\n}}\n"
        );
        let mut f = crate::Module::parse(&text).expect("PTX").lower("k").expect("a kernel");
        crate::pass::run(&mut f).expect("passes");
        deciding_parameters(&f)
    }

    const STORE: &str = "st.global.u32 [%rd1], %r3;";

    #[test]
    fn bounds_decide_and_addresses_do_not() {
        let body = format!(
            "ld.param.u64 %rd1, [a];\nld.param.u32 %r1, [n];\nld.param.u32 %r3, [m];\nmov.u32 %r2, %tid.x;\n\
             min.u32 %r1, %r1, %r3;\nsetp.ge.u32 %p1, %r2, %r1;\n@%p1 bra L;\n{STORE}"
        );
        assert_eq!(deciding(&body), Some(vec![8..12, 12..16]));
    }

    #[test]
    fn words_of_memory_and_clocks_exclude_a_kernel() {
        let decide = "setp.ne.u32 %p1, %r1, 0;\n@%p1 bra L;";
        let address = "ld.param.u64 %rd1, [a];\nmov.u32 %r3, %tid.x;";
        let from_memory = format!("{address}\nld.global.u32 %r1, [%rd1];\n{decide}\n{STORE}");
        assert_eq!(deciding(&from_memory), None);
        let from_clock = format!("{address}\nmov.u32 %r1, %clock;\n{decide}\n{STORE}");
        assert_eq!(deciding(&from_clock), None);
        let straight = format!("{address}\n{STORE}");
        assert_eq!(deciding(&straight), Some(Vec::new()));
    }
}
