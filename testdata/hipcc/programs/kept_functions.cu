// arch: sm_70 sm_90
// `nvstd::function`, on both sides: small and large functions, copies, moves, empty ones, pointers to functions.
#include <nvfunctional>
#include <cstdio>
#include <utility>

struct Large {
    int words[40];
    __host__ __device__ int operator()(int n) const { return words[n]; }
};

__host__ __device__ int twice(int n) { return 2 * n; }

struct Counter {
    int count;
    __host__ __device__ int operator()(int n) { return count += n; }
};

// An array of functions, as menus of kernels have.
__host__ __device__ int use(const nvstd::function<int(int)> *all, int n)
{
    int sum = 0;
    for (int i = 0; i < n; ++i)
        if (all[i])
            sum += all[i](i + 1);
    return sum;
}

__host__ __device__ void check(int *results, int offset)
{
    Large large;
    for (int i = 0; i < 40; ++i)
        large.words[i] = i * i;
    nvstd::function<int(int)> all[5] = {[offset](int n) { return n + offset; }, twice, large, nullptr, Counter{5}};
    results[0] = use(all, 5);
    results[1] = all[4](1);
    nvstd::function<int(int)> copied = all[4], moved = std::move(all[2]), none;
    results[2] = copied(1) * 100 + all[4](1);
    results[3] = moved(6) + (all[2] == nullptr) * 1000 + (none != nullptr) * 10000;
    copied = moved;
    swap(copied, none);
    results[4] = none(7) + (copied ? 100 : 0);
    none = nullptr;
    none = [](int n) { return -n; };
    results[5] = none(3);
    int (*missing)(int) = nullptr;
    nvstd::function<void(int &)> increments = [](int &n) { ++n; };
    int n = 41;
    increments(n);
    results[6] = n + (nvstd::function<int(int)>(missing) ? 100 : 0);
}

__global__ void kernel(int *results) { check(results, 10); }

__global__ void device_only(int *results)
{
    nvstd::function<float(float)> f = [] __device__(float x) { return __fadd_rn(x, 1.5f); };
    results[7] = static_cast<int>(2 * f(1.0f));
}

int main()
{
    int *results, host[7], expected[] = {11 + 4 + 9 + 10, 11, 1212, 1036, 49, -3, 42, 5};
    if (cudaMallocManaged(&results, sizeof expected) != cudaSuccess)
        return 1;
    kernel<<<1, 1>>>(results);
    device_only<<<1, 1>>>(results);
    cudaError_t error = cudaDeviceSynchronize();
    check(host, 10);
    int wrong = 0;
    for (int n = 0; n < 8; ++n)
        if (results[n] != expected[n] || n < 7 && host[n] != expected[n]) {
            printf("%d: %d, %d\n", n, results[n], n < 7 ? host[n] : 0);
            ++wrong;
        }
    if (error != cudaSuccess || wrong != 0)
        printf("%s, %d wrong\n", cudaGetErrorString(error), wrong);
    else
        printf("right\n");
    return wrong != 0;
}
