//! Functions that compiled code may call, by number.

mod beyond;
mod check;
mod system;
mod table;

use ptx::ir::Texture;

pub(crate) use table::table;

/// Most operands of a request; its results take the places of the first.
pub(crate) const OPERANDS: usize = Texture::OPERANDS;

/// A function that compiled code may call; its number is its place in the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Host {
    /// `(site, args, result)`: [`EvalSite`], operands and result as 16-byte words.
    Eval,
    /// `(site, address, b, c) -> old`: [`AtomSite`].
    Atom,
    /// `() -> cycles`
    Clock,
    /// `() -> nanoseconds`
    GlobalTimer,
    /// `(context, address) -> rank`: of the block in whose shared memory a generic address lies, or -1
    RankOf,
    /// `(context, instruction, thread, operands) -> stop`: see [`system`].
    System,
    /// `(address, bytes)`: memory that is likely read soon.
    Prefetch,
    /// `(context)`: the block has ended, and there is another: makes the context that one's.
    NextBlock,
    /// `(site, address, operands, old)`: [`AtomSite`] of 16 bytes, operands and old value as words of 16
    /// bytes.
    AtomWide,
    /// `(context, instruction, bytes, address) -> address`: see [`beyond`].
    Beyond,
    /// `(context, instruction, thread, address, stored) -> left out`: see [`check`].
    Check,
    /// `(context, instruction, thread, operands)`: see [`check`].
    Step,
    /// `(context, address, number) -> address`: see [`ptx::system::Host::replica`].
    Replica,
    /// `(context, bytes, address) -> refused`: see [`beyond`].
    Spread,
}

impl Host {
    /// Where the function stands in the table, bytes.
    pub(crate) const fn offset(self) -> i32 {
        self as i32 * 8
    }
}
