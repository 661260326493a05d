//! A code generator for x86-64 processors with AVX2, from Cranelift's intermediate code.
//!
//! [`select`] chooses instructions, [`live`] computes how far away the next use of each value is, and
//! [`allocate`] gives registers and encodes, block after block. All takes time linear in the size of the
//! function, as long as few values are live at once. A function with an operation or a type that is not taken
//! is refused; the caller uses Cranelift then. Results are those of Cranelift's code, bit for bit.

mod allocate;
mod assembler;
mod codes;
mod emit;
mod gathers;
mod inst;
mod live;
mod order;
mod params;
mod select;
#[cfg(test)]
mod tests;

use crate::passes::{Pass, timed};
use allocate::{Allocator, PRESERVED};
use assembler::Assembler;
use cranelift_codegen::ir::{Function, UserExternalName};
use cranelift_codegen::isa::CallConv;
pub(crate) use gathers::load_at_addresses;
use inst::Code;
pub(crate) use inst::Direction;
use live::Liveness;
use order::Order;
pub(crate) use params::remove_redundant;
pub(crate) use select::Refused;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// Vector registers and instructions that code uses.
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "tests alone make code for it"))]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Level {
    /// 16 registers of 256 bits.
    Avx2,
    /// 32 registers of 512 bits, and mask registers.
    Avx512,
}

/// Largest vectors that code may use, bytes.
static WIDEST: AtomicU32 = AtomicU32::new(u32::MAX);

/// Limits the vectors of all code that is made from now on to 16, 32 or 64 bytes, as on a processor without
/// AVX2 or AVX-512. Programs call it before they compile anything.
pub fn limit_vectors(bytes: u32) {
    WIDEST.store(bytes, Ordering::Relaxed);
}

impl Level {
    /// Returns the level of this processor within the limit; `None` if that has no AVX2.
    pub(crate) fn usable() -> Option<Level> {
        static LEVEL: OnceLock<Option<Level>> = OnceLock::new();
        let own = (*LEVEL.get_or_init(Level::of_processor))?;
        let most = WIDEST.load(Ordering::Relaxed);
        [own, Level::Avx2].into_iter().find(|level| level.vector_bytes() <= most)
    }

    /// Returns the size of vectors, bytes.
    pub(crate) fn vector_bytes(self) -> u32 {
        match self {
            Level::Avx2 => 32,
            Level::Avx512 => 64,
        }
    }

    /// Returns the level of this processor; `None` if it has no AVX2.
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn of_processor() -> Option<Level> {
        let has = |yes: bool| yes.then_some(());
        has(is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma"))?;
        has(is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("bmi2"))?;
        has(is_x86_feature_detected!("lzcnt") && is_x86_feature_detected!("popcnt"))?;
        let wide = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512bw");
        Some(if wide { Level::Avx512 } else { Level::Avx2 })
    }

    /// Returns the level of this processor: other architectures have none.
    #[cfg(not(target_arch = "x86_64"))]
    pub(crate) fn of_processor() -> Option<Level> {
        None
    }
}

/// Returns whether code may select and sum the bytes of vectors (AVX-512 VBMI and VNNI).
#[cfg(target_arch = "x86_64")]
pub(crate) fn has_bytes() -> bool {
    let wide = Level::usable() == Some(Level::Avx512);
    wide && is_x86_feature_detected!("avx512vbmi") && is_x86_feature_detected!("avx512vnni")
}

/// Returns whether the processor selects and sums the bytes of vectors: other architectures do not.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn has_bytes() -> bool {
    false
}

