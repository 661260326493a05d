// Every function of halves and of bfloat16s. The test compiles it and lowers each kernel; none is run.
#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

__global__ void halves(__half *p, __half2 *pp, int *out)
{
    __half t = *p;
    __half2 q = *pp;
    int i = *out;
    t = hsqrt(t) + hrsqrt(t) + hrcp(t) + hexp(t) + hexp2(t) + hexp10(t) + hlog(t) + hlog2(t) + hlog10(t) + hsin(t) + hcos(t) + htanh(t);
    t = hceil(t) * hfloor(t) / hrint(t) - htrunc(t);
    q = h2sqrt(q) + h2rsqrt(q) + h2rcp(q) + h2exp(q) + h2exp2(q) + h2log(q) + h2sin(q) + h2cos(q) + h2ceil(q) + h2floor(q);
    t = __hadd(t, t) + __hsub(t, t) + __hmul(t, t) + __hdiv(t, t) + __hfma(t, t, t) + __hneg(t) + __habs(t) - t;
    q = __hadd2(q, q) + __hsub2(q, q) + __hmul2(q, q) + __h2div(q, q) + __hfma2(q, q, q) + __hneg2(q) + __habs2(q);
    t = __hadd_sat(t, t) + __hsub_sat(t, t) + __hmul_sat(t, t) + __hfma_sat(t, t, t) + __hfma_relu(t, t, t);
    q = __hadd2_sat(q, q) + __hsub2_sat(q, q) + __hmul2_sat(q, q) + __hfma2_sat(q, q, q) + __hfma2_relu(q, q, q);
    t = __hmax(t, t) + __hmin(t, t) + __hmax_nan(t, t) + __hmin_nan(t, t);
    q = __hmax2(q, q) + __hmin2(q, q) + __hmax2_nan(q, q) + __hmin2_nan(q, q);
    i += __heq(t, t) + __hne(t, t) + __hlt(t, t) + __hle(t, t) + __hgt(t, t) + __hge(t, t) + (t == t) + (t < t);
    i += __hequ(t, t) + __hneu(t, t) + __hltu(t, t) + __hleu(t, t) + __hgtu(t, t) + __hgeu(t, t) + __hisnan(t) + __hisinf(t);
    q = __heq2(q, q) + __hne2(q, q) + __hlt2(q, q) + __hle2(q, q) + __hgt2(q, q) + __hge2(q, q) + __hisnan2(q);
    q = __hequ2(q, q) + __hneu2(q, q) + __hltu2(q, q) + __hleu2(q, q) + __hgtu2(q, q) + __hgeu2(q, q);
    i += __hbeq2(q, q) + __hbne2(q, q) + __hblt2(q, q) + __hble2(q, q) + __hbgt2(q, q) + __hbge2(q, q);
    i += __hbequ2(q, q) + __hbneu2(q, q) + __hbltu2(q, q) + __hbleu2(q, q) + __hbgtu2(q, q) + __hbgeu2(q, q);
    i += __heq2_mask(q, q) + __hltu2_mask(q, q) + (int)__low2float(q) + (int)__high2float(q);
    t = __shfl_sync(~0u, t, 1) + __shfl_up_sync(~0u, t, 1) + __shfl_down_sync(~0u, t, 1) + __shfl_xor_sync(~0u, t, 1) + __shfl(t, 1);
    q = __shfl_sync(~0u, q, 1) + __shfl_up_sync(~0u, q, 1) + __shfl_down_sync(~0u, q, 1) + __shfl_xor_sync(~0u, q, 1);
    t += atomicAdd(p, t) + __ldg(p) + unsafeAtomicAdd(p, t);
    q += atomicAdd(pp, q) + __ldg(pp) + __lowhigh2highlow(q);
    i += (int)__half2int_rn(t);
    i += (int)__half2int_rz(t);
    i += (int)__half2int_rd(t);
    i += (int)__half2int_ru(t);
    i += (int)__half2uint_rn(t);
    i += (int)__half2uint_rz(t);
    i += (int)__half2uint_rd(t);
    i += (int)__half2uint_ru(t);
    i += (int)__half2short_rn(t);
    i += (int)__half2short_rz(t);
    i += (int)__half2short_rd(t);
    i += (int)__half2short_ru(t);
    i += (int)__half2ushort_rn(t);
    i += (int)__half2ushort_rz(t);
    i += (int)__half2ushort_rd(t);
    i += (int)__half2ushort_ru(t);
    i += (int)__half2ll_rn(t);
    i += (int)__half2ll_rz(t);
    i += (int)__half2ll_rd(t);
    i += (int)__half2ll_ru(t);
    i += (int)__half2ull_rn(t);
    i += (int)__half2ull_rz(t);
    i += (int)__half2ull_rd(t);
    i += (int)__half2ull_ru(t);
    t += __float2half(1.0f) + __float2half_rn(1.0f) + __float2half_rd(1.0f) + __float2half_ru(1.0f) + __float2half_rz(1.0f);
    t += __int2half_rd(i) + __int2half_ru(i) + __int2half_rz(i) + __uint2half_rd(i) + __uint2half_ru(i) + __uint2half_rz(i);
    t += __short2half_rd(i) + __short2half_ru(i) + __short2half_rz(i) + __ushort2half_rd(i) + __ushort2half_ru(i);
    t += __ushort2half_rz(i) + __ll2half_rd(i) + __ll2half_ru(i) + __ll2half_rz(i) + __ull2half_rd(i) + __ull2half_ru(i);
    t += __ull2half_rz(i);
    t += __double2half(1.0) + __int2half_rn(i) + __uint2half_rn(i) + __short2half_rn(i) + __ushort2half_rn(i) + __ll2half_rn(i) + __ull2half_rn(i);
    t += __ushort_as_half(__half_as_ushort(t)) + __short_as_half(__half_as_short(t)) + __low2half(q) + __high2half(q);
    q += __halves2half2(t, t) + __half2half2(t) + __float2half2_rn(1.0f) + __floats2half2_rn(1.0f, 2.0f) + __low2half2(q);
    q += __float22half2_rn(__half22float2(q)) + __lows2half2(q, q) + __highs2half2(q, q) + __high2half2(q);
    *p = t;
    *pp = q;
    *out = i;
}

