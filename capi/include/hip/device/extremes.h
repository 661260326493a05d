/* `min` and `max` of any two numbers, in kernels and, as CUDA's compiler has it, on the host. Of floating-point numbers they
 * are `fmin` and `fmax`: a NaN loses. */
#ifndef HIP_DEVICE_EXTREMES_H
#define HIP_DEVICE_EXTREMES_H

namespace hip_detail {
template <bool Condition> struct enabled {};
template <> struct enabled<true> { using yes = void; };
template <typename T> struct number { static constexpr bool value = __is_arithmetic(T); };
}

#define __HIP_SOFT_EXTREME(name, less, single, twice) \
    template <typename A, typename B, \
              typename = typename hip_detail::enabled<hip_detail::number<A>::value && hip_detail::number<B>::value>::yes> \
    static inline __host__ __device__ auto name(A a, B b) -> decltype(a + b) \
    { \
        using T = decltype(a + b); \
        T x = static_cast<T>(a), y = static_cast<T>(b); \
        if constexpr (__is_floating_point(T) && sizeof(T) == sizeof(float)) \
            return single(x, y); \
        else if constexpr (__is_floating_point(T)) \
            return twice(x, y); \
        else \
            return less ? x : y; \
    }
__HIP_SOFT_EXTREME(min, x < y, __builtin_fminf, __builtin_fmin)
__HIP_SOFT_EXTREME(max, y < x, __builtin_fmaxf, __builtin_fmax)
#undef __HIP_SOFT_EXTREME

#endif