/// An operation on vectors that Cranelift's language has no instruction for. In that language it is a call of
/// a function with a [name](Self::name) of our own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Extra {
    /// The even words of two vectors.
    Even,
    /// The odd words of two vectors.
    Odd,
    /// Words of the lower halves of two vectors, alternately.
    InterleaveLow,
    /// Words of the upper halves.
    InterleaveHigh,
    /// The lower halves of two vectors, or two vectors of half the size.
    Join,
    /// The upper half of a vector, as the lower half.
    High,
    /// The lower half of a vector of binary32 as binary64.
    Promote,
    /// Binary64 as binary32, in the lower half.
    Demote,
    /// Words of the first and the third vector, by the numbers in the second. For 512 bits.
    Pick,
    /// Lanes of the first vector, shifted by those of the second: zeros if that is the width or more.
    ShiftLeft,
    /// The same to the right.
    ShiftRight,
    /// Copies of the sign if the amount is the width or more. Of 64 bits with AVX-512 only.
    ShiftRightSigned,
    /// Words or double words at the addresses in a vector of 64-bit lanes. For AVX-512, as the next eight.
    Gather,
    /// The same by a scalar load for each lane.
    LoadLanes,
    /// Words or double words near an address: the address, offsets from it (signed words, as many as the
    /// result has lanes, or twice as many), bits of the lanes that are read, and 1, 2, 4 or 8, the unit of
    /// the offsets in bytes. Other lanes are zero.
    GatherNear,
    /// Four pieces of 16 bytes: the address of their offsets, words of 32 bits, and the address to which they
    /// are relative. For 512 bits.
    LoadRows,
    /// The same at addresses of 64 bits, which lie at the operand.
    LoadRowsAt,
    /// Stores pieces of 16 bytes: addresses of 64 bits, which lie at the operand, and four of them. Of pieces
    /// with one address the last one counts. For 512 bits.
    StoreRowsAt,
    /// A vector of words or double words: the address, and bits of the lanes that are read. Others are zero.
    LoadMasked,
    /// Stores words or double words: addresses, data (the lower half of them, if they are words), and bits of
    /// the lanes that do. Of lanes with one address the last one counts.
    Scatter,
    /// Stores words or double words near an address: the address, offsets, data, bits of lanes, and the unit
    /// of the offsets, as [`GatherNear`](Self::GatherNear) has them.
    ScatterNear,
    /// Stores the low bytes, or halves, of words: as [`Scatter`](Self::Scatter).
    ScatterBytes,
    ScatterHalves,
    /// Stores a vector of words or double words: the address, data, and bits of the lanes that do.
    StoreLanes,
    /// Stores a vector of 64 bytes at a multiple of them, past the caches: the address, data.
    StoreLine,
    /// The bytes, or half words, at an address and behind it, as words: zero- or sign-extended.
    LoadBytes,
    LoadSignedBytes,
    LoadHalves,
    LoadSignedHalves,
    /// Stores the low bytes, or halves, of words one after the other: the address, data, and bits of the
    /// lanes that do, unless all do.
    StoreBytes,
    StoreHalves,
    /// Reads the line of memory at an address ahead of its use, if there is memory.
    Prefetch,
    /// The same into the second cache, for a later use.
    PrefetchFar,
    /// Makes a line of memory ready for a later store.
    PrefetchWrite,
    /// Sums of the products of signed halves of words. From here to `ToHalves` for AVX-512.
    PairProduct,
    /// [Half squares](ptx::sfu::half_square) of words of 17 bits, with 1 in the upper half. For
    /// [`has_bytes`].
    HalfSquareAndOne,
    /// The first operand plus [`PairProduct`](Self::PairProduct) of the others. For [`has_bytes`].
    AddPairs,
    /// The first operand, plus the third in words that have a bit of the second.
    PlusWhere,
    /// The first operand, replaced where the second, binary32, is of a class for which the table says so.
    Replace,
    /// The smaller of binary32 numbers; the second if one is a NaN, or if they are equal.
    Smaller,
    /// The larger one, likewise.
    Larger,
    /// The smaller number as IEEE 754-2008 has it: -0 is less than +0, and quiet NaNs are no numbers.
    LeastNumber,
    /// The larger one, likewise.
    MostNumber,
    /// Integers of binary32, towards zero; any number if one has more than 32 bits.
    TowardZero,
    /// Binary32 of the halves in words, of which the upper parts do not count.
    FromHalves,
    /// The nearest halves to binary32, in words.
    ToHalves,
    /// The sum of floats, rounded in a [`Direction`], the number of which is the last operand. From here to
    /// `RoundedRoot` for AVX-512.
    RoundedSum,
    /// The product.
    RoundedProduct,
    /// The quotient.
    RoundedQuotient,
    /// The product of two, plus the third.
    RoundedFma,
    /// The square root.
    RoundedRoot,
    /// From here on, arithmetic replaces subnormal operands and results by zeros of their sign.
    FlushSubnormals,
    /// From here on, it keeps them.
    KeepSubnormals,
}

