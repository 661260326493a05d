// arch: sm_75 sm_90
// Functions that compare halves for inequality are false for a NaN, the operator is true; and bfloat16 is multiplied
// and added with one rounding.
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

template <class T> __device__ int outcomes(T number, T other, T nan)
{
    int bits = 0;
    const T pairs[][2] = {{number, number}, {number, other}, {number, nan}, {nan, number}, {nan, nan}};
    for (int n = 0; n < 5; n++) {
        bits |= __hne(pairs[n][0], pairs[n][1]) << (2 * n);
        bits |= (pairs[n][0] != pairs[n][1]) << (2 * n + 1);
    }
    return bits;
}

__global__ void compare(int *results)
{
    results[0] = outcomes(__float2half(1.0f), __float2half(2.0f), __ushort_as_half(0x7fff));
    results[1] = outcomes(__float2bfloat16(1.0f), __float2bfloat16(2.0f), __ushort_as_bfloat16(0x7fff));
    __half2 both = __halves2half2(__float2half(1.0f), __ushort_as_half(0x7fff));
    results[2] = __hbne2(both, __float2half2_rn(2.0f)) << 1 | (__high2float(__hne2(both, both)) != 0.0f);
    // 1 + 2^-7 squared is 1 + 2^-6 + 2^-14; with -2^-14 a tie is exact, and would be none rounded twice.
    __nv_bfloat16 x = __ushort_as_bfloat16(0x3f81), y = __ushort_as_bfloat16(0xb880);
    results[3] = __bfloat16_as_ushort(__hfma(x, x, y));
    // A product beyond binary32, less nearly all of it.
    __nv_bfloat16 large = __ushort_as_bfloat16(0x5f80), most = __ushort_as_bfloat16(0xff7f);
    results[4] = __bfloat16_as_ushort(__hfma(large, large, most));
    // The smallest number, halved and added to itself.
    __nv_bfloat16 least = __ushort_as_bfloat16(1), half = __ushort_as_bfloat16(0x3f00);
    results[5] = __bfloat16_as_ushort(__hfma(least, half, least));
}

int main()
{
    int *results, host[6];
    cudaMalloc(&results, sizeof host);
    compare<<<1, 1>>>(results);
    cudaMemcpy(host, results, sizeof host, cudaMemcpyDeviceToHost);
    const int wanted[6] = {0x2ac, 0x2ac, 0, 0x3f82, 0x7b80, 2};
    bool right = true;
    for (int n = 0; n < 6; n++)
        if (host[n] != wanted[n])
            printf("%d: %x, not %x\n", n, host[n], wanted[n]), right = false;
    puts(right ? "right" : "wrong");
}
