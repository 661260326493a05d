// Numbers of 16 bits and complex numbers in kernels.
#include <cuComplex.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <cstdio>

__global__ void compute(const half *h, const half2 *pairs, const cuFloatComplex *z, float *out)
{
    out[0] = __half2float(__hfma(h[0], h[1], __float2half(0.25f)));
    half2 sum = __hmul2(__hadd2(pairs[0], pairs[1]), __float2half2_rn(2.0f));
    out[1] = __low2float(sum);
    out[2] = __high2float(sum);
    out[3] = __half2float(hsqrt(h[1]));
    out[4] = cuCabsf(cuCmulf(z[0], z[0]));
    out[5] = __hlt(h[0], h[1]) ? 1.0f : 0.0f;
    // 2048 + 1 is no half: the sum is rounded to an even one.
    out[6] = __half2float(__hadd(__float2half(2048.0f), __float2half(1.0f)));
}

int main()
{
    half *h;
    half2 *pairs;
    cuFloatComplex *z;
    float *out;
    cudaMallocManaged(&h, 2 * sizeof(half));
    cudaMallocManaged(&pairs, 2 * sizeof(half2));
    cudaMallocManaged(&z, sizeof(cuFloatComplex));
    cudaMallocManaged(&out, 7 * sizeof(float));
    h[0] = __float2half(1.5f);
    h[1] = __float2half(4.0f);
    pairs[0] = __floats2half2_rn(1.0f, 2.0f);
    pairs[1] = __floats2half2_rn(0.5f, 0.25f);
    z[0] = make_cuFloatComplex(3.0f, 4.0f);
    compute<<<1, 1>>>(h, pairs, z, out);
    bool is_right = cudaDeviceSynchronize() == cudaSuccess;
    const float wanted[7] = {6.25f, 3.0f, 4.5f, 2.0f, 25.0f, 1.0f, 2048.0f};
    for (int i = 0; i < 7; ++i) {
        if (out[i] != wanted[i])
            std::printf("out[%d] is %g, not %g\n", i, out[i], wanted[i]);
        is_right = is_right && out[i] == wanted[i];
    }
    std::printf("runtime_halves: %s\n", is_right ? "PASS" : "FAIL");
    return is_right ? 0 : 1;
}
