/* `min` and `max` of any two numbers, in kernels and, as CUDA's compiler has it, on the host. Of floating-point numbers they
 * are `fmin` and `fmax`: a NaN loses. CUDA's overloads are functions, so that they win over a program's templates; the
 * template for all other pairs loses to any of them, by its parameter pack. */
#ifndef HIP_DEVICE_EXTREMES_H
#define HIP_DEVICE_EXTREMES_H

namespace hip_detail {
template <bool Condition> struct enabled {};
template <> struct enabled<true> { using yes = void; };
template <typename T> struct number { static constexpr bool value = __is_arithmetic(T); };
}

#define __HIP_SOFT_EXTREME(name, less, single, twice) \
    template <typename A, typename B, typename... None, \
              typename = typename hip_detail::enabled<hip_detail::number<A>::value && hip_detail::number<B>::value \
                                                      && sizeof...(None) == 0>::yes> \
    static inline __host__ __device__ auto name(A a, B b, None...) -> decltype(a + b) \
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

#define __HIP_SOFT_EXTREMES(result, A, B) \
    static inline __host__ __device__ result min(A a, B b) { return min<A, B>(a, b); } \
    static inline __host__ __device__ result max(A a, B b) { return max<A, B>(a, b); }
#define __HIP_SOFT_EXTREMES_OF_INTEGERS(T) \
    __HIP_SOFT_EXTREMES(T, T, T) \
    __HIP_SOFT_EXTREMES(unsigned T, unsigned T, unsigned T) \
    __HIP_SOFT_EXTREMES(unsigned T, T, unsigned T) \
    __HIP_SOFT_EXTREMES(unsigned T, unsigned T, T)
__HIP_SOFT_EXTREMES_OF_INTEGERS(int)
__HIP_SOFT_EXTREMES_OF_INTEGERS(long)
__HIP_SOFT_EXTREMES_OF_INTEGERS(long long)
__HIP_SOFT_EXTREMES(float, float, float)
__HIP_SOFT_EXTREMES(double, double, double)
__HIP_SOFT_EXTREMES(double, float, double)
__HIP_SOFT_EXTREMES(double, double, float)
#undef __HIP_SOFT_EXTREMES_OF_INTEGERS
#undef __HIP_SOFT_EXTREMES

/* Templates, as other HIPs lack these and programs for them define their own. */
#define __HIP_SOFT_EXTREME(name, T, less) \
    template <typename = void> static inline __host__ __device__ T name(T a, T b) { return less ? a : b; }
__HIP_SOFT_EXTREME(umin, unsigned int, a < b)
__HIP_SOFT_EXTREME(umax, unsigned int, b < a)
__HIP_SOFT_EXTREME(llmin, long long, a < b)
__HIP_SOFT_EXTREME(llmax, long long, b < a)
__HIP_SOFT_EXTREME(ullmin, unsigned long long, a < b)
__HIP_SOFT_EXTREME(ullmax, unsigned long long, b < a)
#undef __HIP_SOFT_EXTREME

#endif
