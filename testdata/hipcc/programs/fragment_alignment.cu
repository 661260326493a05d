// arch: sm_70 sm_80
// A local array of halves that is filled by vectors of 16 bytes, next to other variables: nvcc aligns it as its
// accesses ask.
#include <cstdio>
#include <cuda_fp16.h>

struct Halves { __half of[64]; };
struct alignas(16) Eight { __half of[8]; };

__device__ void load(Eight &to, const __half *from)
{
    uint4 &word = reinterpret_cast<uint4 &>(to);
    asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(word.x), "=r"(word.y), "=r"(word.z), "=r"(word.w)
                 : "l"(from));
}

__device__ __noinline__ void count(double *sums, int *number)
{
    sums[*number % 2] += 1;
    *number += 1;
}

__global__ void pick(const __half *from, int at, float *out)
{
    double sums[3] = {0, 0, 0};
    int number = 0;
    Halves halves;
    Eight *parts = reinterpret_cast<Eight *>(&halves);
    for (int i = 0; i < 8; i++)
        load(parts[i], from + threadIdx.x * 64 + i * 8);
    count(sums, &number);
    out[threadIdx.x] = __half2float(halves.of[at + threadIdx.x]) + float(sums[0] + sums[1]);
}

int main()
{
    __half *from;
    float *out;
    if (cudaMallocManaged(&from, 32 * 64 * sizeof(__half)) != cudaSuccess || cudaMallocManaged(&out, 32 * sizeof(float)) != cudaSuccess)
        return 1;
    for (int i = 0; i < 32 * 64; i++)
        from[i] = __float2half(float(i));
    pick<<<1, 32>>>(from, 5, out);
    bool right = cudaDeviceSynchronize() == cudaSuccess;
    for (int lane = 0; lane < 32; lane++)
        right = right && out[lane] == float(lane * 64 + lane + 5 + 1);
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}
