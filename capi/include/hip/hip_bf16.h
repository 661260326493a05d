/* Numbers of 16 bits with a float's exponent, one and two at a time: `__hip_bfloat16` and `__hip_bfloat162`. C++;
 * arithmetic is done in floats and rounded once more, which for sums, products, quotients and roots is as if rounded once. Compilers of the
 * host have conversions, arithmetic and comparisons. */
#ifndef HIP_BF16_H
#define HIP_BF16_H

#include <hip/hip_vector_types.h>

#if defined(__cplusplus) && (defined(__HIP__) || (__cplusplus >= 201103L && (defined(__clang__) || __GNUC__ >= 11)))

#include <hip/device/narrow.h>

#define __HIP_SOFT_BF16 static inline __host__ __device__

struct __hip_bfloat16_raw {
    unsigned short x;
};
struct __hip_bfloat162_raw {
    unsigned short x, y;
};

namespace hip_detail {
/* Rounds to nearest, ties to even. */
__HIP_SOFT_BF16 unsigned short bf16_of(float f)
{
    unsigned int bits = __builtin_bit_cast(unsigned int, f);
    if (f != f)
        return 0x7fff;
    return static_cast<unsigned short>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}
}

struct __hip_bfloat16 {
    union {
        unsigned short data;
        /* AMD's and NVIDIA's name. */
        unsigned short __x;
    };

    __hip_bfloat16() = default;
    __host__ __device__ __hip_bfloat16(float v) : data(hip_detail::bf16_of(v)) {}
    __host__ __device__ __hip_bfloat16(double v) : data(hip_detail::bf16_of(hip_detail::odd_float(v))) {}
    __host__ __device__ __hip_bfloat16(int v) : __hip_bfloat16((double)v) {}
    __host__ __device__ __hip_bfloat16(unsigned int v) : __hip_bfloat16((double)v) {}
    __host__ __device__ __hip_bfloat16(const __hip_bfloat16_raw &raw) : data(raw.x) {}
    __host__ __device__ operator float() const { return __builtin_bit_cast(float, static_cast<unsigned int>(data) << 16); }
    __host__ __device__ operator __hip_bfloat16_raw() const { return {data}; }
};

struct __attribute__((aligned(4))) __hip_bfloat162 {
    __hip_bfloat16 x, y;

    __hip_bfloat162() = default;
    __host__ __device__ __hip_bfloat162(__hip_bfloat16 a, __hip_bfloat16 b) : x(a), y(b) {}
    __host__ __device__ __hip_bfloat162(const __hip_bfloat162_raw &raw)
        : x(__hip_bfloat16_raw{raw.x}), y(__hip_bfloat16_raw{raw.y}) {}
    __host__ __device__ operator __hip_bfloat162_raw() const { return {x.data, y.data}; }
};
typedef __hip_bfloat16 hip_bfloat16;

static_assert(sizeof(__hip_bfloat16) == 2 && sizeof(__hip_bfloat162) == 4, "they have 16 bits");