impl Extra {
    const ALL: [Extra; 53] = [
        Extra::Even,
        Extra::Odd,
        Extra::InterleaveLow,
        Extra::InterleaveHigh,
        Extra::Join,
        Extra::High,
        Extra::Promote,
        Extra::Demote,
        Extra::Pick,
        Extra::ShiftLeft,
        Extra::ShiftRight,
        Extra::ShiftRightSigned,
        Extra::Gather,
        Extra::LoadLanes,
        Extra::GatherNear,
        Extra::LoadRows,
        Extra::LoadRowsAt,
        Extra::StoreRowsAt,
        Extra::LoadMasked,
        Extra::Scatter,
        Extra::ScatterNear,
        Extra::ScatterBytes,
        Extra::ScatterHalves,
        Extra::StoreLanes,
        Extra::StoreLine,
        Extra::LoadBytes,
        Extra::LoadSignedBytes,
        Extra::LoadHalves,
        Extra::LoadSignedHalves,
        Extra::StoreBytes,
        Extra::StoreHalves,
        Extra::Prefetch,
        Extra::PrefetchFar,
        Extra::PrefetchWrite,
        Extra::PairProduct,
        Extra::HalfSquareAndOne,
        Extra::AddPairs,
        Extra::PlusWhere,
        Extra::Replace,
        Extra::Smaller,
        Extra::Larger,
        Extra::LeastNumber,
        Extra::MostNumber,
        Extra::TowardZero,
        Extra::FromHalves,
        Extra::ToHalves,
        Extra::RoundedSum,
        Extra::RoundedProduct,
        Extra::RoundedQuotient,
        Extra::RoundedFma,
        Extra::RoundedRoot,
        Extra::FlushSubnormals,
        Extra::KeepSubnormals,
    ];

    /// Names of other namespaces are not ours.
    const NAMESPACE: u32 = 1;

    pub(crate) fn name(self) -> UserExternalName {
        UserExternalName { namespace: Extra::NAMESPACE, index: self as u32 }
    }

    /// Returns whether it accesses memory of the kernel.
    fn is_access(self) -> bool {
        use Extra::{Gather, GatherNear, LoadBytes, LoadHalves, LoadLanes, LoadMasked, LoadRows, LoadRowsAt};
        use Extra::{LoadSignedBytes, LoadSignedHalves};
        use Extra::{
            Scatter, ScatterBytes, ScatterHalves, ScatterNear, StoreBytes, StoreHalves, StoreLanes, StoreLine,
        };
        let narrow = matches!(self, LoadBytes | LoadSignedBytes | LoadHalves | LoadSignedHalves);
        let loads =
            narrow || matches!(self, Gather | GatherNear | LoadLanes | LoadRows | LoadRowsAt | LoadMasked);
        let scatters =
            matches!(self, Scatter | ScatterNear | ScatterBytes | ScatterHalves | Extra::StoreRowsAt);
        loads || scatters || matches!(self, StoreLanes | StoreLine | StoreBytes | StoreHalves)
    }

