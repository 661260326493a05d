#include <cuda_runtime.h>

float timed(void (*work)(cudaStream_t))
{
    cudaStream_t stream;
    cudaEvent_t start, stop;
    int low, high;
    cudaDeviceGetStreamPriorityRange(&low, &high);
    cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, high);
    cudaEventCreate(&start);
    cudaEventCreateWithFlags(&stop, cudaEventBlockingSync);
    cudaEventRecord(start, stream);
    work(stream);
    cudaEventRecord(stop, stream);
    cudaStreamWaitEvent(stream, stop, 0);
    cudaEventSynchronize(stop);
    float ms = 0;
    cudaEventElapsedTime(&ms, start, stop);
    if (cudaStreamQuery(stream) == cudaErrorNotReady) cudaStreamSynchronize(stream);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    cudaStreamDestroy(stream);
    return ms;
}
