//! Addresses in shared memory that differ from lane to lane by constants: those of `tile[threadIdx.y][k]`,
//! whatever `k` is. What such an access costs follows from the block's shape and the lanes that take part.
//!
//! An address is a sum modulo 2³² of a number that the lanes have in common and of multiples of
//! values that only the thread's place in its block decides, such as `%tid.x & 15`.

use super::converge::Convergence;
use super::expression::{Expression, Place};
use super::regions::is_split;
use super::uniform::{Class, ShapeClass, Uniformity};
use crate::exec::WARP;
use crate::interp::value::is_known;
use crate::ir::{
    BlockId, Class as ScalarClass, Function, Inst, InstId, IntOp, Op, Scalar, Space, Sreg, Type, Value,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Values that the thread's place decides, with their factors; sorted, none is zero.
type Terms = Vec<(Value, u32)>;

/// Limit of terms: an address of three coordinates has as many.
const MOST_TERMS: usize = 4;
/// Limit of an expression's operations: it is evaluated for each thread.
const MOST_OPERATIONS: u32 = 32;
/// Limit of different offsets in a function.
const MOST_OFFSETS: usize = 1024;

/// A value's form as a sum.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Form {
    /// A common number and these terms.
    Sum(Terms),
    /// Nothing is known.
    Unknown,
}

/// Constant distances between the addresses of an instruction's lanes, by instruction.
#[derive(Clone, Debug)]
pub struct LaneOffsets {
    /// Equal ones are the same.
    offsets: Vec<Option<Arc<Offsets>>>,
}

/// Part of an address that the lanes do not have in common.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offsets {
    /// Values that the thread's place decides, with factors.
    terms: Vec<(Expression, u32)>,
}

impl LaneOffsets {
    /// Analyses the accesses to shared memory of a function in split form.
    pub fn new(f: &Function) -> LaneOffsets {
        debug_assert!(is_split(f), "the analysis needs the form that split_sync leaves");
        let flow = Convergence::new(f);
        let uniform = Uniformity::new(f, &flow, (ShapeClass::Any, WARP));
        let forms = Solver::new(f, &uniform).solve(&flow.order);
        let mut offsets = vec![None; f.inst_count()];
        let mut different: BTreeMap<&Terms, Arc<Offsets>> = BTreeMap::new();
        for &id in f.blocks().flat_map(|block| &f.block(block).insts) {
            if let Some(address) = shared_address(f.inst(id))
                && let Some(Form::Sum(sum)) = &forms[address.index()]
            {
                let terms = sum.iter().map(|&(value, factor)| (Expression::new(f, value), factor));
                let made = || Arc::new(Offsets { terms: terms.collect() });
                offsets[id.index()] = match different.get(sum) {
                    None if different.len() == MOST_OFFSETS => None,
                    _ => Some(Arc::clone(different.entry(sum).or_insert_with(made))),
                };
            }
        }
        LaneOffsets { offsets }
    }

    /// Returns whether a trace of lanes records an instruction's address: it accesses memory, and what that
    /// costs depends on an address that is not known without it.
    pub fn is_traced(&self, f: &Function, inst: InstId) -> bool {
        let constant = |space: Space| matches!(space, Space::Const | Space::Param);
        match f.inst(inst).op {
            Op::Load { space, .. } | Op::Store { space, .. } | Op::Atom { space, .. } => {
                !constant(space) && self.offsets(inst).is_none()
            }
            _ => false,
        }
    }

    /// Returns the part of an instruction's address that its lanes do not have in common; `None` if the
    /// distances between them are not constant.
    pub fn offsets(&self, inst: InstId) -> Option<&Arc<Offsets>> {
        self.offsets[inst.index()].as_ref()
    }
}

impl Offsets {
    /// Returns the offset of each thread of a block, modulo 2³².
    pub fn of_threads(&self, block: [u32; 3]) -> Vec<u32> {
        let [x, y, z] = block;
        let threads = (0..z).flat_map(|z| (0..y).flat_map(move |y| (0..x).map(move |x| [x, y, z])));
        let offset = |(number, tid)| {
            let place = Place { tid, block, lane: number % WARP };
            let part =
                |(value, factor): &(Expression, u32)| (value.evaluate(&place) as u32).wrapping_mul(*factor);
            self.terms.iter().map(part).fold(0, u32::wrapping_add)
        };
        (0..).zip(threads).map(offset).collect()
    }
}

/// Returns the address of an access to shared memory by whole words. Which words a narrower access touches
/// depends on the common part of its addresses, too.
fn shared_address(inst: &Inst) -> Option<Value> {
    match inst.op {
        Op::Load { space: Space::Shared, ty, .. }
        | Op::Store { space: Space::Shared, ty, .. }
        | Op::Atom { space: Space::Shared, ty, .. }
            if ty.bytes() >= 4 =>
        {
            inst.args.first().copied()
        }
        _ => None,
    }
}

/// Returns whether only the thread's place and the block's shape decide a special register.
const fn is_place(register: Sreg) -> bool {
    matches!(register, Sreg::Tid(_) | Sreg::Ntid(_) | Sreg::LaneId)
}

struct Solver<'a> {
    f: &'a Function,
    uniform: &'a Uniformity,
    /// Operations in the expression of each value that only the thread's place decides; 0 for the others.
    placed: Vec<u32>,
    /// First value of each special register.
    registers: BTreeMap<Sreg, Value>,
    /// Form of each value; `None` until it is reached.
    forms: Vec<Option<Form>>,
}

