//! Local memory in registers: words that are only loaded and stored at constant addresses become values.
//!
//! Compilers keep structures that are copied as a whole in local memory (clang, each `float4` that waits
//! for its store), and ptxas moves them to registers. A word that is read before it is written is zero.

use super::dce::remove_unreachable;
use super::replace::Replace;
use crate::analysis::cfg::Graph;
use crate::analysis::dom::Dominators;
use crate::analysis::loops::Loops;
use crate::ir::ssa::{Ssa, Var};
use crate::ir::{BlockId, Function, Inst, InstId, IntOp, Op, Order, Space, Type, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Bytes of a word.
const WORD: u32 = 4;

/// Words of a kernel, and those times its blocks, at most: each may become a parameter of each block.
const MOST_WORDS: usize = 256;
const MOST_PARAMS: usize = 1 << 18;

/// Bits of an address that are 0 at the start of a thread's local memory.
const ALIGNED: u64 = 15;

/// Runs the pass.
pub(super) fn run(f: &mut Function) {
    // Watchers of accesses want to see them; the stack for calls is not the kernel's own.
    if f.local_bytes == 0 || f.watched || f.stack_bytes != 0 {
        return;
    }
    remove_unreachable(f);
    let graph = Graph::from_function(f);
    let order = graph.topological_order(&Loops::new(&graph, &Dominators::new(&graph)));
    let Some(accesses) = Accesses::find(f, &order) else { return };
    let words = accesses.words(f);
    if words.is_empty() || words.len() > MOST_WORDS || words.len() * f.blocks().len() > MOST_PARAMS {
        return;
    }
    promote(f, (&graph, &order), &accesses, &words);
}

/// Loads and stores of local memory: the words that each accesses. An access of parts of words has none.
struct Accesses(BTreeMap<InstId, Range<u32>>);

impl Accesses {
    /// Finds all accesses of blocks in topological order; `None` if an address is not constant, or used
    /// otherwise.
    fn find(f: &Function, order: &[usize]) -> Option<Accesses> {
        let mut found = BTreeMap::new();
        let mut places: BTreeMap<Value, Place> = BTreeMap::new();
        for id in order.iter().flat_map(|&n| &f.block(BlockId::new(n)).insts) {
            let inst = f.inst(*id);
            if let Some(place) = derived(f, inst, &places) {
                places.insert(inst.results[0], place);
                continue;
            }
            let is_address = |n: usize| n == 0 && matches!(inst.op, Op::Load { .. } | Op::Store { .. });
            if (0..inst.args.len()).any(|n| !is_address(n) && places.contains_key(&inst.args[n])) {
                return None;
            }
            match inst.op {
                Op::Load { space, .. } | Op::Store { space, .. } => {
                    let constant = || f.constant(inst.args[0]).map(|offset| Place { space, offset });
                    match places.get(&inst.args[0]).copied() {
                        Some(place) if place.space != space => return None,
                        Some(place) => _ = found.insert(*id, range(f, inst, place)?),
                        None if space == Space::Local => {
                            found.insert(*id, range(f, inst, constant()?)?);
                        }
                        None => {}
                    }
                }
                Op::Atom { space: Space::Local, .. } => return None,
                _ => {}
            }
        }
        let passed = |v: &Value| places.contains_key(v);
        let leaves = f.blocks().any(|b| {
            let term = &f.block(b).term;
            term.selector().iter().any(passed) || term.edges().flat_map(|edge| &edge.args).any(passed)
        });
        (!leaves).then_some(Accesses(found))
    }

    /// Iterates over the values that all accesses load and store, each with the words that it is.
    fn elements<'a>(&'a self, f: &'a Function) -> impl Iterator<Item = (Range<u32>, Value)> + 'a {
        self.0.iter().flat_map(|(&id, range)| elements(f.inst(id), range))
    }

    /// Returns the words that no access shares with one of another kind of word.
    fn words(&self, f: &Function) -> BTreeSet<u32> {
        let mut words: BTreeSet<u32> = self.0.values().cloned().flatten().collect();
        loop {
            let before = words.len();
            for (&id, range) in &self.0 {
                if !is_of_words(f, f.inst(id)) || !range.clone().all(|word| words.contains(&word)) {
                    range.clone().for_each(|word| _ = words.remove(&word));
                }
            }
            if words.len() == before {
                return words;
            }
        }
    }
}

/// An address of local memory.
#[derive(Clone, Copy)]
struct Place {
    /// [`Space::Generic`], or [`Space::Local`].
    space: Space,
    offset: u64,
}

/// Returns the address that an instruction's result is, if it is computed from one or becomes a generic one.
fn derived(f: &Function, inst: &Inst, places: &BTreeMap<Value, Place>) -> Option<Place> {
    match (&inst.op, &inst.args[..]) {
        (&Op::Cvta { space: Space::Local, to_generic }, &[from]) => {
            let (space, needed) =
                if to_generic { (Space::Generic, Space::Local) } else { (Space::Local, Space::Generic) };
            let offset = match places.get(&from) {
                Some(place) => Some(place.offset).filter(|_| place.space == needed),
                None => f.constant(from).filter(|_| to_generic),
            };
            offset.map(|offset| Place { space, offset })
        }
        (Op::Int(IntOp::Add), &[a, b]) => {
            let (place, more) = match (places.get(&a), places.get(&b)) {
                (Some(place), None) => (place, f.constant(b)?),
                (None, Some(place)) => (place, f.constant(a)?),
                _ => return None,
            };
            Some(Place { offset: place.offset.wrapping_add(more), ..*place })
        }
        (Op::Int(IntOp::Or), &[a, b]) => {
            let (place, bits) = (places.get(&a)?, f.constant(b)?);
            let is_sum = bits & !ALIGNED == 0 && place.offset & bits == 0;
            is_sum.then_some(Place { offset: place.offset | bits, ..*place })
        }
        _ => None,
    }
}

/// Returns the words that an access touches; `None` if it fails.
fn range(f: &Function, inst: &Inst, place: Place) -> Option<Range<u32>> {
    let (ty, offset, count) = match inst.op {
        Op::Load { ty, offset, .. } => (ty, offset, inst.results.len()),
        Op::Store { ty, offset, .. } => (ty, offset, inst.args.len() - 1),
        _ => return None,
    };
    let start = u32::try_from(place.offset.wrapping_add_signed(offset)).ok()?;
    let size = ty.bytes() * count as u32;
    let end = start.checked_add(size).filter(|&end| end <= f.local_bytes)?;
    (start % size == 0).then(|| start / WORD..end.div_ceil(WORD))
}

/// Returns whether an access is of whole words, with values of the width that they have in memory.
fn is_of_words(f: &Function, inst: &Inst) -> bool {
    let is_whole = |bytes: u32, values: &[Value]| {
        (bytes == WORD || bytes == 2 * WORD) && values.iter().all(|&v| f.ty(v).bits() == 8 * bytes)
    };
    match inst.op {
        Op::Load { ty, order: Order::Weak, .. } => is_whole(ty.bytes(), &inst.results),
        Op::Store { ty, order: Order::Weak, .. } => is_whole(ty.bytes(), &inst.args[1..]),
        _ => false,
    }
}

/// Returns the values that an access loads or stores, each with the words that it is.
fn elements<'a>(inst: &'a Inst, range: &Range<u32>) -> impl Iterator<Item = (Range<u32>, Value)> + use<'a> {
    let values = if inst.results.is_empty() { &inst.args[1..] } else { &inst.results[..] };
    let (start, each) = (range.start, range.len() as u32 / values.len() as u32);
    (0..).zip(values).map(move |(n, &v)| (start + n * each..start + (n + 1) * each, v))
}

