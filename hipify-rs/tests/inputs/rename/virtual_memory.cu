#include <cuda.h>

CUdeviceptr reserve(size_t n, int device)
{
    CUmemAllocationProp prop = {};
    prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    prop.location.id = device;
    prop.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    size_t grain;
    cuMemGetAllocationGranularity(&grain, &prop, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED);
    CUdeviceptr address;
    CUmemGenericAllocationHandle handle;
    cuMemAddressReserve(&address, n, grain, 0, 0);
    cuMemCreate(&handle, n, &prop, 0);
    cuMemMap(address, n, 0, handle, 0);
    CUmemAccessDesc access = {prop.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    cuMemSetAccess(address, n, &access, 1);
    return address;
}
