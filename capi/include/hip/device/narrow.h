/* What __half and __hip_bfloat16 have alike beyond arithmetic: extremes, saturation, comparisons of pairs, moves between
 * lanes, atomics. Macros over the type `T` and its pair `T2`, both of which turn into floats exactly. */
#ifndef HIP_DEVICE_NARROW_H
#define HIP_DEVICE_NARROW_H

#include <math.h>

namespace hip_detail {
/* Rounds to odd: a float that then rounds to a narrower number as the double does. */
static inline __host__ __device__ float odd_float(double d)
{
    float f = static_cast<float>(d);
    if (static_cast<double>(f) == d || d != d)
        return f;
    unsigned int bits = __builtin_bit_cast(unsigned int, f);
    double size = static_cast<double>(__builtin_bit_cast(float, bits & 0x7fffffffu)), wanted = d < 0 ? -d : d;
    return __builtin_bit_cast(float, (size > wanted ? bits - 1 : bits) | 1u);
}
}

#define __HIP_SOFT_NARROW_BITS(T) \
    static inline __host__ __device__ unsigned short hip_detail_bits(T a) { return __builtin_bit_cast(unsigned short, a); }

/* Operations on two numbers, and on two pairs. */
#define __HIP_SOFT_NARROW_BOTH(T, T2, name, how, expression) \
    static inline __host__ __device__ T __h##name##how(T a, T b) { return expression; } \
    static inline __host__ __device__ T2 __h##name##2##how(T2 a, T2 b) \
    { return T2(__h##name##how(a.x, b.x), __h##name##how(a.y, b.y)); }

/* Unordered comparisons: true also for a NaN. */
#define __HIP_SOFT_NARROW_UNORDERED(T, T2, name, op) \
    static inline __host__ __device__ bool __h##name##u(T a, T b) \
    { return !((float)a == (float)a && (float)b == (float)b) || (float)a op (float)b; } \
    static inline __host__ __device__ T2 __h##name##u2(T2 a, T2 b) \
    { return T2(T(__h##name##u(a.x, b.x) ? 1.0f : 0.0f), T(__h##name##u(a.y, b.y) ? 1.0f : 0.0f)); } \
    static inline __host__ __device__ bool __hb##name##u2(T2 a, T2 b) \
    { return __h##name##u(a.x, b.x) && __h##name##u(a.y, b.y); } \
    static inline __host__ __device__ unsigned int __h##name##u2_mask(T2 a, T2 b) \
    { return (__h##name##u(a.x, b.x) ? 0xffffu : 0u) | (__h##name##u(a.y, b.y) ? 0xffff0000u : 0u); } \
    static inline __host__ __device__ unsigned int __h##name##2_mask(T2 a, T2 b) \
    { return ((float)a.x op (float)b.x ? 0xffffu : 0u) | ((float)a.y op (float)b.y ? 0xffff0000u : 0u); }

#define __HIP_SOFT_NARROW_SHUFFLE(T, T2, name, Lane) \
    static inline __device__ T __shfl##name##_sync(unsigned int mask, T value, Lane lane, int width = warpSize) \
    { \
        unsigned int word = __shfl##name##_sync(mask, (unsigned int)hip_detail_bits(value), lane, width); \
        return __builtin_bit_cast(T, (unsigned short)word); \
    } \
    static inline __device__ T2 __shfl##name##_sync(unsigned int mask, T2 value, Lane lane, int width = warpSize) \
    { \
        unsigned int word = __builtin_bit_cast(unsigned int, value); \
        return __builtin_bit_cast(T2, __shfl##name##_sync(mask, word, lane, width)); \
    }

#define __HIP_SOFT_NARROW(T, T2) \
    __HIP_SOFT_NARROW_BITS(T) \
    static inline __host__ __device__ int __hisinf(T a) \
    { \
        float f = (float)a; \
        return f == __builtin_inff() ? 1 : f == -__builtin_inff() ? -1 : 0; \
    } \
    static inline __host__ __device__ T2 __hisnan2(T2 a) \
    { return T2(T((float)a.x != (float)a.x ? 1.0f : 0.0f), T((float)a.y != (float)a.y ? 1.0f : 0.0f)); } \
    /* A NaN is ignored, or propagated by the `_nan` functions. -0 is less than +0. */ \
    __HIP_SOFT_NARROW_BOTH(T, T2, max, , ((float)a != (float)a ? b : (float)b != (float)b ? a \
        : (float)a == (float)b ? ((hip_detail_bits(a) & 0x8000) != 0 ? b : a) : (float)a < (float)b ? b : a)) \
    __HIP_SOFT_NARROW_BOTH(T, T2, min, , ((float)a != (float)a ? b : (float)b != (float)b ? a \
        : (float)a == (float)b ? ((hip_detail_bits(a) & 0x8000) != 0 ? a : b) : (float)a < (float)b ? a : b)) \
    __HIP_SOFT_NARROW_BOTH(T, T2, max, _nan, ((float)a != (float)a ? a : (float)b != (float)b ? b : __hmax(a, b))) \
    __HIP_SOFT_NARROW_BOTH(T, T2, min, _nan, ((float)a != (float)a ? a : (float)b != (float)b ? b : __hmin(a, b))) \
    /* Clamps to 0 to 1; a NaN becomes 0. */ \
    static inline __host__ __device__ T hip_detail_saturated(T a) \
    { return !((float)a > 0.0f) ? T(0.0f) : (float)a > 1.0f ? T(1.0f) : a; } \
    __HIP_SOFT_NARROW_BOTH(T, T2, add, _sat, hip_detail_saturated(__hadd(a, b))) \
    __HIP_SOFT_NARROW_BOTH(T, T2, sub, _sat, hip_detail_saturated(__hsub(a, b))) \
    __HIP_SOFT_NARROW_BOTH(T, T2, mul, _sat, hip_detail_saturated(__hmul(a, b))) \
    __HIP_SOFT_NARROW_BOTH(T, T2, add, _rn, __hadd(a, b)) \
    __HIP_SOFT_NARROW_BOTH(T, T2, sub, _rn, __hsub(a, b)) \
    __HIP_SOFT_NARROW_BOTH(T, T2, mul, _rn, __hmul(a, b)) \
    __HIP_SOFT_NARROW_UNORDERED(T, T2, eq, ==) \
    __HIP_SOFT_NARROW_UNORDERED(T, T2, ne, !=) \
    __HIP_SOFT_NARROW_UNORDERED(T, T2, lt, <) \
    __HIP_SOFT_NARROW_UNORDERED(T, T2, le, <=) \
    __HIP_SOFT_NARROW_UNORDERED(T, T2, gt, >) \
    __HIP_SOFT_NARROW_UNORDERED(T, T2, ge, >=)

/* For kernels only. */
#define __HIP_SOFT_NARROW_DEVICE(T, T2) \
    static inline __device__ T __hfma_sat(T a, T b, T c) { return hip_detail_saturated(__hfma(a, b, c)); } \
    static inline __device__ T2 __hfma2_sat(T2 a, T2 b, T2 c) \
    { return T2(__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y)); } \
    /* Sum of `c` and the product of `a` and `b` as complex numbers. */ \
    static inline __device__ T2 __hcmadd(T2 a, T2 b, T2 c) \
    { return T2(__hfma(__hneg(a.y), b.y, __hfma(a.x, b.x, c.x)), __hfma(a.y, b.x, __hfma(a.x, b.y, c.y))); } \
    static inline __device__ T __hfma_relu(T a, T b, T c) { return __hmax_nan(__hfma(a, b, c), T(0.0f)); } \
    static inline __device__ T2 __hfma2_relu(T2 a, T2 b, T2 c) \
    { return T2(__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y)); } \
    __HIP_SOFT_NARROW_SHUFFLE(T, T2, , int) \
    __HIP_SOFT_NARROW_SHUFFLE(T, T2, _up, unsigned int) \
    __HIP_SOFT_NARROW_SHUFFLE(T, T2, _down, unsigned int) \
    __HIP_SOFT_NARROW_SHUFFLE(T, T2, _xor, int) \
    static inline __device__ T __ldg(const T *address) { return *address; } \
    static inline __device__ T2 __ldg(const T2 *address) { return *address; } \
    /* A loop of compare-and-swap on the word; the other half is unchanged. */ \
    static inline __device__ T2 atomicAdd(T2 *address, T2 value) \
    { \
        unsigned int *word = reinterpret_cast<unsigned int *>(address), seen = *(volatile unsigned int *)word; \
        for (;;) { \
            T2 sum = __hadd2(__builtin_bit_cast(T2, seen), value); \
            unsigned int had = atomicCAS(word, seen, __builtin_bit_cast(unsigned int, sum)); \
            if (had == seen) \
                return __builtin_bit_cast(T2, had); \
            seen = had; \
        } \
    } \
    static inline __device__ T atomicAdd(T *address, T value) \
    { \
        size_t place = reinterpret_cast<size_t>(address); \
        unsigned int *word = reinterpret_cast<unsigned int *>(place & ~size_t(3)), shift = (place & 2) * 8; \
        unsigned int seen = *(volatile unsigned int *)word; \
        for (;;) { \
            T before = __builtin_bit_cast(T, (unsigned short)(seen >> shift)); \
            unsigned int sum = hip_detail_bits(__hadd(before, value)); \
            unsigned int had = atomicCAS(word, seen, (seen & ~(0xffffu << shift)) | sum << shift); \
            if (had == seen) \
                return before; \
            seen = had; \
        } \
    } \
    static inline __device__ T unsafeAtomicAdd(T *address, T value) { return atomicAdd(address, value); } \
    static inline __device__ T2 unsafeAtomicAdd(T2 *address, T2 value) { return atomicAdd(address, value); }

/* Conversion to an integer type towards zero. Outside of its range the nearest of its numbers, zero for a NaN. */
#define __HIP_SOFT_NARROW_TRUNCATED(T, word, I, name, least, most) \
    static inline __host__ __device__ I __##word##2##name##_rz(T a) \
    { \
        float f = (float)a; \
        return f != f ? 0 : f <= (float)(least) ? (least) : f >= (float)(most) ? (most) : static_cast<I>(f); \
    }
/* Conversions to an integer type in all four roundings. */
#define __HIP_SOFT_NARROW_INTEGER(T, word, I, name, least, most) \
    __HIP_SOFT_NARROW_TRUNCATED(T, word, I, name, least, most) \
    static inline __device__ I __##word##2##name##_rn(T a) { return __##word##2##name##_rz(T(rintf((float)a))); } \
    static inline __device__ I __##word##2##name##_rd(T a) { return __##word##2##name##_rz(T(floorf((float)a))); } \
    static inline __device__ I __##word##2##name##_ru(T a) { return __##word##2##name##_rz(T(ceilf((float)a))); }

/* From integers with directed rounding, by a float with the same rounding. */
#define __HIP_SOFT_NARROW_DIRECTED(T, word, mode) \
    static inline __device__ T __short2##word##_##mode(short a) { return __float2##word##_##mode(a); } \
    static inline __device__ T __ushort2##word##_##mode(unsigned short a) { return __float2##word##_##mode(a); } \
    static inline __device__ T __int2##word##_##mode(int a) { return __float2##word##_##mode(__int2float_##mode(a)); } \
    static inline __device__ T __uint2##word##_##mode(unsigned int a) { return __float2##word##_##mode(__uint2float_##mode(a)); } \
    static inline __device__ T __ll2##word##_##mode(long long a) { return __float2##word##_##mode(__ll2float_##mode(a)); } \
    static inline __device__ T __ull2##word##_##mode(unsigned long long a) { return __float2##word##_##mode(__ull2float_##mode(a)); }

#endif
