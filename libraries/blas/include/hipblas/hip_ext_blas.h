/* Functions of cuBLAS' first interface (`cublas.h`), as `hipExtBlas…`: without a handle, with Fortran's letters for
 * operations, scalars by value, results returned. They call hipBLAS, and remember the first error. */
#ifndef HIPBLAS_HIP_EXT_BLAS_H
#define HIPBLAS_HIP_EXT_BLAS_H

#include <hip/hip_runtime_api.h>
#include <hipblas/hipblas.h>
#include <hipblas/hipblas_soft.h>

/* One object for all files of a program. */
struct hip_ext_blas_state {
    hipblasHandle_t handle;
    hipblasStatus_t status;
};
__attribute__((weak)) struct hip_ext_blas_state hip_ext_blas_state;

static inline void hip_ext_blas_note(hipblasStatus_t status)
{
    if (hip_ext_blas_state.status == HIPBLAS_STATUS_SUCCESS)
        hip_ext_blas_state.status = status;
}
static inline hipblasHandle_t hip_ext_blas_handle(void)
{
    if (!hip_ext_blas_state.handle)
        hip_ext_blas_note(hipblasCreate(&hip_ext_blas_state.handle));
    return hip_ext_blas_state.handle;
}

static inline int hip_ext_blas_is(char letter, char lower) { return (letter | 32) == lower; }
static inline hipblasOperation_t hip_ext_blas_operation(char letter)
{
    return hip_ext_blas_is(letter, 'n') ? HIPBLAS_OP_N : hip_ext_blas_is(letter, 't') ? HIPBLAS_OP_T : HIPBLAS_OP_C;
}
static inline hipblasFillMode_t hip_ext_blas_fill(char letter)
{
    return hip_ext_blas_is(letter, 'u') ? HIPBLAS_FILL_MODE_UPPER : HIPBLAS_FILL_MODE_LOWER;
}
static inline hipblasSideMode_t hip_ext_blas_side(char letter)
{
    return hip_ext_blas_is(letter, 'l') ? HIPBLAS_SIDE_LEFT : HIPBLAS_SIDE_RIGHT;
}
static inline hipblasDiagType_t hip_ext_blas_diagonal(char letter)
{
    return hip_ext_blas_is(letter, 'u') ? HIPBLAS_DIAG_UNIT : HIPBLAS_DIAG_NON_UNIT;
}

static inline hipblasStatus_t hipExtBlasInit(void)
{
    hip_ext_blas_handle();
    return hip_ext_blas_state.handle ? HIPBLAS_STATUS_SUCCESS : HIPBLAS_STATUS_NOT_INITIALIZED;
}
static inline hipblasStatus_t hipExtBlasShutdown(void)
{
    hipblasHandle_t handle = hip_ext_blas_state.handle;
    hip_ext_blas_state.handle = 0;
    return handle ? hipblasDestroy(handle) : HIPBLAS_STATUS_NOT_INITIALIZED;
}
/* Returns the first error since the last call. */
static inline hipblasStatus_t hipExtBlasGetError(void)
{
    hipblasStatus_t status = hip_ext_blas_state.status;
    hip_ext_blas_state.status = HIPBLAS_STATUS_SUCCESS;
    return status;
}
static inline hipblasStatus_t hipExtBlasGetVersion(int *version) { return hipblasExtGetVersion(0, version); }
static inline hipblasStatus_t hipExtBlasSetKernelStream(hipStream_t stream)
{
    return hipblasSetStream(hip_ext_blas_handle(), stream);
}
static inline hipblasStatus_t hipExtBlasAlloc(int n, int size, void **memory)
{
    if (n <= 0 || size <= 0)
        return HIPBLAS_STATUS_INVALID_VALUE;
    return hipMalloc(memory, (size_t)n * (size_t)size) == hipSuccess ? HIPBLAS_STATUS_SUCCESS : HIPBLAS_STATUS_ALLOC_FAILED;
}
static inline hipblasStatus_t hipExtBlasFree(void *memory)
{
    return hipFree(memory) == hipSuccess ? HIPBLAS_STATUS_SUCCESS : HIPBLAS_STATUS_INTERNAL_ERROR;
}

#define HIP_EXT_BLAS(name, parameters, ...) \
    static inline void hipExtBlas##name parameters { hip_ext_blas_note(hipblas##name(hip_ext_blas_handle(), __VA_ARGS__)); }
