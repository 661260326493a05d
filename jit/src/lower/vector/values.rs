//! Facts of a kernel's values and accesses that its code depends on.

use super::kind::Kind;
use ptx::analysis::regions::sync_at_end;
use ptx::analysis::uniform::Uniformity;
use ptx::ir::{Def, Function, IntOp, Op, Space, Value};

/// Values that anything uses.
pub(super) fn used(f: &Function) -> Vec<bool> {
    let mut used = vec![false; f.value_count()];
    for block in f.blocks().map(|b| f.block(b)) {
        let args = block.insts.iter().flat_map(|&i| &f.inst(i).args).copied();
        let passed = block.term.edges().flat_map(|e| e.args.iter().copied());
        args.chain(passed).chain(block.term.selector()).for_each(|v| used[v.index()] = true);
    }
    used
}

/// Values that are used outside the instructions of their own block.
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

/// Blocks beyond which values between them are kept in memory.
pub(super) const MANY: usize = 24;

/// Values that are written in blocks which not all lanes run, and read in others.
///
/// In registers each would have to be handed through every block between; where those are many, memory is
/// better.
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

/// Values whose lane 0 alone is left in the frame, also where that lane does not run: those that regions hand
/// to each other and not to the driver, if no lanes wait where others do not.
pub(super) fn single(f: &Function, kinds: &[Kind], uniformity: &Uniformity) -> Vec<bool> {
    if f.blocks().any(|b| uniformity.is_apart(b)) {
        return vec![false; kinds.len()];
    }
    let mut single: Vec<bool> =
        kinds.iter().map(|kind| matches!(kind, Kind::Uniform | Kind::Affine(_))).collect();
    for inst in f.blocks().filter_map(|b| sync_at_end(f, b)).map(|id| f.inst(id)) {
        inst.args.iter().chain(&inst.results).for_each(|v| single[v.index()] = false);
    }
    single
}

/// Accesses beyond which each is a loop over lanes: code that is not optimised has all its variables in local
/// memory.
const MOST_OWN: usize = 64;

/// Whether so few accesses of a kernel are of this kind that each can stand in the code once for each lane.
pub(super) fn are_few(f: &Function, kinds: &[Kind]) -> bool {
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
    of_kind.count() <= MOST_OWN
}

/// What leads from a quotient to an address is no longer than this.
const LONGEST_WAY: u32 = 8;

/// Whether a value is made of a quotient: then lanes may well have a step although nothing says so.
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

/// Whether lanes' addresses may well have a step although nothing says so.
pub(super) fn may_step(f: &Function, address: Value) -> bool {
    matches!(f.value(address).def, Def::Param(..)) || is_of_quotient(f, address)
}
