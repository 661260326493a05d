//! The operations of the IR: orthogonal, so that a PTX modifier is a field and never a new operation.
//!
//! Three kinds, told apart by [`Op::effect`]: *pure* ones compute a value from values; *memory* ones touch
//! memory or the outside; *sync* ones involve other threads of the warp or block, and end a region.
//! The comment at each operation lists `arguments → results`; `T` is the type of the (first) result.

use super::VarId;
use super::group::GroupMma;
use super::mma::Mma;
use super::system::System;
use super::tensor::Tensor;
use super::texture::Texture;
use super::types::{Scalar, Space};
use super::watch::AsyncStep;
use crate::libdevice::Math;

/// IEEE rounding of a result, or of a float made integral.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Round {
    /// `.rn`, `.rni`: to nearest, ties to even.
    Nearest,
    /// `.rna`: to nearest, ties away from zero.
    NearestAway,
    /// `.rz`, `.rzi`: towards zero.
    Zero,
    /// `.rm`, `.rmi`: towards negative infinity.
    Down,
    /// `.rp`, `.rpi`: towards positive infinity.
    Up,
}

/// How a float operation treats its operands and result.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Mode {
    /// Rounding of the result.
    pub round: Round,
    /// `.ftz`: subnormal inputs and results become zero of the same sign.
    pub ftz: bool,
    /// `.sat`: the result is clamped to [0, 1], NaN becomes 0.
    pub sat: bool,
    /// `.relu`: negative results and NaN… become 0 and the canonical NaN.
    pub relu: bool,
}

impl Mode {
    /// `.rn` and nothing else.
    pub const RN: Mode = Mode { round: Round::Nearest, ftz: false, sat: false, relu: false };
}

/// Two integers of one type in, one out. Results wrap.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum IntOp {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Low half of the product.
    Mul,
    /// High half of the unsigned product.
    MulHiU,
    /// High half of the signed product.
    MulHiS,
    /// Unsigned quotient; a zero divisor gives all ones.
    DivU,
    /// Signed quotient, truncated; a zero divisor gives what the H200 gives (see the interpreter).
    DivS,
    /// Unsigned remainder.
    RemU,
    /// Signed remainder, sign of the dividend.
    RemS,
    /// Smaller, unsigned.
    MinU,
    /// Smaller, signed.
    MinS,
    /// Larger, unsigned.
    MaxU,
    /// Larger, signed.
    MaxS,
    /// Bitwise and (predicates too).
    And,
    /// Bitwise or (predicates too).
    Or,
    /// Bitwise exclusive or (predicates too).
    Xor,
    /// Left shift by an `i32` amount; amounts of the width or more give 0.
    Shl,
    /// Logical right shift by an `i32` amount; amounts of the width or more give 0.
    ShrU,
    /// Arithmetic right shift by an `i32` amount; amounts of the width or more give the sign.
    ShrS,
    /// `add.sat.s32`.
    AddSat,
    /// `sub.sat.s32`.
    SubSat,
}

/// One integer in, one out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum IntUnary {
    /// Two's complement negation.
    Neg,
    /// Bitwise complement (predicates too).
    Not,
    /// Absolute value; the most negative number stays.
    Abs,
    /// Leading zeros of `T'`, result `i32`.
    Clz,
    /// Bits set, result `i32`.
    Popc,
    /// Bits in reverse order.
    Brev,
}

/// Two floats of one format in, one out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FloatOp {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Correctly rounded quotient.
    Div,
    /// Smaller; of NaN and a number, the number (`nan`: the canonical NaN; `xorsign`: sign is the xor of
    /// both).
    Min {
        /// `.NaN`: a NaN operand gives NaN.
        nan: bool,
        /// `.xorsign.abs`.
        xorsign: bool,
    },
    /// Larger; as [`FloatOp::Min`].
    Max {
        /// `.NaN`: a NaN operand gives NaN.
        nan: bool,
        /// `.xorsign.abs`.
        xorsign: bool,
    },
}

/// One float in, one out, exactly rounded or exact.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FloatUnary {
    /// Sign flipped.
    Neg,
    /// Sign cleared.
    Abs,
    /// Correctly rounded square root.
    Sqrt,
    /// Correctly rounded reciprocal.
    Rcp,
}

