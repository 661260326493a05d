// arch: sm_70 sm_80
// Pointers with hints for the caches, of all kinds: they read and write as plain ones do.
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda/annotated_ptr>
#include <cuda/barrier>

constexpr int threads = 64;

struct pair {
    int first, second;
};

__global__ void known(cuda::annotated_ptr<const int, cuda::access_property::persisting> in, cuda::annotated_ptr<int, cuda::access_property::streaming> out)
{
    out[threadIdx.x] = in[threadIdx.x] * 2;
    if (threadIdx.x == 0)
        *out += in ? 1 : 100;
}

__global__ void chosen(int *in, int *out, pair *one)
{
    cuda::access_property half(cuda::access_property::persisting{}, 0.5f, cuda::access_property::streaming{});
    cuda::annotated_ptr<int, cuda::access_property> from{in, half}, to{out, cuda::access_property::normal{}};
    cuda::annotated_ptr<const int, cuda::access_property> constant = from;
    cuda::annotated_ptr<pair, cuda::access_property::global> pairs(one);
    to[threadIdx.x] += constant[threadIdx.x];
    if (threadIdx.x == 0) {
        pairs->second = static_cast<int>(to.get() - out) + static_cast<int>(&constant[5] - from.get());
        cuda::apply_access_property(in, cuda::aligned_size_t<128>(128), cuda::access_property::persisting{});
        int *same = cuda::associate_access_property(in, cuda::access_property::global{});
        pairs->first = same == in;
    }
}

__global__ void copied(int *in, int *out)
{
    __shared__ int room[threads];
    __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
    auto block = cooperative_groups::this_thread_block();
    if (block.thread_rank() == 0)
        init(&barrier, block.size());
    block.sync();
    cuda::annotated_ptr<int, cuda::access_property::shared> to(room);
    cuda::annotated_ptr<int, cuda::access_property::streaming> from(in);
    cuda::memcpy_async(block, to, from, sizeof(room), barrier);
    barrier.arrive_and_wait();
    out[threadIdx.x] += room[threads - 1 - threadIdx.x];
}

int main()
{
    int *in, *out;
    pair *one;
    cudaMallocManaged(&in, threads * sizeof(int));
    cudaMallocManaged(&out, threads * sizeof(int));
    cudaMallocManaged(&one, sizeof(pair));
    for (int n = 0; n < threads; ++n)
        in[n] = n + 3;
    known<<<1, threads>>>(cuda::annotated_ptr<const int, cuda::access_property::persisting>(in), cuda::annotated_ptr<int, cuda::access_property::streaming>(out));
    chosen<<<1, threads>>>(in, out, one);
    copied<<<1, threads>>>(in, out);
    cudaError_t error = cudaDeviceSynchronize();
    int wrong = error != cudaSuccess || one->first != 1 || one->second != 5;
    for (int n = 0; n < threads; ++n)
        wrong += out[n] != 3 * (n + 3) + (threads - 1 - n + 3) + (n == 0);
    cudaAccessProperty stays = cuda::access_property::persisting{};
    wrong += stays != cudaAccessPropertyPersisting;
    printf(wrong ? "%d wrong\n" : "right\n", wrong);
    return wrong != 0;
}
