// arch: sm_90
// Pointers to functions of the driver, looked up by name: their types, the names in strings, versions.
#include <cuda.h>
#include <cudaTypedefs.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define TEXT(name) #name
#define LOOK_UP(pointer, function, version) \
    cudaGetDriverEntryPointByVersion(TEXT(function), &found, version, cudaEnableDefault, &status); \
    right &= status == cudaDriverEntryPointSuccess; \
    auto pointer = reinterpret_cast<PFN_##function>(found)

static PFN_cuTensorMapEncodeTiled_v12000 encoder()
{
    void *found = nullptr;
    cudaDriverEntryPointQueryResult status;
    cudaGetDriverEntryPoint("cuTensorMapEncodeTiled", &found, cudaEnableDefault, &status);
    return status == cudaDriverEntryPointSuccess ? reinterpret_cast<PFN_cuTensorMapEncodeTiled_v12000>(found) : nullptr;
}

int main()
{
    bool right = true;
    void *memory = nullptr;
    right &= cudaMalloc(&memory, 64 * 64 * sizeof(float)) == cudaSuccess;
    CUtensorMap map;
    const cuuint64_t sizes[] = {64, 64}, strides[] = {64 * sizeof(float)};
    const cuuint32_t box[] = {32, 32}, steps[] = {1, 1};
    PFN_cuTensorMapEncodeTiled encode = encoder();
    right &= encode
        && encode(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, memory, sizes, strides, box, steps,
                  CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                  CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) == CUDA_SUCCESS;

    void *found = nullptr;
    cudaDriverEntryPointQueryResult status;
    LOOK_UP(get_version, cuDriverGetVersion, 2020);
    LOOK_UP(free_memory, cuMemFree, 3020);
    int version = 0, expected = -1;
    right &= right && get_version(&version) == CUDA_SUCCESS;
    cudaDriverGetVersion(&expected);
    right &= version == expected;
    right &= right && free_memory((CUdeviceptr)memory) == CUDA_SUCCESS;
    puts(right ? "right" : "wrong");
    return 0;
}
