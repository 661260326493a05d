//! Machine instructions before registers are allocated.

use super::codes::{Vop, Width};

/// A virtual register, which is defined once.
pub(super) type Reg = u32;

/// Stands for no register.
pub(super) const NONE: Reg = u32::MAX;

/// Maximum number of register operands.
pub(super) const OPERANDS: usize = 5;

/// Kind of registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    Int,
    Vector,
}

/// Place of a value that is never computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Constant {
    Int(i64),
    /// Address of a place in the stack frame.
    Frame(i32),
    /// A vector of zeros.
    Zero,
    /// Bytes in the pool: index, and log2 of the size.
    Pool(u32, u8),
}

/// Condition of a branch, as the processor encodes it. The lowest bit negates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cond(pub(super) u8);

impl Cond {
    pub(super) const BELOW: Cond = Cond(2);
    pub(super) const ABOVE_EQUAL: Cond = Cond(3);
    pub(super) const EQUAL: Cond = Cond(4);
    pub(super) const NOT_EQUAL: Cond = Cond(5);
    pub(super) const BELOW_EQUAL: Cond = Cond(6);
    pub(super) const ABOVE: Cond = Cond(7);
    pub(super) const PARITY: Cond = Cond(10);
    pub(super) const NO_PARITY: Cond = Cond(11);
    pub(super) const LESS: Cond = Cond(12);
    pub(super) const GREATER_EQUAL: Cond = Cond(13);
    pub(super) const LESS_EQUAL: Cond = Cond(14);
    pub(super) const GREATER: Cond = Cond(15);

    pub(super) fn negated(self) -> Cond {
        Cond(self.0 ^ 1)
    }
}

/// Instruction that sets the flags from the first two operands; the second may be the immediate number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flags {
    /// `cmp` of some bytes.
    Compare(u8),
    /// `test` of some bytes.
    Test(u8),
    /// Comparison of floats; `true` for binary64.
    Float(bool),
    /// Equality of floats: not zero if they are equal, and neither is a NaN.
    FloatEqual(bool),
    /// Zero if no bit of the vector is set.
    AnyBit(Width),
    /// Zero if the comparison of two vectors holds in no lane.
    AnyLane(Vop, Width, u8),
    /// Zero if no lane of the vector is zero; `true` for lanes of 64 bits.
    AllLanes(Width, bool),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Alu {
    Add,
    Or,
    And,
    Sub,
    Xor,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shift {
    Left,
    Right,
    RightSigned,
    RotateRight,
}

/// Format of a fused multiply-add.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Floats {
    Singles,
    Doubles,
    Single,
    Double,
}

/// Read-modify-write of memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Update {
    Add,
    Exchange,
    Logic(Alu),
    /// The old value if the condition holds for it and the operand.
    Extreme(Cond),
}

/// Effect of a prefetch on its line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fetch {
    /// Loads it into the first cache.
    First,
    /// Loads it into the second one.
    Second,
    /// Makes it ready for a store.
    ToWrite,
}

/// A direction of rounding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Direction {
    Down,
    Up,
    Zero,
}

impl Direction {
    const ALL: [Direction; 3] = [Direction::Down, Direction::Up, Direction::Zero];

    pub(super) fn from_number(number: i64) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&own| own as i64 == number)
    }
}

