/* Complex numbers as pairs: x is the real part, y the imaginary. */
#ifndef HIP_COMPLEX_H
#define HIP_COMPLEX_H

#include <hip/hip_vector_types.h>
#include <math.h>

typedef float2 hipFloatComplex;
typedef double2 hipDoubleComplex;
typedef hipFloatComplex hipComplex;

#define __HIP_SOFT_COMPLEX(T, C, f, root) \
    static inline __host__ __device__ C make_##C(T real, T imaginary) { C made = {real, imaginary}; return made; } \
    static inline __host__ __device__ T hipCreal##f(C z) { return z.x; } \
    static inline __host__ __device__ T hipCimag##f(C z) { return z.y; } \
    static inline __host__ __device__ C hipConj##f(C z) { return make_##C(z.x, -z.y); } \
    static inline __host__ __device__ T hipCsqabs##f(C z) { return z.x * z.x + z.y * z.y; } \
    static inline __host__ __device__ C hipCadd##f(C p, C q) { return make_##C(p.x + q.x, p.y + q.y); } \
    static inline __host__ __device__ C hipCsub##f(C p, C q) { return make_##C(p.x - q.x, p.y - q.y); } \
    static inline __host__ __device__ C hipCmul##f(C p, C q) \
    { return make_##C(p.x * q.x - p.y * q.y, p.y * q.x + p.x * q.y); } \
    static inline __host__ __device__ C hipCdiv##f(C p, C q) \
    { \
        T squares = hipCsqabs##f(q); \
        return make_##C((p.x * q.x + p.y * q.y) / squares, (p.y * q.x - p.x * q.y) / squares); \
    } \
    static inline __host__ __device__ T hipCabs##f(C z) { return root(hipCsqabs##f(z)); } \
    static inline __host__ __device__ C hipCfma##f(C p, C q, C r) { return hipCadd##f(hipCmul##f(p, q), r); }
__HIP_SOFT_COMPLEX(float, hipFloatComplex, f, sqrtf)
__HIP_SOFT_COMPLEX(double, hipDoubleComplex, , sqrt)
#undef __HIP_SOFT_COMPLEX

static inline __host__ __device__ hipComplex make_hipComplex(float real, float imaginary)
{
    return make_hipFloatComplex(real, imaginary);
}
static inline __host__ __device__ hipFloatComplex hipComplexDoubleToFloat(hipDoubleComplex z)
{
    return make_hipFloatComplex((float)z.x, (float)z.y);
}
static inline __host__ __device__ hipDoubleComplex hipComplexFloatToDouble(hipFloatComplex z)
{
    return make_hipDoubleComplex(z.x, z.y);
}

#endif
