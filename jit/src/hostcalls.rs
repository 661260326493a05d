//! Functions that compiled code may call, by number.

mod access;
mod approximate;
mod check;
mod fetch;
mod matrix;
mod reach;
mod sparing;
mod system;
mod table;

use ptx::ir::{Approx, Texture};

pub(crate) use table::table;

/// Maximum number of operands of a request; its results replace the first ones.
pub(crate) const OPERANDS: usize = Texture::OPERANDS;

/// Lanes of a row of [`Approximate`]: those of the widest strip. Narrower strips leave the last ones
/// unused.
pub(crate) const ROW_LANES: usize = 32;

/// Size of a row of [`Host::EvalRows`], bytes: a strip of a whole warp in 64 bits.
pub(crate) const ROW_BYTES: usize = 8 * 32;

/// Operands and results of [`Host::Fetch`], by lane; rows that the operation does not have are unused.
#[repr(C)]
pub(crate) struct FetchRows {
    /// Texture and sampler.
    pub(crate) handles: [[u64; ROW_LANES]; 2],
    /// Operands of [`Sample`](ptx::ir::texture::Sample).
    pub(crate) words: [[u32; ROW_LANES]; OPERANDS - 2],
    pub(crate) results: [[u32; ROW_LANES]; 4],
}

/// Operands of [`Host::Access`], by lane, as vectors of a strip in memory.
#[repr(C)]
pub(crate) struct AccessRows {
    pub(crate) addresses: [u8; ROW_BYTES],
    /// Values that are stored, or loaded.
    pub(crate) values: [[u8; ROW_BYTES]; AccessRows::VALUES],
}

/// Operands and results of [`Host::EvalRun`], by lane, as vectors of a strip in memory.
#[repr(C)]
pub(crate) struct RunRows {
    /// Instructions of the function.
    pub(crate) insts: [u32; RunRows::INSTS],
    /// Their values but for constants, each at its first occurrence: operands, then results of each.
    pub(crate) rows: [[u8; ROW_BYTES]; RunRows::ROWS],
}

impl RunRows {
    /// Maximum number of instructions, and of rows.
    pub(crate) const INSTS: usize = 16;
    pub(crate) const ROWS: usize = 32;
}

impl AccessRows {
    /// Maximum number of values of an access.
    pub(crate) const VALUES: usize = 4;
}

/// Functions in the table from [`Host::Approximate`] on, each without and with `.ftz`.
const APPROXIMATE: [Approx; 10] = [
    Approx::Rcp,
    Approx::Sqrt,
    Approx::Rsqrt,
    Approx::Sin,
    Approx::Cos,
    Approx::Lg2,
    Approx::Ex2,
    Approx::Tanh,
    Approx::Div,
    Approx::DivFull,
];

/// An approximate function that compiled code may call with `(operands, lanes)`: it computes the first lanes
/// of a row and perhaps others, and its results replace the first operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Approximate {
    pub(crate) op: Approx,
    pub(crate) ftz: bool,
}

impl Approximate {
    /// Returns its number: twice its place, plus 1 for `.ftz`.
    fn number(self) -> usize {
        let place = APPROXIMATE.iter().position(|&known| known == self.op).unwrap_or_default();
        place * 2 + usize::from(self.ftz)
    }

    /// Returns its offset in the table, bytes.
    pub(crate) fn offset(self) -> i32 {
        Host::Approximate.offset() + self.number() as i32 * 8
    }

    /// Returns whether its results may depend on the machine's mode. What flushes gives the same in both, but
    /// for a quotient with scales: its parts are rounded before they are flushed.
    pub(crate) fn computes(self) -> bool {
        match self.op {
            Approx::DivFull => true,
            // They compute with integers.
            Approx::Sin | Approx::Cos | Approx::Tanh => false,
            _ => !self.ftz,
        }
    }
}

/// A function that compiled code may call; its number is its index in the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Host {
    /// `(site, args, result)`: [`EvalSite`](crate::sites::EvalSite), operands and result as 16-byte words.
    Eval,
    /// `(site, address, b, c) -> old`: [`AtomSite`](crate::sites::AtomSite).
    Atom,
    /// `() -> cycles`
    Clock,
    /// `() -> nanoseconds`
    GlobalTimer,
    /// `(context, address) -> rank`: rank of the block that owns a generic address in shared memory, or -1
    RankOf,
    /// `(context, instruction, thread, operands) -> stop`: see [`system`].
    System,
    /// `(address, bytes)`: prefetches memory.
    Prefetch,
    /// `(groups, count, rows, own, squad)`: prefetches this block's share of what a squad of blocks reads; a
    /// group is the address of its first row, the step from row to row, and the bytes of a block's row.
    PrefetchRows,
    /// `(context)`: ends the block and makes the context that of the next one.
    NextBlock,
    /// `(site, address, operands, old)`: [`AtomSite`](crate::sites::AtomSite) of 16 bytes; operands and old
    /// value are 16-byte words.
    AtomWide,
    /// `(context, instruction, bytes, address) -> address`: see [`reach`].
    Outside,
    /// `(context, instruction, thread, address, stored) -> skipped`: see [`check`].
    Check,
    /// `(context, instruction, thread, operands)`: see [`check`].
    Step,
    /// `(context, address, number) -> address`: see [`ptx::system::Host::replica`].
    Replica,
    /// `(context, bytes, address) -> refused`: see [`reach`].
    StoreReplicas,
    /// `(context)`: makes room for words of a traced block, see [`crate::trace`].
    TraceFull,
    /// `(site, lanes, rows)`: as `Eval`, for the lanes of a mask. Operands are rows of [`ROW_BYTES`], as
    /// vectors of a strip in memory. The result replaces the first one in these lanes.
    EvalRows,
    /// `(context, instruction, lanes, rows) -> stop`: fetches from a texture for the lanes of a mask, see
    /// [`fetch`].
    Fetch,
    /// `(site, lanes, a, b, c)`: multiplies matrices, [`EvalSite`](crate::sites::EvalSite) of an `mma`.
    /// Registers of a warp are rows of 32-bit words, which count as zero in other lanes; those of the result
    /// replace C's.
    Multiply,
    /// `(context, instruction, lanes, thread, rows) -> stop`: loads or stores for the lanes of a mask, see
    /// [`access`].
    Access,
    /// `(context, count, lanes, rows)`: computes some instructions of arithmetic, one after the other, for
    /// the lanes of a mask; see [`RunRows`].
    EvalRun,
    /// The first of the approximate functions, see [`Approximate`].
    Approximate,
}

impl Host {
    /// Returns whether its results may depend on the mode of floating-point arithmetic.
    pub(crate) const fn computes(self) -> bool {
        !matches!(self, Host::Prefetch | Host::PrefetchRows | Host::NextBlock | Host::Access)
    }

    /// Returns whether it preserves the registers of code by our own code generator, see [`sparing`].
    pub(crate) const fn spares(self) -> bool {
        matches!(self, Host::EvalRows | Host::Access | Host::EvalRun)
    }

    /// Returns the function's offset in the table, bytes.
    pub(crate) const fn offset(self) -> i32 {
        self as i32 * 8
    }
}
