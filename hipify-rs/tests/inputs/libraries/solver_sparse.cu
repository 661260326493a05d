#include <cuda_runtime.h>
#include <cusolverSp.h>

void solve(cusolverSpHandle_t h, int n, int nnz, cusparseMatDescr_t d, const double *v, const int *r, const int *c,
           const double *b, double *x)
{
    int singular;
    cusolverSpCreate(&h);
    cusolverSpDcsrlsvqr(h, n, nnz, d, v, r, c, b, 1e-9, 0, x, &singular);
    cusolverSpDestroy(h);
}
