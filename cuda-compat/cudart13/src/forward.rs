//! Written by `cargo xtask check --write` from the tables in cuda-compat/api: change those.
//!
//! CUDA's runtime functions: those that both versions have, and those of this one.

use crate::own;
#[rustfmt::skip]
use cudart::entry::{Dim3, Extent, Ipc, Location, NONE, Pitched, Pointer, per_thread};
use cudart::own::edges;

cudart::functions_of_both!();

#[rustfmt::skip]
cudart::forwards! {
    cudaDevResourceGenerateDesc(a: Pointer, b: Pointer, c: u32) = hipDevResourceGenerateDesc(a => Pointer, b => Pointer, c => u32);
    cudaDevSmResourceSplit(a: Pointer, b: u32, c: Pointer, d: Pointer, e: u32, f: Pointer) = hipDevSmResourceSplit(a => Pointer, b => u32, c => Pointer, d => Pointer, e => u32, f => Pointer);
    cudaDevSmResourceSplitByCount(a: Pointer, b: Pointer, c: Pointer, d: Pointer, e: u32, f: u32) = hipDevSmResourceSplitByCount(a => Pointer, b => Pointer, c => Pointer, d => Pointer, e => u32, f => u32);
    cudaDeviceGetDevResource(a: u32, b: Pointer, c: u32) = hipDeviceGetDevResource(a => u32, b => Pointer, c => u32);
    cudaDeviceGetExecutionCtx(a: Pointer, b: u32) = hipDeviceGetExecutionCtx(a => Pointer, b => u32);
    cudaExecutionCtxDestroy(a: Pointer) = hipExecutionCtxDestroy(a => Pointer);
    cudaExecutionCtxGetDevResource(a: Pointer, b: Pointer, c: u32) = hipExecutionCtxGetDevResource(a => Pointer, b => Pointer, c => u32);
    cudaExecutionCtxGetDevice(a: Pointer, b: Pointer) = hipExecutionCtxGetDevice(a => Pointer, b => Pointer);
    cudaExecutionCtxGetId(a: Pointer, b: Pointer) = hipExecutionCtxGetId(a => Pointer, b => Pointer);
    cudaExecutionCtxRecordEvent(a: Pointer, b: Pointer) = hipExecutionCtxRecordEvent(a => Pointer, b => Pointer);
    cudaExecutionCtxStreamCreate(a: Pointer, b: Pointer, c: u32, d: u32) = hipExecutionCtxStreamCreate(a => Pointer, b => Pointer, c => u32, d => u32);
    cudaExecutionCtxSynchronize(a: Pointer) = hipExecutionCtxSynchronize(a => Pointer);
    cudaExecutionCtxWaitEvent(a: Pointer, b: Pointer) = hipExecutionCtxWaitEvent(a => Pointer, b => Pointer);
    cudaGraphAddDependencies(a: Pointer, b: Pointer, c: Pointer, d: Pointer, e: u64) = hipExtGraphAddDependencies(a => Pointer, b => Pointer, c => Pointer, edges(d,e) => Pointer, e => u64);
    cudaGraphConditionalHandleCreate_v2(a: Pointer, b: Pointer, _c: Pointer, d: u32, e: u32) = hipExtGraphConditionalHandleCreate(a => Pointer, b => Pointer, d => u32, e => u32);
    cudaGraphGetEdges(a: Pointer, b: Pointer, c: Pointer, d: Pointer, e: Pointer) = hipExtGraphGetEdges(a => Pointer, b => Pointer, c => Pointer, d => Pointer, e => Pointer) [cuda_edges(d, e)];
    cudaGraphNodeGetDependencies(a: Pointer, b: Pointer, c: Pointer, d: Pointer) = hipExtGraphNodeGetDependencies(a => Pointer, b => Pointer, c => Pointer, d => Pointer) [cuda_edges(c, d)];
    cudaGraphNodeGetDependentNodes(a: Pointer, b: Pointer, c: Pointer, d: Pointer) = hipExtGraphNodeGetDependentNodes(a => Pointer, b => Pointer, c => Pointer, d => Pointer) [cuda_edges(c, d)];
    cudaGraphRemoveDependencies(a: Pointer, b: Pointer, c: Pointer, d: Pointer, e: u64) = hipExtGraphRemoveDependencies(a => Pointer, b => Pointer, c => Pointer, edges(d,e) => Pointer, e => u64);
    cudaGreenCtxCreate(a: Pointer, b: Pointer, c: u32, d: u32) = hipGreenCtxCreate(a => Pointer, b => Pointer, c => u32, d => u32);
    cudaLaunchHostFunc_v2(a: Pointer, b: Pointer, c: Pointer, _d: u32) = hipLaunchHostFunc(a => Pointer, b => Pointer, c => Pointer);
    cudaLaunchHostFunc_v2_ptsz(a: Pointer, b: Pointer, c: Pointer, _d: u32) = hipLaunchHostFunc(per_thread(a) => Pointer, b => Pointer, c => Pointer);
    cudaMemAdvise(a: Pointer, b: u64, c: u32, d: Location) = hipMemAdvise_v2(a => Pointer, b => u64, c => u32, d => Location);
    cudaMemDiscardAndPrefetchBatchAsync(a: Pointer, b: Pointer, c: u64, d: Pointer, e: Pointer, f: u64, g: u64, h: Pointer) = hipMemDiscardAndPrefetchBatchAsync(a => Pointer, b => Pointer, c => u64, d => Pointer, e => Pointer, f => u64, g => u64, h => Pointer);
    cudaMemDiscardAndPrefetchBatchAsync_ptsz(a: Pointer, b: Pointer, c: u64, d: Pointer, e: Pointer, f: u64, g: u64, h: Pointer) = hipMemDiscardAndPrefetchBatchAsync(a => Pointer, b => Pointer, c => u64, d => Pointer, e => Pointer, f => u64, g => u64, per_thread(h) => Pointer);
    cudaMemDiscardBatchAsync(a: Pointer, b: Pointer, c: u64, d: u64, e: Pointer) = hipMemDiscardBatchAsync(a => Pointer, b => Pointer, c => u64, d => u64, e => Pointer);
    cudaMemDiscardBatchAsync_ptsz(a: Pointer, b: Pointer, c: u64, d: u64, e: Pointer) = hipMemDiscardBatchAsync(a => Pointer, b => Pointer, c => u64, d => u64, per_thread(e) => Pointer);
    cudaMemGetDefaultMemPool(a: Pointer, b: Pointer, c: u32) = hipMemGetDefaultMemPool(a => Pointer, b => Pointer, c => u32);
    cudaMemGetMemPool(a: Pointer, b: Pointer, c: u32) = hipMemGetMemPool(a => Pointer, b => Pointer, c => u32);
    cudaMemPrefetchAsync(a: Pointer, b: u64, c: Location, d: u32, e: Pointer) = hipMemPrefetchAsync_v2(a => Pointer, b => u64, c => Location, d => u32, e => Pointer);
    cudaMemPrefetchAsync_ptsz(a: Pointer, b: u64, c: Location, d: u32, e: Pointer) = hipMemPrefetchAsync_v2(a => Pointer, b => u64, c => Location, d => u32, per_thread(e) => Pointer);
    cudaMemPrefetchBatchAsync(a: Pointer, b: Pointer, c: u64, d: Pointer, e: Pointer, f: u64, g: u64, h: Pointer) = hipMemPrefetchBatchAsync(a => Pointer, b => Pointer, c => u64, d => Pointer, e => Pointer, f => u64, g => u64, h => Pointer);
    cudaMemPrefetchBatchAsync_ptsz(a: Pointer, b: Pointer, c: u64, d: Pointer, e: Pointer, f: u64, g: u64, h: Pointer) = hipMemPrefetchBatchAsync(a => Pointer, b => Pointer, c => u64, d => Pointer, e => Pointer, f => u64, g => u64, per_thread(h) => Pointer);
    cudaMemSetMemPool(a: Pointer, b: u32, c: Pointer) = hipMemSetMemPool(a => Pointer, b => u32, c => Pointer);
    cudaMemcpy3DBatchAsync(a: u64, b: Pointer, c: u64, d: Pointer) = hipMemcpy3DBatchAsync(a => u64, b => Pointer, NONE => Pointer, c => u64, d => Pointer);
    cudaMemcpy3DBatchAsync_ptsz(a: u64, b: Pointer, c: u64, d: Pointer) = hipMemcpy3DBatchAsync(a => u64, b => Pointer, NONE => Pointer, c => u64, per_thread(d) => Pointer);
    cudaMemcpyBatchAsync(a: Pointer, b: Pointer, c: Pointer, d: u64, e: Pointer, f: Pointer, g: u64, h: Pointer) = hipMemcpyBatchAsync(a => Pointer, b => Pointer, c => Pointer, d => u64, e => Pointer, f => Pointer, g => u64, NONE => Pointer, h => Pointer);
    cudaMemcpyBatchAsync_ptsz(a: Pointer, b: Pointer, c: Pointer, d: u64, e: Pointer, f: Pointer, g: u64, h: Pointer) = hipMemcpyBatchAsync(a => Pointer, b => Pointer, c => Pointer, d => u64, e => Pointer, f => Pointer, g => u64, NONE => Pointer, per_thread(h) => Pointer);
    cudaSignalExternalSemaphoresAsync(a: Pointer, b: Pointer, c: u32, d: Pointer) = hipSignalExternalSemaphoresAsync(a => Pointer, b => Pointer, c => u32, d => Pointer);
    cudaSignalExternalSemaphoresAsync_ptsz(a: Pointer, b: Pointer, c: u32, d: Pointer) = hipSignalExternalSemaphoresAsync(a => Pointer, b => Pointer, c => u32, per_thread(d) => Pointer);
    cudaStreamGetCaptureInfo(a: Pointer, b: Pointer, c: Pointer, d: Pointer, e: Pointer, f: Pointer, g: Pointer) = hipExtStreamGetCaptureInfo(a => Pointer, b => Pointer, c => Pointer, d => Pointer, e => Pointer, f => Pointer, g => Pointer) [cuda_edge_list(f, g)];
    cudaStreamGetCaptureInfo_ptsz(a: Pointer, b: Pointer, c: Pointer, d: Pointer, e: Pointer, f: Pointer, g: Pointer) = hipExtStreamGetCaptureInfo(per_thread(a) => Pointer, b => Pointer, c => Pointer, d => Pointer, e => Pointer, f => Pointer, g => Pointer) [cuda_edge_list(f, g)];
    cudaStreamGetDevResource(a: Pointer, b: Pointer, c: u32) = hipStreamGetDevResource(a => Pointer, b => Pointer, c => u32);
    cudaStreamGetDevResource_ptsz(a: Pointer, b: Pointer, c: u32) = hipStreamGetDevResource(per_thread(a) => Pointer, b => Pointer, c => u32);
    cudaStreamUpdateCaptureDependencies(a: Pointer, b: Pointer, c: Pointer, d: u64, e: u32) = hipExtStreamUpdateCaptureDependencies(a => Pointer, b => Pointer, edges(c,d) => Pointer, d => u64, e => u32);
    cudaStreamUpdateCaptureDependencies_ptsz(a: Pointer, b: Pointer, c: Pointer, d: u64, e: u32) = hipExtStreamUpdateCaptureDependencies(per_thread(a) => Pointer, b => Pointer, edges(c,d) => Pointer, d => u64, e => u32);
    cudaWaitExternalSemaphoresAsync(a: Pointer, b: Pointer, c: u32, d: Pointer) = hipWaitExternalSemaphoresAsync(a => Pointer, b => Pointer, c => u32, d => Pointer);
    cudaWaitExternalSemaphoresAsync_ptsz(a: Pointer, b: Pointer, c: u32, d: Pointer) = hipWaitExternalSemaphoresAsync(a => Pointer, b => Pointer, c => u32, per_thread(d) => Pointer);
}

