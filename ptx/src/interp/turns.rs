//! Blocks by themselves, for who decides when each has its turn.

use super::block::{Block, Progress};
use super::{Launch, Memory};
use crate::exec::{Fault, FaultKind, Geometry};
use crate::ir::Function;

/// A launch whose blocks are run one by one.
pub struct Turns<'a>(Launch<'a>);

/// A block of a launch between two turns.
pub struct Resident {
    block: Block,
    clock: u64,
}

impl<'a> Turns<'a> {
    /// The arguments are those of [`super::run_grid`].
    pub fn new(
        function: &'a Function,
        geometry: Geometry,
        params: &'a [u8],
        dynamic_shared: u32,
        vars: &'a [u64],
    ) -> Self {
        Turns(Launch::new(function, geometry, params, dynamic_shared, vars))
    }

    /// The block with a linear index, x fastest, before its first turn.
    pub fn block(&self, linear: u64) -> Resident {
        Resident { block: Block::new(&self.0, self.0.geometry.block_at(linear)), clock: 0 }
    }

    /// Gives a block of this launch a turn; whether it has ended.
    ///
    /// # Errors
    /// The first fault of a thread; [`FaultKind::Cancelled`] if the memory says so at the end of the turn.
    pub fn resume(&self, resident: &mut Resident, memory: &mut impl Memory) -> Result<bool, Fault> {
        let Resident { block, clock } = resident;
        match block.resume(&self.0, memory, clock)? {
            Progress::Done => Ok(true),
            Progress::Yielded if memory.cancelled() => {
                Err(block.fault(&self.0, FaultKind::Cancelled, 0, None))
            }
            Progress::Yielded => Ok(false),
        }
    }
}
