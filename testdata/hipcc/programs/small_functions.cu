// arch: sm_60 sm_90
// Functions of CUDA's headers that HIP lacks: names of its first releases, halves to bytes, complex halves.
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

// A program's own function of an old name is preferred.
__device__ unsigned int umul24(unsigned int a, unsigned int b) { return a + b; }

__global__ void kernel(int *wrong)
{
    __prof_trigger(3);
    *wrong += mul24(-3, 5) != -15;
    *wrong += umul24(2u, 5u) != 7;
    *wrong += mulhi(1 << 20, 1 << 20) != 256;
    *wrong += mulhi(~0u, 3u) != 2;
    *wrong += mul64hi(1ll << 40, -(1ll << 40)) != -65536;
    *wrong += float_as_int(-2.0f) != (int)0xc0000000;
    *wrong += int_as_float(0x3f800000) != 1.0f;
    *wrong += uint_as_float(float_as_uint(0.25f)) != 0.25f;
    *wrong += saturate(1.5f) != 1.0f;
    *wrong += __half2char_rz(__float2half(-1.75f)) != -1;
    *wrong += __half2char_rz(__float2half(300.0f)) != 127;
    *wrong += __half2uchar_rz(__float2half(-4.0f)) != 0;
    *wrong += __bfloat162char_rz(__float2bfloat16(-400.0f)) != -128;
    *wrong += __bfloat162uchar_rz(__float2bfloat16(255.5f)) != 255;
    // (1 + 2i) (3 - i) + (0.5 + i) = 5.5 + 6i
    __half2 sum = __hcmadd(__floats2half2_rn(1.0f, 2.0f), __floats2half2_rn(3.0f, -1.0f), __floats2half2_rn(0.5f, 1.0f));
    *wrong += __low2float(sum) != 5.5f || __high2float(sum) != 6.0f;
}

int main()
{
    int *wrong;
    cudaMallocManaged(&wrong, sizeof *wrong);
    *wrong = 0;
    kernel<<<1, 1>>>(wrong);
    if (cudaDeviceSynchronize() == cudaSuccess && *wrong == 0)
        printf("right\n");
    return 0;
}
