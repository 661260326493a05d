/* rocWMMA's names for matrix fragments, in the shapes and types of CUDA's devices. */
#ifndef HIP_DEVICE_ROCWMMA_H
#define HIP_DEVICE_ROCWMMA_H

#include <hip/device/mma.h>

namespace rocwmma {

using namespace nvcuda::wmma;

using float16_t = __half;
using hfloat16_t = __half;
using bfloat16_t = __hip_bfloat16;
using float32_t = float;
using float64_t = double;
using xfloat32_t = precision::tf32;
using int8_t = signed char;
using uint8_t = unsigned char;
using int32_t = int;
using uint32_t = unsigned int;

inline __device__ void synchronize_workgroup() { __syncthreads(); }

}

#endif
