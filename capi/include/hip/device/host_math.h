/* CUDA's math functions that the host's C library lacks. Those of float are computed in double.
 *
 * Templates with an unused parameter, so that a program's own function of the name has precedence. */
#ifndef HIP_DEVICE_HOST_MATH_H
#define HIP_DEVICE_HOST_MATH_H

#define __HIP_SOFT_HOST template <typename = void> static inline __host__

namespace hip_detail {
namespace host {

/* Nearest multiple of a quarter turn to an angle in half turns, and the exact rest. */
static inline __host__ double quarter(double x, int *turns)
{
    double r = __builtin_fmod(x, 2.0), n = __builtin_nearbyint(2.0 * r);
    *turns = static_cast<int>(n) & 3;
    return r - 0.5 * n;
}
static inline __host__ double sinpi(double x)
{
    if (!__builtin_isfinite(x))
        return __builtin_nan("");
    int turns;
    double rest = quarter(x, &turns) * 3.14159265358979323846;
    double value = (turns & 1) != 0 ? __builtin_cos(rest) : __builtin_sin(rest);
    value = (turns & 2) != 0 ? -value : value;
    return value == 0.0 ? __builtin_copysign(0.0, x) : value;
}
static inline __host__ double cospi(double x)
{
    if (!__builtin_isfinite(x))
        return __builtin_nan("");
    int turns;
    double rest = quarter(x, &turns) * 3.14159265358979323846;
    double value = (turns & 1) != 0 ? __builtin_sin(rest) : __builtin_cos(rest);
    value = ((turns + 1) & 2) != 0 ? -value : value;
    return value == 0.0 ? 0.0 : value;
}

/* exp(x * x), corrected by the rounding error of the square. */
static inline __host__ double exp_square(double x)
{
    double square = x * x;
    return __builtin_exp(square) * (1.0 + __builtin_fma(x, x, -square));
}
static inline __host__ double erfcx(double x)
{
    if (x < 0.0)
        return x < -26.7 ? __builtin_inf() : 2.0 * exp_square(x) - erfcx(-x);
    if (x < 10.0)
        return exp_square(x) * __builtin_erfc(x);
    /* Asymptotic series; terms are added while they shrink. */
    double by = 0.5 / x / x, term = 1.0, sum = 1.0;
    for (int n = 1; n < 24; ++n)
        sum += term *= -(2 * n - 1) * by;
    return sum * 0.56418958354775628695 / x;
}
static inline __host__ double normcdf(double x)
{
    const double root = 0.70710678118654752440, low = -4.8336466567264567e-17;
    double t = -x * root, lost = __builtin_fma(-x, root, -t) - x * low;
    double slope = -1.12837916709551257390 * __builtin_exp(-t * t);
    return 0.5 * (__builtin_erfc(t) + (__builtin_isfinite(x) ? lost * slope : 0.0));
}

/* Halley iterations for the inverse of erf or erfc at y. */
static inline __host__ double erf_root(double y, double guess, bool complementary)
{
    for (int n = 0; n < 6; ++n) {
        double value = complementary ? __builtin_erfc(guess) - y : __builtin_erf(guess) - y;
        double slope = (complementary ? -1.12837916709551257390 : 1.12837916709551257390) * __builtin_exp(-guess * guess);
        double step = value / slope;
        step /= 1.0 + guess * step;
        guess -= step;
        if (__builtin_fabs(step) <= 1e-16 * __builtin_fabs(guess))
            break;
    }
    return guess;
}
static inline __host__ double erf_guess(double y)
{
    double tail = -__builtin_log(y * (2.0 - y)), part = 4.33 + 0.5 * -tail, square = -tail / 0.147;
    return __builtin_sqrt(__builtin_sqrt(part * part - square) - part);
}
static inline __host__ double erfcinv(double y)
{
    if (!(y >= 0.0 && y <= 2.0))
        return __builtin_nan("");
    if (y == 0.0 || y == 2.0)
        return y == 0.0 ? __builtin_inf() : -__builtin_inf();
    if (y > 0.5 && y < 1.5)
        return y == 1.0 ? 0.0 : erf_root(1.0 - y, (1.0 - y) * 0.88622692545275801365, false);
    if (y > 1.0)
        return -erfcinv(2.0 - y);
    return erf_root(y, erf_guess(y), true);
}
static inline __host__ double erfinv(double y)
{
    if (__builtin_fabs(y) >= 0.5)
        return __builtin_copysign(erfcinv(1.0 - __builtin_fabs(y)), y);
    return y == 0.0 ? y : erf_root(y, y * 0.88622692545275801365, false);
}

/* Modified Bessel function of an order, by its power series or the asymptotic one. */
static inline __host__ double bessel(int order, double x)
{
    double size = __builtin_fabs(x), sum, term;
    if (size < 30.0) {
        double quarter = 0.25 * x * x;
        sum = term = order == 0 ? 1.0 : 0.5 * size;
        for (int n = 1; n < 120; ++n)
            sum += term *= quarter / (static_cast<double>(n) * (n + order));
    } else {
        sum = term = 1.0;
        for (int n = 1; n < 40; ++n)
            sum += term *= ((2.0 * n - 1) * (2 * n - 1) - 4.0 * order * order) / (8.0 * n * size);
        double half = __builtin_exp(0.5 * size);
        sum *= half * 0.39894228040143267794 / __builtin_sqrt(size) * half;
    }
    return order == 1 && x < 0.0 ? -sum : sum;
}

/* Length of a vector, without intermediate overflow. */
template <typename T> static inline __host__ double length(int dimensions, const T *vector)
{
    double sum = 0.0;
    for (int n = 0; n < dimensions; ++n)
        sum = __builtin_hypot(sum, static_cast<double>(vector[n]));
    return sum;
}

}
}