impl<'a> Solver<'a> {
    fn new(f: &'a Function, uniform: &'a Uniformity) -> Solver<'a> {
        let (placed, forms) = (vec![0; f.value_count()], vec![None; f.value_count()]);
        Solver { f, uniform, placed, registers: BTreeMap::new(), forms }
    }

    /// Visits the blocks in an order until nothing changes.
    fn solve(mut self, order: &[usize]) -> Vec<Option<Form>> {
        let f = self.f;
        loop {
            let mut changed = false;
            for &n in order {
                let block = f.block(BlockId::new(n));
                for inst in block.insts.iter().map(|&id| f.inst(id)) {
                    for &result in &inst.results {
                        let form = self.result(inst, result);
                        changed |= self.lower(result, form);
                    }
                }
                for edge in block.term.edges() {
                    for (&param, &arg) in f.block(edge.to).params.iter().zip(&edge.args) {
                        let form = self.form(arg);
                        changed |= self.lower(param, form);
                    }
                }
            }
            if !changed {
                return self.forms;
            }
        }
    }

    /// Lowers the form of a value to one more possibility. Returns whether it changed.
    fn lower(&mut self, v: Value, form: Option<Form>) -> bool {
        let fixed = match self.uniform.class(v) {
            Class::Uniform => Some(Form::Sum(Terms::new())),
            _ if self.uniform.is_mixed(v) => Some(Form::Unknown),
            _ => form,
        };
        let old = &mut self.forms[v.index()];
        let new = match (&old, fixed) {
            (None, form) => form,
            (Some(_), None) => return false,
            (Some(a), Some(b)) if *a == b => return false,
            _ => Some(Form::Unknown),
        };
        let changed = *old != new;
        *old = new;
        changed
    }

    fn form(&self, v: Value) -> Option<Form> {
        self.forms[v.index()].clone()
    }

    /// Returns the form of an instruction's result.
    fn result(&mut self, inst: &Inst, result: Value) -> Option<Form> {
        if let Some(placed) = self.placed(inst, result) {
            return Some(placed);
        }
        let arg = |n: usize| self.form(inst.args[n]);
        let constant = |n: usize| self.f.constant(inst.args[n]).map(|bits| bits as u32);
        match inst.op {
            Op::Int(IntOp::Add) => Some(sum(arg(0)?, arg(1)?, 1)),
            Op::Int(IntOp::Sub) => Some(sum(arg(0)?, arg(1)?, u32::MAX)),
            Op::Int(IntOp::Mul) | Op::MulWide { .. } => match (constant(0), constant(1)) {
                (_, Some(factor)) => Some(scaled(arg(0)?, factor)),
                (Some(factor), _) => Some(scaled(arg(1)?, factor)),
                _ => Some(Form::Unknown),
            },
            Op::Int(IntOp::Shl) => match constant(1) {
                Some(amount) => Some(scaled(arg(0)?, 1u32.checked_shl(amount).unwrap_or(0))),
                None => Some(Form::Unknown),
            },
            Op::Cvt { to, from, mode, .. }
                if inst.args.len() == 1 && keeps_low_bits(to) && keeps_low_bits(from) && !mode.sat =>
            {
                arg(0)
            }
            _ => Some(Form::Unknown),
        }
    }

    /// Returns the form of a value that only the thread's place decides.
    fn placed(&mut self, inst: &Inst, result: Value) -> Option<Form> {
        let atom = match inst.op {
            Op::Const(_) => {
                self.placed[result.index()] = 1;
                return Some(Form::Sum(Terms::new()));
            }
            Op::Sreg(register) if is_place(register) => *self.registers.entry(register).or_insert(result),
            _ if !is_known(&inst.op) || inst.results.len() != 1 => return None,
            _ => result,
        };
        self.placed[result.index()] = self.operations(inst)?;
        let ty = self.f.ty(result);
        matches!(ty, Type::I32 | Type::I64).then(|| Form::Sum(vec![(atom, 1)]))
    }

    /// Returns the number of operations in an instruction's expression, if only the thread's place decides
    /// all operands.
    fn operations(&self, inst: &Inst) -> Option<u32> {
        let operands = inst.args.iter().map(|arg| self.placed[arg.index()]);
        let sum = operands.clone().fold(1, u32::saturating_add);
        (operands.clone().all(|count| count > 0) && sum <= MOST_OPERATIONS).then_some(sum)
    }
}

/// Returns whether a conversion from and to a type keeps the low 32 bits.
fn keeps_low_bits(ty: Scalar) -> bool {
    let integer = matches!(ty.class(), ScalarClass::Bits | ScalarClass::Signed | ScalarClass::Unsigned);
    integer && ty.bits() >= 32
}

/// Returns the form of `a + factor · b`.
fn sum(a: Form, b: Form, factor: u32) -> Form {
    let (Form::Sum(mut a), Form::Sum(b)) = (a, scaled(b, factor)) else { return Form::Unknown };
    for (value, factor) in b {
        match a.binary_search_by_key(&value, |&(value, _)| value) {
            Ok(at) => a[at].1 = a[at].1.wrapping_add(factor),
            Err(at) => a.insert(at, (value, factor)),
        }
    }
    a.retain(|&(_, factor)| factor != 0);
    if a.len() > MOST_TERMS { Form::Unknown } else { Form::Sum(a) }
}

/// Returns the form of `factor · a`.
fn scaled(a: Form, factor: u32) -> Form {
    let Form::Sum(mut terms) = a else { return Form::Unknown };
    terms.iter_mut().for_each(|(_, old)| *old = old.wrapping_mul(factor));
    terms.retain(|&(_, factor)| factor != 0);
    Form::Sum(terms)
}
