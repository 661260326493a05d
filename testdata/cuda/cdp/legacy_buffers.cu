// grid=2 block=64 words=160
// Launches by hand: a buffer by its size, and the launch with kernel and shape (what compilers other than nvcc write). Compiled as
// `legacy_sync`.
__global__ void child(int *out, long long big, short small) { out[threadIdx.x] = (int)big + small + blockIdx.x; }

extern "C" __global__ void run(int *out)
{
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    char *buffer = (char *)cudaGetParameterBuffer(8, 24);
    if (buffer == 0) { out[150] = 1; return; }
    *(int **)buffer = out + at;
    *(long long *)(buffer + 8) = 1000 * at;
    *(short *)(buffer + 16) = (short)-at;
    int error = cudaLaunchDevice((void *)child, buffer, dim3(1), dim3(1), 0, 0);
    if (error) out[151] = error;
    if (at == 0) {
        // Nothing comes of a buffer alone, and none is there for a shape that cannot be.
        out[152] = cudaGetParameterBufferV2((void *)child, dim3(1), dim3(32), 0) != 0;
        out[153] = cudaGetParameterBufferV2((void *)child, dim3(1), dim3(0), 0) != 0;
        out[154] = cudaGetLastError();
    }
}
