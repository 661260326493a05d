#include <cuda_runtime.h>

struct cudaExtent volume(size_t n) { return make_cudaExtent(n, n, n); }

cudaError_t share(struct cudaExternalMemoryHandleDesc *handle, const struct cudaExternalSemaphoreWaitParams *wait,
                  enum cudaMemcpyKind kind)
{
    struct cudaPitchedPtr pitched = make_cudaPitchedPtr(nullptr, 64, 64, 1);
    struct cudaPos at = make_cudaPos(0, 0, 0);
    struct cudaMemcpy3DParms copy = {};
    copy.srcPtr = pitched;
    copy.srcPos = at;
    copy.extent = volume(8);
    copy.kind = kind;
    cudaExternalMemory_t memory;
    cudaImportExternalMemory(&memory, handle);
    return cudaMemcpy3D(&copy);
}

struct drawing {
    struct cudaGraphicsResource *buffer;
    enum cudaExternalMemoryHandleType from;
};
