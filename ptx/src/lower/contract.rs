//! Fusion of products and sums, as NVIDIA's assembler does it.
//!
//! PTX ISA, `add`, `sub` and `mul` of floats: with a rounding modifier they are never fused; without one
//! they round to nearest and an assembler may fuse them. NVIDIA's does, so that the last bits of programs
//! depend on it. Observed on an H200 (driver 580), and in machine code made by `ptxas` 13:
//!
//! - A product is fused if it can be fused with all that use it, sums of its block, so that it vanishes. If a
//!   factor is a constant or a parameter, the sums may be in other blocks. Operations that become several
//!   blocks of machine code, such as rounded quotients, end a block here.
//! - A sum of two products is fused with the one that has no other use, with the first of two such.
//! - The last step of an approximate quotient is a product.
//! - Functions are not fused with their callers: the assembler inlines no function.
//! - In modules for debugging nothing is fused.

mod emit;

use crate::ir::{
    Approx, AtomOp, BlockId, Def, FloatOp, FloatUnary, Function, Inst, InstId, IntOp, Op, Scalar, Space,
    Type, Value,
};
use emit::Emitter;
use std::collections::HashMap;

/// Place of an operation in the program before calls were inlined.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Origin {
    /// Number of the function's copy.
    pub(super) copy: u32,
    /// Calls begun and ended before it.
    pub(super) calls: u32,
}

/// Sums and products without a rounding modifier, and approximate quotients.
pub(super) type Loose = HashMap<InstId, Origin>;

/// Fuses loose operations.
pub(super) fn run(f: &mut Function, loose: &Loose) {
    if !loose.is_empty() {
        let fused = Plan::new(f, loose).choose();
        Emitter::new(f, fused).run();
    }
}

/// Part of a block that is one block of machine code: the number of ends of such blocks before it.
type Part = (BlockId, u32);

/// A product, and the sums that use it.
struct Product {
    value: Value,
    home: Part,
    origin: Origin,
    /// `true` if sums of other blocks can be fused, too.
    leaves_block: bool,
    uses: Vec<Use>,
    /// `true` if it has other uses.
    remains: bool,
}

/// A product as a term of a sum.
#[derive(Clone, Copy)]
struct Use {
    sum: InstId,
    /// 0 or 1.
    place: usize,
    /// `true` if it is negated before.
    negated: bool,
}

/// A product to fuse with a sum.
#[derive(Clone, Copy)]
struct Fused {
    product: Value,
    used: Use,
}

struct Plan<'a> {
    f: &'a Function,
    loose: &'a Loose,
    products: Vec<Product>,
    /// Index in `products` of a value, by its number.
    by_value: Vec<Option<u32>>,
}

impl<'a> Plan<'a> {
    fn new(f: &'a Function, loose: &'a Loose) -> Self {
        let mut plan = Plan { f, loose, products: Vec::new(), by_value: vec![None; f.value_count()] };
        for b in f.blocks() {
            parts(f, b).for_each(|(id, part)| plan.add_product(id, part));
        }
        for b in f.blocks() {
            parts(f, b).for_each(|(id, part)| plan.add_uses(id, part));
            let passed = f.block(b).term.edges().flat_map(|edge| edge.args.iter().copied());
            passed.chain(f.block(b).term.selector()).for_each(|v| plan.keep(v));
        }
        plan
    }

    fn add_product(&mut self, id: InstId, home: Part) {
        let inst = self.f.inst(id);
        let Some(&origin) = self.loose.get(&id) else { return };
        let leaves_block = match inst.op {
            Op::Float { op: FloatOp::Mul, mode, .. } if !mode.sat => {
                inst.args.iter().any(|&v| self.needs_no_register(v))
            }
            Op::Approx { op: Approx::Div | Approx::DivFull, ty: Scalar::F32, .. } => false,
            _ => return,
        };
        let value = inst.results[0];
        self.by_value[value.index()] = Some(self.products.len() as u32);
        self.products.push(Product { value, home, origin, leaves_block, uses: Vec::new(), remains: false });
    }

    /// Returns whether instructions can name a value itself: a constant or a parameter.
    fn needs_no_register(&self, v: Value) -> bool {
        let inst = self.f.def_inst(v);
        inst.is_some_and(|inst| matches!(inst.op, Op::Const(_) | Op::Load { space: Space::Param, .. }))
    }

