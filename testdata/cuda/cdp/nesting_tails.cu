// grid=1 block=1 words=96
// As `nesting`, by tail launches: a chain may be longer than children may be deep.
__global__ void level(int *out, int depth)
{
    out[depth] = depth + 1;
    if (depth + 1 < 40) level<<<1, 1, 0, cudaStreamTailLaunch>>>(out, depth + 1);
    out[48 + depth] = cudaGetLastError();
}

extern "C" __global__ void run(int *out)
{
    out[0] = 1;
    level<<<1, 1, 0, cudaStreamTailLaunch>>>(out, 1);
    out[48] = cudaGetLastError();
}