/// Functions the hardware approximates; the error is what the PTX ISA documents.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Approx {
    /// `rcp.approx`
    Rcp,
    /// `sqrt.approx`
    Sqrt,
    /// `rsqrt.approx`
    Rsqrt,
    /// `sin.approx`
    Sin,
    /// `cos.approx`
    Cos,
    /// `lg2.approx`
    Lg2,
    /// `ex2.approx`
    Ex2,
    /// `tanh.approx`
    Tanh,
    /// `div.approx` (two arguments)
    Div,
    /// `div.full` (two arguments)
    DivFull,
}

/// What a float is, for `testp`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the PTX names say it")]
pub enum TestP {
    Finite,
    Infinite,
    Number,
    NotANumber,
    Normal,
    Subnormal,
}

/// A comparison. On floats the first six are false when an operand is NaN, the `…U` ones true.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(
    missing_docs,
    reason = "the PTX names say it; unsigned lo/ls/hi/hs are lt/le/gt/ge of an unsigned Scalar"
)]
pub enum Cmp {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    EquU,
    NeuU,
    LtuU,
    LeuU,
    GtuU,
    GeuU,
    /// Neither is NaN.
    Num,
    /// Either is NaN.
    Nan,
}

/// How `prmt` picks bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the PTX names say it")]
pub enum Prmt {
    Index,
    F4e,
    B4e,
    Rc8,
    Ecl,
    Ecr,
    Rc16,
}

/// A read-only register of the machine.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the PTX names say it; an axis is 0 for x, 1 for y, 2 for z")]
pub enum Sreg {
    Tid(u8),
    Ntid(u8),
    Ctaid(u8),
    Nctaid(u8),
    LaneId,
    WarpId,
    NWarpId,
    WarpSize,
    SmId,
    NSmId,
    GridId,
    LanemaskEq,
    LanemaskLt,
    LanemaskLe,
    LanemaskGt,
    LanemaskGe,
    Clock,
    ClockHi,
    Clock64,
    GlobalTimer,
    GlobalTimerLo,
    GlobalTimerHi,
    DynamicSmemSize,
    TotalSmemSize,
    EnvReg(u8),
    Clusterid(u8),
    Nclusterid(u8),
    ClusterCtaid(u8),
    ClusterNctaid(u8),
    ClusterCtarank,
    ClusterNctarank,
    IsExplicitCluster,
}

/// How strongly a memory operation orders others (PTX ISA, "Memory Consistency Model").
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the PTX names say it")]
pub enum Order {
    Weak,
    Volatile,
    Relaxed,
    Acquire,
    Release,
    AcqRel,
    SeqCst,
}

/// A read-modify-write operation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AtomOp {
    /// Sum (integer or float by type).
    Add,
    /// Smaller.
    Min,
    /// Larger.
    Max,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Swap.
    Exch,
    /// `old == b ? c : old`, arguments `b`, `c`.
    Cas,
    /// `old >= b ? 0 : old + 1`.
    Inc,
    /// `old == 0 || old > b ? b : old - 1`.
    Dec,
    /// An mbarrier object (see [`crate::interp::mbarrier`]): `c` is added to its transaction count, then `b`
    /// arrivals are counted; when both counts are zero its phase ends. Arguments `b`, `c`.
    Arrive {
        /// `.arrive_drop`: so many fewer arrivals are expected from the next phase on.
        drop: bool,
    },
}

/// What a block barrier does besides waiting.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Barrier {
    /// Wait for all.
    Sync,
    /// Arrive, do not wait.
    Arrive,
    /// Wait; every thread gets the and of the predicates (result `pred`).
    RedAnd,
    /// Wait; the or (result `pred`).
    RedOr,
    /// Wait; how many predicates were true (result `i32`).
    RedPopc,
    /// Arrive at the barrier of the cluster, do not wait.
    ClusterArrive,
    /// Wait until all threads of the cluster have arrived at its barrier or ended, if this one has arrived
    /// since it last opened.
    ClusterWait,
}

/// Which lane `shfl` reads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the PTX names say it")]
pub enum Shfl {
    Up,
    Down,
    Bfly,
    Idx,
}

/// What `vote` answers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the PTX names say it")]
pub enum Vote {
    All,
    Any,
    Uni,
    Ballot,
}

