#include <cusolverDn.h>

int factor(cusolverDnHandle_t h, double *a, int n, int *pivots, int *info)
{
    int work = 0;
    cusolverDnDgetrf_bufferSize(h, n, n, a, n, &work);
    cusolverDnDgetrf(h, n, n, a, n, nullptr, pivots, info);
    cusolverDnDgetrs(h, CUBLAS_OP_N, n, 1, a, n, pivots, a, n, info);
    cusolverDnDpotrf_bufferSize(h, CUBLAS_FILL_MODE_LOWER, n, a, n, &work);
    cusolverEigMode_t jobz = CUSOLVER_EIG_MODE_VECTOR;
    if (cusolverDnCreate(&h) != CUSOLVER_STATUS_SUCCESS) return -1;
    return cusolverDnDestroy(h) == CUSOLVER_STATUS_SUCCESS ? work : -1;
}
