// grid=1 block=1 words=64
// What a kernel can ask of its device and of kernels.
__global__ void small(int *out) { out[threadIdx.x] = 1; }
__global__ void __launch_bounds__(128) shares(int *out)
{
    __shared__ int local[1024];
    local[threadIdx.x] = out[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = local[threadIdx.x ^ 1];
}

extern "C" __global__ void run(int *out)
{
    int *to = out;
    int n = -1;
    *to++ = cudaGetDevice(&n); *to++ = n;
    *to++ = cudaGetDeviceCount(&n); *to++ = n > 0;
    const cudaDeviceAttr attributes[] = {
        cudaDevAttrMaxThreadsPerBlock, cudaDevAttrMaxBlockDimX, cudaDevAttrMaxBlockDimZ, cudaDevAttrMaxGridDimY,
        cudaDevAttrMaxSharedMemoryPerBlock, cudaDevAttrWarpSize, cudaDevAttrMultiProcessorCount,
        cudaDevAttrComputeCapabilityMajor, cudaDevAttrComputeCapabilityMinor, cudaDevAttrMaxThreadsPerMultiProcessor,
    };
    for (int i = 0; i < 10; i++) {
        *to++ = cudaDeviceGetAttribute(&n, attributes[i], 0);
        *to++ = n;
    }
    size_t limit = 0;
    const cudaLimit limits[] = { cudaLimitStackSize, cudaLimitMallocHeapSize, cudaLimitDevRuntimeSyncDepth,
                                 cudaLimitDevRuntimePendingLaunchCount };
    for (int i = 0; i < 4; i++) {
        limit = 0;
        *to++ = cudaDeviceGetLimit(&limit, limits[i]); *to++ = (int)limit;
    }
    cudaFuncAttributes a = {};
    *to++ = cudaFuncGetAttributes(&a, shares);
    *to++ = (int)a.sharedSizeBytes; *to++ = (int)a.constSizeBytes; *to++ = (int)a.localSizeBytes;
    *to++ = a.maxThreadsPerBlock; *to++ = a.cacheModeCA;
    *to++ = a.binaryVersion;
    *to++ = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, small, 256, 0); *to++ = n;
    *to++ = cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&n, shares, 128, 16384, cudaOccupancyDefault); *to++ = n;
    void *p = 0;
    *to++ = cudaMalloc(&p, 100); *to++ = p != 0;
    *(int *)p = 5; *to++ = *(int *)p;
    *to++ = cudaFree(p);
    *to++ = cudaFree(0);
    *to++ = cudaMalloc(&p, (size_t)1 << 40); *to++ = cudaGetLastError();
    cudaFuncCache cache = cudaFuncCachePreferL1;
    *to++ = cudaDeviceGetCacheConfig(&cache); *to++ = cache;
}
