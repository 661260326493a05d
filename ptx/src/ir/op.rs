//! Operations of the IR. They are orthogonal: a PTX modifier is a field, never an operation of its own.
//!
//! [`Op::effect`] distinguishes three kinds. *Pure* operations compute values from values. *Memory*
//! operations access memory or the world outside the kernel. *Sync* operations involve other threads of the
//! warp or block, and end a region. The comment of each operation lists `arguments → results`; `T` is the
//! type of the (first) result.

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

/// Treatment of operands and results by a float operation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Mode {
    /// Rounding of the result.
    pub round: Round,
    /// `.ftz`: subnormal inputs and results become zero of the same sign.
    pub ftz: bool,
    /// `.sat`: the result is clamped to [0, 1], NaN becomes 0.
    pub sat: bool,
    /// `.relu`: negative results become 0, NaN results become the canonical NaN.
    pub relu: bool,
}

impl Mode {
    /// `.rn` without further modifiers.
    pub const RN: Mode = Mode { round: Round::Nearest, ftz: false, sat: false, relu: false };
}

/// Integer operation with two operands and a result of one type. Results wrap.
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
    /// Signed quotient, truncated; a zero divisor gives the result of an H200 (see the interpreter).
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

/// Integer operation with one operand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum IntUnary {
    /// Two's complement negation.
    Neg,
    /// Bitwise complement (predicates too).
    Not,
    /// Absolute value; the most negative number is unchanged.
    Abs,
    /// Leading zeros of `T'`, result `i32`.
    Clz,
    /// Bits set, result `i32`.
    Popc,
    /// Bits in reverse order.
    Brev,
}

/// Float operation with two operands and a result of one format.
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
    /// Smaller; of NaN and a number, the number. With `nan`, NaN operands give the canonical NaN. With
    /// `xorsign`, the sign is the exclusive or of both signs.
    Min {
        /// `.NaN`: a NaN operand gives NaN.
        nan: bool,
        /// `.xorsign.abs`.
        xorsign: bool,
    },
    /// Larger; fields as in [`FloatOp::Min`].
    Max {
        /// `.NaN`: a NaN operand gives NaN.
        nan: bool,
        /// `.xorsign.abs`.
        xorsign: bool,
    },
}

/// Float operation with one operand; exact or correctly rounded.
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

/// Functions that hardware approximates, within the errors that the PTX ISA documents.
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

/// Class of floats that `testp` tests for.
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

/// A comparison. If an operand is NaN, the first six are false for floats, and the `…U` ones true.
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

/// Byte selection mode of `prmt`.
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

/// A special register.
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

impl Sreg {
    /// Returns whether all threads of a block read the same value, always.
    pub const fn is_of_block(self) -> bool {
        matches!(
            self,
            Sreg::Ntid(_)
                | Sreg::Ctaid(_)
                | Sreg::Nctaid(_)
                | Sreg::NWarpId
                | Sreg::WarpSize
                | Sreg::SmId
                | Sreg::NSmId
                | Sreg::GridId
                | Sreg::DynamicSmemSize
                | Sreg::TotalSmemSize
        )
    }
}

/// Memory ordering of an operation (PTX ISA, "Memory Consistency Model").
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
    /// Arrival at an mbarrier object (see [`crate::interp::mbarrier`]): adds `c` to its transaction count,
    /// then counts `b` arrivals. When both counts are zero, the phase ends. Arguments `b`, `c`.
    Arrive {
        /// `.arrive_drop`: also reduces the expected arrivals of later phases by `b`.
        drop: bool,
    },
}

/// Action of a block barrier besides waiting.
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
    /// Wait; the number of true predicates (result `i32`).
    RedPopc,
    /// Arrive at the cluster's barrier, do not wait.
    ClusterArrive,
    /// Wait until all threads of the cluster have arrived at its barrier or ended. No wait if this thread has
    /// not arrived since the barrier last opened.
    ClusterWait,
}

/// Source lane of `shfl`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the PTX names say it")]
pub enum Shfl {
    Up,
    Down,
    Bfly,
    Idx,
}

/// Result of `vote`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the PTX names say it")]
pub enum Vote {
    All,
    Any,
    Uni,
    Ballot,
}

