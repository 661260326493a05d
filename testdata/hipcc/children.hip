// Kernels that launch kernels, by hip/device/children.h: every function it has. The test compiles it and lowers each kernel.
#include <hip/hip_runtime.h>

struct Pair {
    char a;
    double b;
};

template <typename T> __global__ void typed(T *out, Pair pair, T v) { out[threadIdx.x] = v + pair.a + (T)pair.b; }
__global__ void again(int *out, int depth);

__device__ const hipExtChild launch_float(typed<float>);
__device__ const hipExtChild launch_again(again);

__global__ void again(int *out, int depth)
{
    out[depth] = depth;
    if (depth < 5)
        launch_again(dim3(1), dim3(1), 0, 0, out, depth + 1);
}

__global__ void parent(float *out, int *status, void *other)
{
    hipStream_t stream;
    hipEvent_t event;
    *status++ = hipStreamCreateWithFlags(&stream, hipStreamNonBlocking);
    *status++ = hipEventCreateWithFlags(&event, hipEventDisableTiming);
    *status++ = launch_float(dim3(2), dim3(32), 64, stream, out, Pair{1, 2.5}, 3.5f);
    *status++ = hipEventRecord(event, stream);
    *status++ = hipStreamWaitEvent(0, event, 0);
    *status++ = launch_float(dim3(2), dim3(32), 0, hipExtStreamTailLaunch, out, Pair{1, 2.5}, 3.5f);
    *status++ = launch_float(dim3(2), dim3(32), 0, hipExtStreamFireAndForget, out, Pair{1, 2.5}, 3.5f);
    *status++ = hipMemcpyAsync(other, out, 16, hipMemcpyDeviceToDevice, stream);
    *status++ = hipMemsetAsync(out, 0, 16, stream);
    *status++ = hipMemcpy2DAsync(other, 16, out, 32, 8, 2, hipMemcpyDefault, stream);
    *status++ = hipMemset2DAsync(out, 16, 0, 8, 2, stream);
    *status++ = hipEventDestroy(event);
    *status++ = hipStreamDestroy(stream);
    *status++ = hipDeviceSynchronize();
    *status++ = hipPeekAtLastError();
    *status++ = hipGetLastError();
    *status++ = hipGetErrorString(hipErrorInvalidValue)[0];
    size_t limit;
    *status++ = hipGetDevice(status + 1);
    *status++ = hipGetDeviceCount(status + 1);
    *status++ = hipDeviceGetLimit(&limit, hipLimitMallocHeapSize);
    void *memory;
    *status++ = hipMalloc(&memory, 16);
    *status++ = hipFree(memory);
    int *numbers;
    *status++ = hipMalloc(&numbers, 16);
    *status++ = hipMemsetAsync(numbers, 0, 16);
    *status++ = hipMemcpyAsync(other, numbers, 16, hipMemcpyDeviceToDevice);
    *status++ = hipEventRecord(event);
    *status++ = hipStreamWaitEvent(stream, event);
    *status++ = hipExtSpawnDecide(100, dim3(1), dim3(32));
    hipExtSpawn(100, dim3(1), dim3(32), [&](dim3 grid, dim3 block) { return launch_again(grid, block, 0, 0, status, 4); },
                [&] { *status = 4; });
}
