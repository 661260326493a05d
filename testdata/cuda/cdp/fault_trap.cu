// grid=1 block=1 words=16
// A trap in a grandchild, launched to follow.
__global__ void last() { asm volatile("trap;"); }
__global__ void child() { last<<<1, 1, 0, cudaStreamTailLaunch>>>(); }

extern "C" __global__ void run(int *out)
{
    out[0] = 1;
    child<<<1, 1, 0, cudaStreamFireAndForget>>>();
}
