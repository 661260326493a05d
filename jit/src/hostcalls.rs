//! Functions that compiled code may call, by number.

mod approximate;
mod check;
mod reach;
mod system;
mod table;

use ptx::ir::{Approx, Texture};

pub(crate) use table::table;

/// Maximum number of operands of a request; its results replace the first ones.
pub(crate) const OPERANDS: usize = Texture::OPERANDS;

/// Lanes of a row of [`Host::Approximate`]: those of the widest strip. Narrower strips leave the last ones
/// unused.
pub(crate) const ROW_LANES: usize = 16;

/// Size of a row of [`Host::EvalRows`], bytes: a strip of a whole warp in 64 bits.
pub(crate) const ROW_BYTES: usize = 8 * 32;

/// Functions of [`Host::Approximate`].
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

/// Returns the number of a function for [`Host::Approximate`]: twice its place, plus 1 for `.ftz`.
pub(crate) fn approximate_number(op: Approx, ftz: bool) -> u32 {
    let place = APPROXIMATE.iter().position(|&known| known == op).unwrap_or_default();
    place as u32 * 2 + u32::from(ftz)
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
    /// `(function, operands)`: an approximate function of a row, see [`approximate_number`].
    Approximate,
    /// `(context)`: makes room for words of a traced block, see [`crate::trace`].
    TraceFull,
    /// `(site, lanes, rows)`: as `Eval`, for the lanes of a mask. Operands are rows of [`ROW_BYTES`], as
    /// vectors of a strip in memory. The result replaces the first one in these lanes.
    EvalRows,
}

impl Host {
    /// Returns whether its results may depend on the mode of floating-point arithmetic.
    pub(crate) const fn computes(self) -> bool {
        !matches!(self, Host::Prefetch | Host::NextBlock | Host::Approximate)
    }

    /// Returns the function's offset in the table, bytes.
    pub(crate) const fn offset(self) -> i32 {
        self as i32 * 8
    }
}
