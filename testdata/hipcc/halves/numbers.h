// Functions over numbers of 16 bits, compiled by hipcc and by the host's compiler: both must give the same bits, and pass the
// numbers in the same registers.
#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
#include <cstdint>
#include <initializer_list>

struct Sums {
    uint64_t half, bfloat;
    bool is_directed;
};

inline void add(uint64_t &sum, uint32_t bits) { sum = sum * 6364136223846793005u + bits + 1; }

/* Place of a half among all. */
inline int rank(__half h) { return __half_as_ushort(h) & 0x8000 ? -(__half_as_ushort(h) & 0x7fff) : __half_as_ushort(h); }

#define FUNCTIONS(name) \
    __half name##_sum(__half a, __half b, float c) { return a + b * __half(c); } \
    __hip_bfloat16 name##_sum(__hip_bfloat16 a, __hip_bfloat162 b) { return a + b.x - b.y; } \
    Sums name##_sums() \
    { \
        Sums sums = {0, 0, true}; \
        for (uint32_t n = 0; n < 65536; ++n) { \
            unsigned short bits = static_cast<unsigned short>(n), other = static_cast<unsigned short>(n * 40503u); \
            __half h = __ushort_as_half(bits), i = __ushort_as_half(other); \
            __hip_bfloat16 b = __ushort_as_bfloat16(bits), c = __ushort_as_bfloat16(other); \
            uint32_t word = n << 16 | other; \
            float f; \
            __builtin_memcpy(&f, &word, sizeof f); \
            double d = f * (1 + 1e-9); \
            bool is_number = !__hisnan(h) && !__hisnan(i), is_other = !__hisnan(b) && !__hisnan(c); \
            if (is_number) { \
                float wide = __half2float(h); \
                __builtin_memcpy(&word, &wide, sizeof word); \
                add(sums.half, word); \
                for (__half result : {h + i, h - i, h * i, h / i, -h, __habs(h), __hmax(h, i), __hadd_sat(h, i)}) \
                    add(sums.half, __hisnan(result) ? 1 : __half_as_ushort(result)); \
                add(sums.half, (h < i) + 2 * (h == i) + 4 * __hgeu(h, i) + 8 * __hisinf(h)); \
                add(sums.half, static_cast<uint32_t>(__half2int_rz(h)) ^ static_cast<uint32_t>(__half2ll_rz(i))); \
            } \
            if (is_other) { \
                for (__hip_bfloat16 result : {b + c, b - c, b * c, b / c, -b, __hmin(b, c)}) \
                    add(sums.bfloat, __hisnan(result) ? 1 : __bfloat16_as_ushort(result)); \
                add(sums.bfloat, (b < c) + 2 * (b == c)); \
            } \
            if (f == f) { \
                for (__half result : {__float2half(f), __double2half(d), __ll2half_rn(int64_t(n) * n - 70000)}) \
                    add(sums.half, __half_as_ushort(result)); \
                __half down = __float2half_rd(f), up = __float2half_ru(f), zero_side = __float2half_rz(f); \
                add(sums.half, __half_as_ushort(down) << 16 | __half_as_ushort(up)); \
                sums.is_directed &= __half2float(down) <= f && f <= __half2float(up) && rank(up) - rank(down) == (__half2float(down) != f) && \
                                    __half_as_ushort(zero_side) == __half_as_ushort(f < 0 ? up : down); \
                for (__hip_bfloat16 result : {__float2bfloat16(f), __double2bfloat16(d), __int2bfloat16_rn(int(n * n))}) \
                    add(sums.bfloat, __bfloat16_as_ushort(result)); \
            } \
        } \
        return sums; \
    }
