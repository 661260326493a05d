#define RESTRICT __restrict__
__global__ void a(const __restrict__ float *x, const __restrict__ unsigned int * y, float *z) { z[0] = x[0] + y[0]; }
template <typename T> __global__ void b(__restrict__ const T *x, const std::pair<T, int> __restrict__ *y, ns::type<4> __restrict__* z);
__global__ void c(const float *__restrict__ x, float * __restrict__ const y, float (&__restrict__ z)[4], RESTRICT int *w);
__global__ void d(const __restrict__ float *__restrict__ x, const __restrict__ int n, const __restrict__ PTR p, const __restrict__ float **q);
__device__ float sum(const __restrict__ float *x, int n)
{
    static const __restrict__ float *last;
    float *__restrict__ own = (float *)x;
    return n * x[0] + own[1] + last[2];
}