    /// Returns the product that a value is, and whether it is negated.
    fn product(&mut self, v: Value) -> Option<(&mut Product, bool)> {
        let (v, negated) = match self.f.def_inst(v) {
            Some(inst) if is_negation(&inst.op) => (inst.args[0], true),
            _ => (v, false),
        };
        let n = self.by_value[v.index()]?;
        Some((&mut self.products[n as usize], negated))
    }

    fn keep(&mut self, v: Value) {
        if let Some((product, _)) = self.product(v) {
            product.remains = true;
        }
    }

    fn add_uses(&mut self, id: InstId, part: Part) {
        let (f, loose) = (self.f, self.loose);
        let inst = f.inst(id);
        if is_negation(&inst.op) {
            // Its uses count instead.
            return;
        }
        let sum = loose.get(&id).filter(|_| is_sum(&inst.op));
        for (place, &v) in inst.args.iter().enumerate() {
            let Some((product, negated)) = self.product(v) else { continue };
            let fits = sum.is_some_and(|&origin| {
                let together = product.home == part && product.origin == origin
                    || product.leaves_block && product.origin.copy == origin.copy;
                together
                    && format(f, product.value) == format(f, inst.results[0])
                    && product.uses.last().is_none_or(|used| used.sum != id)
            });
            product.uses.push(Use { sum: id, place, negated });
            product.remains |= !fits;
        }
    }

    /// Chooses what is fused, by the number of the sum.
    fn choose(self) -> Vec<Option<Fused>> {
        let mut fused: Vec<Option<Fused>> = vec![None; self.f.inst_count()];
        for product in self.products.iter().filter(|product| !product.remains) {
            let [used] = product.uses[..] else { continue };
            let other = fused[used.sum.index()];
            if other.is_none_or(|other| other.used.place > used.place) {
                fused[used.sum.index()] = Some(Fused { product: product.value, used });
            }
        }
        for product in self.products.iter().filter(|product| !product.remains && product.uses.len() > 1) {
            if product.uses.iter().all(|used| fused[used.sum.index()].is_none()) {
                for &used in &product.uses {
                    fused[used.sum.index()] = Some(Fused { product: product.value, used });
                }
            }
        }
        fused
    }
}

/// Returns the instructions of a block with their parts.
fn parts(f: &Function, b: BlockId) -> impl Iterator<Item = (InstId, Part)> {
    f.block(b).insts.iter().scan(0, move |part, &id| {
        *part += u32::from(ends_block(f, f.inst(id)));
        Some((id, (b, *part)))
    })
}

/// Returns whether an operation becomes several blocks of machine code: its rare cases have own blocks, or
/// it is a loop.
fn ends_block(f: &Function, inst: &Inst) -> bool {
    match inst.op {
        Op::Float { op: FloatOp::Div, .. } | Op::FloatUnary { op: FloatUnary::Sqrt, .. } => true,
        Op::FloatUnary { op: FloatUnary::Rcp, .. } => inst.args.iter().all(|&v| f.constant(v).is_none()),
        Op::Approx { op: Approx::Rsqrt, ty: Scalar::F64, ftz, .. } => !ftz,
        Op::Int(IntOp::DivS | IntOp::RemS) => true,
        Op::Int(IntOp::DivU | IntOp::RemU) => f.ty(inst.results[0]) != Type::I32,
        Op::Atom { op: AtomOp::Add, ty, space, .. } => ty.is_float() && space != Space::Global,
        Op::Fence => true,
        _ => false,
    }
}

fn is_negation(op: &Op) -> bool {
    matches!(op, Op::FloatUnary { op: FloatUnary::Neg, .. })
}

fn is_sum(op: &Op) -> bool {
    matches!(op, Op::Float { op: FloatOp::Add | FloatOp::Sub, .. })
}

/// Returns the type of a sum, product or quotient, and whether it flushes subnormal numbers.
fn format(f: &Function, v: Value) -> Option<(Scalar, bool)> {
    let Def::Inst(id, _) = f.value(v).def else { return None };
    match f.inst(id).op {
        Op::Float { ty, mode, .. } => Some((ty, mode.ftz)),
        Op::Approx { ty, ftz, .. } => Some((ty, ftz)),
        _ => None,
    }
}