/// One operation. Operands are values; everything known when the kernel is compiled is a field.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    // ---- pure ----
    /// `→ T`: these bits (for a float its encoding).
    Const(u64),
    /// `→ T` (`i32`, `i64`): a special register.
    Sreg(Sreg),
    /// `→ i64`: address of a module variable in global or constant memory.
    VarAddr(VarId),
    /// `T, T → T` (shifts: `T, i32 → T`).
    Int(IntOp),
    /// `T → T` (`Clz`, `Popc`: `→ i32`).
    IntUnary(IntUnary),
    /// `T, T → 2T`: product of twice the width.
    MulWide {
        /// Operands are two's complement.
        signed: bool,
    },
    /// `i32, i32 → i32`: product of the low 24 bits, its low or high 32 of 48.
    Mul24 {
        /// Operands are two's complement.
        signed: bool,
        /// Bits 16..48 instead of 0..32.
        high: bool,
    },
    /// `T, T, T → T`: `c + |a - b|`.
    Sad {
        /// Operands are two's complement.
        signed: bool,
    },
    /// `T, T, pred → T`: `a + b + carry`.
    AddCarry,
    /// `T, T, pred → pred`: carry out of the same sum.
    CarryOut,
    /// `T, T, pred → T`: `a - b - borrow`.
    SubBorrow,
    /// `T, T, pred → pred`: borrow out of the same difference.
    BorrowOut,
    /// `T → i32`: position of the highest bit that differs from the sign (`u32::MAX` if none).
    Bfind {
        /// Operand is two's complement.
        signed: bool,
        /// `.shiftamt`: the left shift that brings it to the top.
        shift_amount: bool,
    },
    /// `T, i32 pos, i32 len → T`: bit field, extended by its sign.
    Bfe {
        /// Extended by the field's top bit.
        signed: bool,
    },
    /// `T a, T b, i32 pos, i32 len → T`: `b` with a field replaced by the low bits of `a`.
    Bfi,
    /// `i32 pos, i32 len → i32`: mask of `len` ones from `pos`.
    Bmsk {
        /// Amounts wrap modulo 32 instead of clamping.
        wrap: bool,
    },
    /// `i32, i32 bits → i32`: the low bits, extended.
    Szext {
        /// Extended by sign.
        signed: bool,
        /// The amount wraps modulo 32 instead of clamping.
        wrap: bool,
    },
    /// `i32 mask, i32 base, i32 n → i32`: position of the n-th set bit from `base`.
    Fns,
    /// `i64 a, i64 b, i64 c → i64`: half of the product without carries of `a` and `b`, exclusive or `c`.
    Clmad {
        /// The upper half.
        high: bool,
    },
    /// `i32, i32, i32 → i32`: bytes of two words picked by a third.
    Prmt(Prmt),
    /// `i32, i32, i32 → i32`: three-input truth table.
    Lop3(u8),
    /// `i32 lo, i32 hi, i32 n → i32`: funnel shift.
    Shf {
        /// Left; else right.
        left: bool,
        /// The amount clamps at 32 instead of wrapping.
        clamp: bool,
    },
    /// `i32, i32, i32 → i32`: four 8-bit products added to `c`.
    Dp4a {
        /// `a`'s bytes are signed.
        a_signed: bool,
        /// `b`'s bytes are signed.
        b_signed: bool,
    },
    /// `i32, i32, i32 → i32`: two 16-by-8-bit products added to `c`.
    Dp2a {
        /// `a`'s halves are signed.
        a_signed: bool,
        /// `b`'s bytes are signed.
        b_signed: bool,
        /// `b`'s upper two bytes.
        high: bool,
    },
    /// `T, T → T` in the float format `ty` (packed formats element by element).
    Float {
        /// What is computed.
        op: FloatOp,
        /// The format.
        ty: Scalar,
        /// Rounding and clamps.
        mode: Mode,
    },
    /// `T, T, T → T`: `a * b + c`, rounded once.
    Fma {
        /// The format.
        ty: Scalar,
        /// Rounding and clamps.
        mode: Mode,
    },
    /// `T → T` in the float format `ty`.
    FloatUnary {
        /// What is computed.
        op: FloatUnary,
        /// The format.
        ty: Scalar,
        /// Rounding and clamps.
        mode: Mode,
    },
    /// `T a, T b → T`: magnitude of `b`, sign of `a` (PTX operand order).
    CopySign {
        /// `F32` or `F64`.
        ty: Scalar,
    },
    /// `T (, T) → T`: a function the hardware approximates.
    Approx {
        /// Which.
        op: Approx,
        /// The format.
        ty: Scalar,
        /// `.ftz`.
        ftz: bool,
    },
    /// `T or i32, … → T or i32`: a function of the math library, by [`Math::signature`].
    Math {
        /// Which.
        op: Math,
        /// Its precision: `F32` or `F64`.
        ty: Scalar,
    },
    /// `T → pred`.
    TestP {
        /// The question.
        test: TestP,
        /// `F32` or `F64`.
        ty: Scalar,
    },
    /// `T, T → pred`.
    Cmp {
        /// The question.
        op: Cmp,
        /// How the operands are read (never a packed format: lowering splits those).
        ty: Scalar,
        /// Subnormal operands count as zero.
        ftz: bool,
    },
    /// `pred, T a, T b → T`: `a` if the predicate holds, else `b`.
    Select,
    /// `T' (, T') → T`: PTX `cvt`; packed targets take two arguments, the first to the upper half.
    /// An integer or small float `from` may be narrower than its register (its low bits count), an integer
    /// `to` narrower than `T` (the result is extended by the sign of `to`).
    Cvt {
        /// Result format; narrower than its register is extended by its sign.
        to: Scalar,
        /// Operand format.
        from: Scalar,
        /// Rounding and clamps; for float to integer the integral rounding.
        mode: Mode,
        /// For float to float of one format: round to an integral value by `mode.round`.
        integral: bool,
    },
    /// `T' → T`: the same bits, float and integer of one width.
    Bitcast,
    /// `n × P → T`: parts, lowest first, side by side.
    Pack,
    /// `T → P`: the part of the result's width at this index, lowest first.
    Part(u8),
    /// Address of `space` ↔ generic address: `i32`/`i64 → i64` to generic, `i64 → i32`/`i64` from it.
    Cvta {
        /// The other space.
        space: Space,
        /// From `space` to generic; else from generic to `space`.
        to_generic: bool,
    },
    /// `i64 → pred`: whether a generic address lies in `space`.
    IsSpace(Space),
    /// `i64 → i32`: rank of the block in whose shared memory a generic address lies, `u32::MAX` outside the
    /// cluster's.
    RankOf,
    /// `i64, i32 n → i64`: address of the memory on device `n` of the team behind a multicast address; 0
    /// beyond the last device. Any other address is its own replica 0, and has no more. The same
    /// throughout a launch.
    Replica,
    // ---- memory ----
    // An address is an `i64`; in shared, local and parameter space it may be an `i32`, zero-extended. The
    // sum of address and offset is taken in 64 bits, in those three spaces in 32.
    /// `addr → n × T`: `ty` values from `addr + offset`, extended to `T` by the sign of `ty` where `T` is
    /// wider.
    Load {
        /// Where.
        space: Space,
        /// What lies in memory.
        ty: Scalar,
        /// Added to the address, bytes.
        offset: i64,
        /// Strength.
        order: Order,
    },
    /// `addr, n × T →`: the low bits of each value.
    Store {
        /// Where.
        space: Space,
        /// What lies in memory.
        ty: Scalar,
        /// Added to the address, bytes.
        offset: i64,
        /// Strength.
        order: Order,
    },
    /// `addr, T b (, T c) → T?`: the old value if there is a result.
    Atom {
        /// Where.
        space: Space,
        /// Which.
        op: AtomOp,
        /// What lies in memory.
        ty: Scalar,
        /// Added to the address, bytes.
        offset: i64,
        /// Strength.
        order: Order,
    },
    /// `→`: orders memory operations of this thread.
    Fence,
    /// A step of asynchronous copies, for who watches; takes what [`AsyncStep`] says.
    Async(AsyncStep),
    /// `i32 →`: sleeps about so many nanoseconds; gives others a turn.
    Nanosleep,
    /// What the host does for a thread; arguments and results as [`System`] says.
    System(System),
    /// A texture or surface is read, written or asked; arguments and results as [`Texture`] says.
    Texture(Texture),
    /// A box of a tensor is copied; arguments and result as [`Tensor`] says.
    Tensor(Tensor),
    // ---- sync: the block's (or warp's) other threads take part ----
    /// `i32 id (, i32 threads) (, pred) → result?`: block barrier. Without a count all threads take part.
    /// That of the cluster has no operands.
    Barrier {
        /// What besides waiting.
        kind: Barrier,
        /// A thread count is given (second argument).
        counted: bool,
        /// `bar`/`.aligned`: all threads of the warp execute it together.
        aligned: bool,
    },
    /// `i32 mask →`: `bar.warp.sync`.
    WarpSync,
    /// `→`: lanes of a warp that have come to it go on together, as a GPU has them where no barrier says so.
    /// Lanes that stand at others in the same warp go on in the order of their numbers; that of others
    /// which can still run comes first. It never waits for ever.
    Converge {
        /// Its place in the order in which lock step comes to them.
        number: u32,
        /// It stands in a loop that waits for others.
        waits: bool,
    },
    /// `i32 a, i32 b, i32 c, i32 mask → i32, pred`: a value of another lane; whether that lane was in range.
    Shfl(Shfl),
    /// `pred, i32 mask → pred` (`Ballot`: `→ i32`).
    Vote(Vote),
    /// `T, i32 mask → i32 (all: , pred)`: lanes with the same value.
    Match {
        /// `.all`: only if all agree, and whether.
        all: bool,
    },
    /// `i32, i32 mask → i32`: reduction over the lanes of the mask.
    Redux {
        /// Which (`Add`, `Min`, `Max`, `And`, `Or`, `Xor`).
        op: AtomOp,
        /// `S32`, `U32` or `B32`.
        ty: Scalar,
    },
    /// `→ i32`: the lanes that arrived here together.
    ActiveMask,
    /// `i32 mask → i32, pred`: the leader lane and whether this lane is it.
    Elect,
    /// `A…, B…, C… (, i32 metadata), i32 mask → D…`: the registers of fragments, as [`Mma`] spreads them.
    Mma(Mma),
    /// As [`GroupMma::takes`] and [`GroupMma::gives`] say: a warp's part of a multiplication of its
    /// warpgroup, which reads shared memory.
    GroupMma(GroupMma),
    /// `i32 a, i32 mask → n × i32`: of each of some 8×8 matrices, whose row `r` lane `8 * matrix + r` has,
    /// the `a` of the row in which this lane's two elements lie; of transposed ones the `a` of both.
    Rows {
        /// 1, 2 or 4.
        matrices: u8,
        /// Two results a matrix.
        transposed: bool,
    },
}