/* Conversions. */
__HIP_SOFT_BF16 __hip_bfloat16 __float2bfloat16(float a) { return __hip_bfloat16(a); }
__HIP_SOFT_BF16 __hip_bfloat16 __float2bfloat16_rn(float a) { return __hip_bfloat16(a); }
__HIP_SOFT_BF16 __hip_bfloat16 __float2bfloat16_rz(float a)
{
    return __hip_bfloat16_raw{static_cast<unsigned short>(a != a ? 0x7fff : __builtin_bit_cast(unsigned int, a) >> 16)};
}
__HIP_SOFT_BF16 __hip_bfloat16 __float2bfloat16_rd(float a)
{
    __hip_bfloat16 zero_side = __float2bfloat16_rz(a);
    bool is_further = a < (float)zero_side;
    return __hip_bfloat16_raw{static_cast<unsigned short>(zero_side.data + is_further)};
}
__HIP_SOFT_BF16 __hip_bfloat16 __float2bfloat16_ru(float a)
{
    __hip_bfloat16 zero_side = __float2bfloat16_rz(a);
    bool is_further = a > (float)zero_side;
    return __hip_bfloat16_raw{static_cast<unsigned short>(zero_side.data + is_further)};
}
__HIP_SOFT_BF16 __hip_bfloat16 __double2bfloat16(double a) { return __hip_bfloat16(a); }
__HIP_SOFT_BF16 float __bfloat162float(__hip_bfloat16 a) { return (float)a; }
__HIP_SOFT_BF16 __hip_bfloat16 __ushort_as_bfloat16(unsigned short a) { return __hip_bfloat16_raw{a}; }
__HIP_SOFT_BF16 __hip_bfloat16 __short_as_bfloat16(short a) { return __hip_bfloat16_raw{static_cast<unsigned short>(a)}; }
__HIP_SOFT_BF16 unsigned short __bfloat16_as_ushort(__hip_bfloat16 a) { return a.data; }
__HIP_SOFT_BF16 short __bfloat16_as_short(__hip_bfloat16 a) { return static_cast<short>(a.data); }
__HIP_SOFT_BF16 __hip_bfloat16 __int2bfloat16_rn(int a) { return __hip_bfloat16(a); }
__HIP_SOFT_BF16 __hip_bfloat16 __uint2bfloat16_rn(unsigned int a) { return __hip_bfloat16(a); }
__HIP_SOFT_BF16 __hip_bfloat16 __short2bfloat16_rn(short a) { return __hip_bfloat16((int)a); }
__HIP_SOFT_BF16 __hip_bfloat16 __ushort2bfloat16_rn(unsigned short a) { return __hip_bfloat16((int)a); }
/* A sticky bit stands for the bits that a double cannot hold. */
__HIP_SOFT_BF16 __hip_bfloat16 __ull2bfloat16_rn(unsigned long long a)
{
    return __hip_bfloat16(a >> 52 == 0 ? (double)a : 4096.0 * (double)(a >> 12 | ((a & 4095) != 0)));
}
__HIP_SOFT_BF16 __hip_bfloat16 __ll2bfloat16_rn(long long a)
{
    unsigned int sign = a < 0 ? 0x8000u : 0u;
    unsigned long long size = a < 0 ? 0ull - (unsigned long long)a : (unsigned long long)a;
    return __hip_bfloat16_raw{static_cast<unsigned short>(__ull2bfloat16_rn(size).data | sign)};
}
__HIP_SOFT_NARROW_TRUNCATED(__hip_bfloat16, bfloat16, signed char, char, -128, 127)
__HIP_SOFT_NARROW_TRUNCATED(__hip_bfloat16, bfloat16, unsigned char, uchar, 0, 255)
__HIP_SOFT_NARROW_INTEGER(__hip_bfloat16, bfloat16, int, int, -2147483647 - 1, 2147483647)
__HIP_SOFT_NARROW_INTEGER(__hip_bfloat16, bfloat16, unsigned int, uint, 0u, 4294967295u)
__HIP_SOFT_NARROW_INTEGER(__hip_bfloat16, bfloat16, short, short, -32768, 32767)
__HIP_SOFT_NARROW_INTEGER(__hip_bfloat16, bfloat16, unsigned short, ushort, 0, 65535)
__HIP_SOFT_NARROW_INTEGER(__hip_bfloat16, bfloat16, long long, ll, -9223372036854775807ll - 1, 9223372036854775807ll)
__HIP_SOFT_NARROW_INTEGER(__hip_bfloat16, bfloat16, unsigned long long, ull, 0ull, 18446744073709551615ull)
__HIP_SOFT_BF16 __hip_bfloat162 __halves2bfloat162(__hip_bfloat16 a, __hip_bfloat16 b) { return __hip_bfloat162(a, b); }
__HIP_SOFT_BF16 __hip_bfloat162 make_bfloat162(__hip_bfloat16 a, __hip_bfloat16 b) { return __hip_bfloat162(a, b); }
__HIP_SOFT_BF16 __hip_bfloat162 __bfloat162bfloat162(__hip_bfloat16 a) { return __hip_bfloat162(a, a); }
__HIP_SOFT_BF16 __hip_bfloat162 __float2bfloat162_rn(float a) { return __hip_bfloat162(a, a); }
__HIP_SOFT_BF16 __hip_bfloat162 __floats2bfloat162_rn(float a, float b) { return __hip_bfloat162(a, b); }
__HIP_SOFT_BF16 __hip_bfloat162 __float22bfloat162_rn(float2 a) { return __hip_bfloat162(a.x, a.y); }
__HIP_SOFT_BF16 float2 __bfloat1622float2(__hip_bfloat162 a) { return make_float2((float)a.x, (float)a.y); }
__HIP_SOFT_BF16 __hip_bfloat16 __low2bfloat16(__hip_bfloat162 a) { return a.x; }
__HIP_SOFT_BF16 __hip_bfloat16 __high2bfloat16(__hip_bfloat162 a) { return a.y; }
__HIP_SOFT_BF16 __hip_bfloat162 __low2bfloat162(__hip_bfloat162 a) { return __hip_bfloat162(a.x, a.x); }
__HIP_SOFT_BF16 __hip_bfloat162 __high2bfloat162(__hip_bfloat162 a) { return __hip_bfloat162(a.y, a.y); }
__HIP_SOFT_BF16 __hip_bfloat162 __lowhigh2highlow(__hip_bfloat162 a) { return __hip_bfloat162(a.y, a.x); }
__HIP_SOFT_BF16 __hip_bfloat162 __lows2bfloat162(__hip_bfloat162 a, __hip_bfloat162 b) { return __hip_bfloat162(a.x, b.x); }
__HIP_SOFT_BF16 __hip_bfloat162 __highs2bfloat162(__hip_bfloat162 a, __hip_bfloat162 b) { return __hip_bfloat162(a.y, b.y); }
__HIP_SOFT_BF16 float __low2float(__hip_bfloat162 a) { return (float)a.x; }
__HIP_SOFT_BF16 float __high2float(__hip_bfloat162 a) { return (float)a.y; }

