//! Kinds of values: what is known about their lanes when code is made.

use ptx::analysis::regions::Regions;
use ptx::analysis::uniform::{Class, Uniformity};
use ptx::ir::{Function, InstId, Op, Type, Value};

/// Relation of a value's lanes within a strip.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Equal in all lanes: one scalar.
    Uniform,
    /// Lane 0's scalar plus a constant step a lane.
    Affine(i64),
    /// Affine unless the 32-bit value from which it was widened wraps within the strip; then a flag is 0 and
    /// each lane is recomputed from the operands.
    Widened(i64),
    /// Any values: vectors.
    Varying,
}

/// Returns the kinds of all values.
///
/// After a wrap, values computed from widened ones are recomputed lane by lane; beyond a few operations that
/// costs more than vectors.
///
/// A value that a use may find either in the frame or in a definition has no step either.
pub(super) fn kinds(f: &Function, uniformity: &Uniformity, regions: [&Regions; 3]) -> Vec<Kind> {
    const MOST: u32 = 24;
    let mut kinds = vec![Kind::Varying; f.value_count()];
    let mut costs = vec![0u32; f.value_count()];
    let regions = regions.into_iter().flat_map(Regions::iter);
    let mut mixed: Vec<Value> = regions.flat_map(|(_, region)| region.ambiguous.clone()).collect();
    mixed.sort_unstable();
    for (n, kind) in kinds.iter_mut().enumerate() {
        // Also where the analysis gave up: constants are immediates.
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
    // Values are numbered in no particular order, so this repeats until nothing changes.
    loop {
        let mut changed = false;
        for block in f.blocks() {
            for &id in &f.block(block).insts {
                let inst = f.inst(id);
                let [result] = *inst.results.as_slice() else { continue };
                let Class::Affine { stride, widened: true } = uniformity.class(result) else { continue };
                // The steps of its operands must be known here too.
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

/// Returns whether an instruction that widens 32 bits to 64 is signed; `None` for any other.
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
