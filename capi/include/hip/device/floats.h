/* C++ gives functions of floats the names of those of doubles; clang's headers declare these and leave their bodies to CUDA's. */
#ifndef HIP_DEVICE_FLOATS_H
#define HIP_DEVICE_FLOATS_H

#define HIP_FLOAT(result, name) static inline __device__ result name(float a) { return name##f(a); }
#define HIP_FLOATS(name) static inline __device__ float name(float a, float b) { return name##f(a, b); }

HIP_FLOAT(float, acosh)
HIP_FLOAT(float, asinh)
HIP_FLOAT(float, atanh)
HIP_FLOAT(float, cbrt)
HIP_FLOAT(float, erf)
HIP_FLOAT(float, erfc)
HIP_FLOAT(float, exp2)
HIP_FLOAT(float, expm1)
HIP_FLOAT(float, lgamma)
HIP_FLOAT(float, log1p)
HIP_FLOAT(float, log2)
HIP_FLOAT(float, logb)
HIP_FLOAT(float, nearbyint)
HIP_FLOAT(float, rint)
HIP_FLOAT(float, round)
HIP_FLOAT(float, tgamma)
HIP_FLOAT(float, trunc)
HIP_FLOAT(int, ilogb)
HIP_FLOAT(long, lrint)
HIP_FLOAT(long, lround)
HIP_FLOAT(long long, llrint)
HIP_FLOAT(long long, llround)
HIP_FLOATS(copysign)
HIP_FLOATS(fdim)
HIP_FLOATS(fmax)
HIP_FLOATS(fmin)
HIP_FLOATS(hypot)
HIP_FLOATS(nextafter)
HIP_FLOATS(remainder)
static inline __device__ float fma(float a, float b, float c) { return fmaf(a, b, c); }
static inline __device__ float remquo(float a, float b, int *quotient) { return remquof(a, b, quotient); }
static inline __device__ float scalbn(float a, int power) { return scalbnf(a, power); }
static inline __device__ float scalbln(float a, long power) { return scalblnf(a, power); }

/* And these to floats by their double names, too. */
HIP_FLOAT(float, rsqrt)
HIP_FLOAT(float, rcbrt)
HIP_FLOAT(float, sinpi)
HIP_FLOAT(float, cospi)
HIP_FLOAT(float, erfcinv)
HIP_FLOAT(float, erfinv)
HIP_FLOAT(float, normcdfinv)
HIP_FLOAT(float, normcdf)
HIP_FLOAT(float, erfcx)
static inline __device__ void sincospi(float a, float *sine, float *cosine) { sincospif(a, sine, cosine); }
static inline __device__ void sincos(float a, float *sine, float *cosine) { sincosf(a, sine, cosine); }

#undef HIP_FLOATS
#undef HIP_FLOAT
/* A NaN with the digits' number in it, as in C: decimal, octal after 0, hexadecimal after 0x. */
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