/// Operation of an instruction. Sizes are in bytes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Op {
    /// `d = op(a)`, or of memory.
    V1(Vop, Width),
    V1Imm(Vop, Width, u8),
    /// `d = op(a, b)`; `b` may be in memory.
    V2(Vop, Width),
    V2Imm(Vop, Width, u8),
    /// `d = op(a, b)`, for which the order of operands does not matter.
    V2Either(Vop, Width),
    /// `d` is `c` where the top bits of `b` are set, else `a`.
    Blend(Width),
    /// `d = table(a, b, c)`, bit by bit.
    Logic3(Width, u8),
    /// `d = a * b + c`.
    Fma(Floats, Width),
    /// `d = op(a)` or `op(a, b)`, rounded in a direction.
    Rounded(Vop, Width, Direction),
    /// `d = a * b + c`, likewise.
    RoundedFma(Floats, Width, Direction),
    /// Lanes of ones where the comparison of `a` and `b` holds; `true` for lanes of 64 bits.
    MaskOf(Vop, Width, u8, bool),
    /// A bit for each lane in which the comparison of `a` and `b` holds.
    BitsOf(Vop, Width, u8),
    /// Lanes of the third operand where the comparison of the first two holds, else of the fourth; `true` for
    /// lanes of 64 bits.
    PickBy(Vop, Width, u8, bool),
    /// Bits of a scalar in a vector register; `true` for 64 bits.
    ToVector(bool),
    FromVector(bool),
    /// An element in an integer register.
    Extract(Vop, u8),
    /// `a` with the integer `b` as an element.
    Insert(Vop, u8),
    /// The lanes of a vector are a general register.
    Splat(Vop, Width),
    /// An integer from a vector.
    ToInt(Vop),
    /// A float from an integer.
    FromInt(Vop),
    /// The top bits of the lanes; `true` for lanes of 64 bits.
    TopBits(Width, bool),
    VStore(Vop, Width),
    /// 128 bits of a wider vector.
    Part(Width, u8),
    /// The upper half of a vector, below zeros.
    High(Width),
    /// The lower halves of two vectors.
    Join(Width),
    /// Words of the first and the third vector, by the numbers in the second.
    Permute2(Width),
    /// The first operand plus the products of the bytes in the other two, unsigned and signed.
    AddBytes(Width),
    /// The first operand plus the sums of the products of signed halves of words of the other two.
    AddPairs(Width),
    /// The first operand, plus the third in words that have a bit of the second.
    AddWhere(Width),
    /// The first operand, replaced by what a table, the third, gives for the class of the second, binary32.
    Replace(Width),
    /// Binary32 of the halves in words.
    FromHalves(Width),
    /// The nearest halves to binary32, in words.
    ToHalves(Width),
    /// Words at the addresses in a vector of a width; `true` for double words.
    Gather(Width, bool),
    /// The same by a scalar load for each lane.
    LoadLanes(Width, bool),
    /// A vector of words, or double words, near the address in the first operand: at the offsets in the
    /// second, in a unit. A third, an integer, names the lanes that are read.
    GatherNear(Width, bool, u8),
    /// Four pieces of 16 bytes at offsets in memory: the address of these, and that to which they are
    /// relative.
    LoadRows,
    /// The same at addresses in memory, of which the operand is the first one's.
    LoadRowsAt,
    /// Stores four pieces of 16 bytes, the second operand, to addresses in memory, of which the first operand
    /// is the first one's.
    StoreRowsAt,
    /// The lanes of a vector in memory that the operand, an integer, names; zeros in others.
    LoadMasked(Width, bool),
    /// Stores the second operand to the addresses in the first, in lanes that the third, an integer, names.
    Scatter(Width, bool),
    /// Stores the third operand near the address in the first: at the offsets in the second, in a unit. A
    /// fourth, an integer, names the lanes that do.
    ScatterNear(Width, bool, u8),
    /// The same with the lowest bytes of words, a number of them.
    ScatterLow(Width, u8),
    /// Stores the lanes of a vector that the second operand, an integer, names.
    StoreLanes(Vop, Width),
    Prefetch(Fetch),
    /// A permutation of the quarters of 256 bits.
    Quarters(u8),
    /// Halves of two vectors of 256 bits.
    Halves(u8),

    Lea(u8),
    Alu(Alu, u8),
    Multiply(u8),
    MultiplyBy(u8),
    Negate(u8),
    Not(u8),
    ShiftBy(Shift, u8, u8),
    Shift(Shift, u8),
    /// Extends from some bytes, signed or not, to 4 or 8.
    Extend {
        signed: bool,
        from: u8,
        to: u8,
    },
    Load(u8),
    Store(u8),
    /// Changes an integer in memory, for one thread.
    Change(Alu, u8),
    /// Stores the immediate number.
    StoreImm(u8),
    LeadingZeros(u8),
    TrailingZeros(u8),
    Ones(u8),
    SwapBytes(u8),
    MultiplyHigh {
        signed: bool,
        size: u8,
    },
    Divide {
        signed: bool,
        rest: bool,
        size: u8,
    },
    /// 1 if the condition holds.
    Set(Flags, Cond),
    /// `d` is the third operand if the condition holds for the first two, else the fourth.
    Select(Flags, Cond, u8),
    VSelect(Flags, Cond, Width),
    CompareExchange(u8),
    Update(Update, u8),
    Fence,
    /// Sets the mode of arithmetic: whether it flushes subnormal operands and results.
    FlushSubnormals(bool),
    /// Calls the function at the address in the first operand; the arguments are in the list of this number.
    Call(u32),
    /// Ends of blocks: see [`End`].
    End,
}

