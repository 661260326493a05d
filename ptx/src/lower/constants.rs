//! Approximate functions of constants, as NVIDIA's assembler computes them.
//!
//! The assembler does not leave them to the special function unit: it puts the result, rounded once from an
//! exact one, in their place. A division by a constant becomes a product with the rounded reciprocal.
//! Observed in machine code made by `ptxas` 13: all functions but `tanh`.

use crate::ir::{Approx, FloatOp, Function, InstId, Mode, Op, Scalar, Value};

/// Replaces functions of constants. A product in the place of a quotient may be fused as that could.
pub(super) fn run(f: &mut Function) {
    for b in f.blocks() {
        let insts = std::mem::take(&mut f.block_mut(b).insts);
        let mut all = Vec::with_capacity(insts.len());
        for id in insts {
            match replacement(f, id) {
                Some(Replacement::Constant(x)) => {
                    let inst = f.inst_mut(id);
                    inst.op = constant(x);
                    inst.args.clear();
                }
                Some(Replacement::Product { dividend, factor, ftz }) => {
                    let line = f.inst(id).line;
                    let factor = f.make_inst(constant(factor), Vec::new(), &[Scalar::F32.register()], line);
                    all.push(factor);
                    let factor = f.inst(factor).results[0];
                    let mode = Mode { ftz, ..Mode::RN };
                    let inst = f.inst_mut(id);
                    inst.op = Op::Float { op: FloatOp::Mul, ty: Scalar::F32, mode };
                    inst.args = vec![dividend, factor];
                }
                None => {}
            }
            all.push(id);
        }
        f.block_mut(b).insts = all;
    }
}

enum Replacement {
    Constant(f32),
    Product { dividend: Value, factor: f32, ftz: bool },
}

fn constant(x: f32) -> Op {
    Op::Const(u64::from(x.to_bits()))
}

fn replacement(f: &Function, id: InstId) -> Option<Replacement> {
    let inst = f.inst(id);
    let Op::Approx { op, ty: Scalar::F32, ftz, .. } = inst.op else { return None };
    let last = *inst.args.last()?;
    let x = f32::from_bits(f.constant(last)? as u32);
    let exact = exact(op, f64::from(x))? as f32;
    // What the hardware treats apart is left to it.
    if !x.is_normal() || !exact.is_normal() {
        return None;
    }
    Some(match op {
        Approx::Div | Approx::DivFull => Replacement::Product { dividend: inst.args[0], factor: exact, ftz },
        _ => Replacement::Constant(exact),
    })
}

/// Returns a function's value; of divisions that of the divisor's reciprocal.
fn exact(op: Approx, x: f64) -> Option<f64> {
    Some(match op {
        Approx::Rcp | Approx::Div | Approx::DivFull => 1.0 / x,
        Approx::Sqrt => x.sqrt(),
        Approx::Rsqrt => 1.0 / x.sqrt(),
        Approx::Sin => libm::sin(x),
        Approx::Cos => libm::cos(x),
        Approx::Lg2 => libm::log2(x),
        Approx::Ex2 => libm::exp2(x),
        Approx::Tanh => return None,
    })
}
