/* Numbers of 16 bits, one and two at a time: `__half` and `__half2`. C++; arithmetic is rounded once. Compilers of the host have
 * conversions, arithmetic and comparisons. */
#ifndef HIP_FP16_H
#define HIP_FP16_H

#include <hip/hip_vector_types.h>

#if defined(__cplusplus) && (defined(__HIP__) || (__cplusplus >= 201103L && (defined(__clang__) || __GNUC__ >= 11)))

#include <hip/device/narrow.h>

namespace hip_detail {
#if defined(__HIP__)
typedef _Float16 half_value;
#else
/* The same number for compilers without this type in C++; computed with as a float. */
class half_value {
  public:
    half_value() = default;
    half_value(float f) : bits_(rounded(f)) {}
    template <typename Number> explicit half_value(Number n) : bits_(rounded(odd_float(static_cast<double>(n)))) {}
    operator float() const
    {
        unsigned int sign = (bits_ & 0x8000u) << 16, size = bits_ & 0x7fffu;
        if (size < 0x400)
            return __builtin_bit_cast(float, __builtin_bit_cast(unsigned int, static_cast<float>(size) * 5.9604644775390625e-8f) | sign);
        return __builtin_bit_cast(float, sign | ((size << 13) + (size < 0x7c00 ? 0x38000000u : 0x70000000u)));
    }

  private:
    /* Rounds to nearest, ties to even. */
    static unsigned short rounded(float f)
    {
        unsigned int bits = __builtin_bit_cast(unsigned int, f), sign = bits >> 16 & 0x8000u, size = bits & 0x7fffffffu;
        if (size > 0x7f800000u)
            size = 0x7e00u | (size >> 13 & 0x3ffu);
        else if (size >= 0x477ff000u)
            size = 0x7c00u;
        else if (size < 0x38800000u)
            /* Subnormal: the last bit of a sum with 1/2 is that of the result. */
            size = __builtin_bit_cast(unsigned int, __builtin_bit_cast(float, size) + 0.5f) - 0x3f000000u;
        else
            size = (size + 0xfffu + (size >> 13 & 1u) - 0x38000000u) >> 13;
        return static_cast<unsigned short>(sign | size);
    }

    unsigned short bits_;
};
#endif
}

#define __HIP_SOFT_HALF static inline __host__ __device__

struct __half_raw {
    unsigned short x;
};

struct __half2_raw {
    unsigned short x, y;
};

struct __half {
    /* The integer makes every compiler pass it in the same register. */
    union {
        hip_detail::half_value value;
        unsigned short bits;
        /* AMD's and NVIDIA's name. */
        unsigned short __x;
    };

    __half() = default;
    __host__ __device__ __half(hip_detail::half_value v) : value(v) {}
    __host__ __device__ __half(float v) : value((hip_detail::half_value)v) {}
    __host__ __device__ __half(double v) : value((hip_detail::half_value)v) {}
    __host__ __device__ __half(int v) : value((hip_detail::half_value)v) {}
    __host__ __device__ __half(unsigned int v) : value((hip_detail::half_value)v) {}
    __host__ __device__ __half(const __half_raw &raw) : value(__builtin_bit_cast(hip_detail::half_value, raw.x)) {}
    __host__ __device__ operator float() const { return (float)value; }
    __host__ __device__ operator __half_raw() const { return {__builtin_bit_cast(unsigned short, value)}; }
};
typedef __half half;

struct __attribute__((aligned(4))) __half2 {
    __half x, y;

    __half2() = default;
    __host__ __device__ __half2(__half a, __half b) : x(a), y(b) {}
    /* Both components equal, as in AMD's headers. */
    __host__ __device__ explicit __half2(float a) : x(a), y(a) {}
    __host__ __device__ __half2(const __half2_raw &raw) : x(__half_raw{raw.x}), y(__half_raw{raw.y}) {}
    __host__ __device__ operator __half2_raw() const
    {
        return {static_cast<__half_raw>(x).x, static_cast<__half_raw>(y).x};
    }
};
typedef __half2 half2;

static_assert(sizeof(__half) == 2 && sizeof(__half2) == 4, "halves have 16 bits");

