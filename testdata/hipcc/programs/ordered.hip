// arch: sm_60 sm_70 sm_90
// Atomic loads and stores by HIP's builtins, in each order and scope; a message between blocks.
#include <hip/hip_runtime.h>
#include <cstdio>

#define EACH(order, scope) \
    __hip_atomic_store(p, 4L, order##_STORE, __HIP_MEMORY_SCOPE_##scope); \
    wrong += __hip_atomic_load(p, order##_LOAD, __HIP_MEMORY_SCOPE_##scope) != 4; \
    __hip_atomic_store(f, 2.5, order##_STORE, __HIP_MEMORY_SCOPE_##scope); \
    wrong += __hip_atomic_load(static_cast<const double *>(f), order##_LOAD, __HIP_MEMORY_SCOPE_##scope) != 2.5; \
    __hip_atomic_store(to, p, order##_STORE, __HIP_MEMORY_SCOPE_##scope); \
    wrong += __hip_atomic_load(to, order##_LOAD, __HIP_MEMORY_SCOPE_##scope) != p
#define RELAXED_LOAD __ATOMIC_RELAXED
#define RELAXED_STORE __ATOMIC_RELAXED
#define PAIRED_LOAD __ATOMIC_ACQUIRE
#define PAIRED_STORE __ATOMIC_RELEASE
#define TOTAL_LOAD __ATOMIC_SEQ_CST
#define TOTAL_STORE __ATOMIC_SEQ_CST
#define SCOPES(order) EACH(order, WAVEFRONT); EACH(order, WORKGROUP); EACH(order, AGENT); EACH(order, SYSTEM)

__host__ __device__ int each(int *p, double *f, int **to)
{
    int wrong = 0;
    SCOPES(RELAXED);
    SCOPES(PAIRED);
    SCOPES(TOTAL);
    return wrong;
}

__global__ void check(int *p, double *f, int **to, int *wrong) { *wrong += each(p, f, to); }

// The second block reads what the first has written before the flag.
__global__ void message(int *data, unsigned int *flag, int *wrong)
{
    if (blockIdx.x == 0) {
        data[0] = 7;
        __hip_atomic_store(flag, 1u, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
    } else {
        while (__hip_atomic_load(flag, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT) == 0) {
        }
        *wrong += data[0] != 7;
    }
}

int main()
{
    char *memory;
    if (hipMallocManaged(&memory, 64) != hipSuccess || hipMemset(memory, 0, 64) != hipSuccess)
        return 1;
    int *p = reinterpret_cast<int *>(memory), *wrong = p + 1, **to = reinterpret_cast<int **>(memory + 8);
    double *f = reinterpret_cast<double *>(memory + 16);
    check<<<1, 1>>>(p, f, to, wrong);
    message<<<2, 1>>>(p + 8, reinterpret_cast<unsigned int *>(p + 9), wrong);
    hipError_t error = hipDeviceSynchronize();
    *wrong += each(p, f, to);
    if (error != hipSuccess || *wrong != 0)
        printf("%s, %d wrong\n", hipGetErrorString(error), *wrong);
    else
        printf("right\n");
    return *wrong != 0;
}
