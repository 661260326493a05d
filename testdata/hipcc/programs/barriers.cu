// arch: sm_70 sm_80 sm_90
// libcu++'s barriers, latches and semaphores in shared, global and the host's memory, with and without completions; C's mbarriers.
#include <cstdio>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/semaphore>
#include <cuda_awbarrier_primitives.h>

#define REQUIRE(what) ((what) ? 0 : (printf("line %d: %s\n", __LINE__, #what), 1))

using block_barrier = cuda::barrier<cuda::thread_scope_block>;

struct Count {
    int *rounds;
    __host__ __device__ void operator()() { ++*rounds; }
};

// Each thread reads what another one wrote in the round before.
template <typename Barrier> __device__ int exchange(Barrier &barrier, volatile int *words)
{
    int wrong = 0, n = blockDim.x, i = threadIdx.x;
    for (int round = 0; round < 5; ++round) {
        words[i] = 100 * round + i;
        barrier.arrive_and_wait();
        wrong += words[(i + 37) % n] != 100 * round + (i + 37) % n;
        auto token = barrier.arrive();
        barrier.wait(static_cast<typename Barrier::arrival_token &&>(token));
    }
    return wrong;
}

__global__ void rounds(int *wrong, int *shared_rounds, block_barrier *global, int *words)
{
    __shared__ block_barrier plain;
    __shared__ cuda::barrier<cuda::thread_scope_block, Count> counted;
    __shared__ cuda::barrier<cuda::thread_scope_device> wide;
    __shared__ int room[96];
    if (threadIdx.x == 0) {
        init(&plain, blockDim.x);
        init(&counted, blockDim.x, Count{shared_rounds});
        init(&wide, blockDim.x);
        init(global, blockDim.x);
    }
    __syncthreads();
    int bad = exchange(plain, room) + exchange(counted, room) + exchange(wide, room) + exchange(*global, words);
    bad += !plain.try_wait_parity(true) + plain.try_wait_parity(false);
    bad += plain.try_wait_parity_for(false, std::chrono::microseconds(1));
    atomicAdd(wrong, bad);
}

// One warp arrives for many, and another leaves for good.
__global__ void uneven(int *wrong)
{
    __shared__ block_barrier barrier;
    __shared__ volatile int word;
    if (threadIdx.x == 0)
        init(&barrier, 32 + 10);
    __syncthreads();
    if (threadIdx.x >= 32) {
        if (threadIdx.x == 32) {
            word = 7;
            auto token = barrier.arrive(10);
            barrier.wait(std::move(token));
            word = 8;
            auto second = barrier.arrive(9);
            barrier.arrive_and_drop();
            // Arrivals beyond the number expected would count for the phase at hand.
            barrier.wait(std::move(second));
            static_cast<void>(barrier.arrive(9));
        }
        return;
    }
    barrier.arrive_and_wait();
    barrier.arrive_and_wait();
    int bad = word != 8;
    barrier.wait_parity(true);
    barrier.arrive_and_wait();
    bad += !barrier.try_wait_parity(false);
    atomicAdd(wrong, bad);
}

__global__ void words(int *wrong)
{
    __shared__ __mbarrier_t barrier;
    __shared__ int room[64];
    if (threadIdx.x == 0)
        __mbarrier_init(&barrier, blockDim.x);
    __syncthreads();
    room[threadIdx.x] = threadIdx.x;
    __mbarrier_token_t token = __mbarrier_arrive(&barrier);
#if __CUDA_ARCH__ >= 800
    if (__mbarrier_token_pending_count(token) > blockDim.x)
        atomicAdd(wrong, 1);
#endif
    while (!__mbarrier_test_wait(&barrier, token))
        ;
    if (room[threadIdx.x ^ 33] != static_cast<int>(threadIdx.x ^ 33))
        atomicAdd(wrong, 1);
    if (threadIdx.x >= 32) {
        __mbarrier_arrive_and_drop(&barrier);
        return;
    }
    token = __mbarrier_arrive(&barrier);
    while (!__mbarrier_try_wait(&barrier, token, 100))
        ;
    if (!__mbarrier_test_wait_parity(&barrier, true))
        atomicAdd(wrong, 1);
    __syncwarp();
    if (threadIdx.x == 0)
        __mbarrier_inval(&barrier);
}

// Barriers of all blocks and a latch: what each block wrote is there for all.
__global__ void grid(int *wrong, cuda::barrier<cuda::thread_scope_device> *barrier, cuda::latch<cuda::thread_scope_device> *latch,
                     cuda::counting_semaphore<cuda::thread_scope_device> *two, int *words, int *most, int *inside)
{
    if (threadIdx.x == 0) {
        words[blockIdx.x] = blockIdx.x + 1;
        barrier->arrive_and_wait();
        int sum = 0;
        for (unsigned int n = 0; n < gridDim.x; ++n)
            sum += static_cast<volatile int *>(words)[n];
        if (sum != static_cast<int>(gridDim.x * (gridDim.x + 1) / 2))
            atomicAdd(wrong, 1);
        two->acquire();
        atomicMax(most, atomicAdd(inside, 1) + 1);
        atomicSub(inside, 1);
        two->release();
        latch->arrive_and_wait();
    }
}

struct Memory {
    int wrong, rounds, words[96], most, inside;
    block_barrier plain;
    cuda::barrier<cuda::thread_scope_device> of_grid;
    cuda::latch<cuda::thread_scope_device> latch;
    cuda::counting_semaphore<cuda::thread_scope_device> two;
};

int main()
{
    Memory *m;
    cudaMallocManaged(&m, sizeof(Memory));
    new (m) Memory{0, 0, {}, 0, 0, {1}, {6}, cuda::latch<cuda::thread_scope_device>(6), cuda::counting_semaphore<cuda::thread_scope_device>(2)};
    rounds<<<1, 96>>>(&m->wrong, &m->rounds, &m->plain, m->words);
    uneven<<<1, 64>>>(&m->wrong);
    words<<<1, 64>>>(&m->wrong);
    grid<<<6, 32>>>(&m->wrong, &m->of_grid, &m->latch, &m->two, m->words, &m->most, &m->inside);
    if (cudaGetLastError() != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess)
        return REQUIRE(!"the kernels run");
    int wrong = m->wrong;
    wrong += REQUIRE(m->rounds == 10 && m->most >= 1 && m->most <= 2 && m->latch.try_wait());
    int here = 0;
    cuda::barrier<cuda::thread_scope_system, Count> alone(1, Count{&here});
    alone.arrive_and_wait();
    wrong += REQUIRE(here == 1 && alone.try_wait_parity(false) && block_barrier::max() == (1 << 20) - 1);
    printf(wrong ? "%d wrong\n" : "right\n", wrong);
    return wrong != 0;
}
