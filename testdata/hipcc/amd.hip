// AMD's portable builtins, fields of bits, numbers of 8 and 4 bits, components as an array. The test compiles it and lowers the
// kernels; none is run.
#include <hip/amd_detail/amd_hip_runtime.h>
#include <hip/amd_detail/host_defines.h>
#include <hip/hip_bfloat16.h>
#include <hip/hip_ext.h>
#include <hip/hip_fp4.h>
#include <hip/hip_fp8.h>

__global__ void builtins(int *p, float *f)
{
    int i = p[0], lane = static_cast<int>(__builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0)));
    i += static_cast<int>(__builtin_amdgcn_workitem_id_x() + __builtin_amdgcn_workgroup_id_y() + __builtin_amdgcn_workgroup_size_z());
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_wave_barrier();
    __builtin_amdgcn_s_sleep(1);
    __builtin_amdgcn_s_waitcnt(0);
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "agent");
    __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "");
    i += __builtin_amdgcn_readfirstlane(i) + __builtin_amdgcn_readlane(i, 3);
    i += __builtin_amdgcn_ds_bpermute(lane * 4, i) + __builtin_amdgcn_ds_permute(lane * 4, i) + __builtin_amdgcn_ds_swizzle(i, 0x041f);
    i += __builtin_amdgcn_mov_dpp(i, 0xb1, 15, 15, false) + __builtin_amdgcn_update_dpp(0, i, 0x111, 15, 15, true);
    i += static_cast<int>(__builtin_amdgcn_ballot_w32(i > 0) + __builtin_amdgcn_read_exec() + __builtin_amdgcn_perm(1u, 2u, 0x03020100u));
    i += __lastbit_u32_u32(8u) + __lastbit_u32_u64(8ull) + static_cast<int>(__ballot64(i));
    i += static_cast<int>(__bitextract_u32(7u, 1, 2) + __bitinsert_u32(1u, 2u, 3, 4) + __bitextract_u64(9ull, 1, 3) + __bitinsert_u64(1ull, 2ull, 3, 4));
    p[lane] = i + __builtin_amdgcn_sbfe(i, 4, 4) + static_cast<int>(__builtin_amdgcn_ubfe(7u, 0, 2));
    f[lane] = __builtin_amdgcn_rcpf(f[0]) + __builtin_amdgcn_fmed3f(f[1], f[2], f[3]);
}

__global__ void tiny(float *p, float4 *vectors, int place)
{
    __hip_fp8_e4m3 a(p[0]);
    __hip_fp8x2_e5m2 b(make_float2(p[0], p[1]));
    __hip_fp8x4_e4m3_fnuz c(make_float4(p[0], p[1], p[2], p[3]));
    __hip_fp4x2_e2m1 d(make_float2(p[0], p[1]));
    __half half = __hip_cvt_fp8_to_halfraw(__hip_cvt_double_to_fp8(p[1], __HIP_NOSAT, __HIP_E5M2), __HIP_E5M2);
    vectors->data[place] = static_cast<float>(a) + static_cast<float2>(b).y + static_cast<float4>(c).w + static_cast<float2>(d).x;
    uint3 three = {1, 2, 3};
    three.data[place] += three.data[1];
    vectors[0].data[0] += static_cast<float>(three.x);
    vectors[1].data[0] += static_cast<float>(half) + static_cast<float>(hip_bfloat16(p[2]));
}

static_assert(sizeof(hipLaunchParm) == sizeof(int), "the first parameter of old kernels");
static_assert(__HIP_E4M3 == 2 && __AMDGCN_WAVEFRONT_SIZE == 32 && hipHostAllocUncached == hipHostMallocUncached, "AMD's names");
HIP_MEMSET_NODE_PARAMS parameters;
hipStreamAttrValue value;