/// What kind of operation this is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// A function of its operands (special registers that vary with time are not pure).
    Pure,
    /// Touches memory, time or the outside; its place among other such operations counts.
    Memory,
    /// Other threads take part: ends a region.
    Sync,
}

impl AtomOp {
    /// Values it takes besides the address.
    pub const fn operands(self) -> usize {
        if matches!(self, AtomOp::Cas | AtomOp::Arrive { .. }) { 2 } else { 1 }
    }
}

impl Op {
    /// What kind of operation this is.
    pub const fn effect(&self) -> Effect {
        match self {
            Op::Load { .. }
            | Op::Store { .. }
            | Op::Atom { .. }
            | Op::Fence
            | Op::Async(_)
            | Op::Nanosleep
            | Op::System(_)
            | Op::Texture(_)
            | Op::Tensor(_) => Effect::Memory,
            Op::Sreg(
                Sreg::Clock
                | Sreg::ClockHi
                | Sreg::Clock64
                | Sreg::GlobalTimer
                | Sreg::GlobalTimerLo
                | Sreg::GlobalTimerHi,
            ) => Effect::Memory,
            Op::Barrier { .. }
            | Op::WarpSync
            | Op::Converge { .. }
            | Op::Shfl(_)
            | Op::Vote(_)
            | Op::Match { .. }
            | Op::Redux { .. }
            | Op::ActiveMask
            | Op::Elect
            | Op::Mma(_)
            | Op::GroupMma(_)
            | Op::Rows { .. } => Effect::Sync,
            _ => Effect::Pure,
        }
    }

    /// Whether the operation may be dropped when no result is used.
    pub const fn is_droppable(&self) -> bool {
        matches!(self.effect(), Effect::Pure)
            || matches!(self, Op::Load { order: Order::Weak, .. } | Op::Sreg(_))
    }
}