/* Declares a function for double, and for float by C's and C++'s names. */
#define __HIP_SOFT_HOST_ONE(name, value) \
    __HIP_SOFT_HOST double name(double x) { return value; } \
    __HIP_SOFT_HOST float name##f(float a) { double x = a; return static_cast<float>(value); } \
    __HIP_SOFT_HOST float name(float a) { return name##f(a); }
__HIP_SOFT_HOST_ONE(rsqrt, 1.0 / __builtin_sqrt(x))
__HIP_SOFT_HOST_ONE(rcbrt, 1.0 / __builtin_cbrt(x))
__HIP_SOFT_HOST_ONE(sinpi, hip_detail::host::sinpi(x))
__HIP_SOFT_HOST_ONE(cospi, hip_detail::host::cospi(x))
__HIP_SOFT_HOST_ONE(erfcx, hip_detail::host::erfcx(x))
__HIP_SOFT_HOST_ONE(erfinv, hip_detail::host::erfinv(x))
__HIP_SOFT_HOST_ONE(erfcinv, hip_detail::host::erfcinv(x))
__HIP_SOFT_HOST_ONE(normcdf, hip_detail::host::normcdf(x))
__HIP_SOFT_HOST_ONE(normcdfinv, x < 0.5 ? -1.41421356237309504880 * hip_detail::host::erfcinv(2.0 * x) \
                                        : 1.41421356237309504880 * hip_detail::host::erfinv(2.0 * x - 1.0))
__HIP_SOFT_HOST_ONE(cyl_bessel_i0, hip_detail::host::bessel(0, x))
__HIP_SOFT_HOST_ONE(cyl_bessel_i1, hip_detail::host::bessel(1, x))
#undef __HIP_SOFT_HOST_ONE

__HIP_SOFT_HOST void sincospi(double x, double *sine, double *cosine)
{
    *sine = hip_detail::host::sinpi(x);
    *cosine = hip_detail::host::cospi(x);
}
__HIP_SOFT_HOST void sincospif(float x, float *sine, float *cosine)
{
    *sine = static_cast<float>(hip_detail::host::sinpi(x));
    *cosine = static_cast<float>(hip_detail::host::cospi(x));
}
__HIP_SOFT_HOST void sincospi(float x, float *sine, float *cosine) { sincospif(x, sine, cosine); }

__HIP_SOFT_HOST double rhypot(double x, double y) { return 1.0 / __builtin_hypot(x, y); }
__HIP_SOFT_HOST float rhypotf(float x, float y) { return static_cast<float>(1.0 / __builtin_hypot(x, y)); }
__HIP_SOFT_HOST float rhypot(float x, float y) { return rhypotf(x, y); }
#define __HIP_SOFT_HOST_NORM(T, f) \
    __HIP_SOFT_HOST T norm3d##f(T a, T b, T c) { T v[] = {a, b, c}; return static_cast<T>(hip_detail::host::length(3, v)); } \
    __HIP_SOFT_HOST T norm4d##f(T a, T b, T c, T d) \
    { T v[] = {a, b, c, d}; return static_cast<T>(hip_detail::host::length(4, v)); } \
    __HIP_SOFT_HOST T rnorm3d##f(T a, T b, T c) \
    { T v[] = {a, b, c}; return static_cast<T>(1.0 / hip_detail::host::length(3, v)); } \
    __HIP_SOFT_HOST T rnorm4d##f(T a, T b, T c, T d) \
    { T v[] = {a, b, c, d}; return static_cast<T>(1.0 / hip_detail::host::length(4, v)); } \
    __HIP_SOFT_HOST T norm##f(int dimensions, const T *v) { return static_cast<T>(hip_detail::host::length(dimensions, v)); } \
    __HIP_SOFT_HOST T rnorm##f(int dimensions, const T *v) \
    { return static_cast<T>(1.0 / hip_detail::host::length(dimensions, v)); }
__HIP_SOFT_HOST_NORM(double, )
__HIP_SOFT_HOST_NORM(float, f)
#undef __HIP_SOFT_HOST_NORM
__HIP_SOFT_HOST double powi(double x, int power) { return __builtin_pow(x, power); }
__HIP_SOFT_HOST float powif(float x, int power) { return static_cast<float>(__builtin_pow(x, power)); }
__HIP_SOFT_HOST float fdividef(float x, float y) { return x / y; }

#undef __HIP_SOFT_HOST

#endif