/* Conversions. */
__HIP_SOFT_HALF __half __float2half(float a) { return __half(a); }
__HIP_SOFT_HALF __half __float2half_rn(float a) { return __half(a); }
__HIP_SOFT_HALF __half __double2half(double a) { return __half(a); }
__HIP_SOFT_HALF float __half2float(__half a) { return (float)a.value; }
__HIP_SOFT_HALF __half __int2half_rn(int a) { return __half(a); }
__HIP_SOFT_HALF __half __uint2half_rn(unsigned int a) { return __half(a); }
__HIP_SOFT_HALF __half __short2half_rn(short a) { return __half((int)a); }
__HIP_SOFT_HALF __half __ushort2half_rn(unsigned short a) { return __half((int)a); }
__HIP_SOFT_HALF __half __ll2half_rn(long long a) { return __half((hip_detail::half_value)a); }
__HIP_SOFT_HALF __half __ull2half_rn(unsigned long long a) { return __half((hip_detail::half_value)a); }
__HIP_SOFT_NARROW_TRUNCATED(__half, half, signed char, char, -128, 127)
__HIP_SOFT_NARROW_TRUNCATED(__half, half, unsigned char, uchar, 0, 255)
__HIP_SOFT_NARROW_INTEGER(__half, half, int, int, -2147483647 - 1, 2147483647)
__HIP_SOFT_NARROW_INTEGER(__half, half, unsigned int, uint, 0u, 4294967295u)
__HIP_SOFT_NARROW_INTEGER(__half, half, short, short, -32768, 32767)
__HIP_SOFT_NARROW_INTEGER(__half, half, unsigned short, ushort, 0, 65535)
__HIP_SOFT_NARROW_INTEGER(__half, half, long long, ll, -9223372036854775807ll - 1, 9223372036854775807ll)
__HIP_SOFT_NARROW_INTEGER(__half, half, unsigned long long, ull, 0ull, 18446744073709551615ull)
__HIP_SOFT_HALF unsigned short __half_as_ushort(__half a) { return __builtin_bit_cast(unsigned short, a.value); }
__HIP_SOFT_HALF short __half_as_short(__half a) { return __builtin_bit_cast(short, a.value); }
__HIP_SOFT_HALF __half __ushort_as_half(unsigned short a) { return __half(__builtin_bit_cast(hip_detail::half_value, a)); }
/* Directed rounding on the host: the nearest half, or its neighbour on the wanted side. A device has instructions. */
static inline __host__ __half __float2half_rd(float a)
{
    __half nearest(a);
    unsigned short bits = __half_as_ushort(nearest);
    return (float)nearest > a ? __ushort_as_half(static_cast<unsigned short>(bits & 0x8000 ? bits + 1 : bits - 1)) : nearest;
}
static inline __host__ __half __float2half_ru(float a)
{
    __half nearest(a);
    unsigned short bits = __half_as_ushort(nearest);
    return (float)nearest < a ? __ushort_as_half(static_cast<unsigned short>(bits & 0x8000 ? bits - 1 : bits + 1)) : nearest;
}
static inline __host__ __half __float2half_rz(float a) { return a < 0.0f ? __float2half_ru(a) : __float2half_rd(a); }
__HIP_SOFT_HALF __half __short_as_half(short a) { return __half(__builtin_bit_cast(hip_detail::half_value, a)); }
__HIP_SOFT_HALF __half2 __halves2half2(__half a, __half b) { return __half2(a, b); }
__HIP_SOFT_HALF __half2 make_half2(__half a, __half b) { return __half2(a, b); }
__HIP_SOFT_HALF __half2 __half2half2(__half a) { return __half2(a, a); }
__HIP_SOFT_HALF __half2 __float2half2_rn(float a) { return __half2(__half(a), __half(a)); }
__HIP_SOFT_HALF __half2 __floats2half2_rn(float a, float b) { return __half2(__half(a), __half(b)); }
__HIP_SOFT_HALF __half2 __float22half2_rn(float2 a) { return __half2(__half(a.x), __half(a.y)); }
__HIP_SOFT_HALF float2 __half22float2(__half2 a) { return make_float2(__half2float(a.x), __half2float(a.y)); }
__HIP_SOFT_HALF __half __low2half(__half2 a) { return a.x; }
__HIP_SOFT_HALF __half __high2half(__half2 a) { return a.y; }
__HIP_SOFT_HALF float __low2float(__half2 a) { return __half2float(a.x); }
__HIP_SOFT_HALF float __high2float(__half2 a) { return __half2float(a.y); }
__HIP_SOFT_HALF __half2 __low2half2(__half2 a) { return __half2(a.x, a.x); }
__HIP_SOFT_HALF __half2 __high2half2(__half2 a) { return __half2(a.y, a.y); }
__HIP_SOFT_HALF __half2 __lows2half2(__half2 a, __half2 b) { return __half2(a.x, b.x); }
__HIP_SOFT_HALF __half2 __highs2half2(__half2 a, __half2 b) { return __half2(a.y, b.y); }
__HIP_SOFT_HALF __half2 __lowhigh2highlow(__half2 a) { return __half2(a.y, a.x); }

