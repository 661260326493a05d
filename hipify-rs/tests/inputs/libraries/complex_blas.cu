#include <cublas_v2.h>
#include <cuComplex.h>

void scale(cublasHandle_t h, cuComplex *x, cuDoubleComplex *z, int n)
{
    cuComplex a = make_cuComplex(0.0f, 1.0f);
    cuDoubleComplex b = make_cuDoubleComplex(0.0, 1.0);
    cublasCscal(h, n, &a, x, 1);
    cublasZscal(h, n, &b, z, 1);
}