/// An operation. Operands are values; everything known at compile time is a field.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    // ---- pure ----
    /// `→ T`: these bits (the encoding of a float).
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
    /// `T, i32 pos, i32 len → T`: bit field, zero- or sign-extended.
    Bfe {
        /// Extended by the field's top bit instead of zero.
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
    /// `i64 a, i64 b, i64 c → i64`: one half of the carry-less product of `a` and `b`, exclusive or `c`.
    Clmad {
        /// Upper half of the product; else the lower.
        high: bool,
    },
    /// `i32, i32, i32 → i32`: bytes of two words picked by a third.
    Prmt(Prmt),
    /// `i32, i32, i32 → i32`: three-input truth table.
    Lop3(u8),
    /// `i32 lo, i32 hi, i32 n → i32`: funnel shift.
    Shf {
        /// Left shift; else right.
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
        /// Upper two bytes of `b` instead of the lower.
        high: bool,
    },
    /// `T, T → T` in the float format `ty` (packed formats element by element).
    Float {
        /// Arithmetic operation.
        op: FloatOp,
        /// Format of operands and result.
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
        /// Arithmetic operation.
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
    /// `T (, T) → T`: a function that hardware approximates.
    Approx {
        /// Function.
        op: Approx,
        /// Format of operands and result.
        ty: Scalar,
        /// `.ftz`.
        ftz: bool,
        /// `true` if the host's arithmetic may give other last bits than the hardware.
        fast: bool,
    },
    /// `T or i32, … → T or i32`: a function of the math library, by [`Math::signature`].
    Math {
        /// Function.
        op: Math,
        /// Precision: `F32` or `F64`.
        ty: Scalar,
    },
    /// `T → pred`.
    TestP {
        /// Class tested for.
        test: TestP,
        /// `F32` or `F64`.
        ty: Scalar,
    },
    /// `T, T → pred`.
    Cmp {
        /// Relation.
        op: Cmp,
        /// Interpretation of the operands; never a packed format, which lowering splits.
        ty: Scalar,
        /// Subnormal operands count as zero.
        ftz: bool,
    },
    /// `pred, T a, T b → T`: `a` if the predicate holds, else `b`.
    Select,
    /// `T' (, T') → T`: PTX `cvt`. Packed targets take two arguments; the first becomes the upper half. An
    /// integer or small float `from` may be narrower than its register: its low bits count. An integer `to`
    /// may be narrower than `T`: the result is extended by the sign of `to`.
    Cvt {
        /// Result format; extended by its sign if narrower than its register.
        to: Scalar,
        /// Operand format.
        from: Scalar,
        /// Rounding and clamps; for float to integer, the rounding to an integer.
        mode: Mode,
        /// For float to float of one format: round to an integral value by `mode.round`.
        integral: bool,
    },
    /// `T' → T`: the same bits, converted between float and integer of one width.
    Bitcast,
    /// `n × P → T`: concatenation of parts, lowest first.
    Pack,
    /// `T → P`: the part with this index, lowest first; parts have the width of the result.
    Part(u8),
    /// Address of `space` ↔ generic address: `i32`/`i64 → i64` to generic, `i64 → i32`/`i64` from it.
    Cvta {
        /// Space other than generic.
        space: Space,
        /// `true` from `space` to generic, `false` from generic to `space`.
        to_generic: bool,
    },
    /// `i64 → pred`: `true` if the generic address is in `space`.
    IsSpace(Space),
    /// `i64 → i32`: rank of the block that owns a generic shared-memory address; `u32::MAX` outside the
    /// cluster's shared memory.
    RankOf,
    /// `i64, i32 n → i64`: address of the memory on device `n` of the team behind a multicast address; 0
    /// after the last device. Any other address is its own only replica, number 0. The result does not change
    /// during a launch.
    Replica,
    // ---- memory ----
    // An address is an `i64`. In shared, local and parameter space it may be an `i32`, which is
    // zero-extended. The sum of address and offset wraps at 32 bits in those three spaces, at 64 bits
    // elsewhere.
    /// `addr → n × T`: `ty` values from `addr + offset`; extended by the sign of `ty` if `T` is wider.
    Load {
        /// State space of the address.
        space: Space,
        /// Type in memory.
        ty: Scalar,
        /// Bytes added to the address.
        offset: i64,
        /// Memory ordering.
        order: Order,
    },
    /// `addr, n × T →`: stores the low bits of each value.
    Store {
        /// State space of the address.
        space: Space,
        /// Type in memory.
        ty: Scalar,
        /// Bytes added to the address.
        offset: i64,
        /// Memory ordering.
        order: Order,
    },
    /// `addr, T b (, T c) → T?`: read-modify-write; the optional result is the old value.
    Atom {
        /// State space of the address.
        space: Space,
        /// Read-modify-write operation.
        op: AtomOp,
        /// Type in memory.
        ty: Scalar,
        /// Bytes added to the address.
        offset: i64,
        /// Memory ordering; weak if only the thread's own block accesses the word.
        order: Order,
    },
    /// `→`: orders memory operations of this thread.
    Fence,
    /// A step of an asynchronous copy, reported to watchers; operands as [`AsyncStep`] says.
    Async(AsyncStep),
    /// `i32 →`: sleeps for about this many nanoseconds and yields to other blocks.
    Nanosleep,
    /// A request to the host; arguments and results as [`System`] says.
    System(System),
    /// A read, write or query of a texture or surface; arguments and results as [`Texture`] says.
    Texture(Texture),
    /// A copy of a box of a tensor; arguments and result as [`Tensor`] says.
    Tensor(Tensor),
    // ---- sync: the block's (or warp's) other threads take part ----
    /// `i32 id (, i32 threads) (, pred) → result?`: block barrier. Without a count, all threads take part.
    /// The cluster barrier has no operands.
    Barrier {
        /// Action besides waiting.
        kind: Barrier,
        /// `true` with a thread count (second argument).
        counted: bool,
        /// `bar`/`.aligned`: all threads of a warp execute the barrier together.
        aligned: bool,
    },
    /// `i32 mask →`: `bar.warp.sync`.
    WarpSync,
    /// `→`: point at which diverged lanes of a warp reconverge, as they do on a GPU where no barrier demands
    /// it. If lanes of one warp stand at several such points, the point with the smallest number continues
    /// first, after all lanes that can still run. It never waits for ever.
    Converge {
        /// Position in the order in which reconvergence points continue.
        number: u32,
        /// `true` inside a loop that waits for other threads.
        waits: bool,
    },
    /// `T… →`: end of an iteration of a loop that waits for other threads or for time. Other threads run
    /// before the next iteration. It has no effect otherwise; reports compute from its operands the addresses
    /// of the words that the loop polls.
    Yield,
    /// `i32 a, i32 b, i32 c, i32 mask → i32, pred`: a value of another lane; `true` if that lane was in
    /// range.
    Shfl(Shfl),
    /// `pred, i32 mask → pred` (`Ballot`: `→ i32`).
    Vote(Vote),
    /// `T, i32 mask → i32 (all: , pred)`: lanes with the same value.
    Match {
        /// `.all`: compares all lanes, with a second result that is `true` if all agree.
        all: bool,
    },
    /// `i32, i32 mask → i32`: reduction over the lanes of the mask.
    Redux {
        /// Reduction (`Add`, `Min`, `Max`, `And`, `Or`, `Xor`).
        op: AtomOp,
        /// `S32`, `U32` or `B32`.
        ty: Scalar,
    },
    /// `→ i32`: the lanes that arrived here together.
    ActiveMask,
    /// `i32 mask → i32, pred`: the leader lane and whether this lane is it.
    Elect,
    /// `A…, B…, C… (, i32 metadata), i32 mask → D…`: registers of fragments, in the layout of [`Mma`].
    Mma(Mma),
    /// One warp's part of the multiplication of a warpgroup, which reads shared memory; operands as
    /// [`GroupMma::operand_types`] and [`GroupMma::result_types`] say.
    GroupMma(GroupMma),
    /// `i32 a, i32 mask → n × i32`: distribution of row addresses for matrix loads and stores. Lane `8 *
    /// matrix + r` supplies `a` for row `r` of each 8×8 matrix. A lane receives the `a` of the row that holds
    /// its two elements, or the two `a` of both rows if the matrix is transposed.
    Rows {
        /// Number of matrices: 1, 2 or 4.
        matrices: u8,
        /// `true` for transposed matrices: two results for each.
        transposed: bool,
    },
}

/// Kind of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// A function of its operands (special registers that vary with time are not pure).
    Pure,
    /// Accesses memory, time or the outside; the order of such operations must be kept.
    Memory,
    /// Involves other threads; ends a region.
    Sync,
}

impl AtomOp {
    /// Returns the number of values it takes besides the address.
    pub const fn operands(self) -> usize {
        if matches!(self, AtomOp::Cas | AtomOp::Arrive { .. }) { 2 } else { 1 }
    }
}

impl Op {
    /// Returns the kind of the operation.
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
            | Op::Yield
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

    /// Returns whether it is a load, store or atomic operation on memory other than parameters.
    pub const fn accesses_memory(&self) -> bool {
        match self {
            Op::Load { space, .. } | Op::Store { space, .. } | Op::Atom { space, .. } => {
                !matches!(space, Space::Param)
            }
            _ => false,
        }
    }

    /// Returns whether the operation may be dropped if no result is used.
    pub const fn is_droppable(&self) -> bool {
        matches!(self.effect(), Effect::Pure)
            || matches!(self, Op::Load { order: Order::Weak, .. } | Op::Sreg(_))
    }
}
