// The interface without handles, gone from HIP.
#include "cublas.h"

float dot(int n, const float *x, const float *y)
{
    cublasInit();
    float r = cublasSdot(n, x, 1, y, 1);
    if (cublasGetError() != CUBLAS_STATUS_SUCCESS) r = 0;
    cublasShutdown();
    return r;
}
