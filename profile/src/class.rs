//! Classes of instructions: the pipe that executes them, how many an assembler makes of one, and how long the
//! next one waits for the result.
//!
//! PTX is no machine code. Where the assembler is known to merge operations (a product and its sum, three-way
//! logic, sums of three) or to expand one (divisions, roots), the numbers here follow it; they are estimates.

use ptx::ir::{
    Approx, AtomOp, Class as Number, FloatOp, FloatUnary, Function, Inst, IntOp, Op, Scalar, Sreg,
};
use ptx::ir::{Space, System, Type, Value};

/// Pipe that executes an instruction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// Single and half precision arithmetic, and integer products.
    Fma,
    /// Integer and logic instructions, comparisons, selections.
    Alu,
    /// Double precision arithmetic.
    Fp64,
    /// Special functions and conversions.
    Special,
    /// Matrix instructions.
    Tensor,
    /// Loads, stores and atomic operations.
    Memory,
    /// Shuffles, votes and other exchange within a warp.
    Exchange,
    /// Barriers and fences.
    Barrier,
    /// Branches and exits.
    Branch,
}

impl Class {
    /// All classes, in order.
    pub const ALL: [Class; 9] = [
        Class::Fma,
        Class::Alu,
        Class::Fp64,
        Class::Special,
        Class::Tensor,
        Class::Memory,
        Class::Exchange,
        Class::Barrier,
        Class::Branch,
    ];

    /// Returns the name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Class::Fma => "fma",
            Class::Alu => "alu",
            Class::Fp64 => "fp64",
            Class::Special => "special",
            Class::Tensor => "tensor",
            Class::Memory => "memory",
            Class::Exchange => "exchange",
            Class::Barrier => "barrier",
            Class::Branch => "branch",
        }
    }
}

/// Instructions that an assembler makes of one operation, by class, and the cycles until its result.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Made {
    /// At most three classes, with their numbers.
    pub(crate) parts: [Option<(Class, u16)>; 3],
    /// Cycles until a dependent instruction can be issued, memory latency excluded.
    pub(crate) latency: u32,
}

const NOTHING: Made = Made { parts: [None; 3], latency: 0 };

/// Latency of a dependent arithmetic instruction, cycles.
const ARITHMETIC: u32 = 4;

/// Latency from a comparison to a branch or an instruction that its predicate guards, cycles.
const PREDICATE: u32 = 13;

const fn one(class: Class, count: u16, latency: u32) -> Made {
    Made { parts: [Some((class, count)), None, None], latency }
}

const fn two(a: (Class, u16), b: (Class, u16), latency: u32) -> Made {
    Made { parts: [Some(a), Some(b), None], latency }
}

const fn three(a: (Class, u16), b: (Class, u16), c: (Class, u16), latency: u32) -> Made {
    Made { parts: [Some(a), Some(b), Some(c)], latency }
}

const fn alu(count: u16) -> Made {
    one(Class::Alu, count, ARITHMETIC * count as u32)
}

const fn fma(count: u16) -> Made {
    one(Class::Fma, count, ARITHMETIC * count as u32)
}

/// Facts about a function's values that decide what is merged.
pub(crate) struct Uses {
    uses: Vec<u32>,
    /// Uses as operands of sums of 64 bits.
    sums: Vec<u32>,
    /// Words of an array in local memory that is kept in registers.
    array: Option<u32>,
}

impl Uses {
    /// Counts the uses of each value.
    pub(crate) fn count(f: &Function, array: Option<u32>) -> Uses {
        let mut uses = vec![0; f.value_count()];
        let mut sums = vec![0; f.value_count()];
        for block in f.blocks().map(|block| f.block(block)) {
            let args = block.insts.iter().flat_map(|&inst| &f.inst(inst).args);
            let passed = block.term.edges().flat_map(|edge| &edge.args);
            for v in args.chain(passed).copied().chain(block.term.selector()) {
                uses[v.index()] += 1;
            }
            for inst in block.insts.iter().map(|&inst| f.inst(inst)) {
                if matches!(inst.op, Op::Int(IntOp::Add | IntOp::Sub)) {
                    inst.args.iter().for_each(|v| sums[v.index()] += 1);
                }
            }
        }
        Uses { uses, sums, array }
    }

    /// Returns the words of local memory that are registers, if it is not memory.
    pub(crate) fn array(&self) -> Option<u32> {
        self.array
    }

    /// Returns whether a value is used.
    pub(crate) fn is_used(&self, v: Value) -> bool {
        self.uses[v.index()] > 0
    }

    /// Returns whether an operand's definition is merged into its only use.
    fn merges(&self, f: &Function, v: Value, with: impl Fn(&Op) -> bool) -> bool {
        self.uses[v.index()] == 1 && f.def_inst(v).is_some_and(|inst| with(&inst.op))
    }

    /// Returns whether all uses of a product are sums: each becomes one instruction with the product.
    fn is_summed(&self, f: &Function, product: &Inst) -> bool {
        product.results.first().is_some_and(|v| self.sums[v.index()] == self.uses[v.index()])
            && f.value_count() > 0
    }

