#include "driver.hpp"

// CUDA 13 took the CUmemLocation forms under the plain names.
#if CUDA_VERSION >= 13000
static CUmemLocation location(int device)
{
    CUmemLocation where = {};
    where.type = device == CU_DEVICE_CPU ? CU_MEM_LOCATION_TYPE_HOST : CU_MEM_LOCATION_TYPE_DEVICE;
    where.id = device == CU_DEVICE_CPU ? 0 : device;
    return where;
}

static void advise(CUdeviceptr range, size_t bytes, CUmem_advise advice, int device)
{
    DRV(cuMemAdvise(range, bytes, advice, location(device)));
}

static void prefetch(CUdeviceptr range, size_t bytes, int device, CUstream stream)
{
    DRV(cuMemPrefetchAsync(range, bytes, location(device), 0, stream));
}
#else
static void advise(CUdeviceptr range, size_t bytes, CUmem_advise advice, int device)
{
    DRV(cuMemAdvise(range, bytes, advice, device));
}

static void prefetch(CUdeviceptr range, size_t bytes, int device, CUstream stream)
{
    DRV(cuMemPrefetchAsync(range, bytes, device, stream));
}
#endif

static int expect(const char *what, int got, int want)
{
    if (got == want)
        return 0;
    std::fprintf(stderr, "%s is %d, expected %d\n", what, got, want);
    return 1;
}

static int attribute(CUdeviceptr range, size_t bytes, CUmem_range_attribute which)
{
    int value = -77;
    DRV(cuMemRangeGetAttribute(&value, sizeof(value), which, range, bytes));
    return value;
}

int check_advice(CUdeviceptr range, size_t bytes, CUdevice device, CUstream stream)
{
    int wrong = 0;
    wrong += expect("read mostly at first", attribute(range, bytes, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY), 0);
    wrong += expect("preferred location at first",
                    attribute(range, bytes, CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION), CU_DEVICE_INVALID);

    advise(range, bytes, CU_MEM_ADVISE_SET_READ_MOSTLY, device);
    wrong += expect("read mostly", attribute(range, bytes, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY), 1);
    advise(range, bytes, CU_MEM_ADVISE_UNSET_READ_MOSTLY, device);
    wrong += expect("read mostly unset", attribute(range, bytes, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY), 0);

    advise(range, bytes, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, device);
    wrong += expect("preferred location", attribute(range, bytes, CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION),
                    device);

    advise(range, bytes, CU_MEM_ADVISE_SET_ACCESSED_BY, CU_DEVICE_CPU);
    int accessed_by[2] = {0, 0};
    DRV(cuMemRangeGetAttribute(accessed_by, sizeof(accessed_by), CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY, range,
                               bytes));
    wrong += expect("accessed by", accessed_by[0], CU_DEVICE_CPU);
    wrong += expect("accessed by, spare slot", accessed_by[1], CU_DEVICE_INVALID);

    prefetch(range, bytes, device, stream);
    wrong += expect("last prefetch", attribute(range, bytes, CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION),
                    device);
    return wrong;
}
