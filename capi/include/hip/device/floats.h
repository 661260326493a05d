/* Overloads for float of functions of double: clang's headers declare them without bodies, which are in CUDA's headers. */
#ifndef HIP_DEVICE_FLOATS_H
#define HIP_DEVICE_FLOATS_H

#define __HIP_SOFT_FLOAT(result, name) static inline __device__ result name(float a) { return name##f(a); }
#define __HIP_SOFT_FLOATS(name) static inline __device__ float name(float a, float b) { return name##f(a, b); }

__HIP_SOFT_FLOAT(float, acosh)
__HIP_SOFT_FLOAT(float, asinh)
__HIP_SOFT_FLOAT(float, atanh)
__HIP_SOFT_FLOAT(float, cbrt)
__HIP_SOFT_FLOAT(float, erf)
__HIP_SOFT_FLOAT(float, erfc)
__HIP_SOFT_FLOAT(float, exp2)
__HIP_SOFT_FLOAT(float, expm1)
__HIP_SOFT_FLOAT(float, lgamma)
__HIP_SOFT_FLOAT(float, log1p)
__HIP_SOFT_FLOAT(float, log2)
__HIP_SOFT_FLOAT(float, logb)
__HIP_SOFT_FLOAT(float, nearbyint)
__HIP_SOFT_FLOAT(float, rint)
__HIP_SOFT_FLOAT(float, round)
__HIP_SOFT_FLOAT(float, tgamma)
__HIP_SOFT_FLOAT(float, trunc)
__HIP_SOFT_FLOAT(int, ilogb)
__HIP_SOFT_FLOAT(long, lrint)
__HIP_SOFT_FLOAT(long, lround)
__HIP_SOFT_FLOAT(long long, llrint)
__HIP_SOFT_FLOAT(long long, llround)
__HIP_SOFT_FLOATS(copysign)
__HIP_SOFT_FLOATS(fdim)
__HIP_SOFT_FLOATS(fmax)
__HIP_SOFT_FLOATS(fmin)
__HIP_SOFT_FLOATS(hypot)
__HIP_SOFT_FLOATS(nextafter)
__HIP_SOFT_FLOATS(remainder)
static inline __device__ float fma(float a, float b, float c) { return fmaf(a, b, c); }
static inline __device__ float remquo(float a, float b, int *quotient) { return remquof(a, b, quotient); }
static inline __device__ float scalbn(float a, int power) { return scalbnf(a, power); }
static inline __device__ float scalbln(float a, long power) { return scalblnf(a, power); }

/* Further overloads for float. */
__HIP_SOFT_FLOAT(float, rsqrt)
__HIP_SOFT_FLOAT(float, rcbrt)
__HIP_SOFT_FLOAT(float, sinpi)
__HIP_SOFT_FLOAT(float, cospi)
__HIP_SOFT_FLOAT(float, erfcinv)
__HIP_SOFT_FLOAT(float, erfinv)
__HIP_SOFT_FLOAT(float, normcdfinv)
__HIP_SOFT_FLOAT(float, normcdf)
__HIP_SOFT_FLOAT(float, erfcx)
static inline __device__ void sincospi(float a, float *sine, float *cosine) { sincospif(a, sine, cosine); }
static inline __device__ void sincos(float a, float *sine, float *cosine) { sincosf(a, sine, cosine); }

#undef __HIP_SOFT_FLOATS
#undef __HIP_SOFT_FLOAT
/* NaN with a payload, as in C: decimal, octal after 0, hexadecimal after 0x. */
namespace hip_detail {
static inline __device__ unsigned long long payload(const char *digits)
{
    unsigned long long number = 0, base = 10;
    if (digits[0] == '0') {
        base = 8;
        ++digits;
        if (digits[0] == 'x' || digits[0] == 'X') {
            base = 16;
            ++digits;
        }
    }
    for (; *digits != 0; ++digits) {
        unsigned int letter = *digits | 0x20u;
        unsigned int digit = *digits >= '0' && *digits <= '9' ? *digits - '0' : letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : 16;
        if (digit >= base)
            return 0;
        number = number * base + digit;
    }
    return number;
}
}
static inline __device__ double nan(const char *digits)
{
    return __longlong_as_double(static_cast<long long>(0x7ff8000000000000ull | (hip_detail::payload(digits) & 0x7ffffffffffffull)));
}
static inline __device__ float nanf(const char *digits)
{
    return __int_as_float(static_cast<int>(0x7fc00000u | (hip_detail::payload(digits) & 0x3fffffu)));
}

#endif
