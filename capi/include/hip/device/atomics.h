/* Atomic functions: relaxed, at the device's scope; `_block` and `_system` name the others.
 *
 * As in CUDA, sums of doubles and the other scopes are declared from sm_60 on: for older devices, programs bring their own. */
#ifndef HIP_DEVICE_ATOMICS_H
#define HIP_DEVICE_ATOMICS_H

#define __HIP_SOFT_ATOMIC(name, scope, T, builtin, B) \
    static inline __device__ T name(T *address, T value) \
    { return (T)__nvvm_atom_##scope##builtin((B *)address, (B)value); }

/* HIP has overloads that CUDA lacks, which many programs bring themselves. As templates they give way to a
 * program's function of the same type. `__HIP_SOFT_ONLY` is that type, for the template of one type. */
template <typename T, typename Only> struct __hip_soft_only {};
template <typename T> struct __hip_soft_only<T, T> { typedef T type; };
#define __HIP_SOFT_ONLY(T) typename __hip_soft_only<__HipWord, T>::type
#define __HIP_SOFT_EXTRA(name, T) \
    template <typename __HipWord> \
    static inline __device__ __HIP_SOFT_ONLY(T) name(__HipWord *address, __HIP_SOFT_ONLY(T) value)
#define __HIP_SOFT_EXTRA_CAS(name, T) \
    template <typename __HipWord> \
    static inline __device__ __HIP_SOFT_ONLY(T) name(__HipWord *address, __HIP_SOFT_ONLY(T) compare, __HIP_SOFT_ONLY(T) value)
#define __HIP_SOFT_EXTRA_LONG(name, scope, builtin, B) \
    __HIP_SOFT_EXTRA(name, unsigned long) \
    { return (unsigned long)__nvvm_atom_##scope##builtin((B *)address, (B)value); }

/* Additions, exchanges and bit operations of all types, for a scope. */
#define __HIP_SOFT_ATOMICS(suffix, s) \
    __HIP_SOFT_ATOMIC(atomicAdd##suffix, s, int, add_gen_i, int) \
    __HIP_SOFT_ATOMIC(atomicAdd##suffix, s, unsigned int, add_gen_i, int) \
    __HIP_SOFT_EXTRA_LONG(atomicAdd##suffix, s, add_gen_ll, long long) \
    __HIP_SOFT_ATOMIC(atomicAdd##suffix, s, unsigned long long, add_gen_ll, long long) \
    __HIP_SOFT_ATOMIC(atomicAdd##suffix, s, float, add_gen_f, float) \
    __HIP_SOFT_ATOMIC(atomicExch##suffix, s, int, xchg_gen_i, int) \
    __HIP_SOFT_ATOMIC(atomicExch##suffix, s, unsigned int, xchg_gen_i, int) \
    __HIP_SOFT_EXTRA_LONG(atomicExch##suffix, s, xchg_gen_ll, long long) \
    __HIP_SOFT_ATOMIC(atomicExch##suffix, s, unsigned long long, xchg_gen_ll, long long) \
    __HIP_SOFT_ATOMIC(atomicMin##suffix, s, int, min_gen_i, int) \
    __HIP_SOFT_ATOMIC(atomicMin##suffix, s, long long, min_gen_ll, long long) \
    __HIP_SOFT_ATOMIC(atomicMax##suffix, s, int, max_gen_i, int) \
    __HIP_SOFT_ATOMIC(atomicMax##suffix, s, long long, max_gen_ll, long long) \
    __HIP_SOFT_ATOMICS_BITS(suffix, s, And, and) \
    __HIP_SOFT_ATOMICS_BITS(suffix, s, Or, or) \
    __HIP_SOFT_ATOMICS_BITS(suffix, s, Xor, xor) \
    static inline __device__ int atomicSub##suffix(int *address, int value) \
    { return atomicAdd##suffix(address, -value); } \
    static inline __device__ unsigned int atomicSub##suffix(unsigned int *address, unsigned int value) \
    { return atomicAdd##suffix(address, 0u - value); } \
    __HIP_SOFT_EXTRA(atomicSub##suffix, unsigned long) \
    { return atomicAdd##suffix(address, 0ul - value); } \
    __HIP_SOFT_EXTRA(atomicSub##suffix, unsigned long long) \
    { return atomicAdd##suffix(address, 0ull - value); } \
    __HIP_SOFT_EXTRA(atomicSub##suffix, float) \
    { return atomicAdd##suffix(address, -value); } \
    static inline __device__ float atomicExch##suffix(float *address, float value) \
    { return __int_as_float(atomicExch##suffix((int *)address, __float_as_int(value))); } \
    __HIP_SOFT_EXTRA(atomicExch##suffix, double) \
    { \
        return __longlong_as_double((long long)atomicExch##suffix((unsigned long long *)address, \
                                                                 (unsigned long long)__double_as_longlong(value))); \
    } \
    __HIP_SOFT_ATOMIC_CAS(suffix, s, int, cas_gen_i, int) \
    __HIP_SOFT_ATOMIC_CAS(suffix, s, unsigned int, cas_gen_i, int) \
    __HIP_SOFT_EXTRA_CAS(atomicCAS##suffix, unsigned long) \
    { return (unsigned long)__nvvm_atom_##s##cas_gen_ll((long long *)address, (long long)compare, (long long)value); } \
    __HIP_SOFT_ATOMIC_CAS(suffix, s, unsigned long long, cas_gen_ll, long long) \
    __HIP_SOFT_EXTRA_CAS(atomicCAS##suffix, float) \
    { return __int_as_float(atomicCAS##suffix((int *)address, __float_as_int(compare), __float_as_int(value))); } \
    __HIP_SOFT_EXTRA_CAS(atomicCAS##suffix, double) \
    { \
        return __longlong_as_double((long long)atomicCAS##suffix((unsigned long long *)address, \
                                                                (unsigned long long)__double_as_longlong(compare), \
                                                                (unsigned long long)__double_as_longlong(value))); \
    } \
    __HIP_SOFT_ATOMIC_FLOAT_EXTREME(atomicMin##suffix, atomicCAS##suffix, float, unsigned int, __uint_as_float, \
                             __float_as_uint, fminf) \
    __HIP_SOFT_ATOMIC_FLOAT_EXTREME(atomicMax##suffix, atomicCAS##suffix, float, unsigned int, __uint_as_float, \
                             __float_as_uint, fmaxf) \
    __HIP_SOFT_ATOMIC_FLOAT_EXTREME(atomicMin##suffix, atomicCAS##suffix, double, unsigned long long, __longlong_as_double, \
                             __double_as_longlong, fmin) \
    __HIP_SOFT_ATOMIC_FLOAT_EXTREME(atomicMax##suffix, atomicCAS##suffix, double, unsigned long long, __longlong_as_double, \
                             __double_as_longlong, fmax)

#define __HIP_SOFT_ATOMICS_BITS(suffix, s, Name, op) \
    __HIP_SOFT_ATOMIC(atomic##Name##suffix, s, int, op##_gen_i, int) \
    __HIP_SOFT_ATOMIC(atomic##Name##suffix, s, unsigned int, op##_gen_i, int) \
    __HIP_SOFT_EXTRA_LONG(atomic##Name##suffix, s, op##_gen_ll, long long) \
    __HIP_SOFT_ATOMIC(atomic##Name##suffix, s, unsigned long long, op##_gen_ll, long long)

#define __HIP_SOFT_ATOMIC_CAS(suffix, s, T, builtin, B) \
    static inline __device__ T atomicCAS##suffix(T *address, T compare, T value) \
    { return (T)__nvvm_atom_##s##builtin((B *)address, (B)compare, (B)value); }

/* A loop of compare-and-swap: PTX has no such instruction for floats. */
#define __HIP_SOFT_ATOMIC_FLOAT_EXTREME(name, cas, T, bits, from, to, extreme) \
    __HIP_SOFT_EXTRA(name, T) \
    { \
        bits seen = *(volatile bits *)address; \
        for (;;) { \
            bits had = cas((bits *)address, seen, (bits)to(extreme(value, from(seen)))); \
            if (had == seen) \
                return from(had); \
            seen = had; \
        } \
    }

#define __HIP_SOFT_ATOMICS_DOUBLE(suffix, s) \
    __HIP_SOFT_ATOMIC(atomicAdd##suffix, s, double, add_gen_d, double) \
    __HIP_SOFT_EXTRA(atomicSub##suffix, double) \
    { return atomicAdd##suffix(address, -value); }

__HIP_SOFT_ATOMICS(, )
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
__HIP_SOFT_ATOMICS_DOUBLE(, )
__HIP_SOFT_ATOMICS(_block, cta_)
__HIP_SOFT_ATOMICS_DOUBLE(_block, cta_)
__HIP_SOFT_ATOMICS(_system, sys_)
__HIP_SOFT_ATOMICS_DOUBLE(_system, sys_)
#endif

/* Minima and maxima, for a scope. */
#define __HIP_SOFT_ATOMICS_UNSIGNED(suffix, s) \
    __HIP_SOFT_ATOMIC(atomicMin##suffix, s, unsigned int, min_gen_ui, unsigned int) \
    __HIP_SOFT_EXTRA_LONG(atomicMin##suffix, s, min_gen_ull, unsigned long long) \
    __HIP_SOFT_ATOMIC(atomicMin##suffix, s, unsigned long long, min_gen_ull, unsigned long long) \
    __HIP_SOFT_ATOMIC(atomicMax##suffix, s, unsigned int, max_gen_ui, unsigned int) \
    __HIP_SOFT_EXTRA_LONG(atomicMax##suffix, s, max_gen_ull, unsigned long long) \
    __HIP_SOFT_ATOMIC(atomicMax##suffix, s, unsigned long long, max_gen_ull, unsigned long long) \
    __HIP_SOFT_ATOMIC(atomicInc##suffix, s, unsigned int, inc_gen_ui, unsigned int) \
    __HIP_SOFT_ATOMIC(atomicDec##suffix, s, unsigned int, dec_gen_ui, unsigned int)
__HIP_SOFT_ATOMICS_UNSIGNED(, )
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
__HIP_SOFT_ATOMICS_UNSIGNED(_block, cta_)
__HIP_SOFT_ATOMICS_UNSIGNED(_system, sys_)
#endif

/* Half words, from sm_70 on as in CUDA. */
#define __HIP_SOFT_ATOMIC_CAS_SHORT(suffix, scope) \
    static inline __device__ unsigned short atomicCAS##suffix(unsigned short *address, unsigned short compare, \
                                                              unsigned short value) \
    { \
        unsigned short before; \
        __asm__ volatile("atom" scope ".cas.b16 %0, [%1], %2, %3;" \
                         : "=h"(before) : "l"(address), "h"(compare), "h"(value) : "memory"); \
        return before; \
    }
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
__HIP_SOFT_ATOMIC_CAS_SHORT(, )
__HIP_SOFT_ATOMIC_CAS_SHORT(_block, ".cta")
__HIP_SOFT_ATOMIC_CAS_SHORT(_system, ".sys")
#endif
#undef __HIP_SOFT_ATOMIC_CAS_SHORT

#undef __HIP_SOFT_ATOMICS_UNSIGNED
#undef __HIP_SOFT_ATOMICS_DOUBLE
#undef __HIP_SOFT_ATOMIC_FLOAT_EXTREME
#undef __HIP_SOFT_ATOMIC_CAS
#undef __HIP_SOFT_ATOMICS_BITS
#undef __HIP_SOFT_ATOMICS
#undef __HIP_SOFT_ATOMIC
#undef __HIP_SOFT_EXTRA_LONG
#undef __HIP_SOFT_EXTRA_CAS
#undef __HIP_SOFT_EXTRA
#undef __HIP_SOFT_ONLY

/* Exact here; on AMD's devices they may be less exact and faster. */
static inline __device__ float unsafeAtomicAdd(float *address, float value) { return atomicAdd(address, value); }
static inline __device__ void atomicAddNoRet(float *address, float value) { atomicAdd(address, value); }
static inline __device__ float safeAtomicAdd(float *address, float value) { return atomicAdd(address, value); }
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
static inline __device__ double unsafeAtomicAdd(double *address, double value) { return atomicAdd(address, value); }
static inline __device__ double safeAtomicAdd(double *address, double value) { return atomicAdd(address, value); }
#endif
#define __HIP_SOFT_ATOMIC_DOUBLE(name, what) \
    static inline __device__ double name(double *address, double value) { return what(address, value); } \
    static inline __device__ float name(float *address, float value) { return what(address, value); }
__HIP_SOFT_ATOMIC_DOUBLE(unsafeAtomicMin, atomicMin)
__HIP_SOFT_ATOMIC_DOUBLE(unsafeAtomicMax, atomicMax)
__HIP_SOFT_ATOMIC_DOUBLE(safeAtomicMin, atomicMin)
__HIP_SOFT_ATOMIC_DOUBLE(safeAtomicMax, atomicMax)
#undef __HIP_SOFT_ATOMIC_DOUBLE

#endif
