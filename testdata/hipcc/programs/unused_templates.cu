// arch: sm_70
// Templates that nobody uses, with names that nobody declares: nvcc looks them up where a template is used.
#include <cuda_runtime.h>
#include <cstdio>

template <int Limbs> struct Number {
    __device__ int low() const { return words[0]; }
    __device__ int counted() const { return count<limbs>(words) + missing; }
    int words[Limbs];
};
template <class T> __host__ __device__ T unused(T x) { T y = x + undeclared; return undeclared2(y); }

__global__ void k(int *to)
{
    Number<2> number = {{7, 8}};
    *to = number.low();
}

int main()
{
    int *device, host = 0;
    cudaMalloc(&device, sizeof(int));
    k<<<1, 1>>>(device);
    cudaMemcpy(&host, device, sizeof(int), cudaMemcpyDeviceToHost);
    puts(host == 7 ? "right" : "wrong");
}
