// Eigenvalues by cuSOLVER's 64-bit interface, as CuPy and JAX compute them, types that are refused, and sparse systems.
#include <stdint.h>
#include <stdio.h>

typedef void *Handle;

int cudaMalloc(void **to, size_t bytes);
int cudaMemcpy(void *to, const void *from, size_t bytes, int kind);
int cusolverDnCreate(Handle *handle);
int cusolverDnDestroy(Handle handle);
int cusolverDnCreateParams(Handle *params);
int cusolverDnDestroyParams(Handle params);
int cusolverDnXsyevd_bufferSize(Handle, Handle, int, int, int64_t, int, const void *, int64_t, int, const void *, int, size_t *, size_t *);
int cusolverDnXsyevd(Handle, Handle, int, int, int64_t, int, void *, int64_t, int, void *, int, void *, size_t, void *, size_t, int *);
int cusolverDnXsyevBatched_bufferSize(Handle, Handle, int, int, int64_t, int, const void *, int64_t, int, const void *, int, size_t *, size_t *, int64_t);
int cusolverDnXsyevBatched(Handle, Handle, int, int, int64_t, int, void *, int64_t, int, void *, int, void *, size_t, void *, size_t, int *, int64_t);
int cusolverSpCreate(Handle *handle);
int cusolverSpDestroy(Handle handle);
int cusolverSpDcsrlsvqr(Handle, int, int, Handle, const double *, const int *, const int *, const double *, double, int, double *, int *);
int cusolverSpDcsrlsvluHost(Handle, int, int, Handle, const double *, const int *, const int *, const double *, double, int, double *, int *);
int cusolverSpCreateCsrqrInfo(Handle *info);
int cusolverSpDestroyCsrqrInfo(Handle info);
int cusolverSpXcsrqrAnalysisBatched(Handle, int, int, int, Handle, const int *, const int *, Handle);
int cusolverSpDcsrqrsvBatched(Handle, int, int, int, Handle, const double *, const int *, const int *, const double *, double *, int, Handle, void *);
int cusparseCreateMatDescr(Handle *description);
int cusparseSetMatIndexBase(Handle description, int base);
int cusparseDestroyMatDescr(Handle description);

#define SAY(call) printf("%s: %d\n", #call, call)

enum { F32 = 0, F64 = 1, F16 = 2, C64 = 5, LOWER = 0, NO_VECTORS = 0, TO_DEVICE = 1, TO_HOST = 2 };

// The matrices have the eigenvalues 1 and 3.
static void solve(Handle handle, Handle params, const char *name, int type, const double *matrix, size_t bytes)
{
    void *a, *w, *work;
    int *info, found = -1;
    double values[2];
    size_t on_device = 7, on_host = 7;
    cudaMalloc(&a, 4 * bytes);
    cudaMalloc(&w, sizeof values);
    cudaMalloc((void **)&info, sizeof found);
    cudaMemcpy(a, matrix, 4 * bytes, TO_DEVICE);
    printf("%s\n", name);
    SAY(cusolverDnXsyevd_bufferSize(handle, params, NO_VECTORS, LOWER, 2, type, a, 2, F64, w, type, &on_device, &on_host));
    cudaMalloc(&work, on_device + 1);
    SAY(cusolverDnXsyevd(handle, params, NO_VECTORS, LOWER, 2, type, a, 2, F64, w, type, work, on_device, NULL, on_host, info));
    cudaMemcpy(values, w, sizeof values, TO_HOST);
    cudaMemcpy(&found, info, sizeof found, TO_HOST);
    printf("%.6f %.6f, info %d, %zu bytes of the host\n", values[0], values[1], found, on_host);
}

// Two matrices; the second has the eigenvalues 4 and 6.
static void solve_batch(Handle handle, Handle params)
{
    static const double matrices[8] = {2, 1, 1, 2, 5, 1, 1, 5};
    void *a, *w, *work;
    int *info, found[2] = {-1, -1};
    double values[4];
    size_t on_device = 7, on_host = 7;
    cudaMalloc(&a, sizeof matrices);
    cudaMalloc(&w, sizeof values);
    cudaMalloc((void **)&info, sizeof found);
    cudaMemcpy(a, matrices, sizeof matrices, TO_DEVICE);
    SAY(cusolverDnXsyevBatched_bufferSize(handle, params, NO_VECTORS, LOWER, 2, F64, a, 2, F64, w, F64, &on_device, &on_host, 2));
    cudaMalloc(&work, on_device + 1);
    SAY(cusolverDnXsyevBatched(handle, params, NO_VECTORS, LOWER, 2, F64, a, 2, F64, w, F64, work, on_device, NULL, on_host, info, 2));
    cudaMemcpy(values, w, sizeof values, TO_HOST);
    cudaMemcpy(found, info, sizeof found, TO_HOST);
    printf("%.6f %.6f %.6f %.6f, info %d %d\n", values[0], values[1], values[2], values[3], found[0], found[1]);
}

