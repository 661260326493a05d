// Kernels as templates with commas, in namespaces, behind function pointers and macros; __constant__ and dynamic shared
// memory.
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

__constant__ float coefficients[4];
__device__ int launches;
__device__ volatile int last;

namespace poly {
namespace detail {

template <typename T, int Degree> struct Horner {
    __host__ __device__ static T value(const T *k, T x)
    {
        T sum = k[Degree];
        for (int i = Degree - 1; i >= 0; --i)
            sum = sum * x + k[i];
        return sum;
    }
};

}

template <typename T, int Degree> __global__ void evaluate(const T *x, T *y, int n)
{
    T k[Degree + 1];
    for (int i = 0; i <= Degree; ++i)
        k[i] = static_cast<T>(coefficients[i]);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0)
        last = 1 + atomicAdd(&launches, 1);
    if (i < n)
        y[i] = detail::Horner<T, Degree>::value(k, x[i]);
}

}

// Sums a block's values in shared memory whose size the launch says.
template <class T> __global__ void block_sums(const T *x, T *sums, int n)
{
    extern __shared__ unsigned char bytes[];
    T *shared = reinterpret_cast<T *>(bytes);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    shared[threadIdx.x] = i < n ? x[i] : T(0);
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            shared[threadIdx.x] += shared[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        sums[blockIdx.x] = shared[0];
}

#define LAUNCH(kernel, n, shared, ...) kernel<<<((n) + 127) / 128, 128, shared>>>(__VA_ARGS__)

int main()
{
    const int n = 1000, blocks = (n + 127) / 128;
    const float host[4] = {1.0f, -2.0f, 0.5f, 0.25f};
    if (cudaMemcpyToSymbol(coefficients, host, sizeof host) != cudaSuccess)
        return 1;
    std::vector<double> x(n), y(n), sums(blocks);
    for (int i = 0; i < n; ++i)
        x[i] = i * 0.125;
    double *dx, *dy, *dsums;
    cudaMalloc(&dx, n * sizeof(double));
    cudaMalloc(&dy, n * sizeof(double));
    cudaMalloc(&dsums, blocks * sizeof(double));
    cudaMemcpy(dx, x.data(), n * sizeof(double), cudaMemcpyHostToDevice);

    poly::evaluate<double, 3><<<blocks, 128>>>(dx, dy, n);
    LAUNCH(block_sums<double>, n, 128 * sizeof(double), dx, dsums, n);
    void (*by_pointer)(const double *, double *, int) = poly::evaluate<double, 3>;
    by_pointer<<<dim3(blocks), dim3(128)>>>(dx, dy, n);
    if (cudaDeviceSynchronize() != cudaSuccess)
        return 1;
    cudaMemcpy(y.data(), dy, n * sizeof(double), cudaMemcpyDeviceToHost);
    cudaMemcpy(sums.data(), dsums, blocks * sizeof(double), cudaMemcpyDeviceToHost);

    int seen = 0, ended = 0;
    cudaMemcpyFromSymbol(&seen, launches, sizeof seen);
    cudaMemcpyFromSymbol(&ended, last, sizeof ended);
    double total = 0, wanted = 0;
    for (double sum : sums)
        total += sum;
    const double k[4] = {1.0, -2.0, 0.5, 0.25};
    for (int i = 0; i < n; ++i) {
        wanted += x[i];
        double expected = poly::detail::Horner<double, 3>::value(k, x[i]);
        if (y[i] != expected) {
            std::printf("y[%d] is %.17g, not %.17g: FAIL\n", i, y[i], expected);
            return 1;
        }
    }
    bool is_right = total == wanted && seen == 2 && ended == 2;
    std::printf("runtime_templates: sum %g, %d launches: %s\n", total, seen, is_right ? "PASS" : "FAIL");
    return is_right ? 0 : 1;
}