    /// Returns whether its last operand is the number of a [`Direction`].
    fn has_direction(self) -> bool {
        use Extra::{RoundedFma, RoundedProduct, RoundedQuotient, RoundedRoot, RoundedSum};
        matches!(self, RoundedSum | RoundedProduct | RoundedQuotient | RoundedFma | RoundedRoot)
    }

    /// Returns whether it does something besides giving a result.
    fn has_effect(self) -> bool {
        use Extra::{FlushSubnormals, KeepSubnormals, Prefetch, PrefetchFar, PrefetchWrite};
        let prefetches = matches!(self, Prefetch | PrefetchFar | PrefetchWrite);
        self.is_access() || prefetches || matches!(self, FlushSubnormals | KeepSubnormals)
    }

    fn from_name(name: &UserExternalName) -> Option<Extra> {
        let own = name.namespace == Extra::NAMESPACE;
        Extra::ALL.get(name.index as usize).copied().filter(|_| own)
    }
}

/// Convention of calls that preserve all vector registers and, except for the arguments' and the result's,
/// all integer registers. To Cranelift it is the system's.
pub(crate) const SPARING: CallConv = CallConv::Fast;

/// Machine code of a function.
pub(crate) struct Compiled {
    pub(crate) bytes: Vec<u8>,
    /// Instruction of the kernel for each piece of code, by offset.
    pub(crate) places: Vec<(u32, u32)>,
    /// Size of the stack frame, bytes.
    pub(crate) frame: u32,
}

/// Most values at the starts of all blocks together. With more, Cranelift takes less time for scalar code;
/// for wide vectors it has no instructions.
const MOST_LIVE: usize = 4 << 20;
const MOST_LIVE_WIDE: usize = 16 << 20;

/// Compiles a function.
pub(crate) fn compile(f: &Function, level: Level) -> Result<Compiled, Refused> {
    let refused = |what: &str| Refused(what.to_owned());
    let blocks = |order: &Option<Order>| order.as_ref().map_or(0, |order| order.blocks.len());
    let order = timed(Pass::Order, || Order::of(f), blocks);
    let order = order.ok_or_else(|| refused("a function without code"))?;
    let insts = |code: &Result<Code, Refused>| code.as_ref().map_or(0, |code| code.insts.len());
    let code = timed(Pass::Select, || select::select(f, &order, level == Level::Avx512), insts)?;
    let most = if code.wide { MOST_LIVE_WIDE } else { MOST_LIVE };
    let live = timed(Pass::Live, || Liveness::of(&code, most), |live| live.as_ref().map_or(0, Liveness::len));
    let live = live.ok_or_else(|| refused("many live values"))?;
    if let Some(stray) = live.at_start(0).iter().find(|live| !live.is_constant()) {
        return Err(Refused(format!("register {} without a definition", stray.reg)));
    }
    let bytes = |made: &Result<Compiled, Refused>| made.as_ref().map_or(0, |made| made.bytes.len());
    timed(Pass::Allocate, || encode(&code, &live), bytes)
}

/// Allocates registers and encodes.
fn encode(code: &Code, live: &Liveness) -> Result<Compiled, Refused> {
    let mut allocator = Allocator::new(code, live);
    let (slots, used) = allocator.run();
    let mut asm = allocator.asm;
    let saved: Vec<u8> = PRESERVED.into_iter().filter(|&n| used >> n & 1 != 0).collect();
    // The caller's stack is at a multiple of 64 bytes before the call.
    let pushed = 8 * (saved.len() as u32 + 1);
    let bytes = (slots + pushed).next_multiple_of(64) - pushed;
    asm.switch(false);
    asm.bind(allocator.epilogue);
    if code.wide {
        asm.clear_upper();
    }
    asm.leave(&saved, bytes);
    let mut prologue = Assembler::new(Vec::new(), false);
    prologue.enter(&saved, bytes);
    let made =
        asm.finish(prologue).map_err(|what| Refused(format!("code that cannot be encoded: {what}")))?;
    Ok(Compiled { bytes: made.bytes, places: made.places, frame: bytes + pushed })
}