/* Arithmetic and comparisons of halves and of pairs. */
#define __HIP_SOFT_HALF_OPERATOR(name, op) \
    __HIP_SOFT_HALF __half __h##name(__half a, __half b) { return __half((hip_detail::half_value)(a.value op b.value)); } \
    __HIP_SOFT_HALF __half2 __h##name##2(__half2 a, __half2 b) { return __half2(__h##name(a.x, b.x), __h##name(a.y, b.y)); } \
    __HIP_SOFT_HALF __half operator op(__half a, __half b) { return __h##name(a, b); } \
    __HIP_SOFT_HALF __half &operator op##=(__half &a, __half b) { return a = __h##name(a, b); } \
    __HIP_SOFT_HALF __half2 operator op(__half2 a, __half2 b) { return __h##name##2(a, b); } \
    __HIP_SOFT_HALF __half2 &operator op##=(__half2 &a, __half2 b) { return a = __h##name##2(a, b); }
__HIP_SOFT_HALF_OPERATOR(add, +)
__HIP_SOFT_HALF_OPERATOR(sub, -)
__HIP_SOFT_HALF_OPERATOR(mul, *)
__HIP_SOFT_HALF_OPERATOR(div, /)
#undef __HIP_SOFT_HALF_OPERATOR
__HIP_SOFT_HALF __half2 __h2div(__half2 a, __half2 b) { return __hdiv2(a, b); }

/* Functions are false for a NaN, the operator != is true. */
#define __HIP_SOFT_HALF_COMPARISON(name, op, also) \
    __HIP_SOFT_HALF bool __h##name(__half a, __half b) { return (float)a.value op (float)b.value also; } \
    __HIP_SOFT_HALF __half2 __h##name##2(__half2 a, __half2 b) \
    { return __half2(__half(__h##name(a.x, b.x) ? 1.0f : 0.0f), __half(__h##name(a.y, b.y) ? 1.0f : 0.0f)); } \
    __HIP_SOFT_HALF bool __hb##name##2(__half2 a, __half2 b) { return __h##name(a.x, b.x) && __h##name(a.y, b.y); } \
    __HIP_SOFT_HALF bool operator op(__half a, __half b) { return (float)a.value op (float)b.value; }
__HIP_SOFT_HALF_COMPARISON(eq, ==, )
__HIP_SOFT_HALF_COMPARISON(ne, !=, && (float)a.value == (float)a.value && (float)b.value == (float)b.value)
__HIP_SOFT_HALF_COMPARISON(lt, <, )
__HIP_SOFT_HALF_COMPARISON(le, <=, )
__HIP_SOFT_HALF_COMPARISON(gt, >, )
__HIP_SOFT_HALF_COMPARISON(ge, >=, )
#undef __HIP_SOFT_HALF_COMPARISON
__HIP_SOFT_HALF bool __hisnan(__half a) { return (float)a.value != (float)a.value; }
__HIP_SOFT_HALF __half __hneg(__half a) { return __half((hip_detail::half_value)-a.value); }
__HIP_SOFT_HALF __half operator-(__half a) { return __hneg(a); }
__HIP_SOFT_HALF __half2 __hneg2(__half2 a) { return __half2(__hneg(a.x), __hneg(a.y)); }
__HIP_SOFT_HALF __half __habs(__half a) { return __ushort_as_half(__half_as_ushort(a) & 0x7fff); }
__HIP_SOFT_HALF __half2 __habs2(__half2 a) { return __half2(__habs(a.x), __habs(a.y)); }

__HIP_SOFT_NARROW(__half, __half2)

#if defined(__HIP__)
/* Kernels only: the instruction rounds once; hosts have no builtin for it. */
static inline __device__ __half __hfma(__half a, __half b, __half c)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 530
    /* Without an instruction: the product is exact in a double, whose last bit is set if the sum is inexact. */
    double x = (float)a, y = (float)b, z = (float)c, low = __fma_rz(x, y, z);
    if (__fma_rd(x, y, z) != __fma_ru(x, y, z))
        low = __longlong_as_double(__double_as_longlong(low) | 1);
    return __half((hip_detail::half_value)low);
#else
    unsigned short result;
    __asm__("fma.rn.f16 %0, %1, %2, %3;"
            : "=h"(result)
            : "h"(__half_as_ushort(a)), "h"(__half_as_ushort(b)), "h"(__half_as_ushort(c)));
    return __ushort_as_half(result);
#endif
}
static inline __device__ __half2 __hfma2(__half2 a, __half2 b, __half2 c)
{
    return __half2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));
}

/* Functions, computed in float and rounded. */
#define __HIP_SOFT_HALF_FUNCTION(name, function) \
    static inline __device__ __half h##name(__half a) { return __half(function((float)a.value)); } \
    static inline __device__ __half2 h2##name(__half2 a) { return __half2(h##name(a.x), h##name(a.y)); }
__HIP_SOFT_HALF_FUNCTION(sqrt, sqrtf)
__HIP_SOFT_HALF_FUNCTION(rsqrt, rsqrtf)
__HIP_SOFT_HALF_FUNCTION(rcp, 1.0f /)
__HIP_SOFT_HALF_FUNCTION(exp, expf)
__HIP_SOFT_HALF_FUNCTION(exp2, exp2f)
__HIP_SOFT_HALF_FUNCTION(exp10, exp10f)
__HIP_SOFT_HALF_FUNCTION(log, logf)
__HIP_SOFT_HALF_FUNCTION(log2, log2f)
__HIP_SOFT_HALF_FUNCTION(log10, log10f)
__HIP_SOFT_HALF_FUNCTION(sin, sinf)
__HIP_SOFT_HALF_FUNCTION(cos, cosf)
__HIP_SOFT_HALF_FUNCTION(tanh, tanhf)
__HIP_SOFT_HALF_FUNCTION(ceil, ceilf)
__HIP_SOFT_HALF_FUNCTION(floor, floorf)
__HIP_SOFT_HALF_FUNCTION(rint, rintf)
__HIP_SOFT_HALF_FUNCTION(trunc, truncf)
#undef __HIP_SOFT_HALF_FUNCTION

__HIP_SOFT_NARROW_DEVICE(__half, __half2)

/* Directed rounding to a half, by the instruction. */
#define __HIP_SOFT_HALF_ROUNDED(mode, instruction) \
    static inline __device__ __half __float2half_##mode(float a) \
    { \
        unsigned short bits; \
        __asm__("cvt." #instruction ".f16.f32 %0, %1;" : "=h"(bits) : "f"(a)); \
        return __ushort_as_half(bits); \
    }
__HIP_SOFT_HALF_ROUNDED(rd, rm)
__HIP_SOFT_HALF_ROUNDED(ru, rp)
__HIP_SOFT_HALF_ROUNDED(rz, rz)
#undef __HIP_SOFT_HALF_ROUNDED
__HIP_SOFT_NARROW_DIRECTED(__half, half, rd)
__HIP_SOFT_NARROW_DIRECTED(__half, half, ru)
__HIP_SOFT_NARROW_DIRECTED(__half, half, rz)
#endif
#undef __HIP_SOFT_HALF

#endif
#endif