/// Declares a variable for each word, or for two that are always accessed together.
fn declare(f: &Function, accesses: &Accesses, words: &BTreeSet<u32>, ssa: &mut Ssa) -> BTreeMap<u32, Var> {
    let promoted = || accesses.elements(f).filter(|(own, _)| words.contains(&own.start));
    let halved: BTreeSet<u32> =
        promoted().filter(|(own, _)| own.len() == 1).map(|(own, _)| own.start & !1).collect();
    let mut types: BTreeMap<u32, Type> = BTreeMap::new();
    for (own, v) in promoted() {
        let (whole, float, integer) = match own.len() {
            2 if !halved.contains(&own.start) => (own.start..own.start + 1, Type::F64, Type::I64),
            _ => (own, Type::F32, Type::I32),
        };
        for word in whole {
            let ty = if f.ty(v) == float { float } else { integer };
            types
                .entry(word)
                .and_modify(|known| *known = if *known == ty { ty } else { integer })
                .or_insert(ty);
        }
    }
    types.into_iter().map(|(word, ty)| (word, ssa.declare(ty))).collect()
}

/// Makes words values.
fn promote(f: &mut Function, (graph, order): (&Graph, &[usize]), accesses: &Accesses, words: &BTreeSet<u32>) {
    let mut ssa = Ssa::default();
    let vars = declare(f, accesses, words, &mut ssa);
    for from in f.blocks() {
        f.block(from).term.edges().for_each(|edge| ssa.edge(from, edge.to));
    }
    let mut replace = Replace::new(f);
    let mut left: Vec<usize> = (0..graph.len()).map(|n| graph.preds(n).len()).collect();
    ssa.seal(f, f.entry());
    for &n in order {
        let b = BlockId::new(n);
        let insts = std::mem::take(&mut f.block_mut(b).insts);
        let mut kept = Vec::with_capacity(insts.len());
        for id in insts {
            let Some(range) = accesses.0.get(&id).filter(|range| words.contains(&range.start)) else {
                kept.push(id);
                continue;
            };
            let inst = f.inst(id).clone();
            for (own, v) in elements(&inst, range) {
                // The second of two words that share a variable has none.
                let own: Vec<Var> = own.filter_map(|word| vars.get(&word).copied()).collect();
                if inst.results.is_empty() {
                    let parts = split(f, &mut kept, (replace.get(v), own.len()), inst.line);
                    parts.into_iter().zip(own).for_each(|(part, var)| ssa.write(var, b, part));
                } else {
                    let parts: Vec<Value> = own.iter().map(|&var| ssa.read(f, var, b)).collect();
                    let made = join(f, &mut kept, (&parts, f.ty(v)), inst.line);
                    replace.set(v, made);
                }
            }
        }
        // A zero for words that nobody has written is first in the entry.
        kept.splice(0..0, std::mem::take(&mut f.block_mut(b).insts));
        f.block_mut(b).insts = kept;
        for to in graph.succs(n) {
            left[to] -= 1;
            if left[to] == 0 {
                ssa.seal(f, BlockId::new(to));
            }
        }
    }
    replace.apply(f);
    ssa.finish(f);
}

