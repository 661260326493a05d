/* Clang's builtin functions for AMD's devices, for 32 lanes: those that are not specific to a chip.
 *
 * Inactive lanes have no value: AMD's devices would read their last one, here the reading lane keeps its own. */
#ifndef HIP_DEVICE_AMD_BUILTINS_H
#define HIP_DEVICE_AMD_BUILTINS_H

/* Macros for AMD's libraries: without them rocPRIM and hipCUB use AMD's instructions. */
#ifndef __AMDGCN_WAVEFRONT_SIZE
#define __AMDGCN_WAVEFRONT_SIZE 32
#endif
#ifndef __AMDGCN_WAVEFRONT_SIZE__
#define __AMDGCN_WAVEFRONT_SIZE__ 32
#endif
#ifndef ROCPRIM_DISABLE_DPP
#define ROCPRIM_DISABLE_DPP 1
#endif
#ifndef ROCPRIM_THREAD_LOAD_USE_CACHE_MODIFIERS
#define ROCPRIM_THREAD_LOAD_USE_CACHE_MODIFIERS 0
#endif
#ifndef ROCPRIM_THREAD_STORE_USE_CACHE_MODIFIERS
#define ROCPRIM_THREAD_STORE_USE_CACHE_MODIFIERS 0
#endif
/* In GNU's dialects (-std=gnu++17, the default) 128-bit integers are integers to the standard library, too:
   hipCUB 3.3 has two definitions of their sort keys there, and does not compile. */
#if !defined(__STRICT_ANSI__) && !defined(HIPCUB_IS_INT128_ENABLED)
#define HIPCUB_IS_INT128_ENABLED 0
#endif
#ifndef HIPCUB_THREAD_LOAD_USE_CACHE_MODIFIERS
#define HIPCUB_THREAD_LOAD_USE_CACHE_MODIFIERS 0
#endif
#ifndef HIPCUB_THREAD_STORE_USE_CACHE_MODIFIERS
#define HIPCUB_THREAD_STORE_USE_CACHE_MODIFIERS 0
#endif

#define __HIP_SOFT_AMD static inline __device__

/* Indices of a thread. */
__HIP_SOFT_AMD unsigned int __builtin_amdgcn_workitem_id_x() { return threadIdx.x; }
__HIP_SOFT_AMD unsigned int __builtin_amdgcn_workitem_id_y() { return threadIdx.y; }
__HIP_SOFT_AMD unsigned int __builtin_amdgcn_workitem_id_z() { return threadIdx.z; }
__HIP_SOFT_AMD unsigned int __builtin_amdgcn_workgroup_id_x() { return blockIdx.x; }
__HIP_SOFT_AMD unsigned int __builtin_amdgcn_workgroup_id_y() { return blockIdx.y; }
__HIP_SOFT_AMD unsigned int __builtin_amdgcn_workgroup_id_z() { return blockIdx.z; }
__HIP_SOFT_AMD unsigned int __builtin_amdgcn_workgroup_size_x() { return blockDim.x; }
__HIP_SOFT_AMD unsigned int __builtin_amdgcn_workgroup_size_y() { return blockDim.y; }
__HIP_SOFT_AMD unsigned int __builtin_amdgcn_workgroup_size_z() { return blockDim.z; }
__HIP_SOFT_AMD unsigned int __builtin_amdgcn_grid_size_x() { return gridDim.x * blockDim.x; }
__HIP_SOFT_AMD unsigned int __builtin_amdgcn_grid_size_y() { return gridDim.y * blockDim.y; }
__HIP_SOFT_AMD unsigned int __builtin_amdgcn_grid_size_z() { return gridDim.z * blockDim.z; }
__HIP_SOFT_AMD unsigned int __builtin_amdgcn_wavefrontsize() { return 32; }

/* Barriers, fences, sleep, clocks. */
__HIP_SOFT_AMD void __builtin_amdgcn_s_barrier() { __syncthreads(); }
__HIP_SOFT_AMD void __builtin_amdgcn_wave_barrier() { __syncwarp(__activemask()); }
__HIP_SOFT_AMD void __builtin_amdgcn_s_waitcnt(int) { __threadfence_block(); }
__HIP_SOFT_AMD void __builtin_amdgcn_sched_barrier(int) {}
__HIP_SOFT_AMD void __builtin_amdgcn_s_setprio(short) {}
__HIP_SOFT_AMD void __builtin_amdgcn_s_sleep(int units)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
    /* A unit is 64 cycles. */
    __nanosleep(32 * static_cast<unsigned int>(units));
#else
    (void)units;
#endif
}
__HIP_SOFT_AMD unsigned long __builtin_amdgcn_s_memtime() { return static_cast<unsigned long>(clock64()); }
__HIP_SOFT_AMD unsigned long __builtin_amdgcn_s_memrealtime() { return static_cast<unsigned long>(clock64()); }
__HIP_SOFT_AMD void __builtin_amdgcn_endpgm() { __asm__ volatile("exit;"); }
__HIP_SOFT_AMD void __builtin_amdgcn_fence(unsigned int, const char *scope)
{
    /* "wavefront", "workgroup", "agent", or "" for the system. */
    if (*scope == 'w')
        __threadfence_block();
    else if (*scope == 'a')
        __threadfence();
    else
        __threadfence_system();
}
__HIP_SOFT_AMD bool __builtin_amdgcn_is_shared(const void *pointer) { return __isShared(pointer) != 0; }
__HIP_SOFT_AMD bool __builtin_amdgcn_is_private(const void *pointer) { return __isLocal(pointer) != 0; }

