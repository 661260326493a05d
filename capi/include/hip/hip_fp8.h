/* Numbers of 8 bits, one, two and four at a time: `__hip_fp8_e4m3` and `__hip_fp8_e5m2`, and the formats of AMD's that have no
 * negative zero (`_fnuz`). C++ for hipcc; conversions round to the nearest, of two to the even one. */
#ifndef HIP_FP8_H
#define HIP_FP8_H

#include <hip/hip_vector_types.h>

#if defined(__cplusplus) && defined(__HIP__)

#include <hip/device/tiny_floats.h>
#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>

#define HIP_FP8_TYPE_OCP 1
#define HIP_FP8_TYPE_FNUZ 1

typedef unsigned char __hip_fp8_storage_t;
typedef unsigned short int __hip_fp8x2_storage_t;
typedef unsigned int __hip_fp8x4_storage_t;

typedef enum __hip_fp8_interpretation_t {
    __HIP_E4M3_FNUZ = 0,
    __HIP_E5M2_FNUZ = 1,
    __HIP_E4M3 = 2,
    __HIP_E5M2 = 3,
} __hip_fp8_interpretation_t;

typedef enum __hip_saturation_t {
    __HIP_NOSAT = 0,
    __HIP_SATFINITE = 1,
} __hip_saturation_t;

#define __HIP_SOFT_FP8 static inline __host__ __device__

namespace hip_detail {
typedef tiny_float<4, 3, 7, tiny_top::nan> e4m3;
typedef tiny_float<5, 2, 15, tiny_top::ieee> e5m2;
typedef tiny_float<4, 3, 8, tiny_top::fnuz> e4m3_fnuz;
typedef tiny_float<5, 2, 16, tiny_top::fnuz> e5m2_fnuz;

__HIP_SOFT_FP8 float fp8_to(__hip_fp8_storage_t x, __hip_fp8_interpretation_t format)
{
    return format == __HIP_E4M3 ? e4m3::to(x) : format == __HIP_E5M2 ? e5m2::to(x)
         : format == __HIP_E4M3_FNUZ ? e4m3_fnuz::to(x) : e5m2_fnuz::to(x);
}
}

/* Conversions of storage types. */
__HIP_SOFT_FP8 __hip_fp8_storage_t __hip_cvt_float_to_fp8(float f, __hip_saturation_t saturation,
                                                          __hip_fp8_interpretation_t format)
{
    bool saturates = saturation == __HIP_SATFINITE;
    return format == __HIP_E4M3 ? hip_detail::e4m3::from(f, saturates)
         : format == __HIP_E5M2 ? hip_detail::e5m2::from(f, saturates)
         : format == __HIP_E4M3_FNUZ ? hip_detail::e4m3_fnuz::from(f, saturates)
                                     : hip_detail::e5m2_fnuz::from(f, saturates);
}
__HIP_SOFT_FP8 __hip_fp8_storage_t __hip_cvt_double_to_fp8(double d, __hip_saturation_t saturation,
                                                           __hip_fp8_interpretation_t format)
{
    return __hip_cvt_float_to_fp8(hip_detail::tiny_odd(d), saturation, format);
}
__HIP_SOFT_FP8 __hip_fp8_storage_t __hip_cvt_halfraw_to_fp8(__half_raw h, __hip_saturation_t saturation,
                                                            __hip_fp8_interpretation_t format)
{
    return __hip_cvt_float_to_fp8(static_cast<float>(__half(h)), saturation, format);
}
__HIP_SOFT_FP8 __hip_fp8_storage_t __hip_cvt_bfloat16raw_to_fp8(__hip_bfloat16_raw b, __hip_saturation_t saturation,
                                                                __hip_fp8_interpretation_t format)
{
    return __hip_cvt_float_to_fp8(static_cast<float>(__hip_bfloat16(b)), saturation, format);
}
__HIP_SOFT_FP8 __half_raw __hip_cvt_fp8_to_halfraw(__hip_fp8_storage_t x, __hip_fp8_interpretation_t format)
{
    return __half(hip_detail::fp8_to(x, format));
}
#define __HIP_SOFT_FP8_TWO(name, Two, one, x, y) \
    __HIP_SOFT_FP8 __hip_fp8x2_storage_t name(Two v, __hip_saturation_t saturation, __hip_fp8_interpretation_t format) \
    { return static_cast<__hip_fp8x2_storage_t>(one(x, saturation, format) | one(y, saturation, format) << 8); }
