// arch: sm_50 sm_60 sm_70 sm_90
// libcu++'s atomic objects: every operation by value, type and scope, in kernels and on the host; counters that blocks share.
#include <cstdio>
#include <cuda/atomic>
#include <cuda/std/atomic>

#define REQUIRE(what) ((what) ? 0 : (printf("line %d: %s\n", __LINE__, #what), 1))

struct Pair {
    short a, b;
};

template <typename T, cuda::thread_scope Scope> __host__ __device__ int numbers()
{
    int wrong = 0;
    cuda::atomic<T, Scope> x(T(5));
    wrong += REQUIRE(x.load() == T(5) && T(x) == T(5) && x.is_lock_free());
    x.store(T(6), cuda::memory_order_release);
    wrong += REQUIRE(x.exchange(T(7), cuda::std::memory_order_acq_rel) == T(6));
    T seen = T(1);
    wrong += REQUIRE(!x.compare_exchange_strong(seen, T(2)) && seen == T(7));
    wrong += REQUIRE(x.compare_exchange_weak(seen, T(8), cuda::memory_order_acquire, cuda::memory_order_relaxed) && x.load() == T(8));
    wrong += REQUIRE(x.fetch_add(T(2)) == T(8) && x.fetch_sub(T(1)) == T(10) && x.load() == T(9));
    wrong += REQUIRE(x.fetch_max(T(12)) == T(9) && x.fetch_min(T(3), cuda::memory_order_relaxed) == T(12) && x.load() == T(3));
    wrong += REQUIRE((x += T(4)) == T(7) && (x -= T(2)) == T(5));
    volatile cuda::atomic<T, Scope> &y = x;
    y = T(4);
    wrong += REQUIRE(y.load() == T(4) && cuda::atomic_exchange(&y, T(1)) == T(4) && y.fetch_add(T(0)) == T(1));
    x.wait(T(2));
    x.notify_all();
    T plain = T(3);
    cuda::atomic_ref<T, Scope> ref(plain);
    wrong += REQUIRE(ref.fetch_add(T(4)) == T(3) && plain == T(7));
    wrong += REQUIRE(cuda::atomic_fetch_add(&x, T(1)) == T(1) && cuda::atomic_load_explicit(&x, cuda::memory_order_relaxed) == T(2));
    return wrong;
}

template <typename T, cuda::thread_scope Scope> __host__ __device__ int integers()
{
    int wrong = numbers<T, Scope>();
    cuda::atomic<T, Scope> x(T(0x5c));
    wrong += REQUIRE(x.fetch_and(T(0x3f)) == T(0x5c) && x.fetch_or(T(0x01)) == T(0x1c) && x.fetch_xor(T(0x0f)) == T(0x1d));
    wrong += REQUIRE(x.load() == T(0x12) && x++ == T(0x12) && ++x == T(0x14) && x-- == T(0x14) && --x == T(0x12));
    x = T(0);
    wrong += REQUIRE(--x == T(-1) && x.fetch_max(T(3)) == T(-1) && x.load() == (T(-1) < T(0) ? T(3) : T(-1)));
    return wrong;
}

template <cuda::thread_scope Scope> __host__ __device__ int all()
{
    int wrong = integers<int, Scope>() + integers<unsigned int, Scope>() + integers<long long, Scope>();
    wrong += integers<unsigned long, Scope>() + integers<signed char, Scope>() + integers<unsigned short, Scope>();
    wrong += numbers<float, Scope>() + numbers<double, Scope>();
    int places[4];
    cuda::atomic<int *, Scope> p(places);
    wrong += REQUIRE(p.fetch_add(3) == places && p.fetch_sub(1) == places + 3 && p.load() == places + 2 && ++p == places + 3);
    cuda::atomic<Pair, Scope> pair(Pair{1, 2});
    Pair before = pair.exchange(Pair{3, 4});
    wrong += REQUIRE(before.a == 1 && before.b == 2 && pair.load().b == 4);
    Pair wanted = pair.load();
    wrong += REQUIRE(pair.compare_exchange_strong(wanted, Pair{5, 6}) && pair.load().a == 5);
    cuda::atomic<bool, Scope> flag(false);
    wrong += REQUIRE(!flag.exchange(true) && flag.load());
    cuda::std::atomic_flag set(false);
    wrong += REQUIRE(!set.test_and_set() && set.test_and_set() && set.test());
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, Scope);
    cuda::std::atomic_thread_fence(cuda::std::memory_order_acquire);
    return wrong;
}

__global__ void kernel(int *wrong, cuda::atomic<int, cuda::thread_scope_device> *sum, cuda::std::atomic<unsigned char> *bytes, double *total)
{
    __shared__ cuda::atomic<unsigned long long, cuda::thread_scope_block> of_block;
    if (threadIdx.x == 0) {
        of_block.store(0, cuda::memory_order_relaxed);
        *wrong += blockIdx.x == 0 ? all<cuda::thread_scope_thread>() + all<cuda::thread_scope_block>() : 0;
        *wrong += blockIdx.x == 0 ? all<cuda::thread_scope_device>() + all<cuda::thread_scope_system>() : 0;
    }
    __syncthreads();
    of_block += threadIdx.x;
    sum->fetch_add(1, cuda::memory_order_relaxed);
    bytes[threadIdx.x & 7].fetch_add(1);
    cuda::atomic_ref<double, cuda::thread_scope_device>(*total).fetch_add(0.5);
    __syncthreads();
    if (threadIdx.x == 0 && of_block.load() != blockDim.x * (blockDim.x - 1) / 2)
        atomicAdd(wrong, 1000);
}

// A block waits for the one before it.
__global__ void chain(cuda::atomic<int, cuda::thread_scope_device> *turn, int *order)
{
    if (threadIdx.x != 0)
        return;
    while (turn->load(cuda::memory_order_acquire) != static_cast<int>(blockIdx.x))
        ;
    order[blockIdx.x] = blockIdx.x == 0 ? 1 : order[blockIdx.x - 1] * 3 + 1;
    turn->store(blockIdx.x + 1, cuda::memory_order_release);
}

struct Memory {
    int wrong, order[8];
    double total;
    cuda::atomic<int, cuda::thread_scope_device> sum, turn;
    cuda::std::atomic<unsigned char> bytes[8];
};

int main()
{
    Memory *m;
    cudaMallocManaged(&m, sizeof(Memory));
    m->wrong = all<cuda::thread_scope_system>() + all<cuda::thread_scope_device>();
    m->total = 0;
    m->sum = 0;
    m->turn = 0;
    for (auto &byte : m->bytes)
        byte = 0;
    kernel<<<4, 64>>>(&m->wrong, &m->sum, m->bytes, &m->total);
    chain<<<8, 32>>>(&m->turn, m->order);
    if (cudaGetLastError() != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess)
        return REQUIRE(!"the kernels run");
    int wrong = m->wrong;
    wrong += REQUIRE(m->sum == 256 && m->total == 128.0 && m->bytes[3] == 32 && m->order[7] == 3280);
    printf(wrong ? "%d wrong\n" : "right\n", wrong);
    return wrong != 0;
}
