// Eigenvalues by cuSOLVER's 64-bit interface, as CuPy and JAX compute them, and types that are refused.
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
    SAY(cusolverDnDestroyParams(params));
    SAY(cusolverDnDestroy(handle));
    return 0;
}
