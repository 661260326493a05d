// grid=2 block=32 words=96
// Streams made on the device keep their order; an event has one wait for another. Threads share them through memory.
__global__ void step(int *out, int k) { out[threadIdx.x] = out[threadIdx.x] * 5 + k; }
__global__ void join(int *to, const int *from) { to[threadIdx.x] += 2 * from[threadIdx.x]; }

extern "C" __global__ void run(int *out)
{
    __shared__ cudaStream_t streams[2];
    __shared__ cudaEvent_t event;
    int *first = out + 48 * blockIdx.x, *second = first + 16, *status = first + 32;
    if (threadIdx.x == 0) {
        for (int s = 0; s < 2; s++) status[s] = cudaStreamCreateWithFlags(&streams[s], cudaStreamNonBlocking);
        status[2] = cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
        for (int k = 0; k < 4; k++) {
            step<<<1, 16, 0, streams[0]>>>(first, k + 1);
            step<<<1, 16, 0, streams[1]>>>(second, k + 2);
        }
        status[3] = cudaEventRecord(event, streams[0]);
    }
    __syncthreads();
    if (threadIdx.x == 31) {
        status[4] = cudaStreamWaitEvent(streams[1], event, 0);
        join<<<1, 16, 0, streams[1]>>>(second, first);
        step<<<1, 16, 0, streams[1]>>>(second, 9);
        status[5] = cudaEventDestroy(event);
        // What is in a stream that is destroyed goes on.
        for (int s = 0; s < 2; s++) status[6 + s] = cudaStreamDestroy(streams[s]);
        status[8] = cudaGetLastError();
        status[9] = 77;
    }
}
