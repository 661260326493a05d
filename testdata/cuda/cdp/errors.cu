// grid=1 block=1 words=208
// What is wrong with a launch or a call is told on the device; an error stays until it is asked for.
__global__ void child(int *out) { atomicAdd(out, 1); }

__device__ int tell(int *&to, int error)
{
    *to++ = error;
    *to++ = cudaPeekAtLastError();
    *to++ = cudaGetLastError();
    *to++ = cudaGetLastError();
    return 0;
}

extern "C" __global__ void run(int *out)
{
    int *to = out + 1;
    child<<<1, 1>>>(out);
    tell(to, 0);
    child<<<1, 0>>>(out);
    tell(to, 0);
    child<<<0, 1>>>(out);
    tell(to, 0);
    child<<<1, 1025>>>(out);
    tell(to, 0);
    child<<<1, dim3(1, 1, 65)>>>(out);
    tell(to, 0);
    child<<<dim3(1, 65536), 1>>>(out);
    tell(to, 0);
    child<<<1, 1, 300000>>>(out);
    tell(to, 0);
    child<<<1, 1, 49152>>>(out);
    tell(to, 0);
    child<<<1, 1, 49153>>>(out);
    tell(to, 0);
    // A later success leaves the error.
    child<<<1, 0>>>(out);
    child<<<1, 1>>>(out);
    tell(to, 0);
    cudaStream_t stream = 0;
    tell(to, cudaStreamCreateWithFlags(&stream, cudaStreamDefault));
    tell(to, cudaStreamCreateWithFlags(&stream, 8));
    cudaEvent_t event = 0;
    tell(to, cudaEventCreateWithFlags(&event, cudaEventDefault));
    tell(to, cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    tell(to, cudaEventRecord(event, 0));
    tell(to, cudaStreamWaitEvent(0, event, 1));
    int value = -7;
    tell(to, cudaDeviceGetAttribute(&value, cudaDevAttrMaxThreadsPerBlock, 7));
    *to++ = value;
    tell(to, cudaDeviceGetAttribute(&value, (cudaDeviceAttr)9999, 0));
    *to++ = value;
    size_t limit = 7;
    tell(to, cudaDeviceGetLimit(&limit, (cudaLimit)99));
    *to++ = (int)limit;
    int blocks = -7;
    tell(to, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, child, 0, 0));
    *to++ = blocks;
    out[200] = cudaGetErrorName(cudaErrorInvalidConfiguration)[9];
    out[201] = cudaGetErrorString(cudaErrorInvalidConfiguration)[3];
    out[202] = cudaGetErrorName((cudaError_t)12345)[0];
    out[203] = (int)(to - out);
}