/// Returns the parts of a value that variables hold, lowest first.
fn split(f: &mut Function, insts: &mut Vec<InstId>, (v, parts): (Value, usize), line: u32) -> Vec<Value> {
    if parts == 1 {
        return vec![v];
    }
    let whole = as_integer(f, insts, v, line);
    (0..parts).map(|n| append(f, insts, (Op::Part(n as u8), vec![whole], Type::I32), line)).collect()
}

/// Returns the value of a type that some variables' values are.
fn join(f: &mut Function, insts: &mut Vec<InstId>, (parts, ty): (&[Value], Type), line: u32) -> Value {
    let whole = match parts {
        &[part] => part,
        _ => {
            let parts = parts.iter().map(|&part| as_integer(f, insts, part, line)).collect();
            append(f, insts, (Op::Pack, parts, Type::I64), line)
        }
    };
    match f.ty(whole) == ty {
        true => whole,
        false => append(f, insts, (Op::Bitcast, vec![whole], ty), line),
    }
}

fn as_integer(f: &mut Function, insts: &mut Vec<InstId>, v: Value, line: u32) -> Value {
    let ty = match f.ty(v) {
        Type::F32 => Type::I32,
        Type::F64 => Type::I64,
        _ => return v,
    };
    append(f, insts, (Op::Bitcast, vec![v], ty), line)
}

fn append(
    f: &mut Function,
    insts: &mut Vec<InstId>,
    (op, args, ty): (Op, Vec<Value>, Type),
    line: u32,
) -> Value {
    let id = f.make_inst(op, args, &[ty], line);
    insts.push(id);
    f.inst(id).results[0]
}
