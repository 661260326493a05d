//! Facts about a kernel's values and accesses.

use super::kind::Kind;
use ptx::analysis::converge::Convergence;
use ptx::analysis::live::defining_blocks;
use ptx::analysis::uniform::Uniformity;
use ptx::exec::WARP;
use ptx::ir::{Approx, Def, Effect, Function, Inst, InstId, IntOp, Op, Space, Sreg, Type, Value};

/// Returns the values with a use.
pub(super) fn used(f: &Function) -> Vec<bool> {
    let mut used = vec![false; f.value_count()];
    for block in f.blocks().map(|b| f.block(b)) {
        let args = block.insts.iter().flat_map(|&i| &f.inst(i).args).copied();
        let passed = block.term.edges().flat_map(|e| e.args.iter().copied());
        args.chain(passed).chain(block.term.selector()).for_each(|v| used[v.index()] = true);
    }
    used
}

/// Returns the values that are used outside the instructions of their own block.
pub(super) fn escaping(f: &Function) -> Vec<bool> {
    let mut escapes = vec![false; f.value_count()];
    let mut home = vec![None; f.value_count()];
    for b in f.blocks() {
        let results = f.block(b).insts.iter().flat_map(|&i| &f.inst(i).results);
        results.for_each(|v| home[v.index()] = Some(b));
    }
    for b in f.blocks() {
        let block = f.block(b);
        for v in block.insts.iter().flat_map(|&i| &f.inst(i).args) {
            escapes[v.index()] |= home[v.index()] != Some(b);
        }
        let passed = block.term.edges().flat_map(|e| e.args.iter().copied());
        passed.chain(block.term.selector()).for_each(|v| escapes[v.index()] = true);
    }
    escapes
}

/// Number of divergent blocks beyond which values that cross them are kept in memory.
pub(super) const MANY: usize = 24;

/// Returns the values that are written in blocks which only some lanes run, and read in others.
///
/// In registers each would need a block parameter in every block between; with many blocks memory is faster.
pub(super) fn in_memory(f: &Function, uniformity: &Uniformity) -> Vec<bool> {
    let mut memory = vec![false; f.value_count()];
    if f.blocks().filter(|&b| uniformity.is_controlled(b)).count() <= MANY {
        return memory;
    }
    let mut home = vec![None; f.value_count()];
    for b in f.blocks() {
        let results = f.block(b).insts.iter().flat_map(|&i| &f.inst(i).results);
        results.for_each(|v| home[v.index()] = Some(b));
    }
    for b in f.blocks() {
        let block = f.block(b);
        let args = block.insts.iter().flat_map(|&i| &f.inst(i).args).copied();
        let passed = block.term.edges().flat_map(|e| e.args.iter().copied());
        for v in args.chain(passed).chain(block.term.selector()) {
            let elsewhere = home[v.index()].is_some_and(|h| h != b && uniformity.is_controlled(h));
            memory[v.index()] |= elsewhere;
        }
        for edge in block.term.edges().filter(|_| uniformity.is_controlled(b)) {
            f.block(edge.to).params.iter().for_each(|p| memory[p.index()] = true);
        }
        if uniformity.is_controlled(b) {
            block.params.iter().for_each(|p| memory[p.index()] = true);
        }
    }
    memory
}

/// Returns the values stored once a strip (lane 0), even if that lane is inactive: uniform and affine values
/// that cross regions and that the driver does not read, if lanes never wait at different sync operations.
pub(super) fn stored_once(
    f: &Function,
    kinds: &[Kind],
    uniformity: &Uniformity,
    syncs: &[InstId],
) -> Vec<bool> {
    if f.blocks().any(|b| uniformity.is_desynchronized(b)) {
        return vec![false; kinds.len()];
    }
    let mut stored_once: Vec<bool> =
        kinds.iter().map(|kind| matches!(kind, Kind::Uniform | Kind::Affine(_))).collect();
    for inst in syncs.iter().map(|&id| f.inst(id)) {
        inst.args.iter().chain(&inst.results).for_each(|v| stored_once[v.index()] = false);
    }
    stored_once
}

/// Maximum accesses that are unrolled over lanes. Beyond it each is a loop: unoptimised code keeps all
/// its variables in local memory.
const MOST_OWN: usize = 64;

