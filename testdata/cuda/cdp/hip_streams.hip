// grid=2 block=32 words=96
// `named_streams` in HIP C++, compiled by hipcc with clang 19 (-ptx -O1 -arch=sm_80); what an H200 leaves of that one.
#include <hip/hip_runtime.h>

__global__ void step(int *out, int k) { out[threadIdx.x] = out[threadIdx.x] * 5 + k; }
__global__ void join(int *to, const int *from) { to[threadIdx.x] += 2 * from[threadIdx.x]; }

__device__ const hipExtChild launch_step(step);
__device__ const hipExtChild launch_join(join);

extern "C" __global__ void run(int *out)
{
    __shared__ hipStream_t streams[2];
    __shared__ hipEvent_t event;
    int *first = out + 48 * blockIdx.x, *second = first + 16, *status = first + 32;
    if (threadIdx.x == 0) {
        for (int s = 0; s < 2; s++)
            status[s] = hipStreamCreateWithFlags(&streams[s], hipStreamNonBlocking);
        status[2] = hipEventCreateWithFlags(&event, hipEventDisableTiming);
        for (int k = 0; k < 4; k++) {
            launch_step(dim3(1), dim3(16), 0, streams[0], first, k + 1);
            launch_step(dim3(1), dim3(16), 0, streams[1], second, k + 2);
        }
        status[3] = hipEventRecord(event, streams[0]);
    }
    __syncthreads();
    if (threadIdx.x == 31) {
        status[4] = hipStreamWaitEvent(streams[1], event, 0);
        launch_join(dim3(1), dim3(16), 0, streams[1], second, first);
        launch_step(dim3(1), dim3(16), 0, streams[1], second, 9);
        status[5] = hipEventDestroy(event);
        for (int s = 0; s < 2; s++)
            status[6 + s] = hipStreamDestroy(streams[s]);
        status[8] = hipGetLastError();
        status[9] = 77;
    }
}
