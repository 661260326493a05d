//! What the lanes of a strip hold of each value, as code is made for it.

use ptx::analysis::regions::Regions;
use ptx::analysis::uniform::{Class, Uniformity};
use ptx::ir::{Function, InstId, Op, Type, Value};

/// What the lanes of a strip hold of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// The same: one scalar.
    Uniform,
    /// The scalar of lane 0, and a step.
    Affine(i64),
    /// The same, unless a 32-bit value that it was widened from wraps within the strip: then a flag is 0, and
    /// each lane is computed from the operands.
    Widened(i64),
    /// Anything: vectors.
    Varying,
}

/// The kinds of all values.
///
/// What is computed from widened values is computed again, lane by lane, where one wraps; beyond a few
/// operations that would cost more than vectors do.
///
/// Neither does a step survive where a use may read the frame or a definition.
pub(super) fn kinds(f: &Function, uniformity: &Uniformity, regions: &Regions) -> Vec<Kind> {
    const MOST: u32 = 24;
    let mut kinds = vec![Kind::Varying; f.value_count()];
    let mut costs = vec![0u32; f.value_count()];
    let mut mixed: Vec<Value> = regions.iter().flat_map(|(_, region)| region.ambiguous.clone()).collect();
    mixed.sort_unstable();
    for (n, kind) in kinds.iter_mut().enumerate() {
        // Also where the analysis gave up: code has constants in place.
        if f.constant(Value::new(n)).is_some() {
            *kind = Kind::Uniform;
            continue;
        }
        *kind = match uniformity.class(Value::new(n)) {
            Class::Uniform => Kind::Uniform,
            Class::Affine { stride, widened: false } => Kind::Affine(stride),
            Class::Affine { .. } | Class::Varying => Kind::Varying,
        };
    }
    // Values are numbered in no particular order: until nothing changes.
    loop {
        let mut changed = false;
        for block in f.blocks() {
            for &id in &f.block(block).insts {
                let inst = f.inst(id);
                let [result] = *inst.results.as_slice() else { continue };
                let Class::Affine { stride, widened: true } = uniformity.class(result) else { continue };
                // Its operands' steps must be known here too.
                let known = inst.args.iter().all(|&v| kinds[v.index()] != Kind::Varying);
                let done = kinds[result.index()] != Kind::Varying;
                if done || !known || mixed.binary_search(&result).is_ok() {
                    continue;
                }
                let cost = inst.args.iter().map(|v| costs[v.index()]).sum::<u32>() + 1;
                if cost <= MOST {
                    costs[result.index()] = cost;
                    kinds[result.index()] = Kind::Widened(stride);
                    changed = true;
                }
            }
        }
        if !changed {
            return kinds;
        }
    }
}

/// If an instruction makes 64 bits of 32: which operand has the step, by what it is multiplied, and whether
/// signed.
pub(super) fn is_widening(f: &Function, id: InstId) -> Option<bool> {
    let inst = f.inst(id);
    let [result] = *inst.results.as_slice() else { return None };
    if f.ty(*inst.args.first()?) != Type::I32 || f.ty(result) != Type::I64 {
        return None;
    }
    match inst.op {
        Op::MulWide { signed } => Some(signed),
        Op::Cvt { from, .. } => Some(from.is_signed()),
        _ => None,
    }
}
