/* CUDA's DPX functions for dynamic programming: maxima and minima of sums and numbers, of 32 bits or two times 16, on
 * host and device. Sums wrap; `_relu` clamps at zero; functions with `b` also return whether the first operand was selected. */
#ifndef HIP_DEVICE_DPX_H
#define HIP_DEVICE_DPX_H

namespace hip_detail {

struct dpx_max { template <typename T> static __host__ __device__ T of(T a, T b) { return a < b ? b : a; } };
struct dpx_min { template <typename T> static __host__ __device__ T of(T a, T b) { return b < a ? b : a; } };

/* Operation on a, b and c: one half or the whole word. */
template <typename Of> struct dpx_sum {
    template <typename T> static __host__ __device__ T of(T a, T b, T c)
    {
        return Of::of(static_cast<T>(static_cast<unsigned int>(a) + static_cast<unsigned int>(b)), c);
    }
};
template <typename Of> struct dpx_three {
    template <typename T> static __host__ __device__ T of(T a, T b, T c) { return Of::of(Of::of(a, b), c); }
};
template <typename Of> struct dpx_two {
    template <typename T> static __host__ __device__ T of(T a, T b, T) { return Of::of(a, b); }
};
template <typename What> struct dpx_relu {
    template <typename T> static __host__ __device__ T of(T a, T b, T c) { return dpx_max::of(What::of(a, b, c), static_cast<T>(0)); }
};

/* The same for both halves of words. */
template <typename What, typename T> static inline __host__ __device__ unsigned int dpx_halves(unsigned int a, unsigned int b, unsigned int c)
{
    T low = What::of(static_cast<T>(a), static_cast<T>(b), static_cast<T>(c));
    T high = What::of(static_cast<T>(a >> 16), static_cast<T>(b >> 16), static_cast<T>(c >> 16));
    return static_cast<unsigned int>(static_cast<unsigned short>(high)) << 16 | static_cast<unsigned short>(low);
}

}

#define __HIP_SOFT_DPX static inline __host__ __device__

#define __HIP_SOFT_DPX_OF_THREE(name, What) \
    __HIP_SOFT_DPX int name##_s32(int a, int b, int c) { return hip_detail::What::of(a, b, c); } \
    __HIP_SOFT_DPX unsigned int name##_u32(unsigned int a, unsigned int b, unsigned int c) { return hip_detail::What::of(a, b, c); } \
    __HIP_SOFT_DPX unsigned int name##_s16x2(unsigned int a, unsigned int b, unsigned int c) \
    { return hip_detail::dpx_halves<hip_detail::What, short>(a, b, c); } \
    __HIP_SOFT_DPX unsigned int name##_u16x2(unsigned int a, unsigned int b, unsigned int c) \
    { return hip_detail::dpx_halves<hip_detail::What, unsigned short>(a, b, c); } \
    __HIP_SOFT_DPX int name##_s32_relu(int a, int b, int c) { return hip_detail::dpx_relu<hip_detail::What>::of(a, b, c); } \
    __HIP_SOFT_DPX unsigned int name##_s16x2_relu(unsigned int a, unsigned int b, unsigned int c) \
    { return hip_detail::dpx_halves<hip_detail::dpx_relu<hip_detail::What>, short>(a, b, c); }
__HIP_SOFT_DPX_OF_THREE(__viaddmax, dpx_sum<hip_detail::dpx_max>)
__HIP_SOFT_DPX_OF_THREE(__viaddmin, dpx_sum<hip_detail::dpx_min>)
__HIP_SOFT_DPX_OF_THREE(__vimax3, dpx_three<hip_detail::dpx_max>)
__HIP_SOFT_DPX_OF_THREE(__vimin3, dpx_three<hip_detail::dpx_min>)
#undef __HIP_SOFT_DPX_OF_THREE

#define __HIP_SOFT_DPX_OF_TWO(max, compare) \
    __HIP_SOFT_DPX int __vi##max##_s32_relu(int a, int b) \
    { return hip_detail::dpx_relu<hip_detail::dpx_two<hip_detail::dpx_##max>>::of(a, b, 0); } \
    __HIP_SOFT_DPX unsigned int __vi##max##_s16x2_relu(unsigned int a, unsigned int b) \
    { return hip_detail::dpx_halves<hip_detail::dpx_relu<hip_detail::dpx_two<hip_detail::dpx_##max>>, short>(a, b, 0); } \
    __HIP_SOFT_DPX int __vib##max##_s32(int a, int b, bool *first) \
    { \
        *first = a compare b; \
        return hip_detail::dpx_##max::of(a, b); \
    } \
    __HIP_SOFT_DPX unsigned int __vib##max##_u32(unsigned int a, unsigned int b, bool *first) \
    { \
        *first = a compare b; \
        return hip_detail::dpx_##max::of(a, b); \
    } \
    __HIP_SOFT_DPX unsigned int __vib##max##_s16x2(unsigned int a, unsigned int b, bool *first_high, bool *first_low) \
    { \
        *first_high = static_cast<short>(a >> 16) compare static_cast<short>(b >> 16); \
        *first_low = static_cast<short>(a) compare static_cast<short>(b); \
        return hip_detail::dpx_halves<hip_detail::dpx_two<hip_detail::dpx_##max>, short>(a, b, 0); \
    } \
    __HIP_SOFT_DPX unsigned int __vib##max##_u16x2(unsigned int a, unsigned int b, bool *first_high, bool *first_low) \
    { \
        *first_high = (a >> 16) compare (b >> 16); \
        *first_low = (a & 0xffff) compare (b & 0xffff); \
        return hip_detail::dpx_halves<hip_detail::dpx_two<hip_detail::dpx_##max>, unsigned short>(a, b, 0); \
    }
__HIP_SOFT_DPX_OF_TWO(max, >=)
__HIP_SOFT_DPX_OF_TWO(min, <=)
#undef __HIP_SOFT_DPX_OF_TWO
#undef __HIP_SOFT_DPX

#endif
