// arch: sm_60
// `min` and `max` beside templates of a program: functions of CUDA's types win, templates get other pairs.
#include <cuda_runtime.h>
#include <stdio.h>
#include <type_traits>

namespace own {
template <typename T, typename U>
__host__ __device__ constexpr auto min(T const &a, U const &b)
{
    return a < b ? T(a) : T(b);
}

template <typename T, typename U>
__host__ __device__ constexpr auto max(T const &a, U const &b)
{
    return a < b ? T(b) : T(a);
}

struct box {
    int side;
};

__host__ __device__ inline box min(box const &a, box const &b) { return a.side < b.side ? a : b; }
}

__host__ __device__ bool check()
{
    using namespace own;
    unsigned u = 7;
    bool right = min(3, 4) == 3 && max(u, 4u) == 7 && max(-1, u) == 0xffffffff && max(2.5f, 3.0f) == 3.0f;
    right = right && min(2.5f, 3.0) == 2.5 && max(1ll << 40, 2ll) == 1ll << 40 && min(1ul, 2ul) == 1;
    static_assert(std::is_same<decltype(min(-1, 1u)), unsigned>::value, "CUDA's");
    // Of other pairs the program's: its type is that of the first.
    static_assert(std::is_same<decltype(min(-1, 1ll)), int>::value, "the program's");
    return right && min(box{2}, box{1}).side == 1 && max((size_t)9, 3) == 9;
}

__global__ void run(bool *right, const short *shorts)
{
    // Without the program's, any pair.
    bool any = min(shorts[0], shorts[1]) == -5 && max(shorts[0], 1.5f) == 1.5f && max((size_t)9, 3) == 9;
    static_assert(std::is_same<decltype(::max((short)1, 1.5f)), float>::value, "the sum's type");
    *right = check() && any && min<int>(3, 4) == 3;
}

int main()
{
    bool *right;
    short *shorts;
    cudaMallocManaged(&right, sizeof *right);
    cudaMallocManaged(&shorts, 2 * sizeof *shorts);
    shorts[0] = -5;
    shorts[1] = 6;
    run<<<1, 1>>>(right, shorts);
    cudaDeviceSynchronize();
    puts(*right && check() && max(1, 2) == 2 ? "right" : "wrong");
    return 0;
}