#define HIP_EXT_BLAS_RESULT(T, name, parameters, ...) \
    static inline T hipExtBlas##name parameters \
    { \
        T result; \
        __builtin_memset(&result, 0, sizeof result); \
        hip_ext_blas_note(hipblas##name(hip_ext_blas_handle(), __VA_ARGS__, &result)); \
        return result; \
    }

#define HIP_EXT_BLAS_ALL(L, T, I) \
    HIP_EXT_BLAS_RESULT(int, I##amax, (int n, const T *x, int incx), n, x, incx) \
    HIP_EXT_BLAS_RESULT(int, I##amin, (int n, const T *x, int incx), n, x, incx) \
    HIP_EXT_BLAS(L##axpy, (int n, T alpha, const T *x, int incx, T *y, int incy), n, &alpha, x, incx, y, incy) \
    HIP_EXT_BLAS(L##copy, (int n, const T *x, int incx, T *y, int incy), n, x, incx, y, incy) \
    HIP_EXT_BLAS(L##scal, (int n, T alpha, T *x, int incx), n, &alpha, x, incx) \
    HIP_EXT_BLAS(L##swap, (int n, T *x, int incx, T *y, int incy), n, x, incx, y, incy) \
    HIP_EXT_BLAS(L##gbmv, (char t, int m, int n, int kl, int ku, T alpha, const T *a, int lda, const T *x, int incx, T beta, T *y, int incy), \
        hip_ext_blas_operation(t), m, n, kl, ku, &alpha, a, lda, x, incx, &beta, y, incy) \
    HIP_EXT_BLAS(L##gemv, (char t, int m, int n, T alpha, const T *a, int lda, const T *x, int incx, T beta, T *y, int incy), \
        hip_ext_blas_operation(t), m, n, &alpha, a, lda, x, incx, &beta, y, incy) \
    HIP_EXT_BLAS(L##tbmv, (char u, char t, char d, int n, int k, const T *a, int lda, T *x, int incx), \
        hip_ext_blas_fill(u), hip_ext_blas_operation(t), hip_ext_blas_diagonal(d), n, k, a, lda, x, incx) \
    HIP_EXT_BLAS(L##tbsv, (char u, char t, char d, int n, int k, const T *a, int lda, T *x, int incx), \
        hip_ext_blas_fill(u), hip_ext_blas_operation(t), hip_ext_blas_diagonal(d), n, k, a, lda, x, incx) \
    HIP_EXT_BLAS(L##tpmv, (char u, char t, char d, int n, const T *a, T *x, int incx), \
        hip_ext_blas_fill(u), hip_ext_blas_operation(t), hip_ext_blas_diagonal(d), n, a, x, incx) \
    HIP_EXT_BLAS(L##tpsv, (char u, char t, char d, int n, const T *a, T *x, int incx), \
        hip_ext_blas_fill(u), hip_ext_blas_operation(t), hip_ext_blas_diagonal(d), n, a, x, incx) \
    HIP_EXT_BLAS(L##trmv, (char u, char t, char d, int n, const T *a, int lda, T *x, int incx), \
        hip_ext_blas_fill(u), hip_ext_blas_operation(t), hip_ext_blas_diagonal(d), n, a, lda, x, incx) \
    HIP_EXT_BLAS(L##trsv, (char u, char t, char d, int n, const T *a, int lda, T *x, int incx), \
        hip_ext_blas_fill(u), hip_ext_blas_operation(t), hip_ext_blas_diagonal(d), n, a, lda, x, incx) \
    HIP_EXT_BLAS(L##gemm, \
        (char ta, char tb, int m, int n, int k, T alpha, const T *a, int lda, const T *b, int ldb, T beta, T *c, int ldc), \
        hip_ext_blas_operation(ta), hip_ext_blas_operation(tb), m, n, k, &alpha, a, lda, b, ldb, &beta, c, ldc) \
    HIP_EXT_BLAS(L##symm, (char s, char u, int m, int n, T alpha, const T *a, int lda, const T *b, int ldb, T beta, T *c, int ldc), \
        hip_ext_blas_side(s), hip_ext_blas_fill(u), m, n, &alpha, a, lda, b, ldb, &beta, c, ldc) \
    HIP_EXT_BLAS(L##syrk, (char u, char t, int n, int k, T alpha, const T *a, int lda, T beta, T *c, int ldc), \
        hip_ext_blas_fill(u), hip_ext_blas_operation(t), n, k, &alpha, a, lda, &beta, c, ldc) \
    HIP_EXT_BLAS(L##syr2k, (char u, char t, int n, int k, T alpha, const T *a, int lda, const T *b, int ldb, T beta, T *c, int ldc), \
        hip_ext_blas_fill(u), hip_ext_blas_operation(t), n, k, &alpha, a, lda, b, ldb, &beta, c, ldc) \
    HIP_EXT_BLAS(L##trmm, (char s, char u, char t, char d, int m, int n, T alpha, const T *a, int lda, T *b, int ldb), \
        hip_ext_blas_side(s), hip_ext_blas_fill(u), hip_ext_blas_operation(t), hip_ext_blas_diagonal(d), m, n, &alpha, a, lda, b, ldb, \
        b, ldb) \
    HIP_EXT_BLAS(L##trsm, (char s, char u, char t, char d, int m, int n, T alpha, const T *a, int lda, T *b, int ldb), \
        hip_ext_blas_side(s), hip_ext_blas_fill(u), hip_ext_blas_operation(t), hip_ext_blas_diagonal(d), m, n, &alpha, a, lda, b, ldb)
HIP_EXT_BLAS_ALL(S, float, Is)
HIP_EXT_BLAS_ALL(D, double, Id)
HIP_EXT_BLAS_ALL(C, hipComplex, Ic)
HIP_EXT_BLAS_ALL(Z, hipDoubleComplex, Iz)
#undef HIP_EXT_BLAS_ALL

#define HIP_EXT_BLAS_REAL(L, T) \
    HIP_EXT_BLAS_RESULT(T, L##dot, (int n, const T *x, int incx, const T *y, int incy), n, x, incx, y, incy) \
    HIP_EXT_BLAS_RESULT(T, L##asum, (int n, const T *x, int incx), n, x, incx) \
    HIP_EXT_BLAS_RESULT(T, L##nrm2, (int n, const T *x, int incx), n, x, incx) \
    HIP_EXT_BLAS(L##rot, (int n, T *x, int incx, T *y, int incy, T c, T s), n, x, incx, y, incy, &c, &s) \
    HIP_EXT_BLAS(L##rotg, (T *a, T *b, T *c, T *s), a, b, c, s) \
    HIP_EXT_BLAS(L##rotm, (int n, T *x, int incx, T *y, int incy, const T *h), n, x, incx, y, incy, h) \
    HIP_EXT_BLAS(L##rotmg, (T *d1, T *d2, T *x1, const T *y1, T *h), d1, d2, x1, y1, h) \
    HIP_EXT_BLAS(L##ger, (int m, int n, T alpha, const T *x, int incx, const T *y, int incy, T *a, int lda), \
        m, n, &alpha, x, incx, y, incy, a, lda) \
    HIP_EXT_BLAS(L##sbmv, (char u, int n, int k, T alpha, const T *a, int lda, const T *x, int incx, T beta, T *y, int incy), \
        hip_ext_blas_fill(u), n, k, &alpha, a, lda, x, incx, &beta, y, incy) \
    HIP_EXT_BLAS(L##spmv, (char u, int n, T alpha, const T *a, const T *x, int incx, T beta, T *y, int incy), \
        hip_ext_blas_fill(u), n, &alpha, a, x, incx, &beta, y, incy) \
    HIP_EXT_BLAS(L##symv, (char u, int n, T alpha, const T *a, int lda, const T *x, int incx, T beta, T *y, int incy), \
        hip_ext_blas_fill(u), n, &alpha, a, lda, x, incx, &beta, y, incy) \
    HIP_EXT_BLAS(L##spr, (char u, int n, T alpha, const T *x, int incx, T *a), hip_ext_blas_fill(u), n, &alpha, x, incx, a) \
    HIP_EXT_BLAS(L##spr2, (char u, int n, T alpha, const T *x, int incx, const T *y, int incy, T *a), \
        hip_ext_blas_fill(u), n, &alpha, x, incx, y, incy, a) \
    HIP_EXT_BLAS(L##syr, (char u, int n, T alpha, const T *x, int incx, T *a, int lda), \
        hip_ext_blas_fill(u), n, &alpha, x, incx, a, lda) \
    HIP_EXT_BLAS(L##syr2, (char u, int n, T alpha, const T *x, int incx, const T *y, int incy, T *a, int lda), \
        hip_ext_blas_fill(u), n, &alpha, x, incx, y, incy, a, lda)
HIP_EXT_BLAS_REAL(S, float)
HIP_EXT_BLAS_REAL(D, double)
#undef HIP_EXT_BLAS_REAL

/* The letters of a complex type, and with its real type: `C`, `Sc`, `Cs`. */
#define HIP_EXT_BLAS_COMPLEX(L, RL, LR, T, R) \
    HIP_EXT_BLAS_RESULT(T, L##dotu, (int n, const T *x, int incx, const T *y, int incy), n, x, incx, y, incy) \
    HIP_EXT_BLAS_RESULT(T, L##dotc, (int n, const T *x, int incx, const T *y, int incy), n, x, incx, y, incy) \
    HIP_EXT_BLAS_RESULT(R, RL##asum, (int n, const T *x, int incx), n, x, incx) \
    HIP_EXT_BLAS_RESULT(R, RL##nrm2, (int n, const T *x, int incx), n, x, incx) \
    HIP_EXT_BLAS(L##rot, (int n, T *x, int incx, T *y, int incy, R c, T s), n, x, incx, y, incy, &c, &s) \
    HIP_EXT_BLAS(LR##rot, (int n, T *x, int incx, T *y, int incy, R c, R s), n, x, incx, y, incy, &c, &s) \
    HIP_EXT_BLAS(LR##scal, (int n, R alpha, T *x, int incx), n, &alpha, x, incx) \
    HIP_EXT_BLAS(L##rotg, (T *a, T b, R *c, T *s), a, &b, c, s) \
    HIP_EXT_BLAS(L##geru, (int m, int n, T alpha, const T *x, int incx, const T *y, int incy, T *a, int lda), \
        m, n, &alpha, x, incx, y, incy, a, lda) \
    HIP_EXT_BLAS(L##gerc, (int m, int n, T alpha, const T *x, int incx, const T *y, int incy, T *a, int lda), \
        m, n, &alpha, x, incx, y, incy, a, lda) \
    HIP_EXT_BLAS(L##hbmv, (char u, int n, int k, T alpha, const T *a, int lda, const T *x, int incx, T beta, T *y, int incy), \
        hip_ext_blas_fill(u), n, k, &alpha, a, lda, x, incx, &beta, y, incy) \
    HIP_EXT_BLAS(L##hemv, (char u, int n, T alpha, const T *a, int lda, const T *x, int incx, T beta, T *y, int incy), \
        hip_ext_blas_fill(u), n, &alpha, a, lda, x, incx, &beta, y, incy) \
    HIP_EXT_BLAS(L##hpmv, (char u, int n, T alpha, const T *a, const T *x, int incx, T beta, T *y, int incy), \
        hip_ext_blas_fill(u), n, &alpha, a, x, incx, &beta, y, incy) \
    HIP_EXT_BLAS(L##her, (char u, int n, R alpha, const T *x, int incx, T *a, int lda), \
        hip_ext_blas_fill(u), n, &alpha, x, incx, a, lda) \
    HIP_EXT_BLAS(L##her2, (char u, int n, T alpha, const T *x, int incx, const T *y, int incy, T *a, int lda), \
        hip_ext_blas_fill(u), n, &alpha, x, incx, y, incy, a, lda) \
    HIP_EXT_BLAS(L##hpr, (char u, int n, R alpha, const T *x, int incx, T *a), hip_ext_blas_fill(u), n, &alpha, x, incx, a) \
    HIP_EXT_BLAS(L##hpr2, (char u, int n, T alpha, const T *x, int incx, const T *y, int incy, T *a), \
        hip_ext_blas_fill(u), n, &alpha, x, incx, y, incy, a) \
    HIP_EXT_BLAS(L##hemm, (char s, char u, int m, int n, T alpha, const T *a, int lda, const T *b, int ldb, T beta, T *c, int ldc), \
        hip_ext_blas_side(s), hip_ext_blas_fill(u), m, n, &alpha, a, lda, b, ldb, &beta, c, ldc) \
    HIP_EXT_BLAS(L##herk, (char u, char t, int n, int k, R alpha, const T *a, int lda, R beta, T *c, int ldc), \
        hip_ext_blas_fill(u), hip_ext_blas_operation(t), n, k, &alpha, a, lda, &beta, c, ldc) \
    HIP_EXT_BLAS(L##her2k, (char u, char t, int n, int k, T alpha, const T *a, int lda, const T *b, int ldb, R beta, T *c, int ldc), \
        hip_ext_blas_fill(u), hip_ext_blas_operation(t), n, k, &alpha, a, lda, b, ldb, &beta, c, ldc)
HIP_EXT_BLAS_COMPLEX(C, Sc, Cs, hipComplex, float)
HIP_EXT_BLAS_COMPLEX(Z, Dz, Zd, hipDoubleComplex, double)
#undef HIP_EXT_BLAS_COMPLEX
#undef HIP_EXT_BLAS_RESULT
#undef HIP_EXT_BLAS

#endif
