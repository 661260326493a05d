// arch: sm_50 sm_70
// Functions that CUDA leaves to programs and that HIP or clang have: a program's own are called.
#include <cstdint>
#include <cstdio>

static uint64_t inline __rdtsc() { return 5; }

__device__ float atomicMin(float *address, float value)
{
    *address = fminf(*address, value);
    return -1.0f;
}
__device__ __forceinline__ void atomicMax(float *const address, const float value) { *address = value + 1.0f; }
template <typename T> __device__ T atomicMax(T *address, T value) { return *address = value + T(2); }
__device__ __forceinline__ double atomicExch(double *address, double value) { return *address + value; }
static __inline__ __device__ float atomicCAS(float *address, float compare, float value) { return compare + value; }
__device__ size_t atomicAdd(size_t *address, size_t value) { return *address + 2 * value; }
__device__ int64_t atomicSub(int64_t *address, int64_t value) { return *address - 2 * value; }

__device__ __forceinline__ unsigned int umin(unsigned int a, unsigned int b) { return a + b; }
__host__ __device__ inline unsigned long long ullmax(unsigned long long a, unsigned long long b) { return a * b; }

__global__ void own(float *f, double *d, size_t *n, int64_t *i)
{
    f[1] = atomicMin(&f[0], 2);
    atomicMax(&f[2], 3.0);
    d[1] = atomicMax(&d[0], 4.0);
    d[2] = atomicExch(&d[0], 1);
    f[3] = atomicCAS(&f[0], 1.0f, 2.0f);
    n[1] = atomicAdd(&n[0], 3);
    i[1] = atomicSub(&i[0], 3);
    i[2] = umin(5, 6) + ullmax(5, 6) + umax(5, 6) + llmin(5, -6);
}

int main()
{
    float *f;
    double *d;
    size_t *n;
    int64_t *i;
    cudaMallocManaged(&f, 4 * sizeof(float));
    cudaMallocManaged(&d, 3 * sizeof(double));
    cudaMallocManaged(&n, 2 * sizeof(size_t));
    cudaMallocManaged(&i, 3 * sizeof(int64_t));
    f[0] = FLT_MAX, d[0] = 0.0, n[0] = 1, i[0] = 7;
    own<<<1, 1>>>(f, d, n, i);
    bool right = cudaDeviceSynchronize() == cudaSuccess && __rdtsc() == 5;
    right = right && f[0] == 2.0f && f[1] == -1.0f && f[2] == 4.0f && f[3] == 3.0f;
    right = right && d[0] == 6.0 && d[1] == 6.0 && d[2] == 7.0 && n[1] == 7 && i[1] == 1;
    right = right && i[2] == 41 && ullmax(5, 6) == 30 && umax(5, 6) == 6 && llmin(5, -6) == -6;
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}
