// arch: sm_70 sm_90
// `cuda/functional`: functions with a proclaimed return type, maximum and minimum; the fast hyperbolic tangent.
#include <cuda/functional>
#include <cuda/std/functional>
#include <cmath>
#include <cstdio>
#include <type_traits>

template <typename Function> __global__ void call(Function function, int *results)
{
    results[0] = function(20);
    results[1] = cuda::maximum<int>()(3, -4) + cuda::maximum<>()(1, 2ll);
    results[2] = cuda::minimum<int>()(3, -4) + cuda::minimum<>()(1, 2ll);
    results[3] = cuda::std::plus<int>()(3, 4);
    results[4] = cuda::proclaim_copyable_arguments(cuda::std::multiplies<int>())(3, 4);
    float x = results[5] / 4.0f;
    results[5] = fabsf(__tanhf(x) - 0.4621172f) < 1e-3f;
}

int main()
{
    int *results, added = 22, expected[] = {42, 5, -3, 7, 12, 1};
    if (cudaMallocManaged(&results, sizeof expected) != cudaSuccess)
        return 1;
    results[5] = 2;
    auto function = cuda::proclaim_return_type<int>([added] __device__(int x) { return x + added; });
    static_assert(std::is_same<decltype(function(1)), int>::value, "the proclaimed type");
    call<<<1, 1>>>(function, results);
    cudaError_t error = cudaDeviceSynchronize();
    int wrong = 0;
    for (int n = 0; n < 6; ++n)
        wrong += results[n] != expected[n];
    if (error != cudaSuccess || wrong != 0)
        printf("%s, %d wrong\n", cudaGetErrorString(error), wrong);
    else
        printf("right\n");
    return wrong != 0;
}
