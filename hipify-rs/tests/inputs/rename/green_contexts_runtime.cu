#include <cuda_runtime.h>

void split(int device)
{
    cudaDevResource all, part, rest;
    unsigned groups = 1;
    cudaDeviceGetDevResource(device, &all, cudaDevResourceTypeSm);
    cudaDevSmResourceSplitByCount(&part, &groups, &all, &rest, 0, 16);
    cudaDevResourceDesc_t desc;
    cudaDevResourceGenerateDesc(&desc, &part, 1);
    cudaExecutionContext_t context;
    cudaGreenCtxCreate(&context, desc, device, 0);
    cudaStream_t stream;
    cudaExecutionCtxStreamCreate(&stream, context, cudaStreamNonBlocking, 0);
    cudaExecutionCtxSynchronize(context);
    cudaExecutionCtxDestroy(context);
}
