// arch: sm_70
// Dynamic shared memory as nvcc takes it: a structure, and an array with a size.
#include <cuda_runtime.h>
#include <cstdio>

template <int N> struct Tiles { int first[N], second[N]; };

template <int N> __global__ void turn(const int *from, int *to)
{
    extern __shared__ Tiles<N> tiles;
    tiles.first[threadIdx.x] = from[threadIdx.x];
    tiles.second[threadIdx.x] = 2 * from[threadIdx.x];
    __syncthreads();
    to[threadIdx.x] = tiles.first[N - 1 - threadIdx.x] + tiles.second[threadIdx.x];
}

__global__ void reversed(int *to)
{
    extern __shared__ int words[32];
    words[threadIdx.x] = to[threadIdx.x];
    __syncthreads();
    to[threadIdx.x] = words[63 - threadIdx.x];
}

int main()
{
    int host[64], *from, *to;
    for (int n = 0; n < 64; n++)
        host[n] = n;
    cudaMalloc(&from, sizeof(host));
    cudaMalloc(&to, sizeof(host));
    cudaMemcpy(from, host, sizeof(host), cudaMemcpyHostToDevice);
    turn<64><<<1, 64, sizeof(Tiles<64>)>>>(from, to);
    reversed<<<1, 64, sizeof(host)>>>(to);
    cudaMemcpy(host, to, sizeof(host), cudaMemcpyDeviceToHost);
    bool right = true;
    for (int n = 0; n < 64; n++)
        right &= host[n] == n + 2 * (63 - n);
    puts(right ? "right" : "wrong");
}
