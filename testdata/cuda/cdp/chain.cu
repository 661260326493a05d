// grid=1 block=1 words=16
// A kernel that launches itself to follow, more often than launches may be under way.
__global__ void link(int *out, int left)
{
    out[0]++;
    if (left > 0) link<<<1, 1, 0, cudaStreamTailLaunch>>>(out, left - 1);
    int error = cudaGetLastError();
    if (error) { out[1] = error; out[2] = left; }
}

extern "C" __global__ void run(int *out)
{
    link<<<1, 1, 0, cudaStreamTailLaunch>>>(out, 4999);
    link<<<1, 1, 0, cudaStreamTailLaunch>>>(out, 99);
}
