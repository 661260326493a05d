// grid=1 block=64 words=128
// The named handles of default streams, from the device.
__global__ void step(int *out, int k) { out[0] = out[0] * 3 + k; }

extern "C" __global__ void run(int *out)
{
    int t = threadIdx.x;
    if (t % 16 == 0) {
        for (int k = 0; k < 3; k++) step<<<1, 1, 0, cudaStreamPerThread>>>(out + t, k + t);
        out[64 + t] = cudaGetLastError();
        for (int k = 0; k < 3; k++) step<<<1, 1, 0, cudaStreamLegacy>>>(out + t + 1, k + t);
        out[64 + t + 1] = cudaGetLastError();
    }
}
