// CUDA's math library for GPUs, without NVIDIA's: the functions that library.tsv has no row for. `cargo xtask libdevice` compiles this
// file to math.ptx. Errors are within those of CUDA's programming guide.

#define INLINE static inline __attribute__((always_inline))
// A function that several others call.
#define SHARED __attribute__((noinline))
#define EXPORT __attribute__((noinline))

#include "tables.h"

#include "double.h"
#include "real.h"
#include "end.h"
#include "single.h"
#include "real.h"
#include "end.h"

#include "periods.h"

#include "double.h"
#include "elementary.h"
#include "errors.h"
#include "numbers.h"
#include "end.h"
#include "single.h"
#include "elementary.h"
#include "errors.h"
#include "numbers.h"
#include "end.h"

#include "gamma.h"
#include "bessel.h"

// Functions with an implementation for each precision.
#define ONE(name) \
    EXPORT double __nv_##name(double x) { return name##_d(x); } \
    EXPORT float __nv_##name##f(float x) { return name##_f(x); }
#define TWO_ARGUMENTS(name) \
    EXPORT double __nv_##name(double x, double y) { return name##_d(x, y); } \
    EXPORT float __nv_##name##f(float x, float y) { return name##_f(x, y); }
// Functions computed in double precision.
#define WIDE(name) \
    EXPORT double __nv_##name(double x) { return name##_d(x); } \
    EXPORT float __nv_##name##f(float x) { return (float)__nv_##name(x); }

ONE(acos) ONE(acosh) ONE(asin) ONE(asinh) ONE(atan) ONE(atanh) ONE(cbrt) ONE(cos) ONE(cosh) ONE(cospi)
ONE(erf) ONE(exp) ONE(exp10) ONE(exp2) ONE(expm1) ONE(log) ONE(log10) ONE(log1p) ONE(log2) ONE(logb)
ONE(rcbrt) ONE(round) ONE(sin) ONE(sinh) ONE(sinpi) ONE(tan) ONE(tanh)
TWO_ARGUMENTS(atan2) TWO_ARGUMENTS(fmod) TWO_ARGUMENTS(hypot) TWO_ARGUMENTS(nextafter) TWO_ARGUMENTS(pow) TWO_ARGUMENTS(remainder)
TWO_ARGUMENTS(rhypot)
WIDE(cyl_bessel_i0) WIDE(cyl_bessel_i1) WIDE(erfc) WIDE(erfcinv) WIDE(erfcx) WIDE(erfinv) WIDE(j0) WIDE(j1) WIDE(lgamma) WIDE(normcdf) WIDE(normcdfinv) WIDE(tgamma)
WIDE(y0) WIDE(y1)

EXPORT double __nv_ldexp(double x, int n) { return __hip_scale_d(x, n); }
EXPORT float __nv_ldexpf(float x, int n) { return __hip_scale_f(x, n); }
EXPORT int __nv_ilogb(double x) { return ilogb_d(x); }
EXPORT int __nv_ilogbf(float x) { return ilogb_f(x); }
EXPORT double __hip_mantissa(double x) { return mantissa_d(x); }
EXPORT float __hip_mantissaf(float x) { return mantissa_f(x); }
EXPORT int __hip_exponent(double x) { return fraction_exponent_d(x); }
EXPORT int __hip_exponentf(float x) { return fraction_exponent_f(x); }
EXPORT int __hip_quotient(double x, double y) { return quotient_d(x, y); }
EXPORT int __hip_quotientf(float x, float y) { return quotient_f(x, y); }
EXPORT double __nv_powi(double x, int n) { return __nv_pow(x, n); }
EXPORT float __nv_powif(float x, int n) { return (float)__nv_pow(x, n); }
EXPORT double __nv_jn(int n, double x) { return __hip_jn(n, x); }
EXPORT float __nv_jnf(int n, float x) { return (float)__hip_jn(n, x); }
EXPORT double __nv_yn(int n, double x) { return __hip_yn(n, x); }
EXPORT float __nv_ynf(int n, float x) { return (float)__hip_yn(n, x); }
EXPORT double __nv_norm3d(double a, double b, double c) { return norm3d_d(a, b, c); }
EXPORT float __nv_norm3df(float a, float b, float c) { return norm3d_f(a, b, c); }
EXPORT double __nv_norm4d(double a, double b, double c, double d) { return norm4d_d(a, b, c, d); }
EXPORT float __nv_norm4df(float a, float b, float c, float d) { return norm4d_f(a, b, c, d); }
EXPORT double __nv_rnorm3d(double a, double b, double c) { return rnorm3d_d(a, b, c); }
EXPORT float __nv_rnorm3df(float a, float b, float c) { return rnorm3d_f(a, b, c); }
EXPORT double __nv_rnorm4d(double a, double b, double c, double d) { return rnorm4d_d(a, b, c, d); }
EXPORT float __nv_rnorm4df(float a, float b, float c, float d) { return rnorm4d_f(a, b, c, d); }