__global__ void bfloats(__hip_bfloat16 *p, __hip_bfloat162 *pp, int *out)
{
    __hip_bfloat16 t = *p;
    __hip_bfloat162 q = *pp;
    int i = *out;
    t = hsqrt(t) + hrsqrt(t) + hrcp(t) + hexp(t) + hexp2(t) + hexp10(t) + hlog(t) + hlog2(t) + hlog10(t) + hsin(t) + hcos(t) + htanh(t);
    t = hceil(t) * hfloor(t) / hrint(t) - htrunc(t);
    q = h2sqrt(q) + h2rsqrt(q) + h2rcp(q) + h2exp(q) + h2exp2(q) + h2log(q) + h2sin(q) + h2cos(q) + h2ceil(q) + h2floor(q);
    t = __hadd(t, t) + __hsub(t, t) + __hmul(t, t) + __hdiv(t, t) + __hfma(t, t, t) + __hneg(t) + __habs(t) - t;
    q = __hadd2(q, q) + __hsub2(q, q) + __hmul2(q, q) + __h2div(q, q) + __hfma2(q, q, q) + __hneg2(q) + __habs2(q);
    t = __hadd_sat(t, t) + __hsub_sat(t, t) + __hmul_sat(t, t) + __hfma_sat(t, t, t) + __hfma_relu(t, t, t);
    q = __hadd2_sat(q, q) + __hsub2_sat(q, q) + __hmul2_sat(q, q) + __hfma2_sat(q, q, q) + __hfma2_relu(q, q, q);
    t = __hmax(t, t) + __hmin(t, t) + __hmax_nan(t, t) + __hmin_nan(t, t);
    q = __hmax2(q, q) + __hmin2(q, q) + __hmax2_nan(q, q) + __hmin2_nan(q, q);
    i += __heq(t, t) + __hne(t, t) + __hlt(t, t) + __hle(t, t) + __hgt(t, t) + __hge(t, t) + (t == t) + (t < t);
    i += __hequ(t, t) + __hneu(t, t) + __hltu(t, t) + __hleu(t, t) + __hgtu(t, t) + __hgeu(t, t) + __hisnan(t) + __hisinf(t);
    q = __heq2(q, q) + __hne2(q, q) + __hlt2(q, q) + __hle2(q, q) + __hgt2(q, q) + __hge2(q, q) + __hisnan2(q);
    q = __hequ2(q, q) + __hneu2(q, q) + __hltu2(q, q) + __hleu2(q, q) + __hgtu2(q, q) + __hgeu2(q, q);
    i += __hbeq2(q, q) + __hbne2(q, q) + __hblt2(q, q) + __hble2(q, q) + __hbgt2(q, q) + __hbge2(q, q);
    i += __hbequ2(q, q) + __hbneu2(q, q) + __hbltu2(q, q) + __hbleu2(q, q) + __hbgtu2(q, q) + __hbgeu2(q, q);
    i += __heq2_mask(q, q) + __hltu2_mask(q, q) + (int)__low2float(q) + (int)__high2float(q);
    t = __shfl_sync(~0u, t, 1) + __shfl_up_sync(~0u, t, 1) + __shfl_down_sync(~0u, t, 1) + __shfl_xor_sync(~0u, t, 1) + __shfl(t, 1);
    q = __shfl_sync(~0u, q, 1) + __shfl_up_sync(~0u, q, 1) + __shfl_down_sync(~0u, q, 1) + __shfl_xor_sync(~0u, q, 1);
    t += atomicAdd(p, t) + __ldg(p) + unsafeAtomicAdd(p, t);
    q += atomicAdd(pp, q) + __ldg(pp) + __lowhigh2highlow(q);
    i += (int)__bfloat162int_rn(t);
    i += (int)__bfloat162int_rz(t);
    i += (int)__bfloat162int_rd(t);
    i += (int)__bfloat162int_ru(t);
    i += (int)__bfloat162uint_rn(t);
    i += (int)__bfloat162uint_rz(t);
    i += (int)__bfloat162uint_rd(t);
    i += (int)__bfloat162uint_ru(t);
    i += (int)__bfloat162short_rn(t);
    i += (int)__bfloat162short_rz(t);
    i += (int)__bfloat162short_rd(t);
    i += (int)__bfloat162short_ru(t);
    i += (int)__bfloat162ushort_rn(t);
    i += (int)__bfloat162ushort_rz(t);
    i += (int)__bfloat162ushort_rd(t);
    i += (int)__bfloat162ushort_ru(t);
    i += (int)__bfloat162ll_rn(t);
    i += (int)__bfloat162ll_rz(t);
    i += (int)__bfloat162ll_rd(t);
    i += (int)__bfloat162ll_ru(t);
    i += (int)__bfloat162ull_rn(t);
    i += (int)__bfloat162ull_rz(t);
    i += (int)__bfloat162ull_rd(t);
    i += (int)__bfloat162ull_ru(t);
    t += __float2bfloat16(1.0f) + __float2bfloat16_rn(1.0f) + __float2bfloat16_rd(1.0f) + __float2bfloat16_ru(1.0f);
    t += __float2bfloat16_rz(1.0f) + __double2bfloat16(1.0) + __int2bfloat16_rn(i) + __uint2bfloat16_rn(i) + __short2bfloat16_rn(i);
    t += __ushort_as_bfloat16(__bfloat16_as_ushort(t)) + __short_as_bfloat16(__bfloat16_as_short(t)) + __ushort2bfloat16_rn(i);
    q += __halves2bfloat162(t, t) + __bfloat162bfloat162(t) + __float2bfloat162_rn(1.0f) + __floats2bfloat162_rn(1.0f, 2.0f);
    q += __float22bfloat162_rn(__bfloat1622float2(q)) + __lows2bfloat162(q, q) + __highs2bfloat162(q, q) + __low2bfloat162(q);
    t += __low2bfloat16(q) + __high2bfloat16(q); i += (int)__bfloat162float(t);
    *p = t;
    *pp = q;
    *out = i;
}