/* Lanes. */
__HIP_SOFT_AMD unsigned int __builtin_amdgcn_mbcnt_lo(unsigned int mask, unsigned int base)
{
    return base + static_cast<unsigned int>(__popc(mask & ((1u << __lane_id()) - 1)));
}
__HIP_SOFT_AMD unsigned int __builtin_amdgcn_mbcnt_hi(unsigned int, unsigned int base) { return base; }
__HIP_SOFT_AMD unsigned int __builtin_amdgcn_ballot_w32(bool predicate) { return __ballot_sync(__activemask(), predicate); }
__HIP_SOFT_AMD unsigned long __builtin_amdgcn_ballot_w64(bool predicate) { return __ballot_sync(__activemask(), predicate); }
__HIP_SOFT_AMD unsigned long __builtin_amdgcn_read_exec() { return __activemask(); }
__HIP_SOFT_AMD unsigned int __builtin_amdgcn_read_exec_lo() { return __activemask(); }
__HIP_SOFT_AMD unsigned int __builtin_amdgcn_read_exec_hi() { return 0; }
__HIP_SOFT_AMD int __builtin_amdgcn_readlane(int value, int lane) { return __shfl_sync(__activemask(), value, lane & 31); }
__HIP_SOFT_AMD int __builtin_amdgcn_readfirstlane(int value)
{
    unsigned int here = __activemask();
    return __shfl_sync(here, value, __ffs(static_cast<int>(here)) - 1);
}
/* Reads from the lane with a number, times four. */
__HIP_SOFT_AMD int __builtin_amdgcn_ds_bpermute(int address, int value)
{
    return __shfl_sync(__activemask(), value, address >> 2 & 31);
}
/* Writes to the lane with a number, times four. The last of several writers wins; without one the result is 0. */
__HIP_SOFT_AMD int __builtin_amdgcn_ds_permute(int address, int value)
{
    unsigned int here = __activemask();
    int result = 0, self = static_cast<int>(__lane_id());
    for (unsigned int rest = here; rest != 0; rest &= rest - 1) {
        int from = __ffs(static_cast<int>(rest)) - 1;
        int given = __shfl_sync(here, value, from), to = __shfl_sync(here, address, from) >> 2 & 31;
        result = to == self ? given : result;
    }
    return result;
}

namespace hip_detail {
/* Value of another lane; `otherwise` if it is inactive. */
__HIP_SOFT_AMD int from_lane(int value, int lane, bool exists, int otherwise)
{
    unsigned int here = __activemask();
    int given = __shfl_sync(here, value, lane & 31);
    return exists && (here >> (lane & 31) & 1) != 0 ? given : otherwise;
}
}

/* Permutes four lanes by a table, or 32 by masks of lane numbers. */
__HIP_SOFT_AMD int __builtin_amdgcn_ds_swizzle(int value, int pattern)
{
    int self = static_cast<int>(__lane_id()), lane;
    if ((pattern & 0x8000) != 0)
        lane = (self & ~3) | (pattern >> 2 * (self & 3) & 3);
    else
        lane = ((self & pattern) | pattern >> 5) ^ pattern >> 10;
    return hip_detail::from_lane(value, lane & 31, true, 0);
}

/* Moves between lanes of a row of 16, or between rows; `old` for lanes that are masked out or have no source. */
__HIP_SOFT_AMD int __builtin_amdgcn_update_dpp(int old, int value, int control, int row_mask, int bank_mask, bool bound)
{
    int self = static_cast<int>(__lane_id()), row = self & ~15, place = self & 15, step = control & 15, lane = self;
    bool exists = true;
    if (control < 0x100) {
        lane = (self & ~3) | (control >> 2 * (self & 3) & 3);
    } else if (control < 0x110) {
        lane = self + step;
        exists = place + step < 16;
    } else if (control < 0x120) {
        lane = self - step;
        exists = place >= step;
    } else if (control < 0x130) {
        lane = row | ((place - step) & 15);
    } else if (control == 0x130) {
        lane = self + 1;
        exists = lane < 32;
    } else if (control == 0x134) {
        lane = (self + 1) & 31;
    } else if (control == 0x138) {
        lane = self - 1;
        exists = self > 0;
    } else if (control == 0x13c) {
        lane = (self - 1) & 31;
    } else if (control == 0x140) {
        lane = row | (15 - place);
    } else if (control == 0x141) {
        lane = (self & ~7) | (7 - (self & 7));
    } else if (control == 0x142) {
        lane = 15;
        exists = self >= 16;
    } else if (control == 0x143) {
        exists = false;
    } else if (control < 0x160) {
        lane = row | step;
    } else {
        lane = row | (place ^ step);
    }
    int given = hip_detail::from_lane(value, lane, exists, bound ? 0 : old);
    /* Broadcasts without a source lane keep the old value. */
    if ((control == 0x142 || control == 0x143) && !exists)
        given = old;
    bool is_meant = (row_mask >> (self >> 4) & 1) != 0 && (bank_mask >> (place >> 2) & 1) != 0;
    return is_meant ? given : old;
}
__HIP_SOFT_AMD int __builtin_amdgcn_mov_dpp(int value, int control, int row_mask, int bank_mask, bool bound)
{
    return __builtin_amdgcn_update_dpp(value, value, control, row_mask, bank_mask, bound);
}

