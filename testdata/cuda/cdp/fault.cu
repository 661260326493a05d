// grid=1 block=1 words=16
// A child that touches what is not there stops the context as any kernel does.
__global__ void child(int *out) { out[threadIdx.x] = 1; }

extern "C" __global__ void run(int *out)
{
    out[0] = 1;
    child<<<1, 1>>>((int *)16);
}