    /// Returns what an assembler makes of an instruction.
    pub(crate) fn made(&self, f: &Function, inst: &Inst) -> Made {
        let ty = inst.results.first().or(inst.args.last()).map_or(Type::I32, |&v| f.ty(v));
        let wide = if ty == Type::I64 { 2 } else { 1 };
        match &inst.op {
            Op::Const(_)
            | Op::Pack
            | Op::Part(_)
            | Op::Bitcast
            | Op::Cvta { .. }
            | Op::Converge { .. }
            | Op::Yield => NOTHING,
            // Parameters and sizes are constants of the launch; loading them delays nothing but the issue.
            Op::Load { space: Space::Param, .. } => one(Class::Alu, 1, 0),
            Op::Store { space: Space::Param, .. } | Op::Sreg(Sreg::WarpSize) => NOTHING,
            Op::Sreg(_) => one(Class::Alu, 1, 20),
            Op::VarAddr(_) => alu(1),
            Op::Int(op) => self.integer(f, inst, *op, ty, wide),
            Op::MulWide { .. } if self.is_summed(f, inst) => NOTHING,
            Op::MulWide { .. } => fma(1),
            Op::Mul24 { .. } | Op::Dp4a { .. } | Op::Dp2a { .. } => fma(1),
            Op::IntUnary(_) | Op::Bfind { .. } | Op::Fns | Op::Clmad { .. } => one(Class::Special, wide, 14),
            Op::Float { op, ty, .. } => float(*op, *ty),
            Op::Fma { ty, .. } => arithmetic(*ty),
            Op::FloatUnary { op, ty, .. } => unary(*op, *ty),
            Op::Approx { op, ty, .. } => approximate(*op, *ty),
            Op::Math { ty: Scalar::F64, .. } => one(Class::Fp64, 30, 300),
            Op::Math { .. } => two((Class::Fma, 20), (Class::Special, 1), 120),
            Op::Cvt { to, from, .. } => convert(*to, *from),
            Op::Cmp { ty, .. } if *ty == Scalar::F64 => one(Class::Fp64, 1, PREDICATE),
            Op::Cmp { .. } => one(Class::Alu, wide_of(f, inst), PREDICATE),
            Op::Select if self.is_guarded(f, inst) => NOTHING,
            Op::Select => alu(wide),
            Op::Load { space: Space::Local, .. } | Op::Store { space: Space::Local, .. }
                if self.array.is_some() =>
            {
                // At an unknown place, comparisons with each, and guarded moves on either pipe.
                let words = self.array.unwrap_or(0) as u16;
                match inst.args.first().is_some_and(|&at| f.constant(at).is_none()) {
                    true => {
                        two((Class::Alu, words + words / 2), (Class::Fma, words / 2), 2 * u32::from(words))
                    }
                    false => NOTHING,
                }
            }
            Op::Load { .. } | Op::Store { .. } | Op::Atom { .. } => one(Class::Memory, 1, 0),
            Op::Shfl(_) => one(Class::Exchange, 1, 23),
            Op::Vote(_) | Op::ActiveMask | Op::Elect => one(Class::Alu, 1, 12),
            Op::Match { .. } => one(Class::Exchange, 8, 200),
            Op::Redux { .. } => one(Class::Exchange, 2, 30),
            Op::Rows { .. } => one(Class::Memory, 1, 30),
            Op::Mma(_) => one(Class::Tensor, 1, 33),
            Op::GroupMma(_) => one(Class::Tensor, 1, 64),
            Op::Barrier { .. } => one(Class::Barrier, 1, 20),
            Op::WarpSync | Op::Fence | Op::Async(_) | Op::Nanosleep => one(Class::Barrier, 1, 6),
            Op::System(System::Call(call)) if call.is_instrumentation() => NOTHING,
            Op::System(_) => one(Class::Alu, 20, 100),
            Op::Texture(_) | Op::Tensor(_) => one(Class::Memory, 1, 400),
            _ => alu(wide),
        }
    }

    /// Returns whether a selection needs no instruction: that of an operand is executed under the predicate,
    /// into the other operand's register.
    fn is_guarded(&self, f: &Function, inst: &Inst) -> bool {
        let is_plain = |op: &Op| matches!(op, Op::Int(_) | Op::Float { .. } | Op::Fma { .. });
        inst.args.iter().skip(1).any(|&v| self.merges(f, v, is_plain))
            && inst.args.iter().all(|&v| f.constant(v).is_none())
    }