__HIP_SOFT_FP8_TWO(__hip_cvt_float2_to_fp8x2, float2, __hip_cvt_float_to_fp8, v.x, v.y)
__HIP_SOFT_FP8_TWO(__hip_cvt_double2_to_fp8x2, double2, __hip_cvt_double_to_fp8, v.x, v.y)
__HIP_SOFT_FP8_TWO(__hip_cvt_halfraw2_to_fp8x2, __half2_raw, __hip_cvt_halfraw_to_fp8, __half_raw{v.x}, __half_raw{v.y})
__HIP_SOFT_FP8_TWO(__hip_cvt_bfloat16raw2_to_fp8x2, __hip_bfloat162_raw, __hip_cvt_bfloat16raw_to_fp8,
                   __hip_bfloat16_raw{v.x}, __hip_bfloat16_raw{v.y})
#undef __HIP_SOFT_FP8_TWO
__HIP_SOFT_FP8 __half2_raw __hip_cvt_fp8x2_to_halfraw2(__hip_fp8x2_storage_t v, __hip_fp8_interpretation_t format)
{
    __half_raw low = __hip_cvt_fp8_to_halfraw(static_cast<__hip_fp8_storage_t>(v), format);
    __half_raw high = __hip_cvt_fp8_to_halfraw(static_cast<__hip_fp8_storage_t>(v >> 8), format);
    return __half2_raw{low.x, high.x};
}

