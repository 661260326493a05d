// grid=2 block=32 words=32
// A tail launch runs when its parent's blocks and all its other children are done; one after the other, and what a tail
// launches to follow it comes before its parent's next.
__device__ int place;

__global__ void mark(int *out, int v) { out[atomicAdd(&place, 1)] = v; }
__global__ void slow(int *out, int v)
{
    long long from = clock64();
    while (clock64() - from < 200000) { }
    out[atomicAdd(&place, 1)] = v;
}
__global__ void nested(int *out, int v)
{
    out[atomicAdd(&place, 1)] = v;
    mark<<<1, 1, 0, cudaStreamTailLaunch>>>(out, v + 2);
    mark<<<1, 1>>>(out, v + 1);
}

extern "C" __global__ void run(int *out)
{
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        nested<<<1, 1, 0, cudaStreamTailLaunch>>>(out, 10);
        mark<<<1, 1, 0, cudaStreamTailLaunch>>>(out, 20);
        slow<<<1, 1>>>(out, 1);
        slow<<<1, 1>>>(out, 2);
        nested<<<1, 1, 0, cudaStreamTailLaunch>>>(out, 30);
    }
}
