#define THREADS 256
__global__ void __launch_bounds__(256) a(int *p);
__global__ void __launch_bounds__(THREADS, 2) b(int *p);
__global__ __launch_bounds__(THREADS, 2, 4) void c(int *p);
template <int N> __launch_bounds__(N * 32, (N > 4 ? 1 : 2)) __global__ void d(int *p);
#define BOUNDS(...) __launch_bounds__(__VA_ARGS__)