/* Place of the lowest bit that is set; -1 if none is. */
__HIP_SOFT_AMD int __lastbit_u32_u32(unsigned int bits) { return __ffs(static_cast<int>(bits)) - 1; }
__HIP_SOFT_AMD int __lastbit_u32_u64(unsigned long long bits) { return __ffsll(static_cast<long long>(bits)) - 1; }

/* Bit fields, by offset and width. */
__HIP_SOFT_AMD unsigned int __bitextract_u32(unsigned int bits, unsigned int offset, unsigned int width)
{
    offset &= 31;
    width &= 31;
    return bits >> offset & ((1u << width) - 1);
}
__HIP_SOFT_AMD unsigned long long __bitextract_u64(unsigned long long bits, unsigned int offset, unsigned int width)
{
    offset &= 63;
    width &= 63;
    return bits >> offset & ((1ull << width) - 1);
}
__HIP_SOFT_AMD unsigned int __bitinsert_u32(unsigned int bits, unsigned int field, unsigned int offset, unsigned int width)
{
    unsigned int mask = (1u << (width & 31)) - 1;
    offset &= 31;
    return (bits & ~(mask << offset)) | (field & mask) << offset;
}
__HIP_SOFT_AMD unsigned long long __bitinsert_u64(unsigned long long bits, unsigned long long field, unsigned int offset,
                                                  unsigned int width)
{
    unsigned long long mask = (1ull << (width & 63)) - 1;
    offset &= 63;
    return (bits & ~(mask << offset)) | (field & mask) << offset;
}
__HIP_SOFT_AMD unsigned int __builtin_amdgcn_ubfe(unsigned int bits, unsigned int offset, unsigned int width)
{
    return __bitextract_u32(bits, offset, width);
}
__HIP_SOFT_AMD int __builtin_amdgcn_sbfe(int bits, unsigned int offset, unsigned int width)
{
    width &= 31;
    unsigned int field = __bitextract_u32(static_cast<unsigned int>(bits), offset, width);
    return width == 0 ? 0 : static_cast<int>(field << (32 - width)) >> (32 - width);
}
__HIP_SOFT_AMD unsigned int __builtin_amdgcn_alignbit(unsigned int high, unsigned int low, unsigned int shift)
{
    return static_cast<unsigned int>((static_cast<unsigned long long>(high) << 32 | low) >> (shift & 31));
}
__HIP_SOFT_AMD unsigned int __builtin_amdgcn_alignbyte(unsigned int high, unsigned int low, unsigned int bytes)
{
    return __builtin_amdgcn_alignbit(high, low, 8 * (bytes & 3));
}
/* Selects bytes of two words; selector 12 gives 0, larger ones 255. */
__HIP_SOFT_AMD unsigned int __builtin_amdgcn_perm(unsigned int high, unsigned int low, unsigned int selectors)
{
    unsigned long long words = static_cast<unsigned long long>(high) << 32 | low;
    unsigned int result = 0;
    for (int n = 0; n < 32; n += 8) {
        unsigned int from = selectors >> n & 0xff;
        unsigned int byte = from < 8 ? words >> 8 * from & 0xff
                          : from < 12 ? (words >> (16 * (from - 8) + 15) & 1) * 0xff
                                      : from == 12 ? 0 : 0xff;
        result |= byte << n;
    }
    return result;
}

/* Approximate functions; exact here. */
__HIP_SOFT_AMD float __builtin_amdgcn_rcpf(float x) { return 1.0f / x; }
__HIP_SOFT_AMD double __builtin_amdgcn_rcp(double x) { return 1.0 / x; }
__HIP_SOFT_AMD float __builtin_amdgcn_rsqf(float x) { return rsqrtf(x); }
__HIP_SOFT_AMD double __builtin_amdgcn_rsq(double x) { return rsqrt(x); }
__HIP_SOFT_AMD float __builtin_amdgcn_sqrtf(float x) { return sqrtf(x); }
__HIP_SOFT_AMD float __builtin_amdgcn_exp2f(float x) { return exp2f(x); }
__HIP_SOFT_AMD float __builtin_amdgcn_logf(float x) { return log2f(x); }
__HIP_SOFT_AMD float __builtin_amdgcn_fractf(float x) { return x - floorf(x); }
__HIP_SOFT_AMD float __builtin_amdgcn_fmed3f(float a, float b, float c)
{
    return fmaxf(fminf(a, b), fminf(fmaxf(a, b), c));
}

#undef __HIP_SOFT_AMD

#endif
