// arch: sm_60 sm_70 sm_90
// Atomic loads and stores by HIP's builtins, in each order and scope, and by GCC's; messages between blocks. The library's own
// atomics compile beside them.
#include <hip/hip_runtime.h>
#include <atomic>
#include <cstdio>
#include <memory>

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

// GCC's builtins: values of each size, pairs, flags and fences.
template <typename T> __host__ __device__ int as(T *at, T value)
{
    __atomic_store_n(at, value, __ATOMIC_RELEASE);
    int wrong = __atomic_load_n(at, __ATOMIC_ACQUIRE) != value;
    __atomic_store_n(at, T(), __ATOMIC_SEQ_CST);
    wrong += __atomic_load_n(static_cast<const volatile T *>(at), __ATOMIC_SEQ_CST) != T();
    return wrong;
}

struct alignas(8) Pair {
    int first, second;
};

__host__ __device__ int builtins(int *p)
{
    void *at = p;
    int wrong = as(static_cast<char *>(at), 'x') + as(static_cast<short *>(at), short(-3)) + as(p, 5);
    wrong += as(static_cast<unsigned long long *>(at), 1ull << 40);
    wrong += as(static_cast<int **>(at), p);
    Pair pair = {1, 2}, read;
    __atomic_store(static_cast<Pair *>(at), &pair, __ATOMIC_RELEASE);
    __atomic_load(static_cast<Pair *>(at), &read, __ATOMIC_ACQUIRE);
    wrong += read.first != 1 || read.second != 2;
    __atomic_thread_fence(__ATOMIC_ACQ_REL);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    __sync_synchronize();
    wrong += __sync_lock_test_and_set(p, 9) != 1;
    __sync_lock_release(p);
    wrong += __atomic_load_n(p, __ATOMIC_RELAXED) != 0;
    bool *flag = static_cast<bool *>(at);
    wrong += __atomic_test_and_set(flag, __ATOMIC_ACQUIRE);
    wrong += !__atomic_test_and_set(flag, __ATOMIC_ACQUIRE);
    __atomic_clear(flag, __ATOMIC_RELEASE);
    return wrong + *flag;
}

__global__ void check_builtins(int *p, int *wrong) { *wrong += builtins(p); }

__global__ void message_by_gcc(int *data, unsigned int *flag, int *wrong)
{
    if (blockIdx.x == 0) {
        data[0] = 8;
        __atomic_store_n(flag, 1, __ATOMIC_RELEASE);
    } else {
        while (__atomic_load_n(flag, __ATOMIC_ACQUIRE) == 0) {
        }
        *wrong += data[0] != 8;
    }
}

static int library()
{
    std::atomic<Pair> pair;
    pair.store(Pair{3, 4});
    std::atomic<double> number{1.5};
    std::atomic_flag flag = ATOMIC_FLAG_INIT;
    flag.clear();
    std::shared_ptr<int> shared = std::make_shared<int>(6);
    return (pair.load().second != 4) + (number.load() != 1.5) + (*std::atomic_load(&shared) != 6);
}

int main()
{
    char *memory;
    if (hipMallocManaged(&memory, 128) != hipSuccess || hipMemset(memory, 0, 128) != hipSuccess)
        return 1;
    int *p = reinterpret_cast<int *>(memory), *wrong = p + 1, **to = reinterpret_cast<int **>(memory + 8);
    double *f = reinterpret_cast<double *>(memory + 16);
    check<<<1, 1>>>(p, f, to, wrong);
    message<<<2, 1>>>(p + 8, reinterpret_cast<unsigned int *>(p + 9), wrong);
    check_builtins<<<1, 1>>>(p + 12, wrong);
    message_by_gcc<<<2, 1>>>(p + 16, reinterpret_cast<unsigned int *>(p + 17), wrong);
    hipError_t error = hipDeviceSynchronize();
    *wrong += each(p, f, to) + builtins(p + 20) + library();
    if (error != hipSuccess || *wrong != 0)
        printf("%s, %d wrong\n", hipGetErrorString(error), *wrong);
    else
        printf("right\n");
    return *wrong != 0;
}
