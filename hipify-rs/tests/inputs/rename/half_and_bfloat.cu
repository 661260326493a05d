#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_fp8.h>

__global__ void convert(const float *in, __half *h, __nv_bfloat16 *b, __nv_fp8_e4m3 *q, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    h[i] = __float2half_rn(in[i]);
    b[i] = __float2bfloat16(in[i]);
    q[i] = __nv_fp8_e4m3(in[i]);
    __half2 two = __halves2half2(h[i], h[i]);
    __nv_bfloat162 pair = __halves2bfloat162(b[i], b[i]);
    h[i] = __hadd(__low2half(two), __high2half(two));
    __nv_fp8_storage_t s = __nv_cvt_float_to_fp8(in[i], __NV_SATFINITE, __NV_E5M2);
}