/* The types, with storage `__x`. Conversions saturate, as in CUDA. */
#define __HIP_SOFT_FP8_TYPES(name, format) \
    struct __hip_fp8_##name { \
        __hip_fp8_storage_t __x; \
        static constexpr __hip_fp8_interpretation_t __default_interpret = format; \
        static constexpr __hip_saturation_t __default_saturation = __HIP_SATFINITE; \
        __hip_fp8_##name() = default; \
        __host__ __device__ __hip_fp8_##name(float f) : __x(__hip_cvt_float_to_fp8(f, __HIP_SATFINITE, format)) {} \
        __host__ __device__ __hip_fp8_##name(double d) : __x(__hip_cvt_double_to_fp8(d, __HIP_SATFINITE, format)) {} \
        __host__ __device__ __hip_fp8_##name(__half h) : __hip_fp8_##name(static_cast<float>(h)) {} \
        __host__ __device__ __hip_fp8_##name(__hip_bfloat16 b) : __hip_fp8_##name(static_cast<float>(b)) {} \
        __host__ __device__ __hip_fp8_##name(int i) : __hip_fp8_##name(static_cast<double>(i)) {} \
        __host__ __device__ __hip_fp8_##name(unsigned int i) : __hip_fp8_##name(static_cast<double>(i)) {} \
        __host__ __device__ __hip_fp8_##name(long i) : __hip_fp8_##name(static_cast<double>(i)) {} \
        __host__ __device__ __hip_fp8_##name(unsigned long i) : __hip_fp8_##name(static_cast<double>(i)) {} \
        __host__ __device__ __hip_fp8_##name(long long i) : __hip_fp8_##name(static_cast<double>(i)) {} \
        __host__ __device__ __hip_fp8_##name(unsigned long long i) : __hip_fp8_##name(static_cast<double>(i)) {} \
        __host__ __device__ __hip_fp8_##name(short i) : __hip_fp8_##name(static_cast<float>(i)) {} \
        __host__ __device__ __hip_fp8_##name(unsigned short i) : __hip_fp8_##name(static_cast<float>(i)) {} \
        __host__ __device__ operator float() const { return hip_detail::fp8_to(__x, format); } \
        explicit __host__ __device__ operator double() const { return hip_detail::fp8_to(__x, format); } \
        explicit __host__ __device__ operator __half() const { return __half(hip_detail::fp8_to(__x, format)); } \
        explicit __host__ __device__ operator __hip_bfloat16() const { return hip_detail::fp8_to(__x, format); } \
        explicit __host__ __device__ operator bool() const { return hip_detail::fp8_to(__x, format) != 0.0f; } \
    }; \
    struct __hip_fp8x2_##name { \
        __hip_fp8x2_storage_t __x; \
        static constexpr __hip_fp8_interpretation_t __default_interpret = format; \
        static constexpr __hip_saturation_t __default_saturation = __HIP_SATFINITE; \
        __hip_fp8x2_##name() = default; \
        __host__ __device__ __hip_fp8x2_##name(float2 f) : __x(__hip_cvt_float2_to_fp8x2(f, __HIP_SATFINITE, format)) {} \
        __host__ __device__ __hip_fp8x2_##name(double2 d) : __x(__hip_cvt_double2_to_fp8x2(d, __HIP_SATFINITE, format)) {} \
        __host__ __device__ __hip_fp8x2_##name(__half2 h) : __hip_fp8x2_##name(__half22float2(h)) {} \
        __host__ __device__ __hip_fp8x2_##name(__hip_bfloat162 b) : __hip_fp8x2_##name(__bfloat1622float2(b)) {} \
        __host__ __device__ operator float2() const \
        { return make_float2(hip_detail::fp8_to(__x & 0xff, format), hip_detail::fp8_to(__x >> 8, format)); } \
        explicit __host__ __device__ operator __half2() const { return __float22half2_rn(static_cast<float2>(*this)); } \
        explicit __host__ __device__ operator __hip_bfloat162() const \
        { return __float22bfloat162_rn(static_cast<float2>(*this)); } \
    }; \
    struct __hip_fp8x4_##name { \
        __hip_fp8x4_storage_t __x; \
        static constexpr __hip_fp8_interpretation_t __default_interpret = format; \
        static constexpr __hip_saturation_t __default_saturation = __HIP_SATFINITE; \
        __hip_fp8x4_##name() = default; \
        __host__ __device__ __hip_fp8x4_##name(float4 f) \
            : __x(__hip_cvt_float2_to_fp8x2(make_float2(f.x, f.y), __HIP_SATFINITE, format) | \
                  static_cast<unsigned int>(__hip_cvt_float2_to_fp8x2(make_float2(f.z, f.w), __HIP_SATFINITE, format)) << 16) {} \
        __host__ __device__ __hip_fp8x4_##name(double4 d) \
            : __x(__hip_cvt_double2_to_fp8x2(make_double2(d.x, d.y), __HIP_SATFINITE, format) | \
                  static_cast<unsigned int>(__hip_cvt_double2_to_fp8x2(make_double2(d.z, d.w), __HIP_SATFINITE, format)) << 16) {} \
        __host__ __device__ __hip_fp8x4_##name(__half2 low, __half2 high) \
            : __hip_fp8x4_##name(make_float4(__low2float(low), __high2float(low), __low2float(high), __high2float(high))) {} \
        __host__ __device__ __hip_fp8x4_##name(__hip_bfloat162 low, __hip_bfloat162 high) \
            : __hip_fp8x4_##name(make_float4(__low2float(low), __high2float(low), __low2float(high), __high2float(high))) {} \
        __host__ __device__ operator float4() const \
        { \
            return make_float4(hip_detail::fp8_to(__x & 0xff, format), hip_detail::fp8_to(__x >> 8 & 0xff, format), \
                               hip_detail::fp8_to(__x >> 16 & 0xff, format), hip_detail::fp8_to(__x >> 24, format)); \
        } \
    };
__HIP_SOFT_FP8_TYPES(e4m3, __HIP_E4M3)
__HIP_SOFT_FP8_TYPES(e5m2, __HIP_E5M2)
__HIP_SOFT_FP8_TYPES(e4m3_fnuz, __HIP_E4M3_FNUZ)
__HIP_SOFT_FP8_TYPES(e5m2_fnuz, __HIP_E5M2_FNUZ)
#undef __HIP_SOFT_FP8_TYPES
#undef __HIP_SOFT_FP8

static_assert(sizeof(__hip_fp8_e4m3) == 1 && sizeof(__hip_fp8x2_e4m3) == 2 && sizeof(__hip_fp8x4_e5m2) == 4, "8 bits each");

#endif
#endif