    fn integer(&self, f: &Function, inst: &Inst, op: IntOp, ty: Type, wide: u16) -> Made {
        let merges = |with: &dyn Fn(&Op) -> bool| inst.args.iter().any(|&v| self.merges(f, v, with));
        let constant = inst.args.iter().any(|&v| f.constant(v).is_some());
        match op {
            _ if ty == Type::Pred => NOTHING,
            IntOp::Add | IntOp::Sub => {
                let product = |op: &Op| matches!(op, Op::Int(IntOp::Mul | IntOp::Shl));
                let sum = |op: &Op| matches!(op, Op::Int(IntOp::Add | IntOp::Sub));
                let wide_product = |&v: &Value| {
                    f.def_inst(v)
                        .is_some_and(|by| matches!(by.op, Op::MulWide { .. }) && self.is_summed(f, by))
                };
                match wide {
                    2 if inst.args.iter().any(wide_product) => fma(1),
                    1 if merges(&product) || merges(&sum) => NOTHING,
                    _ => alu(1),
                }
            }
            IntOp::Mul if wide == 2 => fma(3),
            IntOp::Mul => fma(1),
            IntOp::MulHiU | IntOp::MulHiS => fma(if wide == 2 { 8 } else { 2 }),
            IntOp::And | IntOp::Or | IntOp::Xor => {
                let logic = |op: &Op| matches!(op, Op::Int(IntOp::And | IntOp::Or | IntOp::Xor));
                if merges(&logic) { NOTHING } else { alu(wide) }
            }
            IntOp::DivU | IntOp::DivS | IntOp::RemU | IntOp::RemS if constant => fma(3 * wide),
            IntOp::DivU | IntOp::DivS | IntOp::RemU | IntOp::RemS if wide == 2 => {
                two((Class::Alu, 60), (Class::Special, 2), 500)
            }
            IntOp::DivU | IntOp::DivS | IntOp::RemU | IntOp::RemS => {
                two((Class::Alu, 18), (Class::Special, 2), 130)
            }
            IntOp::Shl | IntOp::ShrU | IntOp::ShrS if wide == 2 => alu(2),
            _ => alu(wide),
        }
    }
}

/// Returns the 32-bit instructions for a comparison.
fn wide_of(f: &Function, inst: &Inst) -> u16 {
    inst.args.first().map_or(1, |&v| if f.ty(v) == Type::I64 { 2 } else { 1 })
}

fn arithmetic(ty: Scalar) -> Made {
    match ty {
        Scalar::F64 => one(Class::Fp64, 1, 8),
        _ => fma(1),
    }
}

fn float(op: FloatOp, ty: Scalar) -> Made {
    match (op, ty) {
        (FloatOp::Div, Scalar::F64) => two((Class::Fp64, 14), (Class::Special, 1), 160),
        // A reciprocal and a check that it will do; if not, a branch to a function.
        (FloatOp::Div, _) => three((Class::Fma, 5), (Class::Special, 2), (Class::Branch, 3), 45),
        (FloatOp::Min { .. } | FloatOp::Max { .. }, Scalar::F64) => one(Class::Fp64, 3, 20),
        (FloatOp::Min { .. } | FloatOp::Max { .. }, _) => alu(1),
        _ => arithmetic(ty),
    }
}

fn unary(op: FloatUnary, ty: Scalar) -> Made {
    match (op, ty) {
        // Operand modifiers of whatever uses them.
        (FloatUnary::Neg | FloatUnary::Abs, _) => NOTHING,
        (_, Scalar::F64) => two((Class::Fp64, 14), (Class::Special, 1), 160),
        // A reciprocal or its root, its range checked by integers, and a branch as for a division.
        _ => three((Class::Fma, 5), (Class::Special, 1), (Class::Branch, 3), 50),
    }
}

fn approximate(op: Approx, ty: Scalar) -> Made {
    let more = match op {
        Approx::Sin | Approx::Cos => 1,
        Approx::Ex2 | Approx::Lg2 | Approx::Div => 2,
        Approx::DivFull => 6,
        Approx::Rcp | Approx::Sqrt | Approx::Rsqrt => 2,
        Approx::Tanh => 0,
    };
    match (ty, more) {
        (Scalar::F64, _) => one(Class::Special, 2, 40),
        (_, 0) => one(Class::Special, 1, 18),
        _ => two((Class::Fma, more), (Class::Special, 1), 18 + ARITHMETIC * u32::from(more)),
    }
}

fn convert(to: Scalar, from: Scalar) -> Made {
    let is_float = |ty: Scalar| matches!(ty.class(), Number::Float | Number::SmallFloat);
    match (is_float(to), is_float(from)) {
        // A wider register, or the sign's: mostly part of an address.
        (false, false) if to.bits() >= 32 && from.bits() >= 32 => NOTHING,
        (false, false) => alu(1),
        (true, true) if to.bits() <= 32 && from.bits() <= 32 => alu(1),
        (true, false) if to == Scalar::F32 && from.bits() <= 32 => alu(1),
        _ => one(Class::Special, 1, 14),
    }
}

/// Returns whether a warp's atomic additions to one address become a single one: the assembler reduces
/// integers over the warp first, if no lane needs the old value.
pub(crate) fn is_reduced(op: AtomOp, ty: Scalar) -> bool {
    ty.bits() == 32
        && matches!(ty.class(), Number::Unsigned | Number::Signed | Number::Bits)
        && matches!(op, AtomOp::Add | AtomOp::Min | AtomOp::Max | AtomOp::And | AtomOp::Or | AtomOp::Xor)
}
