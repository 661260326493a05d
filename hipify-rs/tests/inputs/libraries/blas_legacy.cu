// The interface without handles, gone from HIP.
#include "cublas.h"

float dot(int n, const float *x, const float *y)
{
    int version;
    cublasGetVersion(&version);
    cublasInit();
    float r = cublasSdot(n, x, 1, y, 1);
    if (cublasGetError() != CUBLAS_STATUS_SUCCESS) r = 0;
    cublasShutdown();
    return r;
}

cublasStatus square(cudaStream_t stream, int n, const cuComplex *x, cuComplex *y)
{
    void *room;
    cublasStatus status = cublasAlloc(n * n, sizeof(cuComplex), &room);
    if (status != CUBLAS_STATUS_SUCCESS) return status;
    cublasSetKernelStream(stream);
    cublasSetMatrix(n, n, sizeof(cuComplex), x, n, room, n);
    cublasCgemm('n', 'c', n, n, n, make_cuFloatComplex(1, 0), (cuComplex *)room, n, (cuComplex *)room, n, make_cuFloatComplex(0, 0), y, n);
    cublasCherk('u', 'n', n, n, 1.0f, (cuComplex *)room, n, 0.0f, y, n);
    cublasStrmm('l', 'u', 't', 'n', n, n, 2.0f, (float *)x, n, (float *)y, n);
    int largest = cublasIcamax(n, y, 1);
    cublasZdrot(largest, nullptr, 1, nullptr, 1, 0.5, 0.5);
    return cublasFree(room);
}
