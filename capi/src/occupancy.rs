//! Occupancy (HIP: "Occupancy").

use crate::entry::{Out, entry_points};
use crate::types::Function;
use runtime::Error;
use runtime::api::occupancy;

pub(crate) fn blocks(out: Out<i32>, function: Function, threads: i32, shared: u64) -> Result<(), Error> {
    let out = out.wanted("numBlocks")?;
    let threads = u32::try_from(threads).unwrap_or(0);
    out.set(occupancy::blocks_per_sm(function.id()?, threads, shared)? as i32);
    Ok(())
}

pub(crate) fn best(
    grid: Out<i32>,
    block: Out<i32>,
    function: Function,
    shared: u64,
    limit: i32,
) -> Result<(), Error> {
    let (grid, block) = (grid.wanted("gridSize")?, block.wanted("blockSize")?);
    let limit = u32::try_from(limit).unwrap_or(0);
    let (threads, blocks) = occupancy::best_block_size(function.id()?, |_| shared, limit)?;
    grid.set(blocks as i32);
    block.set(threads as i32);
    Ok(())
}

entry_points! {
    /// Blocks of a kernel that an SM holds at once.
    fn hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(out: Out<i32>, function: Function, threads: i32, shared: u64) {
        blocks(out, function, threads, shared)?;
    }
    /// Blocks of a kernel that an SM holds at once.
    fn hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        out: Out<i32>,
        function: Function,
        threads: i32,
        shared: u64,
        flags: u32,
    ) {
        if flags > 1 {
            return Err(Error::BadFlags { what: "occupancy", got: flags.into() });
        }
        blocks(out, function, threads, shared)?;
    }
    /// The block size that reaches the best occupancy.
    fn hipModuleOccupancyMaxPotentialBlockSize(
        grid: Out<i32>,
        block: Out<i32>,
        function: Function,
        shared: u64,
        limit: i32,
    ) {
        best(grid, block, function, shared, limit)?;
    }
    /// The block size that reaches the best occupancy.
    fn hipModuleOccupancyMaxPotentialBlockSizeWithFlags(
        grid: Out<i32>,
        block: Out<i32>,
        function: Function,
        shared: u64,
        limit: i32,
        flags: u32,
    ) {
        if flags > 1 {
            return Err(Error::BadFlags { what: "occupancy", got: flags.into() });
        }
        best(grid, block, function, shared, limit)?;
    }
}
