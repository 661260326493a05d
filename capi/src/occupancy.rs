//! Occupancy (HIP: "Occupancy").

use crate::entry::{In, Out, entry_points};
use crate::host_function::kernel_of_host_function;
use crate::launch_ex::shape;
use crate::library::launched;
use crate::types::{Function, Stream};
use hip_sys::hipLaunchConfig_st;
use runtime::Error;
use runtime::api::{StreamRef, occupancy};
use std::ffi::c_void;

fn blocks(out: Out<i32>, function: Function, threads: i32, shared: u64) -> Result<(), Error> {
    let out = out.wanted("numBlocks")?;
    let threads = u32::try_from(threads).unwrap_or(0);
    out.set(occupancy::blocks_per_sm(launched(function)?, threads, shared)? as i32);
    Ok(())
}

fn best(grid: Out<i32>, block: Out<i32>, function: Function, shared: u64, limit: i32) -> Result<(), Error> {
    let (grid, block) = (grid.wanted("gridSize")?, block.wanted("blockSize")?);
    let limit = u32::try_from(limit).unwrap_or(0);
    let (threads, blocks) = occupancy::best_block_size(launched(function)?, |_| shared, limit)?;
    grid.set(blocks as i32);
    block.set(threads as i32);
    Ok(())
}

entry_points! {
    /// Number of blocks of a kernel that an SM can hold at once.
    fn hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(out: Out<i32>, function: Function, threads: i32, shared: u64) {
        blocks(out, function, threads, shared)?;
    }
    /// Number of blocks of a kernel that an SM can hold at once.
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
    /// The block size with the best occupancy.
    fn hipModuleOccupancyMaxPotentialBlockSize(
        grid: Out<i32>,
        block: Out<i32>,
        function: Function,
        shared: u64,
        limit: i32,
    ) {
        best(grid, block, function, shared, limit)?;
    }
    /// The block size with the best occupancy.
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
    /// Returns the number of clusters of a kernel that the SMs of the configuration's stream can hold at
    /// once.
    fn hipOccupancyMaxActiveClusters(out: Out<i32>, host: *const c_void, config: In<hipLaunchConfig_st>) {
        let out = out.wanted("numClusters")?;
        let config = config.read("config")?;
        let on = StreamRef::from_word(Stream::of_c(config.stream).word())?;
        let active = occupancy::active_clusters(kernel_of_host_function(host)?.id()?, &shape(&config)?, on)?;
        out.set(i32::try_from(active).unwrap_or(i32::MAX));
    }
    /// Returns the maximum number of blocks in a cluster of a kernel; the cluster size in the configuration
    /// is ignored.
    fn hipOccupancyMaxPotentialClusterSize(out: Out<i32>, host: *const c_void, config: In<hipLaunchConfig_st>) {
        let out = out.wanted("clusterSize")?;
        let config = config.read("config")?;
        let on = StreamRef::from_word(Stream::of_c(config.stream).word())?;
        out.set(occupancy::largest_cluster(kernel_of_host_function(host)?.id()?, &shape(&config)?, on)? as i32);
    }
    /// Maximum dynamic shared memory of a block for which the given number of blocks fits on an SM.
    fn hipOccupancyAvailableDynamicSMemPerBlock(out: Out<u64>, host: *const c_void, blocks: i32, threads: i32) {
        let out = out.wanted("dynamicSmemSize")?;
        let (blocks, threads) = (u32::try_from(blocks).unwrap_or(0), u32::try_from(threads).unwrap_or(0));
        out.set(occupancy::dynamic_shared(kernel_of_host_function(host)?.id()?, blocks, threads)?);
    }
    /// Number of blocks of a kernel that an SM can hold at once.
    fn hipOccupancyMaxActiveBlocksPerMultiprocessor(out: Out<i32>, host: *const c_void, threads: i32, shared: u64) {
        blocks(out, kernel_of_host_function(host)?, threads, shared)?;
    }
    /// Number of blocks of a kernel that an SM can hold at once.
    fn hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        out: Out<i32>,
        host: *const c_void,
        threads: i32,
        shared: u64,
        flags: u32,
    ) {
        if flags > 1 {
            return Err(Error::BadFlags { what: "occupancy", got: flags.into() });
        }
        blocks(out, kernel_of_host_function(host)?, threads, shared)?;
    }
    /// The block size with the best occupancy.
    fn hipOccupancyMaxPotentialBlockSize(
        grid: Out<i32>,
        block: Out<i32>,
        host: *const c_void,
        shared: u64,
        limit: i32,
    ) {
        best(grid, block, kernel_of_host_function(host)?, shared, limit)?;
    }
}
