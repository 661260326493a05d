//! Removal of instrumentation: a kernel without its notes, for profilers, which count its own instructions.

use super::dce;
use crate::ir::{Function, Inst, IntOp, Op, Space, Value};

/// Returns a kernel without the counting of [`run_instrumented`](super::run_instrumented); its own parameters
/// end at `own_bytes`. The blocks and the instructions that stay have the same identifiers.
///
/// Replaced clocks and instrumentation calls stay.
pub fn without_notes(f: &Function, own_bytes: u32) -> Function {
    let mut plain = f.clone();
    let noted = noted_addresses(f, own_bytes);
    for block in f.blocks() {
        plain.block_mut(block).insts.retain(|&inst| {
            let inst = f.inst(inst);
            let writes = matches!(inst.op, Op::Store { .. } | Op::Atom { .. });
            !(writes && inst.args.first().is_some_and(|v| noted[v.index()]))
        });
    }
    dce::run(&mut plain);
    plain
}

/// Returns, by value, whether it is an address in the notes: a sum that begins with one of their parameters.
fn noted_addresses(f: &Function, own_bytes: u32) -> Vec<bool> {
    let is_parameter = |inst: &Inst| match inst.op {
        Op::Load { space: Space::Param, offset, .. } => {
            let base = inst.args.first().and_then(|&v| f.constant(v)).unwrap_or(0);
            base.wrapping_add(offset as u64) >= u64::from(own_bytes)
        }
        _ => false,
    };
    let mut noted = vec![false; f.value_count()];
    loop {
        let mut changed = false;
        let mut set =
            |noted: &mut Vec<bool>, v: Value| changed |= !std::mem::replace(&mut noted[v.index()], true);
        for block in f.blocks() {
            for &inst in &f.block(block).insts {
                let inst = f.inst(inst);
                let sum = matches!(inst.op, Op::Int(IntOp::Add) | Op::Select)
                    && inst.args.iter().any(|v| noted[v.index()]);
                if sum || is_parameter(inst) {
                    inst.results.iter().for_each(|&v| set(&mut noted, v));
                }
            }
            for edge in f.block(block).term.edges() {
                for (&param, arg) in f.block(edge.to).params.iter().zip(&edge.args) {
                    if noted[arg.index()] {
                        set(&mut noted, param);
                    }
                }
            }
        }
        if !changed {
            return noted;
        }
    }
}
