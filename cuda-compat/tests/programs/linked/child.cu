// The other: what parent.cu uses, and a name that both have for themselves.
static __device__ int own = 7;
__device__ int calls;

__device__ int scale(int value)
{
    atomicAdd(&calls, 1);
    return value * own;
}

__global__ void child(int *out, int base)
{
    out[threadIdx.x] = scale(base + threadIdx.x);
}
