// arch: sm_70
// `cuda/cmath`: arithmetic on integers, and divisors that are known beforehand.
#include <cuda/cmath>
#include <cstdint>
#include <cstdio>
#include <type_traits>

static_assert(cuda::ceil_div(7, 2u) == 4 && cuda::ceil_div(8, 2) == 4 && cuda::ceil_div(0, 5) == 0, "quotients");
static_assert(std::is_same<decltype(cuda::ceil_div(1, 2ull)), unsigned long long>::value, "the common type");
static_assert(cuda::round_up(9, 4) == 12 && cuda::round_down(9, 4) == 8 && cuda::round_up(8, 4) == 8, "multiples");
static_assert(cuda::ilog2(1) == 0 && cuda::ilog2(1023) == 9 && cuda::ceil_ilog2(1023) == 10, "logarithms");
static_assert(cuda::is_power_of_two(64) && !cuda::is_power_of_two(0) && cuda::next_power_of_two(65u) == 128, "powers");
static_assert(cuda::prev_power_of_two(65) == 64 && cuda::isqrt(99) == 9 && cuda::isqrt(100ull) == 10, "roots");
static_assert(cuda::uabs(INT32_MIN) == 0x80000000u && cuda::neg(INT32_MIN) == INT32_MIN, "signs");
static_assert(cuda::mul_hi(0x80000000u, 6u) == 3 && cuda::mul_hi(-1, 5) == -1, "high words");

struct Divisor {
    __host__ __device__ Divisor() : divisor(1) {}
    __host__ explicit Divisor(uint32_t d) : divisor(d) {}
    __host__ __device__ void divide(uint32_t n, uint32_t &quotient, uint32_t &rest) const
    {
        quotient = n / divisor;
        rest = n % divisor;
    }
    cuda::fast_mod_div<uint32_t> divisor;
};

__global__ void divide(Divisor by, uint32_t *results)
{
    by.divide(1000003, results[0], results[1]);
    results[2] = by.divisor + cuda::isqrt(results[3]) + cuda::ilog2(results[3]);
}

int main()
{
    uint32_t *results;
    if (cudaMallocManaged(&results, 4 * sizeof *results) != cudaSuccess)
        return 1;
    results[3] = 4000000000u;
    divide<<<1, 1>>>(Divisor(7), results);
    cudaError_t error = cudaDeviceSynchronize();
    bool right = error == cudaSuccess && results[0] == 142857 && results[1] == 4 && results[2] == 7 + 63245 + 31;
    printf(right ? "right\n" : "wrong: %u %u %u\n", results[0], results[1], results[2]);
    return !right;
}
