/* Functions that clang's headers lack: products of packed numbers, bit positions, loads and stores with hints, clocks.
 *
 * As in CUDA, a function that an architecture lacks is not declared for it: programs bring their own. */
#ifndef HIP_DEVICE_WORDS_H
#define HIP_DEVICE_WORDS_H

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 610
/* c plus the products of four pairs of bytes, or of two pairs of 16-bit numbers and bytes. */
#define __HIP_SOFT_DOT(name, instruction, C, A, B) \
    static inline __device__ C name(A a, B b, C c) \
    { \
        C d; \
        __asm__(instruction " %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c)); \
        return d; \
    }
__HIP_SOFT_DOT(__dp4a, "dp4a.s32.s32", int, int, int)
__HIP_SOFT_DOT(__dp4a, "dp4a.u32.u32", unsigned int, unsigned int, unsigned int)
__HIP_SOFT_DOT(__dp2a_lo, "dp2a.lo.s32.s32", int, int, int)
__HIP_SOFT_DOT(__dp2a_lo, "dp2a.lo.u32.u32", unsigned int, unsigned int, unsigned int)
__HIP_SOFT_DOT(__dp2a_hi, "dp2a.hi.s32.s32", int, int, int)
__HIP_SOFT_DOT(__dp2a_hi, "dp2a.hi.u32.u32", unsigned int, unsigned int, unsigned int)
#undef __HIP_SOFT_DOT

static inline __device__ int __dp4a(char4 a, char4 b, int c)
{
    return __dp4a(__builtin_bit_cast(int, a), __builtin_bit_cast(int, b), c);
}
static inline __device__ unsigned int __dp4a(uchar4 a, uchar4 b, unsigned int c)
{
    return __dp4a(__builtin_bit_cast(unsigned int, a), __builtin_bit_cast(unsigned int, b), c);
}
#endif

/* Position of the `offset`-th set bit from `base`, downwards if negative; -1 if there is none. */
static inline __device__ int __fns32(unsigned long long mask, unsigned int base, int offset)
{
    return static_cast<int>(__fns(static_cast<unsigned int>(mask), base, offset));
}
static inline __device__ int __fns64(unsigned long long mask, unsigned int base, int offset)
{
    if (offset == 0)
        return (mask >> base & 1) != 0 ? static_cast<int>(base) : -1;
    int step = offset < 0 ? -1 : 1, left = offset < 0 ? -offset : offset;
    for (int place = static_cast<int>(base); place >= 0 && place < 64; place += step)
        if ((mask >> place & 1) != 0 && --left == 0)
            return place;
    return -1;
}

/* Caches are not modelled: hints have no effect, and uncached loads are volatile. */
#define __HIP_SOFT_HINTED_LOAD(name) \
    template <typename T> static inline __device__ T name(const T *address) { return *address; }
/* The value is converted to the type of the address, as for CUDA's functions of one type each. */
template <typename T> struct __hip_soft_stored { typedef T type; };
#define __HIP_SOFT_HINTED_STORE(name) \
    template <typename T> static inline __device__ void name(T *address, typename __hip_soft_stored<T>::type value) { *address = value; }
__HIP_SOFT_HINTED_LOAD(__ldca)
__HIP_SOFT_HINTED_LOAD(__ldcg)
__HIP_SOFT_HINTED_LOAD(__ldcs)
__HIP_SOFT_HINTED_LOAD(__ldlu)
__HIP_SOFT_HINTED_STORE(__stwb)
__HIP_SOFT_HINTED_STORE(__stcg)
__HIP_SOFT_HINTED_STORE(__stcs)
__HIP_SOFT_HINTED_STORE(__stwt)
#undef __HIP_SOFT_HINTED_STORE
#undef __HIP_SOFT_HINTED_LOAD
template <typename T> static inline __device__ T __ldcv(const T *address)
{
    __asm__ volatile("" : : : "memory");
    T value = *address;
    __asm__ volatile("" : : : "memory");
    return value;
}

static inline __device__ long long __clock64() { return clock64(); }
static inline __device__ clock_t __clock() { return static_cast<clock_t>(clock64()); }
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
/* Suspends the thread for some nanoseconds. */
static inline __device__ void __nanosleep(unsigned int nanoseconds)
{
    __asm__ volatile("nanosleep.u32 %0;" : : "r"(nanoseconds));
}
#endif

/* Counts an event of this number, from 0 to 15, for a profiler. */
#define __prof_trigger(event) __asm__ volatile("pmevent " #event ";")

/* Names of CUDA's first releases, which its headers still have. Templates, because a program's own functions are
 * preferred to them: HIP has no such names, and its programs bring their own. */
#define __HIP_SOFT_OLD(R, name, parameters, expression) \
    template <typename = void> static inline __device__ R name parameters { return expression; }
__HIP_SOFT_OLD(int, mul24, (int a, int b), __mul24(a, b))
__HIP_SOFT_OLD(unsigned int, umul24, (unsigned int a, unsigned int b), __umul24(a, b))
__HIP_SOFT_OLD(int, mulhi, (int a, int b), __mulhi(a, b))
__HIP_SOFT_OLD(unsigned int, mulhi, (unsigned int a, unsigned int b), __umulhi(a, b))
__HIP_SOFT_OLD(unsigned int, mulhi, (int a, unsigned int b), __umulhi(static_cast<unsigned int>(a), b))
__HIP_SOFT_OLD(unsigned int, mulhi, (unsigned int a, int b), __umulhi(a, static_cast<unsigned int>(b)))
__HIP_SOFT_OLD(long long, mul64hi, (long long a, long long b), __mul64hi(a, b))
__HIP_SOFT_OLD(unsigned long long, mul64hi, (unsigned long long a, unsigned long long b), __umul64hi(a, b))
__HIP_SOFT_OLD(int, float_as_int, (float a), __float_as_int(a))
__HIP_SOFT_OLD(float, int_as_float, (int a), __int_as_float(a))
__HIP_SOFT_OLD(unsigned int, float_as_uint, (float a), __float_as_uint(a))
__HIP_SOFT_OLD(float, uint_as_float, (unsigned int a), __uint_as_float(a))
__HIP_SOFT_OLD(float, saturate, (float a), __saturatef(a))
#undef __HIP_SOFT_OLD

#endif