/// Address of an operand in memory. The base and the index are register operands, after the plain ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mem {
    None,
    /// Registers and a constant; scale 0 stands for no index.
    At {
        base: bool,
        scale: u8,
        disp: i32,
    },
    /// A place in the stack frame, perhaps with an index.
    Frame {
        scale: u8,
        disp: i32,
    },
}

impl Mem {
    /// Returns the number of registers in the address.
    pub(super) fn registers(self) -> usize {
        match self {
            Mem::None => 0,
            Mem::At { base, scale, .. } => usize::from(base) + usize::from(scale != 0),
            Mem::Frame { scale, .. } => usize::from(scale != 0),
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Inst {
    pub(super) op: Op,
    pub(super) def: Reg,
    /// Plain operands, then those of the address.
    pub(super) args: [Reg; OPERANDS],
    /// Number of plain operands.
    pub(super) plain: u8,
    pub(super) mem: Mem,
    /// The last plain operand, if `has_imm`.
    pub(super) imm: i32,
    pub(super) has_imm: bool,
    /// The kernel's instruction.
    pub(super) place: u32,
}

impl Inst {
    /// Returns the number of register operands.
    pub(super) fn operands(&self) -> usize {
        usize::from(self.plain) + self.mem.registers()
    }

    pub(super) fn registers(&self) -> &[Reg] {
        &self.args[..self.operands()]
    }
}

/// An edge of the control-flow graph.
#[derive(Clone, Debug)]
pub(super) struct Edge {
    pub(super) to: u32,
    pub(super) args: Vec<Reg>,
}

/// End of a block.
#[derive(Clone, Debug)]
pub(super) enum End {
    Jump(Edge),
    /// To the first edge if the condition holds for the block's last instruction.
    Branch(Flags, Cond, [Edge; 2]),
    /// To the edge of a number; the last one is for all others.
    Table(Vec<Edge>),
    Return,
}

impl End {
    pub(super) fn edges(&self) -> &[Edge] {
        match self {
            End::Jump(edge) => std::slice::from_ref(edge),
            End::Branch(_, _, edges) => edges,
            End::Table(edges) => edges,
            End::Return => &[],
        }
    }
}

/// Arguments of a call.
#[derive(Clone, Debug)]
pub(super) struct Call {
    /// It preserves registers, see [`SPARING`](super::SPARING).
    pub(super) spares: bool,
    pub(super) args: Vec<Reg>,
}

#[derive(Debug)]
pub(super) struct Block {
    /// Instructions, by index; the last one holds the operands of the end.
    pub(super) insts: std::ops::Range<u32>,
    pub(super) params: Vec<Reg>,
    pub(super) end: End,
    pub(super) cold: bool,
    /// Loops around the block; `header` if it starts one.
    pub(super) depth: u32,
    pub(super) header: bool,
    pub(super) preds: u32,
}

/// Facts about a virtual register.
#[derive(Clone, Copy, Debug)]
pub(super) struct Info {
    pub(super) class: Class,
    /// Log2 of its size in memory, bytes.
    pub(super) log_bytes: u8,
    pub(super) constant: Option<Constant>,
}

/// A function in machine instructions, its blocks in an order in which definitions come before uses.
pub(super) struct Code {
    pub(super) blocks: Vec<Block>,
    pub(super) insts: Vec<Inst>,
    pub(super) calls: Vec<Call>,
    pub(super) infos: Vec<Info>,
    /// Constants behind the code.
    pub(super) pool: Vec<u8>,
    /// Parameters of the function.
    pub(super) entry: Vec<Reg>,
    /// Size of the emitter's own part of the frame, bytes.
    pub(super) slots: u32,
    /// Immediate dominator of each block, itself for the first.
    pub(super) idom: Vec<u32>,
    /// Innermost loop of each block, by its header.
    pub(super) loops: Vec<Option<u32>>,
    /// The loop around each loop, by their headers.
    pub(super) outer: Vec<Option<u32>>,
    /// Registers that are read.
    pub(super) needed: Vec<bool>,
    /// `true` if vectors of more than 128 bits are used.
    pub(super) wide: bool,
    pub(super) evex: bool,
}
