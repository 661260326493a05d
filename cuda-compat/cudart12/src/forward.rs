//! Written by `cargo xtask check --write` from the tables in cuda-compat/api: change those.
//!
//! CUDA's runtime functions: those that both versions have, and those of this one.

use crate::own;
#[rustfmt::skip]
use cudart::entry::{Dim3, Extent, Ipc, Location, Pitched, Pointer, per_thread};
use cudart::own::edges;

cudart::functions_of_both!();

#[rustfmt::skip]
cudart::forwards! {
    cudaEventElapsedTime_v2(a: Pointer, b: Pointer, c: Pointer) = hipEventElapsedTime(a => Pointer, b => Pointer, c => Pointer);
    cudaGraphAddDependencies(a: Pointer, b: Pointer, c: Pointer, d: u64) = hipGraphAddDependencies(a => Pointer, b => Pointer, c => Pointer, d => u64);
    cudaGraphAddDependencies_v2(a: Pointer, b: Pointer, c: Pointer, d: Pointer, e: u64) = hipExtGraphAddDependencies(a => Pointer, b => Pointer, c => Pointer, edges(d,e) => Pointer, e => u64);
    cudaGraphGetEdges(a: Pointer, b: Pointer, c: Pointer, d: Pointer) = hipGraphGetEdges(a => Pointer, b => Pointer, c => Pointer, d => Pointer);
    cudaGraphGetEdges_v2(a: Pointer, b: Pointer, c: Pointer, d: Pointer, e: Pointer) = hipExtGraphGetEdges(a => Pointer, b => Pointer, c => Pointer, d => Pointer, e => Pointer) [cuda_edges(d, e)];
    cudaGraphNodeGetDependencies(a: Pointer, b: Pointer, c: Pointer) = hipGraphNodeGetDependencies(a => Pointer, b => Pointer, c => Pointer);
    cudaGraphNodeGetDependencies_v2(a: Pointer, b: Pointer, c: Pointer, d: Pointer) = hipExtGraphNodeGetDependencies(a => Pointer, b => Pointer, c => Pointer, d => Pointer) [cuda_edges(c, d)];
    cudaGraphNodeGetDependentNodes(a: Pointer, b: Pointer, c: Pointer) = hipGraphNodeGetDependentNodes(a => Pointer, b => Pointer, c => Pointer);
    cudaGraphNodeGetDependentNodes_v2(a: Pointer, b: Pointer, c: Pointer, d: Pointer) = hipExtGraphNodeGetDependentNodes(a => Pointer, b => Pointer, c => Pointer, d => Pointer) [cuda_edges(c, d)];
    cudaGraphRemoveDependencies(a: Pointer, b: Pointer, c: Pointer, d: u64) = hipGraphRemoveDependencies(a => Pointer, b => Pointer, c => Pointer, d => u64);
    cudaGraphRemoveDependencies_v2(a: Pointer, b: Pointer, c: Pointer, d: Pointer, e: u64) = hipExtGraphRemoveDependencies(a => Pointer, b => Pointer, c => Pointer, edges(d,e) => Pointer, e => u64);
    cudaLaunchCooperativeKernelMultiDevice(a: Pointer, b: u32, c: u32) = hipLaunchCooperativeKernelMultiDevice(a => Pointer, b => u32, c => u32);
    cudaMemAdvise(a: Pointer, b: u64, c: u32, d: u32) = hipMemAdvise(a => Pointer, b => u64, c => u32, d => u32);
    cudaMemAdvise_v2(a: Pointer, b: u64, c: u32, d: Location) = hipMemAdvise_v2(a => Pointer, b => u64, c => u32, d => Location);
    cudaMemPrefetchAsync(a: Pointer, b: u64, c: u32, d: Pointer) = hipMemPrefetchAsync(a => Pointer, b => u64, c => u32, d => Pointer);
    cudaMemPrefetchAsync_ptsz(a: Pointer, b: u64, c: u32, d: Pointer) = hipMemPrefetchAsync(a => Pointer, b => u64, c => u32, per_thread(d) => Pointer);
    cudaMemPrefetchAsync_v2(a: Pointer, b: u64, c: Location, d: u32, e: Pointer) = hipMemPrefetchAsync_v2(a => Pointer, b => u64, c => Location, d => u32, e => Pointer);
    cudaMemPrefetchAsync_v2_ptsz(a: Pointer, b: u64, c: Location, d: u32, e: Pointer) = hipMemPrefetchAsync_v2(a => Pointer, b => u64, c => Location, d => u32, per_thread(e) => Pointer);
    cudaMemcpy3DBatchAsync(a: u64, b: Pointer, c: Pointer, d: u64, e: Pointer) = hipMemcpy3DBatchAsync(a => u64, b => Pointer, c => Pointer, d => u64, e => Pointer);
    cudaMemcpy3DBatchAsync_ptsz(a: u64, b: Pointer, c: Pointer, d: u64, e: Pointer) = hipMemcpy3DBatchAsync(a => u64, b => Pointer, c => Pointer, d => u64, per_thread(e) => Pointer);
    cudaMemcpyBatchAsync(a: Pointer, b: Pointer, c: Pointer, d: u64, e: Pointer, f: Pointer, g: u64, h: Pointer, i: Pointer) = hipMemcpyBatchAsync(a => Pointer, b => Pointer, c => Pointer, d => u64, e => Pointer, f => Pointer, g => u64, h => Pointer, i => Pointer);
    cudaMemcpyBatchAsync_ptsz(a: Pointer, b: Pointer, c: Pointer, d: u64, e: Pointer, f: Pointer, g: u64, h: Pointer, i: Pointer) = hipMemcpyBatchAsync(a => Pointer, b => Pointer, c => Pointer, d => u64, e => Pointer, f => Pointer, g => u64, h => Pointer, per_thread(i) => Pointer);
    cudaSignalExternalSemaphoresAsync_v2(a: Pointer, b: Pointer, c: u32, d: Pointer) = hipSignalExternalSemaphoresAsync(a => Pointer, b => Pointer, c => u32, d => Pointer);
    cudaSignalExternalSemaphoresAsync_v2_ptsz(a: Pointer, b: Pointer, c: u32, d: Pointer) = hipSignalExternalSemaphoresAsync(a => Pointer, b => Pointer, c => u32, per_thread(d) => Pointer);
    cudaStreamGetCaptureInfo_v2(a: Pointer, b: Pointer, c: Pointer, d: Pointer, e: Pointer, f: Pointer) = hipStreamGetCaptureInfo_v2(a => Pointer, b => Pointer, c => Pointer, d => Pointer, e => Pointer, f => Pointer);
    cudaStreamGetCaptureInfo_v2_ptsz(a: Pointer, b: Pointer, c: Pointer, d: Pointer, e: Pointer, f: Pointer) = hipStreamGetCaptureInfo_v2(per_thread(a) => Pointer, b => Pointer, c => Pointer, d => Pointer, e => Pointer, f => Pointer);
    cudaStreamGetCaptureInfo_v3(a: Pointer, b: Pointer, c: Pointer, d: Pointer, e: Pointer, f: Pointer, g: Pointer) = hipExtStreamGetCaptureInfo(a => Pointer, b => Pointer, c => Pointer, d => Pointer, e => Pointer, f => Pointer, g => Pointer) [cuda_edge_list(f, g)];
    cudaStreamGetCaptureInfo_v3_ptsz(a: Pointer, b: Pointer, c: Pointer, d: Pointer, e: Pointer, f: Pointer, g: Pointer) = hipExtStreamGetCaptureInfo(per_thread(a) => Pointer, b => Pointer, c => Pointer, d => Pointer, e => Pointer, f => Pointer, g => Pointer) [cuda_edge_list(f, g)];
    cudaStreamUpdateCaptureDependencies(a: Pointer, b: Pointer, c: u64, d: u32) = hipStreamUpdateCaptureDependencies(a => Pointer, b => Pointer, c => u64, d => u32);
    cudaStreamUpdateCaptureDependencies_ptsz(a: Pointer, b: Pointer, c: u64, d: u32) = hipStreamUpdateCaptureDependencies(per_thread(a) => Pointer, b => Pointer, c => u64, d => u32);
    cudaStreamUpdateCaptureDependencies_v2(a: Pointer, b: Pointer, c: Pointer, d: u64, e: u32) = hipExtStreamUpdateCaptureDependencies(a => Pointer, b => Pointer, edges(c,d) => Pointer, d => u64, e => u32);
    cudaStreamUpdateCaptureDependencies_v2_ptsz(a: Pointer, b: Pointer, c: Pointer, d: u64, e: u32) = hipExtStreamUpdateCaptureDependencies(per_thread(a) => Pointer, b => Pointer, edges(c,d) => Pointer, d => u64, e => u32);
    cudaThreadExit() = hipDeviceReset();
    cudaThreadGetCacheConfig(a: Pointer) = hipDeviceGetCacheConfig(a => Pointer);
    cudaThreadGetLimit(a: Pointer, b: u32) = hipDeviceGetLimit(a => Pointer, b => u32);
    cudaThreadSetCacheConfig(a: u32) = hipDeviceSetCacheConfig(a => u32);
    cudaThreadSetLimit(a: u32, b: u64) = hipDeviceSetLimit(a => u32, b => u64);
    cudaThreadSynchronize() = hipDeviceSynchronize();
    cudaWaitExternalSemaphoresAsync_v2(a: Pointer, b: Pointer, c: u32, d: Pointer) = hipWaitExternalSemaphoresAsync(a => Pointer, b => Pointer, c => u32, d => Pointer);
    cudaWaitExternalSemaphoresAsync_v2_ptsz(a: Pointer, b: Pointer, c: u32, d: Pointer) = hipWaitExternalSemaphoresAsync(a => Pointer, b => Pointer, c => u32, per_thread(d) => Pointer);
}

#[rustfmt::skip]
cudart::exports! {
    cudaGetDeviceProperties_v2 = own::cudaGetDeviceProperties_v2;
    cudaGraphAddNode = own::graph_add_node;
    cudaGraphAddNode_v2 = own::graph_add_node_with_edges;
    cudaSetDoubleForDevice = own::cudaSetDoubleForDevice;
    cudaSetDoubleForHost = own::cudaSetDoubleForHost;
}

#[rustfmt::skip]
cudart::refusals! {
    cudaGetDeviceProperties,
    cudaSignalExternalSemaphoresAsync,
    cudaSignalExternalSemaphoresAsync_ptsz,
    cudaStreamGetCaptureInfo,
    cudaStreamGetCaptureInfo_ptsz,
    cudaWaitExternalSemaphoresAsync,
    cudaWaitExternalSemaphoresAsync_ptsz,
}
