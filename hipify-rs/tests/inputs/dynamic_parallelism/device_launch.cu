#include <cuda_runtime.h>
__global__ void leaf(int *p, int depth);
__global__ void node(int *p, int depth)
{
    if (threadIdx.x == 0) {
        leaf<<<1, 32>>>(p, depth + 1);
        cudaStream_t s;
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
        node<<<1, 32, 0, s>>>(p, depth + 1);
        cudaDeviceSynchronize();
    }
}
__device__ void helper(int *p) { leaf<<<1, 1>>>(p, 0); }
__host__ __device__ void both(int *p) { leaf<<<1, 1>>>(p, 0); }
void host(int *p) { node<<<1, 32>>>(p, 0); }
