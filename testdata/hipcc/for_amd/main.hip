// A sum over each warp without a barrier, in an array of bytes, as libraries for AMD's devices write it: lanes are in step
// there, and variables in shared memory are aligned by their size.
#include <cstdio>
#include <hip/hip_runtime.h>

__global__ void sums(int *out, const int *in)
{
    __shared__ bool first;
    __shared__ unsigned char bytes[64 * sizeof(int)];
    int *shared = reinterpret_cast<int *>(bytes);
    int t = threadIdx.x, lane = t % 32;
    if (t == 0)
        first = blockIdx.x == 0;
    shared[t] = in[t];
    for (int distance = 1; distance < 32; distance *= 2)
        if (lane % (2 * distance) == 0)
            shared[t] += shared[t + distance];
    __syncthreads();
    out[t] = first ? shared[t - lane] : 0;
}

int main()
{
    int *in, *out, wrong = 0;
    if (hipMallocManaged(&in, 256) != hipSuccess || hipMallocManaged(&out, 256) != hipSuccess)
        return 1;
    for (int n = 0; n < 64; n++)
        in[n] = n;
    sums<<<1, 64>>>(out, in);
    wrong += hipDeviceSynchronize() != hipSuccess;
    for (int n = 0; n < 64; n++)
        wrong += out[n] != (n < 32 ? 496 : 1520);
    std::puts(wrong == 0 ? "right" : "wrong");
    return wrong;
}
