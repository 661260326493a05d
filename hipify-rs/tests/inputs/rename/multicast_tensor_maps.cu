#include <cuda.h>

void hopper(CUmulticastObjectProp *prop, CUtensorMap *map)
{
    CUmemGenericAllocationHandle handle;
    cuMulticastCreate(&handle, prop);
    cuTensorMapEncodeTiled(map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, nullptr, nullptr, nullptr, nullptr,
                           CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                           CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}
