#include <cuda.h>
#include <cstdio>

const char *name(CUresult code)
{
    switch (code) {
    case CUDA_SUCCESS: return "fine";
    case CUDA_ERROR_INVALID_VALUE: return "value";
    case CUDA_ERROR_OUT_OF_MEMORY: return "memory";
    case CUDA_ERROR_NOT_INITIALIZED: return "init";
    case CUDA_ERROR_INVALID_CONTEXT: return "context";
    case CUDA_ERROR_ILLEGAL_ADDRESS: return "address";
    case CUDA_ERROR_LAUNCH_FAILED: return "launch";
    case CUDA_ERROR_NO_BINARY_FOR_GPU: return "binary";
    case CUDA_ERROR_NOT_READY: return "not ready";
    default: break;
    }
    const char *text = nullptr;
    cuGetErrorName(code, &text);
    cuGetErrorString(code, &text);
    return text;
}