#[rustfmt::skip]
cudart::exports! {
    cudaGetDeviceProperties = own::cudaGetDeviceProperties;
    cudaGraphAddNode = own::graph_add_node_with_edges;
}

#[rustfmt::skip]
cudart::refusals! {
    __cudaGetProcAddress,
    cudaDeviceGetHostAtomicCapabilities,
    cudaDeviceGetP2PAtomicCapabilities,
    cudaFuncGetParamCount,
    cudaGraphExecGetId,
    cudaGraphGetId,
    cudaGraphNodeGetContainingGraph,
    cudaGraphNodeGetLocalId,
    cudaGraphNodeGetParams,
    cudaGraphNodeGetToolsId,
    cudaLogsCurrent,
    cudaLogsDumpToFile,
    cudaLogsDumpToMemory,
    cudaLogsRegisterCallback,
    cudaLogsUnregisterCallback,
    cudaMemGetLocationInfo,
    cudaMemcpy3DWithAttributesAsync,
    cudaMemcpy3DWithAttributesAsync_ptsz,
    cudaMemcpyWithAttributesAsync,
    cudaMemcpyWithAttributesAsync_ptsz,
    cudaStreamBeginRecaptureToGraph,
    cudaStreamBeginRecaptureToGraph_ptsz,
    cudaSubgridCreate,
    cudaSubgridWorkerGridCreate,
    cudaSubgridWorksetCreate,
}
