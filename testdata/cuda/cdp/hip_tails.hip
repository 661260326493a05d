// grid=2 block=32 words=32
// `tail_order` in HIP C++, compiled by hipcc with clang 19 (-ptx -O1 -arch=sm_80); what an H200 leaves of that one.
#include <hip/hip_runtime.h>

__device__ int place;

__global__ void mark(int *out, int v) { out[atomicAdd(&place, 1)] = v; }
__global__ void slow(int *out, int v)
{
    long long from = clock64();
    while (clock64() - from < 200000) { }
    out[atomicAdd(&place, 1)] = v;
}
__device__ const hipExtChild launch_mark(mark);

__global__ void nested(int *out, int v)
{
    out[atomicAdd(&place, 1)] = v;
    launch_mark(dim3(1), dim3(1), 0, hipExtStreamTailLaunch, out, v + 2);
    launch_mark(dim3(1), dim3(1), 0, nullptr, out, v + 1);
}

__device__ const hipExtChild launch_nested(nested);
__device__ const hipExtChild launch_slow(slow);

extern "C" __global__ void run(int *out)
{
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        launch_nested(dim3(1), dim3(1), 0, hipExtStreamTailLaunch, out, 10);
        launch_mark(dim3(1), dim3(1), 0, hipExtStreamTailLaunch, out, 20);
        launch_slow(dim3(1), dim3(1), 0, nullptr, out, 1);
        launch_slow(dim3(1), dim3(1), 0, nullptr, out, 2);
        launch_nested(dim3(1), dim3(1), 0, hipExtStreamTailLaunch, out, 30);
    }
}
