// arch: sm_60 sm_90
// Parts of `cuda::std` that are the C++ library's, in kernels and on the host.
#include <cstdio>
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/chrono>
#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <cuda/std/cstdint>
#include <cuda/std/functional>
#include <cuda/std/limits>
#include <cuda/std/optional>
#include <cuda/std/ratio>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>

static_assert(cuda::std::is_same<cuda::std::remove_const<const int>::type, cuda::std::int32_t>::value, "types");
static_assert(hip::std::numeric_limits<unsigned char>::max() == 255, "hip is another name of cuda");

__host__ __device__ float all()
{
    cuda::std::array<int, 3> numbers{1, 2, 3};
    cuda::std::pair<int, float> pair{10, 20.0f};
    cuda::std::tuple<int, float> tuple{100, 200.0f};
    cuda::std::optional<int> nothing, some = 1000;
    cuda::std::complex<float> z(1, 2);
    int a = 1, b = 2, left[2] = {1, 2}, right[2] = {3, 4};
    cuda::std::swap(a, b);
    cuda::std::swap(left, right);
    float sum = numbers[2] + pair.second + cuda::std::get<1>(tuple) + (z * z).imag();
    sum += nothing.value_or(2000) + *some + a * 10000 + left[1] * 100000;
    sum += cuda::std::exchange(b, 7);
    sum += cuda::std::plus<int>()(b, 3) + cuda::std::max(4, 5);
    sum += cuda::std::chrono::milliseconds(cuda::std::chrono::seconds(1)).count() + cuda::std::fabs(-0.5f);
    return sum;
}

__global__ void kernel(float *sum) { *sum = all(); }

int main()
{
    float *sum;
    cudaMallocManaged(&sum, sizeof(float));
    kernel<<<1, 1>>>(sum);
    if (cudaGetLastError() != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess) {
        printf("the kernel does not run\n");
        return 1;
    }
    if (*sum == 424243.5f && all() == *sum)
        printf("right\n");
    else
        printf("%f in the kernel, %f on the host\n", *sum, all());
    return *sum != 424243.5f;
}
