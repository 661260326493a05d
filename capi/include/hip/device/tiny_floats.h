/* Floating-point formats of 8 bits and less: conversion from and to floats, by the layout of the format. */
#ifndef HIP_DEVICE_TINY_FLOATS_H
#define HIP_DEVICE_TINY_FLOATS_H

namespace hip_detail {

/* What the codes above the largest finite number mean. */
enum class tiny_top {
    ieee,   /* the last exponent is infinity and NaN */
    nan,    /* all ones are NaN, there is no infinity */
    fnuz,   /* the negative zero is the NaN, there is no infinity */
    finite, /* every code is a number */
};

/* A sign, `Exponent` bits with a bias, `Mantissa` bits. */
template <int Exponent, int Mantissa, int Bias, tiny_top Top> struct tiny_float {
    static constexpr unsigned int sign = 1u << (Exponent + Mantissa);
    /* The code of the largest finite number; of NaN; of infinity, or of what an overflow is without saturation. */
    static constexpr unsigned int largest =
        Top == tiny_top::ieee ? (((1u << Exponent) - 1) << Mantissa) - 1 : sign - (Top == tiny_top::nan ? 2 : 1);
    static constexpr unsigned int nan = Top == tiny_top::fnuz ? sign : Top == tiny_top::finite ? largest : sign - 1;
    static constexpr unsigned int overflow = Top == tiny_top::ieee ? largest + 1 : Top == tiny_top::finite ? largest : nan;

    /* Rounds to nearest, ties to even. Overflow is the largest number if it saturates; infinity overflows. */
    static __host__ __device__ unsigned char from(float f, bool saturates)
    {
        unsigned int bits = __builtin_bit_cast(unsigned int, f), magnitude = bits & 0x7fffffffu;
        unsigned int negative = bits >> 31 != 0 ? sign : 0;
        if (magnitude > 0x7f800000u)
            return static_cast<unsigned char>(nan);
        int exponent = static_cast<int>(magnitude >> 23) - 127 + Bias;
        unsigned int code;
        if (magnitude == 0x7f800000u || exponent >= 1 << Exponent) {
            code = largest + 1;
        } else if (exponent <= -Mantissa - 1) {
            code = 0;
        } else {
            /* The fraction with its leading one, and how many of its bits go; below the least exponent more do. */
            unsigned int fraction = (magnitude & 0x7fffffu) | 0x800000u;
            int lost = 23 - Mantissa + (exponent < 1 ? 1 - exponent : 0);
            unsigned int kept = fraction >> lost, rest = fraction & ((1u << lost) - 1), half = 1u << (lost - 1);
            kept += rest > half || (rest == half && (kept & 1) != 0);
            code = exponent < 1 ? kept : kept + (static_cast<unsigned int>(exponent - 1) << Mantissa);
        }
        if (code > largest) {
            code = saturates ? largest : overflow;
            return static_cast<unsigned char>(code == sign ? code : code | negative);
        }
        /* This format has no negative zero. */
        return static_cast<unsigned char>(Top == tiny_top::fnuz && code == 0 ? 0 : code | negative);
    }

    static __host__ __device__ float to(unsigned char code)
    {
        unsigned int magnitude = code & (sign - 1), exponent = magnitude >> Mantissa;
        bool negative = (code & sign) != 0;
        if (Top == tiny_top::fnuz ? (code & (2 * sign - 1)) == sign : Top == tiny_top::nan && magnitude == sign - 1)
            return __builtin_nanf("");
        if (Top == tiny_top::ieee && magnitude > largest)
            return magnitude > largest + 1 ? __builtin_nanf("") : negative ? -__builtin_inff() : __builtin_inff();
        unsigned int fraction = magnitude & ((1u << Mantissa) - 1);
        float scale = __builtin_bit_cast(float, static_cast<unsigned int>((exponent == 0 ? 1 : static_cast<int>(exponent)) - Bias - Mantissa + 127) << 23);
        float value = static_cast<float>(exponent == 0 ? fraction : fraction | 1u << Mantissa) * scale;
        return negative ? -value : value;
    }
};

/* Rounds to odd: a float that then rounds as the double does. */
static inline __host__ __device__ float tiny_odd(double d)
{
    float f = static_cast<float>(d);
    if (static_cast<double>(f) == d || d != d)
        return f;
    unsigned int bits = __builtin_bit_cast(unsigned int, f);
    double size = static_cast<double>(__builtin_bit_cast(float, bits & 0x7fffffffu)), wanted = d < 0 ? -d : d;
    return __builtin_bit_cast(float, (size > wanted ? bits - 1 : bits) | 1u);
}

}

#endif
