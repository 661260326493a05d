#include <cublas_v2.h>

float norms(cublasHandle_t h, int n, const float *x, const double *y, const cuComplex *z, cublasFillMode_t fill)
{
    float s;
    double d;
    int at;
    cublasSnrm2(h, n, x, 1, &s);
    cublasDasum_v2(h, n, y, 1, &d);
    cublasIsamax(h, n, x, 1, &at);
    cublasScnrm2(h, n, z, 1, &s);
    cublasSetVector(n, sizeof(float), x, 1, nullptr, 1);
    fill = CUBLAS_FILL_MODE_LOWER;
    cublasDiagType_t diag = CUBLAS_DIAG_UNIT;
    cublasSideMode_t side = CUBLAS_SIDE_RIGHT;
    return s;
}