/// The same for processors that gather and scatter: an access is a few instructions there.
const MOST_GATHERED: usize = 512;

/// Returns whether a kernel has few enough accesses of local or scattered shared memory to unroll each over
/// the lanes.
pub(super) fn are_few(f: &Function, kinds: &[Kind], vector_bytes: u32) -> bool {
    let owned = |op: &Op| match op {
        Op::Load { space, .. } | Op::Store { space, .. } => Some(*space),
        _ => None,
    };
    let insts = f.blocks().flat_map(|b| &f.block(b).insts).map(|&i| f.inst(i));
    let of_kind = insts.filter(|inst| match owned(&inst.op) {
        Some(Space::Local) => true,
        Some(Space::Shared) => kinds[inst.args[0].index()] == Kind::Varying,
        _ => false,
    });
    of_kind.count() <= if vector_bytes == 64 { MOST_GATHERED } else { MOST_OWN }
}

/// Maximum length of the path from a quotient to an address.
const LONGEST_WAY: u32 = 8;

/// Returns whether a value derives from a quotient: lanes may then have a step although it is not known.
fn is_of_quotient(f: &Function, v: Value) -> bool {
    let mut todo = vec![(v, 0)];
    while let Some((v, depth)) = todo.pop() {
        let Some(inst) = f.def_inst(v) else { continue };
        match inst.op {
            Op::Int(IntOp::DivU | IntOp::DivS | IntOp::RemU | IntOp::RemS) => return true,
            Op::Int(IntOp::Add | IntOp::Sub | IntOp::Mul | IntOp::Shl)
            | Op::MulWide { .. }
            | Op::Cvt { .. }
                if depth < LONGEST_WAY =>
            {
                todo.extend(inst.args.iter().map(|&v| (v, depth + 1)));
            }
            _ => {}
        }
    }
    false
}

/// Maximum number of values that lead from a word in memory to an address.
const MOST_BEFORE: usize = 24;

/// Returns whether a value derives from words that each lane loads, as the place in a list that a loop goes
/// through.
fn is_of_memory(f: &Function, kinds: &[Kind], v: Value) -> bool {
    let mut seen = vec![v];
    let mut next = 0;
    while let Some(&v) = seen.get(next).filter(|_| seen.len() <= MOST_BEFORE) {
        next += 1;
        let before: Vec<Value> = match f.value(v).def {
            Def::Param(block, at) => {
                let edges = f.blocks().flat_map(|b| f.block(b).term.edges()).filter(|edge| edge.to == block);
                edges.map(|edge| edge.args[at as usize]).collect()
            }
            Def::Inst(id, _) => match &f.inst(id).op {
                Op::Load { .. } if kinds[v.index()] == Kind::Varying => return true,
                Op::Int(IntOp::Add | IntOp::Sub | IntOp::Mul | IntOp::Shl)
                | Op::MulWide { .. }
                | Op::Cvt { .. } => f.inst(id).args.clone(),
                _ => Vec::new(),
            },
        };
        for v in before {
            if !seen.contains(&v) {
                seen.push(v);
            }
        }
    }
    false
}

/// Constants below wrap numbers around, or exchange them, within a strip of sixteen lanes.
const SHORT: u64 = 15;

/// Returns whether a value derives from one that its block receives from others, as a counter of a loop, or
/// from one with a step that is kept within limits, as the columns of an image at its border, or that wraps
/// around or is exchanged at a distance.
fn is_carried(f: &Function, kinds: &[Kind], v: Value) -> bool {
    let steps = |inst: &Inst| inst.args.iter().any(|v| matches!(kinds[v.index()], Kind::Affine(_)));
    let is_short = |inst: &Inst| inst.args.iter().any(|&v| f.constant(v).is_some_and(|n| n < SHORT));
    let mut todo = vec![(v, 0)];
    while let Some((v, depth)) = todo.pop() {
        match f.value(v).def {
            Def::Param(..) => return true,
            Def::Inst(id, _) if depth < LONGEST_WAY => {
                let inst = f.inst(id);
                match inst.op {
                    Op::Int(IntOp::Add | IntOp::Sub | IntOp::Mul | IntOp::Shl)
                    | Op::MulWide { .. }
                    | Op::Cvt { .. } => {}
                    Op::Int(IntOp::MinS | IntOp::MinU | IntOp::MaxS | IntOp::MaxU) | Op::Select
                        if steps(inst) =>
                    {
                        return true;
                    }
                    Op::Int(IntOp::And | IntOp::Xor) if steps(inst) && !is_short(inst) => return true,
                    Op::Int(IntOp::MinS | IntOp::MinU | IntOp::MaxS | IntOp::MaxU) | Op::Select => {}
                    _ => continue,
                }
                let varying = inst.args.iter().filter(|v| kinds[v.index()] == Kind::Varying);
                todo.extend(varying.map(|&v| (v, depth + 1)));
            }
            Def::Inst(..) => {}
        }
    }
    false
}

