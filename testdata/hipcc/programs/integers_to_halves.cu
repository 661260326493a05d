// arch: sm_60 sm_90
// Integers to 16-bit floats in each rounding, in kernels; the nearest on the host, too.
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__global__ void halves(float *out)
{
    int n = 0;
    out[n++] = __half2float(__int2half_rd(2049));
    out[n++] = __half2float(__int2half_ru(2049));
    out[n++] = __half2float(__int2half_rz(-2049));
    out[n++] = __half2float(__int2half_rd(-2049));
    out[n++] = __half2float(__uint2half_rz(4000000000u));
    out[n++] = __half2float(__uint2half_ru(2049u));
    out[n++] = __half2float(__short2half_rd(-2051));
    out[n++] = __half2float(__ushort2half_ru(2051));
    out[n++] = __half2float(__ll2half_rz(-2049ll));
    out[n++] = __half2float(__ull2half_rd(1ull << 63));
}

__global__ void bfloats(float *out)
{
    int n = 0;
    out[n++] = __bfloat162float(__int2bfloat16_rd(257));
    out[n++] = __bfloat162float(__int2bfloat16_ru(257));
    out[n++] = __bfloat162float(__int2bfloat16_rz(-257));
    out[n++] = __bfloat162float(__uint2bfloat16_ru(257u));
    out[n++] = __bfloat162float(__short2bfloat16_rd(-257));
    out[n++] = __bfloat162float(__ll2bfloat16_ru((1ll << 40) + 1));
    out[n++] = __bfloat162float(__ll2bfloat16_rn((1ll << 62) + (1ll << 54) + 1));
    out[n++] = __bfloat162float(__ll2bfloat16_rn(-(1ll << 62) - (1ll << 54)));
    out[n++] = __bfloat162float(__ull2bfloat16_rn(~0ull));
    out[n++] = __bfloat162float(__int2bfloat16_rn(-258));
}

static bool check(const char *what, const float *got, const float *want)
{
    for (int i = 0; i < 10; ++i)
        if (got[i] != want[i]) {
            printf("%s %d: %.9g, not %.9g\n", what, i, got[i], want[i]);
            return false;
        }
    return true;
}

int main()
{
    const float first[10] = {2048, 2050, -2048, -2050, 65504, 2050, -2052, 2052, -2048, 65504};
    const float second[10] = {256, 258, -256, 258, -258, 1108101562368.0f, 4647714815446351872.0f, -4611686018427387904.0f,
                              18446744073709551616.0f, -258};
    float *out;
    cudaMallocManaged(&out, 20 * sizeof(float));
    halves<<<1, 1>>>(out);
    bfloats<<<1, 1>>>(out + 10);
    if (cudaGetLastError() != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess) {
        printf("the kernels do not run\n");
        return 1;
    }
    bool right = check("half", out, first) && check("bfloat16", out + 10, second);
    right = right && __bfloat162float(__ll2bfloat16_rn((1ll << 62) + (1ll << 54) + 1)) == second[6];
    if (right)
        printf("right\n");
    return !right;
}
