// grid=1 block=1 words=64
// Copies count among the launches under way; one too many is told otherwise.
__global__ void spin(volatile int *flag) { while (*flag == 0) { } }
__global__ void nothing(int *count) { atomicAdd(count, 1); }

extern "C" __global__ void run(int *out)
{
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    spin<<<1, 1, 0, s>>>(out);
    int copies = 0, error = 0;
    for (int i = 0; i < 2100 && error == 0; i++) {
        error = cudaMemcpyAsync(out + 20, out + 21, 4, cudaMemcpyDeviceToDevice, s);
        if (error == 0) copies++;
    }
    out[1] = copies; out[2] = error; out[3] = cudaGetLastError();
    nothing<<<1, 1, 0, cudaStreamFireAndForget>>>(out + 5);
    out[4] = cudaGetLastError();
    *(volatile int *)out = 1;
}