/// Returns whether addresses may have a step although it is not known.
pub(super) fn may_step(f: &Function, kinds: &[Kind], address: Value) -> bool {
    is_carried(f, kinds, address) && !is_of_memory(f, kinds, address) || is_of_quotient(f, address)
}

/// Most functions of the special function unit that are in line: each takes some 50 instructions.
const MOST_APPROXIMATE: usize = 32;

/// Returns whether a kernel has few functions of the special function unit.
pub(super) fn few_approximate(f: &Function) -> bool {
    let insts = f.blocks().flat_map(|b| &f.block(b).insts).map(|&id| f.inst(id));
    // Quotients mostly share their divisor's reciprocal.
    let own = insts.filter(|inst| matches!(inst.op, Op::Approx { op, .. } if op != Approx::Div));
    own.count() <= MOST_APPROXIMATE
}

/// Returns whether a value is the number of the lane in its warp: a value of 0 to 31 that grows by one for 32
/// lanes starts at 0.
pub(super) fn is_lane_number(f: &Function, kinds: &[Kind], width: u32, v: Value) -> bool {
    if width != WARP || kinds[v.index()] != Kind::Affine(1) {
        return false;
    }
    let Some(inst) = f.def_inst(v) else { return false };
    let number = |n: usize| inst.args.get(n).and_then(|&v| f.constant(v));
    match inst.op {
        Op::Sreg(Sreg::LaneId) => true,
        Op::Int(IntOp::And) => [0, 1].into_iter().any(|n| number(n) == Some(u64::from(WARP) - 1)),
        Op::Int(IntOp::RemU) => number(1) == Some(u64::from(WARP)),
        _ => false,
    }
}

/// Returns the values that are known in each lane when code is made, and never kept in the frame: comparisons
/// of the lane's number with constants.
pub(super) fn known_lanes(f: &Function, kinds: &[Kind], width: u32) -> Vec<bool> {
    let mut known = vec![false; f.value_count()];
    for inst in f.blocks().flat_map(|b| &f.block(b).insts).map(|&id| f.inst(id)) {
        let (Op::Cmp { ty, .. }, &[a, b]) = (&inst.op, inst.args.as_slice()) else { continue };
        let number = |v: Value| is_lane_number(f, kinds, width, v);
        let one = number(a) && f.constant(b).is_some() || f.constant(a).is_some() && number(b);
        if one && !ty.is_float() && f.ty(a) == Type::I32 {
            inst.results.iter().for_each(|v| known[v.index()] = true);
        }
    }
    known
}

/// Returns the uniform divisors of approximate quotients in loops that do not define them: results of
/// instructions that the body of a block emits.
pub(super) fn outer_divisors(f: &Function, flow: &Convergence, kinds: &[Kind]) -> Vec<bool> {
    let mut divisors = vec![false; f.value_count()];
    let mut home = None;
    for b in f.blocks() {
        let Some(around) = flow.loops.innermost(b.index()) else { continue };
        for inst in f.block(b).insts.iter().map(|&id| f.inst(id)) {
            let (Op::Approx { op: Approx::Div, .. }, &[_, v]) = (&inst.op, inst.args.as_slice()) else {
                continue;
            };
            let home = home.get_or_insert_with(|| defining_blocks(f))[v.index()] as usize;
            let outside = home < f.blocks().len() && !flow.loops.contains(around, home);
            let plain = f.def_inst(v).is_some_and(|inst| {
                !matches!(inst.op, Op::Const(_)) && inst.op.effect() == Effect::Pure
                    || matches!(inst.op, Op::Load { .. })
            });
            divisors[v.index()] |= outside && plain && kinds[v.index()] == Kind::Uniform;
        }
    }
    divisors
}
