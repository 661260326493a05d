#include <cuda.h>
#include <cuda_runtime.h>

int where(const void *p)
{
    cudaPointerAttributes attributes;
    cudaPointerGetAttributes(&attributes, p);
    if (attributes.type == cudaMemoryTypeManaged) return -1;
    CUmemorytype type;
    cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, (CUdeviceptr)p);
    unsigned managed;
    cuPointerGetAttribute(&managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, (CUdeviceptr)p);
    return type == CU_MEMORYTYPE_DEVICE ? attributes.device : -1;
}