/* Arithmetic and comparisons of numbers and of pairs. */
#define __HIP_SOFT_BF16_OPERATOR(name, op) \
    __HIP_SOFT_BF16 __hip_bfloat16 __h##name(__hip_bfloat16 a, __hip_bfloat16 b) { return (float)a op (float)b; } \
    __HIP_SOFT_BF16 __hip_bfloat162 __h##name##2(__hip_bfloat162 a, __hip_bfloat162 b) \
    { return __hip_bfloat162(__h##name(a.x, b.x), __h##name(a.y, b.y)); } \
    __HIP_SOFT_BF16 __hip_bfloat16 operator op(__hip_bfloat16 a, __hip_bfloat16 b) { return __h##name(a, b); } \
    __HIP_SOFT_BF16 __hip_bfloat16 &operator op##=(__hip_bfloat16 &a, __hip_bfloat16 b) { return a = __h##name(a, b); } \
    __HIP_SOFT_BF16 __hip_bfloat162 operator op(__hip_bfloat162 a, __hip_bfloat162 b) { return __h##name##2(a, b); } \
    __HIP_SOFT_BF16 __hip_bfloat162 &operator op##=(__hip_bfloat162 &a, __hip_bfloat162 b) { return a = __h##name##2(a, b); }
__HIP_SOFT_BF16_OPERATOR(add, +)
__HIP_SOFT_BF16_OPERATOR(sub, -)
__HIP_SOFT_BF16_OPERATOR(mul, *)
__HIP_SOFT_BF16_OPERATOR(div, /)
#undef __HIP_SOFT_BF16_OPERATOR
__HIP_SOFT_BF16 __hip_bfloat162 __h2div(__hip_bfloat162 a, __hip_bfloat162 b) { return __hdiv2(a, b); }

/* Functions are false for a NaN, the operator != is true. */
#define __HIP_SOFT_BF16_COMPARISON(name, op, also) \
    __HIP_SOFT_BF16 bool __h##name(__hip_bfloat16 a, __hip_bfloat16 b) { return (float)a op (float)b also; } \
    __HIP_SOFT_BF16 __hip_bfloat162 __h##name##2(__hip_bfloat162 a, __hip_bfloat162 b) \
    { return __hip_bfloat162(__h##name(a.x, b.x) ? 1.0f : 0.0f, __h##name(a.y, b.y) ? 1.0f : 0.0f); } \
    __HIP_SOFT_BF16 bool __hb##name##2(__hip_bfloat162 a, __hip_bfloat162 b) \
    { return __h##name(a.x, b.x) && __h##name(a.y, b.y); } \
    __HIP_SOFT_BF16 bool operator op(__hip_bfloat16 a, __hip_bfloat16 b) { return (float)a op (float)b; }
__HIP_SOFT_BF16_COMPARISON(eq, ==, )
__HIP_SOFT_BF16_COMPARISON(ne, !=, && (float)a == (float)a && (float)b == (float)b)
__HIP_SOFT_BF16_COMPARISON(lt, <, )
__HIP_SOFT_BF16_COMPARISON(le, <=, )
__HIP_SOFT_BF16_COMPARISON(gt, >, )
__HIP_SOFT_BF16_COMPARISON(ge, >=, )
#undef __HIP_SOFT_BF16_COMPARISON
__HIP_SOFT_BF16 bool __hisnan(__hip_bfloat16 a) { return (float)a != (float)a; }
__HIP_SOFT_BF16 __hip_bfloat16 __hneg(__hip_bfloat16 a) { return __ushort_as_bfloat16(a.data ^ 0x8000); }
__HIP_SOFT_BF16 __hip_bfloat16 operator-(__hip_bfloat16 a) { return __hneg(a); }
__HIP_SOFT_BF16 __hip_bfloat162 __hneg2(__hip_bfloat162 a) { return __hip_bfloat162(__hneg(a.x), __hneg(a.y)); }
__HIP_SOFT_BF16 __hip_bfloat16 __habs(__hip_bfloat16 a) { return __ushort_as_bfloat16(a.data & 0x7fff); }
__HIP_SOFT_BF16 __hip_bfloat162 __habs2(__hip_bfloat162 a) { return __hip_bfloat162(__habs(a.x), __habs(a.y)); }

__HIP_SOFT_NARROW(__hip_bfloat16, __hip_bfloat162)

#if defined(__HIP__)
/* Kernels only: product and sum, rounded once, as the instruction does. */
static inline __device__ __hip_bfloat16 __hfma(__hip_bfloat16 a, __hip_bfloat16 b, __hip_bfloat16 c)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    unsigned short result;
    __asm__("fma.rn.bf16 %0, %1, %2, %3;"
            : "=h"(result)
            : "h"(__bfloat16_as_ushort(a)), "h"(__bfloat16_as_ushort(b)), "h"(__bfloat16_as_ushort(c)));
    return __ushort_as_bfloat16(result);
#else
    /* The product is exact in a double, which has a sticky bit for the sum. */
    double x = (float)a, y = (float)b, z = (float)c, low = __fma_rz(x, y, z);
    if (__fma_rd(x, y, z) != __fma_ru(x, y, z))
        low = __longlong_as_double(__double_as_longlong(low) | 1);
    return __hip_bfloat16(low);
#endif
}
static inline __device__ __hip_bfloat162 __hfma2(__hip_bfloat162 a, __hip_bfloat162 b, __hip_bfloat162 c)
{
    return __hip_bfloat162(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));
}

/* Functions, computed in float and rounded. */
#define __HIP_SOFT_BF16_FUNCTION(name, function) \
    static inline __device__ __hip_bfloat16 h##name(__hip_bfloat16 a) { return function((float)a); } \
    static inline __device__ __hip_bfloat162 h2##name(__hip_bfloat162 a) { return __hip_bfloat162(h##name(a.x), h##name(a.y)); }
__HIP_SOFT_BF16_FUNCTION(sqrt, sqrtf)
__HIP_SOFT_BF16_FUNCTION(rsqrt, rsqrtf)
__HIP_SOFT_BF16_FUNCTION(rcp, 1.0f /)
__HIP_SOFT_BF16_FUNCTION(exp, expf)
__HIP_SOFT_BF16_FUNCTION(exp2, exp2f)
__HIP_SOFT_BF16_FUNCTION(exp10, exp10f)
__HIP_SOFT_BF16_FUNCTION(log, logf)
__HIP_SOFT_BF16_FUNCTION(log2, log2f)
__HIP_SOFT_BF16_FUNCTION(log10, log10f)
__HIP_SOFT_BF16_FUNCTION(sin, sinf)
__HIP_SOFT_BF16_FUNCTION(cos, cosf)
__HIP_SOFT_BF16_FUNCTION(tanh, tanhf)
__HIP_SOFT_BF16_FUNCTION(ceil, ceilf)
__HIP_SOFT_BF16_FUNCTION(floor, floorf)
__HIP_SOFT_BF16_FUNCTION(rint, rintf)
__HIP_SOFT_BF16_FUNCTION(trunc, truncf)
#undef __HIP_SOFT_BF16_FUNCTION

__HIP_SOFT_NARROW_DEVICE(__hip_bfloat16, __hip_bfloat162)
__HIP_SOFT_NARROW_DIRECTED(__hip_bfloat16, bfloat16, rd)
__HIP_SOFT_NARROW_DIRECTED(__hip_bfloat16, bfloat16, ru)
__HIP_SOFT_NARROW_DIRECTED(__hip_bfloat16, bfloat16, rz)
#endif
#undef __HIP_SOFT_BF16

#endif
#endif
