//! Written by `cargo xtask check --write` from the tables in libraries/rccl/api: change those.
//!
//! Functions of C.

use crate::communicator::UniqueId;
use crate::status::Status;
use crate::{both, collective, group, init, lifecycle, memory, operators, pair, queries, split};
use work::Pointer;

#[rustfmt::skip]
work::plain! {
Status;
    ncclAllToAll(sendbuff: Pointer, recvbuff: Pointer, count: usize, datatype: u32, comm: Pointer, stream: Pointer) => both::all_to_all: (sendbuff, recvbuff, count, datatype, comm, stream);
    ncclAllToAllv(sendbuff: Pointer, sendcounts: Pointer, sdispls: Pointer, recvbuff: Pointer, recvcounts: Pointer, rdispls: Pointer, datatype: u32, comm: Pointer, stream: Pointer) => both::all_to_all_v: (sendbuff, sendcounts, sdispls, recvbuff, recvcounts, rdispls, datatype, comm, stream);
    ncclAlltoAll(sendbuff: Pointer, recvbuff: Pointer, count: usize, datatype: u32, comm: Pointer, stream: Pointer) => both::all_to_all: (sendbuff, recvbuff, count, datatype, comm, stream);
    ncclCommCuDevice(comm: Pointer, device: Pointer) => both::device: (comm, device);
    ncclCommInitAll(comm: Pointer, ndev: i32, devlist: Pointer) => both::init_all: (comm, ndev.into(), devlist);
    ncclGather(sendbuff: Pointer, recvbuff: Pointer, sendcount: usize, datatype: u32, root: i32, comm: Pointer, stream: Pointer) => both::gather: (sendbuff, recvbuff, sendcount, datatype, root.into(), comm, stream);
    ncclScatter(sendbuff: Pointer, recvbuff: Pointer, recvcount: usize, datatype: u32, root: i32, comm: Pointer, stream: Pointer) => both::scatter: (sendbuff, recvbuff, recvcount, datatype, root.into(), comm, stream);
}

#[rustfmt::skip]
crate::nvidia::exported! {
    ncclAllGather(sendbuff: Pointer, recvbuff: Pointer, sendcount: usize, datatype: u32, comm: Pointer, stream: Pointer) on stream => collective::all_gather: (sendbuff, recvbuff, sendcount, datatype, comm, stream);
    ncclAllReduce(sendbuff: Pointer, recvbuff: Pointer, count: usize, datatype: u32, op: u32, comm: Pointer, stream: Pointer) on stream => collective::all_reduce: (sendbuff, recvbuff, count, datatype, op, comm, stream);
    ncclBcast(buff: Pointer, count: usize, datatype: u32, root: i32, comm: Pointer, stream: Pointer) on stream => collective::broadcast: (buff, buff, count, datatype, root.into(), comm, stream);
    ncclBroadcast(sendbuff: Pointer, recvbuff: Pointer, count: usize, datatype: u32, root: i32, comm: Pointer, stream: Pointer) on stream => collective::broadcast: (sendbuff, recvbuff, count, datatype, root.into(), comm, stream);
    ncclCommAbort(comm: Pointer) => lifecycle::abort: (comm);
    ncclCommCount(comm: Pointer, count: Pointer) => queries::count: (comm, count);
    ncclCommDeregister(comm: Pointer, handle: Pointer) => memory::deregister: (comm, handle);
    ncclCommDestroy(comm: Pointer) => lifecycle::destroy: (comm);
    ncclCommFinalize(comm: Pointer) => lifecycle::finalize: (comm);
    ncclCommGetAsyncError(comm: Pointer, asyncError: Pointer) => queries::async_error: (comm, asyncError);
    ncclCommInitRank(comm: Pointer, nranks: i32, commId: UniqueId, rank: i32) => init::rank: (comm, nranks.into(), commId, rank.into(), std::ptr::null_mut());
    ncclCommInitRankConfig(comm: Pointer, nranks: i32, commId: UniqueId, rank: i32, config: Pointer) => init::rank: (comm, nranks.into(), commId, rank.into(), config);
    ncclCommInitRankScalable(newcomm: Pointer, nranks: i32, myrank: i32, nId: i32, commIds: Pointer, config: Pointer) => init::rank_of_many: (newcomm, nranks.into(), myrank.into(), nId.into(), commIds, config);
    ncclCommRegister(comm: Pointer, buff: Pointer, size: usize, handle: Pointer) => memory::register: (comm, buff, size, handle);
    ncclCommShrink(comm: Pointer, excludeRanksList: Pointer, excludeRanksCount: i32, newcomm: Pointer, config: Pointer, shrinkFlags: i32) => split::shrink: (comm, excludeRanksList, excludeRanksCount.into(), newcomm, config, shrinkFlags.into());
    ncclCommSplit(comm: Pointer, color: i32, key: i32, newcomm: Pointer, config: Pointer) => split::split: (comm, color.into(), key.into(), newcomm, config);
    ncclCommUserRank(comm: Pointer, rank: Pointer) => queries::rank: (comm, rank);
    ncclCommWindowDeregister(comm: Pointer, win: Pointer) => memory::deregister: (comm, win);
    ncclCommWindowRegister(comm: Pointer, buff: Pointer, size: usize, win: Pointer, winFlags: i32) => memory::register_window: (comm, buff, size, win, winFlags.into());
    ncclGetUniqueId(uniqueId: Pointer) => init::unique_id: (uniqueId);
    ncclGetVersion(version: Pointer) => queries::version: (version);
    ncclGroupEnd() => group::end: ();
    ncclGroupSimulateEnd(simInfo: Pointer) => group::simulate_end: (simInfo);
    ncclGroupStart() => group::start: ();
    ncclMemAlloc(ptr: Pointer, size: usize) => memory::alloc: (ptr, size);
    ncclMemFree(ptr: Pointer) => memory::free: (ptr);
    ncclRecv(recvbuff: Pointer, count: usize, datatype: u32, peer: i32, comm: Pointer, stream: Pointer) on stream => pair::recv: (recvbuff, count, datatype, peer.into(), comm, stream);
    ncclRedOpCreatePreMulSum(op: Pointer, scalar: Pointer, datatype: u32, residence: u32, comm: Pointer) => operators::create: (op, scalar, datatype, residence, comm);
    ncclRedOpDestroy(op: u32, comm: Pointer) => operators::destroy: (op, comm);
    ncclReduce(sendbuff: Pointer, recvbuff: Pointer, count: usize, datatype: u32, op: u32, root: i32, comm: Pointer, stream: Pointer) on stream => collective::reduce: (sendbuff, recvbuff, count, datatype, op, root.into(), comm, stream);
    ncclReduceScatter(sendbuff: Pointer, recvbuff: Pointer, recvcount: usize, datatype: u32, op: u32, comm: Pointer, stream: Pointer) on stream => collective::reduce_scatter: (sendbuff, recvbuff, recvcount, datatype, op, comm, stream);
    ncclSend(sendbuff: Pointer, count: usize, datatype: u32, peer: i32, comm: Pointer, stream: Pointer) on stream => pair::send: (sendbuff, count, datatype, peer.into(), comm, stream);
}
