// arch: -std=c++17 sm_70 sm_90
// Products of matrices by rocWMMA's names, in clang's type of halves and in `__half`.
#include <cstdio>
#include <hip/hip_runtime.h>
#include <rocwmma/rocwmma.hpp>

using namespace rocwmma;

constexpr int side = 16, numbers = side * side;

template <typename T, typename Sum> __global__ void multiply(const T *a, const T *b, Sum *c)
{
    fragment<matrix_a, side, side, side, T, row_major> left;
    fragment<matrix_b, side, side, side, T, row_major> right;
    fragment<accumulator, side, side, side, Sum> sum;
    fill_fragment(sum, Sum(1));
    load_matrix_sync(left, a, side);
    load_matrix_sync(right, b, side);
    mma_sync(sum, left, right, sum);
    store_matrix_sync(c, sum, side, mem_row_major);
}

template <typename T, typename Sum> int wrong()
{
    T *a, *b;
    Sum *c;
    if (hipMallocManaged(&a, numbers * sizeof(T)) || hipMallocManaged(&b, numbers * sizeof(T)) || hipMallocManaged(&c, numbers * sizeof(Sum)))
        return 1;
    for (int n = 0; n < numbers; ++n) {
        a[n] = T(float(n % 7));
        b[n] = T(float(n % 5 - 2));
    }
    multiply<T, Sum><<<1, 32>>>(a, b, c);
    if (hipDeviceSynchronize())
        return 1;
    int count = 0;
    for (int n = 0; n < numbers; ++n) {
        float sum = 1;
        for (int k = 0; k < side; ++k)
            sum += float(a[n / side * side + k]) * float(b[k * side + n % side]);
        count += float(c[n]) != sum;
    }
    return count;
}

int main()
{
    int count = wrong<float16_t, float>() + wrong<float16_t, float16_t>() + wrong<__half, float>() + wrong<__half, __half>();
    if (count == 0)
        printf("right\n");
    else
        printf("%d numbers are wrong\n", count);
    return count != 0;
}
