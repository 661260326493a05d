// arch: -Xcompiler -fopenmp sm_70
// OpenMP beside kernels, with clang's library for it or without.
#include <cstdio>
#include <omp.h>

__global__ void twice(int *x) { x[threadIdx.x] *= 2; }

int main()
{
    int *x, sum = 0, threads = 0;
    cudaMallocManaged(&x, 64 * sizeof(int));
#pragma omp parallel for
    for (int n = 0; n < 64; ++n)
        x[n] = n;
    twice<<<1, 64>>>(x);
    cudaDeviceSynchronize();
    omp_lock_t lock;
    omp_init_lock(&lock);
#pragma omp parallel
    {
        omp_set_lock(&lock);
        ++threads;
        omp_unset_lock(&lock);
    }
    omp_destroy_lock(&lock);
#pragma omp parallel for reduction(+ : sum)
    for (int n = 0; n < 64; ++n)
        sum += x[n];
    bool good = sum == 64 * 63 && threads >= 1 && threads <= omp_get_max_threads() && omp_get_thread_num() == 0 && omp_get_wtime() > 0;
    printf(good ? "right\n" : "sum %d, threads %d of %d\n", sum, threads, omp_get_max_threads());
    return !good;
}
