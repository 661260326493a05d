/* Numbers of 4 bits, one, two and four at a time: `__hip_fp4_e2m1`. C++ for hipcc; conversions saturate, and round to the
 * nearest, of two to the even one. */
#ifndef HIP_FP4_H
#define HIP_FP4_H

#include <hip/hip_vector_types.h>

#if defined(__cplusplus) && defined(__HIP__)

#include <hip/device/tiny_floats.h>
#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>

typedef unsigned char __hip_fp4_storage_t;
typedef unsigned char __hip_fp4x2_storage_t;
typedef unsigned short int __hip_fp4x4_storage_t;

typedef enum __hip_fp4_interpretation_t { __HIP_E2M1 = 0 } __hip_fp4_interpretation_t;

#define __HIP_SOFT_FP4 static inline __host__ __device__

namespace hip_detail {
typedef tiny_float<2, 1, 1, tiny_top::finite> e2m1;
/* A NaN becomes the largest number. */
__HIP_SOFT_FP4 unsigned int fp4_from(float f) { return e2m1::from(f, true); }
}

__HIP_SOFT_FP4 __hip_fp4_storage_t __hip_cvt_float_to_fp4(float f, __hip_fp4_interpretation_t, int)
{
    return static_cast<__hip_fp4_storage_t>(hip_detail::fp4_from(f));
}
__HIP_SOFT_FP4 __hip_fp4x2_storage_t __hip_cvt_float2_to_fp4x2(float2 f, __hip_fp4_interpretation_t, int)
{
    return static_cast<__hip_fp4x2_storage_t>(hip_detail::fp4_from(f.x) | hip_detail::fp4_from(f.y) << 4);
}
__HIP_SOFT_FP4 __half_raw __hip_cvt_fp4_to_halfraw(__hip_fp4_storage_t x, __hip_fp4_interpretation_t)
{
    return __half(hip_detail::e2m1::to(x & 15));
}
__HIP_SOFT_FP4 __half2_raw __hip_cvt_fp4x2_to_halfraw2(__hip_fp4x2_storage_t x, __hip_fp4_interpretation_t format)
{
    return __half2_raw{__hip_cvt_fp4_to_halfraw(x & 15, format).x, __hip_cvt_fp4_to_halfraw(x >> 4, format).x};
}

struct __hip_fp4_e2m1 {
    __hip_fp4_storage_t __x;
    __hip_fp4_e2m1() = default;
    __host__ __device__ __hip_fp4_e2m1(float f) : __x(static_cast<__hip_fp4_storage_t>(hip_detail::fp4_from(f))) {}
    __host__ __device__ __hip_fp4_e2m1(double d) : __hip_fp4_e2m1(hip_detail::tiny_odd(d)) {}
    __host__ __device__ __hip_fp4_e2m1(__half h) : __hip_fp4_e2m1(static_cast<float>(h)) {}
    __host__ __device__ __hip_fp4_e2m1(__hip_bfloat16 b) : __hip_fp4_e2m1(static_cast<float>(b)) {}
    __host__ __device__ __hip_fp4_e2m1(int i) : __hip_fp4_e2m1(static_cast<float>(i)) {}
    __host__ __device__ operator float() const { return hip_detail::e2m1::to(__x & 15); }
};
struct __hip_fp4x2_e2m1 {
    __hip_fp4x2_storage_t __x;
    __hip_fp4x2_e2m1() = default;
    __host__ __device__ __hip_fp4x2_e2m1(float2 f) : __x(__hip_cvt_float2_to_fp4x2(f, __HIP_E2M1, 0)) {}
    __host__ __device__ __hip_fp4x2_e2m1(__half2 h) : __hip_fp4x2_e2m1(__half22float2(h)) {}
    __host__ __device__ operator float2() const
    {
        return make_float2(hip_detail::e2m1::to(__x & 15), hip_detail::e2m1::to(__x >> 4));
    }
};
struct __hip_fp4x4_e2m1 {
    __hip_fp4x4_storage_t __x;
    __hip_fp4x4_e2m1() = default;
    __host__ __device__ __hip_fp4x4_e2m1(float4 f)
        : __x(static_cast<__hip_fp4x4_storage_t>(hip_detail::fp4_from(f.x) | hip_detail::fp4_from(f.y) << 4 |
                                                 hip_detail::fp4_from(f.z) << 8 | hip_detail::fp4_from(f.w) << 12)) {}
    __host__ __device__ operator float4() const
    {
        return make_float4(hip_detail::e2m1::to(__x & 15), hip_detail::e2m1::to(__x >> 4 & 15),
                           hip_detail::e2m1::to(__x >> 8 & 15), hip_detail::e2m1::to(__x >> 12));
    }
};
#undef __HIP_SOFT_FP4

#endif
#endif