// A system of compressed rows, with indices from one as its description says.
static void solve_sparse(void)
{
    static const double values[4] = {2, 1, 1, 3}, b[2] = {4, 7};
    static const int offsets[3] = {1, 3, 5}, indices[4] = {1, 2, 1, 2};
    double *of_values, *of_b, *of_x, x[2] = {0, 0};
    int *of_offsets, *of_indices, singular = 7;
    Handle handle, description, info;
    SAY(cusolverSpCreate(&handle));
    SAY(cusparseCreateMatDescr(&description));
    SAY(cusparseSetMatIndexBase(description, 1));
    cudaMalloc((void **)&of_values, sizeof values);
    cudaMalloc((void **)&of_b, sizeof b);
    cudaMalloc((void **)&of_x, sizeof x);
    cudaMalloc((void **)&of_offsets, sizeof offsets);
    cudaMalloc((void **)&of_indices, sizeof indices);
    cudaMemcpy(of_values, values, sizeof values, TO_DEVICE);
    cudaMemcpy(of_b, b, sizeof b, TO_DEVICE);
    cudaMemcpy(of_offsets, offsets, sizeof offsets, TO_DEVICE);
    cudaMemcpy(of_indices, indices, sizeof indices, TO_DEVICE);
    SAY(cusolverSpDcsrlsvqr(handle, 2, 4, description, of_values, of_offsets, of_indices, of_b, 0, 1, of_x, &singular));
    cudaMemcpy(x, of_x, sizeof x, TO_HOST);
    printf("%.6f %.6f, singular %d\n", x[0], x[1], singular);
    x[0] = x[1] = 9;
    cudaMemcpy(of_x, x, sizeof x, TO_DEVICE);
    SAY(cusolverSpCreateCsrqrInfo(&info));
    SAY(cusolverSpXcsrqrAnalysisBatched(handle, 2, 2, 4, description, of_offsets, of_indices, info));
    SAY(cusolverSpDcsrqrsvBatched(handle, 2, 2, 4, description, of_values, of_offsets, of_indices, of_b, of_x, 1, info, NULL));
    SAY(cusolverSpDestroyCsrqrInfo(info));
    cudaMemcpy(x, of_x, sizeof x, TO_HOST);
    printf("%.6f %.6f\n", x[0], x[1]);
    SAY(cusparseSetMatIndexBase(description, 0));
    SAY(cusolverSpDcsrlsvluHost(handle, 2, 4, description, values, offsets, indices, b, 0, 1, x, &singular));
    SAY(cusparseDestroyMatDescr(description));
    SAY(cusolverSpDestroy(handle));
}

int main(void)
{
    static const double real[4] = {2, 1, 1, 2}, complex[8] = {2, 0, 0, -1, 0, 1, 2, 0};
    Handle handle, params;
    size_t on_device, on_host;
    SAY(cusolverDnCreate(&handle));
    SAY(cusolverDnCreateParams(&params));
    SAY(cusolverDnCreateParams(NULL));
    solve(handle, params, "real", F64, real, 8);
    solve(handle, params, "complex", C64, complex, 16);
    solve_batch(handle, params);
    SAY(cusolverDnXsyevd_bufferSize(handle, params, 0, 0, 2, F16, NULL, 2, F16, NULL, F16, &on_device, &on_host));
    SAY(cusolverDnXsyevd_bufferSize(handle, params, 0, 0, 2, F64, NULL, 2, F32, NULL, F64, &on_device, &on_host));
    SAY(cusolverDnXsyevd_bufferSize(handle, params, 0, 0, 1LL << 40, F64, NULL, 2, F64, NULL, F64, &on_device, &on_host));
    solve_sparse();
    SAY(cusolverDnDestroyParams(params));
    SAY(cusolverDnDestroy(handle));
    return 0;
}
